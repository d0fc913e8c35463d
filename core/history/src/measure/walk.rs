//! The walk over one value: counts its chars and its media, and its tokens under the estimators
//! that read text.

use super::counts::Counts;
use super::reading::{Frame, SHORT_CHARS};
use super::scale::{Escapes, Estimator, Scale, Size};
use crate::error::Result;
use crate::host::item::{Budget, Item, Kind, Text, bool_literal, too_deep};
use crate::host::units;
use crate::read::media::{self, Detail, EmbeddedMedia};
use conspectus_tokens::instant::{self, Strings};

/// One walk over a value. It keeps the sums in its fields.
pub struct Walk<'s> {
    scale: &'s Scale,
    escapes: Escapes,
    image_chars: usize,
    counts: Option<&'s mut Counts>,
    /// Whether the estimator reads text. If so, the frame of a structure and its short strings are
    /// collected and counted at the end.
    reads_text: bool,
    pub frame: Frame,
    strings: Option<Strings>,
    size: Size,
}

impl<'s> Walk<'s> {
    pub fn new(scale: &'s Scale, escapes: Escapes, counts: Option<&'s mut Counts>) -> Self {
        let image_chars = scale.image_chars() as usize;
        let reads_text = scale.estimator.reads_text();
        Self {
            scale,
            escapes,
            image_chars,
            counts,
            reads_text,
            frame: Frame::default(),
            strings: None,
            size: Size::default(),
        }
    }

    /// The size of a bare string.
    pub fn of_string(mut self, string: &Item<'_>) -> Size {
        self.string(string, false);
        self.size
    }

    /// The size of a value as JSON.
    pub fn of_json(mut self, value: &Item<'_>) -> Result<Size> {
        self.value(value, &mut Budget::default())?;
        self.count_structure();
        Ok(self.size)
    }

    /// As [`of_json`](Self::of_json), of what is read until something lies too deep.
    pub fn down_to_a_depth(mut self, value: &Item<'_>) -> Size {
        self.size.is_odd |= self.value(value, &mut Budget::default()).is_err();
        self.count_structure();
        self.size
    }

    /// The size of a bare string without quotes, or of any other value as JSON.
    pub fn of_content(self, value: &Item<'_>) -> Result<Size> {
        match value.kind() {
            Kind::String => Ok(self.of_string(value)),
            _ => self.of_json(value),
        }
    }

    fn count(&mut self, text: Text<'_>) -> f64 {
        match &mut self.counts {
            Some(counts) => counts.count(self.scale, text),
            None => self.scale.count(text),
        }
    }

    /// Counts the frame and the short strings that were collected.
    fn count_structure(&mut self) {
        let frame = std::mem::take(&mut self.frame).finish();
        if !frame.is_empty() {
            self.size.text_tokens += self.count(Text::Utf8(&frame));
        }
        if let Some(strings) = self.strings.take() {
            self.size.text_tokens += instant::estimate(&strings.finish(), self.scale.family);
        }
    }

    /// A data URL of more chars than this may cost less as a medium than as text.
    pub fn least_media_chars(&self) -> usize {
        self.scale.image_tokens as usize
    }

    /// Counts a string inside a structure, or collects it if it is short. The string holds no
    /// media.
    pub fn string_in_frame(&mut self, text: Text<'_>, chars: usize) {
        self.frame.string();
        if chars < SHORT_CHARS && self.scale.estimator == Estimator::Instant {
            self.strings.get_or_insert_default().push(text);
        } else if chars > 0 {
            self.size.text_tokens += self.count(text);
        }
    }

