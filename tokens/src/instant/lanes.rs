//! One pass over bytes that counts the features: what each byte is, what it follows, and where runs
//! start.
//!
//! Each byte gets a *class*, which is a set of bits, and a *symbol* of five bits, which is stored
//! as a *code*. Facts that a symbol and the one before it determine are looked up in a table: each
//! pair has a row of sixteen counters, which are added in one step. Facts that depend on earlier
//! bytes, or that distinguish bytes of one symbol, become flags. Flags are computed in plain loops
//! over arrays of bytes, which the compiler turns into vector code, and are counted by carry-save
//! adders. Nothing looks ahead, so appending text can only raise counts.

use super::columns::{self, Columns, GROUP};
use super::pairs::{self, ROW};
use wide::u64x2;

/// Lanes (bytes) of a block. Few enough that a short text does not pay for the room, and that
/// counters of one byte do not overflow.
pub(super) const BLOCK: usize = 512;
/// Lanes that are kept from the block before. Flags look back sixteen lanes, at a lane that itself
/// sums up the lanes before it.
const BACK: usize = 16;
const SIZE: usize = BACK + BLOCK;
const GROUPS: usize = BLOCK / GROUP;
type Group = [u8; GROUP];

// Class bits. A lane has one of them; a capital, a comma and a semicolon have two; a wide
// (non-ASCII) lane has none. The bit of a capital is twice that of a letter, so that one addition
// shows whether a capital follows a letter. Its value 0x20 is the bit that tells capitals from
// small letters in ASCII.
const SPACE: u8 = 1;
const DIGIT: u8 = 2;
const PUNCT: u8 = 4;
const NEWLINE: u8 = 8;
const LETTER: u8 = 16;
const CAPITAL: u8 = 32;
const CONTROL: u8 = 64;
const COMMA: u8 = 128;

/// All bits set if `is` holds, else none.
#[inline(always)]
fn mask(is: bool) -> u8 {
    if is { u8::MAX } else { 0 }
}

/// Whether a byte lies between `first` and `last`, which must both be below 0x80 or both not. The
/// byte is shifted so that `last` becomes the largest signed number. One comparison is then enough.
#[inline(always)]
fn within(byte: u8, first: u8, last: u8) -> u8 {
    let up = 0x7F_u8.wrapping_sub(last);
    mask(byte.wrapping_add(up).cast_signed() >= first.wrapping_add(up).cast_signed())
}

/// Whether a byte is one of two. The XOR that turns one into the other makes the same pair of both
/// bytes, and of no other byte. So it is enough to compare the smaller byte of the pair.
#[inline(always)]
fn either(byte: u8, one: u8, other: u8) -> u8 {
    mask(byte.min(byte ^ one ^ other) == one.min(other))
}

/// The class of a byte, and the [sign](pairs::sign) of its symbol, [spread](pairs::spread). It
/// needs no branch and no table, so that sixteen bytes are done at once.
#[inline(always)]
fn class_of<const WIDE: bool>(byte: u8) -> (u8, u8) {
    let wide = mask(WIDE && byte.cast_signed() < 0);
    // For a letter of either case, the lowest five bits are its place in the alphabet. All other
    // bits are set.
    let folded = byte | 0xA0;
    let letter = within(folded, b'a' | 0x80, b'z' | 0x80) & !wide;
    let newline = either(byte, b'\n', b'\r');
    // Controls, newlines and wide bytes; DEL is taken for punctuation.
    let low = mask(byte.cast_signed() < 0x20);
    // A byte starts as punctuation, and each mask turns that class into another. The space stands
    // beside the low bytes, because otherwise the compiler takes twice as many steps for it.
    let class = (letter & (PUNCT ^ LETTER ^ (!byte & CAPITAL)))
        ^ ((low & (PUNCT ^ CONTROL)) | (mask(byte == b' ') & (PUNCT ^ SPACE)))
        ^ (newline & (CONTROL ^ NEWLINE))
        ^ (within(byte, b'0', b'9') & (PUNCT ^ DIGIT))
        ^ (either(byte, b',', b';') & COMMA)
        ^ (wide & CONTROL)
        ^ PUNCT;
    // The three lowest bits tell spaces, digits and punctuation apart. Other classes have none of
    // them set.
    let sign = (class & (SPACE | DIGIT | PUNCT)) | (newline & 3) | (letter & !folded) | (wide & 31);
    (class, pairs::spread(sign))
}

/// How often each class, flag and pair was seen.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flags {
    /// By class bit: spaces, digits, punctuation, newlines, letters, capitals, controls, commas and
    /// semicolons.
    pub(super) class: [u64; 8],
    /// 0: space after two spaces. 1: digit after three digits. 2: punctuation equal to the byte
    /// before it. 3: as 2, but without the signs that lines are drawn with. 4: letter after seven
    /// letters. 5: capital after capital. 6: control after control. 7: capital after letter.
    pub(super) shape: [u64; 8],
    /// 0: space after 15 spaces. 1: letter after 19 letters.
    pub(super) long: [u64; 2],
    /// Facts that a byte and the one before it determine: see [`pairs`].
    pub(super) pair: [u64; ROW],
}

