//! How large a value is: chars by one of five measures, tokens by one of two heuristics.
//!
//! | measure | a text part | a tool call or result | media |
//! | --- | --- | --- | --- |
//! | `chars` (default) | its length | length of names, keys and strings, as JSON without escapes | the image estimate |
//! | `json_chars` | the whole message as `JSON.stringify` writes it, media included (G-1) | | its base64 length |
//! | `part_json_chars` | its length | the part as `JSON.stringify` writes it (qwen-code's first design) | the image estimate |
//! | `content_json_chars` | the content string's length, or `JSON.stringify(content)` (C-1) | | its base64 length |
//! | `output_chars` | its length | the output or error string and 64 (Q-10..Q-13); calls as JSON | the image estimate |
//!
//! The default reads lengths only: no string content crosses the boundary, except to look for data URLs inside
//! strings that are longer than an image costs.

pub mod gemini_cli;
pub mod qwen_code;
pub mod rounded;
mod sum;

use crate::media;
use crate::units;
use crate::view::{too_deep, Kind, Text, View, MAX_DEPTH};
use crate::{Error, Result};
use sum::Sum;

/// What chars are counted; see the module's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Estimator {
    /// Chars divided by `chars_per_token`.
    #[default]
    Chars,
    /// ASCII chars divided by `chars_per_token`; every other char 1.5 tokens (G-51, without its cliff at 100,000 chars).
    Script,
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
}

/// The size of a value, media left out and counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub chars: u64,
    /// Of them, chars above U+007F; counted only by [`Estimator::Script`].
    pub other: u64,
    pub media: u32,
}

impl Size {
    fn of_chars(chars: usize) -> Self {
        Self { chars: chars as u64, other: 0, media: 0 }
    }
}

impl Scale {
    /// Chars that one medium counts for.
    pub fn image_chars(&self) -> u64 {
        (self.image_tokens as f64 * self.chars_per_token) as u64
    }

    /// Estimated tokens of a size, its media left out.
    pub fn tokens(&self, size: Size) -> f64 {
        (size.chars - size.other) as f64 / self.chars_per_token + size.other as f64 * NON_ASCII_TOKENS
    }

    /// A string as content: its length, without quotes. Data URLs in it count as media.
    pub fn string<V: View>(&self, string: &V) -> Size {
        let mut walk = Walk::new(self, Escapes::Ignored);
        walk.string(string);
        walk.size
    }

    /// Any value as content: a bare string by [`string`](Self::string), everything else as JSON without escapes.
    pub fn content<V: View>(&self, value: &V) -> Result<Size> {
        match value.kind() {
            Kind::String => Ok(self.string(value)),
            _ => self.json(value, Escapes::Ignored),
        }
    }

    /// A value as JSON with media payloads priced, by the escapes rule.
    pub fn json<V: View>(&self, value: &V, escapes: Escapes) -> Result<Size> {
        let mut walk = Walk::new(self, escapes);
        walk.whole(value);
        walk.finish()
    }

    /// A tool result as qwen-code 0.24.4 sizes it: the `output` string, else the `error` string, and 64. Where a
    /// dialect's output is a string itself, that string.
    pub fn output_chars<V: View>(&self, output: Option<&V>) -> Size {
        let is_string = |text: &V| text.kind() == Kind::String;
        let field = |output: &V| ["output", "error"].iter().find_map(|key| output.get(key).filter(is_string));
        let text = output.and_then(|output| field(output).or_else(|| Some(output.clone()).filter(is_string)));
        // A data URL in it counts as a medium in place of its length, unlike in the source (law 9); the caller counts media. A list
        // of blocks, which Gemini's results are not, has no `output` and counts as content.
        let blocks = output.filter(|output| output.kind() == Kind::Array).and_then(|blocks| self.content(blocks).ok());
        let chars = text.map_or_else(|| blocks.map_or(0, |size| size.chars), |text| self.string(&text).chars);
        Size::of_chars(chars as usize + RESULT_EXTRA_CHARS)
    }
}

/// One walk over a value. It sums in place and keeps an error aside, so that the way up carries nothing.
struct Walk<'s> {
    scale: &'s Scale,
    escapes: Escapes,
    image_chars: usize,
    size: Size,
    /// Where it went too deep; the path grows on the way up.
    error: Option<Box<Error>>,
}

impl<'s> Walk<'s> {
    fn new(scale: &'s Scale, escapes: Escapes) -> Self {
        let image_chars = scale.image_chars() as usize;
        Self { scale, escapes, image_chars, size: Size::default(), error: None }
    }

    fn finish(self) -> Result<Size> {
        self.error.map_or(Ok(self.size), |error| Err(*error))
    }

    fn string<V: View>(&mut self, string: &V) {
        let chars = string.len();
        let may_hold_media = chars > self.image_chars;
        self.size.chars += chars as u64;
        if self.escapes == Escapes::Ignored && !may_hold_media && self.scale.estimator == Estimator::Chars {
            return;
        }
        if self.escapes == Escapes::Ignored && self.scale.estimator == Estimator::Chars {
            // A part of the text tells that there is none, in all but a few.
            let wanted = media::probe_chars(chars, self.image_chars);
            if string.text(wanted, |text| !media::may_embed_media(text, self.image_chars)) {
                return;
            }
        }
        string.text(usize::MAX, |text| {
            let found = if may_hold_media { media::embedded_media(text, self.image_chars) } else { Vec::new() };
            self.size.chars -= found.iter().map(|medium| medium.range.len() as u64).sum::<u64>();
            self.size.media += found.len() as u32;
            if self.escapes == Escapes::Counted && found.is_empty() {
                self.size.chars += text.json_escape_chars() as u64;
            }
            if self.scale.estimator == Estimator::Script {
                // Base64 is ASCII, so the data URLs hold none of the other chars.
                self.size.other += non_ascii_chars(text) as u64;
            }
        });
    }

