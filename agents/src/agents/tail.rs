//! The end of the record that an agent writes of its session.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// How far from its end a record is read. Chosen here: some calls and results. Codex keeps 64 KiB of
/// an output, which JSON may write six times as long.
const TAIL_BYTES: u64 = 512 * 1024;

/// The last lines of a record, and whether they are all of it.
pub fn tail(path: &str) -> Option<(String, bool)> {
    let mut file = File::open(path).ok()?;
    let start = file.metadata().ok()?.len().saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut bytes = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut bytes).ok()?;
    Some((String::from_utf8_lossy(&bytes).into_owned(), start == 0))
}
