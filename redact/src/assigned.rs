//! Values behind a sign of assignment: in quotes, without, on the next line, in a list.

use crate::behind::{NEAR, is_mixed_secret};
use crate::bytes::{run_most, window};
use crate::mix::{Mix, is_scrambled};
use crate::names::Called;
use crate::reading::{VALUE_MOST, bare, blanks, block_mark, prefixed, quoted};
use crate::values::{Class, Stands, is_code_of_list, is_phrase, is_secret};
use std::ops::Range;

/// The values behind a sign.
pub(crate) fn assigned(
    text: &str,
    sign: usize,
    called: &Called,
    close_sign: bool,
) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = blanks(text, sign);
    start = run_most(bytes, start, 3, |byte| byte == b'*');
    start = blanks(text, start);
    // An anchor or a tag of YAML: `&name`, `!!binary`, `!vault`.
    let tagged = run_most(bytes, start, 2, |byte| byte == b'&' || byte == b'!');
    let word = run_most(bytes, tagged, 24, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_'
    });
    if tagged > start
        && word > tagged
        && bytes.get(word) == Some(&b' ')
        && bytes.get(blanks(text, word)) != Some(&b'=')
    {
        start = blanks(text, word);
    }
    if bytes.get(start) == Some(&b'{')
        && let Some(value) = object(text, start, called)
    {
        return vec![value];
    }
    if let Some(value) = numbers(text, start, called) {
        return vec![value];
    }
    let close = close_sign && start == sign;
    if called.class == Class::Code || called.several || bytes.get(start) == Some(&b'[') {
        let list = list(text, start, called);
        if !list.is_empty() || called.several {
            return list;
        }
    }
    if matches!(bytes.get(start), None | Some(b'\n' | b'\r')) || block_mark(text, start).is_some() {
        return next_line(text, start, called).into_iter().collect();
    }
    if let Some(value) = quoted(text, prefixed(text, start)) {
        let value = in_quotes(text, value, called, close);
        return value
            .map(|value| with_pieces(text, value))
            .into_iter()
            .collect();
    }
    if let Some(value) = typed(text, start, called) {
        return vec![value];
    }
    if let Some(value) = phrase(text, start, called) {
        return vec![value];
    }
    let value = bare(text, start);
    let stands = Stands {
        close,
        argument: match bytes.get(value.end) {
            Some(b')' | b']' | b'}') => !is_scrambled(&bytes[value.clone()]),
            // `user=joe,pass=hunter2,uid=1` is no code.
            Some(b',') => {
                bytes.get(value.end + 1).is_none_or(u8::is_ascii_whitespace)
                    && !is_scrambled(&bytes[value.clone()])
            }
            _ => false,
        },
        ..Stands::default()
    };
    let spelled = &text[value.clone()];
    if spelled.is_empty() {
        return Vec::new();
    }
    // `Authorization: Token abc`
    if called.class == Class::Key
        && spelled.bytes().all(|byte| byte.is_ascii_alphabetic())
        && bytes.get(value.end) == Some(&b' ')
    {
        let next = bare(text, value.end + 1);
        let is_token = called.kind == "secret"
            && is_secret(
                &text[next.clone()],
                called.class,
                Stands {
                    flag: true,
                    ..stands
                },
            );
        if is_token {
            return vec![next];
        }
    }
    if is_secret(spelled, called.class, stands) {
        return vec![value];
    }
    // The end of a sentence is no part of it.
    let sentence = spelled.trim_end_matches(['.', '!', '?', '*', ')', ':', ';', ',']);
    if sentence.len() < spelled.len() && is_secret(sentence, called.class, stands) {
        let mut kept = value;
        kept.end = kept.start + sentence.len();
        return vec![kept];
    }
    if let Some(value) = of_user(text, value.clone(), called) {
        return vec![value];
    }
    otherwise(text, value.start, called).into_iter().collect()
}

/// `credentials: joe:hunter2`
fn of_user(text: &str, value: Range<usize>, called: &Called) -> Option<Range<usize>> {
    let (user, _) = text[value.clone()].split_once(':')?;
    let secret = value.start + user.len() + 1..value.end;
    let is_user =
        called.kind == "secret" && !user.is_empty() && !text[secret.clone()].contains([':', '/']);
    (is_user
        && secret.len() >= 6
        && is_mixed_secret(
            &text[secret.clone()],
            &Called {
                class: Class::Password,
                ..*called
            },
        ))
    .then_some(secret)
}

