//! Condensed JSON: no spaces between values, and a list of similar objects as a table, with the
//! keys once and one row per object.
//!
//! The first line names the format and the original spacing, so that the text can be restored byte
//! by byte: keys keep their order, numbers and strings their spelling, and a missing key differs
//! from a null. JSON that could not be restored exactly is left unchanged.
//!
//! ```text
//! [JSON spaced, lists of objects as #(keys)(row)(row); bcdf]
//! #("type"="direct","number","price","seats"("first","second"))("HAT001",120,(4,20))("HAT002",-,(0,7))
//! ```
//!
//! Here both are of the type `direct`, the second has no price, and `seats` is an object with two
//! keys in each.

use super::json::{Cells, Columns, JsonNode, Style, parse, parse_told};
use super::pointer::check;

/// What the first line of such a text begins with.
pub(super) const OPENING: &str = "[JSON";
/// How tables are written, where there are any.
const LEGEND: &str = ", lists of objects as #(keys)(row)(row)";

/// Fewest objects of a table.
const ROWS_MIN: usize = 2;
/// Of the keys of all rows together, each row has this share at least. Chosen here: rows would be
/// full of gaps otherwise.
const SHARED_MIN: f64 = 0.6;

/// Returns the condensed text, if it is JSON that can be restored exactly.
pub(super) fn condensed(text: &str) -> Option<String> {
    let body = text.trim_end_matches('\n');
    if !body.starts_with(['{', '[']) || text.len() - body.len() > 1 {
        return None;
    }
    let node = parse(body)?;
    let style = Style::of(&node, body)?;
    let written = Style::Tables.write(&node);
    let has_tables = written != Style::Compact.write(&node);
    if !has_tables && style == Style::Compact {
        return None;
    }
    let ending = &text[body.len()..];
    let legend = if has_tables { LEGEND } else { "" };
    let condensed = format!(
        "{OPENING}{}{legend}; {}]\n{written}{ending}",
        style.name(),
        check(std::iter::once(written.as_str()))
    );
    (condensed.len() < text.len() && whole(&condensed).as_deref() == Some(text))
        .then_some(condensed)
}

/// Returns the original text; `None` if `condensed` is not JSON condensed by this module.
pub(super) fn whole(condensed: &str) -> Option<String> {
    let (head, rest) = condensed.strip_prefix(OPENING)?.split_once('\n')?;
    let (style, letters) = head.strip_suffix(']')?.rsplit_once("; ")?;
    let style = style.strip_suffix(LEGEND).unwrap_or(style);
    let written = rest.trim_end_matches('\n');
    if check(std::iter::once(written)) != letters {
        return None;
    }
    let mut text = Style::named(style)?.write(&parse_told(written)?);
    text.push_str(&rest[written.len()..]);
    Some(text)
}

/// The fields of an object.
type Fields<'a> = [(&'a str, JsonNode<'a>)];

/// Writes a list that can be a table. `None` if it cannot, and nothing is written.
pub(super) fn write_table(items: &[JsonNode<'_>], out: &mut String) -> Option<()> {
    let rows: Vec<&Fields<'_>> = items.iter().map(fields).collect::<Option<_>>()?;
    let columns = (rows.len() >= ROWS_MIN).then(|| columns(&rows))??;
    out.push_str("#(");
    write_columns(&columns, out);
    for row in rows {
        out.push_str(")(");
        write_row(row, &columns, out);
    }
    out.push(')');
    Some(())
}

fn fields<'b, 'a>(node: &'b JsonNode<'a>) -> Option<&'b Fields<'a>> {
    match node {
        JsonNode::Object(fields) => Some(fields),
        _ => None,
    }
}

/// Returns the columns of objects that have the same keys in the same order, apart from missing
/// keys; `None` if too many are missing.
fn columns<'a>(rows: &[&Fields<'a>]) -> Option<Columns<'a>> {
    let longest = rows
        .iter()
        .max_by_key(|row| row.len())
        .filter(|row| !row.is_empty())?;
    let keys: Vec<&str> = longest.iter().map(|(key, _)| *key).collect();
    let given: usize = rows.iter().map(|row| row.len()).sum();
    // Each row is a part of the longest one, in its order. So no key stands twice in one either.
    let fits = rows.iter().all(|row| {
        let mut rest = keys.iter();
        row.iter().all(|(key, _)| rest.any(|other| other == key))
    });
    if !fits
        || (given as f64) < SHARED_MIN * (rows.len() * keys.len()) as f64
        || (1..keys.len()).any(|index| keys[..index].contains(&keys[index]))
    {
        return None;
    }
    Some(
        keys.into_iter()
            .map(|key| (key, cells(key, rows)))
            .collect(),
    )
}

