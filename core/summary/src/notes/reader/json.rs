//! A document as JSON: an object with the sections as its fields.

use super::keys::{class, home, key};
use super::tags::Class;
use super::{Document, Section};
use serde_json::{Map, Value};

/// Objects with one field that may stand around the document.
const WRAPS_MAX: usize = 3;
/// Known fields that make a document.
const KNOWN_MIN: usize = 2;

pub(crate) enum JsonContent {
    Document(Document),
    /// A document in a string.
    Text(String),
}

pub(crate) fn read(text: &str) -> Option<JsonContent> {
    let Value::Object(mut fields) = first_value(text)? else {
        return None;
    };
    for _ in 0..WRAPS_MAX {
        if fields.len() != 1 {
            break;
        }
        match fields.into_iter().next()? {
            (name, Value::String(text)) if class(&key(&name)) == Class::Root => {
                return Some(JsonContent::Text(text));
            }
            (_, Value::Object(inner)) => fields = inner,
            _ => return None,
        }
    }
    document(fields).map(JsonContent::Document)
}

fn document(fields: Map<String, Value>) -> Option<Document> {
    let sections: Vec<Section> = fields
        .into_iter()
        .map(|(name, value)| Section {
            key: key(&name),
            name,
            text: told(&value),
        })
        .collect();
    let known = sections
        .iter()
        .filter(|section| home(&section.key).is_some())
        .count();
    (known >= KNOWN_MIN).then(|| Document {
        sections,
        closed: true,
        ..Document::default()
    })
}

/// A value as lines: a list as `- ` lines, an object as `- key: value`.
fn told(value: &Value) -> String {
    match value {
        Value::Array(items) => items
            .iter()
            .map(|item| format!("- {}\n", one(item)))
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, item)| format!("- {name}: {}\n", one(item)))
            .collect(),
        other => one(other),
    }
}

fn one(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) => items.iter().map(one).collect::<Vec<_>>().join("; "),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, item)| format!("{name}: {}", one(item)))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

/// The first value in a text. Models put line breaks into strings as they are.
fn first_value(text: &str) -> Option<Value> {
    let mut plain = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for char in text.chars() {
        if quoted && char.is_ascii_control() {
            plain.push_str(&format!("\\u{:04x}", u32::from(char)));
        } else {
            plain.push(char);
        }
        match char {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
    }
    serde_json::Deserializer::from_str(&plain)
        .into_iter::<Value>()
        .next()?
        .ok()
}
