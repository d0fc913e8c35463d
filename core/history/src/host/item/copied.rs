//! [`Copied`]: a copy of the host's values, with everything that a run reads of them. With a copy,
//! a run can continue in another thread, or without the host's lock.

use super::{Budget, Item, Key, Kind, MAX_DEPTH, MAX_VALUES, Text, number_of};
use crate::error::Result;
use crate::host::listed::listed;
use serde_json::Number;
use std::collections::BTreeMap;

/// The fields of a message that hold its content, in most dialects.
pub const CONTENT_FIELDS: [&str; 3] = ["content", "parts", "blocks"];

/// The fields that a dialect reads of a message that has one of [`CONTENT_FIELDS`], in order.
pub const READ_FIELDS: [&str; 46] = listed(
    "action actions additional_kwargs api arguments audio blocks call_id content data \
     encrypted_content error function_call id info input invalid_tool_calls isError is_error \
     kind kwargs lc name operation output outputs parts phase provider reasoning \
     reasoning_content reasoning_details refusal result role source status stopReason summary \
     text thinking_blocks thought toolCallId tool_call_id tool_calls type",
);

/// The size of a block of texts. A longer text has a block of its own.
const BLOCK_BYTES: usize = 1 << 18;

/// Levels above the fields of a message: the list and the message; and some more, so that the core
/// itself finds what is too deep.
const DEPTH_ABOVE: usize = 4;

/// A copy of one value of a host. A host's own is copied by a [`CopyBuilder`].
///
/// ```
/// use conspectus_api::Copied;
/// use conspectus::{CompactArgs, Compactor, Config};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hello", "mine": [1, 2, 3] }]);
/// let copied = Copied::of(&messages);
/// std::thread::spawn(move || {
///     let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
///     compactor.handle_messages(&copied, CompactArgs::new())
/// }).join().expect("no panic")?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Copied {
    nodes: Vec<Node>,
    /// The texts, one after the other, in blocks: a block that grows would be copied.
    texts: Vec<String>,
    units: Vec<u16>,
    bytes: Vec<u8>,
    numbers: Vec<(f64, Option<Number>)>,
    /// The names of fields, each once, with their lengths.
    keys: Vec<(Box<str>, usize, usize)>,
    key_numbers: BTreeMap<Box<str>, u32>,
    /// The places of the children of each list and object.
    items: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    is_odd: bool,
    /// The number of its key; 0 in lists.
    key: u32,
    len: usize,
    payload: Payload,
}

#[derive(Debug, Clone, Copy)]
enum Payload {
    None,
    Bool(bool),
    /// A place in `numbers`.
    Number(usize),
    /// A block of `texts`, the first byte in it, and the length in bytes.
    Text(u32, u32, usize),
    /// From this one of `units`.
    Units(usize),
    /// From this byte of `bytes` to that one. A host may know the length alone.
    Bytes(usize, usize),
    /// From this one of `items`.
    Items(usize),
    /// A container that lies too deep. It says so, and holds nothing.
    Endless,
}

impl Copied {
    /// A copy of a value.
    pub fn of<'a>(value: impl Into<Item<'a>>) -> Self {
        let mut copy = CopyBuilder::default();
        // What lies too deep is a node that says so.
        copy.put(
            &value.into(),
            &mut Budget::of_levels(MAX_DEPTH + 2 * DEPTH_ABOVE),
        )
        .ok();
        copy.finish()
    }

    /// Its values and chars, to judge how long it takes to read.
    #[must_use]
    pub fn size(&self) -> usize {
        let texts = self.texts.iter().map(String::len);
        texts.sum::<usize>() + self.nodes.len() + self.units.len() + self.bytes.len()
    }

    fn key(&mut self, key: Key<'_>) -> u32 {
        if let Some(number) = self.key_numbers.get(key.name) {
            return *number;
        }
        let number = self.keys.len() as u32;
        self.keys.push((key.name.into(), key.chars, key.json_chars));
        self.key_numbers.insert(key.name.into(), number);
        number
    }
}

/// Builds a [`Copied`] from its values, passed in order. The children of a list or an object come
/// between [`open`](Self::open) and [`close`](Self::close), each child of an object after its
/// [`key`](Self::key).
///
/// ```
/// use conspectus::host::item::Item;
/// use conspectus_api::CopyBuilder;
/// use serde_json::json;
///
/// let mut copy = CopyBuilder::default();
/// copy.open(true);
/// copy.open(false);
/// copy.key("role");
/// copy.text("user");
/// copy.key("content");
/// copy.text("Hello");
/// copy.close();
/// copy.close();
/// assert_eq!(Item::from(&copy.finish()).to_value()?, json!([{ "role": "user", "content": "Hello" }]));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct CopyBuilder {
    copied: Copied,
    /// The places of what is open, each with the number of `waiting` before its children.
    open: Vec<(usize, usize)>,
    /// The places of children of what is open.
    waiting: Vec<usize>,
    /// The start of the current message. Each message may contain [`MAX_VALUES`] values.
    start: usize,
    /// The number of the next value's key.
    key: u32,
}

