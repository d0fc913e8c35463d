//! JSON text as a tree of its own pieces: numbers and strings stay as they are spelled, keys stay
//! in order.

use super::tables::write_table;

/// Deepest nesting that is parsed. Chosen here: deeper JSON is left unchanged.
const DEPTH_MAX: usize = 64;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum JsonNode<'a> {
    /// A string, a number, `true`, `false` or `null`, as spelled in the text.
    Plain(&'a str),
    List(Vec<JsonNode<'a>>),
    /// Keys with their quotes, in order.
    Object(Vec<(&'a str, JsonNode<'a>)>),
}

/// How a text is spaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Without spaces.
    Compact,
    /// Like `Compact`, with tables in place of lists of similar objects.
    Tables,
    /// A space after each comma and colon.
    Spaced,
    /// One line per value, indented by this number of spaces per level.
    Indented(usize),
}

const STYLES: [(Style, &str); 5] = [
    (Style::Compact, ""),
    (Style::Spaced, " spaced"),
    (Style::Indented(2), " indented 2"),
    (Style::Indented(4), " indented 4"),
    (Style::Indented(1), " indented 1"),
];

impl Style {
    /// The style in which the text is written, if it is one.
    pub fn of(node: &JsonNode<'_>, text: &str) -> Option<Self> {
        STYLES
            .iter()
            .map(|(style, _)| *style)
            .find(|style| style.write(node) == text)
    }

    pub fn name(self) -> &'static str {
        STYLES
            .iter()
            .find(|(style, _)| *style == self)
            .map_or("", |(_, name)| name)
    }

    pub fn named(name: &str) -> Option<Self> {
        STYLES
            .iter()
            .find(|(_, other)| *other == name)
            .map(|(style, _)| *style)
    }

    pub fn write(self, node: &JsonNode<'_>) -> String {
        let mut out = String::new();
        self.write_at(node, 0, &mut out);
        out
    }

    pub fn write_at(self, node: &JsonNode<'_>, level: usize, out: &mut String) {
        let colon = match self {
            Self::Compact | Self::Tables => ":",
            Self::Spaced | Self::Indented(_) => ": ",
        };
        match node {
            JsonNode::Plain(raw) => out.push_str(raw),
            JsonNode::List(items) if self == Self::Tables && write_table(items, out).is_some() => {}
            JsonNode::List(items) => {
                out.push('[');
                self.write_all(items.iter().map(|item| ("", "", item)), level, out);
                out.push(']');
            }
            JsonNode::Object(fields) => {
                out.push('{');
                self.write_all(
                    fields.iter().map(|(key, value)| (*key, colon, value)),
                    level,
                    out,
                );
                out.push('}');
            }
        }
    }

    fn write_all<'a>(
        self,
        values: impl ExactSizeIterator<Item = (&'a str, &'static str, &'a JsonNode<'a>)>,
        level: usize,
        out: &mut String,
    ) {
        let is_empty = values.len() == 0;
        for (index, (key, colon, value)) in values.enumerate() {
            if index > 0 {
                out.push(',');
            }
            match self {
                Self::Spaced if index > 0 => out.push(' '),
                Self::Indented(width) => line(width * (level + 1), out),
                _ => {}
            }
            out.push_str(key);
            out.push_str(colon);
            self.write_at(value, level + 1, out);
        }
        if let (Self::Indented(width), false) = (self, is_empty) {
            line(width * level, out);
        }
    }
}

fn line(spaces: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', spaces));
}

/// A whole JSON text.
pub(super) fn parse(text: &str) -> Option<JsonNode<'_>> {
    read(text, false)
}

/// A text in which lists of objects may be tables.
pub(super) fn parse_told(text: &str) -> Option<JsonNode<'_>> {
    read(text, true)
}

fn read(text: &str, tables: bool) -> Option<JsonNode<'_>> {
    JsonReader {
        text,
        at: 0,
        tables,
    }
    .whole()
}

/// The columns of a table: their keys, and what their rows hold.
pub(super) type Columns<'a> = Vec<(&'a str, Cells<'a>)>;

