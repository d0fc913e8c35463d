//! Texts made shorter, at the ends of lines and sentences.

use crate::host::clip::{head_of, one_line, tail_of};
use crate::notes::snapshot::escape_tags;
use crate::notes::terms::at_least;
use crate::reduce::is_pointer;
use std::collections::BTreeSet;

/// Stands where something was left out.
pub(super) const GAP: &str = "[…]";
/// Longest unit, in bytes: a longer line is cut at a sentence or a blank.
const UNIT_BYTES: usize = 160;
/// Below this a line says nothing: a bracket, a separator. In chars.
const LINE_MIN: usize = 4;

/// The end of the first sentence of a line, if one ends before the line does.
fn sentence_end(line: &str) -> Option<usize> {
    line.char_indices().find_map(|(at, char)| {
        let end = at + char.len_utf8();
        let rest = &line[end..];
        let is_end = match char {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' | ';' => {
                let word = line[..at]
                    .rsplit(char::is_whitespace)
                    .next()
                    .unwrap_or_default();
                // An item's number, a letter, or `e.g.`.
                let is_mark = word.len() < 2
                    || word.contains('.')
                    || word.bytes().all(|byte| byte.is_ascii_digit());
                rest.starts_with(char::is_whitespace) && !is_mark
            }
            _ => false,
        };
        (is_end && !rest.trim().is_empty()).then_some(end)
    })
}

/// The sentences of a text; each keeps the blanks and the break behind it.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some(end) = sentence_end(rest) {
            let end = rest.len() - rest[end..].trim_start_matches([' ', '\t']).len();
            found.push(&rest[..end]);
            rest = &rest[end..];
        }
        found.push(rest);
    }
    found
}

/// A text of at most about so many bytes: whole lines and sentences of its head and its end, in
/// equal parts. One that is longer than the room is cut at a word.
pub(super) fn shortened(text: &str, room: usize) -> String {
    let text = text.trim();
    if text.len() <= room {
        return text.to_owned();
    }
    // What is said again counts once.
    let mut known = BTreeSet::new();
    let all: Vec<&str> = sentences(text)
        .into_iter()
        .filter(|one| one.trim().len() < 8 || known.insert(one.trim()))
        .collect();
    let (mut head, mut tail) = (0, all.len());
    let mut left = room.saturating_sub(GAP.len() + 2);
    let (mut front, mut back) = (left * 3 / 5, left - left * 3 / 5);
    loop {
        let next = all[head..tail].first().filter(|next| next.len() <= front);
        if let Some(next) = next {
            front -= next.len();
            head += 1;
            continue;
        }
        let last = all[head..tail].last().filter(|last| last.len() <= back);
        let Some(last) = last else { break };
        back -= last.len();
        tail -= 1;
    }
    left = front + back;
    // What neither half has room for alone.
    if let Some(next) = all[head..tail].first().filter(|next| next.len() <= left) {
        left -= next.len();
        head += 1;
    }
    let (mut front, back) = (all[..head].concat(), all[tail..].concat());
    if front.trim().is_empty() {
        front = cut(text, left).to_owned();
    }
    let (front, back) = (front.trim_end(), back.trim());
    match (front, back) {
        (_, "") => format!("{front} {GAP}"),
        ("", _) => format!("{GAP} {back}"),
        _ if text.contains('\n') => format!("{front}\n{GAP}\n{back}"),
        _ => format!("{front} {GAP} {back}"),
    }
}

/// The longest head of a text in so many bytes that ends with a word.
fn cut(text: &str, room: usize) -> &str {
    let head = head_of(text, room);
    if head.len() == text.len() {
        return head;
    }
    let end = head
        .rfind(char::is_whitespace)
        .filter(|end| *end * 2 > head.len());
    head[..end.unwrap_or(head.len())].trim_end()
}

/// A text on one line of at most so many bytes; what is longer ends with a mark.
pub(super) fn line(text: &str, room: usize) -> String {
    let whole = one_line(text, room.saturating_mul(2).max(8));
    if whole.len() <= room {
        return whole;
    }
    format!("{}…", cut(&whole, room.saturating_sub(3)))
}

/// The end of a text on one line, from the beginning of a sentence on.
pub(super) fn end_of(text: &str, room: usize) -> String {
    let whole = one_line(text, usize::MAX / 4);
    if whole.len() <= room {
        return whole;
    }
    let mut from = whole.len();
    for sentence in sentences(&whole).iter().rev() {
        if whole.len() - from + sentence.len() > room {
            break;
        }
        from -= sentence.len();
    }
    match whole.get(from..).map(str::trim) {
        Some(end) if !end.is_empty() => format!("… {end}"),
        _ => format!("… {}", tail_of(&whole, room).trim_start()),
    }
}

/// Every line below the first set in, so that no line of a text begins one of ours, and our tags
/// made harmless.
pub(super) fn set_in(text: &str, by: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    escape_tags(&lines.join(&format!("\n{by}")))
}

/// Calls `found` with every line of a text, and with the pieces of long ones. A line that stands
/// for others says nothing where those are not shown.
pub(super) fn each_unit<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    for line in text.split('\n').filter(|line| !is_pointer(line)) {
        let mut left = without_gutter(line).trim();
        while at_least(left, LINE_MIN) {
            let end = unit_end(left);
            found(left[..end].trim_end());
            left = left[end..].trim_start();
        }
    }
}

/// Where a long line is cut: at the last sentence, else at the last separator, else at a blank.
fn unit_end(line: &str) -> usize {
    if line.len() <= UNIT_BYTES {
        return line.len();
    }
    let head = head_of(line, UNIT_BYTES);
    let behind = |end: usize| end + head[end..].chars().next().map_or(0, char::len_utf8);
    let marks: [&[char]; 3] = [
        &['.', '!', '?', '。', '！', '？'],
        &[';', ',', '，', '、'],
        &[' '],
    ];
    let ends = |marks: &[char]| {
        let mut found = head.match_indices(marks).map(|(at, _)| behind(at));
        let is_wide = |end: &usize| head[..*end].ends_with(['。', '！', '？', '，', '、', ' ']);
        found.rfind(|end| *end > UNIT_BYTES / 3 && (is_wide(end) || line[*end..].starts_with(' ')))
    };
    marks
        .iter()
        .find_map(|marks| ends(marks))
        .unwrap_or_else(|| {
            // Never inside of a word or an address, unless that has no end.
            let end = line.find(char::is_whitespace).unwrap_or(line.len());
            head_of(line, end.min(4 * UNIT_BYTES)).len().max(1)
        })
}

/// Without a line number in front, as tools that show files write it: `12\t`, `12→`, `12|`, `12:`.
pub(super) fn without_gutter(line: &str) -> &str {
    let rest = line.trim_start();
    let after = rest.trim_start_matches(|char: char| char.is_ascii_digit());
    if !(1..=7).contains(&(rest.len() - after.len())) {
        return line;
    }
    let marked = after.strip_prefix('\t');
    if let Some(rest) = marked.or_else(|| after.trim_start().strip_prefix(['→', '|'])) {
        return rest;
    }
    match after.strip_prefix(':') {
        // A digit behind it makes it a time or a place, which belongs to the line.
        Some(rest) if !rest.starts_with(|char: char| char.is_ascii_digit()) => rest,
        _ => line,
    }
}
