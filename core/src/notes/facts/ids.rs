//! Addresses and ids: strings that cannot be told in other words.

use crate::shape::shapes;
use crate::shape::words;
use std::collections::BTreeMap;

words! {
    /// What an id is.
    pub enum IdKind {
        /// A web address.
        Url => "url",
        /// `8-4-4-4-12` hexadecimal digits.
        Uuid => "uuid",
        /// At least seven hexadecimal digits, letters and numerals among them: a commit, a digest.
        Hash => "hash",
        /// A key of a tracker: `ABC-123`, `#123`.
        Ticket => "ticket",
        /// Another string of capital letters and numerals: a reservation, a flight.
        Code => "code",
    }
}

shapes! {
    /// An address or an id.
    pub struct Id as "NamedId": Eq {
        /// The string as it stands.
        pub text: String,
        /// What it is.
        pub kind: IdKind,
        /// The index of the message that held it first.
        pub first: usize,
        /// The index of the message that held it last.
        pub message: usize,
    }
}

#[derive(Debug, Default)]
pub(crate) struct Ids {
    all: BTreeMap<String, (usize, Id)>,
}

/// Most ids that one text may add: a listing is no list of facts. Chosen here.
const PER_TEXT: usize = 50;
/// Longest id, in bytes. Chosen here: an address may be long.
const ID_BYTES: usize = 500;

impl Ids {
    /// Reads a text of message `message`.
    pub(crate) fn read(&mut self, text: &str, message: usize) {
        let mut added = 0;
        for (found, kind) in found(text) {
            if let Some((_, id)) = self.all.get_mut(found) {
                id.message = message;
            } else if added < PER_TEXT {
                added += 1;
                let order = self.all.len();
                self.all.insert(
                    found.to_owned(),
                    (
                        order,
                        Id {
                            text: found.to_owned(),
                            kind,
                            first: message,
                            message,
                        },
                    ),
                );
            }
        }
    }

    /// In the order in which they came first.
    pub(crate) fn into_list(self) -> Vec<Id> {
        let mut all: Vec<(usize, Id)> = self.all.into_values().collect();
        all.sort_by_key(|(order, _)| *order);
        all.into_iter().map(|(_, id)| id).collect()
    }
}

/// The ids of a text, in order.
fn found(text: &str) -> Vec<(&str, IdKind)> {
    let mut ids = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let run = run(text, at);
        // Most runs are words without a digit and without a colon, which hold none. Others are
        // looked at again.
        if run.has_colon || run.has_digit {
            words_of(&text[at..run.end], run.has_colon, &mut ids);
        }
        at = run.next;
    }
    ids
}

/// A run without blanks and marks of quotation.
#[derive(Debug, Default)]
struct Run {
    end: usize,
    /// Where the next one begins.
    next: usize,
    has_colon: bool,
    has_digit: bool,
}

fn run(text: &str, start: usize) -> Run {
    let bytes = text.as_bytes();
    let mut run = Run::default();
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        let width = match byte {
            b'\t'..=b'\r' | b' ' | b'"' | b'\'' | b'<' | b'>' | b'`' | b'|' => 0,
            b'0'..=b'9' => {
                run.has_digit = true;
                1
            }
            b':' => {
                run.has_colon = true;
                1
            }
            0..=0x7f => 1,
            _ => match text[at..].chars().next() {
                Some(letter) if !letter.is_whitespace() && !"，。；、）】」".contains(letter) => {
                    letter.len_utf8()
                }
                letter => {
                    (run.end, run.next) = (at, at + letter.map_or(1, char::len_utf8));
                    return run;
                }
            },
        };
        if width == 0 {
            break;
        }
        at += width;
    }
    (run.end, run.next) = (at, at + 1);
    run
}

/// The ids of a run without blanks: one address from where it begins, or the words between signs.
fn words_of<'a>(run: &'a str, has_colon: bool, ids: &mut Vec<(&'a str, IdKind)>) {
    if run.len() < 2 {
        return;
    }
    if let Some(start) = has_colon
        .then(|| run.find("https://").or_else(|| run.find("http://")))
        .flatten()
    {
        let url = run[start..]
            .split([')', ']', '}', ',', '\\'])
            .next()
            .unwrap_or_default()
            .trim_end_matches(['.', ',', ';', ':', '!', '?', '*']);
        // An address with a variable in it is none.
        let is_url = url.len() <= ID_BYTES && url.len() > "https://".len() && !url.contains('$');
        ids.extend(is_url.then_some((url, IdKind::Url)));
        return;
    }
    let is_sign =
        |letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '#' | '_'));
    ids.extend(
        run.split(is_sign)
            .filter_map(|word| Some((word, kind(word)?))),
    );
}

fn kind(word: &str) -> Option<IdKind> {
    if word.len() < 2 || word.len() > 128 {
        return None;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if word.len() == 36
        && [8, 4, 4, 4, 12]
            .into_iter()
            .eq(word.split('-').map(str::len))
        && word
            .bytes()
            .all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
    {
        return Some(IdKind::Uuid);
    }
    if word.strip_prefix('#').is_some_and(is_number) {
        return Some(IdKind::Ticket);
    }
    if let Some((key, number)) = word.split_once('-') {
        let is_key =
            (2..=10).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_key && is_number(number) && !NO_KEYS.contains(&key) {
            return Some(IdKind::Ticket);
        }
    }
    let is_hex = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    if (7..=64).contains(&word.len()) && is_hex(word) && digits < word.len() {
        return Some(IdKind::Hash);
    }
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    let is_code = (5..=24).contains(&word.len()) && capitals > 0 && capitals + digits == word.len();
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (is_code && !NO_KEYS.contains(&letters)).then_some(IdKind::Code)
}

/// Names that look like keys: of encodings, digests and standards.
const NO_KEYS: [&str; 14] = [
    "UTF", "SHA", "ISO", "BASE", "INT", "UINT", "HTTP", "RFC", "MD", "ASCII", "X", "UCS", "CP",
    "CVE",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_known_by_their_shape() {
        let text = "See https://a.example/b?c=1. (http://d.example/e), commit 3f3384abcd28, #12, ABC-7, UTF-8, SHA256, flight HAT136, \
                    id 00c9e235-1016-4abc-8def-0123456789ab; facade 1234567 v1.2.3";
        let ids = found(text);
        assert_eq!(
            ids,
            [
                ("https://a.example/b?c=1", IdKind::Url),
                ("http://d.example/e", IdKind::Url),
                ("3f3384abcd28", IdKind::Hash),
                ("#12", IdKind::Ticket),
                ("ABC-7", IdKind::Ticket),
                ("HAT136", IdKind::Code),
                ("00c9e235-1016-4abc-8def-0123456789ab", IdKind::Uuid),
            ]
        );
    }
}
