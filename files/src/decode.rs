//! Detects the content of a file from its first bytes, and decodes its text to UTF-8 while it is
//! read.

use std::io::{self, Read};

/// How many bytes are read to detect the content of a file. Chosen here: a page of a disk, and more
/// than any signature needs.
pub const HEAD_BYTES: usize = 8 * 1024;
/// How many bytes are read at a time.
const PIECE_BYTES: usize = 64 * 1024;
/// With more than one control character in this many bytes, content is not text in any encoding.
/// Chosen here.
const CONTROLS: usize = 10;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Text in this encoding.
    Text(TextEncoding),
    /// A medium of this type, such as `image/png`.
    Medium(&'static str),
    /// Something else, with its type if it is known.
    Binary(Option<&'static str>),
}

/// An encoding of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8, with or without a mark.
    Utf8,
    /// UTF-16, the smaller byte first.
    Utf16Le,
    /// UTF-16, the larger byte first.
    Utf16Be,
    /// UTF-32, the smaller byte first.
    Utf32Le,
    /// UTF-32, the larger byte first.
    Utf32Be,
    /// Another one, as browsers know it.
    #[cfg(feature = "encodings")]
    Other(&'static encoding_rs::Encoding),
}

impl TextEncoding {
    /// The name, as the WHATWG spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
            #[cfg(feature = "encodings")]
            Self::Other(encoding) => encoding.name(),
        }
    }
}

/// Returns the kind of content of a file. `head` are its first bytes, and `all` says whether there
/// are no more.
#[must_use]
pub fn content(head: &[u8], all: bool) -> Content {
    if let Some((encoding, _)) = mark(head) {
        return Content::Text(encoding);
    }
    if head.starts_with(b"%PDF-") {
        return Content::Medium("application/pdf");
    }
    let (is_utf8, controls) = (is_utf8(head, all), controls(head));
    if is_utf8 && controls == 0 {
        return Content::Text(TextEncoding::Utf8);
    }
    if let Some(kind) = infer::get(head) {
        let mime = kind.mime_type();
        match mime.split('/').next() {
            Some("image" | "audio" | "video") => return Content::Medium(usual(mime)),
            Some("text") => {}
            _ => return Content::Binary(Some(mime)),
        }
    }
    if head.contains(&0) || controls * CONTROLS > head.len() {
        return Content::Binary(None);
    }
    Content::Text(if is_utf8 {
        TextEncoding::Utf8
    } else {
        guessed(head, all)
    })
}

/// The type that providers know, where several are in use.
fn usual(mime: &'static str) -> &'static str {
    match mime {
        "audio/x-wav" | "audio/wave" => "audio/wav",
        "audio/x-flac" => "audio/flac",
        "audio/x-aiff" => "audio/aiff",
        "audio/m4a" => "audio/mp4",
        _ => mime,
    }
}

/// Returns the encoding that a byte order mark declares, and the length of that mark.
fn mark(head: &[u8]) -> Option<(TextEncoding, usize)> {
    // UTF-32's mark begins as UTF-16's does.
    let marks: [(&[u8], TextEncoding); 5] = [
        (&[0xff, 0xfe, 0, 0], TextEncoding::Utf32Le),
        (&[0, 0, 0xfe, 0xff], TextEncoding::Utf32Be),
        (&[0xef, 0xbb, 0xbf], TextEncoding::Utf8),
        (&[0xff, 0xfe], TextEncoding::Utf16Le),
        (&[0xfe, 0xff], TextEncoding::Utf16Be),
    ];
    marks
        .into_iter()
        .find(|(mark, _)| head.starts_with(mark))
        .map(|(mark, encoding)| (encoding, mark.len()))
}

/// Whether these are UTF-8; a character may be cut at the end of a head.
fn is_utf8(head: &[u8], all: bool) -> bool {
    match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(error) => !all && error.error_len().is_none(),
    }
}

/// Control characters that no text holds: all but the white ones, backspace and escape.
fn controls(head: &[u8]) -> usize {
    head.iter()
        .filter(|byte| matches!(byte, 0..=7 | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f))
        .count()
}

#[cfg(feature = "encodings")]
fn guessed(head: &[u8], all: bool) -> TextEncoding {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    detector.feed(head, all);
    let guess = detector.guess(None, chardetng::Utf8Detection::Allow);
    // A few broken bytes do not make another encoding of a text that is UTF-8 otherwise.
    let broken = String::from_utf8_lossy(head).matches('\u{fffd}').count();
    let wide = head.iter().filter(|byte| **byte >= 0x80).count();
    if guess == encoding_rs::UTF_8 || (broken <= 2 && broken * 4 < wide) {
        TextEncoding::Utf8
    } else {
        TextEncoding::Other(guess)
    }
}

#[cfg(not(feature = "encodings"))]
fn guessed(_head: &[u8], _all: bool) -> TextEncoding {
    TextEncoding::Utf8
}

/// The outcome of decoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoded {
    /// Whether the stream was read to its end.
    pub whole: bool,
    /// True if invalid bytes were replaced by U+FFFD.
    pub replaced: bool,
}

