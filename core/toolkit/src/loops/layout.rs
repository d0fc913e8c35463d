//! What a stream of text is laid out as: code, lists, tables, headings. It is read line by line, so
//! it does not matter how the text was cut into pieces on its way.

use LinePosition::{Digits, Dot, Marks, Rest, Start};
use serde::{Deserialize, Serialize};

/// Marks that begin a block of code, in a row.
const FENCE_MARKS: u32 = 3;
/// Minimum number of marks in a divider.
const DIVIDER_MARKS: u32 = 3;
/// How many chars of a run of one mark or blank count; the rest is drawing or padding.
const RUN_CHARS: u32 = 3;
/// Maximum length of drawing and padding; anything longer can be a loop. Chosen here: no terminal
/// is wider.
const DRAWING_CHARS: u32 = 250;

/// What one char of a stream means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    /// It is text.
    Text,
    /// It is code, drawing or padding: no text.
    Nothing,
    /// It shows that something else begins. What came before is not to be compared with what
    /// follows.
    Begins,
}

/// The reader's position in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
enum LinePosition {
    /// After white space at the start.
    #[default]
    Start,
    /// After marks at the start whose meaning is still open: the mark, and its count.
    Marks(char, u32),
    /// After digits, and after digits with a dot or parenthesis.
    Digits,
    Dot,
    /// After the part that determines the layout.
    Rest,
}

/// Reads the layout of a stream.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Layout {
    place: LinePosition,
    /// The mark that began the code that the reader is in.
    code: Option<char>,
    /// Whether the line holds marks and blanks alone, and how many of each.
    has_words: bool,
    marks: u32,
    chars: u32,
    last: Option<char>,
    run: u32,
}

impl Layout {
    pub fn read(&mut self, unit: u16) -> Means {
        // Half of a pair is a letter like any other.
        let char = char::from_u32(u32::from(unit)).unwrap_or('a');
        self.run = if self.last == Some(char) {
            self.run.saturating_add(1)
        } else {
            1
        };
        self.last = Some(char);
        if char == '\n' {
            return self.end_line();
        }
        self.chars = self.chars.saturating_add(1);
        let means = self.read_place(char);
        if is_mark(char) {
            self.marks = self.marks.saturating_add(1);
        } else if !char.is_whitespace() {
            self.has_words = true;
        }
        match means {
            Means::Begins => Means::Begins,
            _ if self.code.is_some() || self.is_drawing(char) => Means::Nothing,
            _ => Means::Text,
        }
    }

    /// Whether the reader is in a block of code.
    pub fn is_code(&self) -> bool {
        self.code.is_some()
    }

    /// A line that has marks alone, or a run of one mark or blank.
    fn is_drawing(&self, char: char) -> bool {
        let in_run = (is_mark(char) || char.is_whitespace())
            && (RUN_CHARS + 1..=DRAWING_CHARS).contains(&self.run);
        in_run || (!self.has_words && self.chars <= DRAWING_CHARS)
    }

    fn end_line(&mut self) -> Means {
        let is_divider = !self.has_words && self.marks >= DIVIDER_MARKS && self.code.is_none();
        *self = Self {
            code: self.code,
            last: self.last,
            run: self.run,
            ..Self::default()
        };
        match is_divider {
            true => Means::Begins,
            false if self.code.is_some() || self.run > 1 => Means::Nothing,
            false => Means::Text,
        }
    }

    fn read_place(&mut self, char: char) -> Means {
        let (place, means) = match (self.place, char) {
            (Start, _) if char.is_whitespace() => (Start, Means::Text),
            (Start, '|') if self.code.is_none() => (Rest, Means::Begins),
            (Start, '0'..='9') => (Digits, Means::Text),
            (Start, '#' | '>' | '*' | '-' | '+' | '`' | '~') => (Marks(char, 1), Means::Text),
            (Digits, '0'..='9') => (Digits, Means::Text),
            (Digits, '.' | ')') => (Dot, Means::Text),
            (Marks(mark @ ('`' | '~'), count), _) if char == mark => self.fence(mark, count + 1),
            (Marks(mark, count), _) if char == mark => (Marks(mark, count + 1), Means::Text),
            // A heading may have several marks; an item of a list and a quote have one.
            (Marks('#', _) | Marks('>' | '*' | '-' | '+', 1) | Dot, _)
                if char.is_whitespace() && self.code.is_none() =>
            {
                (Rest, Means::Begins)
            }
            _ => (Rest, Means::Text),
        };
        self.place = place;
        means
    }

    /// Code begins with its marks, and ends with the same.
    fn fence(&mut self, mark: char, count: u32) -> (LinePosition, Means) {
        if count < FENCE_MARKS {
            return (Marks(mark, count), Means::Text);
        }
        match self.code {
            None => self.code = Some(mark),
            Some(open) if open == mark => self.code = None,
            Some(_) => return (Rest, Means::Text),
        }
        (Rest, Means::Begins)
    }
}

/// What lines, borders and dividers are drawn with.
fn is_mark(char: char) -> bool {
    char.is_ascii_punctuation() || ('\u{2500}'..='\u{257F}').contains(&char)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begins(text: &str) -> Vec<usize> {
        let mut layout = Layout::default();
        text.encode_utf16()
            .enumerate()
            .filter(|(_, unit)| layout.read(*unit) == Means::Begins)
            .map(|(at, _)| at)
            .collect()
    }

    fn text_of(text: &str) -> String {
        let mut layout = Layout::default();
        text.chars()
            .filter(|char| layout.read(*char as u16) == Means::Text)
            .collect()
    }

    #[test]
    fn what_begins_something_else() {
        for (text, at) in [
            ("- item", 1),
            ("  * item", 3),
            ("+ item", 1),
            ("12. item", 3),
            ("1) item", 2),
            ("## Heading", 2),
            ("> quote", 1),
            ("| a | b |", 0),
            (" |---|", 1),
            ("```rust", 2),
            ("~~~", 2),
            ("a\n---\nb", 5),
            ("──────\nb", 6),
        ] {
            assert_eq!(begins(text), [at], "{text}");
        }
        for text in [
            "a - b",
            "-1 degrees",
            "#tag",
            "3.14 is pi",
            "a | b",
            "**bold** text",
            "``inline``",
            "--\n",
            "x > y",
        ] {
            assert_eq!(begins(text), [] as [usize; 0], "{text}");
        }
    }

    #[test]
    fn code_is_no_text_and_ends() {
        assert_eq!(
            text_of("say\n```\nlet x = 1;\n~~~\n- a\n```\ndone").trim(),
            "say\ndone"
        );
    }

    #[test]
    fn drawing_is_no_text_up_to_a_length() {
        assert_eq!(text_of(&"-".repeat(250)), "");
        assert_eq!(text_of(&"-".repeat(300)).len(), 50);
        assert_eq!(text_of(&format!("a{}b", " ".repeat(80))), "a   b");
        assert_eq!(text_of("aaaaaaaa"), "aaaaaaaa");
    }
}
