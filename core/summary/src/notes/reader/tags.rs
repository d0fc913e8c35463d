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

/// The tags that count, in order.
pub(crate) fn scan(text: &str) -> Vec<Tag> {
    let mut tags = all(text);
    mark_ends(text, &mut tags);
    let is_section = |tag: &Tag| matches!(tag.class, Class::Section(_));
    if tags
        .iter()
        .filter(|tag| is_section(tag) && tag.opens && tag.begins)
        .count()
        >= 2
    {
        // Sections stand on lines of their own, so tags in sentences are quoted. What is said
        // before them is no document.
        let first = tags
            .iter()
            .position(|tag| (is_section(tag) || tag.class == Class::Root) && tag.begins)
            .unwrap_or(0);
        let mut index = 0;
        let mut drafts: Vec<String> = Vec::new();
        tags.retain(|tag| {
            index += 1;
            // A draft that counts ends where it is closed, wherever that is.
            let pending = tag.closes && drafts.last() == Some(&tag.key);
            let counts = tag.begins
                || (tag.closes && tag.ends)
                || (tag.class == Class::Draft && index <= first)
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
    }
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
    for index in (0..tags.len()).rev() {
        let until = tags.get(index + 1).map_or(text.len(), |next| next.start);
        let between = &text[tags[index].end..until];
        let blank = between
            .bytes()
            .position(|byte| !matches!(byte, b' ' | b'\t'));
        tags[index].ends = match blank {
            Some(at) => between.as_bytes()[at] == b'\n',
            None => tags
                .get(index + 1)
                .is_none_or(|next| next.ends && next.class != Class::Unknown),
        };
    }
}

/// The tag that begins at a `<`.
fn tag_at(text: &str, start: usize) -> Option<Tag> {
    let bytes = text.as_bytes();
    let mut at = blanks(bytes, start + 1, BLANKS_MAX)?;
    let closes = bytes.get(at) == Some(&b'/');
    if closes {
        at = blanks(bytes, at + 1, BLANKS_MAX)?;
    }
    let end = word(text, at)?;
    let name = text[at..end].to_owned();
    at = end;
    let mut joined = None;
    for _ in 0..=ATTRIBUTES_MAX {
        let next = blanks(bytes, at, VALUE_MAX)?;
        match bytes.get(next)? {
            b'>' => return Some(tag(start, next + 1, name, joined, closes, false)),
            b'/' => {
                let last = blanks(bytes, next + 1, BLANKS_MAX)?;
                return (bytes.get(last) == Some(&b'>'))
                    .then(|| tag(start, last + 1, name, joined, closes, true));
            }
            _ if next == at => return None,
            _ => {}
        }
        let end = word(text, next)?;
        let attribute = &text[next..end];
        at = blanks(bytes, end, BLANKS_MAX)
            .filter(|at| bytes.get(*at) == Some(&b'='))
            .unwrap_or(end);
        if bytes.get(at) == Some(&b'=') {
            at = value(bytes, blanks(bytes, at + 1, BLANKS_MAX)?)?;
        } else {
            // `<overall goal>`: a name in two words.
            joined = Some(format!(
                "{} {attribute}",
                joined.as_deref().unwrap_or(&name)
            ));
        }
    }
    None
}

fn tag(
    start: usize,
    end: usize,
    name: String,
    joined: Option<String>,
    closes: bool,
    empty: bool,
) -> Tag {
    let plain = |name: &str| key(name.rsplit(':').next().unwrap_or(name));
    let whole = joined
        .map(|name| (plain(&name), name))
        .filter(|(key, _)| class(key) != Class::Unknown);
    let (key, name) = whole.unwrap_or_else(|| (plain(&name), name));
    Tag {
        start,
        end,
        class: class(&key),
        key,
        name,
        opens: !closes && !empty,
        closes,
        begins: false,
        ends: false,
    }
}

/// Behind blanks, if they are no more than that.
fn blanks(bytes: &[u8], from: usize, most: usize) -> Option<usize> {
    let count = bytes
        .iter()
        .skip(from)
        .take(most + 1)
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    (count <= most).then_some(from + count)
}

/// Behind a name.
fn word(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let is_first = |char: char| char.is_alphabetic() || char == '_';
    if !rest.starts_with(is_first) {
        return None;
    }
    let mut end = from;
    for char in rest.chars() {
        if !(char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ':')) {
            return Some(end);
        }
        end += char.len_utf8();
        if end - from > NAME_MAX {
            return None;
        }
    }
    None
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
        } else if tag.closes {
            if let Some(opened) = open.get_mut(tag.key.as_str()).and_then(Vec::pop) {
                mates[opened] = Some(index);
                mates[index] = Some(opened);
            }
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
