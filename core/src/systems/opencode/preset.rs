//! opencode 1.18.33: a token-budgeted tail, and pruning behind two user turns. Its second engine (O-12) is
//! `ladder: "opencode_next"`, `tail_tokens: 8000`.
//!
//! Different on purpose: an image costs its estimate (B-28); what stands before the first user's turn can be cut too, and a
//! waiting call stays (B-21); a long first line has a preview (B-29); a summary must be smaller and have its headings (O-11,
//! B-30, B-7).

use super::ladder::LADDER;
use crate::config::{Config, PlaceholderStyle, PruneRule, SnapshotForm, SplitRule};
use crate::measure::{Estimator, Measure};

/// What follows a compaction that nobody asked for (O-10).
const CONTINUE: &str = "Go on with what is still to be done. If nothing is, or if it is not clear what comes next, say so and wait.";

pub(crate) fn values() -> Config {
    Config {
        system: &super::HABITS,
        // O-1; not O-6, by which an image counts its base64 and blows the tail's budget (B-28): contents count their length,
        // and an image its estimate.
        unit: Measure::Chars,
        estimator: Estimator::Chars,
        message_overhead_tokens: 0,
        // O-2, O-3.
        ladder: &LADDER,
        // O-4; opt-in upstream, and so here.
        clear: false,
        clear_rule: PruneRule::BehindTwoTurns,
        clear_min_tokens: 20_000,
        clear_protect_tokens: 40_000,
        placeholder: PlaceholderStyle::Plain,
        // O-5.
        split_rule: SplitRule::TailBudget,
        // O-11: no inflation check upstream; a larger result is refused here all the same.
        min_saving: 0.0,
        min_span: 0.0,
        // O-8.
        template: SnapshotForm::Anchored,
        // O-10; the words are our own.
        continue_message: CONTINUE.to_owned(),
        // O-12.
        max_summary_tokens: 4_096,
        ..crate::systems::default::values()
    }
}
