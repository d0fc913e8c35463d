//! One pass over bytes that counts what the estimate is made of: what each byte is, what it follows, where runs start.
//!
//! Each byte becomes a *class* of bits and a *symbol* of five. What a symbol and the one before it decide is looked up:
//! one row of sixteen counters a pair, added at once. What needs a longer look back, or tells bytes of one symbol apart,
//! becomes flags: plain loops over arrays of bytes, which the compiler turns into vector code, counted by carry-save adders.
//! Nothing looks ahead, so appending text can only add counts.

use super::columns::{self, Columns};
use super::pairs::{self, CONTROL_SYMBOL, DIGIT_SYMBOL, NEWLINE_SYMBOL, PUNCT_SYMBOL, ROW, WIDE_SYMBOL};

/// Lanes per block.
pub(super) const BLOCK: usize = 1024;
/// Lanes kept from the block before; flags look back at most seven.
const BACK: usize = 16;
const SIZE: usize = BACK + BLOCK;
/// Rows that a counter of one byte can take.
const TURN: usize = 128;

// Class bits. A lane has one of them; a capital has two.
const LETTER: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;
const NEWLINE: u8 = 16;
const PUNCT: u8 = 32;
const CONTROL: u8 = 64;
const WIDE: u8 = 128;

/// The class and the symbol of a byte, without a branch or a table, so that sixteen are done at once. The symbol is a letter's
/// place in the alphabet, or stands for the class; a space's is zero.
#[inline(always)]
fn class_of(byte: u8) -> (u8, u8) {
    let mask = |is: bool| if is { u8::MAX } else { 0 };
    let letter = mask((byte | 0x20).wrapping_sub(b'a') < 26);
    let capital = letter & !mask(byte & 0x20 != 0);
    let digit = mask(byte.wrapping_sub(b'0') < 10);
    let newline = mask(byte == b'\n') | mask(byte == b'\r');
    let space = mask(byte == b' ');
    let wide = mask(byte.cast_signed() < 0);
    // Controls, newlines and wide bytes; DEL is taken for punctuation.
    let low = mask(byte.cast_signed() < 0x20);
    let control = low & !(newline | wide);
    let punct = !(low | letter | digit | space);
    let class = (letter & LETTER) | (capital & CAPITAL) | (digit & DIGIT) | (space & SPACE) | (newline & NEWLINE);
    let symbol = (letter & byte & 0x1F) | (digit & DIGIT_SYMBOL) | (newline & NEWLINE_SYMBOL);
    (
        class | (punct & PUNCT) | (control & CONTROL) | (wide & WIDE),
        symbol | (punct & PUNCT_SYMBOL) | (control & CONTROL_SYMBOL) | (wide & WIDE_SYMBOL),
    )
}

/// The symbol of a byte.
pub(super) fn symbol_of(byte: u8) -> u8 {
    class_of(byte).1
}

/// How often each thing was seen.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    /// Letters, capitals, digits, spaces, newlines, punctuation, controls; starts of wide runs.
    pub(super) class: [u64; 8],
    /// 0 letter with seven letters before it, 1 capital after small letter, 2 digit with three before it, 3 second space of
    /// a run, 4 comma or semicolon, 5 punctuation equal to the byte before it, 6 start of controls, 7 wide after letter.
    pub(super) shape: [u64; 8],
    /// What a byte and the one before it decide, see [`pairs`].
    pub(super) pair: [u64; ROW],
}

/// The state of a pass: the lanes of the current block behind the last lanes of the one before.
pub(super) struct Lanes {
    raw: [u8; SIZE],
    class: [u8; SIZE],
    symbol: [u8; SIZE],
    pairs: [u8; SIZE],
    fours: [u8; SIZE],
    places: [u16; BLOCK],
    out: [[u8; BLOCK]; 2],
    columns: [Columns; 2],
    totals: [u64; ROW],
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self {
            raw: [0; SIZE],
            class: [0; SIZE],
            // Text begins as if after a control character: that makes no pair of letters.
            symbol: [CONTROL_SYMBOL; SIZE],
            pairs: [0; SIZE],
            fours: [0; SIZE],
            places: [0; BLOCK],
            out: [[0; BLOCK]; 2],
            columns: [Columns::default(); 2],
            totals: [0; ROW],
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
        let [class, shape] = self.columns.map(Columns::totals);
        Flags { class, shape, pair: self.totals }
    }

    fn push_block(&mut self, block: &[u8]) {
        let length = block.len();
        // Whole groups for the counters: the lanes past the end have no class and set no flag.
        let padded = length.next_multiple_of(columns::GROUP);
        let lanes = BACK..BACK + length;
        self.raw[lanes.clone()].copy_from_slice(block);
        classify(&mut self.class[lanes.clone()], &mut self.symbol[lanes.clone()], block);
        place(&mut self.places[..length], &self.symbol[BACK - 1..BACK - 1 + length], &self.symbol[lanes]);
        tally(&self.places[..length], &mut self.totals);
        self.class[BACK + length..BACK + padded].fill(0);
        self.look_back(padded);
        for (bits, columns) in self.out.iter().zip(&mut self.columns) {
            columns.add(&bits[..padded]);
        }
        for lanes in [&mut self.raw, &mut self.class, &mut self.symbol, &mut self.pairs, &mut self.fours] {
            let last: [u8; BACK] = std::array::from_fn(|lane| lanes[length + lane]);
            lanes[..BACK].copy_from_slice(&last);
        }
    }

