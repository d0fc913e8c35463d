//! The AI SDK's rules for `UIMessage`: the schema of `validateUIMessages`, and the requirements of
//! `convertToModelMessages` and of the model for the converted messages. Source: package `ai`,
//! version 6.0.326, November 2026.

use super::open_loop;
use serde_json::Value;

/// - A message has an `id`, a role of three, and parts of known types; there
///   is at least one (version 5, and 6 of messages that are not the agent's).
/// - A tool part has an id, an input, and what its state demands and no more.
/// - "Tool result is missing for tool call": a call without a result is in the last step of the
///   last message.
/// - An open tool loop of a model that signs begins with its thought, as Anthropic's models demand.
pub(super) fn check(list: &[Value], signs: bool) -> Result<(), String> {
    if list.is_empty() {
        return Err("Messages array must not be empty".to_owned());
    }
    for (index, message) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        let role = message["role"].as_str().unwrap_or_default();
        if !message["id"].is_string() || !["system", "user", "assistant"].contains(&role) {
            return Err(at(format!("no id, or role `{role}`")));
        }
        let parts = message["parts"]
            .as_array()
            .ok_or_else(|| at("no parts".to_owned()))?;
        for part in parts {
            if !fits(part, role) {
                return Err(at(format!("the {role} has {part:.200}")));
            }
        }
        if parts.is_empty() {
            return Err(at("Message must contain at least one part".to_owned()));
        }
        let last = index + 1 == list.len();
        let open = if last { last_step(parts) } else { parts.len() };
        if let Some(part) = parts[..open].iter().find(|part| is_open(part)) {
            return Err(at(format!("{} is not answered", part["toolCallId"])));
        }
    }
    if signs {
        let parts = |message: &Value| message["parts"].as_array().cloned().unwrap_or_default();
        open_loop(
            list,
            &|message| message["role"] == "user",
            &|message| message["role"] == "assistant",
            &|message| parts(message).iter().any(is_tool),
            &|message| {
                let first = parts(message)
                    .into_iter()
                    .find(|part| part["type"] != "step-start");
                first.is_some_and(|first| first["type"] == "reasoning")
            },
        )?;
    }
    Ok(())
}

/// Returns the start of the last step of an answer.
fn last_step(parts: &[Value]) -> usize {
    parts
        .iter()
        .rposition(|part| part["type"] == "step-start")
        .unwrap_or(0)
}

fn is_tool(part: &Value) -> bool {
    part["type"]
        .as_str()
        .is_some_and(|kind| kind == "dynamic-tool" || kind.starts_with("tool-"))
}

/// A call that has no result yet.
fn is_open(part: &Value) -> bool {
    is_tool(part)
        && !part["state"]
            .as_str()
            .unwrap_or_default()
            .starts_with("output-")
}

fn fits(part: &Value, role: &str) -> bool {
    let metadata = ["providerMetadata", "callProviderMetadata"];
    if metadata.iter().any(|key| {
        part.get(*key).is_some_and(|value| {
            !value
                .as_object()
                .is_some_and(|fields| fields.values().all(Value::is_object))
        })
    }) {
        return false;
    }
    match part["type"].as_str().unwrap_or_default() {
        "text" => part["text"].is_string(),
        "reasoning" => role == "assistant" && part["text"].is_string(),
        "file" => role != "system" && part["mediaType"].is_string() && part["url"].is_string(),
        "step-start" => role == "assistant",
        "source-url" => part["sourceId"].is_string() && part["url"].is_string(),
        kind if kind.starts_with("data-") => true,
        _ => role == "assistant" && is_tool(part) && fits_its_state(part),
    }
}

fn fits_its_state(part: &Value) -> bool {
    let has = |key: &str| part.get(key).is_some();
    let approval = &part["approval"];
    let asked = approval["id"].is_string();
    let named = part["type"] != "dynamic-tool" || part["toolName"].is_string();
    let state = match part["state"].as_str().unwrap_or_default() {
        "input-streaming" => !has("output") && !has("errorText") && !has("approval"),
        "input-available" => {
            has("input") && !has("output") && !has("errorText") && !has("approval")
        }
        "approval-requested" => {
            has("input")
                && !has("output")
                && !has("errorText")
                && asked
                && approval.get("approved").is_none()
        }
        "approval-responded" => {
            has("input")
                && !has("output")
                && !has("errorText")
                && asked
                && approval["approved"].is_boolean()
        }
        "output-available" => {
            has("input")
                && has("output")
                && !has("errorText")
                && (!has("approval") || asked && approval["approved"] == true)
        }
        "output-error" => {
            !has("output")
                && part["errorText"].is_string()
                && (!has("approval") || asked && approval["approved"] == true)
        }
        "output-denied" => {
            has("input")
                && !has("output")
                && !has("errorText")
                && asked
                && approval["approved"] == false
                && approval.get("reason").is_none_or(Value::is_string)
        }
        _ => false,
    };
    part["toolCallId"].is_string() && named && state
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let last = list.last().filter(|last| last["role"] == "assistant");
    let parts = last.and_then(|last| last["parts"].as_array());
    let open = parts.into_iter().flatten().filter(|part| is_open(part));
    open.map(|part| (text(&part["toolCallId"]), text(&part["type"])))
        .collect()
}

/// Answers the pending calls, in their own parts. A call whose part was removed gets a part that
/// fits no schema.
pub(super) fn answer(list: &mut Vec<Value>, waiting: &[(String, String)]) {
    for (id, kind) in waiting {
        let parts = list
            .last_mut()
            .and_then(|last| last["parts"].as_array_mut());
        let open = parts
            .into_iter()
            .flatten()
            .find(|part| is_open(part) && part["toolCallId"] == *id);
        match open {
            Some(part) => {
                part["state"] = "output-available".into();
                part["output"] = "late".into();
                if part.get("approval").is_some() {
                    part["approval"]["approved"] = true.into();
                }
            }
            None => list.push(serde_json::json!({ "id": "late", "role": "assistant", "parts": [{ "type": kind, "lost": id }] })),
        }
    }
}
