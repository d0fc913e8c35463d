//! The ways in which gemini-cli truncates text: tool output by lines (G-156), messages that must
//! fit a number of tokens (G-60..G-63), and texts for the summarizer (G-80).

use crate::full_output;
use crate::gemini_cli::estimate::{CHARS_PER_TOKEN, text_tokens};
use crate::gemini_cli::policy::truncate::{HEAD_FRACTION, TOOL_OUTPUT_CHARS};
use conspectus::Item;
use conspectus_history::host::listed::listed;
use conspectus_history::host::patch::Op;
use conspectus_history::host::units::utf16_len;
use conspectus_history::measure::chars_for_tokens;
use conspectus_history::reduce::truncate::{
    MIN_SAVING_CHARS, TextRule, Truncation, first_lines, head_units, last_lines, line_count,
    tail_units,
};
use serde_json::Value;
use std::borrow::Cow;

/// Longest tool output in the version of the seeds, in chars, and the lines that are kept of a
/// longer one (G-156).
const TOOL_LINES_CHARS: usize = 4_000_000;

const TOOL_LINES_MAX: usize = 1_000;

/// Between head and tail there. Source: G-156.
const TRUNCATED: &str = "... [CONTENT TRUNCATED] ...";

/// The start of every result of that rule, by which a second run knows it.
const TOOL_LINES_START: &str = "Output cut: its first ";

/// Longest text for the summarizer, in chars. Source: G-80.
const EXCERPT_CHARS: usize = 2_000;

/// The line before a truncated text. Source: G-63.
pub const TEXT_PREFIX: &str = "[Message Normalized: Exceeded size limit]";

/// The line before a truncated tool result. Source: G-63.
pub const TOOL_PREFIX: &str = "[Message Normalized: Tool output exceeded size limit]";

/// Between head and tail. Source: G-61.
const DOTS: &str = "\n...\n";

/// Values of a response up to this length, in chars, are not cut. Source: G-62.
const VALUE_CHARS_MIN: usize = 100;

/// The fewest tokens that a value is cut to. Source: G-62.
const VALUE_TOKENS_MIN: f64 = 10.0;

/// For tool output, as the version of the seeds cut it: lines, a fifth of them from the start
/// (G-156).
pub static TOOL_LINES: TextRule = TextRule {
    cut: tool_lines,
    min_saving_chars: MIN_SAVING_CHARS,
    uses: &["max_chars", "max_lines", "head_fraction", "locator"],
    ..TextRule::plain("gemini-cli-tool-lines")
};

/// For messages: a prefix, the head, dots and the tail, all together within the limit (G-61).
pub static PROPORTIONAL: TextRule = TextRule {
    cut: proportional,
    uses: &["max_chars", "head_fraction", "prefix"],
    ..TextRule::plain("gemini-cli-proportional")
};

/// For texts that the summarizer reads: the first and the last 1,000 chars (G-80).
pub static EXCERPT: TextRule = TextRule {
    cut: excerpt,
    min_saving_chars: MIN_SAVING_CHARS,
    ..TextRule::plain("gemini-cli-excerpt")
};

/// Keeps as many lines as the limit says, a fifth of them from the start, once the text has more
/// chars than its limit (G-156). Lines that alone exceed the limit on chars are cut too.
fn tool_lines<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max_chars = options.max_chars.unwrap_or(TOOL_LINES_CHARS);
    let max_lines = options.max_lines.unwrap_or(TOOL_LINES_MAX);
    let (chars, lines) = (utf16_len(text), line_count(text));
    let place = full_output(options);
    // The first line and the marker come on top of the limits.
    let frame = utf16_len(&place) + 2 * MIN_SAVING_CHARS;
    let is_result = text.starts_with(TOOL_LINES_START)
        && chars <= max_chars.saturating_add(frame)
        && lines <= max_lines.saturating_add(3);
    if chars <= max_chars || is_result {
        return Cow::Borrowed(text);
    }
    let fraction = options.head_fraction.unwrap_or(HEAD_FRACTION);
    let share = |whole: usize| (whole as f64 * fraction).floor() as usize;
    let (mut head, mut tail) = (text, text);
    if lines > max_lines {
        let head_lines = share(max_lines);
        (head, tail) = (
            first_lines(text, head_lines),
            last_lines(text, max_lines - head_lines),
        );
    }
    if lines <= max_lines || utf16_len(head) + utf16_len(tail) > max_chars {
        head = head_units(head, share(max_chars));
        tail = tail_units(tail, max_chars - utf16_len(head));
    }
    let (first, last) = (line_count(head), line_count(tail));
    Cow::Owned(format!(
        "{TOOL_LINES_START}{first} and last {last} lines follow.{place}\n{head}\n{TRUNCATED}\n{tail}"
    ))
}

