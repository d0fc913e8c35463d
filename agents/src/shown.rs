//! The results of a session that the model has seen, in a file of the project's folder.
//!
//! Each entry is appended with one write. Incomplete entries of killed processes are ignored. Secrets
//! are redacted first.

use crate::agents::ToolResult;
use crate::condensed::label;
use conspectus_files::store::redact;
use memchr::memchr;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The oldest entries are removed from a longer file. Chosen here: about a million tokens, more than a
/// prompt can contain.
const BYTES_MAX: usize = 4 << 20;
/// Its size after that.
const BYTES_KEPT: usize = 3 << 20;
/// Shorter results are noted without their text, because pointers count them. The core's `condense`
/// doesn't change shorter ones.
pub const TEXT_BYTES_MIN: usize = 400;
/// Longer results are noted without their text: redacting them would take too long for a hook.
const TEXT_BYTES_MAX: usize = 48 * 1024;
/// Longest noted argument of a call, in chars. Chosen here: names in pointers are shorter.
const ARGUMENT_CHARS: usize = 200;
/// The days after which unused files are removed. Chosen here, as for the store.
const DAYS_KEPT: u64 = 30;
/// The first byte of each entry. JSON escapes it, and texts are skipped by their length.
const START: u8 = 0x1e;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A result that the model sees.
    #[default]
    Shown,
    /// A result that was replaced. `hash` is the hash of the original.
    Replaced,
}

/// A noted result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry<'a> {
    pub kind: Kind,
    /// The id of its call, if the agent sends it.
    pub id: String,
    /// When it was noted, in milliseconds since 1970. Claude Code's results of one answer have one time.
    pub at_ms: u64,
    pub tool: String,
    pub input: Value,
    /// Its name in pointers.
    pub label: String,
    /// The hash of its text.
    pub hash: u64,
    /// Its locator in the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<String>,
    pub bytes: usize,
    /// The hash of the noted text.
    pub sum: u64,
    #[serde(skip)]
    pub text: Cow<'a, str>,
}

impl<'a> Entry<'a> {
    /// The entry of a result.
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

    /// The entry of a replaced original.
    pub fn replaced(self, stored: Option<String>) -> Self {
        Self {
            kind: Kind::Replaced,
            stored,
            ..self
        }
    }

    /// The entry with an empty text: it's counted, but it can't be a source.
    pub fn without_text<'b>(self) -> Entry<'b> {
        Entry {
            hash: 0,
            text: Cow::Borrowed(""),
            ..self
        }
    }

    /// The entry with the text that may be written to disk.
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

    /// The content of the file; empty if it can't be read.
    pub fn read(&self) -> Vec<u8> {
        fs::read(&self.path).unwrap_or_default()
    }

    pub fn entries(bytes: &[u8]) -> Vec<Entry<'_>> {
        entries(bytes).into_iter().map(|(_, entry)| entry).collect()
    }

    /// Appends entries. `None` if they can't be written.
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

    /// Removes all entries except for those of stored outputs: the prompt no longer contains them.
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

    /// Replaces the file atomically.
    fn replace(&self, bytes: &[u8]) -> Option<()> {
        let mut file = tempfile::NamedTempFile::new_in(self.path.parent()?).ok()?;
        file.write_all(bytes).ok()?;
        file.persist(&self.path).ok()?;
        Some(())
    }
}

/// Removes the files of old sessions.
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

/// The position of each complete entry, and the entry.
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

/// The time of the clock, in milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// A hash of `text` without trailing whitespace, which agents add and remove.
pub fn content_hash(text: &str) -> u64 {
    xxh3_64(text.trim_end().as_bytes())
}

/// The arguments of a call, truncated: they only name a result.
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

/// Options for files that other users can't read.
#[cfg_attr(not(unix), allow(unused_mut))]
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(text: &str) -> ToolResult {
        ToolResult {
            id: "1".to_owned(),
            tool: "Bash".to_owned(),
            input: serde_json::json!({ "command": "make" }),
            text: Some(text.to_owned()),
            may_be_cut: false,
        }
    }

    fn text(word: &str) -> String {
        (0..100)
            .map(|line| format!("{word} {line} \u{1e}{{\n"))
            .collect()
    }

    #[test]
    fn an_entry_that_was_cut_off_hides_no_other() {
        let place = tempfile::tempdir().expect("a folder");
        let shown = Shown::of(place.path(), "agent", "one");
        shown
            .append(&[Entry::of(&result(&text("first")))])
            .expect("written");
        let first = shown.read();
        shown
            .append(&[Entry::of(&result(&text("second")))])
            .expect("written");
        let both = shown.read();
        for end in (first.len()..both.len()).step_by(37) {
            fs::write(&shown.path, &both[..end]).expect("cut");
            shown
                .append(&[Entry::of(&result(&text("third")))])
                .expect("written");
            let bytes = shown.read();
            let texts: Vec<_> = Shown::entries(&bytes)
                .into_iter()
                .map(|entry| entry.text)
                .collect();
            assert_eq!(texts, [text("first"), text("third")], "{end}");
        }
    }

    #[test]
    fn a_long_file_loses_its_oldest_entries() {
        let place = tempfile::tempdir().expect("a folder");
        let shown = Shown::of(place.path(), "agent", "one");
        let lines = |number: usize| -> String {
            let line = |line| format!("{number} and {line}, with some words after them\n");
            (0..1_000).map(line).collect()
        };
        let mut bytes = Vec::new();
        let mut number = 0;
        while bytes.len() + 2 * TEXT_BYTES_MAX < BYTES_MAX {
            let result = result(&lines(number));
            Entry::of(&result).write(&mut bytes).expect("written");
            number += 1;
        }
        make_folder(&sessions(place.path())).expect("a folder");
        fs::write(&shown.path, &bytes).expect("written");
        for _ in 0..4 {
            let newest = result(&lines(number));
            shown.append(&[Entry::of(&newest)]).expect("written");
        }
        let bytes = shown.read();
        let entries = Shown::entries(&bytes);
        assert!(bytes.len() <= BYTES_MAX && bytes.len() > BYTES_KEPT / 2);
        assert!(entries.len() < number, "{} of {number}", entries.len());
        assert_eq!(entries[entries.len() - 4].text, lines(number));
        assert_eq!(entries[entries.len() - 5].text, lines(number - 1));
    }

    #[test]
    fn processes_that_append_at_once_lose_nothing() {
        let place = tempfile::tempdir().expect("a folder");
        std::thread::scope(|scope| {
            for word in ["one", "two", "three", "four"] {
                let folder = place.path();
                scope.spawn(move || {
                    for _ in 0..50 {
                        let shown = Shown::of(folder, "agent", "one");
                        shown
                            .append(&[Entry::of(&result(&text(word)))])
                            .expect("written");
                    }
                });
            }
        });
        let bytes = Shown::of(place.path(), "agent", "one").read();
        assert_eq!(Shown::entries(&bytes).len(), 200);
    }
}
