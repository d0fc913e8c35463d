//! Keys, and short strings that come again and again, numbered once for JavaScript and the native
//! side.

use conspectus::host::item::{Key, Text};
use napi::bindgen_prelude::{Int32ArraySlice, Uint16ArraySlice};
use napi_derive::napi;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Interned keys and short strings of one tape; JavaScript adds to it what it meets for the first
/// time.
#[napi]
#[derive(Default)]
pub struct Keys {
    entries: Vec<Entry>,
    numbers: FxHashMap<String, i32>,
    /// Room for one string's text: kept from call to call, since fresh pages cost more than what is
    /// written into them.
    pub(super) buffer: RefCell<Vec<u16>>,
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
            self.entries.push(Entry {
                units,
                name,
                json_chars,
                exact,
            });
        }
    }
}

impl Keys {
    /// The text of this number.
    pub(super) fn text(&self, number: usize) -> Text<'_> {
        let entry = &self.entries[number];
        if entry.exact {
            Text::Utf8(&entry.name)
        } else {
            Text::Utf16(&entry.units)
        }
    }

    /// The key of this number.
    pub(super) fn key(&self, number: usize) -> Key<'_> {
        let entry = &self.entries[number];
        Key {
            name: &entry.name,
            chars: entry.units.len(),
            json_chars: entry.json_chars,
        }
    }

    /// The number of a key, if any value has it. The core's keys are literals, so their address is
    /// a good place to look first; the content is compared in any case.
    pub(super) fn number(&self, key: &str) -> Option<i32> {
        let mut asked = self.asked.borrow_mut();
        if asked.is_empty() {
            asked.resize_with(ASKED, || Asked {
                key: String::new(),
                number: Err(usize::MAX),
            });
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
        *known = Asked {
            key: key.to_owned(),
            number: number.ok_or(self.entries.len()),
        };
        number
    }
}
