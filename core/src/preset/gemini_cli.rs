//! gemini-cli's classic chat compression: `chatCompressionService.ts`, read 2026-08-21.

use super::Preset;
use crate::config::{Config, SplitRule};
use crate::estimate::{Estimator, Measure};

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
        ..super::default::config()
    }
}
