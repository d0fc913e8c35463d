//! The labelled transcript. Each line names who spoke; reasoning, calls, results and attachments
//! have labels of their own.

use super::shown::shown;
use super::{call_args, result_text, said as said_by, Caps, Source};
use crate::history::{History, PartEntry, PartKind};
use crate::host::units::utf16_len;
use crate::host::view::{Kind, View, ViewExt};
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use crate::reduce::truncate::head_units;
use crate::reduce::value_text;

/// The lines of one part. A line names who spoke behind the header's number and boundary, and has
/// no content below it.
pub(super) fn render<V: View>(
    source: &Source<'_, V>,
    message: &V,
    place: (usize, usize),
    part: &PartEntry,
    caps: Caps,
) -> Vec<(String, String)> {
    let lines = match said_by(source, message, place, part) {
        Some(texts) => texts
            .into_iter()
            .map(|(who, text)| said(speaker(who), &text))
            .collect(),
        None => vec![line(source.history, message, place.0, part, caps)],
    };
    lines
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| (shown(&line), String::new()))
        .collect()
}

fn speaker(who: &str) -> &str {
    match who {
        "user" => "User",
        "application" => "System",
        "result" => "Tool result",
        other => other,
    }
}

fn line<V: View>(
    history: &History,
    message: &V,
    index: usize,
    part: &PartEntry,
    caps: Caps,
) -> String {
    let tool = sanitize_label(history.symbol(part.name), 80);
    let resolved = || part.path.resolve(message);
    match part.kind {
        PartKind::Text => {
            let speaker = if history.role(index) == Some(Role::Assistant) {
                "Assistant"
            } else {
                "System"
            };
            said(speaker, &value_text(resolved()))
        }
        PartKind::Thought => said("Reasoning", &capped(&thought(resolved()), caps.result)),
        PartKind::ToolCall => {
            let args = value_text(call_args(history, message, part));
            format!("Tool call {tool}: {}", capped(&args, caps.call))
        }
        PartKind::ToolResult => {
            let label = if part.is_error {
                "Tool error"
            } else {
                "Tool result"
            };
            said(
                &format!("{label} {tool}"),
                &capped(&result_text(history, message, part), caps.result),
            )
        }
        PartKind::Media | PartKind::NestedMedia => {
            let name = resolved().and_then(|medium| {
                ["name", "filename", "displayName", "title"]
                    .iter()
                    .find_map(|key| medium.string_at(key))
            });
            let mime = if tool.is_empty() {
                "application/octet-stream"
            } else {
                &tool
            };
            format!(
                "[Attached {mime}: {}]",
                sanitize_label(name.as_deref().unwrap_or("file"), 120)
            )
        }
        PartKind::Opaque => String::new(),
    }
}

fn said(speaker: &str, text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    format!("{speaker}: {text}")
}

/// The text of a thought, without the signature beside it.
fn thought<V: View>(thought: Option<V>) -> String {
    match thought {
        Some(thought) if thought.kind() != Kind::String => ["thinking", "text", "reasoning"]
            .iter()
            .find_map(|key| thought.string_at(key))
            .unwrap_or_default(),
        thought => value_text(thought),
    }
}

/// The start of a text, and a mark that the rest is missing. A text that this would not shorten
/// stays whole.
fn capped(text: &str, max_chars: usize) -> String {
    let capped = format!("{}\n[truncated]", head_units(text, max_chars));
    if utf16_len(&capped) < utf16_len(text) {
        capped
    } else {
        text.to_owned()
    }
}
