//! Sections under headings: `## Next steps`, `**Next steps**`, `2. Next steps:`, `NEXT STEPS`,
//! `Next steps: run it`.

use super::keys::{class, key};
use super::roots::DocumentBody;
use super::tags::Class;
use super::{Document, Section};

/// Longest line that may be a heading, in bytes.
const HEADING_MAX: usize = 110;
/// Headings that make a document where no root does: known ones, and any.
const KNOWN_MIN: usize = 2;
const ANY_MIN: usize = 3;

/// How plainly a line is a heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// `Goal: run it`, `GOAL`.
    Word,
    /// `**Goal**`, `1. Goal`.
    Bold,
    /// `## Goal`.
    Hash,
}

struct DocumentHeading<'a> {
    name: &'a str,
    class: Class,
    mark: Mark,
    /// What follows on its line.
    rest: &'a str,
}

/// The document in a body; none if it has too few headings.
pub(crate) fn read(text: &str, body: &DocumentBody) -> Option<Document> {
    let lines = lines(&text[body.start..body.end]);
    let headings = || lines.iter().filter_map(|(_, heading)| heading.as_ref());
    let known = |mark: Mark| {
        headings()
            .filter(|heading| heading.is_known() && heading.mark >= mark)
            .count()
    };
    // The plainest marks of which there are enough: a list may hold what looks like a fainter one.
    let mark = [Mark::Hash, Mark::Bold]
        .into_iter()
        .find(|mark| known(*mark) >= KNOWN_MIN)
        .unwrap_or(Mark::Word);
    let any =
        headings().filter(|heading| heading.mark == Mark::Hash && heading.class == Class::Unknown);
    let known = known(mark);
    let all = known + any.count();
    if known < KNOWN_MIN && all < ANY_MIN && !(body.rooted && all > 0) {
        return None;
    }
    let mut document = Document {
        closed: body.closed,
        ..Document::default()
    };
    let mut current: Option<Section> = None;
    for (line, heading) in lines {
        match heading.filter(|heading| heading.counts(mark)) {
            Some(heading) if matches!(heading.class, Class::Root | Class::Wrap | Class::Draft) => {}
            Some(heading) => {
                document.take_in(current.replace(Section {
                    name: heading.name.to_owned(),
                    key: key(heading.name),
                    text: heading.rest.to_owned(),
                }));
            }
            None => {
                let text = match &mut current {
                    Some(section) => &mut section.text,
                    None if body.rooted => &mut document.notes,
                    None => continue,
                };
                text.push('\n');
                text.push_str(line);
            }
        }
    }
    document.take_in(current);
    Some(document)
}

impl Document {
    /// Takes in a section that ends here. One of notes belongs to what stands between sections.
    fn take_in(&mut self, section: Option<Section>) {
        match section {
            Some(section) if section.key == "notes" => {
                self.notes.push('\n');
                self.notes.push_str(section.text.trim());
            }
            section => self.sections.extend(section),
        }
    }
}

impl DocumentHeading<'_> {
    fn is_known(&self) -> bool {
        matches!(self.class, Class::Section(_))
    }

    fn counts(&self, least: Mark) -> bool {
        self.mark >= least && (self.is_known() || self.mark == Mark::Hash)
    }
}

/// Every line, and the heading that it may be.
fn lines(text: &str) -> Vec<(&str, Option<DocumentHeading<'_>>)> {
    let mut fenced = false;
    text.split('\n')
        .map(|line| {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            (line, (!fence && !fenced).then(|| heading(line)).flatten())
        })
        .collect()
}

/// `2. `, `2) `.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with(['.', ')'])
}

fn heading<'a>(line: &'a str) -> Option<DocumentHeading<'a>> {
    let line = line.trim();
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    let mark = if hashes > 0 {
        Mark::Hash
    } else if line.starts_with("**") || line.starts_with("__") || is_numbered(line) {
        Mark::Bold
    } else {
        Mark::Word
    };
    let called = |name: &'a str, rest: &'a str| {
        let is_mark = |char: char| char.is_ascii_digit() || "#*.):_ ".contains(char);
        let name = name.trim_matches(is_mark);
        DocumentHeading {
            name,
            class: class(&key(name)),
            mark,
            rest,
        }
    };
    if line.len() <= HEADING_MAX {
        let heading = called(line, "");
        let name = heading.name;
        let in_capitals =
            name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase);
        let is_heading = match heading.class {
            Class::Section(_) => mark > Mark::Word || line.ends_with(':') || in_capitals,
            Class::Unknown => (1..=2).contains(&hashes),
            Class::Root | Class::Wrap | Class::Draft => hashes > 0,
        };
        if is_heading && !name.is_empty() {
            return Some(heading);
        }
    }
    // `**Goal:** run it`, `Goal: run it`.
    let is_listed = line.starts_with(['-', '+']) || line.starts_with("* ");
    let (name, rest) = line
        .split_once(':')
        .filter(|(name, _)| name.len() <= HEADING_MAX && !is_listed)?;
    Some(called(name, rest.trim_start_matches(['*', '_']).trim())).filter(DocumentHeading::is_known)
}
