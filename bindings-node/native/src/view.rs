//! The tape: JavaScript values laid out in typed arrays by `tape.cjs`, read here in place.
//!
//! A node is four integers: `kind | key << 4`, length, payload, index of the node after its
//! subtree. Strings stay in JavaScript; their text is fetched by index, as UTF-16, only when it is
//! asked for.

mod fetch;
mod flat;
mod keys;
mod node;
mod rows;

use conspectus::host::item::Text;
pub use keys::Keys;
use napi::bindgen_prelude::{Function, JsValue, Object, Uint16ArraySlice};
use napi::{Env, sys};
pub use node::Node;
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::ptr;

const NODE: usize = 4;

/// Strings fetched before their handles are given back: many enough that it costs nothing, few
/// enough that they do not pile up.
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
/// Deeper than the tape goes: a list that holds itself, so that the core finds it too deep where it
/// looks.
const ENDLESS: i32 = 9;
/// A short string deep inside: a place in the text that all of them make in a row.
const DEEP: i32 = 10;
/// A short string near the top, likewise.
const NEAR: i32 = 11;
/// A list of objects alike, see `rows`.
const ROWS: i32 = 12;
/// The text that JavaScript prints for a value that is no data.
const ODD: i32 = 13;

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
    /// Reads the arrays where they stand; they must not change during the call, which JavaScript's
    /// single thread grants.
    pub fn new(
        env: Env,
        keys: &'a Keys,
        ints: &'a [i32],
        numbers: &'a [f64],
        strings: &Object<'a>,
        nears: Lay<'a>,
        deeps: Lay<'a>,
    ) -> Self {
        Self {
            env: env.raw(),
            keys,
            ints,
            numbers,
            strings: strings.raw(),
            nears: Pool {
                lay: nears,
                units: OnceCell::new(),
            },
            deeps: Pool {
                lay: deeps,
                units: OnceCell::new(),
            },
            items: OnceCell::new(),
            messages: 0,
            scope: Cell::new(ptr::null_mut()),
            fetches: Cell::new(0),
        }
    }

    /// The two items of the list that the tape holds: a list or value, and what stands beside it.
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
            // SAFETY: `env` is that of the running call; the scope is closed before the next one is
            // opened, and on drop.
            if unsafe { sys::napi_open_handle_scope(self.env, &mut scope) } == sys::Status::napi_ok
            {
                self.scope.set(scope);
            }
        }
        self.fetches.set(self.fetches.get().wrapping_add(1));
        fetch::fetch(self.env, self.strings, index as u32, chars, buffer);
    }

    /// Gives `read` at least `at_most` chars of the string `index`, which has `length`.
    fn fetched<R>(
        &self,
        index: usize,
        length: usize,
        at_most: usize,
        read: impl FnOnce(Text<'_>) -> R,
    ) -> R {
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
            // SAFETY: opened by `fetch` in this call, closed once; no handle made in it is used any
            // more.
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

/// Short strings, whose units JavaScript lays out in a row once one of them is asked for: one call
/// instead of one a string.
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
        let units = *self.units.get_or_init(|| {
            self.lay
                .call(())
                .map_or(NO_UNITS, |units| &raw const *units)
        });
        // SAFETY: the array is `tape.cjs`'s own; it is filled by `lay` alone, which is called once
        // in this call, and kept until the next.
        let units = unsafe { &*units };
        units.get(range).unwrap_or_default()
    }
}

impl Drop for Tape<'_> {
    fn drop(&mut self) {
        self.close_scope();
    }
}