    /// A whole value. Plain data is summed flat; what may be or hold media is looked at closely.
    fn whole<V: View>(&mut self, value: &V) {
        if self.scale.estimator == Estimator::Chars {
            let mut sum = Sum::new(Some(self.image_chars), self.escapes);
            if value.scan(&mut sum) {
                self.size.chars += sum.chars;
                return;
            }
        }
        self.value(value, 0);
    }

    fn value<V: View>(&mut self, value: &V, depth: usize) {
        let chars = match value.kind() {
            Kind::Null => 4,
            Kind::Bool => 5 - value.number() as usize,
            Kind::Number => units::number_json_chars(value.number()),
            Kind::Bytes => {
                self.size.media += 1;
                0
            }
            Kind::String => {
                self.string(value);
                2
            }
            Kind::Array | Kind::Object if depth >= MAX_DEPTH => {
                self.error = Some(Box::new(too_deep()));
                0
            }
            Kind::Array => {
                self.items(value, depth);
                2 + value.len().saturating_sub(1)
            }
            Kind::Object => {
                self.fields(value, depth);
                2 + value.len().saturating_sub(1)
            }
        };
        self.size.chars += chars as u64;
    }

    fn items<V: View>(&mut self, list: &V, depth: usize) {
        let mut index = 0usize;
        list.for_each(&mut |_, item| {
            if self.error.is_none() {
                self.value(&item, depth + 1);
                self.name_error(|| index.to_string());
            }
            index += 1;
        });
    }

    fn fields<V: View>(&mut self, object: &V, depth: usize) {
        let mut payload = None;
        let mut is_media = false;
        let mut source = None;
        let mut has_format = false;
        object.for_each(&mut |key, child| {
            let Some(key) = key else { return };
            self.size.chars += key.json_chars as u64 + 1;
            // `data` beside a MIME type is a payload, in every dialect's blocks and in MCP's.
            if matches!(key.name.as_bytes(), [b'b' | b'd' | b'm' | b'i' | b'f' | b's', ..]) {
                match key.name {
                    "data" | "base64" if matches!(child.kind(), Kind::String | Kind::Bytes) => return payload = Some(child),
                    "mimeType" | "mime_type" | "media_type" | "mediaType" => is_media = true,
                    // OpenAI's blocks name no type beside the payload.
                    "input_audio" if child.get("data").is_some_and(|data| data.kind() == Kind::String) => return self.medium(),
                    // A picture, however small: `image_url: "data:..."` and `image_url: {url: "data:..."}`.
                    "image_url" if is_data_url(&child) || child.get("url").is_some_and(|url| is_data_url(&url)) => return self.medium(),
                    // Bedrock's blocks: `{format, source: {bytes}}`.
                    "source" if child.get("bytes").is_some_and(|bytes| bytes.kind() == Kind::String) => return source = Some(child),
                    "format" => has_format = true,
                    "file_data" if child.kind() == Kind::String => return self.medium(),
                    _ => {}
                }
            }
            if self.error.is_none() {
                self.value(&child, depth + 1);
                self.name_error(|| key.name.to_owned());
            }
        });
        match payload {
            Some(_) if is_media => self.medium(),
            Some(text) => self.value(&text, depth + 1),
            None => {}
        }
        match source {
            Some(_) if has_format => self.medium(),
            Some(source) => self.value(&source, depth + 1),
            None => {}
        }
    }

    /// A payload: its quotes count, its length does not.
    fn medium(&mut self) {
        self.size.media += 1;
        self.size.chars += 2;
    }

    fn name_error(&mut self, segment: impl FnOnce() -> String) {
        if let Some(error) = self.error.take() {
            self.error = Some(Box::new(error.under(&segment())));
        }
    }
}

/// Whether JSON escapes inside strings are counted (which reads the text) or not (which reads lengths only).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escapes {
    Counted,
    Ignored,
}

/// The length that `JSON.stringify` gives for `value`, media included. Bytes count as their base64 string.
///
/// Walks the value once; strings are read where they stand, and no JSON is built.
///
/// # Errors
/// `TooDeep` past [`MAX_DEPTH`].
pub fn json_chars<V: View>(value: &V) -> Result<u64> {
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

fn is_data_url<V: View>(value: &V) -> bool {
    value.kind() == Kind::String && media::data_url_mime(value).is_some()
}

/// Chars above U+007F; an astral character counts as its two surrogates.
fn non_ascii_chars(text: Text<'_>) -> usize {
    match text {
        Text::Utf8(text) => units::utf16_len(text) - text.bytes().filter(u8::is_ascii).count(),
        Text::Utf16(units) => units.iter().filter(|unit| **unit > 0x7F).count(),
    }
}

impl Measure {
    /// Every measure.
    pub const ALL: [Self; 5] = [Self::Chars, Self::JsonChars, Self::PartJsonChars, Self::OutputChars, Self::ContentJsonChars];

    /// The name used in options and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chars => "chars",
            Self::JsonChars => "json_chars",
            Self::PartJsonChars => "part_json_chars",
            Self::OutputChars => "output_chars",
            Self::ContentJsonChars => "content_json_chars",
        }
    }
}

impl Estimator {
    /// Every estimator.
    pub const ALL: [Self; 2] = [Self::Chars, Self::Script];

    /// The name used in options and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chars => "chars",
            Self::Script => "script",
        }
    }
}
