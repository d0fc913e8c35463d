//! Text that readers build, because a file has it in another form than messages do.

use super::record::items;
use crate::json_text::{JsonText, JsonTree};
use conspectus::host::item::Kind;
use serde_json::Value;
use std::cell::{Cell, OnceCell};

/// As many lists, each twice as long as the one before, as a `usize` can count.
const LISTS: usize = usize::BITS as usize;

type Slots = Box<[OnceCell<String>]>;

/// Keeps text as long as messages refer to it. Text that was added is never moved or removed, so
/// messages can be slices of it, or of the file.
#[derive(Debug)]
pub struct Built {
    count: Cell<usize>,
    lists: [OnceCell<Slots>; LISTS],
}

impl Default for Built {
    fn default() -> Self {
        Self {
            count: Cell::new(0),
            lists: [const { OnceCell::new() }; LISTS],
        }
    }
}

impl Built {
    /// Keeps a string.
    pub(super) fn keep(&self, text: String) -> &str {
        let place = self.count.get() + 1;
        self.count.set(place);
        let list = place.ilog2();
        let length = 1 << list;
        let slots = self.lists[list as usize]
            .get_or_init(|| std::iter::repeat_with(OnceCell::new).take(length).collect());
        slots[place - length].get_or_init(|| text)
    }

    /// A JSON value.
    pub(super) fn json(&self, value: &Value) -> JsonTree<'_> {
        JsonTree::Text(self.keep(value.to_string()))
    }

    /// A string.
    pub(super) fn string(&self, text: &str) -> JsonTree<'_> {
        self.json(&Value::from(text))
    }

    /// A string unchanged, and the JSON of any other value as a string.
    pub(super) fn as_string<'a>(&'a self, value: JsonText<'a>) -> JsonTree<'a> {
        let json = value.as_json().unwrap_or("null");
        match value.kind() {
            Kind::String => JsonTree::Text(json),
            _ => self.string(json),
        }
    }

    /// Strings as one, with a line break between them. `None` without any.
    pub(super) fn joined<'a>(&'a self, strings: &[JsonText<'a>]) -> Option<JsonTree<'a>> {
        let bodies: Vec<&str> = strings
            .iter()
            .filter_map(|string| string.as_json()?.strip_prefix('"')?.strip_suffix('"'))
            .collect();
        match (strings, bodies.as_slice()) {
            (_, []) => None,
            ([one], [_]) => one.as_json().map(JsonTree::Text),
            _ => Some(JsonTree::Text(
                self.keep(format!("\"{}\"", bodies.join("\\n"))),
            )),
        }
    }

    /// The `text` of the parts of a content, or the content itself if it is a string.
    pub(super) fn text_of<'a>(&'a self, content: Option<JsonText<'a>>) -> Option<JsonTree<'a>> {
        let content = content?;
        if content.kind() == Kind::String {
            return Some(JsonTree::Text(content.as_json()?));
        }
        let texts: Vec<JsonText<'a>> = items(Some(content))
            .iter()
            .filter_map(|part| part.get("text"))
            .filter(|text| text.kind() == Kind::String)
            .collect();
        self.joined(&texts)
    }
}

#[cfg(test)]
mod tests {
    use super::Built;

    #[test]
    fn kept_text_stays_where_it_is() {
        let built = Built::default();
        let kept: Vec<&str> = (0..1000).map(|n| built.keep(n.to_string())).collect();
        for (n, text) in kept.iter().enumerate() {
            assert_eq!(*text, n.to_string());
        }
    }
}
