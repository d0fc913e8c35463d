//! Counts, for each of the eight bits of a byte, how many bytes of a long array have it set.
//!
//! A carry-save adder takes three bits of equal weight and gives a sum and a carry, for all columns
//! of a row at once. A tree of such adders reduces sixteen rows to one row of weight sixteen. So
//! the bits are counted one by one only in every sixteenth row.

use wide::u64x2;

/// Bytes one adder tree takes: sixteen rows of [`Row`].
pub(super) const GROUP: usize = 16 * ROW_BYTES;
const ROW_BYTES: usize = 16;
/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

/// A vector type by name. With plain integers, the compiler would keep some of them outside the
/// vector registers.
type Row = u64x2;

/// A running count of the eight bit columns.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Columns {
    /// Bits of weight one, two, four and eight that have not been carried yet.
    planes: [Row; 4],
    /// For each bit, how many rows of weight sixteen have it, counted in bytes.
    sums: [Row; 8],
    /// How many groups `sums` holds: at most 255, so that no byte overflows.
    groups: u8,
    totals: [u64; 8],
}

impl Columns {
    /// Counts `bytes`, which must be a whole number of groups.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        // A local copy stays in registers. Through `self`, every step would go to memory.
        let mut planes = self.planes;
        for group in bytes.as_chunks::<GROUP>().0 {
            let sixteens = reduce(&mut planes, group);
            for (bit, sum) in self.sums.iter_mut().enumerate() {
                *sum += (sixteens >> bit as u32) & Row::splat(LOW);
            }
            self.groups += 1;
            if self.groups == u8::MAX {
                self.flush();
            }
        }
        self.planes = planes;
    }

    /// For each of the eight bits, how many bytes have it.
    pub(super) fn totals(&mut self) -> [u64; 8] {
        self.flush();
        let [ones, twos, fours, eights] = self.planes;
        std::array::from_fn(|bit| {
            let of = |plane: Row| (plane >> bit as u32) & Row::splat(LOW);
            self.totals[bit]
                + sum_bytes(of(ones) + (of(twos) << 1) + (of(fours) << 2) + (of(eights) << 3))
        })
    }

    fn flush(&mut self) {
        for (sum, total) in self.sums.iter_mut().zip(&mut self.totals) {
            *total += 16 * sum_bytes(*sum);
            *sum = Row::default();
        }
        self.groups = 0;
    }
}

/// Adds sixteen rows to the planes and returns the carry of weight sixteen.
#[inline(always)]
fn reduce(planes: &mut [Row; 4], group: &[u8; GROUP]) -> Row {
    let [ones, twos, fours, eights] = planes;
    let mut carry8 = [Row::default(); 2];
    for (carry8, eight) in carry8
        .iter_mut()
        .zip(group.as_chunks::<{ 8 * ROW_BYTES }>().0)
    {
        let mut carry4 = [Row::default(); 2];
        for (carry4, four) in carry4
            .iter_mut()
            .zip(eight.as_chunks::<{ 4 * ROW_BYTES }>().0)
        {
            let first = add3(ones, row(four, 0), row(four, 1));
            let second = add3(ones, row(four, 2), row(four, 3));
            *carry4 = add3(twos, first, second);
        }
        *carry8 = add3(fours, carry4[0], carry4[1]);
    }
    add3(eights, carry8[0], carry8[1])
}

/// The row with this number: sixteen bytes of a longer array.
#[inline(always)]
fn row(bytes: &[u8], number: usize) -> Row {
    let word = |number: usize| {
        bytes[number * 8..]
            .first_chunk()
            .map_or(0, |bytes| u64::from_le_bytes(*bytes))
    };
    Row::new([word(2 * number), word(2 * number + 1)])
}

/// Counts how many bytes have bit 0, and how many have bit 4. No other bit may be set. `bytes`
/// holds at most fifteen whole groups.
pub(super) fn add_halves(totals: &mut [u64; 2], bytes: &[u8]) {
    let half = Row::splat(0x0F * LOW);
    let mut sums = [Row::default(); 2];
    for bytes in bytes.as_chunks::<{ GROUP / 2 }>().0 {
        // Eight rows add up to at most 8 in each half of a byte, so no count runs into the next.
        let sum = (0..8).fold(Row::default(), |sum, number| sum + row(bytes, number));
        sums[0] += sum & half;
        sums[1] += (sum >> 4u32) & half;
    }
    for (total, sum) in totals.iter_mut().zip(sums) {
        *total += sum_bytes(sum);
    }
}

/// The sum of the sixteen bytes of a row.
fn sum_bytes(row: Row) -> u64 {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    let pairs = (row & Row::splat(EVEN)) + ((row >> 8u32) & Row::splat(EVEN));
    let [low, high] = pairs.to_array();
    (low + high).wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// Adds three rows bit by bit. The sum replaces `a`; the carry is returned.
#[inline(always)]
fn add3(a: &mut Row, b: Row, c: Row) -> Row {
    let half = *a ^ b;
    let carry = (*a & b) | (half & c);
    *a = half ^ c;
    carry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_equal_a_plain_loop() {
        for (first, second) in [(1, 1), (2, 3), (1, 7), (1000, 5)] {
            let bytes: Vec<u8> = (0..GROUP * 15)
                .map(|n| u8::from(n % first == 0) | u8::from(n % second == 0) << 4)
                .collect();
            let mut totals = [7, 0];
            add_halves(&mut totals, &bytes);
            assert_eq!(
                totals,
                [
                    7 + bytes.len().div_ceil(first) as u64,
                    bytes.len().div_ceil(second) as u64
                ]
            );
        }
    }

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
            let expected: Vec<u64> = (0..8)
                .map(|bit| bytes.iter().filter(|&&byte| byte >> bit & 1 == 1).count() as u64)
                .collect();
            assert_eq!(columns.totals().to_vec(), expected, "{length}");
        }
    }
}
