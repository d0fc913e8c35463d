//! The AI SDK's `UIMessage`. A call and its result are one part, and all steps of one answer are
//! one message, separated by `step-start`.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let mut told: Vec<(&str, Vec<Value>)> = story
        .system
        .iter()
        .map(|text| ("system", vec![json!({ "type": "text", "text": text })]))
        .collect();
    // A host that stores each step writes a message for each.
    let steps_apart = random.chance(30);
    for (index, step) in story.steps.iter().enumerate() {
        match step {
            Step::User(pieces) => told.push(("user", user_parts(story, pieces))),
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => {
                let answers = match story.steps.get(index + 1) {
                    Some(Step::Results { answers, .. }) => answers.as_slice(),
                    _ => &[],
                };
                let mut parts = vec![json!({ "type": "step-start" })];
                parts.extend(thought.iter().map(reasoning));
                parts.extend(pieces.iter().map(|piece| part(story, piece)));
                for call in calls {
                    let answer = answers
                        .iter()
                        .find(|answer| answer.call.number == call.number);
                    parts.push(tool(story, call, answer, random));
                }
                match told.last_mut() {
                    Some(("assistant", before)) if !steps_apart => before.extend(parts),
                    _ => told.push(("assistant", parts)),
                }
            }
            Step::Results { after, .. } if !after.is_empty() => {
                told.push(("user", user_parts(story, after)));
            }
            Step::Results { .. } => {}
        }
    }
    let written = told.into_iter().enumerate().map(|(index, (role, parts))| {
        mark(
            story,
            json!({ "id": format!("msg_{index}"), "role": role, "parts": parts }),
        )
    });
    written.collect()
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

fn reasoning(thought: &Thought) -> Value {
    let mut part = json!({ "type": "reasoning", "text": if thought.redacted { "" } else { &thought.text }, "state": "done" });
    match (&thought.signature, thought.redacted) {
        (Some(signature), true) => {
            part["providerMetadata"] = json!({ "anthropic": { "redactedData": signature } });
        }
        (Some(signature), false) => {
            part["providerMetadata"] = json!({ "anthropic": { "signature": signature } });
        }
        (None, _) => {}
    }
    part
}

fn part(story: &Story, piece: &Piece) -> Value {
    match piece {
        Piece::Text(text) | Piece::Captioned(text, _) => mark(
            story,
            json!({ "type": "text", "text": text, "state": "done" }),
        ),
        Piece::Media(medium) => file(medium),
        Piece::Unknown(value) => json!({ "type": "data-future", "data": value }),
    }
}

fn user_parts(story: &Story, pieces: &[Piece]) -> Vec<Value> {
    let mut parts = Vec::new();
    for piece in pieces {
        parts.push(part(story, piece));
        if let Piece::Captioned(_, medium) = piece {
            parts.push(file(medium));
        }
    }
    parts
}

fn file(medium: &Medium) -> Value {
    let url = match &medium.data {
        Some(data) => format!("data:{};base64,{data}", medium.mime),
        None => "https://example.com/a".to_owned(),
    };
    json!({ "type": "file", "mediaType": medium.mime, "filename": "a", "url": url })
}

/// A call, with its result if there is one. One that still runs waits for the tool or for the
/// user's word.
fn tool(story: &Story, call: &Call, answer: Option<&Answer>, random: &mut Random) -> Value {
    let mut part = if random.chance(20) {
        json!({ "type": "dynamic-tool", "toolName": call.tool })
    } else {
        json!({ "type": format!("tool-{}", call.tool) })
    };
    part["toolCallId"] = json!(call_id(story, call));
    part["state"] = json!("output-available");
    part["input"] = call.args.clone();
    let approval = format!("approve_{}_{}", call.number.0, call.number.1);
    match answer.map(|answer| &answer.body) {
        None if random.chance(30) => {
            part["state"] = json!("approval-requested");
            part["approval"] = json!({ "id": approval });
        }
        None => part["state"] = json!("input-available"),
        Some(Body::Error(text)) if random.chance(30) => {
            part["state"] = json!("output-denied");
            part["approval"] = json!({ "id": approval, "approved": false, "reason": text });
        }
        Some(Body::Error(text)) => {
            part["state"] = json!("output-error");
            part["errorText"] = json!(text);
        }
        Some(body) => {
            part["output"] = output(body, random);
            if random.chance(10) {
                part["approval"] = json!({ "id": approval, "approved": true });
            }
        }
    }
    mark(story, part)
}

/// What a tool gives, whatever its form is.
fn output(body: &Body, random: &mut Random) -> Value {
    match body {
        Body::Empty if random.chance(50) => Value::Null,
        Body::Empty => json!(""),
        Body::Text(text) if random.chance(30) => json!({ "stdout": text, "exitCode": 0 }),
        Body::Text(text) | Body::Error(text) => json!(text),
        Body::Data(data) => data.clone(),
        Body::Blocks(text, media) | Body::Beside(text, media, _) => {
            let mut content = vec![json!({ "type": "text", "text": text })];
            content.extend(media.iter().map(|medium| match &medium.data {
                Some(data) => json!({ "type": "image", "data": data, "mimeType": medium.mime }),
                None => {
                    json!({ "type": "resource_link", "uri": "https://example.com/a", "name": "a" })
                }
            }));
            json!({ "content": content, "isError": false })
        }
    }
}
