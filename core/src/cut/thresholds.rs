//! When to compact: a ladder turns the size of the window into thresholds, in tokens.

use crate::config::{Config, Ladder, Thresholds};

/// The default ladder. Every threshold is a fixed share of the window, so a larger window never gives a lower threshold.
pub static FRACTION: Ladder = Ladder { name: "fraction", rungs: fraction, is_over: Ladder::reaches_auto, rounds_messages: false };

fn fraction(config: &Config, window: u64) -> Thresholds {
    let size = window as f64;
    let auto = size * config.trigger;
    Thresholds { warn: auto * 0.8, auto, hard: size * (1.0 + config.trigger) / 2.0, usable: size }
}

/// The thresholds for a window of `window` tokens, by the ladder of the configuration.
#[must_use]
pub fn thresholds(config: &Config, window: u64) -> Thresholds {
    (config.ladder.rungs)(config, window)
}
