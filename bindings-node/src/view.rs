//! The tape: JavaScript values laid out in typed arrays by `tape.cjs`, read here in place.
//!
//! A node is four integers: `kind | key << 4`, length, payload, index of the node after its subtree. Strings stay in
//! JavaScript; their text is fetched by index, as UTF-16, only when it is asked for.

mod fetch;
mod flat;
mod rows;

use conspectus::view::{self, Key, Kind, Scan, Text, View};
use napi::bindgen_prelude::{Function, Int32ArraySlice, JsValue, Object, Uint16ArraySlice};
use napi::{sys, Env};
use napi_derive::napi;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::ptr;

const NODE: usize = 4;

/// Strings fetched before their handles are given back: many enough that it costs nothing, few enough that they do not pile up.
const FETCHES_PER_SCOPE: u32 = 512;

// The kinds as `tape.cjs` writes them.
const FALSE: i32 = 1;
const TRUE: i32 = 2;
const NUMBER: i32 = 3;
const STRING: i32 = 4;
const ARRAY: i32 = 5;
const OBJECT: i32 = 6;
const BYTES: i32 = 7;
/// A short string that is interned like a key.
const INTERNED: i32 = 8;
/// Deeper than the tape goes: a list that holds itself, so that the core finds it too deep where it looks.
const ENDLESS: i32 = 9;
/// A short string deep inside: a place in the text that all of them make in a row.
const DEEP: i32 = 10;
/// A short string near the top, likewise.
const NEAR: i32 = 11;
/// A list of objects alike, see `rows`.
const ROWS: i32 = 12;

/// Interned keys and short strings of one tape; JavaScript adds to it what it meets for the first time.
#[napi]
#[derive(Default)]
pub struct Keys {
    entries: Vec<Entry>,
    numbers: FxHashMap<String, i32>,
    /// Room for one string's text: kept from call to call, since fresh pages cost more than what is written into them.
    buffer: RefCell<Vec<u16>>,
    /// Numbers of the keys that the core asks for, by where their text lies; see [`Keys::number`].
    asked: RefCell<Vec<Asked>>,
}

/// A key that the core asked for.
struct Asked {
    key: String,
    /// Its number, or how many strings were known when it had none.
    number: Result<i32, usize>,
}

/// Room for the keys that the core asks for; about 60 are in use.
const ASKED: usize = 256;

struct Entry {
    units: Vec<u16>,
    name: String,
    json_chars: usize,
    /// Whether `name` is all of it: false for lone surrogates.
    exact: bool,
}

#[napi]
impl Keys {
    /// An empty table.
    #[napi(constructor, catch_unwind)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds strings, as lengths and units in a row; their numbers follow on.
    #[napi]
    pub fn add(&mut self, lengths: Int32ArraySlice<'_>, units: Uint16ArraySlice<'_>) {
        let mut start = 0;
        for length in lengths.iter() {
            let end = start + *length as usize;
            let units = units.get(start..end).unwrap_or_default().to_vec();
            start = end;
            let name = String::from_utf16_lossy(&units);
            let exact = name.encode_utf16().eq(units.iter().copied());
            let json_chars = units.len() + 2 + Text::Utf16(&units).json_escape_chars();
            self.numbers.insert(name.clone(), self.entries.len() as i32);
            self.entries.push(Entry { units, name, json_chars, exact });
        }
    }
}

impl Keys {
    fn key(&self, number: usize) -> Key<'_> {
        let entry = &self.entries[number];
        Key { name: &entry.name, chars: entry.units.len(), json_chars: entry.json_chars }
    }

    /// The number of a key, if any value has it. The core's keys are literals, so their address is a good place to look first;
    /// the content is compared in any case.
    fn number(&self, key: &str) -> Option<i32> {
        let mut asked = self.asked.borrow_mut();
        if asked.is_empty() {
            asked.resize_with(ASKED, || Asked { key: String::new(), number: Err(usize::MAX) });
        }
        let known = &mut asked[((key.as_ptr() as usize).wrapping_mul(0x9E37_79B1) >> 7) % ASKED];
        if known.key == key {
            match known.number {
                Ok(number) => return Some(number),
                Err(strings) if strings == self.entries.len() => return None,
                Err(_) => {}
            }
        }
        let number = self.numbers.get(key).copied();
        *known = Asked { key: key.to_owned(), number: number.ok_or(self.entries.len()) };
        number
    }
}

/// One tape during one call.
pub struct Tape<'a> {
    env: sys::napi_env,
    keys: &'a Keys,
    ints: &'a [i32],
    numbers: &'a [f64],
    strings: sys::napi_value,
    nears: Pool<'a>,
    deeps: Pool<'a>,
    /// Nodes of the items of the list of messages, for look-ups by index.
    items: OnceCell<Vec<usize>>,
    messages: usize,
    scope: Cell<sys::napi_handle_scope>,
    fetches: Cell<u32>,
}

