//! Words with their source, and how texts are cut into sentences.

use super::phrases::{PhraseKind, of_kind};
use crate::host::listed::listed;
use crate::shape::shapes;

shapes! {
    /// Words of the conversation, with the index of their message.
    pub struct FactRequest: Eq {
        /// The words, on one line or as they stand.
        pub text: String,
        /// The index of the message that holds them.
        pub message: usize,
    }
}

/// Words before a dot that ends no sentence.
const SHORTENED: [&str; 15] = listed("e.g i.e etc vs cf approx mr mrs dr z.b bzw ca p.ej p.ex no");

/// The sentences of a text. One ends at `.`, `!` or `?` before a blank, at their wide forms, and at
/// the end of a line. So no dot inside a file name or a version ends one. A line that goes on in
/// the middle of a sentence is joined with the next.
pub(crate) fn sentences(text: &str) -> Vec<String> {
    paragraphs(text)
        .into_iter()
        .flat_map(|paragraph| paragraph.sentences)
        .collect()
}

/// The sentences of one line, or of one that was wrapped.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub sentences: Vec<String>,
    /// Whether it is an item of a list.
    pub is_item: bool,
}

/// The sentences of a text, those of one line together.
pub(crate) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut all = Vec::new();
    let mut found = Paragraph::default();
    let mut open = String::new();
    for marked in text.lines() {
        let line = unmarked(marked);
        let is_item = is_item(marked.trim());
        if line.is_empty() || is_item || !goes_on(&open, line) {
            push(&mut found.sentences, &mut open);
            all.push(std::mem::take(&mut found));
            found.is_item = is_item;
        }
        if !open.is_empty() {
            open.push(' ');
        }
        let mut rest = line;
        while let Some(end) = sentence_end(rest) {
            open.push_str(&rest[..end]);
            push(&mut found.sentences, &mut open);
            rest = &rest[end..];
        }
        open.push_str(rest);
    }
    push(&mut found.sentences, &mut open);
    all.push(found);
    all.retain(|paragraph| !paragraph.sentences.is_empty());
    all
}

/// Whether a line begins with the mark or the number of an item.
fn is_item(line: &str) -> bool {
    let behind_number = line
        .trim_start_matches(is_digit)
        .strip_prefix(['.', ')', '、', '．']);
    let is_numbered =
        line.starts_with(is_digit) && behind_number.is_some_and(|rest| !rest.starts_with(is_digit));
    is_numbered || (unmarked(line).len() < line.len() && !line.starts_with('#'))
}

pub(super) fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// The end of the first sentence of a line, if one ends there.
pub(crate) fn sentence_end(line: &str) -> Option<usize> {
    let end = line.char_indices().find_map(|(index, letter)| {
        let end = index + letter.len_utf8();
        let (before, behind) = (&line[..index], &line[end..]);
        let ends = match letter {
            '。' | '！' | '？' => true,
            '!' => blank_behind(behind),
            '?' => blank_behind(behind) && !is_answer(behind),
            '.' => blank_behind(behind) && !is_shortened(before) && !is_day(before, behind),
            _ => false,
        };
        ends.then_some(end)
    })?;
    // What closes a quotation or a bracket belongs to the sentence.
    Some(line.len() - line[end..].trim_start_matches(CLOSING).len())
}

/// Whether a value stands behind a question: "And the port? 8080."
fn is_answer(behind: &str) -> bool {
    let first = behind.split_whitespace().next();
    first.is_some_and(|word| word.contains(is_digit))
}

const CLOSING: [char; 8] = ['"', '\'', ')', ']', '”', '’', '»', '」'];

fn blank_behind(rest: &str) -> bool {
    let rest = rest.trim_start_matches(CLOSING);
    rest.is_empty() || rest.starts_with(char::is_whitespace)
}

/// Whether a number and what stands behind it are a date: `3. März`.
fn is_day(before: &str, behind: &str) -> bool {
    let month = behind.split_whitespace().next().unwrap_or_default();
    let month = month.trim_matches(|char: char| !char.is_alphabetic());
    before.ends_with(is_digit)
        && of_kind(PhraseKind::Month).any(|known| known == month.to_lowercase())
}

fn is_shortened(before: &str) -> bool {
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || letter == '(')
        .next()
        .unwrap_or_default();
    let is_number = before.trim() == word && !word.is_empty() && word.chars().all(is_digit);
    is_number || SHORTENED.contains(&word.to_lowercase().as_str())
}

/// A line without the mark of a list or a heading.
fn unmarked(line: &str) -> &str {
    let line = line.trim();
    let bare = line.trim_start_matches(['-', '*', '•', '#', '–']);
    if bare.len() < line.len() && bare.starts_with(char::is_whitespace) {
        bare.trim_start()
    } else {
        line
    }
}

/// Whether `line` goes on with the sentence before it: that one is long enough to be wrapped, and
/// this begins with a small letter.
fn goes_on(open: &str, line: &str) -> bool {
    open.trim_end().len() >= WRAPPED_BYTES
        && !open.trim_end().ends_with(':')
        && line.chars().next().is_some_and(char::is_lowercase)
}

/// Shortest line that may have been wrapped. Chosen here.
const WRAPPED_BYTES: usize = 40;

fn push(found: &mut Vec<String>, open: &mut String) {
    let sentence = open.trim();
    if !sentence.is_empty() {
        found.push(sentence.to_owned());
    }
    open.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_a_dot_before_a_blank() {
        let text = "Never touch main.ts or core/x.go. Must keep v1.2.3 pinned! 不要改。必須測試";
        let found = [
            "Never touch main.ts or core/x.go.",
            "Must keep v1.2.3 pinned!",
            "不要改。",
            "必須測試",
        ];
        assert_eq!(sentences(text), found);
        assert_eq!(
            sentences("Use it, e.g. here. (Really.) Then \"stop.\" Go"),
            ["Use it, e.g. here.", "(Really.)", "Then \"stop.\"", "Go"]
        );
        assert_eq!(
            sentences("1. Never push.\n2. Ask first"),
            ["1. Never push.", "2. Ask first"]
        );
        assert_eq!(sentences("- one\n- two"), ["one", "two"]);
    }

    #[test]
    fn an_item_goes_on_with_no_line_before_it() {
        let items: Vec<_> = paragraphs("Rules:\n- never touch the tables of the production database\n- ask first\n1. one\n2.5 seconds")
            .into_iter()
            .map(|paragraph| (paragraph.sentences.concat(), paragraph.is_item))
            .collect();
        let items: Vec<_> = items
            .iter()
            .map(|(text, is_item)| (text.as_str(), *is_item))
            .collect();
        assert_eq!(
            items,
            [
                ("Rules:", false),
                ("never touch the tables of the production database", true),
                ("ask first", true),
                ("1. one", true),
                ("2.5 seconds", false)
            ]
        );
    }

    #[test]
    fn a_wrapped_line_is_joined() {
        let text =
            "The tests in this folder must always run before\nyou commit anything. Then\n\nnext";
        assert_eq!(
            sentences(text),
            [
                "The tests in this folder must always run before you commit anything.",
                "Then",
                "next"
            ]
        );
    }
}
