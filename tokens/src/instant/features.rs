//! The counts from which an estimate is made: byte classes, starts of runs, levels of letter pairs,
//! and scripts.

use super::lanes::{BLOCK, Flags, Lanes};
use super::scripts;
use super::walk::Walk;

/// How many features there are for ASCII text and for the starts of runs.
const PLAIN: usize = 39;
/// How many features there are in all.
pub(super) const COUNT: usize = PLAIN + scripts::NAMES.len();

const PLAIN_NAMES: [&str; PLAIN] = [
    "small",
    "capital",
    "digit",
    "space_first",
    "space_more",
    "space_second",
    "newline",
    "punct",
    "same_punct",
    "control",
    "digit_run",
    "control_run",
    "newline_after_punct",
    "newline_run",
    "punct_after_space",
    "punct_run",
    "word_after_space",
    "word_after_punct",
    "word_run",
    "camel",
    "junction",
    "long_word",
    "long_number",
    "comma",
    "wide_after_space",
    "wide_after_letter",
    "wide_run",
    "very_long_word",
    "capital_run",
    "digit_after_space",
    "wide_space",
    "blank_line",
    "same_odd",
    "wide_after_punct",
    "pair_1",
    "pair_2",
    "pair_3",
    "pair_4",
    "pair_5",
];
/// The features that count every ASCII byte once.
const ASCII: [usize; 9] = [0, 1, 2, 3, 4, 6, 7, 8, 9];

/// The features of runs of non-ASCII characters: after a space, after a letter, after anything
/// else. The last one counts the runs after punctuation again.
const WIDE: [usize; 4] = [24, 25, 26, 33];

/// Counts of one or more texts, from which [`estimate`](super::estimate) computes tokens for any
/// family.
///
/// A count depends only on a character and on the characters before it. So no count falls when text
/// is appended, or when the features of another text are [added](Self::add). A count stops at
/// `u32::MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Features {
    counts: [u32; COUNT],
}

impl Default for Features {
    fn default() -> Self {
        Self { counts: [0; COUNT] }
    }
}

impl Features {
    /// The features of UTF-8 text.
    #[must_use]
    pub fn of_utf8(text: &str) -> Self {
        let (text, mut lanes, mut walk) = (text.as_bytes(), Lanes::new(), None);
        for (index, block) in text.chunks(BLOCK).enumerate() {
            if block.is_ascii() {
                lanes.push(block, true);
            } else {
                walk.get_or_insert_with(Walk::new)
                    .utf8(text, index * BLOCK, &mut lanes);
            }
        }
        Self::of(&lanes.finish(), walk.as_mut())
    }

    /// The features of UTF-16 text. They are those of the same text in UTF-8. A lone surrogate
    /// counts as U+FFFD.
    #[must_use]
    pub fn of_utf16(units: &[u16]) -> Self {
        let (mut lanes, mut walk) = (Lanes::new(), None);
        let mut narrow = [0u8; BLOCK];
        for (index, block) in units.chunks(BLOCK).enumerate() {
            if block.iter().fold(0, |all, unit| all | unit) < 0x80 {
                narrow
                    .iter_mut()
                    .zip(block)
                    .for_each(|(lane, &unit)| *lane = unit as u8);
                lanes.push(&narrow[..block.len()], true);
            } else {
                walk.get_or_insert_with(Walk::new)
                    .utf16(units, index * BLOCK, &mut lanes);
            }
        }
        Self::of(&lanes.finish(), walk.as_mut())
    }

    fn of(flags: &Flags, walk: Option<&mut Walk>) -> Self {
        let mut features = Self::of_flags(flags);
        if let Some(walk) = walk {
            walk.finish(&mut features);
        }
        features
    }

    /// Adds the counts of another text. The estimate of the sum is then the sum of the estimates,
    /// unless a bound applies.
    pub fn add(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
    }

