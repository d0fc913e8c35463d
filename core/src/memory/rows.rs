//! JSON as rows: `path: key=value, key=value`. A row says what its values are about, where a line
//! of raw JSON may hold nothing but a bracket. Numbers stay as they were spelled.

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
    let mut reader = Reader {
        text,
        at: 0,
        rows: String::with_capacity(text.len()),
    };
    reader.value("", 0)?;
    reader.blanks();
    (reader.at == text.len()).then_some(reader.rows)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    rows: String,
}

/// A row that is being written.
#[derive(Default)]
struct Row {
    cells: String,
}

impl Reader<'_> {
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

    fn flush(&mut self, path: &str, row: &mut Row) {
        if row.cells.is_empty() {
            return;
        }
        if !path.is_empty() {
            self.rows.push_str(path);
            self.rows.push_str(": ");
        }
        self.rows.push_str(&row.cells);
        self.rows.push('\n');
        row.cells.clear();
    }

    fn add(&mut self, path: &str, row: &mut Row, name: &str, value: &str) {
        let more = name.len() + value.len() + 3;
        if !row.cells.is_empty() && row.cells.len() + more > ROW_BYTES {
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
    fn value(&mut self, path: &str, depth: usize) -> Option<()> {
        if depth > DEPTH_MAX {
            return None;
        }
        self.blanks();
        match self.peek()? {
            b'{' => self.object(path, depth),
            b'[' => self.list(path, depth),
            _ => None,
        }
    }

    fn object(&mut self, path: &str, depth: usize) -> Option<()> {
        self.take(b'{')?;
        let mut row = Row::default();
        if self.take(b'}').is_some() {
            return Some(());
        }
        loop {
            self.blanks();
            let name = self.string()?;
            self.take(b':')?;
            self.blanks();
            if matches!(self.peek(), Some(b'{' | b'[')) {
                // What stands before it comes before it.
                self.flush(path, &mut row);
                let inner = if path.is_empty() {
                    name
                } else {
                    format!("{path}.{name}")
                };
                self.value(&inner, depth + 1)?;
            } else {
                let value = self.scalar()?;
                self.add(path, &mut row, &name, &value);
            }
            if self.take(b',').is_none() {
                self.take(b'}')?;
                self.flush(path, &mut row);
                return Some(());
            }
        }
    }

    fn list(&mut self, path: &str, depth: usize) -> Option<()> {
        self.take(b'[')?;
        let mut row = Row::default();
        if self.take(b']').is_some() {
            return Some(());
        }
        loop {
            self.blanks();
            if matches!(self.peek(), Some(b'{' | b'[')) {
                self.flush(path, &mut row);
                self.value(path, depth + 1)?;
            } else {
                let value = self.scalar()?;
                self.add(path, &mut row, "", &value);
            }
            if self.take(b',').is_none() {
                self.take(b']')?;
                self.flush(path, &mut row);
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
        let expected = "id=HAT1, price=1.50\nlegs: from=JFK\nlegs.seats: 1, 2\nlegs: from=ORD, open=null\nok=true\n";
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
