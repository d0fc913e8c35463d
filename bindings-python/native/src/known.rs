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
use pyo3::types::{PyDict, PyList};

/// Data is hardly deeper. A message that is goes by identity.
const DEPTH: usize = 64;
/// Values that are kept of a message. Chosen here: more than messages have.
const VALUES: usize = 1 << 20;

/// The first messages of a list.
#[derive(Default)]
pub struct Known {
    pub messages: Vec<Message>,
    /// Whether the very object is another message once it was edited in place.
    pub watches: bool,
}

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

impl Known {
    /// How many of the first messages of a list are these very objects.
    pub fn same(&self, list: &Object) -> usize {
        let items = walk::items(list, 0);
        let pairs = self.messages.iter().zip(&items);
        pairs
            .take_while(|(message, item)| item.is(&message.object))
            .count()
    }

    /// How many of the first messages of a list are known, at most `most`; the first `same` are, for
    /// certain. What is equal takes the place of what is known.
    pub fn alike(&mut self, list: &Object, (same, most): (usize, usize)) -> PyResult<usize> {
        if same >= most.min(self.messages.len()) {
            return Ok(same);
        }
        let items = walk::items(list, 0);
        let limit = most.min(self.messages.len()).min(items.len());
        let is_other = |index: &usize| {
            let message = &self.messages[*index];
            !items[*index].is(&message.object) || (self.watches && !message.is_as_it_was(list.py()))
        };
        let others: Vec<usize> = (same..limit).filter(is_other).collect();
        let first = others.len().min(1);
        // Where the first is another message, no other one is compared.
        for others in [&others[..first], &others[first..]] {
            match self.unequal(others, &items) {
                Ok(None) => {}
                Ok(Some(index)) => return Ok(index),
                // It is read again, and the error says where it lies.
                Err(error) if error.is_instance_of::<PyException>(list.py()) => {
                    return Ok(others[0]);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(limit.max(same))
    }

    /// Returns the first of these indexes whose item differs from the known message.
    fn unequal(&mut self, places: &[usize], items: &[Bound<'_, PyAny>]) -> PyResult<Option<usize>> {
        let Some(first) = places.first() else {
            return Ok(None);
        };
        let py = items[*first].py();
        let lacking = |place: &usize| {
            let message = &self.messages[*place];
            message.hash.is_none() && message.is_data && message.is_as_it_was(py)
        };
        let lacking: Vec<usize> = places.iter().copied().filter(lacking).collect();
        let kept = lacking.iter().map(|place| &self.messages[*place].object);
        for (hash, place) in hashes(PyList::new(py, kept)?)?.into_iter().zip(lacking) {
            self.messages[place].hash = hash;
        }
        let given = places.iter().map(|place| &items[*place]);
        for (hash, place) in hashes(PyList::new(py, given)?)?.into_iter().zip(places) {
            if hash.is_none() || hash != self.messages[*place].hash {
                return Ok(Some(*place));
            }
            self.messages[*place] = Message::of(&items[*place], hash);
        }
        Ok(None)
    }

    /// Replaces the messages after the first `from` ones, and keeps at most `length` in total.
    pub fn keep(&mut self, messages: Vec<Message>, from: usize, length: usize) {
        self.messages.truncate(from);
        self.messages.extend(messages);
        self.messages.truncate(length);
    }

    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.messages.iter().try_for_each(|message| {
            visit.call(&message.object)?;
            message.held.iter().try_for_each(|held| visit.call(held))
        })
    }
}

fn hashes(messages: Bound<'_, PyList>) -> PyResult<Vec<Option<u64>>> {
    let (copied, _) = walk::messages(&messages, (0, 0), false)?;
    Ok(full_hashes(&Item::from(&copied)))
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
        self.held.is_empty()
            || each_held(
                self.object.bind(py),
                0,
                &mut |item| match (rest.next(), item) {
                    (Some(Some(known)), Some(item)) => item.is(known),
                    (Some(None), None) => true,
                    _ => false,
                },
            )
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
