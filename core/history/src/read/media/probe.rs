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

/// Chars that are fetched first. They hold the whole header of a PNG, GIF, WebP, BMP or WAV.
const HEAD_CHARS: usize = 512;
/// How far the metadata of a JPEG are followed, in base64 chars: about 3 MB. Chosen here: color
/// profiles and previews are smaller in practice.
const JPEG_CHARS: usize = 4 << 20;
/// PDFs of more base64 chars than this (about 48 MB) are not read. Providers accept 32 MB.
const PDF_CHARS: usize = 64 << 20;

enum ProbeResult {
    Found(MediaFacts),
    /// This many chars from the start are needed; bytes if the medium is raw bytes.
    More(usize),
}

/// The result if the format is not known.
const NOTHING: ProbeResult = ProbeResult::Found(MediaFacts::Unknown);

/// Probes base64 text, a data URL, or bytes. Anything else is [`MediaFacts::Unknown`].
pub fn probe(data: &Item<'_>) -> MediaFacts {
    let total = data.len();
    let mut want = HEAD_CHARS;
    loop {
        let outcome = match data.kind() {
            Kind::String => probe_start(MediaSource::Text(data.text()), total),
            Kind::Bytes => probe_start(MediaSource::Bytes(data.bytes()), total),
            _ => return MediaFacts::Unknown,
        };
        match outcome {
            ProbeResult::Found(facts) => return facts,
            ProbeResult::More(chars) if want < total && chars > want => want = chars.min(total),
            ProbeResult::More(_) => return MediaFacts::Unknown,
        }
    }
}

/// As [`probe`], for a data URL that was found inside a longer text and is at hand as a whole.
pub fn probe_text(text: Text<'_>) -> MediaFacts {
    match probe_start(MediaSource::Text(text), units(text)) {
        ProbeResult::Found(facts) => facts,
        ProbeResult::More(_) => MediaFacts::Unknown,
    }
}

fn probe_start(source: MediaSource<'_>, total: usize) -> ProbeResult {
    let Some(payload) = MediaPayload::of(source, total) else {
        return NOTHING;
    };
    let Some(head) = payload.at_most(0, 64) else {
        return NOTHING;
    };
    match head.as_slice() {
        [0xFF, 0xD8, ..] => jpeg(&payload),
        start if start.starts_with(b"%PDF") => pdf(&payload),
        start if start.starts_with(b"RIFF") && start.get(8..12) == Some(b"WAVE") => {
            ProbeResult::Found(wav(start, payload.length()))
        }
        [b'I', b'D', b'3', ..] | [0xFF, 0xE0..=0xFF, ..] => mp3(&payload),
        _ => ProbeResult::Found(match imagesize::blob_size(&head) {
            Ok(size) => image(size.width, size.height),
            Err(_) => MediaFacts::Unknown,
        }),
    }
}

fn image(width: usize, height: usize) -> MediaFacts {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width @ 1..), Ok(height @ 1..)) => MediaFacts::Image { width, height },
        _ => MediaFacts::Unknown,
    }
}

/// The form in which a medium is given.
#[derive(Clone, Copy)]
enum MediaSource<'t> {
    /// Base64 without line breaks, or a data URL that holds such base64.
    Text(Text<'t>),
    Bytes(&'t [u8]),
}

/// A medium of which at least the start is at hand.
struct MediaPayload<'t> {
    source: MediaSource<'t>,
    /// The start of the base64: after `data:...,` in a data URL, else 0.
    start: usize,
    total: usize,
}

impl<'t> MediaPayload<'t> {
    fn of(source: MediaSource<'t>, total: usize) -> Option<Self> {
        let MediaSource::Text(text) = source else {
            return Some(Self {
                source,
                start: 0,
                total,
            });
        };
        let unit = |index: usize| unit_at(text, index);
        let is_url = (0..5).all(|index| {
            unit(index).is_some_and(|unit| unit | 0x20 == u16::from(b"data:"[index]) | 0x20)
        });
        let comma =
            || (5..units(text).min(HEAD_CHARS)).find(|index| unit(*index) == Some(u16::from(b',')));
        let start = if is_url { comma()? + 1 } else { 0 };
        Some(Self {
            source,
            start,
            total,
        })
    }

    /// How many chars (or bytes) are at hand.
    fn at_hand(&self) -> usize {
        match self.source {
            MediaSource::Text(text) => units(text),
            MediaSource::Bytes(bytes) => bytes.len(),
        }
    }

    /// Bytes of the whole medium. The padding of base64 counts as bytes.
    fn length(&self) -> usize {
        match self.source {
            MediaSource::Text(_) => (self.total.saturating_sub(self.start)) / 4 * 3,
            MediaSource::Bytes(_) => self.total,
        }
    }

    /// How many chars (or bytes) from the start are needed to read the bytes up to `end`.
    fn needed_for(&self, end: usize) -> usize {
        match self.source {
            MediaSource::Text(_) => self.start + end.div_ceil(3) * 4,
            MediaSource::Bytes(_) => end,
        }
    }

    /// As [`bytes`](Self::bytes), but returns fewer bytes at the end of the file. The last group of
    /// base64 may be padded.
    fn at_most(&self, at: usize, length: usize) -> Option<Vec<u8>> {
        let length = length.min(self.length().saturating_sub(at));
        (0..3).find_map(|padding| self.bytes(at, length.checked_sub(padding)?))
    }

