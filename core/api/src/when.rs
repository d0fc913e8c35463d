//! When to act, as plain numbers for hosts that decide themselves: `thresholds`.

use super::operation::{Call, NOTHING, PRESETS, operations};
use conspectus::inner::{Thresholds, wrong};
use conspectus::{Config, Result};
use serde_json::{Value, json};

/// The options from which the thresholds follow.
pub const LADDER: [&str; 7] = [
    "context_window",
    "trigger",
    "ladder",
    "max_output_tokens",
    "max_input_tokens",
    "reserved_tokens",
    "reserved_output_tokens",
];

operations! {
    /// Returns the token counts at which to warn, compact and stop, for a `context_window`.
    thresholds(PRESETS, NOTHING, takes LADDER) -> Plain(Thresholds),
        "null",
        r#"{"context_window": 200000}"# =>
        ladder;
}

fn ladder(call: Call<'_>) -> Result<Value> {
    Ok(json!(call.config.thresholds(window(&call.config)?)))
}

/// The context window.
///
/// # Errors
/// `InvalidOption` if it is missing.
pub fn window(config: &Config) -> Result<u64> {
    config
        .context_window
        .ok_or_else(|| wrong("context_window", "context_window (in tokens) is needed"))
}
