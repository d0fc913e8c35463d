//! The thresholds at which opencode acts (O-2, O-3, O-12).

use conspectus::inner::config::{Config, ThresholdRule, Thresholds};

/// Most tokens that are kept free for the output. Source: O-2.
const OUTPUT_MAX: u64 = 32_000;
/// Tokens kept free below a limit on input. The second engine keeps at least as many free for the
/// output. Source: O-2, O-12.
const RESERVED: u64 = 20_000;

/// The threshold is all that the output leaves of the window.
pub struct OpencodeLadder;

impl ThresholdRule for OpencodeLadder {
    fn name(&self) -> &'static str {
        "opencode"
    }

    fn thresholds(&self, config: &Config, window: u64) -> Thresholds {
        let output = match config.tuning.max_output_tokens {
            0 => OUTPUT_MAX,
            given => given.min(OUTPUT_MAX),
        };
        let usable = match config.tuning.max_input_tokens {
            _ if window == 0 => f64::INFINITY,
            Some(input) => input.saturating_sub(
                config
                    .tuning
                    .reserved_tokens
                    .unwrap_or(output.min(RESERVED)),
            ) as f64,
            None => window.saturating_sub(output) as f64,
        };
        one(usable)
    }
}

/// The threshold of the second engine, which keeps at least 20,000 tokens free (O-12). It acts
/// above the threshold, not at it.
pub struct Next;

impl ThresholdRule for Next {
    fn name(&self) -> &'static str {
        "opencode-next"
    }

    fn thresholds(&self, config: &Config, window: u64) -> Thresholds {
        let output = config.tuning.max_output_tokens.max(RESERVED);
        let usable = config
            .tuning
            .max_input_tokens
            .unwrap_or(window)
            .min(window)
            .saturating_sub(output) as f64;
        one(usable)
    }

    fn is_over(&self, tokens: u64, thresholds: &Thresholds) -> bool {
        tokens as f64 > thresholds.auto
    }
}

fn one(usable: f64) -> Thresholds {
    Thresholds::new(usable, usable, usable, usable)
}
