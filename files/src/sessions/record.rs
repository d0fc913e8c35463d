//! A record of a session: the fields of one JSON object.

use crate::json_text::{JsonText, JsonTree, children};
use conspectus::host::item::Kind;

/// The longest word for the kind of a record. Chosen here: the longest known one has 37 chars.
const WORD_CHARS: usize = 64;

/// The fields of an object, found in one pass.
#[derive(Debug)]
pub(super) struct Record<'a> {
    fields: Vec<(&'a str, JsonText<'a>)>,
    whole: JsonText<'a>,
}

impl<'a> Record<'a> {
    pub fn of(whole: JsonText<'a>) -> Self {
        let text = whole.as_json().unwrap_or("");
        let fields = children(text)
            .filter_map(|(key, value)| Some((key?, JsonText::Text(value))))
            .collect();
        Self { fields, whole }
    }

    /// The record in full.
    pub fn whole(&self) -> JsonText<'a> {
        self.whole
    }

    pub fn get(&self, key: &str) -> Option<JsonText<'a>> {
        let field = self.fields.iter().rev().find(|(name, _)| *name == key);
        field.map(|(_, value)| *value)
    }

    /// The word under `key`, or an empty one.
    pub fn word(&self, key: &str) -> String {
        word(self.get(key))
    }

    /// The object under `key`, or one without fields.
    pub fn record(&self, key: &str) -> Self {
        Self::of(self.get(key).unwrap_or(JsonText::Text("null")))
    }

    pub fn has(&self, key: &str, kind: Kind) -> bool {
        self.get(key).is_some_and(|value| value.kind() == kind)
    }

    /// A string that is not empty.
    pub fn string(&self, key: &str) -> Option<JsonText<'a>> {
        self.get(key)
            .filter(|value| value.kind() == Kind::String && !value.is_empty())
    }

    /// A list.
    pub fn list(&self, key: &str) -> Option<JsonText<'a>> {
        self.get(key).filter(|value| value.kind() == Kind::Array)
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key)
            .map(|value| value.number())
            .filter(|number| number.is_finite())
    }

    pub fn is_true(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value.is_truthy())
    }

    /// The sum of these counts of tokens. `None` if the first is missing.
    pub fn tokens(&self, keys: &[&str]) -> Option<f64> {
        let first = self.number(keys.first()?)?;
        let others = keys.iter().skip(1).filter_map(|key| self.number(key));
        Some(first + others.sum::<f64>())
    }
}

/// A short string; empty for anything else.
pub(super) fn word(value: Option<JsonText<'_>>) -> String {
    value
        .filter(|value| value.kind() == Kind::String)
        .map_or_else(String::new, |value| {
            value.text(WORD_CHARS, |text| {
                text.to_str().chars().take(WORD_CHARS).collect()
            })
        })
}

/// The items of a list.
pub(super) fn items<'a>(list: Option<JsonText<'a>>) -> Vec<JsonText<'a>> {
    let text = list.and_then(JsonText::as_json).unwrap_or("");
    if !text.starts_with('[') {
        return Vec::new();
    }
    children(text)
        .map(|(_, value)| JsonText::Text(value))
        .collect()
}

/// A value of the file, unchanged.
pub(super) fn tree(value: JsonText<'_>) -> JsonTree<'_> {
    JsonTree::Text(value.as_json().unwrap_or("null"))
}

/// A string without characters that JSON escapes, with its quotes.
pub(super) const fn literal(json: &'static str) -> JsonTree<'static> {
    JsonTree::Text(json)
}

/// An object of the fields that there are.
pub(super) fn object<'a, const N: usize>(
    fields: [(&'static str, Option<JsonTree<'a>>); N],
) -> JsonTree<'a> {
    let fields = fields.into_iter();
    JsonTree::Object(
        fields
            .filter_map(|(key, value)| Some((key, value?)))
            .collect(),
    )
}
