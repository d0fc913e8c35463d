//! A structure under the estimators that read text: what frames its strings is one text, each string another.
//!
//! That keeps the measure monotone: what stands at the end of a string has nothing behind it that it could change.

use super::sum::Sum;
use super::walk::{is_signature, Escapes, Walk};
use crate::host::view::{Key, Scan, Text, Wanted};
use crate::read::media;

/// Strings of fewer chars are counted together where that comes to the same as one by one. Chosen here: below, setting up a count costs
/// more than what is counted.
pub(crate) const SHORT_CHARS: usize = 128;

/// Keys, numbers and signs of a structure as JSON; its strings are empty.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    text: Vec<u8>,
}

impl Frame {
    /// The text.
    pub fn finish(self) -> String {
        // UTF-8 as it is written.
        String::from_utf8(self.text).unwrap_or_default()
    }

    /// `{` or `[`.
    pub fn open(&mut self, sign: u8) {
        self.separate();
        self.push(&[sign]);
    }

    /// `}` or `]`.
    pub fn close(&mut self, sign: u8) {
        self.push(&[sign]);
    }

    /// The key of the value that is written next.
    pub fn key(&mut self, name: &str) {
        self.separate();
        self.text.push(b'"');
        self.text.extend_from_slice(name.as_bytes());
        self.push(b"\":");
    }

    /// `null`, `true`, `false`.
    pub fn literal(&mut self, text: &str) {
        self.separate();
        self.push(text.as_bytes());
    }

    /// A number as JavaScript writes it.
    pub fn number(&mut self, number: f64) {
        self.separate();
        let whole = number as i64;
        if whole as f64 == number && whole.unsigned_abs() < 1_000_000_000_000_000 {
            self.push(itoa::Buffer::new().format(whole).as_bytes());
        } else if number.is_finite() {
            self.push(ryu_js::Buffer::new().format_finite(number).as_bytes());
        } else {
            self.push(b"null");
        }
    }

    /// A string.
    pub fn string(&mut self) {
        self.separate();
        self.push(b"\"\"");
    }

    fn separate(&mut self) {
        if !matches!(self.text.last(), None | Some(b'{' | b'[' | b':')) {
            self.text.push(b',');
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }
}

/// The flat look at plain data under an estimator that reads text: its chars, its frame and its strings. It ends the scan where [`Sum`] does,
/// and at what no model reads.
pub(crate) struct Flat<'w, 's> {
    pub sum: Sum,
    walk: &'w mut Walk<'s>,
    chars: usize,
}

impl<'w, 's> Flat<'w, 's> {
    pub fn new(image_chars: usize, escapes: Escapes, walk: &'w mut Walk<'s>) -> Self {
        Self { sum: Sum::new(Some(image_chars), escapes), walk, chars: 0 }
    }
}

impl Scan for Flat<'_, '_> {
    fn enter(&mut self, is_list: bool) -> bool {
        self.walk.frame.open(if is_list { b'[' } else { b'{' });
        self.sum.enter(is_list)
    }

    fn leave(&mut self, is_list: bool, children: usize) {
        self.walk.frame.close(if is_list { b']' } else { b'}' });
        self.sum.leave(is_list, children);
    }

    fn key(&mut self, key: Key<'_>) -> bool {
        self.walk.frame.key(key.name);
        self.sum.key(key) && !is_signature(key.name)
    }

    fn string(&mut self, chars: usize) -> Wanted {
        self.chars = chars;
        self.sum.string(chars);
        Wanted::Text(usize::MAX)
    }

    fn escapes(&mut self, chars: usize) {
        self.sum.escapes(chars);
    }

    fn text(&mut self, text: Text<'_>) -> bool {
        if !self.sum.text(text) {
            return false;
        }
        let least = self.walk.least_media_chars();
        if self.chars > least && media::may_embed_media(text, least) {
            return false;
        }
        self.walk.string_in_frame(text, self.chars);
        true
    }

    fn number(&mut self, number: f64) {
        self.walk.frame.number(number);
        self.sum.number(number);
    }

    fn literal(&mut self, text: &'static str) {
        self.walk.frame.literal(text);
        self.sum.literal(text);
    }

    fn bytes(&mut self, bytes: usize) -> bool {
        self.sum.bytes(bytes)
    }
}
