//! What a settings file held before and after it was edited.

use super::{Error, ErrorKind, Result, write};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub path: PathBuf,
    /// `None` if there was no file.
    pub before: Option<String>,
    pub after: String,
    /// The folders that were made for it, the innermost first.
    pub folders: Vec<PathBuf>,
}

/// Where the record of a settings file is kept.
pub fn path(state: &Path, agent: &str, settings: &Path) -> PathBuf {
    let hash = xxh3_64(settings.as_os_str().as_encoded_bytes());
    state
        .join("installed")
        .join(format!("{agent}-{hash:016x}.json"))
}

/// A record, if there is one that can be read.
pub fn read(path: &Path) -> Option<Record> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Keeps a record. Settings may hold secrets, so nobody else may read it.
pub fn write_record(path: &Path, record: &Record) -> Result<()> {
    let text = serde_json::to_string(record)
        .map_err(|error| Error::new(ErrorKind::Unwritable, error.to_string()))?;
    write(path, &text)
}
