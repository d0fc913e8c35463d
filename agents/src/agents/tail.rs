//! The end of an agent's session file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// How many bytes at the end of a session file are read. Chosen here: several calls and results. Codex
/// writes 64 KiB of an output, which JSON may make six times as long.
const TAIL_BYTES: u64 = 512 * 1024;

/// The last lines of a session file, and whether these are all lines.
pub fn tail(path: &str) -> Option<(String, bool)> {
    let mut file = File::open(path).ok()?;
    let start = file.metadata().ok()?.len().saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut bytes).ok()?;
    Some((String::from_utf8_lossy(&bytes).into_owned(), start == 0))
}
