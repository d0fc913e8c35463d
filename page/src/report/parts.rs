//! Tables and the strip of the report.

use super::{Page, is_repair, number, wide};
use crate::draw::{fold, table};
use crate::text::{clip, counted, escape, grouped, list, word};
use serde_json::Value;

/// The most messages that have a cell with a tooltip each.
const MOST_TIPS: usize = 400;
/// Cells on a line, and the size of one with its gap.
const A_LINE: usize = 60;
const CELL: [usize; 2] = [12, 18];
/// The most rows of the table of requests, of all messages, and of all changes.
const MOST_REQUESTS: usize = 3_000;
const MOST_MESSAGES: usize = 3_000;
const MOST_CHANGES: usize = 900;

/// Options as Python spells them.
pub(super) fn options(given: &Value) -> String {
    let given = given.as_object().map(|given| {
        let each = given.iter().map(|(name, value)| match value {
            Value::Bool(true) => format!("{name}=True"),
            Value::Bool(false) => format!("{name}=False"),
            Value::Null => format!("{name}=None"),
            _ => format!("{name}={value}"),
        });
        each.collect::<Vec<_>>().join(", ")
    });
    escape(&given.unwrap_or_default())
}

/// The content that one compaction removed.
pub(super) fn removed(run: &Value) -> String {
    let groups = list(run, "removed").iter().map(|group| {
        let (count, kind) = (number(&group["count"]), word(&group["kind"]));
        format!(
            "{} {kind}, {}",
            grouped(count),
            counted(number(&group["tokens"]), "token")
        )
    });
    let mut text = groups.collect::<Vec<_>>().join("; ");
    let tokens = number(&run["summary_tokens"]);
    if tokens > 0 {
        text.push_str(&format!(
            "; added: a summary of {}",
            counted(tokens, "token")
        ));
    }
    if text.is_empty() {
        text.push_str("nothing");
    }
    text
}

/// The name of a run: a compaction or a repair, with its number.
pub(super) fn called(page: &Page<'_>, place: usize) -> String {
    let is_repair = page.runs().get(place).is_some_and(is_repair);
    let name = if is_repair { "repair" } else { "compaction" };
    format!("{name} {}", place + 1)
}

/// Returns the name of a run as a link to its row.
fn linked(page: &Page<'_>, run: usize) -> String {
    format!(
        "<a href=\"#{}-c{run}\">{}</a>",
        page.id,
        called(page, run.saturating_sub(1))
    )
}

/// The number of rows that are not shown, if any.
fn shown(most: usize, all: usize, what: &str) -> String {
    if most >= all {
        return String::new();
    }
    format!(
        "<p class=\"m\">{} not shown, which are smaller or older.</p>",
        counted((all - most) as u64, what)
    )
}

/// The table for the picture of the prompt's size.
pub(super) fn requests(page: &Page<'_>) -> String {
    let all = page.requests();
    let most = page.at_most(MOST_REQUESTS).max(30);
    let window = page.number("limit");
    let own = list(page.fields, "own_sizes");
    let marked = |tokens: u64| {
        if tokens > window {
            format!(
                "<span class=\"w\">{} (above the window)</span>",
                grouped(tokens)
            )
        } else {
            grouped(tokens)
        }
    };
    // Of a long session: each compaction, and others at equal distances.
    let every = all.len().div_ceil(most).max(1);
    let mut run = 0;
    let rows: Vec<Vec<String>> = all
        .iter()
        .enumerate()
        .filter_map(|(place, request)| {
            let before = request[3].as_u64();
            run += usize::from(before.is_some());
            if before.is_none() && place % every > 0 {
                return None;
            }
            let mut row = vec![
                grouped(place as u64 + 1),
                before.map_or_else(String::new, grouped),
                marked(number(&request[0])),
                grouped(number(&request[2])),
                marked(number(&request[1])),
                before.map_or_else(String::new, |_| linked(page, run)),
            ];
            if let Some(own) = own.get(place) {
                row.push(grouped(number(own)));
            }
            Some(row)
        })
        .collect();
    let mut head = vec![
        ("request", "n"),
        ("before compaction", "n"),
        ("sent", "n"),
        ("of it cached", "n"),
        ("without compaction", "n"),
        ("", ""),
    ];
    if !own.is_empty() {
        head.push(("as the agent did it", "n"));
    }
    let left_out = shown(rows.len(), all.len(), "request");
    fold(
        "Table of the prompt sizes, in tokens",
        &format!(
            "{}{left_out}",
            wide("Prompt sizes, in tokens", &table(&head, &rows))
        ),
    )
}

