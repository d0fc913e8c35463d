//! OpenAI Responses: a flat list of items.

use super::{id, mark};
use crate::random::Random;
use crate::story::{Answer, Body, Call, Ids, Medium, Piece, Step, Story, Thought};
use serde_json::{Value, json};

pub(super) fn messages(story: &Story, random: &mut Random) -> Vec<Value> {
    let head = |(index, text): (usize, &String)| json!({ "role": if index == 0 { "system" } else { "developer" }, "content": text });
    let mut items: Vec<Value> = story.system.iter().enumerate().map(head).collect();
    for (number, step) in story.steps.iter().enumerate() {
        match step {
            Step::User(pieces) => {
                if number > 0 && random.chance(2) {
                    items.push(mark(story, json!({ "type": "compaction", "id": format!("cmp_{number}"), "encrypted_content": "gAAAAA" })));
                }
                items.push(user(story, pieces, random));
            }
            Step::Agent {
                thought,
                pieces,
                calls,
                ..
            } => items.extend(answer(
                story,
                number,
                thought.as_ref(),
                pieces,
                calls,
                random,
            )),
            Step::Results { answers, after, .. } => {
                items.extend(answers.iter().map(|answer| result(story, answer, random)));
                if !after.is_empty() {
                    items.push(user(story, after, random));
                }
            }
        }
    }
    items
}

/// Returns one response: reasoning, calls that the provider ran itself, words, calls. Items after
/// reasoning that the provider knows carry its number in their ids: they are rejected without it.
fn answer(
    story: &Story,
    number: usize,
    thought: Option<&Thought>,
    pieces: &[Piece],
    calls: &[Call],
    random: &mut Random,
) -> Vec<Value> {
    let mut items: Vec<Value> = thought
        .iter()
        .map(|thought| reasoning(thought, number))
        .collect();
    let bound = thought.is_some_and(|thought| thought.signature.is_some());
    let item_id = |kind: &str, index: usize| {
        format!(
            "{kind}_{number}_{index}{}",
            if bound {
                format!("_needs_rs_{number}")
            } else {
                String::new()
            }
        )
    };
    if random.chance(6) {
        items.push(server_item(random, item_id("ws", 0)));
    }
    if !pieces.is_empty() {
        let content: Vec<Value> = pieces
            .iter()
            .map(|piece| agent_block(piece, random))
            .collect();
        let message = json!({ "type": "message", "id": item_id("msg", 0), "role": "assistant", "status": "completed", "content": content });
        items.push(mark(story, message));
    }
    for (index, call) in calls.iter().enumerate() {
        let mut item = call_item(story, call);
        item["id"] = json!(item_id("fc", index));
        items.push(mark(story, item));
    }
    items
}

fn reasoning(thought: &Thought, number: usize) -> Value {
    let summary = if thought.redacted {
        json!([])
    } else {
        json!([{ "type": "summary_text", "text": thought.text }])
    };
    match &thought.signature {
        Some(signature) => {
            json!({ "type": "reasoning", "id": format!("rs_{number}"), "summary": summary, "encrypted_content": signature })
        }
        None => json!({ "type": "reasoning", "summary": summary }),
    }
}

fn server_item(random: &mut Random, id: String) -> Value {
    match random.below(3) {
        0 => {
            json!({ "type": "web_search_call", "id": id, "status": "completed", "action": { "type": "search", "query": "x" } })
        }
        1 => {
            json!({ "type": "mcp_call", "id": id, "server_label": "s", "name": "look", "arguments": "{}", "output": crate::text::plain(random.below(900)) })
        }
        _ => {
            let data = crate::text::base64(random.within(300, 9_000));
            json!({ "type": "image_generation_call", "id": id, "status": "completed", "result": data })
        }
    }
}

fn agent_block(piece: &Piece, random: &mut Random) -> Value {
    match piece {
        Piece::Text(text) if random.chance(3) => json!({ "type": "refusal", "refusal": text }),
        Piece::Text(text) | Piece::Captioned(text, _) => {
            json!({ "type": "output_text", "text": text, "annotations": [] })
        }
        Piece::Media(_) => json!({ "type": "output_text", "text": "(a picture)" }),
        Piece::Unknown(value) => json!({ "type": "x_future", "x_future": value }),
    }
}

