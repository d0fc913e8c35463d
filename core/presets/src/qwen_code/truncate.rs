//! How qwen-code cuts tool output, by chars and lines.

use crate::full_output;
use conspectus_history::host::units::utf16_len;
use conspectus_history::reduce::truncate::{
    MIN_SAVING_CHARS, TextRule, Truncation, head_units, line_count, tail_units,
};
use std::borrow::Cow;

/// For tool output: within a limit on chars and one on lines, a fifth of each for the head.
pub static TOOL_OUTPUT: TextRule = TextRule {
    cut: tool_output,
    min_saving_chars: MIN_SAVING_CHARS,
    note_if_empty: Some(EMPTY_NOTE),
    zero_is_no_limit: true,
    uses: &["max_chars", "max_lines", "locator"],
    ..TextRule::plain("qwen-code-tool-output")
};

/// Longest tool output, in chars. Source: Q-70.
const MAX_CHARS: usize = 25_000;
/// Most lines of tool output. Source: Q-70.
const MAX_LINES: usize = 1_000;
/// The divisor of the lines and chars for the part of the head. Source: Q-70.
const HEAD_PART: usize = 5;
/// Marks where a long line was cut. Source: Q-70.
const CUT: &str = "...";
/// The start of every result of this rule, by which a second run knows it.
const PREFIX: &str = "[Tool output truncated: ";
const BREAK: &str = "\n\n... [middle left out] ...\n\n";
/// What a host may show for an empty output. Source: Q-70.
pub(crate) const EMPTY_NOTE: &str = "(tool completed with no output)";

/// A limit of zero disables it. A fifth of the kept lines, at least one, and a fifth of the kept
/// chars come from the start. Chars that the head does not use are added to the tail.
fn tool_output<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max_chars = limit(options.max_chars.unwrap_or(MAX_CHARS));
    let max_lines = limit(options.max_lines.unwrap_or(MAX_LINES));
    let (chars, lines) = (utf16_len(text), line_count(text));
    let place = full_output(options);
    // A result of this rule has its frame on top of the limits. A tool that prints the start gains
    // only those few chars, so it cannot avoid the cut (B-16).
    let frame = PREFIX.len() + BREAK.len() + utf16_len(&place) + 64;
    let is_result = text.starts_with(PREFIX)
        && chars <= max_chars.saturating_add(frame)
        && lines <= max_lines.saturating_add(6);
    if (chars <= max_chars && lines <= max_lines) || is_result {
        return Cow::Borrowed(text);
    }
    let head_lines = (max_lines.min(lines) / HEAD_PART).max(1);
    let tail_lines = max_lines.min(lines).saturating_sub(head_lines);
    let budget = max_chars.min(chars);
    let (head, spent) = take(
        text.split('\n').take(head_lines),
        budget / HEAD_PART,
        head_units,
        |part| format!("{part}{CUT}"),
    );
    // The tail comes from what follows the head. If a line of the head was cut, its rest may be
    // part of the tail.
    let last_cut = head
        .last()
        .is_some_and(|line| matches!(line, Cow::Owned(_)));
    let read: usize = head.iter().map(|line| line.len() + 1).sum::<usize>()
        - if last_cut { CUT.len() + 1 } else { 0 };
    let rest: Vec<&str> = text.get(read..).unwrap_or_default().split('\n').collect();
    let from = rest
        .len()
        .saturating_sub(tail_lines.max(usize::from(last_cut)));
    let (mut tail, _) = take(
        rest[from..].iter().rev().copied(),
        budget - spent,
        tail_units,
        |part| format!("{CUT}{part}"),
    );
    tail.reverse();
    let kept = format!("{}{BREAK}{}", head.join("\n"), tail.join("\n"));
    Cow::Owned(format!(
        "{PREFIX}{chars} chars in {lines} lines.{place}]\n{kept}"
    ))
}

fn limit(given: usize) -> usize {
    if given == 0 { usize::MAX } else { given }
}

/// Takes whole lines as long as `budget` lasts. The first line that does not fit is cut and marked,
/// and is the last one. Also returns the chars that were spent.
fn take<'a>(
    lines: impl Iterator<Item = &'a str>,
    budget: usize,
    cut: fn(&str, usize) -> &str,
    mark: fn(&str) -> String,
) -> (Vec<Cow<'a, str>>, usize) {
    let (mut kept, mut spent) = (Vec::new(), 0usize);
    for line in lines {
        let cost = utf16_len(line) + usize::from(!kept.is_empty());
        if spent + cost <= budget {
            kept.push(Cow::Borrowed(line));
            spent += cost;
            continue;
        }
        let room = budget.saturating_sub(spent + CUT.len() + usize::from(!kept.is_empty()));
        if room > 0 {
            let part = cut(line, room);
            spent += utf16_len(part) + CUT.len() + usize::from(!kept.is_empty());
            kept.push(Cow::Owned(mark(part)));
        }
        break;
    }
    (kept, spent)
}