fn cells<'a>(key: &str, rows: &[&Fields<'a>]) -> Cells<'a> {
    let values: Vec<&JsonNode<'a>> = rows.iter().filter_map(|row| value_of(row, key)).collect();
    if let Some(first) = values
        .first()
        .filter(|first| values.len() == rows.len() && values.iter().all(|value| value == *first))
    {
        return Cells::Same((*first).clone());
    }
    let objects: Option<Vec<&Fields<'_>>> = values.into_iter().map(fields).collect();
    objects
        .and_then(|objects| columns(&objects))
        .map_or(Cells::Any, Cells::Objects)
}

fn value_of<'b, 'a>(row: &'b Fields<'a>, key: &str) -> Option<&'b JsonNode<'a>> {
    let field = row.iter().find(|(other, _)| *other == key);
    field.map(|(_, value)| value)
}

fn write_columns(columns: &Columns<'_>, out: &mut String) {
    let mut separator = "";
    for (key, cells) in columns {
        out.extend([std::mem::replace(&mut separator, ","), key]);
        match cells {
            Cells::Same(value) => {
                out.push('=');
                Style::Tables.write_at(value, 0, out);
            }
            Cells::Objects(columns) => {
                out.push('(');
                write_columns(columns, out);
                out.push(')');
            }
            Cells::Any => {}
        }
    }
}

fn write_row(row: &Fields<'_>, columns: &Columns<'_>, out: &mut String) {
    let mut separator = "";
    for (key, cells) in columns {
        if matches!(cells, Cells::Same(_)) {
            continue;
        }
        out.push_str(std::mem::replace(&mut separator, ","));
        match (value_of(row, key), cells) {
            (Some(JsonNode::Object(inner)), Cells::Objects(columns)) => {
                out.push('(');
                write_row(inner, columns, out);
                out.push(')');
            }
            (Some(value), _) => Style::Tables.write_at(value, 0, out),
            (None, _) => out.push('-'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(text: &str) -> String {
        let condensed = condensed(text).unwrap_or_else(|| panic!("{text} is not condensed"));
        assert_eq!(whole(&condensed).as_deref(), Some(text));
        condensed
    }

    #[test]
    fn rows_keep_spelling_order_and_what_is_missing() {
        let row = |id: usize, more: &str| {
            format!(
                r#"{{"type": "direct flight", "number": "HAT{id:03}", "price": 1.20e{id}{more}, "seats": null}}"#
            )
        };
        let text = format!(
            "[{}]",
            [
                row(1, ""),
                row(2, r#", "note": "a)(b""#),
                row(3, ""),
                row(4, ""),
                row(5, "")
            ]
            .join(", ")
        );
        let condensed = comes_back(&text);
        assert!(
            condensed.contains(r#"#("type"="direct flight","number","price","note","seats"=null)("HAT001",1.20e1,-)("HAT002",1.20e2,"a)(b")"#),
            "{condensed}"
        );
    }

    #[test]
    fn indented_text_and_a_line_break_at_its_end_come_back() {
        let text = "{\n  \"rows\": [\n    {\n      \"id\": 1,\n      \"tags\": []\n    },\n    {\n      \"id\": 2,\n      \"tags\": []\n    },\n    {\n      \"id\": 3,\n      \"tags\": []\n    }\n  ],\n  \"next\": {}\n}\n";
        assert!(
            comes_back(text).ends_with("{\"rows\":#(\"id\",\"tags\"=[])(1)(2)(3),\"next\":{}}\n")
        );
    }

    #[test]
    fn objects_in_rows_are_told_by_their_keys_too() {
        let row = |id: usize| {
            format!(
                r#"{{"id": {id}, "price": {{"low": {id}, "high": null, "of": {{"a": 1}}}}, "odd": {}}}"#,
                ["{}", "[]"][id % 2]
            )
        };
        let text = format!(
            "[{}]",
            [row(1), r#"{"id": 7, "odd": 1}"#.to_owned(), row(2), row(3)].join(", ")
        );
        assert!(comes_back(&text).ends_with(r#"#("id","price"("low","high"=null,"of"={"a":1}),"odd")(1,(1),[])(7,-,1)(2,(2),{})(3,(3),[])"#));
        assert!(comes_back(r#"{"name": "a", "inner": {"deep": true, "list": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]}}"#)
            .starts_with("[JSON spaced; "));
    }

    #[test]
    fn what_would_not_come_back_stays() {
        for text in [
            "{\"a\":1, \"b\":2}",
            "[1,2,3]",
            "not json",
            "{\"a\": 1} and more",
            "[{}, {}, {}]x",
            "{\"a\": 01}",
        ] {
            assert_eq!(condensed(text), None, "{text}");
        }
        assert_eq!(whole("[JSON spaced; bcdf]\n{}"), None);
    }
}
