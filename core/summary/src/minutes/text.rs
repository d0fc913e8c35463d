//! Texts made shorter, at the ends of lines and sentences.

use crate::host::clip::{head_of, one_line};
use crate::notes::snapshot::escape_tags;
use crate::notes::terms::{at_least, sentences};
use crate::reduce::is_pointer;
use std::collections::BTreeSet;

/// Replaces omitted text.
pub const GAP: &str = "[…]";
/// Longest line that is one unit, in bytes.
const UNIT_BYTES: usize = 160;
/// Below this a line says nothing: a bracket, a separator. In chars.
const LINE_MIN: usize = 4;

/// Returns a text of at most about `room` bytes: complete lines and sentences from its head and its
/// end. If not even the first sentence fits, it is cut at a word.
pub fn shortened(text: &str, room: usize) -> String {
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
    let end = left * 2 / 5;
    while let Some(next) = all[head..tail]
        .first()
        .filter(|next| next.len() <= left - end)
    {
        left -= next.len();
        head += 1;
    }
    while let Some(last) = all[head..tail].last().filter(|last| last.len() <= left) {
        left -= last.len();
        tail -= 1;
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

/// Returns the longest head of a text that ends with a word and fits in `room` bytes.
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

/// Returns a text on one line of at most `room` bytes; longer text ends with an ellipsis.
pub fn line(text: &str, room: usize) -> String {
    let whole = one_line(text, room.saturating_mul(2).max(8));
    if whole.len() <= room {
        return whole;
    }
    format!("{}…", cut(&whole, room.saturating_sub(3)))
}

/// Indents every line after the first, so that no line of a text is mistaken for the start of an
/// entry, and escapes our tags.
pub fn set_in(text: &str, by: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    escape_tags(&lines.join(&format!("\n{by}")))
}

/// Calls `found` with every line of a text, and with the sentences of long lines. Pointer lines are
/// skipped, because the lines that they replace may not be shown.
pub fn each_unit<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    for line in text.split('\n').filter(|line| !is_pointer(line)) {
        let line = without_gutter(line).trim();
        let units = if line.len() > UNIT_BYTES {
            sentences(line)
        } else {
            vec![line]
        };
        for unit in units.into_iter().filter(|unit| at_least(unit, LINE_MIN)) {
            found(cut(unit.trim(), 4 * UNIT_BYTES));
        }
    }
}

/// Without a line number in front, as tools that show files write it: `12\t`, `12→`, `12|`, `12:`.
pub fn without_gutter(line: &str) -> &str {
    let rest = line.trim_start();
    let after = rest.trim_start_matches(char::is_numeric);
    if !(1..=7).contains(&(rest.len() - after.len())) {
        return line;
    }
    let marked = after.strip_prefix('\t');
    let marked = marked.or_else(|| after.trim_start().strip_prefix(['→', '|']));
    // A digit behind a colon makes it a time or a place, which belongs to the line.
    let is_mark = |rest: &&str| !rest.starts_with(char::is_numeric);
    let marked = marked.or_else(|| after.strip_prefix(':').filter(is_mark));
    marked.unwrap_or(line)
}
