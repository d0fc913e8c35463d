//! [`View`] over Python objects: a direct walk over dicts and lists, without copies and without
//! running Python code.
//!
//! An instance of another class is looked at through the dict of its fields, which `_objects.py`
//! makes: only that runs Python code, and only once something in the instance is asked for.
//!
//! In a message, what cannot be read is a string: the text that Python prints for it. Elsewhere it
//! is a fault.
//!
//! Views own a reference to their object, so nothing they look at can go away. What a view cannot
//! express (a set, a key that is not a string) it notes in its [`Scene`]; whoever made the scene
//! looks there after the call.
//!
//! Strings: an ASCII `str` lends its bytes, and its length is known. Any other `str` is copied out
//! as wide characters into a buffer that is reused; asking such an object for UTF-8 would leave a
//! second copy inside the host's object.

use crate::scan::scan_object;
use crate::scene::{Fault, Scene};
use conspectus::host::item::{Key, Kind, Scan, Text, View};
use pyo3::prelude::*;
use pyo3::types::PyInt;
use pyo3::{Borrowed, ffi};
use serde_json::Number;
use std::ptr;

/// Objects in objects that are asked what they hold. One that gives a new object each time ends
/// there.
const OBJECTS_DEEP: u8 = 8;
/// Containers so deep may hold themselves. Chosen here: data is hardly deeper, and the core reads to
/// 256 levels.
const SUSPECT_DEPTH: u8 = 200;
/// A view whose children are as strict as it is.
const STRICT: u8 = u8::MAX;

/// A view of one Python object.
#[derive(Clone)]
pub struct PyView<'s, 'py> {
    object: Bound<'py, PyAny>,
    /// `None` for an instance that was not asked yet what it holds.
    kind: Option<Kind>,
    /// How many levels below this one everything must be data; [`STRICT`] for all of them.
    strict: u8,
    /// How many objects were asked on the way here, and how many levels it is.
    objects: u8,
    depth: u8,
    /// Whether this is the text of what cannot be read.
    odd: bool,
    scene: &'s Scene<'py>,
}

impl<'s, 'py> PyView<'s, 'py> {
    pub fn new(object: Bound<'py, PyAny>, scene: &'s Scene<'py>) -> Self {
        Self {
            kind: kind_of(&object),
            object,
            strict: STRICT,
            objects: 0,
            depth: 0,
            odd: false,
            scene,
        }
    }

    /// A list of messages. The list and each message must be what they are; what stands in a
    /// message need not be data.
    pub fn messages(object: Bound<'py, PyAny>, scene: &'s Scene<'py>) -> Self {
        Self {
            strict: 2,
            ..Self::new(object, scene)
        }
    }

    /// One message.
    pub fn message(object: Bound<'py, PyAny>, scene: &'s Scene<'py>) -> Self {
        Self {
            strict: 1,
            ..Self::new(object, scene)
        }
    }

