//! A store for tool outputs in a folder: outputs removed from a history are kept under a key and
//! returned in pages.
//!
//! The key is a hash of the content, so equal outputs are stored once, and two processes never
//! overwrite each other's outputs. A file is moved into place once it is complete; a file that was
//! changed later is not returned. Secrets are removed before anything is written ([`redact`]).

mod api;
mod describe;
mod excerpt;
mod folder;
mod origin;
mod project;
mod read_back;
mod search;
mod tool;
mod words;

pub(crate) use api::ROWS;
pub use api::StoreApi;
pub use conspectus_redact::{Redacted, redact};
pub use describe::{Described, Listing};
pub use origin::Origin;
pub use project::{HOME_VARIABLE, project_folder, state_folder};
pub use read_back::{MAX_TOKENS, MOST_TOKENS, Next, Piece, Range};
pub use search::{Found, Hit, LEAST_TOKENS, LIMIT, MOST_HITS, SEARCH_TOKENS, Search};
pub use tool::{TOOL_FORMATS, TOOL_NAMES, tools};

use crate::error::{Error, ErrorKind, Result};
use folder::{Entry, Folder, UNFINISHED, now_ms};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Letters of a key: 128 bits of SHA-256 in hexadecimal digits. A text that another one with the
/// same key would replace is refused.
const KEY_CHARS: usize = 32;
const ENDING: &str = ".txt";
/// When a file that was never finished is swept away, in milliseconds. Chosen here: no write takes
/// an hour.
const UNFINISHED_MS: u64 = 3_600_000;
const DAY_MS: f64 = 86_400_000.0;

/// How a store keeps what it is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// True if secrets are removed before anything is written.
    pub redact: bool,
    /// How many days an unused output is kept; `None` for ever. Older outputs are removed when the
    /// store is opened.
    pub max_age_days: Option<f64>,
    /// The most bytes of all outputs. When the store is opened, the least recently used outputs
    /// above the limit are removed. An output that would exceed it is rejected.
    pub max_bytes: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            redact: true,
            max_age_days: None,
            max_bytes: None,
        }
    }
}

/// A stored output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stored {
    /// The key: a hash of the content.
    pub key: String,
    /// The text for placeholders, which shows how to read it back.
    pub locator: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// How many secrets were redacted.
    pub secrets: u64,
}

/// The content of a store.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Held {
    /// Stored outputs.
    pub outputs: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Removed outputs.
    pub removed: u64,
    /// Their size in bytes.
    pub removed_bytes: u64,
}

/// A store for tool outputs in a folder of its own.
///
/// ```
/// use conspectus_files::store::{FolderStore, Range, Settings};
///
/// let place = tempfile::tempdir()?;
/// let store = FolderStore::open(&place.path().join("outputs"), Settings::default())?;
/// let stored = store.put("first\nsecond\n")?;
/// let piece = store.read_back(&stored.key, Range { first_line: 2, ..Range::default() })?;
/// assert_eq!((piece.text.as_str(), piece.lines), ("second\n", 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FolderStore {
    folder: Folder,
    settings: Settings,
    /// Bytes of all outputs, as far as this process knows.
    bytes: Mutex<u64>,
}

impl FolderStore {
    /// Opens the store in this folder, or creates it. Outputs that are too old or exceed
    /// `max_bytes` are removed.
    ///
    /// # Errors
    /// `STORE_BROKEN` if the folder is a link, belongs to another user or is open to others.
    /// `STORE_FULL` and `STORE_READ_ONLY` if it cannot be made.
    pub fn open(path: &Path, settings: Settings) -> Result<Self> {
        let store = Self {
            folder: Folder::open(path)?,
            settings,
            bytes: Mutex::new(0),
        };
        match store.prune() {
            // What cannot be written to can be read.
            Err(error) if error.kind() != ErrorKind::StoreReadOnly => Err(error),
            _ => Ok(store),
        }
    }

    /// Opens the store in this folder to read it. Nothing is created or removed.
    ///
    /// # Errors
    /// `NOT_STORED` if the folder does not exist; otherwise as [`open`](Self::open).
    pub fn existing(path: &Path) -> Result<Self> {
        if path.symlink_metadata().is_err() {
            return Err(Error::new(
                ErrorKind::NotStored,
                "nothing has been stored for this project yet",
            ));
        }
        Ok(Self {
            folder: Folder::open(path)?,
            settings: Settings::default(),
            bytes: Mutex::new(0),
        })
    }

