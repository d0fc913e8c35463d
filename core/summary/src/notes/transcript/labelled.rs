//! The labelled transcript. Each line names who spoke; reasoning, calls, results and attachments
//! have labels of their own.

use super::shown::shown;
use super::{call_args, result_text, said as said_by, Caps, Entries, Source};
use crate::history::{History, PartEntry, PartKind};
use crate::host::units::utf16_len;
use crate::host::view::{Kind, View, ViewExt};
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use crate::reduce::truncate::head_units;
use crate::reduce::value_text;

/// Adds the lines of one part. A line names who spoke behind the header's number and boundary.
pub(super) fn render<V: View>(
    source: &Source<'_, V>,
    message: &V,
    (index, place): (usize, usize),
    caps: Caps,
    entries: &mut Entries,
) {
    let history = source.history;
    let Some(part) = history.parts_of(index).get(place) else {
        return;
    };
    let lines = if part.kind == PartKind::Text && history.role(index) == Some(Role::User) {
        let text = value_text(part.path.resolve(message));
        said_by(source, (index, place), &text)
            .into_iter()
            .map(|(who, text)| said(speaker(who), &text))
            .collect()
    } else {
        vec![line(history, message, index, part, caps)]
    };
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        entries
            .all
            .push((Some((index, shown(&line))), String::new()));
    }
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
            let args = call_args(history, message, part)
                .map_or_else(String::new, |args| value_text(Some(args)));
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
                "application/octet-stream".to_owned()
            } else {
                tool
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
    let Some(thought) = thought else {
        return String::new();
    };
    if thought.kind() == Kind::String {
        return value_text(Some(thought));
    }
    ["thinking", "text", "reasoning"]
        .iter()
        .find_map(|key| thought.string_at(key))
        .unwrap_or_default()
}

/// The start of a text, and a mark that the rest is missing. A text that this would not shorten
/// stays whole.
fn capped(text: &str, max_chars: usize) -> String {
    if max_chars == usize::MAX {
        return text.to_owned();
    }
    let capped = format!("{}\n[truncated]", head_units(text, max_chars));
    if utf16_len(&capped) < utf16_len(text) {
        capped
    } else {
        text.to_owned()
    }
}
