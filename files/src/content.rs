//! Reads one file for a model: a page of its text, or a medium as a part of a message.

use crate::decode::{Content, HEAD_BYTES, content, decode};
use crate::disk::{Refusal, Roots, as_text};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use conspectus_toolkit::{Page, PageSpec, Pager};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Most bytes of a file that are read. Source: gemini-cli's `MAX_FILE_SIZE_MB`.
pub const MOST_BYTES: u64 = 20 * 1024 * 1024;

/// What a file holds.
#[derive(Debug)]
pub enum Held {
    /// A page of its text.
    Text {
        /// The page.
        page: Page,
        /// The encoding of the file.
        encoding: &'static str,
        /// True if invalid bytes were replaced by U+FFFD.
        replaced: bool,
    },
    /// A medium: its type and its bytes as base64.
    Medium {
        /// The type.
        mime: &'static str,
        /// The bytes.
        data: String,
    },
    /// Something that no model reads.
    Binary {
        /// The type, if it is known.
        mime: Option<&'static str>,
    },
}

/// A file that was read.
#[derive(Debug)]
pub struct ReadFile {
    /// The real path, without links.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// What it holds.
    pub held: Held,
}

/// Reads a file below the roots.
///
/// At most `most_bytes` bytes of a text file are read, so the page may be incomplete. A larger
/// media file is rejected.
///
/// # Errors
/// The reason why it is not read.
pub fn read_file(
    path: &Path,
    roots: &Roots,
    spec: PageSpec,
    most_bytes: u64,
) -> Result<ReadFile, Refusal> {
    let mut opened = roots.open(path)?;
    let bytes = opened.metadata.len();
    let held = hold(&mut opened.file, bytes, spec, most_bytes)?;
    Ok(ReadFile {
        path: as_text(&opened.path),
        bytes,
        held,
    })
}

fn hold(file: &mut File, bytes: u64, spec: PageSpec, most_bytes: u64) -> Result<Held, Refusal> {
    let unreadable = |error: io::Error| Refusal::of(&error);
    let mut head = Vec::with_capacity(HEAD_BYTES);
    file.by_ref()
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    let all = head.len() < HEAD_BYTES;
    file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    match content(&head, all) {
        Content::Text(encoding) => {
            let mut pager = Pager::new(spec);
            // A small file is read to its end, so that its lines are counted. Of a larger one
            // nothing is read beyond the page.
            let counts = bytes <= most_bytes;
            let mut take = |text: &str| {
                pager.push(text);
                counts || !pager.is_full()
            };
            let done = decode(&mut *file, encoding, most_bytes, &mut take).map_err(unreadable)?;
            Ok(Held::Text {
                page: pager.finish(done.whole),
                encoding: encoding.name(),
                replaced: done.replaced,
            })
        }
        Content::Medium(_) if bytes > most_bytes => Err(Refusal::TooLarge),
        Content::Medium(mime) => {
            let mut whole = Vec::new();
            file.by_ref()
                .take(most_bytes.saturating_add(1))
                .read_to_end(&mut whole)
                .map_err(unreadable)?;
            // It may have grown since.
            if whole.len() as u64 > most_bytes {
                return Err(Refusal::TooLarge);
            }
            Ok(Held::Medium {
                mime,
                data: STANDARD.encode(whole),
            })
        }
        Content::Binary(mime) => Ok(Held::Binary { mime }),
    }
}

/// Returns the text of a file below the roots, of at most `most_bytes` bytes, and the file's real
/// path.
///
/// # Errors
/// The reason why it is not read.
pub fn read_text(path: &Path, roots: &Roots, most_bytes: u64) -> Result<(String, String), Refusal> {
    let mut opened = roots.open(path)?;
    if opened.metadata.len() > most_bytes {
        return Err(Refusal::TooLarge);
    }
    let unreadable = |error: io::Error| Refusal::of(&error);
    let mut head = Vec::with_capacity(HEAD_BYTES);
    opened
        .file
        .by_ref()
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    let Content::Text(encoding) = content(&head, head.len() < HEAD_BYTES) else {
        return Err(Refusal::Binary);
    };
    opened.file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
    let mut text = String::new();
    let mut take = |piece: &str| {
        text.push_str(piece);
        true
    };
    let done = decode(&mut opened.file, encoding, most_bytes, &mut take).map_err(unreadable)?;
    if done.whole {
        Ok((as_text(&opened.path), text))
    } else {
        Err(Refusal::TooLarge)
    }
}
