//! The units of this crate, and how they are rounded.
//!
//! - `chars`: UTF-16 code units, JavaScript's `.length`. The reproduced systems measure in them. A
//!   text has the same number of them in Rust, Python and JavaScript.
//! - `json_chars`: the length `JSON.stringify` would give, computed without building the string.
//! - `bytes`: UTF-8 bytes, or decoded media bytes where the name says so.
//! - `tokens`: an estimate, unless the name says `exact`.
//!
//! Rounding: chars are summed first, then divided, then rounded **up** once
//! ([`tokens_from_chars`]). A preset that rounds in another way does so in its own code and says so
//! there.

use conspectus_tokens::text::Text;
pub use conspectus_tokens::text::utf16_len;
pub use conspectus_tokens::text::{
    json_escape_chars_utf8, json_escape_chars_utf16, utf16_len_of_utf8,
};

/// Length of a number in chars, as `JSON.stringify` writes it: `1e21`, `5e-5`, `-0` as `0`.
/// Not-a-number and infinities become `null`.
#[must_use]
pub fn number_json_chars(number: f64) -> usize {
    if !number.is_finite() {
        return 4;
    }
    let whole = number.abs();
    // The common case needs no formatter: integers below 10^15 are written digit by digit. (The
    // cast goes through i64. On plain x86-64 a rounding function is a call into the C library, and
    // a cast to u64 takes several steps.)
    if whole < 1e15 && (whole as i64) as f64 == whole {
        return digits(whole as u64) + usize::from(number < 0.0);
    }
    ryu_js::Buffer::new().format_finite(number).len()
}

/// Returns the number of digits of an integer.
pub fn digits(whole: u64) -> usize {
    whole.checked_ilog10().unwrap_or(0) as usize + 1
}

/// The UTF-16 units of a text.
pub fn units_of(text: Text<'_>) -> impl Iterator<Item = u16> {
    let (utf8, utf16) = match text {
        Text::Utf8(text) => (text, &[][..]),
        Text::Utf16(units) => ("", units),
    };
    utf8.encode_utf16().chain(utf16.iter().copied())
}

/// Tokens of a sum of chars: the sum divided by `chars_per_token`, rounded up.
#[must_use]
pub fn tokens_from_chars(chars: u64, chars_per_token: f64) -> u64 {
    (chars as f64 / chars_per_token).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

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
            for number in [
                f64::from(hundredths) / 100.0,
                f64::from(hundredths) * -0.01,
                f64::from(hundredths) * 0.1,
            ] {
                assert_eq!(
                    number_json_chars(number),
                    ryu_js::Buffer::new().format(number).len(),
                    "{number:e}"
                );
            }
        }
    }
}
