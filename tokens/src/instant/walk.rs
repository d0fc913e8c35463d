//! Counts non-ASCII characters and their runs in UTF-8 and UTF-16, 64 bytes or units at a time.
//! Each character and each run becomes a bit, and each bit takes the same few steps, whatever the
//! script. Branches by script would be mispredicted wherever a text changes between scripts and
//! ASCII.

use super::features::Features;
use super::lanes::{BLOCK as CHUNK, Lanes};
use super::pairs;
use super::scripts::{self, FOUR_BYTES, THREE_BYTES};
use wide::{CmpGt, i8x16};

/// How many bytes or units a block has.
const BLOCK: usize = 64;
/// How many are loaded with a block: the one before it, the block, and what follows. A copy of a
/// whole block may start anywhere in it.
const AROUND: usize = 2 * BLOCK;
type Around<T> = [T; AROUND];

/// How many counters there are: as many as six bits can name, and at least one for each bucket.
const COUNTERS: usize = 64;
const _: () = assert!(scripts::NAMES.len() <= COUNTERS);

/// How many copies of the counters are used in turns. An addition to one counter would have to wait
/// for the addition before it.
const TURNS: usize = 4;

/// The addition of a run of non-ASCII characters to four counters, by the byte before it. The
/// counters share one number: runs after anything else, after a space, after a letter, after
/// punctuation. After a non-ASCII byte no run begins, because that byte's run continues.
static STARTS: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x80 {
        let counter = match pairs::symbol_of(byte as u8) {
            pairs::SPACE_SYMBOL => 1,
            1..=26 => 2,
            pairs::PUNCT_SYMBOL => 3,
            _ => 0,
        };
        table[byte] = 1 << (16 * counter);
        byte += 1;
    }
    table
};

/// A walk over the parts of a text that are not all ASCII.
pub(super) struct Walk {
    counts: [[u16; COUNTERS]; TURNS],
    /// How many chunks are in `counts`.
    chunks: usize,
    totals: [u64; COUNTERS],
    /// Runs in the order of [`STARTS`].
    runs: [u64; 4],
    /// The lanes of a chunk, with room after them: a copy of a whole block may run past the end.
    lanes: [u8; CHUNK + BLOCK],
}

impl Walk {
    pub(super) fn new() -> Self {
        Self {
            counts: [[0; COUNTERS]; TURNS],
            chunks: 0,
            totals: [0; COUNTERS],
            runs: [0; 4],
            lanes: [0; CHUNK + BLOCK],
        }
    }

    /// Counts the non-ASCII characters that begin in the chunk of well-formed UTF-8 at `from`, and
    /// passes its ASCII bytes to `lanes`.
    #[inline(never)]
    pub(super) fn utf8(&mut self, text: &[u8], from: usize, lanes: &mut Lanes) {
        let mut filled = 0;
        blocks(text, from, |around, length| {
            let (high, mut firsts) = bits(around);
            filled = self.narrow(around, high, length, filled);
            while firsts != 0 {
                let at = firsts.trailing_zeros() as usize % BLOCK;
                firsts &= firsts - 1;
                let [first, second, third] = [around[at + 1], around[at + 2], around[at + 3]];
                self.add(
                    at / 2,
                    usize::from(first & 0x3F) << 6 | usize::from(second & 0x3F),
                    u32::from(third),
                );
            }
        });
        self.end(filled, lanes);
    }

    /// As [`utf8`](Self::utf8), for UTF-16. A lone surrogate counts as U+FFFD.
    #[inline(never)]
    pub(super) fn utf16(&mut self, text: &[u16], from: usize, lanes: &mut Lanes) {
        let mut filled = 0;
        blocks(text, from, |around: &Around<u16>, length| {
            let bytes = around.map(|unit| if unit < 0x80 { unit as u8 } else { u8::MAX });
            let (high, mut left) = bits(&bytes);
            filled = self.narrow(&bytes, high, length, filled);
            while left != 0 {
                let at = left.trailing_zeros() as usize % BLOCK;
                left &= left - 1;
                let [before, unit, after] = [around[at], around[at + 1], around[at + 2]];
                let place = match unit {
                    0xD800..=0xDBFF if after & 0xFC00 == 0xDC00 => {
                        FOUR_BYTES + ((usize::from(unit & 0x3FF) + 0x40) >> 2)
                    }
                    0xDC00..=0xDFFF if before & 0xFC00 == 0xD800 => continue,
                    0xD800..=0xDFFF => THREE_BYTES + (0xFFFD >> 6),
                    0x800.. => THREE_BYTES + usize::from(unit >> 6),
                    _ => usize::from(unit),
                };
                self.add(at, place, u32::from(unit));
            }
        });
        self.end(filled, lanes);
    }

    /// Adds a character, by its place in [`scripts::BUCKETS`] and the lowest bits of its code
    /// point. Neighbours must have different `turn`s.
    #[inline(always)]
    fn add(&mut self, turn: usize, place: usize, low: u32) {
        self.counts[turn % TURNS][scripts::bucket(place, low) % COUNTERS] += 1;
    }