/// The former text, in which removed and new parts are marked.
fn marked(was: &str, is: Option<&str>) -> String {
    let Some(is) = is else {
        return format!("<del>{}</del>", clip(was, 1_200));
    };
    let same = was
        .chars()
        .zip(is.chars())
        .take_while(|(one, other)| one == other)
        .count();
    let rest = was.chars().count().min(is.chars().count()) - same;
    let end = was
        .chars()
        .rev()
        .zip(is.chars().rev())
        .take(rest)
        .take_while(|(one, other)| one == other)
        .count();
    let middle = |text: &str| {
        let length = text.chars().count();
        text.chars()
            .skip(same)
            .take(length - same - end)
            .collect::<String>()
    };
    let start: String = was.chars().take(same).collect();
    let tail: String = was.chars().skip(was.chars().count() - end).collect();
    format!(
        "{}<del>{}</del><ins>{}</ins>{}",
        escape(&start),
        escape(&middle(was)),
        escape(&middle(is)),
        escape(&tail)
    )
}

/// Before and after, for each compaction.
pub(super) fn changes(page: &Page<'_>) -> String {
    let runs = page.runs();
    let all: usize = runs.iter().map(|run| list(run, "changes").len()).sum();
    let most = page.at_most(MOST_CHANGES).max(3 * runs.len().min(40));
    let mut text = String::new();
    for (place, run) in runs.iter().enumerate() {
        let changes = list(run, "changes");
        // Each has its part of the rows.
        let most = if all <= most {
            changes.len()
        } else {
            (changes.len() * most / all).max(3)
        };
        let mut sorted: Vec<&Value> = changes.iter().collect();
        sorted.sort_by_key(|change| {
            std::cmp::Reverse(number(&change["before"]).saturating_sub(number(&change["after"])))
        });
        sorted.truncate(most);
        sorted.sort_by_key(|change| change["message"].as_u64());
        let rows: Vec<Vec<String>> = sorted
            .iter()
            .map(|change| {
                let message = change["message"].as_u64();
                let tool = change["tool"].as_str().unwrap_or_default();
                let who = if tool.is_empty() {
                    word(&change["role"])
                } else {
                    clip(tool, 60)
                };
                vec![
                    message.map_or_else(
                        || "earlier summary".to_owned(),
                        |_| grouped(number(&change["message"]) + 1),
                    ),
                    who,
                    format!(
                        "<span class=\"q\">{}</span>",
                        marked(
                            change["was"].as_str().unwrap_or_default(),
                            change["is"].as_str()
                        )
                    ),
                    grouped(number(&change["before"])),
                    grouped(number(&change["after"])),
                    clip(change["reason"].as_str().unwrap_or_default(), 200),
                ]
            })
            .collect();
        let head = [
            ("message", "n"),
            ("role or tool", ""),
            ("text", ""),
            ("tokens before", "n"),
            ("after", "n"),
            ("reason", ""),
        ];
        let title = format!(
            "{} at request {}: {}",
            called(page, place),
            grouped(number(&run["request"])),
            removed(run)
        );
        let name = called(page, place);
        let left_out = shown(rows.len(), changes.len(), "message");
        text.push_str(&fold(
            &title,
            &format!("{}{left_out}", wide(&name, &table(&head, &rows))),
        ));
    }
    text
}

/// The state of a message at the end: its word, the class of its cell, and how that looks.
const ENDS: [(&str, &str, &str); 6] = [
    ("kept", "k", "full cells"),
    ("summarized", "s", "crossed out"),
    ("cleared", "c", "dashed"),
    ("truncated", "h", "pale"),
    ("condensed", "h", "pale"),
    ("repaired", "r", "brown"),
];