impl<'a> Tape<'a> {
    /// Reads the arrays where they stand; they must not change during the call, which JavaScript's single thread grants.
    pub fn new(env: Env, keys: &'a Keys, ints: &'a [i32], numbers: &'a [f64], strings: &Object<'a>, nears: Lay<'a>, deeps: Lay<'a>) -> Self {
        Self {
            env: env.raw(),
            keys,
            ints,
            numbers,
            strings: strings.raw(),
            nears: Pool { lay: nears, units: OnceCell::new() },
            deeps: Pool { lay: deeps, units: OnceCell::new() },
            items: OnceCell::new(),
            messages: 0,
            scope: Cell::new(ptr::null_mut()),
            fetches: Cell::new(0),
        }
    }

    /// The value that the tape holds.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, 0)
    }

    /// The two items of the list that the tape holds: messages and options.
    pub fn pair(&mut self) -> (Node<'_>, Node<'_>) {
        self.messages = NODE;
        let options = self.ints[NODE + 3] as usize * NODE;
        (Node::new(self, NODE), Node::new(self, options))
    }

    fn node(&self, at: usize) -> Option<[i32; NODE]> {
        self.ints.get(at..at + NODE)?.try_into().ok()
    }

    /// Copies at most `chars` units of the string `index` into `buffer`.
    fn fetch(&self, index: usize, chars: usize, buffer: &mut Vec<u16>) {
        if self.fetches.get().is_multiple_of(FETCHES_PER_SCOPE) {
            self.close_scope();
            let mut scope = ptr::null_mut();
            // SAFETY: `env` is that of the running call; the scope is closed before the next one is opened, and on drop.
            if unsafe { sys::napi_open_handle_scope(self.env, &mut scope) } == sys::Status::napi_ok {
                self.scope.set(scope);
            }
        }
        self.fetches.set(self.fetches.get().wrapping_add(1));
        fetch::fetch(self.env, self.strings, index as u32, chars, buffer);
    }

    /// Gives `read` at least `at_most` chars of the string `index`, which has `length`.
    fn fetched<R>(&self, index: usize, length: usize, at_most: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        // Taken, not borrowed: `read` may look at another string.
        let mut buffer = self.keys.buffer.take();
        // One char more than asked, so that no pair is cut in half within what was asked for.
        self.fetch(index, length.min(at_most.saturating_add(1)), &mut buffer);
        let result = read(Text::Utf16(&buffer));
        self.keys.buffer.replace(buffer);
        result
    }

    fn close_scope(&self) {
        let scope = self.scope.replace(ptr::null_mut());
        if !scope.is_null() {
            // SAFETY: opened by `fetch` in this call, closed once; no handle made in it is used any more.
            unsafe { sys::napi_close_handle_scope(self.env, scope) };
        }
    }

    fn items(&self) -> &[usize] {
        self.items.get_or_init(|| {
            let count = self.ints[self.messages + 1] as usize;
            let mut at = self.messages + NODE;
            (0..count)
                .map(|_| {
                    let item = at;
                    at = self.ints[item + 3] as usize * NODE;
                    item
                })
                .collect()
        })
    }
}

/// The JavaScript function that lays out the units of a pool of short strings.
pub type Lay<'a> = Function<'a, (), Uint16ArraySlice<'static>>;

/// Short strings, whose units JavaScript lays out in a row once one of them is asked for: one call instead of one a string.
struct Pool<'a> {
    lay: Lay<'a>,
    units: OnceCell<*const [u16]>,
}

const NO_UNITS: *const [u16] = &[];

impl Pool<'_> {
    fn text(&self, start: usize, length: usize) -> Text<'_> {
        Text::Utf16(self.units(start..start + length))
    }

    fn units(&self, range: Range<usize>) -> &[u16] {
        // It cannot fail: it is a loop over strings. If it did, they would read as empty.
        let units = *self.units.get_or_init(|| self.lay.call(()).map_or(NO_UNITS, |units| &raw const *units));
        // SAFETY: the array is `tape.cjs`'s own; it is filled by `lay` alone, which is called once in this call, and kept until
        // the next.
        let units = unsafe { &*units };
        units.get(range).unwrap_or_default()
    }
}

/// A value on a tape.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    tape: &'a Tape<'a>,
    at: usize,
    place: Place,
}

/// What stands at a node's place.
#[derive(Clone, Copy)]
enum Place {
    /// Four integers.
    Node,
    /// An object of the list of objects alike at this place.
    Row { list: usize },
    /// The value in this column of such an object.
    Cell { list: usize, column: usize },
}

impl<'a> Node<'a> {
    fn new(tape: &'a Tape<'a>, at: usize) -> Self {
        Self { tape, at, place: Place::Node }
    }

