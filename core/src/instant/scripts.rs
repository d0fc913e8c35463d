//! Non-ASCII characters by script: the bucket of a code point, and counts over UTF-8 and UTF-16.

use super::features::Features;
use super::{han, pairs};

macro_rules! buckets {
    ($($bucket:ident $name:literal $bytes:literal,)*) => {
        /// A group of characters that cost about the same number of tokens each.
        #[derive(Debug, Clone, Copy)]
        enum Bucket { $($bucket),* }

        /// Names of the buckets, in the order of their counts.
        pub(super) const NAMES: &[&str] = &[$($name),*];

        /// UTF-8 bytes of one character, per bucket.
        pub(super) const BYTES: &[u8] = &[$($bytes),*];
    };
}

buckets! {
    LatinSigns "latin_signs" 2, Latin1 "latin_1" 2, LatinA "latin_a" 2, LatinB "latin_b" 2, Phonetic "phonetic" 2, Combining "combining" 2,
    Greek "greek" 2, Cyrillic "cyrillic" 2, CyrillicMore "cyrillic_more" 2,
    CyrillicHard "cyrillic_hard" 2, CyrillicRare "cyrillic_rare" 2, Armenian "armenian" 2, Hebrew "hebrew" 2,
    HebrewPoints "hebrew_points" 2, Arabic "arabic" 2, ArabicMore "arabic_more" 2, Harakat "harakat" 2, ArabicSigns "arabic_signs" 2,
    Syriac "syriac" 2, Thaana "thaana" 2, ArabicRare "arabic_rare" 2, RareTwo "rare_2" 2, Devanagari "devanagari" 3, Bengali "bengali" 3, Gurmukhi "gurmukhi" 3, Gujarati "gujarati" 3, Oriya "oriya" 3,
    Tamil "tamil" 3, Telugu "telugu" 3, Kannada "kannada" 3, Malayalam "malayalam" 3, Sinhala "sinhala" 3, Thai "thai" 3, Lao "lao" 3,
    Tibetan "tibetan" 3, Myanmar "myanmar" 3, MyanmarMore "myanmar_more" 3, Georgian "georgian" 3, Ethiopic "ethiopic" 3, Khmer "khmer" 3, LatinMore "latin_more" 3,
    GreekMore "greek_more" 3, Punctuation "punctuation" 3, Symbols "symbols" 3, Boxes "boxes" 3, CjkSigns "cjk_signs" 3, Kana "kana" 3,
    Han "han" 3, HanRare "han_rare" 3, HanMore "han_more" 3, Hangul "hangul" 3, Wide "full_width" 3, Variation "variation" 3, Cherokee "cherokee" 3,
    Syllabics "syllabics" 3, Tifinagh "tifinagh" 3, Yi "yi" 3, Vai "vai" 3, RareThree "rare_3" 3,
    Emoji "emoji" 4, RareFour "rare_4" 4,
}

