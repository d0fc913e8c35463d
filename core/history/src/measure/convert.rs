//! Chars to tokens and back, by fixed rules that do not depend on the estimator.

use super::scale::TokenRule;
use crate::host::item::Text;
use crate::host::units::units_of;

/// Chars of one token under [`ROUNDED`]. Source: the reproduced systems that round in this way.
const CHARS_PER_TOKEN: u64 = 4;
/// Tokens of an ASCII char in [`chars_for_tokens`]. Source: gemini-cli.
const ASCII_TOKENS: f64 = 0.33;
/// Tokens of any other char in [`chars_for_tokens`]. Source: gemini-cli.
const OTHER_TOKENS: f64 = 1.5;
/// Chars that [`chars_for_tokens`] samples. Source: gemini-cli.
const SAMPLE_CHARS: usize = 1_000;

/// Tokens of a number of chars: a quarter of it, rounded to the nearest. A half is rounded up, as
/// in JavaScript's `Math.round`.
#[must_use]
pub fn rounded_tokens(chars: u64) -> u64 {
    chars.saturating_add(CHARS_PER_TOKEN / 2) / CHARS_PER_TOKEN
}

/// The rule that divides chars by four and rounds to the nearest token.
pub static ROUNDED: TokenRule = TokenRule {
    name: "rounded",
    tokens: |text, _| rounded_tokens(units_of(text).count() as u64),
};

/// Returns how many chars of a text like this one make `tokens` tokens. The first 1,000 chars are
/// the sample for its share of ASCII.
#[must_use]
pub fn chars_for_tokens(text: Text<'_>, tokens: f64) -> u64 {
    let sample: Vec<u16> = units_of(text).take(SAMPLE_CHARS).collect();
    if sample.is_empty() {
        return 0;
    }
    let ascii = sample.iter().filter(|unit| **unit <= 127).count();
    let share = ascii as f64 / sample.len() as f64;
    (tokens / (share * ASCII_TOKENS + (1.0 - share) * OTHER_TOKENS)).floor() as u64
}
