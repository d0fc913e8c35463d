//! The thresholds at which qwen-code acts: `computeThresholds`, and those of its first form.

use conspectus::inner::config::{Config, ThresholdRule, Thresholds};

/// Tokens kept free for a summary, and the margins of the thresholds. Source: `computeThresholds`.
const SUMMARY_TOKENS: f64 = 20_000.0;
const CEILING_MARGIN: f64 = 13_000.0;
const WARN_MARGIN: f64 = 20_000.0;
const HARD_MARGIN: f64 = 3_000.0;

/// The threshold is a fraction of the window, or the window less 33,000 tokens if that is smaller.
pub struct QwenCodeLadder;

impl ThresholdRule for QwenCodeLadder {
    fn name(&self) -> &'static str {
        "qwen-code"
    }

    fn thresholds(&self, config: &Config, window: u64) -> Thresholds {
        let size = window as f64;
        let effective = (size - SUMMARY_TOKENS).max(0.0);
        let ceiling = effective - CEILING_MARGIN;
        let share = config.trigger.of(size);
        let auto = if ceiling > 0.0 {
            share.min(ceiling)
        } else {
            share
        };
        Thresholds::new(
            (auto - WARN_MARGIN).max(0.0),
            auto,
            size.min((effective - HARD_MARGIN).max(auto + HARD_MARGIN)),
            effective,
        )
    }
}

/// The threshold of its first form is 0.7 of the window, or the window less 33,000 tokens if that
/// is larger.
pub struct Seed;

impl ThresholdRule for Seed {
    fn name(&self) -> &'static str {
        "qwen-code-seed"
    }

    fn thresholds(&self, _config: &Config, window: u64) -> Thresholds {
        let size = window as f64;
        let ceiling = size - SUMMARY_TOKENS - CEILING_MARGIN;
        let effective = (size - SUMMARY_TOKENS).max(0.0);
        let auto = (0.7 * size).max(ceiling);
        Thresholds::new(
            (0.6 * size).max(auto - WARN_MARGIN),
            auto,
            (effective - HARD_MARGIN).max(auto),
            effective,
        )
    }
}
