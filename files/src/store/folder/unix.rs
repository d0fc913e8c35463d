//! The folder on Unix, by its descriptor.

use super::{Entry, IGNORED, broken, failed, milliseconds, plain, unfinished_name};
use crate::error::Result;
use crate::text::visible;
use rustix::fs::{
    self, AtFlags, FileType, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT,
};
use std::fs::{DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

#[derive(Debug)]
pub(in crate::store) struct Folder {
    handle: OwnedFd,
    shown: String,
}

impl Folder {
    /// Opens a folder, or creates it. It must not be a link, must belong to this user, and must not
    /// be open to other users.
    pub fn open(path: &Path) -> Result<Self> {
        let path = &plain(path);
        let shown = visible(&path.display().to_string());
        let made = match path.symlink_metadata() {
            Ok(_) => false,
            Err(_) => DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(path)
                .map(|()| true)
                .map_err(|error| failed(&shown, &error))?,
        };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let handle =
            fs::open(path, flags, Mode::empty()).map_err(|error| match io::Error::from(error) {
                // A link, or a file.
                error if matches!(error.raw_os_error(), Some(code) if is_no_folder(code)) => {
                    broken(
                        &shown,
                        "is a link or not a folder: pass the folder itself, or a new name",
                    )
                }
                error => failed(&shown, &error),
            })?;
        let found = fs::fstat(&handle).map_err(|error| failed(&shown, &error.into()))?;
        if found.st_uid != rustix::process::geteuid().as_raw() {
            return Err(broken(
                &shown,
                "belongs to another user: pass a folder of your own",
            ));
        }
        let mode = found.st_mode & 0o777;
        if mode & 0o077 != 0 {
            return Err(broken(
                &shown,
                &format!("is open to others (mode {mode:o}): `chmod 700` it, or pass a new name"),
            ));
        }
        let folder = Self { handle, shown };
        if made {
            folder.write(IGNORED.0, IGNORED.1)?;
        }
        Ok(folder)
    }

    /// Returns the content of a file, or `None` if no plain file has that name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file =
            match fs::openat(&self.handle, name, flags, Mode::empty()).map_err(io::Error::from) {
                Ok(file) => File::from(file),
                Err(error)
                    if error.kind() == io::ErrorKind::NotFound
                        || error.raw_os_error().is_some_and(is_no_folder) =>
                {
                    return Ok(None);
                }
                Err(error) => return Err(self.failed(&error)),
            };
        let read = || {
            let mut bytes = Vec::new();
            if !file.metadata()?.is_file() {
                return Ok(None);
            }
            (&file).read_to_end(&mut bytes)?;
            Ok(Some(bytes))
        };
        read().map_err(|error: io::Error| self.failed(&error))
    }

    /// Writes a temporary file in the folder, and moves it into place once it is complete and on
    /// the disk.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let unfinished = unfinished_name();
        let written = self.write_there(&unfinished, name, bytes);
        if written.is_err() {
            let _ = fs::unlinkat(&self.handle, &unfinished, AtFlags::empty());
        }
        written.map_err(|error| self.failed(&error))
    }

    fn write_there(&self, unfinished: &str, name: &str, bytes: &[u8]) -> io::Result<()> {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(fs::openat(
            &self.handle,
            unfinished,
            flags,
            Mode::RUSR | Mode::WUSR,
        )?);
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::renameat(&self.handle, unfinished, &self.handle, name)?;
        // Some file systems cannot be told to keep a folder; the file is whole there too.
        let _ = fs::fsync(&self.handle);
        Ok(())
    }

    /// Records that a file was used, so that it is not removed first.
    pub fn touch(&self, name: &str) {
        let time = |nanos| Timespec {
            tv_sec: 0,
            tv_nsec: nanos,
        };
        let times = Timestamps {
            last_access: time(UTIME_OMIT),
            last_modification: time(UTIME_NOW),
        };
        // A store that can only be read is good for reading.
        let _ = fs::utimensat(&self.handle, name, &times, AtFlags::SYMLINK_NOFOLLOW);
    }

    pub fn remove(&self, name: &str) -> Result<()> {
        match fs::unlinkat(&self.handle, name, AtFlags::empty()).map_err(io::Error::from) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failed(&error)),
            _ => Ok(()),
        }
    }

    /// The plain files, in no order.
    pub fn list(&self) -> Result<Vec<Entry>> {
        let mut found = Vec::new();
        for entry in fs::Dir::read_from(&self.handle).map_err(|error| self.failed(&error.into()))? {
            let entry = entry.map_err(|error| self.failed(&error.into()))?;
            let Ok(name) = entry.file_name().to_str() else {
                continue;
            };
            // Another process may have removed it meanwhile.
            let Ok(told) = fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) else {
                continue;
            };
            if FileType::from_raw_mode(told.st_mode) == FileType::RegularFile {
                // The type of the fraction differs by platform; seconds are fine enough for what
                // was used longest ago.
                let used = Duration::from_secs(u64::try_from(told.st_mtime).unwrap_or(0));
                found.push(Entry {
                    name: name.to_owned(),
                    bytes: u64::try_from(told.st_size).unwrap_or(0),
                    used_ms: milliseconds(UNIX_EPOCH + used),
                });
            }
        }
        Ok(found)
    }

    pub fn shown(&self) -> &str {
        &self.shown
    }

    fn failed(&self, error: &io::Error) -> crate::Error {
        failed(&self.shown, error)
    }
}

/// Returns true if an error code means that a link was not followed, or that the path is not a
/// folder.
fn is_no_folder(code: i32) -> bool {
    [
        rustix::io::Errno::LOOP,
        rustix::io::Errno::MLINK,
        rustix::io::Errno::NOTDIR,
    ]
    .iter()
    .any(|known| known.raw_os_error() == code)
}
