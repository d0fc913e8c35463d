//! Gives back what is stored, in pieces that fit.

use conspectus::tokens::instant::{Family, estimate_text};
use serde::Serialize;

/// Default number of estimated tokens of a page. Chosen here: a page of code.
pub const MAX_TOKENS: u64 = 2_000;
/// The most estimated tokens that a model may request in one call. Chosen here: two pages of code.
pub const MOST_TOKENS: u64 = 4_000;

/// The most bytes that a token is assumed to have when a long line is split. Chosen here: words of
/// code have four, runs of spaces a hundred.
const TOKEN_BYTES: usize = 128;

/// Which piece of a stored output to give. The default is its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The first line, from 1.
    pub first_line: u64,
    /// The last line; `None` for the end.
    pub last_line: Option<u64>,
    /// How many chars (UTF-16 units) of the first line to leave out.
    pub skip_chars: u64,
    /// The most estimated tokens of the piece.
    pub max_tokens: u64,
    /// The most chars of the piece.
    pub max_chars: Option<u64>,
}

impl Default for Range {
    fn default() -> Self {
        Self {
            first_line: 1,
            last_line: None,
            skip_chars: 0,
            max_tokens: MAX_TOKENS,
            max_chars: None,
        }
    }
}

/// A piece of a stored output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Piece {
    /// The output's key.
    pub key: String,
    /// The text as stored.
    pub text: String,
    /// The first line of the piece, from 1.
    pub first_line: u64,
    /// The last line of the page; 0 if it's empty.
    pub last_line: u64,
    /// Lines of the output.
    pub lines: u64,
    /// Characters of the output.
    pub chars: u64,
    /// The start of the next page; `None` at the end of the range.
    pub next: Option<Next>,
}

/// The start of the next page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Next {
    /// The first line of the next page.
    pub first_line: u64,
    /// How many characters of it you already have.
    pub skip_chars: u64,
}

/// Returns the page of `text` that `range` selects. It ends after a line if one fits; a longer line
/// is split.
pub(super) fn piece(key: &str, text: &str, range: Range) -> Piece {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let count = lines.len() as u64;
    let first = range.first_line.max(1);
    let last = range.last_line.unwrap_or(count).min(count);
    let mut result = Piece {
        key: key.to_owned(),
        text: String::new(),
        first_line: first,
        last_line: 0,
        lines: count,
        chars: chars(text),
        next: None,
    };
    let mut left = Left {
        tokens: range.max_tokens.max(1) as f64,
        chars: range.max_chars.unwrap_or(u64::MAX).max(1),
    };
    for number in first..=last {
        let line = lines[number as usize - 1];
        let skipped = if number == first { range.skip_chars } else { 0 };
        let line = &line[byte_at(line, skipped)..];
        if left.takes(line) {
            result.text.push_str(line);
            result.last_line = number;
            continue;
        }
        result.next = Some(Next {
            first_line: number,
            skip_chars: skipped,
        });
        // A piece that holds nothing would never go on.
        if result.text.is_empty() {
            let part = left.part_of(line);
            result.text.push_str(part);
            result.last_line = number;
            result.next = Some(Next {
                first_line: number,
                skip_chars: skipped + chars(part),
            });
        }
        break;
    }
    result
}

struct Left {
    tokens: f64,
    chars: u64,
}

impl Left {
    fn takes(&mut self, line: &str) -> bool {
        let (tokens, chars) = (tokens(line) as f64, chars(line));
        let fits = tokens <= self.tokens && chars <= self.chars;
        if fits {
            (self.tokens, self.chars) = (self.tokens - tokens, self.chars - chars);
        }
        fits
    }

    /// As much of the beginning as fits, at least one character.
    fn part_of<'a>(&self, line: &'a str) -> &'a str {
        let fits = |end: usize| {
            tokens(&line[..end]) as f64 <= self.tokens && chars(&line[..end]) <= self.chars
        };
        // No token holds more; so a line of megabytes is not looked through.
        let most = (self.tokens as usize)
            .saturating_mul(TOKEN_BYTES)
            .min(line.len());
        let ends: Vec<usize> = line
            .char_indices()
            .map(|(at, char)| at + char.len_utf8())
            .take_while(|end| *end <= most.max(4))
            .collect();
        let count = ends.partition_point(|end| fits(*end)).max(1);
        &line[..ends.get(count - 1).copied().unwrap_or(0)]
    }
}

/// Returns as much of the beginning of `text` as fits `most_tokens` estimated tokens.
pub(super) fn fitting(text: &str, most_tokens: u64) -> &str {
    let mut left = Left {
        tokens: most_tokens as f64,
        chars: u64::MAX,
    };
    if left.takes(text) {
        return text;
    }
    left.part_of(text)
}

pub(super) fn tokens(text: &str) -> u64 {
    // No model is known here; this family counts highest.
    estimate_text(text, Family::Claude47)
}

pub(super) fn chars(text: &str) -> u64 {
    text.encode_utf16().count() as u64
}

/// Returns the byte index after `units` UTF-16 units, at the end of a character.
fn byte_at(line: &str, units: u64) -> usize {
    let mut passed = 0;
    for (at, char) in line.char_indices() {
        if passed >= units {
            return at;
        }
        passed += char.len_utf16() as u64;
    }
    line.len()
}
