//! Any JSON at all, and damaged histories: every operation gives a result or a typed error, never a
//! panic, and every patch fits.

use crate::host::apply;
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::text::text;
use crate::{Outcome, Shape, ensure};
use conspectus::host::patch::Patch;
use conspectus_api::{self, CompactorApi, HistoryApi};
use serde_json::{Map, Value, json};

/// Every operation, with options that are broken too.
pub fn any_json_is_answered_by_every_operation(random: &mut Random, shape: Shape) -> Outcome {
    let messages = broken(random, shape);
    let options = options(random);
    operations(&messages, &options).and_then(|()| {
        operations(&messages, &json!({ "dialect": shape.name(), "force": true, "keep_tool_results": 1, "clear_min_tokens": 0, "clear_protect_tokens": 0 }))
    })
}

/// Tests the compactor and the incremental history.
pub fn any_json_is_answered_by_the_compactor(random: &mut Random, shape: Shape) -> Outcome {
    let messages = broken(random, shape);
    let mut options = {
        let summarizer = random.pick(&["extractive", "host"]);
        crate::host::compactor_options(random, shape, summarizer)
    };
    if random.chance(30) {
        options
            .as_object_mut()
            .map(|options| options.shift_remove("dialect"));
    }
    compactor(&messages, &options, &text(random, 80))
}

/// Runs every operation on `messages`; see the module.
///
/// # Errors
/// If a patch does not fit or lengthens the history, or an error has no code that is known.
pub fn operations(messages: &Value, options: &Value) -> Outcome {
    let names = conspectus_api::names();
    let codes = names["error_codes"].as_array().cloned().unwrap_or_default();
    for operation in conspectus_api::operations().map(|row| row.name) {
        let options = &crate::host::taken(operation, options);
        match conspectus_api::call(operation, messages, options) {
            Err(error) => ensure!(
                codes.contains(&json!(error.code())),
                "{operation} {options}: unknown code {}",
                error.code()
            ),
            Ok(result) => {
                let Some(patch) = result.get("patch") else {
                    continue;
                };
                // These put in what is missing. Base64 has to go from a summariser's copy even
                // where a medium is priced below the words that stand in for it (128 chars of MIME
                // type and the brackets).
                let cheap = options["image_tokens"]
                    .as_u64()
                    .is_some_and(|tokens| tokens < 40);
                let may_grow = ["repair", "harden", "curate"].contains(&operation)
                    || (operation == "slim" && cheap);
                let after = apply(patch, messages)
                    .map_err(|problem| format!("{operation} {options}: {problem}\n{messages}"))?
                    .messages;
                let core: Patch = serde_json::from_value(patch.clone())
                    .map_err(|error| format!("{operation} {options}: {error}"))?;
                let theirs = core
                    .apply(messages)
                    .map_err(|error| format!("{operation} {options}: {error}\n{messages}"))?;
                ensure!(
                    theirs == after,
                    "{operation} {options}: the core's patch gives another list\n{messages}"
                );
                let mut measuring = crate::host::measuring(options);
                // What spoke for the dialect may be what went.
                if let (true, Ok(read)) = (
                    measuring.is_object(),
                    crate::host::call("estimate_tokens", messages, &measuring),
                ) {
                    measuring["dialect"] = read["dialect"].clone();
                }
                let size = |list: &Value| crate::host::tokens(list, &measuring);
                // Some operations read one dialect only. Its lists may speak for none.
                let (Ok(before), Ok(now)) = (size(messages), size(&after)) else {
                    continue;
                };
                ensure!(
                    may_grow || now <= before,
                    "{operation} {options}: {before} -> {now} tokens\n{messages}\n{after}"
                );
            }
        }
    }
    Ok(())
}

/// Runs the compactor and the history on `messages`.
///
/// # Errors
/// If a patch does not fit, or the machine does not end.
pub fn compactor(messages: &Value, options: &Value, answer: &str) -> Outcome {
    let Ok(mut machine) = CompactorApi::new(&crate::host::placed(options)) else {
        return Ok(());
    };
    if let Err(error) = machine.handle_messages(messages, &json!({ "force": true })) {
        ensure!(
            !error.code().is_empty() && machine.state() == "idle",
            "{error} leaves {}",
            machine.state()
        );
    }
    let mut patch = None;
    let (mut applied, mut is_repaired) = (false, false);
    let mut dialect = Value::Null;
    for _ in 0..10_000 {
        let Some(action) = machine.poll_action() else {
            break;
        };
        match action["kind"].as_str() {
            Some("summarize") => machine
                .handle_summary(answer)
                .map_err(|error| error.to_string())?,
            Some("store_output") => machine
                .handle_stored("file")
                .map_err(|error| error.to_string())?,
            Some("read_files") => machine
                .handle_restored(&json!([]))
                .map_err(|error| error.to_string())?,
            Some("apply") => {
                patch = Some(action["patch"].clone());
                machine
                    .handle_current(messages)
                    .map_err(|error| error.to_string())?;
            }
            Some("done") => {
                applied = action["applied"] == true;
                dialect = action["result"]["log"]["run.dialect"].clone();
                let warnings = action["result"]["warnings"].to_string();
                is_repaired = ["invalid_history", "dangling_call"]
                    .iter()
                    .any(|code| warnings.contains(code));
            }
            _ => {}
        }
    }
    ensure!(
        ["idle", "done"].contains(&machine.state()),
        "{options}: it ends in {}\n{messages}",
        machine.state()
    );
    if let (Some(patch), true) = (patch, applied) {
        let after = apply(&patch, messages)
            .map_err(|problem| format!("{options}: {problem}\n{messages}"))?
            .messages;
        // What spoke for the dialect may be what was summarised.
        let mut measuring = options.clone();
        measuring["dialect"] = dialect;
        let (before, now) = (
            crate::host::tokens(messages, &measuring)?,
            crate::host::tokens(&after, &measuring)?,
        );
        ensure!(
            // A result that was missing makes a list longer.
            now <= before || is_repaired,
            "{measuring}: {before} -> {now} tokens\n{messages}\n{after}"
        );
    }
    let mut ledger =
        HistoryApi::new(&json!({ "verify": "hash" })).map_err(|error| error.to_string())?;
    for message in messages.as_array().into_iter().flatten() {
        let length = ledger.len();
        let taken = ledger.append(message).is_ok();
        ensure!(
            ledger.len() == length + usize::from(taken),
            "a refused message left something behind: {message}"
        );
    }
    Ok(())
}

