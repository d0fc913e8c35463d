//! Conversations in several dialects: requests, tool calls and results, pictures, a summary, a call
//! that waits.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// The dialects that are written here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Anthropic,
    OpenaiChat,
    Gemini,
}

impl Dialect {
    pub const ALL: [Self; 3] = [Self::Anthropic, Self::OpenaiChat, Self::Gemini];
}

/// Text of so many words in two scripts, in lines.
#[must_use]
pub fn prose(words: usize, seed: usize) -> String {
    const WORDS: [&str; 12] = [
        "parser",
        "returns",
        "error",
        "at",
        "src/main.rs",
        "строка",
        "token",
        "предел",
        "config",
        "the",
        "fn run() -> u64 { 41 }",
        "0xfe",
    ];
    (0..words)
        .map(|index| {
            format!(
                "{}{}",
                WORDS[(index * 7 + seed * 5 + index / 3) % 12],
                if index % 9 == 8 { "\n" } else { " " }
            )
        })
        .collect()
}

/// The head of a PNG of that size, as base64.
#[must_use]
pub fn picture(width: u32, height: u32) -> String {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 2, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([7; 900]);
    STANDARD.encode(bytes)
}

/// What the user says, with a picture if one is given.
#[must_use]
pub fn user(dialect: Dialect, text: &str, image: Option<&str>) -> Value {
    match dialect {
        Dialect::Anthropic => {
            let mut content = vec![json!({ "type": "text", "text": text })];
            content.extend(image.map(|data| json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": data } })));
            json!({ "role": "user", "content": content })
        }
        Dialect::OpenaiChat => {
            let mut content = vec![json!({ "type": "text", "text": text })];
            content.extend(image.map(|data| json!({ "type": "image_url", "image_url": { "url": format!("data:image/png;base64,{data}") } })));
            json!({ "role": "user", "content": content })
        }
        Dialect::Gemini => {
            let mut parts = vec![json!({ "text": text })];
            parts
                .extend(image.map(
                    |data| json!({ "inlineData": { "mimeType": "image/png", "data": data } }),
                ));
            json!({ "role": "user", "parts": parts })
        }
    }
}

/// What the agent says.
#[must_use]
pub fn agent(dialect: Dialect, text: &str) -> Value {
    match dialect {
        Dialect::Gemini => json!({ "role": "model", "parts": [{ "text": text }] }),
        _ => json!({ "role": "assistant", "content": text }),
    }
}

/// A call of a tool.
#[must_use]
pub fn call(dialect: Dialect, id: usize, tool: &str, args: &Value) -> Value {
    match dialect {
        Dialect::Anthropic => {
            json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": format!("t{id}"), "name": tool, "input": args }] })
        }
        Dialect::OpenaiChat => {
            let function = json!({ "name": tool, "arguments": args.to_string() });
            json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": format!("t{id}"), "type": "function", "function": function }] })
        }
        Dialect::Gemini => {
            json!({ "role": "model", "parts": [{ "functionCall": { "id": format!("t{id}"), "name": tool, "args": args } }] })
        }
    }
}

/// Its result, with a picture inside where the dialect can hold one.
#[must_use]
pub fn result(dialect: Dialect, id: usize, tool: &str, text: &str, image: Option<&str>) -> Value {
    match dialect {
        Dialect::Anthropic => {
            let mut content = vec![json!({ "type": "text", "text": text })];
            content.extend(image.map(|data| json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": data } })));
            json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": format!("t{id}"), "content": content }] })
        }
        Dialect::OpenaiChat => {
            json!({ "role": "tool", "tool_call_id": format!("t{id}"), "content": text })
        }
        Dialect::Gemini => {
            let mut response =
                json!({ "id": format!("t{id}"), "name": tool, "response": { "output": text } });
            if let Some(data) = image {
                response["parts"] =
                    json!([{ "inlineData": { "mimeType": "image/png", "data": data } }]);
            }
            json!({ "role": "user", "parts": [{ "functionResponse": response }] })
        }
    }
}

/// A call and its result.
#[must_use]
pub fn round(dialect: Dialect, id: usize, words: usize, image: Option<&str>) -> [Value; 2] {
    let (tool, args) = match id % 4 {
        0 => (
            "read_file",
            json!({ "path": format!("src/part{id}.rs"), "absolute_path": format!("/project/src/part{id}.rs") }),
        ),
        1 => (
            "run_shell_command",
            json!({ "command": format!("make test-{id}") }),
        ),
        2 => (
            "write_file",
            json!({ "file_path": format!("/project/src/part{id}.rs"), "content": "fn main() {}" }),
        ),
        _ => ("lookup", json!({ "ticket": format!("T-{id}") })),
    };
    [
        call(dialect, id, tool, &args),
        result(dialect, id, tool, &prose(words, id), image),
    ]
}

/// A conversation: a request, rounds, a picture, another request, rounds; then `end`.
#[must_use]
pub fn talk(dialect: Dialect, rounds: usize, words: usize, end: End) -> Vec<Value> {
    let small = picture(640, 480);
    let large = picture(1600, 1200);
    let mut list = vec![user(
        dialect,
        &format!("Fix the parser, ticket T-77. {}", prose(40, 1)),
        None,
    )];
    for id in 0..rounds {
        // Pictures in results: few in the first half, none in the last rounds.
        list.extend(round(
            dialect,
            id,
            words,
            (id % 5 == 1).then_some(small.as_str()),
        ));
        if id % 4 == 3 {
            list.push(agent(
                dialect,
                &format!("I decided to change the tokenizer. {}", prose(30, id)),
            ));
            let image = (id % 8 == 3).then_some(large.as_str());
            list.push(user(
                dialect,
                &format!("Always use tabs. Then do step {id}. {}", prose(30, id)),
                image,
            ));
        }
    }
    match end {
        End::Agent => list.push(agent(dialect, "The parser is fixed.")),
        End::User => {
            list.push(agent(dialect, "The parser is fixed."));
            list.push(user(dialect, "Now write the documentation.", None));
        }
        End::Result => list.extend(round(dialect, rounds, 20, None)),
        End::Waiting => list.push(call(
            dialect,
            rounds,
            "read_file",
            &json!({ "path": "src/last.rs" }),
        )),
    }
    list
}

/// How a conversation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Agent,
    User,
    Result,
    Waiting,
}