    /// Returns `length` bytes beginning at byte `at`, if they are available and are well-formed
    /// base64.
    fn bytes(&self, at: usize, length: usize) -> Option<Vec<u8>> {
        let text = match self.source {
            MediaSource::Text(text) => text,
            MediaSource::Bytes(bytes) => {
                return bytes.get(at..at.checked_add(length)?).map(<[u8]>::to_vec);
            }
        };
        let first = at / 3;
        let groups = first..(at + length).div_ceil(3);
        let mut chars = Vec::with_capacity(groups.len() * 4);
        for index in self.start + groups.start * 4..self.start + groups.end * 4 {
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
fn jpeg(payload: &MediaPayload<'_>) -> ProbeResult {
    let mut at = 2;
    loop {
        let end = at + 9;
        if payload.needed_for(end) > JPEG_CHARS || end > payload.length() {
            return NOTHING;
        }
        let Some(bytes) = payload.bytes(at, 9) else {
            return ProbeResult::More((payload.needed_for(end) + HEAD_CHARS).next_power_of_two());
        };
        match (bytes[0], bytes[1]) {
            // Fill bytes, and markers without a length.
            (0xFF, 0xFF) => at += 1,
            (0xFF, 0x01 | 0xD0..=0xD8) => at += 2,
            // Frame headers. The markers C4, C8 and CC between them are no frame headers.
            (0xFF, 0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF) => {
                let [height, width] =
                    [5, 7].map(|at| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]])));
                return ProbeResult::Found(image(width, height));
            }
            (0xFF, 0xC4..=0xFE) => {
                at += 2 + usize::from(u16::from_be_bytes([bytes[2], bytes[3]])).max(2)
            }
            _ => return NOTHING,
        }
    }
}

/// Counts the pages of a PDF in three ways and takes the largest number: page objects (`/Type
/// /Page`), the `/Count` of the page tree, and `/N` of a linearised file. One way is not enough,
/// because page objects may be compressed, and a scan then sees none of them. `Unknown` if nothing
/// is found.
fn pdf(payload: &MediaPayload<'_>) -> ProbeResult {
    const BLOCK: usize = 3 << 14;
    /// The longest match in bytes. Blocks overlap by it, so that no match is cut.
    const OVERLAP: usize = 48;
    if payload.total > PDF_CHARS {
        return NOTHING;
    }
    if payload.at_hand() < payload.total {
        return ProbeResult::More(payload.total);
    }
    let (mut objects, mut counted) = (0, 0);
    let (mut at, length) = (0, payload.length());
    while at < length {
        let Some(block) = payload.at_most(at, BLOCK + OVERLAP) else {
            break;
        };
        let limit = if at + BLOCK < length {
            BLOCK
        } else {
            block.len()
        };
        for found in memchr::memchr_iter(b'/', &block[..limit.min(block.len())]) {
            let name = &block[found + 1..(found + OVERLAP).min(block.len())];
            objects += u32::from(page_object(name));
            let linear = name.strip_prefix(b"N ").filter(|_| at == 0 && found < 1024);
            counted = counted.max(name.strip_prefix(b"Count ").or(linear).map_or(0, number));
        }
        at += BLOCK;
    }
    let pages = objects.max(counted);
    ProbeResult::Found(if pages > 0 {
        MediaFacts::Pdf { pages }
    } else {
        MediaFacts::Unknown
    })
}

fn page_object(name: &[u8]) -> bool {
    let Some(rest) = name.strip_prefix(b"Type") else {
        return false;
    };
    let value = rest.trim_ascii_start();
    value.strip_prefix(b"/Page").is_some_and(|rest| {
        rest.first()
            .is_none_or(|next| !next.is_ascii_alphanumeric())
    })
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

fn wav(head: &[u8], length: usize) -> MediaFacts {
    // Recorders and speech services write the format chunk first. It holds the bytes per second at
    // position 28.
    let Some(rate) = head
        .get(28..32)
        .filter(|_| head.get(12..16) == Some(b"fmt "))
    else {
        return MediaFacts::Unknown;
    };
    seconds(
        length.saturating_sub(44) as f64,
        f64::from(u32::from_le_bytes([rate[0], rate[1], rate[2], rate[3]])),
    )
}

/// The length of an MP3 by the bit rate of its first frame. It is exact if the rate is constant.
fn mp3(payload: &MediaPayload<'_>) -> ProbeResult {
    // Kilobits per second by index, for layer III of MPEG 1, and of MPEG 2 and 2.5 (ISO 11172-3,
    // 13818-3).
    const RATES: [[u32; 14]; 2] = [
        [
            32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
        ],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ];
    let Some(head) = payload.bytes(0, 10) else {
        return NOTHING;
    };
    let tag = match head.as_slice() {
        [b'I', b'D', b'3', .., a, b, c, d] => {
            10 + [a, b, c, d]
                .iter()
                .fold(0, |size, byte| size << 7 | usize::from(**byte & 0x7F))
        }
        _ => 0,
    };
    if payload.needed_for(tag + 4) > JPEG_CHARS {
        return NOTHING;
    }
    let Some(frame) = payload.bytes(tag, 4) else {
        return ProbeResult::More(payload.needed_for(tag + 4));
    };
    let layer3 = frame[0] == 0xFF && frame[1] & 0xE6 == 0xE2;
    let rate = usize::from(frame[2] >> 4)
        .checked_sub(1)
        .and_then(|index| RATES[usize::from(frame[1] & 0x08 == 0)].get(index));
    ProbeResult::Found(match rate {
        Some(rate) if layer3 => seconds(
            payload.length().saturating_sub(tag) as f64,
            f64::from(*rate) * 125.0,
        ),
        _ => MediaFacts::Unknown,
    })
}

fn seconds(bytes: f64, bytes_per_second: f64) -> MediaFacts {
    if bytes_per_second > 0.0 {
        MediaFacts::Audio {
            seconds: bytes / bytes_per_second,
        }
    } else {
        MediaFacts::Unknown
    }
}
