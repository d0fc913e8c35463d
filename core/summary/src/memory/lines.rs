//! Units of text: lines; a long line at the end of a sentence, else behind a separator, else at a
//! blank. Never inside a word or an address.

use super::terms::at_least;
use crate::notes::facts::sentence_end;
use crate::reduce::is_pointer;
use std::borrow::Borrow;

/// Longest unit, in characters. Chosen by measurement: shorter units lose what a value is about,
/// longer ones waste room.
const UNIT_CHARS: usize = 120;
/// Below this a line says nothing: a bracket, a separator. In characters. Chosen by measurement.
const LINE_CHARS_MIN: usize = 4;
/// A line that cannot be cut within a unit is cut here at the latest, in characters.
const UNIT_CHARS_MAX: usize = 3 * UNIT_CHARS;
/// A cut leaves more than this before it, in characters.
const UNIT_CHARS_MIN: usize = UNIT_CHARS / 3;

/// Calls `found` with every unit of a text, in order. A line that stands for others says nothing
/// where those are not shown.
pub(super) fn each_line<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    for line in text.split('\n').filter(|line| !is_pointer(line)) {
        let mut left = without_gutter(line).trim();
        while !left.is_empty() {
            let (unit, rest) = left.split_at(cut(left).unwrap_or(left.len()));
            let unit = unit.trim_end();
            if at_least(unit, LINE_CHARS_MIN) {
                found(unit);
            }
            left = rest.trim_start();
        }
    }
}

/// The same of what somebody said, each sentence by itself: a later one may take its place.
pub(super) fn each_sentence<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    for line in text.split('\n') {
        let mut rest = line;
        while let Some(end) = sentence_end(rest).filter(|end| *end < rest.len()) {
            each_line(&rest[..end], &mut found);
            rest = &rest[end..];
        }
        each_line(rest, &mut found);
    }
}

/// Lines as one text.
pub(super) fn joined<S: Borrow<str>>(lines: impl Iterator<Item = S>) -> String {
    lines.collect::<Vec<S>>().join("\n")
}

/// Without a line number in front, as tools that show files write it: `12\t`, `12→`, `12|`, `12:`.
fn without_gutter(line: &str) -> &str {
    let rest = line.trim_start();
    let after = rest.trim_start_matches(|char: char| char.is_ascii_digit());
    if !(1..=7).contains(&(rest.len() - after.len())) {
        return line;
    }
    if let Some(rest) = after
        .strip_prefix('\t')
        .or_else(|| after.trim_start().strip_prefix(['→', '|']))
    {
        return rest;
    }
    match after.strip_prefix(':') {
        // A digit behind it makes it a time or a place, which belongs to the line.
        Some(rest) if !rest.starts_with(|char: char| char.is_ascii_digit()) => rest,
        _ => line,
    }
}

/// Where a long line is cut, in bytes; `None` if it is no longer than a unit.
fn cut(line: &str) -> Option<usize> {
    if line.len() <= UNIT_CHARS {
        return None;
    }
    let (mut sentence, mut separator, mut blank) = (None, None, None);
    let mut before = ' ';
    let mut count = 0;
    for (at, char) in line.char_indices() {
        if count > UNIT_CHARS {
            if let Some(end) = sentence.or(separator).or(blank) {
                return Some(end);
            }
            if char.is_whitespace() || count >= UNIT_CHARS_MAX {
                return Some(at);
            }
        } else if count > UNIT_CHARS_MIN {
            if char.is_whitespace() {
                blank = Some(at);
            }
            if matches!(before, '。' | '！' | '？' | '；')
                || (before.is_whitespace() && ends_sentence(&line[..at]))
            {
                sentence = Some(at);
            } else if matches!(before, ',' | ';' | ':' | '|' | '}' | ']' | ')' | '>')
                && (char.is_whitespace() || matches!(char, '"' | '\'' | '{' | '[' | '<' | '('))
            {
                separator = Some(at);
            }
        }
        before = char;
        count += 1;
    }
    // A line of a little more than a unit ends before a cut was needed.
    (count > UNIT_CHARS)
        .then(|| sentence.or(separator).or(blank))
        .flatten()
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::each_line;

    fn lines(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        each_line(text, |line| found.push(line));
        found
    }

    #[test]
    fn line_numbers_of_tools_are_left_out() {
        assert_eq!(
            lines("  12\tlet a = 1;\n13→let b;\n 14 | let c;\n15:let d;\n}\n10:30 done"),
            ["let a = 1;", "let b;", "let c;", "let d;", "10:30 done"]
        );
        assert_eq!(lines("2024 was a year"), ["2024 was a year"]);
    }

    #[test]
    fn long_lines_are_cut_at_sentences_then_separators_then_blanks() {
        let sentence = format!(
            "{}. {}",
            "a word ".repeat(10).trim_end(),
            "next ".repeat(20)
        );
        assert_eq!(
            lines(&sentence)[0],
            format!("{}.", "a word ".repeat(10).trim_end())
        );
        let separated = format!("{}, \"{}", "k=1".repeat(20), "v".repeat(90));
        assert_eq!(lines(&separated)[0], format!("{},", "k=1".repeat(20)));
        let plain = "word ".repeat(60);
        assert!(
            lines(&plain)
                .iter()
                .all(|line| line.split(' ').all(|word| word == "word") && line.len() <= 120)
        );
    }

    #[test]
    fn words_and_addresses_stay_whole() {
        let url = format!("https://example.com/{}", "a".repeat(200));
        assert_eq!(
            lines(&format!("see {url} for more")),
            [format!("see {url}").as_str(), "for more"]
        );
        let endless = "字".repeat(1_000);
        assert!(
            lines(&endless)
                .iter()
                .all(|line| line.chars().count() <= 360)
        );
        assert_eq!(lines(&endless).concat(), endless);
    }
}
