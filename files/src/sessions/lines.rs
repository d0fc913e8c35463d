//! Files with one JSON value on each line.

use super::{
    Built, Conversation, Extent, Format, SessionFile, SkippedLine, session, shape, times, usage,
};
use crate::error::{Error, ErrorKind, Result};
use crate::json_text::{JsonText, JsonTree, check};
use conspectus::host::item::Kind;
use std::collections::BTreeMap;

/// A line that could be read: its one-based number, and its value.
pub(super) type Line<'a> = (usize, JsonText<'a>);

/// Reads a file with one value on each line. Returns `None` for other files; then the error about
/// the complete file is more useful.
pub(super) fn read<'a>(
    text: &'a str,
    extent: Extent,
    built: &'a Built,
) -> Option<Result<SessionFile<'a>>> {
    let mut good: Vec<Line<'a>> = Vec::new();
    let mut skipped = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let number = index + 1;
        match check(line) {
            Ok(json) if json.starts_with('{') => good.push((number, JsonText::Text(json))),
            Ok(json) => skipped.push(SkippedLine {
                line: number,
                code: "INVALID_MESSAGES",
                message: format!("not an object: {:.20}", json.escape_debug().to_string()),
            }),
            Err(error) => skipped.push(SkippedLine {
                line: number,
                code: error.code(),
                message: in_line(error.message()),
            }),
        }
        // A large file of another kind is given up early.
        if skipped.len() > 100 && skipped.len() > 4 * good.len() {
            return None;
        }
    }
    if good.is_empty() || (good[0].0 > 1 && good.len() < skipped.len()) {
        return None;
    }
    let found = match session(good.clone(), extent, built) {
        Ok(Some(session)) => Ok(session),
        Ok(None) => conversations(&good),
        Err(error) => Err(error),
    };
    Some(found.map(|session| SessionFile { skipped, ..session }))
}

fn conversations<'a>(lines: &[Line<'a>]) -> Result<SessionFile<'a>> {
    let mut left_out = BTreeMap::new();
    if lines.iter().all(|(_, value)| shape::is_message(value)) {
        let times_ms = times::of_messages(lines.iter().map(|(_, value)| *value));
        let usage = usage::of_messages(lines.iter().map(|(_, value)| *value));
        let messages = lines
            .iter()
            .filter_map(|(_, value)| value.as_json())
            .map(JsonTree::Text)
            .collect();
        let conversation = Conversation {
            times_ms,
            usage,
            ..Conversation::new(messages)
        };
        return Ok(SessionFile {
            format: Format::MessageLines,
            conversations: vec![conversation],
            skipped: Vec::new(),
            left_out,
        });
    }
    let mut conversations = Vec::new();
    for (number, value) in lines {
        let found = shape::conversations(value.as_json().unwrap_or(""), *value);
        if found.is_empty() {
            *left_out.entry("lines without a conversation").or_insert(0) += 1;
        }
        conversations.extend(found.into_iter().map(|conversation| Conversation {
            line: Some(*number),
            ..conversation
        }));
    }
    if conversations.is_empty() {
        let first = lines.first().map_or_else(String::new, |(number, value)| {
            format!("line {number} is {}", describe_line(value))
        });
        return Err(Error::new(
            ErrorKind::NotAConversation,
            format!(
                "no list of messages found in {} JSON lines: {first}",
                lines.len()
            ),
        ));
    }
    Ok(SessionFile {
        format: Format::ConversationLines,
        conversations,
        skipped: Vec::new(),
        left_out,
    })
}

fn describe_line(value: &JsonText<'_>) -> String {
    let text = shape::describe(value);
    if value.kind() == Kind::Object && text.starts_with('`') {
        return format!("an object in which {text}");
    }
    text
}

/// The parser counts lines within the text that it gets, which is one line here. So its line number
/// is removed.
fn in_line(message: &str) -> String {
    message.replace(" at line 1 column ", " at column ")
}
