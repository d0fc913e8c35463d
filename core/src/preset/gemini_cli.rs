//! gemini-cli's classic chat compression: `chatCompressionService.ts`, read 2026-08-21.

use super::Preset;
use crate::config::{Config, Course, SplitRule};
use crate::estimate::{Estimator, Measure};

/// The agent's word after a summary. Source: G-34, Q-49.
pub(super) const ACKNOWLEDGEMENT: &str = "Got it. Thanks for the additional context!";

pub(super) fn config() -> Config {
    Config {
        preset: Preset::GeminiCli,
        // G-1: the split weighs `JSON.stringify(content).length`.
        measure: Measure::JsonChars,
        // G-51: ASCII a quarter token, other chars 1.5.
        estimator: Estimator::Script,
        // G-53: images cost 3,000 tokens.
        image_token_estimate: 3_000,
        message_overhead_tokens: 0,
        // G-24: DEFAULT_COMPRESSION_TOKEN_THRESHOLD.
        trigger_fraction: 0.5,
        // G-3: 1 - COMPRESSION_PRESERVE_THRESHOLD.
        fraction: 1.0 - 0.3,
        split_rule: SplitRule::UserTurn,
        // No guard of the kind of Q-6, and any result that is not larger is taken (G-35).
        min_compress_fraction: 0.0,
        min_saving_fraction: 0.0,
        prune: false,
        course: Course::GeminiCli,
        // G-34.
        acknowledgement: ACKNOWLEDGEMENT.to_owned(),
        // G-31.
        verify_summary: true,
        // G-34: a cut at a user's turn hides no request that is still open.
        restate_request: false,
        // G-11, G-20.
        result_budget_tokens: 50_000,
        result_max_chars: 40_000,
        ..super::default::config()
    }
}
