//! How large a value is: what is counted, by what it is counted, and how a size becomes tokens.

use crate::host::item::{Item, Text};
use crate::host::named::named;
use crate::host::units;
use crate::read::media::{self, Detail, EmbeddedMedia, MediaRule};
use crate::shape::words;
use conspectus_tokens::exact::{self, Encoding};
use conspectus_tokens::instant::{self, Family, Features};

/// Whether JSON escapes inside strings are counted. Counting them reads the text; without them,
/// lengths suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    Counted,
    Ignored,
}

words! {
    /// Which chars of a message are counted. The table of the module shows the differences.
    pub enum Measure {
        /// The length of the content, without JSON escapes. Media count by their estimate.
        Chars => "chars",
        /// The length of the whole message as JSON: `JSON.stringify(message).length`.
        JsonChars => "json_chars",
        /// Texts by their length, media by their estimate, every other part by
        /// `JSON.stringify(part).length`.
        PartJsonChars => "part_json_chars",
        /// Tool results by the length of their output string alone, plus 64; as qwen-code 0.24.4 does.
        OutputChars => "output_chars",
        /// The length of the content if it is a string, else `JSON.stringify(content).length`.
        ContentJsonChars => "content_json_chars",
    }
}

words! {
    /// How the tokens of a text are estimated or counted.
    pub enum Estimator {
        /// Chars divided by `chars_per_token`.
        Chars => "chars",
        /// ASCII chars divided by `chars_per_token`, and 1.5 tokens for every other char.
        Script => "script",
        /// A linear model of the tokenizer of a model family ([`conspectus_tokens::instant`]). It reads
        /// each text once.
        Instant => "instant",
        /// Byte-pair encoding ([`conspectus_tokens::exact`]). Each text is counted exactly; the tokens
        /// that a provider adds around messages are still estimated. It reads each text once.
        Exact => "exact",
        /// The host's own counter ([`crate::history::History::wanted_texts`]). A text that the host has not
        /// counted is estimated as by [`Self::Instant`].
        Host => "host",
    }
}

named!(Encoding, Estimator, Family, Measure);

impl Estimator {
    /// The words that the presets take. Who wants to count exactly gives a `tokenizer`.
    pub fn of_presets() -> Vec<&'static str> {
        [Self::Chars, Self::Script, Self::Instant]
            .map(Self::name)
            .to_vec()
    }
}

/// A way to estimate one text, which options select by its name.
pub struct TokenRule {
    /// The name used in options.
    pub name: &'static str,
    /// The tokens of a text. The second argument is the number of chars per token.
    pub tokens: fn(Text<'_>, f64) -> u64,
}

/// Tokens that a non-ASCII char costs under [`Estimator::Script`]. Source: gemini-cli's
/// `tokenCalculation`. Unlike there, it holds for texts of every length.
pub const NON_ASCII_TOKENS: f64 = 1.5;

/// Chars that [`Measure::OutputChars`] adds to every tool result. Source: qwen-code 0.24.4.
pub const RESULT_EXTRA_CHARS: usize = 64;

/// The options by which a value is measured.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    pub measure: Measure,
    pub estimator: Estimator,
    pub chars_per_token: f64,
    pub image_tokens: u64,
    pub family: Family,
    pub encoding: Encoding,
    pub media_rule: MediaRule,
}

/// A scale for tests.
#[cfg(test)]
pub const SCALE: Scale = Scale {
    measure: Measure::Chars,
    estimator: Estimator::Instant,
    chars_per_token: 4.0,
    image_tokens: 1_600,
    family: Family::O200k,
    encoding: Encoding::O200kBase,
    media_rule: MediaRule::Constant,
};

impl Scale {
    /// Returns this scale, changed to read neither text nor media.
    pub fn of_lengths(self) -> Self {
        Self {
            estimator: Estimator::Chars,
            media_rule: MediaRule::Constant,
            ..self
        }
    }
}

/// The size of a value. Media are counted separately: their chars are not in `chars`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Size {
    pub chars: u64,
    /// How many of `chars` are above U+007F. Counted only under [`Estimator::Script`].
    pub other: u64,
    /// Tokens of the text, under the estimators that read it. 0 under the others.
    pub text_tokens: f64,
    pub media: u32,
    /// Tokens of the media.
    pub media_tokens: u64,
    /// Whether some of the value is not plain data, or is nested too deeply to be read.
    pub is_odd: bool,
}

impl Size {
    pub fn of_chars(chars: usize) -> Self {
        Self {
            chars: chars as u64,
            ..Self::default()
        }
    }

    /// The sum of both sizes.
    pub fn plus(self, more: Self) -> Self {
        Self {
            chars: self.chars + more.chars,
            other: self.other + more.other,
            text_tokens: self.text_tokens + more.text_tokens,
            media: self.media + more.media,
            media_tokens: self.media_tokens + more.media_tokens,
            is_odd: self.is_odd || more.is_odd,
        }
    }
}

impl Scale {
    /// The chars that one medium counts for by the configured constant. A longer data URL inside a
    /// text counts as a medium.
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

    /// Returns the tokens of a media item. Its size is read from its first bytes; if that fails, it
    /// costs the configured constant.
    pub fn medium(&self, data: Option<&Item<'_>>, detail: Detail) -> u64 {
        match (self.media_rule, data) {
            (MediaRule::Constant, _) | (_, None) => self.image_tokens,
            (rule, Some(data)) => rule.tokens(media::probe(data), detail, self.image_tokens),
        }
    }

    /// As [`medium`](Self::medium), for a data URL that was found inside a text.
    pub fn medium_in(&self, text: Text<'_>, medium: &EmbeddedMedia) -> u64 {
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
            (size.chars - size.other) as f64 / self.chars_per_token
                + size.other as f64 * NON_ASCII_TOKENS
        }
    }

    /// Tokens of several texts that this crate writes. Estimators that go by length round the sum
    /// once; those that read text round each text.
    pub fn tokens_of_texts(&self, texts: &[&str]) -> u64 {
        if self.estimator.reads_text() {
            texts.iter().map(|text| self.tokens_of_text(text)).sum()
        } else {
            units::tokens_from_chars(
                texts.iter().map(|text| units::utf16_len(text) as u64).sum(),
                self.chars_per_token,
            )
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
}

impl Scale {
    /// Tokens of a text, for the estimators that read text.
    pub fn count(&self, text: Text<'_>) -> f64 {
        match (self.estimator, text) {
            (Estimator::Exact, text) => exact::count_tokens(&text.to_str(), self.encoding) as f64,
            (_, Text::Utf8(text)) => instant::estimate(&Features::of_utf8(text), self.family),
            (_, Text::Utf16(units)) => instant::estimate(&Features::of_utf16(units), self.family),
        }
    }
}

impl Estimator {
    /// Whether the tokens are computed from the text itself and not from its length.
    #[must_use]
    pub fn reads_text(self) -> bool {
        matches!(self, Self::Instant | Self::Exact | Self::Host)
    }
}
