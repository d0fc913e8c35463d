//! Secrets in sentences.

use crate::bytes::{has_any, is_one_of, rest_of_line, run_most, unquoted, window};
use crate::logins::{STRONG_BYTES, STRONG_MOST};
use crate::mix::Mix;
use crate::names::Called;
use crate::reading::{bare, blanks, quoted, sign};
use crate::several::next_line;
use crate::values::{Class, Stands, is_passphrase, is_secret};
use std::ops::Range;

/// How far after a name its value may follow in a sentence, in bytes and in words. Chosen here.
const TOLD: usize = 112;

const TOLD_WORDS: usize = 9;

/// Between a name and its value.
pub(crate) static SAYS: &str = "-|->|=|adalah|are|becomes|being|changed|e'|era|es|est|este|heter|is|ist|jest|lautet|lyder|now|olan|reset|sera|ser\u{e1}|set|to|war|was|\u{91}|\u{e8}|\u{e9}|\u{15f}u|\u{44d}\u{442}\u{43e}|\u{2013}|\u{2014}";

/// Between a name and the words that say which one it is.
static LINKS: &str = "al|am|d'acc\u{e8}s|d'api|da|de|del|della|dello|der|des|di|dla|do|dos|du|en|for|from|fuer|\
    f\u{f6}r|f\u{fc}r|im|in|na|nova|nueva|nuova|of|on|para|per|por|pour|pro|temporal|the|til|\
    till|to|van|vom|von|voor|zum|zur|\u{434}\u{43b}\u{44f}|\u{43a}|\u{43d}\u{430}|\
    \u{43e}\u{442}|\u{443}";

/// Words said about passwords that are not passwords.
pub(crate) static OF_HASHES: &str = "sha1|sha2|sha5|md5|bcrypt|argon2|base64|pbkdf2|utf-8|utf8";

/// Returns the value that a sentence states after the name that ends at `end`: `the password of the
/// database is hunter2`.
pub(crate) fn told(text: &str, end: usize, called: &Called) -> Option<Range<usize>> {
    if called.short || called.class == Class::Code {
        return None;
    }
    let line = rest_of_line(text, end, TOLD);
    let mut at = end;
    let last = end + line.len();
    let mut first = true;
    for _ in 0..TOLD_WORDS {
        let start = blanks(text, at);
        if start >= last {
            return None;
        }
        let rest = &text[start..last];
        if let Some(group) = rest.strip_prefix('(') {
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
        if is_one_of(&small, SAYS) && length > 0 && (!first || at > start) {
            let sign = run_most(text.as_bytes(), at, 1, |byte| byte == b':');
            if let Some(found) = value(text, sign, called) {
                return Some(found);
            }
            first = false;
            continue;
        }
        let is_word = word
            .chars()
            .all(|char| char.is_alphanumeric() || "-_'\u{2019}".contains(char));
        if (first && !is_one_of(&small, LINKS)) || !is_word || length != word.len() {
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
    if window(text, start, 1) == "\n" {
        return next_line(text, start, called);
    }
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
    if in_quotes && called.class == Class::Password && is_passphrase(spelled) {
        return Some(value);
    }
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
        && !has_any(&small, OF_HASHES)
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
