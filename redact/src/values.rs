//! Whether a value is a secret: how mixed it is, and whether it is code.

use crate::bytes::{has_any, is_one_of};
use crate::mix::{DIFFERENT_BYTES, LARGE_OF_100, Mix, RANDOM_BYTES, is_random};
use crate::phrases::OF_SENTENCES;
use crate::placeholders::{NO_PASSWORDS, stands_for};

/// Shortest key in quotes and without, and one whose name says little, in bytes. Chosen here: a
/// shorter one is more often a word.
const QUOTED_BYTES: usize = 8;

const BARE_BYTES: usize = 8;

/// Shortest password, in bytes. Chosen here: shorter ones are more often words.
const PASSWORD_BYTES: usize = 6;

const CLOSE_BYTES: usize = 4;

/// Longest password, in bytes. Chosen here: what is longer is a text.
const PASSWORD_MOST: usize = 512;

/// What a name says of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Password,
    Key,
    Random,
    Pin,
    Phrase,
    Code,
}

/// The context of a value.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stands {
    /// In quotes.
    pub quoted: bool,
    /// Directly after the sign.
    pub close: bool,
    /// As an argument in code: a bracket or comma follows it.
    pub argument: bool,
    /// After a flag of a command, so that it counts as a value whatever it looks like.
    pub flag: bool,
}

/// Whether a value of this class is a secret.
pub(crate) fn is_secret(value: &str, class: Class, stands: Stands) -> bool {
    let bytes = value.as_bytes();
    if bytes.len() > PASSWORD_MOST && class != Class::Key {
        return false;
    }
    if stands_for(value) || value.starts_with("[redacted ") {
        return false;
    }
    match class {
        Class::Password => is_password(value, stands) || stands.quoted && is_passphrase(value),
        Class::Key => is_key(value, stands, QUOTED_BYTES, BARE_BYTES),
        Class::Random => {
            let mix = Mix::of(bytes);
            is_key(value, stands, RANDOM_BYTES, RANDOM_BYTES)
                && mix.large > 1
                && mix.small > 1
                && mix.digits > 0
        }
        Class::Pin => {
            (4..=8).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_digit)
                || is_key(value, stands, QUOTED_BYTES, BARE_BYTES) && Mix::of(bytes).letters() > 0
        }
        Class::Phrase => is_phrase(value) || is_key(value, stands, RANDOM_BYTES, RANDOM_BYTES),
        Class::Code => is_code_of_list(value),
    }
}

/// Returns true if a value is a short code of the kind that appears several times in a list.
pub(crate) fn is_code_of_list(value: &str) -> bool {
    let letters = value.bytes().filter(u8::is_ascii_alphanumeric).count();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    // Two groups of random letters: `ntoqz-opmye`.
    let in_groups = value
        .split_once('-')
        .is_some_and(|(first, second)| first.len() == second.len() && first.len() > 3);
    (6..=24).contains(&letters)
        && (digits > 0 || in_groups)
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b' ')
}

fn is_key(value: &str, stands: Stands, quoted: usize, bare: usize) -> bool {
    let bytes = value.as_bytes();
    let least = if stands.quoted || stands.flag {
        quoted
    } else {
        bare
    };
    bytes.len() >= least
        && !bytes.iter().any(|byte| byte.is_ascii_whitespace())
        && !is_code(value, stands.quoted)
        && (is_random(bytes)
            || is_numbered(value)
            || is_chosen(value)
            || is_base32(bytes)
            || bytes.len() >= 2 * RANDOM_BYTES
                && bytes.iter().all(u8::is_ascii_digit)
                && Mix::of(bytes).different > DIFFERENT_BYTES)
}

/// Only large letters and the digits 2 to 7, as the secrets of one-time passwords are.
pub(crate) fn is_base32(value: &[u8]) -> bool {
    value.len() >= RANDOM_BYTES
        && Mix::of(value).different >= 2 * DIFFERENT_BYTES
        && value
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(byte) || *byte == b'=')
}

