//! Messages that were read before, recognized when a host shows its list again.
//!
//! A message is known if it is the very object and holds what it held. A host that copies its list
//! shows other objects: those are compared by a hash.

use crate::walk::{self, Object};
use conspectus::host::item::Item;
use conspectus_api::full_hashes;
use pyo3::exceptions::PyException;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// Data is hardly deeper. A message that is goes by identity.
const DEPTH: usize = 64;
/// Values that are kept of a message. Chosen here: more than messages have.
const VALUES: usize = 1 << 20;

/// A message that was read.
pub struct Message {
    object: Py<PyAny>,
    /// What its dicts and lists hold, in order, and nothing where one of them ends. They are kept, so
    /// that no other object comes to lie there.
    held: Vec<Option<Py<PyAny>>>,
    /// Whether all of that is data.
    is_data: bool,
    /// A hash of what it held when it was read, once it was asked for.
    hash: Option<u64>,
}

/// Returns the messages of a list, starting at index `from`.
pub fn noted(list: &Object, from: usize) -> Vec<Message> {
    let items = walk::items(list, from);
    items.iter().map(|item| Message::of(item, None)).collect()
}

/// How many of the first messages of a list are these very objects.
pub fn same(known: &[Message], list: &Object) -> usize {
    let items = walk::items(list, 0);
    let pairs = known.iter().zip(&items);
    pairs
        .take_while(|(message, item)| item.is(&message.object))
        .count()
}

/// How many of the first messages of a list are known; the first `same` are, for certain. What is
/// equal takes the place of what is known.
pub fn alike(known: &mut [Message], list: &Object, same: usize) -> PyResult<usize> {
    if same >= known.len() {
        return Ok(same);
    }
    let (py, items) = (list.py(), walk::items(list, 0));
    let limit = known.len().min(items.len());
    let is_other = |index: &usize| {
        let message = &known[*index];
        !items[*index].is(&message.object) || !message.is_as_it_was(py)
    };
    let others: Vec<usize> = (same..limit).filter(is_other).collect();
    // Where the first is another message, no other one is compared.
    let (first, rest) = others.split_at(others.len().min(1));
    for others in [first, rest] {
        match unequal(py, known, others, &items) {
            Ok(None) => {}
            Ok(Some(index)) => return Ok(index),
            // It is read again, and the error says where it lies.
            Err(error) if error.is_instance_of::<PyException>(py) => return Ok(others[0]),
            Err(error) => return Err(error),
        }
    }
    Ok(limit.max(same))
}

/// Returns the first of these indexes whose item differs from the known message.
fn unequal(
    py: Python<'_>,
    known: &mut [Message],
    places: &[usize],
    items: &[Object],
) -> PyResult<Option<usize>> {
    let hashes = |messages: Vec<&Object>| {
        let messages = PyList::new(py, messages)?;
        let copied = walk::messages(&messages, (0, 0), false)?;
        PyResult::Ok(full_hashes(&Item::from(&copied)))
    };
    // It has no hash, as what has bytes. It stands for what needs none, or cannot have one any more.
    let nothing = PyBytes::new(py, &[]).into_any();
    let kept = places.iter().map(|place| {
        let message = &known[*place];
        let lacks = message.hash.is_none() && message.is_data && message.is_as_it_was(py);
        if lacks {
            message.object.bind(py)
        } else {
            &nothing
        }
    });
    let kept = hashes(kept.collect())?;
    let given = hashes(places.iter().map(|place| &items[*place]).collect())?;
    for ((place, kept), given) in places.iter().zip(kept).zip(given) {
        let message = &mut known[*place];
        if given.is_none() || given != message.hash.or(kept) {
            return Ok(Some(*place));
        }
        *message = Message::of(&items[*place], given);
    }
    Ok(None)
}

impl Message {
    fn of(object: &Object, hash: Option<u64>) -> Self {
        let (mut held, mut is_data) = (Vec::new(), walk::is_data(object));
        let is_whole = each_held(object, 0, &mut |item| {
            is_data &= item.is_none_or(walk::is_data);
            held.push(item.map(|item| item.clone().unbind()));
            held.len() < VALUES
        });
        if !is_whole {
            held.clear();
        }
        held.shrink_to_fit();
        Self {
            object: object.clone().unbind(),
            is_data: is_data && is_whole,
            held,
            hash,
        }
    }

    /// Whether the object holds what it held.
    fn is_as_it_was(&self, py: Python<'_>) -> bool {
        let mut rest = self.held.iter();
        let mut is_next = |item: Option<&Object>| {
            rest.next()
                .is_some_and(|known| known.as_ref().map(Py::as_ptr) == item.map(Bound::as_ptr))
        };
        self.held.is_empty() || each_held(self.object.bind(py), 0, &mut is_next)
    }

    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.object)?;
        self.held.iter().try_for_each(|held| visit.call(held))
    }
}

/// Calls `visit` with all that the dicts and lists in a value hold, in order, and with nothing where
/// one of them ends, until it gives `false`. No code of an object runs.
fn each_held(value: &Object, depth: usize, visit: &mut dyn FnMut(Option<&Object>) -> bool) -> bool {
    if depth > DEPTH {
        return false;
    }
    let mut inside = |item| visit(Some(&item)) && each_held(&item, depth + 1, visit);
    let goes_on = if let Ok(dict) = value.cast::<PyDict>() {
        dict.iter().all(|(key, item)| inside(key) && inside(item))
    } else if walk::is_list(value) {
        walk::items(value, 0).into_iter().all(inside)
    } else {
        return true;
    };
    goes_on && visit(None)
}
