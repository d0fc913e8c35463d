//! The longest start of a text that has at most so many tokens.
//!
//! Tokens of a start are not simply the tokens of the text up to there: cutting inside a piece changes how the rest of
//! it merges and sometimes how it is split, so more text can even have fewer tokens. What cannot change are whole
//! pieces followed by something other than white space. So the search is confined to the piece at which the limit is
//! passed, with the white space around it.

use super::bpe;
use super::keys::NONE;
use super::split::Split;
use super::trie::Follow;
use super::vocab::Vocab;

/// Places in a region of up to this many bytes are tried one by one, each by encoding up to it.
const ONE_BY_ONE: usize = 512;

/// Tries in longer regions after the table has proposed a place.
const TRIES: usize = 64;

/// What the search asks of a vocabulary.
pub(super) trait Pieces {
    /// Tokens of one piece.
    fn tokens(&self, piece: &[u8]) -> usize;

    /// Ends of starts of a giant piece that seem to have at most `limit` tokens, the longest first.
    fn ends_within(&self, piece: &[u8], limit: usize) -> Vec<usize>;
}

impl Pieces for Vocab {
    fn tokens(&self, piece: &[u8]) -> usize {
        if self.find(piece) != NONE {
            return 1;
        }
        let (mut from, mut count) = (0, 0);
        while from < piece.len() {
            let to = self.cuts.next(piece, from);
            count += bpe::count(self, &piece[from..to]);
            from = to;
        }
        count
    }

    fn ends_within(&self, piece: &[u8], limit: usize) -> Vec<usize> {
        let counts = counts_of_starts(self, piece, limit);
        (0..counts.len()).rev().filter(|&end| counts[end] as usize <= limit).collect()
    }
}

/// Length in bytes of the longest start of `text` with at most `max_tokens` tokens.
pub(super) fn longest_start(vocab: &impl Pieces, split: &impl Split, text: &str, max_tokens: usize) -> usize {
    let bytes = text.as_bytes();
    if bytes.len() <= max_tokens {
        return bytes.len();
    }
    let (mut at, mut total) = (0, 0);
    // The last border between pieces whose left side cannot change, and the tokens before it.
    let (mut firm, mut before_firm) = (0, 0);
    while at < bytes.len() {
        if at == 0 || !ends_in_white(text, at) {
            (firm, before_firm) = (at, total);
        }
        let end = split.next(bytes, at);
        total += vocab.tokens(&bytes[at..end]);
        if total > max_tokens {
            let high = end.max(white_end(text, at));
            return firm + in_region(vocab, split, &text[firm..high], max_tokens - before_firm);
        }
        at = end;
    }
    bytes.len()
}

/// The end of the white space from `at` on.
fn white_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    text.len() - rest.trim_start().len()
}

fn ends_in_white(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(char::is_whitespace)
}

/// Tokens of a text, at most until they are more than `limit`.
fn tokens_of_text(vocab: &impl Pieces, split: &impl Split, text: &[u8], limit: usize) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < text.len() && count <= limit {
        let end = split.next(text, at);
        count += vocab.tokens(&text[at..end]);
        at = end;
    }
    count
}

fn in_region(vocab: &impl Pieces, split: &impl Split, region: &str, limit: usize) -> usize {
    let bytes = region.as_bytes();
    let fits = |&end: &usize| tokens_of_text(vocab, split, &bytes[..end], limit) <= limit;
    let borders = |from: usize, to: usize| (from..=to).rev().filter(|&end| region.is_char_boundary(end));
    if bytes.len() <= ONE_BY_ONE {
        return borders(0, bytes.len()).find(fits).unwrap_or(0);
    }
    // A giant piece. What is proposed holds if each start is one piece too; what is split differently when cut there is found out by
    // trying.
    let proposed = vocab.ends_within(bytes, limit).into_iter().filter(|&end| region.is_char_boundary(end));
    let first = proposed.take(TRIES).find(fits);
    first.unwrap_or_else(|| borders(0, ONE_BY_ONE).find(fits).unwrap_or(0))
}

/// Tokens of `piece[..end]` for every `end` up to where no later one can have at most `limit`.
///
/// The encoding of a start is that of a shorter start and one more token, which may follow its last token: exactly one
/// such token ends at each place.
fn counts_of_starts(vocab: &Vocab, piece: &[u8], limit: usize) -> Vec<u32> {
    let mut counts: Vec<u32> = vec![0];
    let mut last: Vec<u32> = vec![NONE];
    // Tokens over the limit in a row, as long as the longest token: nothing can step across them.
    let mut over = 0;
    let mut follow = Follow::new(vocab);
    let mut at = 0;
    while at < piece.len() && over <= vocab.longest {
        let reach = (at + 1 + vocab.longest).min(piece.len() + 1);
        if last.len() < reach {
            last.resize(reach, NONE);
            counts.resize(reach, u32::MAX);
        }
        let (previous, count) = (last[at], counts[at]);
        vocab.trie().each(&piece[at..], |token, length| {
            if last[at + length] == NONE && (previous == NONE || follow.may(previous, token)) {
                last[at + length] = token;
                counts[at + length] = count.saturating_add(1);
            }
        });
        over = if count as usize > limit { over + 1 } else { 0 };
        at += 1;
    }
    counts.truncate(at + 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{count_tokens, truncate_to_tokens, Encoding};

    #[test]
    fn the_longest_start_by_trying_all() {
        for text in [
            "Hello, world! It's 12345 o'clock.",
            "a  b\n\n  c \t\n x",
            "HELLOworld漢字ABC",
            "don't we'll 'tis",
            "漢字の文章です。",
            "👩‍👩‍👧 emoji",
            "x\n\n    y\n \n",
            "  ",
            "\n\n\n   indented",
            "f(a)//\n\n/*",
            "ÀÉÎõü Straße",
        ] {
            for encoding in Encoding::ALL {
                for limit in 0..12 {
                    let all = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
                    let best = all.filter(|&end| count_tokens(&text[..end], encoding) <= limit).max().expect("the empty start has no tokens");
                    assert_eq!(truncate_to_tokens(text, limit, encoding), &text[..best], "{encoding} {limit}");
                }
            }
        }
    }

    #[test]
    fn the_table_counts_every_start() {
        let piece = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(12);
        for vocab in [Vocab::o200k(), Vocab::r50k()] {
            let counts = counts_of_starts(vocab, piece.as_bytes(), usize::MAX);
            assert_eq!(counts.len(), piece.len() + 1);
            for (end, &count) in counts.iter().enumerate() {
                assert_eq!(count as usize, bpe::count(vocab, &piece.as_bytes()[..end]), "{end}");
            }
        }
    }

    #[test]
    fn giant_pieces_are_cut_at_the_limit() {
        for unit in ["a", " ", "=", "ab", "漢字", "\n"] {
            let text = unit.repeat(30_000);
            for limit in [1, 100, 999] {
                let start = truncate_to_tokens(&text, limit, Encoding::O200kBase);
                assert!(count_tokens(start, Encoding::O200kBase) <= limit);
                assert!(start.len() >= limit, "{unit:?} {limit} {}", start.len());
            }
        }
    }
}
