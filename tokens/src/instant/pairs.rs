//! Facts from two neighboring bytes: how common a pair of letters is, and whether a run starts and
//! after what.
//!
//! A tokenizer has complete tokens for the words of English and of code, and spells other words
//! out. So a pair of letters that is rare in such words costs more. Pairs distinguish Estonian,
//! Quechua and base64 from English, which byte classes cannot. Each pair has one of six levels,
//! which were fitted (`scripts/instant_pairs.py`). A family has a weight for each level but the
//! lowest.

use super::levels::PAIRS;

// Symbols: letters are 1 to 26, whatever their case.
pub(super) const SPACE_SYMBOL: u8 = 0;
pub(super) const NEWLINE_SYMBOL: u8 = 27;
pub(super) const PUNCT_SYMBOL: u8 = 28;
pub(super) const DIGIT_SYMBOL: u8 = 29;
pub(super) const CONTROL_SYMBOL: u8 = 30;
pub(super) const WIDE_SYMBOL: u8 = 31;

/// The symbol of a byte.
pub(super) const fn symbol_of(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => byte & 0x1F,
        b' ' => SPACE_SYMBOL,
        b'\n' | b'\r' => NEWLINE_SYMBOL,
        b'0'..=b'9' => DIGIT_SYMBOL,
        0..=0x1F => CONTROL_SYMBOL,
        0x80..=0xFF => WIDE_SYMBOL,
        _ => PUNCT_SYMBOL,
    }
}

/// A code of five bits for a symbol. The codes are chosen so that `lanes.rs` can compute them fast.
pub(super) const fn sign(symbol: u8) -> u8 {
    match symbol {
        CONTROL_SYMBOL => 0,
        SPACE_SYMBOL => 1,
        DIGIT_SYMBOL => 2,
        NEWLINE_SYMBOL => 3,
        PUNCT_SYMBOL => 4,
        WIDE_SYMBOL => 31,
        letter => 31 - letter,
    }
}

/// Writes a sign twice, into the low bits and, shifted by five, into the high bits. If two
/// neighbours are read as one number, ten bits in a row then give the place of their pair.
#[inline(always)]
pub(super) const fn spread(sign: u8) -> u8 {
    sign ^ sign << 5
}

/// Returns the start of a pair's row in [`TABLE`]. `codes` contains two pairs; each is 256 times
/// the code of its second byte, plus the code of its first.
#[inline(always)]
pub(super) fn row_at(codes: u32, number: usize) -> usize {
    (codes >> (16 * number + 2)) as usize & 0x7FE
}

/// How many counters a pair has. 0 to 4: the pair has level 1 to 5. A word begins 5 after a space,
/// 6 after punctuation, 7 after anything else. Punctuation begins 8 after a space, 9 after anything
/// else. A newline begins 10 after punctuation, 11 after anything else. 12: a number begins. 13: a
/// digit follows a letter, or a letter a digit. 14: a run of spaces begins. 15: a number begins
/// after a space.
pub(super) const ROW: usize = 16;
/// How many levels have a weight.
pub(super) const LEVELS: u8 = 5;

/// The number to add to each counter, 1 or 0, for each pair of symbols in the order of [`row_at`].
/// A counter takes a byte, and eight of them share one number, so that two additions update all
/// sixteen. As long as no counter passes 255, nothing is carried over.
pub(super) static TABLE: Table = words(rows());

/// Aligned, so that a row can be added straight from memory.
#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
pub(super) struct Table(pub(super) [u64; 2048]);

const fn words(rows: [[u8; ROW]; 1024]) -> Table {
    let mut words = [0; 2048];
    let mut place = 0;
    while place < rows.len() {
        let codes = (spread(sign((place % 32) as u8)) as usize) << 8
            | spread(sign((place / 32) as u8)) as usize;
        let (mut counter, row) = (0, codes >> 2 & 0x7FE);
        while counter < ROW {
            words[row + counter / 8] |= (rows[place][counter] as u64) << (8 * (counter % 8));
            counter += 1;
        }
        place += 1;
    }
    Table(words)
}

