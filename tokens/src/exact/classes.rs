//! The character classes that the splitters use, for Unicode 16.0.0, which is the version of the
//! regex engine in tiktoken 0.14.
//!
//! The version is fixed because it decides where tokens end: the encodings do not treat a character
//! as a mark if only a later Unicode version makes it one. `scripts/make_unicode_classes.py` writes
//! the table.

use std::sync::OnceLock;

/// Characters in no other class, unassigned ones included.
pub(super) const OTHER: u8 = 0;
/// White space other than line feed and carriage return.
pub(super) const SPACE: u8 = 1;
/// Line feed and carriage return.
pub(super) const NEWLINE: u8 = 2;
/// Upper-case and title-case letters (Lu, Lt).
pub(super) const UPPER: u8 = 3;
/// Lower-case letters (Ll).
pub(super) const LOWER: u8 = 4;
/// Letters without case (Lm, Lo).
pub(super) const CASELESS: u8 = 5;
/// Combining marks (M).
pub(super) const MARK: u8 = 6;
/// Numbers (N).
pub(super) const NUMBER: u8 = 7;

/// Classes of the ASCII characters and, for all other bytes, [`HIGH`].
pub(super) static ASCII: [u8; 256] = ascii_classes();

/// In [`ASCII`]: a byte of a non-ASCII character.
pub(super) const HIGH: u8 = 8;
/// The end of the text, which is not a character.
pub(super) const END: u8 = 9;

const fn ascii_classes() -> [u8; 256] {
    let mut table = [OTHER; 256];
    let mut byte = 0usize;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'\n' | b'\r' => NEWLINE,
            b'\t' | 0x0B | 0x0C | b' ' => SPACE,
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => NUMBER,
            0x80.. => HIGH,
            _ => OTHER,
        };
        byte += 1;
    }
    table
}

/// Code points to classes in two steps: the number of a block of 128, then the class within the
/// block.
pub(super) struct Classes {
    /// The classes of the characters of one and two bytes, one by one.
    two: [u8; 0x800],
    block_of: Vec<u16>,
    blocks: Vec<u8>,
}

const RUNS: &[u8] = include_bytes!("../../data/unicode_classes.bin");

const BLOCK: usize = 128;

impl Classes {
    /// The one table, built at first use (about 1 ms).
    pub(super) fn get() -> &'static Self {
        static CLASSES: OnceLock<Classes> = OnceLock::new();
        CLASSES.get_or_init(|| Self::build(RUNS))
    }

    fn build(runs: &[u8]) -> Self {
        let mut flat = Vec::with_capacity(0x11_0000);
        let (mut number, mut shift) = (0u32, 0u32);
        for &byte in runs {
            number |= u32::from(byte & 0x7F) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                flat.resize(flat.len() + (number >> 3) as usize, (number & 7) as u8);
                (number, shift) = (0, 0);
            }
        }
        let mut block_of = Vec::with_capacity(flat.len() / BLOCK);
        let mut blocks: Vec<u8> = Vec::new();
        for block in flat.chunks(BLOCK) {
            // There are about 250 distinct blocks. An equal block is mostly a recent one, so the
            // search goes backwards.
            let known = blocks.chunks(BLOCK).rposition(|seen| seen == block);
            let index = known.unwrap_or_else(|| {
                blocks.extend_from_slice(block);
                blocks.len() / BLOCK - 1
            });
            block_of.push(index as u16);
        }
        let two = *flat.first_chunk().unwrap_or(&[OTHER; 0x800]);
        Self {
            two,
            block_of,
            blocks,
        }
    }

    /// The class of a code point; [`OTHER`] above U+10FFFF.
    #[inline]
    pub(super) fn of(&self, code: u32) -> u8 {
        let code = code as usize;
        let block = self
            .block_of
            .get(code / BLOCK)
            .map_or(0, |&block| usize::from(block));
        self.blocks
            .get(block * BLOCK + code % BLOCK)
            .copied()
            .unwrap_or(OTHER)
    }

    /// The character at `at` of well-formed UTF-8.
    #[inline(always)]
    pub(super) fn at(&self, text: &[u8], at: usize) -> Char {
        let byte = |offset: usize| {
            text.get(at + offset)
                .map_or(0, |&byte| u32::from(byte & 0x3F))
        };
        let (class, length) = match text.get(at) {
            None => (END, 0),
            Some(&first @ 0..=0x7F) => (ASCII[usize::from(first)], 1),
            Some(&first @ 0x80..=0xDF) => (
                self.two[(u32::from(first & 0x1F) << 6 | byte(1)) as usize],
                2,
            ),
            Some(&first @ 0xE0..=0xEF) => (
                self.of(u32::from(first & 0x0F) << 12 | byte(1) << 6 | byte(2)),
                3,
            ),
            Some(&first @ 0xF0..) => (
                self.of(u32::from(first & 0x07) << 18 | byte(1) << 12 | byte(2) << 6 | byte(3)),
                4,
            ),
        };
        Char { class, length }
    }
}

/// A character as the splitters see it.
#[derive(Clone, Copy)]
pub(super) struct Char {
    pub(super) class: u8,
    /// Length in bytes; 0 at the end of the text.
    length: u8,
}

impl Char {
    /// Its length in bytes.
    #[inline(always)]
    pub(super) fn length(self) -> usize {
        usize::from(self.length)
    }

    /// Whether its class is in `set`.
    #[inline(always)]
    pub(super) fn is_in(self, set: u16) -> bool {
        set >> self.class & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_point_has_a_class_and_ascii_agrees() {
        let classes = Classes::get();
        assert_eq!(classes.block_of.len() * BLOCK, 0x11_0000);
        for code in 0..0x80u32 {
            assert_eq!(classes.of(code), ASCII[code as usize], "U+{code:04X}");
        }
    }

    #[test]
    fn white_space_is_that_of_the_standard_library() {
        let classes = Classes::get();
        for scalar in '\0'..=char::MAX {
            let class = classes.of(u32::from(scalar));
            assert_eq!(
                class == SPACE || class == NEWLINE,
                scalar.is_whitespace(),
                "{scalar:?}"
            );
        }
    }

    #[test]
    fn the_version_is_sixteen() {
        let classes = Classes::get();
        // Todhri letters came with 16.0, Sidetic letters with 17.0.
        assert_eq!(classes.of(0x105C0), CASELESS);
        assert_eq!(classes.of(0x10940), OTHER);
    }
}
