//! Values of several parts or lines: blocks, lists, objects, numbers, and what code joins.

use crate::behind::{NEAR, is_mixed_secret};
use crate::bytes::{run_most, window};
use crate::mix::Mix;
use crate::names::Called;
use crate::reading::{VALUE_MOST, bare, blanks, block_mark, quoted};
use crate::values::{Class, is_code_of_list, is_phrase};
use std::ops::Range;

/// The value on the next line.
pub(crate) fn next_line(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let is_block = block_mark(text, start);
    let from = is_block.unwrap_or(start);
    let rest = window(text, from, NEAR);
    let line_start = from + rest.find('\n')? + 1;
    let line = window(text, line_start, 600);
    let line_end = line_start + line.find('\n').unwrap_or(line.len());
    let value = crate::bytes::trimmed(text, line_start..line_end);
    let spelled = &text[value.clone()];
    let fits = if called.class == Class::Phrase {
        is_phrase(spelled)
    } else {
        !spelled.contains(' ')
            && !spelled.ends_with([':', '{', '[', ','])
            && (is_mixed_secret(spelled, called)
                || is_block.is_some() && crate::mix::is_scrambled(spelled.as_bytes()))
            && (is_block.is_some()
                || !spelled.contains(['=', ':'])
                || Mix::of(spelled.as_bytes()).kinds() == 4)
    };
    let lines = is_block.map_or(value.end, |_| lines_of_block(text, line_start, value.end));
    fits.then(|| crate::bytes::unquoted(text, value.start..lines))
}

/// Values in a list: `["a", "b"]`, or a line each.
pub(crate) fn list(text: &str, start: usize, called: &Called) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut values = Vec::new();
    let fits = |value: &str| match called.class {
        Class::Code => is_code_of_list(value),
        Class::Password => is_mixed_secret(value, called),
        _ => is_mixed_secret(value, called) && value.len() >= 12,
    };
    if bytes.get(start) == Some(&b'[') {
        let end = start + window(text, start, 2_000).find(']').unwrap_or(0);
        let mut at = start + 1;
        while at < end {
            match quoted(text, at) {
                Some(value) => {
                    at = value.end + 1;
                    if fits(&text[value.clone()]) {
                        values.push(value);
                    }
                }
                None => at += 1,
            }
            while at < end && !text.is_char_boundary(at) {
                at += 1;
            }
        }
        return values;
    }
    let value = bare(text, start);
    if text[value.clone()].contains(',') {
        let mut from = value.start;
        for part in text[value].split(',') {
            if fits(part) {
                values.push(from..from + part.len());
            }
            from += part.len() + 1;
        }
        return values;
    }
    let rest = window(text, start, 2_000);
    let mut from = start;
    for (number, line) in rest.split_inclusive('\n').enumerate().take(24) {
        let place = from..from + line.trim_end().len();
        from += line.len();
        let item = crate::bytes::trimmed(text, place.start.min(place.end)..place.end);
        let Some(dash) = ["- ", "* ", "\u{2022} "]
            .iter()
            .find_map(|mark| text[item.clone()].strip_prefix(mark))
        else {
            if number == 0 {
                continue;
            }
            break;
        };
        let value = crate::bytes::unquoted(text, item.end - dash.len()..item.end);
        if fits(&text[value.clone()]) {
            values.push(value);
        }
    }
    values
}

/// The value of an object that describes it: `{"value": "hunter2", "sensitive": true}`.
pub(crate) fn object(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let inner = window(text, start, NEAR);
    let inner = &inner[..inner.find('}').unwrap_or(inner.len())];
    let place = [
        "\"value\"",
        "\"plaintext\"",
        "\"stringValue\"",
        "\"S\"",
        "value",
    ]
    .iter()
    .find_map(|name| inner.find(name).map(|place| place + name.len()))?;
    let sign = crate::reading::sign(text, blanks(text, start + place))?;
    let value = quoted(text, blanks(text, sign))?;
    is_mixed_secret(&text[value.clone()], called).then_some(value)
}

/// The bytes of a key as numbers: `{0x3f, 0x1a, ..}`, `[174, 47, ..]`.
pub(crate) fn numbers(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    if !matches!(text.as_bytes().get(start), Some(b'[' | b'{')) || called.class == Class::Pin {
        return None;
    }
    let inner = window(text, start + 1, 2_000);
    let inner = &inner[..inner.find([']', '}'])?];
    let is_byte = |part: &str| {
        let part = part.trim();
        let digits = part.strip_prefix("0x");
        digits.map_or_else(
            || part.parse::<u8>().is_ok(),
            |digits| u8::from_str_radix(digits, 16).is_ok(),
        )
    };
    let parts = inner.trim().trim_end_matches(',').split(',');
    let count = parts.clone().count();
    (count >= 16 && parts.clone().all(is_byte) && Mix::of(inner.as_bytes()).different > 6)
        .then(|| crate::bytes::trimmed(text, start + 1..start + 1 + inner.len()))
}

/// Returns the end of the lines of a block that contain one word each and are indented like the
/// first.
fn lines_of_block(text: &str, first: usize, end: usize) -> usize {
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent = depth(window(text, first, NEAR));
    let mut last = end;
    for line in window(text, end, VALUE_MOST).split_inclusive('\n').skip(1) {
        let word = line.trim();
        let from = last + text[last..].find('\n').map_or(0, |place| place + 1);
        if indent == 0 || depth(line) != indent || word.contains([' ', ':']) || word.is_empty() {
            break;
        }
        last = from + line.trim_end().len();
    }
    last
}

/// A value with the pieces that code joins to it: `"abc" + "def"`, on the same line or the next.
pub(crate) fn with_pieces(text: &str, mut value: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    for _ in 0..64 {
        if !matches!(bytes.get(value.end), Some(b'"' | b'\'')) {
            break;
        }
        let next = run_most(bytes, value.end + 1, 80, |byte| {
            b" \t\n\r\\+.".contains(&byte)
        });
        let joins = text[value.end + 1..next].contains(['\\', '+', '.', '\n']);
        let Some(piece) = quoted(text, next).filter(|_| joins) else {
            break;
        };
        let spelled = &bytes[piece.clone()];
        if spelled.len() < 4
            || spelled.iter().any(|byte| b" :=,{}".contains(byte))
            || Mix::of(spelled).digits == 0
            || bytes.get(piece.end + 1) == Some(&b':')
        {
            break;
        }
        value.end = piece.end;
    }
    value
}
