//! Writes a compacted conversation as JSON, message by message.

use conspectus::host::patch::Patch;
use conspectus_files::sessions::{Conversation, each_left};
use std::io::{self, Write};

/// What is written around the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The object around the list, if the file has one.
    AsFound,
    /// Only the list.
    List,
}

/// Writes the messages with `patch` applied, one on each line. A message that does not change is
/// written with the same bytes as were read.
pub(super) fn write_messages(
    conversation: &Conversation<'_>,
    patch: &Patch,
    form: Form,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (before, behind) = conversation
        .envelope
        .filter(|_| form == Form::AsFound)
        .unwrap_or(("", ""));
    out.write_all(before.as_bytes())?;
    let mut list = ListWriter { out, count: 0 };
    each_left(conversation, patch, &mut |message| {
        list.write(message.json())
    })?;
    let is_empty = list.count == 0;
    out.write_all(if is_empty { b"[]" } else { b"\n]" })?;
    out.write_all(behind.as_bytes())?;
    out.write_all(b"\n")
}

struct ListWriter<'a> {
    out: &'a mut dyn Write,
    count: usize,
}

impl ListWriter<'_> {
    fn write(&mut self, json: &str) -> io::Result<()> {
        self.out
            .write_all(if self.count == 0 { b"[\n" } else { b",\n" })?;
        self.count += 1;
        self.out.write_all(json.as_bytes())
    }
}
