//! When to act: ladders of thresholds, as plain numbers of tokens.

use crate::config::{Config, Ladder, Thresholds};

/// Ours: every rung is a share of the window, so it is continuous and monotone in it.
pub static FRACTION: Ladder = Ladder { name: "fraction", rungs: fraction, is_over: Ladder::reaches_auto, rounds_messages: false };

fn fraction(config: &Config, window: u64) -> Thresholds {
    let size = window as f64;
    let auto = size * config.trigger;
    Thresholds { warn: auto * 0.8, auto, hard: size * (1.0 + config.trigger) / 2.0, usable: size }
}

/// The rungs for `window` tokens.
#[must_use]
pub fn thresholds(config: &Config, window: u64) -> Thresholds {
    (config.ladder.rungs)(config, window)
}
