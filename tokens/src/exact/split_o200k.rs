//! The splitter of o200k_base and o200k_harmony.
//!
//! ```text
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! \p{N}{1,3}   ` ?[^\s\p{L}\p{N}]+[\r\n/]*`   \s*[\r\n]+   \s+(?!\S)   \s+
//! ```
//!
//! A mark counts as a letter here. The expression could also take a mark as the one character
//! before a word, but the result is the same, so one rule serves for both.
//!
//! A word begins with a run of upper-case letters, caseless letters and marks. If a lower-case
//! letter follows, the word continues with the run of lower-case letters, caseless letters and
//! marks. Otherwise the word is cut back to the last caseless letter or mark, because the second
//! part could begin there. Without one, the word is the full first run (second line).

use super::block::{Batch, Rules};
use super::classes::{
    ASCII, CASELESS, Char, Classes, HIGH, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER,
};
use super::split::{
    LETTERS_AND_MARKS, Split, White, contraction, in_range, is_beyond_ascii, leading, load8,
    numbers, signs,
};

pub(super) struct O200k {
    pub(super) classes: &'static Classes,
}

/// Classes from which one character may precede a word in the same piece.
const BEFORE_LETTERS: u16 = 1 << OTHER | 1 << SPACE;
const START_OF_WORD: u16 = 1 << UPPER | 1 << CASELESS | 1 << MARK;
const REST_OF_WORD: u16 = 1 << LOWER | 1 << CASELESS | 1 << MARK;

impl Split for O200k {
    #[inline]
    fn next(&self, text: &[u8], at: usize) -> usize {
        let first = text[at];
        let class = ASCII[usize::from(first)];
        if class == UPPER || class == LOWER {
            return self.word(text, at);
        }
        if class == HIGH {
            return self.next_high(text, at);
        }
        if class == NUMBER {
            return numbers(self.classes, text, at, 3);
        }
        let next = text
            .get(at + 1)
            .map_or(NEWLINE, |&byte| ASCII[usize::from(byte)]);
        if class != NEWLINE {
            if next == UPPER || next == LOWER {
                return self.word(text, at + 1);
            }
            if next == HIGH {
                return self.after_sign_or_space(text, at, at + 1, class);
            }
            if class == OTHER || (first == b' ' && next == OTHER) {
                return self.signs(text, at + 1);
            }
        }
        self.white(text, at)
    }

    fn beyond_ascii(&self, text: &[u8], mut at: usize, batch: &mut Batch) -> usize {
        // Takes one word after another. Each character is looked up once: the one that ends a word
        // begins the next.
        let mut here = self.classes.at(text, at);
        while batch.has_room() {
            let (first, mut end) = (here, at);
            if first.is_in(BEFORE_LETTERS) {
                end += first.length();
                here = self.classes.at(text, end);
            }
            if here.is_in(LETTERS_AND_MARKS) {
                (at, here) = self.word_from(text, end, here);
            } else if first.class == OTHER || (text[at] == b' ' && here.class == OTHER) {
                at = self.signs(text, end);
                here = self.classes.at(text, at);
            } else {
                break;
            }
            batch.push(at);
            if !is_beyond_ascii(text, at) {
                break;
            }
        }
        at
    }

    fn fill(&self, text: &[u8], at: usize, batch: &mut Batch) -> usize {
        batch.fill_by_blocks(
            self,
            Rules {
                words: true,
                slashes: true,
                one_digit: false,
            },
            text,
            at,
        )
    }
}

impl O200k {
    /// As `next`, for a non-ASCII character.
    fn next_high(&self, text: &[u8], at: usize) -> usize {
        let first = self.classes.at(text, at);
        match first.class {
            NUMBER => numbers(self.classes, text, at, 3),
            SPACE | OTHER => self.after_sign_or_space(text, at, at + first.length(), first.class),
            _ => self.any_word(text, at),
        }
    }

    /// The piece at `at`, whose first character is of `class` OTHER or SPACE and ends at `after`.
    fn after_sign_or_space(&self, text: &[u8], at: usize, after: usize, class: u8) -> usize {
        let next = self.classes.at(text, after);
        if next.is_in(LETTERS_AND_MARKS) {
            self.word_from(text, after, next).0
        } else if class == OTHER || (text[at] == b' ' && next.class == OTHER) {
            self.signs(text, after)
        } else {
            self.white(text, at)
        }
    }

    /// A word that begins with the ASCII letter at `at`.
    #[inline]
    fn word(&self, text: &[u8], at: usize) -> usize {
        let mut end = at;
        loop {
            let word = load8(text, end);
            let upper = leading(in_range(word, b'A', b'Z'));
            end += upper;
            if upper == 8 {
                continue;
            }
            let mut lower = leading(in_range(word, b'a', b'z') >> (8 * upper));
            end += lower;
            if lower > 0 {
                if upper + lower == 8 {
                    loop {
                        lower = leading(in_range(load8(text, end), b'a', b'z'));
                        end += lower;
                        if lower < 8 {
                            break;
                        }
                    }
                }
                break;
            }
            break;
        }
        match text.get(end) {
            Some(0x80..) => self.any_word(text, at),
            Some(b'\'') => end + contraction(text, end, true),
            _ => end,
        }
    }

    /// A word that begins with the letter or mark at `at`.
    fn any_word(&self, text: &[u8], at: usize) -> usize {
        self.word_from(text, at, self.classes.at(text, at)).0
    }

    /// The end of a word that begins at `at` with the letter or mark `here`, and the character
    /// there.
    #[inline]
    fn word_from(&self, text: &[u8], at: usize, mut here: Char) -> (usize, Char) {
        let (mut end, mut cut) = (at, 0);
        while here.is_in(START_OF_WORD) {
            end += here.length();
            if here.class != UPPER {
                cut = end;
            }
            here = self.classes.at(text, end);
        }
        if here.class == LOWER {
            while here.is_in(REST_OF_WORD) {
                end += here.length();
                here = self.classes.at(text, end);
            }
        } else if 0 < cut && cut < end {
            end = cut;
            here = self.classes.at(text, end);
        }
        match contraction(text, end, true) {
            0 => (end, here),
            length => (end + length, self.classes.at(text, end + length)),
        }
    }

    /// Returns the end of the signs that begin at `at` and of the newlines and slashes after them.
    #[inline]
    fn signs(&self, text: &[u8], at: usize) -> usize {
        let mut end = signs(self.classes, text, at);
        while let Some(b'\r' | b'\n' | b'/') = text.get(end) {
            end += 1;
        }
        end
    }

    #[inline]
    fn white(&self, text: &[u8], at: usize) -> usize {
        let white = White::run(self.classes, text, at);
        if white.newline > 0 {
            white.newline
        } else {
            white.all_but_last(text, at)
        }
    }
}
