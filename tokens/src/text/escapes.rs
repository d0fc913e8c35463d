//! How many chars JSON escapes add to a text.
//!
//! `"`, `\` and the five characters with short escapes (`\b \t \n \f \r`) cost one char more. Other
//! control characters (`\u00XX`) and lone surrogates cost five more. Sixteen units are checked
//! together: one counter counts those that cost more, another those that cost four beyond the
//! first.

use wide::{u8x16, u16x8};

/// How many chars the escape of a unit below 128 adds.
const EXTRA: [u8; 128] = {
    let mut extra = [0; 128];
    let mut unit = 0;
    while unit < 0x20 {
        extra[unit] = if unit >= 8 && unit <= 13 && unit != 11 {
            1
        } else {
            5
        };
        unit += 1;
    }
    extra[b'"' as usize] = 1;
    extra[b'\\' as usize] = 1;
    extra
};

/// How many chars longer a string is inside the output of `JSON.stringify`, quotes not counted.
/// `bytes` must be well-formed UTF-8.
#[must_use]
pub fn json_escape_chars_utf8(bytes: &[u8]) -> usize {
    let mut count = Count::default();
    let mut lanes = bytes.chunks_exact(16);
    for lane in &mut lanes {
        let mut units = [0; 16];
        units.copy_from_slice(lane);
        count.add(u8x16::new(units));
    }
    count.sum()
        + lanes
            .remainder()
            .iter()
            .map(|byte| extra(u16::from(*byte)))
            .sum::<usize>()
}

/// As [`json_escape_chars_utf8`], for UTF-16 units. A lone surrogate adds five chars.
#[must_use]
pub fn json_escape_chars_utf16(units: &[u16]) -> usize {
    // Nothing is escaped between Latin-1 and the surrogates.
    const LATIN_MAX: u16x8 = u16x8::new([0xFF; 8]);
    const BEFORE_SURROGATES: u16x8 = u16x8::new([0xD7FF; 8]);
    let mut count = Count::default();
    let mut high = u16x8::new([0; 8]);
    let mut lanes = units.chunks_exact(16);
    for lane in &mut lanes {
        let half = |start: usize| {
            let mut half = [0; 8];
            half.copy_from_slice(&lane[start..start + 8]);
            u16x8::new(half)
        };
        let (first, second) = (half(0), half(8));
        high = high
            | first.saturating_sub(BEFORE_SURROGATES)
            | second.saturating_sub(BEFORE_SURROGATES);
        // Units above 255 become 255, so that each fits a byte.
        let narrow = |units: u16x8| {
            (units - units.saturating_sub(LATIN_MAX))
                .to_array()
                .map(|unit| unit as i16)
        };
        count.add(u8x16::narrow_i16x8(
            narrow(first).into(),
            narrow(second).into(),
        ));
    }
    let rest = lanes.remainder();
    let chars = count.sum() + rest.iter().map(|unit| extra(*unit)).sum::<usize>();
    let may_be_lone = high != u16x8::new([0; 8]) || rest.iter().any(|unit| *unit > 0xD7FF);
    if may_be_lone
        && units
            .iter()
            .fold(false, |found, unit| found | ((unit & 0xF800) == 0xD800))
    {
        return chars
            + 5 * char::decode_utf16(units.iter().copied())
                .filter(Result::is_err)
                .count();
    }
    chars
}

fn extra(unit: u16) -> usize {
    EXTRA
        .get(usize::from(unit))
        .map_or(0, |extra| usize::from(*extra))
}

/// Counters in sixteen lanes. They are emptied before a lane can overflow.
struct Count {
    one: u8x16,
    four: u8x16,
    room: u8,
    chars: usize,
}

impl Default for Count {
    fn default() -> Self {
        Self {
            one: u8x16::new([0; 16]),
            four: u8x16::new([0; 16]),
            room: u8::MAX,
            chars: 0,
        }
    }
}

impl Count {
    #[inline]
    fn add(&mut self, units: u8x16) {
        const LAST_CONTROL: u8x16 = u8x16::new([0x1F; 16]);
        const LOWEST_BIT: u8x16 = u8x16::new([1; 16]);
        let is = |wanted: u8, units: u8x16| units.cmp_eq(u8x16::new([wanted; 16]));
        let control = units.min(LAST_CONTROL).cmp_eq(units);
        let quoted = is(b'"', units) | is(b'\\', units);
        // With the lowest bit set, one comparison finds two characters: 8 and 9, or 12 and 13.
        let odd = units | LOWEST_BIT;
        let short = is(9, odd) | is(10, units) | is(13, odd);
        // A lane in which the test holds is -1, so subtracting adds one.
        self.one -= control | quoted;
        self.four -= control ^ short;
        self.room -= 1;
        if self.room == 0 {
            self.empty();
        }
    }

    fn empty(&mut self) {
        let sum = |lanes: u8x16| lanes.to_array().into_iter().map(usize::from).sum::<usize>();
        self.chars += sum(self.one) + 4 * sum(self.four);
        *self = Self {
            chars: self.chars,
            ..Self::default()
        };
    }

    fn sum(mut self) -> usize {
        self.empty();
        self.chars
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_equal_serde_json() {
        for text in [
            "plain",
            "quote\" slash\\",
            "\n\t\r\u{8}\u{c}",
            "\u{b}\u{0}\u{1f}\u{7f}\u{2028}",
            &"\u{1}\"".repeat(5000),
            "漢字，😀 é\n".repeat(99).as_str(),
        ] {
            for start in 0..text.len().min(40) {
                let Some(text) = text.get(start..) else {
                    continue;
                };
                let json = serde_json::to_string(text).expect("a string serialises");
                let units: Vec<u16> = text.encode_utf16().collect();
                let expected = json.encode_utf16().count() - 2 - units.len();
                assert_eq!(
                    json_escape_chars_utf8(text.as_bytes()),
                    expected,
                    "{text:.20}"
                );
                assert_eq!(json_escape_chars_utf16(&units), expected, "{text:.20}");
            }
        }
    }

    #[test]
    fn each_unit_costs_the_same_in_every_place() {
        for unit in (0..=0x200).chain([0x7FFF, 0x8000, 0x8022, 0xFF0C, 0xFFFF]) {
            let alone = json_escape_chars_utf16(&[unit]);
            assert_eq!(json_escape_chars_utf16(&[unit; 17]), 17 * alone, "{unit:x}");
            if unit < 0x80 {
                assert_eq!(
                    json_escape_chars_utf8(&[unit as u8; 17]),
                    17 * alone,
                    "{unit:x}"
                );
            }
        }
        for length in [47, 48, 49, 4_079, 4_080, 4_081, 20_000] {
            assert_eq!(
                json_escape_chars_utf8("\u{1}".repeat(length).as_bytes()),
                5 * length
            );
            assert_eq!(json_escape_chars_utf16(&vec![1; length]), 5 * length);
        }
    }

    #[test]
    fn lone_surrogates_cost_five_more() {
        assert_eq!(json_escape_chars_utf16(&[0xD800, 0x78]), 5);
        assert_eq!(
            json_escape_chars_utf16(&[0xDC00, 0xD83D, 0xDE00, 0xD83D]),
            10
        );
        assert_eq!(
            json_escape_chars_utf16(&[&[0x78; 40][..], &[0xD83D, 0xDE00, 0xDE00]].concat()),
            5
        );
        assert_eq!(
            json_escape_chars_utf16(&[&[0xDFFF][..], &[0x78; 40]].concat()),
            5
        );
    }
}
