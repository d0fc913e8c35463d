//! Sections under headings: `## Next steps`, `**Next steps**`, `2. Next steps:`, `NEXT STEPS`,
//! `Next steps: run it`.

use super::keys::{Class, class, key};
use super::tags::DocumentBody;
use super::{Document, Section};

/// Longest line that may be a heading, in bytes.
const HEADING_MAX: usize = 110;
/// Headings that make a document where no root does: known ones, and any.
const KNOWN_MIN: usize = 2;
const ANY_MIN: usize = 3;

struct DocumentHeading<'a> {
    name: &'a str,
    class: Class,
    /// What follows on its line.
    rest: &'a str,
}

/// The document in a body; none if it has too few headings.
pub(crate) fn read(text: &str, body: &DocumentBody) -> Option<Document> {
    let mut document = Document {
        closed: body.closed,
        ..Document::default()
    };
    let (mut known, mut all) = (0, 0);
    let mut current: Option<Section> = None;
    let mut is_fenced = false;
    for line in text[body.start..body.end].split('\n') {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        match Some(line)
            .filter(|_| !is_fenced && !is_fence)
            .and_then(heading)
        {
            Some(heading) => {
                known += usize::from(heading.is_known());
                all += 1;
                if !heading.is_known() && heading.class != Class::Unknown {
                    continue;
                }
                current
                    .replace(Section {
                        name: heading.name.to_owned(),
                        key: key(heading.name),
                        text: heading.rest.to_owned(),
                    })
                    .into_iter()
                    .for_each(|section| document.take_in(section));
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
    current
        .into_iter()
        .for_each(|section| document.take_in(section));
    (known >= KNOWN_MIN || all >= ANY_MIN || (body.rooted && all > 0)).then_some(document)
}

impl DocumentHeading<'_> {
    fn is_known(&self) -> bool {
        matches!(self.class, Class::Section(_))
    }
}

/// The heading that a line is.
pub(crate) fn is_heading(line: &str) -> bool {
    heading(line).is_some_and(|heading| heading.rest.is_empty())
}

fn heading(line: &str) -> Option<DocumentHeading<'_>> {
    let line = line.trim();
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    let is_mark = |char: char| char.is_ascii_digit() || "#*.):_ ".contains(char);
    let plain = line.trim_matches(is_mark);
    let known = class(&key(plain));
    let is_marked = plain.len() < line.len() || !plain.chars().any(char::is_lowercase);
    let is_heading = match known {
        Class::Section(_) => is_marked,
        Class::Unknown => (1..=2).contains(&hashes),
        _ => hashes > 0,
    };
    if is_heading && !plain.is_empty() && line.len() <= HEADING_MAX {
        return Some(DocumentHeading {
            name: plain,
            class: known,
            rest: "",
        });
    }
    // `**Goal:** run it`, `Goal: run it`.
    let is_listed = line.starts_with(['-', '+']) || line.starts_with("* ");
    let (name, rest) = line.split_once(':').filter(|_| !is_listed)?;
    let name = name.trim_matches(is_mark);
    let heading = DocumentHeading {
        name,
        class: class(&key(name)),
        rest: rest.trim_start_matches(['*', '_']).trim(),
    };
    Some(heading).filter(|heading| heading.is_known() && heading.name.len() <= HEADING_MAX)
}