/// The level of two neighbouring ASCII bytes. 0 if the pair has no weight.
pub(super) fn level(before: u8, now: u8) -> u8 {
    let [before, now] = [before, now].map(|byte| usize::from(symbol_of(byte)));
    match PAIRS[before][now] - b'0' {
        level @ 1..=LEVELS => level,
        _ => 0,
    }
}

const fn rows() -> [[u8; ROW]; 1024] {
    let mut table = [[0; ROW]; 1024];
    let mut place = 0;
    while place < table.len() {
        let (before, now) = ((place / 32) as u8, (place % 32) as u8);
        let level = PAIRS[place / 32][place % 32] - b'0';
        if level > 0 && level <= LEVELS {
            table[place][level as usize - 1] = 1;
        }
        if let Some(counter) = start(before, now) {
            table[place][counter] = 1;
        }
        if is_letter(before) && now == DIGIT_SYMBOL || before == DIGIT_SYMBOL && is_letter(now) {
            table[place][13] = 1;
        }
        if before == SPACE_SYMBOL && now == DIGIT_SYMBOL {
            table[place][15] = 1;
        }
        place += 1;
    }
    table
}

/// The counter of the run that begins with the second symbol; `None` if no run begins there.
const fn start(before: u8, now: u8) -> Option<usize> {
    if before == now || is_letter(before) && is_letter(now) {
        return None;
    }
    match (now, before) {
        (1..=26, SPACE_SYMBOL) => Some(5),
        (1..=26, PUNCT_SYMBOL) => Some(6),
        (1..=26, _) => Some(7),
        (PUNCT_SYMBOL, SPACE_SYMBOL) => Some(8),
        (PUNCT_SYMBOL, _) => Some(9),
        (NEWLINE_SYMBOL, PUNCT_SYMBOL) => Some(10),
        (NEWLINE_SYMBOL, _) => Some(11),
        (DIGIT_SYMBOL, _) => Some(12),
        (SPACE_SYMBOL, _) => Some(14),
        _ => None,
    }
}

const fn is_letter(symbol: u8) -> bool {
    matches!(symbol, 1..=26)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_at_most_one_level_and_one_start() {
        for (place, row) in rows().iter().enumerate() {
            assert!(
                row[..5].iter().sum::<u8>() <= 1
                    && row[5..13].iter().sum::<u8>() <= 1
                    && row.iter().all(|&count| count <= 1),
                "{place}"
            );
        }
    }

    #[test]
    fn every_pair_has_a_row_of_its_own() {
        let mut rows: Vec<usize> = (0..1024u32)
            .map(|place| {
                [place % 32, place / 32].map(|symbol| u32::from(spread(sign(symbol as u8))))
            })
            .flat_map(|[now, before]| {
                [
                    row_at(now << 8 | before, 0),
                    row_at(now << 24 | before << 16, 1),
                ]
            })
            .collect();
        rows.sort_unstable();
        assert!(
            rows.iter()
                .enumerate()
                .all(|(index, &row)| row == index / 2 * 2)
        );
    }

    /// Otherwise prepended text could remove a level.
    #[test]
    fn the_start_of_a_text_has_no_level() {
        assert!(
            PAIRS[usize::from(CONTROL_SYMBOL)]
                .iter()
                .take(32)
                .all(|&level| level == b'0')
        );
    }

    #[test]
    fn levels_follow_usage() {
        let level = |pair: &[u8; 2]| {
            PAIRS[usize::from(pair[0] - b'a' + 1)][usize::from(pair[1] - b'a' + 1)]
        };
        for (usual, odd) in [
            (b"th", b"hq"),
            (b"on", b"uu"),
            (b"er", b"qk"),
            (b"in", b"zx"),
        ] {
            assert!(level(usual) < level(odd));
        }
    }
}
