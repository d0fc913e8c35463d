//! One pass over bytes that counts what the estimate is made of: what each byte is, what it follows, where runs start.
//!
//! Each byte becomes a *class* of bits and a *symbol* of five. What a symbol and the one before it decide is looked up:
//! one row of sixteen counters a pair, added at once. What needs a longer look back, or tells bytes of one symbol apart,
//! becomes flags: plain loops over arrays of bytes, which the compiler turns into vector code, counted by carry-save adders.
//! Nothing looks ahead, so appending text can only add counts.

use super::columns::{Columns, GROUP};
use super::pairs::{self, CONTROL_SYMBOL, DIGIT_SYMBOL, NEWLINE_SYMBOL, PUNCT_SYMBOL, ROW, SPACE_SYMBOL, WIDE_SYMBOL};

/// Lanes per block.
pub(super) const BLOCK: usize = 1024;
/// Lanes kept from the block before: flags look back at what the sixteenth lane before them has kept of its own past.
const BACK: usize = 16;
const SIZE: usize = BACK + BLOCK;
const GROUPS: usize = BLOCK / GROUP;
type Group = [u8; GROUP];
/// Rows that a counter of one byte can take.
const TURN: usize = 128;

// Class bits. A lane has one of them; a capital has two. A capital's bit is twice a letter's, a digit's twice a space's and a wide
// lane's twice punctuation's: what one follows is found by an addition. 0x20 is what tells capitals from small letters in ASCII.
const SPACE: u8 = 1;
const DIGIT: u8 = 2;
const NEWLINE: u8 = 4;
const CONTROL: u8 = 8;
const LETTER: u8 = 16;
const CAPITAL: u8 = 32;
const PUNCT: u8 = 64;
const WIDE: u8 = 128;

/// All bits or none.
#[inline(always)]
fn mask(is: bool) -> u8 {
    if is {
        u8::MAX
    } else {
        0
    }
}

/// The class and the symbol of a byte, without a branch or a table, so that sixteen are done at once. The symbol is a letter's
/// place in the alphabet, or stands for the class; a space's is zero.
#[inline(always)]
fn class_of(byte: u8) -> (u8, u8) {
    let letter = mask((byte | 0x20).wrapping_sub(b'a') < 26);
    let digit = mask(byte.wrapping_sub(b'0') < 10);
    let newline = mask(byte == b'\n') | mask(byte == b'\r');
    let space = mask(byte == b' ');
    let wide = mask(byte.cast_signed() < 0);
    // Controls, newlines and wide bytes; DEL is taken for punctuation.
    let low = mask(byte.cast_signed() < 0x20);
    // What is nothing else is punctuation or a control character; each mask turns one code into another.
    let either = |plain: u8, codes: [u8; 5]| {
        let [control, wide_code, newline_code, digit_code, space_code] = codes;
        plain
            ^ (low & (plain ^ control))
            ^ (wide & (control ^ wide_code))
            ^ (newline & (control ^ newline_code))
            ^ (digit & (plain ^ digit_code))
            ^ (space & (plain ^ space_code))
    };
    let class = either(PUNCT, [CONTROL, WIDE, NEWLINE, DIGIT, SPACE]) ^ (letter & (PUNCT ^ LETTER));
    let symbol = either(PUNCT_SYMBOL, [CONTROL_SYMBOL, WIDE_SYMBOL, NEWLINE_SYMBOL, DIGIT_SYMBOL, SPACE_SYMBOL]);
    (class | (letter & !byte & CAPITAL), (symbol & !letter) | (letter & byte & 0x1F))
}

/// The symbol of a byte.
pub(super) fn symbol_of(byte: u8) -> u8 {
    class_of(byte).1
}

