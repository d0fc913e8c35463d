//! What the views of one call share: found faults, buffers, and the interned keys that the core
//! asks for.

use crate::error::error_of;
use crate::view::kind_of;
use conspectus::host::item::Kind;
use conspectus::{Error, ErrorKind};
use pyo3::exceptions::PyException;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::cell::{Cell, LazyCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, OnceLock};

/// Something that is not plain data.
pub enum Fault<'py> {
    /// An object of a type that JSON does not have.
    Value(Bound<'py, PyAny>),
    /// A key that is not a string.
    Key {
        dict: Bound<'py, PyAny>,
        key: Bound<'py, PyAny>,
    },
}

/// Shared by all views of one call.
pub struct Scene<'py> {
    py: Python<'py>,
    fault: RefCell<Option<Fault<'py>>>,
    /// What ends the program, such as Ctrl-C, while code of an object runs.
    ended: RefCell<Option<PyErr>>,
    buffers: RefCell<Buffers>,
    /// What objects hold, by their address: each is asked once a call. They are kept, so that no
    /// other object comes to lie there.
    plain: RefCell<HashMap<usize, Held<'py>>>,
    /// Containers of messages that hold themselves, by their address. They are odd values.
    cycles: RefCell<HashSet<usize>>,
    has_cycles: Cell<bool>,
    /// The same for what is printed of those that hold nothing that can be read.
    texts: RefCell<HashMap<usize, Held<'py>>>,
    strings: &'static Strings,
}

/// An object, and what it holds as plain data; `None` if that cannot be read.
type Held<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// What this interpreter's strings let us know in O(1): C functions behind methods of `str`, called
/// without Python code.
struct Strings {
    /// `str.isascii`.
    is_ascii: Option<ffi::PyCFunction>,
    /// `str.__sizeof__`, and what it gives for a str of four-byte characters beside these.
    size: Option<(ffi::PyCFunction, usize)>,
}

/// Kept from call to call; whoever makes a scene borrows it.
#[derive(Default)]
struct Buffers {
    wide: Vec<u32>,
    units: Vec<u16>,
    keys: Vec<Option<(Box<str>, Py<PyAny>)>>,
    /// ASCII keys of the host's dicts, by address.
    seen: Vec<Option<SeenKey>>,
}

/// An ASCII key of the host's, with its length in JSON. It is owned, so that its text stays and no
/// other object can come to lie at its address, and let go of when the call ends.
struct SeenKey {
    object: Py<PyAny>,
    name: *const str,
    json_chars: usize,
}

// SAFETY: `name` lies in the object that is owned beside it, and is read with the interpreter
// attached.
unsafe impl Send for SeenKey {}

static SPARE: Mutex<Option<Buffers>> = Mutex::new(None);

/// Room for the keys that the core asks for; about 60 are in use.
const KEY_SLOTS: usize = 256;
/// Room for the keys of the host's dicts: more than one kind of message and its tool results have.
const SEEN_SLOTS: usize = 128;
/// Objects that are asked in one call what they hold. Chosen here: more than a list has that can be
/// sent, and few enough that one whose objects give new objects without end ends.
const OBJECTS: usize = 1_000_000;
/// How many slots a key may lie behind its own.
const KEY_PROBES: usize = 4;
/// Buffers larger than this many characters are given back after the call.
const KEPT_CHARS: usize = 1 << 18;

impl<'py> Scene<'py> {
    pub fn new(py: Python<'py>) -> Self {
        let spare = SPARE.lock().ok().and_then(|mut spare| spare.take());
        Self {
            py,
            fault: RefCell::new(None),
            ended: RefCell::new(None),
            buffers: RefCell::new(spare.unwrap_or_default()),
            plain: RefCell::default(),
            texts: RefCell::default(),
            cycles: RefCell::default(),
            has_cycles: Cell::new(false),
            strings: Strings::of(py),
        }
    }

    /// Keeps the first fault.
    pub fn note(&self, fault: Fault<'py>) {
        self.fault.borrow_mut().get_or_insert(fault);
    }

