//! Takes secrets out of a text before it is written to a disk: private keys, keys of known shapes,
//! tokens of requests, passwords in addresses, and values that a name calls a secret. A placeholder
//! says what stood there and how long it was; lines keep their numbers.
//!
//! What looks like code stays: a secret that is looked up by its name (`os.environ["API_KEY"]`,
//! `process.env.TOKEN`, `${PASSWORD}`) is none.

mod shapes;

mod spoken;

use shapes::{JOINED, NAMES_OF_PLACES, NO_PASSWORDS, PARTED, Parted, SECRET_NAMES, SHAPES, Shape};
use std::ops::Range;

/// Shortest value in quotes, or of a request's header, and shortest one without quotes, in bytes.
/// Chosen here: a shorter one is more often a word.
const QUOTED_BYTES: usize = 8;
const BARE_BYTES: usize = 12;
const HEADER_BYTES: usize = 16;
/// Shortest password without quotes, in bytes. Chosen here: shorter ones are more often words.
const PASSWORD_BYTES: usize = 6;
/// Shortest value of `auth` in base64, in bytes. Chosen here: a name and a password of four.
const AUTH_BYTES: usize = 12;
/// Fewest different bytes of a secret: `xxxxxxxxxxxx` is none. Chosen here.
const DIFFERENT_BYTES: usize = 6;
/// How far in front of `Basic` the word `authorization` may begin, in bytes. Chosen here.
const HEADER_REACH: usize = 24;

/// A text without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The text, with placeholders.
    pub text: String,
    /// How many secrets were taken out.
    pub secrets: u64,
}

struct Found {
    at: Range<usize>,
    kind: &'static str,
}

/// The text with a placeholder in place of each secret.
///
/// ```
/// use conspectus_files::store::redact;
///
/// let redacted = redact("password = \"tr0ub4dor&3\"\nkey = os.environ[\"API_KEY\"]\n");
/// assert_eq!(redacted.text, "password = \"[redacted password, 11 chars]\"\nkey = os.environ[\"API_KEY\"]\n");
/// assert_eq!(redacted.secrets, 1);
/// ```
#[must_use]
pub fn redact(text: &str) -> Redacted {
    let mut found = private_keys(text);
    words(text, &mut found);
    addresses(text, &mut found);
    spoken::cookies(text, &mut found);
    spoken::arguments(text, &mut found);
    // Of two that overlap the one that begins first stands, and of these the longer one.
    found.sort_by_key(|secret| (secret.at.start, std::cmp::Reverse(secret.at.end)));
    let mut result = Redacted {
        text: String::with_capacity(text.len()),
        secrets: 0,
    };
    let mut from = 0;
    for Found { at, kind } in found {
        if at.start < from {
            continue;
        }
        let secret = &text[at.clone()];
        result.text.push_str(&text[from..at.start]);
        result.text.push_str(&format!(
            "[redacted {kind}, {} chars]",
            secret.encode_utf16().count()
        ));
        // Ranges of lines must lead to the same places as before.
        result
            .text
            .extend(secret.bytes().filter(|byte| *byte == b'\n').map(char::from));
        result.secrets += 1;
        from = at.end;
    }
    result.text.push_str(&text[from..]);
    result
}

/// Blocks of PEM that hold a private key. A block without its end goes as far as its lines look
/// like one.
fn private_keys(text: &str) -> Vec<Found> {
    const BEGIN: &str = "-----BEGIN ";
    const DASHES: &str = "-----";
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(BEGIN).map(|at| from + at) {
        from = start + BEGIN.len();
        let Some(label) = text[from..].find(DASHES).map(|at| &text[from..from + at]) else {
            break;
        };
        if label.len() > 64 || !label.contains("PRIVATE KEY") {
            continue;
        }
        let body = from + label.len() + DASHES.len();
        let last = format!("-----END {label}-----");
        let end = text[body..].find(&last).map_or_else(
            || body + unended(&text[body..]),
            |at| body + at + last.len(),
        );
        found.push(Found {
            at: start..end,
            kind: "private key",
        });
        from = end;
    }
    found
}

/// How many bytes belong to a block of PEM whose end is missing.
fn unended(rest: &str) -> usize {
    let is_body = |line: &str| {
        line.contains(": ")
            || line
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+/=\\ \r".contains(&byte))
    };
    let lines = rest
        .split_inclusive('\n')
        .take_while(|line| is_body(line.trim_end_matches('\n')));
    lines
        .map(str::len)
        .sum::<usize>()
        .min(rest.trim_end().len())
}

/// Bytes of a word: of a name, or of a key.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Where the run of bytes from `start` on ends.
fn run(bytes: &[u8], start: usize, holds: impl Fn(u8) -> bool) -> usize {
    start
        + bytes[start..]
            .iter()
            .take_while(|byte| holds(**byte))
            .count()
}

