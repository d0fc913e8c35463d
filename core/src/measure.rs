//! How large a value is: chars by one of five measures, tokens by one of five estimators.
//!
//! | measure | a text part | a tool call or result | media |
//! | --- | --- | --- | --- |
//! | `chars` (default) | its length | length of names, keys and strings, as JSON without escapes | the image estimate |
//! | `json_chars` | the whole message as `JSON.stringify` writes it, media included (G-1) | | its base64 length |
//! | `part_json_chars` | its length | the part as `JSON.stringify` writes it (qwen-code's first design) | the image estimate |
//! | `content_json_chars` | the content string's length, or `JSON.stringify(content)` (C-1) | | its base64 length |
//! | `output_chars` | its length | the output or error string and 64 (Q-10..Q-13); calls as JSON | the image estimate |
//!
//! The first and the last read lengths only: no string content crosses the boundary, except to look for data URLs inside
//! strings that are longer than an image costs.
//!
//! | estimator | tokens of a text | reads |
//! | --- | --- | --- |
//! | `chars` | chars / `chars_per_token` | lengths |
//! | `script` | ASCII chars / `chars_per_token`, other chars 1.5 each | the text |
//! | `instant` (default) | [`conspectus_tokens::instant`], by the model's family | the text |
//! | `exact` | [`conspectus_tokens::exact`], by the encoding | the text |
//! | `host` | the host's own counter; text of ours as `instant` | the text |
//!
//! Under the last three, each string of a structure is counted by itself, and its keys, numbers and signs together as one text.

pub mod adapt;
mod convert;
mod counts;
mod reading;
mod sum;
mod walk;

pub use convert::{chars_for_tokens, rounded_tokens, ROUNDED};
pub(crate) use counts::{Counts, Meter};
pub(crate) use walk::Escapes;

use crate::host::units;
use crate::host::view::{too_deep, AsView, Kind, Text, View, MAX_DEPTH};
use crate::read::media::{self, Detail, EmbeddedMedia, MediaRule};
use crate::Result;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;
use sum::Sum;
use walk::Walk;

/// What chars are counted; see the module's table.
///
/// ```
/// use conspectus::{Config, History, Measure, MeasureBy};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }]);
/// let by = |unit| Config::builder().measure(MeasureBy::new().unit(unit)).build();
/// assert_eq!(History::of(by(Measure::Chars)?, &messages)?.chars(), 2);
/// assert!(History::of(by(Measure::JsonChars)?, &messages)?.chars() > 2);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Measure {
    /// Lengths of content, without JSON escapes.
    #[default]
    Chars,
    /// `JSON.stringify(message).length`.
    JsonChars,
    /// Text lengths, media at their estimate, everything else `JSON.stringify(part).length`.
    PartJsonChars,
    /// As qwen-code 0.24.4: results by their output string alone.
    OutputChars,
    /// The content string's length, or `JSON.stringify(content).length` (gencode, C-1).
    ContentJsonChars,
}

/// How text becomes tokens.
///
/// ```
/// use conspectus::{Config, Estimator, History, MeasureBy};
/// use serde_json::json;
///
/// let config = Config::builder().measure(MeasureBy::new().estimator(Estimator::Exact).message_overhead_tokens(0)).build()?;
/// let history = History::of(config, &json!([{ "role": "user", "content": "Hello, world!" }]))?;
/// assert_eq!(history.tokens(), 4);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Estimator {
    /// Chars divided by `chars_per_token`.
    #[default]
    Chars,
    /// ASCII chars divided by `chars_per_token`; every other char 1.5 tokens (G-51, without its cliff at 100,000 chars).
    Script,
    /// A linear model of the tokenizer of a model family ([`conspectus_tokens::instant`]). Reads the text, once.
    Instant,
    /// Byte-pair encoding ([`conspectus_tokens::exact`]): exact for each text; what frames it is estimated like anywhere. Reads the text, once.
    Exact,
    /// The host's own counter ([`crate::History::wanted_texts`]); a text that it has not counted is estimated as by [`Self::Instant`].
    Host,
}

