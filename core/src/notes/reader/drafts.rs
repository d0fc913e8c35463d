//! Drops what a model thought before it answered.

use super::headings;
use super::tags::{mates, next_open, scan, Class};

/// A text without drafts: closed ones, unclosed ones up to the document, and what stands before a
/// close without an open.
pub(crate) fn without_drafts(text: &str) -> String {
    let tags = scan(text);
    if tags.iter().all(|tag| tag.class != Class::Draft) {
        return text.to_owned();
    }
    let mates = mates(&tags);
    let next_root = next_open(&tags, |class| class == Class::Root);
    let next_section = next_open(&tags, |class| matches!(class, Class::Section(_)));
    let mut kept = String::new();
    let mut at = 0;
    let mut said = false;
    for (index, tag) in tags.iter().enumerate() {
        if tag.start < at {
            continue;
        }
        said |= matches!(tag.class, Class::Root | Class::Section(_));
        if tag.class != Class::Draft {
            continue;
        }
        let mut end = tag.end;
        if tag.opens {
            let next = [next_root[index], next_section[index]]
                .into_iter()
                .find_map(|next| tags.get(next))
                .map(|next| next.start);
            end = match mates[index] {
                Some(mate) => tags[mate].end,
                None => next
                    .or_else(|| headings::first(text, tag.end))
                    .unwrap_or(text.len()),
            };
        }
        kept.push_str(&text[at..tag.start]);
        // A provider may have swallowed where the draft began.
        let follows = !text[end..].trim_start().is_empty()
            && (!said || next_root[index] < tags.len() || next_section[index] < tags.len());
        if tag.closes && mates[index].is_none() && follows {
            kept.clear();
            said = false;
        }
        at = end;
    }
    kept.push_str(&text[at..]);
    kept
}
