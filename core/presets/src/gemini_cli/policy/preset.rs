//! The values of the preset `gemini-cli`. The numbers in comments are those of
//! `tests/vectors/statements.tsv`.

use crate::base;
use conspectus::inner::config::Tuning;
use conspectus::{Amount, CheckSummary, Config, Estimator, Measure, SnapshotForm, SplitRule};

/// What the agent answers to a summary. Source: G-34.
const ACKNOWLEDGEMENT: &str = "Got it. Thanks for the additional context!";

pub(crate) fn values() -> Config {
    let base = base(&super::SPEC);
    Config {
        // G-24: DEFAULT_COMPRESSION_TOKEN_THRESHOLD.
        trigger: Amount::Fraction(0.5),
        min_saving: 0.0,
        // G-31.
        check_summary: CheckSummary::Always,
        tuning: Tuning {
            // G-1: the split weighs `JSON.stringify(content).length`.
            unit: Measure::JsonChars,
            // G-51: ASCII a quarter token, other chars 1.5.
            estimator: Estimator::Script,
            // G-3: 1 - COMPRESSION_PRESERVE_THRESHOLD.
            fraction: 1.0 - 0.3,
            split_rule: SplitRule::UserTurn,
            // There is no least span to summarise, and any result that is not larger is taken (G-35).
            min_span: 0.0,
            clear: false,
            // G-34.
            acknowledgement: ACKNOWLEDGEMENT.to_owned(),
            template: SnapshotForm::Sections,
            // G-34: a cut at a user's turn hides no request that is still open.
            restate_request: false,
            // G-11, G-20.
            clip_budget_tokens: 50_000,
            clip_max_chars: 40_000,
            ..base.tuning
        },
        ..base
    }
}
