//! What is long is copied, so that other threads use the interpreter while the core reads the copy.

use crate::scene::Scene;
use crate::view::{PyView, ascii, code_points, kind_of, sequence};
use conspectus::host::item::Kind;
use conspectus_api::{Copied, READ_FIELDS};
use pyo3::prelude::*;
use pyo3::{Borrowed, ffi};
use std::ptr;

/// From so many chars on. Chosen here: below, all but a summary takes far less than the 5 ms after
/// which the interpreter changes threads by itself. To look for it took at most 12 % of any function
/// that was measured, on lists of 1 to 400 messages.
const LONG: usize = 32_768;
/// The levels that are looked at. Long texts lie no deeper, and what holds itself ends.
const LEVELS: u8 = 8;
/// The level of a message in a list.
const MESSAGE: u8 = 1;

/// A copy of what is long, `None` of anything else. It holds `all` fields of messages, or those that
/// dialects read; `None` is no copy at all.
pub fn copied<'py>(
    value: &PyView<'_, 'py>,
    scene: &Scene<'py>,
    all: impl FnOnce() -> Option<bool>,
) -> Option<Copied> {
    let mut look = Look { scene, left: LONG };
    look.child(value.object().as_borrowed(), 0, || true);
    let all = (look.left == 0).then(all)??;
    Some(Copied::of_messages(value, all))
}

struct Look<'s, 'py> {
    scene: &'s Scene<'py>,
    /// Chars until it is long.
    left: usize,
}

impl<'py> Look<'_, 'py> {
    /// Takes away what a value holds. An object is asked what it is only where a dialect reads it.
    fn at(&mut self, object: &Bound<'py, PyAny>, level: u8, is_read: bool) {
        match kind_of(object) {
            Some(Kind::Array) if level < LEVELS => self.list(object, level, is_read),
            Some(Kind::Object) if level < LEVELS => self.dict(object, level, is_read),
            None if level < LEVELS && is_read => {
                if let Some(held) = self.scene.plain(object) {
                    self.at(&held, level, is_read);
                }
            }
            _ => {}
        }
    }

    /// As `at`, for an object that is borrowed from its container.
    fn child(
        &mut self,
        object: Borrowed<'_, 'py, PyAny>,
        level: u8,
        is_read: impl FnOnce() -> bool,
    ) {
        let size = match kind_of(&object) {
            Some(Kind::String) => code_points(&object),
            // SAFETY: a bytes object.
            Some(Kind::Bytes) => {
                usize::try_from(unsafe { ffi::PyBytes_Size(object.as_ptr()) }).unwrap_or(0)
            }
            Some(Kind::Null | Kind::Bool | Kind::Number) => 1,
            // Code of an object may run: from here on it is owned.
            Some(Kind::Array | Kind::Object) | None => {
                return self.at(&object.to_owned(), level, is_read());
            }
        };
        self.left = self.left.saturating_sub(size);
    }

    fn list(&mut self, list: &Bound<'py, PyAny>, level: u8, is_read: bool) {
        let (size, item) = sequence(list);
        let mut index = 0;
        // SAFETY: a list or tuple and the functions of its type. The size is asked for each time, so
        // that the index is inside it, and the item is borrowed from it.
        while self.left > 0 && index < unsafe { size(list.as_ptr()) } {
            let child = unsafe { Borrowed::from_ptr(list.py(), item(list.as_ptr(), index)) };
            self.child(child, level + 1, || is_read);
            index += 1;
        }
    }

    fn dict(&mut self, dict: &Bound<'py, PyAny>, level: u8, is_read: bool) {
        let (mut position, mut key, mut value) = (0, ptr::null_mut(), ptr::null_mut());
        // SAFETY: a dict. Key and value are borrowed from it, and owned before code of an object runs.
        while self.left > 0
            && unsafe { ffi::PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) } != 0
        {
            let (key, value) = unsafe {
                (
                    Borrowed::from_ptr(dict.py(), key),
                    Borrowed::from_ptr(dict.py(), value),
                )
            };
            let scene = self.scene;
            let is_of_dialect = || {
                kind_of(&key) == Some(Kind::String)
                    && ascii(&key, scene).is_some_and(|key| READ_FIELDS.binary_search(&key).is_ok())
            };
            self.child(value, level + 1, || {
                is_read && (level != MESSAGE || is_of_dialect())
            });
        }
    }
}
