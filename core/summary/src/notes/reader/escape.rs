//! Makes the tags of a document harmless in what is quoted: `<` becomes `&lt;` in them and nowhere
//! else.

use super::keys::{key, DRAFTS};
use super::skeleton;
use crate::notes::snapshot::sections;
use crate::notes::snapshot::SnapshotForm;
use crate::seal;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Names that stand around what we write ourselves, beside the sections.
const FRAMES: [&str; 6] = [
    "statesnapshot",
    "latestuserrequest",
    "conversation",
    "previoussnapshot",
    "previousnotes",
    "notes",
];
/// Chars behind a `<` in which a name is looked for.
const NEXT_MAX: usize = 64;

fn reserved() -> &'static BTreeSet<String> {
    static RESERVED: OnceLock<BTreeSet<String>> = OnceLock::new();
    RESERVED.get_or_init(|| {
        let names = SnapshotForm::ALL
            .into_iter()
            .flat_map(sections)
            .map(|(name, _)| *name)
            .filter(|name| name.contains('_'));
        names
            .map(key)
            .chain(FRAMES.into_iter().chain(DRAFTS).map(str::to_owned))
            .collect()
    })
}

/// What a model wrote, so that nothing in it closes a section, opens a root or forges a request.
pub(crate) fn tags_in_answer(text: &str) -> String {
    escaped(text)
}

/// Quoted text with our tags made harmless, in any case and spacing.
#[must_use]
pub fn escape_tags(text: &str) -> String {
    escaped(text)
}

/// What stands in a record: look-alikes of `<` too, tags that were escaped already, so that an
/// answer can quote both, and the ends of our own message.
pub(crate) fn escape_tags_in_record(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut from = 0;
    // The wide signs begin with this byte.
    let may_begin = |byte: u8| matches!(byte, b'<' | b'&' | b'[' | 0xef);
    for (at, _) in text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| may_begin(*byte))
    {
        let Some(sign) = ["<", "＜", "&", "[", "［"]
            .into_iter()
            .find(|sign| text[at..].starts_with(sign))
        else {
            continue;
        };
        let (head, with) = match sign {
            "&" => ("&lt;", "&amp;lt;"),
            "[" | "［" => (sign, "&#91;"),
            _ => (sign, "&lt;"),
        };
        let Some(rest) = text[at..].strip_prefix(head) else {
            continue;
        };
        if if with == "&#91;" {
            is_end(rest)
        } else {
            is_reserved(rest)
        } {
            escaped.push_str(&text[from..at]);
            escaped.push_str(with);
            from = at + head.len();
        }
    }
    escaped.push_str(&text[from..]);
    escaped
}

/// The ends of our own message made harmless, in any case and spacing.
pub(crate) fn escape_memory(text: &str) -> String {
    replaced(text, '[', |rest| is_end(rest).then_some((0, "&#91;")))
}

/// Words that are told again, with our tags and ends made harmless. [`unescape_for_good`] gives
/// back every text as it was, also one that holds escapes.
pub(crate) fn escape_for_good(text: &str) -> String {
    let text = replaced(text, '&', |rest| escapes(rest).then_some((0, "&amp;")));
    let text = replaced(&text, '<', |rest| is_reserved(rest).then_some((0, "&lt;")));
    escape_memory(&text)
}

/// What [`escape_for_good`] made harmless, as it was.
pub(crate) fn unescape_for_good(text: &str) -> String {
    replaced(text, '&', |rest| match rest {
        rest if rest.starts_with("lt;") && is_reserved(&rest[3..]) => Some((3, "<")),
        rest if rest.starts_with("#91;") && is_end(&rest[4..]) => Some((4, "[")),
        rest if rest.starts_with("amp;") && escapes(&rest[4..]) => Some((4, "&")),
        _ => None,
    })
}

/// Whether what follows a `&` is an escape of ours, escaped any number of times.
fn escapes(mut rest: &str) -> bool {
    while let Some(inner) = rest.strip_prefix("amp;") {
        rest = inner;
    }
    rest.strip_prefix("lt;").is_some_and(is_reserved)
        || rest.strip_prefix("#91;").is_some_and(is_end)
}

/// The text with some of its `sign`s replaced, each with so many bytes behind it.
fn replaced(text: &str, sign: char, by: impl Fn(&str) -> Option<(usize, &'static str)>) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut from = 0;
    for (at, found) in text.match_indices(sign) {
        let rest = &text[at + found.len()..];
        if let Some((more, with)) = by(rest) {
            replaced.push_str(&text[from..at]);
            replaced.push_str(with);
            from = at + found.len() + more;
        }
    }
    replaced.push_str(&text[from..]);
    replaced
}

/// Whether what follows a `[` looks like an end of our own message.
fn is_end(rest: &str) -> bool {
    let mut looks = String::new();
    for char in rest.chars().take(NEXT_MAX) {
        skeleton::add(char.encode_utf8(&mut [0; 4]), &mut looks);
        let name = looks.trim_start_matches(['/', '_', '-', '.']);
        if seal::NAMES.iter().any(|known| name.starts_with(known)) {
            return true;
        }
        if !seal::NAMES.iter().any(|known| known.starts_with(name)) {
            return false;
        }
    }
    false
}

fn escaped(text: &str) -> String {
    replaced(text, '<', |rest| is_reserved(rest).then_some((0, "&lt;")))
}

/// A text with these tags made harmless, in any case and spacing.
pub(crate) fn escape_names(text: &str, names: &[&str]) -> String {
    replaced(text, '<', |rest| {
        is_named(rest, |name| names.contains(&name)).then_some((0, "&lt;"))
    })
}

/// Whether what follows a `<` looks like one of our names: up to the end of the tag, or of the
/// text.
fn is_reserved(rest: &str) -> bool {
    is_named(rest, |name| reserved().contains(name))
}

fn is_named(rest: &str, known: impl Fn(&str) -> bool) -> bool {
    let mut name = String::new();
    let mut looks = String::new();
    for char in rest.chars().take(NEXT_MAX) {
        // The blank in `<overall goal>`, or the one before an attribute.
        if char.is_whitespace() {
            if known(&name) {
                return true;
            }
            continue;
        }
        looks.clear();
        skeleton::add(char.encode_utf8(&mut [0; 4]), &mut looks);
        for char in looks.chars() {
            match char {
                ':' => name.clear(),
                '/' if name.is_empty() => {}
                '_' | '-' | '.' => {}
                char if char.is_ascii_alphanumeric() => name.push(char),
                _ => return known(&name),
            }
        }
    }
    known(&name)
}
