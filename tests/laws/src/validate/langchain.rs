//! What LangChain's integrations accept: messages that `messages_from_dict` reads, and providers'
//! rules for calls.

use super::open_loop;
use serde_json::Value;

/// - A message is `{type, data: {content, ...}}` of type human, ai, system or tool; content is a
///   text or a list of blocks with types.
/// - A tool message has a `tool_call_id` that answers an open call of the last ai message ("must be
///   a response to a preceding message with 'tool_calls'").
/// - Every call is answered before anything else comes.
/// - An open tool loop of a model that signs begins with its thought.
pub(super) fn check(list: &[Value], signs: bool) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        let data = &message["data"];
        check_content(&data["content"]).map_err(at)?;
        match message["type"].as_str().unwrap_or_default() {
            "tool" => {
                let id = data["tool_call_id"]
                    .as_str()
                    .ok_or_else(|| at("no tool_call_id".to_owned()))?;
                let position = open
                    .iter()
                    .position(|call| *call == id)
                    .ok_or_else(|| at(format!("`{id}` answers no open call")))?;
                open.remove(position);
            }
            _ if !open.is_empty() => return Err(at(format!("{open:?} are not answered before"))),
            "ai" => {
                for call in data["tool_calls"].as_array().into_iter().flatten() {
                    let id = call["id"]
                        .as_str()
                        .ok_or_else(|| at("a call without an id".to_owned()))?;
                    if !call["name"].is_string() || !call["args"].is_object() {
                        return Err(at(format!("a call of the wrong shape: {call:.120}")));
                    }
                    open.push(id);
                }
            }
            "human" | "system" => {}
            other => return Err(at(format!("type `{other}`"))),
        }
    }
    if signs {
        let calls = |message: &Value| {
            message["data"]["tool_calls"]
                .as_array()
                .is_some_and(|calls| !calls.is_empty())
        };
        let is_thought = |block: &Value| {
            ["thinking", "redacted_thinking", "reasoning"]
                .iter()
                .any(|kind| block["type"] == *kind)
        };
        let thinks = |message: &Value| {
            message["data"]["content"]
                .as_array()
                .and_then(|blocks| blocks.first())
                .is_some_and(is_thought)
        };
        open_loop(
            list,
            &|message| message["type"] == "human",
            &|message| message["type"] == "ai",
            &calls,
            &thinks,
        )?;
    }
    Ok(())
}

fn check_content(content: &Value) -> Result<(), String> {
    match content {
        Value::String(_) => Ok(()),
        Value::Array(blocks)
            if blocks
                .iter()
                .all(|block| block.is_string() || block["type"].is_string()) =>
        {
            Ok(())
        }
        other => Err(format!("content {other:.80}")),
    }
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let Some(last) = list.iter().rposition(|message| message["type"] != "tool") else {
        return Vec::new();
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let calls = list[last]["data"]["tool_calls"]
        .as_array()
        .into_iter()
        .flatten();
    let mut left: Vec<(String, String)> = calls
        .map(|call| (text(&call["id"]), text(&call["name"])))
        .collect();
    for result in &list[last + 1..] {
        if let Some(position) = left
            .iter()
            .position(|(id, _)| *id == text(&result["data"]["tool_call_id"]))
        {
            left.remove(position);
        }
    }
    left
}