    pub fn object(&self) -> &Bound<'py, PyAny> {
        &self.object
    }

    /// What an instance holds, as a view of a kind.
    fn held(&self) -> Self {
        let held = if self.objects < OBJECTS_DEEP {
            self.scene.plain(&self.object)
        } else {
            None
        };
        let odd = held.is_none() && self.strict == 0;
        let object = match held {
            Some(held) => held,
            None if odd => self.scene.text_of(&self.object),
            None => {
                self.scene.note(Fault::Value(self.object.clone()));
                self.object.clone()
            }
        };
        Self {
            kind: Some(kind_of(&object).unwrap_or(Kind::Null)),
            object,
            objects: self.objects.saturating_add(1),
            odd,
            ..*self
        }
    }

    /// How many of the first children are these very objects.
    pub fn same_prefix(&self, known: &[Py<PyAny>]) -> usize {
        if self.kind != Some(Kind::Array) {
            return 0;
        }
        let (list, (size, item)) = (self.object.as_ptr(), sequence(&self.object));
        // SAFETY: a list or tuple, asked for its size once: nothing runs in between that could
        // change it. The index is inside it, and only addresses are compared.
        unsafe {
            let limit = known.len().min(usize::try_from(size(list)).unwrap_or(0));
            known[..limit]
                .iter()
                .enumerate()
                .take_while(|(index, object)| {
                    item(list, *index as ffi::Py_ssize_t) == object.as_ptr()
                })
                .count()
        }
    }

    fn child(&self, object: Bound<'py, PyAny>) -> Self {
        let kind = kind_of(&object);
        let strict = match self.strict {
            STRICT => STRICT,
            levels => levels.saturating_sub(1),
        };
        let depth = self.depth.saturating_add(1);
        if strict == 0 && matches!(kind, Some(Kind::Array | Kind::Object)) {
            if depth == SUSPECT_DEPTH {
                self.scene.look_for_cycles(&object);
            }
            if self.scene.is_cycle(&object) {
                return Self {
                    kind: Some(Kind::String),
                    object: self.scene.text_of(&object),
                    strict,
                    odd: true,
                    ..*self
                };
            }
        }
        Self {
            kind,
            object,
            strict,
            depth,
            odd: false,
            ..*self
        }
    }

    /// Takes a borrowed reference from the interpreter; `None` for null.
    ///
    /// # Safety
    /// `object` is null, or an object that is alive now.
    unsafe fn child_from(&self, object: *mut ffi::PyObject) -> Option<Self> {
        // SAFETY: as the caller promises; the reference is owned from here on.
        let object = unsafe { Borrowed::from_ptr_or_opt(self.object.py(), object) }?;
        Some(self.child(object.to_owned()))
    }

    fn visit_list(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        let (size, item): (
            unsafe extern "C" fn(_) -> _,
            unsafe extern "C" fn(_, _) -> _,
        ) = sequence(&self.object);
        let list = self.object.as_ptr();
        let mut index = 0;
        // SAFETY: `list` is a list or a tuple, and the functions are those of its type. The size is
        // asked for each time, so that a list changed meanwhile is not read past its end.
        while index < unsafe { size(list) } {
            // SAFETY: the index is inside the list; the item is borrowed from the list, which is
            // alive.
            if let Some(child) = unsafe { self.child_from(item(list, index)) } {
                visit(None, child);
            }
            index += 1;
        }
    }

    fn visit_dict(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        let (mut position, mut key, mut value) = (0, ptr::null_mut(), ptr::null_mut());
        // SAFETY: the object is a dict. Key and value are borrowed from it and owned before
        // anything else happens.
        while unsafe { ffi::PyDict_Next(self.object.as_ptr(), &mut position, &mut key, &mut value) }
            != 0
        {
            // SAFETY: as above: both are alive here.
            let (key, child) = unsafe {
                (
                    Borrowed::from_ptr(self.object.py(), key).to_owned(),
                    self.child_from(value),
                )
            };
            let Some(child) = child else { continue };
            if kind_of(&key) == Some(Kind::String) {
                with_key(&key, self.scene, |key| visit(Some(key), child));
            } else if self.strict == 0 {
                // As what writes JSON does with numbers.
                let key = self.scene.text_of(&key);
                with_key(&key, self.scene, |key| visit(Some(key), child));
            } else {
                self.scene.note(Fault::Key {
                    dict: self.object.clone(),
                    key,
                });
            }
        }
    }
}

impl View for PyView<'_, '_> {
    fn kind(&self) -> Kind {
        self.kind.or_else(|| self.held().kind).unwrap_or(Kind::Null)
    }

    fn is_opaque(&self) -> bool {
        self.odd || self.kind.is_none()
    }

    fn is_odd(&self) -> bool {
        self.odd || (self.kind.is_none() && self.held().odd)
    }

