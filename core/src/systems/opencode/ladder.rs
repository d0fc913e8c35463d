//! When opencode acts (O-2, O-3, O-12).

use crate::config::{Config, Ladder, Thresholds};

/// Largest output that is kept free. Source: O-2.
const OUTPUT_MAX: u64 = 32_000;
/// The reserve; the second engine keeps as much free at least. Source: O-2, O-12.
const RESERVED: u64 = 20_000;

/// All that the output leaves.
pub static LADDER: Ladder = Ladder { name: "opencode", rungs, is_over: Ladder::reaches_auto, rounds_messages: false };
/// The second engine: all but the output, of which 20,000 are always kept free (O-12). It compares with "more than".
pub static NEXT: Ladder =
    Ladder { name: "opencode-next", rungs: next, is_over: |tokens, rungs| tokens as f64 > rungs.auto, rounds_messages: false };

fn rungs(config: &Config, window: u64) -> Thresholds {
    let output = if config.max_output_tokens == 0 { OUTPUT_MAX } else { config.max_output_tokens.min(OUTPUT_MAX) };
    let usable = match config.max_input_tokens {
        _ if window == 0 => f64::INFINITY,
        Some(input) => input.saturating_sub(config.reserved_tokens.unwrap_or(output.min(RESERVED))) as f64,
        None => window.saturating_sub(output) as f64,
    };
    Thresholds { warn: usable, auto: usable, hard: usable, usable }
}

fn next(config: &Config, window: u64) -> Thresholds {
    let output = config.max_output_tokens.max(RESERVED);
    let usable = config.max_input_tokens.unwrap_or(window).min(window).saturating_sub(output) as f64;
    Thresholds { warn: usable, auto: usable, hard: usable, usable }
}
