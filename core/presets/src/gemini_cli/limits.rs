//! What gemini-cli decides by settings and sizes: the threshold, and the check before a request.

use conspectus_history::shape::{shapes, words};

words! {
    /// The source of a threshold.
    pub enum ThresholdFrom {
        /// The user's settings.
        Local => "local",
        /// The vendor's remote configuration.
        Remote => "remote",
        /// Neither is set.
        Default => "default",
    }
}

/// gemini-cli's threshold, as a fraction of the window, and where it comes from: `local`, `remote`
/// or `default`. A value of 0 counts as not given (G-25). The caller has checked that both are
/// fractions.
///
/// ```
/// use conspectus_presets::gemini_cli::limits::compression_threshold;
///
/// assert_eq!(compression_threshold(Some(0.7), Some(0.4)).0, 0.7);
/// assert_eq!(compression_threshold(None, None).1.name(), "default");
/// ```
#[must_use]
pub fn compression_threshold(local: Option<f64>, remote: Option<f64>) -> (f64, ThresholdFrom) {
    let given = |value: &f64| *value != 0.0 && !value.is_nan();
    match (local.filter(given), remote.filter(given)) {
        (Some(local), _) => (local, ThresholdFrom::Local),
        (None, Some(remote)) => (remote, ThresholdFrom::Remote),
        (None, None) => (0.5, ThresholdFrom::Default),
    }
}

words! {
    /// The rule by which a request is too large to be sent.
    pub enum OverflowRule {
        /// It takes more than the window has left (G-38).
        Remaining => "remaining",
        /// It takes more than 95 % of what the window has left, as in older versions of gemini-cli.
        Remaining95 => "remaining_95",
    }
}

conspectus_history::host::named::named!(OverflowRule);

shapes! {
    /// Whether a request fits the window.
    pub struct Overflow: Copy, Eq {
        /// Whether it doesn't fit, so that the turn has to end.
        pub overflows: bool,
        /// Estimated tokens of the request.
        pub request_tokens: u64,
        /// Remaining tokens of the window.
        pub remaining_tokens: u64,
    }
}

/// gemini-cli's check before a request is sent (G-38).
///
/// ```
/// use conspectus_presets::gemini_cli::limits::{overflow, OverflowRule};
///
/// assert!(overflow(1_000, 900, 200, OverflowRule::Remaining).overflows);
/// assert!(!overflow(1_000, 900, 97, OverflowRule::Remaining).overflows);
/// assert!(overflow(1_000, 900, 97, OverflowRule::Remaining95).overflows);
/// ```
#[must_use]
pub fn overflow(
    window: u64,
    last_prompt_tokens: u64,
    request_tokens: u64,
    rule: OverflowRule,
) -> Overflow {
    let remaining_tokens = window.saturating_sub(last_prompt_tokens);
    let overflows = match rule {
        OverflowRule::Remaining => request_tokens > remaining_tokens,
        OverflowRule::Remaining95 => request_tokens as f64 > remaining_tokens as f64 * 0.95,
    };
    Overflow {
        overflows,
        request_tokens,
        remaining_tokens,
    }
}
