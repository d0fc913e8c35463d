//! What the providers accept, by their own rules and error messages. It reads plain JSON and uses
//! no code of the core.
//!
//! A history may end while calls still run. The last batch of calls then has some results or none,
//! and only there may a call be without its result. [`answer_waiting`] adds the missing results, so
//! that a test can check the complete history.
//!
//! Some providers (Gemini, Anthropic) merge neighbors of the same role. Their rules are about the
//! merged *turn*.

mod ai_sdk;
mod anthropic;
mod bedrock;
mod gemini;
mod langchain;
mod openai_chat;
mod openai_responses;
mod pi;
mod pydantic_ai;
mod ui_message;

use crate::Shape;
use crate::host::thinks_freely;
use serde_json::{Value, json};
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
        // These two bind their thoughts: then no loop has to begin with one.
        if matches!(shape, Shape::Anthropic | Shape::Bedrock) && !thinks_freely() {
            return Self { signs: false };
        }
        // Gemini signs calls, and asks for no thought in front of them.
        let of_thought =
            |part: &String| shape != Shape::Pi || part.contains("\"thinkingSignature\"");
        Self {
            signs: signed_parts(shape, messages).iter().any(of_thought),
        }
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
        Shape::OpenaiResponses => openai_responses::check(list),
        Shape::AiSdk => ai_sdk::check(list, session.signs),
        Shape::Bedrock => bedrock::check(list, session.signs),
        Shape::Langchain => langchain::check(list, session.signs),
        Shape::UiMessage => ui_message::check(list, session.signs),
        Shape::PydanticAi => pydantic_ai::check(list, session.signs),
        Shape::Pi => pi::check(list, session.signs),
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
        Shape::OpenaiResponses => openai_responses::waiting(list),
        Shape::AiSdk => ai_sdk::waiting(list),
        Shape::Bedrock => bedrock::waiting(list),
        Shape::Langchain => langchain::waiting(list),
        Shape::UiMessage => ui_message::waiting(list),
        Shape::PydanticAi => pydantic_ai::waiting(list),
        Shape::Pi => pi::waiting(list),
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
        Shape::OpenaiChat => list.extend(
            waiting
                .iter()
                .map(|(id, _)| json!({ "role": "tool", "tool_call_id": id, "content": "late" })),
        ),
        Shape::Anthropic => {
            let blocks = waiting.iter().map(
                |(id, _)| json!({ "type": "tool_result", "tool_use_id": id, "content": "late" }),
            );
            list.push(json!({ "role": "user", "content": blocks.collect::<Vec<_>>() }));
        }
        Shape::OpenaiResponses => list.extend(
            waiting
                .iter()
                .map(|(id, kind)| openai_responses::late(id, kind)),
        ),
        Shape::AiSdk => {
            let output = json!({ "type": "text", "value": "late" });
            let parts = waiting.iter().map(|(id, name)| json!({ "type": "tool-result", "toolCallId": id, "toolName": name, "output": output }));
            list.push(json!({ "role": "tool", "content": parts.collect::<Vec<_>>() }));
        }
        Shape::Bedrock => {
            // Results of one batch stand in one message: roles alternate.
            let blocks = waiting.iter().map(|(id, _)| json!({ "toolResult": { "toolUseId": id, "content": [{ "text": "late" }] } }));
            match list
                .last_mut()
                .filter(|last| last["role"] == "user")
                .and_then(|last| last["content"].as_array_mut())
            {
                Some(content) => content.extend(blocks),
                None => list.push(json!({ "role": "user", "content": blocks.collect::<Vec<_>>() })),
            }
        }
        Shape::Langchain => {
            list.extend(waiting.iter().map(|(id, _)| json!({ "type": "tool", "data": { "content": "late", "tool_call_id": id } })));
        }
        Shape::UiMessage => ui_message::answer(&mut list, waiting),
        Shape::PydanticAi => {
            let parts = waiting.iter().map(|(id, name)| json!({ "part_kind": "tool-return", "tool_name": name, "content": "late", "tool_call_id": id }));
            list.push(json!({ "parts": parts.collect::<Vec<_>>(), "kind": "request" }));
        }
        Shape::Pi => {
            list.extend(waiting.iter().map(|(id, name)| json!({ "role": "toolResult", "toolCallId": id, "toolName": name, "content": [{ "type": "text", "text": "late" }], "isError": false, "timestamp": 0 })));
        }
    }
    Value::Array(list)
}

