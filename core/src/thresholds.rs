//! When to act: the ladders of the reference systems and ours, as plain numbers of tokens.

use crate::config::{Config, Ladder};
use serde::Serialize;

/// The rungs for one window, in tokens. Not rounded: the systems compare real numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Thresholds {
    /// Tell the user.
    pub warn: f64,
    /// Compact.
    pub auto: f64,
    /// Compact before anything else is sent.
    pub hard: f64,
    /// What the window leaves once the answer has its room.
    pub usable: f64,
}

/// qwen-code: room for a summary, and safety margins. Source: `computeThresholds` (statement 2.5).
const QWEN_SUMMARY_TOKENS: f64 = 20_000.0;
const QWEN_CEILING_MARGIN: f64 = 13_000.0;
const QWEN_WARN_MARGIN: f64 = 20_000.0;
const QWEN_HARD_MARGIN: f64 = 3_000.0;

/// gencode: output limit assumed if none is given, and shares at which it warns and compacts. Source: C-2, C-3.
const GENCODE_OUTPUT_TOKENS: u64 = 4_096;
/// opencode: largest output, and reserve (the second engine keeps as much free at least). Source: O-2, O-12.
const OPENCODE_OUTPUT_MAX: u64 = 32_000;
const OPENCODE_RESERVED: u64 = 20_000;

/// The rungs for `window` tokens.
#[must_use]
pub fn thresholds(config: &Config, window: u64) -> Thresholds {
    let size = window as f64;
    let (output_limit, input_limit) = (config.output_limit, config.input_limit);
    match config.ladder {
        Ladder::Fraction => {
            let auto = size * config.trigger_fraction;
            // Continuous and monotone in the window (B-8): every rung is a share of it.
            Thresholds { warn: auto * 0.8, auto, hard: size * (1.0 + config.trigger_fraction) / 2.0, usable: size }
        }
        Ladder::QwenSeed => {
            let ceiling = size - QWEN_SUMMARY_TOKENS - QWEN_CEILING_MARGIN;
            let effective = (size - QWEN_SUMMARY_TOKENS).max(0.0);
            let auto = (0.7 * size).max(ceiling);
            Thresholds { warn: (0.6 * size).max(auto - QWEN_WARN_MARGIN), auto, hard: (effective - QWEN_HARD_MARGIN).max(auto), usable: effective }
        }
        Ladder::Qwen => {
            let effective = (size - QWEN_SUMMARY_TOKENS).max(0.0);
            let ceiling = effective - QWEN_CEILING_MARGIN;
            let share = config.trigger_fraction * size;
            let auto = if ceiling > 0.0 { share.min(ceiling) } else { share };
            Thresholds {
                warn: (auto - QWEN_WARN_MARGIN).max(0.0),
                auto,
                hard: size.min((effective - QWEN_HARD_MARGIN).max(auto + QWEN_HARD_MARGIN)),
                usable: effective,
            }
        }
        Ladder::Gencode => {
            let output = if output_limit == 0 { GENCODE_OUTPUT_TOKENS } else { output_limit };
            let usable = size - output.min(config.reserved_output_tokens) as f64;
            // C-3: the document acts above what is usable (1.0), the code at 0.9 of it too.
            Thresholds { warn: usable * 0.8, auto: usable * config.trigger_fraction, hard: usable, usable }
        }
        Ladder::OpencodeNext => {
            let output = output_limit.max(OPENCODE_RESERVED);
            let usable = input_limit.unwrap_or(window).min(window).saturating_sub(output) as f64;
            Thresholds { warn: usable, auto: usable, hard: usable, usable }
        }
        Ladder::Opencode => {
            let output = if output_limit == 0 { OPENCODE_OUTPUT_MAX } else { output_limit.min(OPENCODE_OUTPUT_MAX) };
            let usable = match input_limit {
                _ if window == 0 => f64::INFINITY,
                Some(input) => input.saturating_sub(config.reserved_tokens.unwrap_or(output.min(OPENCODE_RESERVED))) as f64,
                None => window.saturating_sub(output) as f64,
            };
            Thresholds { warn: usable, auto: usable, hard: usable, usable }
        }
    }
}
