//! How a structure is counted under the estimators that read text. Its frame (keys, numbers and
//! punctuation) is one text, and each string is a text of its own.
//!
//! So a structure never becomes cheaper when a string in it grows: the end of a string cannot merge
//! into tokens with what follows it.

/// Strings of fewer chars than this are counted together, where that gives the same result as
/// counting them one by one. Chosen here: for shorter strings, setting up a count takes longer than
/// the count itself.
pub const SHORT_CHARS: usize = 128;

/// The frame of a structure: its JSON with every string value empty. Keys, numbers and punctuation
/// remain.
#[derive(Debug, Default)]
pub struct Frame {
    text: Vec<u8>,
}

impl Frame {
    /// The text of the frame.
    pub fn finish(self) -> String {
        // Only whole UTF-8 strings were written, so this cannot fail.
        String::from_utf8(self.text).unwrap_or_default()
    }

    /// Opens a list or an object: `sign` is `{` or `[`.
    pub fn open(&mut self, sign: u8) {
        self.separate();
        self.push(&[sign]);
    }

    /// Closes a list or an object: `sign` is `}` or `]`.
    pub fn close(&mut self, sign: u8) {
        self.push(&[sign]);
    }

    /// Writes the key of the value that is written next.
    pub fn key(&mut self, name: &str) {
        self.separate();
        self.text.push(b'"');
        self.text.extend_from_slice(name.as_bytes());
        self.push(b"\":");
    }

    /// Writes `null`, `true` or `false`.
    pub fn literal(&mut self, text: &str) {
        self.separate();
        self.push(text.as_bytes());
    }

    /// Writes a number as JavaScript does.
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

    /// Writes an empty string in place of a string value.
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
