//! The thresholds at which gencode acts (C-2, C-3).

use conspectus::inner::config::{Config, ThresholdRule, Thresholds};

/// The output limit if none is given, in tokens. Source: C-2.
const OUTPUT_TOKENS: u64 = 4_096;

/// The threshold is the option `trigger` times what the output leaves of the window. In gencode's
/// document `trigger` is 1.
pub struct GencodeLadder;

impl ThresholdRule for GencodeLadder {
    fn name(&self) -> &'static str {
        "gencode"
    }

    fn thresholds(&self, config: &Config, window: u64) -> Thresholds {
        let output = match config.tuning.max_output_tokens {
            0 => OUTPUT_TOKENS,
            given => given,
        };
        let usable = window as f64 - output.min(config.tuning.reserved_output_tokens) as f64;
        // C-3: by its document it acts above all that is usable (1.0), by its code at 0.9 of it.
        Thresholds::new(usable * 0.8, config.trigger.of(usable), usable, usable)
    }

    /// With a trigger of 1 the tokens must exceed what is usable; with a smaller one it is enough to
    /// reach it (C-3).
    fn is_over(&self, tokens: u64, thresholds: &Thresholds) -> bool {
        if thresholds.auto >= thresholds.usable {
            tokens as f64 > thresholds.usable
        } else {
            tokens as f64 >= thresholds.auto
        }
    }

    fn rounds_messages(&self) -> bool {
        true
    }
}
