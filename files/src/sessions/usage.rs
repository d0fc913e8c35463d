//! The recorded usage of an agent's calls.

use super::record::Record;
use crate::json_text::JsonText;
use conspectus::host::item::Kind;
use conspectus::read_usage;
use serde_json::{Value, json};

/// Fields of messages that contain the usage of their own call.
const FIELDS: [&str; 3] = ["usage", "usage_metadata", "usageMetadata"];

/// Returns the usage that the messages contain; empty if no message has it.
pub(super) fn of_messages<'a>(
    messages: impl IntoIterator<Item = JsonText<'a>>,
) -> Vec<Option<Value>> {
    let of_message = |message: JsonText<'a>| {
        let mut held = FIELDS.iter().filter_map(|field| message.get(field));
        held.find_map(|usage| read(Some(usage)))
    };
    or_none(messages.into_iter().map(of_message).collect())
}

/// The usage of each message, or none at all if none is known.
pub(super) fn or_none(usage: Vec<Option<Value>>) -> Vec<Option<Value>> {
    if usage.iter().any(Option::is_some) {
        usage
    } else {
        Vec::new()
    }
}

/// A usage object with the size of a prompt.
pub(super) fn read(usage: Option<JsonText<'_>>) -> Option<Value> {
    let usage = usage.filter(|usage| usage.kind() == Kind::Object)?;
    known(usage.to_value().ok()?)
}

/// The usage in a record with these names for prompt, cached part and answer.
pub(super) fn named(usage: &Record<'_>, [prompt, cached, output]: [&str; 3]) -> Option<Value> {
    let tokens = |name| usage.number(name).map(|tokens| tokens.max(0.0) as u64);
    known(json!({
        "prompt_tokens": tokens(prompt)?,
        "completion_tokens": tokens(output),
        "prompt_tokens_details": { "cached_tokens": tokens(cached) },
    }))
}

/// The tokens of the prompt.
pub(super) fn prompt_tokens(usage: &Value) -> Option<u64> {
    let usage = read_usage(usage).ok().flatten()?;
    Some(usage.prompt_tokens).filter(|tokens| *tokens > 0)
}

/// A usage, if it has the size of a prompt.
pub(super) fn known(usage: Value) -> Option<Value> {
    prompt_tokens(&usage).map(|_| usage)
}
