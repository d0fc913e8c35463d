//! Shows how well the size of the next prompt is predicted from the last report of a provider and
//! an estimate of the messages since.
//!
//! It reads the sessions in `../shared/data/claude-code`, so `make recorded` runs it.

#![allow(
    clippy::disallowed_methods,
    reason = "the test reads recorded sessions"
)]

use conspectus::read_usage;
use conspectus::{Config, ConfiguredHistory};
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};

enum CompactArgs {
    User(Value),
    Assistant {
        message: Value,
        id: Value,
        prompt_tokens: u64,
    },
    /// The host compacted its history: the next prompt cannot be foretold.
    Compacted,
}

#[test]
#[ignore = "make recorded: reads the recorded sessions beside the repository"]
fn the_next_prompt_is_foretold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/claude-code");
    let entries = std::fs::read_dir(&folder).expect("the recorded sessions");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let (model, turns) = read(&file);
        let mut errors = foretell(&model, &turns);
        // A handful of turns says nothing.
        if errors.len() < 8 {
            continue;
        }
        errors.sort_by(f64::total_cmp);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name:46} {model:28} {:4} turns, mean {:5.2} %, p95 {:5.2} %",
            errors.len(),
            mean(&errors),
            p95(&errors)
        );
        all.extend(errors);
    }
    all.sort_by(f64::total_cmp);
    println!(
        "{:46} {:28} {:4} turns, mean {:5.2} %, p95 {:5.2} %",
        "all",
        "",
        all.len(),
        mean(&all),
        p95(&all)
    );
    assert!(all.len() > 500, "only {} turns carry usage", all.len());
    assert!(
        mean(&all) <= 1.0 && p95(&all) <= 3.0,
        "mean {:.2} %, p95 {:.2} %",
        mean(&all),
        p95(&all)
    );
}

/// The errors in percent, for each turn but the first after a compaction.
fn foretell(model: &str, turns: &[CompactArgs]) -> Vec<f64> {
    let options = Config::builder().model(model).context_window(200_000);
    let mut history = ConfiguredHistory::new(options.build().expect("options"));
    let (mut errors, mut last) = (Vec::new(), None);
    for turn in turns {
        match turn {
            CompactArgs::Compacted => {
                last = None;
                history = ConfiguredHistory::new(history.config().clone());
            }
            CompactArgs::User(message) => history.append(message).expect("a user message"),
            CompactArgs::Assistant {
                message,
                prompt_tokens,
                ..
            } => {
                // A prompt less than 0.7 of the one before: a compaction without a mark.
                if last.is_some_and(|before: u64| *prompt_tokens as f64 >= before as f64 * 0.7) {
                    errors.push(
                        100.0
                            * (history.prompt_tokens() as f64 / *prompt_tokens as f64 - 1.0).abs(),
                    );
                }
                last = Some(*prompt_tokens);
                let messages = history.len();
                history
                    .report_usage(*prompt_tokens, messages)
                    .expect("a report");
                history.append(message).expect("an answer");
            }
        }
    }
    errors
}

fn read(file: &Path) -> (String, Vec<CompactArgs>) {
    let bytes = std::fs::read(file).expect("a session is readable");
    let mut text = Vec::new();
    if file.extension().is_some_and(|extension| extension == "gz") {
        flate2::read::GzDecoder::new(bytes.as_slice())
            .read_to_end(&mut text)
            .expect("gzip");
    } else {
        text = bytes;
    }
    let (mut model, mut turns) = (String::new(), Vec::new());
    // Lines that are not JSON occur.
    for line in String::from_utf8_lossy(&text)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        take_in(&line, &mut model, &mut turns);
    }
    (model, turns)
}

/// One answer is written as several lines of one id, its usage on each.
fn take_in(line: &Value, model: &mut String, turns: &mut Vec<CompactArgs>) {
    let message = &line["message"];
    match line["type"].as_str() {
        _ if line["isSidechain"] == true => {}
        Some("system") if line["subtype"] == "compact_boundary" => {
            turns.push(CompactArgs::Compacted)
        }
        Some("user") if message.is_object() => turns.push(CompactArgs::User(
            json!({ "role": "user", "content": message["content"] }),
        )),
        Some("assistant") if message["model"] != "<synthetic>" => {
            let Some(usage) = read_usage(message)
                .ok()
                .flatten()
                .filter(|usage| usage.prompt_tokens > 0)
            else {
                return;
            };
            *model = message["model"].as_str().unwrap_or_default().to_owned();
            let blocks = match &message["content"] {
                Value::Array(blocks) => blocks.clone(),
                text => vec![json!({ "type": "text", "text": text })],
            };
            let same = turns.iter_mut().find_map(|turn| match turn {
                CompactArgs::Assistant {
                    message: known, id, ..
                } if *id == message["id"] => known["content"].as_array_mut(),
                _ => None,
            });
            match same {
                Some(known) => known.extend(blocks),
                None => turns.push(CompactArgs::Assistant {
                    message: json!({ "role": "assistant", "content": blocks }),
                    id: message["id"].clone(),
                    prompt_tokens: usage.prompt_tokens,
                }),
            }
        }
        _ => {}
    }
}

fn mean(errors: &[f64]) -> f64 {
    errors.iter().sum::<f64>() / errors.len().max(1) as f64
}

fn p95(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() * 95 / 100).copied().unwrap_or(0.0)
}
