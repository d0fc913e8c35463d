//! Sections in tags, and what stands between them.

use super::roots::Body;
use super::tags::{mates, next_open, Class, Tag};
use super::{Document, Section};

/// Bytes before a tag that are looked at to see whether it stands alone.
const BEFORE_MAX: usize = 200;

pub(crate) fn collect(text: &str, tags: &[Tag], body: &Body) -> Document {
    let mates = mates(tags);
    let next = next_open(tags, |class| matches!(class, Class::Section(_)));
    let mut document = Document {
        closed: body.closed,
        ..Document::default()
    };
    let mut at = body.start;
    // What is said before and behind a document without a root is no part of it.
    let mut said = body.rooted;
    let note = |document: &mut Document, part: &str, said: bool| {
        if said && !part.trim().is_empty() {
            document.notes.push_str(part.trim());
            document.notes.push('\n');
        }
    };
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at {
            continue;
        }
        let alone = tag.begins
            || (tag.start - at <= BEFORE_MAX && text[at..tag.start].trim_start().is_empty());
        let section = match tag.class {
            Class::Section(_) => tag.opens,
            // With sections in it, it is a wrap of its own kind.
            Class::Unknown => {
                tag.opens
                    && alone
                    && mates[index].is_some_and(|mate| tags[mate].ends || !tag.begins)
                    && next[index] >= mates[index].unwrap_or(0)
            }
            _ => false,
        };
        if tag.class == Class::Unknown && !section {
            let wraps =
                mates[index].is_some_and(|mate| next[index.min(mate)] < index.max(mate)) && alone;
            if !wraps {
                continue;
            }
        }
        note(&mut document, &text[at..tag.start], said);
        at = tag.end;
        if !section {
            continue;
        }
        let mate = mates[index].map(|mate| &tags[mate]);
        let end = mate.or(tags.get(next[index]));
        let end = end.map_or(body.end, |tag| tag.start);
        at = mate.map_or(end, |mate| mate.end);
        let text = text[tag.end..end].trim();
        let home = match tag.class {
            Class::Section(home) => home,
            _ => None,
        };
        if tag.class == Class::Section(None) {
            note(&mut document, text, true);
        } else {
            document.sections.push(Section {
                name: tag.name.clone(),
                key: tag.key.clone(),
                home,
                text: text.to_owned(),
            });
        }
        said = true;
    }
    note(
        &mut document,
        &text[at.min(body.end)..body.end],
        body.rooted,
    );
    document
}
