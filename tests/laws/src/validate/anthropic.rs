//! Anthropic's rules for `messages`.

use super::{Session, missing, turns};
use serde_json::Value;

/// - Roles are user and assistant; "first message must use the user role". Neighbours of one role
///   are merged.
/// - "All messages must have non-empty content", "text content blocks must be non-empty" and hold
///   more than white space.
/// - "`tool_use` ids were found without `tool_result` blocks immediately after": the next user turn
///   answers each; "unexpected `tool_use_id` found in `tool_result` blocks": it answers nothing
///   else. The results come first in it.
/// - A result's content is absent, a string, or a list of text and media blocks.
/// - "The final block in an assistant message cannot be `thinking`" (of a merged turn; the list may
///   end so while streaming).
/// - With thinking on, the tool loop that is still open must begin with a thinking block ("Expected
///   `thinking` or `redacted_thinking`, but found `tool_use`"): the first assistant turn after the
///   last user turn without results.
pub(super) fn check(list: &[Value], session: Session) -> Result<(), String> {
    for (index, message) in list.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if !["user", "assistant"].contains(&role) {
            return Err(format!("role `{role}` at {index}"));
        }
        check_content(message, role).map_err(|problem| format!("{problem} at {index}"))?;
    }
    let turns = turns(list);
    if turns.first().is_some_and(|(role, _)| *role != "user") {
        return Err("the first message is the assistant's".to_owned());
    }
    let mut calls: Vec<String> = Vec::new();
    for (number, (role, turn)) in turns.iter().enumerate() {
        let last = number + 1 == turns.len();
        if *role == "assistant" {
            calls = ids(turn, "tool_use", "id");
            if !last && blocks(turn).last().is_some_and(is_thinking) {
                return Err(format!("turn {number} ends in a thought"));
            }
            continue;
        }
        let results = ids(turn, "tool_result", "tool_use_id");
        let only_results = blocks(turn).all(is_result);
        let left = missing(std::mem::take(&mut calls), results)
            .map_err(|id| format!("turn {number} answers `{id}`, which was not called"))?;
        if !left.is_empty() && !(last && only_results) {
            return Err(format!("turn {number} does not answer {left:?}"));
        }
        let mut seen_other = false;
        for block in blocks(turn) {
            if is_result(block) && seen_other {
                return Err(format!("turn {number} says something before its results"));
            }
            seen_other |= !is_result(block);
        }
    }
    if session.signs {
        check_open_loop(list)?;
    }
    Ok(())
}

/// Checks that the loop since the last user message without results, if it calls tools, begins with
/// a thinking block.
fn check_open_loop(list: &[Value]) -> Result<(), String> {
    let start = list.iter().rposition(|message| {
        message["role"] == "user" && !blocks(std::slice::from_ref(message)).any(is_result)
    });
    let since = &list[start.map_or(0, |index| index + 1)..];
    let calls = since.iter().any(|message| {
        blocks(std::slice::from_ref(message)).any(|block| block["type"] == "tool_use")
    });
    let first = since
        .iter()
        .find(|message| message["role"] == "assistant")
        .and_then(|message| blocks(std::slice::from_ref(message)).next().cloned());
    match first {
        Some(first) if calls && !is_thinking(&first) => Err(format!(
            "the open tool loop begins with `{}` instead of a thought",
            first["type"]
        )),
        // A string as content is a text block.
        None if calls && since.iter().any(|message| message["role"] == "assistant") => {
            Err("the open tool loop begins with text".to_owned())
        }
        _ => Ok(()),
    }
}

fn check_content(message: &Value, role: &str) -> Result<(), String> {
    let blocks = match &message["content"] {
        Value::String(text) if text.trim().is_empty() => return Err("blank text".to_owned()),
        Value::String(_) => return Ok(()),
        Value::Array(blocks) if blocks.is_empty() => return Err("no blocks".to_owned()),
        Value::Array(blocks) => blocks,
        other => return Err(format!("content {other:.80}")),
    };
    for block in blocks {
        let kind = block["type"]
            .as_str()
            .ok_or_else(|| format!("a block without a type: {block:.80}"))?;
        match (kind, role) {
            ("text", _)
                if block["text"]
                    .as_str()
                    .is_none_or(|text| text.trim().is_empty()) =>
            {
                return Err("blank text".to_owned());
            }
            ("tool_result", "assistant") => return Err("the assistant answers a call".to_owned()),
            ("tool_use" | "thinking" | "redacted_thinking", "user") => {
                return Err(format!("the user has a `{kind}` block"));
            }
            ("tool_result", _) => check_result(block)?,
            ("image" | "document", _) if block["source"]["type"].as_str().is_none() => {
                return Err(format!("a `{kind}` without a source"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_result(block: &Value) -> Result<(), String> {
    match block.get("content") {
        None | Some(Value::String(_)) => Ok(()),
        Some(Value::Array(inner)) => {
            match inner.iter().find(|inner| {
                !["text", "image", "document", "search_result"]
                    .contains(&inner["type"].as_str().unwrap_or_default())
            }) {
                Some(inner) => Err(format!("a result holds {inner:.80}")),
                None if inner.iter().any(|inner| {
                    inner["type"] == "text" && inner["text"].as_str().is_none_or(str::is_empty)
                }) =>
                {
                    Err("a result holds empty text".to_owned())
                }
                None => Ok(()),
            }
        }
        Some(other) => Err(format!("a result holds {other:.80}")),
    }
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let turns = turns(list);
    let (calls, answered) = match turns.as_slice() {
        [.., ("assistant", turn)] => (ids(turn, "tool_use", "id"), Vec::new()),
        [.., ("assistant", turn), ("user", last)] if blocks(last).all(is_result) => (
            ids(turn, "tool_use", "id"),
            ids(last, "tool_result", "tool_use_id"),
        ),
        _ => return Vec::new(),
    };
    let left = missing(calls, answered).unwrap_or_default();
    left.into_iter().map(|id| (id, String::new())).collect()
}

/// The blocks of a turn. A string as content has none: no rule here asks for a text.
fn blocks(turn: &[Value]) -> impl Iterator<Item = &Value> {
    turn.iter().flat_map(|message| match &message["content"] {
        Value::Array(blocks) => blocks.as_slice(),
        Value::String(_) => std::slice::from_ref(&message["content"]),
        _ => &[],
    })
}

fn is_result(block: &Value) -> bool {
    block["type"] == "tool_result"
}

fn is_thinking(block: &Value) -> bool {
    block["type"] == "thinking" || block["type"] == "redacted_thinking"
}

fn ids(turn: &[Value], kind: &str, field: &str) -> Vec<String> {
    blocks(turn)
        .filter(|block| block["type"] == kind)
        .map(|block| block[field].as_str().unwrap_or_default().to_owned())
        .collect()
}