    fn len(&self) -> usize {
        let Some(kind) = self.kind else {
            return self.held().len();
        };
        let object = self.object.as_ptr();
        // SAFETY: each function is called on an object of its own type (`kind` comes from the
        // type).
        let length = unsafe {
            match kind {
                Kind::String => return string_len(&self.object, self.scene),
                Kind::Array => sequence(&self.object).0(object),
                Kind::Object => ffi::PyDict_Size(object),
                Kind::Bytes => ffi::PyBytes_Size(object),
                Kind::Null | Kind::Bool | Kind::Number => 0,
            }
        };
        usize::try_from(length).unwrap_or(0)
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self.kind {
            Some(Kind::Object) => {}
            Some(_) => return None,
            None => return self.held().get(key),
        }
        let key = self.scene.key(key);
        // SAFETY: the object is a dict and the key a str, which the scene keeps; the value is
        // borrowed from the dict and owned at once.
        unsafe {
            let value = ffi::PyDict_GetItemWithError(self.object.as_ptr(), key);
            if value.is_null() && !ffi::PyErr_Occurred().is_null() {
                // A key of another type whose comparison failed: such a dict does not have our key.
                ffi::PyErr_Clear();
            }
            self.child_from(value)
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self.kind {
            Some(Kind::Array) if index < self.len() => {}
            Some(_) => return None,
            None => return self.held().at(index),
        }
        let index = ffi::Py_ssize_t::try_from(index).ok()?;
        // SAFETY: a list or tuple, and the index is inside it; the item is borrowed from it.
        unsafe { self.child_from(sequence(&self.object).1(self.object.as_ptr(), index)) }
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self.kind {
            Some(Kind::Array) => self.visit_list(visit),
            Some(Kind::Object) => self.visit_dict(visit),
            Some(_) => {}
            None => self.held().for_each(visit),
        }
    }

    fn scan<S: Scan>(&self, scan: &mut S) -> bool {
        match self.kind {
            // What is odd must be met by the views, which say so.
            _ if self.odd => false,
            Some(Kind::Null) => false,
            Some(_) => scan_object(&self.object, self.scene, scan),
            None => self.held().scan(scan),
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self.kind {
            Some(Kind::String) => {}
            Some(_) => return read(Text::Utf8("")),
            None => return self.held().text(at_most_chars, read),
        }
        match ascii(&self.object, self.scene) {
            Some(text) => read(Text::Utf8(&text[..text.len().min(at_most_chars)])),
            None => with_units(&self.object, self.scene, at_most_chars, |units| {
                read(Text::Utf16(units))
            }),
        }
    }

    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        match self.kind {
            Some(Kind::Bytes) => {}
            Some(_) => return read(&[]),
            None => return self.held().bytes(at_most, read),
        }
        // SAFETY: a bytes object, which never changes, and its own buffer of that size; it lives as
        // long as this view does.
        let bytes = unsafe {
            std::slice::from_raw_parts(
                ffi::PyBytes_AsString(self.object.as_ptr()).cast::<u8>(),
                self.len(),
            )
        };
        read(&bytes[..bytes.len().min(at_most)])
    }

    fn number(&self) -> f64 {
        match self.kind {
            // SAFETY: `True` is a singleton; only addresses are compared.
            Some(Kind::Bool) => {
                f64::from(u8::from(self.object.as_ptr() == unsafe { ffi::Py_True() }))
            }
            Some(Kind::Number) => number_of(&self.object),
            Some(_) => f64::NAN,
            None => self.held().number(),
        }
    }

    fn json_number(&self) -> Option<Number> {
        match self.kind {
            Some(Kind::Number) if self.object.is_instance_of::<PyInt>() => self
                .object
                .extract::<i64>()
                .map(Number::from)
                .or_else(|_| self.object.extract::<u64>().map(Number::from))
                .ok(),
            Some(Kind::Number) => Number::from_f64(number_of(&self.object)),
            Some(_) => None,
            None => self.held().json_number(),
        }
    }
}

/// A float's or an int's value.
pub fn number_of(object: &Bound<'_, PyAny>) -> f64 {
    let object = object.as_ptr();
    // SAFETY: each function is called on an object of its own type; callers pass a number.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyFloat_Type
            || (class != &raw mut ffi::PyLong_Type && ffi::PyFloat_Check(object) != 0)
        {
            ffi::PyFloat_AsDouble(object)
        } else {
            int_as_double(object)
        }
    }
}

