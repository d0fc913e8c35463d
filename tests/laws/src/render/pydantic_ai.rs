//! pydantic-ai's messages, as its type adapter writes them. All parts that are sent to a model at
//! once are one request: the results of a batch, and the user's words after them.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

/// When everything happened: no rule asks for it.
const THEN: &str = "2026-11-24T08:00:00Z";

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    // The system prompt stands in the first request, before the user's.
    let mut open: Vec<Value> = story
        .system
        .iter()
        .map(|text| json!({ "part_kind": "system-prompt", "content": text, "timestamp": THEN, "dynamic_ref": null }))
        .collect();
    let mut messages = Vec::new();
    for step in &story.steps {
        match step {
            Step::User(pieces) => {
                open.push(prompt(story, pieces, random));
                messages.push(request(story, std::mem::take(&mut open)));
            }
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let mut parts: Vec<Value> = thought.iter().map(thinking).collect();
                parts.extend(pieces.iter().map(|piece| agent_part(story, piece)));
                parts.extend(calls.iter().map(|call| tool_call(story, call, random)));
                messages.push(mark(story, response(parts)));
            }
            Step::Results { answers, after, .. } => {
                let mut parts: Vec<Value> = answers
                    .iter()
                    .map(|answer| result(story, answer, random))
                    .collect();
                if !after.is_empty() {
                    parts.push(prompt(story, after, random));
                }
                messages.push(request(story, parts));
            }
        }
    }
    messages
}

fn request(story: &Story, parts: Vec<Value>) -> Value {
    mark(
        story,
        json!({ "parts": parts, "instructions": null, "kind": "request" }),
    )
}

/// A response with these parts.
pub(super) fn response(parts: Vec<Value>) -> Value {
    json!({ "parts": parts, "usage": { "input_tokens": 0, "output_tokens": 0 }, "model_name": "m", "timestamp": THEN, "kind": "response" })
}

fn call_id(story: &Story, call: &Call) -> Option<String> {
    id(
        if story.ids == Ids::Missing {
            Ids::Unique
        } else {
            story.ids
        },
        call,
    )
}

fn prompt(story: &Story, pieces: &[Piece], random: &mut Random) -> Value {
    let content = match pieces {
        [Piece::Text(text)] if random.chance(70) => json!(text),
        _ => Value::Array(items(pieces)),
    };
    mark(
        story,
        json!({ "part_kind": "user-prompt", "content": content, "timestamp": THEN }),
    )
}

/// Texts and media, as the content of a prompt lists them.
fn items(pieces: &[Piece]) -> Vec<Value> {
    let mut items = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => items.push(json!(text)),
            Piece::Media(medium) => items.push(item(medium)),
            Piece::Captioned(text, medium) => items.extend([json!(text), item(medium)]),
            Piece::Unknown(value) => items.push(
                json!({ "kind": "text-content", "content": "x", "metadata": { "future": value } }),
            ),
        }
    }
    items
}

fn item(medium: &Medium) -> Value {
    let mime = medium.mime.to_ascii_lowercase();
    match &medium.data {
        Some(data) => {
            json!({ "kind": "binary", "data": data, "media_type": medium.mime, "identifier": "a" })
        }
        None => {
            let family = ["image", "audio", "video"]
                .into_iter()
                .find(|family| mime.starts_with(&format!("{family}/")))
                .unwrap_or("document");
            json!({ "kind": format!("{family}-url"), "url": "https://example.com/a", "media_type": medium.mime })
        }
    }
}

fn thinking(thought: &Thought) -> Value {
    match (&thought.signature, thought.redacted) {
        (Some(signature), true) => {
            json!({ "part_kind": "thinking", "content": "", "id": "redacted_thinking", "signature": signature, "provider_name": "anthropic" })
        }
        (Some(signature), false) => {
            json!({ "part_kind": "thinking", "content": thought.text, "id": null, "signature": signature, "provider_name": "anthropic" })
        }
        (None, _) => json!({ "part_kind": "thinking", "content": thought.text, "signature": null }),
    }
}

fn agent_part(story: &Story, piece: &Piece) -> Value {
    match piece {
        Piece::Text(text) | Piece::Captioned(text, _) => {
            mark(story, json!({ "part_kind": "text", "content": text }))
        }
        Piece::Media(medium) if medium.data.is_some() => {
            json!({ "part_kind": "file", "content": item(medium) })
        }
        Piece::Media(_) => json!({ "part_kind": "text", "content": "https://example.com/a" }),
        Piece::Unknown(value) => {
            json!({ "part_kind": "text", "content": "x", "provider_name": "x", "provider_details": { "future": value } })
        }
    }
}

/// Arguments are an object, or the JSON that the model wrote.
fn tool_call(story: &Story, call: &Call, random: &mut Random) -> Value {
    let args = if random.chance(50) {
        json!(call.args.to_string())
    } else {
        call.args.clone()
    };
    mark(
        story,
        json!({ "part_kind": "tool-call", "tool_name": call.tool, "args": args, "tool_call_id": call_id(story, call) }),
    )
}

fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let mut part = json!({ "part_kind": "tool-return", "tool_name": answer.call.tool, "content": "", "tool_call_id": call_id(story, &answer.call), "metadata": null, "timestamp": THEN, "outcome": "success" });
    match &answer.body {
        Body::Empty if random.chance(50) => part["content"] = Value::Null,
        Body::Empty => {}
        Body::Text(text) => part["content"] = json!(text),
        Body::Data(data) => part["content"] = data.clone(),
        Body::Error(text) => match random.below(3) {
            // As versions before 2 wrote it.
            0 => {
                part["part_kind"] = json!("retry-prompt");
                part["content"] = if random.chance(50) {
                    json!(text)
                } else {
                    json!([{ "type": "missing", "loc": ["path"], "msg": text, "input": {} }])
                };
            }
            kind => {
                part["outcome"] = json!(["", "failed", "retried"][kind]);
                part["content"] = json!(text);
            }
        },
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut content = vec![json!(text)];
            content.extend(media.iter().map(item));
            part["content"] = Value::Array(content);
        }
    }
    mark(story, part)
}
