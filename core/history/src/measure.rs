//! How large a value is. Chars are counted by one of five measures, tokens by one of five
//! estimators.
//!
//! | measure | a text part | a tool call or result | media |
//! | --- | --- | --- | --- |
//! | `chars` (default) | its length | length of names, keys and strings, as JSON without escapes | the image estimate |
//! | `json_chars` | the whole message as `JSON.stringify` writes it, media included | | its base64 length |
//! | `part_json_chars` | its length | the part as `JSON.stringify` writes it (qwen-code's first design) | the image estimate |
//! | `content_json_chars` | the content string's length, or `JSON.stringify(content)` | | its base64 length |
//! | `output_chars` | its length | a result: the length of its output or error string, plus 64; a call: its JSON | the image estimate |
//!
//! `chars` and `output_chars` read only lengths. The text of a string does not cross the language
//! boundary, with one exception: a string that is longer than an image costs is searched for data
//! URLs.
//!
//! | estimator | tokens of a text | reads |
//! | --- | --- | --- |
//! | `chars` | chars / `chars_per_token` | lengths |
//! | `script` | ASCII chars / `chars_per_token`, other chars 1.5 each | the text |
//! | `instant` (default) | [`conspectus_tokens::instant`], by the model's family | the text |
//! | `exact` | [`conspectus_tokens::exact`], by the encoding | the text |
//! | `host` | the host's own counter; texts that this crate writes as `instant` | the text |
//!
//! Under the last three, each string inside a structure is counted on its own. Its keys, numbers
//! and punctuation are counted together, as one text.

mod convert;
mod counts;
mod meter;
mod reading;
mod scale;
mod walk;

pub use convert::{ROUNDED, chars_for_tokens, rounded_tokens};
pub use counts::Counts;
pub use meter::Meter;
#[cfg(test)]
pub use scale::SCALE;
pub use scale::{Escapes, Scale, Size};
pub use scale::{Estimator, Measure, NON_ASCII_TOKENS, TokenRule};

use crate::error::Result;
use crate::host::item::{Budget, Item, Kind};
use crate::host::units;
use scale::RESULT_EXTRA_CHARS;
use serde_json::Value;
use walk::Walk;

impl Scale {
    /// The size of a string as content: its length, without quotes. Data URLs in it count as media.
    pub fn string(&self, string: &Item<'_>) -> Size {
        Walk::new(self, Escapes::Ignored, None).of_string(string)
    }

    /// The tokens of a text as content, not rounded.
    pub fn text_tokens(&self, text: &str) -> f64 {
        self.tokens(self.string(&Item::from(&Value::from(text))))
    }

    /// The size of any value as content: a bare string by [`string`](Self::string), every other
    /// value as JSON without escapes.
    pub fn content(&self, value: &Item<'_>) -> Result<Size> {
        Walk::new(self, Escapes::Ignored, None).of_content(value)
    }

    /// The sizes of a value and of the one that takes its place. `None` if either is too deep.
    pub fn contents(&self, old: &Item<'_>, new: &Value) -> Option<[Size; 2]> {
        let size = |value: &Item<'_>| self.content(value).ok();
        Some([size(old)?, size(&Item::from(new))?])
    }

    /// The size of a tool result under [`Measure::OutputChars`]: the length of the `output` string,
    /// or else of the `error` string, plus 64. If the output is itself a string, that string
    /// counts.
    pub fn output_chars<'v>(&self, output: Option<&Item<'v>>) -> Size {
        let text = output.and_then(|output| {
            let field = output.first_string(&["output", "error"]);
            field.or_else(|| Some(*output).filter(Item::is_string))
        });
        // Unlike in the source, a data URL in it counts as a medium. Otherwise a picture would cost
        // the length of its base64. The caller counts the media. A list of blocks has no `output`,
        // so it counts as content; the source reads Gemini's results, which are never lists.
        let blocks = || {
            output
                .filter(|value| value.is_list())
                .and_then(|blocks| self.content(blocks).ok())
        };
        let size = text.map_or_else(|| blocks().unwrap_or_default(), |text| self.string(&text));
        Size {
            text_tokens: size.text_tokens,
            ..Size::of_chars(size.chars as usize + RESULT_EXTRA_CHARS)
        }
    }
}

/// The length in chars of the JSON that `JSON.stringify` writes for `value`, media included. Raw
/// bytes count as their base64 string.
///
/// It takes one pass over the value. Strings are read in place, and no JSON is built.
///
/// ```
/// use conspectus::json_chars;
/// use serde_json::json;
///
/// assert_eq!(json_chars(&json!({ "a": [1, true, "é"] }))?, 18);
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `TooDeep` if the value is nested deeper than [`MAX_DEPTH`](crate::host::item::MAX_DEPTH).
pub fn json_chars<'v>(value: impl Into<Item<'v>>) -> Result<u64> {
    let value = &value.into();
    let mut chars = 0;
    json_chars_at(value, &mut Budget::default(), &mut chars).map(|()| chars)
}

/// As [`json_chars`], of what is read until something lies too deep.
pub fn json_chars_to_a_depth(value: &Item<'_>) -> u64 {
    let mut chars = 0;
    // An error says only that it ended early.
    json_chars_at(value, &mut Budget::default(), &mut chars).ok();
    chars
}

fn json_chars_at(value: &Item<'_>, budget: &mut Budget, chars: &mut u64) -> Result<()> {
    *chars += match value.kind() {
        Kind::Null => 4,
        Kind::Bool => 5 - value.number() as u64,
        Kind::Number => units::number_json_chars(value.number()) as u64,
        Kind::String => (value.len() + 2 + value.text().json_escape_chars()) as u64,
        Kind::Bytes => (value.len().div_ceil(3) * 4 + 2) as u64,
        Kind::Array | Kind::Object => 2 + value.len().saturating_sub(1) as u64,
    };
    budget.each(value, &mut |budget, key, child| {
        *chars += key.map_or(0, |key| key.json_chars as u64 + 1);
        json_chars_at(&child, budget, chars)
    })
}
