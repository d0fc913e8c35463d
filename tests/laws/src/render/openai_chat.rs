//! OpenAI chat completions.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let head = |(index, text): (usize, &String)| json!({ "role": if index == 0 { "system" } else { "developer" }, "content": text });
    let mut messages: Vec<Value> = story.system.iter().enumerate().map(head).collect();
    for step in &story.steps {
        match step {
            Step::User(pieces) => messages.push(user(story, pieces, random)),
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let mut message = json!({ "role": "assistant", "content": agent_content(story, pieces, calls, random) });
                if let Some(thought) = thought {
                    message["reasoning_content"] = json!(thought.text);
                }
                if !calls.is_empty() {
                    let calls = calls.iter().map(|call| {
                        json!({ "id": call_id(story, call), "type": "function", "function": { "name": call.tool, "arguments": call.args.to_string() } })
                    });
                    message["tool_calls"] = Value::Array(calls.collect());
                }
                messages.push(mark(story, message));
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

fn media_block(medium: &Medium) -> Value {
    let kind = medium.mime.to_ascii_lowercase();
    match &medium.data {
        Some(data) if kind.starts_with("audio/") => {
            json!({ "type": "input_audio", "input_audio": { "data": data, "format": "wav" } })
        }
        Some(data) if kind.starts_with("image/") => {
            json!({ "type": "image_url", "image_url": { "url": format!("data:{};base64,{data}", medium.mime), "detail": "auto" } })
        }
        Some(data) => {
            json!({ "type": "file", "file": { "filename": "a.pdf", "file_data": format!("data:{};base64,{data}", medium.mime) } })
        }
        None if kind.starts_with("image/") => {
            json!({ "type": "image_url", "image_url": { "url": "https://example.com/a.png" } })
        }
        None => json!({ "type": "file", "file": { "file_id": "file-1" } }),
    }
}

fn blocks(story: &Story, pieces: &[Piece]) -> Vec<Value> {
    let mut blocks = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => blocks.push(mark(story, json!({ "type": "text", "text": text }))),
            Piece::Media(medium) => blocks.push(media_block(medium)),
            Piece::Captioned(text, medium) => {
                blocks.extend([json!({ "type": "text", "text": text }), media_block(medium)])
            }
            Piece::Unknown(value) => blocks.push(json!({ "type": "x_future", "x_future": value })),
        }
    }
    blocks
}

fn user(story: &Story, pieces: &[Piece], random: &mut Random) -> Value {
    let content = match pieces {
        [Piece::Text(text)] if random.chance(70) => json!(text),
        _ => Value::Array(blocks(story, pieces)),
    };
    mark(story, json!({ "role": "user", "content": content }))
}

fn agent_content(story: &Story, pieces: &[Piece], calls: &[Call], random: &mut Random) -> Value {
    match pieces {
        [] if calls.is_empty() || random.chance(20) => json!(""),
        [] => Value::Null,
        [Piece::Text(text)] if random.chance(80) => json!(text),
        _ => Value::Array(blocks(story, pieces)),
    }
}

fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let content = match &answer.body {
        Body::Empty => json!(""),
        Body::Error(text) => json!(format!("Error: {text}")),
        Body::Data(data) => json!(data.to_string()),
        Body::Text(text) if random.chance(25) => json!([{ "type": "text", "text": text }]),
        Body::Text(text) => json!(text),
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            // Not OpenAI's own tools, but servers that speak its shape return images this way.
            let mut blocks = vec![json!({ "type": "text", "text": text })];
            blocks.extend(media.iter().map(media_block));
            Value::Array(blocks)
        }
    };
    let mut message =
        json!({ "role": "tool", "tool_call_id": call_id(story, &answer.call), "content": content });
    if random.chance(20) {
        message["name"] = json!(answer.call.tool);
    }
    mark(story, message)
}
