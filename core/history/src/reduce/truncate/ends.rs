//! The rule `ends`: the head of the text, a marker, lines of the middle that name errors, and the
//! tail, within every limit.

use super::errors::names_error;
use super::{Truncation, first_lines, last_lines, line_count};
use crate::host::clip::{head_of, tail_of};
use crate::host::units::utf16_len;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Longest text, in chars. Source: gemini-cli's default.
const MAX_CHARS: usize = 40_000;
/// The head's share of the kept text. Source: gemini-cli. What a command prints last matters most.
const HEAD_FRACTION: f64 = 0.2;
/// Lines that name errors may use the available chars after the head, divided by this. Chosen here:
/// a quarter.
const ERROR_PART: usize = 4;
/// Longest line that names an error, in chars. Chosen here: a compiler's message with its path
/// fits.
const ERROR_LINE_CHARS: usize = 240;
/// A cut moves to the nearest line end if that costs at most the length of the head or the tail,
/// divided by this. Chosen here: a quarter.
const SNAP_PART: usize = 4;

struct TextEnds<'a> {
    head: &'a str,
    errors: Vec<Cow<'a, str>>,
    tail: &'a str,
}

pub fn cut<'a>(options: &Truncation, text: &'a str, error_lines: &mut u64) -> Cow<'a, str> {
    let max_chars = options.max_chars.unwrap_or(MAX_CHARS);
    let max_lines = options.max_lines.unwrap_or(usize::MAX);
    let (chars, lines) = (utf16_len(text), line_count(text));
    if chars <= max_chars && lines <= max_lines {
        return Cow::Borrowed(text);
    }
    let locator = options.shown_locator();
    // The limits come first: a marker that does not fit loses its locator, then it is left out.
    for locator in [locator.as_deref(), None] {
        let frame = utf16_len(&marker(chars, lines, locator, true)) + 2;
        let Some(room) = max_chars.checked_sub(frame).filter(|room| *room > 0) else {
            continue;
        };
        // The marker needs a line, and the text another one.
        if max_lines < 2 {
            break;
        }
        let cut = ends(options, text, room.min(chars), max_lines - 1);
        let result = cut.render(chars, lines, locator);
        if utf16_len(&result) < chars {
            *error_lines = cut.errors.len() as u64;
            return Cow::Owned(result);
        }
    }
    Cow::Borrowed(head_of(first_lines(text, max_lines), max_chars))
}

fn ends<'a>(options: &Truncation, text: &'a str, room: usize, max_lines: usize) -> TextEnds<'a> {
    let fraction = options.head_fraction.unwrap_or(HEAD_FRACTION);
    let head_lines = ((max_lines as f64 * fraction) as usize).min(max_lines);
    let head = snap_head(
        head_of(
            first_lines(text, head_lines),
            (room as f64 * fraction) as usize,
        ),
        text,
    );
    let rest = &text[head.len()..];
    let (room, tail_lines) = (
        room - utf16_len(head),
        max_lines - line_count(head).min(max_lines),
    );
    let errors_room = if options.keep_errors {
        room / ERROR_PART
    } else {
        0
    };
    let errors_lines = if options.keep_errors {
        tail_lines / ERROR_PART
    } else {
        0
    };
    // Find the errors that the smallest tail would leave out. Then the tail gets the room that they
    // did not use.
    let small_tail = tail_of(
        last_lines(rest, tail_lines - errors_lines),
        room - errors_room,
    );
    let middle = &rest[..rest.len() - small_tail.len()];
    let mut found = rescue(middle, errors_room, errors_lines);
    let spent: usize = found.iter().map(|(_, line)| utf16_len(line) + 1).sum();
    let tail = tail_of(last_lines(rest, tail_lines - found.len()), room - spent);
    let tail = snap_tail(tail, rest);
    let tail_start = rest.len() - tail.len();
    found.retain(|(at, _)| *at < tail_start);
    TextEnds {
        head,
        errors: found.into_iter().map(|(_, line)| line).collect(),
        tail,
    }
}

impl TextEnds<'_> {
    fn render(&self, chars: usize, lines: usize, locator: Option<&str>) -> String {
        let gap = |text: &str| {
            if text.is_empty() || text.ends_with('\n') {
                ""
            } else {
                "\n"
            }
        };
        let missing_chars = chars - utf16_len(self.head) - utf16_len(self.tail);
        let missing_lines = lines.saturating_sub(line_count(self.head) + line_count(self.tail));
        let mut result = format!("{}{}", self.head, gap(self.head));
        result.push_str(&marker(
            missing_chars,
            missing_lines,
            locator,
            !self.errors.is_empty(),
        ));
        for line in &self.errors {
            result.push('\n');
            result.push_str(line);
        }
        if !self.tail.is_empty() {
            result.push('\n');
            result.push_str(self.tail);
        }
        result
    }
}

fn marker(chars: usize, lines: usize, locator: Option<&str>, has_errors: bool) -> String {
    let place = locator.map_or_else(String::new, |locator| format!("; full text: {locator}"));
    let errors = if has_errors { "; errors in it:" } else { "" };
    format!("{OPENING}{chars} chars, {lines}{LEFT_OUT}{place}{errors}{CLOSING}")
}

const OPENING: &str = "[... ";
const LEFT_OUT: &str = " lines left out";
const CLOSING: &str = " ...]";

/// Whether a text was cut by this rule: only its ends are there.
pub fn is_cut(text: &str) -> bool {
    text.contains(OPENING)
        && text.lines().any(|line| {
            line.starts_with(OPENING) && line.ends_with(CLOSING) && line.contains(LEFT_OUT)
        })
}

/// The lines that name errors, each once and in order, with their places, as long as both budgets
/// last.
fn rescue(middle: &str, max_chars: usize, max_lines: usize) -> Vec<(usize, Cow<'_, str>)> {
    let mut found: Vec<(usize, Cow<'_, str>)> = Vec::new();
    let mut known = BTreeSet::new();
    let (mut at, mut spent) = (0, 0);
    for line in middle.split('\n') {
        let start = at;
        at += line.len() + 1;
        if found.len() == max_lines || spent >= max_chars {
            break;
        }
        if !names_error(line) {
            continue;
        }
        let line = head_of(line.trim_end(), ERROR_LINE_CHARS);
        let cost = utf16_len(line) + 1;
        if spent + cost <= max_chars && known.insert(line) {
            spent += cost;
            found.push((start, Cow::Borrowed(line)));
        }
    }
    found
}

/// The head up to its last line end, if that loses only a small part of it.
fn snap_head<'a>(head: &'a str, text: &str) -> &'a str {
    let at_line_end = text[head.len()..].starts_with('\n') || head.ends_with('\n');
    match head.rfind('\n') {
        Some(end) if !at_line_end && (head.len() - end) * SNAP_PART <= head.len() => &head[..end],
        _ => head,
    }
}

/// The tail from its first line start, if that loses only a small part of it.
fn snap_tail<'a>(tail: &'a str, rest: &str) -> &'a str {
    let at_line_start = rest[..rest.len() - tail.len()].ends_with('\n');
    match tail.find('\n') {
        Some(end) if !at_line_start && (end + 1) * SNAP_PART <= tail.len() => &tail[end + 1..],
        _ => tail,
    }
}