/// Decodes a stream piece by piece, at most `most` bytes of it. `take` gets the pieces and says
/// whether it wants more.
///
/// # Errors
/// Those of reading.
pub fn decode(
    mut stream: impl Read,
    encoding: TextEncoding,
    most: u64,
    take: &mut dyn FnMut(&str) -> bool,
) -> io::Result<Decoded> {
    let mut decoder = Decoder::new(encoding);
    let mut bytes = vec![0; PIECE_BYTES];
    let (mut left, mut first) = (most, true);
    let mut kept: Vec<u8> = Vec::new();
    loop {
        let room = usize::try_from(left).unwrap_or(usize::MAX).min(PIECE_BYTES);
        // One byte beyond the limit tells whether there is more.
        let count = match stream.read(&mut bytes[..room.max(1)]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let ends = count == 0;
        if !ends && room == 0 {
            return Ok(Decoded {
                whole: false,
                replaced: decoder.replaced,
            });
        }
        left -= count as u64;
        kept.extend_from_slice(&bytes[..count]);
        // The mark is needed whole before it can be left out.
        if first && kept.len() < 4 && !ends {
            continue;
        }
        if std::mem::take(&mut first) {
            kept.drain(
                ..mark(&kept)
                    .filter(|(marked, _)| *marked == encoding)
                    .map_or(0, |(_, length)| length),
            );
        }
        let text = decoder.push(&mut kept, ends);
        let more = take(&text);
        if ends || !more {
            return Ok(Decoded {
                whole: ends,
                replaced: decoder.replaced,
            });
        }
    }
}

struct Decoder {
    encoding: TextEncoding,
    #[cfg(feature = "encodings")]
    inner: encoding_rs::Decoder,
    replaced: bool,
}

#[cfg(feature = "encodings")]
impl Decoder {
    fn new(encoding: TextEncoding) -> Self {
        let inner = match encoding {
            TextEncoding::Utf16Le => encoding_rs::UTF_16LE,
            TextEncoding::Utf16Be => encoding_rs::UTF_16BE,
            TextEncoding::Other(other) => other,
            _ => encoding_rs::UTF_8,
        };
        Self {
            encoding,
            inner: inner.new_decoder_without_bom_handling(),
            replaced: false,
        }
    }

    /// The text of the bytes in `kept`; those of an unfinished character stay.
    fn push(&mut self, kept: &mut Vec<u8>, ends: bool) -> String {
        if let Some(text) = utf32(self.encoding, kept, ends, &mut self.replaced) {
            return text;
        }
        let room = self
            .inner
            .max_utf8_buffer_length(kept.len())
            .unwrap_or(kept.len().saturating_mul(3) + 16);
        let mut text = String::with_capacity(room);
        let (_, _, replaced) = self.inner.decode_to_string(kept, &mut text, ends);
        self.replaced |= replaced;
        kept.clear();
        text
    }
}

#[cfg(not(feature = "encodings"))]
impl Decoder {
    fn new(encoding: TextEncoding) -> Self {
        Self {
            encoding,
            replaced: false,
        }
    }

    /// The text of the bytes in `kept`; those of an unfinished character stay.
    fn push(&mut self, kept: &mut Vec<u8>, ends: bool) -> String {
        if let Some(text) = utf32(self.encoding, kept, ends, &mut self.replaced) {
            return text;
        }
        let unit: fn([u8; 2]) -> u16 = if self.encoding == TextEncoding::Utf16Be {
            u16::from_be_bytes
        } else {
            u16::from_le_bytes
        };
        let (whole, text) = if self.encoding == TextEncoding::Utf8 {
            let cut = std::str::from_utf8(kept)
                .err()
                .filter(|error| error.error_len().is_none() && !ends)
                .map_or(kept.len(), |error| error.valid_up_to());
            (cut, String::from_utf8_lossy(&kept[..cut]).into_owned())
        } else {
            let mut units: Vec<u16> = kept
                .chunks_exact(2)
                .map(|pair| unit([pair[0], pair[1]]))
                .collect();
            // Half of a pair waits for the other.
            let waits = !ends
                && units
                    .last()
                    .is_some_and(|unit| (0xd800..0xdc00).contains(unit));
            units.truncate(units.len() - usize::from(waits));
            (
                if ends { kept.len() } else { units.len() * 2 },
                String::from_utf16_lossy(&units),
            )
        };
        self.replaced |= text.contains('\u{fffd}');
        kept.drain(..whole);
        text
    }
}

/// UTF-32, which browsers do not know.
fn utf32(
    encoding: TextEncoding,
    kept: &mut Vec<u8>,
    ends: bool,
    replaced: &mut bool,
) -> Option<String> {
    let number: fn([u8; 4]) -> u32 = match encoding {
        TextEncoding::Utf32Le => u32::from_le_bytes,
        TextEncoding::Utf32Be => u32::from_be_bytes,
        _ => return None,
    };
    let char = |four: &[u8]| char::from_u32(number([four[0], four[1], four[2], four[3]]));
    let mut text = String::new();
    for four in kept.chunks_exact(4) {
        *replaced |= char(four).is_none();
        text.push(char(four).unwrap_or('\u{fffd}'));
    }
    let whole = kept.len() / 4 * 4;
    *replaced |= ends && whole < kept.len();
    kept.drain(..if ends { kept.len() } else { whole });
    Some(text)
}
