//! Lists stored outputs.

use super::search::{LEAST_TOKENS, expect};
use super::{FolderStore, MOST_TOKENS, key_of_file, tool};
use crate::error::Result;
use serde::Serialize;
use std::cmp::Reverse;

/// The most characters of an output's first line. Chosen here: a line of code.
const LINE_CHARS: usize = 80;

/// A stored output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Described {
    /// The output's key.
    pub key: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its lines.
    pub lines: u64,
    /// The beginning of its first line that isn't blank.
    pub first_line: String,
    /// The tool that returned the output; may be empty.
    pub tool: String,
    /// A short form of the tool's arguments; may be empty.
    pub arguments: String,
}

/// The stored outputs, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// The outputs that fit, newest first.
    pub outputs: Vec<Described>,
    /// How many outputs are stored, or 1 if a key was passed.
    pub total: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

impl FolderStore {
    /// Describes one output, or lists all of them as far as `max_tokens` allow.
    ///
    /// # Errors
    /// As [`get`](Self::get), and `INVALID_OPTION` if `max_tokens` is out of its range.
    pub fn describe(&self, key: Option<&str>, max_tokens: u64) -> Result<Listing> {
        expect("max_tokens", max_tokens, LEAST_TOKENS, MOST_TOKENS)?;
        if let Some(key) = key {
            let output = self.described(key)?;
            return Ok(Listing {
                total: 1,
                bytes: output.bytes,
                outputs: vec![output],
            });
        }
        let mut entries = self.outputs()?;
        entries.sort_by_key(|entry| (Reverse(entry.used_ms), entry.name.clone()));
        let mut listing = Listing {
            outputs: Vec::new(),
            total: entries.len() as u64,
            bytes: entries.iter().map(|entry| entry.bytes).sum(),
        };
        for entry in &entries {
            let key = key_of_file(&entry.name, super::ENDING).unwrap_or_default();
            // An output may have been changed or removed meanwhile.
            let Ok(output) = self.described(key) else {
                continue;
            };
            listing.outputs.push(output);
            if tool::listing_tokens(&listing) > max_tokens {
                listing.outputs.pop();
                break;
            }
        }
        Ok(listing)
    }

    fn described(&self, key: &str) -> Result<Described> {
        let text = self.content(key)?;
        let key = tool::key_in(key).unwrap_or_default();
        let origin = self.origin(key);
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        let first = first.unwrap_or_default();
        let mut first_line: String = first.chars().take(LINE_CHARS).collect();
        if first_line.len() < first.len() {
            first_line.push('\u{2026}');
        }
        Ok(Described {
            key: key.to_owned(),
            bytes: text.len() as u64,
            lines: text.split_inclusive('\n').count() as u64,
            first_line,
            tool: origin.tool,
            arguments: origin.arguments,
        })
    }
}
