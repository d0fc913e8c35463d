//! Reads the body of an error inside a text: JSON, or what Python's `repr` makes of it, whole or
//! cut off.

use serde_json::{Map, Value};

/// Deepest nesting of values. Chosen here: bodies of errors have at most six levels.
const DEPTH: usize = 12;

/// The object or list at the head of a text, as far as it can be read; `None` where the brackets
/// hold no members.
pub(super) fn body(text: &str) -> Option<Value> {
    let mut reader = BodyReader { rest: text };
    let value = reader.value(0)?;
    let has_members = match &value {
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => items.iter().any(Value::is_object),
        _ => false,
    };
    has_members.then_some(value)
}

struct BodyReader<'a> {
    rest: &'a str,
}

impl BodyReader<'_> {
    /// Whether the next char is this one, which is passed over then.
    fn takes(&mut self, char: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(char) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        if self.takes('{') {
            return Some(Value::Object(self.fields(depth)));
        }
        if self.takes('[') {
            return Some(Value::Array(self.items(depth)));
        }
        if let Some(text) = self.quoted() {
            return Some(Value::String(text));
        }
        let end = self
            .rest
            .find(|char: char| matches!(char, ',' | '}' | ']' | ':') || char.is_whitespace())
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() {
            return None;
        }
        Some(word.parse::<u64>().map_or(Value::Null, Value::from))
    }

    fn fields(&mut self, depth: usize) -> Map<String, Value> {
        let mut fields = Map::new();
        self.members('}', |reader| {
            reader.rest = reader.rest.trim_start();
            let key = reader.quoted().filter(|_| reader.takes(':'))?;
            fields.insert(key, reader.value(depth + 1)?);
            Some(())
        });
        fields
    }

    fn items(&mut self, depth: usize) -> Vec<Value> {
        let mut items = Vec::new();
        self.members(']', |reader| {
            items.push(reader.value(depth + 1)?);
            Some(())
        });
        items
    }

    /// Reads members up to the closing bracket, or as far as they can be read.
    fn members(&mut self, close: char, mut member: impl FnMut(&mut Self) -> Option<()>) {
        while !self.takes(close) && member(self).is_some() {
            if !self.takes(',') {
                self.takes(close);
                return;
            }
        }
    }

    /// The string at the head, without its escapes; to the end where it is cut off. The quotes of
    /// a body that was escaped as a whole have backslashes themselves.
    fn quoted(&mut self) -> Option<String> {
        let text = self.rest.trim_start_matches(['b', 'u']);
        let slashes = text.len() - text.trim_start_matches('\\').len();
        let mark = text[slashes..]
            .chars()
            .next()
            .filter(|char| matches!(char, '"' | '\''))?;
        let (quote, inner) = text.split_at(slashes + mark.len_utf8());
        let mut string = String::new();
        let mut rest = inner;
        loop {
            if let Some(after) = rest.strip_prefix(quote) {
                self.rest = after;
                return Some(string);
            }
            let mut chars = rest.chars();
            match chars.next() {
                None => {
                    self.rest = "";
                    return Some(string);
                }
                Some('\\') => match chars.next() {
                    Some('n') => string.push('\n'),
                    Some('r' | 't') => string.push(' '),
                    // What `normal` knows of it is replaced there.
                    Some('u') => string.push_str("\\u"),
                    Some(escaped) => string.push(escaped),
                    None => {}
                },
                Some(char) => string.push(char),
            }
            rest = chars.as_str();
        }
    }
}