    fn string(&mut self, string: &Item<'_>, in_frame: bool) {
        self.size.is_odd |= string.is_odd();
        let chars = string.len();
        let may_hold_media = chars > self.image_chars;
        self.size.chars += chars as u64;
        if self.escapes == Escapes::Ignored
            && !may_hold_media
            && self.scale.estimator == Estimator::Chars
        {
            return;
        }
        let text = string.text();
        let found = if may_hold_media {
            media::embedded_media(text, self.image_chars)
        } else {
            Vec::new()
        };
        self.size.chars -= found
            .iter()
            .map(|medium| medium.range.len() as u64)
            .sum::<u64>();
        self.size.media += found.len() as u32;
        self.size.media_tokens += found
            .iter()
            .map(|medium| self.scale.medium_in(text, medium))
            .sum::<u64>();
        // A data URL holds nothing that JSON escapes.
        if self.escapes == Escapes::Counted {
            self.size.chars += text.json_escape_chars() as u64;
        }
        if self.scale.estimator == Estimator::Script {
            // Data URLs are ASCII, so they hold none of the chars counted here.
            self.size.other += non_ascii_chars(text) as u64;
        }
        if !self.reads_text {
            return;
        }
        if in_frame && !may_hold_media && chars <= self.least_media_chars() {
            return self.string_in_frame(text, chars);
        }
        if in_frame {
            self.frame.string();
        }
        if chars > 0 {
            self.size.text_tokens += self.text_tokens(text, chars, &found);
        }
    }

    /// Tokens of a text without the media `found` in it. A data URL that is too short to be found
    /// counts as text, but costs no more than a medium does. Otherwise a text could become cheaper
    /// by growing: base64 takes a token for every two or three chars, and a data URL that grows
    /// long enough costs only the price of a medium.
    fn text_tokens(&mut self, text: Text<'_>, chars: usize, found: &[EmbeddedMedia]) -> f64 {
        let as_text = self.count_without(text, found);
        let least_chars = self.least_media_chars();
        let all = if chars > least_chars {
            media::embedded_media(text, least_chars)
        } else {
            Vec::new()
        };
        if all.len() == found.len() {
            return as_text;
        }
        let short = all
            .iter()
            .filter(|medium| !found.iter().any(|known| known.range == medium.range));
        let as_media: u64 = short.map(|medium| self.scale.medium_in(text, medium)).sum();
        as_text.min(self.count_without(text, &all) + as_media as f64)
    }

    fn count_without(&mut self, text: Text<'_>, found: &[EmbeddedMedia]) -> f64 {
        match found {
            [] => self.count(text),
            found => self.count(Text::Utf8(&media::replaced(text, found, |_| String::new()))),
        }
    }

    fn value(&mut self, value: &Item<'_>, budget: &mut Budget) -> Result<()> {
        let kind = value.kind();
        let chars = match kind {
            Kind::Null | Kind::Bool => {
                let literal = if kind == Kind::Null {
                    "null"
                } else {
                    bool_literal(value)
                };
                self.write(|frame| frame.literal(literal));
                literal.len()
            }
            Kind::Number => {
                self.write(|frame| frame.number(value.number()));
                units::number_json_chars(value.number())
            }
            Kind::Bytes => {
                self.size.media += 1;
                self.size.media_tokens += self.scale.medium(Some(value), Detail::Auto);
                0
            }
            Kind::String => {
                self.string(value, true);
                2
            }
            Kind::Array | Kind::Object if budget.levels() == 0 => return Err(too_deep()),
            Kind::Array => {
                self.write(|frame| frame.open(b'['));
                budget.each(value, &mut |budget, _, item| self.value(&item, budget))?;
                self.write(|frame| frame.close(b']'));
                2 + value.len().saturating_sub(1)
            }
            Kind::Object => {
                self.write(|frame| frame.open(b'{'));
                self.fields(value, budget)?;
                self.write(|frame| frame.close(b'}'));
                2 + value.len().saturating_sub(1)
            }
        };
        self.size.chars += chars as u64;
        Ok(())
    }

    /// Writes into the frame, if the estimator reads text.
    fn write(&mut self, write: impl FnOnce(&mut Frame)) {
        if self.reads_text {
            write(&mut self.frame);
        }
    }

