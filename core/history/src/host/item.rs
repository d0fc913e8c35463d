//! [`Item`]: a value that is read. With it, each dialect is written once for all languages.
//!
//! A host's values come as a flat copy ([`Copied`]); this crate's own values are
//! [`serde_json::Value`]s.

mod budget;
mod copied;

pub use budget::{Budget, MAX_VALUES, too_deep};
pub use conspectus_tokens::text::Text;
pub use copied::{CONTENT_FIELDS, Copied, CopyBuilder, READ_FIELDS};

use crate::error::Result;
use crate::host::units;
use serde_json::{Number, Value};
use std::fmt::{self, Debug, Formatter};

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

/// A view of one value, of the host or of this crate, however it is stored.
///
/// ```
/// use conspectus::{Config, History};
/// use serde_json::json;
///
/// let value = json!([{ "role": "user", "content": "Hello" }]);
/// let list = vec![json!({ "role": "user", "content": "Hello" })];
/// let of_value = History::of(Config::default(), &value)?;
/// let of_list = History::of(Config::default(), &list)?;
/// assert_eq!(of_value.tokens(), of_list.tokens());
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Clone, Copy)]
pub enum Item<'a> {
    /// A list of values.
    List(&'a [Value]),
    /// A value.
    Value(&'a Value),
    /// A value in a copy of the host's, by its place.
    Copied(&'a Copied, usize),
    /// A list that mixes messages of the host and of this crate.
    Listed(&'a dyn Listed),
}

/// A list whose messages lie in several places.
pub trait Listed {
    /// How many messages it has.
    fn count(&self) -> usize;
    /// The message at an index.
    fn message(&self, index: usize) -> Option<Item<'_>>;
}

impl Debug for Item<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self.to_value() {
            Ok(value) => value.fmt(out),
            Err(error) => error.fmt(out),
        }
    }
}

impl<'a> From<&'a Value> for Item<'a> {
    fn from(value: &'a Value) -> Self {
        Self::Value(value)
    }
}

impl<'a> From<&&'a Value> for Item<'a> {
    fn from(value: &&'a Value) -> Self {
        Self::Value(value)
    }
}

impl<'a> From<&'a [Value]> for Item<'a> {
    fn from(list: &'a [Value]) -> Self {
        Self::List(list)
    }
}

impl<'a> From<&'a Vec<Value>> for Item<'a> {
    fn from(list: &'a Vec<Value>) -> Self {
        Self::List(list)
    }
}

impl<'a, const N: usize> From<&'a [Value; N]> for Item<'a> {
    fn from(list: &'a [Value; N]) -> Self {
        Self::List(list)
    }
}

impl<'a> From<&'a Copied> for Item<'a> {
    fn from(copied: &'a Copied) -> Self {
        Self::Copied(copied, 0)
    }
}

impl<'a> From<&Item<'a>> for Item<'a> {
    fn from(item: &Item<'a>) -> Self {
        *item
    }
}

