//! JSON told shorter: no spaces between values, and a list of objects alike as their keys once and a row each.
//!
//! The first line says what follows and how the text was spaced, so that it can be written again to the byte: keys keep their order, numbers
//! and strings their spelling, and a key that is not there is told apart from one that is null. What does not come back exactly stays as it is.
//!
//! ```text
//! [JSON spaced; #(keys)(row)(row) is a list of objects, - is no such key; bcdf]
//! #("type"="direct","number","price")("HAT001",120)("HAT002",-)
//! ```

use super::json::{parse, Node, Style};
use super::pointer::check;
use std::fmt::Write;

/// What the first line of such a text begins with.
pub(super) const OPENING: &str = "[JSON";
const LEGEND: &str = "; #(keys)(row)(row) is a list of objects, - is no such key; ";

/// Fewest objects of a table. Chosen here: two are as short as they are.
const ROWS_MIN: usize = 3;
/// Of the keys of all rows together, each row has this share at least. Chosen here: rows would be full of gaps otherwise.
const SHARED_MIN: f64 = 0.6;

/// The text told shorter, if it is JSON that comes back exactly.
pub(super) fn told(text: &str) -> Option<String> {
    let body = text.trim_end_matches('\n');
    if !body.starts_with(['{', '[']) || text.len() - body.len() > 1 {
        return None;
    }
    let node = parse(body)?;
    let style = Style::of(&node, body)?;
    let mut written = String::new();
    let mut has_tables = false;
    write_node(&node, &mut written, &mut has_tables);
    if !has_tables && style == Style::Compact {
        return None;
    }
    let ending = &text[body.len()..];
    let told = format!("{OPENING}{}{LEGEND}{}]\n{written}{ending}", style.name(), check(std::iter::once(written.as_str())));
    (told.len() < text.len() && whole(&told).as_deref() == Some(text)).then_some(told)
}

/// The text as it was; `None` if it is no text of ours.
pub(super) fn whole(told: &str) -> Option<String> {
    let (head, rest) = told.strip_prefix(OPENING)?.split_once('\n')?;
    let (style, letters) = head.strip_suffix(']')?.split_once(LEGEND)?;
    let written = rest.trim_end_matches('\n');
    if check(std::iter::once(written)) != letters {
        return None;
    }
    let mut text = Style::named(style)?.write(&super::json::parse_told(written)?);
    text.push_str(&rest[written.len()..]);
    Some(text)
}

fn write_node(node: &Node<'_>, out: &mut String, has_tables: &mut bool) {
    match node {
        Node::Plain(raw) => out.push_str(raw),
        Node::Object(fields) => {
            out.push('{');
            for (index, (key, value)) in fields.iter().enumerate() {
                let comma = if index > 0 { "," } else { "" };
                // Writing to a string does not fail.
                let _ = write!(out, "{comma}{key}:");
                write_node(value, out, has_tables);
            }
            out.push('}');
        }
        Node::List(items) => match columns(items) {
            Some(columns) => {
                *has_tables = true;
                write_table(items, &columns, out, has_tables);
            }
            None => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    write_node(item, out, has_tables);
                }
                out.push(']');
            }
        },
    }
}

/// A column of a table: its key, and its value if all rows have the same.
struct Column<'a> {
    key: &'a str,
    same: Option<&'a Node<'a>>,
}

/// The columns of a list of objects that can be a table: all have the same keys in the same order, but for keys that are not there.
fn columns<'a>(items: &'a [Node<'a>]) -> Option<Vec<Column<'a>>> {
    let rows: Vec<&Vec<(&str, Node<'_>)>> = items.iter().map(|item| if let Node::Object(fields) = item { Some(fields) } else { None }).collect::<Option<_>>()?;
    let longest = rows.iter().max_by_key(|row| row.len())?;
    if rows.len() < ROWS_MIN || longest.is_empty() {
        return None;
    }
    let keys: Vec<&str> = longest.iter().map(|(key, _)| *key).collect();
    let given: usize = rows.iter().map(|row| row.len()).sum();
    // Each row is a part of the longest one, in its order. So no key stands twice in one either.
    let fits = rows.iter().all(|row| {
        let mut rest = keys.iter();
        row.iter().all(|(key, _)| rest.any(|other| other == key))
    });
    if !fits || (given as f64) < SHARED_MIN * (rows.len() * keys.len()) as f64 || (1..keys.len()).any(|index| keys[..index].contains(&keys[index])) {
        return None;
    }
    let same = |key: &str| {
        let first = value_of(rows.first()?, key)?;
        rows.iter().all(|row| value_of(row, key) == Some(first)).then_some(first)
    };
    Some(keys.into_iter().map(|key| Column { key, same: same(key) }).collect())
}

fn value_of<'a>(row: &'a [(&str, Node<'a>)], key: &str) -> Option<&'a Node<'a>> {
    row.iter().find(|(other, _)| *other == key).map(|(_, value)| value)
}

fn write_table(items: &[Node<'_>], columns: &[Column<'_>], out: &mut String, has_tables: &mut bool) {
    out.push_str("#(");
    for (index, Column { key, same }) in columns.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        out.push_str(key);
        if let Some(value) = same {
            out.push('=');
            write_node(value, out, has_tables);
        }
    }
    out.push(')');
    for item in items {
        let Node::Object(row) = item else { continue };
        out.push('(');
        let mut separator = "";
        for column in columns.iter().filter(|column| column.same.is_none()) {
            out.push_str(std::mem::replace(&mut separator, ","));
            match value_of(row, column.key) {
                Some(value) => write_node(value, out, has_tables),
                None => out.push('-'),
            }
        }
        out.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(text: &str) -> String {
        let told = told(text).unwrap_or_else(|| panic!("{text} is not told shorter"));
        assert_eq!(whole(&told).as_deref(), Some(text));
        told
    }

    #[test]
    fn rows_keep_spelling_order_and_what_is_missing() {
        let row = |id: usize, more: &str| format!(r#"{{"type": "direct flight", "number": "HAT{id:03}", "price": 1.20e{id}{more}, "seats": null}}"#);
        let text = format!("[{}]", [row(1, ""), row(2, r#", "note": "a)(b""#), row(3, ""), row(4, ""), row(5, "")].join(", "));
        let told = comes_back(&text);
        assert!(told.contains(r#"#("type"="direct flight","number","price","note","seats"=null)("HAT001",1.20e1,-)("HAT002",1.20e2,"a)(b")"#), "{told}");
    }

    #[test]
    fn indented_text_and_a_line_break_at_its_end_come_back() {
        let text = "{\n  \"rows\": [\n    {\n      \"id\": 1,\n      \"tags\": []\n    },\n    {\n      \"id\": 2,\n      \"tags\": []\n    },\n    {\n      \"id\": 3,\n      \"tags\": []\n    }\n  ],\n  \"next\": {}\n}\n";
        assert!(comes_back(text).ends_with("{\"rows\":#(\"id\",\"tags\"=[])(1)(2)(3),\"next\":{}}\n"));
    }

    #[test]
    fn what_would_not_come_back_stays() {
        for text in ["{\"a\":1, \"b\":2}", "[1,2,3]", "not json", "{\"a\": 1} and more", "[{}, {}, {}]x", "{\"a\": 01}"] {
            assert_eq!(told(text), None, "{text}");
        }
        assert_eq!(whole("[JSON spaced; #(keys)(row)(row) is a list of objects, - is no such key; bcdf]\n{}"), None);
    }
}
