//! JSON as rows: `id path: key=value, key=value`. A row begins with the id of what it is part of, and
//! says what its values are about; a line of raw JSON may hold nothing but a bracket.

use serde_json::Value;

/// Maximum length of a row, in bytes; a longer one continues in the next row under the same path.
/// Chosen by measurement, with the length of a unit.
const ROW_BYTES: usize = 120;
/// Shorter texts stay as they are. Chosen by measurement.
const TEXT_BYTES: usize = 60;
/// Longest id, in bytes. Chosen here.
const ID_BYTES: usize = 60;

/// The rows of a text that is one JSON list or object; `None` if it is anything else.
pub fn rows(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() <= TEXT_BYTES || !text.starts_with(['{', '[']) {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let mut rows = String::with_capacity(text.len());
    write(&value, "", "", &mut rows);
    Some(rows)
}

/// Whether a value is the id of its object.
fn is_id(name: &str, value: &str) -> bool {
    let is_named = ["id", "number", "key", "sha"].iter().any(|word| {
        let rest = name.strip_suffix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
    }) || name.ends_with("Id");
    is_named && (1..=ID_BYTES).contains(&value.len()) && !value.contains(char::is_whitespace)
}

/// Writes the rows of a value under an id and a path. Nested values have rows of their own.
fn write(value: &Value, id: &str, path: &str, rows: &mut String) {
    let members: Vec<(&str, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, item)| (&**name, item)).collect(),
        Value::Array(items) => items.iter().map(|item| ("", item)).collect(),
        _ => vec![("", value)],
    };
    let is_inner = |value: &Value| value.is_object() || value.is_array();
    let (inner, own): (Vec<_>, Vec<_>) = members.into_iter().partition(|(_, item)| is_inner(item));
    let (mut new, mut row) = (id.to_owned(), String::new());
    // The row that holds the id of the object begins with no other.
    let mut front = joined([id, path], " ");
    for (name, item) in own {
        let text = item
            .as_str()
            .map_or_else(|| item.to_string(), str::to_owned);
        let cell = joined([name, &text], "=");
        if !row.is_empty() && front.len() + row.len() + cell.len() > ROW_BYTES {
            *rows += &(joined([&front, &row], ": ") + "\n");
            (front, row) = (joined([&new, path], " "), String::new());
        }
        if new.is_empty() && is_id(name, &text) {
            new = text;
        }
        row = joined([&row, &cell], ", ");
    }
    if !row.is_empty() {
        *rows += &(joined([&front, &row], ": ") + "\n");
    }
    for (name, item) in inner {
        write(item, &new, &joined([path, name], "."), rows);
    }
}

/// Those of two texts that are not empty.
pub fn joined(parts: [&str; 2], by: &str) -> String {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(by)
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn objects_become_rows_under_their_path() {
        let text = r#"{"id": "HAT1", "price": 1.50, "legs": [{"from": "JFK", "seats": [1, 2]}, {"from": "ORD", "open": null}], "tags": [], "ok": true}"#;
        let expected = "id=HAT1, price=1.5, ok=true\nHAT1 legs: from=JFK\nHAT1 legs.seats: 1, 2\nHAT1 legs: from=ORD, open=null\n";
        assert_eq!(rows(text).as_deref(), Some(expected));
    }

    #[test]
    fn what_is_no_json_stays_as_it_is() {
        let long = "x".repeat(80);
        for text in [
            format!("{{not json {long}}}"),
            format!("[1, 2] {long}"),
            "{\"a\": 1}".to_owned(),
            String::new(),
            format!("[\"{long}"),
        ] {
            assert_eq!(rows(&text), None, "{text}");
        }
        assert_eq!(rows(&"[".repeat(500)), None);
    }
}
