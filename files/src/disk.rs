//! Opens files below allowed folders, and no others: links are followed before a path is judged,
//! and only regular files are opened.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file or a folder is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It doesn't exist.
    Missing,
    /// It's outside the allowed folders.
    Outside,
    /// It is not a regular file: a folder, a pipe, a socket, a device.
    NotAFile,
    /// It has too many bytes.
    TooLarge,
    /// It cannot be opened or read: permissions, links in a circle, a fault of the disk.
    Unreadable,
    /// It holds no text.
    Binary,
    /// Not everything was searched: a folder has too many entries, or there are too many folders.
    Limit,
}

impl Refusal {
    /// The word in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Outside => "outside",
            Self::NotAFile => "not_a_file",
            Self::TooLarge => "too_large",
            Self::Unreadable => "unreadable",
            Self::Binary => "binary",
            Self::Limit => "limit",
        }
    }

    pub(crate) fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::Unreadable,
        }
    }
}

/// The folders below which files may be read, with no link in them.
#[derive(Debug, Clone, Default)]
pub struct Roots(Vec<PathBuf>);

/// An open file.
#[derive(Debug)]
pub struct Opened {
    /// The file.
    pub file: File,
    /// What the system says of it.
    pub metadata: Metadata,
    /// The real path, without links.
    pub path: PathBuf,
}

impl Roots {
    /// The folders that there are among `folders`.
    pub fn new<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Self {
        Self(
            folders
                .into_iter()
                .filter_map(|folder| fs::canonicalize(folder).ok())
                .collect(),
        )
    }

    /// The folders.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.0
    }

    /// Whether a path without links lies below one of them.
    #[must_use]
    pub fn hold(&self, real: &Path) -> bool {
        self.0.iter().any(|root| real.starts_with(root))
    }

    /// Returns the real path that `path` leads to, if reading it is allowed.
    ///
    /// # Errors
    /// `Missing`, `Outside`, or `Unreadable` if links form a loop.
    pub fn real(&self, path: &Path) -> Result<PathBuf, Refusal> {
        let path = &std::path::absolute(path).map_err(|error| Refusal::of(&error))?;
        match fs::canonicalize(path) {
            Ok(real) if self.hold(&real) => Ok(real),
            Ok(_) => Err(Refusal::Outside),
            // Whether something outside exists is nobody's business.
            Err(_) if !self.may_hold(path) => Err(Refusal::Outside),
            Err(error) => Err(Refusal::of(&error)),
        }
    }

    /// Whether a path that leads nowhere would lie below a root: the nearest folder above it that
    /// there is says so.
    fn may_hold(&self, path: &Path) -> bool {
        let nearest = path
            .ancestors()
            .skip(1)
            .find_map(|folder| fs::canonicalize(folder).ok());
        !path
            .components()
            .any(|part| part == std::path::Component::ParentDir)
            && nearest.is_some_and(|real| self.hold(&real))
    }

    /// Opens the regular file at a path.
    ///
    /// # Errors
    /// The reason why not.
    pub fn open(&self, path: &Path) -> Result<Opened, Refusal> {
        let real = self.real(path)?;
        let before = fs::symlink_metadata(&real).map_err(|error| Refusal::of(&error))?;
        if !before.is_file() {
            return Err(Refusal::NotAFile);
        }
        let file = open_plain(&real).map_err(|error| Refusal::of(&error))?;
        let metadata = file.metadata().map_err(|error| Refusal::of(&error))?;
        // Between looking and opening something else may have been put there.
        if !metadata.is_file() || !is_same(&before, &metadata) || self.real(path)? != real {
            return Err(Refusal::NotAFile);
        }
        Ok(Opened {
            file,
            metadata,
            path: real,
        })
    }
}

#[cfg(unix)]
fn open_plain(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // A pipe that was put there meanwhile would wait for a writer; a link would lead away.
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC)
        .open(path)
}

#[cfg(not(unix))]
fn open_plain(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len() && one.created().ok() == other.created().ok()
}

/// A path as the core reads it: with `/` between names.
#[must_use]
pub fn as_text(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) {
        text.trim_start_matches(r"\\?\").replace('\\', "/")
    } else {
        text.into_owned()
    }
}
