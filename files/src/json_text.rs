//! [`JsonText`]: JSON text that is read in place. It builds no tree; each value is a slice of the text.
//!
//! The text is checked once ([`check`]). After that, the first byte of a value determines its kind.
//! Strings are measured in place, and unescaped only when their content is read. If a key is
//! written twice, both count in sizes and the last one is read, as in JavaScript.

use conspectus::host::item::{Copied, CopyBuilder, Item, Key, Kind, MAX_DEPTH, Text, too_deep};
use conspectus::host::units;
use conspectus::{Error, ErrorKind, Result};
use serde::de::IgnoredAny;
use serde_json::{Number, Value};
use std::borrow::Cow;

mod scan;
mod string;

pub use scan::{children, last_child, skip_space};

/// Levels around the messages of a file (an object, a list, a request inside it) that are allowed
/// on top of [`MAX_DEPTH`].
pub const WRAPPER_DEPTH: usize = 8;

/// A JSON value: a slice of JSON text, or a list or object put together from such slices.
///
/// With `List` and `Object`, a reader can hand over messages from different places of a file
/// without copying them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonTree<'a> {
    /// One JSON value as text, without white space around it. [`check`] has accepted it, alone or
    /// as a part of a larger value.
    Text(&'a str),
    /// A list of values. [`JsonText::at`] takes O(1) here.
    List(Vec<JsonTree<'a>>),
    /// An object. Its keys hold no characters that JSON escapes.
    Object(Vec<(&'static str, JsonTree<'a>)>),
}

/// A view of a [`JsonTree`] or of a value inside one. It is small and cheap to copy.
#[derive(Debug, Clone, Copy)]
pub enum JsonText<'a> {
    /// A slice of checked text.
    Text(&'a str),
    /// The values of a list.
    List(&'a [JsonTree<'a>]),
    /// The fields of an object, as keys and values.
    Object(&'a [(&'static str, JsonTree<'a>)]),
}

/// Checks that `text` is one JSON value and returns it without the white space around it.
///
/// Nesting is measured first, so that no input can exhaust the stack. Lone surrogates in escapes
/// (`\ud800`) are allowed, as in JavaScript.
///
/// # Errors
/// `TooDeep` if the nesting exceeds the sum of [`MAX_DEPTH`] and [`WRAPPER_DEPTH`]. `InvalidJson`
/// otherwise, with line and column.
pub fn check(text: &str) -> Result<&str> {
    if scan::depth(text.as_bytes()) > MAX_DEPTH + WRAPPER_DEPTH {
        return Err(too_deep());
    }
    serde_json::from_str::<IgnoredAny>(text)
        .map_err(|error| Error::new(ErrorKind::InvalidJson, "", error.to_string()))?;
    Ok(text.trim_matches([' ', '\t', '\n', '\r']))
}

impl<'a> JsonTree<'a> {
    /// Checks `text` with [`check`] and keeps it as one value.
    ///
    /// ```
    /// use conspectus_files::json_text::JsonTree;
    /// use conspectus::{Config, History};
    ///
    /// let tree = JsonTree::parse(r#"[{"role": "user", "content": "Hi"}]"#)?;
    /// assert_eq!(History::of(Config::default(), &tree.view().copied())?.len(), 1);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`check`].
    pub fn parse(text: &'a str) -> Result<Self> {
        check(text).map(Self::Text)
    }

    /// Returns a view of the value.
    #[must_use]
    pub fn view(&self) -> JsonText<'_> {
        match self {
            Self::Text(text) => JsonText::Text(text),
            Self::List(items) => JsonText::List(items),
            Self::Object(fields) => JsonText::Object(fields),
        }
    }

    /// The value as JSON. A slice of text is returned unchanged.
    #[must_use]
    pub fn to_json(&self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::List(_) | Self::Object(_) => {
                let mut json = String::new();
                self.write_json(&mut json);
                Cow::Owned(json)
            }
        }
    }

    fn write_json(&self, json: &mut String) {
        match self {
            Self::Text(text) => json.push_str(text),
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    json.push(if index == 0 { '[' } else { ',' });
                    item.write_json(json);
                }
                json.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Self::Object(fields) => {
                for (index, (key, value)) in fields.iter().enumerate() {
                    json.push_str(if index == 0 { "{\"" } else { ",\"" });
                    json.push_str(key);
                    json.push_str("\":");
                    value.write_json(json);
                }
                json.push_str(if fields.is_empty() { "{}" } else { "}" });
            }
        }
    }
}

impl<'a> JsonText<'a> {
    /// The JSON text of this value, if it is a slice of text.
    #[must_use]
    pub fn as_json(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Object(_) => None,
        }
    }

    /// The elements of a list, found in one pass, as values that can be kept. Empty for other
    /// kinds.
    #[must_use]
    pub fn elements(self) -> Vec<JsonTree<'a>> {
        match self {
            Self::Text(text) if self.kind() == Kind::Array => children(text)
                .map(|(_, value)| JsonTree::Text(value))
                .collect(),
            Self::List(items) => items.to_vec(),
            Self::Text(_) | Self::Object(_) => Vec::new(),
        }
    }

    /// Returns the text between the quotes of a string, still escaped; empty for other kinds.
    fn string_body(self) -> &'a str {
        match self {
            Self::Text(text) => text
                .strip_prefix('"')
                .and_then(|text| text.strip_suffix('"'))
                .unwrap_or(""),
            Self::List(_) | Self::Object(_) => "",
        }
    }
}

