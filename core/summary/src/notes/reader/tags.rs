//! Finds tags, and says which of them count: what stands in backticks or in the middle of a
//! sentence is text.

use super::keys::{class, key};
use std::collections::BTreeMap;

/// Longest name of a tag, and longest value of an attribute, in bytes.
const NAME_MAX: usize = 61;
const VALUE_MAX: usize = 300;
const ATTRIBUTES_MAX: usize = 8;
/// Blanks inside a tag where none belong.
const BLANKS_MAX: usize = 3;

/// What a tag is to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Around a document.
    Root,
    /// Around thoughts.
    Draft,
    /// Around an answer.
    Wrap,
    /// A known section, and where it belongs; a note belongs nowhere.
    Section(Option<usize>),
    /// Anything else.
    Unknown,
}

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
    pub closes: bool,
    /// Whether only tags stand before it on its line, and only tags behind it.
    pub begins: bool,
    pub ends: bool,
}

impl Tag {
    pub fn opens_section(&self) -> bool {
        self.opens && matches!(self.class, Class::Section(_))
    }
}

/// The tags that count, in order.
pub(crate) fn scan(text: &str) -> Vec<Tag> {
    let mut tags = all(text);
    mark_ends(text, &mut tags);
    let on_lines = tags.iter().filter(|tag| tag.opens_section() && tag.begins);
    if on_lines.count() < 2 {
        return tags;
    }
    // Sections stand on lines of their own, so tags in sentences are quoted. What is said before
    // them is no document.
    let first = tags
        .iter()
        .find(|tag| matches!(tag.class, Class::Section(_) | Class::Root) && tag.begins)
        .map_or(0, |tag| tag.start);
    let mut drafts: Vec<String> = Vec::new();
    tags.retain(|tag| {
        // A draft that counts ends where it is closed, wherever that is.
        let pending = tag.closes && drafts.last() == Some(&tag.key);
        let counts = tag.begins
            || (tag.closes && tag.ends)
            || (tag.class == Class::Draft && tag.start < first)
            || pending;
        if counts && tag.class == Class::Draft {
            if tag.opens {
                drafts.push(tag.key.clone());
            } else if pending {
                drafts.pop();
            }
        }
        counts
    });
    tags
}

fn all(text: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let (mut ticks, mut done) = (0usize, 0);
    // From where on only blanks have been seen on this line; none once there was text.
    let mut edge = Some(0);
    for at in memchr::memchr3_iter(b'<', b'\n', b'`', text.as_bytes()) {
        if at < done {
            continue;
        }
        match text.as_bytes()[at] {
            b'\n' => (ticks, edge) = (0, Some(at + 1)),
            b'`' => ticks += 1,
            _ if ticks % 2 == 1 => {}
            _ => {
                let Some(mut tag) = tag_at(text, at) else {
                    continue;
                };
                done = tag.end;
                tag.begins = edge.is_some_and(|edge| text[edge..at].trim_start().is_empty());
                // What follows a draft begins anew.
                edge = (tag.begins || tag.class == Class::Draft).then_some(tag.end);
                tags.push(tag);
            }
        }
    }
    tags
}

fn mark_ends(text: &str, tags: &mut [Tag]) {
    // Where the next tag begins, and whether a line may end in front of it.
    let (mut until, mut last) = (text.len(), true);
    for tag in tags.iter_mut().rev() {
        let rest = text[tag.end..until].trim_start_matches([' ', '\t']);
        tag.ends = rest.starts_with('\n') || (rest.is_empty() && last);
        (until, last) = (tag.start, tag.ends && tag.class != Class::Unknown);
    }
}

/// The tag that begins at a `<`.
fn tag_at(text: &str, start: usize) -> Option<Tag> {
    let bytes = text.as_bytes();
    let (closes, from) = passed(bytes, blanks(bytes, start + 1, BLANKS_MAX)?, b'/')?;
    let mut at = word(text, from)?;
    let name = &text[from..at];
    // `<overall goal>`: a name in two words.
    let mut joined = name.to_owned();
    for _ in 0..=ATTRIBUTES_MAX {
        let next = blanks(bytes, at, VALUE_MAX)?;
        let (empty, last) = passed(bytes, next, b'/')?;
        if bytes.get(last) == Some(&b'>') {
            let plain = |name: &str| key(name.rsplit(':').next().unwrap_or(name));
            if class(&plain(&joined)) == Class::Unknown {
                name.clone_into(&mut joined);
            }
            let key = plain(&joined);
            return Some(Tag {
                start,
                end: last + 1,
                class: class(&key),
                key,
                name: joined,
                opens: !closes && !empty,
                closes,
                begins: false,
                ends: false,
            });
        }
        if empty || next == at {
            return None;
        }
        at = word(text, next)?;
        let attribute = &text[next..at];
        let equals = blanks(bytes, at, BLANKS_MAX).unwrap_or(at);
        let (is_assigned, from) = passed(bytes, equals, b'=')?;
        if is_assigned {
            at = value(bytes, from)?;
        } else {
            joined = format!("{joined} {attribute}");
        }
    }
    None
}

/// Whether a sign stands there, and where it goes on: behind it and blanks.
fn passed(bytes: &[u8], at: usize, sign: u8) -> Option<(bool, usize)> {
    if bytes.get(at) == Some(&sign) {
        Some((true, blanks(bytes, at + 1, BLANKS_MAX)?))
    } else {
        Some((false, at))
    }
}

/// Behind blanks, if they are no more than that.
fn blanks(bytes: &[u8], from: usize, most: usize) -> Option<usize> {
    let count = bytes
        .iter()
        .skip(from)
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    (count <= most).then_some(from + count)
}

/// Behind a name.
fn word(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let is_first = |char: char| char.is_alphabetic() || char == '_';
    let length = rest.find(|char: char| !char.is_alphanumeric() && !"_-.:".contains(char))?;
    (rest.starts_with(is_first) && length <= NAME_MAX).then_some(from + length)
}

/// Behind the value of an attribute. It holds no tag.
fn value(bytes: &[u8], from: usize) -> Option<usize> {
    let quote = bytes.get(from).filter(|byte| matches!(byte, b'"' | b'\''));
    let skip = usize::from(quote.is_some());
    for (count, byte) in bytes.iter().skip(from + skip).take(VALUE_MAX).enumerate() {
        let at = from + skip + count;
        match (quote, byte) {
            (_, b'<' | b'\n') => return None,
            (Some(quote), byte) if byte == quote => return Some(at + 1),
            (None, b' ' | b'\t' | b'>') => return Some(at),
            _ => {}
        }
    }
    None
}

/// For each tag that opens, the one that closes it. Tags of one name nest.
pub(crate) fn mates(tags: &[Tag]) -> Vec<Option<usize>> {
    let mut mates = vec![None; tags.len()];
    let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, tag) in tags.iter().enumerate() {
        if tag.opens {
            open.entry(&tag.key).or_default().push(index);
        } else if tag.closes
            && let Some(opened) = open.get_mut(tag.key.as_str()).and_then(Vec::pop)
        {
            mates[opened] = Some(index);
            mates[index] = Some(opened);
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
