//! The list under repair: messages of the host that stay as they are, and messages that were
//! rewritten or added.

use super::rope::Rope;
use crate::error::{Error, ErrorKind, Result};
use crate::history::{History, HistoryOptions};
use crate::host::item::{Budget, Item, Kind, Listed};
use crate::host::patch::{Op, OpKind, Patch, Splice};
use crate::host::path::Path;
use crate::read::dialect::Dialect;
use crate::read::message::Role;
use serde_json::Value;
use std::ops::Range;

/// One message of the list under repair.
#[derive(Debug, Clone)]
pub enum Slot<'v> {
    /// An untouched message of the host, with its index in the host's list.
    Host(usize, Item<'v>),
    /// A message that was rewritten or added.
    Own(Value),
}

#[derive(Debug, Clone)]
pub struct Slots<'v> {
    pub dialect: Dialect,
    pub options: HistoryOptions,
    /// Whether the contents of all messages of the host are lists of parts.
    listed: bool,
    slots: Rope<Slot<'v>>,
    original: usize,
}

impl<'v> Slots<'v> {
    /// The messages that `history` was read from.
    pub fn of(history: &History, messages: &Item<'v>) -> Self {
        let dialect = history.dialect();
        let host = |(index, message)| Slot::Host(index, message);
        let slots = Rope::of(messages.items().enumerate().map(host));
        Self {
            dialect,
            options: history.options().of_dialect(dialect),
            listed: history.is_listed(),
            original: slots.len(),
            slots,
        }
    }

    /// The list as it is now, read.
    pub fn history(&self) -> Result<History> {
        History::of(self.options.clone(), self.item())
    }

    pub fn item(&self) -> Item<'_> {
        Item::Listed(&self.slots)
    }

    pub fn message(&self, index: usize) -> Option<Item<'_>> {
        self.slots.message(index)
    }

    /// The role of a message; `None` if the index is out of range, or the message can't be read.
    pub fn role(&self, index: usize) -> Option<Role> {
        self.dialect.read(&self.message(index)?, &mut |_| {}).ok()
    }

    /// The parts of a message, to be changed.
    ///
    /// # Errors
    /// As [`own`](Self::own); `Unrepairable` if its content is not a list.
    pub fn parts(&mut self, index: usize) -> Result<&mut Vec<Value>> {
        let dialect = self.dialect;
        blocks(dialect, self.own(index)?)
            .ok_or_else(|| unrepairable(index, "the message's content is not a list of parts"))
    }

    /// The message as a value that can be changed.
    ///
    /// # Errors
    /// `Unrepairable` if it holds raw bytes, since a JSON value cannot hold them.
    pub fn own(&mut self, index: usize) -> Result<&mut Value> {
        let missing = || unrepairable(index, "no such message");
        let slot = self.slots.get_mut(index).ok_or_else(missing)?;
        if let Slot::Host(_, host) = slot {
            let at = index.to_string();
            let holds_bytes = Budget::default().any(host, &mut |value| value.kind() == Kind::Bytes);
            if holds_bytes.map_err(|error| error.under(&at))? {
                return Err(unrepairable(
                    index,
                    "the message holds raw bytes and can't be rewritten: pass base64 text",
                ));
            }
            *slot = Slot::Own(host.to_value().map_err(|error| error.under(&at))?);
        }
        match slot {
            Slot::Own(value) => Ok(value),
            Slot::Host(..) => Err(missing()),
        }
    }

    /// Adds a message of the user with one text, in the shape of its neighbours.
    pub fn insert_text(&mut self, index: usize, text: &str) {
        let message = self.dialect.shaped_message(self.listed, Role::User, text);
        let neighbour = index.checked_sub(1).and_then(|before| self.message(before));
        let message = match neighbour.or_else(|| self.message(index)) {
            Some(neighbour) => self.dialect.in_form_of(message, &neighbour),
            None => message,
        };
        self.insert(index, message);
    }

    pub fn insert(&mut self, index: usize, message: Value) {
        self.slots
            .insert(index.min(self.slots.len()), Slot::Own(message));
    }

    pub fn remove(&mut self, index: usize) {
        self.slots.remove(index);
    }

    /// Takes block `block` out of a message. A message that is empty afterwards is removed.
    pub fn remove_block(&mut self, index: usize, block: usize) -> Result<Option<Value>> {
        let dialect = self.dialect;
        let Some(list) = blocks(dialect, self.own(index)?) else {
            return Ok(None);
        };
        let taken = (block < list.len()).then(|| list.remove(block));
        if list.is_empty() {
            self.remove(index);
        }
        Ok(taken)
    }

    /// Removes a block of a message, or the whole message if `block` is `None`.
    pub fn remove_part(&mut self, index: usize, block: Option<usize>) -> Result<()> {
        match block {
            Some(block) => drop(self.remove_block(index, block)?),
            None => self.remove(index),
        }
        Ok(())
    }

    /// Returns the first place at which this list differs from the host's; `None` if they are
    /// equal. `ops` apply to the host's list; those that remove conspectus's own field change
    /// nothing that was sent.
    pub fn first_changed(&self, ops: &[Op]) -> Option<usize> {
        let is_host = |(place, slot): (usize, &Slot<'v>)| match slot {
            Slot::Host(index, _) => *index == place,
            Slot::Own(_) => false,
        };
        let same = self.slots.iter().enumerate().take_while(|it| is_host(*it));
        let same = same.count();
        let edited = ops
            .iter()
            .filter(|op| op.op != OpKind::Remove)
            .filter_map(Op::message)
            .min();
        let ends = same == self.slots.len() && same == self.original;
        edited.into_iter().chain((!ends).then_some(same)).min()
    }

    /// The patch from the host's list, `messages`, to this one. `ops` are made on the host's
    /// list; those in messages that were removed or rewritten are dropped.
    pub fn patch(&self, messages: &Item<'v>, ops: Vec<Op>) -> Patch {
        let mut splices = Vec::new();
        let (mut next, mut insert) = (0, Vec::new());
        for slot in self.slots.iter() {
            match slot {
                Slot::Own(value) => insert.push(value.clone()),
                Slot::Host(index, _) => {
                    push_splice(
                        messages,
                        &mut splices,
                        next..*index,
                        std::mem::take(&mut insert),
                    );
                    next = index + 1;
                }
            }
        }
        push_splice(messages, &mut splices, next..self.original, insert);
        splices.reverse();
        let stays = |op: &Op| {
            op.message().is_some_and(|index| {
                // The last splice stands first.
                let at = splices.partition_point(|splice| splice.start > index);
                splices
                    .get(at)
                    .is_none_or(|splice| index >= splice.start + splice.delete_count)
            })
        };
        Patch {
            ops: ops.into_iter().filter(stays).collect(),
            splices,
        }
    }
}

