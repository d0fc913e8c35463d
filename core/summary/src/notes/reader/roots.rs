//! Finds the document in an answer: the last complete root, else what is left of one.

use super::tags::{Class, Tag};
use std::collections::BTreeMap;

/// Where a document stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body {
    pub start: usize,
    pub end: usize,
    /// Whether its end is there.
    pub closed: bool,
    /// Whether a root says that it is one.
    pub rooted: bool,
}

/// The tag that we ask for.
const OURS: &str = "statesnapshot";

/// A root that was closed: the indices of its tags.
type Pair = (usize, usize);

pub(crate) fn find(text: &str, tags: &[Tag]) -> Body {
    let (pairs, open, lone) = matched(tags);
    let body = |(open, close): Pair, closed: bool| Body {
        start: tags[open].end,
        end: tags[close].start,
        closed,
        rooted: true,
    };
    let has_sections = |from: usize, to: usize| {
        tags[from..to]
            .iter()
            .any(|tag| tag.opens && matches!(tag.class, Class::Section(_)))
    };
    let good = |(open, close): Pair| {
        has_sections(open, close)
            || (tags[open].key == OURS && !is_blank(text, &tags[open..=close]))
    };
    let chosen = pairs
        .iter()
        .rev()
        .copied()
        .find(|pair| good(*pair))
        .or_else(|| {
            // A document in another's root has no tags, or is headed.
            pairs
                .iter()
                .rev()
                .copied()
                .find(|(open, close)| !is_blank(text, &tags[*open..=*close]))
        });
    // A draft of the document that was begun anew and cut off is no reason to take the older one.
    let last_section = tags
        .iter()
        .rposition(|tag| tag.opens && matches!(tag.class, Class::Section(_)))
        .unwrap_or(0);
    let cut = open.iter().rev().copied().find(|open| *open < last_section);
    match (chosen, cut) {
        (Some(pair), _) => body(innermost(tags, pair), true),
        (None, Some(open)) => Body {
            start: tags[open].end,
            end: text.len(),
            closed: false,
            rooted: true,
        },
        (None, None) => match (pairs.last(), open.last(), lone) {
            (Some(pair), ..) => body(*pair, true),
            (None, Some(open), _) => Body {
                start: tags[*open].end,
                end: text.len(),
                closed: false,
                rooted: true,
            },
            (None, None, Some(close)) => Body {
                start: 0,
                end: tags[close].start,
                closed: true,
                rooted: true,
            },
            (None, None, None) => Body {
                start: 0,
                end: text.len(),
                closed: true,
                rooted: false,
            },
        },
    }
}

/// The roots that were closed and stand in no other, those that were not, and the last close
/// without an open.
fn matched(tags: &[Tag]) -> (Vec<Pair>, Vec<usize>, Option<usize>) {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut stack: Vec<usize> = Vec::new();
    let mut waiting = BTreeMap::new();
    let mut left = Vec::new();
    let mut lone = None;
    for (index, tag) in tags
        .iter()
        .enumerate()
        .filter(|(_, tag)| tag.class == Class::Root)
    {
        if tag.opens {
            stack.push(index);
            *waiting.entry(&tag.key).or_insert(0usize) += 1;
        } else if tag.closes {
            if waiting.get(&tag.key).is_none_or(|count| *count == 0) {
                lone = Some(index);
                continue;
            }
            let mut open = index;
            while let Some(inner) = stack.pop() {
                waiting
                    .entry(&tags[inner].key)
                    .and_modify(|count| *count -= 1);
                if tags[inner].key == tag.key {
                    open = inner;
                    break;
                }
                left.push(inner);
            }
            while pairs.last().is_some_and(|(inner, _)| *inner > open) {
                pairs.pop();
            }
            pairs.push((open, index));
        }
    }
    left.extend(stack);
    left.sort_unstable();
    (pairs, left, lone)
}

/// Our own root inside a root of another name.
fn innermost(tags: &[Tag], (open, close): Pair) -> Pair {
    if tags[open].key == OURS {
        return (open, close);
    }
    let (pairs, ..) = matched(&tags[open + 1..close]);
    let inner = pairs
        .into_iter()
        .map(|(from, to)| (from + open + 1, to + open + 1))
        .rfind(|(from, _)| tags[*from].key == OURS);
    inner.unwrap_or((open, close))
}

/// Whether nothing but tags stands between the first and the last.
fn is_blank(text: &str, tags: &[Tag]) -> bool {
    tags.windows(2)
        .all(|pair| text[pair[0].end..pair[1].start].trim().is_empty())
}
