//! The folder on systems without folder descriptors. There, files in a user's profile are private
//! to the user.

use super::{Entry, IGNORED, broken, failed, milliseconds, plain, unfinished_name};
use crate::error::Result;
use crate::text::visible;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Debug)]
pub(in crate::store) struct Folder {
    path: PathBuf,
    shown: String,
}

impl Folder {
    /// Opens a folder, or makes it. It must be no link.
    pub fn open(path: &Path) -> Result<Self> {
        let path = plain(path);
        let shown = visible(&path.display().to_string());
        let made = path.symlink_metadata().is_err();
        if made {
            fs::create_dir_all(&path).map_err(|error| failed(&shown, &error))?;
        }
        let folder = Self { path, shown };
        folder.expect_folder()?;
        if made {
            folder.write(IGNORED.0, IGNORED.1)?;
        }
        Ok(folder)
    }

    fn expect_folder(&self) -> Result<()> {
        match self.path.symlink_metadata() {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(broken(
                &self.shown,
                "is a link or not a folder: pass the folder itself, or a new name",
            )),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Returns the content of a file, or `None` if no plain file has that name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.expect_folder()?;
        let path = self.path.join(name);
        match path.symlink_metadata() {
            Ok(found) if found.is_file() => fs::read(&path)
                .map(Some)
                .map_err(|error| self.failed(&error)),
            Ok(_) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Writes a temporary file in the folder, and moves it into place once it is complete and on
    /// the disk.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.expect_folder()?;
        let unfinished = self.path.join(unfinished_name());
        let write = || {
            let mut file = OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(&unfinished)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            drop(file);
            fs::rename(&unfinished, self.path.join(name))
        };
        let written = write();
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written.map_err(|error| self.failed(&error))
    }

    /// Records that a file was used, so that it is not removed first.
    pub fn touch(&self, name: &str) {
        // A store that can only be read is good for reading.
        let _ = OpenOptions::new()
            .write(true)
            .open(self.path.join(name))
            .and_then(|file: File| file.set_modified(SystemTime::now()));
    }

    pub fn remove(&self, name: &str) -> Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failed(&error)),
            _ => Ok(()),
        }
    }

    /// The plain files, in no order.
    pub fn list(&self) -> Result<Vec<Entry>> {
        self.expect_folder()?;
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path)
            .map_err(|error| self.failed(&error))?
            .flatten()
        {
            let (Ok(name), Ok(told)) = (
                entry.file_name().into_string(),
                entry.path().symlink_metadata(),
            ) else {
                continue;
            };
            if told.is_file() {
                found.push(Entry {
                    name,
                    bytes: told.len(),
                    used_ms: milliseconds(told.modified().unwrap_or(UNIX_EPOCH)),
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
