//! The values of the preset `opencode`, with their sources.

use super::ladder::OpencodeLadder;
use crate::base;
use conspectus::inner::config::Tuning;
use conspectus::{
    Config, Estimator, Measure, PlaceholderStyle, PruneRule, SnapshotForm, SplitRule,
};

/// The instruction to the agent after an automatic compaction (O-10), in our own words.
const CONTINUE: &str = "Continue with the remaining work. If none remains, or if the next step is unclear, say so and wait.";

pub(crate) fn values() -> Config {
    let base = base(&super::SPEC);
    Config {
        // O-11: opencode does not check the size; here a larger result is refused all the same.
        min_saving: 0.0,
        // O-12.
        max_summary_tokens: 4_096,
        tuning: Tuning {
            // O-1: content counts its length. Unlike O-6, an image counts its estimate and not its
            // base64, which would exceed the tail's budget (B-28).
            unit: Measure::Chars,
            estimator: Estimator::Chars,
            // O-2, O-3.
            ladder: &OpencodeLadder,
            // O-4: off unless asked for, as in opencode.
            clear: false,
            clear_rule: PruneRule::BehindTwoTurns,
            clear_min_tokens: 20_000,
            clear_protect_tokens: 40_000,
            placeholder: PlaceholderStyle::Plain,
            // O-5.
            split_rule: SplitRule::TailBudget,
            min_span: 0.0,
            // O-8.
            template: SnapshotForm::Anchored,
            // O-10.
            continue_message: CONTINUE.to_owned(),
            ..base.tuning
        },
        ..base
    }
}
