//! What gemini-cli decides by a model's name and by a request's size: the model for summaries, the threshold, the overflow check.

use serde::Serialize;

/// The name of the configuration under which gemini-cli asks for a summary, by the conversation's model. Source: G-31.
const COMPRESSOR_MODELS: [(&str, &str); 10] = [
    ("gemini-3-pro-preview", "chat-compression-3-pro"),
    ("gemini-3.1-pro-preview", "chat-compression-3-pro"),
    ("gemini-3-flash-preview", "chat-compression-3-flash"),
    ("gemini-3-flash", "chat-compression-3-flash"),
    ("gemini-3.5-flash", "chat-compression-3-flash"),
    ("gemini-3.1-flash-lite-preview", "chat-compression-3.1-flash-lite"),
    ("gemini-3.1-flash-lite", "chat-compression-3.1-flash-lite"),
    ("gemini-2.5-pro", "chat-compression-2.5-pro"),
    ("gemini-2.5-flash", "chat-compression-2.5-flash"),
    ("gemini-2.5-flash-lite", "chat-compression-2.5-flash-lite"),
];

/// The alias of the model that gemini-cli asks for a summary (G-31).
///
/// ```
/// use conspectus::systems::gemini_cli::limits::compressor_model;
///
/// assert_eq!(compressor_model(Some("gemini-2.5-pro")), "chat-compression-2.5-pro");
/// ```
#[must_use]
pub fn compressor_model(model: Option<&str>) -> &'static str {
    let found = model.and_then(|model| COMPRESSOR_MODELS.iter().find(|(known, _)| *known == model));
    found.map_or("chat-compression-default", |(_, alias)| alias)
}

/// Where a threshold comes from: (fraction, `local`, `remote` or `default`). A local one that is 0 counts as none, and so does a
/// remote one (G-25). Neither is checked here; the caller did (B-32).
///
/// ```
/// use conspectus::systems::gemini_cli::limits::compression_threshold;
///
/// assert_eq!(compression_threshold(Some(0.7), Some(0.4)), (0.7, "local"));
/// assert_eq!(compression_threshold(None, None), (0.5, "default"));
/// ```
#[must_use]
pub fn compression_threshold(local: Option<f64>, remote: Option<f64>) -> (f64, &'static str) {
    let given = |value: &f64| *value != 0.0 && !value.is_nan();
    match (local.filter(given), remote.filter(given)) {
        (Some(local), _) => (local, "local"),
        (None, Some(remote)) => (remote, "remote"),
        (None, None) => (0.5, "default"),
    }
}

/// By which rule a request is too large to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverflowRule {
    /// More than what is left (G-38).
    Remaining,
    /// More than 95 % of what is left: gemini-cli before that.
    Remaining95,
}

crate::config::named!(OverflowRule { Remaining => "remaining", Remaining95 => "remaining_95" });

/// Whether a request still fits the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Overflow {
    /// Whether it does not: the turn must stop here.
    pub overflows: bool,
    /// What the request takes, estimated.
    pub request_tokens: u64,
    /// What the window leaves.
    pub remaining_tokens: u64,
}

/// G-38: the check before a request is sent.
///
/// ```
/// use conspectus::systems::gemini_cli::limits::{overflow, OverflowRule};
///
/// assert!(overflow(1_000, 900, 200, OverflowRule::Remaining).overflows);
/// assert!(!overflow(1_000, 900, 97, OverflowRule::Remaining).overflows);
/// assert!(overflow(1_000, 900, 97, OverflowRule::Remaining95).overflows);
/// ```
#[must_use]
pub fn overflow(window: u64, last_prompt_tokens: u64, request_tokens: u64, rule: OverflowRule) -> Overflow {
    let remaining_tokens = window.saturating_sub(last_prompt_tokens);
    let overflows = match rule {
        OverflowRule::Remaining => request_tokens > remaining_tokens,
        OverflowRule::Remaining95 => request_tokens as f64 > remaining_tokens as f64 * 0.95,
    };
    Overflow { overflows, request_tokens, remaining_tokens }
}
