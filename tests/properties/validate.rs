//! What providers accept, checked from their own rules. Shares no code with the core.

use super::generate::Shape;
use serde_json::Value;

/// The first rule that `messages` break, in words.
pub fn problem(shape: Shape, messages: &Value) -> Option<String> {
    let list = messages.as_array()?;
    match shape {
        Shape::Gemini => gemini(list),
        Shape::OpenaiChat => openai_chat(list),
        Shape::Anthropic => anthropic(list),
    }
}

/// Every model turn with function calls is followed by one user turn with as many function responses, of the same names
/// in some order, unless it is the last; responses stand nowhere else; roles are user and model; parts are not empty.
fn gemini(list: &[Value]) -> Option<String> {
    let names = |message: &Value, key: &str, field: &str| -> Vec<String> {
        let parts = message["parts"].as_array().cloned().unwrap_or_default();
        let mut names: Vec<String> = parts.iter().filter_map(|part| Some(part.get(key)?.get(field)?.as_str()?.to_owned())).collect();
        names.sort();
        names
    };
    if list.first().is_some_and(|first| first["role"] != "user") {
        return Some("the first turn is not the user's".to_owned());
    }
    for (index, message) in list.iter().enumerate() {
        if message["role"] != "user" && message["role"] != "model" {
            return Some(format!("role {} at {index}", message["role"]));
        }
        if message["parts"].as_array().is_none_or(Vec::is_empty) {
            return Some(format!("no parts at {index}"));
        }
        let calls = if message["role"] == "model" { names(message, "functionCall", "name") } else { Vec::new() };
        let next = list.get(index + 1).map_or_else(Vec::new, |next| names(next, "functionResponse", "name"));
        if index + 1 < list.len() && calls != next {
            return Some(format!("calls {calls:?} at {index} are answered by {next:?}"));
        }
    }
    (!names(list.first()?, "functionResponse", "name").is_empty()).then(|| "the first turn answers calls".to_owned())
}

/// Every tool message answers a call of the nearest assistant message before it, with nothing but tool messages between;
/// every call is answered once before anything else comes, unless the history ends there.
fn openai_chat(list: &[Value]) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if role == "tool" {
            let id = message["tool_call_id"].as_str().unwrap_or_default();
            let Some(position) = open.iter().position(|call| call == id) else {
                return Some(format!("tool message {index} answers no open call {id}"));
            };
            open.remove(position);
            continue;
        }
        if !open.is_empty() {
            return Some(format!("calls {open:?} are not answered before {index}"));
        }
        if !["system", "user", "assistant"].contains(&role) {
            return Some(format!("role {role} at {index}"));
        }
        if role != "assistant" && message["content"].is_null() {
            return Some(format!("no content at {index}"));
        }
        open = message["tool_calls"].as_array().into_iter().flatten().filter_map(|call| Some(call["id"].as_str()?.to_owned())).collect();
    }
    None
}

/// The first message is the user's; every `tool_use` is answered in the next message, a user's, by exactly one
/// `tool_result`, unless the history ends; results stand nowhere else; texts and lists are not empty.
fn anthropic(list: &[Value]) -> Option<String> {
    let ids = |message: &Value, kind: &str, field: &str| -> Vec<String> {
        let blocks = message["content"].as_array().cloned().unwrap_or_default();
        let mut ids: Vec<String> =
            blocks.iter().filter(|block| block["type"] == kind).filter_map(|block| Some(block[field].as_str()?.to_owned())).collect();
        ids.sort();
        ids
    };
    if list.first().is_some_and(|first| first["role"] != "user") {
        return Some("the first message is not the user's".to_owned());
    }
    if list.first().is_some_and(|first| !ids(first, "tool_result", "tool_use_id").is_empty()) {
        return Some("the first message answers calls".to_owned());
    }
    for (index, message) in list.iter().enumerate() {
        let empty = match &message["content"] {
            Value::String(text) => text.is_empty(),
            Value::Array(blocks) => blocks.is_empty() || blocks.iter().any(|block| block["type"] == "text" && block["text"] == ""),
            _ => true,
        };
        if empty {
            return Some(format!("empty content at {index}"));
        }
        let uses = if message["role"] == "assistant" { ids(message, "tool_use", "id") } else { Vec::new() };
        let Some(next) = list.get(index + 1) else { continue };
        let results = ids(next, "tool_result", "tool_use_id");
        if uses != results || (!results.is_empty() && next["role"] != "user") {
            return Some(format!("calls {uses:?} at {index} are answered by {results:?}"));
        }
    }
    None
}