/// The kind of an object by its type; `None` for types that JSON does not have. Subclasses count as
/// what they extend.
pub fn kind_of(object: &Bound<'_, PyAny>) -> Option<Kind> {
    let object = object.as_ptr();
    // SAFETY: only the type pointer, its flags and the singletons are read.
    unsafe {
        let class = ffi::Py_TYPE(object);
        if class == &raw mut ffi::PyUnicode_Type {
            return Some(Kind::String);
        }
        if class == &raw mut ffi::PyDict_Type {
            return Some(Kind::Object);
        }
        if class == &raw mut ffi::PyLong_Type {
            return Some(Kind::Number);
        }
        if class == &raw mut ffi::PyList_Type {
            return Some(Kind::Array);
        }
        if class == &raw mut ffi::PyFloat_Type {
            return Some(Kind::Number);
        }
        if class == &raw mut ffi::PyBool_Type {
            return Some(Kind::Bool);
        }
        if object == ffi::Py_None() {
            return Some(Kind::Null);
        }
        let flags = ffi::PyType_GetFlags(class);
        [
            (ffi::Py_TPFLAGS_LONG_SUBCLASS, Kind::Number),
            (ffi::Py_TPFLAGS_UNICODE_SUBCLASS, Kind::String),
            (ffi::Py_TPFLAGS_DICT_SUBCLASS, Kind::Object),
            (
                ffi::Py_TPFLAGS_LIST_SUBCLASS | ffi::Py_TPFLAGS_TUPLE_SUBCLASS,
                Kind::Array,
            ),
            (ffi::Py_TPFLAGS_BYTES_SUBCLASS, Kind::Bytes),
        ]
        .into_iter()
        .find_map(|(flag, kind)| (flags & flag != 0).then_some(kind))
        .or_else(|| (ffi::PyFloat_Check(object) != 0).then_some(Kind::Number))
    }
}

type SizeOf = unsafe extern "C" fn(*mut ffi::PyObject) -> ffi::Py_ssize_t;
type ItemOf = unsafe extern "C" fn(*mut ffi::PyObject, ffi::Py_ssize_t) -> *mut ffi::PyObject;

/// Size and item functions of a list or tuple.
pub fn sequence(object: &Bound<'_, PyAny>) -> (SizeOf, ItemOf) {
    // SAFETY: only the type is looked at.
    match unsafe { ffi::PyList_Check(object.as_ptr()) } {
        0 => (ffi::PyTuple_Size, ffi::PyTuple_GetItem),
        _ => (ffi::PyList_Size, ffi::PyList_GetItem),
    }
}

/// The items of a list or tuple from `start` on, as they lie in it: no method of a subclass is
/// asked.
pub fn items_from<'py>(view: &PyView<'_, 'py>, start: usize) -> Vec<Bound<'py, PyAny>> {
    (start..view.len())
        .map_while(|index| view.at(index))
        .map(|item| item.object)
        .collect()
}

/// Whole numbers beyond a double's range become infinite.
///
/// # Safety
/// `object` is an int.
unsafe fn int_as_double(object: *mut ffi::PyObject) -> f64 {
    // SAFETY: as the caller promises; the error that a huge int sets is cleared.
    unsafe {
        let number = ffi::PyLong_AsDouble(object);
        if number == -1.0 && !ffi::PyErr_Occurred().is_null() {
            ffi::PyErr_Clear();
            return f64::INFINITY;
        }
        number
    }
}

/// Number of code points of a str.
pub fn code_points(text: &Bound<'_, PyAny>) -> usize {
    // SAFETY: callers have checked that this is a str.
    usize::try_from(unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) }).unwrap_or(0)
}

