//! LangChain's dict form, as `messages_to_dict` gives it.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let mut messages: Vec<Value> = story
        .system
        .iter()
        .map(|text| message(story, "system", json!({ "content": text })))
        .collect();
    for step in &story.steps {
        match step {
            Step::User(pieces) => messages.push(human(story, pieces, random)),
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let mut blocks: Vec<Value> = thought
                    .iter()
                    .map(|thought| reasoning(thought, random))
                    .collect();
                blocks.extend(content_blocks(pieces));
                let content = match blocks.as_slice() {
                    [] => json!(""),
                    [block] if block["type"] == "text" && random.chance(70) => {
                        block["text"].clone()
                    }
                    _ => Value::Array(blocks),
                };
                let calls = calls.iter().map(|call| json!({ "name": call.tool, "args": call.args, "id": call_id(story, call), "type": "tool_call" }));
                let data = json!({ "content": content, "tool_calls": calls.collect::<Vec<_>>(), "invalid_tool_calls": [], "additional_kwargs": {} });
                messages.push(message(story, "ai", data));
            }
            Step::Results { answers, after, .. } => {
                messages.extend(answers.iter().map(|answer| result(story, answer, random)));
                if !after.is_empty() {
                    messages.push(human(story, after, random));
                }
            }
        }
    }
    messages
}

fn message(story: &Story, kind: &str, data: Value) -> Value {
    json!({ "type": kind, "data": mark(story, data) })
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

/// As LangChain writes it, or as Anthropic's integration leaves it.
fn reasoning(thought: &Thought, random: &mut Random) -> Value {
    match &thought.signature {
        Some(signature) if thought.redacted => {
            json!({ "type": "redacted_thinking", "data": signature })
        }
        Some(signature) if random.chance(50) => {
            json!({ "type": "thinking", "thinking": thought.text, "signature": signature })
        }
        Some(signature) => {
            json!({ "type": "reasoning", "reasoning": thought.text, "extras": { "signature": signature } })
        }
        None => json!({ "type": "reasoning", "reasoning": thought.text }),
    }
}

fn media_block(medium: &Medium) -> Value {
    let mime = medium.mime.to_ascii_lowercase();
    let kind = ["image", "audio", "video"]
        .into_iter()
        .find(|family| mime.starts_with(&format!("{family}/")))
        .unwrap_or("file");
    match &medium.data {
        Some(data) if kind == "image" && data.len().is_multiple_of(2) => {
            json!({ "type": "image_url", "image_url": { "url": format!("data:{};base64,{data}", medium.mime) } })
        }
        Some(data) => json!({ "type": kind, "base64": data, "mime_type": medium.mime }),
        None => json!({ "type": kind, "url": "https://example.com/a", "mime_type": medium.mime }),
    }
}

fn content_blocks(pieces: &[Piece]) -> Vec<Value> {
    let mut blocks = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => blocks.push(json!({ "type": "text", "text": text })),
            Piece::Media(medium) => blocks.push(media_block(medium)),
            Piece::Captioned(text, medium) => {
                blocks.extend([json!({ "type": "text", "text": text }), media_block(medium)])
            }
            Piece::Unknown(value) => {
                blocks.push(json!({ "type": "non_standard", "value": { "x_future": value } }))
            }
        }
    }
    blocks
}

fn human(story: &Story, pieces: &[Piece], random: &mut Random) -> Value {
    let content = match pieces {
        [Piece::Text(text)] if random.chance(70) => json!(text),
        _ => Value::Array(content_blocks(pieces)),
    };
    message(
        story,
        "human",
        json!({ "content": content, "additional_kwargs": {}, "response_metadata": {} }),
    )
}

fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let content = match &answer.body {
        Body::Empty => json!(""),
        Body::Data(data) => json!(data.to_string()),
        Body::Text(text) if random.chance(20) => json!([{ "type": "text", "text": text }]),
        Body::Text(text) | Body::Error(text) => json!(text),
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut blocks = vec![json!({ "type": "text", "text": text })];
            blocks.extend(media.iter().map(media_block));
            Value::Array(blocks)
        }
    };
    let status = if matches!(answer.body, Body::Error(_)) {
        "error"
    } else {
        "success"
    };
    let data = json!({ "content": content, "tool_call_id": call_id(story, &answer.call), "name": answer.call.tool, "status": status });
    message(story, "tool", data)
}
