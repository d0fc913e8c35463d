//! Secrets that no name with a sign of assignment stands before: cookies, arguments of commands, and
//! passwords that people tell.

use super::shapes::{FLAGS, Flag, NO_PASSWORDS, OF_COOKIES, SAID, SAYS};
use super::{Found, is_mixed, run};
use std::ops::Range;

/// Shortest value of a cookie, and shortest password of an argument, in bytes. Chosen here.
const COOKIE_BYTES: usize = 8;
const ARGUMENT_BYTES: usize = 3;
/// Shortest password that people tell, in bytes, and longest one. Chosen here.
const SAID_BYTES: (usize, usize) = (4, 64);

/// The values of cookies, in headers.
pub(super) fn cookies(text: &str, found: &mut Vec<Found>) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare =
            line.trim_start_matches(|char: char| char.is_whitespace() || "<>\"'`-H".contains(char));
        let start = at + line.len() - bare.len();
        at += line.len();
        let header = ["cookie:", "set-cookie:"].iter().find(|name| {
            bare.get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name))
        });
        if let Some(name) = header {
            values(text, start + name.len()..at, found);
        } else if let Some(place) = line
            .to_ascii_lowercase()
            .find("-h 'cookie:")
            .or_else(|| line.to_ascii_lowercase().find("-h \"cookie:"))
        {
            values(
                text,
                at - line.len() + place + "-h 'cookie:".len()..at,
                found,
            );
        }
    }
}

/// The values of `name=value; name=value`.
fn values(text: &str, at: Range<usize>, found: &mut Vec<Found>) {
    let mut from = at.start;
    for pair in text[at].split(';') {
        let start = from;
        from += pair.len() + 1;
        let Some((name, value)) = pair.split_once('=') else {
            continue;
        };
        let end = value
            .find(|char: char| char.is_whitespace() || "\"'`".contains(char))
            .unwrap_or(value.len());
        let secret = &value[..end];
        let is_secret = secret.len() >= COOKIE_BYTES
            && (is_mixed(secret.as_bytes()) || secret.len() >= 2 * COOKIE_BYTES)
            && !secret.starts_with('[')
            && !OF_COOKIES.contains(&name.trim().to_ascii_lowercase().as_str());
        if is_secret {
            let start = start + name.len() + 1;
            found.push(Found {
                at: start..start + end,
                kind: "cookie",
            });
        }
    }
}

/// Passwords in arguments of commands.
pub(super) fn arguments(text: &str, found: &mut Vec<Found>) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let known = FLAGS.iter().any(|(command, ..)| line.contains(command));
        if known {
            in_line(line, at, found);
        }
        at += line.len();
    }
}

fn in_line(line: &str, at: usize, found: &mut Vec<Found>) {
    let words = words(line);
    let mut command = "";
    for (index, word) in words.iter().enumerate() {
        let spelled = &line[word.clone()];
        let name = spelled.trim_matches(['"', '\'', '`', '(', '$', '|', ';', '&']);
        let name = name.rsplit('/').next().unwrap_or(name);
        if let Some((known, ..)) = FLAGS.iter().find(|(known, ..)| *known == name) {
            command = known;
            continue;
        }
        if spelled.ends_with(['|', ';']) || spelled == "&&" {
            command = "";
            continue;
        }
        for (_, flag, how) in FLAGS.iter().filter(|(of, ..)| *of == command) {
            let Some(rest) = spelled.strip_prefix(flag) else {
                continue;
            };
            let joined = word.end - rest.len()..word.end;
            let value = match (rest, how) {
                ("", Flag::Joined) => None,
                ("", _) => words.get(index + 1).cloned(),
                (_, Flag::Joined) => Some(joined),
                (_, Flag::Pair) if flag.len() == 2 => Some(joined),
                _ => None,
            };
            let Some(value) = value.map(|value| unquoted(line, value)) else {
                continue;
            };
            if *how == Flag::Cookie {
                let mut inside = Vec::new();
                values(line, value, &mut inside);
                found.extend(inside.into_iter().map(|secret| Found {
                    at: at + secret.at.start..at + secret.at.end,
                    kind: secret.kind,
                }));
                continue;
            }
            let value = match how {
                Flag::Pair => match line[value.clone()].find(':') {
                    Some(colon) => value.start + colon + 1..value.end,
                    None => continue,
                },
                _ => value,
            };
            let secret = &line[value.clone()];
            if secret.len() >= ARGUMENT_BYTES && !secret.starts_with(['$', '%', '<', '[', '{', '-'])
            {
                found.push(Found {
                    at: at + value.start..at + value.end,
                    kind: "password",
                });
            }
        }
    }
}

/// The words of a line as a shell parts them; quotes stay.
fn words(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        at = run(bytes, at, |byte| byte.is_ascii_whitespace());
        let start = at;
        let mut quote = None;
        while at < bytes.len() {
            match (quote, bytes[at]) {
                (None, byte) if byte.is_ascii_whitespace() => break,
                (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
            at += 1;
        }
        // A quote that is not closed is an apostrophe.
        if quote.is_some() {
            at = start + run(&bytes[start..], 0, |byte| !byte.is_ascii_whitespace());
        }
        if at > start {
            words.push(start..at);
        }
    }
    words
}

fn unquoted(line: &str, word: Range<usize>) -> Range<usize> {
    let text = &line[word.clone()];
    let bare = text.trim_start_matches(['"', '\'', '`']);
    let start = word.end - bare.len();
    start..start + bare.trim_end_matches(['"', '\'', '`', ';', ')']).len()
}

/// The password that somebody tells: `the password is hunter2`.
pub(super) fn said(text: &str, word: Range<usize>) -> Option<(&'static str, Range<usize>)> {
    let small = text[word.clone()].to_ascii_lowercase();
    if !SAID.contains(&small.as_str()) {
        return None;
    }
    let bytes = text.as_bytes();
    let blank = |byte: u8| byte == b' ' || byte == b'\t';
    let verb = run(bytes, word.end, blank);
    let end = run(bytes, verb, |byte| byte.is_ascii_alphabetic());
    let says = text.get(verb..end)?.to_ascii_lowercase();
    if verb == word.end || !SAYS.contains(&says.as_str()) {
        return None;
    }
    let start = run(bytes, end, |byte| blank(byte) || byte == b':');
    let quote = bytes
        .get(start)
        .copied()
        .filter(|byte| b"\"'`".contains(byte));
    let start = start + usize::from(quote.is_some());
    let end = match quote {
        Some(quote) => run(bytes, start, |byte| byte != quote && byte != b'\n'),
        None => run(bytes, start, |byte| {
            !byte.is_ascii_whitespace() && !b"\"'`<>".contains(&byte)
        }),
    };
    let value = text.get(start..end)?;
    let value = if quote.is_some() {
        value
    } else {
        value.trim_end_matches(['.', ',', ';', '!', '?', ')', ':'])
    };
    let holds = |has: fn(char) -> bool| value.chars().any(has);
    let is_word = value
        .chars()
        .all(|char| char.is_alphabetic() || char == '-' || char == '\'');
    let is_secret = (SAID_BYTES.0..=SAID_BYTES.1).contains(&value.len())
        && !value.starts_with(['[', '$', '{', '(', '%'])
        && !NO_PASSWORDS.contains(&value.to_lowercase().as_str())
        && (!is_word || (quote.is_some() && value.len() >= 2 * SAID_BYTES.0))
        && (quote.is_some() || holds(|char| char.is_ascii_digit() || char.is_ascii_punctuation()))
        && !value.contains("://");
    is_secret.then(|| ("password", start..start + value.len()))
}
