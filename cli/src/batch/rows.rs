//! The file of rows, and its index, with which an interrupted job continues.
//!
//! The index only grows: a line about the job, and then one with the rows and bytes that are safe on
//! the disk. Rows after the last of these are cut off and made again.

use crate::Result;
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::text::visible_name;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, remove_file};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How much work an interruption may cost. Chosen here: each time the disk is waited for.
const SYNCED_EVERY: Duration = Duration::from_secs(1);

/// The rows and bytes that are safe on the disk.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Safe {
    rows: u64,
    bytes: u64,
}

/// Rows on their way to a file.
#[derive(Debug)]
pub(super) struct RowFile {
    path: PathBuf,
    rows: BufWriter<Counted>,
    index: File,
    index_path: PathBuf,
    count: u64,
    synced: Instant,
}

/// What to do with files that exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    Refuse,
    Overwrite,
    Resume,
}

impl RowFile {
    /// Opens the file, and says how many rows it has already. `None` if there is nothing to resume
    /// because all rows are there. `job` must be the same to continue.
    ///
    /// # Errors
    /// `FILE_EXISTS`, `UNWRITABLE_FILE`; `INVALID_OPTION` if another job left the index.
    pub fn open(path: &Path, job: &Value, existing: Existing) -> Result<Option<(Self, u64)>> {
        let mut name = path.as_os_str().to_owned();
        name.push(".index");
        let index_path = PathBuf::from(name);
        let unwritable = |error: io::Error| unwritable(path, &error);
        if existing == Existing::Resume && path.exists() {
            let Some(text) = read_if_there(&index_path).map_err(unwritable)? else {
                return Ok(None);
            };
            let safe = last_safe(&text, job, path)?;
            let mut rows = OpenOptions::new()
                .write(true)
                .open(path)
                .map_err(unwritable)?;
            let index = OpenOptions::new()
                .append(true)
                .open(&index_path)
                .map_err(unwritable)?;
            // What a crash tore off ends the line.
            (&index).write_all(b"\n").map_err(unwritable)?;
            if rows.metadata().map_err(unwritable)?.len() < safe.bytes {
                let message = format!(
                    "{} is shorter than its index says: start again with --overwrite",
                    visible_name(path.as_os_str())
                );
                return Err(Error::new(ErrorKind::Unwritable, message));
            }
            rows.set_len(safe.bytes).map_err(unwritable)?;
            rows.seek(SeekFrom::End(0)).map_err(unwritable)?;
            let file = Self::new(path, rows, index, index_path, safe);
            return Ok(Some((file, safe.rows)));
        }
        if existing != Existing::Overwrite && path.symlink_metadata().is_ok() {
            let message = format!(
                "{} exists: choose another name, or pass --overwrite, or --resume if the job was interrupted",
                visible_name(path.as_os_str())
            );
            return Err(Error::new(ErrorKind::FileExists, message));
        }
        let rows = File::create(path).map_err(unwritable)?;
        let mut index = File::create(&index_path).map_err(unwritable)?;
        writeln!(index, "{job}").map_err(unwritable)?;
        let file = Self::new(path, rows, index, index_path, Safe::default());
        Ok(Some((file, 0)))
    }

    fn new(path: &Path, rows: File, index: File, index_path: PathBuf, safe: Safe) -> Self {
        Self {
            path: path.to_owned(),
            rows: BufWriter::with_capacity(1 << 16, Counted(rows, safe.bytes)),
            index,
            index_path,
            count: safe.rows,
            synced: Instant::now(),
        }
    }

    /// Adds a row that `write` writes.
    ///
    /// # Errors
    /// `UNWRITABLE_FILE`.
    pub fn add(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let done = write(&mut self.rows).and_then(|()| {
            self.count += 1;
            if self.synced.elapsed() < SYNCED_EVERY {
                return Ok(());
            }
            self.sync()
        });
        done.map_err(|error| unwritable(&self.path, &error))
    }

    /// The rows first: the index never promises rows that the disk may lose.
    fn sync(&mut self) -> io::Result<()> {
        self.rows.flush()?;
        let Counted(file, bytes) = self.rows.get_ref();
        file.sync_data()?;
        let safe = Safe {
            rows: self.count,
            bytes: *bytes,
        };
        writeln!(self.index, "{}", serde_json::to_string(&safe)?)?;
        self.index.sync_data()?;
        self.synced = Instant::now();
        Ok(())
    }

    /// All rows are there, so the index is removed.
    ///
    /// # Errors
    /// `UNWRITABLE_FILE`.
    pub fn finish(mut self) -> Result<()> {
        self.sync()
            .and_then(|()| remove_file(&self.index_path))
            .map_err(|error| unwritable(&self.path, &error))
    }
}

/// A file, and how long it is.
#[derive(Debug)]
struct Counted(File, u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.0.write(bytes)?;
        self.1 += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn read_if_there(path: &Path) -> io::Result<Option<String>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The last complete line of an index about `job`.
fn last_safe(index: &str, job: &Value, path: &Path) -> Result<Safe> {
    let first = index.lines().next().unwrap_or_default();
    if serde_json::from_str::<Value>(first).ok().as_ref() != Some(job) {
        let message = format!(
            "{} was begun with other files or options: pass the same, or --overwrite",
            visible_name(path.as_os_str())
        );
        let kind = ErrorKind::Core(conspectus::ErrorKind::InvalidOption);
        return Err(Error::new(kind, message));
    }
    let safe = index
        .lines()
        .rev()
        .find_map(|line| serde_json::from_str(line).ok());
    Ok(safe.unwrap_or_default())
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::io(
        ErrorKind::Unwritable,
        &visible_name(path.as_os_str()),
        error,
    )
}
