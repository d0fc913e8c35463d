//! The values of the preset `gencode`, with their sources. If its document and its code differ, the
//! value is the document's.

use super::ladder::GencodeLadder;
use crate::base;
use conspectus::inner::config::Tuning;
use conspectus::{
    Amount, Config, Estimator, Measure, PlaceholderStyle, PruneRule, SnapshotForm, SplitRule,
};

pub(crate) fn values() -> Config {
    let base = base(&super::SPEC);
    Config {
        trigger: Amount::Fraction(1.0),
        max_summary_tokens: 1_500,
        tuning: Tuning {
            // C-1.
            unit: Measure::ContentJsonChars,
            estimator: Estimator::Chars,
            // C-3: it acts above all that is usable, as its document says. Its code acts as with
            // `trigger: 0.9`.
            ladder: &GencodeLadder,
            reserved_output_tokens: 32_000,
            // C-4.
            clear_rule: PruneRule::NewestMessages,
            clear_min_tokens: 20_000,
            clear_protect_tokens: 40_000,
            placeholder: PlaceholderStyle::Short,
            // C-6: the last ten messages stay, and more if the cut would separate a call from its
            // result (B-25).
            split_rule: SplitRule::NewestMessages,
            keep_messages: 10,
            min_span: 0.0,
            // C-5.
            template: SnapshotForm::Continuation,
            ..base.tuning
        },
        ..base
    }
}
