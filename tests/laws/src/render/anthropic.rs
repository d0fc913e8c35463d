//! Anthropic messages.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let mut messages = Vec::new();
    for step in &story.steps {
        match step {
            Step::User(pieces) => {
                messages.push(message(story, "user", blocks(story, pieces), random))
            }
            Step::Agent {
                thought,
                pieces,
                calls,
                apart,
            } => {
                let mut made: Vec<Value> = thought.iter().map(thinking).collect();
                made.extend(blocks(story, pieces));
                made.extend(calls.iter().map(|call| tool_use(story, call)));
                if *apart {
                    messages.extend(made.into_iter().map(|block| {
                        mark(story, json!({ "role": "assistant", "content": [block] }))
                    }));
                } else {
                    messages.push(message(story, "assistant", made, random));
                }
            }
            Step::Results {
                answers,
                apart,
                after,
            } => {
                let mut made: Vec<Value> = answers
                    .iter()
                    .map(|answer| result(story, answer, random))
                    .collect();
                if *apart {
                    messages.extend(
                        made.into_iter().map(|block| {
                            mark(story, json!({ "role": "user", "content": [block] }))
                        }),
                    );
                } else {
                    made.extend(blocks(story, after));
                    messages.push(message(story, "user", made, random));
                }
            }
        }
    }
    messages
}

/// A message; a single text may be written as a string.
fn message(story: &Story, role: &str, blocks: Vec<Value>, random: &mut Random) -> Value {
    let content = match blocks.as_slice() {
        [block]
            if block["type"] == "text"
                && block.get("cache_control").is_none()
                && random.chance(50) =>
        {
            block["text"].clone()
        }
        _ => Value::Array(blocks),
    };
    mark(story, json!({ "role": role, "content": content }))
}

fn thinking(thought: &Thought) -> Value {
    match (&thought.signature, thought.redacted) {
        (Some(signature), true) => {
            json!({ "type": "redacted_thinking", "data": format!("{signature}=={}", thought.text.len()) })
        }
        (Some(signature), false) => {
            json!({ "type": "thinking", "thinking": thought.text, "signature": signature })
        }
        (None, _) => json!({ "type": "thinking", "thinking": thought.text, "signature": "" }),
    }
}

fn tool_use(story: &Story, call: &Call) -> Value {
    let ids = if matches!(story.ids, Ids::Missing | Ids::Constant) {
        Ids::Reused
    } else {
        story.ids
    };
    mark(
        story,
        json!({ "type": "tool_use", "id": id(ids, call), "name": call.tool, "input": call.args }),
    )
}

fn media_block(medium: &Medium) -> Value {
    let kind = if medium.mime.to_ascii_lowercase().starts_with("image/") {
        "image"
    } else {
        "document"
    };
    match &medium.data {
        Some(data) => {
            json!({ "type": kind, "source": { "type": "base64", "media_type": medium.mime, "data": data } })
        }
        None => {
            json!({ "type": kind, "source": { "type": "url", "url": "https://example.com/a" } })
        }
    }
}

fn blocks(story: &Story, pieces: &[Piece]) -> Vec<Value> {
    let mut blocks = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => blocks.push(mark(story, json!({ "type": "text", "text": text }))),
            Piece::Media(medium) => blocks.push(media_block(medium)),
            Piece::Captioned(text, medium) => {
                blocks.extend([media_block(medium), json!({ "type": "text", "text": text })])
            }
            Piece::Unknown(value) => blocks.push(json!({ "type": "x_future", "x_future": value })),
        }
    }
    blocks
}

fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let Value::String(tool_use_id) = tool_use(story, &answer.call)["id"].take() else {
        return Value::Null;
    };
    let mut block = json!({ "type": "tool_result", "tool_use_id": tool_use_id });
    match &answer.body {
        Body::Empty => match random.below(3) {
            0 => {}
            1 => block["content"] = json!(""),
            _ => block["content"] = json!([]),
        },
        Body::Error(text) => {
            block["content"] = json!(text);
            block["is_error"] = json!(true);
        }
        Body::Data(data) => block["content"] = json!(data.to_string()),
        Body::Text(text) if random.chance(30) && !text.is_empty() => {
            block["content"] = json!([{ "type": "text", "text": text }])
        }
        Body::Text(text) => block["content"] = json!(text),
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut inner: Vec<Value> = media.iter().map(media_block).collect();
            if !text.is_empty() {
                inner.insert(random.below(2), json!({ "type": "text", "text": text }));
            }
            block["content"] = Value::Array(inner);
        }
    }
    if random.chance(5) {
        block["cache_control"] = json!({ "type": "ephemeral" });
    }
    mark(story, block)
}
