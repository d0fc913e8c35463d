//! Non-ASCII characters by script. A bucket is a group of characters that cost about the same.

use super::han;

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

/// The first code point of each range, and its bucket. A range ends where the next begins. Because
/// of the tables below, a start from U+0800 on must be a multiple of 64, and a start from U+10000
/// on a multiple of 4096.
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
        (0x42A, CyrillicHard), // Ъ, Ы and Э: rare in Slavic languages, common in other languages in Cyrillic
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
        // Persian and Urdu letters, one by one. The letters that Uyghur, Kurdish, Pashto and others
        // add cost more.
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

/// The bucket of a character, looked up by the lower six bits of its first two UTF-8 bytes. So an
/// entry describes one character of two bytes, 64 characters of three bytes, or 4096 of four bytes.
/// The upper bits of an entry are an index into [`RARE`].
static BUCKETS: [u16; 1 << 12] = {
    let mut table = [0; 1 << 12];
    let (mut place, mut range) = (0, 0);
    while place < table.len() {
        let code = match place {
            ..THREE_BYTES => place,
            THREE_BYTES..FOUR_BYTES => (place - THREE_BYTES) << 6,
            _ => (place - FOUR_BYTES) << 12,
        };
        if place == THREE_BYTES || place == FOUR_BYTES {
            range = 0;
        }
        while range + 1 < RANGES.len() && RANGES[range + 1].0 as usize <= code {
            range += 1;
        }
        let han = place.wrapping_sub(HAN);
        let rare = if han < han::RARE.len() { han + 1 } else { 0 };
        table[place] = (rare << 6) as u16 | RANGES[range].1 as u16;
        place += 1;
    }
    table
};

/// Start of the characters of three and of four bytes in [`BUCKETS`]. To these is added the code
/// point without its lowest six, or twelve, bits.
pub(super) const THREE_BYTES: usize = 0x800;
pub(super) const FOUR_BYTES: usize = 0xC00;
/// Start of the Chinese characters in [`BUCKETS`].
const HAN: usize = THREE_BYTES + (han::FIRST >> 6) as usize;

/// One bit for each Chinese character, set if it is rare: see [`han::RARE`]. The first entry is for
/// all other characters and has no bit set.
static RARE: [u64; 1 << 10] = {
    let mut table = [0; 1 << 10];
    let mut slot = 0;
    while slot < han::RARE.len() {
        table[slot + 1] = han::RARE[slot];
        slot += 1;
    }
    table
};

// The bucket of the rare Chinese characters must follow that of the common ones, and the number of
// a bucket must fit six bits.
const _: () = assert!(Bucket::HanRare as u8 == Bucket::Han as u8 + 1 && NAMES.len() <= 64);

/// The bucket of a character, by its place in [`BUCKETS`] and the lowest six bits of its code
/// point. Found without a branch.
#[inline(always)]
pub(super) fn bucket(place: usize, low: u32) -> usize {
    let bucket = BUCKETS[place & 0xFFF];
    usize::from(bucket & 0x3F) + (RARE[usize::from(bucket >> 6)] >> (low & 0x3F) & 1) as usize
}