    /// Writes the ASCII bytes of a block into lanes, and one wide lane for each run of non-ASCII
    /// bytes (the set bits of `high`). One lane is enough for a run: nothing starts inside it, and
    /// nothing looks back across it.
    #[inline(always)]
    fn narrow(
        &mut self,
        around: &Around<u8>,
        high: u64,
        length: usize,
        mut filled: usize,
    ) -> usize {
        const HALF: usize = BLOCK / 2;
        let (mut at, mut starts) = (0, 0);
        loop {
            let ascii = ((high >> at).trailing_zeros() as usize).min(length - at);
            let mut copy = |from: usize| {
                let (to, from) = (
                    self.lanes[filled + from..].first_chunk_mut::<HALF>(),
                    around[1 + at + from..].first_chunk::<HALF>(),
                );
                if let (Some(to), Some(from)) = (to, from) {
                    *to = *from;
                }
            };
            copy(0);
            if ascii > HALF {
                copy(HALF);
            }
            filled += ascii;
            at += ascii;
            if at >= length {
                break;
            }
            self.lanes[filled] = u8::MAX;
            filled += 1;
            starts += STARTS[usize::from(around[at])];
            at += (!high >> at).trailing_zeros() as usize;
            if at >= length {
                break;
            }
        }
        for (counter, runs) in self.runs.iter_mut().enumerate() {
            *runs += starts >> (16 * counter) & 0xFFFF;
        }
        filled
    }

    /// Ends a chunk: passes its lanes on.
    fn end(&mut self, filled: usize, lanes: &mut Lanes) {
        lanes.push(&self.lanes[..filled.min(CHUNK)], false);
        self.chunks += 1;
        if self.chunks == usize::from(u16::MAX) / CHUNK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        for counts in &mut self.counts {
            self.totals
                .iter_mut()
                .zip(&*counts)
                .for_each(|(total, count)| *total += u64::from(*count));
            *counts = [0; COUNTERS];
        }
        self.chunks = 0;
    }

    /// Adds the counts to `features`.
    pub(super) fn finish(&mut self, features: &mut Features) {
        self.flush();
        features.add_scripts(&self.totals[..scripts::NAMES.len()], self.runs);
    }
}

/// Calls `block` for every block of the chunk of `text` at `from`, with the text around it and its
/// length. Zeros pad the start and the end of the text.
#[inline(always)]
fn blocks<T: Copy + Default>(text: &[T], from: usize, mut block: impl FnMut(&Around<T>, usize)) {
    for at in (from..text.len().min(from + CHUNK)).step_by(BLOCK) {
        let length = BLOCK.min(text.len() - at);
        match at
            .checked_sub(1)
            .and_then(|before| text[before..].first_chunk())
        {
            Some(around) => block(around, length),
            None => {
                let mut around = [T::default(); AROUND];
                let known = &text[at.saturating_sub(1)..text.len().min(at + AROUND - 1)];
                around[usize::from(at == 0)..][..known.len()].copy_from_slice(known);
                block(&around, length);
            }
        }
    }
}

/// Two sets of bits, one bit for each byte of the block: which bytes are non-ASCII, and which of
/// those begin a character.
#[inline(always)]
fn bits(around: &Around<u8>) -> (u64, u64) {
    let (mut high, mut firsts) = (0, 0);
    for (part, bytes) in around[1..=BLOCK].as_chunks::<16>().0.iter().enumerate() {
        let bytes = i8x16::new(bytes.map(u8::cast_signed));
        // As signed numbers, non-ASCII bytes are negative, and the bytes that continue a character
        // are the smallest.
        let begins = bytes.cmp_gt(i8x16::splat(0xBF_u8.cast_signed()));
        high |= u64::from(bytes.move_mask() as u16) << (16 * part);
        firsts |= u64::from(begins.move_mask() as u16) << (16 * part);
    }
    (high, firsts & high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_one_kind_than_a_counter_holds() {
        for sample in ["é", "я", "漢", "한", "😀", "a한 "] {
            let text = sample.repeat(400_000);
            let units: Vec<u16> = text.encode_utf16().collect();
            let features = Features::of_utf8(&text);
            assert_eq!(
                (features.bytes(), features.chars()),
                (text.len() as u64, units.len() as u64),
                "{sample}"
            );
            assert_eq!(features, Features::of_utf16(&units), "{sample}");
        }
    }

    #[test]
    fn runs_are_counted_by_what_they_follow() {
        let starts = |text: &str| {
            let mut walk = Walk::new();
            walk.utf8(text.as_bytes(), 0, &mut Lanes::new());
            walk.runs
        };
        for fill in ["", &"x".repeat(58), &"漢".repeat(21)] {
            let before = starts(fill);
            let after = starts(&format!("{fill}a\té é .é\n漢字x漢é"));
            assert_eq!(
                [0, 1, 2, 3].map(|counter| after[counter] - before[counter]),
                [2, 1, 1, 1],
                "{fill}"
            );
        }
        assert_eq!(
            starts("漢"),
            [1, 0, 0, 0],
            "the start of a text is like a control character"
        );
    }
}
