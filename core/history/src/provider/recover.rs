//! What to do about a provider's error. The host does it, or its compactor.

use super::errors::{ErrorClass, ProviderError, classify_error};
use crate::error::Result;
use crate::host::item::Item;
use crate::shape::{shapes, words};

words! {
    /// What to do next.
    pub enum RecoveryAction as "RecoveryAction" {
        /// Compact now, regardless of estimates, and send again.
        Compact => "compact",
        /// Request at most `limit_output_tokens`, or half as many tokens if it's null, and send
        /// again.
        LowerMaxTokens => "lower_max_tokens",
        /// Reduce the request's bytes, and send again.
        RelieveBytes => "relieve_bytes",
        /// Remove media, and send again.
        RelieveMedia => "relieve_media",
        /// Repair the history, and send again.
        Repair => "repair",
        /// Remove all signed thinking, and send again.
        DropThinking => "drop_thinking",
        /// Wait, and send the same request again.
        Wait => "wait",
        /// Give up.
        Fail => "fail",
    }
}

shapes! {
    /// The meaning of a provider error, and what to do.
    pub struct Recovery as "ClassifiedError": Eq {
        /// What to do next.
        pub action: RecoveryAction,
        /// Milliseconds to wait before the next request.
        pub wait_ms: u64,
        /// The largest prompt that fits, if the error states it.
        pub ceiling_tokens: Option<u64>,
        /// Number of this rejection in a row, starting at 1.
        pub attempt: u32,
        /// What is wrong.
        pub kind: ErrorClass,
        /// Whether the same request may succeed later.
        pub retry: bool,
        /// How the kind was recognized.
        pub known_by: super::errors::MatchedBy,
        /// The HTTP status.
        pub status: Option<u16>,
        /// Tokens of the rejected prompt.
        pub prompt_tokens: Option<u64>,
        /// The prompt limit, including the response if the provider counts both.
        pub limit_tokens: Option<u64>,
        /// Output tokens that the request asked for.
        pub max_output_tokens: Option<u64>,
        /// The output limit.
        pub limit_output_tokens: Option<u64>,
        /// Size of the rejected request or part, in bytes.
        pub bytes: Option<u64>,
        /// The limit in bytes.
        pub limit_bytes: Option<u64>,
        /// The limit on media.
        pub limit_media: Option<u64>,
        /// Milliseconds that the provider asks to wait.
        pub retry_after_ms: Option<u64>,
        /// JSON Pointer into the request, e.g. `/messages/3/content/1`.
        pub place: Option<String>,
        /// The provider's message, up to 500 characters.
        pub message: String,
    }
}

/// Most changes of the history in a row for one request. Chosen here: clear, summarize, summarize
/// for a smaller window.
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
/// use conspectus::{recover, RecoveryAction};
/// use serde_json::json;
///
/// let recovery = recover(&json!("429 Rate limit reached for gpt-4o. Please try again in 18.642s."), 1)?;
/// assert_eq!((recovery.action, recovery.wait_ms), (RecoveryAction::Wait, 18_642));
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// As [`classify_error`].
pub fn recover<'v>(error: impl Into<Item<'v>>, attempt: u32) -> Result<Recovery> {
    Ok(recovery(classify_error(error)?, attempt))
}

/// As [`recover`], for an error that is understood already.
pub fn recovery(error: ProviderError, attempt: u32) -> Recovery {
    let attempt = attempt.max(1);
    let (remedy, most) = match error.kind {
        ErrorClass::Tokens => (RecoveryAction::Compact, CHANGES_MAX),
        ErrorClass::MaxTokens => (RecoveryAction::LowerMaxTokens, CHANGES_MAX),
        ErrorClass::Bytes => (RecoveryAction::RelieveBytes, CHANGES_MAX),
        ErrorClass::Media => (RecoveryAction::RelieveMedia, CHANGES_MAX),
        // A repaired history that is refused again has a fault that repairs do not know.
        ErrorClass::Pairing => (RecoveryAction::Repair, 1),
        ErrorClass::ThinkingBound => (RecoveryAction::DropThinking, 1),
        // If a shorter prompt gets no answer either, its length was not the reason.
        ErrorClass::Empty => (RecoveryAction::Compact, 1),
        _ if error.retry => (RecoveryAction::Wait, WAITS_MAX),
        _ => (RecoveryAction::Fail, 0),
    };
    let action = if attempt > most {
        RecoveryAction::Fail
    } else {
        remedy
    };
    let doubled = WAIT_MS
        .0
        .saturating_mul(1 << (attempt - 1).min(16))
        .min(WAIT_MS.1);
    let wait_ms = if action == RecoveryAction::Wait {
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
        kind: error.kind,
        retry: error.retry,
        known_by: error.known_by,
        status: error.status,
        prompt_tokens: error.prompt_tokens,
        limit_tokens: error.limit_tokens,
        max_output_tokens: error.max_output_tokens,
        limit_output_tokens: error.limit_output_tokens,
        bytes: error.bytes,
        limit_bytes: error.limit_bytes,
        limit_media: error.limit_media,
        retry_after_ms: error.retry_after_ms,
        place: error.place,
        message: error.message,
    }
}

fn ceiling(error: &ProviderError) -> Option<u64> {
    let limit = error.limit_tokens?;
    // Providers that state an output count it against the limit.
    Some(limit.saturating_sub(error.max_output_tokens.unwrap_or(0))).filter(|ceiling| *ceiling > 0)
}
