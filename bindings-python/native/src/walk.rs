//! A copy of what the host gave, made in one walk over its objects. The core reads that copy alone.
//!
//! An instance of another class is asked once what it holds, by `_objects.py`. In a message, what
//! cannot be read is a string: the text that Python prints for it. Elsewhere it is a fault.
//!
//! A str is encoded into bytes of its own: asking one that is not ASCII for its UTF-8 would leave a
//! second copy inside the host's object.

use crate::error::finish;
use conspectus::host::item::Item;
use conspectus::{Error, ErrorKind, Result};
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

/// An object of the host's.
pub type Object<'py> = Bound<'py, PyAny>;

/// How values that are not data are handled.
#[derive(Clone, Copy, PartialEq)]
enum Care {
    /// It is a fault, and so is a container that holds itself.
    Strict,
    /// As `Strict`, for a list of messages and for each message.
    Messages,
    Message,
    /// It is a string: what Python prints for it.
    Odd,
    /// It is bytes, which JSON cannot hold: the host's own value stays. No code of an object runs.
    Quiet,
}

impl Care {
    /// That for what such a value holds.
    fn inside(self) -> Self {
        match self {
            Self::Messages => Self::Message,
            Self::Message => Self::Odd,
            other => other,
        }
    }
}

/// A copy of options or an answer, in which all is data.
pub fn data(value: &Object) -> PyResult<Copied> {
    Walk::default().copy(value, Care::Strict)
}

/// As [`data`], as a value.
pub fn value(value: &Object) -> PyResult<Value> {
    finish(Item::from(&data(value)?).to_value(), value)
}

/// A copy of one message, or of another value that is data and holds what can be read. With `all`,
/// every field is copied; otherwise only the fields that dialects read.
pub fn message(message: &Object, all: bool) -> PyResult<Copied> {
    Walk {
        all,
        ..Walk::default()
    }
    .copy(message, Care::Message)
}

/// Copies the messages of a list. The first number of `listed` is the index of the first one that
/// is copied; the second is its place in errors. Any other value is copied too, for the core to
/// reject.
pub fn messages(list: &Object, listed: (usize, usize), all: bool) -> PyResult<Copied> {
    Walk {
        all,
        listed,
        ..Walk::default()
    }
    .copy(list, Care::Messages)
}

/// Returns the items of a list or tuple, starting at index `from`, as they are stored: no method of
/// a subclass is called. Any other value has no items.
pub fn items<'py>(list: &Object<'py>, from: usize) -> Vec<Object<'py>> {
    match (list.cast::<PyList>(), list.cast::<PyTuple>()) {
        (Ok(list), _) => list.iter().skip(from).collect(),
        (_, Ok(tuple)) => tuple.iter().skip(from).collect(),
        _ => Vec::new(),
    }
}

pub fn is_list(value: &Object) -> bool {
    value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()
}

/// Whether it is of a class that JSON has, or extends one.
pub fn is_data(value: &Object) -> bool {
    value.is_none()
        || value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyDict>()
        || is_list(value)
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyBytes>()
}

/// The name of an object's class.
pub fn class_of(object: &Object) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// By their address. They are kept, so that no other object comes to lie there.
type Objects<'py, T> = HashMap<usize, (Object<'py>, T)>;

#[derive(Default)]
struct Walk<'py> {
    copy: CopyBuilder,
    /// The addresses of the containers that are open.
    open: Vec<usize>,
    /// How many objects were asked on the way here.
    objects: usize,
    /// What objects hold; `None` if that cannot be read.
    held: Objects<'py, Option<Object<'py>>>,
    /// The names of fields, and what is printed of objects that hold nothing that can be read.
    texts: Objects<'py, Rc<str>>,
    /// The index of the first list item that is copied, and its place in errors.
    listed: (usize, usize),
    /// Whether all fields of a message are copied.
    all: bool,
    /// What ends the program, such as Ctrl-C, while code of an object runs.
    ended: Option<PyErr>,
}