/// Returns true if a value is words with digits, as people choose passwords: uppercase and
/// lowercase letters, and digits at the end.
fn is_chosen(value: &str) -> bool {
    let mix = Mix::of(value.as_bytes());
    mix.large > 0
        && mix.small > 2
        && mix.digits > 1
        && value.starts_with(|char: char| char.is_ascii_uppercase())
        && !names_a_secret(value)
}

/// Whether a value is a password.
fn is_password(value: &str, stands: Stands) -> bool {
    let bytes = value.as_bytes();
    let mix = Mix::of(bytes);
    let small = value.to_lowercase();
    let least = if stands.close || stands.quoted || stands.flag {
        CLOSE_BYTES
    } else {
        PASSWORD_BYTES
    };
    if bytes.len() < least
        || is_one_of(&small, NO_PASSWORDS)
        || small.contains("://")
        || bytes.iter().any(|byte| byte.is_ascii_whitespace())
        || mix.different < 3
    {
        return false;
    }
    let code = is_code_password(value, stands);
    if stands.flag {
        return !code;
    }
    if mix.digits > 0 && mix.letters() == 0 && mix.signs == 0 {
        return stands.quoted || bytes.len() >= PASSWORD_BYTES;
    }
    let has_sign = value
        .bytes()
        .any(|byte| byte.is_ascii_punctuation() && !b"_-.:/".contains(&byte));
    if stands.quoted {
        return !code
            && (mix.digits > 0 || has_sign || bytes.len() >= PASSWORD_BYTES + 2 || stands.close)
            && (mix.letters() > 0 || has_sign)
            && (mix.digits > 0 || has_sign || !value.contains(['-', '_', '.', ':', '/', '%']));
    }
    if code {
        return false;
    }
    let strong = mix.kinds() >= 3 && mix.digits > 0 && is_random(bytes);
    let named = value.contains('_') && !strong && mix.large == 0;
    is_numbered(value)
        || strong && (!stands.argument || has_sign || mix.kinds() == 4)
        // Letters of both cases that are no words.
        || (mix.letters() == bytes.len()
            && mix.different >= DIFFERENT_BYTES + 2
            && bytes.len() >= 2 * CLOSE_BYTES + 2
            && LARGE_OF_100.contains(&mix.large_of_100())
            && !stands.argument
            && !names_a_secret(value))
        || is_hex(bytes)
        || (mix.digits > 0 && !stands.argument && !named)
        || (has_sign && !stands.argument)
        || (stands.close && !stands.argument && !value.contains('_'))
}

fn is_hex(value: &[u8]) -> bool {
    value.len() >= RANDOM_BYTES && value.iter().all(u8::is_ascii_hexdigit) && is_random(value)
}

/// Returns true if a value in the position of a password is code: a call, a reference to another
/// value, a type.
fn is_code_password(value: &str, stands: Stands) -> bool {
    let bytes = value.as_bytes();
    let mix = Mix::of(bytes);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let strong = mix.kinds() >= 3 && mix.digits > 1 && !names_a_secret(value);
    let starts = |signs: &[u8]| bytes.first().is_some_and(|byte| signs.contains(byte));
    // Jenkins writes an encrypted one in braces.
    if value.len() >= 24
        && starts(b"{")
        && value.ends_with('}')
        && is_random(bytes)
        && !value.contains([':', '.', '(', ' ', '-', '_'])
    {
        return false;
    }
    if starts(b"[({<") || (starts(b"$%") && !(strong && mix.large > 0)) {
        return true;
    }
    if starts(b"/") && value.matches('/').count() > 1 {
        return true;
    }
    if value.contains("${") || value.contains("{{") || value.contains("$(") {
        return true;
    }
    // A call, or a place in a list.
    if !stands.quoted
        && value
            .find(['(', '['])
            .is_some_and(|at| at > 0 && bytes[..at].iter().all(is_name))
    {
        return true;
    }
    if stands.quoted {
        return bytes.iter().all(is_name) && names_a_secret(value) && !strong;
    }
    // A path of names: `settings.db.password2`.
    let is_path = bytes.iter().all(is_name)
        && value.contains('.')
        && !value.starts_with(|char: char| char.is_ascii_uppercase())
        && !(mix.kinds() == 4 && mix.digits > 1);
    let is_constant = mix.small == 0 && mix.large > 3 && value.contains('_');
    is_path || is_constant || (bytes.iter().all(is_name) && names_a_secret(value) && !stands.flag)
}

