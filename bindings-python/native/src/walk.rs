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
/// With at least this many chars, the core reads while other threads use the interpreter. Chosen
/// here: below it, all steps except a summary take far less than the 5 ms after which the
/// interpreter switches threads on its own.
const LONG: usize = 32_768;

/// An object of the host's.
pub type Object<'py> = Bound<'py, PyAny>;

/// How values that are not data are handled.
#[derive(Clone, Copy, PartialEq)]
enum Care {
    /// It is a fault, and so is a container that holds itself.
    Strict,
    /// As `Strict`, for a list of messages and for each message. With `all`, every field is copied;
    /// otherwise only the fields that dialects read.
    Messages {
        all: bool,
    },
    Message {
        all: bool,
    },
    /// It is a string: what Python prints for it.
    Odd,
    /// It is bytes, which JSON cannot hold: the host's own value stays. No code of an object runs.
    Quiet,
}

impl Care {
    /// That for what such a value holds.
    fn inside(self) -> Self {
        match self {
            Self::Messages { all } => Self::Message { all },
            Self::Message { .. } => Self::Odd,
            other => other,
        }
    }
}

/// A copy, and whether it is long.
pub type Copy = (Copied, bool);

/// A copy of options or an answer, in which all is data.
pub fn data(value: &Object) -> PyResult<Copied> {
    Ok(Walk::copy(value, Care::Strict, (0, 0))?.0)
}

/// As [`data`], as a value.
pub fn value(value: &Object) -> PyResult<Value> {
    finish(Item::from(&data(value)?).to_value(), value)
}

/// A copy of one message, or of another value that is data and holds what can be read.
pub fn message(message: &Object, all: bool) -> PyResult<Copy> {
    Walk::copy(message, Care::Message { all }, (0, 0))
}

/// Copies the messages of a list. The first number of `listed` is the index of the first one that
/// is copied; the second is added to their places in errors. Any other value is copied too, for the
/// core to reject.
pub fn messages(list: &Object, listed: (usize, usize), all: bool) -> PyResult<Copy> {
    Walk::copy(list, Care::Messages { all }, listed)
}

/// Returns the items of a list or tuple, starting at index `from`, as they are stored: no method of
/// a subclass is called. Any other value has no items.
pub fn items<'py>(list: &Object<'py>, from: usize) -> Vec<Object<'py>> {
    match (list.cast::<PyList>(), list.cast::<PyTuple>()) {
        (Ok(list), _) => (from..list.len())
            .map_while(|index| list.get_item(index).ok())
            .collect(),
        (_, Ok(tuple)) => (from..tuple.len())
            .map_while(|index| tuple.get_item(index).ok())
            .collect(),
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
    let name = object.get_type().name();
    name.map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// By their address. They are kept, so that no other object comes to lie there.
type Objects<'py, T> = HashMap<usize, (Object<'py>, T)>;

#[derive(Default)]
struct Walk<'py> {
    copy: CopyBuilder,
    /// Values and chars.
    size: usize,
    /// The addresses of the containers that are open.
    open: Vec<usize>,
    /// How many objects were asked on the way here.
    objects: usize,
    /// What objects hold; `None` if that cannot be read.
    held: Objects<'py, Option<Object<'py>>>,
    /// The names of fields, and what is printed of objects that hold nothing that can be read.
    texts: Objects<'py, Rc<str>>,
    /// The index of the first list item that is copied, and the number that is added to the items'
    /// places.
    listed: (usize, usize),
    /// What ends the program, such as Ctrl-C, while code of an object runs.
    ended: Option<PyErr>,
}

impl<'py> Walk<'py> {
    fn copy(value: &Object<'py>, care: Care, listed: (usize, usize)) -> PyResult<Copy> {
        let mut walk = Self {
            listed,
            ..Self::default()
        };
        let walked = walk.value(value, care);
        if let Some(ended) = walk.ended {
            return Err(ended);
        }
        finish(walked, value)?;
        Ok((walk.copy.finish(), walk.size >= LONG))
    }

    fn value(&mut self, value: &Object<'py>, care: Care) -> Result<()> {
        self.size += 1;
        if let Ok(text) = value.cast::<PyString>() {
            self.text(text)
        } else if let Ok(dict) = value.cast::<PyDict>() {
            self.dict(dict, care)
        } else if is_list(value) {
            self.list(value, care)
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
            let digits = match int.extract::<i64>() {
                Ok(int) => Some(Number::from(int)),
                Err(_) => int.extract::<u64>().ok().map(Number::from),
            };
            // What is beyond a double's range is infinite.
            let value = int.extract().unwrap_or(f64::INFINITY);
            self.copy.number(value, digits);
        } else if let Ok(float) = value.cast::<PyFloat>() {
            let value = float.value();
            self.copy.number(value, Number::from_f64(value));
        } else if let Ok(bytes) = value.cast::<PyBytes>() {
            self.size += bytes.as_bytes().len();
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
            self.size += text.len();
            self.copy.text(text);
        } else {
            let units = self.units(text)?;
            self.size += units.len();
            self.copy.units(units.into_iter());
        }
        Ok(())
    }

