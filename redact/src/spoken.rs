//! Secrets that people tell, and those that stand in a line which speaks of one.

use crate::Found;
use crate::bytes::{lines, run_most, unquoted, window};
use crate::names::Called;
use crate::reading::{bare, blanks, quoted, sign};
use crate::values::{Class, Mix, Stands, is_random, is_secret, stands_for};
use std::ops::Range;

/// How far behind a name its value is told, in bytes, and in how many words. Chosen here.
const TOLD: usize = 112;
const TOLD_WORDS: usize = 9;
/// Shortest and longest secret that is known by its letters alone, in bytes. Chosen here.
const STRONG_BYTES: usize = 8;
const STRONG_MOST: usize = 128;
/// Longest line that is a sentence, in bytes. Chosen here.
const SENTENCE: usize = 400;
/// How many lines a word of logging in speaks for. Chosen here: a call may take several.
const LINES: usize = 3;

/// Between a name and its value.
static SAYS: [&str; 27] = [
    "is",
    "was",
    "are",
    "ist",
    "lautet",
    "war",
    "est",
    "es",
    "era",
    "ser\u{e1}",
    "sera",
    "\u{e8}",
    "\u{e9}",
    "e'",
    "\u{44d}\u{442}\u{43e}",
    "\u{2014}",
    "\u{2013}",
    "-",
    "->",
    "jest",
    "to",
    "set",
    "being",
    "now",
    "becomes",
    "\u{91}",
    "=",
];
/// Between a name and the words that say which one it is.
static LINKS: [&str; 40] = [
    "for",
    "of",
    "on",
    "in",
    "to",
    "from",
    "the",
    "f\u{fc}r",
    "fuer",
    "von",
    "vom",
    "der",
    "des",
    "zum",
    "zur",
    "im",
    "am",
    "de",
    "del",
    "della",
    "dello",
    "di",
    "da",
    "do",
    "dos",
    "du",
    "d'acc\u{e8}s",
    "d'api",
    "pour",
    "para",
    "per",
    "por",
    "en",
    "\u{43e}\u{442}",
    "\u{434}\u{43b}\u{44f}",
    "\u{43a}",
    "\u{43d}\u{430}",
    "\u{443}",
    "al",
    "pour",
];
/// What is told of passwords and is none.
static OF_HASHES: [&str; 10] = [
    "sha1", "sha2", "sha5", "md5", "bcrypt", "argon2", "base64", "pbkdf2", "utf-8", "utf8",
];

/// The value that a sentence tells behind the name which ends at `end`: `the password of the
/// database is hunter2`.
pub(crate) fn told(text: &str, end: usize, called: &Called) -> Option<Range<usize>> {
    if called.short || matches!(called.class, Class::Random | Class::Code) {
        return None;
    }
    let line = window(text, end, TOLD);
    let line = line.split('\n').next().unwrap_or(line);
    let mut at = end;
    let last = end + line.len();
    let mut first = true;
    for _ in 0..TOLD_WORDS {
        let start = blanks(text, at);
        if start >= last {
            return None;
        }
        let rest = &text[start..last];
        if first && let Some(group) = rest.strip_prefix('(') {
            at = start + 1 + group.find(')')? + 1;
            first = false;
            let sign = run_most(text.as_bytes(), at, 2, |byte| byte == b':' || byte == b'=');
            if sign > at {
                return value(text, sign, called);
            }
            continue;
        }
        let length = rest
            .find(|char: char| char.is_whitespace() || ":=\u{ff1a}".contains(char))
            .unwrap_or(rest.len());
        let word = rest[..length].trim_matches(['*', '"', '`', ',']);
        let small = word.to_lowercase();
        at = start + length;
        if SAYS.contains(&small.as_str()) && length > 0 && (!first || at > start) {
            let sign = run_most(text.as_bytes(), at, 1, |byte| byte == b':');
            // `to` and `set` lead to a value only behind each other.
            let weak = ["to", "set", "now", "-"].contains(&small.as_str());
            if let Some(found) = value(text, sign, called) {
                return Some(found);
            }
            if !weak {
                return None;
            }
            first = false;
            continue;
        }
        let is_word = word
            .chars()
            .all(|char| char.is_alphanumeric() || "-_'\u{2019}".contains(char));
        if (first && !LINKS.contains(&small.as_str())) || !is_word || length != word.len() {
            return None;
        }
        first = false;
        if let Some(sign) = sign(text, at).filter(|_| at < last) {
            return value(text, sign, called);
        }
    }
    None
}

fn value(text: &str, from: usize, called: &Called) -> Option<Range<usize>> {
    let start = blanks(text, from);
    let (value, in_quotes) = match quoted(text, start) {
        Some(value) => (value, true),
        None => {
            let value = bare(text, start);
            let kept =
                text[value.clone()].trim_end_matches(['.', ',', ';', '!', '?', ')', ':', '*']);
            (value.start..value.start + kept.len(), false)
        }
    };
    let value = unquoted(text, value);
    let spelled = &text[value.clone()];
    let mix = Mix::of(spelled.as_bytes());
    let small = spelled.to_ascii_lowercase();
    let is_word = mix.digits == 0 && mix.signs == 0;
    let is_compound = mix.digits == 0
        && spelled
            .chars()
            .all(|char| char.is_alphabetic() || "-'._/".contains(char));
    let fits = if in_quotes {
        !is_word || spelled.len() >= STRONG_BYTES
    } else {
        !is_word && !is_compound && spelled.len() <= STRONG_MOST
    };
    let stands = Stands {
        quoted: in_quotes,
        ..Stands::default()
    };
    let all_digits = mix.digits == spelled.len() && called.class != Class::Pin;
    (fits
        && !all_digits
        && spelled.len() >= 4
        && !OF_HASHES.iter().any(|hash| small.contains(hash))
        && (is_secret(spelled, called.class, stands)
            || called.class == Class::Password
                && (mix.digits > 0 || mix.signs > 0)
                && spelled.len() < 6
                && is_secret(
                    spelled,
                    called.class,
                    Stands {
                        close: true,
                        ..stands
                    },
                )))
    .then_some(value)
}

/// Words of lines in which somebody logs in.
static LOGINS: [&str; 27] = [
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
        let is_argument =
            ahead.ends_with([',', '(', '[']) || ahead.ends_with("String") || ahead.ends_with("=>");
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
fn is_strong(word: &str) -> bool {
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
