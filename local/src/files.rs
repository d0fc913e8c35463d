//! Reads and writes files. A file is read whole, line by line, and unpacked if it is gzipped. It is written beside the target and then moved
//! into place.

use crate::error::{Error, ErrorKind, Result};
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// The file name that means standard input or standard output.
pub const STANDARD: &str = "-";

/// First two bytes of a gzip file (RFC 1952, section 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The best ratio that DEFLATE can reach (zlib's technical notes: 1032:1). A size in a gzip trailer that would need a better one is ignored.
const DEFLATE_RATIO_MAX: u64 = 1032;

/// A function that is called while a file is read, with the bytes read so far and the size of the file on disk (0 if unknown).
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// A function that shortens a line while it is read. `None` means that the line is kept as it is.
pub type Slim = fn(&str) -> Option<String>;

/// The text of a file, with each line shortened by `slim`. A gzipped file is unpacked; its first bytes show it, not its name.
///
/// # Errors
/// `UNREADABLE_FILE` if the file cannot be read. `INVALID_JSON` if the content is not UTF-8; the message names the first bad byte.
pub fn read_text(path: &Path, slim: Slim, progress: Progress<'_>) -> Result<String> {
    let shown = path.display().to_string();
    let unreadable = |error: &io::Error| Error::io(ErrorKind::Unreadable, &shown, error);
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let metadata = file.metadata().map_err(|error| unreadable(&error))?;
    if metadata.is_dir() {
        return Err(Error::new(ErrorKind::Unreadable, format!("{shown}: is a directory")));
    }
    let size = if metadata.is_file() { metadata.len() } else { 0 };
    let unpacked = unpacked_size(&file, size).unwrap_or(0);
    let stored = Counted { inner: file, read: 0, size, progress };
    decode(&shown, read_bytes(BufReader::with_capacity(1 << 16, stored), size, unpacked, slim).map_err(|error| unreadable(&error))?)
}

/// As [`read_text`], but reads a stream.
///
/// # Errors
/// As [`read_text`].
pub fn read_stream(stream: &mut dyn Read, slim: Slim) -> Result<String> {
    let name = "standard input";
    decode(name, read_bytes(BufReader::new(stream), 0, 0, slim).map_err(|error| Error::io(ErrorKind::Unreadable, name, &error))?)
}

/// Writes a file, so that it is there either whole or not at all: first beside the target, then moved over it.
///
/// # Errors
/// `FILE_EXISTS` if the file exists and `overwrite` is false. `UNWRITABLE_FILE` if it cannot be written.
pub fn write_whole(path: &Path, overwrite: bool, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let shown = path.display().to_string();
    let unwritable = |error: &io::Error| Error::io(ErrorKind::Unwritable, &shown, error);
    let exists = || Error::new(ErrorKind::FileExists, format!("{shown} exists: choose another name, or give --overwrite"));
    if !overwrite && path.symlink_metadata().is_ok() {
        return Err(exists());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".conspectus-").suffix(".tmp");
    #[cfg(unix)]
    {
        // The permissions of any new file. The umask removes those that the user does not want.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(folder).map_err(|error| unwritable(&error))?;
    let mut buffer = io::BufWriter::with_capacity(1 << 16, temporary.as_file_mut());
    write(&mut buffer).and_then(|()| buffer.flush()).map_err(|error| unwritable(&error))?;
    drop(buffer);
    if overwrite {
        temporary.persist(path).map_err(|error| unwritable(&error.error))?;
    } else {
        temporary.persist_noclobber(path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => exists(),
            _ => unwritable(&error.error),
        })?;
    }
    Ok(())
}

fn read_bytes(mut stream: impl BufRead, size: u64, unpacked: u64, slim: Slim) -> io::Result<Vec<u8>> {
    let gzipped = stream.fill_buf()?.starts_with(&GZIP);
    let mut bytes = Vec::new();
    let expected = if gzipped { unpacked } else { size };
    // One byte more, so that the end of the file is found without a larger buffer. Memory that is not written to costs nothing.
    bytes.try_reserve_exact(usize::try_from(expected).unwrap_or(0).saturating_add(1)).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    if gzipped {
        read_lines(BufReader::with_capacity(1 << 15, MultiGzDecoder::new(stream)), &mut bytes, slim)?;
    } else {
        read_lines(stream, &mut bytes, slim)?;
    }
    Ok(bytes)
}

fn read_lines(mut stream: impl BufRead, bytes: &mut Vec<u8>, slim: Slim) -> io::Result<()> {
    loop {
        let start = bytes.len();
        if stream.read_until(b'\n', bytes)? == 0 {
            return Ok(());
        }
        let line = bytes[start..].strip_suffix(b"\n").unwrap_or(&bytes[start..]);
        if let Some(slim) = std::str::from_utf8(line).ok().and_then(slim) {
            let end = bytes.ends_with(b"\n");
            bytes.truncate(start);
            bytes.extend_from_slice(slim.as_bytes());
            bytes.extend_from_slice(if end { b"\n" } else { b"" });
        }
    }
}

/// The unpacked size that the trailer of a gzip file gives (RFC 1952: modulo 2^32). `None` if that size is not possible.
fn unpacked_size(mut file: &File, size: u64) -> Option<u64> {
    use std::io::{Seek, SeekFrom};
    let mut magic = [0; 2];
    let mut trailer = [0; 4];
    if size < 18 {
        return None;
    }
    let read = file.read_exact(&mut magic).and_then(|()| file.seek(SeekFrom::End(-4))).and_then(|_| file.read_exact(&mut trailer));
    file.seek(SeekFrom::Start(0)).ok()?;
    read.ok()?;
    let claimed = u64::from(u32::from_le_bytes(trailer));
    (magic == GZIP && claimed <= size.saturating_mul(DEFLATE_RATIO_MAX)).then_some(claimed)
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<String> {
    const MARK: &str = "\u{feff}";
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
        conspectus::Error::new(
            conspectus::ErrorKind::InvalidJson,
            "",
            format!("{name}: not UTF-8 text: byte {at}, on line {line}, begins no character"),
        )
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    Ok(text)
}

struct Counted<'a, R> {
    inner: R,
    read: u64,
    size: u64,
    progress: Progress<'a>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read += count as u64;
        (self.progress)(self.read, self.size);
        Ok(count)
    }
}
