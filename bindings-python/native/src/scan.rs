//! The flat look at a Python object and all under it, for sums over plain data.

use crate::scene::Scene;
use crate::view::{
    ascii, is_exact_dict, is_exact_str, kind_of, number_of, sequence, string_len, with_key,
    with_units,
};
use conspectus::host::item::{Key, Kind, Scan, Text, Wanted};
use pyo3::prelude::*;
use pyo3::{Borrowed, ffi};
use std::ptr;

/// Tells `scan` of an object. References are borrowed all the way down: nothing here can run Python
/// code, which alone could change a container meanwhile. `false` also for what is not plain data,
/// which the views find on their way.
pub fn scan_object<S: Scan>(object: &Bound<'_, PyAny>, scene: &Scene<'_>, scan: &mut S) -> bool {
    let py = object.py();
    let Some(kind) = kind_of(object) else {
        return false;
    };
    match kind {
        Kind::String => {
            if let Some(text) = ascii(object, scene) {
                return match scan.string(text.len()) {
                    Wanted::Nothing => true,
                    Wanted::Text(chars) => scan.text(Text::Utf8(&text[..chars.min(text.len())])),
                    Wanted::Escapes => {
                        scan.escapes(Text::Utf8(text).json_escape_chars());
                        true
                    }
                };
            }
            return match scan.string(string_len(object, scene)) {
                Wanted::Nothing => true,
                Wanted::Text(chars) => {
                    with_units(object, scene, chars, |units| scan.text(Text::Utf16(units)))
                }
                Wanted::Escapes => {
                    scan.escapes(with_units(object, scene, usize::MAX, |units| {
                        Text::Utf16(units).json_escape_chars()
                    }));
                    true
                }
            };
        }
        Kind::Number => scan.number(number_of(object)),
        // The views meet it, and say that it is odd.
        Kind::Object | Kind::Array if scene.is_cycle(object) => return false,
        Kind::Object => {
            if !scan.enter(false) {
                return false;
            }
            let (mut position, mut key, mut value) = (0, ptr::null_mut(), ptr::null_mut());
            let mut children = 0;
            // SAFETY: the object is a dict; key and value are borrowed from it, and it does not
            // change meanwhile.
            while unsafe { ffi::PyDict_Next(object.as_ptr(), &mut position, &mut key, &mut value) }
                != 0
            {
                // SAFETY: as above: both are alive.
                let (key, value) =
                    unsafe { (Borrowed::from_ptr(py, key), Borrowed::from_ptr(py, value)) };
                if (!is_exact_str(&key) && kind_of(&key) != Some(Kind::String))
                    || !with_key(&key, scene, |key| scan.key(key))
                    || !scan_object(&value, scene, scan)
                {
                    return false;
                }
                children += 1;
            }
            scan.leave(false, children);
        }
        Kind::Array => {
            if !scan.enter(true) {
                return false;
            }
            let (size, item) = sequence(object);
            // SAFETY: a list or tuple and the functions of its type; it does not change meanwhile,
            // and the index is inside it.
            let count = unsafe { size(object.as_ptr()) };
            let mut alike = Alike::new();
            for index in 0..count {
                // SAFETY: as above; the item is borrowed from the list, which is alive.
                let child = unsafe { Borrowed::from_ptr(py, item(object.as_ptr(), index)) };
                let goes_on = if is_exact_dict(&child) && !scene.is_cycle(&child) {
                    alike.scan(&child, scene, scan)
                } else {
                    scan_object(&child, scene, scan)
                };
                if !goes_on {
                    return false;
                }
            }
            alike.finish(scene, scan);
            scan.leave(true, usize::try_from(count).unwrap_or(0));
        }
        // SAFETY: `True` is a singleton; only addresses are compared.
        Kind::Bool => scan.literal(if object.as_ptr() == unsafe { ffi::Py_True() } {
            "true"
        } else {
            "false"
        }),
        Kind::Null => scan.literal("null"),
        // SAFETY: the object is a bytes object.
        Kind::Bytes => {
            return scan.bytes(
                usize::try_from(unsafe { ffi::PyBytes_Size(object.as_ptr()) }).unwrap_or(0),
            );
        }
    }
    true
}

