//! What the splitters share. A splitter cuts text into pieces exactly as the regular expression of
//! its encoding does. It is written by hand: it never backtracks further than one piece, needs no
//! stack and takes linear time.

use super::block::Batch;
use super::classes::{
    ASCII, CASELESS, Classes, HIGH, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER,
};

/// Cuts text into pieces.
pub(super) trait Split {
    /// The end of the piece that begins at `at`, which is below `text.len()`. `text` is well-formed
    /// UTF-8.
    fn next(&self, text: &[u8], at: usize) -> usize;

    /// Adds the pieces that begin at `at` to `batch`, as long as they are words or signs of
    /// non-ASCII characters. This is faster than one by one. Returns the end of the last piece, or
    /// `at` if it adds no piece.
    fn beyond_ascii(&self, _text: &[u8], at: usize, _batch: &mut Batch) -> usize {
        at
    }

    /// Fills `batch` with the ends of the pieces that begin at `at`. Returns the last end.
    fn fill(&self, text: &[u8], at: usize, batch: &mut Batch) -> usize;
}

/// Sets of classes as bits.
pub(super) const LETTERS: u16 = 1 << UPPER | 1 << LOWER | 1 << CASELESS;
pub(super) const LETTERS_AND_MARKS: u16 = LETTERS | 1 << MARK;
pub(super) const WHITE: u16 = 1 << SPACE | 1 << NEWLINE;
pub(super) const SIGNS: u16 = 1 << OTHER | 1 << MARK;
pub(super) const NUMBERS: u16 = 1 << NUMBER;

/// The high bit of every byte.
pub(super) const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// Whether one of the next two characters is non-ASCII. If none is, cutting by blocks is faster.
#[inline]
pub(super) fn is_beyond_ascii(text: &[u8], at: usize) -> bool {
    text.iter().skip(at).take(2).any(|byte| !byte.is_ascii())
}

/// Eight bytes from `at`, zeros past the end.
#[inline]
pub(super) fn load8(text: &[u8], at: usize) -> u64 {
    match text.get(at..at + 8) {
        Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
        None => text
            .get(at..)
            .unwrap_or_default()
            .iter()
            .rev()
            .fold(0, |word, &byte| (word << 8) | u64::from(byte)),
    }
}

/// The high bit of every byte of `word` that lies in `from..=to`, both ASCII.
#[inline]
pub(super) fn in_range(word: u64, from: u8, to: u8) -> u64 {
    let low = word & !HIGH_BITS;
    let at_least = low + ONES * u64::from(0x80 - from);
    let above = low + ONES * u64::from(0x7F - to);
    at_least & !above & !word & HIGH_BITS
}

/// How many of the first bytes have their high bit set in `mask`: 0 to 8.
#[inline]
pub(super) fn leading(mask: u64) -> usize {
    ((!mask & HIGH_BITS).trailing_zeros() / 8) as usize
}

/// The end of the run of ASCII letters from `at`.
#[inline]
pub(super) fn ascii_letters(text: &[u8], mut at: usize) -> usize {
    loop {
        let word = load8(text, at);
        let run = leading(in_range(word | (ONES * 0x20), b'a', b'z') & !word);
        at += run;
        if run < 8 {
            return at;
        }
    }
}

/// The end of the run of characters from `at` whose class is in `set`.
#[inline]
pub(super) fn run_of(classes: &Classes, text: &[u8], mut at: usize, set: u16) -> usize {
    loop {
        let here = classes.at(text, at);
        if !here.is_in(set) {
            return at;
        }
        at += here.length();
    }
}

/// The end of the run of signs from `at`: [`run_of`] for this set, with a fast loop over ASCII.
#[inline]
pub(super) fn signs(classes: &Classes, text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at).map(|&byte| ASCII[usize::from(byte)]) {
            Some(OTHER) => at += 1,
            Some(HIGH) => return run_of(classes, text, at, SIGNS),
            _ => return at,
        }
    }
}

/// The end of at most `most` numbers from `at`.
#[inline]
pub(super) fn numbers(classes: &Classes, text: &[u8], mut at: usize, most: usize) -> usize {
    for _ in 0..most {
        let here = classes.at(text, at);
        if here.class != NUMBER {
            break;
        }
        at += here.length();
    }
    at
}

/// A run of white space: where it ends, where its last character begins, and the end of its last
/// newline (or 0).
pub(super) struct White {
    pub(super) end: usize,
    pub(super) last: usize,
    pub(super) newline: usize,
}

impl White {
    /// The run from `at`.
    #[inline]
    pub(super) fn run(classes: &Classes, text: &[u8], at: usize) -> Self {
        let mut white = Self {
            end: at,
            last: at,
            newline: 0,
        };
        loop {
            // Indentation is mostly spaces: eight at a time.
            while load8(text, white.end) == ONES * 0x20 {
                white.end += 8;
                white.last = white.end - 1;
            }
            let here = classes.at(text, white.end);
            if !here.is_in(WHITE) {
                return white;
            }
            white.last = white.end;
            white.end += here.length();
            if here.class == NEWLINE {
                white.newline = white.end;
            }
        }
    }

    /// Where `\s+(?!\S)|\s` ends for this run, which began at `at`: all of it at the end of the
    /// text, else all but its last character, else that one.
    #[inline]
    pub(super) fn all_but_last(&self, text: &[u8], at: usize) -> usize {
        if self.end == text.len() || self.last == at {
            self.end
        } else {
            self.last
        }
    }
}

/// Returns the length of the English contraction that begins with the apostrophe at `at`: `'s 't 'm
/// 'd 'll 've 're`. Returns 0 for other text. With `fold`, case does not matter, and U+017F counts
/// as an s.
#[inline]
pub(super) fn contraction(text: &[u8], at: usize, fold: bool) -> usize {
    let Some(&[b'\'', first]) = text.get(at..at + 2) else {
        return 0;
    };
    let second = text.get(at + 2).copied().unwrap_or(0);
    let lower = |byte: u8| {
        if fold {
            byte.to_ascii_lowercase()
        } else {
            byte
        }
    };
    match (lower(first), lower(second)) {
        (b's' | b't' | b'm' | b'd', _) => 2,
        (b'l', b'l') | (b'v' | b'r', b'e') => 3,
        _ if fold && first == 0xC5 && second == 0xBF => 3,
        _ => 0,
    }
}
