//! gencode 0.4.0: prune, then compact. Where its document and its code differ, the document's promise is the value here, and
//! the code's an option: `trigger: 0.9` (C-3), `placeholder: "plain"` (C-4), `max_decisions: 5` (C-5). Its newer engine
//! (C-9) is `ladder: "fraction"`, `trigger: 0.95`, `keep_messages: 0`, `max_summary_tokens: 4096`.
//!
//! Different on purpose: clearing only where it suffices (B-23); indices of the list as it is, earlier summaries stay (B-24); no
//! call parted from its result (B-25); nothing becomes longer (B-26); usage is the last call's (B-35); an answer without its
//! headings is no summary (B-7); texts and calls of every shape are read, beyond 500 chars too (C-5).

use super::ladder::LADDER;
use crate::config::{Config, PlaceholderStyle, PruneRule, SnapshotForm, SplitRule};
use crate::measure::{Estimator, Measure};

pub(crate) fn values() -> Config {
    Config {
        system: &super::HABITS,
        // C-1.
        unit: Measure::ContentJsonChars,
        estimator: Estimator::Chars,
        message_overhead_tokens: 0,
        // C-3: above what is usable, as the document promises. The code acts at `trigger: 0.9` too.
        ladder: &LADDER,
        trigger: 1.0,
        reserved_output_tokens: 32_000,
        // C-4.
        clear_rule: PruneRule::NewestMessages,
        clear_min_tokens: 20_000,
        clear_protect_tokens: 40_000,
        placeholder: PlaceholderStyle::Short,
        // C-6 keeps the last ten messages, at a boundary that parts no call from its result (B-25).
        split_rule: SplitRule::NewestMessages,
        keep_messages: 10,
        min_span: 0.0,
        // C-5.
        template: SnapshotForm::Continuation,
        max_summary_tokens: 1_500,
        ..crate::systems::default::values()
    }
}