    fn look_back(&mut self, padded: usize) {
        let block = BACK..BACK + padded;
        map2(&mut self.pairs[block.clone()], window(&self.class, 0, padded), window(&self.class, 1, padded), |now, before| now & before);
        let pairs = window(&self.pairs, 0, padded);
        map2(&mut self.fours[block], pairs, window(&self.pairs, 2, padded), |now, before| now & before);
        let [class, shape] = &mut self.out;
        let (class, shape) = (&mut class[..padded], &mut shape[..padded]);
        let (now, before) = (window(&self.class, 0, padded), window(&self.class, 1, padded));
        map2(class, now, before, |class, before| class & !(before & WIDE));
        map8(
            shape,
            [now, before, pairs, window(&self.pairs, 1, padded)],
            [window(&self.fours, 0, padded), window(&self.fours, 4, padded), window(&self.raw, 0, padded), window(&self.raw, 1, padded)],
            |[class, before, pair, pair1], [four, four4, raw, raw1]| {
                let long = (four & four4 & LETTER) | (four & DIGIT) | (pair & !pair1 & SPACE);
                let same = if raw == raw1 { class & PUNCT } else { 0 };
                let comma = if raw == b',' || raw == b';' { (class & PUNCT) >> 1 } else { 0 };
                let camel = class & before.wrapping_add(before) & !before & CAPITAL;
                let after_letter = class & 0u8.wrapping_sub(before & LETTER) & WIDE;
                long | same | comma | camel | after_letter | (class & !before & CONTROL)
            },
        );
    }
}

/// The classes and symbols of bytes. A function of its own, so that the compiler knows that nothing overlaps; so are the next.
#[inline(never)]
fn classify(classes: &mut [u8], symbols: &mut [u8], bytes: &[u8]) {
    for ((class, symbol), &byte) in classes.iter_mut().zip(symbols).zip(bytes) {
        (*class, *symbol) = class_of(byte);
    }
}

/// `out[i] = f(a[i], b[i])`.
#[inline(never)]
fn map2(out: &mut [u8], a: &[u8], b: &[u8], f: impl Fn(u8, u8) -> u8) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = f(a, b);
    }
}

/// `out[i] = f(first[..][i], second[..][i])`.
#[inline(never)]
fn map8(out: &mut [u8], [a, b, c, d]: [&[u8]; 4], [e, f, g, h]: [&[u8]; 4], map: impl Fn([u8; 4], [u8; 4]) -> u8) {
    let first = a.iter().zip(b).zip(c).zip(d);
    let second = e.iter().zip(f).zip(g).zip(h);
    for ((out, (((&a, &b), &c), &d)), (((&e, &f), &g), &h)) in out.iter_mut().zip(first).zip(second) {
        *out = map([a, b, c, d], [e, f, g, h]);
    }
}

/// Where the row of each pair of symbols is.
#[inline(never)]
fn place(out: &mut [u16], before: &[u8], now: &[u8]) {
    for ((out, &before), &now) in out.iter_mut().zip(before).zip(now) {
        *out = u16::from(before) << 5 | u16::from(now);
    }
}

/// Adds the rows at the places of a block.
#[inline(never)]
fn tally(places: &[u16], totals: &mut [u64; ROW]) {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    // Counters of two bytes: of even and of odd places.
    let mut wide = [[0u64; 2]; 2];
    for places in places.chunks(TURN) {
        let mut sums = [0u64; 2];
        for &place in places {
            let pairs::Row([low, high]) = pairs::TABLE[usize::from(place) % pairs::TABLE.len()];
            sums[0] += low;
            sums[1] += high;
        }
        for (word, sum) in sums.into_iter().enumerate() {
            wide[0][word] += sum & EVEN;
            wide[1][word] += (sum >> 8) & EVEN;
        }
    }
    for (counter, total) in totals.iter_mut().enumerate() {
        *total += (wide[counter % 2][counter / 8] >> (8 * ((counter % 8) & !1))) & 0xFFFF;
    }
}

/// The lanes of the block, each `back` lanes earlier.
fn window(lanes: &[u8; SIZE], back: usize, padded: usize) -> &[u8] {
    &lanes[BACK - back..BACK - back + padded]
}

#[cfg(test)]
mod tests {
    use super::super::pairs::SPACE_SYMBOL;
    use super::*;

    #[test]
    fn every_byte_has_the_class_and_the_symbol_it_should() {
        for byte in 0..=u8::MAX {
            let (class, symbol) = match byte {
                b'a'..=b'z' => (LETTER, byte - b'a' + 1),
                b'A'..=b'Z' => (LETTER | CAPITAL, byte - b'A' + 1),
                b'0'..=b'9' => (DIGIT, DIGIT_SYMBOL),
                b' ' => (SPACE, SPACE_SYMBOL),
                b'\n' | b'\r' => (NEWLINE, NEWLINE_SYMBOL),
                0x00..=0x1F => (CONTROL, CONTROL_SYMBOL),
                0x80..=0xFF => (WIDE, WIDE_SYMBOL),
                _ => (PUNCT, PUNCT_SYMBOL),
            };
            assert_eq!(class_of(byte), (class, symbol), "{byte:#x}");
        }
    }
}
