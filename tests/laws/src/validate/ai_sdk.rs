//! The AI SDK's rules for model messages: its schemas, and what it checks before it calls a
//! provider.

use super::open_loop;
use serde_json::Value;

/// - `system` has a text, `user` a text or text, image and file parts, `assistant` a text or its
///   parts, `tool` a list of results and answers to questions.
/// - "Tool result is missing for tool call": each call is answered before the next user or system
///   message, or the next answer of the agent.
/// - Results answer calls of the last assistant message (providers refuse others).
/// - "Tool approval response references unknown approvalId".
/// - An open tool loop of a model that signs begins with its thought, as Anthropic's models demand.
pub(super) fn check(list: &[Value], signs: bool) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut asked: Vec<&str> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        let role = message["role"].as_str().unwrap_or_default();
        check_content(message, role).map_err(at)?;
        if role != "tool" && !open.is_empty() {
            return Err(at(format!("{open:?} are not answered before")));
        }
        for part in message["content"].as_array().into_iter().flatten() {
            let id = part["toolCallId"].as_str().unwrap_or_default();
            match part["type"].as_str().unwrap_or_default() {
                "tool-call" => open.push(id),
                "tool-approval-request" => {
                    asked.push(part["approvalId"].as_str().unwrap_or_default())
                }
                "tool-approval-response"
                    if !asked.contains(&part["approvalId"].as_str().unwrap_or_default()) =>
                {
                    return Err(at(format!("an answer to no question: {part:.120}")));
                }
                "tool-result" => {
                    let position = open
                        .iter()
                        .position(|call| *call == id)
                        .ok_or_else(|| at(format!("`{id}` answers no open call")))?;
                    open.remove(position);
                }
                _ => {}
            }
        }
    }
    if signs {
        let is_user = |message: &Value| message["role"] == "user";
        let calls = |message: &Value| {
            message["content"]
                .as_array()
                .is_some_and(|parts| parts.iter().any(|part| part["type"] == "tool-call"))
        };
        let thinks = |message: &Value| {
            message["content"]
                .as_array()
                .and_then(|parts| parts.first())
                .is_some_and(|part| part["type"] == "reasoning")
        };
        open_loop(
            list,
            &is_user,
            &|message| message["role"] == "assistant",
            &calls,
            &thinks,
        )?;
    }
    Ok(())
}

fn check_content(message: &Value, role: &str) -> Result<(), String> {
    let allowed: &[&str] = match role {
        "system" => &[],
        "user" => &["text", "image", "file"],
        "assistant" => &[
            "text",
            "file",
            "reasoning",
            "tool-call",
            "tool-approval-request",
            "custom",
        ],
        "tool" => &["tool-result", "tool-approval-response"],
        _ => return Err(format!("role `{role}`")),
    };
    match &message["content"] {
        Value::String(_) if role != "tool" => Ok(()),
        Value::Array(parts) if role != "system" && !parts.is_empty() => parts
            .iter()
            .try_for_each(|part| check_part(part, role, allowed)),
        other => Err(format!("{role} content {other:.80}")),
    }
}

fn check_part(part: &Value, role: &str, allowed: &[&str]) -> Result<(), String> {
    let kind = part["type"].as_str().unwrap_or_default();
    let fits = match kind {
        "text" | "reasoning" => part["text"].is_string(),
        "image" => part["image"].is_string(),
        "file" => part["data"].is_string() && part["mediaType"].is_string(),
        "tool-call" => {
            part["toolCallId"].is_string()
                && part["toolName"].is_string()
                && part.get("input").is_some()
        }
        "tool-result" => {
            part["toolCallId"].is_string()
                && part["toolName"].is_string()
                && is_output(&part["output"])
        }
        "tool-approval-request" | "tool-approval-response" => part["approvalId"].is_string(),
        _ => true,
    };
    if allowed.contains(&kind) && fits {
        Ok(())
    } else {
        Err(format!("the {role} has {part:.160}"))
    }
}

fn is_output(output: &Value) -> bool {
    let value = &output["value"];
    match output["type"].as_str().unwrap_or_default() {
        "text" | "error-text" => value.is_string(),
        "json" | "error-json" => output.get("value").is_some(),
        "execution-denied" => output.get("reason").is_none_or(Value::is_string),
        "content" => value.as_array().is_some_and(|blocks| {
            blocks
                .iter()
                .all(|block| match block["type"].as_str().unwrap_or_default() {
                    "text" => block["text"].is_string(),
                    "media" | "file-data" => {
                        block["data"].is_string() && block["mediaType"].is_string()
                    }
                    "file-url" => block["url"].is_string(),
                    _ => false,
                })
        }),
        _ => false,
    }
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let Some(last) = list.iter().rposition(|message| message["role"] != "tool") else {
        return Vec::new();
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = |message: &Value, kind: &str| -> Vec<(String, String)> {
        let parts = message["content"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|part| part["type"] == kind);
        parts
            .map(|part| (text(&part["toolCallId"]), text(&part["toolName"])))
            .collect()
    };
    let mut left = of(&list[last], "tool-call");
    for (id, _) in list[last + 1..]
        .iter()
        .flat_map(|message| of(message, "tool-result"))
    {
        if let Some(position) = left.iter().position(|(call, _)| *call == id) {
            left.remove(position);
        }
    }
    left
}