    /// Stores an output. Equal outputs get the same key and are stored once.
    ///
    /// # Errors
    /// `STORE_FULL`, `STORE_READ_ONLY` or `STORE_BROKEN`. Then nothing is stored, and nothing that
    /// was stored is lost.
    pub fn put(&self, text: &str) -> Result<Stored> {
        self.put_from(text, &Origin::default())
    }

    /// Stores an output and its origin, so that a search can show it. Of equal outputs, the
    /// latest origin is kept.
    ///
    /// # Errors
    /// As [`put`](Self::put). If only the origin can't be written, the output is stored without it.
    pub fn put_from(&self, text: &str, origin: &Origin) -> Result<Stored> {
        let stored = self.put_text(text)?;
        let arguments = self.redacted(&origin.arguments).text;
        let origin = Origin::new(&origin.tool, &arguments);
        if !origin.is_empty()
            && self.origin(&stored.key) != origin
            && let Ok(content) = serde_json::to_vec(&origin)
        {
            // It is of use only with the output, which is there.
            let _ = self.folder.write(&origin_name(&stored.key), &content);
        }
        Ok(stored)
    }

    fn redacted(&self, text: &str) -> Redacted {
        if self.settings.redact {
            return redact(text);
        }
        Redacted {
            text: text.to_owned(),
            secrets: 0,
        }
    }

