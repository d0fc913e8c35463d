//! What to do about a provider's error. The host does it, or its compactor.

use super::errors::{ErrorClass, ProviderError, classify_error};
use crate::error::Result;
use crate::host::view::AsView;
use crate::shape::shapes;
use crate::shape::words;

words! {
    /// What to do next.
    pub enum RecoveryAction as "RecoveryAction" {
        /// Compact now, whatever the estimates say, and send again.
        Compact => "compact",
        /// Ask for an answer of at most `limit_output_tokens`, half as many where that is null, and send
        /// again. The messages may stay as they are.
        LowerMaxTokens => "lower_max_tokens",
        /// Make the request smaller in bytes, and send again.
        RelieveBytes => "relieve_bytes",
        /// Take media out, and send again.
        RelieveMedia => "relieve_media",
        /// Repair the history, and send again.
        Repair => "repair",
        /// Remove all signed thinking, and send again.
        DropThinking => "drop_thinking",
        /// Wait, and send the same again.
        Wait => "wait",
        /// Give up: tell the user.
        Fail => "fail",
    }
}

shapes! {
    /// What a provider's error means, and what to do about it.
    pub struct Recovery as "ClassifiedError": Eq {
        /// What to do next.
        pub action: RecoveryAction,
        /// How long to wait before the next request; 0 if it may go at once.
        pub wait_ms: u64,
        /// The largest prompt that may be sent, where the error tells it: its limit, less the answer
        /// that was asked for.
        pub ceiling_tokens: Option<u64>,
        /// Which refusal in a row this is, from 1 on.
        pub attempt: u32,
        /// What is wrong.
        pub kind: ErrorClass,
        /// Whether the very same request may succeed later.
        pub retry: bool,
        /// What the kind is known by.
        pub known_by: super::errors::MatchedBy,
        /// The status of HTTP.
        pub status: Option<u16>,
        /// Tokens of the prompt that was refused.
        pub prompt_tokens: Option<u64>,
        /// The most tokens that a prompt may have, together with the answer where the provider counts
        /// both.
        pub limit_tokens: Option<u64>,
        /// Tokens that the request asked for as an answer.
        pub max_output_tokens: Option<u64>,
        /// The most tokens that it may ask for.
        pub limit_output_tokens: Option<u64>,
        /// Bytes of what was too large.
        pub bytes: Option<u64>,
        /// The most bytes that it may have.
        pub limit_bytes: Option<u64>,
        /// The most media that a request may hold.
        pub limit_media: Option<u64>,
        /// How long the provider asks to wait.
        pub retry_after_ms: Option<u64>,
        /// JSON Pointer into the request, down to the last index that the error names:
        /// `/messages/3/content/1`.
        pub place: Option<String>,
        /// What the provider says, for a person to read; at most 500 chars.
        pub message: String,
    }
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
pub fn recover<V: AsView + ?Sized>(error: &V, attempt: u32) -> Result<Recovery> {
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
