//! The labelled transcript. Each line names who spoke; reasoning, calls, results and attachments
//! have labels of their own.

use super::shown::shown;
use super::{Caps, TranscriptPart};
use crate::history::PartKind;
use crate::host::units::utf16_len;
use crate::host::view::{Kind, View, ViewExt};
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use crate::reduce::truncate::head_units;
use crate::reduce::value_text;

/// The lines of one part. A line names who spoke behind the header's number and boundary, and has
/// no content below it.
pub fn render<V: View>(part: &TranscriptPart<'_, V>, caps: Caps) -> Vec<(String, String)> {
    let lines = match part.said() {
        Some(texts) => texts
            .into_iter()
            .map(|(who, text)| said(speaker(who), &text))
            .collect(),
        None => vec![line(part, caps)],
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

fn line<V: View>(part: &TranscriptPart<'_, V>, caps: Caps) -> String {
    let tool = sanitize_label(part.name(), 80);
    match part.entry.kind {
        PartKind::Text => {
            let speaker = if part.history.role(part.index) == Some(Role::Assistant) {
                "Assistant"
            } else {
                "System"
            };
            said(speaker, &value_text(part.value()))
        }
        PartKind::Thought => said("Reasoning", &capped(&thought(part.value()), caps.result)),
        PartKind::ToolCall => {
            format!("Tool call {tool}: {}", capped(&part.args(), caps.call))
        }
        PartKind::ToolResult => {
            let label = if part.entry.is_error {
                "Tool error"
            } else {
                "Tool result"
            };
            said(
                &format!("{label} {tool}"),
                &capped(&part.result(), caps.result),
            )
        }
        PartKind::Media | PartKind::NestedMedia => {
            let name = part.value().and_then(|medium| {
                ["name", "filename", "displayName", "title"]
                    .iter()
                    .find_map(|key| medium.string_at(key))
            });
            let name = sanitize_label(name.as_deref().unwrap_or("file"), 120);
            format!("[Attached {tool}: {name}]")
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