/// The bytes of an ASCII str, lent by the object.
pub fn ascii<'a>(text: &'a Bound<'_, PyAny>, scene: &Scene<'_>) -> Option<&'a str> {
    scene.is_ascii(text).then(|| utf8_of_ascii(text))
}

/// The bytes of a str that is known to be ASCII.
fn utf8_of_ascii<'a>(text: &'a Bound<'_, PyAny>) -> &'a str {
    let mut length = 0;
    // SAFETY: for an ASCII str this is the object's own buffer: no copy is made, and it lives as
    // long as the object.
    unsafe {
        let bytes = ffi::PyUnicode_AsUTF8AndSize(text.as_ptr(), &mut length).cast::<u8>();
        std::str::from_utf8_unchecked(std::slice::from_raw_parts(
            bytes,
            usize::try_from(length).unwrap_or(0),
        ))
    }
}

pub fn string_len(text: &Bound<'_, PyAny>, scene: &Scene<'_>) -> usize {
    let length = code_points(text);
    if scene.is_ascii(text) || scene.has_no_astral(text, length) {
        return length;
    }
    scene.with_wide(text, length, |wide| {
        wide.len()
            + wide
                .iter()
                .map(|unit| u32::from(*unit > 0xFFFF))
                .sum::<u32>() as usize
    })
}

/// The UTF-16 units of the first `at_most` code points, lone surrogates included.
pub fn with_units<R>(
    text: &Bound<'_, PyAny>,
    scene: &Scene<'_>,
    at_most: usize,
    read: impl FnOnce(&[u16]) -> R,
) -> R {
    scene.with_wide(text, code_points(text).min(at_most), |wide| {
        let mut units = scene.take_units();
        units.reserve(wide.len());
        for block in wide.chunks(1024) {
            if block.iter().fold(0, |all, unit| all | unit) <= 0xFFFF {
                units.extend(block.iter().map(|unit| *unit as u16));
            } else {
                for unit in block {
                    match unit.checked_sub(0x1_0000) {
                        None => units.push(*unit as u16),
                        Some(astral) => units.extend([
                            0xD800 | (astral >> 10) as u16,
                            0xDC00 | (astral & 0x3FF) as u16,
                        ]),
                    }
                }
            }
        }
        let result = read(&units);
        scene.put_units(units);
        result
    })
}

/// Whether this is a str and no subclass, of which an object could run code when it goes.
pub fn is_exact_str(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: only the type pointer is read.
    unsafe { ffi::Py_TYPE(object.as_ptr()) == &raw mut ffi::PyUnicode_Type }
}

pub fn is_exact_dict(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: only the type pointer is read.
    unsafe { ffi::Py_TYPE(object.as_ptr()) == &raw mut ffi::PyDict_Type }
}

/// A key with its lengths: kept by the scene if it is ASCII, else short in practice and converted
/// each time.
pub fn with_key<R>(
    key: &Bound<'_, PyAny>,
    scene: &Scene<'_>,
    visit: impl FnOnce(Key<'_>) -> R,
) -> R {
    if let Some((name, json_chars)) = scene.seen_key(key) {
        return visit(Key {
            name,
            chars: name.len(),
            json_chars,
        });
    }
    match ascii(key, scene) {
        Some(name) => {
            let json_chars = name.len() + 2 + Text::Utf8(name).json_escape_chars();
            if is_exact_str(key) {
                scene.keep_key(key, name, json_chars);
            }
            visit(Key {
                name,
                chars: name.len(),
                json_chars,
            })
        }
        None => {
            let (name, chars, json_chars) = with_units(key, scene, usize::MAX, |units| {
                let text = Text::Utf16(units);
                (
                    text.to_str().into_owned(),
                    units.len(),
                    units.len() + 2 + text.json_escape_chars(),
                )
            });
            visit(Key {
                name: &name,
                chars,
                json_chars,
            })
        }
    }
}
