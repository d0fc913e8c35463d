//! Finds out what a medium is and how large, from its first bytes. The bytes may be raw or in
//! base64.
//!
//! The header of an image is in its first bytes. The size in a JPEG comes after its metadata. The
//! metadata are skipped without being decoded: base64 can be read from any group of four chars. The
//! pages of a PDF are counted over the complete file.

use crate::host::item::{Item, Kind, Text};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// What is known about a medium.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MediaFacts {
    /// An image and its size in pixels.
    Image {
        /// Width in pixels, at least 1.
        width: u32,
        /// Height in pixels, at least 1.
        height: u32,
    },
    /// A PDF and its number of pages.
    Pdf {
        /// Number of pages, at least 1.
        pages: u32,
    },
    /// A sound and its length.
    Audio {
        /// Length in seconds.
        seconds: f64,
    },
    /// The format is not known here, or no data can be read.
    Unknown,
}

/// The comma of a data URL is searched in this many chars.
const HEAD_CHARS: usize = 512;
/// How far the metadata of a JPEG are followed, in bytes. Chosen here: color profiles and previews
/// are smaller in practice.
const JPEG_BYTES: usize = 3 << 20;
/// PDFs of more bytes than this are not read. Providers accept 32 MB.
const PDF_BYTES: usize = 48 << 20;

/// Probes base64 text, a data URL, or bytes. Anything else is [`MediaFacts::Unknown`].
pub fn probe(data: &Item<'_>) -> MediaFacts {
    match data.kind() {
        Kind::String => probe_text(data.text()),
        Kind::Bytes => facts(&MediaPayload::Bytes(data.bytes())).unwrap_or(MediaFacts::Unknown),
        _ => MediaFacts::Unknown,
    }
}

/// As [`probe`], for a text.
pub fn probe_text(text: Text<'_>) -> MediaFacts {
    let payload = MediaPayload::of_text(text);
    payload
        .and_then(|payload| facts(&payload))
        .unwrap_or(MediaFacts::Unknown)
}

fn facts(payload: &MediaPayload<'_>) -> Option<MediaFacts> {
    let head = payload.at_most(0, 64)?;
    match head.as_slice() {
        [0xFF, 0xD8, ..] => jpeg(payload),
        start if start.starts_with(b"%PDF") => pdf(payload),
        start if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WAVE") => {
            wav(start, payload.length())
        }
        [b'I', b'D', b'3', ..] | [0xFF, 0xE0..=0xFF, ..] => mp3(payload),
        _ => {
            let size = imagesize::blob_size(&head).ok()?;
            image(size.width, size.height)
        }
    }
}

fn image(width: usize, height: usize) -> Option<MediaFacts> {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width @ 1..), Ok(height @ 1..)) => Some(MediaFacts::Image { width, height }),
        _ => None,
    }
}

/// The form in which a medium is given.
enum MediaPayload<'t> {
    /// Base64 without line breaks, with its first char: a data URL has its type before it.
    Text(Text<'t>, usize),
    Bytes(&'t [u8]),
}

impl<'t> MediaPayload<'t> {
    fn of_text(text: Text<'t>) -> Option<Self> {
        let unit = |index: usize| unit_at(text, index);
        let is_url = (0..5).all(|index| {
            unit(index).is_some_and(|unit| unit | 0x20 == u16::from(b"data:"[index]) | 0x20)
        });
        let mut chars = 5..HEAD_CHARS;
        let start = if is_url {
            chars.find(|index| unit(*index) == Some(u16::from(b',')))? + 1
        } else {
            0
        };
        Some(Self::Text(text, start))
    }

    /// Bytes of the whole medium. The padding of base64 counts as bytes.
    fn length(&self) -> usize {
        match self {
            Self::Text(text, start) => units(*text).saturating_sub(*start) / 4 * 3,
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// As [`bytes`](Self::bytes), but returns fewer bytes at the end of the file. The last group of
    /// base64 may be padded.
    fn at_most(&self, at: usize, length: usize) -> Option<Vec<u8>> {
        let length = length.min(self.length().saturating_sub(at));
        (0..3).find_map(|padding| self.bytes(at, length.checked_sub(padding)?))
    }

    /// Returns `length` bytes beginning at byte `at`, if there are so many, in well-formed base64.
    fn bytes(&self, at: usize, length: usize) -> Option<Vec<u8>> {
        let (text, start) = match *self {
            Self::Text(text, start) => (text, start),
            Self::Bytes(bytes) => {
                return bytes.get(at..at.checked_add(length)?).map(<[u8]>::to_vec);
            }
        };
        let first = at / 3;
        let groups = first..(at + length).div_ceil(3);
        let mut chars = Vec::with_capacity(groups.len() * 4);
        for index in start + groups.start * 4..start + groups.end * 4 {
            chars.push(match u8::try_from(unit_at(text, index)?).ok()? {
                b'-' => b'+',
                b'_' => b'/',
                byte => byte,
            });
        }
        let mut bytes = STANDARD.decode(chars).ok()?;
        bytes.drain(..(at - first * 3).min(bytes.len()));
        bytes.truncate(length);
        (bytes.len() == length).then_some(bytes)
    }
}

pub(super) fn units(text: Text<'_>) -> usize {
    match text {
        Text::Utf8(text) => text.len(),
        Text::Utf16(units) => units.len(),
    }
}

/// The unit at `index`. Base64 is ASCII, so its UTF-8 bytes and its UTF-16 units have the same
/// index.
fn unit_at(text: Text<'_>, index: usize) -> Option<u16> {
    match text {
        Text::Utf8(text) => text.as_bytes().get(index).map(|byte| u16::from(*byte)),
        Text::Utf16(units) => units.get(index).copied(),
    }
}

/// Skips the segments of a JPEG up to its frame header (SOF), which holds the size.
fn jpeg(payload: &MediaPayload<'_>) -> Option<MediaFacts> {
    let mut at = 2;
    while at < JPEG_BYTES {
        let bytes = payload.bytes(at, 9)?;
        match (bytes[0], bytes[1]) {
            // Fill bytes, and markers without a length.
            (0xFF, 0xFF) => at += 1,
            (0xFF, 0x01 | 0xD0..=0xD8) => at += 2,
            // Frame headers. The markers C4, C8 and CC between them are no frame headers.
            (0xFF, 0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF) => {
                let [height, width] =
                    [5, 7].map(|at| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]])));
                return image(width, height);
            }
            (0xFF, 0xC4..=0xFE) => {
                at += 2 + usize::from(u16::from_be_bytes([bytes[2], bytes[3]])).max(2)
            }
            _ => return None,
        }
    }
    None
}