/// Keeps the head and the tail, with a prefix and dots, all together within the limit (G-61). If
/// that has no room, the prefix alone is left.
fn proportional<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max = options.max_chars.unwrap_or(TOOL_OUTPUT_CHARS);
    if utf16_len(text) <= max {
        return Cow::Borrowed(text);
    }
    let prefix = options.prefix.as_deref().unwrap_or(TEXT_PREFIX);
    let overhead = utf16_len(prefix) + DOTS.len() + 1;
    let Some(room) = max.checked_sub(overhead).filter(|room| *room > 0) else {
        return Cow::Owned(prefix.to_owned());
    };
    let head_chars =
        (room as f64 * options.head_fraction.unwrap_or(HEAD_FRACTION)).floor() as usize;
    Cow::Owned(format!(
        "{prefix}\n{}{DOTS}{}",
        head_units(text, head_chars),
        tail_units(text, room - head_chars)
    ))
}

/// Keeps half of the limit from the start and half from the end (G-80).
fn excerpt<'a>(options: &Truncation, text: &'a str, _: &mut u64) -> Cow<'a, str> {
    let max = options.max_chars.unwrap_or(EXCERPT_CHARS);
    let chars = utf16_len(text);
    if chars <= max {
        return Cow::Borrowed(text);
    }
    let (head, tail) = (head_units(text, max / 2), tail_units(text, max - max / 2));
    Cow::Owned(format!(
        "{head}\n... [{} chars omitted] ...\n{tail}",
        chars - utf16_len(head) - utf16_len(tail)
    ))
}

/// A Gemini part has at least one of these fields, in one of two spellings.
const PART_KEYS: [&str; 16] = listed(
    "text thought thoughtSignature thought_signature inlineData inline_data fileData file_data \
     functionCall function_call functionResponse function_response executableCode \
     executable_code codeExecutionResult code_execution_result",
);

/// The index of the first part that is not Gemini's; `None` if all may be. A part with a `type`
/// belongs to another provider. Other unknown parts pass if the list also holds a part of Gemini's,
/// since Gemini may add new kinds.
pub fn first_foreign_part<'v>(parts: impl Into<Item<'v>>) -> Option<usize> {
    let parts = &parts.into();
    let is_typed = |part: &Item<'_>| part.string("type").is_some();
    let is_own =
        |part: &Item<'_>| !is_typed(part) && (part.is_string() || part.has_any(&PART_KEYS));
    let fits = parts.items().any(|part| is_own(&part));
    parts.items().position(|part| is_typed(&part) || !fits)
}

/// The operations on a list of parts that cut each long string directly inside a
/// `functionResponse.response` to `ratio` of its tokens (G-62). Everything else in a part stays,
/// its signature included. A value that would not get shorter stays too.
#[must_use]
pub fn normalize_response<'v>(
    parts: impl Into<Item<'v>>,
    ratio: f64,
    options: &Truncation,
) -> Vec<Op> {
    let parts = &parts.into();
    let mut ops = Vec::new();
    parts.each_item(|index, part| {
        let response = ["functionResponse", "function_response"]
            .into_iter()
            .find_map(|key| Some((key, part.get(key)?.get("response")?)));
        let Some((holder, response)) = response else {
            return;
        };
        for (key, value) in response.fields() {
            if let Some(text) = cut_value(&value, ratio, options) {
                let key = conspectus_history::error::escape_pointer_segment(key);
                let path = format!("/{index}/{holder}/response/{key}");
                ops.push(Op::replace(path, Value::String(text)));
            }
        }
    });
    ops
}

fn cut_value(value: &Item<'_>, ratio: f64, options: &Truncation) -> Option<String> {
    if !value.is_string() || value.len() <= VALUE_CHARS_MIN {
        return None;
    }
    // The estimate is rounded down, and so is the share of it (G-50..G-54).
    let tokens = text_tokens(value.text(), CHARS_PER_TOKEN).floor();
    let target = VALUE_TOKENS_MIN.max((tokens * ratio).floor());
    let max_chars = chars_for_tokens(value.text(), target) as usize;
    if value.len() <= max_chars {
        return None;
    }
    let text = value.to_text();
    let prefix = options.prefix.as_deref().unwrap_or(TOOL_PREFIX);
    let cut = proportional(
        &Truncation {
            max_chars: Some(max_chars),
            prefix: Some(prefix.to_owned()),
            ..options.clone()
        },
        &text,
        &mut 0,
    )
    .into_owned();
    let place = options.shown_locator().map_or_else(String::new, |locator| {
        format!("\n\nFull output saved to: {locator}")
    });
    let result = cut + &place;
    (utf16_len(&result) < value.len()).then_some(result)
}
