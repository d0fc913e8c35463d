//! Private keys that take several lines: blocks of PEM and their like, and keys as JSON objects.

use crate::bytes::{before, begins, has_any, is_one_of, lines, run, window};
use crate::mix::is_random;
use crate::{Found, take};

/// Shortest part of a key that is an object, in bytes. Chosen here: 256 bits in base64.
const PART_BYTES: usize = 40;

/// Keys of several lines.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    pem(text, found);
    putty(text, found);
    objects(text, found);
    wallets(text, found);
}

/// Finds PEM blocks that contain a private key. A block without an end line ends at the first line
/// that does not look like part of one.
fn pem(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let is_dash = |byte: u8| byte == b'-' || byte == b' ';
    // What was not found once is not there later.
    let mut endless: Vec<&str> = Vec::new();
    let mut from = 0;
    for (at, begin) in text.match_indices("BEGIN ") {
        if at < from || !(before(text, at, 3) == "---" || before(text, at, 4) == "--- ") {
            continue;
        }
        let name = at + begin.len();
        let Some(length) = window(text, name, 80).find("----") else {
            continue;
        };
        let label = text[name..name + length].trim_end_matches(is_blank_or_dash);
        let is_secret = label.contains("PRIVATE KEY") || label.contains("Static key");
        if !is_secret || label.contains('\n') {
            continue;
        }
        let head = before(text, at, 8);
        let start = at - (head.len() - head.trim_end_matches(is_blank_or_dash).len());
        let body = run(bytes, name + label.len(), is_dash);
        let last = format!("END {label}");
        let end = (!endless.contains(&label))
            .then(|| text[body..].find(&last))
            .flatten();
        let end = match end {
            Some(place) => {
                let end = run(bytes, body + place + last.len(), is_dash);
                end - (end - text[..end].trim_end_matches(' ').len())
            }
            None => {
                endless.push(label);
                body + unended(&text[body..])
            }
        };
        take(found, start..end, "private key");
        from = end;
    }
}

fn is_blank_or_dash(char: char) -> bool {
    char == '-' || char == ' '
}

/// How many bytes belong to a block of PEM whose end is missing.
fn unended(rest: &str) -> usize {
    let is_body = |line: &str| {
        let is_header = window(line, 0, 80)
            .split_once(": ")
            .is_some_and(|(name, _)| {
                name.bytes()
                    .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
            });
        is_header
            || line
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+/=\\ \r\t".contains(&byte))
    };
    let lines = rest
        .split_inclusive('\n')
        .take_while(|line| is_body(line.trim_end_matches('\n')));
    lines
        .map(str::len)
        .sum::<usize>()
        .min(rest.trim_end().len())
}

/// The private lines of a key of PuTTY.
fn putty(text: &str, found: &mut Vec<Found>) {
    const HEAD: &str = "Private-Lines:";
    if !text.contains(HEAD) {
        return;
    }
    let mut left = 0u32;
    for line in lines(text) {
        let spelled = &text[line.clone()];
        if let Some((_, count)) = spelled.split_once(HEAD) {
            left = count.trim().parse().unwrap_or_default();
        } else if left > 0 {
            left -= 1;
            let at = crate::bytes::trimmed(text, line);
            if at.is_empty() || spelled.contains(": ") {
                left = 0;
            } else {
                take(found, at, "private key");
            }
        }
    }
}

/// The private parts of a JSON Web Key.
fn objects(text: &str, found: &mut Vec<Found>) {
    if !text.contains("\"kty\"") && !text.contains("\\\"kty\\\"") {
        return;
    }
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('"') {
        let name = run(bytes, at + 1, |byte| byte.is_ascii_lowercase());
        let is_part = is_one_of(&text[at + 1..name], "d|dp|dq|k|p|q|qi");
        if !is_part || !begins(bytes, at) {
            continue;
        }
        let skip = run(bytes, name, |byte| b"\\\" :".contains(&byte));
        let end = run(bytes, skip, |byte| {
            byte.is_ascii_alphanumeric() || b"-_+/=".contains(&byte)
        });
        if text[name..skip].contains(':')
            && end - skip >= PART_BYTES
            && is_random(&bytes[skip..end])
        {
            take(found, skip..end, "private key");
        }
    }
}

/// Keys of wallets in quotes: 64 hexadecimal digits in a list of accounts.
fn wallets(text: &str, found: &mut Vec<Found>) {
    const MARKS: &str = "accounts|Wallet(|rivateKey|rivate_key|deployer|signer";
    let bytes = text.as_bytes();
    if !has_any(text, MARKS) {
        return;
    }
    for (at, _) in text.match_indices(['"', '\'', '`']) {
        let start = at
            + 1
            + if window(text, at + 1, 2) == "0x" {
                2
            } else {
                0
            };
        let end = crate::bytes::run_most(bytes, start, 65, |byte| byte.is_ascii_hexdigit());
        if end - start != 64
            || !matches!(bytes.get(end), Some(b'"' | b'\'' | b'`'))
            || !is_random(&bytes[start..end])
        {
            continue;
        }
        let ahead = before(text, at, 200);
        let behind = window(text, end, 60);
        let is_hash = has_any(before(text, at, 60), "hash|Hash|tx|digest|sha256");
        if !is_hash
            && MARKS
                .split('|')
                .any(|mark| ahead.contains(mark) || behind.contains(mark))
        {
            take(found, start..end, "private key");
        }
    }
}