/// What is in quotes: the secret, or the secret behind a word that says how it is sent.
pub(crate) fn in_quotes(
    text: &str,
    value: Range<usize>,
    called: &Called,
    close: bool,
) -> Option<Range<usize>> {
    let stands = Stands {
        quoted: true,
        close,
        ..Stands::default()
    };
    let spelled = &text[value.clone()];
    if is_secret(spelled, called.class, stands) {
        return Some(value);
    }
    let (first, rest) = spelled.split_once(' ')?;
    let is_word = first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let behind = value.end - rest.len()..value.end;
    if is_word && !rest.contains(' ') && is_mixed_secret(rest, called) {
        return Some(behind);
    }
    if called.class == Class::Phrase && is_phrase(spelled) {
        return Some(value);
    }
    otherwise(text, value.start, called)
}

/// `password: str = "hunter2"`: a type between the name and the value.
fn typed(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let end = run_most(bytes, start, 48, |byte| {
        byte.is_ascii_alphanumeric() || b"_[]<>&|.?' ".contains(&byte)
    });
    let kind = text.get(start..end)?;
    if kind.trim().is_empty() || bytes.get(end) != Some(&b'=') || bytes.get(end + 1) == Some(&b'=')
    {
        return None;
    }
    let open = prefixed(text, blanks(text, end + 1));
    in_quotes(text, quoted(text, open)?, called, false)
}

/// Words that a wallet is restored from, without quotes.
fn phrase(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    if called.class != Class::Phrase {
        return None;
    }
    let rest = window(text, start, 300);
    let end = rest
        .find(|char: char| !(char.is_ascii_lowercase() || char == ' '))
        .unwrap_or(rest.len());
    let value = crate::bytes::trimmed(text, start..start + end);
    is_phrase(&text[value.clone()]).then_some(value)
}

/// The value on the next line.
fn next_line(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
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
            && is_mixed_secret(spelled, called)
            && (is_block.is_some()
                || !spelled.contains(['=', ':'])
                || Mix::of(spelled.as_bytes()).kinds() == 4)
    };
    let lines = is_block.map_or(value.end, |_| lines_of_block(text, line_start, value.end));
    fits.then(|| crate::bytes::unquoted(text, value.start..lines))
}

/// Values in a list: `["a", "b"]`, or a line each.
fn list(text: &str, start: usize, called: &Called) -> Vec<Range<usize>> {
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
        let Some(dash) = text[item.clone()].strip_prefix("- ") else {
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

/// A value that stands in for what code looks up: `os.environ.get("X") or "hunter2"`,
/// `${X:-hunter2}`, `echo hunter2`.
fn otherwise(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let line = window(text, start, NEAR);
    let line = line.split('\n').next().unwrap_or(line);
    if let Some(rest) = line.strip_prefix("${") {
        let inner = rest.split('}').next().unwrap_or(rest);
        let at = inner.find(":-").map(|at| at + 2)?;
        let value = start + 2 + at..start + 2 + inner.len();
        return is_mixed_secret(&text[value.clone()], called).then_some(value);
    }
    if let Some(rest) = line
        .strip_prefix("echo ")
        .or_else(|| line.strip_prefix("printf "))
    {
        let from = start + line.len() - rest.len();
        let value = bare(text, from);
        return is_mixed_secret(&text[value.clone()], called).then_some(value);
    }
    let is_look_up = [
        "env", "default", "config", "conf", "settings", "process", "get", "System", "var", "lookup",
    ]
    .iter()
    .any(|word| line.contains(word));
    if !is_look_up || called.class == Class::Random {
        return None;
    }
    for mark in [" or ", "|| ", "?? ", ", ", "default(", "?: ", "unwrap_or("] {
        let mut from = 0;
        while let Some(place) = line[from..].find(mark) {
            from += place + mark.len();
            if let Some(value) = quoted(text, start + from)
                && is_mixed_secret(&text[value.clone()], called)
                && !is_constant(&text[value.clone()])
            {
                return Some(value);
            }
        }
    }
    None
}

/// `DB_PASSWORD1`
fn is_constant(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && value.contains('_')
}

/// The value of an object that describes it: `{"value": "hunter2", "sensitive": true}`.
fn object(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
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
fn numbers(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
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

/// Where the lines of a block end that hold a word each, and are as deep as the first one.
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
fn with_pieces(text: &str, mut value: Range<usize>) -> Range<usize> {
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