    /// The UTF-16 units of a str, lone surrogates included.
    fn units(&mut self, text: &Bound<'py, PyString>) -> Result<Vec<u16>> {
        // Behind a mark; this codec needs no module of Python's.
        let given = ("utf-16", "surrogatepass");
        let bytes = text.call_method1(intern!(text.py(), "encode"), given);
        let bytes = bytes.and_then(|bytes| bytes.extract::<Vec<u8>>());
        let bytes = bytes.map_err(|error| self.end(error))?;
        let pairs = bytes.as_chunks().0.iter().copied();
        Ok(pairs.skip(1).map(u16::from_ne_bytes).collect())
    }

    fn list(&mut self, list: &Object<'py>, care: Care) -> Result<()> {
        let (from, before) = match care {
            Care::Messages { .. } => self.listed,
            _ => (0, 0),
        };
        if self.enter(list, true, care)? {
            // They are taken out first: code of an object may change the list.
            for (index, item) in items(list, from).iter().enumerate() {
                self.value(item, care.inside())
                    .map_err(|error| under(error, &(from + before + index)))?;
            }
            self.leave();
        }
        Ok(())
    }

    fn dict(&mut self, dict: &Bound<'py, PyDict>, care: Care) -> Result<()> {
        if !self.enter(dict, false, care)? {
            return Ok(());
        }
        let mut fields = Vec::with_capacity(dict.len());
        for (key, value) in dict.iter().collect::<Vec<_>>() {
            fields.push((self.name(&key, care)?, value));
        }
        let is_content = |(name, _): &(Rc<str>, _)| CONTENT_FIELDS.contains(&&**name);
        let is_quiet = care == Care::Message { all: false } && fields.iter().any(is_content);
        for (name, value) in fields {
            let is_read = !is_quiet || READ_FIELDS.binary_search(&&*name).is_ok();
            self.copy.key(&name);
            self.value(&value, if is_read { care.inside() } else { Care::Quiet })
                .map_err(|error| under(error, &name))?;
        }
        self.leave();
        Ok(())
    }

    /// Begins a container. `false` if nothing that it holds is to be read.
    #[inline(never)]
    fn enter(&mut self, of: &Object<'py>, is_list: bool, care: Care) -> Result<bool> {
        let address = of.as_ptr() as usize;
        if self.open.contains(&address) {
            return self.odd(of, care, ErrorKind::Cycle).map(|()| false);
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
    fn odd(&mut self, value: &Object<'py>, care: Care, fault: ErrorKind) -> Result<()> {
        match (care, fault) {
            (Care::Quiet, _) => self.copy.bytes(&[]),
            (Care::Odd, _) => {
                let text = self.text_of(value)?;
                self.size += text.len();
                self.copy.odd(&text);
            }
            (_, ErrorKind::Cycle) => {
                let message = "a container holds itself: break the cycle";
                return Err(Error::new(fault, "", message));
            }
            _ => {
                let expected = "plain data (dict, list, str, int, float, bool, None, bytes), and no object with fields or a `model_dump`";
                let class = class_of(value);
                let message = format!("`{class}` is not {expected}: convert it first");
                return Err(Error::new(fault, "", message));
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn object(&mut self, object: &Object<'py>, care: Care) -> Result<()> {
        let is_asked = care != Care::Quiet && self.objects < OBJECTS_DEEP;
        match if is_asked { self.held(object)? } else { None } {
            Some(held) => {
                self.objects += 1;
                self.value(&held, care)?;
                self.objects -= 1;
                Ok(())
            }
            None => self.odd(object, care, ErrorKind::UnsupportedType),
        }
    }

    /// What an object holds as plain data: the fields of a model, the text of a date. `None` if it
    /// holds nothing that can be read. It runs Python code.
    fn held(&mut self, object: &Object<'py>) -> Result<Option<Object<'py>>> {
        static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let address = object.as_ptr() as usize;
        if let Some((_, known)) = self.held.get(&address) {
            return Ok(known.clone());
        }
        let held = match PLAIN.import(object.py(), "conspectus._objects", "plain") {
            Ok(plain) if self.held.len() < OBJECTS => {
                self.ran(object.py(), plain.call1((object,)))?
            }
            _ => None,
        };
        // What it gives must be plain itself: otherwise an object that gives another one would
        // never end.
        let held = held.filter(is_data);
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
        let text: Rc<str> = match text {
            Some(text) => String::from_utf16_lossy(&self.units(&text)?).into(),
            None => class_of(object).into(),
        };
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

#[inline(never)]
fn under(error: Error, place: &dyn ToString) -> Error {
    error.under(&place.to_string())
}
