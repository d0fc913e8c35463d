//! The AI SDK's model messages.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let mut messages: Vec<Value> = story
        .system
        .iter()
        .map(|text| json!({ "role": "system", "content": text }))
        .collect();
    for step in &story.steps {
        match step {
            Step::User(pieces) => messages.push(user(story, pieces, random)),
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let mut parts: Vec<Value> = thought.iter().map(reasoning).collect();
                parts.extend(pieces.iter().map(|piece| agent_part(story, piece)));
                for call in calls {
                    parts.push(tool_call(story, call));
                    if asks(call) {
                        let request = json!({ "type": "tool-approval-request", "approvalId": approval(story, call), "toolCallId": call_id(story, call) });
                        parts.push(request);
                    }
                }
                let content = match parts.as_slice() {
                    [part] if part["type"] == "text" && random.chance(50) => part["text"].clone(),
                    _ => Value::Array(parts),
                };
                messages.push(mark(
                    story,
                    json!({ "role": "assistant", "content": content }),
                ));
            }
            Step::Results {
                answers,
                apart,
                after,
            } => {
                let made = answers.iter().map(|answer| result(story, answer, random));
                if *apart {
                    messages.extend(
                        made.map(|parts| mark(story, json!({ "role": "tool", "content": parts }))),
                    );
                } else {
                    let parts: Vec<Value> = made.flatten().collect();
                    messages.push(mark(story, json!({ "role": "tool", "content": parts })));
                }
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

/// Whether the user was asked before the call ran.
fn asks(call: &Call) -> bool {
    (call.number.0 * 7 + call.number.1).is_multiple_of(11)
}

fn approval(story: &Story, call: &Call) -> String {
    format!(
        "approve_{}_{}",
        call.number.0,
        call_id(story, call).unwrap_or_default()
    )
}

fn reasoning(thought: &Thought) -> Value {
    let mut part =
        json!({ "type": "reasoning", "text": if thought.redacted { "" } else { &thought.text } });
    match (&thought.signature, thought.redacted) {
        (Some(signature), true) => {
            part["providerOptions"] = json!({ "anthropic": { "redactedData": signature } })
        }
        (Some(signature), false) => {
            part["providerOptions"] = json!({ "anthropic": { "signature": signature } })
        }
        (None, _) => {}
    }
    part
}

fn agent_part(story: &Story, piece: &Piece) -> Value {
    match piece {
        Piece::Text(text) | Piece::Captioned(text, _) => {
            mark(story, json!({ "type": "text", "text": text }))
        }
        Piece::Media(medium) => media_part(medium),
        Piece::Unknown(value) => json!({ "type": "custom", "kind": "x.future", "x_future": value }),
    }
}

fn tool_call(story: &Story, call: &Call) -> Value {
    mark(
        story,
        json!({ "type": "tool-call", "toolCallId": call_id(story, call), "toolName": call.tool, "input": call.args }),
    )
}

fn media_part(medium: &Medium) -> Value {
    let is_image = medium.mime.to_ascii_lowercase().starts_with("image/");
    match &medium.data {
        Some(data) if is_image && data.len().is_multiple_of(2) => {
            json!({ "type": "image", "image": data, "mediaType": medium.mime })
        }
        Some(data) => {
            json!({ "type": "file", "data": data, "mediaType": medium.mime, "filename": "a" })
        }
        None => {
            json!({ "type": "file", "data": "https://example.com/a", "mediaType": medium.mime })
        }
    }
}

fn user(story: &Story, pieces: &[Piece], random: &mut Random) -> Value {
    let mut parts = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => parts.push(mark(story, json!({ "type": "text", "text": text }))),
            Piece::Media(medium) => parts.push(media_part(medium)),
            Piece::Captioned(text, medium) => parts.extend([json!({ "type": "text", "text": text }), media_part(medium)]),
            Piece::Unknown(value) => parts.push(json!({ "type": "text", "text": "x", "providerOptions": { "x": { "future": value } } })),
        }
    }
    let content = match pieces {
        [Piece::Text(text)] if random.chance(70) => json!(text),
        _ => Value::Array(parts),
    };
    mark(story, json!({ "role": "user", "content": content }))
}

/// The parts of an answer: the user's word if there was a question, and the result.
fn result(story: &Story, answer: &Answer, random: &mut Random) -> Vec<Value> {
    let output = match &answer.body {
        Body::Empty => json!({ "type": "text", "value": "" }),
        Body::Text(text) => json!({ "type": "text", "value": text }),
        Body::Error(text) => match random.below(3) {
            0 => json!({ "type": "execution-denied", "reason": text }),
            1 => json!({ "type": "error-json", "value": { "message": text } }),
            _ => json!({ "type": "error-text", "value": text }),
        },
        Body::Data(data) => json!({ "type": "json", "value": data }),
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut blocks = vec![json!({ "type": "text", "text": text })];
            blocks.extend(media.iter().map(|medium| match &medium.data {
                Some(data) if random.chance(50) => {
                    json!({ "type": "media", "data": data, "mediaType": medium.mime })
                }
                Some(data) => {
                    json!({ "type": "file-data", "data": data, "mediaType": medium.mime })
                }
                None => json!({ "type": "file-url", "url": "https://example.com/a" }),
            }));
            json!({ "type": "content", "value": blocks })
        }
    };
    let call = &answer.call;
    let result = json!({ "type": "tool-result", "toolCallId": call_id(story, call), "toolName": call.tool, "output": output });
    let mut parts = Vec::new();
    if asks(call) {
        parts.push(json!({ "type": "tool-approval-response", "approvalId": approval(story, call), "approved": true }));
    }
    parts.push(mark(story, result));
    parts
}