impl<'py> Walk<'py> {
    fn copy(mut self, value: &Object<'py>, care: Care) -> PyResult<Copied> {
        let walked = self.value(value, care);
        match self.ended {
            Some(ended) => Err(ended),
            None => finish(walked, value).map(|()| self.copy.finish()),
        }
    }

    fn value(&mut self, value: &Object<'py>, care: Care) -> Result<()> {
        if let Ok(text) = value.cast::<PyString>() {
            self.text(text)
        } else if value.is_instance_of::<PyDict>() || is_list(value) {
            self.container(value, care)
        } else {
            self.other(value, care)
        }
    }

    /// Not inlined, as others that follow: they would take room on the stack at every level.
    #[inline(never)]
    fn other(&mut self, value: &Object<'py>, care: Care) -> Result<()> {
        if value.is_none() {
            self.copy.null();
        } else if let Ok(value) = value.cast::<PyBool>() {
            self.copy.bool(value.is_true());
        } else if let Ok(int) = value.cast::<PyInt>() {
            let digits = int.extract::<i64>().map(Number::from);
            let digits = digits.or_else(|_| int.extract::<u64>().map(Number::from));
            // What is beyond a double's range is infinite.
            let value = int.extract().unwrap_or(f64::INFINITY);
            self.copy.number(value, digits.ok());
        } else if let Ok(float) = value.cast::<PyFloat>() {
            let value = float.value();
            self.copy.number(value, Number::from_f64(value));
        } else if let Ok(bytes) = value.cast::<PyBytes>() {
            self.copy.bytes(bytes.as_bytes());
        } else {
            self.object(value, care)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn text(&mut self, text: &Bound<'py, PyString>) -> Result<()> {
        if let Ok(bytes) = text.encode_utf8()
            && let Ok(text) = std::str::from_utf8(bytes.as_bytes())
        {
            self.copy.text(text);
        } else {
            let units = self.units(text)?;
            self.copy.units(units.into_iter());
        }
        Ok(())
    }

    /// The UTF-16 units of a str, lone surrogates included.
    fn units(&mut self, text: &Bound<'py, PyString>) -> Result<Vec<u16>> {
        // Behind a mark; this codec needs no module of Python's.
        let bytes: Vec<u8> = text
            .call_method1(intern!(text.py(), "encode"), ("utf-16", "surrogatepass"))
            .and_then(|bytes| bytes.extract())
            .map_err(|error| self.end(error))?;
        let pairs = bytes.as_chunks().0.iter().copied();
        Ok(pairs.skip(1).map(u16::from_ne_bytes).collect())
    }

    #[inline(never)]
    fn container(&mut self, of: &Object<'py>, care: Care) -> Result<()> {
        let (dict, address) = (of.cast::<PyDict>(), of.as_ptr() as usize);
        if self.open.contains(&address) {
            return self.odd(of, care, ErrorKind::Cycle);
        }
        if self.copy.open(dict.is_err()) {
            self.open.push(address);
            match dict {
                Ok(dict) => self.dict(dict, care),
                Err(_) => self.list(of, care),
            }?;
            self.open.pop();
            self.copy.close();
        }
        Ok(())
    }

    fn list(&mut self, list: &Object<'py>, care: Care) -> Result<()> {
        let (from, first) = match care {
            Care::Messages => self.listed,
            _ => (0, 0),
        };
        // They are taken out first: code of an object may change the list.
        for (index, item) in items(list, from).iter().enumerate() {
            self.value(item, care.inside())
                .map_err(|error| error.under(&(first + index).to_string()))?;
        }
        Ok(())
    }

    fn dict(&mut self, dict: &Bound<'py, PyDict>, care: Care) -> Result<()> {
        let holds = |field| dict.contains(field).unwrap_or(false);
        let is_quiet = care == Care::Message && !self.all && CONTENT_FIELDS.into_iter().any(holds);
        for (key, value) in dict.iter().collect::<Vec<_>>() {
            let name = self.name(&key, care)?;
            let is_read = !is_quiet || READ_FIELDS.binary_search(&&*name).is_ok();
            self.copy.key(&name);
            self.value(&value, if is_read { care.inside() } else { Care::Quiet })
                .map_err(|error| error.under(&name))?;
        }
        Ok(())
    }

    /// What cannot be read.
    fn odd(&mut self, value: &Object<'py>, care: Care, fault: ErrorKind) -> Result<()> {
        match care {
            Care::Quiet => self.copy.bytes(&[]),
            Care::Odd => {
                let text = self.text_of(value)?;
                self.copy.text(&text);
                self.copy.mark_odd();
            }
            _ => {
                let message = match fault {
                    ErrorKind::Cycle => "a container holds itself: break the cycle".to_owned(),
                    _ => format!(
                        "`{}` is not plain data (dict, list, str, int, float, bool, None, bytes), and no object with fields or a `model_dump`: convert it first",
                        class_of(value)
                    ),
                };
                return Err(Error::new(fault, "", message));
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn object(&mut self, object: &Object<'py>, care: Care) -> Result<()> {
        let is_asked =
            care != Care::Quiet && self.objects < OBJECTS_DEEP && self.held.len() < OBJECTS;
        let held = if is_asked { self.held(object)? } else { None };
        let Some(held) = held else {
            return self.odd(object, care, ErrorKind::UnsupportedType);
        };
        self.objects += 1;
        self.value(&held, care)?;
        self.objects -= 1;
        Ok(())
    }

    /// What an object holds as plain data: the fields of a model, the text of a date. `None` if it
    /// holds nothing that can be read. It runs Python code.
    fn held(&mut self, object: &Object<'py>) -> Result<Option<Object<'py>>> {
        static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let address = object.as_ptr() as usize;
        if let Some((_, known)) = self.held.get(&address) {
            return Ok(known.clone());
        }
        let plain = PLAIN.import(object.py(), "conspectus._objects", "plain");
        let held = plain.and_then(|plain| plain.call1((object,)));
        // What it gives must be plain itself: otherwise an object that gives another one would
        // never end.
        let held = self.ran(object.py(), held)?.filter(is_data);
        self.held.insert(address, (object.clone(), held.clone()));
        Ok(held)
    }

    /// A str, what Python prints for another object, or the name of its class. Half a character is
    /// replaced. It runs Python code, once a call.
    fn text_of(&mut self, object: &Object<'py>) -> Result<Rc<str>> {
        let address = object.as_ptr() as usize;
        if let Some((_, known)) = self.texts.get(&address) {
            return Ok(known.clone());
        }
        let text = match object.cast::<PyString>() {
            Ok(text) => Some(text.clone()),
            Err(_) => self.ran(object.py(), object.str())?,
        };
        let text = Rc::<str>::from(match text {
            Some(text) => String::from_utf16_lossy(&self.units(&text)?),
            None => class_of(object),
        });
        self.texts.insert(address, (object.clone(), text.clone()));
        Ok(text)
    }

    /// Returns the name of a field. Inside a message, a key that is not a str becomes the text that
    /// Python prints for it, as JSON writers do with numbers.
    fn name(&mut self, key: &Object<'py>, care: Care) -> Result<Rc<str>> {
        if matches!(care, Care::Odd | Care::Quiet) || key.is_instance_of::<PyString>() {
            return self.text_of(key);
        }
        let message = format!("keys must be strings, found `{}`", class_of(key));
        Err(Error::new(ErrorKind::UnsupportedType, "", message))
    }

    /// What code of an object gave. `None` if it failed: such an object cannot be read.
    fn ran<T>(&mut self, py: Python<'py>, result: PyResult<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
            Err(error) => Err(self.end(error)),
        }
    }

    fn end(&mut self, error: PyErr) -> Error {
        self.ended = Some(error);
        Error::new(ErrorKind::Internal, "", "the program ends")
    }
}
