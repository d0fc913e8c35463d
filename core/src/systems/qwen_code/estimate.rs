//! qwen-code's token estimates beside the history's own (Q-14, Q-15).

use crate::measure::{TokenRule, NON_ASCII_TOKENS};
use crate::host::units::tokens_from_chars;
use crate::host::view::Text;

/// The reporter's rule for one text (Q-15).
pub static REPORT: TokenRule = TokenRule { name: "qwen-code-report", tokens: |text, _| report_tokens(text) };
/// Its rule for a summary (Q-15).
pub static SUMMARY: TokenRule = TokenRule { name: "qwen-code-summary", tokens: |text, _| summary_tokens(text) };

/// Source: Q-13.
const CHARS_PER_TOKEN: f64 = 4.0;
/// Factor on a new message in conservative mode. Source: Q-14.
const CONSERVATIVE: f64 = 1.5;

/// What the host knows about the last call, and the estimates of what there is now, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prompt {
    /// Prompt tokens that the provider reported last; 0 if it has not yet.
    pub last_prompt_tokens: u64,
    /// Output tokens that it reported last: they are part of the next prompt.
    pub last_output_tokens: u64,
    /// Estimate of the history with the message, rounded up once (Q-13).
    pub all_tokens: u64,
    /// Estimate of the message about to be sent.
    pub message_tokens: u64,
    /// Whether the new message counts one and a half times.
    pub conservative: bool,
}

/// Q-14: the provider's last count and what came since, else the estimate of everything.
///
/// ```
/// use conspectus::systems::qwen_code::estimate::{prompt_tokens, Prompt};
///
/// let prompt = Prompt { last_prompt_tokens: 9_000, last_output_tokens: 200, all_tokens: 8_000, message_tokens: 30, conservative: false };
/// assert_eq!(prompt_tokens(&prompt), 9_230);
/// ```
#[must_use]
pub fn prompt_tokens(prompt: &Prompt) -> u64 {
    if prompt.last_prompt_tokens == 0 {
        return prompt.all_tokens;
    }
    let message = if prompt.conservative { (prompt.message_tokens as f64 * CONSERVATIVE).ceil() as u64 } else { prompt.message_tokens };
    prompt.last_prompt_tokens.saturating_add(prompt.last_output_tokens).saturating_add(message)
}

/// Q-15, the reporter: ASCII a quarter token, every other char 1.5, rounded up once.
#[must_use]
pub fn report_tokens(text: Text<'_>) -> u64 {
    let (chars, other) = count(text, |unit| unit > 0x7F);
    ((chars - other) as f64 / CHARS_PER_TOKEN + other as f64 * NON_ASCII_TOKENS).ceil() as u64
}

/// Q-15, a summary whose provider reported no usage: the larger of the plain and the CJK-aware estimate.
#[must_use]
pub fn summary_tokens(text: Text<'_>) -> u64 {
    let (chars, cjk) = count(text, is_cjk);
    let aware = tokens_from_chars(chars - cjk, CHARS_PER_TOKEN) + (cjk as f64 * NON_ASCII_TOKENS).ceil() as u64;
    tokens_from_chars(chars, CHARS_PER_TOKEN).max(aware)
}

/// All chars, and those of a kind.
fn count(text: Text<'_>, is_kind: impl Fn(u16) -> bool) -> (u64, u64) {
    let add = |(chars, kind): (u64, u64), unit: u16| (chars + 1, kind + u64::from(is_kind(unit)));
    match text {
        Text::Utf8(text) => text.encode_utf16().fold((0, 0), add),
        Text::Utf16(units) => units.iter().copied().fold((0, 0), add),
    }
}

/// Kana, Han (with extension A), compatibility ideographs, Hangul syllables. Source: Q-15.
fn is_cjk(unit: u16) -> bool {
    matches!(unit, 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0xAC00..=0xD7AF)
}