/// What words show: keys by their shape, and values by the name in front of them.
fn words(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let end = run(bytes, at, is_word);
        if let Some((kind, end)) = key(text, at..end) {
            found.push(Found { at: at..end, kind });
        } else if let Some((kind, value)) = parted(text, at..end)
            .or_else(|| header(text, at..end))
            .or_else(|| assigned(text, at..end))
            .or_else(|| spoken::said(text, at..end))
        {
            found.push(Found { at: value, kind });
        }
        at = end;
    }
}

/// Whether bytes are mixed as those of a secret are.
fn is_mixed(value: &[u8]) -> bool {
    let mut seen = [false; 256];
    value
        .iter()
        .for_each(|byte| seen[usize::from(*byte)] = true);
    let different = seen.iter().filter(|seen| **seen).count();
    different >= DIFFERENT_BYTES
        && value.iter().any(u8::is_ascii_digit)
        && value.iter().any(u8::is_ascii_alphabetic)
}

/// A word that is a key by its shape, and where it ends.
fn key(text: &str, word: Range<usize>) -> Option<(&'static str, usize)> {
    let bytes = text.as_bytes();
    let spelled = &text[word.clone()];
    for Shape {
        prefix,
        kind,
        rest,
        exact,
    } in SHAPES
    {
        let Some(rest_of) = spelled.strip_prefix(prefix) else {
            continue;
        };
        let fits = if *exact {
            rest_of.len() == *rest
        } else {
            rest_of.len() >= *rest
        };
        if fits
            && is_mixed(rest_of.as_bytes())
            && (!*exact || !rest_of.contains(|char: char| char.is_ascii_lowercase()))
        {
            return Some((kind, word.end));
        }
    }
    // Shapes with dots between their words.
    for (first, kind, pieces, least) in JOINED {
        let begins = if *pieces == 3 {
            spelled.starts_with(first) && spelled.len() >= *least
        } else {
            spelled == *first
        };
        if !begins {
            continue;
        }
        let mut end = word.end;
        let mut count = 1;
        while count < *pieces && bytes.get(end) == Some(&b'.') {
            let next = run(bytes, end + 1, is_word);
            if next - end <= *least
                || (*pieces == 3 && count == 1 && !text[end + 1..].starts_with(first))
            {
                break;
            }
            (end, count) = (next, count + 1);
        }
        if count == *pieces {
            return Some((kind, end));
        }
    }
    None
}

/// A key of words with a sign between them that begins in a word.
fn parted(text: &str, word: Range<usize>) -> Option<(&'static str, Range<usize>)> {
    let bytes = text.as_bytes();
    PARTED.iter().find_map(
        |Parted {
             first,
             sign,
             words,
             kind,
         }| {
            // The address of a bot says `bot` in front of the digits.
            let start = if first.is_empty() {
                word.start + 3 * usize::from(text[word.clone()].starts_with("bot"))
            } else {
                word.start
            };
            let mut end = word.end;
            for (index, (least, most)) in words.iter().enumerate() {
                let from = if index == 0 { start } else { end + 1 };
                if index > 0 {
                    bytes.get(end).filter(|byte| *byte == sign)?;
                    end = run(bytes, from, is_word);
                }
                if !(*least..=*most).contains(&(end - from)) {
                    return None;
                }
            }
            let head = &bytes[start..word.end];
            let fits = if first.is_empty() {
                head.iter().all(u8::is_ascii_digit)
            } else {
                first.as_bytes().contains(&head[0])
            };
            (fits && is_mixed(&bytes[word.end..end])).then_some((*kind, start..end))
        },
    )
}

/// The value behind `Bearer`, or behind `Basic` in a header of that meaning.
fn header(text: &str, word: Range<usize>) -> Option<(&'static str, Range<usize>)> {
    let bytes = text.as_bytes();
    let spelled = &text[word.clone()];
    let kind = if spelled.eq_ignore_ascii_case("bearer") {
        "bearer token"
    } else if spelled.eq_ignore_ascii_case("basic") {
        let before =
            String::from_utf8_lossy(&bytes[word.start.saturating_sub(HEADER_REACH)..word.start])
                .to_ascii_lowercase();
        before
            .contains("authorization")
            .then_some("basic credentials")?
    } else {
        return None;
    };
    let start = run(bytes, word.end, |byte| byte == b' ');
    let end = run(bytes, start, |byte| {
        is_word(byte) || b".~+/=".contains(&byte)
    });
    let value = bytes.get(start..end)?;
    let is_long = value.len()
        >= if kind == "bearer token" {
            HEADER_BYTES
        } else {
            QUOTED_BYTES
        };
    // Base64 of a name and a password may have no digit.
    let is_secret =
        is_mixed(value) || (kind != "bearer token" && value.iter().any(u8::is_ascii_uppercase));
    (start > word.end && is_long && is_secret).then_some((kind, start..end))
}

