//! The text of a hit: the text at its place, and short pieces from elsewhere with other words of
//! the query. An answer has few tokens, and a query may be a full message.

use super::read_back::{fitting, tokens};
use super::words;
use std::collections::BTreeSet;

/// Characters of the text around a hit. Chosen here: two or three lines of code.
pub(super) const SNIPPET_CHARS: usize = 240;
/// The shortest text of a hit in tokens. Chosen here: a line of code.
pub(super) const SNIPPET_TOKENS_MIN: u64 = 15;
/// Characters of the line at the place of a hit that are shown before any piece. Chosen here: a line of
/// code.
const LINE_CHARS: usize = 100;
/// Characters of a piece, and how many of them precede its word. Chosen here, on recorded sessions:
/// a name and its use.
const PIECE_CHARS: usize = 60;
const BEFORE_CHARS: usize = 15;
/// What the number of its line counts, in characters.
const NUMBER_CHARS: usize = 20;
/// The least weight of a piece's new words. Chosen here: one passage of fifty contains such a word, and
/// a commoner one isn't worth the room.
const WEIGHT_MIN: f64 = 4.0;

/// A short part of a line.
struct Piece<'a> {
    start: usize,
    text: &'a str,
    /// The query's words in it, each by its number.
    words: BTreeSet<usize>,
}

impl Piece<'_> {
    fn contains(&self, at: usize) -> bool {
        (self.start..self.start + self.text.len()).contains(&at)
    }
}

/// What a query asks for, and which of its words an answer already shows.
pub(super) struct Shown<'a> {
    pub number: &'a dyn Fn(u64) -> Option<usize>,
    /// The weight of each word.
    pub weights: &'a [f64],
    pub seen: BTreeSet<usize>,
}

impl Shown<'_> {
    /// Returns the text at `begin`, and pieces with words that no earlier hit shows, in at most
    /// `most_tokens` tokens.
    pub fn excerpt(&mut self, text: &str, begin: usize, most_tokens: u64) -> String {
        let mut first = piece(text, begin, LINE_CHARS);
        let mut pieces = self.pieces(text, &mut first);
        self.seen.extend(first.words);
        let first_tokens = tokens(first.text).max(SNIPPET_TOKENS_MIN);
        let mut more = String::new();
        while let Some(best) = self.best(&pieces) {
            let piece = pieces.swap_remove(best);
            let line = 1 + text[..piece.start].matches('\n').count();
            let with = format!("{more}\n{line}: {}", piece.text.trim());
            if first_tokens + tokens(&with) > most_tokens {
                break;
            }
            more = with;
            self.seen.extend(piece.words);
        }
        let left = most_tokens.saturating_sub(tokens(&more)).max(1);
        snippet(&text[begin..], left) + &more
    }

    /// All pieces with words of the query, in order. The words of the first one are added to it.
    fn pieces<'a>(&self, text: &'a str, first: &mut Piece<'_>) -> Vec<Piece<'a>> {
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        words::each(text, |word| {
            let Some(number) = (self.number)(word.number) else {
                return;
            };
            if first.contains(word.at) {
                first.words.insert(number);
                return;
            }
            let last = pieces.last();
            if last.is_none_or(|last| !last.contains(word.at)) {
                pieces.push(piece(text, start_before(text, word.at), PIECE_CHARS));
            }
            if let Some(last) = pieces.last_mut() {
                last.words.insert(number);
            }
        });
        pieces
    }

    /// The piece whose new words weigh most for its length.
    fn best(&self, pieces: &[Piece<'_>]) -> Option<usize> {
        let mut best = None;
        for (index, piece) in pieces.iter().enumerate() {
            let new = piece.words.difference(&self.seen);
            let weight: f64 = new.map(|number| self.weights[*number]).sum();
            let worth = weight / (piece.text.len() + NUMBER_CHARS) as f64;
            if weight >= WEIGHT_MIN && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, index));
            }
        }
        best.map(|(_, index)| index)
    }
}

/// Returns the piece of `chars` characters that starts at `start`, or fewer if its line ends
/// earlier.
fn piece(text: &str, start: usize, chars: usize) -> Piece<'_> {
    let line = text[start..].lines().next().unwrap_or_default();
    let end = line.char_indices().nth(chars);
    Piece {
        start,
        text: &line[..end.map_or(line.len(), |(end, _)| end)],
        words: BTreeSet::new(),
    }
}

/// Returns the start of a piece with a word: the start of its line, or a little before the word.
fn start_before(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = &text[line..at];
    let indent = before.len() - before.trim_start().len();
    let near = before.char_indices().rev().nth(BEFORE_CHARS);
    line + near.map_or(indent, |(index, _)| index.max(indent))
}

/// The start of the rest of an output, without indentation and blank lines.
fn snippet(text: &str, tokens: u64) -> String {
    let mut shown = String::new();
    let mut left = SNIPPET_CHARS;
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty()) {
        if !shown.is_empty() {
            shown.push('\n');
        }
        shown.extend(line.chars().take(left));
        left = left.saturating_sub(line.chars().count() + 1);
        if left == 0 {
            break;
        }
    }
    let fitting = fitting(&shown, tokens).trim_end();
    if left > 0 && fitting.len() == shown.len() {
        return shown;
    }
    format!("{fitting}\u{2026}")
}