/// The first code point of each range and its bucket; a range ends where the next begins. Below U+0800 any start will do,
/// up to U+FFFF multiples of 64, then multiples of 4096: what the tables below can tell apart.
const RANGES: &[(u32, Bucket)] = {
    use Bucket::*;
    &[
        (0x80, LatinSigns),
        (0xC0, Latin1),
        (0x100, LatinA),
        (0x180, LatinB),
        (0x250, Phonetic),
        (0x300, Combining),
        (0x370, Greek),
        (0x400, CyrillicMore),
        (0x410, Cyrillic),
        (0x42A, CyrillicHard), // Ъ, Ы and Э: seldom in Slavic languages, often in the others
        (0x42C, Cyrillic),
        (0x42D, CyrillicHard),
        (0x42E, Cyrillic),
        (0x44A, CyrillicHard),
        (0x44C, Cyrillic),
        (0x44D, CyrillicHard),
        (0x44E, Cyrillic),
        (0x450, CyrillicMore),
        (0x460, CyrillicRare),
        (0x530, Armenian),
        (0x590, HebrewPoints),
        (0x5D0, Hebrew),
        (0x5F0, HebrewPoints),
        (0x600, ArabicSigns),
        (0x621, Arabic),
        (0x63B, ArabicMore),
        (0x641, Arabic),
        (0x64B, Harakat),
        (0x660, ArabicSigns),
        (0x670, Harakat),
        // Persian and Urdu letters, one by one; what Uyghur, Kurdish, Pashto and others add is dearer.
        (0x671, ArabicRare),
        (0x679, ArabicMore),
        (0x67A, ArabicRare),
        (0x67E, ArabicMore),
        (0x67F, ArabicRare),
        (0x686, ArabicMore),
        (0x687, ArabicRare),
        (0x688, ArabicMore),
        (0x689, ArabicRare),
        (0x691, ArabicMore),
        (0x692, ArabicRare),
        (0x698, ArabicMore),
        (0x699, ArabicRare),
        (0x6A9, ArabicMore),
        (0x6AA, ArabicRare),
        (0x6AF, ArabicMore),
        (0x6B0, ArabicRare),
        (0x6BA, ArabicMore),
        (0x6BB, ArabicRare),
        (0x6BE, ArabicMore),
        (0x6BF, ArabicRare),
        (0x6C1, ArabicMore),
        (0x6C4, ArabicRare),
        (0x6CC, ArabicMore),
        (0x6CD, ArabicRare),
        (0x6D2, ArabicMore),
        (0x6D4, ArabicSigns),
        (0x6D5, ArabicRare),
        (0x6D6, ArabicSigns),
        (0x6EE, ArabicRare),
        (0x6F0, ArabicSigns),
        (0x6FA, ArabicRare),
        (0x700, Syriac),
        (0x750, ArabicRare),
        (0x780, Thaana),
        (0x7C0, RareTwo),
        (0x800, RareThree),
        (0x900, Devanagari),
        (0x980, Bengali),
        (0xA00, Gurmukhi),
        (0xA80, Gujarati),
        (0xB00, Oriya),
        (0xB80, Tamil),
        (0xC00, Telugu),
        (0xC80, Kannada),
        (0xD00, Malayalam),
        (0xD80, Sinhala),
        (0xE00, Thai),
        (0xE80, Lao),
        (0xF00, Tibetan),
        (0x1000, Myanmar),
        (0x1040, MyanmarMore),
        (0x10C0, Georgian),
        (0x1100, RareThree),
        (0x1200, Ethiopic),
        (0x1380, Cherokee),
        (0x1400, Syllabics),
        (0x1680, RareThree),
        (0x1780, Khmer),
        (0x1800, RareThree),
        (0x1E00, LatinMore),
        (0x1F00, GreekMore),
        (0x2000, Punctuation),
        (0x2040, Symbols),
        (0x2500, Boxes),
        (0x25C0, Symbols),
        (0x2C00, RareThree),
        (0x2D00, Tifinagh),
        (0x2D80, RareThree),
        (0x2E80, HanMore),
        (0x3000, CjkSigns),
        (0x3040, Kana),
        (0x3100, RareThree),
        (0x3200, HanMore),
        (0x4E00, Han),
        (0x9FC0, HanMore),
        (0xA000, Yi),
        (0xA4C0, RareThree),
        (0xA500, Vai),
        (0xA640, RareThree),
        (0xAB40, Cherokee),
        (0xABC0, RareThree),
        (0xAC00, Hangul),
        (0xD7C0, RareThree),
        (0xF900, HanMore),
        (0xFB00, RareThree),
        (0xFE00, Variation),
        (0xFE40, RareThree),
        (0xFF00, Wide),
        (0xFFC0, Variation),
        (0x1_0000, RareFour),
        (0x1_F000, Emoji),
        (0x2_0000, RareFour),
    ]
};

/// Buckets of U+0000 to U+07FF one by one, of U+0000 to U+FFFF by 64, of everything by 4096.
static TWO: [u8; 0x800] = table(0);
static THREE: [u8; 0x400] = table(6);
static FOUR: [u8; 0x200] = table(12);
/// Per 64 characters of [`THREE`], the Chinese ones that most vocabularies lack: a bit each.
static RARE: [u64; 0x400] = rare();

const fn rare() -> [u64; 0x400] {
    let mut table = [0; 0x400];
    let mut slot = 0;
    while slot < han::RARE.len() {
        table[(han::FIRST >> 6) as usize + slot] = han::RARE[slot];
        slot += 1;
    }
    table
}

/// The bucket of a character below U+10000 that is not in [`TWO`], by its upper ten bits and its lower six.
#[inline(always)]
fn three(slot: usize, low: u32) -> u8 {
    const RARER: u8 = Bucket::HanRare as u8 - Bucket::Han as u8;
    THREE[slot] + (RARE[slot] >> low & 1) as u8 * RARER
}

const fn table<const N: usize>(shift: u32) -> [u8; N] {
    let mut table = [0; N];
    let (mut slot, mut range) = (0, 0);
    while slot < N {
        let code = (slot as u32) << shift;
        while range + 1 < RANGES.len() && RANGES[range + 1].0 <= code {
            range += 1;
        }
        table[slot] = RANGES[range].1 as u8;
        slot += 1;
    }
    table
}