impl CopyBuilder {
    /// The name of the field whose value comes next.
    pub fn key(&mut self, name: &str) {
        self.key = match self.copied.key_numbers.get(name) {
            Some(number) => *number,
            None => self.copied.key(Key::of(name)),
        };
    }

    /// As [`key`](Self::key), for a name that may hold lone surrogates.
    pub fn key_units(&mut self, units: impl Iterator<Item = u16>) {
        let units: Vec<u16> = units.collect();
        let name = String::from_utf16_lossy(&units);
        self.key = self.copied.key(Key {
            name: &name,
            chars: units.len(),
            json_chars: units.len() + 2 + Text::Utf16(&units).json_escape_chars(),
        });
    }

    /// `null`, or what is left out.
    pub fn null(&mut self) {
        self.leaf(Kind::Null, 0, Payload::None);
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) {
        self.leaf(Kind::Bool, 0, Payload::Bool(value));
    }

    /// A number, and as JSON writes it, with all its digits; `None` if JSON cannot hold it.
    pub fn number(&mut self, value: f64, digits: Option<Number>) {
        self.copied.numbers.push((value, digits));
        let place = self.copied.numbers.len() - 1;
        self.leaf(Kind::Number, 0, Payload::Number(place));
    }

    /// A number of a host that has doubles alone.
    pub fn double(&mut self, value: f64) {
        self.number(value, number_of(value));
    }

    /// A string.
    pub fn text(&mut self, text: &str) {
        let texts = &mut self.copied.texts;
        let is_full = |block: &String| block.capacity() - block.len() < text.len();
        if texts.last().is_none_or(is_full) {
            texts.push(String::with_capacity(text.len().max(BLOCK_BYTES)));
        }
        let block = texts.len() - 1;
        let payload = Payload::Text(block as u32, texts[block].len() as u32, text.len());
        texts[block].push_str(text);
        self.leaf(Kind::String, crate::host::units::utf16_len(text), payload);
    }

    /// A string that may hold lone surrogates.
    pub fn units(&mut self, units: impl Iterator<Item = u16>) {
        let start = self.copied.units.len();
        self.copied.units.extend(units);
        let chars = self.copied.units.len() - start;
        self.leaf(Kind::String, chars, Payload::Units(start));
    }

    /// Raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let start = self.copied.bytes.len();
        self.copied.bytes.extend_from_slice(bytes);
        let payload = Payload::Bytes(start, self.copied.bytes.len());
        self.leaf(Kind::Bytes, bytes.len(), payload);
    }

    /// Says of the string that came last that it is the host's printed form of a value that is not
    /// plain data.
    pub fn mark_odd(&mut self) {
        if let Some(node) = self.copied.nodes.last_mut() {
            node.is_odd = true;
        }
    }

    /// Begins a list or an object. `false` if it lies too deep, or if a message holds too many values:
    /// it then holds nothing, and is not to be closed.
    #[must_use]
    pub fn open(&mut self, is_list: bool) -> bool {
        if self.open.len() <= 1 {
            self.start = self.copied.nodes.len();
        }
        let is_endless = self.open.len() > MAX_DEPTH + DEPTH_ABOVE
            || self.copied.nodes.len() - self.start > MAX_VALUES;
        let (kind, payload) = match (is_endless, is_list) {
            (true, _) => (Kind::Array, Payload::Endless),
            (false, true) => (Kind::Array, Payload::None),
            (false, false) => (Kind::Object, Payload::None),
        };
        let place = self.copied.nodes.len();
        self.leaf(kind, 0, payload);
        if !is_endless {
            self.open.push((place, self.waiting.len()));
        }
        !is_endless
    }

    /// Ends the innermost list or object that is open.
    pub fn close(&mut self) {
        let Some((place, before)) = self.open.pop() else {
            return;
        };
        let items = &mut self.copied.items;
        let first = items.len();
        items.extend(self.waiting.drain(before..));
        let node = &mut self.copied.nodes[place];
        node.len = items.len() - first;
        node.payload = Payload::Items(first);
    }

    /// A value with all that it holds.
    fn put(&mut self, value: &Item<'_>, budget: &mut Budget) -> Result<()> {
        match value.kind() {
            Kind::Null => self.null(),
            Kind::Bool => self.bool(value.number() != 0.0),
            Kind::Number => self.number(value.number(), value.json_number()),
            Kind::Bytes => self.bytes(value.bytes()),
            Kind::String => {
                match value.text() {
                    Text::Utf8(text) => self.text(text),
                    Text::Utf16(units) => self.units(units.iter().copied()),
                }
                if value.is_odd() {
                    self.mark_odd();
                }
            }
            kind @ (Kind::Array | Kind::Object) => {
                if value.is_endless() {
                    self.leaf(Kind::Array, 0, Payload::Endless);
                } else if self.open(kind == Kind::Array) {
                    let read = budget.each(value, &mut |budget, key, child| {
                        if let Some(key) = key {
                            self.key = self.copied.key(key);
                        }
                        self.put(&child, budget)
                    });
                    self.close();
                    return read;
                }
            }
        }
        Ok(())
    }

    /// The copy. What is still open is closed.
    #[must_use]
    pub fn finish(mut self) -> Copied {
        while !self.open.is_empty() {
            self.close();
        }
        if self.copied.nodes.is_empty() {
            self.null();
        }
        self.copied
    }

    fn leaf(&mut self, kind: Kind, len: usize, payload: Payload) {
        self.waiting.push(self.copied.nodes.len());
        self.copied.nodes.push(Node {
            kind,
            is_odd: false,
            key: std::mem::take(&mut self.key),
            len,
            payload,
        });
    }
}

