//! pi's agent messages. The system prompt is not part of the list.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let mut messages = Vec::new();
    for step in &story.steps {
        match step {
            Step::User(pieces) => messages.push(user(story, pieces, random)),
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let mut blocks: Vec<Value> = thought.iter().map(thinking).collect();
                blocks.extend(pieces.iter().map(|piece| agent_block(story, piece)));
                blocks.extend(calls.iter().map(|call| tool_call(story, call, random)));
                let reason = if calls.is_empty() { "stop" } else { "toolUse" };
                messages.push(mark(story, assistant(blocks, reason)));
            }
            Step::Results { answers, after, .. } => {
                messages.extend(answers.iter().map(|answer| result(story, answer, random)));
                if !after.is_empty() {
                    messages.push(user(story, after, random));
                }
            }
        }
    }
    messages
}

/// An answer, with all that pi notes about it.
pub(super) fn assistant(blocks: Vec<Value>, reason: &str) -> Value {
    let cost = json!({ "input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0 });
    let usage = json!({ "input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": cost });
    json!({ "role": "assistant", "content": blocks, "api": "anthropic-messages", "provider": "anthropic", "model": "m", "usage": usage, "stopReason": reason, "timestamp": 0 })
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

fn user(story: &Story, pieces: &[Piece], random: &mut Random) -> Value {
    let content = match pieces {
        [Piece::Text(text)] if random.chance(70) => json!(text),
        _ => {
            let mut blocks = Vec::new();
            for piece in pieces {
                match piece {
                    Piece::Text(text) => blocks.push(json!({ "type": "text", "text": text })),
                    Piece::Media(medium) => blocks.push(medium_block(medium)),
                    Piece::Captioned(text, medium) => blocks.extend([
                        json!({ "type": "text", "text": text }),
                        medium_block(medium),
                    ]),
                    Piece::Unknown(value) => {
                        blocks.push(json!({ "type": "text", "text": "x", "future": value }));
                    }
                }
            }
            Value::Array(blocks)
        }
    };
    mark(
        story,
        json!({ "role": "user", "content": content, "timestamp": 0 }),
    )
}

/// pi stores images with their bytes, and only the path of any other media item.
fn medium_block(medium: &Medium) -> Value {
    match &medium.data {
        Some(data) if medium.mime.to_ascii_lowercase().starts_with("image/") => {
            json!({ "type": "image", "data": data, "mimeType": medium.mime })
        }
        _ => json!({ "type": "text", "text": "/tmp/a" }),
    }
}

fn thinking(thought: &Thought) -> Value {
    match (&thought.signature, thought.redacted) {
        (Some(signature), true) => {
            json!({ "type": "thinking", "thinking": "[Reasoning redacted]", "thinkingSignature": signature, "redacted": true })
        }
        (Some(signature), false) => {
            json!({ "type": "thinking", "thinking": thought.text, "thinkingSignature": signature })
        }
        (None, _) => json!({ "type": "thinking", "thinking": thought.text }),
    }
}

fn agent_block(story: &Story, piece: &Piece) -> Value {
    match piece {
        Piece::Text(text) | Piece::Captioned(text, _) => {
            mark(story, json!({ "type": "text", "text": text }))
        }
        Piece::Media(_) => json!({ "type": "text", "text": "/tmp/a" }),
        Piece::Unknown(value) => json!({ "type": "text", "text": "x", "future": value }),
    }
}

/// A call; Gemini signs it.
fn tool_call(story: &Story, call: &Call, random: &mut Random) -> Value {
    let mut block = json!({ "type": "toolCall", "id": call_id(story, call), "name": call.tool, "arguments": call.args });
    if random.chance(5) {
        block["thoughtSignature"] = json!("c2lnbmF0dXJl");
    }
    mark(story, block)
}

/// What a tool gives the model is texts and images; structured data is for the interface.
fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let mut details = Value::Null;
    let content = match &answer.body {
        Body::Empty if random.chance(50) => json!([]),
        Body::Empty => json!([{ "type": "text", "text": "" }]),
        Body::Text(text) | Body::Error(text) => json!([{ "type": "text", "text": text }]),
        Body::Data(data) => {
            if random.chance(30) {
                details = json!({ "rows": 2 });
            }
            json!([{ "type": "text", "text": data.to_string() }])
        }
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut blocks = vec![json!({ "type": "text", "text": text })];
            blocks.extend(media.iter().map(medium_block));
            Value::Array(blocks)
        }
    };
    let mut message = json!({ "role": "toolResult", "toolCallId": call_id(story, &answer.call), "toolName": answer.call.tool, "content": content, "isError": matches!(answer.body, Body::Error(_)), "timestamp": 0 });
    if !details.is_null() {
        message["details"] = details;
    }
    mark(story, message)
}
