//! Detects an empty response, although the model ended it normally.

use crate::host::listed::listed;
use serde_json::Value;

/// Fields of a response with the model's output, each a list.
const LISTS: [&str; 4] = ["choices", "content", "candidates", "output"];
/// Fields of a list item with the model's output.
const HOLDERS: [&str; 5] = ["message", "delta", "content", "text", "parts"];
/// Other fields that an empty item may have. Any field not listed counts as output, unless it is
/// blank.
const BESIDE: [&str; 16] = listed(
    "role index id object status finish_reason finishReason stop_reason stop_sequence logprobs \
     annotations avgLogprobs safetyRatings citationMetadata tokenCount thoughtSignature",
);
/// Types of items that hold text alone.
const TYPES: [&str; 3] = ["text", "output_text", "message"];
/// Values that mean that a response ended normally, in the chat format, Anthropic, Gemini and the
/// Responses format. If a filter or a limit ended it, that explains why it is empty.
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
