//! Random valid conversations, written straight in each provider's shape. Shares no code with the core.

use serde_json::{json, Value};

/// SplitMix64: small, seedable, the same everywhere. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Gemini,
    OpenaiChat,
    Anthropic,
}

impl Shape {
    pub const ALL: [Self; 3] = [Self::Gemini, Self::OpenaiChat, Self::Anthropic];

    pub fn name(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::OpenaiChat => "openai_chat",
            Self::Anthropic => "anthropic",
        }
    }
}

/// How ids are given out.
#[derive(Clone, Copy)]
enum Ids {
    Unique,
    /// The same ids again in every batch.
    Reused,
    /// None at all (Gemini only).
    Missing,
}

/// A valid conversation of up to `rounds` rounds; it may end with calls that wait.
pub fn conversation(random: &mut Random, shape: Shape, rounds: usize) -> Value {
    let ids = match random.below(4) {
        0 => Ids::Reused,
        1 if shape == Shape::Gemini => Ids::Missing,
        _ => Ids::Unique,
    };
    let mut messages = Vec::new();
    if shape == Shape::OpenaiChat && random.chance(50) {
        messages.push(json!({ "role": "system", "content": text(random, 400) }));
    }
    messages.push(user(random, shape));
    let rounds = 1 + random.below(rounds);
    for round in 0..rounds {
        if random.chance(70) {
            let count = 1 + random.below(3);
            let calls: Vec<Call> = (0..count).map(|index| Call::new(random, ids, round, index)).collect();
            messages.push(assistant(random, shape, &calls));
            let waits = round + 1 == rounds && random.chance(20);
            if !waits {
                messages.extend(results(random, shape, &calls));
            }
            if waits {
                return Value::Array(messages);
            }
        } else {
            messages.push(assistant(random, shape, &[]));
            if random.chance(80) {
                messages.push(user(random, shape));
            }
        }
    }
    if random.chance(60) {
        messages.push(assistant(random, shape, &[]));
    }
    Value::Array(messages)
}

struct Call {
    id: Option<String>,
    name: &'static str,
    args: Value,
}

impl Call {
    fn new(random: &mut Random, ids: Ids, round: usize, index: usize) -> Self {
        let id = match ids {
            Ids::Unique => Some(format!("call_{round}_{index}")),
            Ids::Reused => Some(format!("call_{index}")),
            Ids::Missing => None,
        };
        let name = ["read_file", "run_shell_command", "grep_search", "screenshot", "my_tool"][random.below(5)];
        Self { id, name, args: json!({ "path": format!("src/{}.rs", random.below(9)), "note": text(random, 40) }) }
    }
}

/// Text with characters that break careless code.
pub fn text(random: &mut Random, most: usize) -> String {
    const PIECES: [&str; 14] = [
        "word ",
        "let x = \"a\";\n",
        "漢字",
        "é",
        "👨‍👩‍👧",
        "🇩🇪",
        "e\u{301}",
        "\r\n",
        "</state_snapshot>",
        "<overall_goal>",
        "[image: x]",
        "\u{202e}",
        "error: no\n",
        "must ",
    ];
    let mut text = String::new();
    let length = 1 + random.below(most);
    while text.len() < length {
        text.push_str(PIECES[random.below(PIECES.len())]);
    }
    text
}

fn base64(random: &mut Random) -> String {
    "QUJDRA+/".repeat(100 + random.below(4_000))
}

fn output(random: &mut Random) -> String {
    match random.below(12) {
        0 => "ok".to_owned(),
        1 => text(random, 60_000),
        2 => format!("{{\"shot\": \"data:image/png;base64,{}\"}}", base64(random)),
        _ => text(random, 2_000),
    }
}

