//! Secrets of lines that speak of logging in, without a name of their own.

use crate::Found;
use crate::bytes::{lines, run_most};
use crate::mix::{Mix, is_random};
use crate::placeholders::stands_for;
use std::ops::Range;

/// Shortest and longest secret that is known by its letters alone, in bytes. Chosen here.
pub(crate) const STRONG_BYTES: usize = 8;

pub(crate) const STRONG_MOST: usize = 128;

/// Longest line that is a sentence, in bytes. Chosen here.
const SENTENCE: usize = 400;

/// How many lines a word of logging in speaks for. Chosen here: a call may take several.
const LINES: usize = 3;

/// Words of lines in which somebody logs in.
static LOGINS: [&str; 32] = [
    "jwt.",
    "aes.new(",
    "hmac.",
    "cipher",
    "wifi.begin",
    "credential",
    "creds",
    "login",
    "logon",
    "signin",
    "sign_in",
    "bind",
    "auth",
    "connect",
    "password",
    "passwd",
    "getconnection",
    "passwort",
    "contrase",
    "twilio",
    "client(",
    "pdo(",
    "mysqli",
    "smtp",
    "imap",
    "ftp",
    "ssh",
    "ldap",
    "jdbc",
    "algolia",
    "apikey",
    "api_key",
];

/// Strong passwords that stand in a line which speaks of logging in, without a name.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    let mut left = 0;
    for line in lines(text) {
        let spelled = &text[line.clone()];
        let small = spelled.to_ascii_lowercase();
        if LOGINS.iter().any(|word| small.contains(word)) {
            left = LINES;
        }
        if left > 0 {
            left -= 1;
            in_quotes(text, line.clone(), found);
        }
        if small.contains("password") || small.contains("credential") {
            in_words(text, line, found);
        }
        used_as(text, spelled, &small, found);
    }
}

/// Arguments in quotes.
fn in_quotes(text: &str, line: Range<usize>, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = line.start;
    while at < line.end {
        let quote = bytes[at];
        if !b"\"'`".contains(&quote) {
            at += 1;
            continue;
        }
        let end = run_most(bytes, at + 1, line.end - at - 1, |byte| byte != quote);
        if end >= line.end {
            at += 1;
            continue;
        }
        let ahead = text[line.start..at].trim_end();
        let is_last = ahead.ends_with(',') && bytes.get(end + 1) == Some(&b')');
        let is_argument = ahead
            .strip_suffix('b')
            .unwrap_or(ahead)
            .ends_with([',', '(', '[', ' '])
            && ahead.ends_with([',', '(', '[', 'b'])
            || ahead.ends_with("String")
            || ahead.ends_with("=>");
        if is_argument
            && (is_strong(&text[at + 1..end])
                || is_last && is_argument_of_login(&text[at + 1..end]))
        {
            found.push(Found {
                at: at + 1..end,
                kind: "password",
            });
        }
        at = end + 1;
    }
}

/// Whether the last argument in quotes is a secret: letters of both cases and digits, or hexadecimal.
fn is_argument_of_login(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mix = Mix::of(bytes);
    let is_hex = bytes.len() >= 32 && bytes.iter().all(u8::is_ascii_hexdigit);
    (is_hex
        || bytes.len() >= STRONG_BYTES + 2
            && mix.large > 1
            && mix.small > 1
            && mix.digits > 1
            && mix.signs == 0)
        && is_random(bytes)
        && !crate::values::names_a_secret(word)
}

/// Words of a log.
fn in_words(text: &str, line: Range<usize>, found: &mut Vec<Found>) {
    let mut from = line.start;
    for word in text[line].split(' ') {
        let at = from..from + word.len();
        from = at.end + 1;
        let has_sign = word.contains(['!', '#', '$', '%', '^', '&', '*', '+', '~']);
        if has_sign && is_strong(word) && Mix::of(word.as_bytes()).kinds() == 4 {
            found.push(Found {
                at,
                kind: "password",
            });
        }
    }
}

/// Whether a word is a password by its letters alone.
pub(crate) fn is_strong(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mix = Mix::of(bytes);
    let strong_sign = word.contains(['!', '#', '$', '%', '^', '&', '*', '+', '~', '=', '?']);
    let is_alone = mix.signs == 0
        && mix.small > 2
        && mix.large > 2
        && mix.digits > 2
        && bytes.len() >= 3 * STRONG_BYTES;
    (STRONG_BYTES..=STRONG_MOST).contains(&bytes.len())
        && word.is_ascii()
        && !bytes
            .iter()
            .any(|byte| byte.is_ascii_whitespace() || b"/()[]{}<>\\|,;:\"'`".contains(byte))
        && mix.digits > 0
        && mix.large > 0
        && mix.small > 0
        && (is_alone
            || strong_sign
            || (mix.signs > 0
                && mix.digits > 1
                && mix.different > 8
                && word.starts_with(|char: char| char.is_ascii_alphanumeric())))
        && is_random(bytes)
        && !stands_for(word)
        && !word.starts_with(['$', '%', '-', '@', '.', '#', '*', '&', '+'])
        && !(word.contains('@') && word.contains('.'))
        && !(word.contains('=')
            && word.find('=').is_some_and(|at| {
                at > 1
                    && word[..at]
                        .bytes()
                        .all(|byte| byte.is_ascii_alphabetic() || b"_-".contains(&byte))
            }))
        && !is_file(word)
}

/// `Chart2.yaml`
fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

/// `use hunter2 as the password`, `log in with admin / hunter2`.
fn used_as(text: &str, line: &str, small: &str, found: &mut Vec<Found>) {
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut push = |place: usize, word: &str| {
        let kept = word.trim_matches(['"', '\'', '`', '.', ',', '*']);
        let mix = Mix::of(kept.as_bytes());
        let inside = word.find(kept).unwrap_or_default();
        if kept.len() >= 6
            && mix.digits > 0
            && mix.small + mix.large > 0
            && !kept.contains(['/', '(', '='])
            && !stands_for(kept)
        {
            found.push(Found {
                at: start + place + inside..start + place + inside + kept.len(),
                kind: "password",
            });
        }
    };
    // What is longer is no sentence. `small` has the places of `line`: only ASCII letters changed.
    if line.len() > SENTENCE {
        return;
    }
    for mark in [
        " as the password",
        " as password",
        " as your password",
        " as its password",
        " als passwort",
        " als kennwort",
        " comme mot de passe",
        " como contrase\u{f1}a",
        " como senha",
        " come password",
    ] {
        if let Some(end) = small.find(mark) {
            let from = line[..end].rfind(' ').map_or(0, |place| place + 1);
            push(from, &line[from..end]);
        }
    }
    if [
        "log in",
        "login",
        "sign in",
        "credentials",
        "zugang",
        "anmeld",
    ]
    .iter()
    .any(|word| small.contains(word))
        && let Some(place) = line.find(" / ")
    {
        let from = place + 3;
        let end = line[from..].find(' ').map_or(line.len(), |end| from + end);
        push(from, &line[from..end]);
    }
}
