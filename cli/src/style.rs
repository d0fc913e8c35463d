//! Colors, numbers, tables and bars for output that people read.

use super::flags::{flag_of, spelled};
use conspectus_files::error::Error;
use conspectus_files::text::visible;

/// Adds colors to text, if colors may be used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    colour: bool,
    /// How many columns a line may take.
    pub width: usize,
}

impl Style {
    /// Returns a style for output no wider than a usual terminal.
    pub fn new(colour: bool) -> Self {
        Self::wide(colour, super::COLUMNS)
    }

    /// Returns a style for output as wide as the terminal.
    pub fn wide(colour: bool, width: usize) -> Self {
        Self { colour, width }
    }

    /// Wraps text into lines that fit, `indent` columns from the left, and paints each line
    /// separately.
    pub fn wrapped(
        self,
        text: &str,
        indent: usize,
        paint: impl Fn(Self, &str) -> String,
    ) -> String {
        let most = self.width.saturating_sub(indent).max(1);
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        let blanks = " ".repeat(indent);
        lines
            .iter()
            .map(|line| format!("{blanks}{}\n", paint(self, line.trim_end())))
            .collect()
    }

    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn warn(self, text: &str) -> String {
        self.paint("33", text)
    }

    pub fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    pub fn bar(self, text: &str) -> String {
        self.paint("36", text)
    }

    /// An error as `error: message [CODE]`: people read the sentence first. Options are named as
    /// flags.
    pub fn error(self, error: &Error) -> String {
        let is_option = error.kind().is_of_options();
        let mut text = if is_option {
            spelled(error.message())
        } else {
            error.message().to_owned()
        };
        let place = match flag_of(error.path()) {
            Some(flag) if is_option && text.contains(&flag) => String::new(),
            Some(flag) if is_option => format!(" (at {flag})"),
            _ if error.path().is_empty() => String::new(),
            _ => format!(" (at {})", error.path()),
        };
        text.push_str(&format!("{place} [{}]", error.code()));
        format!("{}: {}", self.paint("1;31", "error"), visible(&text))
    }

    /// An error that has no code.
    pub fn wrong_usage(self, text: &str) -> String {
        format!("{}: {}", self.paint("1;31", "error"), visible(text))
    }

    pub fn note(self, text: &str) -> String {
        format!("{}: {}", self.paint("1;33", "note"), visible(text))
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.trim().is_empty() {
            // Blanks at the end stand outside of the colour, where a line can lose them.
            let bare = text.trim_end();
            format!("\u{1b}[{code}m{bare}\u{1b}[0m{}", &text[bare.len()..])
        } else {
            text.to_owned()
        }
    }
}

/// A whole number with commas: `33,487`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `part` of `whole` in percent, with one digit.
pub(super) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

/// `1 message`, `3 messages`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { many }
    )
}

/// A bar for `value`, drawn in eighths of a column. `most` fills `width` columns. A value above
/// zero always shows.
pub(super) fn bar(value: u64, most: u64, width: usize) -> String {
    const EIGHTHS: [char; 8] = [
        '\u{258f}', '\u{258e}', '\u{258d}', '\u{258c}', '\u{258b}', '\u{258a}', '\u{2589}',
        '\u{2588}',
    ];
    let eighths = (value as f64 / most.max(1) as f64 * width as f64 * 8.0).round() as usize;
    let eighths = if value > 0 { eighths.max(1) } else { 0 };
    let mut text: String = std::iter::repeat_n(EIGHTHS[7], eighths / 8).collect();
    if !eighths.is_multiple_of(8) {
        text.push(EIGHTHS[eighths % 8 - 1]);
    }
    text
}

/// `text` with spaces after it, up to `width` columns.
pub(super) fn left(text: &str, width: usize) -> String {
    format!(
        "{text}{}",
        " ".repeat(width.saturating_sub(text.chars().count()))
    )
}

/// `text` with spaces before it, up to `width` columns.
pub(super) fn right(text: &str, width: usize) -> String {
    format!(
        "{}{text}",
        " ".repeat(width.saturating_sub(text.chars().count()))
    )
}

/// A table with a heading. The first `texts` columns are aligned to the left, the others to the
/// right.
#[derive(Debug)]
pub(super) struct Table {
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
    texts: usize,
}

impl Table {
    pub fn new(heading: &[&str], texts: usize) -> Self {
        Self {
            heading: heading.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
            texts,
        }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub fn render(&self, style: Style) -> String {
        let width = |column: usize| {
            let cells = self
                .rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count());
            cells
                .chain([self.heading[column].chars().count()])
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heading.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let aligned: Vec<String> = cells
                .enumerate()
                .map(|(column, cell)| {
                    if column < self.texts {
                        left(cell, widths[column])
                    } else {
                        right(cell, widths[column])
                    }
                })
                .collect();
            format!("  {}", aligned.join("  ").trim_end())
        };
        let mut text = format!(
            "{}\n",
            style.dim(&line(&mut self.heading.iter().map(String::as_str)))
        );
        for row in &self.rows {
            text.push_str(&line(&mut row.iter().map(String::as_str)));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (33_487, "33,487"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn bars_fill_their_width_and_never_hide_a_value() {
        assert_eq!(bar(10, 10, 4), "████");
        assert_eq!(bar(0, 10, 4), "");
        assert_eq!(bar(1, 100_000, 4), "▏");
        assert_eq!(bar(5, 10, 3), "█▌");
        assert_eq!(bar(1, 0, 1).chars().count(), 1);
    }
}
