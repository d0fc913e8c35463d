//! Real summaries, by the compaction records of the agents that wrote them.

use super::Sample;
use conspectus::host::item::Item;
use conspectus::{Config, History};
use conspectus_summary::notes::memory::OwnMessages;
use conspectus_summary::notes::transcript::{TranscriptDetail, transcript};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Summaries shorter than this were made for tests.
const SUMMARY_CHARS: usize = 1_000;

/// Places of summaries without their transcripts: of Cline, of Anthropic and of two more agents.
const ALONE: [(&str, &str); 4] = [
    (
        "cline/cline-agentic.compaction.json",
        "/messages/0/content/0/text",
    ),
    (
        "anthropic-messages/pydantic-ai-anthropic-native-compaction-225kB.json",
        "/messages/1/content/0/content",
    ),
    (
        "vercel-ai/vercel-ai-anthropic-compaction.1.json",
        "/content/0/content",
    ),
    ("claude-code/agent-sessions-small.jsonl", "/message/content"),
];

fn root() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    std::env::var("ACCEPT_DATA").map_or(beside, PathBuf::from)
}

/// Summaries without their records.
pub fn alone() -> Vec<String> {
    let of_file = |(file, pointer): (&str, &str)| {
        let text = read(&root().join(file));
        let whole = serde_json::from_str(&text).ok();
        let line = || {
            let mut lines = text
                .lines()
                .filter(|line| line.contains("isCompactSummary"));
            lines.find_map(|line| serde_json::from_str(line).ok())
        };
        let value: Value = whole.or_else(line).unwrap();
        value
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap()
            .to_owned()
    };
    ALONE.into_iter().map(of_file).collect()
}

pub fn samples() -> Vec<Sample> {
    let root = root();
    let mut found = Vec::new();
    for folder in ["claude-code", "pi-agent"] {
        let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files {
            of_file(&file, &mut found);
        }
    }
    found
}

fn of_file(file: &Path, found: &mut Vec<Sample>) {
    let name = file
        .file_name()
        .unwrap()
        .to_string_lossy()
        .replace(".jsonl", "")
        .replace(".gz", "");
    let mut messages: Vec<Value> = Vec::new();
    let mut previous: Option<String> = None;
    for (line, entry) in read(file).lines().enumerate() {
        let Ok(entry) = serde_json::from_str::<Value>(entry) else {
            continue;
        };
        let summary = if entry["isCompactSummary"] == json!(true) {
            text_of(&entry["message"]["content"])
        } else if entry["type"] == json!("compaction") {
            text_of(&entry["summary"])
        } else {
            String::new()
        };
        if summary.len() >= SUMMARY_CHARS {
            let answer = as_written(&summary);
            let record = record(&messages);
            found.push(Sample {
                name: format!("{name}:{line}"),
                answer: answer.clone(),
                record,
                previous: previous.replace(answer),
            });
            messages.clear();
            continue;
        }
        let message = &entry["message"];
        if entry["isMeta"] != json!(true) && entry["isSidechain"] != json!(true) {
            match message["role"].as_str() {
                Some("user" | "assistant") => messages.push(json!({ "role": message["role"], "content": message["content"] })),
                // Another agent's name for a result.
                Some("toolResult") => messages.push(json!({ "role": "user", "content": [{ "type": "text", "text": text_of(&message["content"]) }] })),
                _ => {}
            }
        }
    }
}

/// As a model answers: the analysis is a draft, the rest a document in a root.
fn as_written(summary: &str) -> String {
    let text = summary
        .split("Please continue the conversation from where we left")
        .next()
        .unwrap_or(summary);
    match text
        .split_once("Analysis:\n")
        .and_then(|(_, rest)| rest.split_once("\nSummary:\n"))
    {
        Some((analysis, document)) => format!(
            "<analysis>\n{}\n</analysis>\n\n<summary>\n{}\n</summary>",
            analysis.trim(),
            document.trim()
        ),
        None => text.trim().to_owned(),
    }
}

fn record(messages: &[Value]) -> String {
    let messages = Value::Array(messages.to_vec());
    let config = Config::from_options(&json!({ "dialect": "anthropic" })).unwrap();
    let history = History::of(config, &messages).unwrap();
    transcript(
        &history,
        &Item::from(&messages),
        (0, history.len()),
        &OwnMessages::default(),
        usize::MAX,
        TranscriptDetail::Full,
    )
    .framed("", &[])
}

fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks
            .iter()
            .map(|block| block["text"].as_str().unwrap_or_default())
            .collect::<Vec<_>>()
            .join("\n"),
        _ => String::new(),
    }
}

fn read(file: &Path) -> String {
    let bytes = std::fs::read(file).unwrap();
    let mut text = Vec::new();
    if GzDecoder::new(bytes.as_slice())
        .read_to_end(&mut text)
        .is_err()
    {
        text = bytes;
    }
    String::from_utf8_lossy(&text).into_owned()
}
