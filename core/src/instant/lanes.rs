//! One pass over bytes that counts 40 flags per byte: what it is, where its run starts, what came before.
//!
//! Each byte becomes a *lane* of class bits. Every flag looks at its own lane and at lanes before it, never ahead, so
//! appending text can only add flags. All steps are plain loops over arrays of bytes, which the compiler turns into
//! vector code; the 40 columns are then counted by carry-save adders.

use super::columns::{self, Columns};

/// Lanes per block.
pub(super) const BLOCK: usize = 1024;
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

/// Class bits in the low byte, the second table's in the high byte.
const TABLE: [u16; 256] = {
    let mut table = [0u16; 256];
    let mut byte = 0usize;
    while byte < 256 {
        let code = byte as u8;
        let class = match code {
            b'a'..=b'z' => LETTER,
            b'A'..=b'Z' => LETTER | CAPITAL,
            b'0'..=b'9' => DIGIT,
            b' ' => SPACE,
            b'\n' | b'\r' => NEWLINE,
            0x00..=0x1F | 0x7F => CONTROL,
            0x80..=0xFF => WIDE,
            _ => PUNCT,
        };
        let second = match code.to_ascii_lowercase() {
            b'a' | b'e' | b'i' | b'o' | b'u' | b'y' => VOWEL,
            b'j' | b'q' | b'x' | b'z' | b'k' | b'v' | b'w' => CONSONANT | RARE,
            b'a'..=b'z' => CONSONANT,
            b',' | b';' => COMMA,
            _ => 0,
        };
        table[byte] = class as u16 | (second as u16) << 8;
        byte += 1;
    }
    table
};

/// How often each flag was seen. Rows: classes, run starts, letter starts by what came before, other starts, shapes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    /// Letters, capitals, digits, spaces, newlines, punctuation, controls, rare letters.
    pub(super) class: [u64; 8],
    /// Run starts: letters, capitals, digits, spaces, newlines, punctuation, controls, wide.
    pub(super) start: [u64; 8],
    /// 0 digit after letter, 1 capital after small letter; letter-run start after: 2 digit, 3 space, 4 newline,
    /// 5 punctuation, 6 control, 7 wide.
    pub(super) letter: [u64; 8],
    /// Punctuation-run start after: 0 letter, 1 capital, 2 digit, 3 space, 4 newline, 6 control, 7 wide; 5 newline after punctuation.
    pub(super) other: [u64; 8],
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
    out: [[u8; BLOCK]; 5],
    columns: [Columns; 5],
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self { raw: [0; SIZE], class: [0; SIZE], second: [0; SIZE], pairs: [0; SIZE], fours: [0; SIZE], out: [[0; BLOCK]; 5], columns: [Columns::default(); 5] }
    }

    /// Takes the next lanes; anything from 0x80 up is one wide lane. Blocks but the last must be full.
    pub(super) fn push(&mut self, lanes: &[u8]) {
        for block in lanes.chunks(BLOCK) {
            self.push_block(block);
        }
    }

    /// The counts so far.
    pub(super) fn finish(self) -> Flags {
        let [class, start, letter, other, shape] = self.columns.map(Columns::totals);
        Flags { class, start, letter, other, shape }
    }

    fn push_block(&mut self, block: &[u8]) {
        let length = block.len();
        // Whole groups for the counters: the lanes past the end have no class and set no flag.
        let padded = length.next_multiple_of(columns::GROUP);
        self.raw[BACK..BACK + length].copy_from_slice(block);
        let classes = self.class[BACK..BACK + length].iter_mut().zip(&mut self.second[BACK..BACK + length]);
        for (&byte, (class, second)) in block.iter().zip(classes) {
            let bits = TABLE[usize::from(byte)];
            *class = bits as u8;
            *second = (bits >> 8) as u8;
        }
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
        runs(&self.class, &self.class, 1, &mut self.pairs, padded);
        let (pairs, fours) = (&self.pairs, &mut self.fours);
        runs(pairs, pairs, 2, fours, padded);
        let [class_out, start_out, letter_out, other_out, shape_out] = &mut self.out;
        let view = |lanes, back| window(lanes, back, padded);
        let (now, before) = (view(&self.class, 0), view(&self.class, 1));
        let (second, second1, second2) = (view(&self.second, 0), view(&self.second, 1), view(&self.second, 2));
        let (raw, raw1) = (view(&self.raw, 0), view(&self.raw, 1));
        let (pairs, pairs1, fours, fours4) = (view(&self.pairs, 0), view(&self.pairs, 1), view(&self.fours, 0), view(&self.fours, 4));
        let (class_out, start_out, letter_out) = (&mut class_out[..padded], &mut start_out[..padded], &mut letter_out[..padded]);
        let (other_out, shape_out) = (&mut other_out[..padded], &mut shape_out[..padded]);
        for i in 0..padded {
            let (class, previous) = (now[i], before[i]);
            let start = class & !previous;
            class_out[i] = (class & !WIDE) | (second[i] & RARE);
            start_out[i] = start;
            let letter = 0u8.wrapping_sub(start & LETTER);
            let camel = class & previous.wrapping_add(previous) & !previous & CAPITAL;
            letter_out[i] = (letter & previous) | camel | ((class >> 2) & previous & LETTER);
            let punct = 0u8.wrapping_sub(u8::from(start & PUNCT != 0));
            let newline = start.wrapping_add(start) & previous & PUNCT;
            other_out[i] = (punct & previous) | newline;
        }
        for i in 0..padded {
            let class = now[i];
            let same = 0u8.wrapping_sub(u8::from(raw[i] == raw1[i])) & class & PUNCT;
            let vowels = (second[i] & second1[i] & VOWEL) << 1;
            let consonants = (second[i] & second1[i] & second2[i] & CONSONANT) >> 3;
            let comma = (second[i] & COMMA) << 1;
            let wide = (class >> 3) & (before[i] << 1) & 16;
            let long = (fours[i] & fours4[i] & LETTER) | (fours[i] & DIGIT) | (pairs[i] & !pairs1[i] & SPACE);
            shape_out[i] = same | vowels | consonants | comma | wide | long;
        }
    }
}

/// The lanes of the block, each `back` lanes earlier.
fn window(lanes: &[u8; SIZE], back: usize, padded: usize) -> &[u8] {
    &lanes[BACK - back..BACK - back + padded]
}

/// `out[i] = a[i] & b[i - back]`, over the block.
fn runs(a: &[u8; SIZE], b: &[u8; SIZE], back: usize, out: &mut [u8; SIZE], padded: usize) {
    let (now, before) = (window(a, 0, padded), window(b, back, padded));
    for ((out, now), before) in out[BACK..BACK + padded].iter_mut().zip(now).zip(before) {
        *out = now & before;
    }
}
