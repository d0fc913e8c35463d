//! Messages that were read before, recognized when a host shows its list again.
//!
//! A message is known if it is the very object. One that was edited in place holds other objects, and
//! a host that copies its list shows other ones: those are compared by a hash of what they hold.

use crate::walk;
use conspectus::host::view::AsView;
use conspectus_api::full_hashes;
use pyo3::exceptions::PyException;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

/// Data is hardly deeper. A message that is goes by identity.
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
    /// Whether the very object is another message once it was edited in place.
    watches: bool,
}

pub struct Message {
    object: Py<PyAny>,
    /// What its dicts and lists hold, in order, and nothing where one of them ends. They are kept, so
    /// that no other object comes to lie there.
    held: Vec<Option<Py<PyAny>>>,
    /// Whether all of that is data that never changes.
    is_plain: bool,
    /// A hash of what it held when it was read, once it was asked for.
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
        let is_same = |message: &Message, item: &Bound<'_, PyAny>| {
            item.is(&message.object) && (!self.watches || message.is_as_it_was(py))
        };
        while index < limit {
            let messages = &mut self.messages[index..limit];
            let pairs = messages.iter().zip(&items[index..]);
            let others = pairs.take(TOGETHER).take_while(|(message, item)| !is_same(message, item));
            let count = others.count();
            let equal = match equal(&mut messages[..count], &items[index..index + count]) {
                // It is read again, and the error says where it lies.
                Err(error) if error.is_instance_of::<PyException>(py) => 0,
                equal => equal?,
            };
            index += equal;
            if equal < count {
                break;
            }
            // What comes next is the same, or is compared next.
            index += usize::from(count < TOGETHER && index < limit);
        }
        Ok(index)
    }

    /// Knows the messages of a list from an index on, `length` in all.
    pub fn keep(&mut self, list: &Bound<'_, PyAny>, from: usize, length: usize) {
        self.put(noted(list, from), from, length);
    }

    /// Knows these messages behind the first `from`, and `length` in all.
    pub fn put(&mut self, messages: Vec<Message>, from: usize, length: usize) {
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

/// The messages of a list from an index on.
pub fn noted(list: &Bound<'_, PyAny>, from: usize) -> Vec<Message> {
    walk::items(list, from).iter().map(|item| Message::of(item, None)).collect()
}

/// How many of these messages are equal to the items, which take their place.
fn equal(messages: &mut [Message], items: &[Bound<'_, PyAny>]) -> PyResult<usize> {
    let Some(item) = items.first() else {
        return Ok(0);
    };
    let py = item.py();
    let lacks = |message: &Message| message.hash.is_none() && message.is_plain && message.is_as_it_was(py);
    if messages.iter().any(lacks) {
        let kept = messages.iter().map(|message| {
            if lacks(message) {
                message.object.bind(py).clone()
            } else {
                py.None().into_bound(py)
            }
        });
        let found = hashes(py, kept.collect())?;
        for (message, hash) in messages.iter_mut().zip(found) {
            if lacks(message) {
                message.hash = hash;
            }
        }
    }
    let mut count = 0;
    for ((message, item), hash) in messages.iter_mut().zip(items).zip(hashes(py, items.to_vec())?) {
        if hash.is_none() || hash != message.hash {
            break;
        }
        *message = Message::of(item, hash);
        count += 1;
    }
    Ok(count)
}

fn hashes(py: Python<'_>, items: Vec<Bound<'_, PyAny>>) -> PyResult<Vec<Option<u64>>> {
    let (copied, _) = walk::messages(PyList::new(py, items)?.as_any(), (0, 0), false)?;
    Ok(full_hashes(&copied.as_view()))
}

impl Message {
    fn of(object: &Bound<'_, PyAny>, hash: Option<u64>) -> Self {
        let mut held = Vec::new();
        let mut is_plain = object.is_exact_instance_of::<PyDict>();
        let is_whole = each_held(object, 0, &mut |item| {
            is_plain &= item.is_none_or(is_immutable);
            held.push(item.map(|item| item.clone().unbind()));
            held.len() < VALUES
        });
        if !is_whole {
            held.clear();
        }
        held.shrink_to_fit();
        Self {
            object: object.clone().unbind(),
            is_plain: is_plain && is_whole,
            held,
            hash,
        }
    }

    /// Whether the object holds what it held.
    fn is_as_it_was(&self, py: Python<'_>) -> bool {
        let mut rest = self.held.iter();
        self.held.is_empty()
            || each_held(self.object.bind(py), 0, &mut |item| match (rest.next(), item) {
                (Some(Some(known)), Some(item)) => item.is(known),
                (Some(None), None) => true,
                _ => false,
            })
    }
}

/// Whether nothing in it changes but in dicts and lists, which are looked into.
fn is_immutable(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyString>()
        || value.is_exact_instance_of::<PyDict>()
        || value.is_exact_instance_of::<PyList>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_none()
}

/// Calls `visit` with all that the dicts and lists in a value hold, in order, and with nothing where
/// one of them ends, until it gives `false`. No code of an object runs.
fn each_held(
    value: &Bound<'_, PyAny>,
    depth: usize,
    visit: &mut dyn FnMut(Option<&Bound<'_, PyAny>>) -> bool,
) -> bool {
    if depth == DEPTH {
        return false;
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