    /// What an object holds as plain data: the fields of a model, the text of a date. `None` if it
    /// holds nothing that can be read. It runs Python code.
    pub fn plain(&self, object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
        static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let address = object.as_ptr() as usize;
        if let Some((_, known)) = self.plain.borrow().get(&address) {
            return known.clone();
        }
        let read = || -> PyResult<Option<Bound<'py, PyAny>>> {
            let read = PLAIN.get_or_try_init(self.py, || {
                self.py
                    .import("conspectus._objects")?
                    .getattr("plain")
                    .map(Bound::unbind)
            })?;
            if self.plain.borrow().len() >= OBJECTS {
                return Ok(None);
            }
            let held = read.bind(self.py).call1((object,))?;
            // What it gives must be plain itself: otherwise an object that gives another one would
            // never end.
            Ok(kind_of(&held).map(|_| held))
        };
        // An object whose own code fails is one that cannot be read. The error names its place.
        let held = read().unwrap_or_else(|error| {
            if !error.is_instance_of::<PyException>(self.py) {
                self.ended.borrow_mut().get_or_insert(error);
            }
            None
        });
        self.plain
            .borrow_mut()
            .insert(address, (object.clone(), held.clone()));
        held
    }

    /// What Python prints for an object, or the name of its class. It runs Python code, once a call.
    pub fn text_of(&self, object: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        let address = object.as_ptr() as usize;
        if let Some((_, Some(known))) = self.texts.borrow().get(&address) {
            return known.clone();
        }
        let text = object
            .str()
            .unwrap_or_else(|_| PyString::new(self.py, &type_name(object)))
            .into_any();
        self.texts
            .borrow_mut()
            .insert(address, (object.clone(), Some(text.clone())));
        text
    }

    /// Whether a container is one that holds itself.
    pub fn is_cycle(&self, container: &Bound<'_, PyAny>) -> bool {
        self.has_cycles.get()
            && self
                .cycles
                .borrow()
                .contains(&(container.as_ptr() as usize))
    }

    /// Looks for containers under this one that hold themselves. What is asked of messages is then
    /// asked again, so that they are odd values from the start.
    pub fn look_for_cycles(&self, container: &Bound<'py, PyAny>) {
        let mut found = self.cycles.borrow_mut();
        let (mut open, mut done) = (HashSet::new(), HashSet::new());
        let mut stack = vec![(
            container.clone(),
            None::<std::vec::IntoIter<Bound<'py, PyAny>>>,
        )];
        while let Some((object, items)) = stack.last_mut() {
            let address = object.as_ptr() as usize;
            let items = items.get_or_insert_with(|| {
                open.insert(address);
                let items = children(self, object).into_iter().map(|(_, item)| item);
                items.collect::<Vec<_>>().into_iter()
            });
            match items.next() {
                None => {
                    open.remove(&address);
                    done.insert(address);
                    stack.pop();
                }
                Some(item) => {
                    let address = item.as_ptr() as usize;
                    let holds = matches!(kind_of(&item), Some(Kind::Array | Kind::Object));
                    if holds && open.contains(&address) {
                        // All that lie on the way round, wherever the way began.
                        let round = stack.iter().rev().map(|(open, _)| open.as_ptr() as usize);
                        found.extend(round.take_while(|open| *open != address));
                        found.insert(address);
                    } else if holds && !done.contains(&address) {
                        stack.push((item, None));
                    }
                }
            }
        }
        self.has_cycles.set(!found.is_empty());
    }

    /// Asks `ask` of messages: once more if it met a container that holds itself.
    pub fn asked<T>(&self, mut ask: impl FnMut() -> T) -> T {
        let known = self.cycles.borrow().len();
        let answer = ask();
        if self.cycles.borrow().len() == known {
            return answer;
        }
        self.fault.take();
        ask()
    }

    /// Whether something was noted.
    pub fn failed(&self) -> bool {
        self.fault.borrow().is_some()
    }

    /// The result of a call of the core as Python takes it. A noted fault comes first: the core
    /// read null in its place.
    ///
    /// `roots` are what the call was given, each with the path that stands for it; asked for only
    /// on the way to an error.
    pub fn finish<T>(
        &self,
        result: conspectus::Result<T>,
        roots: impl FnOnce() -> Vec<(String, Bound<'py, PyAny>)>,
    ) -> PyResult<T> {
        if let Some(ended) = self.ended.take() {
            return Err(ended);
        }
        let roots = LazyCell::new(roots);
        let error = match (self.fault.take(), result) {
            (None, Ok(value)) => return Ok(value),
            (Some(fault), _) => fault.into_error(self, &roots),
            (None, Err(error)) if error.kind() == ErrorKind::TooDeep => {
                find_in(self, &roots, true, &|_| false).map_or(error, |path| {
                    Error::new(
                        ErrorKind::Cycle,
                        path,
                        "a container holds itself: break the cycle",
                    )
                })
            }
            (None, Err(error)) => error,
        };
        Err(error_of(self.py, &self.cured(error, &roots)))
    }

    /// An error of the whole that was given, with what makes messages of it.
    fn cured(&self, error: Error, roots: &[(String, Bound<'py, PyAny>)]) -> Error {
        let kind = error.kind();
        let is_of_data = matches!(
            kind,
            ErrorKind::InvalidMessages | ErrorKind::UnsupportedType
        );
        // What an object gives for itself may hold what is no data.
        let of_whole = |given: &Bound<'_, PyAny>| {
            is_of_data && (error.path().is_empty() || kind_of(given).is_none())
        };
        let Some((_, given)) = roots.first().filter(|(_, given)| of_whole(given)) else {
            return error;
        };
        let cure = || -> PyResult<Option<String>> {
            let objects = self.py.import("conspectus._objects")?;
            objects.call_method1("cure", (given,))?.extract()
        };
        match cure().ok().flatten() {
            Some(cure) if kind == ErrorKind::UnsupportedType => {
                let message = format!("`{}` is not plain data: {cure}", type_name(given));
                Error::new(kind, "", message)
            }
            Some(cure) => Error::new(kind, "", format!("{}: {cure}", error.message())),
            None => error,
        }
    }

    /// Whether a str is ASCII: O(1), no copy, no Python code.
    pub fn is_ascii(&self, text: &Bound<'_, PyAny>) -> bool {
        match self.strings.is_ascii {
            // SAFETY: this is the C function behind `str.isascii`, which takes a str and nothing;
            // callers pass a str.
            Some(test) => unsafe {
                let answer = test(text.as_ptr(), std::ptr::null_mut());
                let yes = answer == ffi::Py_True();
                ffi::Py_DECREF(answer);
                yes
            },
            None => text
                .call_method0("isascii")
                .is_ok_and(|answer| answer.is_truthy().unwrap_or(false)),
        }
    }

    /// Whether the memory that a str takes shows that it holds no astral character: those take four
    /// bytes for each character of the str. `false` if that cannot be told.
    pub fn has_no_astral(&self, text: &Bound<'_, PyAny>, code_points: usize) -> bool {
        self.strings
            .size
            .is_some_and(|(size_of, beside)| memory(size_of, text) < beside + 4 * (code_points + 1))
    }

    /// The first `length` code points of a str, each in 32 bits.
    pub fn with_wide<R>(
        &self,
        text: &Bound<'_, PyAny>,
        length: usize,
        read: impl FnOnce(&[u32]) -> R,
    ) -> R {
        let mut wide = std::mem::take(&mut self.buffers.borrow_mut().wide);
        wide.clear();
        copy_wide(text, length, &mut wide);
        let result = read(&wide);
        if wide.capacity() <= KEPT_CHARS {
            self.buffers.borrow_mut().wide = wide;
        }
        result
    }

    pub fn take_units(&self) -> Vec<u16> {
        std::mem::take(&mut self.buffers.borrow_mut().units)
    }

    pub fn put_units(&self, mut units: Vec<u16>) {
        if units.capacity() <= KEPT_CHARS {
            units.clear();
            self.buffers.borrow_mut().units = units;
        }
    }

    /// The interned str for a key of the core's, to be used at once: the scene keeps it until the
    /// slot is needed. Keys are literals, so their address is a good place to look first; the
    /// content is compared in any case.
    pub fn key(&self, key: &str) -> *mut ffi::PyObject {
        let keys = &mut self.buffers.borrow_mut().keys;
        if keys.is_empty() {
            keys.resize_with(KEY_SLOTS + KEY_PROBES, || None);
        }
        let slot = ((key.as_ptr() as usize).wrapping_mul(0x9E37_79B1) >> 7) % KEY_SLOTS;
        let mut free = slot;
        for (index, entry) in keys.iter().enumerate().skip(slot).take(KEY_PROBES) {
            match entry {
                Some((known, object)) if **known == *key => return object.as_ptr(),
                Some(_) => {}
                None => {
                    free = index;
                    break;
                }
            }
        }
        let object = PyString::intern(self.py, key).into_any();
        let address = object.as_ptr();
        keys[free] = Some((key.into(), object.unbind()));
        address
    }

    /// A key that was met before: its text and its length in JSON.
    pub fn seen_key<'k>(&self, key: &'k Bound<'_, PyAny>) -> Option<(&'k str, usize)> {
        let buffers = self.buffers.borrow();
        let seen = buffers.seen.get(seen_slot(key))?.as_ref()?;
        // SAFETY: the text lies in the object, which is the one that the caller holds.
        (seen.object.as_ptr() == key.as_ptr()).then(|| (unsafe { &*seen.name }, seen.json_chars))
    }

    /// Keeps an ASCII key with its text and its length in JSON.
    pub fn keep_key(&self, key: &Bound<'_, PyAny>, name: &str, json_chars: usize) {
        let seen = &mut self.buffers.borrow_mut().seen;
        if seen.is_empty() {
            seen.resize_with(SEEN_SLOTS, || None);
        }
        seen[seen_slot(key)] = Some(SeenKey {
            object: key.clone().unbind(),
            name,
            json_chars,
        });
    }
}

