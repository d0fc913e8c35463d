//! How gemini-cli cuts tool output whose original is stored (G-19).

use crate::full_output;
use conspectus::inner::host::units::utf16_len;
use conspectus::inner::reduce::truncate::{
    MIN_SAVING_CHARS, TextRule, Truncation, head_units, tail_units,
};
use std::borrow::Cow;

/// Longest tool output, in chars. Source: `truncateToolOutputThreshold` (G-20).
pub const TOOL_OUTPUT_CHARS: usize = 40_000;

/// The head's share of the kept text. Source: G-19, G-61.
pub const HEAD_FRACTION: f64 = 0.2;

/// For tool output: a fifth of the limit from the start, four fifths from the end (G-19).
pub static TOOL_OUTPUT: TextRule = TextRule {
    cut: tool_output,
    min_saving_chars: MIN_SAVING_CHARS,
    uses: &["max_chars", "head_fraction", "locator"],
    ..TextRule::plain("gemini-cli-tool-output")
};

/// Keeps as many chars as the limit says, a fifth of them from the start (G-19). The first sentence
/// and the marker come on top. Numbers are written without separators; in gemini-cli they depend on
/// the locale of the machine.
fn tool_output<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max = options.max_chars.unwrap_or(TOOL_OUTPUT_CHARS);
    let chars = utf16_len(text);
    if chars <= max {
        return Cow::Borrowed(text);
    }
    let head_chars = (max as f64 * options.head_fraction.unwrap_or(HEAD_FRACTION)).floor() as usize;
    let (head, tail) = (
        head_units(text, head_chars),
        tail_units(text, max - head_chars),
    );
    let (head_chars, tail_chars) = (utf16_len(head), utf16_len(tail));
    let place = full_output(options);
    let missing = chars - head_chars - tail_chars;
    Cow::Owned(format!(
        "Output cut: its first {head_chars} and last {tail_chars} chars follow.{place}\n{head}\n\n... [{missing} characters omitted] ...\n\n{tail}"
    ))
}
