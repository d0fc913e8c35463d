//! Counts many short strings in one pass. Each counts as a text of its own.

use super::features::Features;
use super::pairs;
use crate::text::Text;

/// The strings are counted once this many bytes are collected. Chosen here: this size fits the
/// fastest cache.
const ROOM: usize = 8 * 1024;

/// The byte that is put after each string. A string after it counts as at the start of a text. What
/// the byte itself counts is subtracted.
const END: u8 = 0;

/// The features of many strings, as if each were counted alone and all were [added](Features::add).
#[derive(Debug, Default)]
pub struct Strings {
    text: Vec<u8>,
    features: Features,
    /// What the separators add to the counts by mistake: control characters and starts of their
    /// runs.
    ends: [u32; 2],
    /// The extra counts for pairs of letters, by level.
    levels: [u32; pairs::LEVELS as usize],
    /// Starts of runs of control characters that are not counted because a separator precedes them.
    starts: u32,
}

impl Strings {
    /// Adds the features of a string.
    pub fn push(&mut self, string: Text<'_>) {
        let from = self.text.len();
        match string {
            Text::Utf16(units) if units.iter().fold(0, |all, unit| all | unit) < 0x80 => {
                self.text.extend(units.iter().map(|unit| *unit as u8))
            }
            Text::Utf16(units) => self
                .text
                .extend_from_slice(crate::text::utf8_of_utf16(units).as_bytes()),
            Text::Utf8(text) => self.text.extend_from_slice(text.as_bytes()),
        }
        let (Some(first), Some(last)) = (self.text.get(from), self.text.last()) else {
            return;
        };
        self.starts += u32::from(from > 0 && is_control(*first));
        self.ends[0] += 1;
        self.ends[1] += u32::from(!is_control(*last));
        if let Some(level) = self
            .levels
            .get_mut(usize::from(pairs::level(*last, END)).wrapping_sub(1))
        {
            *level += 1;
        }
        self.text.push(END);
        if self.text.len() >= ROOM {
            self.count();
        }
    }

    /// The sum of the features of all strings.
    pub fn finish(mut self) -> Features {
        self.count();
        self.features
    }

    fn count(&mut self) {
        // Only whole UTF-8 strings were collected, so this cannot fail.
        let mut found = Features::of_utf8(std::str::from_utf8(&self.text).unwrap_or_default());
        found.change("control", 0, self.ends[0]);
        found.change("control_run", self.starts, self.ends[1]);
        for (name, taken) in ["pair_1", "pair_2", "pair_3", "pair_4", "pair_5"]
            .into_iter()
            .zip(self.levels)
        {
            found.change(name, 0, taken);
        }
        self.features.add(&found);
        self.text.clear();
        (self.ends, self.levels, self.starts) = Default::default();
    }
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 && byte != b'\n' && byte != b'\r'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn apart(strings: &[String]) -> Features {
        let mut sum = Features::default();
        strings
            .iter()
            .for_each(|string| sum.add(&Features::of_utf8(string)));
        sum
    }

    fn together(strings: &[String], utf16: bool) -> Features {
        let mut all = Strings::default();
        for string in strings {
            let units: Vec<u16> = string.encode_utf16().collect();
            all.push(if utf16 {
                Text::Utf16(&units)
            } else {
                Text::Utf8(string)
            });
        }
        all.finish()
    }

    #[test]
    fn more_than_there_is_room_for() {
        let strings: Vec<String> = (0..5_000)
            .map(|n| format!("{}{n}\t", ["", "\t", "漢字", "\0", "xq "][n % 5]))
            .collect();
        assert_eq!(together(&strings, false), apart(&strings));
    }

    proptest! {
        #[test]
        fn as_each_by_itself(strings in prop::collection::vec(prop_oneof!["[a-zA-Z0-9 ,;.\\n\\r\\t\\x00\\x1b\\x7f]{0,12}", "\\PC{0,6}", "(漢|é|я|😀|a|\\t| ){0,9}"], 0..40)) {
            prop_assert_eq!(together(&strings, false), apart(&strings));
            prop_assert_eq!(together(&strings, true), apart(&strings));
        }
    }
}