/// The content of a column's rows.
pub(super) enum Cells<'a> {
    /// One value that all rows share, written next to the key.
    Same(JsonNode<'a>),
    /// An object with these keys in each.
    Objects(Columns<'a>),
    Any,
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
    tables: bool,
}

impl<'a> JsonReader<'a> {
    fn whole(mut self) -> Option<JsonNode<'a>> {
        let node = self.value(0)?;
        self.space();
        (self.at == self.text.len()).then_some(node)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while self
            .peek()
            .is_some_and(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
        {
            self.at += 1;
        }
    }

    /// Skips white space, then this byte if it is next. Returns whether it was.
    fn skip(&mut self, byte: u8) -> bool {
        self.space();
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn value(&mut self, depth: usize) -> Option<JsonNode<'a>> {
        self.space();
        if depth > DEPTH_MAX {
            return None;
        }
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'#' if self.tables => self.table(depth),
            b'"' => self.string().map(JsonNode::Plain),
            _ => self.plain(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<JsonNode<'a>> {
        self.at += 1;
        let mut fields = Vec::new();
        if self.skip(b'}') {
            return Some(JsonNode::Object(fields));
        }
        loop {
            self.space();
            let key = self.string()?;
            if !self.skip(b':') {
                return None;
            }
            fields.push((key, self.value(depth + 1)?));
            if !self.skip(b',') {
                return self.skip(b'}').then_some(JsonNode::Object(fields));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<JsonNode<'a>> {
        self.at += 1;
        let mut items = Vec::new();
        if self.skip(b']') {
            return Some(JsonNode::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.skip(b',') {
                return self.skip(b']').then_some(JsonNode::List(items));
            }
        }
    }

    /// Parses `#("key","other"=1,"inner"("a","b"))("value",(2,3))(-,-)`: keys, then one row per
    /// object. A key may be followed by the value that all rows share, or by the keys of an object
    /// in each row.
    fn table(&mut self, depth: usize) -> Option<JsonNode<'a>> {
        self.at += 1;
        let columns = if self.skip(b'(') {
            self.columns(depth + 1)?
        } else {
            return None;
        };
        let mut rows = Vec::new();
        while self.skip(b'(') {
            rows.push(JsonNode::Object(self.row(&columns, depth + 1)?));
        }
        Some(JsonNode::List(rows))
    }

    /// Parses columns up to their closing bracket.
    fn columns(&mut self, depth: usize) -> Option<Columns<'a>> {
        let mut columns = Vec::new();
        loop {
            let key = self.string().filter(|_| depth <= DEPTH_MAX)?;
            let cells = if self.skip(b'=') {
                Cells::Same(self.value(depth + 1)?)
            } else if self.skip(b'(') {
                Cells::Objects(self.columns(depth + 1)?)
            } else {
                Cells::Any
            };
            columns.push((key, cells));
            if !self.skip(b',') {
                return self.skip(b')').then_some(columns);
            }
        }
    }

    /// Parses a row up to its closing bracket.
    fn row(&mut self, columns: &Columns<'a>, depth: usize) -> Option<Vec<(&'a str, JsonNode<'a>)>> {
        let mut row = Vec::new();
        let mut is_first = true;
        for (key, cells) in columns {
            if let Cells::Same(value) = cells {
                row.push((*key, value.clone()));
                continue;
            }
            if !std::mem::replace(&mut is_first, false) && !self.skip(b',') {
                return None;
            }
            match cells {
                Cells::Objects(columns) if self.skip(b'(') => {
                    row.push((*key, JsonNode::Object(self.row(columns, depth + 1)?)))
                }
                _ => row.extend(self.cell(depth)?.map(|value| (*key, value))),
            }
        }
        self.skip(b')').then_some(row)
    }

    /// The value of a cell; nothing within if the row has no such key.
    fn cell(&mut self, depth: usize) -> Option<Option<JsonNode<'a>>> {
        self.space();
        let rest = &self.text.as_bytes()[self.at..];
        if rest.first() == Some(&b'-') && matches!(rest.get(1), Some(b',' | b')')) {
            self.at += 1;
            return Some(None);
        }
        self.value(depth + 2).map(Some)
    }

    /// A string with its quotes.
    fn string(&mut self) -> Option<&'a str> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return None;
        }
        self.at += 1;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return self.text.get(start..self.at);
                }
                b'\\' => self.at += 2,
                byte if byte < 0x20 => return None,
                _ => self.at += 1,
            }
        }
    }

    /// A number, `true`, `false` or `null`.
    fn plain(&mut self) -> Option<JsonNode<'a>> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
        {
            self.at += 1;
        }
        let raw = self.text.get(start..self.at)?;
        let is_json = matches!(raw, "true" | "false" | "null")
            || serde_json::from_str::<serde_json::Number>(raw).is_ok();
        is_json.then_some(JsonNode::Plain(raw))
    }
}
