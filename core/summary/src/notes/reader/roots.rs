//! Finds the document in an answer: the last complete root, else what is left of one.

use super::tags::{Class, Tag};
use std::collections::BTreeMap;

/// Where a document stands.
pub(crate) struct DocumentBody {
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

pub(crate) fn find(text: &str, tags: &[Tag]) -> DocumentBody {
    let (pairs, open, lone) = matched(tags);
    let body = |open: Option<usize>, close: Option<usize>| DocumentBody {
        start: open.map_or(0, |open| tags[open].end),
        end: close.map_or(text.len(), |close| tags[close].start),
        closed: open.is_none() || close.is_some(),
        rooted: open.is_some() || close.is_some(),
    };
    let says = |(open, close): &Pair| !is_blank(text, &tags[*open..=*close]);
    let good = |pair: &&Pair| {
        let (open, close) = **pair;
        tags[open..close].iter().any(Tag::opens_section) || (tags[open].key == OURS && says(pair))
    };
    // A document in another's root has no tags, or is headed.
    let chosen = pairs
        .iter()
        .rfind(good)
        .or_else(|| pairs.iter().rfind(|pair| says(pair)));
    if let Some(pair) = chosen {
        let (open, close) = innermost(tags, *pair);
        return body(Some(open), Some(close));
    }
    // A draft of the document that was begun anew and cut off is no reason to take the older one.
    let last_section = tags.iter().rposition(Tag::opens_section).unwrap_or(0);
    let cut = open.iter().rfind(|open| **open < last_section);
    match (cut, pairs.last(), open.last()) {
        (None, Some((open, close)), _) => body(Some(*open), Some(*close)),
        (None, None, None) => body(None, lone),
        (cut, _, open) => body(cut.or(open).copied(), None),
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
    pairs
        .into_iter()
        .map(|(from, to)| (from + open + 1, to + open + 1))
        .rfind(|(from, _)| tags[*from].key == OURS)
        .unwrap_or((open, close))
}

/// Whether nothing but tags stands between the first and the last.
fn is_blank(text: &str, tags: &[Tag]) -> bool {
    tags.windows(2)
        .all(|pair| text[pair[0].end..pair[1].start].trim().is_empty())
}
