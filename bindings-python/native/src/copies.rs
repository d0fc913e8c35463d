//! Messages that were read before, recognized by their content: those of a host that copies its
//! list each turn, and those that a host edited in place.
//!
//! What is compared is a copy of our own, made when the core read the message. Texts are not copied
//! and hardly compared: in a message that is as it was they are the very objects. Only plain data
//! is recognized so, and no Python code runs: all else must be the very object.

use crate::scene::Scene;
use crate::view::{PyView, ascii, is_exact_dict, is_exact_str, items_from};
use conspectus::host::item::{MAX_VALUES, View};
use conspectus_api::{CONTENT_FIELDS, READ_FIELDS};
use pyo3::Borrowed;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ptr;

/// Data is hardly deeper, and what is deeper goes by identity.
const DEPTH: usize = 64;

/// Plain data in a row: what a container holds comes after it. Of the host's objects it holds those
/// alone that never change.
enum Node {
    List(usize),
    Dict(usize),
    Leaf(Py<PyAny>),
}

/// Copies of the messages of a list, as far as they are plain data.
#[derive(Default)]
pub struct Copies {
    kept: Option<Vec<Option<Vec<Node>>>>,
    /// Whether the very object may hold something else meanwhile.
    watches: bool,
}

impl Copies {
    /// Copies that show what was edited in place. Others are made once a host has shown that it
    /// copies its list.
    pub fn watching() -> Self {
        Self {
            kept: Some(Vec::new()),
            watches: true,
        }
    }

    /// How many of the first messages of `list` are those of `known`, of which the first `same` are
    /// the very objects; at most `most`. What is equal takes the place of what is known.
    pub fn alike(
        &mut self,
        known: &mut [Py<PyAny>],
        list: &PyView<'_, '_>,
        (same, most): (usize, usize),
        scene: &Scene<'_>,
    ) -> usize {
        let limit = most.min(known.len()).min(list.len());
        if same >= limit {
            return same;
        }
        let Some(kept) = &self.kept else {
            self.kept = Some(Vec::new());
            return same;
        };
        let mut index = same;
        for (place, message) in items_from(list, same).into_iter().enumerate() {
            index = same + place;
            if index == limit {
                break;
            }
            let is_same = known[index].as_ptr() == message.as_ptr();
            let is_alike = match kept.get(index) {
                Some(Some(copy)) if self.watches || !is_same => is_copied(copy, &message, scene),
                _ => is_same,
            };
            if !is_alike {
                break;
            }
            known[index] = message.unbind();
            index += 1;
        }
        index
    }

    /// The core has read the messages of `list` from `from` on, and knows `length`.
    pub fn keep(&mut self, list: &PyView<'_, '_>, from: usize, length: usize, scene: &Scene<'_>) {
        let Some(kept) = &mut self.kept else { return };
        kept.truncate(from);
        kept.resize_with(from, || None);
        kept.extend(
            items_from(list, from)
                .iter()
                .take(length.saturating_sub(from))
                .map(|message| copy_of(message, scene)),
        );
        kept.truncate(length);
    }

    pub fn truncate(&mut self, length: usize) {
        if let Some(kept) = &mut self.kept {
            kept.truncate(length);
        }
    }
}

/// A message as a row; `None` if it is no plain data.
fn copy_of(message: &Bound<'_, PyAny>, scene: &Scene<'_>) -> Option<Vec<Node>> {
    let mut row = vec![Node::Dict(0)];
    let mut count = 0;
    let is_plain = each_field(message, scene, &mut |key, value| {
        count += 1;
        row.push(Node::Leaf(key.clone().unbind()));
        put(value, &mut row, 1)
    });
    row[0] = Node::Dict(count);
    row.shrink_to_fit();
    is_plain.then_some(row)
}

/// Whether a message is what was copied.
fn is_copied(row: &[Node], message: &Bound<'_, PyAny>, scene: &Scene<'_>) -> bool {
    let Some((Node::Dict(count), mut rest)) = row.split_first() else {
        return false;
    };
    let mut met = 0;
    let is_same = each_field(message, scene, &mut |key, value| {
        met += 1;
        met <= *count && is_next(&mut rest, key) && is_next(&mut rest, value)
    });
    is_same && met == *count
}

type Visit<'a> = &'a mut dyn FnMut(&Bound<'_, PyAny>, &Bound<'_, PyAny>) -> bool;

/// Calls `visit` with the fields of a message that may be read, as the core tells them, until it
/// gives `false`. Gives `false` then, and for what is no plain dict.
fn each_field(message: &Bound<'_, PyAny>, scene: &Scene<'_>, visit: Visit<'_>) -> bool {
    if !is_exact_dict(message) {
        return false;
    }
    let is_one = |key: &Bound<'_, PyAny>, names: &[&str]| {
        ascii(key, scene).is_some_and(|key| names.contains(&key))
    };
    let mut is_understood = false;
    let has_names = each_pair(message, &mut |key, _| {
        is_understood |= is_exact_str(key) && is_one(key, &CONTENT_FIELDS);
        is_exact_str(key)
    });
    has_names
        && each_pair(message, &mut |key, value| {
            let is_read = !is_understood
                || ascii(key, scene).is_some_and(|key| READ_FIELDS.binary_search(&key).is_ok());
            !is_read || visit(key, value)
        })
}

