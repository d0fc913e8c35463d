//! [`View`]: a read-only view of one host value. With it, each dialect is written once for all languages.
//!
//! It is implemented here for [`serde_json::Value`], as [`Json`], and for JSON text
//! ([`json_text`]). The bindings implement it for Python objects and for JavaScript values, which
//! they first write to a flat buffer. A string is measured without being copied. Its text is
//! fetched only through [`View::text`], and only as much of it as the caller asks for. To sum over
//! plain data, [`View::scan`] visits all of it in one pass.

mod as_view;
mod budget;
pub mod json_text;
mod mixed;
mod scan;

pub use as_view::{AsView, Json};
pub use budget::{Budget, MAX_VALUES, too_deep};
pub use conspectus_tokens::text::Text;

use crate::error::Result;
use crate::host::units;
pub use mixed::{Mix, Mixed};
pub use scan::bool_literal;
pub use scan::{Scan, Wanted, by_views as scan_by_views};
use serde_json::{Number, Value};

/// The deepest nesting of lists and objects inside one message. Deeper messages are rejected with
/// `TOO_DEEP`.
///
/// Chosen here: far above what providers accept, and far below the depth at which the smallest
/// thread stack overflows.
pub const MAX_DEPTH: usize = 256;

/// The kind of a host value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`, `None`, `undefined` inside a list.
    Null,
    /// `true` or `false`.
    Bool,
    /// Any number, read as an IEEE double. Integers beyond 2^53 lose digits, as in JavaScript.
    Number,
    /// A string; it may hold lone surrogates.
    String,
    /// Raw bytes (`bytes`, `Uint8Array`): media that are not in base64.
    Bytes,
    /// A list.
    Array,
    /// A mapping with string keys.
    Object,
}

/// A key of an object with its lengths. A host knows the lengths, or computes them once for each
/// distinct key.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    /// The name; lone surrogates appear as U+FFFD.
    pub name: &'a str,
    /// Length of the name in chars (UTF-16 units).
    pub chars: usize,
    /// Length of the name as a JSON string in chars, quotes and escapes included.
    pub json_chars: usize,
}

/// A read-only view of one host value. Cheap to clone: a reference or an index.
pub trait View: Clone {
    /// What kind of value this is.
    fn kind(&self) -> Kind;

    /// The chars of a string, the children of an array or object, the bytes of [`Kind::Bytes`]; 0
    /// for every other kind. Takes O(1) or one pass, and copies nothing.
    fn len(&self) -> usize;

    /// The child of an object under `key`, if this is an object that has it.
    fn get(&self, key: &str) -> Option<Self>;

    /// The child of an array at `index`, if this is an array that long.
    fn at(&self, index: usize) -> Option<Self>;

    /// Whether an item of this list may be an object with this key. A host that cannot tell without
    /// looking at the items returns `true`.
    fn items_may_have(&self, key: &str) -> bool {
        let _ = key;
        true
    }

    /// Calls `visit` with every child in order. The key is `None` in arrays. Values of other kinds
    /// have no children.
    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self));

    /// Calls `read` with the text of a string. It holds at least the first `at_most_chars` chars; a
    /// host that has the whole text at hand may pass all of it. For kinds other than string the
    /// text is empty.
    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R;

    /// Calls `read` with the first bytes of [`Kind::Bytes`], at most `at_most` of them. The slice
    /// is empty for other kinds, and if the host knows only the length.
    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        let _ = at_most;
        read(&[])
    }

    /// The value of a number. Booleans give 0 or 1, other kinds NaN.
    fn number(&self) -> f64;

    /// A number as JSON writes it, with all its digits. `None` for other kinds, and for a number
    /// that JSON cannot hold. A host with integers of its own overrides this: a double has 53 bits.
    fn json_number(&self) -> Option<Number> {
        match self.kind() {
            Kind::Number => number_of(self.number()),
            _ => None,
        }
    }

    /// Reports this value and everything in it to `scan`, in order. Returns `false` if `scan` ended
    /// the pass early. A host that stores its values in a flat form may override this with a faster
    /// pass; it must report the same.
    fn scan<S: Scan>(&self, scan: &mut S) -> bool {
        scan_by_views(self, scan)
    }

    /// Whether this string is what the host prints for a value that is no data. It may print
    /// another one the next time.
    fn is_odd(&self) -> bool {
        false
    }

    /// Whether this is a container so deep that the host has not read what it holds. It has no
    /// children then.
    fn is_endless(&self) -> bool {
        false
    }

    /// Whether code of the host has to run to say what this holds.
    fn is_opaque(&self) -> bool {
        false
    }

    /// Whether there are no children, chars or bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Helpers for every [`View`], built on its methods.
