//! What the results of a session have shown, in a file of the project's folder.
//!
//! An entry is appended by one write. What a killed process left behind is passed over when the file
//! is read, so an entry counts whole or not at all. Secrets are taken out before anything is written.

use crate::agents::ToolResult;
use crate::condensed::label;
use conspectus_files::store::redact;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// A file that is longer loses its oldest entries. Chosen here: about a million tokens, which is
/// more than a prompt holds.
const BYTES_MAX: usize = 4 << 20;
/// What is left of it then.
const BYTES_KEPT: usize = 3 << 20;
/// A shorter result is no source of lines; it is noted since pointers count results. The core's
/// `condense` leaves shorter ones as they are.
pub const TEXT_BYTES_MIN: usize = 400;
/// A longer one is no source either: to take secrets out of it would take longer than a hook has.
const TEXT_BYTES_MAX: usize = 48 * 1024;
/// Longest argument of a call that is noted. Chosen here: names in pointers are shorter.
const ARGUMENT_CHARS: usize = 200;
/// After how many days the file of a session is removed that was not used. Chosen here, as for the
/// store.
const DAYS_KEPT: u64 = 30;
/// In front of each entry. JSON escapes it, and texts that hold it are found out by their length.
const START: u8 = 0x1e;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A result as the model sees it.
    #[default]
    Shown,
    /// A result that was replaced by a shorter one. The hash is that of the original.
    Replaced,
}

/// What is noted of a result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry<'a> {
    pub kind: Kind,
    /// The id of its call, where the agent says it.
    pub id: String,
    /// When it was noted, in milliseconds since 1970. The same for all results of one answer.
    pub at_ms: u64,
    pub tool: String,
    pub input: Value,
    /// What it is called in pointers.
    pub label: String,
    /// Of its text.
    pub hash: u64,
    /// How to get it back from the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<String>,
    pub bytes: usize,
    /// Of the noted text.
    pub sum: u64,
    #[serde(skip)]
    pub text: Cow<'a, str>,
}

impl<'a> Entry<'a> {
    /// A result as it is noted now.
    pub fn of(result: &'a ToolResult) -> Self {
        let text = result.text.as_deref().unwrap_or_default();
        let input = clipped(&result.input);
        Self {
            label: label(&result.tool, &input),
            id: result.id.clone(),
            at_ms: now_ms(),
            tool: result.tool.clone(),
            input,
            hash: content_hash(text),
            text: Cow::Borrowed(text),
            ..Self::default()
        }
    }

    /// The entry of the original that something shorter replaced.
    pub fn replaced(self, stored: Option<String>) -> Self {
        Self {
            kind: Kind::Replaced,
            stored,
            ..self
        }
    }

    /// The entry of a result that counts, and shows nothing.
    pub fn without_text<'b>(self) -> Entry<'b> {
        Entry {
            hash: 0,
            text: Cow::Borrowed(""),
            ..self
        }
    }

    /// The entry with the text that may be written.
    fn safe(mut self) -> Self {
        let sizes = TEXT_BYTES_MIN..=TEXT_BYTES_MAX;
        let is_source = self.kind == Kind::Shown && sizes.contains(&self.text.len());
        let redacted = is_source.then(|| redact(&self.text).text);
        // Pointers name lines by their place.
        let same_lines = |text: &String| text.split('\n').count() == self.text.split('\n').count();
        self.text = Cow::Owned(redacted.filter(same_lines).unwrap_or_default());
        self
    }

    fn write(self, into: &mut Vec<u8>) -> Option<()> {
        let entry = Self {
            bytes: self.text.len(),
            sum: xxh3_64(self.text.as_bytes()),
            ..self
        };
        into.push(START);
        serde_json::to_writer(&mut *into, &entry).ok()?;
        into.push(b'\n');
        into.extend_from_slice(entry.text.as_bytes());
        Some(())
    }
}

/// The file of one session.
#[derive(Debug)]
pub struct Shown {
    path: PathBuf,
}

impl Shown {
    pub fn of(folder: &Path, agent: &str, conversation: &str) -> Self {
        let name = format!(
            "{:032x}",
            xxh3_128(format!("{agent}\0{conversation}").as_bytes())
        );
        Self {
            path: sessions(folder).join(name),
        }
    }

    /// What is in the file; nothing if it cannot be read.
    pub fn read(&self) -> Vec<u8> {
        fs::read(&self.path).unwrap_or_default()
    }

