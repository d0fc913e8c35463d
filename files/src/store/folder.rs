//! A folder private to its owner. A file in it is either complete or absent.
//!
//! On Unix every call uses the folder that was opened, so replacing the path meanwhile has no
//! effect, and no link is followed. On other systems the paths are checked before each call.

#[cfg_attr(unix, path = "folder/unix.rs")]
#[cfg_attr(not(unix), path = "folder/other.rs")]
mod system;

pub(super) use system::Folder;

use crate::error::{Error, ErrorKind};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A file in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub name: String,
    pub bytes: u64,
    /// When it was written or asked for last, in milliseconds since 1970.
    pub used_ms: u64,
}

/// How the name of a file begins that is not whole yet.
pub(super) const UNFINISHED: &str = ".unfinished-";
/// Keeps the folder out of repositories.
const IGNORED: (&str, &[u8]) = (".gitignore", b"*\n");

/// A name that no other writer uses: of this process by its counter, of another by its number and
/// the time.
fn unfinished_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let nanos = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos());
    format!("{UNFINISHED}{}-{nanos:x}-{count}", std::process::id())
}

/// The time of the clock, in milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    milliseconds(SystemTime::now())
}

fn milliseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// Returns the path without a separator at its end, because a link before one would be followed.
fn plain(path: &Path) -> PathBuf {
    path.components().collect()
}

/// The error of a call, by what the system says of it.
fn failed(shown: &str, error: &io::Error) -> Error {
    use io::ErrorKind as Io;
    let kind = match error.kind() {
        Io::StorageFull | Io::QuotaExceeded | Io::FileTooLarge => ErrorKind::StoreFull,
        Io::PermissionDenied | Io::ReadOnlyFilesystem => ErrorKind::StoreReadOnly,
        _ => ErrorKind::StoreBroken,
    };
    Error::io(kind, shown, error)
}

fn broken(shown: &str, message: &str) -> Error {
    Error::new(ErrorKind::StoreBroken, format!("{shown}: {message}"))
}
