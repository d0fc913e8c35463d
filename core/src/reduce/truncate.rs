//! Truncation of one long text: a tool's output becomes its ends, with a marker that says what is missing and where it is.
//!
//! [`Rule::Ends`] is ours: it cuts between grapheme clusters, at line ends where one is near, and rescues lines that name
//! errors from the middle. The other rules reproduce the systems they are named after, with these differences:
//!
//! - nothing becomes larger: a result that would not be shorter is given up and the text comes back as it was (B-3);
//! - a rule whose result is longer than its limit must save at least [`MIN_SAVING_CHARS`], so that a second run, in which
//!   only the digits of the counts could change, changes nothing;
//! - no cut falls inside a surrogate pair (B-31);
//! - opencode's preview of a text whose first line is above the byte limit is the start of that line, not empty (B-29).

mod ends;

use crate::host::clip::head_of;
use crate::host::units::utf16_len;
use crate::read::media::sanitize_label;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// A rule whose result may be longer than its limit must save this much. Chosen here: more than the digits of three counts.
pub const MIN_SAVING_CHARS: usize = 64;

/// Longest locator that reaches a marker, in chars. Chosen here: the longest path that Linux takes is 4,096 bytes, and
/// store keys and URLs are shorter.
const LOCATOR_CHARS: usize = 1_024;

/// A way to cut text. Two are the same if their names are.
pub struct TextRule {
    /// The name used in options.
    pub name: &'static str,
    /// The text as it is to be, and how many lines that name errors were rescued.
    pub cut: for<'a> fn(&Truncation, &'a str, &mut u64) -> Cow<'a, str>,
    /// What a result must save at least, in chars.
    pub min_saving_chars: usize,
    /// What a host may show instead of nothing, where there was no text at all.
    pub note_if_empty: Option<&'static str>,
    /// Whether limits of zero and below are none.
    pub zero_is_no_limit: bool,
}

/// Ours: head, marker, lines that name errors, tail; within the limits in every case.
pub static ENDS: TextRule = TextRule { cut: ends::cut, ..TextRule::plain("ends") };

/// What to cut, and by which rule. `None` is the rule's own default.
#[derive(Debug, Clone, PartialEq)]
pub struct Truncation {
    /// The rule.
    pub rule: &'static TextRule,
    /// Longest text, in chars.
    pub max_chars: Option<usize>,
    /// Most lines.
    pub max_lines: Option<usize>,
    /// Longest text, in UTF-8 bytes; not every rule looks at it.
    pub max_bytes: Option<usize>,
    /// The head's share of what is kept.
    pub head_fraction: Option<f64>,
    /// Whether lines that name errors are rescued from the middle; only [`ENDS`] looks at it.
    pub keep_errors: bool,
    /// Where the full text can be found; put into the marker.
    pub locator: Option<String>,
    /// The line in front of the result, for rules that have one.
    pub prefix: Option<String>,
}

/// A text after truncation, with what went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Truncated {
    /// The text.
    pub text: String,
    /// Whether it is another one than before.
    pub truncated: bool,
    /// Chars before.
    pub chars_before: u64,
    /// Chars after.
    pub chars_after: u64,
    /// Lines before: line feeds and one, nothing for no text.
    pub lines_before: u64,
    /// Lines after.
    pub lines_after: u64,
    /// UTF-8 bytes before.
    pub bytes_before: u64,
    /// UTF-8 bytes after.
    pub bytes_after: u64,
    /// Lines that name errors, rescued from the middle.
    pub error_lines: u64,
    /// What a host may show instead of nothing, where there was no text at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

impl TextRule {
    /// A rule that cuts nothing, to be filled in.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self { name, cut: |_, text, _| Cow::Borrowed(text), min_saving_chars: 1, note_if_empty: None, zero_is_no_limit: false }
    }
}

impl PartialEq for TextRule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for TextRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Truncation {
    /// A rule with its defaults.
    #[must_use]
    pub fn new(rule: &'static TextRule) -> Self {
        Self { rule, max_chars: None, max_lines: None, max_bytes: None, head_fraction: None, keep_errors: true, locator: None, prefix: None }
    }

