//! Token counts, and a history.

use crate::draw::{by_kind, columns, fold, table};
use crate::text::{counted, grouped, list, number};
use serde_json::Value;

/// The most rows of the folded table after the chart.
const MOST_ROWS: usize = 20;

pub(crate) fn counts(name: &str, fields: &Value, long: bool) -> String {
    let each: Vec<u64> = list(fields, "per_message").iter().map(number).collect();
    let how = if fields["exact"] == Value::Bool(true) {
        "exact"
    } else {
        "an estimate"
    };
    let messages = if each.is_empty() {
        String::new()
    } else {
        format!(" in {}", counted(each.len() as u64, "message"))
    };
    let what = if name == "History" { "history: " } else { "" };
    let mut text = format!(
        "<p>{what}<b>{}</b>{messages} <span class=\"m\">({how})</span></p>",
        counted(number(&fields["tokens"]), "token")
    );
    if fields["by_kind"].is_object() {
        text.push_str(&by_kind(&[("tokens", &fields["by_kind"])]));
    }
    if each.is_empty() {
        return text;
    }
    text.push_str(
        "<p>tokens of each message <span class=\"m\">(from the first to the newest)</span></p>",
    );
    text.push_str(&columns(&each));
    if long {
        let mut largest: Vec<(usize, u64)> = each.iter().copied().enumerate().collect();
        largest.sort_by_key(|(_, tokens)| std::cmp::Reverse(*tokens));
        largest.truncate(MOST_ROWS);
        let total = number(&fields["tokens"]).max(1);
        let rows: Vec<Vec<String>> = largest
            .iter()
            .map(|(index, tokens)| {
                let share = *tokens as f64 * 100.0 / total as f64;
                vec![index.to_string(), grouped(*tokens), format!("{share:.1} %")]
            })
            .collect();
        let head = [("message", "n"), ("tokens", "n"), ("share", "n")];
        text.push_str(&fold("the largest messages", &table(&head, &rows)));
    }
    text
}
