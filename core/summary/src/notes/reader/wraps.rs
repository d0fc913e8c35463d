//! Takes away what stands around a whole document: code fences, `<answer>`.

use super::tags::{Class, mates, scan};

/// How many wraps may stand in each other.
const WRAPS_MAX: usize = 3;
/// Lines before a fence in which a model says what follows.
const LINES_BEFORE: usize = 4;

pub(crate) fn peeled(text: &str) -> &str {
    let mut text = text.trim();
    for _ in 0..WRAPS_MAX {
        let Some(inner) = fenced(text).or_else(|| wrapped(text)) else {
            break;
        };
        text = inner.trim();
    }
    text
}

/// What stands in a fence around all, or in one behind a few words.
fn fenced(text: &str) -> Option<&str> {
    let mut at = 0;
    for (count, line) in text
        .split_inclusive('\n')
        .take(LINES_BEFORE + 1)
        .enumerate()
    {
        if line.starts_with("```") || line.starts_with("~~~") {
            let inner = &text[at + line.len()..];
            let begins = inner.trim_start();
            let is_document = ["<", "{", "#", "**", "1."]
                .iter()
                .any(|sign| begins.starts_with(sign));
            let end = inner
                .rfind(&format!("\n{}", &line[..3]))
                .unwrap_or(inner.len());
            let around_all = count == 0 && inner[end..].trim().trim_matches(['`', '~']).is_empty();
            return (is_document || around_all).then(|| &inner[..end]);
        }
        at += line.len();
    }
    None
}

fn wrapped(text: &str) -> Option<&str> {
    let tags = scan(text);
    let first = tags
        .first()
        .filter(|tag| tag.start == 0 && tag.opens && tag.class == Class::Wrap)?;
    let last = &tags[mates(&tags)[0]?];
    (last.end == text.len()).then(|| &text[first.end..last.start])
}