/// How often each thing was seen.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    /// By bit: spaces, digits, newlines, controls, letters, capitals, punctuation; starts of wide runs.
    pub(super) class: [u64; 8],
    /// 0 second space of a run, 1 digit with three before it, 2 comma or semicolon, 3 start of controls, 4 letter with seven
    /// letters before it, 5 capital after small letter, 6 punctuation equal to the byte before it, 7 wide after letter.
    pub(super) shape: [u64; 8],
    /// 0 space with 15 spaces before it, 1 digit after space, 4 letter with 19 letters before it, 5 capital after capital, 6 punctuation
    /// equal to the byte before it that no rules are drawn with, 7 wide after punctuation.
    pub(super) more: [u64; 8],
    /// What a byte and the one before it decide, see [`pairs`].
    pub(super) pair: [u64; ROW],
}

/// The state of a pass: the lanes of the current block behind the last lanes of the one before.
pub(super) struct Lanes {
    raw: [u8; SIZE],
    class: [u8; SIZE],
    symbol: [u8; SIZE],
    fours: [u8; SIZE],
    places: [u16; BLOCK],
    out: [[Group; GROUPS]; 3],
    columns: [Columns; 3],
    totals: [u64; ROW],
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self {
            raw: [0; SIZE],
            class: [0; SIZE],
            // Text begins as if after a control character: that makes no pair of letters.
            symbol: [CONTROL_SYMBOL; SIZE],
            fours: [0; SIZE],
            places: [0; BLOCK],
            out: [[[0; GROUP]; GROUPS]; 3],
            columns: [Columns::default(); 3],
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
        let [class, shape, more] = self.columns.map(Columns::totals);
        Flags { class, shape, more, pair: self.totals }
    }

    fn push_block(&mut self, block: &[u8]) {
        let length = block.len();
        // Whole groups for the counters: the lanes past the end are no byte and of no class, and set no flag.
        let groups = length.div_ceil(GROUP);
        let (lanes, rest) = (BACK..BACK + length, BACK + length..BACK + groups * GROUP);
        self.raw[lanes.clone()].copy_from_slice(block);
        classify(&mut self.class[lanes.clone()], &mut self.symbol[lanes.clone()], block);
        place(&mut self.places[..length], &self.symbol[BACK - 1..BACK - 1 + length], &self.symbol[lanes]);
        tally(&self.places[..length], &mut self.totals);
        self.raw[rest.clone()].fill(0);
        self.class[rest].fill(0);
        (0..groups).for_each(|group| self.look_back(group));
        for (bits, columns) in self.out.iter().zip(&mut self.columns) {
            columns.add(bits[..groups].as_flattened());
        }
        for lanes in [&mut self.raw, &mut self.class, &mut self.symbol, &mut self.fours] {
            let last: [u8; BACK] = std::array::from_fn(|lane| lanes[length + lane]);
            lanes[..BACK].copy_from_slice(&last);
        }
    }

    fn look_back(&mut self, group: usize) {
        let class = [0, 1, 2, 3].map(|back| window(&self.class, group, back));
        chain(&mut self.fours, group, class);
        let fours = [0, 4, 8, 12, 16].map(|back| window(&self.fours, group, back));
        flags(&mut self.out, group, class, fours, [0, 1].map(|back| window(&self.raw, group, back)));
    }
}

/// Marks that rules are drawn with, of which every family's vocabulary has long runs, and Claude's newer one of hardly any other:
/// `#`, `*`, `-`, `.`, `/`, `=`, `_`. `+` and `,` lie between them in ASCII.
#[inline(always)]
fn rule(byte: u8) -> u8 {
    mask(byte.wrapping_sub(b'*') < 6) | mask(byte == b'#') | mask(byte == b'=') | mask(byte == b'_')
}

/// The classes and symbols of bytes. A function of its own, so that the compiler knows that nothing overlaps; so are the next.
#[inline(never)]
fn classify(classes: &mut [u8], symbols: &mut [u8], bytes: &[u8]) {
    for ((class, symbol), &byte) in classes.iter_mut().zip(symbols).zip(bytes) {
        (*class, *symbol) = class_of(byte);
    }
}