fn seen_slot(key: &Bound<'_, PyAny>) -> usize {
    ((key.as_ptr() as usize) >> 4).wrapping_mul(0x9E37_79B1) % SEEN_SLOTS
}

impl Drop for Scene<'_> {
    fn drop(&mut self) {
        let mut buffers = std::mem::take(&mut *self.buffers.borrow_mut());
        buffers.seen.iter_mut().for_each(|key| *key = None);
        if let Ok(mut spare) = SPARE.lock() {
            *spare = Some(buffers);
        }
    }
}

impl<'py> Fault<'py> {
    fn into_error(self, scene: &Scene<'py>, roots: &[(String, Bound<'py, PyAny>)]) -> Error {
        let (place, message) = match &self {
            Self::Value(object) => {
                let expected = "plain data (dict, list, str, int, float, bool, None, bytes), and no object with fields or a `model_dump`";
                (
                    object,
                    format!(
                        "`{}` is not {expected}: convert it first",
                        type_name(object)
                    ),
                )
            }
            Self::Key { dict, key } => (
                dict,
                format!("keys must be strings, found `{}`", type_name(key)),
            ),
        };
        let path = find_in(scene, roots, false, &|object| object.is(place)).unwrap_or_default();
        Error::new(ErrorKind::UnsupportedType, path, message)
    }
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