    pub fn entries(bytes: &[u8]) -> Vec<Entry<'_>> {
        entries(bytes).into_iter().map(|(_, entry)| entry).collect()
    }

    /// Adds entries at the end. `None` if they cannot be written.
    pub fn append(&self, new: &[Entry<'_>]) -> Option<()> {
        let mut bytes = Vec::new();
        for entry in new {
            entry.clone().safe().write(&mut bytes)?;
        }
        make_folder(self.path.parent()?)?;
        let mut file = private().append(true).create(true).open(&self.path).ok()?;
        file.write_all(&bytes).ok()?;
        if file
            .metadata()
            .is_ok_and(|metadata| metadata.len() > BYTES_MAX as u64)
        {
            self.shorten();
        }
        Some(())
    }

    fn shorten(&self) -> Option<()> {
        let bytes = self.read();
        let least = bytes.len().saturating_sub(BYTES_KEPT);
        let (start, _) = entries(&bytes)
            .into_iter()
            .find(|(start, _)| *start >= least)?;
        self.replace(&bytes[start..])
    }

    /// Nothing that was shown is in the prompt any more. Which outputs are in the store stays known.
    pub fn forget(&self) {
        let bytes = self.read();
        let mut kept = Vec::new();
        for entry in Self::entries(&bytes)
            .into_iter()
            .filter(|entry| entry.stored.is_some())
        {
            // Its text may be condensed again: what pointers would stand for is gone.
            let _ = Entry { hash: 0, ..entry }.write(&mut kept);
        }
        if kept.is_empty() || self.replace(&kept).is_none() {
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Puts other content in place of the file, whole or not at all.
    fn replace(&self, bytes: &[u8]) -> Option<()> {
        let mut file = tempfile::NamedTempFile::new_in(self.path.parent()?).ok()?;
        file.write_all(bytes).ok()?;
        file.persist(&self.path).ok()?;
        Some(())
    }
}

/// Removes the files of sessions that were not used for long.
pub fn sweep(folder: &Path) {
    let oldest = SystemTime::now().checked_sub(Duration::from_secs(DAYS_KEPT * 86_400));
    let files = fs::read_dir(sessions(folder))
        .into_iter()
        .flatten()
        .flatten();
    for file in files {
        let used = file
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok();
        if used.is_some() && used < oldest {
            let _ = fs::remove_file(file.path());
        }
    }
}

fn sessions(folder: &Path) -> PathBuf {
    folder.join("sessions")
}

/// Where each whole entry begins, and the entry.
fn entries(bytes: &[u8]) -> Vec<(usize, Entry<'_>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = memchr(START, &bytes[at..]) {
        let start = at + next;
        // What is broken ends where the next entry begins.
        at = start + 1;
        if let Some((entry, end)) = entry_at(bytes, at) {
            found.push((start, entry));
            at = end;
        }
    }
    found
}

fn entry_at(bytes: &[u8], start: usize) -> Option<(Entry<'_>, usize)> {
    let line = &bytes[start..];
    let head = &line[..memchr(b'\n', line)?];
    let entry: Entry<'_> = serde_json::from_slice(head).ok()?;
    let text = start + head.len() + 1;
    let end = text.checked_add(entry.bytes)?;
    let noted = bytes.get(text..end)?;
    (xxh3_64(noted) == entry.sum).then_some(())?;
    let text = Cow::Borrowed(std::str::from_utf8(noted).ok()?);
    Some((Entry { text, ..entry }, end))
}

fn memchr(byte: u8, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|other| *other == byte)
}

/// The time of the clock, in milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// A hash of a text. Agents add and remove blanks at its end.
pub fn content_hash(text: &str) -> u64 {
    xxh3_64(text.trim_end().as_bytes())
}

/// The arguments of a call, with long ones clipped: they name a result, and nothing else.
fn clipped(input: &Value) -> Value {
    let Some(arguments) = input.as_object() else {
        return Value::Object(Map::new());
    };
    let clip = |value: &Value| match value {
        Value::String(text) => {
            let short: String = text.chars().take(ARGUMENT_CHARS).collect();
            Value::String(redact(&short).text)
        }
        Value::Array(_) | Value::Object(_) => Value::Null,
        plain => plain.clone(),
    };
    Value::Object(
        arguments
            .iter()
            .map(|(name, value)| (name.clone(), clip(value)))
            .collect(),
    )
}

fn make_folder(path: &Path) -> Option<()> {
    if path.is_dir() {
        return Some(());
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).ok()
}

/// Files that other users of the machine cannot read.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