    /// Cuts `text`. Never larger, never inside a character, whatever the limits.
    #[must_use]
    pub fn apply(&self, text: &str) -> Truncated {
        let mut error_lines = 0;
        let result = (self.rule.cut)(self, text, &mut error_lines);
        let chars_before = utf16_len(text);
        let smaller = utf16_len(&result) + self.rule.min_saving_chars <= chars_before;
        let after = if smaller { &*result } else { text };
        Truncated {
            truncated: smaller,
            chars_before: chars_before as u64,
            chars_after: utf16_len(after) as u64,
            lines_before: line_count(text) as u64,
            lines_after: line_count(after) as u64,
            bytes_before: text.len() as u64,
            bytes_after: after.len() as u64,
            error_lines: if smaller { error_lines } else { 0 },
            note: self.rule.note_if_empty.filter(|_| text.is_empty()),
            text: after.to_owned(),
        }
    }

    /// The locator on one line, without what could forge a marker.
    pub(crate) fn shown_locator(&self) -> Option<String> {
        self.locator.as_deref().map(|locator| sanitize_label(locator, LOCATOR_CHARS)).filter(|locator| !locator.is_empty())
    }
}

/// Line feeds and one; nothing for no text.
#[must_use]
pub fn line_count(text: &str) -> usize {
    if text.is_empty() {
        return 0;
    }
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1
}

/// The longest start of at most `max_chars` chars that ends between characters.
#[must_use]
pub(crate) fn head_units(text: &str, max_chars: usize) -> &str {
    let mut chars = 0;
    for (at, character) in text.char_indices() {
        chars += character.len_utf16();
        if chars > max_chars {
            return &text[..at];
        }
    }
    text
}

/// The longest end of at most `max_chars` chars that starts between characters.
#[must_use]
pub(crate) fn tail_units(text: &str, max_chars: usize) -> &str {
    let mut chars = 0;
    for (at, character) in text.char_indices().rev() {
        chars += character.len_utf16();
        if chars > max_chars {
            return &text[at + character.len_utf8()..];
        }
    }
    text
}

/// The longest start of whole grapheme clusters within `max_bytes` bytes.
pub(crate) fn head_bytes(text: &str, max_bytes: usize) -> &str {
    let mut end = max_bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // Clusters are found from the front; the cut by bytes may have left half of one at the end.
    let head = head_of(text, utf16_len(&text[..end]));
    if head.len() <= end {
        head
    } else {
        &text[..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::text_rules;
    use proptest::prelude::*;

    fn texts() -> impl Strategy<Value = String> {
        let pieces =
            prop::sample::select(vec!["a", "word ", "\n", "\r\n", "error: broken\n", "😀", "👨‍👩‍👧", "漢", "e\u{301}", "long line without an end "]);
        (prop::collection::vec(pieces, 0..60), 1usize..12).prop_map(|(pieces, times)| pieces.concat().repeat(times))
    }

    proptest! {
        #[test]
        fn never_larger_within_limits_and_stable(text in texts(), rule in 0..text_rules().len(), limit in 0usize..900, lines in 0usize..60, long in any::<bool>()) {
            let rule = text_rules()[rule];
            let locator = long.then(|| "/store/outputs/tool_12345.txt".to_owned());
            let truncation = Truncation { max_chars: Some(limit), max_lines: Some(lines), max_bytes: Some(limit), locator, ..Truncation::new(rule) };
            let first = truncation.apply(&text);
            prop_assert!(first.chars_after <= first.chars_before);
            prop_assert_eq!(first.truncated, first.text != text);
            if *rule == ENDS {
                prop_assert!(first.chars_after as usize <= limit && first.lines_after as usize <= lines, "{:?}", first);
            }
            let second = truncation.apply(&first.text);
            prop_assert_eq!(&second.text, &first.text, "{:?}", rule);
        }
    }
}