/// Returns the kind of tool for a call and for its output.
fn kind(call: &Call) -> &'static str {
    match (call.tool.as_str(), (call.number.0 + call.number.1) % 3) {
        ("run_shell_command", 0) => "shell_call",
        ("run_shell_command", 1) => "local_shell_call",
        ("screenshot", 0) => "computer_call",
        ("write_file", 0) => "apply_patch_call",
        ("write_file", 1) => "custom_tool_call",
        _ => "function_call",
    }
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

fn call_item(story: &Story, call: &Call) -> Value {
    let mut item =
        json!({ "type": kind(call), "call_id": call_id(story, call), "status": "completed" });
    match kind(call) {
        "function_call" => {
            item["name"] = json!(call.tool);
            item["arguments"] = json!(call.args.to_string());
        }
        "custom_tool_call" => {
            item["name"] = json!(call.tool);
            item["input"] = json!(call.args.to_string());
        }
        "apply_patch_call" => {
            item["operation"] =
                json!({ "type": "update_file", "path": "src/a.rs", "diff": call.args.to_string() })
        }
        "computer_call" => {
            item["action"] = json!({ "type": "screenshot" });
            item["pending_safety_checks"] = json!([]);
        }
        "shell_call" => item["action"] = json!({ "commands": [call.args.to_string()] }),
        _ => {
            item["action"] =
                json!({ "type": "exec", "command": ["sh", "-c", call.args.to_string()], "env": {} })
        }
    }
    item
}

fn input_block(medium: &Medium) -> Value {
    let url = medium.data.as_ref().map_or_else(
        || "https://example.com/a.png".to_owned(),
        |data| format!("data:{};base64,{data}", medium.mime),
    );
    if medium.mime.to_ascii_lowercase().starts_with("image/") {
        return json!({ "type": "input_image", "image_url": url, "detail": "auto" });
    }
    match medium.data {
        Some(_) => json!({ "type": "input_file", "filename": "a.pdf", "file_data": url }),
        None => json!({ "type": "input_file", "file_id": "file-1" }),
    }
}

fn user(story: &Story, pieces: &[Piece], random: &mut Random) -> Value {
    let mut blocks = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                blocks.push(mark(story, json!({ "type": "input_text", "text": text })))
            }
            Piece::Media(medium) => blocks.push(input_block(medium)),
            Piece::Captioned(text, medium) => blocks.extend([
                json!({ "type": "input_text", "text": text }),
                input_block(medium),
            ]),
            Piece::Unknown(value) => blocks.push(json!({ "type": "x_future", "x_future": value })),
        }
    }
    let content = match pieces {
        [Piece::Text(text)] if random.chance(60) => json!(text),
        _ => Value::Array(blocks),
    };
    let mut message = json!({ "role": "user", "content": content });
    if random.chance(50) {
        message["type"] = json!("message");
    }
    mark(story, message)
}

fn result(story: &Story, answer: &Answer, random: &mut Random) -> Value {
    let kind = kind(&answer.call);
    let mut item =
        json!({ "type": format!("{kind}_output"), "call_id": call_id(story, &answer.call) });
    let (text, media): (String, &[Medium]) = match &answer.body {
        Body::Empty => (String::new(), &[]),
        Body::Text(text) | Body::Error(text) => (text.clone(), &[]),
        Body::Data(data) => (data.to_string(), &[]),
        Body::Blocks(text, media) | Body::Beside(text, media, _) => (text.clone(), media),
    };
    item["output"] = match kind {
        "computer_call" => {
            json!({ "type": "computer_screenshot", "image_url": crate::text::data_url("image/png", random.within(300, 20_000)) })
        }
        "shell_call" => {
            json!([{ "stdout": text, "stderr": "", "outcome": { "type": "exit", "exit_code": 0 } }])
        }
        "function_call" | "custom_tool_call" if !media.is_empty() => {
            let mut blocks: Vec<Value> = media.iter().map(input_block).collect();
            if !text.is_empty() {
                blocks.insert(0, json!({ "type": "input_text", "text": text }));
            }
            Value::Array(blocks)
        }
        _ => json!(text),
    };
    if kind == "local_shell_call" {
        item["id"] = item["call_id"].clone();
    }
    if kind == "apply_patch_call" {
        item["status"] = json!(if matches!(answer.body, Body::Error(_)) {
            "failed"
        } else {
            "completed"
        });
    }
    mark(story, item)
}
