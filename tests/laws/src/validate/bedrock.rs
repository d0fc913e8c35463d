//! The rules of Bedrock's Converse for `messages`.

use super::{missing, open_loop};
use serde_json::Value;

/// - Roles are user and assistant; the user begins, and "roles must alternate".
/// - "The content field in the Message object is empty", "text content blocks must contain
///   non-whitespace text".
/// - "Expected toolResult blocks at messages.N.content for the following Ids": the next user
///   message answers each call; "the number of toolResult blocks exceeds the number of toolUse
///   blocks of previous turn": it answers nothing else.
/// - A block has one known key; calls and thoughts are the assistant's, results the user's.
/// - A result's content is a list of text, json and media blocks.
/// - An open tool loop of a model that signs begins with its thought.
pub(super) fn check(list: &[Value], signs: bool) -> Result<(), String> {
    let mut calls: Vec<String> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        let role = message["role"].as_str().unwrap_or_default();
        if role != if index % 2 == 0 { "user" } else { "assistant" } {
            return Err(at(format!("role `{role}`")));
        }
        let blocks = message["content"]
            .as_array()
            .filter(|blocks| !blocks.is_empty())
            .ok_or_else(|| at("no content".to_owned()))?;
        blocks
            .iter()
            .try_for_each(|block| check_block(block, role))
            .map_err(at)?;
        if role == "assistant" {
            calls = ids(message, "toolUse");
            continue;
        }
        let left = missing(std::mem::take(&mut calls), ids(message, "toolResult"))
            .map_err(|id| at(format!("`{id}` was not called")))?;
        let only_results = blocks.iter().all(|block| {
            block
                .get("toolResult")
                .or(block.get("cachePoint"))
                .is_some()
        });
        if !left.is_empty() && !(index + 1 == list.len() && only_results) {
            return Err(at(format!("{left:?} are not answered")));
        }
    }
    if signs {
        let has = |message: &Value, key: &str| {
            message["content"]
                .as_array()
                .is_some_and(|blocks| blocks.iter().any(|block| block.get(key).is_some()))
        };
        let first = |message: &Value| {
            message["content"]
                .as_array()
                .and_then(|blocks| blocks.first().cloned())
                .unwrap_or_default()
        };
        open_loop(
            list,
            &|message| message["role"] == "user" && !has(message, "toolResult"),
            &|message| message["role"] == "assistant",
            &|message| has(message, "toolUse"),
            &|message| first(message).get("reasoningContent").is_some(),
        )?;
    }
    Ok(())
}

fn check_block(block: &Value, role: &str) -> Result<(), String> {
    let object = block.as_object().ok_or("a block that is no object")?;
    let key = object.keys().next().map(String::as_str).unwrap_or_default();
    let inner = &block[key];
    let fits = object.len() == 1
        && match key {
            "text" => inner.as_str().is_some_and(|text| !text.trim().is_empty()),
            "image" | "document" | "video" => {
                inner["format"].is_string() && inner["source"].is_object()
            }
            "toolUse" => {
                role == "assistant"
                    && inner["toolUseId"].is_string()
                    && inner["name"].is_string()
                    && inner.get("input").is_some()
            }
            "reasoningContent" => {
                role == "assistant"
                    && (inner["reasoningText"]["text"].is_string()
                        || inner["redactedContent"].is_string())
            }
            "toolResult" => {
                role == "user"
                    && inner["toolUseId"].is_string()
                    && inner["content"]
                        .as_array()
                        .is_some_and(|inner| inner.iter().all(is_result_block))
            }
            "cachePoint" => inner["type"] == "default",
            "xFuture" => true,
            _ => false,
        };
    if fits {
        Ok(())
    } else {
        Err(format!("the {role} has {block:.160}"))
    }
}

fn is_result_block(block: &Value) -> bool {
    let keys = block.as_object().map_or(0, serde_json::Map::len);
    keys == 1
        && (block["text"].is_string()
            || ["json", "image", "document", "video"]
                .iter()
                .any(|key| block[*key].is_object()))
}

fn ids(message: &Value, key: &str) -> Vec<String> {
    let blocks = message["content"].as_array().into_iter().flatten();
    blocks
        .filter_map(|block| block[key]["toolUseId"].as_str())
        .map(str::to_owned)
        .collect()
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let (calls, answered) = match list {
        [.., last] if last["role"] == "assistant" => (ids(last, "toolUse"), Vec::new()),
        [.., call, last] => {
            let only_results = last["content"]
                .as_array()
                .is_some_and(|blocks| blocks.iter().all(|block| block.get("text").is_none()));
            let answered = ids(last, "toolResult");
            if only_results {
                (ids(call, "toolUse"), answered)
            } else {
                return Vec::new();
            }
        }
        _ => return Vec::new(),
    };
    missing(calls, answered)
        .unwrap_or_default()
        .into_iter()
        .map(|id| (id, String::new()))
        .collect()
}
