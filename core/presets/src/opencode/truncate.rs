//! The ways in which opencode truncates text: tool output by lines and bytes (O-13), and texts for
//! the summarizer (O-7).

use crate::full_output;
use conspectus_history::host::units::utf16_len;
use conspectus_history::reduce::truncate::{
    MIN_SAVING_CHARS, TextRule, Truncation, head_bytes, head_units, line_count,
};
use std::borrow::Cow;

/// For tool output: the first lines within a limit on lines and one on bytes (O-13).
pub static TOOL_OUTPUT: TextRule = TextRule {
    cut: tool_output,
    min_saving_chars: MIN_SAVING_CHARS,
    uses: &["max_lines", "max_bytes", "head_fraction", "locator"],
    ..TextRule::plain("opencode-tool-output")
};
/// For texts that the summarizer reads: the first 2,000 chars (O-7).
pub static EXCERPT: TextRule = TextRule {
    cut: excerpt,
    ..TextRule::plain("opencode-excerpt")
};

/// Most lines of tool output. Source: O-13.
const MAX_LINES: usize = 2_000;
/// Longest tool output, in bytes. Source: O-13.
const MAX_BYTES: usize = 51_200;
/// Longest text for the summarizer, in chars. Source: O-7.
const EXCERPT_CHARS: usize = 2_000;

/// Keeps whole lines from the start, as long as both limits hold (O-13). With a `head_fraction`
/// below one half it keeps lines from the end.
fn tool_output<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max_lines = options.max_lines.unwrap_or(MAX_LINES);
    let max_bytes = options.max_bytes.unwrap_or(MAX_BYTES);
    let lines = line_count(text);
    if lines <= max_lines && text.len() <= max_bytes {
        return Cow::Borrowed(text);
    }
    let from_end = options.head_fraction.is_some_and(|fraction| fraction < 0.5);
    let preview = if max_lines == 0 {
        ""
    } else if from_end {
        last_lines(text, max_lines, max_bytes)
    } else {
        first_lines(text, max_lines, max_bytes)
    };
    let missing = if preview.len() < text.len() && lines > line_count(preview) {
        format!("{} lines", lines - line_count(preview))
    } else {
        format!("{} bytes", text.len() - preview.len())
    };
    let place = full_output(options);
    let marker = format!("...{missing} truncated...{place}");
    Cow::Owned(if from_end {
        format!("{marker}\n\n{preview}")
    } else {
        format!("{preview}\n\n{marker}")
    })
}

fn first_lines(text: &str, max_lines: usize, max_bytes: usize) -> &str {
    let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len()));
    match breaks
        .take(max_lines)
        .take_while(|end| *end <= max_bytes)
        .last()
    {
        Some(end) => &text[..end],
        // The first line alone exceeds the limit, so its start is shown (B-29).
        None => head_bytes(text, max_bytes),
    }
}

fn last_lines(text: &str, max_lines: usize, max_bytes: usize) -> &str {
    let starts = memchr::memrchr_iter(b'\n', text.as_bytes())
        .map(|at| at + 1)
        .chain(std::iter::once(0));
    match starts
        .take(max_lines)
        .take_while(|start| text.len() - start <= max_bytes)
        .last()
    {
        Some(start) => &text[start..],
        None => {
            let mut start = text.len().saturating_sub(max_bytes);
            while !text.is_char_boundary(start) {
                start += 1;
            }
            &text[start..]
        }
    }
}

/// Keeps the start, with a mark that the rest is missing (O-7).
fn excerpt<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max = options.max_chars.unwrap_or(EXCERPT_CHARS);
    if utf16_len(text) <= max {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}\n[truncated]", head_units(text, max)))
}
