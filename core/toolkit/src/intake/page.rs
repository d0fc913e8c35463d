//! A page of a text file: some lines of it, long ones cut, and a notice that says how to get the
//! rest.
//!
//! The text comes in pieces of any length, so a file of any size needs no more memory than its
//! page.

use crate::host::units::utf16_len;
use crate::shape::shapes;

/// Most lines of a page. Source: gemini-cli.
pub const LINES: usize = 2_000;
/// Longest line of a page, in chars. Source: gemini-cli.
pub const LINE_CHARS: usize = 2_000;
/// Appended to a line that was truncated. Source: gemini-cli.
pub const CUT_MARK: &str = "... [truncated]";

/// Which page.
#[derive(Debug, Clone, Copy)]
pub struct PageSpec {
    /// The number of lines before it.
    pub offset: usize,
    /// Most lines of it.
    pub lines: usize,
    /// Longest line, in chars.
    pub line_chars: usize,
}

impl Default for PageSpec {
    fn default() -> Self {
        Self {
            offset: 0,
            lines: LINES,
            line_chars: LINE_CHARS,
        }
    }
}

shapes! {
    /// A page of a text.
    pub struct Page as "TextPage": Eq {
        /// The lines.
        pub text: String,
        /// Number of the first line, starting at 1.
        pub first_line: usize,
        /// Number of the last line; one less than the first if the page is empty.
        pub last_line: usize,
        /// Lines of the text, or null if it wasn't read to its end.
        pub total_lines: Option<usize>,
        /// Lines of the page that were truncated.
        pub cut_lines: usize,
        /// Whether part of the text isn't on the page.
        pub truncated: bool,
        /// The `offset` of the next page, or null.
        pub next_offset: Option<usize>,
        /// What's missing and how to get it, for the model; may be empty.
        pub notice: String,
    }
}

/// Takes a text in pieces and keeps the lines of one page.
#[derive(Debug, Default)]
pub struct Pager {
    spec: PageSpec,
    /// The lines of the page that are complete.
    page: String,
    /// The line that is being read, up to what is shown of it.
    line: String,
    /// Its chars up to now.
    chars: usize,
    /// Whether the last char was a carriage return. It belongs to the line if no line feed follows.
    returned: bool,
    /// The number of complete lines.
    done: usize,
    cut_lines: usize,
}

impl Pager {
    /// A pager for one page.
    #[must_use]
    pub fn new(spec: PageSpec) -> Self {
        Self {
            spec,
            ..Self::default()
        }
    }

    /// Takes in the next piece of the text.
    pub fn push(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = memchr::memchr2(b'\n', b'\r', rest.as_bytes()) {
            self.keep(&rest[..at]);
            if rest.as_bytes()[at] == b'\n' {
                self.returned = false;
                self.end_line();
            } else {
                self.flush_return();
                self.returned = true;
            }
            rest = &rest[at + 1..];
        }
        self.keep(rest);
    }

    /// Whether the page is full, so that nothing more can come onto it.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.done >= self.spec.offset.saturating_add(self.spec.lines)
    }

    /// The page. `whole` says whether the text was read to its end.
    #[must_use]
    pub fn finish(mut self, whole: bool) -> Page {
        if whole {
            self.flush_return();
            self.end_line();
        } else if self.is_shown() && self.chars > 0 {
            // A line so long that reading ended in it.
            self.chars = self.chars.max(self.spec.line_chars.saturating_add(1));
            self.end_line();
        }
        let first = self.spec.offset.min(self.done);
        let last = self
            .done
            .min(self.spec.offset.saturating_add(self.spec.lines));
        let more = !whole || last < self.done;
        let mut page = Page {
            text: self.page,
            first_line: first + 1,
            last_line: last,
            total_lines: whole.then_some(self.done),
            cut_lines: self.cut_lines,
            truncated: first > 0 || more || self.cut_lines > 0,
            next_offset: more.then_some(last),
            notice: String::new(),
        };
        page.notice = notice(&page, self.spec);
        page
    }

    fn flush_return(&mut self) {
        if std::mem::take(&mut self.returned) {
            self.add("\r");
        }
    }

    fn keep(&mut self, text: &str) {
        if !text.is_empty() {
            self.flush_return();
            self.add(text);
        }
    }

    fn is_shown(&self) -> bool {
        self.done >= self.spec.offset && !self.is_full()
    }

    fn add(&mut self, text: &str) {
        if !self.is_shown() {
            return;
        }
        let room = self.spec.line_chars.saturating_sub(self.chars);
        if room > 0 {
            // A char of the text is one or two units; a pair is never parted.
            let mut units = 0;
            let fits = text.char_indices().find(|(_, char)| {
                units += char.len_utf16();
                units > room
            });
            self.line
                .push_str(fits.map_or(text, |(end, _)| &text[..end]));
        }
        self.chars = self.chars.saturating_add(utf16_len(text));
    }

    fn end_line(&mut self) {
        if self.is_shown() {
            if self.done > self.spec.offset {
                self.page.push('\n');
            }
            self.page.push_str(&self.line);
            if self.chars > self.spec.line_chars {
                self.page.push_str(CUT_MARK);
                self.cut_lines += 1;
            }
        }
        self.line.clear();
        self.chars = 0;
        self.done += 1;
    }
}

/// What is not on the page, and how to get it.
fn notice(page: &Page, spec: PageSpec) -> String {
    let mut told = Vec::new();
    let total = page
        .total_lines
        .map_or_else(|| "more".to_owned(), |lines| lines.to_string());
    if page.last_line < page.first_line && page.first_line > 1 {
        told.push(match page.total_lines {
            Some(lines) => format!(
                "The text ends at line {lines}, before offset {}.",
                spec.offset
            ),
            None => format!("Reading ended before offset {}.", spec.offset),
        });
    } else if page.first_line > 1 || page.next_offset.is_some() {
        told.push(format!(
            "Lines {}-{} of {total}.",
            page.first_line, page.last_line
        ));
        if let Some(next) = page.next_offset {
            told.push(format!("To read on, use offset {next}."));
        }
    }
    if page.cut_lines > 0 {
        let lines = if page.cut_lines == 1 {
            "1 line is".to_owned()
        } else {
            format!("{} lines are", page.cut_lines)
        };
        told.push(format!("{lines} cut to {} chars.", spec.line_chars));
    }
    if told.is_empty() {
        String::new()
    } else {
        format!("[{}]", told.join(" "))
    }
}

/// The page of a text that is at hand.
///
/// ```
/// use conspectus_toolkit::{page_text, PageSpec};
///
/// let page = page_text("one\ntwo\nthree", PageSpec { offset: 1, lines: 1, ..PageSpec::default() });
/// assert_eq!((page.text.as_str(), page.notice.as_str()), ("two", "[Lines 2-2 of 3. To read on, use offset 2.]"));
/// ```
#[must_use]
pub fn page_text(text: &str, spec: PageSpec) -> Page {
    let mut pager = Pager::new(spec);
    pager.push(text);
    pager.finish(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_give_the_same_page_as_the_whole() {
        let text = "a\r\nb\rc\r\r\n\nlong😀line\r";
        for offset in 0..7 {
            for lines in 0..4 {
                let spec = PageSpec {
                    offset,
                    lines,
                    line_chars: 5,
                };
                let mut pager = Pager::new(spec);
                text.chars().for_each(|char| pager.push(&char.to_string()));
                assert_eq!(pager.finish(true), page_text(text, spec), "{spec:?}");
            }
        }
    }
}
