//! JSON as rows: `id path: key=value, key=value`. A row begins with the id of what it is part of, and
//! says what its values are about, where a line of raw JSON may hold nothing but a bracket. Numbers
//! stay as they were spelled.

use serde_json::Value;

/// Longest row, in bytes; a longer one goes on in the next row under the same path. Chosen by
/// measurement, with the length of a unit.
const ROW_BYTES: usize = 120;
/// Shorter texts stay as they are. Chosen by measurement.
const TEXT_BYTES: usize = 60;
/// Deepest nesting that is read. Chosen here: deeper data is shown as it stands.
const DEPTH_MAX: usize = 64;

/// The rows of a text that is one JSON list or object; `None` if it is anything else.
pub(super) fn rows(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() <= TEXT_BYTES || !matches!(text.as_bytes()[0], b'{' | b'[') {
        return None;
    }
    let mut reader = RowReader {
        text,
        at: 0,
        rows: String::with_capacity(text.len()),
    };
    reader.value(("", ""), 0)?;
    reader.blanks();
    (reader.at == text.len()).then_some(reader.rows)
}

struct RowReader<'a> {
    text: &'a str,
    at: usize,
    rows: String,
}

/// A row that is being written.
#[derive(Default)]
struct OpenRow {
    cells: String,
    /// Whether it begins with its id as it is.
    has_id: bool,
}

/// What stands in front of a row: an id and a path.
type Front<'a> = (&'a str, &'a str);

/// Longest id, in bytes. Chosen here.
const ID_BYTES: usize = 60;

/// Whether a value is the id of its object.
fn is_id(name: &str, value: &str) -> bool {
    let is_named = ["id", "number", "key", "sha"].iter().any(|word| {
        name == *word
            || name
                .strip_suffix(word)
                .is_some_and(|rest| rest.ends_with('_'))
    }) || name.ends_with("Id");
    is_named
        && (1..=ID_BYTES).contains(&value.len())
        && !value.contains(char::is_whitespace)
        && value != "null"
}

impl RowReader<'_> {
    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        self.blanks();
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn flush(&mut self, (id, path): Front<'_>, row: &mut OpenRow) {
        if row.cells.is_empty() {
            return;
        }
        let id = if row.has_id { "" } else { id };
        let front = [id, path].into_iter().filter(|part| !part.is_empty());
        let front = front.collect::<Vec<_>>().join(" ");
        if !front.is_empty() {
            self.rows.push_str(&front);
            self.rows.push_str(": ");
        }
        row.has_id = false;
        self.rows.push_str(&row.cells);
        self.rows.push('\n');
        row.cells.clear();
    }

    fn add(&mut self, path: Front<'_>, row: &mut OpenRow, name: &str, value: &str) {
        let more = name.len() + value.len() + 3;
        // With what stands in front it is one unit.
        let room = ROW_BYTES
            .saturating_sub(path.0.len() + path.1.len() + 3)
            .max(ROW_BYTES / 3);
        if !row.cells.is_empty() && row.cells.len() + more > room {
            self.flush(path, row);
        }
        if !row.cells.is_empty() {
            row.cells.push_str(", ");
        }
        if !name.is_empty() {
            row.cells.push_str(name);
            row.cells.push('=');
        }
        row.cells.push_str(value);
    }

    /// A value that is a list or an object; its rows are written.
    fn value(&mut self, (above, path): Front<'_>, depth: usize) -> Option<()> {
        if depth > DEPTH_MAX {
            return None;
        }
        let is_object = self.take(b'{').is_some();
        if !is_object {
            self.take(b'[')?;
        }
        let close = if is_object { b'}' } else { b']' };
        let mut id = above.to_owned();
        let mut row = OpenRow::default();
        if self.take(close).is_some() {
            return Some(());
        }
        loop {
            self.blanks();
            let mut name = None;
            if is_object {
                name = Some(self.string()?);
                self.take(b':')?;
                self.blanks();
            }
            if matches!(self.peek(), Some(b'{' | b'[')) {
                // What stands before it comes before it.
                self.flush((&id, path), &mut row);
                let inner = match name {
                    Some(name) if path.is_empty() => name,
                    Some(name) => format!("{path}.{name}"),
                    None => path.to_owned(),
                };
                self.value((&id, &inner), depth + 1)?;
            } else {
                let (name, value) = (name.unwrap_or_default(), self.scalar()?);
                if id.is_empty() && is_id(&name, &value) {
                    id.clone_from(&value);
                    row.has_id = row.cells.is_empty();
                }
                self.add((&id, path), &mut row, &name, &value);
            }
            if self.take(b',').is_none() {
                self.take(close)?;
                self.flush((&id, path), &mut row);
                return Some(());
            }
        }
    }

    /// A string, a number or a word, as text.
    fn scalar(&mut self) -> Option<String> {
        if self.peek()? == b'"' {
            return self.string();
        }
        let rest = &self.text[self.at..];
        let end = rest
            .find([',', '}', ']', ' ', '\n', '\r', '\t'])
            .unwrap_or(rest.len());
        let word = &rest[..end];
        let is_number = word.starts_with(|char: char| char == '-' || char.is_ascii_digit())
            && serde_json::from_str::<Value>(word).is_ok();
        self.at += end;
        (is_number || matches!(word, "true" | "false" | "null")).then(|| word.to_owned())
    }

    fn string(&mut self) -> Option<String> {
        let start = self.at;
        if self.peek()? != b'"' {
            return None;
        }
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        let mut escapes = false;
        loop {
            match bytes.get(end)? {
                b'"' => break,
                b'\\' => {
                    escapes = true;
                    end += 2;
                }
                _ => end += 1,
            }
        }
        self.at = end + 1;
        if escapes {
            return serde_json::from_str(self.text.get(start..=end)?).ok();
        }
        Some(self.text[start + 1..end].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn objects_become_rows_under_their_path() {
        let text = r#"{"id": "HAT1", "price": 1.50, "legs": [{"from": "JFK", "seats": [1, 2]}, {"from": "ORD", "open": null}], "tags": [], "ok": true}"#;
        let expected = "id=HAT1, price=1.50\nHAT1 legs: from=JFK\nHAT1 legs.seats: 1, 2\nHAT1 legs: from=ORD, open=null\nHAT1: ok=true\n";
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
        assert_eq!(rows(&format!("[{}{long}\"]", "\"\\ud800")), None);
    }

    #[test]
    fn a_long_row_goes_on_in_the_next() {
        let cells: Vec<String> = (0..20)
            .map(|index| format!("\"key{index}\": \"value {index}\""))
            .collect();
        let rows = rows(&format!("{{\"deep\": {{{}}}}}", cells.join(","))).expect("rows");
        assert!(
            rows.lines().count() > 2
                && rows
                    .lines()
                    .all(|row| row.starts_with("deep: key") && row.len() <= 140),
            "{rows}"
        );
    }
}