impl<'a> Item<'a> {
    /// What kind of value this is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::List(_) | Self::Listed(_) | Self::Value(Value::Array(_)) => Kind::Array,
            Self::Value(Value::Null) => Kind::Null,
            Self::Value(Value::Bool(_)) => Kind::Bool,
            Self::Value(Value::Number(_)) => Kind::Number,
            Self::Value(Value::String(_)) => Kind::String,
            Self::Value(Value::Object(_)) => Kind::Object,
            Self::Copied(of, at) => of.kind(*at),
        }
    }

    /// The chars of a string, the children of an array or object, the bytes of [`Kind::Bytes`]; 0
    /// for every other kind.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::List(items) => items.len(),
            Self::Listed(list) => list.count(),
            Self::Value(Value::String(text)) => units::utf16_len(text),
            Self::Value(Value::Array(items)) => items.len(),
            Self::Value(Value::Object(fields)) => fields.len(),
            Self::Value(_) => 0,
            Self::Copied(of, at) => of.len(*at),
        }
    }

    /// Returns true if [`len`](Self::len) is 0: the value has neither children nor chars nor bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The child of an object under `key`, if this is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::Value(value) => value.as_object()?.get(key).map(Self::Value),
            Self::Copied(of, at) => of.get(*at, key).map(|at| Self::Copied(of, at)),
            Self::List(_) | Self::Listed(_) => None,
        }
    }

    /// The child of an array at `index`, if this is an array that long.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::List(items) => items.get(index).map(Self::Value),
            Self::Value(value) => value.as_array()?.get(index).map(Self::Value),
            Self::Copied(of, at) => of.at(*at, index).map(|at| Self::Copied(of, at)),
            Self::Listed(list) => list.message(index),
        }
    }

    /// Every child in order, in an object with its key. Values of other kinds have no children.
    pub fn children(&self) -> Box<dyn Iterator<Item = (Option<Key<'a>>, Self)> + 'a> {
        match *self {
            Self::Value(Value::Object(fields)) => Box::new(
                fields
                    .iter()
                    .map(|(name, child)| (Some(Key::of(name)), Self::Value(child))),
            ),
            Self::Copied(of, at) if self.is_object() => Box::new(
                of.children(at)
                    .iter()
                    .map(|at| (Some(of.key_of(*at)), Self::Copied(of, *at))),
            ),
            _ => Box::new(self.items().map(|item| (None, item))),
        }
    }

    /// The fields of an object in order: their names and their values.
    pub fn fields(&self) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        self.children()
            .filter_map(|(key, value)| Some((key?.name, value)))
    }

    /// Calls `visit` with every child, as [`children`](Self::children) gives them.
    pub fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        self.children().for_each(|(key, child)| visit(key, child));
    }

    /// The text of a string; empty for other kinds.
    #[must_use]
    pub fn text(&self) -> Text<'a> {
        match self {
            Self::Value(Value::String(text)) => Text::Utf8(text),
            Self::Copied(of, at) => of.text(*at),
            _ => Text::Utf8(""),
        }
    }

    /// The bytes of [`Kind::Bytes`]; empty for other kinds.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        match self {
            Self::Copied(of, at) => of.bytes(*at),
            _ => &[],
        }
    }

    /// The value of a number. Booleans give 0 or 1, other kinds NaN.
    #[must_use]
    pub fn number(&self) -> f64 {
        match self {
            Self::Value(Value::Bool(flag)) => f64::from(u8::from(*flag)),
            Self::Value(Value::Number(number)) => number.as_f64().unwrap_or(f64::NAN),
            Self::Copied(of, at) => of.number(*at),
            _ => f64::NAN,
        }
    }

    /// A number as JSON writes it, with all its digits. `None` for other kinds, and for a number
    /// that JSON cannot hold.
    #[must_use]
    pub fn json_number(&self) -> Option<Number> {
        match self {
            Self::Value(value) => value.as_number().cloned(),
            Self::Copied(of, at) => of.json_number(*at),
            _ => None,
        }
    }

    /// Returns true if this string is the host's printed form of a value that is not plain data.
    /// The printed form may differ the next time.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        matches!(self, Self::Copied(of, at) if of.is_odd(*at))
    }

    /// Whether this is a container so deep that the host has not read what it holds. It has no
    /// children then.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        matches!(self, Self::Copied(of, at) if of.is_endless(*at))
    }

    /// The whole text as UTF-8, with lone surrogates replaced by U+FFFD. Meant for short strings
    /// and for text that goes into a summary.
    pub fn to_text(&self) -> String {
        self.text().to_str().into_owned()
    }

    /// The whole text as [`to_text`](Self::to_text) gives it; `None` if this is not a string.
    pub fn as_string(&self) -> Option<String> {
        self.is_string().then(|| self.to_text())
    }

    /// Whether this is null.
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether this is a number.
    pub fn is_number(&self) -> bool {
        self.kind() == Kind::Number
    }

    /// Whether this is a string.
    pub fn is_string(&self) -> bool {
        self.kind() == Kind::String
    }

    /// Whether this is a list.
    pub fn is_list(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether this is an object.
    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether this is a list or an object.
    pub fn is_container(&self) -> bool {
        self.is_list() || self.is_object()
    }

    /// Whether this is a string or bytes, as the data of media are.
    pub fn is_data(&self) -> bool {
        matches!(self.kind(), Kind::String | Kind::Bytes)
    }

    /// Whether this object has something under `key`, which may be null.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The value under `key`, if it is something else than null.
    pub fn known(&self, key: &str) -> Option<Self> {
        self.get(key).filter(|value| !value.is_null())
    }

    /// The value under `key`, if it is a string.
    pub fn string(&self, key: &str) -> Option<Self> {
        self.get(key).filter(Self::is_string)
    }

    /// The value under `key`, if it is a list.
    pub fn list(&self, key: &str) -> Option<Self> {
        self.get(key).filter(Self::is_list)
    }

    /// The value under `key`, if it is an object.
    pub fn object(&self, key: &str) -> Option<Self> {
        self.get(key).filter(Self::is_object)
    }

    /// Whether the value under `key` is [true](Self::is_truthy).
    pub fn is_set(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value.is_truthy())
    }

    /// Whether the value under `key` is not [empty](Self::is_empty).
    pub fn has_more(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| !value.is_empty())
    }

    /// Whether the value under `key` is the string `word`.
    pub fn says(&self, key: &str, word: &str) -> bool {
        self.get(key).is_some_and(|value| value.is_str(word))
    }

    /// Whether the value under `key` is one of the strings `words`.
    pub fn says_one(&self, key: &str, words: &[&str]) -> bool {
        self.get(key)
            .is_some_and(|value| words.iter().any(|word| value.is_str(word)))
    }

    /// The value under the first of `keys` that this object has.
    pub fn first(&self, keys: &[&str]) -> Option<Self> {
        keys.iter().find_map(|key| self.get(key))
    }

    /// The string under the first of `keys` that has one.
    pub fn first_string(&self, keys: &[&str]) -> Option<Self> {
        keys.iter().find_map(|key| self.string(key))
    }

    /// Whether this object has something under any of `keys`.
    pub fn has_any(&self, keys: &[&str]) -> bool {
        self.first(keys).is_some()
    }

    /// Whether a value under any of `keys` is [true](Self::is_truthy).
    pub fn any_set(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.is_set(key))
    }

    /// The string under `key` of this object, if there is one.
    pub fn string_at(&self, key: &str) -> Option<String> {
        self.get(key)?.as_string()
    }

    /// The items of a list, in order. Other kinds have none.
    pub fn items(&self) -> impl Iterator<Item = Self> + use<'a> {
        let list = *self;
        let count = if self.is_list() { self.len() } else { 0 };
        (0..count).filter_map(move |index| list.at(index))
    }

    /// Whether `test` returns true for the name and value of any field.
    pub fn any_field(&self, mut test: impl FnMut(&str, Self) -> bool) -> bool {
        self.fields().any(|(name, value)| test(name, value))
    }

    /// Visits the items of a list in order, each with its index.
    pub fn each_item(&self, mut visit: impl FnMut(usize, Self)) {
        let items = self.items().enumerate();
        items.for_each(|(index, item)| visit(index, item));
    }

    /// Whether this is the string `expected`.
    pub fn is_str(&self, expected: &str) -> bool {
        self.is_string()
            && self.len() == units::utf16_len(expected)
            && self.text().to_str() == expected
    }

    /// Whether JavaScript would call this true: not null, false, 0, NaN or the empty string.
    pub fn is_truthy(&self) -> bool {
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
    pub fn to_value(&self) -> Result<Value> {
        to_value_at(self, &mut Budget::default())
    }
}

/// Not inlined: it would take room on the stack at every level.
#[inline(never)]
fn leaf_value(view: &Item<'_>) -> Value {
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

fn to_value_at(view: &Item<'_>, budget: &mut Budget) -> Result<Value> {
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

/// A boolean as JSON: `true` or `false`.
#[must_use]
pub fn bool_literal(value: &Item<'_>) -> &'static str {
    if value.number() == 0.0 {
        "false"
    } else {
        "true"
    }
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
