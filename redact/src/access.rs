//! Access words in many languages. A word near one of them can be a password by its characters
//! alone.

use crate::bytes::{has_any, is_one_of, lines, unquoted};
use crate::logins::is_strong;
use crate::mix::{Mix, is_scrambled};
use crate::{Found, take};
use std::ops::Range;

/// Longest line that is searched, in bytes. Chosen here.
const LINE_MOST: usize = 400;

/// Words of access, in small letters.
const WORDS: &str = "acces|acceso|access|accesso|acc\u{e8}s|acesso|anmeldedaten|anmeldung|connexion|\
    credenciais|credenciales|credentials|credenziali|creds|dost\u{119}p|identifiants|\
    kennwort|log-in|login|logins|logon|passwd|pw|pwd|p\u{159}\u{ed}stup|toegang|zugang|\
    zugangsdaten|zug\u{e4}nge|\u{432}\u{445}\u{43e}\u{434}|\
    \u{434}\u{43e}\u{441}\u{442}\u{443}\u{43f}|\u{30ed}\u{30b0}\u{30a4}\u{30f3}|\
    \u{30ed}\u{30b0}\u{30a4}\u{30f3}\u{60c5}\u{5831}|\u{5e10}\u{53f7}|\u{767b}\u{5f55}|\
    \u{8a8d}\u{8a3c}\u{60c5}\u{5831}|\u{8d26}\u{53f7}|\u{acc4}\u{c815}|\
    \u{b85c}\u{adf8}\u{c778}|\u{c811}\u{c18d}";

/// Those that speak of the password itself.
const SURE: &str = "anmeldedaten|credenciais|credenciales|credential|credentials|credenziali|creds|identifiants|\
    kennwort|passwd|pw|pwd|zugangsdaten";

/// Whether the name of a column speaks of access.
pub(crate) fn is_column(cell: &str) -> bool {
    cell.len() <= 40
        && cell
            .to_lowercase()
            .split(|char: char| !char.is_alphanumeric() && char != '-')
            .any(|word| is_one_of(word, WORDS))
}

/// The password of a cell that holds a name and a password, or a password alone.
pub(crate) fn of_cell(text: &str, cell: Range<usize>) -> Option<Range<usize>> {
    let spelled = &text[cell.clone()];
    if spelled.contains("://") {
        return None;
    }
    let parted = [" / ", " // ", " : ", ": ", " | ", ":", "/", ", "]
        .iter()
        .find_map(|sign| spelled.find(sign).map(|place| place + sign.len()));
    let value = unquoted(
        text,
        crate::bytes::trimmed(text, cell.start + parted.unwrap_or(0)..cell.end),
    );
    let secret = &text[value.clone()];
    let mix = Mix::of(secret.as_bytes());
    let mixed = mix.is_mixed() && mix.kinds() > 2;
    let is_date = secret
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"-:.TZ".contains(&byte));
    (secret.len() >= 6
        && !secret.contains([' ', '(', '@', '<'])
        && !is_date
        && !crate::placeholders::stands_for(secret)
        && (mixed || parted.is_some() && mix.is_mixed() || is_scrambled(secret.as_bytes())))
    .then_some(value)
}

/// Strong passwords in lines that speak of access.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    for line in lines(text) {
        let spelled = &text[line.clone()];
        // A password has digits.
        if spelled.len() > LINE_MOST || !spelled.bytes().any(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let small = spelled.to_lowercase();
        let speaks = |known: &str| {
            small
                .split(|char: char| !char.is_alphanumeric())
                .any(|word| is_one_of(word, known))
        };
        let is_sure = speaks(SURE)
            || has_any(
                &small,
                "temporary password|generated password|initial password|password attempt",
            );
        let logs_in = "get in with|log in with|sign in with|ssh ";
        if !is_sure && !speaks(WORDS) && !has_any(spelled, logs_in) {
            continue;
        }
        let mut from = line.start;
        for word in spelled.split([' ', '/', '|', '\t']) {
            let at = from..from + word.len();
            from = at.end + 1;
            let kept = unquoted(text, at);
            let length = text[kept.clone()]
                .trim_end_matches([',', '.', ';', ')'])
                .len();
            let kept = kept.start..kept.start + length;
            let paired = text[line.start..kept.start].ends_with(" / ");
            if is_likely(&text[kept.clone()], is_sure || paired) {
                take(found, kept, "password");
            }
        }
    }
}

/// Returns true if a word near an access word is a password. Near a sure one, fewer signs are
/// enough.
fn is_likely(word: &str, is_sure: bool) -> bool {
    let mix = Mix::of(word.as_bytes());
    let signs = word.matches(['!', '#', '$', '%', '^', '*', '~']).count();
    let is_address = word.contains(['?', '&']) && word.contains('=') || word.contains("%2F");
    let is_chance = is_sure
        && word.is_ascii()
        && mix.digits > 0
        && mix.letters() > 3
        && !word.contains(['(', '{', '[', '<', '"', '=', '\\', '@', ':'])
        && !word.starts_with(['$', '%', '-'])
        && (word.len() >= 10 && mix.digits > 1 && mix.large > 2 && mix.small > 2
            || word.len() >= 8 && signs > 1);
    !is_address
        && !crate::placeholders::stands_for(word)
        && (mix.kinds() == 4 && is_strong(word) || is_chance)
}
