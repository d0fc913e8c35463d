//! Messages that were read before, recognized when a host shows its list again.
//!
//! A message is known if it is the very object. One that was edited in place holds other objects, and
//! a host that copies its list shows other ones: those are compared by a hash of what they hold.

use crate::walk;
use conspectus::host::view::AsView;
use conspectus_api::{Copied, full_hashes};
use pyo3::exceptions::PyException;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Data is hardly deeper, and what lies deeper is not watched.
const DEPTH: usize = 64;
/// Values that are watched in a message. Chosen here: more than messages have.
const VALUES: usize = 1 << 20;
/// Messages that are copied together to be compared. Chosen here: few, since a list that differs is
/// read from there on anyway.
const TOGETHER: usize = 64;

/// Messages of a list.
#[derive(Default)]
pub struct Known {
    messages: Vec<Message>,
    /// Whether they may be edited in place.
    watches: bool,
    /// Whether the host has shown that it copies its list or edits it. Before, no hash is kept.
    compares: bool,
}

pub struct Message {
    object: Py<PyAny>,
    /// What its dicts and lists hold, in order, and nothing where one of them ends. They are kept, so
    /// that no other object comes to lie there.
    held: Vec<Option<Py<PyAny>>>,
    hash: Option<u64>,
}

impl Known {
    pub fn watching() -> Self {
        Self {
            watches: true,
            ..Self::default()
        }
    }

    pub fn len(&self) -> usize {
        self.messages.len()
    }

    pub fn truncate(&mut self, length: usize) {
        self.messages.truncate(length);
    }

    /// How many of the first messages of a list are these very objects.
    pub fn same(&self, list: &Bound<'_, PyAny>) -> usize {
        let items = walk::items(list, 0);
        let pairs = self.messages.iter().zip(&items);
        pairs.take_while(|(message, item)| item.is(&message.object)).count()
    }

    /// How many of the first messages of a list are known, at most `most`; the first `same` are, for
    /// certain. What is equal takes the place of what is known.
    pub fn alike(
        &mut self,
        list: &Bound<'_, PyAny>,
        (same, most): (usize, usize),
    ) -> PyResult<usize> {
        let py = list.py();
        let items = walk::items(list, 0);
        let limit = most.min(self.len()).min(items.len());
        let mut index = same.min(limit);
        while index < limit {
            if self.messages[index].is_same(&items[index]) {
                index += 1;
                continue;
            }
            if !std::mem::replace(&mut self.compares, true) {
                break;
            }
            let end = (index + 1..limit.min(index + TOGETHER))
                .find(|place| self.messages[*place].is_same(&items[*place]))
                .unwrap_or(limit.min(index + TOGETHER));
            let others = PyList::new(py, &items[index..end])?;
            let copied = match walk::messages(&others, (0, 0), false) {
                Ok(listed) => listed.0,
                // It is read again, and the error says where it lies.
                Err(error) if error.is_instance_of::<PyException>(py) => break,
                Err(error) => return Err(error),
            };
            for hash in full_hashes(&copied.as_view()) {
                if hash.is_none() || hash != self.messages[index].hash {
                    return Ok(index);
                }
                self.messages[index] = Message::of(&items[index], self.watches, hash);
                index += 1;
            }
        }
        Ok(index)
    }

    /// The messages of a list from an index on, of which this is a copy.
    pub fn noted(&self, list: &Bound<'_, PyAny>, from: usize, copied: &Copied) -> Vec<Message> {
        let hashes = if self.compares {
            full_hashes(&copied.as_view())
        } else {
            Vec::new()
        };
        let mut hashes = hashes.into_iter();
        walk::items(list, from)
            .iter()
            .map(|item| Message::of(item, self.watches, hashes.next().flatten()))
            .collect()
    }

    /// Knows these messages behind the first `from`, and `length` in all.
    pub fn keep(&mut self, messages: Vec<Message>, from: usize, length: usize) {
        self.messages.truncate(from);
        self.messages.extend(messages);
        self.messages.truncate(length);
    }

    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.messages.iter().try_for_each(|message| {
            visit.call(&message.object)?;
            message.held.iter().flatten().try_for_each(|held| visit.call(held))
        })
    }
}

impl Message {
    fn of(object: &Bound<'_, PyAny>, is_watched: bool, hash: Option<u64>) -> Self {
        let mut held = Vec::new();
        let is_whole = is_watched
            && each_held(object, 0, &mut |item| {
                held.push(item.map(|item| item.clone().unbind()));
                held.len() < VALUES
            });
        if !is_whole {
            held.clear();
        }
        held.shrink_to_fit();
        Self {
            object: object.clone().unbind(),
            held,
            hash,
        }
    }

    /// Whether it is the very object, and holds what it held.
    fn is_same(&self, object: &Bound<'_, PyAny>) -> bool {
        let mut rest = self.held.iter();
        object.is(&self.object)
            && (self.held.is_empty()
                || each_held(object, 0, &mut |item| match (rest.next(), item) {
                    (Some(Some(known)), Some(item)) => item.is(known),
                    (Some(None), None) => true,
                    _ => false,
                }))
    }
}

/// Calls `visit` with all that the dicts and lists in a value hold, in order, and with nothing where
/// one of them ends, until it gives `false`. No code of an object runs.
fn each_held(
    value: &Bound<'_, PyAny>,
    depth: usize,
    visit: &mut dyn FnMut(Option<&Bound<'_, PyAny>>) -> bool,
) -> bool {
    if depth == DEPTH {
        return true;
    }
    let mut inside = |item: &Bound<'_, PyAny>| visit(Some(item)) && each_held(item, depth + 1, visit);
    if let Ok(dict) = value.cast_exact::<PyDict>() {
        dict.iter().all(|(key, item)| inside(&key) && inside(&item)) && visit(None)
    } else if let Ok(list) = value.cast_exact::<PyList>() {
        list.iter().all(|item| inside(&item)) && visit(None)
    } else {
        true
    }
}
