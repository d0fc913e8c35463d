//! pi's rules: the types of its messages, and what providers ask of the calls in them. It makes up
//! results that are missing; here such lists are refused. Source: package `@mariozechner/pi-ai`,
//! version 0.73.1 (`types.d.ts`, `providers/transform-messages.js`), November 2026.

use super::open_loop;
use serde_json::Value;

/// - A message is the user's, the agent's or a tool's. It has the fields of its type, which pi's
///   code reads without asking, and a time.
/// - A tool's message answers an open call of the answer before; every call is answered before
///   anything else comes.
/// - An open tool loop of a model that signs begins with its thought.
pub(super) fn check(list: &[Value], signs: bool) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        let role = message["role"].as_str().unwrap_or_default();
        if !message["timestamp"].is_number() {
            return Err(at("no timestamp".to_owned()));
        }
        check_content(&message["content"], role).map_err(at)?;
        if role == "toolResult" {
            let id = message["toolCallId"]
                .as_str()
                .ok_or_else(|| at("no toolCallId".to_owned()))?;
            if !message["toolName"].is_string() || !message["isError"].is_boolean() {
                return Err(at(format!("a result without its fields: {message:.200}")));
            }
            let position = open
                .iter()
                .position(|call| *call == id)
                .ok_or_else(|| at(format!("`{id}` answers no open call")))?;
            open.remove(position);
            continue;
        }
        if !open.is_empty() {
            return Err(at(format!("{open:?} are not answered before")));
        }
        if role == "assistant" {
            check_answer(message).map_err(at)?;
            open.extend(
                blocks(message)
                    .filter(|block| is_call(block))
                    .map(|block| block["id"].as_str().unwrap_or_default()),
            );
        }
    }
    if signs {
        open_loop(
            list,
            &|message| message["role"] == "user",
            &|message| message["role"] == "assistant",
            &|message| blocks(message).any(is_call),
            &|message| {
                blocks(message)
                    .next()
                    .is_some_and(|block| block["type"] == "thinking")
            },
        )?;
    }
    Ok(())
}

/// What pi notes about an answer. Its compaction reads the usage.
fn check_answer(message: &Value) -> Result<(), String> {
    let strings = ["api", "provider", "model"];
    let numbers = ["input", "output", "cacheRead", "cacheWrite", "totalTokens"];
    let reasons = ["stop", "length", "toolUse", "error", "aborted"];
    match strings.iter().find(|key| !message[**key].is_string()) {
        Some(key) => Err(format!("an answer without `{key}`")),
        None if numbers
            .iter()
            .any(|key| !message["usage"][*key].is_number()) =>
        {
            Err("an answer without its usage".to_owned())
        }
        None if !reasons.contains(&message["stopReason"].as_str().unwrap_or_default()) => {
            Err(format!("stopReason {}", message["stopReason"]))
        }
        None => Ok(()),
    }
}

fn check_content(content: &Value, role: &str) -> Result<(), String> {
    let kinds: &[&str] = match role {
        "user" | "toolResult" => &["text", "image"],
        "assistant" => &["text", "thinking", "toolCall"],
        _ => return Err(format!("role `{role}`")),
    };
    match content {
        Value::String(_) if role == "user" => Ok(()),
        Value::Array(blocks) => match blocks.iter().find(|block| !fits(block, kinds)) {
            Some(block) => Err(format!("the {role} has {block:.160}")),
            None => Ok(()),
        },
        other => Err(format!("{role} content {other:.80}")),
    }
}

fn fits(block: &Value, kinds: &[&str]) -> bool {
    let kind = block["type"].as_str().unwrap_or_default();
    let has = |keys: &[&str]| keys.iter().all(|key| block[*key].is_string());
    kinds.contains(&kind)
        && match kind {
            "text" => has(&["text"]),
            "thinking" => {
                has(&["thinking"]) && (block["redacted"] != true || has(&["thinkingSignature"]))
            }
            "image" => has(&["data", "mimeType"]),
            _ => has(&["id", "name"]) && block["arguments"].is_object(),
        }
}

fn blocks(message: &Value) -> impl Iterator<Item = &Value> {
    message["content"].as_array().into_iter().flatten()
}

fn is_call(block: &Value) -> bool {
    block["type"] == "toolCall"
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let Some(last) = list
        .iter()
        .rposition(|message| message["role"] != "toolResult")
    else {
        return Vec::new();
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut left: Vec<(String, String)> = blocks(&list[last])
        .filter(|block| is_call(block))
        .map(|call| (text(&call["id"]), text(&call["name"])))
        .collect();
    for result in &list[last + 1..] {
        if let Some(position) = left.iter().position(|(id, _)| result["toolCallId"] == *id) {
            left.remove(position);
        }
    }
    left
}