/// Whether a value is the name of a secret: `db_password`.
pub(crate) fn names_a_secret(value: &str) -> bool {
    let small = value.to_ascii_lowercase();
    has_any(
        &small,
        "passw|secret|token|pwd|credential|apikey|api_key|api-key",
    )
}

/// Returns true if a value is not a secret but refers to one: a call, an index, a template;
/// unquoted, also a path of names.
fn is_code(value: &str, quoted: bool) -> bool {
    let bytes = value.as_bytes();
    let holds = |signs: &[u8]| bytes.iter().any(|byte| signs.contains(byte));
    let starts = |start: &str| value.starts_with(start);
    let mix = Mix::of(bytes);
    let path = bytes
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_.:".contains(byte));
    holds(b" \t([{<>")
        || starts("$")
        || (starts("%") && value.ends_with('%'))
        || starts("./")
        || starts("~/")
        || (starts("/") && value.matches('/').count() > 1 && !value.ends_with('=') && mix.large < 4)
        || (!quoted
            && path
            && holds(b".:")
            // A token of Vault.
            && !(value.starts_with("s.") && bytes.len() == 26 && is_random(&bytes[2..]))
            && !(mix.kinds() == 4 && mix.digits > 2)
            && !(value.starts_with(|char: char| char.is_ascii_digit())))
        || (names_a_secret(value) && is_name(bytes) && mix.digits < 4)
        || value.contains("://")
        || (mix.small == 0 && mix.large > 3 && value.contains('_') && is_words_of_constant(bytes))
}

fn is_name(value: &[u8]) -> bool {
    value
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte))
}

/// `OPENAI_API_KEY_2`
fn is_words_of_constant(value: &[u8]) -> bool {
    value.split(|byte| *byte == b'_').all(|part| {
        let digits = part.iter().filter(|byte| byte.is_ascii_digit()).count();
        digits == 0 || digits == part.len() || digits <= 1
    })
}

/// A password of several words: `correct horse battery staple`.
pub(crate) fn is_passphrase(value: &str) -> bool {
    (4..=8).contains(&value.split(' ').count())
        && value.split(' ').all(|word| {
            (3..=10).contains(&word.len())
                && word.bytes().all(|byte| byte.is_ascii_lowercase())
                && !is_one_of(word, NO_PASSWORDS)
                && !is_one_of(word, OF_SENTENCES)
                && !names_a_secret(word)
        })
}

/// Returns true if a value is words and a number, as people choose them:
/// `glacier-saddle-rocket-89`.
pub(crate) fn is_numbered(value: &str) -> bool {
    let digits = value.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (words, number) = value.split_at(value.len() - digits);
    let words = words.strip_suffix('-').unwrap_or(words);
    // Four words and more need no number.
    ((2..=4).contains(&number.len()) || number.is_empty() && words.split('-').count() > 3)
        && words.contains('-')
        && !names_a_secret(words)
        && words
            .split('-')
            .all(|word| word.len() > 4 && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Several words in small letters, as those that a wallet is restored from.
pub(crate) fn is_phrase(value: &str) -> bool {
    let words: Vec<&str> = value.split_whitespace().collect();
    (11..=25).contains(&words.len())
        && words.iter().all(|word| {
            (3..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase())
        })
}
