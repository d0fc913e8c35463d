//! The list under repair: messages of the host that stay as they are, and messages that were rewritten or added.

use super::rope::Rope;
use crate::error::{Error, ErrorKind, Result};
use crate::host::patch::{Op, Patch, Splice};
use crate::host::path::Path;
use crate::host::view::{Key, Kind, Text, View, ViewExt};
use crate::read::dialect::Dialect;
use serde_json::Value;

/// One message of the list under repair.
#[derive(Debug, Clone)]
pub(crate) enum Slot<V> {
    /// An untouched message of the host, with its index in the host's list.
    Host(usize, V),
    /// A message that was rewritten or added.
    Own(Value),
}

#[derive(Debug, Clone)]
pub(crate) struct Slots<V> {
    pub dialect: Dialect,
    slots: Rope<Slot<V>>,
    original: usize,
}

/// A view of the list, of one message, or of a value in it.
#[derive(Debug, Clone)]
pub(crate) enum Mixed<'a, V> {
    List(&'a Rope<Slot<V>>),
    Host(V),
    Own(&'a Value),
}

impl<V: View> Slots<V> {
    pub fn of(dialect: Dialect, messages: &V) -> Self {
        let slots = Rope::of((0..messages.len()).filter_map(|index| Some(Slot::Host(index, messages.at(index)?))));
        Self { dialect, original: slots.len(), slots }
    }

    pub fn view(&self) -> Mixed<'_, V> {
        Mixed::List(&self.slots)
    }

    pub fn message(&self, index: usize) -> Option<Mixed<'_, V>> {
        self.view().at(index)
    }

    /// The message as a value that can be changed.
    ///
    /// # Errors
    /// `Unrepairable` if it holds raw bytes, since a JSON value cannot hold them.
    pub fn own(&mut self, index: usize) -> Result<&mut Value> {
        let missing = || Error::new(ErrorKind::Unrepairable, format!("/{index}"), "no such message");
        let slot = self.slots.get_mut(index).ok_or_else(missing)?;
        if let Slot::Host(_, host) = slot {
            let path = format!("/{index}");
            if holds_bytes(host) {
                return Err(Error::new(
                    ErrorKind::Unrepairable,
                    path,
                    "the message holds raw bytes and would have to be written anew: pass base64 text",
                ));
            }
            *slot = Slot::Own(host.to_value().map_err(|error| error.under(&index.to_string()))?);
        }
        match slot {
            Slot::Own(value) => Ok(value),
            Slot::Host(..) => Err(missing()),
        }
    }

    pub fn insert(&mut self, index: usize, message: Value) {
        self.slots.insert(index.min(self.slots.len()), Slot::Own(message));
    }

    pub fn remove(&mut self, index: usize) {
        self.slots.remove(index);
    }

    /// Takes block `block` out of a message. A message that is empty afterwards is removed.
    pub fn remove_block(&mut self, index: usize, block: usize) -> Result<Option<Value>> {
        let dialect = self.dialect;
        let Some(list) = blocks(dialect, self.own(index)?) else { return Ok(None) };
        let taken = (block < list.len()).then(|| list.remove(block));
        if list.is_empty() {
            self.remove(index);
        }
        Ok(taken)
    }

    /// The patch from the host's list to this one. `ops` are made on the host's list; those in messages that were removed or rewritten are
    /// dropped.
    pub fn patch(&self, ops: Vec<Op>) -> Patch {
        let mut splices = Vec::new();
        let (mut next, mut insert) = (0, Vec::new());
        let mut kept = Vec::new();
        for slot in self.slots.iter() {
            match slot {
                Slot::Own(value) => insert.push(value.clone()),
                Slot::Host(index, _) => {
                    kept.push(*index);
                    push_splice(&mut splices, next, *index, std::mem::take(&mut insert));
                    next = index + 1;
                }
            }
        }
        push_splice(&mut splices, next, self.original, insert);
        splices.reverse();
        let stays = |op: &Op| op.path.split('/').nth(1).and_then(|index| index.parse().ok()).is_some_and(|index| kept.binary_search(&index).is_ok());
        Patch { ops: ops.into_iter().filter(stays).collect(), splices }
    }
}

fn push_splice(splices: &mut Vec<Splice>, start: usize, end: usize, insert: Vec<Value>) {
    if end > start || !insert.is_empty() {
        splices.push(Splice { start, delete_count: end.saturating_sub(start), insert });
    }
}

fn holds_bytes<V: View>(value: &V) -> bool {
    let mut found = value.kind() == Kind::Bytes;
    value.for_each(&mut |_, child| found = found || holds_bytes(&child));
    found
}

/// The list of parts of a message. A plain text is turned into a list with one part.
pub(crate) fn blocks(dialect: Dialect, message: &mut Value) -> Option<&mut Vec<Value>> {
    let fields = message.as_object_mut()?;
    let content = fields.entry(dialect.traits().list_key).or_insert(Value::Null);
    match content {
        Value::String(text) => *content = Value::Array(if text.is_empty() { Vec::new() } else { vec![dialect.text_part(text)] }),
        Value::Null => *content = Value::Array(Vec::new()),
        _ => {}
    }
    content.as_array_mut()
}

/// The index of the block at `path` in the list of its message; `None` if it is in no list.
pub(crate) fn block_index(path: Path) -> Option<usize> {
    let mut path = Some(path);
    let mut found = None;
    while let Some(here) = path {
        found = here.last_index().or(found);
        path = here.parent();
    }
    found
}

impl<'a, V: View> Mixed<'a, V> {
    fn of_slot(slot: &'a Slot<V>) -> Self {
        match slot {
            Slot::Host(_, host) => Self::Host(host.clone()),
            Slot::Own(value) => Self::Own(value),
        }
    }
}

impl<'a, V: View> View for Mixed<'a, V> {
    fn kind(&self) -> Kind {
        match self {
            Self::List(_) => Kind::Array,
            Self::Host(host) => host.kind(),
            Self::Own(value) => value.kind(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::List(slots) => slots.len(),
            Self::Host(host) => host.len(),
            Self::Own(value) => View::len(value),
        }
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::List(_) => None,
            Self::Host(host) => host.get(key).map(Self::Host),
            Self::Own(value) => View::get(value, key).map(Self::Own),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::List(slots) => slots.get(index).map(Self::of_slot),
            Self::Host(host) => host.at(index).map(Self::Host),
            Self::Own(value) => value.at(index).map(Self::Own),
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self {
            Self::List(slots) => slots.iter().for_each(|slot| visit(None, Self::of_slot(slot))),
            Self::Host(host) => host.for_each(&mut |key, child| visit(key, Self::Host(child))),
            Self::Own(value) => value.for_each(&mut |key, child| visit(key, Self::Own(child))),
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self {
            Self::List(_) => read(Text::Utf8("")),
            Self::Host(host) => host.text(at_most_chars, read),
            Self::Own(value) => value.text(at_most_chars, read),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Self::List(_) => f64::NAN,
            Self::Host(host) => host.number(),
            Self::Own(value) => value.number(),
        }
    }
}
