//! Values after an assignment sign: quoted, bare, on the next line, or in a list.

use crate::behind::{NEAR, is_mixed_secret};
use crate::bytes::{has_any, rest_of_line, run_most, window};
use crate::mix::is_scrambled;
use crate::names::Called;
use crate::reading::{bare, blanks, block_mark, prefixed, quoted};
use crate::several::{list, next_line, numbers, object, with_pieces};
use crate::values::{Class, Stands, is_passphrase, is_phrase, is_secret};
use std::ops::Range;

/// Returns the values after a sign.
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

/// Returns the secret in quotes: all of the quoted text, or the part after an auth scheme word.
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
    let rest = window(text, start, 300);
    let end = rest
        .find(|char: char| !(char.is_ascii_lowercase() || char == ' '))
        .unwrap_or(rest.len());
    let value = crate::bytes::trimmed(text, start..start + end);
    let spelled = &text[value.clone()];
    let fits = match called.class {
        Class::Phrase => is_phrase(spelled),
        Class::Password => is_passphrase(spelled) && rest[end..].starts_with(['\n', '\r']),
        _ => false,
    };
    fits.then_some(value)
}

/// Returns the default value of a lookup in code: `os.environ.get("X") or "hunter2"`,
/// `${X:-hunter2}`, `echo hunter2`.
fn otherwise(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let line = rest_of_line(text, start, NEAR);
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
    let is_look_up = has_any(
        line,
        "env|default|config|conf|settings|process|get|System|var|lookup",
    );
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