/// What a run beyond ASCII may follow: 1 a space, 2 a letter, 3 punctuation, 0 anything else.
static BEFORE: [u8; 0x80] = {
    let mut table = [0; 0x80];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match pairs::symbol_of(byte as u8) {
            pairs::SPACE_SYMBOL => 1,
            1..=26 => 2,
            pairs::PUNCT_SYMBOL => 3,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Counts buckets a run at a time: text seldom changes script, and a register is quicker than a counter in memory.
struct Tally {
    counts: [u64; NAMES.len()],
    bucket: u8,
    run: u64,
    /// Runs beyond ASCII by what they follow, see [`BEFORE`].
    runs: [u64; 4],
}

impl Tally {
    fn new() -> Self {
        Self { counts: [0; NAMES.len()], bucket: 0, run: 0, runs: [0; 4] }
    }

    #[inline(always)]
    fn add(&mut self, bucket: u8) {
        if bucket != self.bucket {
            self.flush();
            self.bucket = bucket;
        }
        self.run += 1;
    }

    /// A run beyond ASCII begins after an ASCII character; the start of a text is like a control character.
    fn begin(&mut self, before: u8) {
        self.runs[usize::from(BEFORE[usize::from(before & 0x7F)] & 3)] += 1;
    }

    fn flush(&mut self) {
        if let Some(count) = self.counts.get_mut(usize::from(self.bucket)) {
            *count += self.run;
        }
        self.run = 0;
    }

    fn finish(mut self, features: &mut Features) {
        self.flush();
        features.add_scripts(&self.counts, self.runs);
    }
}

/// Adds the non-ASCII characters of well-formed UTF-8. A function of its own, so that its loop has all registers; so is the next.
#[inline(never)]
pub(super) fn count_utf8(text: &str, features: &mut Features) {
    let mut tally = Tally::new();
    let mut rest = text.as_bytes();
    if rest.first().is_some_and(|first| !first.is_ascii()) {
        tally.begin(0);
    }
    loop {
        while let [lead @ 0xE0..=0xEF, second, third, tail @ ..] = rest {
            tally.add(three(usize::from(lead & 0x0F) << 6 | usize::from(second & 0x3F), u32::from(third & 0x3F)));
            rest = tail;
        }
        rest = match rest {
            [] => break,
            [0..=0x7F, ..] => {
                let (ascii, tail) = rest.split_at(ascii_prefix(rest));
                if let ([.., last], [_, ..]) = (ascii, tail) {
                    tally.begin(*last);
                }
                tail
            }
            [lead @ 0xC0..=0xDF, second, tail @ ..] => {
                tally.add(TWO[usize::from(lead & 0x1F) << 6 | usize::from(second & 0x3F)]);
                tail
            }
            [lead, second, _, _, tail @ ..] => {
                tally.add(FOUR[usize::from(lead & 0x07) << 6 | usize::from(second & 0x3F)]);
                tail
            }
            // Well-formed UTF-8 never gets here.
            _ => break,
        };
    }
    tally.finish(features);
}

/// How many bytes at the front are ASCII, counted eight at a time; at least one.
fn ascii_prefix(bytes: &[u8]) -> usize {
    let mut length = 0;
    for word in bytes.as_chunks::<8>().0 {
        let high = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        if high != 0 {
            return length + (high.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length + bytes[length..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Adds the non-ASCII characters of UTF-16; a surrogate without its partner counts as U+FFFD.
#[inline(never)]
pub(super) fn count_utf16(units: &[u16], features: &mut Features) {
    let mut tally = Tally::new();
    let mut rest = units;
    if rest.first().is_some_and(|first| *first >= 0x80) {
        tally.begin(0);
    }
    while let [unit, tail @ ..] = rest {
        rest = tail;
        tally.add(match *unit {
            0..=0x7F => {
                let eights = tail.as_chunks::<8>().0.iter().take_while(|eight| eight.iter().all(|&unit| unit < 0x80)).count();
                let ascii;
                (ascii, rest) = tail.split_at(8 * eights);
                if rest.first().is_some_and(|next| *next >= 0x80) {
                    tally.begin(*ascii.last().unwrap_or(unit) as u8);
                }
                continue;
            }
            0x80..=0x7FF => TWO[usize::from(*unit)],
            0xD800..=0xDBFF if tail.first().is_some_and(|low| low & 0xFC00 == 0xDC00) => {
                rest = &tail[1..];
                // The code point less its low twelve bits.
                FOUR[(usize::from(unit & 0x3FF) + 0x40) >> 2]
            }
            0xD800..=0xDFFF => THREE[0xFFFD >> 6],
            _ => three(usize::from(unit >> 6), u32::from(unit & 0x3F)),
        });
    }
    tally.finish(features);
}
