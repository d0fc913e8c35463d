//! OpenAI's rules for `messages`.

use serde_json::Value;

/// - Roles are system, developer, user, assistant, tool.
/// - "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'": the
///   nearest assistant message before, with nothing but tool messages between.
/// - "An assistant message with 'tool_calls' must be followed by tool messages responding to each
///   'tool_call_id'": each once, before anything else comes.
/// - Content is a string or a list of parts that is not empty, and is required of everyone but an
///   assistant that calls.
/// - `tool_calls` is not an empty list ("[] is too short"), and each names a function.
pub(super) fn check(list: &[Value]) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if !["system", "developer", "user", "assistant", "tool"].contains(&role) {
            return Err(format!("role `{role}` at {index}"));
        }
        let calls = message.get("tool_calls");
        check_content(message, role == "assistant" && calls.is_some())
            .map_err(|problem| format!("{problem} at {index}"))?;
        if role == "tool" {
            let id = message["tool_call_id"]
                .as_str()
                .ok_or_else(|| format!("no tool_call_id at {index}"))?;
            let position = open
                .iter()
                .position(|call| call == id)
                .ok_or_else(|| format!("`{id}` at {index} answers no open call"))?;
            open.remove(position);
            continue;
        }
        if !open.is_empty() {
            return Err(format!("{open:?} are not answered before {index}"));
        }
        let Some(calls) = calls else { continue };
        let calls = calls
            .as_array()
            .filter(|calls| !calls.is_empty() && role == "assistant")
            .ok_or_else(|| format!("misplaced or empty tool_calls at {index}"))?;
        for call in calls {
            let id = call["id"]
                .as_str()
                .ok_or_else(|| format!("a call without an id at {index}"))?;
            call["function"]["name"]
                .as_str()
                .ok_or_else(|| format!("a call without a name at {index}"))?;
            call["function"]["arguments"]
                .as_str()
                .ok_or_else(|| format!("a call without arguments at {index}"))?;
            open.push(id.to_owned());
        }
    }
    Ok(())
}

fn check_content(message: &Value, calls: bool) -> Result<(), String> {
    match &message["content"] {
        Value::String(_) => Ok(()),
        Value::Array(parts) if !parts.is_empty() => {
            match parts.iter().find(|part| part["type"].as_str().is_none()) {
                Some(part) => Err(format!("a part without a type: {part:.80}")),
                None => Ok(()),
            }
        }
        Value::Null if calls => Ok(()),
        other => Err(format!("content {other:.80}")),
    }
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let Some(last) = list.iter().rposition(|message| message["role"] != "tool") else {
        return Vec::new();
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let calls = list[last]["tool_calls"].as_array().into_iter().flatten();
    let mut left: Vec<(String, String)> = calls
        .map(|call| (text(&call["id"]), text(&call["function"]["name"])))
        .collect();
    for result in &list[last + 1..] {
        if let Some(position) = left
            .iter()
            .position(|(id, _)| *id == text(&result["tool_call_id"]))
        {
            left.remove(position);
        }
    }
    left
}