/// What an [`Item`] asks of the copy that it lies in.
impl Copied {
    fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The places of the children, in order.
    pub(super) fn children(&self, at: usize) -> &[usize] {
        match self.node(at).payload {
            Payload::Items(first) => &self.items[first..first + self.len(at)],
            _ => &[],
        }
    }

    pub(super) fn kind(&self, at: usize) -> Kind {
        self.node(at).kind
    }

    pub(super) fn len(&self, at: usize) -> usize {
        self.node(at).len
    }

    pub(super) fn get(&self, at: usize, key: &str) -> Option<usize> {
        let key = *self
            .key_numbers
            .get(key)
            .filter(|_| self.kind(at) == Kind::Object)?;
        // Of a key that is written twice the last one counts, as in JavaScript.
        let mut children = self.children(at).iter().copied();
        children.rfind(|child| self.node(*child).key == key)
    }

    pub(super) fn at(&self, at: usize, index: usize) -> Option<usize> {
        let child = self.children(at).get(index);
        child.copied().filter(|_| self.kind(at) == Kind::Array)
    }

    /// The key of a field.
    pub(super) fn key_of(&self, at: usize) -> Key<'_> {
        let (name, chars, json_chars) = &self.keys[self.node(at).key as usize];
        Key {
            name,
            chars: *chars,
            json_chars: *json_chars,
        }
    }

    pub(super) fn text(&self, at: usize) -> Text<'_> {
        match self.node(at).payload {
            Payload::Text(block, start, len) => {
                Text::Utf8(&self.texts[block as usize][start as usize..][..len])
            }
            Payload::Units(start) => Text::Utf16(&self.units[start..start + self.len(at)]),
            _ => Text::Utf8(""),
        }
    }

    pub(super) fn bytes(&self, at: usize) -> &[u8] {
        match self.node(at).payload {
            Payload::Bytes(start, end) => &self.bytes[start..end],
            _ => &[],
        }
    }

    pub(super) fn number(&self, at: usize) -> f64 {
        match self.node(at).payload {
            Payload::Bool(value) => f64::from(u8::from(value)),
            Payload::Number(place) => self.numbers[place].0,
            _ => f64::NAN,
        }
    }

    pub(super) fn json_number(&self, at: usize) -> Option<Number> {
        match self.node(at).payload {
            Payload::Number(place) => self.numbers[place].1.clone(),
            _ => None,
        }
    }

    pub(super) fn is_odd(&self, at: usize) -> bool {
        self.node(at).is_odd
    }

    pub(super) fn is_endless(&self, at: usize) -> bool {
        matches!(self.node(at).payload, Payload::Endless)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_message_may_hold_so_many_values() {
        let mut copy = CopyBuilder::default();
        assert!(copy.open(true));
        for _ in 0..3 {
            assert!(copy.open(false), "a message");
            assert!(copy.open(true), "its first list");
            (0..MAX_VALUES).for_each(|_| copy.null());
            assert!(!copy.open(true), "one list more");
            copy.close();
            copy.close();
        }
    }
}