/// The state of a pass: the last lanes of the block before, followed by the lanes of the current
/// block.
pub(super) struct Lanes {
    raw: [u8; SIZE],
    class: [u8; SIZE],
    code: [u8; SIZE],
    fours: [u8; SIZE],
    shapes: [Group; GROUPS],
    longs: [Group; GROUPS],
    columns: [Columns; 2],
    long: [u64; 2],
    totals: [u64; ROW],
    /// How many lanes the block has so far. `ascii` says whether all of them are ASCII.
    length: usize,
    ascii: bool,
}

impl Lanes {
    pub(super) fn new() -> Self {
        Self {
            raw: [0; SIZE],
            class: [0; SIZE],
            // A text counts as if a control character stood before it, because that makes no pair
            // of letters.
            code: [pairs::spread(pairs::sign(pairs::CONTROL_SYMBOL)); SIZE],
            fours: [0; SIZE],
            shapes: [[0; GROUP]; GROUPS],
            longs: [[0; GROUP]; GROUPS],
            columns: [Columns::default(); 2],
            long: [0; 2],
            totals: [0; ROW],
            length: 0,
            ascii: true,
        }
    }

    /// Adds the next lanes. A lane of 0x80 or more is wide (non-ASCII); `ascii` says that `lanes`
    /// contains no wide lane.
    pub(super) fn push(&mut self, mut lanes: &[u8], ascii: bool) {
        self.ascii &= ascii;
        while !lanes.is_empty() {
            let (now, rest) = lanes.split_at(lanes.len().min(BLOCK - self.length));
            self.raw[BACK + self.length..][..now.len()].copy_from_slice(now);
            self.length += now.len();
            if self.length == BLOCK {
                self.count();
                self.ascii = ascii;
            }
            lanes = rest;
        }
    }

    /// The counts so far.
    pub(super) fn finish(&mut self) -> Flags {
        self.count();
        let [class, shape] = &mut self.columns;
        Flags {
            class: class.totals(),
            shape: shape.totals(),
            long: self.long,
            pair: self.totals,
        }
    }

    /// Counts the lanes of the block and begins the next.
    fn count(&mut self) {
        let (length, groups) = (self.length, self.length.div_ceil(GROUP));
        let end = groups * GROUP;
        if length < end {
            self.raw[BACK + length..BACK + end].fill(0);
        }
        (0..groups).for_each(|group| self.classify(group));
        // The counters take whole groups. The lanes past the end get no class, so that they set no
        // flag.
        if length < end {
            self.class[BACK + length..BACK + end].fill(0);
        }
        tally(&self.code[BACK - 1..BACK + length], &mut self.totals);
        (0..groups).for_each(|group| self.look_back(group));
        self.columns[0].add(&self.class[BACK..BACK + end]);
        self.columns[1].add(self.shapes[..groups].as_flattened());
        columns::add_halves(&mut self.long, self.longs[..groups].as_flattened());
        for lanes in [
            &mut self.raw,
            &mut self.class,
            &mut self.code,
            &mut self.fours,
        ] {
            if let Some(&last) = lanes[length..].first_chunk::<BACK>() {
                lanes[..BACK].copy_from_slice(&last);
            }
        }
        self.length = 0;
    }

    fn classify(&mut self, group: usize) {
        let at = BACK + group * GROUP;
        let [raw, class, code] = [&mut self.raw, &mut self.class, &mut self.code]
            .map(|lanes| lanes[at..].first_chunk_mut::<GROUP>());
        if let (Some(raw), Some(class), Some(code)) = (raw, class, code) {
            if self.ascii {
                classify::<false>(class, code, raw);
            } else {
                classify::<true>(class, code, raw);
            }
        }
    }

    fn look_back(&mut self, group: usize) {
        let class = |back| window(&self.class, group, back);
        let class = [class(0), class(1), class(2), class(3)];
        chain(&mut self.fours, group, class);
        let fours = |back| window(&self.fours, group, back);
        let fours = [fours(0), fours(4), fours(8), fours(12), fours(16)];
        let raw = [window(&self.raw, group, 0), window(&self.raw, group, 1)];
        flags(
            &mut self.shapes[group],
            &mut self.longs[group],
            class,
            fours,
            raw,
        );
    }
}

/// Whether a byte is a mark that lines are drawn with: `#`, `*`, `-`, `.`, `/`, `=`, `_`. Every
/// vocabulary has long runs of these as tokens; the newer one of Claude has hardly any other long
/// runs. `+` and `,` count too, because they lie between the others in ASCII.
#[inline(always)]
fn rule(byte: u8) -> u8 {
    within(byte, b'*', b'/') | mask(byte == b'#') | either(byte, b'=', b'_')
}

