//! The content of a settings file before and after its edit.

use super::{Result, unwritable};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub path: PathBuf,
    /// `None` if the file didn't exist.
    pub before: Option<String>,
    pub after: String,
    /// The folders that were created for it, the innermost first.
    pub folders: Vec<PathBuf>,
}

/// The path of the record of a settings file.
pub fn path(state: &Path, agent: &str, settings: &Path) -> PathBuf {
    let hash = xxh3_64(settings.as_os_str().as_encoded_bytes());
    state
        .join("installed")
        .join(format!("{agent}-{hash:016x}.json"))
}

/// Reads a record.
pub fn read(path: &Path) -> Option<Record> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Writes a record. It's only readable by its owner, because settings may contain secrets.
pub fn write_record(path: &Path, record: &Record) -> Result<()> {
    let failed = |error: io::Error| unwritable(path, &error);
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let mut file = NamedTempFile::new_in(folder).map_err(failed)?;
    serde_json::to_writer(&mut file, record).map_err(|error| failed(error.into()))?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}
