//! One pass over bytes that counts 32 flags per byte: what it is, where its run starts, what came before.
//!
//! Each byte becomes a *lane* of class bits. Every flag looks at its own lane and at lanes before it, never ahead, so
//! appending text can only add flags. All steps are plain loops over arrays of bytes, which the compiler turns into
//! vector code; the 32 columns are then counted by carry-save adders.

use super::columns::{self, Columns};

/// Lanes per block.
pub(super) const BLOCK: usize = 512;
/// Lanes kept from the block before; flags look back at most seven.
const BACK: usize = 16;
const SIZE: usize = BACK + BLOCK;

// Class bits. A lane has one of them; a capital has two.
const LETTER: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;
const NEWLINE: u8 = 16;
const PUNCT: u8 = 32;
const CONTROL: u8 = 64;
const WIDE: u8 = 128;
// Bits of the second table.
const RARE: u8 = 128;
const COMMA: u8 = 64;
const VOWEL: u8 = 32;
const CONSONANT: u8 = 16;

/// The class of a byte, without a branch or a table, so that sixteen are done at once.
#[inline(always)]
fn class_of(byte: u8) -> u8 {
    let bit = |is: bool, bit: u8| if is { bit } else { 0 };
    let letter = bit((byte | 0x20).wrapping_sub(b'a') < 26, LETTER | CAPITAL) & !bit(byte & 0x20 != 0, CAPITAL);
    let digit = bit(byte.wrapping_sub(b'0') < 10, DIGIT);
    let newline = bit(byte == b'\n', NEWLINE) | bit(byte == b'\r', NEWLINE);
    let rest = bit(byte == b' ', SPACE) | (byte & WIDE);
    let known = letter | digit | newline | rest;
    let other = bit(byte.wrapping_sub(0x21) < 0x5E, PUNCT ^ CONTROL) ^ CONTROL;
    known | bit(known == 0, other)
}

/// Which of the rarer questions a byte answers with yes.
#[inline(always)]
fn second_of(byte: u8) -> u8 {
    let bit = |is: bool, bit: u8| if is { bit } else { 0 };
    let small = byte | 0x20;
    let is = |masked: u8, value: u8| bit(masked == value, u8::MAX);
    let q = is(small, b'q');
    // Every fourth letter from `a` is a, e, i, m, q, u, y; pairs of rare letters differ in one bit: jk, vw, xz.
    let vowel = (is(small & 0xE3, 0x61) & !is(small, b'm') & !q & !is(small, b'}')) | is(small, b'o');
    let rare = q | is(small & 0xFE, b'j') | is(small & 0xFE, b'v') | is(small & 0xFD, b'x');
    let letter = bit(small.wrapping_sub(b'a') < 26, CONSONANT);
    (vowel & VOWEL) | (rare & RARE) | (letter & !vowel) | bit(byte == b',', COMMA) | bit(byte == b';', COMMA)
}

/// How often each flag was seen. Rows: classes, run starts, starts by what came before, shapes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    /// Letters, capitals, digits, spaces, newlines, punctuation, controls, rare letters.
    pub(super) class: [u64; 8],
    /// Run starts: letters, capitals, digits, spaces, newlines, punctuation, controls, wide.
    pub(super) start: [u64; 8],
    /// 0 digit after letter or letter after digit, 1 capital after small letter; letters begin after: 3 space, 5 punctuation,
    /// 7 wide; punctuation begins after: 2 letter, 4 space; 6 newlines begin after punctuation.
    pub(super) after: [u64; 8],
    /// 0 letter with seven letters before it, 1 third consonant in a row, 2 digit with three before it, 3 second space in a row,
    /// 4 wide run after a space, 5 punctuation equal to the byte before it, 6 second vowel in a row, 7 comma or semicolon.
    pub(super) shape: [u64; 8],
}

