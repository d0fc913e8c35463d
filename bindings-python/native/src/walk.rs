//! A copy of what the host gave, made in one walk over its objects. The core reads that copy alone.
//!
//! An instance of another class is asked once what it holds, by `_objects.py`. In a message, what
//! cannot be read is a string: the text that Python prints for it. Elsewhere it is a fault.
//!
//! A str is encoded into bytes of its own: asking one that is not ASCII for its UTF-8 would leave a
//! second copy inside the host's object.

use crate::error::finish;
use conspectus::{Error, ErrorKind, Result};
use conspectus::host::view::{AsView, ViewExt};
use conspectus_api::{CONTENT_FIELDS, Copied, CopyBuilder, READ_FIELDS};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Number, Value};
use std::collections::HashMap;
use std::rc::Rc;

/// Objects in objects that are asked what they hold. One that gives a new object each time ends
/// there.
const OBJECTS_DEEP: usize = 8;
/// Objects that are asked in one call what they hold. Chosen here: more than a list has that can be
/// sent, and few enough that one whose objects give new objects without end ends.
const OBJECTS: usize = 1_000_000;
/// The names of fields that are kept. Chosen here: more than messages have.
const NAMES: usize = 1_024;
/// From so many chars on, the core reads while other threads use the interpreter. Chosen here: below,
/// all but a summary takes far less than the 5 ms after which the interpreter changes threads by itself.
const LONG: usize = 32_768;

/// What becomes of what is no data.
#[derive(Clone, Copy, PartialEq)]
enum Care {
    /// It is a fault, and so is a container that holds itself.
    Strict,
    /// The same for so many levels, this one included; below, it is what Python prints for it.
    Levels(u8),
    /// A list of messages, with `all` fields of each or those alone that dialects read.
    Messages { all: bool },
    Message { all: bool },
    /// It is bytes, which JSON cannot hold: the host's own value stays. No code of an object runs.
    Quiet,
}

impl Care {
    /// That for what such a value holds.
    fn inside(self) -> Self {
        match self {
            Self::Levels(levels) => Self::Levels(levels.saturating_sub(1)),
            Self::Messages { all } => Self::Message { all },
            Self::Message { .. } => Self::Levels(0),
            other => other,
        }
    }
}

/// A copy, and whether it is long.
pub type Copy = (Copied, bool);

/// A copy of options or an answer, in which all is data.
pub fn data(value: &Bound<'_, PyAny>) -> PyResult<Copied> {
    Ok(Walk::copy(value, Care::Strict, (0, 0))?.0)
}

/// The same where so many levels are data. What lies below is read if it can be.
pub fn levels(value: &Bound<'_, PyAny>, levels: u8) -> PyResult<Copy> {
    Walk::copy(value, Care::Levels(levels), (0, 0))
}

/// As [`data`], as a value.
pub fn value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    finish(value.py(), data(value)?.as_view().to_value(), value)
}

/// A copy of one message, of which an error says that it has this place.
pub fn message(message: &Bound<'_, PyAny>, place: usize, all: bool) -> PyResult<Copy> {
    Walk::copy(message, Care::Message { all }, (0, place))
}

/// A copy of a list of messages from the first of these indexes on. The second is added to their
/// places in errors. Any other value is copied too: the core refuses it.
pub fn messages(
    list: &Bound<'_, PyAny>,
    (from, before): (usize, usize),
    all: bool,
) -> PyResult<Copy> {
    let is_other = is_data(list) && !is_list(list);
    let care = if is_other {
        Care::Levels(2)
    } else {
        Care::Messages { all }
    };
    Walk::copy(list, care, (from, before))
}

/// The items of a list or tuple from an index on, as they lie in it: no method of a subclass is
/// asked. Any other value has none.
pub fn items<'py>(list: &Bound<'py, PyAny>, from: usize) -> Vec<Bound<'py, PyAny>> {
    match (list.cast::<PyList>(), list.cast::<PyTuple>()) {
        (Ok(list), _) => list.iter().skip(from).collect(),
        (_, Ok(tuple)) => tuple.iter().skip(from).collect(),
        _ => Vec::new(),
    }
}

