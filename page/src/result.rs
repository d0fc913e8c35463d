//! A result, and a plan.

use crate::draw::{by_kind, fold, gauge, strip, table};
use crate::text::{clip, counted, grouped, list, number, word};
use serde_json::Value;

/// The most rows of the folded table after the strip.
const MOST_ROWS: usize = 20;
/// The most bytes of a summary.
const MOST_SUMMARY: usize = 6_000;

pub(crate) fn result(name: &str, fields: &Value, long: bool) -> String {
    let is_plan = name == "Plan";
    let mut text = heading(fields, is_plan);
    if let Some(window) = fields["context_window"]
        .as_u64()
        .filter(|window| *window > 0)
    {
        let tokens = number(&fields["prompt_tokens"]);
        let would = if is_plan {
            "the next prompt would take"
        } else {
            "next prompt"
        };
        text.push_str(&format!(
            "<p>{would} <b>{}</b> of {}; compaction starts at {}</p>",
            grouped(tokens),
            grouped(window),
            grouped(number(&fields["trigger_tokens"]))
        ));
        let marks = [
            ("target", number(&fields["log"]["sizes.target_tokens"])),
            ("trigger", number(&fields["trigger_tokens"])),
        ];
        text.push_str(&gauge(tokens, window, &marks));
    }
    if fields["can_send"] == Value::Bool(false) {
        text.push_str("<p class=\"w\">Do not send it: the prompt exceeds the window.</p>");
    }
    if let [before, after] = list(fields, "by_kind") {
        text.push_str(&by_kind(&[("tokens before", before), ("after", after)]));
    }
    let rows = list(fields, "rows");
    if !rows.is_empty() {
        text.push_str(&strip(rows));
    }
    if long {
        text.push_str(&folded(fields, rows, is_plan));
    }
    text.push_str(&cache(fields, is_plan));
    text
}

fn heading(fields: &Value, is_plan: bool) -> String {
    let log = &fields["log"];
    let (before, after) = (
        number(&fields["tokens_before"]),
        number(&fields["tokens_after"]),
    );
    let messages = match (
        log["sizes.messages_before"].as_u64(),
        log["sizes.messages_after"].as_u64(),
    ) {
        (Some(before), Some(after)) if !is_plan => {
            format!(", {} &rarr; {}", grouped(before), counted(after, "message"))
        }
        _ => String::new(),
    };
    let status = if is_plan {
        format!("would be {}", word(&fields["status"]))
    } else {
        word(&fields["status"])
    };
    let removed: Vec<String> = list(fields, "removed")
        .iter()
        .map(|group| {
            format!(
                "{} {} ({})",
                grouped(number(&group["count"])),
                word(&group["kind"]),
                counted(number(&group["tokens"]), "token")
            )
        })
        .collect();
    let removed = if removed.is_empty() {
        String::new()
    } else {
        format!(
            ". {}: {}",
            if is_plan { "Would remove" } else { "Removed" },
            removed.join("; ")
        )
    };
    let at_most = if is_plan && before != after {
        "at most "
    } else {
        ""
    };
    format!(
        "<p><b>{status}</b>: {} &rarr; {at_most}{}{messages}</p><p class=\"m\">{}{removed}</p>",
        grouped(before),
        counted(after, "token"),
        clip(fields["reason"].as_str().unwrap_or_default(), 600)
    )
}

/// The folded parts: removed content, the summary, and items missing from it.
fn folded(fields: &Value, rows: &[Value], is_plan: bool) -> String {
    let mut text = String::new();
    let mut gone: Vec<&Value> = rows.iter().filter(|row| row["action"] != "kept").collect();
    if !gone.is_empty() {
        let tokens: u64 = gone
            .iter()
            .map(|row| number(&row["tokens_before"]).saturating_sub(number(&row["tokens_after"])))
            .sum();
        gone.sort_by_key(|row| std::cmp::Reverse(number(&row["tokens_before"])));
        let head = [
            ("message", "n"),
            ("role", ""),
            ("tool", ""),
            ("before", "n"),
            ("after", "n"),
            ("action", ""),
            ("reason", ""),
        ];
        let shown: Vec<Vec<String>> = gone
            .iter()
            .take(MOST_ROWS)
            .map(|row| {
                vec![
                    grouped(number(&row["index"])),
                    word(&row["role"]),
                    clip(row["tool"].as_str().unwrap_or_default(), 80),
                    grouped(number(&row["tokens_before"])),
                    grouped(number(&row["tokens_after"])),
                    word(&row["action"]),
                    clip(row["reason"].as_str().unwrap_or_default(), 160),
                ]
            })
            .collect();
        let more = gone.len().saturating_sub(MOST_ROWS) as u64;
        let more = if more > 0 {
            format!(
                "<p class=\"m\">and {}, which are smaller</p>",
                counted(more, "other message")
            )
        } else {
            String::new()
        };
        let title = format!(
            "{} ({}, {})",
            if is_plan {
                "content to remove"
            } else {
                "removed content"
            },
            counted(gone.len() as u64, "message"),
            counted(tokens, "token")
        );
        text.push_str(&fold(&title, &format!("{}{more}", table(&head, &shown))));
    }
    if let Some(summary) = fields["summary"].as_str() {
        let tokens = number(&fields["log"]["summary.tokens"]);
        let inner = format!("<pre>{}</pre>", clip(summary, MOST_SUMMARY));
        text.push_str(&fold(
            &format!("the summary ({})", counted(tokens, "token")),
            &inner,
        ));
    }
    let missing = list(fields, "missing");
    if !missing.is_empty() {
        let items: String = missing
            .iter()
            .take(12)
            .map(|item| format!("<li>{}</li>", clip(item.as_str().unwrap_or_default(), 200)))
            .collect();
        let title = format!("missing from the summary ({})", missing.len());
        text.push_str(&fold(&title, &format!("<ul>{items}</ul>")));
    }
    text
}

fn cache(fields: &Value, is_plan: bool) -> String {
    let lost = number(&fields["cache_tokens_lost"]);
    if lost == 0 {
        return String::new();
    }
    let verb = if is_plan { "would be" } else { "are" };
    let from = fields["log"]["cache.first_changed"].as_u64();
    let from = from.map_or_else(String::new, |from| format!(", starting at message {from}"));
    let pays = fields["break_even_calls"].as_u64();
    let pays = pays.map_or_else(String::new, |calls| {
        format!("; breaks even after {}", counted(calls, "call"))
    });
    format!(
        "<p class=\"m\">cache: {} {verb} read again{from}{pays}</p>",
        counted(lost, "token")
    )
}