/// The state of a pass: the lanes of the current block behind the last lanes of the one before.
pub(super) struct Lanes {
    raw: [u8; SIZE],
    class: [u8; SIZE],
    second: [u8; SIZE],
    pairs: [u8; SIZE],
    fours: [u8; SIZE],
    out: [[u8; BLOCK]; 4],
    columns: [Columns; 4],
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self {
            raw: [0; SIZE],
            class: [0; SIZE],
            second: [0; SIZE],
            pairs: [0; SIZE],
            fours: [0; SIZE],
            out: [[0; BLOCK]; 4],
            columns: [Columns::default(); 4],
        }
    }

    /// Takes the next lanes; anything from 0x80 up is a wide lane.
    pub(super) fn push(&mut self, lanes: &[u8]) {
        for block in lanes.chunks(BLOCK) {
            self.push_block(block);
        }
    }

    /// The counts so far.
    pub(super) fn finish(self) -> Flags {
        let [class, start, after, shape] = self.columns.map(Columns::totals);
        Flags { class, start, after, shape }
    }

    fn push_block(&mut self, block: &[u8]) {
        let length = block.len();
        // Whole groups for the counters: the lanes past the end have no class and set no flag.
        let padded = length.next_multiple_of(columns::GROUP);
        self.raw[BACK..BACK + length].copy_from_slice(block);
        let lanes = BACK..BACK + length;
        map1(&mut self.class[lanes.clone()], block, class_of);
        map1(&mut self.second[lanes], block, second_of);
        self.class[BACK + length..BACK + padded].fill(0);
        self.second[BACK + length..BACK + padded].fill(0);
        self.look_back(padded);
        for (bits, columns) in self.out.iter().zip(&mut self.columns) {
            columns.add(&bits[..padded]);
        }
        for lanes in [&mut self.raw, &mut self.class, &mut self.second, &mut self.pairs, &mut self.fours] {
            lanes.copy_within(length..length + BACK, 0);
        }
    }

    fn look_back(&mut self, padded: usize) {
        let block = BACK..BACK + padded;
        map2(&mut self.pairs[block.clone()], window(&self.class, 0, padded), window(&self.class, 1, padded), |now, before| now & before);
        let pairs = window(&self.pairs, 0, padded);
        map2(&mut self.fours[block], pairs, window(&self.pairs, 2, padded), |now, before| now & before);
        let [class, start, after, shape] = &mut self.out;
        let (now, before) = (window(&self.class, 0, padded), window(&self.class, 1, padded));
        let second = window(&self.second, 0, padded);
        map2(&mut class[..padded], now, second, |class, second| (class & !WIDE) | (second & RARE));
        map2(&mut start[..padded], now, before, |class, before| class & !before);
        map2(&mut after[..padded], now, before, |class, before| {
            let start = class & !before;
            let word = 0u8.wrapping_sub(start & LETTER) & before & (SPACE | PUNCT | WIDE);
            let camel = class & before.wrapping_add(before) & !before & CAPITAL;
            let junction = (((class >> 2) & before) | (class & (before >> 2))) & 1;
            let punct = 0u8.wrapping_sub((start >> 5) & 1) & before;
            let newline = start.wrapping_add(start) & before & PUNCT;
            word | camel | junction | ((punct & LETTER) << 2) | (((punct & SPACE) | newline) << 1)
        });
        let shape = &mut shape[..padded];
        map4(
            shape,
            [window(&self.fours, 0, padded), window(&self.fours, 4, padded), pairs, window(&self.pairs, 1, padded)],
            |_, [four, four4, pair, pair1]| (four & four4 & LETTER) | (four & DIGIT) | (pair & !pair1 & SPACE),
        );
        map4(shape, [second, window(&self.second, 1, padded), window(&self.second, 2, padded), now], |shape, [second, second1, second2, _]| {
            let vowels = (second & second1 & VOWEL) << 1;
            let consonants = (second & second1 & second2 & CONSONANT) >> 3;
            shape | vowels | consonants | ((second & COMMA) << 1)
        });
        map4(shape, [now, before, window(&self.raw, 0, padded), window(&self.raw, 1, padded)], |shape, [class, before, raw, raw1]| {
            let same = if raw == raw1 { class & PUNCT } else { 0 };
            shape | same | ((class >> 3) & before.wrapping_add(before) & 16)
        });
    }
}

/// `out[i] = f(a[i])`.
#[inline(never)]
fn map1(out: &mut [u8], a: &[u8], f: impl Fn(u8) -> u8) {
    for (out, &a) in out.iter_mut().zip(a) {
        *out = f(a);
    }
}

/// `out[i] = f(a[i], b[i])`. A function of its own, so that the compiler knows that nothing overlaps.
#[inline(never)]
fn map2(out: &mut [u8], a: &[u8], b: &[u8], f: impl Fn(u8, u8) -> u8) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = f(a, b);
    }
}

/// `out[i] = f(out[i], inputs[..][i])`.
#[inline(never)]
fn map4(out: &mut [u8], [a, b, c, d]: [&[u8]; 4], f: impl Fn(u8, [u8; 4]) -> u8) {
    for ((((out, &a), &b), &c), &d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *out = f(*out, [a, b, c, d]);
    }
}

/// The lanes of the block, each `back` lanes earlier.
fn window(lanes: &[u8; SIZE], back: usize, padded: usize) -> &[u8] {
    &lanes[BACK - back..BACK - back + padded]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_the_class_it_should() {
        for byte in 0..=u8::MAX {
            let class = match byte {
                b'a'..=b'z' => LETTER,
                b'A'..=b'Z' => LETTER | CAPITAL,
                b'0'..=b'9' => DIGIT,
                b' ' => SPACE,
                b'\n' | b'\r' => NEWLINE,
                0x00..=0x1F | 0x7F => CONTROL,
                0x80..=0xFF => WIDE,
                _ => PUNCT,
            };
            let second = match byte.to_ascii_lowercase() {
                b'a' | b'e' | b'i' | b'o' | b'u' | b'y' => VOWEL,
                b'j' | b'q' | b'x' | b'z' | b'k' | b'v' | b'w' => CONSONANT | RARE,
                b'a'..=b'z' => CONSONANT,
                b',' | b';' => COMMA,
                _ => 0,
            };
            assert_eq!((class_of(byte), second_of(byte)), (class, second), "{byte:#x}");
        }
    }
}