const KEYS: [&str; 34] = [
    "role",
    "parts",
    "content",
    "text",
    "type",
    "functionCall",
    "function_call",
    "functionResponse",
    "function_response",
    "inlineData",
    "fileData",
    "data",
    "mimeType",
    "response",
    "output",
    "error",
    "result",
    "tool_calls",
    "tool_call_id",
    "function",
    "arguments",
    "args",
    "source",
    "tool_use_id",
    "id",
    "name",
    "image_url",
    "url",
    "thought",
    "thoughtSignature",
    "signature",
    "is_error",
    "input",
    "reasoning_content",
];

const WORDS: [&str; 18] = [
    "user",
    "model",
    "assistant",
    "tool",
    "system",
    "text",
    "tool_use",
    "tool_result",
    "thinking",
    "image",
    "document",
    "image_url",
    "image/png",
    "",
    "base64",
    "data:image/png;base64,AAAA",
    "call_0",
    "[Old tool result cleared]",
];

/// JSON that looks like messages here and there.
pub fn junk(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth > 6 { 6 } else { 10 }) {
        0 => Value::Null,
        1 => json!(random.chance(50)),
        2 => json!(random.bits() as i64),
        3 | 4 => json!(random.pick(&WORDS)),
        5 => {
            let chars = random.below(100);
            json!(text(random, chars))
        }
        6 | 7 => Value::Array(
            (0..random.below(4))
                .map(|_| junk(random, depth + 1))
                .collect(),
        ),
        _ => Value::Object(
            (0..random.below(6))
                .map(|_| (random.pick(&KEYS).to_owned(), junk(random, depth + 1)))
                .collect(),
        ),
    }
}

/// Returns a history with a few values replaced, removed or doubled; sometimes nothing but junk.
pub(super) fn broken(random: &mut Random, shape: Shape) -> Value {
    if random.chance(25) {
        return junk(random, 0);
    }
    let mut messages = conversation(
        random,
        shape,
        Limits {
            rounds: 4,
            text_chars: 1_000,
        },
    );
    for _ in 0..random.within(1, 6) {
        break_one(random, &mut messages);
    }
    messages
}

/// Walks down a random way and breaks what is there.
fn break_one(random: &mut Random, value: &mut Value) {
    let stop = random.chance(12);
    match value {
        Value::Array(items) if !items.is_empty() && !stop => {
            let index = random.below(items.len());
            match random.below(14) {
                0 => drop(items.remove(index)),
                1 => items.insert(index, items[index].clone()),
                2 => items.swap(0, index),
                3 => items.truncate(index),
                _ => break_one(random, &mut items[index]),
            }
        }
        Value::Object(fields) if !fields.is_empty() && !stop => {
            let key = fields
                .keys()
                .nth(random.below(fields.len()))
                .cloned()
                .unwrap_or_default();
            match random.below(8) {
                0 => drop(fields.shift_remove(&key)),
                1 => drop(fields.insert(random.pick(&KEYS).to_owned(), junk(random, 4))),
                _ => {
                    if let Some(child) = fields.get_mut(&key) {
                        break_one(random, child);
                    }
                }
            }
        }
        _ => *value = junk(random, 3),
    }
}

/// Options: a few that exist with values that may not fit, now and then one that does not exist, or
/// no object at all.
fn options(random: &mut Random) -> Value {
    if random.chance(10) {
        return junk(random, 4);
    }
    let mut options = Map::new();
    for _ in 0..random.below(4) {
        let name = random.pick(conspectus_api::OPTIONS).name;
        let value = match random.below(4) {
            0 => junk(random, 5),
            1 => json!(random.below(5)),
            2 => json!(random.pick(&[
                "default",
                "qwen-code",
                "gemini-cli",
                "chars",
                "script",
                "json_chars",
                "closed",
                "anthropic",
                "plain"
            ])),
            _ => json!(random.below(100) as f64 / 100.0),
        };
        options.insert(name.to_owned(), value);
    }
    Value::Object(options)
}
