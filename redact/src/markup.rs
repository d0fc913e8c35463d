//! Values in elements, in attributes next to the name, and in parts of a multipart form.

use crate::assigned::in_quotes;
use crate::behind::NEAR;
use crate::bytes::{before, is_one_of, run_most, window};
use crate::names::Called;
use crate::reading::{VALUE_MOST, bare, blanks, quoted, sign};
use crate::values::{Stands, is_secret};
use std::ops::Range;

/// The text of an element whose name, attribute or neighbour is the name.
pub(crate) fn tag(text: &str, at: usize, end: usize, called: &Called) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let open = |from: usize| -> Option<usize> {
        let rest = window(text, from, NEAR);
        let close = rest.find('>')?;
        (!rest.get(1..close)?.contains(['<', '\n'])).then_some(from + close + 1)
    };
    let in_tag = || {
        let ahead = before(text, end, NEAR);
        ahead
            .rfind(['<', '>', '\n'])
            .is_some_and(|place| ahead.as_bytes()[place] == b'<')
    };
    let from = match bytes.get(at)? {
        b'>' if in_tag() => at + 1,
        // `<key>Password</key><string>..`, `<name>password</name> <value>..`
        b'<' if bytes.get(at + 1) == Some(&b'/') => {
            let next = open(at)?;
            let next =
                next + window(text, next, 64).len() - window(text, next, 64).trim_start().len();
            if bytes.get(next) != Some(&b'<') || bytes.get(next + 1) == Some(&b'/') {
                return None;
            }
            open(next)?
        }
        // `<password encrypted="no">..`
        b' ' if in_tag()
            && before(text, end, NEAR)
                .rfind('<')
                .is_some_and(|place| !before(text, end, NEAR)[place..].contains(' ')) =>
        {
            open(at)?
        }
        _ => return None,
    };
    let rest = window(text, from, VALUE_MOST);
    // An element of its own: `<password><value>..`.
    let rest = rest.trim_start();
    let inner = rest
        .strip_prefix('<')
        .and_then(|rest| rest.split_once('>'))
        .filter(|(name, _)| name.len() < 24 && name.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let rest = inner.map_or(rest, |(_, rest)| rest);
    let rest = rest.strip_prefix("<![CDATA[").unwrap_or(rest);
    let from = from + window(text, from, VALUE_MOST).len() - rest.len();
    let value = crate::bytes::trimmed(text, from..from + rest.find(['<', ']'])?);
    let stands = Stands {
        quoted: true,
        close: true,
        ..Stands::default()
    };
    is_secret(&text[value.clone()], called.class, stands).then_some(value)
}

/// `value="hunter2" name="Password"`: the value comes before the name.
pub(crate) fn ahead(text: &str, end: usize, called: &Called) -> Option<Range<usize>> {
    let ahead = before(text, end, NEAR);
    let open = ahead.rfind(['<', '>', '\n', '{', '}'])?;
    let mark = ["value=\"", "\"value\": \"", "\"value\":\"", "value: \""]
        .iter()
        .find_map(|mark| Some(open + ahead[open..].find(mark)? + mark.len() - 1))?;
    let value = quoted(text, end - ahead.len() + mark)?;
    (value.end < end)
        .then(|| in_quotes(text, value, called, true))
        .flatten()
}

/// `"name": "DB_PASSWORD", "value": "hunter2"`, in JSON, YAML, attributes and arguments.
pub(crate) fn beside(text: &str, at: usize, called: &Called) -> Option<Range<usize>> {
    let rest = window(text, at, NEAR);
    let skipped = rest.len()
        - rest
            .trim_start_matches(|char: char| char.is_whitespace() || ",;\"'\\{-".contains(char))
            .len();
    if skipped == 0 {
        return None;
    }
    let mut skipped = skipped;
    // A row of a query that is told a line each.
    if let Some(place) = rest.find("\n    value: ").filter(|place| *place < 32) {
        skipped = place + 5;
    }
    // A note between both.
    while rest[skipped..].starts_with("# ") {
        let line = rest[skipped..].find('\n')?;
        let behind = &rest[skipped + line..];
        skipped += line + behind.len() - behind.trim_start().len();
    }
    let is_flag = rest[..skipped].ends_with('-');
    let rest = &rest[skipped..];
    let word = rest
        .find(|char: char| !char.is_ascii_alphanumeric() && char != '_')
        .unwrap_or(rest.len());
    let name = rest[..word].to_ascii_lowercase();
    if !is_one_of(
        &name,
        "content|default|defaultvalue|parametervalue|plaintext|secretstring|stringvalue|val|value",
    ) {
        return None;
    }
    let from = at + skipped + word;
    let from = run_most(text.as_bytes(), from, 3, |byte| b"\"'\\".contains(&byte));
    let sign = sign(text, blanks(text, from)).or(is_flag.then_some(from))?;
    let start = blanks(text, sign);
    match quoted(text, start) {
        Some(value) => in_quotes(text, value, called, true),
        None => {
            let value = bare(text, start);
            let stands = Stands {
                close: true,
                ..Stands::default()
            };
            is_secret(&text[value.clone()], called.class, stands).then_some(value)
        }
    }
}

/// Returns the value of a multipart form part: it follows the name after two line breaks.
pub(crate) fn part_of_form(text: &str, at: usize, called: &Called) -> Option<Range<usize>> {
    let rest = window(text, at, 8);
    let breaks = ["\r\n\r\n", "\n\n"]
        .into_iter()
        .find(|breaks| rest.starts_with(breaks))?;
    if !before(text, at, NEAR).contains("name=") {
        return None;
    }
    let value = bare(text, at + breaks.len());
    is_secret(
        &text[value.clone()],
        called.class,
        Stands {
            close: true,
            ..Stands::default()
        },
    )
    .then_some(value)
}
