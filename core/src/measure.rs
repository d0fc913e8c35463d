//! How large a value is. Chars are counted by one of five measures, tokens by one of five estimators.
//!
//! | measure | a text part | a tool call or result | media |
//! | --- | --- | --- | --- |
//! | `chars` (default) | its length | length of names, keys and strings, as JSON without escapes | the image estimate |
//! | `json_chars` | the whole message as `JSON.stringify` writes it, media included | | its base64 length |
//! | `part_json_chars` | its length | the part as `JSON.stringify` writes it (qwen-code's first design) | the image estimate |
//! | `content_json_chars` | the content string's length, or `JSON.stringify(content)` | | its base64 length |
//! | `output_chars` | its length | a result: the length of its output or error string, plus 64; a call: its JSON | the image estimate |
//!
//! `chars` and `output_chars` read only lengths. The text of a string does not cross the language boundary, with one exception: a string
//! that is longer than an image costs is searched for data URLs.
//!
//! | estimator | tokens of a text | reads |
//! | --- | --- | --- |
//! | `chars` | chars / `chars_per_token` | lengths |
//! | `script` | ASCII chars / `chars_per_token`, other chars 1.5 each | the text |
//! | `instant` (default) | [`conspectus_tokens::instant`], by the model's family | the text |
//! | `exact` | [`conspectus_tokens::exact`], by the encoding | the text |
//! | `host` | the host's own counter; texts that this crate writes as `instant` | the text |
//!
//! Under the last three, each string inside a structure is counted by itself. Its keys, numbers and punctuation are counted together, as
//! one text.

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
use crate::host::view::{too_deep, Kind, Text, View, MAX_DEPTH};
use crate::read::media::{self, Detail, EmbeddedMedia, MediaRule};
use crate::Result;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;
use sum::Sum;
use walk::Walk;

/// Which chars of a message are counted. The table of the module shows the differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// The length of the content, without JSON escapes. Media count by their estimate.
    #[default]
    Chars,
    /// The length of the whole message as JSON: `JSON.stringify(message).length`.
    JsonChars,
    /// Texts by their length, media by their estimate, every other part by `JSON.stringify(part).length`.
    PartJsonChars,
    /// Tool results by the length of their output string alone, plus 64; as qwen-code 0.24.4 does.
    OutputChars,
    /// The length of the content if it is a string, else `JSON.stringify(content).length`.
    ContentJsonChars,
}

/// How the tokens of a text are estimated or counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Estimator {
    /// Chars divided by `chars_per_token`.
    #[default]
    Chars,
    /// ASCII chars divided by `chars_per_token`, and 1.5 tokens for every other char.
    Script,
    /// A linear model of the tokenizer of a model family ([`conspectus_tokens::instant`]). It reads each text once.
    Instant,
    /// Byte-pair encoding ([`conspectus_tokens::exact`]). Each text is counted exactly; the tokens that a provider adds around messages are
    /// still estimated. It reads each text once.
    Exact,
    /// The host's own counter ([`crate::History::wanted_texts`]). A text that the host has not counted is estimated as by [`Self::Instant`].
    Host,
}

/// A way to estimate one text, which options select by its name.
pub struct TokenRule {
    /// The name used in options.
    pub name: &'static str,
    /// The tokens of a text. The second argument is the number of chars per token.
    pub tokens: fn(Text<'_>, f64) -> u64,
}

/// Tokens that a non-ASCII char costs under [`Estimator::Script`]. Source: gemini-cli's `tokenCalculation`. Unlike there, it holds for texts
/// of every length.
pub const NON_ASCII_TOKENS: f64 = 1.5;

/// Chars that [`Measure::OutputChars`] adds to every tool result. Source: qwen-code 0.24.4.
pub(crate) const RESULT_EXTRA_CHARS: usize = 64;

/// The options by which a value is measured.
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

/// The size of a value. Media are counted apart: their chars are not in `chars`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Size {
    pub chars: u64,
    /// How many of `chars` are above U+007F. Counted only under [`Estimator::Script`].
    pub other: u64,
    /// Tokens of the text, under the estimators that read it. 0 under the others.
    pub text_tokens: f64,
    pub media: u32,
    /// Tokens of the media.
    pub media_tokens: u64,
}

impl Size {
    fn of_chars(chars: usize) -> Self {
        Self { chars: chars as u64, ..Self::default() }
    }

    /// The sum of both sizes.
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
    /// The chars that one medium counts for by the configured constant. A longer data URL inside a text counts as a medium.
    pub fn image_chars(&self) -> u64 {
        (self.image_tokens as f64 * self.chars_per_token) as u64
    }

