//! The splitter of cl100k_base.
//!
//! ```text
//! '(?i:[sdmt]|ll|ve|re)   [^\r\n\p{L}\p{N}]?+\p{L}++   \p{N}{1,3}+   ` ?[^\s\p{L}\p{N}]++[\r\n]*+`
//! \s++$   \s*[\r\n]   \s+(?!\S)   \s
//! ```
//!
//! Two families of vocabularies split almost in the same way. That of Llama 3 also cuts white space
//! at the end of the text after its last newline (`\s*[\r\n]+` and no `\s++$`). That of Qwen does
//! so too, and takes digits one by one (`\p{N}`).

use super::block::{Batch, Rules};
use super::classes::{ASCII, Classes, HIGH, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER};
use super::split::{
    LETTERS, SIGNS, Split, White, ascii_letters, contraction, is_beyond_ascii, numbers, run_of,
    signs,
};

/// Classes from which one character may precede letters in the same piece.
const BEFORE_LETTERS: u16 = 1 << SPACE | SIGNS;

/// The splitter of cl100k_base with at most `NUMBERS` digits to a piece. With `LINES`, white space
/// is cut after a newline at the end of the text too.
pub(super) struct Like<const NUMBERS: usize, const LINES: bool> {
    pub(super) classes: &'static Classes,
}

pub(super) type Cl100k = Like<3, false>;
pub(super) type Llama3 = Like<3, true>;
pub(super) type Qwen2 = Like<1, true>;

impl<const NUMBERS: usize, const LINES: bool> Split for Like<NUMBERS, LINES> {
    #[inline]
    fn next(&self, text: &[u8], at: usize) -> usize {
        let first = text[at];
        let class = ASCII[usize::from(first)];
        if class == UPPER || class == LOWER {
            return self.letters(text, at);
        }
        if class == HIGH {
            return self.next_high(text, at);
        }
        if class == NUMBER {
            return numbers(self.classes, text, at, NUMBERS);
        }
        let next = text
            .get(at + 1)
            .map_or(NEWLINE, |&byte| ASCII[usize::from(byte)]);
        if class != NEWLINE {
            if next == UPPER || next == LOWER {
                let short = if first == b'\'' {
                    contraction(text, at, true)
                } else {
                    0
                };
                return if short > 0 {
                    at + short
                } else {
                    self.letters(text, at + 1)
                };
            }
            if next == HIGH {
                let short = contraction(text, at, true);
                return if short > 0 {
                    at + short
                } else {
                    self.after_sign_or_space(text, at, at + 1, class)
                };
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
            if first.is_in(BEFORE_LETTERS) && text[at] != b'\'' {
                end += first.length();
                here = self.classes.at(text, end);
            }
            if here.is_in(LETTERS) {
                while here.is_in(LETTERS) {
                    end += here.length();
                    here = self.classes.at(text, end);
                }
            } else if end > at && (first.is_in(SIGNS) || (text[at] == b' ' && here.is_in(SIGNS))) {
                end = self.signs(text, end);
                here = self.classes.at(text, end);
            } else {
                break;
            }
            at = end;
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
                words: false,
                slashes: false,
                one_digit: NUMBERS == 1,
            },
            text,
            at,
        )
    }
}

impl<const NUMBERS: usize, const LINES: bool> Like<NUMBERS, LINES> {
    /// As `next`, for a non-ASCII character.
    fn next_high(&self, text: &[u8], at: usize) -> usize {
        let first = self.classes.at(text, at);
        match first.class {
            NUMBER => numbers(self.classes, text, at, NUMBERS),
            SPACE | OTHER | MARK => {
                self.after_sign_or_space(text, at, at + first.length(), first.class)
            }
            _ => self.letters(text, at),
        }
    }

    /// The piece at `at`, whose first character is of `class` OTHER, MARK or SPACE and ends at
    /// `after`.
    fn after_sign_or_space(&self, text: &[u8], at: usize, after: usize, class: u8) -> usize {
        let next = self.classes.at(text, after);
        if next.is_in(LETTERS) {
            self.letters(text, after)
        } else if class != SPACE || (text[at] == b' ' && next.is_in(SIGNS)) {
            self.signs(text, after)
        } else {
            self.white(text, at)
        }
    }

    /// Returns the end of the letters that begin at `at`.
    #[inline]
    fn letters(&self, text: &[u8], at: usize) -> usize {
        let end = ascii_letters(text, at);
        match text.get(end) {
            Some(0x80..) => run_of(self.classes, text, end, LETTERS),
            _ => end,
        }
    }

    /// Returns the end of the signs that begin at `at` and of the newlines after them.
    #[inline]
    fn signs(&self, text: &[u8], at: usize) -> usize {
        let mut end = signs(self.classes, text, at);
        while let Some(b'\r' | b'\n') = text.get(end) {
            end += 1;
        }
        end
    }

    #[inline]
    fn white(&self, text: &[u8], at: usize) -> usize {
        let white = White::run(self.classes, text, at);
        if white.newline > 0 && (LINES || white.end < text.len()) {
            white.newline
        } else {
            white.all_but_last(text, at)
        }
    }
}