/// What is read of a value, as of an [`Item`].
impl JsonText<'_> {
    /// What kind of value this is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Text(text) => match text.as_bytes().first() {
                Some(b'"') => Kind::String,
                Some(b'{') => Kind::Object,
                Some(b'[') => Kind::Array,
                Some(b't' | b'f') => Kind::Bool,
                Some(b'n') | None => Kind::Null,
                Some(_) => Kind::Number,
            },
            Self::List(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// The chars of a string, the children of a list or an object; 0 for every other kind.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => match self.kind() {
                Kind::String => string::chars(self.string_body()),
                Kind::Array | Kind::Object => children(text).count(),
                Kind::Null | Kind::Bool | Kind::Number | Kind::Bytes => 0,
            },
            Self::List(items) => items.len(),
            Self::Object(fields) => fields.len(),
        }
    }

    /// The child of an object under `key`.
    pub fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::Text(text) if self.kind() == Kind::Object => {
                last_child(text, key).map(JsonText::Text)
            }
            Self::Object(fields) => fields
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value.view()),
            Self::Text(_) | Self::List(_) => None,
        }
    }

    /// The child of a list at `index`.
    pub fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::Text(text) if self.kind() == Kind::Array => children(text)
                .nth(index)
                .map(|(_, value)| JsonText::Text(value)),
            Self::List(items) => items.get(index).map(JsonTree::view),
            Self::Text(_) | Self::Object(_) => None,
        }
    }

    /// Calls `visit` with every child in order, with its key in an object.
    pub fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self {
            Self::Text(text) => {
                for (key, value) in children(text) {
                    match key {
                        Some(key) => {
                            string::with_key(key, |key| visit(Some(key), JsonText::Text(value)))
                        }
                        None => visit(None, JsonText::Text(value)),
                    }
                }
            }
            Self::List(items) => items.iter().for_each(|item| visit(None, item.view())),
            Self::Object(fields) => fields
                .iter()
                .for_each(|(key, value)| visit(Some(Key::of(key)), value.view())),
        }
    }

    /// The text of a string, at least the first chars of it; empty for other kinds.
    pub fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        string::with_text(self.string_body(), at_most_chars, read)
    }

    /// The whole text of a string; lone surrogates become U+FFFD.
    pub fn to_text(&self) -> String {
        self.text(usize::MAX, |text| text.to_str().into_owned())
    }

    /// The text, if this is a string.
    pub fn as_string(&self) -> Option<String> {
        (self.kind() == Kind::String).then(|| self.to_text())
    }

    /// Returns true if the value has neither chars nor children.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) if matches!(self.kind(), Kind::Array | Kind::Object) => {
                children(text).next().is_none()
            }
            Self::Text(_) => self.string_body().is_empty(),
            Self::List(_) | Self::Object(_) => self.len() == 0,
        }
    }

    /// Whether JavaScript would call this true.
    pub fn is_truthy(&self) -> bool {
        match self.kind() {
            Kind::Null | Kind::Bytes => false,
            Kind::Bool | Kind::Number => self.number() != 0.0 && !self.number().is_nan(),
            Kind::String => !self.is_empty(),
            Kind::Array | Kind::Object => true,
        }
    }

    /// A copy as a value.
    ///
    /// # Errors
    /// `TooDeep`.
    pub fn to_value(&self) -> Result<Value> {
        Item::from(&self.copied()).to_value()
    }

    /// The string under `key` of this object, if there is one.
    pub fn string_at(&self, key: &str) -> Option<String> {
        self.get(key)?.as_string()
    }

    /// Whether this is the string `expected`.
    pub fn is_str(&self, expected: &str) -> bool {
        self.kind() == Kind::String && self.text(usize::MAX, |text| text.to_str() == expected)
    }

    /// Visits the items of a list in order, each with its index.
    pub fn each_item(&self, mut visit: impl FnMut(usize, Self)) {
        let mut index = 0;
        self.for_each(&mut |_, item| {
            visit(index, item);
            index += 1;
        });
    }

    /// A copy for the core.
    pub fn copied(&self) -> Copied {
        let mut copy = CopyBuilder::default();
        self.copy_into(&mut copy);
        copy.finish()
    }

    fn copy_into(&self, copy: &mut CopyBuilder) {
        match self.kind() {
            Kind::Null | Kind::Bytes => copy.null(),
            Kind::Bool => copy.bool(self.number() != 0.0),
            Kind::Number => copy.number(self.number(), self.json_number()),
            Kind::String => self.text(usize::MAX, |text| match text {
                Text::Utf8(text) => copy.text(text),
                Text::Utf16(units) => copy.units(units.iter().copied()),
            }),
            kind @ (Kind::Array | Kind::Object) => {
                if copy.open(kind == Kind::Array) {
                    self.for_each(&mut |key, value| {
                        if let Some(key) = key {
                            copy.key(key.name);
                        }
                        value.copy_into(copy);
                    });
                    copy.close();
                }
            }
        }
    }

    /// The value of a number. Booleans give 0 or 1, other kinds NaN.
    pub fn number(&self) -> f64 {
        match self {
            Self::Text(text) => match text.as_bytes().first() {
                Some(b't') => 1.0,
                Some(b'f') => 0.0,
                Some(b'-' | b'0'..=b'9') => text.parse().unwrap_or(f64::NAN),
                _ => f64::NAN,
            },
            Self::List(_) | Self::Object(_) => f64::NAN,
        }
    }

    /// A number with all its digits.
    pub fn json_number(&self) -> Option<Number> {
        match self {
            Self::Text(text) if self.kind() == Kind::Number => text.parse().ok(),
            _ => None,
        }
    }
}