impl Strings {
    fn of(py: Python<'_>) -> &'static Self {
        static STRINGS: OnceLock<Strings> = OnceLock::new();
        STRINGS.get_or_init(|| {
            let size_of = method(py, "__sizeof__");
            // Two characters: single ones may be shared, and carry a cached form of theirs.
            let size = size_of.map(|size_of| {
                (
                    size_of,
                    memory(size_of, PyString::new(py, "😀😀").as_any()).saturating_sub(12),
                )
            });
            Self {
                is_ascii: method(py, "isascii"),
                size,
            }
        })
    }
}

/// The C function behind a method of `str` without arguments, if this interpreter has it in that
/// form.
fn method(py: Python<'_>, name: &str) -> Option<ffi::PyCFunction> {
    let method = PyString::new(py, "").getattr(name).ok()?;
    // SAFETY: `method` is an object; whether it is a built-in function without arguments is asked
    // before it is used.
    unsafe {
        if ffi::PyCFunction_Check(method.as_ptr()) == 0
            || ffi::PyCFunction_GetFlags(method.as_ptr()) != ffi::METH_NOARGS
        {
            return None;
        }
        ffi::PyCFunction_GetFunction(method.as_ptr())
    }
}

/// The bytes that a str takes, as `size_of` gives them; the largest number there is if it fails.
fn memory(size_of: ffi::PyCFunction, text: &Bound<'_, PyAny>) -> usize {
    // SAFETY: `size_of` is the C function behind `str.__sizeof__`, which takes a str and nothing;
    // callers pass a str.
    unsafe {
        let size = size_of(text.as_ptr(), std::ptr::null_mut());
        if size.is_null() {
            ffi::PyErr_Clear();
            return usize::MAX;
        }
        let bytes = ffi::PyLong_AsSize_t(size);
        ffi::Py_DECREF(size);
        bytes
    }
}

/// Copies code points out of a str. Where the platform's wide characters have 16 bits, surrogate
/// pairs are put together.
fn copy_wide(text: &Bound<'_, PyAny>, length: usize, wide: &mut Vec<u32>) {
    #[cfg(not(windows))]
    {
        wide.reserve(length);
        // SAFETY: `text` is a str, the buffer has room for `length` characters, and as many as were
        // written are claimed.
        unsafe {
            let written = ffi::PyUnicode_AsWideChar(
                text.as_ptr(),
                wide.as_mut_ptr().cast(),
                length as ffi::Py_ssize_t,
            );
            wide.set_len(usize::try_from(written).unwrap_or(0).min(length));
        }
    }
    #[cfg(windows)]
    {
        let mut units: Vec<u16> = Vec::with_capacity(2 * length);
        // SAFETY: `text` is a str; a code point takes two units at most, so there is room for
        // `length` of them.
        unsafe {
            let written = ffi::PyUnicode_AsWideChar(
                text.as_ptr(),
                units.as_mut_ptr().cast(),
                (2 * length) as ffi::Py_ssize_t,
            );
            units.set_len(usize::try_from(written).unwrap_or(0).min(2 * length));
        }
        let points = char::decode_utf16(units)
            .map(|unit| unit.map_or_else(|lone| u32::from(lone.unpaired_surrogate()), u32::from));
        wide.extend(points.take(length));
    }
}

/// The path of the first container or value that is wanted, in a walk without recursion. With
/// `cycles`, that of the first container that lies inside itself. Only on the way to an error.
fn find_in<'py>(
    scene: &Scene<'py>,
    roots: &[(String, Bound<'py, PyAny>)],
    cycles: bool,
    wanted: &dyn Fn(&Bound<'py, PyAny>) -> bool,
) -> Option<String> {
    let mut done = HashSet::new();
    for (prefix, root) in roots {
        if wanted(root) {
            return Some(prefix.clone());
        }
        let mut open = HashSet::from([root.as_ptr() as usize]);
        let mut stack = vec![(
            root.clone(),
            children(scene, root).into_iter(),
            prefix.len(),
        )];
        let path = Cell::new(prefix.clone());
        while let Some((container, rest, length)) = stack.last_mut() {
            let mut here = path.take();
            here.truncate(*length);
            let Some((segment, child)) = rest.next() else {
                open.remove(&(container.as_ptr() as usize));
                done.insert(container.as_ptr() as usize);
                stack.pop();
                path.set(here);
                continue;
            };
            here.push('/');
            here.push_str(&segment.replace('~', "~0").replace('/', "~1"));
            let address = child.as_ptr() as usize;
            if wanted(&child) || (cycles && open.contains(&address)) {
                return Some(here);
            }
            let is_container = matches!(kind_of(&child), Some(Kind::Array | Kind::Object) | None);
            if is_container && !done.contains(&address) && open.insert(address) {
                let items = children(scene, &child).into_iter();
                stack.push((child, items, here.len()));
            }
            path.set(here);
        }
    }
    None
}

fn children<'py>(
    scene: &Scene<'py>,
    container: &Bound<'py, PyAny>,
) -> Vec<(String, Bound<'py, PyAny>)> {
    if kind_of(container).is_none() {
        return scene
            .plain(container)
            .map_or_else(Vec::new, |held| children(scene, &held));
    }
    let lossy = |key: &Bound<'py, PyAny>| {
        key.str()
            .map_or_else(|_| "?".to_owned(), |key| key.to_string_lossy().into_owned())
    };
    if let Ok(dict) = container.cast::<PyDict>() {
        return dict
            .iter()
            .map(|(key, value)| (lossy(&key), value))
            .collect();
    }
    if let Ok(list) = container.cast::<PyList>() {
        return list
            .iter()
            .enumerate()
            .map(|(index, item)| (index.to_string(), item))
            .collect();
    }
    container.cast::<PyTuple>().map_or_else(
        |_| Vec::new(),
        |tuple| {
            tuple
                .iter()
                .enumerate()
                .map(|(index, item)| (index.to_string(), item))
                .collect()
        },
    )
}

/// A root without a name of its own.
pub fn root<'py>(object: &Bound<'py, PyAny>) -> (String, Bound<'py, PyAny>) {
    (String::new(), object.clone())
}