fn end_of(message: &Value) -> usize {
    let action = message["fate"]["action"].as_str().unwrap_or("kept");
    ENDS.iter()
        .position(|(name, ..)| *name == action)
        .unwrap_or(0)
}

/// A cell for each message, and the table for it.
pub(super) fn messages(page: &Page<'_>) -> String {
    let all = list(page.fields, "fates");
    if all.is_empty() {
        return "<p>The session has no message.</p>".to_owned();
    }
    let counts = ENDS
        .iter()
        .enumerate()
        .filter_map(|(end, (name, _, what))| {
            let count = all.iter().filter(|message| end_of(message) == end).count() as u64;
            (count > 0).then(|| format!("{} {name} ({what})", grouped(count)))
        });
    let legend = counts.collect::<Vec<_>>().join(", ");
    let tips = all.len() <= MOST_TIPS;
    let mut cells = String::new();
    let mut paths: [String; ENDS.len()] = Default::default();
    for (place, message) in all.iter().enumerate() {
        let end = end_of(message);
        let (x, y) = (place % A_LINE * CELL[0] + 1, place / A_LINE * CELL[1] + 1);
        let shape = if ENDS[end].1 == "s" {
            format!("M{x} {y}h9v14h-9zl9 14")
        } else {
            format!("M{x} {y}h9v14h-9z")
        };
        if tips {
            cells.push_str(&format!(
                "<g><title>message {}: {}, {}: {}</title><path class=\"{}\" d=\"{shape}\"/></g>",
                place + 1,
                word(&message["role"]),
                counted(number(&message["tokens"]), "token"),
                ENDS[end].0,
                ENDS[end].1
            ));
        } else {
            paths[end].push_str(&shape);
        }
    }
    for ((_, class, _), path) in ENDS.iter().zip(&paths).filter(|(_, path)| !path.is_empty()) {
        cells.push_str(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
    }
    let (width, height) = (A_LINE * CELL[0], all.len().div_ceil(A_LINE) * CELL[1]);
    let strip = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}: {legend}\">{cells}</svg>",
        counted(all.len() as u64, "message")
    );
    format!(
        "<p>The state of each message in the last prompt, from the first to the newest: {legend}.</p>{}{}",
        wide("Strip of messages", &strip),
        fold("Table of the messages", &rows(page, all))
    )
}

fn rows(page: &Page<'_>, all: &[Value]) -> String {
    let most = page.at_most(MOST_MESSAGES).max(40);
    let mut sorted: Vec<(usize, &Value)> = all.iter().enumerate().collect();
    sorted.sort_by_key(|(_, message)| std::cmp::Reverse(number(&message["tokens"])));
    sorted.truncate(most);
    sorted.sort_by_key(|(place, _)| *place);
    let text_bytes = if all.len() > 1_000 { 160 } else { 320 };
    let rows: Vec<Vec<String>> = sorted
        .iter()
        .map(|(place, message)| {
            let fate = &message["fate"];
            let when = match (fate["run"].as_u64(), fate["request"].as_u64()) {
                (Some(run), Some(request)) => {
                    format!(
                        "{}, request {}",
                        linked(page, run as usize),
                        grouped(request)
                    )
                }
                (None, Some(request)) => format!("request {}", grouped(request)),
                _ => String::new(),
            };
            vec![
                grouped(*place as u64 + 1),
                word(&message["role"]),
                format!(
                    "<span class=\"q\">{}</span>",
                    clip(message["text"].as_str().unwrap_or_default(), text_bytes)
                ),
                grouped(number(&message["tokens"])),
                ENDS[end_of(message)].0.to_owned(),
                when,
                clip(fate["reason"].as_str().unwrap_or_default(), 160),
            ]
        })
        .collect();
    let head = [
        ("message", "n"),
        ("role", ""),
        ("text", ""),
        ("tokens", "n"),
        ("now", ""),
        ("since", ""),
        ("reason", ""),
    ];
    format!(
        "{}{}",
        wide("Messages", &table(&head, &rows)),
        shown(rows.len(), all.len(), "message")
    )
}
