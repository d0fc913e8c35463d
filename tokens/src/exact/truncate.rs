//! Finds the longest start of a text that has at most a given number of tokens.
//!
//! The tokens of a start are not always the first tokens of the text. A cut inside a piece changes
//! how the rest of it merges, and sometimes how it is split. So a longer start can even have fewer
//! tokens. Only whole pieces that are followed by something other than white space cannot change.
//! So the search is limited to the piece at which the limit is passed, and the white space around
//! it.

use super::bpe;
use super::keys::NONE;
use super::split::Split;
use super::trie::Follow;
use super::vocab::Vocab;

/// In a region of at most this many bytes, every place is tried: the text up to it is encoded.
const ONE_BY_ONE: usize = 512;

/// How many of the proposed places are tried in a longer region.
const TRIES: usize = 64;

/// What the search needs from a vocabulary.
pub(super) trait Pieces {
    /// Tokens of one piece.
    fn tokens(&self, piece: &[u8]) -> usize;

    /// Places at which a very long piece may be cut to have at most `limit` tokens, the furthest
    /// first. The caller checks them.
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
        (0..counts.len())
            .rev()
            .filter(|&end| counts[end] as usize <= limit)
            .collect()
    }
}

/// Length in bytes of the longest start of `text` with at most `max_tokens` tokens.
pub(super) fn longest_start(
    vocab: &impl Pieces,
    split: &impl Split,
    text: &str,
    max_tokens: usize,
) -> usize {
    let bytes = text.as_bytes();
    if bytes.len() <= max_tokens {
        return bytes.len();
    }
    let (mut at, mut total) = (0, 0);
    // The last border between pieces before which nothing can change, and the number of tokens
    // before it.
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

/// Returns the end of the white space that begins at `at`.
fn white_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    text.len() - rest.trim_start().len()
}

fn ends_in_white(text: &str, at: usize) -> bool {
    text[..at]
        .chars()
        .next_back()
        .is_some_and(char::is_whitespace)
}

/// The number of tokens of a text. Stops counting once it is more than `limit`.
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
    let borders = |from: usize, to: usize| {
        (from..=to)
            .rev()
            .filter(|&end| region.is_char_boundary(end))
    };
    if bytes.len() <= ONE_BY_ONE {
        return borders(0, bytes.len()).find(fits).unwrap_or(0);
    }
    // A very long piece. A proposed place is right if the text up to it is still one piece. If the
    // cut changes the split, trying the place shows it.
    let proposed = vocab
        .ends_within(bytes, limit)
        .into_iter()
        .filter(|&end| region.is_char_boundary(end));
    let first = proposed.take(TRIES).find(fits);
    first.unwrap_or_else(|| borders(0, ONE_BY_ONE).find(fits).unwrap_or(0))
}

/// The number of tokens of `piece[..end]` for every `end`, up to the point after which none can
/// have at most `limit`.
///
/// The encoding of a start is that of a shorter start plus one token that may follow its last one.
/// Exactly one such token ends at each place.
fn counts_of_starts(vocab: &Vocab, piece: &[u8], limit: usize) -> Vec<u32> {
    let mut counts: Vec<u32> = vec![0];
    let mut last: Vec<u32> = vec![NONE];
    // How many places in a row are over the limit. If they are as many as the longest token has
    // bytes, no token can reach across them.
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
    use crate::exact::{Encoding, count_tokens, truncate_to_tokens};

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
                    let best = all
                        .filter(|&end| count_tokens(&text[..end], encoding) <= limit)
                        .max()
                        .expect("the empty start has no tokens");
                    assert_eq!(
                        truncate_to_tokens(text, limit, encoding),
                        &text[..best],
                        "{encoding} {limit}"
                    );
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
                assert_eq!(
                    count as usize,
                    bpe::count(vocab, &piece.as_bytes()[..end]),
                    "{end}"
                );
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
