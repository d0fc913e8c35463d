//! The units of this crate, and the one place that says how they round.
//!
//! - `chars`: UTF-16 code units, JavaScript's `.length`. The systems whose behaviour we reproduce measure in
//!   them, and they are the same number in Rust, Python and JavaScript.
//! - `json_chars`: the length `JSON.stringify` would give, computed without building the string.
//! - `bytes`: UTF-8 bytes, or decoded media bytes where the name says so.
//! - `tokens`: an estimate, unless the name says `exact`.
//!
//! Rounding: chars become tokens by dividing and rounding **up**, once, over a sum ([`tokens_from_chars`]).
//! Presets that round otherwise do so in their own code and say so.

/// Length of `text` in chars (UTF-16 code units), from its UTF-8 bytes, without allocating.
///
/// Every UTF-8 sequence starts with one byte that is not a continuation byte, and each four-byte sequence is a
/// surrogate pair in UTF-16. The loop is branch-free so that it vectorises.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    utf16_len_of_utf8(text.as_bytes())
}

/// As [`utf16_len`], over the bytes of well-formed UTF-8.
#[must_use]
pub(crate) fn utf16_len_of_utf8(bytes: &[u8]) -> usize {
    let mut units = 0usize;
    // Blocks of 192 keep a block's count within one byte lane's reach for the vectoriser.
    for block in bytes.chunks(192) {
        let mut starts = 0u8;
        let mut pairs = 0u8;
        for &byte in block {
            starts += u8::from((byte as i8) >= -0x40);
            pairs += u8::from(byte >= 0xF0);
        }
        units += usize::from(starts) + usize::from(pairs);
    }
    units
}

/// How many more chars than its own length a string takes inside `JSON.stringify` output, quotes not counted.
///
/// `"` and `\` and the five short escapes cost one more, other control characters five more. (A lone surrogate
/// also costs five more, but well-formed UTF-8 cannot hold one.)
#[must_use]
pub(crate) fn json_escape_chars_utf8(bytes: &[u8]) -> usize {
    let mut extra = 0usize;
    for block in bytes.chunks(48) {
        let mut sum = 0u8;
        for &byte in block {
            let quote = u8::from(byte == b'"') | u8::from(byte == b'\\');
            let control = u8::from(byte < 0x20);
            let short = u8::from(byte.wrapping_sub(8) < 6) & u8::from(byte != 0x0B);
            // control: 5, of which the five short ones give back 4
            sum += quote + control * 5 - short * 4;
        }
        extra += usize::from(sum);
    }
    extra
}

/// As [`json_escape_chars_utf8`] for UTF-16 units; a lone surrogate is written `\udXXX`, five chars more.
#[must_use]
pub(crate) fn json_escape_chars_utf16(units: &[u16]) -> usize {
    let mut extra = 0usize;
    let mut surrogates = 0usize;
    for block in units.chunks(4096) {
        let mut sum = 0u16;
        let mut seen = 0u16;
        for &unit in block {
            let quote = u16::from(unit == 0x22) | u16::from(unit == 0x5C);
            let control = u16::from(unit < 0x20);
            let short = u16::from(unit.wrapping_sub(8) < 6) & u16::from(unit != 0x0B);
            sum += quote + control * 5 - short * 4;
            seen += u16::from((unit & 0xF800) == 0xD800);
        }
        extra += usize::from(sum);
        surrogates += usize::from(seen);
    }
    if surrogates > 0 {
        extra += 5 * char::decode_utf16(units.iter().copied()).filter(Result::is_err).count();
    }
    extra
}

/// Length of a number as JavaScript writes it (`1e21`, `5e-5`, `-0` as `0`); not-a-number and infinities
/// become `null`, as `JSON.stringify` does.
#[must_use]
pub fn number_json_chars(number: f64) -> usize {
    if !number.is_finite() {
        return 4;
    }
    let whole = number.abs();
    // The common case without the formatter: integers below 10^15 are written digit by digit.
    // (Through u64, since rounding functions are calls into the C library on plain x86-64.)
    if whole < 1e15 && (whole as u64) as f64 == whole {
        let digits = (whole as u64).checked_ilog10().unwrap_or(0) as usize + 1;
        return digits + usize::from(number < 0.0);
    }
    // Next most common: one or two decimals. A double that a short decimal gives back is written as that decimal.
    if (0.01..1e12).contains(&whole) {
        for (scale, decimals) in [(10.0, 1), (100.0, 2)] {
            let scaled = (whole * scale + 0.5) as u64 as f64;
            if scaled / scale == whole {
                let digits = (whole as u64).checked_ilog10().unwrap_or(0) as usize + 1;
                return digits + 1 + decimals + usize::from(number < 0.0);
            }
        }
    }
    ryu_js::Buffer::new().format_finite(number).len()
}

/// Tokens for a sum of chars: divided by `chars_per_token`, rounded up once.
#[must_use]
pub fn tokens_from_chars(chars: u64, chars_per_token: f64) -> u64 {
    (chars as f64 / chars_per_token).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_len_equals_the_standard_library() {
        for text in ["", "abc", "é", "漢字", "a😀b", "👨‍👩‍👧", &"x😀é漢".repeat(300)] {
            assert_eq!(utf16_len(text), text.encode_utf16().count(), "{text:.20}");
        }
    }

    #[test]
    fn escapes_equal_serde_json() {
        for text in ["plain", "quote\" slash\\", "\n\t\r\u{8}\u{c}", "\u{b}\u{0}\u{1f}\u{7f}\u{2028}", &"\u{1}\"".repeat(5000)] {
            let json = serde_json::to_string(text).expect("a string serialises");
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(utf16_len(text) + 2 + json_escape_chars_utf8(text.as_bytes()), utf16_len(&json));
            assert_eq!(units.len() + 2 + json_escape_chars_utf16(&units), utf16_len(&json));
        }
    }

    #[test]
    fn a_block_of_the_most_expensive_characters_does_not_overflow() {
        for length in [47, 48, 49, 96, 200] {
            assert_eq!(json_escape_chars_utf8("\u{1}".repeat(length).as_bytes()), 5 * length);
        }
        assert_eq!(json_escape_chars_utf16(&[1; 20_000]), 100_000);
    }

    #[test]
    fn lone_surrogates_cost_five_more() {
        assert_eq!(json_escape_chars_utf16(&[0xD800, 0x78]), 5);
        assert_eq!(json_escape_chars_utf16(&[0xDC00, 0xD83D, 0xDE00, 0xD83D]), 10);
    }

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (5e-5, "0.00005"),
            (5e-7, "5e-7"),
            (1e21, "1e+21"),
            (123.0, "123"),
            (-7.0, "-7"),
            (10.0, "10"),
            (0.1, "0.1"),
            (1e15, "1000000000000000"),
            (1.5e300, "1.5e+300"),
            (f64::NAN, "null"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(number_json_chars(number), text.len(), "{number}");
        }
        for hundredths in (0..5_000_000u32).step_by(7) {
            for number in [f64::from(hundredths) / 100.0, f64::from(hundredths) * -0.01, f64::from(hundredths) * 0.1] {
                assert_eq!(number_json_chars(number), ryu_js::Buffer::new().format(number).len(), "{number:e}");
            }
        }
    }
}
