//! Writes a compacted conversation as a session that its agent resumes.
//!
//! The result is a copy with a new id; the original isn't touched. Unchanged records keep their bytes,
//! except for the session's id.

use super::lines::Line;
use super::log::Source;
use super::{Built, Conversation, Extent, READERS, Reader, times};
use crate::error::{Error, ErrorKind, Result};
use crate::json_text::{JsonText, JsonTree, check, children, last_child};
use crate::patch_text::apply_to_text;
use conspectus::host::patch::Patch;
use hmac_sha256::Hash;
use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

/// A message of the list that a patch leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left<'a> {
    /// A message of the conversation with this index, unchanged.
    Same(usize, Cow<'a, str>),
    /// A message of the conversation with this index, changed inside.
    Edited(usize, String),
    /// A new message.
    New(String),
}

impl Left<'_> {
    /// The message as JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        match self {
            Self::Same(_, json) => json,
            Self::Edited(_, json) | Self::New(json) => json,
        }
    }

    /// Its index in the conversation before the patch.
    pub(super) fn place(&self) -> Option<usize> {
        match self {
            Self::Same(place, _) | Self::Edited(place, _) => Some(*place),
            Self::New(_) => None,
        }
    }

    /// The new version of the message, if it changed.
    pub(super) fn edited(&self) -> Option<&str> {
        match self {
            Self::Edited(_, json) => Some(json),
            Self::Same(..) | Self::New(_) => None,
        }
    }
}

/// Calls `visit` with each message of the list that `patch` leaves, in order.
///
/// # Errors
/// Those of `visit`, and an error if the patch does not fit the conversation.
pub fn each_left<'a>(
    conversation: &Conversation<'a>,
    patch: &Patch,
    visit: &mut dyn FnMut(Left<'a>) -> io::Result<()>,
) -> io::Result<()> {
    let messages = match &conversation.messages {
        JsonTree::List(messages) => messages.as_slice(),
        JsonTree::Text(_) | JsonTree::Object(_) => &[],
    };
    // A patch lists its splices from the end of the list to its start.
    let mut splices = patch.splices.iter().rev().peekable();
    let mut index = 0;
    while index < messages.len() || splices.peek().is_some() {
        if let Some(splice) =
            splices.next_if(|splice| splice.start <= index || index >= messages.len())
        {
            for message in &splice.insert {
                visit(Left::New(message.to_string()))?;
            }
            index += splice.delete_count;
            continue;
        }
        let json = messages[index].to_json();
        let edited = apply_to_text(patch, index, &json).map_err(io::Error::other)?;
        visit(match edited {
            Some(edited) => Left::Edited(index, edited),
            None => Left::Same(index, json),
        })?;
        index += 1;
    }
    Ok(())
}

/// A compacted conversation.
#[derive(Debug, Clone)]
pub struct Compacted<'a> {
    /// Its messages, in order.
    pub messages: Vec<Left<'a>>,
    /// How many tokens the messages had.
    pub tokens_before: u64,
    /// How many they have now.
    pub tokens_after: u64,
    /// The time to write into new records, in milliseconds since 1970.
    pub now_ms: u64,
}

impl Compacted<'_> {
    /// Whether messages were only changed inside.
    pub(super) fn is_in_place(&self, count: usize) -> bool {
        let places = self.messages.iter().map(Left::place);
        self.messages.len() == count && places.eq((0..count).map(Some))
    }

    /// For each message of the conversation, its remainder.
    pub(super) fn fates(&self, count: usize) -> Vec<Option<&Left<'_>>> {
        let mut fates = vec![None; count];
        for left in &self.messages {
            if let Some(fate) = left.place().and_then(|place| fates.get_mut(place)) {
                *fate = Some(left);
            }
        }
        fates
    }
}

/// A session that its agent resumes, ready to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBack {
    /// The content of the file.
    pub text: String,
    /// The path at which the agent finds it: next to the original.
    pub path: PathBuf,
    /// The id of the session.
    pub id: String,
    /// The command that resumes it, in the folder of the project.
    pub resume: String,
}

/// The session in `text` with `compacted` as its conversation, as its agent writes it: a copy with a
/// new id, which follows from its content. `path` is the file of the original.
///
/// `text` is the unchanged file, not shortened by [`slim_line`](super::slim_line), and `compacted`
/// follows from the conversation that [`read`](super::read) finds in it since the last compaction.
///
/// # Errors
/// `NO_WRITE_BACK` if the file isn't a session of one of the agents whose sessions can be written.
pub fn write_back(text: &str, path: &Path, compacted: &Compacted<'_>) -> Result<WrittenBack> {
    let built = Built::default();
    let lines = match check(text) {
        Ok(json) => vec![(1, JsonText::Text(json))],
        Err(_) => lines_of(text),
    };
    let source = Source::new(lines, Extent::SinceCompaction, &built);
    let reader = READERS.iter().find(|reader| reader.read(&source).is_some());
    let Some(reader) = reader else {
        return Err(unsupported("this file isn't an agent's session"));
    };
    let Some(writer) = reader.writer() else {
        return Err(unsupported(&format!(
            "sessions of {} can only be read",
            reader.agent().name
        )));
    };
    let stamp = Stamp::of(text, compacted);
    let written = writer(text, &source, compacted, &stamp)?;
    Ok(WrittenBack {
        text: written.text,
        path: path.with_file_name(written.file_name),
        id: written.id,
        resume: written.resume,
    })
}

