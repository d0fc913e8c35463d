//! Finds known names in a text: in tags, and in lines that are headings.

use crate::host::listed::listed;
use crate::notes::snapshot::{SnapshotForm, sections};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What models put around a document.
const ROOTS: [&str; 4] = listed("statesnapshot summary snapshot answer");
/// What models think in before they answer.
pub const DRAFTS: [&str; 13] = listed(
    "think thinking thought thoughts reasoning analysis scratchpad reflection draft planning \
     antthinking internalmonologue chainofthought",
);
/// The section of what has no section.
pub const NOTES: &str = "notes";
/// Longest tag and longest heading, in bytes: a name, and attributes that nobody asked for.
const NAME_MAX: usize = 300;

/// What a name is to a document.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Root,
    Draft,
    Section,
}

/// A known name in a text.
#[derive(Clone)]
pub struct Mark<'a> {
    /// Where its tag or its heading stands.
    pub start: usize,
    pub end: usize,
    /// As it was written.
    pub name: &'a str,
    pub key: String,
    pub kind: Kind,
    pub opens: bool,
    /// Whether only tags stand before it on its line, and nothing behind it.
    pub begins: bool,
    pub ends: bool,
}

impl Mark<'_> {
    pub fn opens(&self, kind: Kind) -> bool {
        self.opens && self.kind == kind
    }
}

/// Small letters and digits of a name.
pub fn key(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|char| char.to_ascii_lowercase()).collect()
}

fn kind_of(key: &str) -> Option<Kind> {
    static SECTIONS: OnceLock<BTreeSet<String>> = OnceLock::new();
    let named = || SnapshotForm::ALL.into_iter().flat_map(sections);
    let names = SECTIONS.get_or_init(|| named().map(|(name, _)| self::key(name)).collect());
    match key {
        NOTES => Some(Kind::Section),
        _ if ROOTS.contains(&key) => Some(Kind::Root),
        _ if DRAFTS.contains(&key) => Some(Kind::Draft),
        _ => names.contains(key).then_some(Kind::Section),
    }
}

pub fn is_section(key: &str) -> bool {
    kind_of(key) == Some(Kind::Section)
}

/// The tags with known names, in order.
pub fn tags(text: &str) -> Vec<Mark<'_>> {
    let mut tags = Vec::new();
    // Up to where only tags stand on the line.
    let mut edge = Some(0);
    for at in memchr::memchr2_iter(b'<', b'\n', text.as_bytes()) {
        if text[at..].starts_with('\n') {
            edge = Some(at + 1);
        } else if let Some(tag) = tag_at(text, at) {
            let begins = edge.is_some_and(|from| text[from..at].trim().is_empty());
            // What follows a draft begins anew.
            edge = (begins || tag.kind == Kind::Draft).then_some(tag.end);
            tags.push(Mark { begins, ..tag });
        }
    }
    tags
}

/// The tag that begins at a `<`: `</goal>`, `<overall goal>`, `<ctx:goal type=text>`.
fn tag_at(text: &str, start: usize) -> Option<Mark<'_>> {
    let rest = &text.as_bytes()[start + 1..];
    let length = memchr::memchr3(b'>', b'<', b'\n', &rest[..rest.len().min(NAME_MAX)])?;
    let end = start + 1 + length;
    let inside = text[start + 1..end].trim();
    let name = inside.trim_start_matches('/');
    let words = name.split_once('=').map_or(name, |(before, _)| {
        before
            .trim_end()
            .rsplit_once(' ')
            .map_or("", |(words, _)| words)
    });
    let words = words.rsplit(':').next()?.trim();
    let key = key(words);
    let behind = text[end..].strip_prefix('>')?;
    let behind = behind.trim_start_matches([' ', '\t']);
    Some(Mark {
        start,
        end: end + 1,
        name: words,
        kind: kind_of(&key)?,
        key,
        opens: name.len() == inside.len(),
        begins: false,
        ends: behind.is_empty() || behind.starts_with('\n'),
    })
}

/// The headings with the names of sections, in order.
pub fn headings(text: &str) -> Vec<Mark<'_>> {
    let (mut found, mut at, mut is_fenced) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        is_fenced ^= line.trim_start().starts_with("```");
        found.extend(heading(line, at).filter(|_| !is_fenced));
        at += line.len();
    }
    found
}

/// `## Next steps`, `**Next steps:** run it`, `2. Next steps:`, `NEXT STEPS`.
fn heading(line: &str, start: usize) -> Option<Mark<'_>> {
    let head = line.split(':').next()?;
    let is_mark = |char: char| char.is_ascii_digit() || "#*.)_ \n".contains(char);
    let name = head.trim_matches(is_mark);
    let is_marked = name.len() < line.trim().len() || !name.contains(char::is_lowercase);
    let key = key(name);
    let rest = line[head.len()..].trim_start_matches([':', '*', '_', ' ']);
    (is_section(&key) && is_marked && !name.starts_with('-')).then(|| Mark {
        start,
        end: start + line.len() - rest.len(),
        name,
        key,
        kind: Kind::Section,
        opens: true,
        begins: true,
        ends: rest.trim().is_empty(),
    })
}

/// Whether a line is a heading, of whatever name.
pub fn is_heading(line: &str) -> bool {
    line.starts_with('#') || heading(line, 0).is_some_and(|heading| heading.ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_of_a_form_is_no_root_and_no_draft() {
        for (name, _) in SnapshotForm::ALL.into_iter().flat_map(sections) {
            assert!(is_section(&key(name)), "{name}");
        }
    }
}
