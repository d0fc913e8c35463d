//! What gemini-cli says about a run by its events.

use conspectus::Item;
use conspectus::inner::shapes;

shapes! {
    /// gemini-cli's event after a compaction.
    pub struct ChatEvent: Eq {
        /// Its name: `ChatCompressed`.
        pub name: String,
        /// Tokens before.
        pub original_token_count: u64,
        /// Tokens after.
        pub new_token_count: u64,
    }
}

/// The event of a run, from its result. `None` if it has not summarized: gemini-cli says nothing then,
/// even if results were truncated. Source: `processTurn` of gemini-cli 0.61.0.
///
/// ```
/// use conspectus::Item;
/// use conspectus_presets::gemini_cli::events::chat_event;
/// use serde_json::json;
///
/// let result = json!({ "status": "summarized", "tokens_before": 9_000, "tokens_after": 2_000 });
/// assert_eq!(chat_event(&Item::from(&result)).map(|event| event.new_token_count), Some(2_000));
/// ```
#[must_use]
pub fn chat_event(result: &Item<'_>) -> Option<ChatEvent> {
    // Node has other spellings.
    let count = |names: [&str; 2]| result.first(&names).filter(Item::is_number);
    let is_summarized = result.get("status")?.is_str("summarized");
    let (before, after) = (
        count(["tokens_before", "tokensBefore"])?,
        count(["tokens_after", "tokensAfter"])?,
    );
    is_summarized.then(|| ChatEvent {
        name: "ChatCompressed".to_owned(),
        original_token_count: before.number() as u64,
        new_token_count: after.number() as u64,
    })
}