/// Every part that carries a signature, as it is written. "Do not modify": a part whose signature
/// no longer fits is refused.
#[must_use]
pub fn signed_parts(shape: Shape, messages: &Value) -> Vec<String> {
    let list = messages.as_array().into_iter().flatten();
    if shape == Shape::OpenaiResponses {
        // What the provider knows by its id, and what it encrypted.
        return list
            .filter(|item| item["type"] == "reasoning" && item["id"].is_string())
            .map(Value::to_string)
            .collect();
    }
    let parts = list.filter_map(|message| match shape {
        Shape::Gemini | Shape::UiMessage | Shape::PydanticAi => message["parts"].as_array(),
        Shape::Langchain => message["data"]["content"].as_array(),
        _ => message["content"].as_array(),
    });
    let signed = parts.flatten().filter(|part| match shape {
        Shape::Gemini => ["thoughtSignature", "thought_signature"]
            .iter()
            .any(|key| part.get(*key).is_some()),
        Shape::OpenaiChat | Shape::OpenaiResponses => false,
        Shape::AiSdk => part["type"] == "reasoning" && part.get("providerOptions").is_some(),
        Shape::Bedrock => {
            part["reasoningContent"]["redactedContent"].is_string()
                || part["reasoningContent"]["reasoningText"]["signature"].is_string()
        }
        Shape::UiMessage => part["type"] == "reasoning" && part.get("providerMetadata").is_some(),
        Shape::Pi => ["thinkingSignature", "thoughtSignature"]
            .iter()
            .any(|key| part[*key].is_string()),
        Shape::PydanticAi => part["signature"].is_string(),
        Shape::Langchain if part["extras"]["signature"].is_string() => true,
        Shape::Langchain | Shape::Anthropic => {
            part["type"] == "redacted_thinking"
                || part["signature"]
                    .as_str()
                    .is_some_and(|signature| !signature.is_empty())
        }
    });
    signed.map(Value::to_string).collect()
}

/// Checks that `before` contains every signed part of `after`, byte for byte.
///
/// # Errors
/// The first part that it does not contain.
pub fn check_signatures(shape: Shape, before: &Value, after: &Value) -> Result<(), String> {
    let known = signed_parts(shape, before);
    match signed_parts(shape, after)
        .into_iter()
        .find(|part| !known.contains(part))
    {
        Some(part) => Err(format!("a signed part was changed: {part:.120}")),
        None => Ok(()),
    }
}

/// Ranges of neighbours with the same role, with the role.
fn turns(list: &[Value]) -> Vec<(&str, &[Value])> {
    list.chunk_by(|a, b| a["role"] == b["role"])
        .map(|turn| (turn[0]["role"].as_str().unwrap_or_default(), turn))
        .collect()
}

/// Checks that the tool loop since the user's last message, if it calls tools, begins with a
/// thinking block ("Expected `thinking` or `redacted_thinking`, but found `tool_use`"). The four
/// functions classify a message.
#[allow(clippy::type_complexity, reason = "four questions about a message")]
fn open_loop(
    list: &[Value],
    is_user: &dyn Fn(&Value) -> bool,
    is_agent: &dyn Fn(&Value) -> bool,
    calls: &dyn Fn(&Value) -> bool,
    begins_with_thought: &dyn Fn(&Value) -> bool,
) -> Result<(), String> {
    let since = &list[list.iter().rposition(is_user).map_or(0, |index| index + 1)..];
    match since.iter().find(|message| is_agent(message)) {
        Some(first) if since.iter().any(calls) && !begins_with_thought(first) => Err(format!(
            "the open tool loop does not begin with a thought: {first:.120}"
        )),
        _ => Ok(()),
    }
}

/// How often each item occurs.
fn counts(items: impl IntoIterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// What of `wanted` is not in `found`, each as often as it is missing; `Err` with the first that is
/// found but not wanted.
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
