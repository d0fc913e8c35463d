//! Gemini `Content[]`.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    // A model that signs, signs the first call of every step.
    let signs = story.steps.iter().any(|step| matches!(step, Step::Agent { thought: Some(thought), .. } if thought.signature.is_some()));
    let mut messages = Vec::new();
    for step in &story.steps {
        match step {
            Step::User(pieces) => messages.push(content(story, "user", parts(story, pieces))),
            Step::Agent {
                thought,
                pieces,
                calls,
                apart,
            } => {
                let parts = agent(story, thought.as_ref(), pieces, calls, signs, random);
                if *apart {
                    messages.extend(
                        parts
                            .into_iter()
                            .map(|part| content(story, "model", vec![part])),
                    );
                } else {
                    messages.push(content(story, "model", parts));
                }
            }
            Step::Results {
                answers,
                apart,
                after,
            } => {
                let mut parts: Vec<Value> = answers
                    .iter()
                    .map(|answer| response(story, answer, random))
                    .collect();
                if *apart {
                    messages.extend(
                        parts
                            .into_iter()
                            .map(|part| content(story, "user", vec![part])),
                    );
                } else {
                    parts.extend(self::parts(story, after));
                    messages.push(content(story, "user", parts));
                }
            }
        }
    }
    messages
}

fn content(story: &Story, role: &str, parts: Vec<Value>) -> Value {
    mark(story, json!({ "role": role, "parts": parts }))
}

fn spelled<'k>(story: &Story, camel: &'k str, snake: &'k str) -> &'k str {
    if story.snake_case { snake } else { camel }
}

fn media_part(story: &Story, medium: &Medium) -> Value {
    let mime = spelled(story, "mimeType", "mime_type");
    match &medium.data {
        Some(data) => {
            json!({ spelled(story, "inlineData", "inline_data"): { mime: medium.mime, "data": data } })
        }
        None => {
            json!({ spelled(story, "fileData", "file_data"): { mime: medium.mime, spelled(story, "fileUri", "file_uri"): "gs://bucket/file" } })
        }
    }
}

fn parts(story: &Story, pieces: &[Piece]) -> Vec<Value> {
    let part = |piece: &Piece| match piece {
        Piece::Text(text) => mark(story, json!({ "text": text })),
        Piece::Media(medium) => mark(story, media_part(story, medium)),
        Piece::Captioned(text, medium) => {
            let mut part = media_part(story, medium);
            part["text"] = json!(text);
            mark(story, part)
        }
        Piece::Unknown(value) => json!({ "x_future_part": value }),
    };
    pieces.iter().map(part).collect()
}

fn agent(
    story: &Story,
    thought: Option<&Thought>,
    pieces: &[Piece],
    calls: &[Call],
    signs: bool,
    random: &mut Random,
) -> Vec<Value> {
    let signature_key = spelled(story, "thoughtSignature", "thought_signature");
    let mut made = Vec::new();
    if let Some(thought) = thought.filter(|thought| !thought.redacted) {
        made.push(json!({ "text": thought.text, "thought": true }));
    }
    made.extend(parts(story, pieces));
    let first_call = made.len();
    for call in calls {
        let mut inner = json!({ "name": call.tool, "args": call.args });
        if let Some(id) = call_id(story, call) {
            inner["id"] = json!(id);
        }
        made.push(mark(
            story,
            json!({ spelled(story, "functionCall", "function_call"): inner }),
        ));
    }
    if signs {
        let signature = json!(format!("c2ln{:08}", random.below(1_000_000)));
        match made.get_mut(first_call) {
            Some(part) => part[signature_key] = signature,
            // Without a call, the signature comes in a last part without text.
            None => made.push(json!({ "text": "", signature_key: signature })),
        }
    }
    made
}

fn call_id(story: &Story, call: &Call) -> Option<String> {
    id(
        if story.ids == Ids::Constant {
            Ids::Reused
        } else {
            story.ids
        },
        call,
    )
}

fn response(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let mut beside = Vec::new();
    let body = match &answer.body {
        Body::Empty => json!({}),
        Body::Error(text) => json!({ "error": text }),
        Body::Data(data) if random.chance(50) => data.clone(),
        Body::Data(data) => json!({ "output": data }),
        Body::Text(text) => match random.below(8) {
            0 => json!({ "result": text }),
            1 => json!({ "content": [{ "type": "text", "text": text }] }),
            2 => json!({ "output": text, "exit_code": 0 }),
            3 => json!({ "r": text }),
            _ => json!({ "output": text }),
        },
        Body::Blocks(text, media) => {
            let mut blocks = vec![json!({ "type": "text", "text": text })];
            blocks.extend(media.iter().map(|medium| match &medium.data {
                Some(data) => {
                    json!({ "type": if medium.mime.starts_with("audio") { "audio" } else { "image" }, "data": data, "mimeType": medium.mime })
                }
                None => json!({ "type": "resource_link", "uri": "file:///x", "mimeType": medium.mime }),
            }));
            json!({ random.pick(&["content", "output"]): blocks })
        }
        Body::Beside(text, media, caption) => {
            beside = media
                .iter()
                .map(|medium| media_part(story, medium))
                .collect();
            beside.extend(caption.as_ref().map(|caption| json!({ "text": caption })));
            json!({ "output": text })
        }
    };
    let mut inner = json!({ "name": answer.call.tool, "response": body });
    if let Some(id) = call_id(story, &answer.call) {
        inner["id"] = json!(id);
    }
    if !beside.is_empty() {
        inner["parts"] = Value::Array(beside);
    }
    mark(
        story,
        json!({ spelled(story, "functionResponse", "function_response"): mark(story, inner) }),
    )
}
