//! Reads files: whole, line by line, and unpacked if gzipped.

mod write;

pub use write::{write_copy, write_whole};

use crate::error::{Error, ErrorKind, Result};
use crate::text::visible_name;
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The file name that means standard input or standard output.
pub const STANDARD: &str = "-";

/// First two bytes of a gzip file (RFC 1952, section 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The best ratio that DEFLATE can reach (zlib's technical notes: 1032:1). A size in a gzip trailer
/// that would need a better one is ignored.
const DEFLATE_RATIO_MAX: u64 = 1032;

/// Bytes of a megabyte, the unit of `--max-unpacked-mb`.
pub const MEGABYTE: u64 = 1_000_000;
/// Default limit in megabytes to which a gzipped file may unpack. Chosen here: far more than
/// recorded sessions have, and less than the memory of most machines.
pub const MOST_UNPACKED_MB: u64 = 1000;

/// A function that is called while a file is read, with the bytes read so far and the size of the
/// file on disk (0 if unknown).
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64);

/// A function that shortens a line while it is read. `None` means that the line is kept as it is.
pub type Slim = fn(&str) -> Option<String>;

/// The text of a file, with each line shortened by `slim`. A gzipped file is unpacked, to at most
/// `most_unpacked` bytes; its first bytes show it, not its name.
///
/// # Errors
/// `UNREADABLE_FILE` if the file cannot be read, or unpacks to more. `INVALID_JSON` if the content
/// is not UTF-8; the message names the first bad byte.
pub fn read_text(
    path: &Path,
    slim: Slim,
    most_unpacked: u64,
    progress: Progress<'_>,
) -> Result<String> {
    let shown = visible_name(path.as_os_str());
    let unreadable = |error: &io::Error| Error::io(ErrorKind::Unreadable, &shown, error);
    let file = File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Error::new(ErrorKind::Unreadable, format!("file not found: {shown}"))
        }
        _ => unreadable(&error),
    })?;
    let metadata = file.metadata().map_err(|error| unreadable(&error))?;
    if metadata.is_dir() {
        return Err(Error::new(
            ErrorKind::Unreadable,
            format!("{shown}: is a directory"),
        ));
    }
    let size = if metadata.is_file() {
        metadata.len()
    } else {
        0
    };
    let unpacked = unpacked_size(&file, size).unwrap_or(0);
    let stored = Counted {
        inner: file,
        read: 0,
        size,
        progress,
    };
    decode(
        &shown,
        read_bytes(
            BufReader::with_capacity(1 << 16, stored),
            size,
            unpacked,
            slim,
            most_unpacked,
        )
        .map_err(|error| unreadable(&error))?,
    )
}

/// As [`read_text`], but reads a stream.
///
/// # Errors
/// As [`read_text`].
pub fn read_stream(stream: &mut dyn Read, slim: Slim, most_unpacked: u64) -> Result<String> {
    let name = "standard input";
    decode(
        name,
        read_bytes(BufReader::new(stream), 0, 0, slim, most_unpacked)
            .map_err(|error| Error::io(ErrorKind::Unreadable, name, &error))?,
    )
}

/// Reads a file that may be larger than the memory, for instance line by line. A gzipped file is
/// unpacked on the way; its first bytes show it, not its name.
///
/// # Errors
/// `UNREADABLE_FILE` if the file cannot be opened.
pub fn line_reader(path: &Path) -> Result<Box<dyn BufRead>> {
    let unreadable = |error: io::Error| {
        Error::io(
            ErrorKind::Unreadable,
            &visible_name(path.as_os_str()),
            &error,
        )
    };
    let file = File::open(path).map_err(unreadable)?;
    let mut stream = BufReader::with_capacity(1 << 16, file);
    if !stream.fill_buf().map_err(unreadable)?.starts_with(&GZIP) {
        return Ok(Box::new(stream));
    }
    let unpacked = MultiGzDecoder::new(stream);
    Ok(Box::new(BufReader::with_capacity(1 << 15, unpacked)))
}

fn read_bytes(
    mut stream: impl BufRead,
    size: u64,
    unpacked: u64,
    slim: Slim,
    most_unpacked: u64,
) -> io::Result<Vec<u8>> {
    let gzipped = stream.fill_buf()?.starts_with(&GZIP);
    let mut bytes = Vec::new();
    let expected = if gzipped {
        unpacked.min(most_unpacked)
    } else {
        size
    };
    // One byte more, so that the end of the file is found without a larger buffer. Memory that is
    // not written to costs nothing.
    bytes
        .try_reserve_exact(usize::try_from(expected).unwrap_or(0).saturating_add(1))
        .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    if gzipped {
        let unpacked = Capped {
            inner: MultiGzDecoder::new(stream),
            left: most_unpacked,
            most: most_unpacked,
        };
        read_lines(
            BufReader::with_capacity(1 << 15, unpacked),
            &mut bytes,
            slim,
        )?;
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
        let line = bytes[start..]
            .strip_suffix(b"\n")
            .unwrap_or(&bytes[start..]);
        if let Some(slim) = std::str::from_utf8(line).ok().and_then(slim) {
            let end = bytes.ends_with(b"\n");
            bytes.truncate(start);
            bytes.extend_from_slice(slim.as_bytes());
            bytes.extend_from_slice(if end { b"\n" } else { b"" });
        }
    }
}

/// The unpacked size that the trailer of a gzip file gives (RFC 1952: modulo 2^32). `None` if that
/// size is not possible.
fn unpacked_size(mut file: &File, size: u64) -> Option<u64> {
    use std::io::{Seek, SeekFrom};
    let mut magic = [0; 2];
    let mut trailer = [0; 4];
    if size < 18 {
        return None;
    }
    let read = file
        .read_exact(&mut magic)
        .and_then(|()| file.seek(SeekFrom::End(-4)))
        .and_then(|_| file.read_exact(&mut trailer));
    file.seek(SeekFrom::Start(0)).ok()?;
    read.ok()?;
    let claimed = u64::from(u32::from_le_bytes(trailer));
    (magic == GZIP && claimed <= size.saturating_mul(DEFLATE_RATIO_MAX)).then_some(claimed)
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<String> {
    const MARK: &str = "\u{feff}";
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        conspectus::Error::new(
            conspectus::ErrorKind::InvalidJson,
            "",
            format!("{name}: not UTF-8 text: invalid byte {at} on line {line}"),
        )
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    Ok(text)
}

/// Reads at most `most` bytes. A small gzipped file may unpack to more than fits in memory.
struct Capped<R> {
    inner: R,
    left: u64,
    most: u64,
}

impl<R: Read> Read for Capped<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| {
            let megabytes = self.most / MEGABYTE;
            io::Error::other(format!(
                "unpacks to more than {megabytes} MB: if that's intended, raise --max-unpacked-mb"
            ))
        })?;
        Ok(count)
    }
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
