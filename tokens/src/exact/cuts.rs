//! Finds places that no merge can cross: borders between two characters that are not adjacent in
//! any token.
//!
//! A token that spans the border of the characters x and y contains both in full, or begins inside
//! x, or ends inside y. Tokens of the first kind are stored as the pair (x, y), the others as the
//! pair of bytes at the border. If neither pair is stored, both sides can be encoded separately.
//! Pairs of characters are stored by hash, so a border may be considered crossable by mistake,
//! which costs only time.

/// Size of the filter: 2^20 bits hold the 23,000 pairs of o200k with few false hits.
const PAIR_BITS: u32 = 20;

/// Pairs of characters and of bytes that are adjacent in some token.
pub(super) struct Cuts {
    pairs: Vec<u64>,
    bytes: Vec<u64>,
}

impl Cuts {
    pub(super) fn new() -> Self {
        Self {
            pairs: vec![0; 1 << (PAIR_BITS - 6)],
            bytes: vec![0; 1 << (16 - 6)],
        }
    }

    /// Adds the border inside the token `left` + `right`. Borders inside the two parts are added
    /// with these parts.
    pub(super) fn add(&mut self, left: &[u8], right: &[u8]) {
        let (Some(&last), Some(&first)) = (left.last(), right.first()) else {
            return;
        };
        if is_continuation(first) {
            return;
        }
        let whole = last_char(left).filter(|_| right.len() >= char_len(first));
        if let Some(x) = whole {
            let bit = pair_bit(x, first_char(right));
            self.pairs[bit >> 6] |= 1 << (bit & 63);
        } else {
            let bit = usize::from(last) << 8 | usize::from(first);
            self.bytes[bit >> 6] |= 1 << (bit & 63);
        }
    }

    /// The end of the part that begins at `from`: the next place that no merge crosses. `text` is
    /// well-formed UTF-8, and `from` is such a place.
    pub(super) fn next(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        let mut x = first_char(text.get(at..).unwrap_or_default());
        loop {
            at += char_len(text.get(at).copied().unwrap_or(0));
            let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else {
                return text.len();
            };
            let y = first_char(rest);
            let pair = pair_bit(x, y);
            let border = usize::from(text[at - 1]) << 8 | usize::from(rest[0]);
            if (self.pairs[pair >> 6] >> (pair & 63)) & 1 == 0
                && (self.bytes[border >> 6] >> (border & 63)) & 1 == 0
            {
                return at;
            }
            x = y;
        }
    }
}

#[inline]
fn pair_bit(x: u32, y: u32) -> usize {
    let pair = u64::from(x) << 32 | u64::from(y);
    (pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PAIR_BITS)) as usize
}

#[inline]
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Bytes of the character that `first` begins.
#[inline]
fn char_len(first: u8) -> usize {
    match first {
        0..=0xBF => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0.. => 4,
    }
}

/// The bytes of the first character as one number.
#[inline]
fn first_char(text: &[u8]) -> u32 {
    match *text {
        [a, b, c, d, ..] => u32::from_be_bytes([a, b, c, d]) >> (8 * (4 - char_len(a))),
        [a, ..] => text
            .iter()
            .take(char_len(a))
            .fold(0, |number, &byte| number << 8 | u32::from(byte)),
        [] => 0,
    }
}

/// The bytes of the last character as one number; `None` if it is cut off.
fn last_char(text: &[u8]) -> Option<u32> {
    let length = text
        .iter()
        .rev()
        .take(4)
        .position(|&byte| !is_continuation(byte))?
        + 1;
    let tail = &text[text.len() - length..];
    (char_len(tail[0]) == length).then(|| first_char(tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_between_what_no_token_joins() {
        let mut cuts = Cuts::new();
        cuts.add("漢".as_bytes(), "字".as_bytes());
        assert_eq!(cuts.next("漢字漢字".as_bytes(), 0), 6);
        assert_eq!(cuts.next("字漢".as_bytes(), 0), 3);
        assert_eq!(cuts.next("字".as_bytes(), 0), 3);
    }

    #[test]
    fn a_token_with_part_of_a_character_guards_the_border_by_bytes() {
        let mut cuts = Cuts::new();
        cuts.add(&[0xA2], "字".as_bytes());
        assert_eq!(cuts.next("漢字".as_bytes(), 0), 6, "漢 ends in A2");
        assert_eq!(cuts.next("字字".as_bytes(), 0), 3);
    }
}
