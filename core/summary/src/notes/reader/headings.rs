//! Sections under headings: `## Next steps`, `**Next steps**`, `2. Next steps:`, `NEXT STEPS`,
//! `Next steps: run it`.

use super::keys::{class, key};
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

struct Heading<'a> {
    name: &'a str,
    class: Class,
    mark: Mark,
    /// What follows on its line.
    rest: &'a str,
}

/// The document in a text; none if it has too few headings.
pub(crate) fn read(text: &str, rooted: bool) -> Option<Document> {
    let lines: Vec<(&str, Option<Heading<'_>>)> = lines(text);
    let known = |mark: Mark| {
        lines
            .iter()
            .filter_map(|(_, heading)| heading.as_ref())
            .filter(|heading| heading.is_known() && heading.mark >= mark)
            .count()
    };
    // The plainest marks of which there are enough: a list may hold what looks like a fainter one.
    let mark = [Mark::Hash, Mark::Bold]
        .into_iter()
        .find(|mark| known(*mark) >= KNOWN_MIN)
        .unwrap_or(Mark::Word);
    let any = lines
        .iter()
        .filter_map(|(_, heading)| heading.as_ref())
        .filter(|heading| heading.mark == Mark::Hash && heading.class == Class::Unknown);
    let (known, any) = (known(mark), any.count());
    if known < KNOWN_MIN && known + any < ANY_MIN && !(rooted && known + any > 0) {
        return None;
    }
    let mut document = Document {
        closed: true,
        ..Document::default()
    };
    let mut current: Option<Section> = None;
    for (line, heading) in lines {
        match heading.filter(|heading| heading.counts(mark)) {
            Some(heading) if matches!(heading.class, Class::Root | Class::Wrap | Class::Draft) => {}
            Some(heading) => {
                document.sections.extend(current.take());
                let home = if let Class::Section(home) = heading.class {
                    home
                } else {
                    None
                };
                current = Some(Section {
                    name: heading.name.to_owned(),
                    key: key(heading.name),
                    home,
                    text: heading.rest.to_owned(),
                });
            }
            None => {
                let text = match &mut current {
                    Some(section) => &mut section.text,
                    None if rooted => &mut document.notes,
                    None => continue,
                };
                text.push('\n');
                text.push_str(line);
            }
        }
    }
    document.sections.extend(current);
    let (notes, sections) = std::mem::take(&mut document.sections)
        .into_iter()
        .partition(|section| section.key == "notes");
    document.sections = sections;
    let notes: Vec<Section> = notes;
    notes.iter().for_each(|section| {
        document
            .notes
            .push_str(&format!("\n{}", section.text.trim()))
    });
    Some(document)
}

/// Where the first marked heading begins at or behind `from`.
pub(crate) fn first(text: &str, from: usize) -> Option<usize> {
    text[from..].find("\n#").map(|at| from + at + 1)
}

impl Heading<'_> {
    fn is_known(&self) -> bool {
        matches!(self.class, Class::Section(_))
    }

    fn counts(&self, least: Mark) -> bool {
        self.mark >= least && (self.is_known() || self.mark == Mark::Hash)
    }
}

/// Every line, and the heading that it may be.
fn lines(text: &str) -> Vec<(&str, Option<Heading<'_>>)> {
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

fn heading(line: &str) -> Option<Heading<'_>> {
    let line = line.trim();
    if line.is_empty() {
        return None;
    }
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    let marked = if hashes > 0 {
        Mark::Hash
    } else if line.starts_with("**") || line.starts_with("__") || is_numbered(line) {
        Mark::Bold
    } else {
        Mark::Word
    };
    let is_mark = |char: char| {
        char.is_ascii_digit() || matches!(char, '#' | '*' | '.' | ')' | ':' | '_' | ' ')
    };
    if line.len() <= HEADING_MAX {
        let name = line.trim_matches(is_mark);
        let class = class(&key(name));
        let in_capitals =
            name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase);
        let is_heading = match class {
            Class::Section(_) => marked > Mark::Word || line.ends_with(':') || in_capitals,
            Class::Unknown => (1..=2).contains(&hashes),
            Class::Root | Class::Wrap | Class::Draft => hashes > 0,
        };
        if is_heading && !name.is_empty() {
            return Some(Heading {
                name,
                class,
                mark: marked,
                rest: "",
            });
        }
    }
    // `**Goal:** run it`, `Goal: run it`.
    let (name, rest) = line
        .split_once(':')
        .filter(|(name, _)| name.len() <= HEADING_MAX)?;
    let name = name.trim_matches(is_mark);
    let class = class(&key(name));
    let listed = line.starts_with(['-', '+']) || line.starts_with("* ");
    matches!(class, Class::Section(_))
        .then(|| Heading {
            name,
            class,
            mark: marked,
            rest: rest.trim_start_matches(['*', '_']).trim(),
        })
        .filter(|_| !listed)
}