    fn fields(&mut self, object: &Item<'_>, budget: &mut Budget) -> Result<()> {
        let mut payload = None;
        let mut is_media = false;
        let mut source = None;
        let mut has_format = false;
        budget.each(object, &mut |budget, key, child| {
            let Some(key) = key else { return Ok(()) };
            self.size.chars += key.json_chars as u64 + 1;
            self.write(|frame| frame.key(key.name));
            // In the blocks of every dialect and of MCP, `data` beside a MIME type is the payload
            // of a medium.
            match key.name {
                "data" | "base64" | "image" if child.is_data() => {
                    payload = Some(child);
                    return Ok(());
                }
                // The AI SDK from version 7 on says how the payload is given.
                "data" if child.says("type", "data") => {
                    payload = child.get("data").filter(|data| data.is_data());
                    if payload.is_some() {
                        return Ok(());
                    }
                }
                "mimeType" | "mime_type" | "media_type" | "mediaType" => is_media = true,
                // A medium needs no MIME type where its block says what it is.
                "type" => {
                    is_media |= ["image", "audio", "video", "computer_screenshot"]
                        .iter()
                        .any(|kind| child.is_str(kind))
                }
                "input_audio" | "image" | "image_url" | "file_data" => {
                    if let Some(data) = payload_under(key.name, &child) {
                        self.medium(Some(data));
                        return Ok(());
                    }
                }
                // Bedrock writes a medium as `{format, source: {bytes}}`.
                "source" if child.string("bytes").is_some() => {
                    source = Some(child);
                    return Ok(());
                }
                "format" => has_format = true,
                name if self.reads_text && is_signature(name) && child.is_string() => {
                    self.size.chars += child.len() as u64 + 2;
                    return Ok(());
                }
                _ => {}
            }
            self.value(&child, budget)
        })?;
        match payload {
            Some(data) if is_media => self.medium(Some(data)),
            Some(text) => budget.inside(|budget| self.value(&text, budget))?,
            None => {}
        }
        match source {
            Some(source) if has_format => self.medium(source.get("bytes")),
            Some(source) => budget
                .inside(|budget| self.value(&source, budget))
                .map_err(|error| error.under("source"))?,
            None => {}
        }
        Ok(())
    }

    /// Counts the payload of a medium. Its quotes count as chars, its text does not.
    fn medium(&mut self, data: Option<Item<'_>>) {
        self.size.media += 1;
        self.size.media_tokens += self.scale.medium(data.as_ref(), Detail::Auto);
        self.size.chars += 2;
    }
}

/// The payload of a medium in a field whose name alone says that it holds one.
fn payload_under<'v>(key: &str, value: &Item<'v>) -> Option<Item<'v>> {
    match key {
        // A data URL here is a picture, however short: `image_url: "data:..."` or `image_url: {url:
        // "data:..."}`.
        "image_url" => data_url(value),
        "file_data" => (value.is_string()).then_some(*value),
        // OpenAI's blocks have no MIME type beside the payload.
        _ => value.string("data"),
    }
}

/// The data URL in the value of `image_url`: the value itself, or the `url` in it.
fn data_url<'v>(value: &Item<'v>) -> Option<Item<'v>> {
    let url = if value.is_string() {
        Some(*value)
    } else {
        value.get("url")
    };
    url.filter(|url| url.is_string() && media::data_url_mime(url).is_some())
}

/// Returns true if a key contains the signature of a thinking block. The model does not read
/// signatures: the prompt sizes that providers report grow by the reasoning alone.
pub fn is_signature(key: &str) -> bool {
    matches!(key, "signature" | "thoughtSignature" | "thought_signature")
}

/// Chars above U+007F. A character beyond U+FFFF counts as two, one for each surrogate.
fn non_ascii_chars(text: Text<'_>) -> usize {
    match text {
        Text::Utf8(text) => units::utf16_len(text) - text.bytes().filter(u8::is_ascii).count(),
        Text::Utf16(units) => units.iter().filter(|unit| **unit > 0x7F).count(),
    }
}
