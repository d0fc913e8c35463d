//! Condensing loses nothing, the condensed form of a message does not depend on later messages, and
//! no pointer is ever left without its source.

use crate::host::{Transform, call, compact, compactor_options};
use crate::random::Random;
use crate::{Outcome, Shape, ensure};
use conspectus::Patch;
use conspectus_api::CompactorApi;
use serde_json::{Value, json};

const LEVELS: [&str; 3] = ["safe", "tables", "groups"];

/// Condensing a list at once, message by message, and repeatedly has one result.
pub fn it_looks_only_back(random: &mut Random, shape: Shape) -> Outcome {
    let messages = reads(random, shape);
    let level = random.pick(&LEVELS);
    let options = json!({ "level": level });
    let whole = apply(&messages, "condense", &options)?;
    let mut grown = Vec::new();
    for message in messages.as_array().into_iter().flatten() {
        grown.push(message.clone());
        let list = apply(&Value::Array(grown), "condense", &options)?;
        let Value::Array(list) = list else {
            return Err("no list".to_owned());
        };
        grown = list;
    }
    ensure!(
        Value::Array(grown.clone()) == whole,
        "message by message: {}\nat once: {whole}",
        Value::Array(grown)
    );
    ensure!(
        apply(&whole, "condense", &options)? == whole,
        "a second time: {whole}"
    );
    Ok(())
}

/// Condensed results can be expanded in full. The numbers here have no spaces before them, which
/// would not come back.
pub fn expanding_gives_the_original(random: &mut Random, shape: Shape) -> Outcome {
    let messages = reads(random, shape);
    let shorter = apply(
        &messages,
        "condense",
        &json!({ "level": random.pick(&LEVELS) }),
    )?;
    ensure!(
        shorter.to_string().len() <= messages.to_string().len(),
        "longer: {shorter}"
    );
    let back = apply(&shorter, "expand", &json!({}))?;
    ensure!(
        back == messages,
        "before {messages}\nshorter {shorter}\nback {back}"
    );
    Ok(())
}

/// After any step, every pointer that is left can be followed, and leads to the text that was read,
/// unchanged.
pub fn pointers_hold(random: &mut Random, shape: Shape) -> Outcome {
    let messages = reads(random, shape);
    let admitted = apply(
        &messages,
        "condense",
        &json!({ "level": random.pick(&LEVELS) }),
    )?;
    let (patch, cuts) = if random.chance(40) {
        let transform = Transform::random(random, wire(shape));
        (transform.patch(&admitted)?, false)
    } else {
        let summarizer = random.pick(&["extractive", "host"]);
        let mut options = compactor_options(random, wire(shape), summarizer);
        options["fraction"] = json!(random.pick(&[0.1, 0.3, 0.5, 0.7]));
        let turn = json!({ "force": random.chance(70) || options.get("context_window").is_none() });
        let summary = crate::host::summary(random);
        let run = compact(&admitted, &options, &turn, &mut |_| Some(summary.clone()))?;
        let patch = if run.done["applied"] == true {
            run.patch
        } else {
            None
        };
        let cuts = run.done["result"]["removed"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|group| group["kind"] == "truncated_tool_results");
        (
            patch.unwrap_or_else(|| json!({ "ops": [], "splices": [] })),
            cuts,
        )
    };
    let after = crate::host::apply(&patch, &admitted)?;
    let back = apply(
        &after.messages,
        "expand",
        &json!({ "dialect": wire(shape).name() }),
    )?;
    for (index, (message, from)) in back
        .as_array()
        .into_iter()
        .flatten()
        .zip(&after.from)
        .enumerate()
    {
        let Some(from) = *from else { continue };
        let text = message.to_string();
        ensure!(
            !text.contains(" above; "),
            "a pointer in {index} points at nothing: {message}\nadmitted {admitted}\npatch {patch}"
        );
        let is_cleared = text.contains("[Old tool result") || text.contains("pruned") || cuts;
        ensure!(
            is_cleared || *message == messages[from],
            "message {from} comes back as {message}, it was {}\npatch {patch}",
            messages[from]
        );
    }
    Ok(())
}