pub fn is_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()
}

/// Whether it is of a class that JSON has, or extends one.
pub fn is_data(value: &Bound<'_, PyAny>) -> bool {
    value.is_none()
        || value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyDict>()
        || is_list(value)
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyBytes>()
}

/// The name of an object's class.
pub fn class_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name();
    name.map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

struct Walk<'py> {
    py: Python<'py>,
    copy: CopyBuilder,
    /// Values and chars.
    size: usize,
    /// The addresses of the containers that are open.
    open: Vec<usize>,
    /// How many objects were asked on the way here.
    objects: usize,
    /// What objects hold, by their address: each is asked once. They are kept, so that no other object
    /// comes to lie there. `None` if that cannot be read.
    held: HashMap<usize, (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)>,
    /// What is printed of those that hold nothing that can be read.
    printed: HashMap<usize, (Bound<'py, PyAny>, Rc<str>)>,
    /// The names of fields, likewise.
    names: HashMap<usize, (Bound<'py, PyAny>, Rc<str>)>,
    content_fields: [Bound<'py, PyString>; CONTENT_FIELDS.len()],
    /// From where on items of the list are copied, and what is added to their places.
    listed: (usize, usize),
    /// What ends the program, such as Ctrl-C, while code of an object runs.
    ended: Option<PyErr>,
}

impl<'py> Walk<'py> {
    fn copy(value: &Bound<'py, PyAny>, care: Care, listed: (usize, usize)) -> PyResult<Copy> {
        let py = value.py();
        let mut walk = Self {
            py,
            copy: CopyBuilder::default(),
            size: 0,
            open: Vec::new(),
            objects: 0,
            held: HashMap::new(),
            printed: HashMap::new(),
            names: HashMap::new(),
            content_fields: CONTENT_FIELDS.map(|name| PyString::intern(py, name)),
            listed,
            ended: None,
        };
        let walked = walk.value(value, care).map_err(|error| match care {
            Care::Message { .. } => error.under(&listed.1.to_string()),
            _ => error,
        });
        if let Some(ended) = walk.ended {
            return Err(ended);
        }
        finish(py, walked, value)?;
        Ok((walk.copy.finish(), walk.size >= LONG))
    }

    fn value(&mut self, value: &Bound<'py, PyAny>, care: Care) -> Result<()> {
        self.size += 1;
        if let Ok(text) = value.cast_exact::<PyString>() {
            self.text(text)?;
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            self.dict(dict, care)?;
        } else if let Ok(list) = value.cast_exact::<PyList>() {
            self.list(value, list.iter(), care)?;
        } else if value.is_none() {
            self.copy.null();
        } else if let Ok(value) = value.cast_exact::<PyBool>() {
            self.copy.bool(value.is_true());
        } else if let Ok(int) = value.cast::<PyInt>() {
            self.int(int);
        } else if let Ok(float) = value.cast::<PyFloat>() {
            let value = float.value();
            self.copy.number(value, Number::from_f64(value));
        } else {
            self.other(value, care)?;
        }
        Ok(())
    }

    /// Not inlined, as the others that follow: they would take room on the stack at every level.
    #[inline(never)]
    fn other(&mut self, value: &Bound<'py, PyAny>, care: Care) -> Result<()> {
        if let Ok(text) = value.cast::<PyString>() {
            self.text(text)
        } else if let Ok(dict) = value.cast::<PyDict>() {
            self.dict(dict, care)
        } else if let Ok(list) = value.cast::<PyList>() {
            self.list(value, list.iter(), care)
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.list(value, tuple.iter(), care)
        } else if let Ok(bytes) = value.cast::<PyBytes>() {
            self.size += bytes.as_bytes().len();
            self.copy.bytes(bytes.as_bytes());
            Ok(())
        } else {
            self.object(value, care)
        }
    }

    #[inline(never)]
    fn text(&mut self, text: &Bound<'py, PyString>) -> Result<()> {
        if let Ok(bytes) = text.encode_utf8()
            && let Ok(text) = std::str::from_utf8(bytes.as_bytes())
        {
            self.size += text.len();
            self.copy.text(text);
            return Ok(());
        }
        let units = self.units(text)?;
        self.size += units.len();
        self.copy.units(units.into_iter());
        Ok(())
    }

    /// The UTF-16 units of a str, lone surrogates included.
    fn units(&mut self, text: &Bound<'py, PyString>) -> Result<Vec<u16>> {
        let given = ("utf-16-le", "surrogatepass");
        let bytes = text
            .call_method1(intern!(self.py, "encode"), given)
            .and_then(|bytes| bytes.extract::<Vec<u8>>());
        let bytes = self.ran(bytes)?.unwrap_or_default();
        let pairs = bytes.as_chunks::<2>().0;
        Ok(pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect())
    }

    /// The text of a str; what is half a character is replaced.
    fn lossy(&mut self, text: &Bound<'py, PyString>) -> Result<Rc<str>> {
        if let Ok(bytes) = text.encode_utf8()
            && let Ok(text) = std::str::from_utf8(bytes.as_bytes())
        {
            return Ok(text.into());
        }
        Ok(String::from_utf16_lossy(&self.units(text)?).into())
    }

    #[inline(never)]
    fn int(&mut self, int: &Bound<'py, PyInt>) {
        let digits = match int.extract::<i64>() {
            Ok(int) => Some(Number::from(int)),
            Err(_) => int.extract::<u64>().ok().map(Number::from),
        };
        let value = digits.as_ref().and_then(Number::as_f64);
        // What is beyond a double's range is infinite.
        let value = value.unwrap_or_else(|| int.extract().unwrap_or(f64::INFINITY));
        self.copy.number(value, digits);
    }

    fn list(
        &mut self,
        list: &Bound<'py, PyAny>,
        items: impl Iterator<Item = Bound<'py, PyAny>>,
        care: Care,
    ) -> Result<()> {
        if !self.enter(list, true, care)? {
            return Ok(());
        }
        let (from, before) = match care {
            Care::Messages { .. } => self.listed,
            _ => (0, 0),
        };
        for (index, item) in items.enumerate().skip(from) {
            self.value(&item, care.inside())
                .map_err(|error| under(error, &(before + index)))?;
        }
        self.leave();
        Ok(())
    }

    fn dict(&mut self, dict: &Bound<'py, PyDict>, care: Care) -> Result<()> {
        if !self.enter(dict, false, care)? {
            return Ok(());
        }
        let is_quiet = care == Care::Message { all: false }
            && self
                .content_fields
                .iter()
                .any(|name| dict.contains(name).unwrap_or(false));
        // They are taken out first: code of an object may change the dict.
        for (key, value) in dict.iter().collect::<Vec<_>>() {
            let name = self.name(&key, care)?;
            self.copy.key(&name);
            let inside = if is_quiet && READ_FIELDS.binary_search(&&*name).is_err() {
                Care::Quiet
            } else {
                care.inside()
            };
            self.value(&value, inside)
                .map_err(|error| under(error, &name))?;
        }
        self.leave();
        Ok(())
    }

    /// Begins a container. `false` if nothing that it holds is to be read.
    #[inline(never)]
    fn enter(
        &mut self,
        container: &Bound<'py, PyAny>,
        is_list: bool,
        care: Care,
    ) -> Result<bool> {
        let address = container.as_ptr() as usize;
        if self.open.contains(&address) {
            let message = "a container holds itself: break the cycle";
            self.odd(container, care, || (ErrorKind::Cycle, message.to_owned()))?;
            return Ok(false);
        }
        let is_open = self.copy.open(is_list);
        if is_open {
            self.open.push(address);
        }
        Ok(is_open)
    }

    fn leave(&mut self) {
        self.open.pop();
        self.copy.close();
    }

    /// What cannot be read.
    fn odd(
        &mut self,
        value: &Bound<'py, PyAny>,
        care: Care,
        fault: impl FnOnce() -> (ErrorKind, String),
    ) -> Result<()> {
        match care {
            Care::Quiet => self.copy.bytes(&[]),
            Care::Levels(0) => {
                let text = self.printed(value)?;
                self.size += text.len();
                self.copy.odd(&text);
            }
            _ => {
                let (kind, message) = fault();
                return Err(Error::new(kind, "", message));
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn object(&mut self, object: &Bound<'py, PyAny>, care: Care) -> Result<()> {
        let is_asked = care != Care::Quiet && self.objects < OBJECTS_DEEP;
        let Some(held) = (if is_asked { self.held(object)? } else { None }) else {
            return self.odd(object, care, || {
                let expected = "plain data (dict, list, str, int, float, bool, None, bytes), and no object with fields or a `model_dump`";
                let class = class_of(object);
                let message = format!("`{class}` is not {expected}: convert it first");
                (ErrorKind::UnsupportedType, message)
            });
        };
        self.objects += 1;
        self.value(&held, care)?;
        self.objects -= 1;
        Ok(())
    }

    /// What an object holds as plain data: the fields of a model, the text of a date. `None` if it
    /// holds nothing that can be read. It runs Python code.
    fn held(&mut self, object: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
        static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let address = object.as_ptr() as usize;
        if let Some((_, known)) = self.held.get(&address) {
            return Ok(known.clone());
        }
        let plain = PLAIN.import(self.py, "conspectus._objects", "plain");
        let held = match plain {
            Ok(plain) if self.held.len() < OBJECTS => self.ran(plain.call1((object,)))?,
            _ => None,
        };
        // What it gives must be plain itself: otherwise an object that gives another one would
        // never end.
        let held = held.filter(is_data);
        self.held.insert(address, (object.clone(), held.clone()));
        Ok(held)
    }

    /// What Python prints for an object, or the name of its class. It runs Python code, once a call.
    fn printed(&mut self, object: &Bound<'py, PyAny>) -> Result<Rc<str>> {
        let address = object.as_ptr() as usize;
        if let Some((_, known)) = self.printed.get(&address) {
            return Ok(known.clone());
        }
        let text = match self.ran(object.str())? {
            Some(text) => self.lossy(&text)?,
            None => class_of(object).into(),
        };
        self.printed.insert(address, (object.clone(), text.clone()));
        Ok(text)
    }

    /// The name of a field. In a message, a key that is no str is what Python prints for it, as what
    /// writes JSON does with numbers.
    fn name(&mut self, key: &Bound<'py, PyAny>, care: Care) -> Result<Rc<str>> {
        let Ok(text) = key.cast::<PyString>() else {
            if matches!(care, Care::Levels(0) | Care::Quiet) {
                return self.printed(key);
            }
            let message = format!("keys must be strings, found `{}`", class_of(key));
            return Err(Error::new(ErrorKind::UnsupportedType, "", message));
        };
        let address = key.as_ptr() as usize;
        if let Some((_, known)) = self.names.get(&address) {
            return Ok(known.clone());
        }
        let name = self.lossy(text)?;
        if self.names.len() < NAMES {
            self.names.insert(address, (key.clone(), name.clone()));
        }
        Ok(name)
    }

    /// What code of an object gave. `None` if it failed: such an object cannot be read.
    fn ran<T>(&mut self, result: PyResult<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_instance_of::<PyException>(self.py) => Ok(None),
            Err(error) => {
                self.ended = Some(error);
                Err(Error::new(ErrorKind::Internal, "", "the program ends"))
            }
        }
    }
}

#[inline(never)]
fn under(error: Error, place: &dyn ToString) -> Error {
    error.under(&place.to_string())
}
