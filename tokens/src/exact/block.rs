//! Splits ASCII text 64 bytes at a time. Each class of characters has one bit per byte, and
//! arithmetic on these bits finds the borders.
//!
//! A block begins at the start of a piece, so the text before it does not matter. Borders are taken
//! up to the last character that is not white space, because the split of white space depends on
//! the text after it. They are also taken only up to the first *stop*: a non-ASCII character, or
//! one of the few cases that depend on text beyond the neighbors, such as a contraction. At a stop,
//! the character-by-character splitter takes over for one piece.

use super::split::{HIGH_BITS, Split, contraction, load8};
use wide::{CmpEq, CmpGt, CmpLt, i8x16};

/// Bytes of a block.
const BYTES: usize = 64;

/// How many pieces are cut before they are counted.
pub(super) const BATCH: usize = 512;

/// The classes of 64 bytes. Bit i describes byte i.
#[derive(Default)]
pub(super) struct Block {
    upper: u64,
    lower: u64,
    digit: u64,
    /// The space character.
    space: u64,
    /// White space other than the space and newlines.
    tab: u64,
    newline: u64,
    quote: u64,
    slash: u64,
    /// Non-ASCII bytes, and places after the end of the text.
    high: u64,
}

/// The points in which the splitters differ here.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether a capital after a small letter begins a piece, and a contraction belongs to the word
    /// before it (o200k). If not, a contraction is a piece of its own (cl100k).
    pub(super) words: bool,
    /// Whether slashes after the newlines that follow signs belong to the signs.
    pub(super) slashes: bool,
    /// Whether each digit is a piece (Qwen). If not, up to three digits are one.
    pub(super) one_digit: bool,
}

impl Block {
    #[inline]
    fn load(text: &[u8], at: usize) -> Self {
        let mut block = Self::default();
        if let Some(bytes) = text.get(at..at + BYTES) {
            block.classify(bytes);
        } else {
            let mut padded = [0x80; BYTES];
            let rest = text.get(at..).unwrap_or_default();
            padded[..rest.len()].copy_from_slice(rest);
            block.classify(&padded);
        }
        block
    }

    #[inline]
    fn classify(&mut self, bytes: &[u8]) {
        for (part, bytes) in bytes.chunks_exact(16).enumerate() {
            let mut signed = [0i8; 16];
            for (to, &from) in signed.iter_mut().zip(bytes) {
                *to = from as i8;
            }
            let byte = i8x16::new(signed);
            let bits = |lanes: i8x16| u64::from(lanes.move_mask() as u16) << (16 * part);
            let is = |sign: u8| byte.cmp_eq(i8x16::splat(sign as i8));
            // Non-ASCII bytes are negative as signed numbers, and so below every range.
            let within = |lanes: i8x16, from: u8, to: u8| {
                lanes.cmp_gt(i8x16::splat(from as i8 - 1))
                    & lanes.cmp_lt(i8x16::splat(to as i8 + 1))
            };
            let letter = bits(within(byte | i8x16::splat(0x20), b'a', b'z'));
            let small = bits(byte.cmp_gt(i8x16::splat(0x60)));
            let newline = bits(is(b'\n') | is(b'\r'));
            self.upper |= letter & !small;
            self.lower |= letter & small;
            self.digit |= bits(within(byte, b'0', b'9'));
            self.space |= bits(is(b' '));
            self.tab |= bits(within(byte, b'\t', b'\r')) & !newline;
            self.newline |= newline;
            self.quote |= bits(is(b'\''));
            self.slash |= bits(is(b'/'));
            self.high |= bits(byte);
        }
    }

    /// Returns the starts of pieces and the stops as bits. The block begins at `at` in `text`.
    #[inline]
    fn borders(&self, rules: Rules, text: &[u8], at: usize) -> (u64, u64) {
        let letter = self.upper | self.lower;
        let blank = self.space | self.tab;
        let white = blank | self.newline;
        let sign = !(letter | self.digit | white | self.high);
        let begins = |run: u64| run & !(run << 1);
        let mut stops = self.high;

        // Newlines right after signs belong to the signs. The addition carries through such a run
        // of newlines and clears it.
        let taken = self.newline & !self.newline.wrapping_add(self.newline & (sign << 1));
        let white = white & !taken;
        let newline = self.newline & !taken;
        // White space is cut after its last newline, and before its last character if that is no
        // newline. Blanks between two newlines are not cut; they are so rare that they are a stop.
        let indent = begins(blank) & (newline << 1);
        if blank.wrapping_add(indent) & !blank & self.newline != 0 {
            stops |= indent;
        }
        let last_blank = blank & !(blank >> 1) & !(self.newline >> 1);
        let mut starts = begins(white) | indent | last_blank;

        // A word takes the blank or the single sign before it. Signs take the space before them.
        let single = sign & !(sign << 1) & !(sign >> 1) & !(self.space << 1);
        starts |= begins(letter) & !(blank << 1) & !(single << 1);
        starts |= begins(sign) & !(self.space << 1);

        // Digits one by one, or in threes from the start of their run.
        if rules.one_digit {
            starts |= self.digit;
        } else {
            let mut third = begins(self.digit);
            let inside = self.digit & self.digit << 1 & self.digit << 2 & self.digit << 3;
            while third != 0 {
                starts |= third;
                third = third << 3 & inside;
            }
        }

        let mut quotes = self.quote & ((letter | self.high) >> 1 | 1 << 63);
        if rules.words {
            starts |= self.upper & (self.lower << 1);
            quotes &= letter << 1;
        }
        if rules.slashes {
            stops |= self.slash & (taken << 1);
        }
        while quotes != 0 {
            let place = quotes.trailing_zeros() as usize;
            if place == 63 || contraction(text, at + place, true) > 0 {
                stops |= 1 << place;
                break;
            }
            quotes &= quotes - 1;
        }
        (starts, stops)
    }