/// The value behind a name that calls it a secret.
fn assigned(text: &str, word: Range<usize>) -> Option<(&'static str, Range<usize>)> {
    let bytes = text.as_bytes();
    // A name in quotes may end in them.
    let mut at = run(bytes, word.end, |byte| b"\"'`\\]".contains(&byte));
    at = run(bytes, at, |byte| byte == b' ' || byte == b'\t');
    let sign = *bytes
        .get(at)
        .filter(|byte| **byte == b'=' || **byte == b':')?;
    at += 1;
    if matches!(
        (sign, bytes.get(at)),
        (b'=', Some(b'>')) | (b':', Some(b'='))
    ) {
        at += 1;
    }
    let name: String = text[word]
        .chars()
        .filter(|char| char.is_ascii_alphanumeric())
        .map(|char| char.to_ascii_lowercase())
        .collect();
    // The credentials of a registry, as docker and npm keep them.
    let is_auth = name == "auth";
    let (_, kind) = SECRET_NAMES
        .iter()
        .find(|(ending, _)| name.ends_with(ending))
        .or(is_auth.then_some(&("auth", "basic credentials")))?;
    if NAMES_OF_PLACES.iter().any(|place| name.starts_with(place)) {
        return None;
    }
    let start = run(bytes, at, |byte| byte == b' ' || byte == b'\t');
    let start = start
        + usize::from(
            bytes.get(start) == Some(&b'\\') && matches!(bytes.get(start + 1), Some(b'"' | b'\'')),
        );
    let quote = bytes
        .get(start)
        .copied()
        .filter(|byte| b"\"'`".contains(byte));
    let (value, end) = match quote {
        Some(quote) => {
            let end = run(bytes, start + 1, |byte| byte != quote && byte != b'\n');
            let end = end - usize::from(bytes[start + 1..end].ends_with(b"\\"));
            (bytes.get(start + 1..end)?, end)
        }
        None => {
            let end = run(bytes, start, |byte| {
                !byte.is_ascii_whitespace() && !b",;\"'`&)}]|".contains(&byte)
            });
            (bytes.get(start..end)?, end)
        }
    };
    let start = start + usize::from(quote.is_some());
    if is_auth {
        return is_credentials(value).then_some((kind, start..end));
    }
    let is_bare = quote.is_none() && matches!(*kind, "password" | "account key");
    if is_bare && is_password(value, &bytes[at..start], bytes.get(end)) {
        return Some((kind, start..end));
    }
    let is_long = value.len()
        >= if quote.is_some() {
            QUOTED_BYTES
        } else {
            BARE_BYTES
        };
    (is_long && is_mixed(value) && !is_code(value, quote.is_some())).then_some((kind, start..end))
}

/// Whether a value is base64 of a name and a password.
fn is_credentials(value: &[u8]) -> bool {
    let has = |holds: fn(&u8) -> bool| value.iter().any(holds);
    value.len() >= AUTH_BYTES
        && value.len().is_multiple_of(4)
        && value
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte))
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
}

/// Whether a value without quotes is a password: it holds more than letters, or nothing that is
/// code stands before and behind it.
fn is_password(value: &[u8], before: &[u8], behind: Option<&u8>) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let has_digit = value.iter().any(u8::is_ascii_digit);
    let starts_like_code = value.first().is_some_and(|byte| b"$%/[({<".contains(byte));
    let names_a_place = value.iter().all(is_name) && value.contains(&b'.');
    let small = String::from_utf8_lossy(value).to_lowercase();
    if value.len() < PASSWORD_BYTES
        || starts_like_code
        || names_a_place
        || value.iter().any(|byte| b"([{<".contains(byte))
        || NO_PASSWORDS.contains(&small.as_str())
        || small.contains("://")
    {
        return false;
    }
    let has_sign = value.iter().any(|byte| !is_name(byte) && *byte != b'-');
    // An argument in code goes on with a bracket or a comma, and a name in it holds no sign.
    let is_argument = matches!(behind, Some(b')' | b',' | b']' | b'}'));
    let is_written_close = before.is_empty();
    (has_digit && !is_argument && !value.contains(&b'_'))
        || (has_sign && !is_argument)
        || (is_written_close && !is_argument && !value.contains(&b'_'))
}

/// Whether a value is no secret but says where one is: a call, a place in a list, a template;
/// without quotes also a path of names.
fn is_code(value: &[u8], quoted: bool) -> bool {
    let holds = |bytes: &[u8]| value.iter().any(|byte| bytes.contains(byte));
    let starts = |start: &[u8]| value.starts_with(start);
    holds(b" \t([{<>")
        || starts(b"$")
        || starts(b"%")
        || starts(b"/")
        || (!quoted && holds(b".:"))
        || value.windows(3).any(|three| three == b"://")
}

/// Passwords in addresses: `scheme://user:password@host`.
fn addresses(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(start) = text[from..].find("://").map(|at| from + at + 3) {
        from = start;
        let end = run(bytes, start, |byte| {
            !byte.is_ascii_whitespace() && !b"/\"'`<>?#@\\".contains(&byte)
        });
        let Some(colon) = bytes[start..end].iter().position(|byte| *byte == b':') else {
            continue;
        };
        let password = start + colon + 1..end;
        let is_code = bytes[password.clone()]
            .iter()
            .any(|byte| b"${}()*[]".contains(byte));
        if bytes.get(end) == Some(&b'@') && password.len() >= 3 && !is_code {
            found.push(Found {
                at: password,
                kind: "password",
            });
        }
    }
}
