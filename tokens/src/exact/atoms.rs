//! Characters whose bytes merge first. Byte-pair encoding can then begin with whole characters in
//! place of bytes.
//!
//! The bytes of a character merge with each other, but a merge with a neighbour may come first. For
//! example, ` \xD0` is a token, and takes the first byte of a Cyrillic letter after a space. So
//! this table keeps the lowest rank of the merges that take bytes of a character, by the
//! neighbouring byte. If all merges inside a character have lower ranks than these, they come
//! first. Other merges cannot change that, because no token has a lower rank than its parts.
//! Beginning with whole characters saves half of the steps for Cyrillic, and two thirds for
//! Devanagari.

use super::keys::NONE;
use super::vocab::Vocab;

/// The lowest ranks of the merges that take one token, by the neighbouring byte of the other token.
type Row = [u32; 256];

/// The merges that can take the first bytes of a character to the left, and the last byte to the
/// right.
pub(super) struct Atoms {
    /// Indices into `rows` by the first byte of a character (its lower six bits). After these,
    /// indices by the first two bytes of a character of three (four bits and six bits).
    left: Vec<u16>,
    /// Indices into `rows` by a byte that continues a character (its lower six bits).
    right: Vec<u16>,
    /// The rows. Row 0 is for bytes that no merge takes.
    rows: Vec<Row>,
}

/// Index in [`Atoms::left`] of the first pair of first bytes.
const PAIRS: usize = 64;

impl Atoms {
    pub(super) fn new() -> Self {
        Self {
            left: vec![0; PAIRS + (1 << 10)],
            right: vec![0; 64],
            rows: vec![[NONE; 256]],
        }
    }

    /// Adds the merge of rank `id` that makes the token `left` + `right`.
    pub(super) fn add(&mut self, left: &[u8], right: &[u8], id: u32) {
        let (Some(&last), Some(&first)) = (left.last(), right.first()) else {
            return;
        };
        let taken = match *right {
            [byte @ 0xC0..=0xFF] => Some(first_place(byte)),
            [first @ 0xE0..=0xEF, second @ 0x80..=0xBF] => Some(pair_place(first, second)),
            _ => None,
        };
        if let Some(place) = taken {
            lower(&mut self.rows, &mut self.left[place], last, id);
        }
        if let [byte @ 0x80..=0xBF] = *left {
            lower(
                &mut self.rows,
                &mut self.right[usize::from(byte & 0x3F)],
                first,
                id,
            );
        }
    }

    /// Writes the tokens with which merging can begin to `tokens`, which must have room for one per
    /// byte. Returns how many there are.
    #[inline]
    pub(super) fn begin(&self, vocab: &Vocab, piece: &[u8], tokens: &mut [u32]) -> usize {
        let (mut at, mut filled) = (0, 0);
        let mut push = |token: u32| {
            if let Some(place) = tokens.get_mut(filled) {
                *place = token;
                filled += 1;
            }
        };
        while let Some(rest) = piece.get(at..).filter(|rest| !rest.is_empty()) {
            // The lowest rank of the merges that take the bytes so far to the left, and the byte
            // `last` to the right.
            let left = |place: usize| {
                at.checked_sub(1).map_or(NONE, |before| {
                    self.rows[usize::from(self.left[place])][usize::from(piece[before])]
                })
            };
            let right = |last: u8, after: Option<&u8>| {
                after.map_or(NONE, |&after| {
                    self.rows[usize::from(self.right[usize::from(last & 0x3F)])][usize::from(after)]
                })
            };
            match *rest {
                [first @ 0xC2..=0xDF, second @ 0x80..=0xBF, ..] => {
                    let two = vocab.two(first, second);
                    if two < left(first_place(first)) && two < right(second, rest.get(2)) {
                        push(two);
                        at += 2;
                        continue;
                    }
                }
                [
                    first @ 0xE0..=0xEF,
                    second @ 0x80..=0xBF,
                    third @ 0x80..=0xBF,
                    ..,
                ] => {
                    let (two, right) = (vocab.two(first, second), right(third, rest.get(3)));
                    if two < left(first_place(first))
                        && two < vocab.two(second, third)
                        && two < right
                    {
                        let three = vocab.merge(two, vocab.byte_ids[usize::from(third)]);
                        if three < left(pair_place(first, second)) && three < right {
                            push(three);
                        } else {
                            push(two);
                            push(vocab.byte_ids[usize::from(third)]);
                        }
                        at += 3;
                        continue;
                    }
                }
                _ => {}
            }
            push(vocab.byte_ids[usize::from(rest[0])]);
            at += 1;
        }
        filled
    }
}

fn first_place(first: u8) -> usize {
    usize::from(first & 0x3F)
}

fn pair_place(first: u8, second: u8) -> usize {
    PAIRS + (usize::from(first & 0x0F) << 6 | usize::from(second & 0x3F))
}

fn lower(rows: &mut Vec<Row>, number: &mut u16, byte: u8, id: u32) {
    if *number == 0 {
        *number = rows.len() as u16;
        rows.push([NONE; 256]);
    }
    let lowest = &mut rows[usize::from(*number)][usize::from(byte)];
    *lowest = id.min(*lowest);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the characters of a text begin as one token.
    fn whole(vocab: &Vocab, text: &str) -> usize {
        let mut tokens = [0; 200];
        let filled = vocab.atoms.begin(vocab, text.as_bytes(), &mut tokens);
        let bytes: Vec<u8> = tokens[..filled]
            .iter()
            .flat_map(|&token| vocab.token(token))
            .copied()
            .collect();
        assert_eq!(bytes, text.as_bytes());
        text.chars()
            .filter(|char| {
                tokens[..filled]
                    .iter()
                    .any(|&token| vocab.token(token) == char.to_string().as_bytes())
            })
            .count()
    }

    #[test]
    fn letters_of_the_large_scripts_are_whole() {
        let vocab = Vocab::o200k();
        // Of 13, 8, 4, 3, 7 and 4; the letter after the space is not, for ` \xD0` has a lower rank
        // than it.
        let words = [
            "человеческого",
            "अधिकारों",
            "حقوق",
            "인간의",
            "ประชาชน",
            " они",
        ];
        assert_eq!(words.map(|word| whole(vocab, word)), [11, 7, 4, 3, 7, 3]);
    }
}
