//! The lines of a result, each split into the line number that a tool wrote before it (the gutter)
//! and the content.

use super::pointer::Pointer;
use crate::host::units::digits;
use xxhash_rust::xxh3::xxh3_64;

/// Signs between a line number and the line, as tools that show files write them.
const SEPARATORS: [char; 4] = ['\t', '→', '|', ':'];

/// Fewest numbered lines that are taken for a gutter. Chosen here: a list of three numbers may be
/// anything.
const GUTTER_LINES: usize = 4;

/// One line of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResultLine<'a> {
    /// Number of spaces before the line number.
    padding: usize,
    /// The line number, and the sign after it.
    gutter: Option<(u32, char)>,
    /// The original line.
    own: &'a str,
    /// The line without its gutter.
    pub content: &'a str,
    /// The pointer that the line is, if it is one.
    pub pointer: Option<Pointer>,
    /// The number under which the line is known: the one in its gutter, else its place in the text,
    /// from 1. 0 if it has none.
    pub number: u32,
}

impl ResultLine<'_> {
    /// A hash of the content. A pointer shows no line, so it has 0.
    fn hash(&self) -> u64 {
        if self.pointer.is_some() {
            return 0;
        }
        xxh3_64(self.content.as_bytes()).max(1)
    }

    /// Returns the line without the spaces before its number.
    pub fn text(&self) -> &str {
        if self.gutter.is_some() {
            &self.own[self.padding..]
        } else {
            self.content
        }
    }

    /// The line as text under another number, if it has one.
    pub fn under(&self, number: u32) -> String {
        match self.gutter {
            Some((_, sign)) => format!("{number}{sign}{}", self.content),
            None => self.content.to_owned(),
        }
    }
}

/// A result as lines.
#[derive(Debug, Default)]
pub(super) struct Lines<'a> {
    pub all: Vec<ResultLine<'a>>,
    /// A hash of each line.
    pub hashes: Vec<u64>,
    /// The sign after the numbers, if the lines are numbered.
    pub separator: Option<char>,
}

impl<'a> Lines<'a> {
    /// Returns the lines of a result. They count as numbered if at least four of them, and most of
    /// all lines, have a number, all have the same sign after it, and each number is one more than
    /// the one before. A pointer counts as the lines that it replaces.
    pub fn of(text: &'a str) -> Self {
        let mut all: Vec<ResultLine<'a>> = text.split('\n').map(line).collect();
        let separator = common_separator(&all);
        let mut place = 0;
        for line in &mut all {
            let span = line
                .pointer
                .as_ref()
                .map_or(1, |pointer| pointer.here.1 - pointer.here.0 + 1);
            line.number = match (separator, line.gutter) {
                (Some(_), gutter) => gutter.map_or(0, |(number, _)| number),
                (None, _) => place + 1,
            };
            place = place.saturating_add(span);
            if separator.is_none() {
                (line.padding, line.gutter, line.content) = (0, None, line.own);
            }
        }
        let hashes = all.iter().map(ResultLine::hash).collect();
        Self {
            all,
            hashes,
            separator,
        }
    }

    /// The lines `first..=last` by their numbers, if all of them are shown.
    pub fn numbered(&self, (first, last): (u32, u32)) -> Option<&[ResultLine<'a>]> {
        let start = self
            .all
            .iter()
            .position(|line| line.number == first && line.pointer.is_none())?;
        let lines = self
            .all
            .get(start..start + (last.checked_sub(first)? as usize) + 1)?;
        lines
            .iter()
            .enumerate()
            .all(|(offset, line)| {
                line.pointer.is_none() && line.number as usize == first as usize + offset
            })
            .then_some(lines)
    }

    /// Returns the text without the spaces before its numbers, if there are any and they can be
    /// restored: all numbers are aligned at the same width.
    pub fn without_padding(&self) -> Option<String> {
        self.separator?;
        let mut numbered = self
            .all
            .iter()
            .filter_map(|line| Some((line.padding, digits(line.gutter?.0.into()))));
        let (padding, length) = numbered.next()?;
        let width = padding + length;
        let is_padded = padding > 0 || numbered.clone().any(|(padding, _)| padding > 0);
        (is_padded && numbered.all(|(padding, length)| padding == width.saturating_sub(length)))
            .then(|| joined(&self.all))
    }
}

/// Joins lines, without the spaces before their numbers.
pub(super) fn joined(lines: &[ResultLine<'_>]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| line.text().len() + 1).sum());
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(line.text());
    }
    text
}

/// Returns the sign after the line numbers, if the lines are numbered.
fn common_separator(all: &[ResultLine<'_>]) -> Option<char> {
    let sign = all.iter().find_map(|line| line.gutter)?.1;
    let (mut next, mut counted, mut pointed) = (None, 0, 0);
    for line in all {
        let (first, last) = match (&line.pointer, line.gutter) {
            (Some(pointer), _) => pointer.here,
            (None, Some((number, own))) if own == sign => (number, number),
            (None, Some(_)) => return None,
            (None, None) => continue,
        };
        if next.is_some_and(|next| next != first) {
            return None;
        }
        next = last.checked_add(1);
        counted += 1;
        pointed += last - first;
    }
    (counted + pointed as usize >= GUTTER_LINES && counted * 2 > all.len()).then_some(sign)
}

fn line(text: &str) -> ResultLine<'_> {
    let plain = ResultLine {
        padding: 0,
        gutter: None,
        own: text,
        content: text,
        pointer: Pointer::parse(text),
        number: 0,
    };
    let padding = text.len() - text.trim_start_matches(' ').len();
    let rest = &text[padding..];
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (Ok(number), Some(sign)) = (rest[..length].parse::<u32>(), rest[length..].chars().next())
    else {
        return plain;
    };
    // A number with zeros in front of it could not be written again.
    let writable = digits(number.into()) == length;
    let known = SEPARATORS.contains(&sign) && writable;
    if known {
        ResultLine {
            padding,
            gutter: Some((number, sign)),
            content: &rest[length + sign.len_utf8()..],
            ..plain
        }
    } else {
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts the numbers of a gutter back at `width`.
    fn padded(text: &str, width: usize) -> String {
        let put_back = |own: &str| match line(own).gutter {
            Some((number, _)) => {
                format!(
                    "{}{own}",
                    " ".repeat(width.saturating_sub(digits(number.into())))
                )
            }
            None => own.to_owned(),
        };
        text.split('\n')
            .map(put_back)
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn padding_goes_and_comes_back() {
        let text = "     9→fn main() {\n    10→    x\n    11→}\n    12→\n    13→// end";
        let bare = Lines::of(text).without_padding().expect("a gutter");
        assert_eq!(bare, "9→fn main() {\n10→    x\n11→}\n12→\n13→// end");
        assert_eq!(padded(&bare, 6), text);
        assert_eq!(Lines::of(&bare).without_padding(), None);
    }

    #[test]
    fn a_list_of_numbers_is_no_gutter() {
        assert_eq!(Lines::of("1: a\n3: b\n7: c\n9: d").separator, None);
        assert_eq!(Lines::of("1:a\n2:b\n3:c").separator, None);
        assert_eq!(Lines::of("12:30 started\n13:00 ended").separator, None);
    }

    #[test]
    fn what_cannot_be_put_back_stays() {
        let uneven = "  1→a\n    2→b\n  3→c\n  4→d";
        assert_eq!(Lines::of(uneven).without_padding(), None);
    }
}
