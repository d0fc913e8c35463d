//! What policies would have cost.

use crate::draw::{bar, table};
use crate::text::{clip, counted, grouped, list, number};
use serde_json::Value;

/// The most rows.
const MOST_ROWS: usize = 60;

pub(crate) fn simulation(_name: &str, fields: &Value, long: bool) -> String {
    let rows = list(fields, "rows");
    let calls = rows.first().map_or(0, |row| number(&row["calls"]));
    // Prices that all rows have in common are in the heading.
    let prices = |row: &Value| clip(row["prices"].as_str().unwrap_or_default(), 60);
    let common = rows.first().map(prices);
    let common = common.filter(|first| rows.iter().all(|row| prices(row) == *first));
    let percent = |row: &Value, key: &str| row[key].as_f64().unwrap_or(0.0);
    // One scale, which one costly policy must not spoil.
    let most = rows
        .iter()
        .map(|row| percent(row, "relative_cost_percent"))
        .fold(100.0, f64::max)
        .min(300.0);
    let shown: Vec<Vec<String>> = rows
        .iter()
        .take(if long { MOST_ROWS } else { 10 })
        .map(|row| {
            let cost = percent(row, "relative_cost_percent");
            let drawn = bar(
                (cost.min(most) * 100.0) as u64,
                (most * 100.0) as u64,
                false,
            );
            let mut cells = vec![
                clip(row["policy"].as_str().unwrap_or_default(), 60),
                grouped(number(&row["window"])),
                format!("{cost:.1} %"),
                drawn,
                format!("{:.1} %", percent(row, "hit_percent")),
                grouped(number(&row["over_window"])),
                grouped(number(&row["clearings"])),
                grouped(number(&row["summaries"])),
            ];
            if common.is_none() {
                cells.insert(2, prices(row));
            }
            cells
        })
        .collect();
    let mut head = vec![
        ("policy", ""),
        ("window", "n"),
        ("cost", "n"),
        ("", "b"),
        ("names kept", "n"),
        ("over window", "n"),
        ("clearings", "n"),
        ("summaries", "n"),
    ];
    let with = common.map_or_else(String::new, |prices| format!(", with the prices {prices}"));
    if with.is_empty() {
        head.insert(2, ("prices", ""));
    }
    let more = rows.len().saturating_sub(shown.len()) as u64;
    let more = if more > 0 {
        format!("<p class=\"m\">and {}</p>", counted(more, "other row"))
    } else {
        String::new()
    };
    format!(
        "<p><b>{}</b> <span class=\"m\">of a session of {}{with}; cost in percent of never compacting</span></p>{}{more}",
        counted(rows.len() as u64, "row"),
        counted(calls, "call"),
        table(&head, &shown)
    )
}
