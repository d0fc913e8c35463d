//! Text as a host stores it, in UTF-8 or UTF-16, and its length. A *char* is a UTF-16 code unit, as
//! in JavaScript's `.length`.

mod escapes;
mod label;
mod utf8;

pub use escapes::{json_escape_chars_utf8, json_escape_chars_utf16};
pub use label::{clip_label, sanitize_label};
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
    /// The text as UTF-8. Lone surrogates become U+FFFD.
    #[must_use]
    pub fn to_str(self) -> Cow<'a, str> {
        match self {
            Self::Utf8(text) => Cow::Borrowed(text),
            Self::Utf16(units) => Cow::Owned(utf8_of_utf16(units)),
        }
    }

    /// How many chars JSON escapes add to the text. Quotes are not counted.
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
/// Each character has exactly one byte that is not a continuation byte, and a character of four
/// bytes is a surrogate pair in UTF-16. The loop has no branches, so that the compiler can
/// vectorise it.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    utf16_len_of_utf8(text.as_bytes())
}

/// As [`utf16_len`], for bytes that are well-formed UTF-8.
#[must_use]
pub fn utf16_len_of_utf8(bytes: &[u8]) -> usize {
    let mut units = 0usize;
    // A block of 192 bytes: its counts fit a byte, so the vector code can count in bytes.
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

/// The names in `known` that are similar to `word`, for "did you mean" messages. They are at most
/// two edits away, or contain `word`.
#[must_use]
pub fn near_names<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    /// Only the start of a longer word is compared, so that a huge word costs no more time.
    const COMPARED_CHARS: usize = 64;
    let compared: String = word.chars().take(COMPARED_CHARS).collect();
    let is_near = |name: &str| {
        strsim::levenshtein(&compared, name) <= 2 || (word.len() >= 4 && name.contains(word))
    };
    known.iter().copied().filter(|name| is_near(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_len_equals_the_standard_library() {
        for text in ["", "abc", "é", "漢字", "a😀b", "👨‍👩‍👧", &"x😀é漢".repeat(300)]
        {
            assert_eq!(utf16_len(text), text.encode_utf16().count(), "{text:.20}");
        }
    }
}
