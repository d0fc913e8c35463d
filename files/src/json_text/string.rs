//! Strings in JSON text: measured in place, and unescaped when their content is asked for.

use super::key_of;
use conspectus::host::item::{Key, Text};
use conspectus::host::units;
use memchr::memchr;

/// Returns the length of a string in chars after unescaping. `body` is the text between its quotes.
pub fn chars(body: &str) -> usize {
    let bytes = body.as_bytes();
    let mut chars = units::utf16_len(body);
    let mut position = 0;
    while let Some(found) = memchr(b'\\', &bytes[position..]) {
        position += found;
        // `\uXXXX` writes one unit with six chars; every other escape writes one unit with two.
        let written = if bytes.get(position + 1) == Some(&b'u') {
            6
        } else {
            2
        };
        chars = chars.saturating_sub(written - 1);
        position = (position + written).min(bytes.len());
    }
    chars
}

/// Calls `read` with the unescaped text of a string, or at least its first `at_most_chars` chars.
/// `body` is the text between the quotes.
pub fn with_text<R>(body: &str, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
    let Some(first) = memchr(b'\\', body.as_bytes()) else {
        return read(Text::Utf8(body));
    };
    if first >= at_most_chars.saturating_mul(3) {
        // A char takes at most three bytes, so all wanted chars stand before the first escape.
        return read(Text::Utf8(&body[..first]));
    }
    match unescape(body, first, at_most_chars) {
        Some(text) => read(Text::Utf8(&text)),
        None => read(Text::Utf16(&unescape_units(body, at_most_chars))),
    }
}

/// Calls `read` with a key and its lengths. `body` is the text between the quotes.
pub fn with_key(body: &str, read: impl FnOnce(Key<'_>)) {
    if memchr(b'\\', body.as_bytes()).is_none() {
        return read(Key::of(body));
    }
    with_text(body, usize::MAX, |text| match text {
        Text::Utf8(text) => read(Key::of(text)),
        Text::Utf16(units) => read(key_of(&String::from_utf16_lossy(units), units)),
    });
}

/// The unescaped text as UTF-8; `None` if it holds a lone surrogate. `first` is the position of the
/// first backslash.
fn unescape(body: &str, first: usize, at_most_chars: usize) -> Option<String> {
    let at_most_bytes = at_most_chars.saturating_mul(3);
    let mut text = String::with_capacity(body.len().min(at_most_bytes.saturating_add(16)));
    text.push_str(&body[..first]);
    let mut position = first;
    while position < body.len() && text.len() < at_most_bytes {
        let (unit, next) = escape(body, position);
        position = next;
        if (0xD800..0xDC00).contains(&unit) && body[position..].starts_with("\\u") {
            let (low, next) = escape(body, position);
            text.push(char::decode_utf16([unit, low]).next()?.ok()?);
            position = next;
        } else {
            text.push(char::from_u32(u32::from(unit))?);
        }
        let plain = memchr(b'\\', &body.as_bytes()[position..])
            .map_or(body.len(), |found| position + found);
        text.push_str(&body[position..plain]);
        position = plain;
    }
    Some(text)
}

/// The unescaped text as UTF-16, with lone surrogates kept.
fn unescape_units(body: &str, at_most_chars: usize) -> Vec<u16> {
    let mut units = Vec::with_capacity(body.len().min(at_most_chars.saturating_add(16)));
    let mut position = 0;
    while position < body.len() && units.len() < at_most_chars {
        let plain = memchr(b'\\', &body.as_bytes()[position..])
            .map_or(body.len(), |found| position + found);
        units.extend(body[position..plain].encode_utf16());
        position = plain;
        if position < body.len() {
            let (unit, next) = escape(body, position);
            units.push(unit);
            position = next;
        }
    }
    units
}

/// Returns the UTF-16 unit that the escape at `position` encodes, and the position after the
/// escape. The unit is U+FFFD if the escape is invalid.
fn escape(body: &str, position: usize) -> (u16, usize) {
    const REPLACEMENT: u16 = 0xFFFD;
    let simple = match body.as_bytes().get(position + 1) {
        Some(b'n') => 0x0A,
        Some(b't') => 0x09,
        Some(b'r') => 0x0D,
        Some(b'b') => 0x08,
        Some(b'f') => 0x0C,
        Some(b'u') => {
            let digits = body
                .get(position + 2..position + 6)
                .and_then(|digits| u16::from_str_radix(digits, 16).ok());
            return digits.map_or((REPLACEMENT, body.len()), |unit| (unit, position + 6));
        }
        Some(other @ (b'"' | b'\\' | b'/')) => u16::from(*other),
        _ => return (REPLACEMENT, body.len()),
    };
    (simple, position + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_measured_and_read_as_javascript_reads_them() {
        for (body, units) in [
            ("plain", "plain".encode_utf16().collect::<Vec<_>>()),
            (
                r#"a\n\t\"\\\/é漢😀"#,
                "a\n\t\"\\/é漢😀".encode_utf16().collect(),
            ),
            (r"\ud83d\ude00x", "😀x".encode_utf16().collect()),
            (r"\ud800x", vec![0xD800, 0x78]),
            (r"x\udc00\ud83d", vec![0x78, 0xDC00, 0xD83D]),
            (r"\ud83d\ud83d\ude00", vec![0xD83D, 0xD83D, 0xDE00]),
            (r"\u0041\u6f22", "A漢".encode_utf16().collect()),
        ] {
            assert_eq!(chars(body), units.len(), "{body}");
            with_text(body, usize::MAX, |text| match text {
                Text::Utf8(text) => {
                    assert_eq!(text.encode_utf16().collect::<Vec<_>>(), units, "{body}")
                }
                Text::Utf16(found) => assert_eq!(found, units, "{body}"),
            });
            for limit in 0..units.len() {
                with_text(body, limit, |text| {
                    assert!(
                        text.to_str().encode_utf16().count() >= limit,
                        "{body} {limit}"
                    )
                });
            }
        }
    }
}
