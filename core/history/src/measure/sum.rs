//! The size of plain data in one pass. Most tool results and arguments are plain data.

use super::scale::Escapes;
use crate::host::units;
use crate::host::view::{Key, MAX_DEPTH, MAX_VALUES, Scan, Text, Wanted};
use crate::read::media;

/// The chars of a value as JSON. It ends the scan where a plain sum would be wrong: at a value that
/// may be a medium, and below the depth limit.
pub struct Sum {
    pub chars: u64,
    /// A string of more chars than this may hold a medium. `None` if media count like any other
    /// string.
    image_chars: Option<usize>,
    escapes: Escapes,
    depth: usize,
    /// Values that may still be met.
    values: usize,
    /// Whether the next value may be the payload of a medium, if it is a string.
    may_be_payload: bool,
    /// Length of the last string in chars.
    string: usize,
}

impl Sum {
    pub fn new(image_chars: Option<usize>, escapes: Escapes) -> Self {
        Self {
            chars: 0,
            image_chars,
            escapes,
            depth: 0,
            values: MAX_VALUES,
            may_be_payload: false,
            string: 0,
        }
    }
}

impl Scan for Sum {
    #[inline]
    fn enter(&mut self, _is_list: bool) -> bool {
        self.may_be_payload = false;
        self.depth += 1;
        self.values = self.values.saturating_sub(1);
        self.depth <= MAX_DEPTH && self.values > 0
    }

    #[inline]
    fn leave(&mut self, _is_list: bool, children: usize) {
        self.depth -= 1;
        self.values = self.values.saturating_sub(children);
        self.chars += 2 + children.saturating_sub(1) as u64;
    }

    #[inline]
    fn key(&mut self, key: Key<'_>) -> bool {
        self.chars += key.json_chars as u64 + 1;
        if self.image_chars.is_none() {
            return true;
        }
        let look = look_at(key);
        self.may_be_payload = look == Some(Look::Payload);
        look != Some(Look::Medium)
    }

    fn alike(&mut self, keys: &mut dyn Iterator<Item = Key<'_>>, objects: usize) -> bool {
        let mut chars = 0;
        for key in keys {
            if self.image_chars.is_some() && look_at(key).is_some() {
                return false;
            }
            chars += key.json_chars as u64 + 1;
        }
        self.chars += chars * objects as u64;
        true
    }

    #[inline]
    fn string(&mut self, chars: usize) -> Wanted {
        self.chars += chars as u64 + 2;
        self.string = chars;
        let may_hold_media =
            self.may_be_payload || self.image_chars.is_some_and(|limit| chars > limit);
        match (self.escapes, may_hold_media) {
            (Escapes::Counted, true) => Wanted::Text(usize::MAX),
            (Escapes::Counted, false) => Wanted::Escapes,
            (Escapes::Ignored, true) if self.may_be_payload => Wanted::Text(1),
            (Escapes::Ignored, true) => Wanted::Text(media::probe_chars(
                chars,
                self.image_chars.unwrap_or_default(),
            )),
            (Escapes::Ignored, false) => Wanted::Nothing,
        }
    }

    #[inline]
    fn escapes(&mut self, chars: usize) {
        self.chars += chars as u64;
    }

    #[inline]
    fn text(&mut self, text: Text<'_>) -> bool {
        if self.escapes == Escapes::Counted {
            self.chars += text.json_escape_chars() as u64;
        }
        let is_plain = |limit| self.string <= limit || !media::may_embed_media(text, limit);
        !self.may_be_payload && self.image_chars.is_none_or(is_plain)
    }

    #[inline]
    fn number(&mut self, number: f64) {
        self.may_be_payload = false;
        self.chars += units::number_json_chars(number) as u64;
    }

    #[inline]
    fn literal(&mut self, text: &'static str) {
        self.may_be_payload = false;
        self.chars += text.len() as u64;
    }

    #[inline]
    fn bytes(&mut self, bytes: usize) -> bool {
        self.chars += (bytes.div_ceil(3) * 4 + 2) as u64;
        self.image_chars.is_none()
    }
}

/// Why the value under a key is looked at.
#[derive(PartialEq, Eq)]
enum Look {
    /// It may be the payload of a medium.
    Payload,
    /// It is a block that holds a medium.
    Medium,
}

/// Whether a key asks for a look at its value, whatever other keys the object has.
#[inline]
fn look_at(key: Key<'_>) -> Option<Look> {
    if !matches!(key.name.as_bytes(), [b'b' | b'd' | b'f' | b'i', ..]) {
        return None;
    }
    match key.name {
        "base64" | "bytes" | "data" | "file_data" | "image" => Some(Look::Payload),
        "image_url" | "input_audio" => Some(Look::Medium),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::host::view::{AsView, Budget};
    use crate::measure::{Escapes, Estimator, Scale, Walk, json_chars, json_chars_at};
    use serde_json::{Map, Value, json};

    /// Values of all kinds from a small generator, with the keys and texts that media are told by.
    fn value(next: &mut impl FnMut(usize) -> usize, depth: usize) -> Value {
        const KEYS: [&str; 18] = [
            "data",
            "base64",
            "mimeType",
            "media_type",
            "input_audio",
            "file_data",
            "image_url",
            "url",
            "source",
            "bytes",
            "format",
            "type",
            "text",
            "\"q\"",
            "é",
            "date",
            "image",
            "rows",
        ];
        match next(if depth == 0 { 7 } else { 10 }) {
            0 => Value::Null,
            1 => json!(next(2) == 0),
            2 => json!([0.0, -1.0, 17.5, 1e21, 0.1 + 0.2, -0.001][next(6)]),
            3 => json!(""),
            4 => json!(
                [
                    "image/png",
                    "QUJD",
                    "a\nb\"",
                    "\u{1}😀",
                    "data:image/png;base64,QUJD"
                ][next(5)]
            ),
            5 => json!("let it be ".repeat(next(200))),
            6 => json!(format!(
                "{}data:image/png;base64,{}",
                "see ".repeat(next(90)),
                "QUJD".repeat(next(400))
            )),
            7 => (0..next(5)).map(|_| value(next, depth - 1)).collect(),
            _ => Value::Object(
                (0..next(5))
                    .map(|_| (KEYS[next(18)].to_owned(), value(next, depth - 1)))
                    .collect::<Map<_, _>>(),
            ),
        }
    }

    #[test]
    fn the_flat_sum_equals_the_walk() {
        let mut state = 7u32;
        let mut next = |limit: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as usize % limit
        };
        let mut with_media = 0;
        for _ in 0..20_000 {
            let value = value(&mut next, 4);
            for image_tokens in [300, 1] {
                for estimator in [Estimator::Chars, Estimator::Instant] {
                    let scale = Scale {
                        image_tokens,
                        estimator,
                        ..crate::measure::SCALE
                    };
                    for escapes in [Escapes::Ignored, Escapes::Counted] {
                        let flat = Walk::new(&scale, escapes, None)
                            .of_json(&value.as_view())
                            .expect("shallow");
                        assert_eq!(
                            flat,
                            Walk::new(&scale, escapes, None).closely(&value.as_view()),
                            "{value}"
                        );
                        with_media += usize::from(flat.media > 0);
                    }
                }
            }
            let mut chars = 0;
            let walked = json_chars_at(&value.as_view(), &mut Budget::default(), &mut chars);
            assert_eq!(json_chars(&value), walked.map(|()| chars));
        }
        assert!(with_media > 1_000);
    }
}