/// Calls `visit` with keys and values of a dict until it gives `false`.
fn each_pair(dict: &Bound<'_, PyAny>, visit: Visit<'_>) -> bool {
    let (mut position, mut key, mut value) = (0, ptr::null_mut(), ptr::null_mut());
    // SAFETY: callers pass a dict. Key and value are borrowed from it; nothing that is called runs
    // Python code, so it stays as it is.
    unsafe {
        while ffi::PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) != 0 {
            let key = Borrowed::from_ptr(dict.py(), key);
            if !visit(&key, &Borrowed::from_ptr(dict.py(), value)) {
                return false;
            }
        }
    }
    true
}

/// Calls `visit` with the items of a list until it gives `false`.
fn each_item(list: &Bound<'_, PyAny>, visit: &mut dyn FnMut(&Bound<'_, PyAny>) -> bool) -> bool {
    // SAFETY: callers pass a list. The items are borrowed from it, as in `each_pair`.
    unsafe {
        (0..ffi::PyList_Size(list.as_ptr())).all(|index| {
            let item = ffi::PyList_GetItem(list.as_ptr(), index);
            visit(&Borrowed::from_ptr(list.py(), item))
        })
    }
}

/// Adds a copy of a value. `false` if it is no plain data.
fn put(value: &Bound<'_, PyAny>, row: &mut Vec<Node>, depth: usize) -> bool {
    if is_leaf(value) {
        row.push(Node::Leaf(value.clone().unbind()));
        return true;
    }
    let head = row.len();
    let mut count = 0;
    if depth > DEPTH || row.len() > MAX_VALUES {
        return false;
    }
    row.push(Node::List(0));
    if is_exact_dict(value) {
        let is_plain = each_pair(value, &mut |key, child| {
            count += 1;
            row.push(Node::Leaf(key.clone().unbind()));
            is_exact_str(key) && put(child, row, depth + 1)
        });
        row[head] = Node::Dict(count);
        is_plain
    } else {
        let is_plain = is_exactly(value, &raw mut ffi::PyList_Type)
            && each_item(value, &mut |item| {
                count += 1;
                put(item, row, depth + 1)
            });
        row[head] = Node::List(count);
        is_plain
    }
}

/// Whether a value is what comes next in a copy, and takes that away.
fn is_next(rest: &mut &[Node], value: &Bound<'_, PyAny>) -> bool {
    let Some((node, behind)) = rest.split_first() else {
        return false;
    };
    *rest = behind;
    match node {
        Node::Leaf(leaf) => is_equal(leaf, value),
        Node::List(count) => {
            is_exactly(value, &raw mut ffi::PyList_Type)
                && holds(value, *count)
                && each_item(value, &mut |item| is_next(rest, item))
        }
        Node::Dict(count) => {
            is_exact_dict(value)
                && holds(value, *count)
                && each_pair(value, &mut |key, child| {
                    is_next(rest, key) && is_next(rest, child)
                })
        }
    }
}

/// Whether a list or dict holds so many.
fn holds(container: &Bound<'_, PyAny>, count: usize) -> bool {
    container.len().is_ok_and(|length| length == count)
}

fn is_exactly(value: &Bound<'_, PyAny>, class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: only the type pointer is read.
    unsafe { ffi::Py_TYPE(value.as_ptr()) == class }
}

/// Whether it is data that never changes and holds nothing.
fn is_leaf(value: &Bound<'_, PyAny>) -> bool {
    value.is_none()
        || [
            &raw mut ffi::PyUnicode_Type,
            &raw mut ffi::PyLong_Type,
            &raw mut ffi::PyFloat_Type,
            &raw mut ffi::PyBool_Type,
            &raw mut ffi::PyBytes_Type,
        ]
        .into_iter()
        .any(|class| is_exactly(value, class))
}

/// Whether a value is the same as a leaf. Only a number of the same type is the same number: `1`,
/// `1.0` and `True` are written otherwise.
fn is_equal(leaf: &Py<PyAny>, value: &Bound<'_, PyAny>) -> bool {
    let (left, right) = (leaf.as_ptr(), value.as_ptr());
    // SAFETY: both objects are alive. Those of different types are not compared, and comparing two
    // of one of these types runs no Python code.
    unsafe {
        let class = ffi::Py_TYPE(left);
        if left == right {
            return true;
        }
        if ffi::Py_TYPE(right) != class {
            return false;
        }
        if class == &raw mut ffi::PyFloat_Type {
            // By bits: zero has two signs, and what is no number equals nothing.
            return ffi::PyFloat_AsDouble(left).to_bits() == ffi::PyFloat_AsDouble(right).to_bits();
        }
        match ffi::PyObject_RichCompareBool(left, right, ffi::Py_EQ) {
            1 => true,
            0 => false,
            _ => {
                ffi::PyErr_Clear();
                false
            }
        }
    }
}