fn unsupported(why: &str) -> Error {
    let agents: Vec<&str> = READERS
        .iter()
        .filter(|reader| reader.writer().is_some())
        .map(|reader: &&dyn Reader| reader.agent().name)
        .collect();
    Error::new(
        ErrorKind::NoWriteBack,
        format!(
            "{why}: sessions of {} can be written; -o without --write-back writes a message list",
            agents.join(", ")
        ),
    )
}

/// Writes the session of one agent.
pub(super) type Writer = fn(&str, &Source<'_>, &Compacted<'_>, &Stamp) -> Result<Written>;

/// A session that an agent's writer has written.
#[derive(Debug)]
pub(super) struct Written {
    pub text: String,
    pub id: String,
    /// The name under which the agent finds it.
    pub file_name: String,
    pub resume: String,
}

/// The lines that are objects.
fn lines_of(text: &str) -> Vec<Line<'_>> {
    let numbered = text.split('\n').enumerate();
    numbered
        .filter_map(|(index, line)| Some((index + 1, JsonText::Text(check(line).ok()?))))
        .filter(|(_, value)| value.as_json().is_some_and(|json| json.starts_with('{')))
        .collect()
}

/// Ids and the time for new records.
#[derive(Debug)]
pub(super) struct Stamp {
    seed: [u8; 32],
    count: Cell<u64>,
    /// The time as ISO 8601 in UTC, with milliseconds.
    pub now: String,
    pub now_ms: u64,
}

impl Stamp {
    fn of(text: &str, compacted: &Compacted<'_>) -> Self {
        let mut hash = Hash::new();
        hash.update(text.as_bytes());
        for left in &compacted.messages {
            hash.update(left.json().as_bytes());
        }
        Self {
            seed: hash.finalize(),
            count: Cell::new(0),
            now: times::iso(compacted.now_ms),
            now_ms: compacted.now_ms,
        }
    }

    /// Returns the next id: a hash in the form of a random UUID (RFC 9562, version 4), which all
    /// agents accept. Equal content gets equal ids.
    pub fn uuid(&self) -> String {
        let count = self.count.get();
        self.count.set(count + 1);
        let mut hash = Hash::new();
        hash.update(self.seed);
        hash.update(count.to_le_bytes());
        let mut bytes = hash.finalize();
        bytes[6] = bytes[6] & 0x0f | 0x40;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let mut id = String::with_capacity(36);
        for (index, byte) in bytes.iter().take(16).enumerate() {
            let dash = if [4, 6, 8, 10].contains(&index) {
                "-"
            } else {
                ""
            };
            let _ = write!(id, "{dash}{byte:02x}");
        }
        id
    }
}

/// The text with slices of it replaced.
pub(super) fn replaced(text: &str, mut changes: Vec<(&str, String)>) -> String {
    let offset = |part: &str| (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    changes.sort_by_key(|(part, _)| offset(part));
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for (part, new) in changes {
        result.push_str(text.get(end..offset(part)).unwrap_or(""));
        result.push_str(&new);
        end = offset(part) + part.len();
    }
    result.push_str(text.get(end..).unwrap_or(""));
    result
}

/// The slices that hold the session's id: `sessionId` of the record, and of the fields that it sets.
pub(super) fn session_ids(record: &str) -> impl Iterator<Item = &str> {
    children(record).flat_map(|(key, value)| {
        let (own, inner) = match key {
            Some("sessionId") => (Some(value), ""),
            Some("$set") => (None, value),
            _ => (None, ""),
        };
        let set = children(inner).filter(|(key, _)| *key == Some("sessionId"));
        own.into_iter().chain(set.map(|(_, value)| value))
    })
}

/// All lines of a session with another session id, each with its end.
pub(super) fn with_session_id(text: &str, id: &str) -> String {
    let mut copy = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        copy.push_str(&line_with_session_id(line, id, Vec::new()));
    }
    copy
}

/// A line with another session id and other changes. A line that isn't JSON isn't changed.
pub(super) fn line_with_session_id<'a>(
    line: &'a str,
    id: &str,
    mut changes: Vec<(&'a str, String)>,
) -> String {
    if let Ok(record) = check(line) {
        changes.extend(session_ids(record).map(|old| (old, quoted(id))));
    }
    replaced(line, changes)
}

/// Adds a line, after the end of the line before it.
pub(super) fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(line);
    text.push('\n');
}

/// A string as JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The changes that set fields of an object inside a text. New fields come last.
pub(super) fn fields_set<'a>(object: &'a str, fields: &[(&str, String)]) -> Vec<(&'a str, String)> {
    let (mut changes, mut added) = (Vec::new(), String::new());
    let mut is_empty = children(object).next().is_none();
    for (name, json) in fields {
        match last_child(object, name) {
            Some(old) => changes.push((old, json.clone())),
            None => {
                let _ = write!(
                    added,
                    "{}\"{name}\":{json}",
                    if is_empty { "" } else { "," }
                );
                is_empty = false;
            }
        }
    }
    let end = object.len().saturating_sub(1);
    if let Some(end) = object.get(end..end).filter(|_| !added.is_empty()) {
        changes.push((end, added));
    }
    changes
}

/// A list as JSON.
pub(super) fn list<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<&str> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}