    fn kind_code(self) -> i32 {
        match self.place {
            Place::Node | Place::Cell { .. } => self.tape.ints[self.at] & 15,
            Place::Row { .. } => OBJECT,
        }
    }

    fn length(self) -> usize {
        match self.place {
            Place::Node => self.tape.ints[self.at + 1] as usize,
            Place::Row { list } => self.tape.rows(list).width(),
            Place::Cell { .. } => (self.tape.ints[self.at] >> 4) as usize,
        }
    }

    /// Of a leaf.
    fn payload(self) -> usize {
        match self.place {
            Place::Node | Place::Row { .. } => self.tape.ints[self.at + 2] as usize,
            Place::Cell { list, column } => self.tape.rows(list).payload(self.at, column),
        }
    }

    fn after(self) -> usize {
        self.tape.ints[self.at + 3] as usize * NODE
    }

    fn key_number(self) -> usize {
        (self.tape.ints[self.at] >> 4) as usize
    }
}

impl View for Node<'_> {
    fn kind(&self) -> Kind {
        match self.kind_code() {
            FALSE | TRUE => Kind::Bool,
            NUMBER => Kind::Number,
            STRING | INTERNED | DEEP | NEAR => Kind::String,
            ARRAY | ENDLESS | ROWS => Kind::Array,
            OBJECT => Kind::Object,
            BYTES => Kind::Bytes,
            _ => Kind::Null,
        }
    }

    fn len(&self) -> usize {
        self.length()
    }

    fn get(&self, key: &str) -> Option<Self> {
        if self.kind_code() != OBJECT {
            return None;
        }
        let number = self.tape.keys.number(key)?;
        if let Place::Row { list } = self.place {
            let column = self.tape.rows(list).keys().iter().position(|key| *key == number)?;
            return Some(self.tape.rows(list).cell(self.at, column));
        }
        let mut child = Node { at: self.at + NODE, ..*self };
        for _ in 0..self.length() {
            if child.key_number() == number as usize {
                return Some(child);
            }
            child.at = child.after();
        }
        None
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self.kind_code() {
            ENDLESS => (index == 0).then_some(*self),
            ARRAY | ROWS if index >= self.length() => None,
            ARRAY if self.at == self.tape.messages => Some(Node::new(self.tape, self.tape.items()[index])),
            ROWS => Some(self.tape.rows(self.at).row(index)),
            ARRAY => {
                let mut child = Node { at: self.at + NODE, ..*self };
                for _ in 0..index {
                    child.at = child.after();
                }
                Some(child)
            }
            _ => None,
        }
    }

    fn items_may_have(&self, key: &str) -> bool {
        self.kind_code() != ROWS || self.tape.keys.number(key).is_some_and(|number| self.tape.rows(self.at).keys().contains(&number))
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        let kind = self.kind_code();
        let keys = self.tape.keys;
        match (kind, self.place) {
            (ENDLESS, _) => visit(None, *self),
            (ROWS, _) => {
                let rows = self.tape.rows(self.at);
                (0..self.length()).for_each(|index| visit(None, rows.row(index)));
            }
            (OBJECT, Place::Row { list }) => {
                let rows = self.tape.rows(list);
                for (column, key) in rows.keys().iter().enumerate() {
                    visit(Some(keys.key(*key as usize)), rows.cell(self.at, column));
                }
            }
            (ARRAY | OBJECT, _) => {
                let mut child = Node { at: self.at + NODE, ..*self };
                for _ in 0..self.length() {
                    visit((kind == OBJECT).then(|| keys.key(child.key_number())), child);
                    child.at = child.after();
                }
            }
            _ => {}
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self.kind_code() {
            INTERNED => {
                let entry = &self.tape.keys.entries[self.payload()];
                read(if entry.exact { Text::Utf8(&entry.name) } else { Text::Utf16(&entry.units) })
            }
            DEEP => read(self.tape.deeps.text(self.payload(), self.length())),
            NEAR => read(self.tape.nears.text(self.payload(), self.length())),
            STRING => self.tape.fetched(self.payload(), self.length(), at_most_chars, read),
            _ => read(Text::Utf8("")),
        }
    }

    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        if self.kind_code() != BYTES {
            return read(&[]);
        }
        read(&fetch::fetch_bytes(self.tape.env, self.tape.strings, self.payload() as u32, self.length().min(at_most)))
    }

    fn scan<S: Scan>(&self, scan: &mut S) -> bool {
        match self.place {
            Place::Node => flat::scan(self.tape, self.at, scan),
            _ => view::scan_by_views(self, scan),
        }
    }

    fn number(&self) -> f64 {
        match self.kind_code() {
            FALSE => 0.0,
            TRUE => 1.0,
            NUMBER => self.tape.numbers[self.payload()],
            _ => f64::NAN,
        }
    }
}

impl Drop for Tape<'_> {
    fn drop(&mut self) {
        self.close_scope();
    }
}