fn user(random: &mut Random, shape: Shape) -> Value {
    let words = text(random, 300);
    let with_image = random.chance(15);
    match shape {
        Shape::Gemini => {
            let mut parts = vec![json!({ "text": words, "x_unknown": [1, null] })];
            if with_image {
                parts.push(json!({ "inlineData": { "mimeType": "image/png", "data": base64(random) } }));
            }
            json!({ "role": "user", "parts": parts })
        }
        Shape::OpenaiChat if with_image => {
            json!({ "role": "user", "content": [{ "type": "text", "text": words }, { "type": "image_url", "image_url": { "url": format!("data:image/png;base64,{}", base64(random)) } }] })
        }
        Shape::Anthropic if with_image => {
            json!({ "role": "user", "content": [{ "type": "text", "text": words }, { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": base64(random) } }] })
        }
        Shape::OpenaiChat | Shape::Anthropic => json!({ "role": "user", "content": words, "x_unknown": { "a": [1.5] } }),
    }
}

fn assistant(random: &mut Random, shape: Shape, calls: &[Call]) -> Value {
    let words = text(random, 200);
    match shape {
        Shape::Gemini => {
            let mut parts = vec![json!({ "text": words })];
            parts.extend(calls.iter().enumerate().map(|(index, call)| {
                let mut part = json!({ "functionCall": { "name": call.name, "args": call.args } });
                if let Some(id) = &call.id {
                    part["functionCall"]["id"] = json!(id);
                }
                if index == 0 && random.chance(40) {
                    part["thoughtSignature"] = json!("c2lnbmF0dXJl");
                }
                part
            }));
            json!({ "role": "model", "parts": parts })
        }
        Shape::OpenaiChat if calls.is_empty() => json!({ "role": "assistant", "content": words }),
        Shape::OpenaiChat => json!({ "role": "assistant", "content": null, "tool_calls": calls.iter().map(|call| json!({
            "id": call.id, "type": "function", "function": { "name": call.name, "arguments": call.args.to_string() } })).collect::<Vec<_>>() }),
        Shape::Anthropic => {
            let mut blocks = Vec::new();
            if random.chance(30) {
                blocks.push(json!({ "type": "thinking", "thinking": text(random, 100), "signature": "c2ln" }));
            }
            blocks.push(json!({ "type": "text", "text": words }));
            blocks.extend(calls.iter().map(|call| json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": call.args })));
            json!({ "role": "assistant", "content": blocks })
        }
    }
}

fn results(random: &mut Random, shape: Shape, calls: &[Call]) -> Vec<Value> {
    match shape {
        Shape::Gemini => {
            let parts = calls.iter().map(|call| {
                let body = match random.below(6) {
                    0 => json!({ "error": output(random) }),
                    1 => json!({ "content": [{ "type": "text", "text": output(random) }, { "type": "image", "mimeType": "image/png", "data": base64(random) }] }),
                    2 => json!({ "rows": [{ "a": 1, "b": output(random) }, null, true] }),
                    _ => json!({ "output": output(random) }),
                };
                let mut part = json!({ "functionResponse": { "name": call.name, "response": body } });
                if let Some(id) = &call.id {
                    part["functionResponse"]["id"] = json!(id);
                }
                if random.chance(10) {
                    part["functionResponse"]["parts"] = json!([{ "inlineData": { "mimeType": "image/png", "data": base64(random) } }]);
                }
                part
            });
            vec![json!({ "role": "user", "parts": parts.collect::<Vec<_>>() })]
        }
        Shape::OpenaiChat => calls
            .iter()
            .map(|call| {
                let content = if random.chance(20) { json!([{ "type": "text", "text": output(random) }]) } else { json!(output(random)) };
                json!({ "role": "tool", "tool_call_id": call.id, "content": content })
            })
            .collect(),
        Shape::Anthropic => {
            let blocks = calls.iter().map(|call| {
                let content = match random.below(5) {
                    0 => json!([{ "type": "text", "text": output(random) }, { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": base64(random) } }]),
                    _ => json!(output(random)),
                };
                json!({ "type": "tool_result", "tool_use_id": call.id, "content": content, "is_error": random.chance(10) })
            });
            vec![json!({ "role": "user", "content": blocks.collect::<Vec<_>>() })]
        }
    }
}