    /// Returns the bits up to the last character before the first stop that is not white space.
    #[inline]
    fn certain(&self, stops: u64) -> u64 {
        let before = (stops & stops.wrapping_neg()).wrapping_sub(1);
        let solid = before & !(self.space | self.tab | self.newline);
        if solid == 0 {
            0
        } else {
            u64::MAX >> solid.leading_zeros()
        }
    }
}

/// The ends of the pieces of one batch.
pub(super) struct Batch {
    pub(super) ends: [usize; BATCH],
    pub(super) filled: usize,
}

impl Batch {
    pub(super) fn new() -> Self {
        Self {
            ends: [0; BATCH],
            filled: 0,
        }
    }

    /// Adds the end of a piece. Callers make sure that there is room.
    #[inline]
    pub(super) fn push(&mut self, end: usize) {
        if let Some(place) = self.ends.get_mut(self.filled) {
            *place = end;
            self.filled += 1;
        }
    }

    /// Whether there is room for the pieces of a block and one more.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.filled < BATCH - BYTES
    }

    /// Fills the batch with the pieces that begin at `at`, one by one. Returns the end of the last
    /// one.
    pub(super) fn fill(&mut self, split: &impl Split, text: &[u8], mut at: usize) -> usize {
        self.filled = 0;
        while at < text.len() && self.filled < BATCH {
            at = split.next(text, at);
            self.push(at);
        }
        at
    }

    /// As [`fill`](Self::fill), but cuts ASCII text by blocks.
    pub(super) fn fill_by_blocks(
        &mut self,
        split: &impl Split,
        rules: Rules,
        text: &[u8],
        mut at: usize,
    ) -> usize {
        self.filled = 0;
        // A block has at most 64 pieces, and the splitter adds one.
        while at < text.len() && self.has_room() {
            if load8(text, at) & HIGH_BITS != 0 {
                let from = at;
                at = split.beyond_ascii(text, at, self);
                if at == from {
                    at = split.next(text, at);
                    self.push(at);
                }
                continue;
            }
            let block = Block::load(text, at);
            let (starts, stops) = block.borders(rules, text, at);
            let mut starts = starts & block.certain(stops) & !1;
            let start = at;
            while starts != 0 {
                at = start + starts.trailing_zeros() as usize;
                self.push(at);
                starts &= starts - 1;
            }
            if stops != 0 || at == start {
                at = split.next(text, at);
                self.push(at);
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::classes::Classes;
    use crate::exact::split_cl100k::{Cl100k, Llama3, Qwen2};
    use crate::exact::split_o200k::O200k;

    fn ends(text: &[u8], mut fill: impl FnMut(&mut Batch, usize) -> usize) -> Vec<usize> {
        let (mut batch, mut at, mut all) = (Batch::new(), 0, Vec::new());
        while at < text.len() {
            at = fill(&mut batch, at);
            all.extend_from_slice(&batch.ends[..batch.filled]);
        }
        all
    }

    /// Text of weighted random characters, from a fixed seed.
    fn random_texts() -> impl Iterator<Item = String> {
        let alphabets: [&[&str]; 6] = [
            &["a", "B", "1", " ", "\n", ".", "'", "/", "\t", "\r\n"],
            &[
                "ab", "Cd", " ", "  ", "\n", ";\n", "\n/", "//", "'s ", "'re", "'ſ", "12", "é",
            ],
            &["x", " ", "\n", "\t", "\n    ", "\r", "  \n  "],
            &[
                "don't", "'tis", "we'LL", "'", "''", "a'b", " 'q'", "Ab'd", "!'s",
            ],
            &[
                "é", "Ж", "ж", "Я", "漢", "\u{301}", " ", "'s", "😀", "a", "Ⅷ", "\u{a0}", "٣", "ʰ",
                "ǅ", ".", "'ſ", "\n", "\u{3000}",
            ],
            &["0", "1234", "a", ".", ",", " ", "-", "0x1F", "/", "漢"],
        ];
        let mut state = 1u64;
        let mut below = move |limit: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        (0..3000).map(move |round| {
            let length = 1 + below(200);
            let mut text = String::new();
            for _ in 0..length {
                match alphabets.get(round % 7) {
                    Some(words) => text.push_str(words[below(words.len())]),
                    None => text.push(char::from(below(128) as u8)),
                }
            }
            text
        })
    }

    #[test]
    fn blocks_cut_as_the_splitters_do() {
        let classes = Classes::get();
        for text in random_texts() {
            let bytes = text.as_bytes();
            agree(&O200k { classes }, bytes, "o200k");
            agree(&Cl100k { classes }, bytes, "cl100k");
            agree(&Llama3 { classes }, bytes, "llama3");
            agree(&Qwen2 { classes }, bytes, "qwen2");
        }
    }

    fn agree(split: &impl Split, bytes: &[u8], name: &str) {
        let by_blocks = ends(bytes, |batch, at| split.fill(bytes, at, batch));
        let one_by_one = ends(bytes, |batch, at| batch.fill(split, bytes, at));
        assert_eq!(
            by_blocks,
            one_by_one,
            "{name} {:?}",
            String::from_utf8_lossy(bytes)
        );
    }
}
