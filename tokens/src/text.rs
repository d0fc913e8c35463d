//! Text as hosts hold it, UTF-8 or UTF-16, and how its length is told: a char is a UTF-16 code unit, JavaScript's `.length`.

mod escapes;
mod label;
mod utf8;

pub use escapes::{json_escape_chars_utf16, json_escape_chars_utf8};
pub use label::sanitize_label;
pub use utf8::utf8_of_utf16;

use std::borrow::Cow;

/// A piece of text as the host stores it.
#[derive(Debug, Clone, Copy)]
pub enum Text<'a> {
    /// Well-formed UTF-8.
    Utf8(&'a str),
    /// UTF-16 units, possibly with lone surrogates.
    Utf16(&'a [u16]),
}

impl<'a> Text<'a> {
    /// As UTF-8; lone surrogates become U+FFFD.
    #[must_use]
    pub fn to_str(self) -> Cow<'a, str> {
        match self {
            Self::Utf8(text) => Cow::Borrowed(text),
            Self::Utf16(units) => Cow::Owned(utf8_of_utf16(units)),
        }
    }

    /// How many more chars JSON needs for it, quotes not counted.
    #[must_use]
    pub fn json_escape_chars(self) -> usize {
        match self {
            Self::Utf8(text) => json_escape_chars_utf8(text.as_bytes()),
            Self::Utf16(text) => json_escape_chars_utf16(text),
        }
    }
}

/// Length of `text` in chars (UTF-16 code units), from its UTF-8 bytes, without allocating.
///
/// Every UTF-8 sequence starts with one byte that is not a continuation byte, and each four-byte sequence is a
/// surrogate pair in UTF-16. The loop is branch-free so that it vectorises.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    utf16_len_of_utf8(text.as_bytes())
}

/// As [`utf16_len`], over the bytes of well-formed UTF-8.
#[must_use]
pub fn utf16_len_of_utf8(bytes: &[u8]) -> usize {
    let mut units = 0usize;
    // Blocks of 192 keep a block's count within one byte lane's reach for the vectoriser.
    for block in bytes.chunks(192) {
        let mut starts = 0u8;
        let mut pairs = 0u8;
        for &byte in block {
            starts += u8::from((byte as i8) >= -0x40);
            pairs += u8::from(byte >= 0xF0);
        }
        units += usize::from(starts) + usize::from(pairs);
    }
    units
}

/// The words of `known` that are near to `word`, for "did you mean" messages: at most two edits away, or containing it.
#[must_use]
pub fn near_names<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    /// Longer words are compared by their start, so that a hostile one costs no more.
    const COMPARED_CHARS: usize = 64;
    let compared: String = word.chars().take(COMPARED_CHARS).collect();
    let is_near = |name: &str| strsim::levenshtein(&compared, name) <= 2 || (word.len() >= 4 && name.contains(word));
    known.iter().copied().filter(|name| is_near(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_len_equals_the_standard_library() {
        for text in ["", "abc", "é", "漢字", "a😀b", "👨‍👩‍👧", &"x😀é漢".repeat(300)] {
            assert_eq!(utf16_len(text), text.encode_utf16().count(), "{text:.20}");
        }
    }
}
