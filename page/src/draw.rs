//! What several pictures share: bars on one scale, a strip of messages, a gauge, tables that open.

use crate::text::{clip, counted, escape, grouped, number, word};
use serde_json::Value;

/// The most cells of a strip. In a longer list, one cell represents several messages.
const CELLS: usize = 120;
/// Cells on a line, and the size of one with its gap.
const A_LINE: usize = 60;
const CELL: [usize; 2] = [12, 18];
/// The width of a gauge and of a chart.
const WIDTH: u64 = 720;

/// A bar of a table: its share of the largest.
pub(crate) fn bar(value: u64, most: u64, is_summary: bool) -> String {
    if value == 0 {
        return String::new();
    }
    let class = if is_summary { " class=\"s\"" } else { "" };
    let width = value as f64 * 100.0 / most.max(1) as f64;
    format!("<i{class} style=\"width:{width:.2}%\"></i>")
}

/// Tokens by what they are spent on: one column of numbers and bars for each side, on one scale.
pub(crate) fn by_kind(sides: &[(&str, &Value)]) -> String {
    let names: Vec<&String> = sides
        .first()
        .and_then(|(_, side)| side.as_object())
        .map_or_else(Vec::new, |side| side.keys().collect());
    let value = |side: &Value, name: &str| number(&side[name]);
    let most = sides
        .iter()
        .flat_map(|(_, side)| names.iter().map(|name| value(side, name)))
        .max()
        .unwrap_or(0);
    let mut text = String::from("<table><thead><tr><th></th>");
    for (title, _) in sides {
        text.push_str(&format!("<th class=\"n\">{title}</th><th></th>"));
    }
    text.push_str("</tr></thead><tbody>");
    for name in names {
        if sides.iter().all(|(_, side)| value(side, name) == 0) {
            continue;
        }
        text.push_str(&format!(
            "<tr><th scope=\"row\">{}</th>",
            escape(&name.replace('_', " "))
        ));
        for (_, side) in sides {
            let tokens = value(side, name);
            let bar = bar(tokens, most, name == "summary");
            let tokens = grouped(tokens);
            text.push_str(&format!(
                "<td class=\"n\">{tokens}</td><td class=\"b\">{bar}</td>"
            ));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table>");
    text
}

/// What actions are called, and the class of their cell.
pub(crate) const ACTIONS: [(&str, &str, &str); 6] = [
    ("kept", "k", "full: unchanged"),
    ("summarized", "s", "crossed: in the summary"),
    ("cleared", "c", "dashed: cleared"),
    ("truncated", "h", "pale: truncated"),
    ("condensed", "h", "pale: condensed"),
    ("repaired", "r", "brown: repaired"),
];

/// A cell for each row of a result.
pub(crate) fn strip(rows: &[Value]) -> String {
    let each = rows.len().div_ceil(CELLS).max(1);
    let mut cells = String::new();
    let mut seen = [false; ACTIONS.len()];
    for (place, some) in rows.chunks(each).enumerate() {
        let Some(row) = some.iter().max_by_key(|row| number(&row["tokens_before"])) else {
            continue;
        };
        let action = ACTIONS
            .iter()
            .position(|(action, ..)| row["action"] == *action)
            .unwrap_or(0);
        seen[action] = true;
        let (x, y) = (place % A_LINE * CELL[0] + 1, place / A_LINE * CELL[1] + 1);
        let class = ACTIONS[action].1;
        let shape = match class {
            "s" => format!("<path class=\"s\" d=\"M{x} {y}h9v14h-9zl9 14\"/>"),
            _ => format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"9\" height=\"14\"/>"),
        };
        cells.push_str(&format!("<g><title>{}</title>{shape}</g>", tip(some, row)));
    }
    let width = rows.len().div_ceil(each).min(A_LINE) * CELL[0];
    let height = rows.len().div_ceil(each).div_ceil(A_LINE) * CELL[1];
    let legend: Vec<&str> = ACTIONS
        .iter()
        .zip(seen)
        .filter(|(_, seen)| *seen)
        .map(|((.., what), _)| *what)
        .collect();
    let mut legend = legend.join(", ");
    if each > 1 {
        legend.push_str(&format!("; a cell is {each} messages"));
    }
    format!(
        "<p>messages <span class=\"m\">({legend})</span></p><svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{}: {legend}\">{cells}</svg>",
        counted(rows.len() as u64, "message")
    )
}

/// The tooltip of a cell.
fn tip(some: &[Value], row: &Value) -> String {
    let tool = row["tool"].as_str().filter(|tool| !tool.is_empty());
    let tool = tool.map_or_else(String::new, |tool| format!(", {}", clip(tool, 40)));
    let first = number(&some[0]["index"]);
    let place = if some.len() > 1 {
        format!("{first} to {}", first + some.len() as u64 - 1)
    } else {
        first.to_string()
    };
    format!(
        "{place}: {}{tool}, {} to {}: {}",
        word(&row["role"]),
        grouped(number(&row["tokens_before"])),
        counted(number(&row["tokens_after"]), "token"),
        word(&row["action"])
    )
}

/// How full the window is, with marks.
pub(crate) fn gauge(tokens: u64, window: u64, marks: &[(&str, u64)]) -> String {
    let place = |tokens: u64| tokens.min(window) * WIDTH / window.max(1);
    let mut shapes = format!(
        "<rect class=\"g\" y=\"14\" width=\"{WIDTH}\" height=\"10\"/><rect class=\"k\" y=\"14\" width=\"{}\" height=\"10\"/>",
        place(tokens)
    );
    for (name, tokens) in marks {
        let x = place(*tokens).min(WIDTH - 2);
        shapes.push_str(&format!(
            "<rect class=\"t\" x=\"{x}\" y=\"11\" width=\"2\" height=\"16\"/><text x=\"{x}\" y=\"9\" text-anchor=\"middle\">{name}</text>"
        ));
    }
    format!(
        "<svg width=\"{WIDTH}\" height=\"28\" viewBox=\"0 0 {WIDTH} 28\" role=\"img\" aria-label=\"{} of {} tokens\">{shapes}</svg>",
        grouped(tokens),
        grouped(window)
    )
}

/// A column for each message, as high as its tokens.
pub(crate) fn columns(tokens: &[u64]) -> String {
    let each = tokens.len().div_ceil(CELLS).max(1);
    let sums: Vec<u64> = tokens.chunks(each).map(|some| some.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(0).max(1);
    let wide = (WIDTH as usize / sums.len().max(1)).clamp(2, 24);
    let mut shapes = String::new();
    for (place, sum) in sums.iter().enumerate() {
        let high = (sum * 58).div_ceil(most);
        let first = place * each;
        let what = if each > 1 {
            format!("{first} to {}", (first + each).min(tokens.len()) - 1)
        } else {
            first.to_string()
        };
        shapes.push_str(&format!(
            "<g><title>{what}: {}</title><rect class=\"k\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{high}\"/></g>",
            counted(*sum, "token"),
            place * wide,
            60 - high,
            wide - 1
        ));
    }
    let width = wide * sums.len();
    format!(
        "<svg width=\"{width}\" height=\"60\" viewBox=\"0 0 {width} 60\" role=\"img\" aria-label=\"tokens of {}\">{shapes}</svg>",
        counted(tokens.len() as u64, "message")
    )
}

/// A table: the classes of its columns (`n` for numbers), its head, its rows of cells that are HTML.
pub(crate) fn table(head: &[(&str, &str)], rows: &[Vec<String>]) -> String {
    let open = |class: &str, tag: &str| match class {
        "" => format!("<{tag}>"),
        _ => format!("<{tag} class=\"{class}\">"),
    };
    let mut text = String::from("<table><thead><tr>");
    for (name, class) in head {
        text.push_str(&format!("{}{name}</th>", open(class, "th")));
    }
    text.push_str("</tr></thead><tbody>");
    for row in rows {
        text.push_str("<tr>");
        for ((_, class), cell) in head.iter().zip(row) {
            text.push_str(&format!("{}{cell}</td>", open(class, "td")));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table>");
    text
}

/// Something that opens.
pub(crate) fn fold(title: &str, inner: &str) -> String {
    format!("<details><summary>{title}</summary>{inner}</details>")
}