/// What four lanes in a row have in common.
#[inline(never)]
fn chain(out: &mut [u8; SIZE], group: usize, [a, b, c, d]: [&Group; 4]) {
    let out = &mut out[BACK + group * GROUP..][..GROUP];
    for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *out = a & b & c & d;
    }
}

/// The flags of a group of lanes.
#[inline(never)]
fn flags(out: &mut [[Group; GROUPS]; 3], group: usize, class: [&Group; 4], fours: [&Group; 5], [raw, raw1]: [&Group; 2]) {
    let [classes, shapes, mores] = out;
    let (classes, shapes, mores) = (&mut classes[group], &mut shapes[group], &mut mores[group]);
    let ([class, before, second, _], [four, four4, four8, four12, four16]) = (class, fours);
    for lane in 0..GROUP {
        let (class, before, four) = (class[lane], before[lane], four[lane]);
        let pair = class & before;
        let follows = class & before.wrapping_add(before);
        let same = mask(raw[lane] == raw1[lane]) & class & PUNCT;
        classes[lane] = class & !(before & WIDE);
        let eight = four & four4[lane];
        let long = (eight & LETTER) | (four & DIGIT) | (pair & !second[lane] & SPACE);
        let comma = (mask(raw[lane] == b',') | mask(raw[lane] == b';')) & NEWLINE;
        // A letter's bit and 0x70 make a wide lane's.
        let after_letter = class & (before & LETTER).wrapping_add(WIDE - LETTER) & WIDE;
        shapes[lane] = long | comma | (class & !before & CONTROL) | (follows & !before & CAPITAL) | same | after_letter;
        let longer = eight & four8[lane] & four12[lane] & ((four16[lane] & LETTER) | SPACE) & (LETTER | SPACE);
        let odd = same & !rule(raw[lane]);
        mores[lane] = longer | (follows & (DIGIT | WIDE)) | (pair & CAPITAL) | odd;
    }
}

/// Where the row of each pair of symbols begins in the table.
#[inline(never)]
fn place(out: &mut [u16], before: &[u8], now: &[u8]) {
    for ((out, &before), &now) in out.iter_mut().zip(before).zip(now) {
        *out = u16::from(before) << 6 | u16::from(now) << 1;
    }
}

/// Adds the rows at the places of a block.
#[inline(never)]
fn tally(places: &[u16], totals: &mut [u64; ROW]) {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    // Counters of two bytes: of even and of odd places.
    let mut wide = [[0u64; 2]; 2];
    for places in places.chunks(TURN) {
        // Two sums: one addition does not wait for the one before.
        let (mut sums, mut other) = ([0u64; 2], [0u64; 2]);
        let (fours, rest) = places.as_chunks::<4>();
        let table = &pairs::TABLE.0;
        for four in fours {
            let [a, b, c, d] = four.map(row_at);
            sums[0] += table[a] + table[b];
            sums[1] += table[a + 1] + table[b + 1];
            other[0] += table[c] + table[d];
            other[1] += table[c + 1] + table[d + 1];
        }
        for &place in rest {
            sums[0] += table[row_at(place)];
            sums[1] += table[row_at(place) + 1];
        }
        sums = [sums[0] + other[0], sums[1] + other[1]];
        for (word, sum) in sums.into_iter().enumerate() {
            wide[0][word] += sum & EVEN;
            wide[1][word] += (sum >> 8) & EVEN;
        }
    }
    for (counter, total) in totals.iter_mut().enumerate() {
        *total += (wide[counter % 2][counter / 8] >> (8 * ((counter % 8) & !1))) & 0xFFFF;
    }
}

/// Even, and below the end of the table by more than one: nothing is left to check.
#[inline(always)]
fn row_at(place: u16) -> usize {
    usize::from(place) & (pairs::TABLE.0.len() - 2)
}

/// The lanes of a group of the block, each `back` lanes earlier.
#[inline(always)]
fn window(lanes: &[u8; SIZE], group: usize, back: usize) -> &Group {
    lanes[BACK + group * GROUP - back..].first_chunk().unwrap_or(&[0; GROUP])
}

#[cfg(test)]
mod tests {
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