    fn put_text(&self, text: &str) -> Result<Stored> {
        let redacted = self.redacted(text);
        let content = redacted.text.as_bytes();
        let key = key_of(content);
        let name = format!("{key}{ENDING}");
        let stored = Stored {
            locator: tool::call_of(&key),
            bytes: content.len() as u64,
            secrets: redacted.secrets,
            key,
        };
        match self.folder.read(&name)? {
            Some(known) if known == content => {
                self.folder.touch(&name);
                return Ok(stored);
            }
            Some(other) if key_of(&other) == stored.key => {
                return Err(Error::new(
                    ErrorKind::StoreBroken,
                    format!(
                        "the key {} belongs to another output: this one isn't stored",
                        stored.key
                    ),
                ));
            }
            // What was changed there is put right.
            _ => {}
        }
        self.expect_room(stored.bytes)?;
        self.folder.write(&name, content)?;
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) += stored.bytes;
        Ok(stored)
    }

    fn expect_room(&self, more: u64) -> Result<()> {
        let Some(most) = self.settings.max_bytes else {
            return Ok(());
        };
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.saturating_add(more) > most {
            // Other processes may have removed some.
            *bytes = self.outputs()?.iter().map(|entry| entry.bytes).sum();
        }
        if bytes.saturating_add(more) <= most {
            return Ok(());
        }
        let message = format!(
            "{}: contains {} bytes, and {more} more would exceed max_bytes of {most}",
            self.folder.shown(),
            *bytes
        );
        Err(Error::new(ErrorKind::StoreFull, message))
    }

    /// Returns the full text that is stored under a key, which may also be passed as the locator
    /// that contains it.
    ///
    /// # Errors
    /// `NOT_STORED` if nothing is stored under the key. `STORED_DAMAGED` if the file was changed
    /// later.
    pub fn get(&self, key: &str) -> Result<String> {
        let text = self.content(key)?;
        if let Some(key) = tool::key_in(key) {
            self.folder.touch(&format!("{key}{ENDING}"));
        }
        Ok(text)
    }

    /// As [`get`](Self::get), without counting as a use.
    fn content(&self, key: &str) -> Result<String> {
        let shown = crate::text::visible(&key.chars().take(80).collect::<String>());
        let not_stored = |message| Error::new(ErrorKind::NotStored, message);
        let key = tool::key_in(key).ok_or_else(|| {
            not_stored(format!(
                "`{shown}` isn't a key: a key has {KEY_CHARS} digits and letters from a to f"
            ))
        })?;
        let name = format!("{key}{ENDING}");
        let content = self.folder.read(&name)?.ok_or_else(|| {
            not_stored(format!(
                "this store has no output with the key `{key}`: it was removed, or is in the store of another project"
            ))
        })?;
        let damaged = || {
            Error::new(
                ErrorKind::Damaged,
                format!(
                    "the content stored under the key `{key}` was changed, so it isn't returned"
                ),
            )
        };
        if key_of(&content) != key {
            return Err(damaged());
        }
        String::from_utf8(content).map_err(|_| damaged())
    }

    /// The origin of an output; empty if unknown.
    fn origin(&self, key: &str) -> Origin {
        let content = self.folder.read(&origin_name(key)).ok().flatten();
        content
            .and_then(|content| serde_json::from_slice::<Origin>(&content).ok())
            .map(|origin| Origin::new(&origin.tool, &origin.arguments))
            .unwrap_or_default()
    }

    /// A piece of what is stored under a key.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn read_back(&self, key: &str, range: Range) -> Result<Piece> {
        let text = self.get(key)?;
        Ok(read_back::piece(
            tool::key_in(key).unwrap_or_default(),
            &text,
            range,
        ))
    }

    /// Removes outputs that are too old, then the least recently used ones above `max_bytes`. Also
    /// removes files left by a process that ended while it wrote.
    ///
    /// # Errors
    /// As [`put`](Self::put).
    pub fn prune(&self) -> Result<Held> {
        let now = now_ms();
        let (mut outputs, others): (Vec<Entry>, Vec<Entry>) = self
            .folder
            .list()?
            .into_iter()
            .partition(|entry| key_of_file(&entry.name, ENDING).is_some());
        let keys: BTreeSet<&str> = outputs
            .iter()
            .filter_map(|entry| key_of_file(&entry.name, ENDING))
            .collect();
        for entry in &others {
            let is_orphan =
                key_of_file(&entry.name, origin::ENDING).is_some_and(|key| !keys.contains(key));
            if (is_orphan || entry.name.starts_with(UNFINISHED))
                && now.saturating_sub(entry.used_ms) > UNFINISHED_MS
            {
                self.folder.remove(&entry.name)?;
            }
        }
        outputs.sort_by(|one, other| (one.used_ms, &one.name).cmp(&(other.used_ms, &other.name)));
        let bytes: u64 = outputs.iter().map(|entry| entry.bytes).sum();
        let mut held = Held {
            outputs: outputs.len() as u64,
            bytes,
            ..Held::default()
        };
        let oldest = self
            .settings
            .max_age_days
            .map(|days| now.saturating_sub((days * DAY_MS) as u64));
        for entry in &outputs {
            let is_old = oldest.is_some_and(|oldest| entry.used_ms < oldest);
            if !is_old
                && self
                    .settings
                    .max_bytes
                    .is_none_or(|most| held.bytes <= most)
            {
                break;
            }
            self.remove(key_of_file(&entry.name, ENDING).unwrap_or_default())?;
            held = Held {
                outputs: held.outputs - 1,
                bytes: held.bytes - entry.bytes,
                removed: held.removed + 1,
                removed_bytes: held.removed_bytes + entry.bytes,
            };
        }
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) = held.bytes;
        Ok(held)
    }

    /// Removes the output stored under a key. Does not report whether one was stored.
    ///
    /// # Errors
    /// `NOT_STORED` if `key` is not a key; `STORE_READ_ONLY` or `STORE_BROKEN`.
    pub fn forget(&self, key: &str) -> Result<()> {
        let key = tool::key_in(key).ok_or_else(|| {
            Error::new(
                ErrorKind::NotStored,
                "this isn't the key of a stored output",
            )
        })?;
        self.remove(key)
    }

    fn remove(&self, key: &str) -> Result<()> {
        self.folder.remove(&format!("{key}{ENDING}"))?;
        self.folder.remove(&origin_name(key))
    }

    fn outputs(&self) -> Result<Vec<Entry>> {
        let mut entries = self.folder.list()?;
        entries.retain(|entry| key_of_file(&entry.name, ENDING).is_some());
        Ok(entries)
    }
}

fn origin_name(key: &str) -> String {
    format!("{key}{}", origin::ENDING)
}

/// The key of an output, of the name of its file.
fn key_of_file<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    name.strip_suffix(ending).filter(|key| is_key(key))
}

fn key_of(content: &[u8]) -> String {
    let digest = hmac_sha256::Hash::hash(content);
    digest[..KEY_CHARS / 2]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Whether a text is a key, so that its file lies in the folder.
fn is_key(text: &str) -> bool {
    text.len() == KEY_CHARS
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
