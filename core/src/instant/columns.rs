//! Counts, for each of the eight bits, how many bytes of a long array have it set.
//!
//! A carry-save adder takes three bits of equal weight and gives a sum and a carry, for 64 columns at once; a tree of
//! them reduces sixteen words to one word of weight sixteen, so that only every sixteenth word is taken apart.

/// Bytes one adder tree takes: sixteen rows of [`Row`].
pub(super) const GROUP: usize = 16 * ROW_BYTES;
const WORDS: usize = 2;
const ROW_BYTES: usize = 8 * WORDS;
/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

type Row = [u64; WORDS];

/// A running count of the eight bit columns.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Columns {
    /// Bits of weight one, two, four and eight not yet carried on.
    planes: [Row; 4],
    /// Per bit, how many words of weight sixteen had it, byte by byte.
    sums: [Row; 8],
    /// Groups in `sums`; a byte holds at most 255.
    groups: u8,
    totals: [u64; 8],
}

impl Columns {
    /// Counts `bytes`, a whole number of groups.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        // Copies in registers: through `self` every step would go to memory.
        let (mut planes, mut sums) = (self.planes, self.sums);
        for group in bytes.as_chunks::<GROUP>().0 {
            let mut rows = [[0u64; WORDS]; 16];
            for (row, bytes) in rows.iter_mut().zip(group.as_chunks::<ROW_BYTES>().0) {
                for (word, bytes) in row.iter_mut().zip(bytes.as_chunks::<8>().0) {
                    *word = u64::from_le_bytes(*bytes);
                }
            }
            let sixteens = reduce(&mut planes, &rows);
            for (bit, sum) in sums.iter_mut().enumerate() {
                for (sum, word) in sum.iter_mut().zip(sixteens) {
                    *sum += (word >> bit) & LOW;
                }
            }
            self.groups += 1;
            if self.groups == u8::MAX {
                self.sums = sums;
                self.flush();
                sums = self.sums;
            }
        }
        (self.planes, self.sums) = (planes, sums);
    }

    /// The counts of the eight bits.
    pub(super) fn totals(mut self) -> [u64; 8] {
        self.flush();
        for (bit, total) in self.totals.iter_mut().enumerate() {
            for word in 0..WORDS {
                let [ones, twos, fours, eights] = self.planes.map(|plane| (plane[word] >> bit) & LOW);
                *total += sum_bytes(ones + (twos << 1) + (fours << 2) + (eights << 3));
            }
        }
        self.totals
    }

    fn flush(&mut self) {
        for (sum, total) in self.sums.iter_mut().zip(&mut self.totals) {
            *total += 16 * sum.iter().map(|&word| sum_bytes(word)).sum::<u64>();
            *sum = [0; WORDS];
        }
        self.groups = 0;
    }
}

/// Sixteen rows into the planes; gives the carry of weight sixteen.
#[inline(always)]
fn reduce(planes: &mut [Row; 4], rows: &[Row; 16]) -> Row {
    let [ones, twos, fours, eights] = planes;
    let mut carry8 = [[0; WORDS]; 2];
    for (carry8, rows) in carry8.iter_mut().zip(rows.as_chunks::<8>().0) {
        let mut carry4 = [[0; WORDS]; 2];
        for (carry4, rows) in carry4.iter_mut().zip(rows.as_chunks::<4>().0) {
            let first = add3(ones, &rows[0], &rows[1]);
            let second = add3(ones, &rows[2], &rows[3]);
            *carry4 = add3(twos, &first, &second);
        }
        *carry8 = add3(fours, &carry4[0], &carry4[1]);
    }
    add3(eights, &carry8[0], &carry8[1])
}

/// The sum of the eight bytes of a word.
fn sum_bytes(word: u64) -> u64 {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    ((word & EVEN) + ((word >> 8) & EVEN)).wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// Adds three rows bit by bit: the sum replaces `a`, the carry is given back.
#[inline(always)]
fn add3(a: &mut Row, b: &Row, c: &Row) -> Row {
    let mut carry = [0; WORDS];
    for word in 0..WORDS {
        let half = a[word] ^ b[word];
        carry[word] = (a[word] & b[word]) | (half & c[word]);
        a[word] = half ^ c[word];
    }
    carry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_equal_a_plain_loop() {
        let mut state = 1u32;
        let bytes: Vec<u8> = (0..GROUP * 600)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        for length in [0, 1, 2, 17, 255, 256, 600] {
            let bytes = &bytes[..length * GROUP];
            let mut columns = Columns::default();
            columns.add(bytes);
            let expected: Vec<u64> = (0..8).map(|bit| bytes.iter().filter(|&&byte| byte >> bit & 1 == 1).count() as u64).collect();
            assert_eq!(columns.totals().to_vec(), expected, "{length}");
        }
    }
}
