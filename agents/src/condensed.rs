//! Condenses a new result against earlier results of its session.

use crate::agents::ToolResult;
use crate::shown::{Entry, content_hash};
use conspectus::{CondenseRules, Config, Dialect, History, condense, lower};
use conspectus_history::read::media::sanitize_label;
use memchr::memchr_iter;
use serde_json::{Value, json};
use std::collections::HashSet;
use xxhash_rust::xxh3::xxh3_64;

/// How many consecutive lines are compared together: a single one, such as a closing bracket, is in
/// every file.
const WINDOW: usize = 3;
/// An earlier result that shares fewer windows can't be a source: the core's `condense` requires 32
/// lines.
const WINDOWS_MIN: usize = 32 - WINDOW + 1;
/// The size of a table that rules out most other windows.
const TABLE: usize = 1 << 16;
/// Longest name of a result in a pointer, in chars, as in the core's `condense`, which counts calls
/// with equal names.
const LABEL_CHARS: usize = 80;
/// How many bytes of earlier results a new one is compared with, the newest first. Chosen here: a
/// hook may take 30 ms.
const COMPARED_BYTES: usize = 512 * 1024;

/// The text of a result with pointers to earlier results; `None` if it doesn't change.
pub fn condensed(entries: &[Entry<'_>], result: &ToolResult) -> Option<String> {
    let text = result.text.as_deref()?;
    let mut messages = Vec::new();
    for (entry, is_source) in sources(entries, text) {
        messages.extend(pair(
            &entry.tool,
            &entry.input,
            if is_source { &entry.text } else { "" },
        ));
    }
    messages.extend(pair(&result.tool, &result.input, text));
    let newest = messages.len() - 1;
    let messages = Value::Array(messages);
    let history = History::of(config()?, &messages).ok()?;
    let (edits, _) = condense(&history, &messages, newest, CondenseRules::default());
    if edits.is_empty() {
        return None;
    }
    let mut told = lower(&history, &edits, &messages).applied(messages).ok()?;
    let content = told
        .get_mut(newest)?
        .pointer_mut("/content/0/content")?
        .take();
    match content {
        Value::String(text) => Some(text),
        other => other[0]["text"].as_str().map(str::to_owned),
    }
}

/// The name of a result in pointers.
pub fn label(tool: &str, input: &Value) -> String {
    let messages = Value::Array(pair(tool, input, "").into());
    let label = || {
        let history = History::of(config()?, &messages).ok()?;
        let call = history.parts().first()?;
        let (name, detail) = (history.symbol(call.name), history.symbol(call.detail));
        Some(sanitize_label(
            format!("{name} {detail}").trim(),
            LABEL_CHARS,
        ))
    };
    label().unwrap_or_else(|| tool.to_owned())
}

fn config() -> Option<Config> {
    Config::builder()
        .dialect(Dialect::Anthropic)
        .context_window(1_000_000)
        .build()
        .ok()
}

fn pair(tool: &str, input: &Value, text: &str) -> [Value; 2] {
    [
        json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": "1", "name": tool, "input": input }] }),
        json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "1", "content": text }] }),
    ]
}

/// The earlier results that may contain lines of `text`, and results with their names, which pointers
/// count. The flag says whether a result is compared.
fn sources<'a>(entries: &'a [Entry<'a>], text: &str) -> Vec<(&'a Entry<'a>, bool)> {
    let own: HashSet<u64> = windows(text).collect();
    let mut table = vec![false; TABLE];
    for window in &own {
        table[*window as usize % TABLE] = true;
    }
    let is_own = |window: &u64| table[*window as usize % TABLE] && own.contains(window);
    let hash = content_hash(text);
    let mut room = COMPARED_BYTES;
    let mut chosen = vec![false; entries.len()];
    for (at, entry) in entries.iter().enumerate().rev() {
        let shares = entry.hash == hash
            || windows(&entry.text)
                .filter(is_own)
                .take(WINDOWS_MIN)
                .count()
                == WINDOWS_MIN;
        if shares && entry.text.len() <= room {
            room -= entry.text.len();
            chosen[at] = true;
        }
    }
    let labels: HashSet<&str> = entries
        .iter()
        .zip(&chosen)
        .filter(|(_, chosen)| **chosen)
        .map(|(entry, _)| entry.label.as_str())
        .collect();
    entries
        .iter()
        .zip(chosen)
        .filter(|(entry, _)| labels.contains(entry.label.as_str()))
        .collect()
}

/// Hashes of consecutive lines, without their numbers.
fn windows(text: &str) -> impl Iterator<Item = u64> {
    let text = text.as_bytes();
    let ends = memchr_iter(b'\n', text).chain([text.len()]);
    let (mut start, mut last, mut before) = (0, 0, 0);
    ends.map(move |end| {
        let line = &text[start..end];
        let is_number = |byte: &u8| *byte == b' ' || byte.is_ascii_digit();
        let digits = line.iter().take_while(|byte| is_number(byte)).count();
        let hash = xxh3_64(&line[digits..]);
        let window = hash ^ u64::rotate_left(last, 21) ^ u64::rotate_left(before, 42);
        (start, before, last) = (end + 1, last, hash);
        window
    })
}
