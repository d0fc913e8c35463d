//! Reads a file that is named on the command line.

use super::{Result, Streams};
use conspectus_files::sessions::{gathered, slim_line};
use conspectus_files::text::visible_name;
use conspectus_files::text_file::{self, Slim};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;

/// The progress of reading is shown for files of at least this many bytes on disk. Chosen here:
/// smaller files are read at once.
const PROGRESS_BYTES: u64 = 20_000_000;

/// Reads a file, or standard input for `-`, without what sessions don't use.
///
/// # Errors
/// As [`text_file::read_text`].
pub(super) fn text(path: &Path, max_unpacked_mb: u64, streams: &mut Streams<'_>) -> Result<String> {
    read(path, slim_line, max_unpacked_mb, streams)
}

/// As [`text`], with every byte of the file.
///
/// # Errors
/// The same.
pub(super) fn whole(
    path: &Path,
    max_unpacked_mb: u64,
    streams: &mut Streams<'_>,
) -> Result<String> {
    read(path, |_| None, max_unpacked_mb, streams)
}

fn read(
    path: &Path,
    slim: Slim,
    max_unpacked_mb: u64,
    streams: &mut Streams<'_>,
) -> Result<String> {
    let most_unpacked = max_unpacked_mb.saturating_mul(text_file::MEGABYTE);
    if is_standard(path) {
        return text_file::read_stream(streams.stdin, slim, most_unpacked);
    }
    let mut bar: Option<ProgressBar> = None;
    let show = streams.progress;
    let text = gathered(path, slim, most_unpacked, &mut |read, size| {
        if show && size >= PROGRESS_BYTES {
            bar.get_or_insert_with(|| new_bar(size)).set_position(read);
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    text
}

/// Whether this path means a standard stream.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == text_file::STANDARD
}

/// Whether both paths lead to the same file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| {
        (!is_standard(path))
            .then(|| path.canonicalize().ok())
            .flatten()
    };
    real(one).is_some_and(|one| is_same_on_disk(&one, other) || real(other) == Some(one))
}

/// Returns true if two names are links to one file. Inodes are available on Unix only.
#[cfg(unix)]
fn is_same_on_disk(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| {
        path.metadata()
            .ok()
            .map(|metadata| (metadata.dev(), metadata.ino()))
    };
    place(one).is_some() && place(one) == place(other)
}

#[cfg(not(unix))]
fn is_same_on_disk(_one: &Path, _other: &Path) -> bool {
    false
}

/// The file's name in messages, safe to show.
pub(super) fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        visible_name(path.as_os_str())
    }
}

fn new_bar(size: u64) -> ProgressBar {
    let bar = ProgressBar::new(size);
    if let Ok(style) = ProgressStyle::with_template("reading {bar:40} {bytes}/{total_bytes} {eta}")
    {
        bar.set_style(style);
    }
    bar
}
