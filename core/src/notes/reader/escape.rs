//! Makes the tags of a document harmless in what is quoted: `<` becomes `&lt;` in them and nowhere else.

use super::keys::{key, DRAFTS};
use super::skeleton;
use crate::config::SnapshotForm;
use crate::notes::snapshot::sections;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Names that stand around what we write ourselves, beside the sections.
const FRAMES: [&str; 5] = ["statesnapshot", "latestuserrequest", "conversation", "previoussnapshot", "notes"];
/// Chars behind a `<` in which a name is looked for.
const NEXT_MAX: usize = 64;

fn reserved() -> &'static BTreeSet<String> {
    static RESERVED: OnceLock<BTreeSet<String>> = OnceLock::new();
    RESERVED.get_or_init(|| {
        let names = SnapshotForm::ALL.into_iter().flat_map(sections).map(|(name, _)| *name).filter(|name| name.contains('_'));
        names.map(key).chain(FRAMES.into_iter().chain(DRAFTS).map(str::to_owned)).collect()
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

/// What stands in a record: look-alikes of `<` too, and tags that were escaped already, so that an answer can quote both.
pub(crate) fn escape_tags_in_record(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut from = 0;
    for (at, sign) in text.match_indices(['<', '＜', '&']) {
        let (head, with) = if sign == "&" { ("&lt;", "&amp;lt;") } else { (sign, "&lt;") };
        if text[at..].starts_with(head) && is_reserved(&text[at + head.len()..]) {
            escaped.push_str(&text[from..at]);
            escaped.push_str(with);
            from = at + head.len();
        }
    }
    escaped.push_str(&text[from..]);
    escaped
}

/// What [`escape_tags`] made harmless, as it was.
pub(crate) fn unescape_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for (at, escape) in text.match_indices("&lt;") {
        if is_reserved(&text[at + escape.len()..]) {
            plain.push_str(&text[from..at]);
            plain.push('<');
            from = at + escape.len();
        }
    }
    plain.push_str(&text[from..]);
    plain
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memchr_iter(b'<', text.as_bytes()) {
        if is_reserved(&text[at + 1..]) {
            escaped.push_str(&text[from..at]);
            escaped.push_str("&lt;");
            from = at + 1;
        }
    }
    escaped.push_str(&text[from..]);
    escaped
}

/// Whether what follows a `<` looks like one of our names: up to the end of the tag, or of the text.
fn is_reserved(rest: &str) -> bool {
    let mut name = String::new();
    let mut looks = String::new();
    for char in rest.chars().take(NEXT_MAX) {
        // The blank in `<overall goal>`, or the one before an attribute.
        if char.is_whitespace() {
            if reserved().contains(&name) {
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
                _ => return reserved().contains(&name),
            }
        }
    }
    reserved().contains(&name)
}
