//! Whether a provider's answer holds nothing, though the model ended it by itself.

use crate::host::listed::listed;
use serde_json::Value;

/// Where answers hold what the model said, a list each.
const LISTS: [&str; 4] = ["choices", "content", "candidates", "output"];
/// Where an item of such a list holds it.
const HOLDERS: [&str; 5] = ["message", "delta", "content", "text", "parts"];
/// What may stand beside it. Anything else is something that the model said, or did.
const BESIDE: [&str; 16] = listed(
    "role index id object status finish_reason finishReason stop_reason stop_sequence logprobs \
     annotations avgLogprobs safetyRatings citationMetadata tokenCount thoughtSignature",
);
/// Types of items that hold text alone.
const TYPES: [&str; 3] = ["text", "output_text", "message"];
/// How an answer ends that nobody stopped: the words of the chat format, Anthropic, Gemini, the
/// Responses format. A filter or a limit of the answer says why there is nothing.
const ENDS: [&str; 5] = ["stop", "end_turn", "STOP", "completed", "eos"];
const END_KEYS: [&str; 5] = [
    "finish_reason",
    "finishReason",
    "stop_reason",
    "stopReason",
    "status",
];

pub(super) fn is_empty(answer: &Value) -> bool {
    let lists: Vec<&Vec<Value>> = LISTS
        .iter()
        .filter_map(|list| answer.get(list)?.as_array())
        .collect();
    let is_ended = |value: &Value| {
        let mut ends = END_KEYS.iter().filter_map(|key| value.get(key)?.as_str());
        ends.all(|end| ENDS.contains(&end))
    };
    !lists.is_empty()
        && is_ended(answer)
        && lists
            .iter()
            .all(|list| list.iter().all(|item| is_ended(item) && says_nothing(item)))
}

fn says_nothing(item: &Value) -> bool {
    match item {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(says_nothing),
        Value::Object(fields) => fields.iter().all(|(key, value)| match key.as_str() {
            "type" => value.as_str().is_some_and(|kind| TYPES.contains(&kind)),
            key if HOLDERS.contains(&key) => says_nothing(value),
            key => BESIDE.contains(&key) || is_blank(value),
        }),
        _ => false,
    }
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}