    /// The chars that `media` media count for, which cost `media_tokens` together.
    pub fn media_chars(&self, media: u32, media_tokens: u64) -> u64 {
        match self.media_rule {
            // Each medium is rounded down by itself.
            MediaRule::Constant => u64::from(media) * self.image_chars(),
            _ => (media_tokens as f64 * self.chars_per_token) as u64,
        }
    }

    /// Tokens of one medium. Its first bytes tell its size; if they do not, it costs the configured constant.
    pub fn medium<V: View>(&self, data: Option<&V>, detail: Detail) -> u64 {
        match (self.media_rule, data) {
            (MediaRule::Constant, _) | (_, None) => self.image_tokens,
            (rule, Some(data)) => rule.tokens(media::probe(data), detail, self.image_tokens),
        }
    }

    /// As [`medium`](Self::medium), for a data URL that was found inside a text.
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

    /// Estimated tokens of a size, without its media.
    pub fn tokens(&self, size: Size) -> f64 {
        if self.estimator.reads_text() {
            size.text_tokens
        } else {
            (size.chars - size.other) as f64 / self.chars_per_token + size.other as f64 * NON_ASCII_TOKENS
        }
    }

    /// Tokens of several texts that this crate writes. Estimators that go by length round the sum once; those that read text round each text.
    pub fn tokens_of_texts(&self, texts: &[&str]) -> u64 {
        if self.estimator.reads_text() {
            texts.iter().map(|text| self.tokens_of_text(text)).sum()
        } else {
            units::tokens_from_chars(texts.iter().map(|text| units::utf16_len(text) as u64).sum(), self.chars_per_token)
        }
    }

    /// Tokens of one text that this crate writes, rounded up.
    pub fn tokens_of_text(&self, text: &str) -> u64 {
        if self.estimator.reads_text() {
            self.count(Text::Utf8(text)).ceil() as u64
        } else {
            units::tokens_from_chars(units::utf16_len(text) as u64, self.chars_per_token)
        }
    }

    /// The size of a string as content: its length, without quotes. Data URLs in it count as media.
    pub fn string<V: View>(&self, string: &V) -> Size {
        Walk::new(self, Escapes::Ignored, None).of_string(string)
    }

    /// The size of any value as content: a bare string by [`string`](Self::string), every other value as JSON without escapes.
    pub fn content<V: View>(&self, value: &V) -> Result<Size> {
        Walk::new(self, Escapes::Ignored, None).of_content(value)
    }

    /// The size of a tool result under [`Measure::OutputChars`]: the length of the `output` string, or else of the `error` string, plus 64. If
    /// the output is itself a string, that string counts.
    pub fn output_chars<V: View>(&self, output: Option<&V>) -> Size {
        let is_string = |text: &V| text.kind() == Kind::String;
        let field = |output: &V| ["output", "error"].iter().find_map(|key| output.get(key).filter(is_string));
        let text = output.and_then(|output| field(output).or_else(|| Some(output.clone()).filter(is_string)));
        // Unlike in the source, a data URL in it counts as a medium. Otherwise a picture would cost the length of its base64. The caller
        // counts the media. A list of blocks has no `output`, so it counts as content; the source reads Gemini's results, which are never lists.
        let blocks = || output.filter(|output| output.kind() == Kind::Array).and_then(|blocks| self.content(blocks).ok());
        let size = text.map_or_else(|| blocks().unwrap_or_default(), |text| self.string(&text));
        Size { text_tokens: size.text_tokens, ..Size::of_chars(size.chars as usize + RESULT_EXTRA_CHARS) }
    }
}

/// The length in chars of the JSON that `JSON.stringify` writes for `value`, media included. Raw bytes count as their base64 string.
///
/// It takes one pass over the value. Strings are read in place, and no JSON is built.
///
/// # Errors
/// `TooDeep` if the value is nested deeper than [`MAX_DEPTH`].
pub fn json_chars<V: View>(value: &V) -> Result<u64> {
    let mut sum = Sum::new(None, Escapes::Counted);
    // Only an error ends this scan early. The slower walk finds its path.
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
                // Nothing more is read after a failure. Otherwise a list that holds itself several times would take forever.
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
    /// Whether the tokens are computed from the text itself and not from its length.
    #[must_use]
    pub fn reads_text(self) -> bool {
        matches!(self, Self::Instant | Self::Exact | Self::Host)
    }
}