/// The classes of bytes and the codes of their symbols. This and the next functions are separate,
/// so that the compiler knows that their arguments do not overlap.
#[inline(never)]
fn classify<const WIDE: bool>(classes: &mut Group, codes: &mut Group, bytes: &Group) {
    for ((class, code), &byte) in classes.iter_mut().zip(codes).zip(bytes) {
        (*class, *code) = class_of::<WIDE>(byte);
    }
}

/// For each lane, the class bits that it has in common with the three lanes before it.
#[inline(never)]
fn chain(out: &mut [u8; SIZE], group: usize, [a, b, c, d]: [&Group; 4]) {
    let out = &mut out[BACK + group * GROUP..][..GROUP];
    for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *out = a & b & c & d;
    }
}

/// The flags of a group of lanes.
#[inline(never)]
fn flags(
    shapes: &mut Group,
    longs: &mut Group,
    class: [&Group; 4],
    fours: [&Group; 5],
    [raw, raw1]: [&Group; 2],
) {
    let ([class, before, second, _], [four, four4, four8, four12, four16]) = (class, fours);
    for lane in 0..GROUP {
        let (class, before, four) = (class[lane], before[lane], four[lane]);
        let repeats = class & before & ((second[lane] & SPACE) | CAPITAL | CONTROL);
        let eight = four & four4[lane];
        let after_letter = (class & before.wrapping_add(before) & CAPITAL) << 2;
        let same = mask(raw[lane] == raw1[lane]) & class & PUNCT;
        let odd = same.wrapping_add(same) & !rule(raw[lane]);
        shapes[lane] = repeats | (eight & LETTER) | (four & DIGIT) | after_letter | same | odd;
        longs[lane] = eight & four8[lane] & four12[lane] & ((four16[lane] & LETTER) | SPACE);
    }
}

/// Adds the rows of all pairs of neighbours, of at most one block.
#[inline(never)]
fn tally(codes: &[u8], totals: &mut [u64; ROW]) {
    const EVEN: u64x2 = u64x2::new([0x00FF_00FF_00FF_00FF; 2]);
    // Counters of two bytes each: first those at even places, then those at odd places.
    let mut wide = [u64x2::default(); 2];
    for sum in sum_rows(codes) {
        wide[0] += sum & EVEN;
        wide[1] += (sum >> 8u32) & EVEN;
    }
    let wide = wide.map(u64x2::to_array);
    for (counter, total) in totals.iter_mut().enumerate() {
        *total += (wide[counter % 2][counter / 8] >> (8 * ((counter % 8) & !1))) & 0xFFFF;
    }
}

/// The rows in four sums. So no byte of a sum passes 255, and no addition has to wait for the one
/// before.
#[inline(always)]
fn sum_rows(codes: &[u8]) -> [u64x2; 4] {
    const STEP: usize = 16;
    const { assert!(BLOCK / 4 + STEP <= 255) };
    let (mut sums, table) = ([u64x2::default(); 4], &pairs::TABLE.0);
    let row = |codes: u32, number: usize| {
        let row = pairs::row_at(codes, number);
        u64x2::new([table[row], table[row + 1]])
    };
    let [even, odd] = [codes, &codes[1..]].map(|codes| codes.as_chunks::<STEP>().0);
    for (even, odd) in even.iter().zip(odd) {
        for (even, odd) in even.as_chunks::<4>().0.iter().zip(odd.as_chunks::<4>().0) {
            let [even, odd] = [even, odd].map(|codes| u32::from_le_bytes(*codes));
            for number in 0..2 {
                sums[number] += row(even, number);
                sums[2 + number] += row(odd, number);
            }
        }
    }
    let rest = &codes[STEP * odd.len()..];
    for (&first, &second) in rest.iter().zip(&rest[1..]) {
        sums[0] += row(u32::from(second) << 8 | u32::from(first), 0);
    }
    sums
}

/// A group of lanes, moved back by `back` lanes.
#[inline(always)]
fn window(lanes: &[u8; SIZE], group: usize, back: usize) -> &Group {
    lanes[BACK + group * GROUP - back..]
        .first_chunk()
        .unwrap_or(&[0; GROUP])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_the_class_and_the_symbol_it_should() {
        for byte in 0..=u8::MAX {
            let class = match byte {
                b'a'..=b'z' => LETTER,
                b'A'..=b'Z' => LETTER | CAPITAL,
                b'0'..=b'9' => DIGIT,
                b' ' => SPACE,
                b'\n' | b'\r' => NEWLINE,
                0x00..=0x1F => CONTROL,
                0x80..=0xFF => 0,
                b',' | b';' => PUNCT | COMMA,
                _ => PUNCT,
            };
            let expected = (class, pairs::spread(pairs::sign(pairs::symbol_of(byte))));
            assert_eq!(class_of::<true>(byte), expected, "{byte:#x}");
            assert!(
                byte >= 0x80 || class_of::<false>(byte) == expected,
                "{byte:#x}"
            );
        }
    }
}
