//! When to compact: a ladder turns the size of the window into thresholds, in tokens.

use crate::config::{Config, Thresholds};

/// The thresholds for a window of `window` tokens, by the ladder of the configuration.
#[must_use]
pub fn thresholds(config: &Config, window: u64) -> Thresholds {
    (config.ladder.rungs)(config, window)
}
