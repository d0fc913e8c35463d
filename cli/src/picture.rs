//! Draws a compaction in text: tokens before and after, the action on each message, and how full
//! the window is.

use super::style::{Style, bar, count, grouped, left, percent, right};
use conspectus::{Breakdown, Removed, RemovedKind, ResultRow, RowAction, RunResult};
use serde_json::Value;

/// Fewest and most columns of a bar, and the other columns of a row with two bars.
const BARS: (usize, usize) = (8, 36);
const BESIDE_BARS: usize = 2 + NAME + 2 * (9 + 1) + 2;
/// Most messages on one line of the strip, and the other columns of that line.
const CELLS: usize = 100;
const BESIDE_CELLS: usize = 2 + NAME + 4;
/// The most lines of the strip; for a longer list, each sign covers several messages.
const LINES: usize = 4;
/// Width of the name of a row.
const NAME: usize = 14;

/// A sign for each action, and what it says.
const SIGNS: [(RowAction, char, &str); 6] = [
    (RowAction::Summarized, '/', "summarized"),
    (RowAction::Cleared, '.', "cleared"),
    (RowAction::Truncated, '-', "truncated"),
    (RowAction::Condensed, '~', "condensed"),
    (RowAction::Repaired, '!', "repaired"),
    (RowAction::Kept, '#', "unchanged"),
];

/// The whole picture of a run, without a heading.
pub(super) fn whole(result: &RunResult, rows: &[ResultRow], style: Style) -> String {
    let mut text = by_kind(result, style);
    text.push_str(&short(result, rows, style));
    text
}

/// Returns the lines about the messages and the window.
pub(super) fn short(result: &RunResult, rows: &[ResultRow], style: Style) -> String {
    let sizes = |tokens: u64, path: &str| {
        format!(
            "{} in {}",
            count(tokens, "token", "tokens"),
            count(logged(result, path), "message", "messages")
        )
    };
    let total = format!(
        "{} -> {}",
        sizes(result.tokens_before, "sizes.messages_before"),
        sizes(result.tokens_after, "sizes.messages_after")
    );
    let share = percent(result.tokens_after, result.tokens_before);
    let mut text = style.wrapped(&format!("{total} ({share} left)"), 2, Style::bold);
    if result.changed {
        let actions: Vec<(RowAction, u64)> = rows
            .iter()
            .map(|row| (row.action, row.tokens_before))
            .collect();
        text.push_str(&strip(&actions, style));
    }
    text.push_str(&gauge(result, style));
    let removed: Vec<String> = result.removed.iter().map(describe).collect();
    text.push_str(&if removed.is_empty() {
        style.wrapped(
            &format!("nothing changed: {}", result.reason),
            2,
            Style::warn,
        )
    } else {
        style.wrapped(&format!("removed: {}", removed.join("; ")), 2, Style::good)
    });
    if result.summary.is_some() {
        let merged = if result.log.contains_key("summary.previous") {
            ", which continues an earlier one"
        } else {
            ""
        };
        let came = format!(
            "added: a summary of {}{merged}",
            count(logged(result, "summary.tokens"), "token", "tokens")
        );
        text.push_str(&style.wrapped(&came, 2, |_, line| line.to_owned()));
    }
    text
}

/// A number of a log; 0 where it is left out.
pub(super) fn logged(result: &RunResult, path: &str) -> u64 {
    let found = result.log.get(path);
    found.and_then(Value::as_u64).unwrap_or_default()
}