/// Counts the pages of a PDF in three ways and takes the largest number: page objects (`/Type
/// /Page`), the `/Count` of the page tree, and `/N` of a linearised file. One way is not enough,
/// because page objects may be compressed, and a scan then sees none of them. `Unknown` if nothing
/// is found.
fn pdf(payload: &MediaPayload<'_>) -> Option<MediaFacts> {
    const BLOCK: usize = 3 << 14;
    /// The longest match in bytes. Blocks overlap by it, so that no match is cut.
    const OVERLAP: usize = 48;
    let (mut objects, mut counted) = (0, 0);
    let (mut at, length) = (0, payload.length());
    while at < length && length <= PDF_BYTES {
        let Some(block) = payload.at_most(at, BLOCK + OVERLAP) else {
            break;
        };
        for found in memchr::memchr_iter(b'/', &block[..BLOCK.min(block.len())]) {
            let name = &block[found + 1..(found + OVERLAP).min(block.len())];
            objects += u32::from(page_object(name));
            let linear = name.strip_prefix(b"N ").filter(|_| at == 0 && found < 1024);
            counted = counted.max(name.strip_prefix(b"Count ").or(linear).map_or(0, number));
        }
        at += BLOCK;
    }
    let pages = objects.max(counted);
    (pages > 0).then_some(MediaFacts::Pdf { pages })
}

fn page_object(name: &[u8]) -> bool {
    let value = name.strip_prefix(b"Type").unwrap_or_default();
    let rest = value.trim_ascii_start().strip_prefix(b"/Page");
    rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
}

/// A number of pages. 0 for a number that is larger than any document has pages.
fn number(digits: &[u8]) -> u32 {
    let value = digits
        .iter()
        .take(6)
        .take_while(|digit| digit.is_ascii_digit())
        .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    if value <= 20_000 { value } else { 0 }
}

fn wav(head: &[u8], length: usize) -> Option<MediaFacts> {
    // Recorders and speech services write the format chunk first. It holds the bytes per second at
    // position 28.
    let rate = head.get(28..32)?;
    let rate = u32::from_le_bytes([rate[0], rate[1], rate[2], rate[3]]);
    let is_format = rate > 0 && head.get(12..16) == Some(b"fmt ");
    is_format.then(|| MediaFacts::Audio {
        seconds: length.saturating_sub(44) as f64 / f64::from(rate),
    })
}

/// The length of an MP3 by the bit rate of its first frame. It is exact if the rate is constant.
fn mp3(payload: &MediaPayload<'_>) -> Option<MediaFacts> {
    // Kilobits per second by index, for layer III of MPEG 1, and of MPEG 2 and 2.5 (ISO 11172-3,
    // 13818-3).
    const RATES: [[u32; 14]; 2] = [
        [
            32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
        ],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ];
    let tag = match payload.bytes(0, 10)?.as_slice() {
        [b'I', b'D', b'3', .., a, b, c, d] => {
            10 + [a, b, c, d]
                .iter()
                .fold(0, |size, byte| size << 7 | usize::from(**byte & 0x7F))
        }
        _ => 0,
    };
    let frame = payload.bytes(tag, 4)?;
    let layer3 = frame[0] == 0xFF && frame[1] & 0xE6 == 0xE2;
    let rates = RATES[usize::from(frame[1] & 0x08 == 0)];
    let rate = rates.get(usize::from(frame[2] >> 4).checked_sub(1)?)?;
    layer3.then(|| MediaFacts::Audio {
        seconds: payload.length().saturating_sub(tag) as f64 / (f64::from(*rate) * 125.0),
    })
}
