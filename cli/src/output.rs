//! Writes a compacted conversation as JSON, message by message.

use conspectus::host::patch::{Patch, Splice};
use conspectus::host::view::json_text::JsonTree;
use conspectus_files::sessions::Conversation;
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
    let messages = match &conversation.messages {
        JsonTree::List(messages) => messages.as_slice(),
        JsonTree::Text(_) | JsonTree::Object(_) => &[],
    };
    // A patch lists its splices from the end of the list to its start.
    let mut splices = patch.splices.iter().rev().peekable();
    let mut index = 0;
    while index < messages.len() || splices.peek().is_some() {
        if let Some(splice) =
            splices.next_if(|splice| splice.start <= index || index >= messages.len())
        {
            insert(&mut list, splice)?;
            index += splice.delete_count;
            continue;
        }
        let json = messages[index].to_json();
        let edited = patch
            .apply_to_text(index, &json)
            .map_err(io::Error::other)?;
        list.write(edited.as_deref().unwrap_or(&json))?;
        index += 1;
    }
    let is_empty = list.count == 0;
    out.write_all(if is_empty { b"[]" } else { b"\n]" })?;
    out.write_all(behind.as_bytes())?;
    out.write_all(b"\n")
}

fn insert(list: &mut ListWriter<'_>, splice: &Splice) -> io::Result<()> {
    splice
        .insert
        .iter()
        .try_for_each(|message| list.write(&message.to_string()))
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