/// Tokens by what they are spent on, before and after, on one scale.
fn by_kind(result: &RunResult, style: Style) -> String {
    let [before, after] = result.by_kind().map(|spent| kinds(&spent));
    let most = before
        .iter()
        .chain(&after)
        .map(|(_, tokens)| *tokens)
        .max()
        .unwrap_or(0);
    let bars = (style.width.saturating_sub(BESIDE_BARS) / 2).clamp(BARS.0, BARS.1);
    let heading = format!(
        "  {}{}after",
        left("tokens", NAME),
        left("before", bars + 12)
    );
    let mut text = format!("{}\n", style.dim(&heading));
    for ((kind, old), (_, new)) in before
        .iter()
        .zip(&after)
        .filter(|((_, old), (_, new))| old + new > 0)
    {
        let cell = |tokens: u64| {
            format!(
                "{} {}",
                right(&grouped(tokens), 9),
                style.bar(&left(&bar(tokens, most, bars), bars))
            )
        };
        let line = format!("  {}{}  {}", left(kind, NAME), cell(*old), cell(*new));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn kinds(breakdown: &Breakdown) -> [(&'static str, u64); 9] {
    let Breakdown {
        system,
        user,
        assistant,
        reasoning,
        tool_calls,
        tool_results,
        media,
        other,
        summary,
        ..
    } = *breakdown;
    [
        ("system", system),
        ("user", user),
        ("assistant", assistant),
        ("reasoning", reasoning),
        ("tool calls", tool_calls),
        ("tool results", tool_results),
        ("media", media),
        ("other", other),
        ("summary", summary),
    ]
}

/// Returns one sign for each message of the list before the run. A sign that covers several
/// messages shows the action on the one with the most tokens.
fn strip(actions: &[(RowAction, u64)], style: Style) -> String {
    let cells = cells(style);
    let each = actions.len().div_ceil(cells * LINES).max(1);
    let signs: String = actions
        .chunks(each)
        .filter_map(|some| some.iter().max_by_key(|(_, tokens)| *tokens))
        .filter_map(|(action, _)| SIGNS.iter().find(|(known, ..)| known == action))
        .map(|(_, sign, _)| *sign)
        .collect();
    let mut text = String::new();
    let all: Vec<char> = signs.chars().collect();
    for (line, some) in all.chunks(cells).enumerate() {
        let name = if line == 0 { "messages" } else { "" };
        let some: String = some.iter().collect();
        text.push_str(&format!("  {}{}\n", left(name, NAME), style.bar(&some)));
    }
    let told: Vec<String> = SIGNS
        .iter()
        .filter(|(_, sign, _)| all.contains(sign))
        .map(|(_, sign, what)| format!("{sign} {what}"))
        .collect();
    let many = if each > 1 {
        format!("; each sign is {each} messages")
    } else {
        String::new()
    };
    let legend = format!("{}{many}", told.join("   "));
    text.push_str(&style.wrapped(&legend, 2 + NAME, Style::dim));
    text
}

/// Returns how many signs fit on one line.
fn cells(style: Style) -> usize {
    style.width.saturating_sub(BESIDE_CELLS).clamp(1, CELLS)
}

/// How much of the window the next prompt takes.
fn gauge(result: &RunResult, style: Style) -> String {
    let Some(window) = result.context_window.filter(|window| *window > 0) else {
        return String::new();
    };
    let target = logged(result, "sizes.target_tokens");
    let cells = cells(style);
    let column = |tokens: u64| (tokens.min(window) * (cells as u64) / window) as usize;
    let mut drawn: Vec<char> = (0..cells)
        .map(|place| {
            if place < column(result.prompt_tokens) {
                '\u{2588}'
            } else {
                '\u{b7}'
            }
        })
        .collect();
    for tokens in [target, result.trigger_tokens] {
        if let Some(place) = drawn.get_mut(column(tokens).min(cells - 1)) {
            *place = '|';
        }
    }
    let drawn: String = drawn.into_iter().collect();
    let told = format!(
        "{} of {} | target {} | trigger {}",
        grouped(result.prompt_tokens),
        grouped(window),
        grouped(target),
        grouped(result.trigger_tokens)
    );
    format!(
        "  {}{}\n{}",
        left("next prompt", NAME),
        style.bar(&drawn),
        style.wrapped(&told, 2 + NAME, Style::dim)
    )
}

/// One line on what was removed, such as `summarized 78 messages 33,487 tokens`.
fn describe(removed: &Removed) -> String {
    let tokens = count(removed.tokens, "token", "tokens");
    match removed.kind {
        RemovedKind::SummarizedMessages => format!(
            "summarized {} {tokens}",
            count(removed.count, "message", "messages")
        ),
        RemovedKind::ClearedToolResults => format!(
            "cleared {} {tokens}",
            count(removed.count, "tool result", "tool results")
        ),
        RemovedKind::ClearedMedia => {
            format!(
                "cleared {} {tokens}",
                count(removed.count, "media item", "media items")
            )
        }
        kind => format!(
            "{} {} {tokens}",
            kind.name().replace('_', " "),
            grouped(removed.count)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{RowAction, Style, strip};

    #[test]
    fn a_strip_has_a_sign_for_each_message_and_tells_what_it_says() {
        let drawn = strip(
            &[
                (RowAction::Summarized, 9),
                (RowAction::Cleared, 8),
                (RowAction::Kept, 7),
            ],
            Style::new(false),
        );
        let lines: Vec<&str> = drawn.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "messages      /.#",
                "/ summarized   . cleared   # unchanged"
            ]
        );
    }

    #[test]
    fn of_a_long_list_a_sign_stands_for_several_messages() {
        let drawn = strip(&[(RowAction::Kept, 1); 1000], Style::new(false));
        assert_eq!(drawn.lines().count(), 5);
        assert!(drawn.contains("each sign is 5 messages"), "{drawn}");
    }
}