/// A loop that compacts each turn: results change once, before they are sent; what was sent stays;
/// all of it can be put back. A host that keeps the full list is shown the same, and so is one that
/// stores the compactor between two turns.
pub fn a_loop_changes_only_what_is_new(random: &mut Random, shape: Shape) -> Outcome {
    let messages = reads(random, shape);
    let messages = messages.as_array().ok_or("no list")?;
    let level = random.pick(&LEVELS);
    let options =
        json!({ "dialect": wire(shape).name(), "context_window": 1_000_000, "condense": level });
    let make = || CompactorApi::new(&options).map_err(|error| error.to_string());
    let mut hosts = [
        Host {
            machine: make()?,
            known: Vec::new(),
        },
        Host {
            machine: make()?,
            known: Vec::new(),
        },
        Host {
            machine: make()?,
            known: Vec::new(),
        },
    ];
    let (mut own, mut stored, mut full): (Vec<Value>, Vec<Value>, Vec<Value>) =
        (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < messages.len() {
        let count = random.below(4) + 1;
        let news = &messages[at..(at + count).min(messages.len())];
        at += news.len();
        let sent = own.clone();
        own.extend_from_slice(news);
        stored.extend_from_slice(news);
        full.extend_from_slice(news);
        let before = own.clone();
        own = hosts[0].turn(own)?;
        let seen = before
            .iter()
            .rposition(|message| {
                ["assistant", "model"]
                    .iter()
                    .any(|role| message["role"] == *role)
            })
            .map_or(0, |last| last + 1);
        ensure!(
            own[..seen] == before[..seen]
                && own[..sent.len().min(seen)] == sent[..sent.len().min(seen)],
            "{level}: {own:?} after {before:?}"
        );
        hosts[1] = Host {
            machine: reloaded(&options, &hosts[1].machine)?,
            known: Vec::new(),
        };
        stored = hosts[1].turn(stored)?;
        ensure!(
            stored == own,
            "{level}: stored between turns {stored:?}, kept {own:?}"
        );
        let shown = hosts[2].turn_of_full(&full, random.chance(20))?;
        ensure!(
            shown == own,
            "{level}: of the full list {shown:?}, of its own {own:?}"
        );
    }
    let back = apply(
        &Value::Array(own.clone()),
        "expand",
        &json!({ "dialect": wire(shape).name() }),
    )?;
    ensure!(
        back == json!(messages),
        "{level}: {own:?} comes back as {back}, it was {messages:?}"
    );
    Ok(())
}

fn reloaded(options: &Value, machine: &CompactorApi) -> Result<CompactorApi, String> {
    let mut other = CompactorApi::new(options).map_err(|error| error.to_string())?;
    other
        .load(&machine.save())
        .map_err(|error| error.to_string())?;
    Ok(other)
}

/// A host of the compactor, which recognizes messages as the bindings do.
struct Host {
    machine: CompactorApi,
    known: Vec<Value>,
}

impl Host {
    fn turn(&mut self, list: Vec<Value>) -> Result<Vec<Value>, String> {
        let text = |error: conspectus::Error| error.to_string();
        let same = self
            .known
            .iter()
            .zip(&list)
            .take_while(|(known, now)| known == now)
            .count();
        let from = same
            .min(self.known.len().saturating_sub(1))
            .min(self.machine.known_messages());
        let begun = from > 0
            && self
                .machine
                .handle_news(from, &list[from..], conspectus::CompactArgs::new())
                .map_err(text)?;
        if !begun {
            self.machine
                .handle_messages(&list, &json!({}))
                .map_err(text)?;
        }
        self.known = list[..self.machine.known_messages()].to_vec();
        let mut result = list.clone();
        while let Some(action) = self.machine.poll_action() {
            if action["kind"] == "apply" {
                let from = self.machine.current_from();
                self.machine
                    .handle_current_news(from, &list[from..])
                    .map_err(text)?;
                let Value::Array(patched) =
                    crate::host::apply(&action["patch"], &json!(list))?.messages
                else {
                    return Err("no list".to_owned());
                };
                result = patched;
            } else if action["kind"] == "done" && action["applied"] == true {
                ensure_admitted(&action)?;
            }
        }
        Ok(result)
    }

    fn turn_of_full(&mut self, full: &[Value], reloads: bool) -> Result<Vec<Value>, String> {
        let known = if reloads {
            0
        } else {
            self.machine.view_covers()
        };
        let covered = self
            .machine
            .view(full, known)
            .map_err(|error| error.to_string())?;
        let Some(covered) = covered else {
            return self.turn(full.to_vec());
        };
        let instead =
            crate::host::apply(&json!(self.machine.view_patch()), &json!(full[..covered]))?
                .messages;
        let list = instead
            .as_array()
            .into_iter()
            .flatten()
            .chain(&full[covered..])
            .cloned()
            .collect();
        self.turn(list)
    }
}

fn ensure_admitted(done: &Value) -> Outcome {
    let report = &done["result"];
    let (before, after) = (
        report["tokens_before"].as_u64(),
        report["tokens_after"].as_u64(),
    );
    ensure!(
        report["status"] == "reduced" && report["code"] == "condensed" && after < before,
        "{done}"
    );
    Ok(())
}

/// The dialect in which [`reads`] writes.
pub(super) fn wire(shape: Shape) -> Shape {
    if matches!(shape, Shape::Gemini | Shape::Anthropic) {
        shape
    } else {
        Shape::OpenaiChat
    }
}

pub(super) fn apply(messages: &Value, operation: &str, options: &Value) -> Result<Value, String> {
    let result = call(operation, messages, options)?;
    let patch: Patch =
        serde_json::from_value(result["patch"].clone()).map_err(|error| error.to_string())?;
    patch.apply(messages).map_err(|error| error.to_string())
}

/// A conversation in which an agent reads pieces of a few files again and again, and edits them now
/// and then.
pub(super) fn reads(random: &mut Random, shape: Shape) -> Value {
    let mut files: Vec<Vec<String>> = (0..2)
        .map(|file| {
            (0..150)
                .map(|line| format!("file {file} holds line {line}"))
                .collect()
        })
        .collect();
    let mut messages = vec![message(shape, "user", "Look around.")];
    for id in 0..random.below(12) + 2 {
        if random.chance(20) {
            let found = records(random);
            messages.extend(read(shape, &format!("call_{id}"), "orders", &found));
            continue;
        }
        if random.chance(25) {
            let found = list(random);
            messages.extend(read(shape, &format!("call_{id}"), "list", &found));
            continue;
        }
        let file = random.below(2);
        let lines = &mut files[file];
        if random.below(3) == 0 {
            let at = random.below(lines.len());
            lines[at] = format!("edited in step {id}");
        }
        let start = random.below(100);
        let end = (start + random.below(150)).min(lines.len());
        let sign = ["", "\t", ":", "→"][random.below(4)];
        let text: Vec<String> = lines[start..end]
            .iter()
            .zip(start + 1..)
            .map(|(line, number)| {
                if sign.is_empty() {
                    line.clone()
                } else {
                    format!("{number}{sign}{line}")
                }
            })
            .collect();
        messages.extend(read(
            shape,
            &format!("call_{id}"),
            &format!("src/{file}.rs"),
            &text.join("\n"),
        ));
    }
    Value::Array(messages)
}

/// What searches, logs, tests and diffs show: lines of one kind in a row, and lines that look like
/// what `groups` writes itself.
fn list(random: &mut Random) -> String {
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..random.below(6) + 1 {
        let (kind, folder, odd) = (
            random.below(8),
            random.pick(&["src/engine", "./a", "/usr/lib/x*y", "ü/→"]),
            random.below(9),
        );
        for line in 0..random.below(30) {
            let shown = if random.chance(3) { odd } else { kind };
            lines.push(match shown {
                0 => format!("{folder}/parser.rs:{}:    let value_{line} = {folder};", line * 3),
                1 => format!("{folder}/parser.rs-{line}-x"),
                2 => format!("{folder}/file_{line}.rs"),
                3 => format!("2026-01-02T10:00:{line:02}Z INFO {folder} answered"),
                4 => format!("test engine::{folder}::case_{line} ... ok"),
                5 => "waiting for the server to answer".to_owned(),
                6 => format!(
                    "diff --git a/{folder}/f.rs b/{folder}/f.rs\nindex {line}..2 100644\n--- a/{folder}/f.rs\n+++ b/{folder}/f.rs\n@@ -1 +1 @@"
                ),
                7 => String::new(),
                _ => random.pick(&["[3x a*b]", "[2x]a", "[diff a]", "[Groups: x; bcdf]", "[2x ", "--"]).to_owned(),
            });
        }
    }
    lines.join("\n")
}

/// JSON as services give it: records with nearly the same fields, in one of the usual spacings.
fn records(random: &mut Random) -> String {
    let strange = ["a)(b", "-", "\"#(x", "plain", "ü → ]", "", "two\nlines"];
    let same = random.below(3);
    let rows: Vec<Value> = (0..random.below(12))
        .map(|id| {
            let mut row =
                json!({ "id": id, "kind": strange[same], "note": strange[random.below(strange.len())], "price": id as f64 * 1.5, "tags": [] });
            match random.below(5) {
                0 => drop(row.as_object_mut().and_then(|row| row.shift_remove("note"))),
                1 => row["price"] = Value::Null,
                2 => row["inner"] = json!([{ "a": 1, "b": -2 }, { "a": 3, "b": 4 }, { "a": 5 }]),
                _ => {}
            }
            row
        })
        .collect();
    let found = json!({ "rows": rows, "total": rows.len() });
    match random.below(3) {
        0 => found.to_string(),
        1 => serde_json::to_string_pretty(&found).unwrap_or_default(),
        // No text above holds a quote before a comma or a colon, so the spaces stand between values
        // only.
        _ => found
            .to_string()
            .replace("\",\"", "\", \"")
            .replace("\":", "\": "),
    }
}

pub(super) fn message(shape: Shape, role: &str, text: &str) -> Value {
    match shape.name() {
        "gemini" => json!({ "role": role, "parts": [{ "text": text }] }),
        _ => json!({ "role": role, "content": text }),
    }
}

/// Returns a call and its result: in Gemini's form, in Anthropic's, or in OpenAI chat's for all
/// other shapes.
fn read(shape: Shape, id: &str, path: &str, text: &str) -> [Value; 2] {
    called(shape, id, "read", path, text)
}

/// As [`read`], of another tool.
pub(super) fn called(shape: Shape, id: &str, tool: &str, path: &str, text: &str) -> [Value; 2] {
    match shape.name() {
        "gemini" => [
            json!({ "role": "model", "parts": [{ "functionCall": { "id": id, "name": tool, "args": { "path": path } } }] }),
            json!({ "role": "user", "parts": [{ "functionResponse": { "id": id, "name": tool, "response": { "output": text } } }] }),
        ],
        "anthropic" => [
            json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": tool, "input": { "path": path } }] }),
            json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": text }] }),
        ],
        _ => {
            let arguments = json!({ "path": path }).to_string();
            let function = json!({ "name": tool, "arguments": arguments });
            [
                json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id, "type": "function", "function": function }] }),
                json!({ "role": "tool", "tool_call_id": id, "content": text }),
            ]
        }
    }
}
