//! Bedrock Converse. Roles alternate there, so that neighbours of one role are written as one
//! message.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for step in &story.steps {
        let (role, made) = match step {
            Step::User(pieces) => ("user", blocks(pieces)),
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let mut made: Vec<Value> = thought.iter().map(reasoning).collect();
                made.extend(blocks(pieces));
                made.extend(
                    calls
                        .iter()
                        .map(|call| json!({ "toolUse": tool_use(story, call) })),
                );
                ("assistant", made)
            }
            Step::Results { answers, after, .. } => {
                let mut made: Vec<Value> = answers
                    .iter()
                    .map(|answer| result(story, answer, random))
                    .collect();
                made.extend(blocks(after));
                ("user", made)
            }
        };
        match turns.last_mut() {
            Some((last, content)) if *last == role => content.extend(made),
            _ => turns.push((role, made)),
        }
    }
    let written = turns.into_iter().map(|(role, mut content)| {
        if random.chance(5) {
            content.push(json!({ "cachePoint": { "type": "default" } }));
        }
        mark(story, json!({ "role": role, "content": content }))
    });
    written.collect()
}

fn reasoning(thought: &Thought) -> Value {
    match (&thought.signature, thought.redacted) {
        (Some(signature), true) => json!({ "reasoningContent": { "redactedContent": signature } }),
        (Some(signature), false) => {
            json!({ "reasoningContent": { "reasoningText": { "text": thought.text, "signature": signature } } })
        }
        (None, _) => json!({ "reasoningContent": { "reasoningText": { "text": thought.text } } }),
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
        json!({ "toolUseId": id(ids, call), "name": call.tool, "input": call.args }),
    )
}

fn media_block(medium: &Medium) -> Value {
    let mime = medium.mime.to_ascii_lowercase();
    let (family, format) = match mime.split_once('/') {
        Some(("image", format)) => ("image", format),
        Some(("video", format)) => ("video", format),
        _ => ("document", "pdf"),
    };
    let source = match &medium.data {
        Some(data) => json!({ "bytes": data }),
        None => json!({ "s3Location": { "uri": "s3://example/a" } }),
    };
    let mut inner = json!({ "format": format, "source": source });
    if family == "document" {
        inner["name"] = json!("a");
    }
    json!({ family: inner })
}

fn blocks(pieces: &[Piece]) -> Vec<Value> {
    let mut blocks = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => blocks.push(json!({ "text": text })),
            Piece::Media(medium) => blocks.push(media_block(medium)),
            Piece::Captioned(text, medium) => {
                blocks.extend([media_block(medium), json!({ "text": text })])
            }
            Piece::Unknown(value) => blocks.push(json!({ "xFuture": { "value": value } })),
        }
    }
    blocks
}

fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let content = match &answer.body {
        Body::Empty => Vec::new(),
        Body::Data(data) if data.is_object() => vec![json!({ "json": data })],
        Body::Data(data) => vec![json!({ "text": data.to_string() })],
        Body::Text(text) | Body::Error(text) => vec![json!({ "text": text })],
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut inner: Vec<Value> = media.iter().map(media_block).collect();
            if !text.is_empty() {
                inner.insert(random.below(2), json!({ "text": text }));
            }
            inner
        }
    };
    let mut result =
        json!({ "toolUseId": tool_use(story, &answer.call)["toolUseId"], "content": content });
    if matches!(answer.body, Body::Error(_)) {
        result["status"] = json!("error");
    } else if random.chance(50) {
        result["status"] = json!("success");
    }
    json!({ "toolResult": mark(story, result) })
}
