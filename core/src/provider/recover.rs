//! What to do about a provider's error. The host does it, or its compactor.

use super::errors::{classify_error, ErrorClass, ProviderError};
use crate::error::Result;
use crate::host::view::AsView;
use serde::Serialize;

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Remedy {
    /// Compact now, whatever the estimates say, and send again.
    Compact,
    /// Make the request smaller in bytes, and send again.
    RelieveBytes,
    /// Take media out, and send again.
    RelieveMedia,
    /// Repair the history, and send again.
    Repair,
    /// Wait, and send the same again.
    Wait,
    /// Give up: tell the user.
    Fail,
}

impl Remedy {
    /// Every remedy.
    pub const ALL: [Self; 6] = [
        Self::Compact,
        Self::RelieveBytes,
        Self::RelieveMedia,
        Self::Repair,
        Self::Wait,
        Self::Fail,
    ];

    /// The word for it, the same in all languages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::RelieveBytes => "relieve_bytes",
            Self::RelieveMedia => "relieve_media",
            Self::Repair => "repair",
            Self::Wait => "wait",
            Self::Fail => "fail",
        }
    }
}

/// What to do about an error, and the error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Recovery {
    /// What to do next.
    pub action: Remedy,
    /// How long to wait before the next request; 0 if it may go at once.
    pub wait_ms: u64,
    /// The largest prompt that may be sent, where the error tells it: its limit, less the answer
    /// that was asked for.
    pub ceiling_tokens: Option<u64>,
    /// Which refusal in a row this is, from 1 on.
    pub attempt: u32,
    /// The error.
    pub error: ProviderError,
}

/// How often in a row the history is changed for the same request. Chosen here: clear, summarise,
/// summarise for a smaller window.
const CHANGES_MAX: u32 = 3;
/// How often in a row the same request is sent again. Chosen here: with waits that double from one
/// second, about two minutes.
const WAITS_MAX: u32 = 8;
/// The first wait where the provider states none, and the longest. Chosen here: the first wait of
/// most SDKs is half a second to a second.
const WAIT_MS: (u64, u64) = (1_000, 60_000);

/// What to do about a provider's error. `attempt` says how many requests in a row were refused,
/// this one included.
///
/// ```
/// use conspectus::{recover, Remedy};
/// use serde_json::json;
///
/// let recovery = recover(&json!("429 Rate limit reached for gpt-4o. Please try again in 18.642s."), 1)?;
/// assert_eq!((recovery.action, recovery.wait_ms), (Remedy::Wait, 18_642));
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// As [`classify_error`].
pub fn recover<V: AsView + ?Sized>(error: &V, attempt: u32) -> Result<Recovery> {
    Ok(recovery(classify_error(error)?, attempt))
}

/// As [`recover`], for an error that is understood already.
pub(crate) fn recovery(error: ProviderError, attempt: u32) -> Recovery {
    let attempt = attempt.max(1);
    let (remedy, most) = match error.kind {
        ErrorClass::Tokens => (Remedy::Compact, CHANGES_MAX),
        ErrorClass::Bytes => (Remedy::RelieveBytes, CHANGES_MAX),
        ErrorClass::Media => (Remedy::RelieveMedia, CHANGES_MAX),
        // A repaired history that is refused again has a fault that repairs do not know.
        ErrorClass::Pairing => (Remedy::Repair, 1),
        _ if error.retry => (Remedy::Wait, WAITS_MAX),
        _ => (Remedy::Fail, 0),
    };
    let action = if attempt > most { Remedy::Fail } else { remedy };
    let doubled = WAIT_MS
        .0
        .saturating_mul(1 << (attempt - 1).min(16))
        .min(WAIT_MS.1);
    let wait_ms = if action == Remedy::Wait {
        error.retry_after_ms.unwrap_or(doubled)
    } else {
        0
    };
    let ceiling_tokens = if error.kind == ErrorClass::Tokens {
        ceiling(&error)
    } else {
        None
    };
    Recovery {
        action,
        wait_ms,
        ceiling_tokens,
        attempt,
        error,
    }
}

fn ceiling(error: &ProviderError) -> Option<u64> {
    let limit = error.limit_tokens?;
    // Providers that state an output count it against the limit.
    Some(limit.saturating_sub(error.max_output_tokens.unwrap_or(0))).filter(|ceiling| *ceiling > 0)
}