fn unrepairable(index: usize, text: &str) -> Error {
    Error::new(ErrorKind::Unrepairable, format!("/{index}"), text)
}

/// What was rewritten and is as it was before stays the host's own message.
fn push_splice(
    messages: &Item<'_>,
    splices: &mut Vec<Splice>,
    mut range: Range<usize>,
    mut insert: Vec<Value>,
) {
    let is_old = |index: usize, new: Option<&Value>| {
        new.is_some_and(|new| {
            let old = messages.at(index).and_then(|old| old.to_value().ok());
            old.is_some_and(|old| old == *new)
        })
    };
    while !range.is_empty() && is_old(range.start, insert.first()) {
        insert.remove(0);
        range.start += 1;
    }
    while !range.is_empty() && is_old(range.end - 1, insert.last()) {
        insert.pop();
        range.end -= 1;
    }
    if !range.is_empty() || !insert.is_empty() {
        splices.push(Splice {
            start: range.start,
            delete_count: range.len(),
            insert,
        });
    }
}

/// The list of parts of a message. A plain text is turned into a list with one part.
pub fn blocks(dialect: Dialect, message: &mut Value) -> Option<&mut Vec<Value>> {
    let fields = message.as_object_mut()?;
    let content = fields
        .entry(dialect.traits().list_key)
        .or_insert(Value::Null);
    match content {
        Value::String(text) => {
            *content = Value::Array(if text.is_empty() {
                Vec::new()
            } else {
                vec![dialect.text_part(text)]
            })
        }
        Value::Null => *content = Value::Array(Vec::new()),
        _ => {}
    }
    content.as_array_mut()
}

/// The index of the block at `path` in the list of its message; `None` if it is in no list.
pub fn block_index(path: Path) -> Option<usize> {
    let mut path = Some(path);
    let mut found = None;
    while let Some(here) = path {
        found = here.last_index().or(found);
        path = here.parent();
    }
    found
}

impl<'v> Slot<'v> {
    fn item(&self) -> Item<'_> {
        match self {
            Self::Host(_, host) => *host,
            Self::Own(value) => Item::from(value),
        }
    }
}

impl Listed for Rope<Slot<'_>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn message(&self, index: usize) -> Option<Item<'_>> {
        self.get(index).map(Slot::item)
    }
}
