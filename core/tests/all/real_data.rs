//! Shows that recorded requests of real agents are valid after a repair, and stay valid when they
//! are cleared and compacted.
//!
//! It reads `../shared/data` beside the repository, so `make recorded` runs it.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that reads files"
)]

use conspectus::host::patch::Patch;

use conspectus_api::{CompactorApi, call};
use conspectus_presets as systems;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folders and the dialect of what they hold.
const FOLDERS: [(&str, &str); 7] = [
    ("openai-responses", "openai_responses"),
    ("anthropic-messages", "anthropic"),
    ("openai-chat", "openai_chat"),
    ("gemini-contents", "gemini"),
    ("synthetic-images", ""),
    ("vercel-ai", ""),
    ("langchain", "langchain"),
];

#[test]
#[ignore = "make recorded: reads the recorded sessions beside the repository"]
fn real_requests_are_valid_or_become_so() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    assert!(root.is_dir(), "there is no {}", root.display());
    let (mut failures, mut looked_at) = (Vec::new(), 0);
    for (folder, dialect) in FOLDERS {
        let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            let name = format!("{folder}/{}", file.file_name().unwrap().to_string_lossy());
            let (mut lists, mut messages, mut repairs) = (0, 0, 0);
            let mut codes: BTreeMap<String, usize> = BTreeMap::new();
            for list in lists_of(&read(&file)) {
                lists += 1;
                messages += list.as_array().map_or(0, Vec::len);
                match check(&list, dialect, &mut codes) {
                    Ok(count) => repairs += count,
                    Err(problem) => failures.push(format!("{name}, list {lists}: {problem}")),
                }
            }
            looked_at += lists;
            println!("| {name} | {lists} | {messages} | {repairs} | {codes:?} |");
        }
    }
    assert!(
        looked_at > 0,
        "{} holds no list of messages",
        root.display()
    );
    assert!(
        failures.is_empty(),
        "{} lists failed:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Validates, repairs, validates again; the number of repairs.
fn check(
    list: &Value,
    dialect: &str,
    codes: &mut BTreeMap<String, usize>,
) -> Result<usize, String> {
    let options = if dialect.is_empty() {
        json!({})
    } else {
        json!({ "dialect": dialect })
    };
    let run = |name: &str, list: &Value| {
        call(name, list, &options).map_err(|error| format!("{name}: {} {error}", error.code()))
    };
    for problem in run("validate", list)?["problems"].as_array().unwrap() {
        *codes
            .entry(problem["code"].as_str().unwrap().to_owned())
            .or_default() += 1;
    }
    let repaired = run("repair", list)?;
    let patch: Patch = serde_json::from_value(repaired["patch"].clone()).unwrap();
    let after = patch.apply(list).map_err(|error| error.to_string())?;
    let left = run("validate", &after)?;
    let errors: Vec<&Value> = left["problems"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|problem| problem["severity"] == "error")
        .collect();
    if !errors.is_empty() {
        return Err(format!("still broken: {errors:?}"));
    }
    let again = run("repair", &after)?;
    if !again["details"].as_array().unwrap().is_empty() {
        return Err(format!("a second repair finds {}", again["details"]));
    }
    for operation in ["find_cut", "find_split_point", "slim", "estimate_tokens"] {
        run(operation, &after)?;
    }
    let still_valid = |made: &str, patch: &Value| {
        let patch: Patch =
            serde_json::from_value(patch.clone()).map_err(|error| error.to_string())?;
        let list = patch
            .apply(&after)
            .map_err(|error| format!("{made}: {error}"))?;
        match run("validate", &list)?["problems"]
            .as_array()
            .unwrap()
            .iter()
            .find(|problem| problem["severity"] == "error")
        {
            Some(problem) => Err(format!("{made} leaves {problem}")),
            None => Ok(()),
        }
    };
    let mut forced = options.clone();
    forced["force"] = json!(true);
    forced["keep_tool_results"] = json!(1);
    let cleared = call("microcompact", &after, &forced).map_err(|error| error.to_string())?;
    still_valid("microcompact", &cleared["patch"])?;
    // Our own preset on every list, the others in turn: unoptimised, all of them would take
    // minutes.
    let others = &systems::names()[1..];
    for preset in [
        "default",
        others[list.as_array().map_or(0, Vec::len) % others.len()],
    ] {
        if let Some(patch) = compacted(&after, &options, preset)? {
            still_valid(&format!("compacting by {preset}"), &patch)?;
        }
    }
    Ok(repaired["details"].as_array().unwrap().len())
}

/// The patch of a forced compaction that needs no model, if it is applied.
fn compacted(list: &Value, options: &Value, preset: &str) -> Result<Option<Value>, String> {
    let mut options = options.clone();
    options["preset"] = json!(preset);
    options["summarize"] = json!("extractive");
    let words =
        |error: conspectus::Error| format!("compacting by {preset}: {} {error}", error.code());
    let mut machine = CompactorApi::new(&options).map_err(words)?;
    machine
        .handle_messages(list, &json!({ "force": true }))
        .map_err(words)?;
    let mut patch = None;
    while let Some(action) = machine.poll_action() {
        match action["kind"].as_str() {
            Some("apply") => {
                patch = Some(action["patch"].clone());
                machine.handle_current(list).map_err(words)?;
            }
            Some("read_files") => machine.handle_restored(&json!([])).map_err(words)?,
            Some("store_output") => machine.handle_store_failed("no store").map_err(words)?,
            Some("done") => return Ok(patch.filter(|_| action["applied"] == true)),
            _ => {}
        }
    }
    Err(format!("compacting by {preset} does not end"))
}

fn read(file: &Path) -> Vec<Value> {
    let bytes = std::fs::read(file).unwrap();
    let mut text = String::new();
    if file.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .unwrap();
    } else {
        text = String::from_utf8(bytes).unwrap();
    }
    match serde_json::from_str(&text) {
        Ok(value) => vec![value],
        Err(_) => text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    }
}

/// Every list of messages anywhere in the documents, and the items of agents' recorded runs.
fn lists_of(documents: &[Value]) -> Vec<Value> {
    let mut lists = Vec::new();
    for document in documents {
        if is_message_list(document) {
            lists.push(document.clone());
        } else {
            collect(document, &mut lists);
        }
    }
    lists
}

fn collect(value: &Value, lists: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, lists)),
        Value::Object(fields) => {
            for (key, child) in fields {
                match key.as_str() {
                    "messages" | "contents" | "input" | "traj" | "raw_messages" | "output"
                        if is_message_list(child) =>
                    {
                        lists.push(child.clone())
                    }
                    "generated_items" | "session_items" => {
                        let items: Vec<Value> = child
                            .as_array()
                            .into_iter()
                            .flatten()
                            .filter_map(|item| item.get("raw_item").cloned())
                            .collect();
                        if !items.is_empty() {
                            lists.push(Value::Array(items));
                        }
                    }
                    _ => collect(child, lists),
                }
            }
        }
        _ => {}
    }
}

fn is_message_list(value: &Value) -> bool {
    let is_message = |item: &Value| {
        item.get("role").is_some_and(Value::is_string)
            || (item.get("type").is_some_and(Value::is_string)
                && ["call_id", "content", "data", "encrypted_content", "summary"]
                    .iter()
                    .any(|key| item.get(key).is_some()))
            || item.get("parts").is_some_and(Value::is_array)
    };
    value.as_array().is_some_and(|items| {
        !items.is_empty()
            && items
                .iter()
                .all(|item| is_message(item) && item.get("text").is_none())
    })
}