/// A way to estimate one text, named in options. Two are the same if their names are.
pub struct TokenRule {
    /// The name used in options.
    pub name: &'static str,
    /// Tokens of a text at so many chars per token.
    pub tokens: fn(Text<'_>, f64) -> u64,
}

/// Tokens that a non-ASCII char costs under [`Estimator::Script`]. Source: gemini-cli `tokenCalculation` (G-51).
pub const NON_ASCII_TOKENS: f64 = 1.5;

/// Extra chars that qwen-code adds to every tool result. Source: Q-11.
pub(crate) const RESULT_EXTRA_CHARS: usize = 64;

/// What the walk needs to know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    pub measure: Measure,
    pub estimator: Estimator,
    pub chars_per_token: f64,
    pub image_tokens: u64,
    pub family: Family,
    pub encoding: Encoding,
    pub media_rule: MediaRule,
}

/// The size of a value, media left out and counted.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Size {
    pub chars: u64,
    /// Of them, chars above U+007F; counted only by [`Estimator::Script`].
    pub other: u64,
    /// Tokens of the text, by the estimators that read it; 0 under the others.
    pub text_tokens: f64,
    pub media: u32,
    /// What the media cost.
    pub media_tokens: u64,
}

impl Size {
    fn of_chars(chars: usize) -> Self {
        Self { chars: chars as u64, ..Self::default() }
    }

    /// The size of both.
    pub fn plus(self, more: Self) -> Self {
        Self {
            chars: self.chars + more.chars,
            other: self.other + more.other,
            text_tokens: self.text_tokens + more.text_tokens,
            media: self.media + more.media,
            media_tokens: self.media_tokens + more.media_tokens,
        }
    }
}

impl Scale {
    /// Chars from which a data URL inside a text is a medium: what one counts for by the configured constant.
    pub fn image_chars(&self) -> u64 {
        (self.image_tokens as f64 * self.chars_per_token) as u64
    }

    /// Chars that media of so many tokens count for.
    pub fn media_chars(&self, media: u32, media_tokens: u64) -> u64 {
        match self.media_rule {
            // Rounded down one by one.
            MediaRule::Constant => u64::from(media) * self.image_chars(),
            _ => (media_tokens as f64 * self.chars_per_token) as u64,
        }
    }

    /// Tokens of one medium: by the size that its first bytes tell, else the configured constant.
    pub fn medium<V: View>(&self, data: Option<&V>, detail: Detail) -> u64 {
        match (self.media_rule, data) {
            (MediaRule::Constant, _) | (_, None) => self.image_tokens,
            (rule, Some(data)) => rule.tokens(media::probe(data), detail, self.image_tokens),
        }
    }

    /// As [`medium`](Self::medium), for a data URL inside a text.
    fn medium_in(&self, text: Text<'_>, medium: &EmbeddedMedia) -> u64 {
        match self.media_rule {
            MediaRule::Constant => self.image_tokens,
            rule => rule.tokens(medium.probe(text), Detail::Auto, self.image_tokens),
        }
    }

    /// Estimated tokens of a size, media included.
    pub fn all_tokens(&self, size: Size) -> f64 {
        self.tokens(size) + size.media_tokens as f64
    }

    /// Estimated tokens of a size, its media left out.
    pub fn tokens(&self, size: Size) -> f64 {
        if self.estimator.reads_text() {
            size.text_tokens
        } else {
            (size.chars - size.other) as f64 / self.chars_per_token + size.other as f64 * NON_ASCII_TOKENS
        }
    }

    /// Tokens of several texts of ours: rounded once where lengths count, each by itself where text is read.
    pub fn tokens_of_texts(&self, texts: &[&str]) -> u64 {
        if self.estimator.reads_text() {
            texts.iter().map(|text| self.tokens_of_text(text)).sum()
        } else {
            units::tokens_from_chars(texts.iter().map(|text| units::utf16_len(text) as u64).sum(), self.chars_per_token)
        }
    }

