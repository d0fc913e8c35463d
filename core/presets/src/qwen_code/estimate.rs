//! qwen-code's estimates of tokens for single texts and for the next prompt (Q-14, Q-15).

use conspectus::inner::Text;
use conspectus_history::host::units::{tokens_from_chars, units_of};
use conspectus_history::measure::{NON_ASCII_TOKENS, TokenRule};

/// The rule by which qwen-code's reports estimate a text (Q-15).
pub static REPORT: TokenRule = TokenRule {
    name: "qwen-code-report",
    tokens: |text, _| report_tokens(text),
};
/// The rule by which it estimates a summary (Q-15).
pub static SUMMARY: TokenRule = TokenRule {
    name: "qwen-code-summary",
    tokens: |text, _| summary_tokens(text),
};

/// Chars of a token. Source: Q-13.
const CHARS_PER_TOKEN: f64 = 4.0;
/// The factor on a new message in conservative mode. Source: Q-14.
const CONSERVATIVE: f64 = 1.5;

/// What the host knows about the last call, and the estimates for the next one, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prompt {
    /// Tokens of the last prompt as the provider reported them; 0 without a report.
    pub last_prompt_tokens: u64,
    /// Tokens of the last answer as the provider reported them. They are part of the next prompt.
    pub last_output_tokens: u64,
    /// Estimated tokens of the history with the new message, rounded up once (Q-13).
    pub all_tokens: u64,
    /// Estimated tokens of the message about to be sent.
    pub message_tokens: u64,
    /// Whether the new message counts one and a half times.
    pub conservative: bool,
}

/// The tokens of the next prompt (Q-14): the provider's last counts and the new message, or the
/// estimate of everything without a report.
///
/// ```
/// use conspectus_presets::qwen_code::estimate::{prompt_tokens, Prompt};
///
/// let prompt = Prompt { last_prompt_tokens: 9_000, last_output_tokens: 200, all_tokens: 8_000, message_tokens: 30, conservative: false };
/// assert_eq!(prompt_tokens(&prompt), 9_230);
/// ```
#[must_use]
pub fn prompt_tokens(prompt: &Prompt) -> u64 {
    if prompt.last_prompt_tokens == 0 {
        return prompt.all_tokens;
    }
    let message = if prompt.conservative {
        (prompt.message_tokens as f64 * CONSERVATIVE).ceil() as u64
    } else {
        prompt.message_tokens
    };
    prompt
        .last_prompt_tokens
        .saturating_add(prompt.last_output_tokens)
        .saturating_add(message)
}

/// The tokens of a text in qwen-code's reports: a quarter for each ASCII char, 1.5 for any other
/// char, rounded up once (Q-15).
#[must_use]
pub fn report_tokens(text: Text<'_>) -> u64 {
    let (chars, other) = count(text, |unit| unit > 0x7F);
    ((chars - other) as f64 / CHARS_PER_TOKEN + other as f64 * NON_ASCII_TOKENS).ceil() as u64
}

/// The tokens of a summary for which the provider reported no usage (Q-15): the larger of two
/// estimates, of which one counts Chinese, Japanese and Korean chars as 1.5 tokens.
#[must_use]
pub fn summary_tokens(text: Text<'_>) -> u64 {
    let (chars, cjk) = count(text, is_cjk);
    let aware = tokens_from_chars(chars - cjk, CHARS_PER_TOKEN)
        + (cjk as f64 * NON_ASCII_TOKENS).ceil() as u64;
    tokens_from_chars(chars, CHARS_PER_TOKEN).max(aware)
}

fn count(text: Text<'_>, is_kind: impl Fn(u16) -> bool) -> (u64, u64) {
    units_of(text).fold((0, 0), |(chars, kind), unit| {
        (chars + 1, kind + u64::from(is_kind(unit)))
    })
}

/// Whether a char is kana, Han (with extension A), a compatibility ideograph or a Hangul syllable.
/// Source: Q-15.
fn is_cjk(unit: u16) -> bool {
    matches!(unit, 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF | 0xAC00..=0xD7AF)
}
