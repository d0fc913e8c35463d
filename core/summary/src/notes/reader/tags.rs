//! Finds tags, and the document that stands in them. What stands in backticks or in the middle of a
//! sentence is text.

use super::keys::{Class, class, key};
use super::{Document, Section};
use crate::notes::snapshot::append;
use std::collections::BTreeMap;

/// Longest tag, in bytes: a name, and attributes that nobody asked for.
const TAG_MAX: usize = 300;

/// A tag in a text.
#[derive(Debug, Clone)]
pub(crate) struct Tag {
    pub start: usize,
    pub end: usize,
    /// The name as it was written.
    pub name: String,
    pub key: String,
    pub class: Class,
    pub opens: bool,
    /// Whether only tags stand before it on its line, and nothing behind it.
    pub begins: bool,
    pub ends: bool,
}

impl Tag {
    pub(crate) fn opens_section(&self) -> bool {
        self.opens && matches!(self.class, Class::Section(_))
    }
}

/// Where a document stands.
pub(crate) struct DocumentBody {
    pub start: usize,
    pub end: usize,
    /// Whether its end is there.
    pub closed: bool,
    /// Whether a root says that it is one.
    pub rooted: bool,
}

/// The tags that count, in order. Where sections stand on lines of their own, tags in sentences are
/// quoted.
pub(crate) fn scan(text: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let (mut ticks, mut done, mut edge) = (0usize, 0, Some(0));
    for at in memchr::memchr3_iter(b'<', b'\n', b'`', text.as_bytes()) {
        match text.as_bytes()[at] {
            _ if at < done => {}
            b'\n' => (ticks, edge) = (0, Some(at + 1)),
            b'`' => ticks += 1,
            _ if ticks % 2 == 1 => {}
            _ => {
                if let Some(mut tag) = tag_at(text, at) {
                    done = tag.end;
                    let is_blank = |from: usize| text[from..at].trim().is_empty();
                    tag.begins = edge.is_some_and(is_blank);
                    // What follows a draft begins anew.
                    edge = (tag.begins || tag.class == Class::Draft).then_some(tag.end);
                    tags.push(tag);
                }
            }
        }
    }
    let is_apart = |tag: &&Tag| tag.begins && tag.opens_section();
    if tags.iter().filter(is_apart).count() >= 2 {
        tags.retain(|tag| tag.begins || tag.class == Class::Draft || (!tag.opens && tag.ends));
    }
    tags
}

/// The tag that begins at a `<`.
fn tag_at(text: &str, start: usize) -> Option<Tag> {
    let rest = &text.as_bytes()[start + 1..];
    let length = memchr::memchr3(b'>', b'<', b'\n', &rest[..rest.len().min(TAG_MAX)])?;
    let end = start + 1 + length;
    if text.as_bytes()[end] != b'>' {
        return None;
    }
    let inside = text[start + 1..end].trim();
    let name = inside.trim_start_matches('/').trim_start();
    let is_closed = name.len() < inside.len();
    // `<overall goal>` is a name in two words; `<goal type=text>` is one with an attribute.
    let words = name
        .split_whitespace()
        .take_while(|word| !word.contains('='));
    let name = words.collect::<Vec<_>>().join(" ");
    let name = name.rsplit(':').next()?.trim_end_matches('/');
    let is_name = |char: char| char.is_alphanumeric() || "_-. ".contains(char);
    if !name.starts_with(|char: char| char.is_alphabetic() || char == '_')
        || !name.chars().all(is_name)
    {
        return None;
    }
    let behind = text[end + 1..].trim_start_matches([' ', '\t']);
    let key = key(name);
    Some(Tag {
        start,
        end: end + 1,
        class: class(&key),
        key,
        name: name.to_owned(),
        opens: !is_closed && !inside.ends_with('/'),
        begins: false,
        ends: behind.is_empty() || behind.starts_with('\n'),
    })
}

/// For each tag that opens, the one that closes it. Tags of one name nest.
pub(crate) fn mates(tags: &[Tag]) -> Vec<Option<usize>> {
    let mut mates = vec![None; tags.len()];
    let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, tag) in tags.iter().enumerate() {
        if tag.opens {
            open.entry(&tag.key).or_default().push(index);
        } else if let Some(opened) = open.get_mut(tag.key.as_str()).and_then(Vec::pop) {
            mates[opened] = Some(index);
        }
    }
    mates
}

/// For each tag the next one behind it that opens and is of such a class; the length if there is
/// none.
pub(crate) fn next_open(tags: &[Tag], of: impl Fn(Class) -> bool) -> Vec<usize> {
    let mut next = vec![tags.len(); tags.len()];
    let mut found = tags.len();
    for (index, tag) in tags.iter().enumerate().rev() {
        next[index] = found;
        if tag.opens && of(tag.class) {
            found = index;
        }
    }
    next
}

/// The document: the last root with something in it, else what is left of one, else all of it.
pub(crate) fn body(text: &str, tags: &[Tag]) -> DocumentBody {
    let roots = || {
        tags.iter()
            .enumerate()
            .filter(|(_, tag)| tag.class == Class::Root)
    };
    let mates = mates(tags);
    let next = next_open(tags, |class| matches!(class, Class::Section(_)));
    let (mut found, mut behind) = (None, 0);
    for (open, tag) in roots().filter(|(_, tag)| tag.opens) {
        if tag.start < behind {
            continue;
        }
        let close = mates[open];
        let end = close.map_or(text.len(), |close| tags[close].start);
        if next[open] < close.unwrap_or(tags.len()) || found.is_none() {
            found = Some((tag.end, end, close.is_some()));
        }
        behind = close.map_or(behind, |_| end);
    }
    let lone = roots().find(|(_, tag)| !tag.opens);
    let (start, end, closed) =
        found.unwrap_or_else(|| (0, lone.map_or(text.len(), |(_, tag)| tag.start), true));
    DocumentBody {
        start,
        end,
        closed,
        rooted: found.is_some() || lone.is_some(),
    }
}

/// The sections in tags, and what stands between them.
pub(crate) fn collect(text: &str, tags: &[Tag], body: &DocumentBody) -> Document {
    let mut document = Document {
        closed: body.closed,
        ..Document::default()
    };
    let mut at = body.start;
    // What is said before and behind a document without a root is no part of it.
    let mut said = body.rooted;
    let mates = mates(tags);
    let nexts = next_open(tags, |class| matches!(class, Class::Section(_)));
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at || !tag.opens {
            continue;
        }
        let close = mates[index].map(|close| &tags[close]);
        let next = tags.get(nexts[index]);
        let alone = || text[at..tag.start].trim().is_empty() || tag.begins;
        let counts = match tag.class {
            Class::Section(_) => true,
            Class::Unknown => {
                alone()
                    && close.is_some_and(|close| next.is_none_or(|next| close.start < next.start))
            }
            _ => false,
        };
        if !counts {
            continue;
        }
        if said {
            append(&mut document.notes, text[at..tag.start].trim());
        }
        let end = close.or(next).map_or(body.end, |tag| tag.start);
        document.take_in(Section {
            name: tag.name.clone(),
            key: tag.key.clone(),
            text: text[tag.end..end].trim().to_owned(),
        });
        at = close.map_or(end, |close| close.end);
        said = true;
    }
    if body.rooted {
        append(&mut document.notes, text[at..body.end].trim());
    }
    document
}