    /// Tokens of one text of ours, rounded up.
    pub fn tokens_of_text(&self, text: &str) -> u64 {
        if self.estimator.reads_text() {
            self.count(Text::Utf8(text)).ceil() as u64
        } else {
            units::tokens_from_chars(units::utf16_len(text) as u64, self.chars_per_token)
        }
    }

    /// A string as content: its length, without quotes. Data URLs in it count as media.
    pub fn string<V: View>(&self, string: &V) -> Size {
        Walk::new(self, Escapes::Ignored, None).of_string(string)
    }

    /// Any value as content: a bare string by [`string`](Self::string), everything else as JSON without escapes.
    pub fn content<V: View>(&self, value: &V) -> Result<Size> {
        Walk::new(self, Escapes::Ignored, None).of_content(value)
    }

    /// A tool result as qwen-code 0.24.4 sizes it (Q-11, Q-12): the `output` string, else the `error` string, and 64. Where a
    /// dialect's output is a string itself, that string.
    pub fn output_chars<V: View>(&self, output: Option<&V>) -> Size {
        let is_string = |text: &V| text.kind() == Kind::String;
        let field = |output: &V| ["output", "error"].iter().find_map(|key| output.get(key).filter(is_string));
        let text = output.and_then(|output| field(output).or_else(|| Some(output.clone()).filter(is_string)));
        // A data URL in it counts as a medium in place of its length, unlike in the source (law 9); the caller counts media. A list
        // of blocks, which Gemini's results are not, has no `output` and counts as content.
        let blocks = || output.filter(|output| output.kind() == Kind::Array).and_then(|blocks| self.content(blocks).ok());
        let size = text.map_or_else(|| blocks().unwrap_or_default(), |text| self.string(&text));
        Size { text_tokens: size.text_tokens, ..Size::of_chars(size.chars as usize + RESULT_EXTRA_CHARS) }
    }
}

/// The length that `JSON.stringify` gives for `value`, media included. Bytes count as their base64 string.
///
/// Walks the value once; strings are read where they stand, and no JSON is built.
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
/// `TooDeep` past [`MAX_DEPTH`].
pub fn json_chars<V: AsView + ?Sized>(value: &V) -> Result<u64> {
    let value = &value.as_view();
    let mut sum = Sum::new(None, Escapes::Counted);
    // What ends the scan is an error, whose path the slower walk finds.
    if value.scan(&mut sum) {
        return Ok(sum.chars);
    }
    json_chars_at(value, 0)
}

fn json_chars_at<V: View>(value: &V, depth: usize) -> Result<u64> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    Ok(match value.kind() {
        Kind::Null => 4,
        Kind::Bool => 5 - value.number() as u64,
        Kind::Number => units::number_json_chars(value.number()) as u64,
        Kind::String => (value.len() + 2 + value.text(usize::MAX, |text| text.json_escape_chars())) as u64,
        Kind::Bytes => (value.len().div_ceil(3) * 4 + 2) as u64,
        Kind::Array | Kind::Object => {
            let mut chars = 2 + value.len().saturating_sub(1) as u64;
            let mut failure = None;
            let mut index = 0usize;
            value.for_each(&mut |key, child| {
                // Nothing more is read after a failure: a list that holds itself several times would take for ever.
                if failure.is_some() {
                    return;
                }
                chars += key.map_or(0, |key| key.json_chars as u64 + 1);
                match json_chars_at(&child, depth + 1) {
                    Ok(child) => chars += child,
                    Err(error) => failure = Some(error.under(&key.map_or_else(|| index.to_string(), |key| key.name.to_owned()))),
                }
                index += 1;
            });
            return failure.map_or(Ok(chars), Err);
        }
    })
}

impl Estimator {
    /// Whether tokens come from the text itself and not from its length.
    #[must_use]
    pub fn reads_text(self) -> bool {
        matches!(self, Self::Instant | Self::Exact | Self::Host)
    }
}