    /// Changes one count: adds `more` and subtracts `less`.
    pub(super) fn change(&mut self, name: &str, more: u32, less: u32) {
        if let Some(count) = PLAIN_NAMES
            .iter()
            .position(|known| *known == name)
            .and_then(|index| self.counts.get_mut(index))
        {
            *count = (*count + more).saturating_sub(less);
        }
    }

    /// Length of the text in UTF-8 bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.ascii_bytes()
            + self
                .scripts()
                .map(|(count, bytes)| count * u64::from(bytes))
                .sum::<u64>()
    }

    /// Length of the text in chars (UTF-16 code units).
    #[must_use]
    pub fn chars(&self) -> u64 {
        self.ascii_bytes()
            + self
                .scripts()
                .map(|(count, bytes)| count * (1 + u64::from(bytes / 4)))
                .sum::<u64>()
    }

    /// Every count with its name, in the order of the weights.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        PLAIN_NAMES
            .iter()
            .chain(scripts::NAMES)
            .copied()
            .zip(self.counts)
    }

    pub(super) fn counts(&self) -> &[u32; COUNT] {
        &self.counts
    }

    /// Adds to the counts of the scripts, and to those of the runs of non-ASCII characters: after
    /// anything else, after a space, after a letter, after punctuation.
    pub(super) fn add_scripts(
        &mut self,
        counts: &[u64],
        [others, spaces, letters, puncts]: [u64; 4],
    ) {
        for (index, more) in WIDE
            .into_iter()
            .zip([spaces, letters, others + puncts, puncts])
        {
            self.counts[index] = self.counts[index].saturating_add(saturate(more));
        }
        for (count, &more) in self.counts[PLAIN..].iter_mut().zip(counts) {
            *count = count.saturating_add(saturate(more));
        }
    }

    fn ascii_bytes(&self) -> u64 {
        ASCII
            .iter()
            .map(|&index| u64::from(self.counts[index]))
            .sum()
    }

    /// For each group of scripts, how many characters there are, and how many bytes one of them
    /// has.
    fn scripts(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.counts[PLAIN..]
            .iter()
            .zip(scripts::BYTES)
            .map(|(&count, &bytes)| (u64::from(count), bytes))
    }

    fn of_flags(flags: &Flags) -> Self {
        let [
            spaces,
            digits,
            puncts,
            newlines,
            letters,
            capitals,
            controls,
            comma,
        ] = flags.class;
        let [
            space_third,
            long_number,
            same_punct,
            same_odd,
            long_word,
            capital_run,
            control_pairs,
            after_letter,
        ] = flags.shape;
        let [wide_space, very_long_word] = flags.long;
        let [
            pair_1,
            pair_2,
            pair_3,
            pair_4,
            pair_5,
            word_after_space,
            word_after_punct,
            word_run,
            ..,
        ] = flags.pair;
        let [
            ..,
            punct_after_space,
            punct_run,
            newline_after_punct,
            newline_run,
            digit_run,
            junction,
            space_run,
            digit_after_space,
        ] = flags.pair;
        // Each "other" feature is a total minus its named parts, so no count is below zero. Runs of
        // non-ASCII characters are counted together with the characters, elsewhere.
        let plain = [
            letters - capitals,
            capitals,
            digits,
            space_run,
            spaces - space_run,
            spaces - space_run - space_third,
            newlines,
            puncts - same_punct,
            same_punct,
            controls,
            digit_run,
            controls - control_pairs,
            newline_after_punct,
            newline_run,
            punct_after_space,
            punct_run,
            word_after_space,
            word_after_punct,
            word_run,
            after_letter - capital_run,
            junction,
            long_word,
            long_number,
            comma,
            0,
            0,
            0,
            very_long_word,
            capital_run,
            digit_after_space,
            wide_space,
            newlines - newline_after_punct - newline_run,
            same_odd,
            0,
            pair_1,
            pair_2,
            pair_3,
            pair_4,
            pair_5,
        ];
        let mut features = Self::default();
        for (count, value) in features.counts.iter_mut().zip(plain) {
            *count = saturate(value);
        }
        features
    }
}

fn saturate(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
