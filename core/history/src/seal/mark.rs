//! The mark of our own message: ten letters that follow from what it says. Whoever edits its
//! spacing does not change them.

use super::is_invisible;
use hmac_sha256::{HMAC, Hash};
use unicode_normalization::UnicodeNormalization;

/// No vowels: they make no words.
pub const LETTERS: &[u8; 20] = b"bcdfghjklmnpqrstvwxz";
/// Letters of a mark. Chosen here: a chance match is practically impossible, and both ends take 16
/// tokens.
pub const LENGTH: usize = 10;
/// Keeps these digests apart from any other use of the same text.
const DOMAIN: &[u8] = b"conspectus memory 1\0";

/// What a mark proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Whoever wrote it has the key.
    Keyed,
    /// It is whole. Anybody can compute it.
    Plain,
}

/// The mark of a body: keyed where there is a key.
pub fn mark(body: &str, key: Option<&str>) -> String {
    let text = folded(body);
    let signed = [DOMAIN, text.as_bytes()].concat();
    let digest = match key {
        Some(key) => HMAC::mac(signed, key),
        None => Hash::hash(&signed),
    };
    digest
        .iter()
        .take(LENGTH)
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

/// What the mark of a body proves; nothing if it is another's.
pub fn proof(body: &str, found: &str, key: Option<&str>) -> Option<Proof> {
    if key.is_some() && mark(body, key) == found {
        return Some(Proof::Keyed);
    }
    (mark(body, None) == found).then_some(Proof::Plain)
}

/// Returns the letters and digits of a text, normalized: edits of spacing, line breaks, quotes or
/// composition do not change them.
///
/// An ASCII char never combines with the char before it. So the text can be normalized in segments
/// that each begin with an ASCII char, and most segments are that char alone.
fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let plain = rest.bytes().take_while(u8::is_ascii).count();
        // The last one may be joined by what stands behind it.
        let alone = if plain == rest.len() {
            plain
        } else {
            plain.saturating_sub(1)
        };
        let (before, behind) = rest.split_at(alone);
        folded.extend(before.chars().filter(char::is_ascii_alphanumeric));
        let end = behind
            .char_indices()
            .skip(1)
            .find(|(_, char)| char.is_ascii())
            .map_or(behind.len(), |(at, _)| at);
        let (mixed, after) = behind.split_at(end);
        folded.extend(
            mixed
                .chars()
                .filter(|char| !is_invisible(*char))
                .nfkc()
                .filter(|char| char.is_alphanumeric()),
        );
        rest = after;
    }
    folded
}

/// One of the two ends of a message written by conspectus, as found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageEnd {
    pub start: usize,
    pub end: usize,
    pub closes: bool,
    pub mark: String,
}

/// Longest run of blanks inside an end, in chars. Chosen here: a line break and an indent.
const BLANKS_MAX: usize = 16;

/// The word before the letters. The first is written today. Earlier versions wrote the second, and
/// histories contain it.
pub const NAMES: [&str; 2] = ["summary", "memory"];

/// Returns every end in a text, in order. An end is in brackets: `summary` or `/summary`, then ten
/// letters that make no word. Case and blanks are ignored.
pub fn ends(text: &str) -> Vec<MessageEnd> {
    memchr::memchr_iter(b'[', text.as_bytes())
        .filter_map(|start| end_at(text, start))
        .collect()
}

fn end_at(text: &str, start: usize) -> Option<MessageEnd> {
    let rest = after_blanks(&text[start + 1..]);
    let (closes, rest) = rest
        .strip_prefix('/')
        .map_or((false, rest), |rest| (true, after_blanks(rest)));
    let named = |name: &&&str| {
        let found = rest.get(..name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let rest = &rest[NAMES.iter().find(named)?.len()..];
    let letters = after_blanks(rest);
    let mark = letters.get(..LENGTH).filter(|mark| {
        letters.len() < rest.len()
            && mark
                .bytes()
                .all(|byte| LETTERS.contains(&byte.to_ascii_lowercase()))
    })?;
    let rest = after_blanks(&letters[LENGTH..]).strip_prefix(']')?;
    Some(MessageEnd {
        start,
        end: text.len() - rest.len(),
        closes,
        mark: mark.to_ascii_lowercase(),
    })
}

fn after_blanks(text: &str) -> &str {
    let blanks: usize = text
        .chars()
        .take(BLANKS_MAX)
        .take_while(|char| char.is_whitespace())
        .map(char::len_utf8)
        .sum();
    &text[blanks..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_does_not_change_a_mark() {
        let mark_of = |body: &str| mark(body, None);
        let plain = mark_of("The user's rules:\n- never touch é, page 2");
        assert_eq!(plain.len(), LENGTH);
        for same in [
            "The user’s rules: - never touch e\u{301}, page 2",
            "> The user's rules:\r\n> \u{feff}- never  touch é, page\t2",
        ] {
            assert_eq!(mark_of(same), plain, "{same}");
        }
        for other in [
            "The user's rules:\n- ever touch é, page 2",
            "The user's rules:\n- never touch é, page 3",
            "The User's rules:\n- never touch é, page 2",
        ] {
            assert_ne!(mark_of(other), plain, "{other}");
        }
        assert_ne!(mark("a", Some("key")), mark("a", Some("other")));
        assert_eq!(
            proof("a", &mark("a", Some("key")), Some("key")),
            Some(Proof::Keyed)
        );
        assert_eq!(
            proof("a", &mark("a", None), Some("key")),
            Some(Proof::Plain)
        );
        assert_eq!(proof("a", &mark("a", Some("key")), None), None);
    }

    #[test]
    fn pieces_fold_as_the_whole() {
        let pieces = [
            "a", "Z9", " ", "é", "e", "\u{301}", "\u{200b}", "ﬁ", "각", "\u{1100}", "\u{1161}",
            "②", "。",
        ];
        for number in 0..pieces.len().pow(4) {
            let text: String = (0..4)
                .map(|place| pieces[number / pieces.len().pow(place) % pieces.len()])
                .collect();
            let whole: String = text
                .chars()
                .filter(|char| !is_invisible(*char))
                .nfkc()
                .filter(|char| char.is_alphanumeric())
                .collect();
            assert_eq!(folded(&text), whole, "{text:?}");
        }
    }

    #[test]
    fn ends_are_found_in_any_case_and_spacing() {
        let found = ends(
            "x [memory bcdfghjklm] y [ / MEMORY\nBCDFGHJKLM ] [memory leak] [memory management] [memorybcdfghjklm] [memory bcdfghjklmn] [é",
        );
        let seen: Vec<(bool, &str)> = found
            .iter()
            .map(|end| (end.closes, end.mark.as_str()))
            .collect();
        assert_eq!(seen, [(false, "bcdfghjklm"), (true, "bcdfghjklm")]);
    }
}
