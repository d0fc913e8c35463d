//! Finds the code in a Markdown text: fenced blocks and inline code, as specified in CommonMark
//! 0.31 (sections 4.5 and 6.1). Blocks that are only indented count as text, because indentation
//! inside a list doesn't mean code.

use std::collections::BTreeMap;
use std::ops::Range;

/// Fewest marks of a fence. Source: CommonMark 4.5.
const FENCE_MARKS: usize = 3;
/// Maximum number of spaces before a fence. Source: CommonMark 4.5.
const FENCE_INDENT: usize = 3;

/// The stretches of code in a text, in bytes, in order.
#[must_use]
pub fn code(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(u8, usize, usize)> = None;
    // Inline code never reaches beyond its paragraph, so each paragraph is looked at for itself.
    let mut paragraph: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let marks = fence(line);
        if let Some((mark, count, start)) = open {
            if marks.is_some_and(|(other, length, bare)| other == mark && length >= count && bare) {
                found.push(start..end);
                open = None;
            }
        } else if let Some((mark, count, _)) =
            marks.filter(|(mark, ..)| *mark == b'~' || !info(line).contains('`'))
        {
            inline(text, paragraph.take(), &mut found);
            open = Some((mark, count, at));
        } else if line.trim().is_empty() {
            inline(text, paragraph.take(), &mut found);
        } else {
            paragraph = Some(paragraph.map_or(at, |before| before.start)..end);
        }
        at = end;
    }
    inline(text, paragraph, &mut found);
    // A fence that is never closed holds the rest of the text.
    found.extend(open.map(|(_, _, start)| start..text.len()));
    found
}

/// The mark of a line that may open or close a fence, how many there are, and whether nothing
/// follows them.
fn fence(line: &str) -> Option<(u8, usize, bool)> {
    let bare = line.trim_start_matches(' ');
    if line.len() - bare.len() > FENCE_INDENT {
        return None;
    }
    let mark = *bare
        .as_bytes()
        .first()
        .filter(|mark| matches!(mark, b'`' | b'~'))?;
    let count = bare.bytes().take_while(|byte| *byte == mark).count();
    (count >= FENCE_MARKS).then(|| (mark, count, bare[count..].trim().is_empty()))
}

/// What follows the marks of a fence.
fn info(line: &str) -> &str {
    line.trim_start().trim_start_matches('`')
}

/// Adds the inline code of one paragraph: from a run of backticks to the next run of the same
/// length.
fn inline(text: &str, paragraph: Option<Range<usize>>, found: &mut Vec<Range<usize>>) {
    let Some(paragraph) = paragraph else { return };
    let runs = runs(text, paragraph);
    // For each run the next one of its length, found from the end, so that a text of many runs
    // costs no more than their number.
    let mut next: Vec<Option<usize>> = vec![None; runs.len()];
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, run) in runs.iter().enumerate().rev() {
        next[index] = seen.insert(run.len(), index);
    }
    let mut index = 0;
    while index < runs.len() {
        match next[index] {
            Some(close) => {
                found.push(runs[index].start..runs[close].end);
                index = close + 1;
            }
            None => index += 1,
        }
    }
}

/// The runs of backticks in a part of a text.
pub fn runs(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in memchr::memchr_iter(b'`', &bytes[part.clone()]).map(|at| at + part.start) {
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end += 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}

/// A fence longer than any run of backticks in the content.
pub fn fence_around(text: &str) -> String {
    let longest = text.split(|char| char != '`').map(str::len).max();
    "`".repeat(longest.unwrap_or(0).max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::code;

    fn of(text: &str) -> Vec<&str> {
        code(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn fences_and_inline_code_are_found() {
        assert_eq!(of("a `b` c ``d ` e`` f"), ["`b`", "``d ` e``"]);
        assert_eq!(of("a\n```js\nb\n```\nc"), ["```js\nb\n```\n"]);
        assert_eq!(
            of("~~~\na\n```\n~~~~\nb `c`"),
            ["~~~\na\n```\n~~~~\n", "`c`"]
        );
        assert_eq!(of("```\nnever closed"), ["```\nnever closed"]);
        assert_eq!(of("`a\n\nb`"), Vec::<&str>::new());
        assert_eq!(of("    ```\nb `c`"), ["`c`"]);
    }

    #[test]
    fn many_runs_take_no_longer_than_their_number() {
        let text: String = (1..800).map(|length| "`".repeat(length) + " ").collect();
        assert!(code(&text).is_empty());
    }
}
