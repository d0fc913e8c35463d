//! What the providers accept, from their own rules and error messages, in our words. Plain JSON; no code of the core.
//!
//! A history may end while calls still run: then the last batch is answered in part or not at all. That is the only
//! place where a rule about answers is relaxed; [`answer_waiting`] answers what waits, so that a test can ask for all of it.
//!
//! Where a provider merges neighbours of the same role (Gemini, Anthropic), rules speak of the merged *turn*.

mod anthropic;
mod gemini;
mod openai_chat;

use crate::Shape;
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// What a session is bound to, taken from its history before anything is done to it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Session {
    /// The model signs its thoughts: an open tool loop must begin as its provider demands.
    pub signs: bool,
}

impl Session {
    /// The session that a history comes from.
    #[must_use]
    pub fn of(shape: Shape, messages: &Value) -> Self {
        Self { signs: !signed_parts(shape, messages).is_empty() }
    }
}

/// The first rule that `messages` break, in words with the place.
///
/// # Errors
/// If there is one.
pub fn check(shape: Shape, messages: &Value, session: Session) -> Result<(), String> {
    let list = messages.as_array().ok_or("not a list")?;
    match shape {
        Shape::Gemini => gemini::check(list, session),
        Shape::OpenaiChat => openai_chat::check(list),
        Shape::Anthropic => anthropic::check(list, session),
    }
}

/// Calls that wait for their result at the end of the history, as (id, tool).
#[must_use]
pub fn waiting(shape: Shape, messages: &Value) -> Vec<(String, String)> {
    let list = messages.as_array().map(Vec::as_slice).unwrap_or_default();
    match shape {
        Shape::Gemini => gemini::waiting(list),
        Shape::OpenaiChat => openai_chat::waiting(list),
        Shape::Anthropic => anthropic::waiting(list),
    }
}

/// The history with every waiting call answered.
#[must_use]
pub fn answer_waiting(shape: Shape, messages: &Value, waiting: &[(String, String)]) -> Value {
    let mut list = messages.as_array().cloned().unwrap_or_default();
    if waiting.is_empty() {
        return Value::Array(list);
    }
    match shape {
        Shape::Gemini => {
            let parts = waiting.iter().map(|(id, name)| {
                let mut response = json!({ "name": name, "response": { "output": "late" } });
                if !id.is_empty() {
                    response["id"] = json!(id);
                }
                json!({ "functionResponse": response })
            });
            list.push(json!({ "role": "user", "parts": parts.collect::<Vec<_>>() }));
        }
        Shape::OpenaiChat => list.extend(waiting.iter().map(|(id, _)| json!({ "role": "tool", "tool_call_id": id, "content": "late" }))),
        Shape::Anthropic => {
            let blocks = waiting.iter().map(|(id, _)| json!({ "type": "tool_result", "tool_use_id": id, "content": "late" }));
            list.push(json!({ "role": "user", "content": blocks.collect::<Vec<_>>() }));
        }
    }
    Value::Array(list)
}

/// Every part that carries a signature, as it is written. "Do not modify": a part whose signature no longer fits is refused.
#[must_use]
pub fn signed_parts(shape: Shape, messages: &Value) -> Vec<String> {
    let key = if shape == Shape::Gemini { "parts" } else { "content" };
    let parts = messages.as_array().into_iter().flatten().filter_map(|message| message[key].as_array()).flatten();
    let signed = parts.filter(|part| match shape {
        Shape::Gemini => ["thoughtSignature", "thought_signature"].iter().any(|key| part.get(*key).is_some()),
        Shape::OpenaiChat => false,
        Shape::Anthropic => part["type"] == "redacted_thinking" || part["signature"].as_str().is_some_and(|signature| !signature.is_empty()),
    });
    signed.map(Value::to_string).collect()
}

/// Every signed part of `after` stands in `before`, byte for byte.
///
/// # Errors
/// The first one that does not.
pub fn check_signatures(shape: Shape, before: &Value, after: &Value) -> Result<(), String> {
    let known = signed_parts(shape, before);
    match signed_parts(shape, after).into_iter().find(|part| !known.contains(part)) {
        Some(part) => Err(format!("a signed part was changed: {part:.120}")),
        None => Ok(()),
    }
}

/// Ranges of neighbours with the same role, with the role.
fn turns(list: &[Value]) -> Vec<(&str, &[Value])> {
    list.chunk_by(|a, b| a["role"] == b["role"]).map(|turn| (turn[0]["role"].as_str().unwrap_or_default(), turn)).collect()
}

/// How often each item occurs.
fn counts(items: impl IntoIterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// What of `wanted` is not in `found`, each as often as it is missing; `Err` with the first that is found but not wanted.
fn missing(wanted: Vec<String>, found: Vec<String>) -> Result<Vec<String>, String> {
    let mut found = counts(found);
    let mut left = Vec::new();
    for item in wanted {
        match found.get_mut(&item) {
            Some(count) if *count > 0 => *count -= 1,
            _ => left.push(item),
        }
    }
    match found.into_iter().find(|(_, count)| *count > 0) {
        Some((item, _)) => Err(item),
        None => Ok(left),
    }
}
