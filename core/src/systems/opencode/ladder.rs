//! The thresholds at which opencode acts (O-2, O-3, O-12).

use crate::config::{Config, Ladder, Thresholds};

/// Most tokens that are kept free for the output. Source: O-2.
const OUTPUT_MAX: u64 = 32_000;
/// Tokens kept free below a limit on input. The second engine keeps at least as many free for the
/// output. Source: O-2, O-12.
const RESERVED: u64 = 20_000;

/// The threshold is all that the output leaves of the window.
pub static LADDER: Ladder = Ladder {
    name: "opencode",
    rungs,
    is_over: Ladder::reaches_auto,
    rounds_messages: false,
};
/// The same in the second engine, which keeps at least 20,000 tokens free (O-12). It acts above the
/// threshold, not at it.
pub static NEXT: Ladder = Ladder {
    name: "opencode-next",
    rungs: next,
    is_over: |tokens, rungs| tokens as f64 > rungs.auto,
    rounds_messages: false,
};

fn rungs(config: &Config, window: u64) -> Thresholds {
    let output = if config.max_output_tokens == 0 {
        OUTPUT_MAX
    } else {
        config.max_output_tokens.min(OUTPUT_MAX)
    };
    let usable = match config.max_input_tokens {
        _ if window == 0 => f64::INFINITY,
        Some(input) => {
            input.saturating_sub(config.reserved_tokens.unwrap_or(output.min(RESERVED))) as f64
        }
        None => window.saturating_sub(output) as f64,
    };
    Thresholds {
        warn: usable,
        auto: usable,
        hard: usable,
        usable,
    }
}

fn next(config: &Config, window: u64) -> Thresholds {
    let output = config.max_output_tokens.max(RESERVED);
    let usable = config
        .max_input_tokens
        .unwrap_or(window)
        .min(window)
        .saturating_sub(output) as f64;
    Thresholds {
        warn: usable,
        auto: usable,
        hard: usable,
        usable,
    }
}
