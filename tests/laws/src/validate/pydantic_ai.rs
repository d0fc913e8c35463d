//! pydantic-ai's rules: the messages that its type adapter reads, and those that it sends
//! unchanged. It repairs some lists on its own by dropping results and making up others; here these
//! are rejected. Source: package `pydantic-ai-slim`, version 2.68.0 (`messages.py`), November 2026.

use super::{missing, open_loop};
use serde_json::Value;

/// - A message is a request or a response, with parts of the kinds that it may hold.
/// - Requests that follow each other are sent as one, results first; in one request that is sent
///   alone they come before the user's words.
/// - Each call of a response is answered in the request after it, and nothing else is.
/// - A signature names the provider that gave it.
/// - An open tool loop of a model that signs begins with its thought.
pub(super) fn check(list: &[Value], signs: bool) -> Result<(), String> {
    for (index, message) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        let parts = message["parts"]
            .as_array()
            .ok_or_else(|| at("no parts".to_owned()))?;
        let fits: fn(&Value) -> bool = match message["kind"].as_str().unwrap_or_default() {
            "request" => is_of_request,
            "response" => is_of_response,
            kind => return Err(at(format!("kind `{kind}`"))),
        };
        if let Some(part) = parts.iter().find(|part| !fits(part)) {
            return Err(at(format!("a {} has {part:.200}", message["kind"])));
        }
    }
    let turns: Vec<&[Value]> = turns(list);
    let mut calls = Vec::new();
    for (number, turn) in turns.iter().enumerate() {
        if turn[0]["kind"] == "response" {
            // Each response is one answer of a model: the calls of the one before stay open.
            for (place, message) in turn.iter().enumerate() {
                if place > 0 && !calls.is_empty() {
                    return Err(format!("turn {number} does not answer {calls:?}"));
                }
                calls = ids(message, is_call);
            }
            continue;
        }
        let results = turn
            .iter()
            .flat_map(|message| ids(message, is_result))
            .collect();
        let left = missing(std::mem::take(&mut calls), results)
            .map_err(|id| format!("turn {number} answers `{id}`, which was not called"))?;
        let only_results = turn.iter().all(|message| parts(message).all(is_result));
        if !left.is_empty() && !(number + 1 == turns.len() && only_results) {
            return Err(format!("turn {number} does not answer {left:?}"));
        }
        if let [message] = turn {
            let mut spoken = false;
            for part in parts(message) {
                if is_result(part) && spoken {
                    return Err(format!("turn {number} says something before its results"));
                }
                spoken |= !is_result(part);
            }
        }
    }
    if signs {
        open_loop(
            list,
            &|message| message["kind"] == "request" && !parts(message).any(is_result),
            &|message| message["kind"] == "response",
            &|message| parts(message).any(is_call),
            &|message| {
                parts(message)
                    .next()
                    .is_some_and(|part| part["part_kind"] == "thinking")
            },
        )?;
    }
    Ok(())
}

/// Neighbours of one kind.
fn turns(list: &[Value]) -> Vec<&[Value]> {
    list.chunk_by(|a, b| a["kind"] == b["kind"]).collect()
}

fn parts(message: &Value) -> impl Iterator<Item = &Value> {
    message["parts"].as_array().into_iter().flatten()
}

fn is_call(part: &Value) -> bool {
    part["part_kind"] == "tool-call"
}

/// A prompt to try again that names no tool answers none.
fn is_result(part: &Value) -> bool {
    part["part_kind"] == "tool-return"
        || (part["part_kind"] == "retry-prompt" && part["tool_name"].is_string())
}

fn ids(message: &Value, is_one: fn(&Value) -> bool) -> Vec<String> {
    parts(message)
        .filter(|part| is_one(part))
        .map(|part| part["tool_call_id"].as_str().unwrap_or_default().to_owned())
        .collect()
}

fn is_of_request(part: &Value) -> bool {
    let content = &part["content"];
    match part["part_kind"].as_str().unwrap_or_default() {
        "system-prompt" => content.is_string(),
        "user-prompt" => is_prompt(content),
        "tool-return" => {
            part["tool_name"].is_string()
                && part["tool_call_id"].is_string()
                && part.get("content").is_some()
                && ["success", "failed", "denied", "interrupted", "retried"]
                    .contains(&part["outcome"].as_str().unwrap_or("success"))
        }
        "retry-prompt" => {
            let is_detail = |detail: &Value| {
                detail["type"].is_string() && detail["loc"].is_array() && detail["msg"].is_string()
            };
            content.is_string()
                || content
                    .as_array()
                    .is_some_and(|details| details.iter().all(is_detail))
        }
        _ => false,
    }
}

fn is_prompt(content: &Value) -> bool {
    let is_item = |item: &Value| {
        item.is_string()
            || is_medium(item)
            || (item["kind"] == "text-content" && item["content"].is_string())
    };
    content.is_string()
        || content
            .as_array()
            .is_some_and(|items| !items.is_empty() && items.iter().all(is_item))
}

fn is_medium(item: &Value) -> bool {
    match item["kind"].as_str().unwrap_or_default() {
        "binary" => item["data"].is_string() && item["media_type"].is_string(),
        "image-url" | "audio-url" | "video-url" | "document-url" => item["url"].is_string(),
        _ => false,
    }
}

fn is_of_response(part: &Value) -> bool {
    let content = &part["content"];
    match part["part_kind"].as_str().unwrap_or_default() {
        "text" => content.is_string(),
        "thinking" => {
            content.is_string()
                && (part["signature"].is_null() || part["provider_name"].is_string())
        }
        "file" => content["kind"] == "binary" && is_medium(content),
        "tool-call" => {
            let args = &part["args"];
            part["tool_name"].is_string()
                && part["tool_call_id"].is_string()
                && (args.is_string() || args.is_object() || args.is_null())
        }
        _ => false,
    }
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let Some(last) = list
        .iter()
        .rposition(|message| message["kind"] == "response")
    else {
        return Vec::new();
    };
    if list[last + 1..]
        .iter()
        .any(|message| !parts(message).all(is_result))
    {
        return Vec::new();
    }
    let results: Vec<String> = list[last + 1..]
        .iter()
        .flat_map(|message| ids(message, is_result))
        .collect();
    let name = |id: &str| {
        let call = parts(&list[last]).find(|part| is_call(part) && part["tool_call_id"] == *id);
        call.and_then(|call| call["tool_name"].as_str())
            .unwrap_or_default()
            .to_owned()
    };
    let left = missing(ids(&list[last], is_call), results).unwrap_or_default();
    left.into_iter().map(|id| (id.clone(), name(&id))).collect()
}