/// Dicts of one list with the very same keys in the same order, as what reads JSON makes them:
/// their keys are told together.
struct Alike<'a, 'py> {
    /// Of the dict that was scanned last, and whether their lengths are known without a copy.
    keys: Vec<Borrowed<'a, 'py, PyAny>>,
    are_known: bool,
    /// Whether keys may be told together, and for how many dicts they are still to be told.
    together: bool,
    dicts: usize,
}

impl<'py> Alike<'_, 'py> {
    fn new() -> Self {
        Self {
            keys: Vec::new(),
            are_known: true,
            together: false,
            dicts: 0,
        }
    }

    fn scan<S: Scan>(&mut self, dict: &Bound<'py, PyAny>, scene: &Scene<'_>, scan: &mut S) -> bool {
        if !scan.enter(false) {
            return false;
        }
        if !self.together {
            self.keys.clear();
            self.are_known = true;
        }
        let (mut position, mut key, mut value) = (0, ptr::null_mut(), ptr::null_mut());
        let (mut children, mut is_alike) = (0, self.together);
        // SAFETY: the object is a dict; key and value are borrowed from it, and it does not change
        // meanwhile.
        while unsafe { ffi::PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) } != 0 {
            // SAFETY: as above: both are alive, the key as long as the list is scanned.
            let (key, value) = unsafe {
                (
                    Borrowed::from_ptr(dict.py(), key),
                    Borrowed::from_ptr(dict.py(), value),
                )
            };
            if is_alike
                && self
                    .keys
                    .get(children)
                    .is_none_or(|known| known.as_ptr() != key.as_ptr())
            {
                is_alike = false;
                self.part(children, scene, scan);
            }
            if !is_alike && !self.tell_key(key, scene, scan) {
                return false;
            }
            if !scan_object(&value, scene, scan) {
                return false;
            }
            children += 1;
        }
        if is_alike && children == self.keys.len() {
            self.dicts += 1;
        } else {
            if is_alike {
                self.part(children, scene, scan);
            }
            self.together = self.are_known && self.tell_together(0, scene, scan);
        }
        scan.leave(false, children);
        true
    }

    fn tell_key<S: Scan>(
        &mut self,
        key: Borrowed<'_, 'py, PyAny>,
        scene: &Scene<'_>,
        scan: &mut S,
    ) -> bool {
        let is_string = is_exact_str(&key) || kind_of(&key) == Some(Kind::String);
        if !is_string || !with_key(&key, scene, |key| scan.key(key)) {
            return false;
        }
        self.are_known &= scene.seen_key(&key).is_some();
        // SAFETY: a key of a dict of the list, which is alive and does not change while it is
        // scanned.
        self.keys
            .push(unsafe { Borrowed::from_ptr(key.py(), key.as_ptr()) });
        true
    }

    /// This dict parts from those before it after `children` keys, which stand for themselves now.
    fn part<S: Scan>(&mut self, children: usize, scene: &Scene<'_>, scan: &mut S) {
        self.finish(scene, scan);
        self.keys.truncate(children);
        self.tell_together(1, scene, scan);
    }

    /// Tells the keys that are still to be told.
    fn finish<S: Scan>(&mut self, scene: &Scene<'_>, scan: &mut S) {
        if self.dicts > 0 {
            let dicts = std::mem::take(&mut self.dicts);
            self.tell_together(dicts, scene, scan);
        }
    }

    fn tell_together<S: Scan>(&self, dicts: usize, scene: &Scene<'_>, scan: &mut S) -> bool {
        let known = |key| {
            ascii(key, scene).map(|name| Key {
                name,
                chars: name.len(),
                json_chars: name.len() + 2 + Text::Utf8(name).json_escape_chars(),
            })
        };
        scan.alike(&mut self.keys.iter().filter_map(|key| known(key)), dicts)
    }
}