/// Whether the key between these quotes is `name`.
pub fn key_is(body: &str, name: &str) -> bool {
    if memchr::memchr(b'\\', body.as_bytes()).is_none() {
        return body == name;
    }
    string::with_text(body, usize::MAX, |text| text.to_str() == name)
}

/// A key with its lengths, measured on its UTF-16 units.
fn key_of<'k>(name: &'k str, units: &[u16]) -> Key<'k> {
    Key {
        name,
        chars: units.len(),
        json_chars: units.len() + 2 + units::json_escape_chars_utf16(units),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conspectus::{Config, History, json_chars};

    #[test]
    fn a_history_of_text_equals_that_of_values() {
        for name in [
            "coding.gemini.json",
            "coding.openai_chat.json",
            "coding.anthropic.json",
            "chat.zh.gemini.json",
        ] {
            let path = format!("{}/../examples/sessions/{name}", env!("CARGO_MANIFEST_DIR"));
            let Ok(file) = std::fs::File::options().read(true).open(path) else {
                panic!("{name} is missing")
            };
            let json = std::io::read_to_string(file).expect("UTF-8");
            let values: Value = serde_json::from_str(&json).expect("JSON");
            let whole = JsonTree::parse(&json).expect("JSON");
            let split = JsonTree::List(whole.view().elements());
            let expected = History::of(Config::default(), &values).expect("messages");
            for tree in [&whole, &split] {
                let found =
                    History::of(Config::default(), &tree.view().copied()).expect("messages");
                assert_eq!(found.parts(), expected.parts(), "{name}");
                assert_eq!(
                    (found.chars(), found.tokens(), found.len()),
                    (expected.chars(), expected.tokens(), expected.len()),
                    "{name}"
                );
                assert_eq!(
                    json_chars(&tree.view().copied()),
                    json_chars(&values),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn odd_texts_are_walked_like_values() {
        for json in [
            "[]",
            "{}",
            " [ 1 , -2.5 , true , null , \"\" , [ ] , { } ] ",
            r#"{"a\"b":{"\u0041":[[],{}]},"x":"[{\"","y":1}"#,
            "3",
            "\"a\\\\\"",
            "[[[[1]]],2]",
        ] {
            let tree = JsonTree::parse(json).expect("JSON");
            let value: Value = serde_json::from_str(json).expect("JSON");
            assert_eq!(tree.view().to_value(), Ok(value), "{json}");
        }
        let twice = JsonTree::parse(r#"[{"role":"a","role":"b"}]"#).expect("JSON");
        let copied = twice.view().copied();
        assert_eq!(
            Item::from(&copied)
                .at(0)
                .and_then(|item| item.string_at("role")),
            Some("b".to_owned())
        );
        let twice = JsonTree::parse(r#"{"role":"a","role":"b"}"#).expect("JSON");
        assert!(twice.view().get("role").expect("a role").is_str("b"));
    }

    #[test]
    fn broken_and_bottomless_texts_are_refused() {
        for (json, code) in [
            ("", "INVALID_JSON"),
            ("[1,", "INVALID_JSON"),
            ("{\"a\":\"\\x\"}", "INVALID_JSON"),
            ("[1] 2", "INVALID_JSON"),
        ] {
            assert_eq!(
                check(json).map_err(|error| error.code()),
                Err(code),
                "{json}"
            );
        }
        assert_eq!(
            check(&"[".repeat(100_000)).map_err(|error| error.code()),
            Err("TOO_DEEP")
        );
        assert_eq!(
            check(&format!("{}{}", "[".repeat(264), "]".repeat(264))).map(str::len),
            Ok(528)
        );
    }

    #[test]
    fn assembled_values_read_like_text() {
        let parts = JsonTree::Object(vec![
            ("role", JsonTree::Text("\"user\"")),
            (
                "content",
                JsonTree::List(vec![JsonTree::Text("1"), JsonTree::Text("{}")]),
            ),
        ]);
        let json = parts.to_json().into_owned();
        assert_eq!(json, r#"{"role":"user","content":[1,{}]}"#);
        assert_eq!(parts.view().to_value(), JsonText::Text(&json).to_value());
        assert_eq!(JsonTree::List(Vec::new()).to_json(), "[]");
    }
}