pub trait ViewExt: View {
    /// The whole text as UTF-8, with lone surrogates replaced by U+FFFD. Meant for short strings
    /// and for text that goes into a summary.
    fn to_text(&self) -> String {
        self.text(usize::MAX, |text| text.to_str().into_owned())
    }

    /// The whole text as [`to_text`](Self::to_text) gives it; `None` if this is not a string.
    fn as_string(&self) -> Option<String> {
        (self.kind() == Kind::String).then(|| self.to_text())
    }

    /// The string under `key` of this object, if there is one.
    fn string_at(&self, key: &str) -> Option<String> {
        self.get(key).and_then(|child| child.as_string())
    }

    /// Visits the items of a list in order, each with its index.
    fn each_item(&self, mut visit: impl FnMut(usize, Self)) {
        let mut index = 0;
        self.for_each(&mut |_, item| {
            visit(index, item);
            index += 1;
        });
    }

    /// Whether this is the string `expected`.
    fn is_str(&self, expected: &str) -> bool {
        self.kind() == Kind::String
            && self.len() == units::utf16_len(expected)
            && self.text(usize::MAX, |text| text.to_str() == expected)
    }

    /// Whether JavaScript would call this true: not null, false, 0, NaN or the empty string.
    fn is_truthy(&self) -> bool {
        match self.kind() {
            Kind::Null => false,
            Kind::Bool | Kind::Number => self.number() != 0.0 && !self.number().is_nan(),
            Kind::String => !self.is_empty(),
            Kind::Bytes | Kind::Array | Kind::Object => true,
        }
    }

    /// A copy as `serde_json::Value`, meant for small values. Not-a-number and raw bytes become
    /// null.
    ///
    /// # Errors
    /// `TooDeep` if the value is nested deeper than [`MAX_DEPTH`].
    fn to_value(&self) -> Result<Value> {
        to_value_at(self, &mut Budget::default())
    }
}

impl<V: View> ViewExt for V {}

/// Not inlined: it would take room on the stack at every level.
#[inline(never)]
fn leaf_value<V: View>(view: &V) -> Value {
    match view.kind() {
        Kind::Bool => Value::Bool(view.number() != 0.0),
        Kind::Number => match view.json_number().filter(|number| !number.is_f64()) {
            Some(integer) => Value::Number(integer),
            None => number_of(view.number()).map_or(Value::Null, Value::Number),
        },
        Kind::String => Value::String(view.to_text()),
        _ => Value::Null,
    }
}

fn to_value_at<V: View>(view: &V, budget: &mut Budget) -> Result<Value> {
    Ok(match view.kind() {
        Kind::Array => {
            let mut items = Vec::new();
            budget.each(view, &mut |budget, _, child| {
                items.push(to_value_at(&child, budget)?);
                Ok(())
            })?;
            Value::Array(items)
        }
        Kind::Object => {
            let mut fields = serde_json::Map::new();
            budget.each(view, &mut |budget, key, child| {
                let value = to_value_at(&child, budget)?;
                fields.insert(key.map_or("", |key| key.name).to_owned(), value);
                Ok(())
            })?;
            Value::Object(fields)
        }
        _ => leaf_value(view),
    })
}

/// A number as JSON. Whole numbers become integers, so that they print without a fraction.
pub(crate) fn number_of(number: f64) -> Option<Number> {
    if number.trunc() == number && number.abs() < 9.2e18 {
        Some(Number::from(number as i64))
    } else if number.trunc() == number && (0.0..1.8e19).contains(&number) {
        Some(Number::from(number as u64))
    } else {
        Number::from_f64(number)
    }
}

impl<'a> Key<'a> {
    /// A key from its name. The lengths are measured here.
    #[must_use]
    pub fn of(name: &'a str) -> Self {
        let is_plain = |byte: u8| (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\';
        if name.bytes().all(is_plain) {
            return Self {
                name,
                chars: name.len(),
                json_chars: name.len() + 2,
            };
        }
        let chars = units::utf16_len(name);
        Self {
            name,
            chars,
            json_chars: chars + 2 + units::json_escape_chars_utf8(name.as_bytes()),
        }
    }
}
