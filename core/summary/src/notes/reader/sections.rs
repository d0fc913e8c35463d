//! Sections in tags, and what stands between them.

use super::roots::DocumentBody;
use super::tags::{Class, Tag, mates, next_open};
use super::{Document, Section};
use crate::notes::snapshot::append;

/// Bytes before a tag that are looked at to see whether it stands alone.
const BEFORE_MAX: usize = 200;

pub(crate) fn collect(text: &str, tags: &[Tag], body: &DocumentBody) -> Document {
    let mates = mates(tags);
    let next = next_open(tags, |class| matches!(class, Class::Section(_)));
    let mut document = Document {
        closed: body.closed,
        ..Document::default()
    };
    let mut at = body.start;
    // What is said before and behind a document without a root is no part of it.
    let mut said = body.rooted;
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at {
            continue;
        }
        let alone = tag.begins
            || (tag.start - at <= BEFORE_MAX && text[at..tag.start].trim_start().is_empty());
        let mate = mates[index];
        let section = match tag.class {
            Class::Section(_) => tag.opens,
            // With sections in it, it is a wrap of its own kind.
            Class::Unknown => {
                tag.opens
                    && alone
                    && mate
                        .is_some_and(|mate| (tags[mate].ends || !tag.begins) && mate <= next[index])
            }
            _ => false,
        };
        if tag.class == Class::Unknown && !section {
            let wraps = mate.is_some_and(|mate| next[index.min(mate)] < index.max(mate));
            if !(wraps && alone) {
                continue;
            }
        }
        if said {
            append(&mut document.notes, text[at..tag.start].trim());
        }
        at = tag.end;
        if !section {
            continue;
        }
        let mate = mate.map(|mate| &tags[mate]);
        let end = mate.or(tags.get(next[index]));
        let end = end.map_or(body.end, |tag| tag.start);
        at = mate.map_or(end, |mate| mate.end);
        let text = text[tag.end..end].trim();
        if tag.class == Class::Section(None) {
            append(&mut document.notes, text);
        } else {
            document.sections.push(Section {
                name: tag.name.clone(),
                key: tag.key.clone(),
                text: text.to_owned(),
            });
        }
        said = true;
    }
    if body.rooted {
        append(&mut document.notes, text[at..body.end].trim());
    }
    document
}
