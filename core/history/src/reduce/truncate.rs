//! Truncation of one long text, for example a tool's output. The start and the end stay; a marker
//! says what is missing and where it is.
//!
//! [`ENDS`] is the default rule. It cuts between grapheme clusters, at the end of a line if one is
//! near. It also keeps lines from the middle that name errors. The other rules reproduce the
//! systems they are named after, with these differences:
//!
//! - nothing becomes longer: where the result would not be shorter, the text stays as it is;
//! - a rule whose result may exceed its limit must save at least [`MIN_SAVING_CHARS`], so that a
//!   second run changes nothing;
//! - no cut falls inside a surrogate pair;
//! - a preview is never empty: where the first line alone exceeds the limit, its start is shown.

mod ends;
pub mod errors;

use crate::host::clip::head_of;
use crate::host::units::utf16_len;
use crate::read::media::sanitize_label;
use crate::shape::shapes;
pub use ends::is_cut;
use errors::head_of_bytes;
use std::borrow::Cow;
use std::fmt;

/// What a rule must save at least, in chars, if its result may exceed the limit. Chosen here: more
/// than the digits of the three counts in a marker, which are all that could change in a second
/// run.
pub const MIN_SAVING_CHARS: usize = 64;

/// Longest locator that reaches a marker, in chars. Chosen here: the longest path that Linux takes
/// is 4,096 bytes, and store keys and URLs are shorter.
const LOCATOR_CHARS: usize = 1_024;

/// A way to cut text. Two rules are equal if their names are.
pub struct TextRule {
    /// The name used in options.
    pub name: &'static str,
    /// Cuts a text. It sets the last argument to the number of lines that name errors and were kept
    /// from the middle.
    pub cut: for<'a> fn(&Truncation, &'a str, &mut u64) -> Cow<'a, str>,
    /// What a cut must save at least, in chars; otherwise the text stays as it is.
    pub min_saving_chars: usize,
    /// What a host may show in place of an empty text.
    pub note_if_empty: Option<&'static str>,
    /// Whether a limit of zero or below means unlimited.
    pub zero_is_no_limit: bool,
    /// The arguments that it uses, by their names. `max_tokens` counts as `max_chars`.
    pub uses: &'static [&'static str],
}

/// The default rule: the start, a marker, lines that name errors, and the end. The result never
/// exceeds a limit.
pub static ENDS: TextRule = TextRule {
    cut: ends::cut,
    uses: &[
        "max_chars",
        "max_lines",
        "head_fraction",
        "keep_errors",
        "locator",
    ],
    ..TextRule::plain("ends")
};

/// The rule and the limits of a truncation. `None` selects the rule's own default.
#[derive(Debug, Clone, PartialEq)]
pub struct Truncation {
    /// The rule that cuts.
    pub rule: &'static TextRule,
    /// Longest text, in chars.
    pub max_chars: Option<usize>,
    /// Most lines of the text.
    pub max_lines: Option<usize>,
    /// Longest text, in UTF-8 bytes. Not every rule uses it.
    pub max_bytes: Option<usize>,
    /// The share of the kept text that comes from the start, from 0 to 1.
    pub head_fraction: Option<f64>,
    /// Whether lines from the middle that name errors are kept. Only [`ENDS`] uses it.
    pub keep_errors: bool,
    /// Location of the full text, for example a path. It is shown in the marker.
    pub locator: Option<String>,
    /// The first line of the result, for rules that have one.
    pub prefix: Option<String>,
}

shapes! {
    /// A text after truncation, with its sizes before and after.
    pub struct Truncated as "TruncatedText": Eq {
        /// The truncated text.
        pub text: String,
        /// Whether the text changed.
        pub truncated: bool,
        /// Characters before.
        pub chars_before: u64,
        /// Characters after.
        pub chars_after: u64,
        /// Lines before.
        pub lines_before: u64,
        /// Lines after.
        pub lines_after: u64,
        /// UTF-8 bytes before.
        pub bytes_before: u64,
        /// UTF-8 bytes after.
        pub bytes_after: u64,
        /// Lines with errors that were kept from the middle.
        pub error_lines: u64,
        /// What a host may show in place of an empty text.
        pub note: Option<&'static str>,
    }
}

impl TextRule {
    /// A rule of that name that cuts nothing. Its other fields are set by the caller.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self {
            name,
            cut: |_, text, _| Cow::Borrowed(text),
            min_saving_chars: 1,
            note_if_empty: None,
            zero_is_no_limit: false,
            uses: &["max_chars"],
        }
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
    /// Truncation by `rule`, with the rule's own defaults.
    #[must_use]
    pub fn new(rule: &'static TextRule) -> Self {
        Self {
            rule,
            max_chars: None,
            max_lines: None,
            max_bytes: None,
            head_fraction: None,
            keep_errors: true,
            locator: None,
            prefix: None,
        }
    }

    /// Cuts `text`. Whatever the limits are, the result is never longer than `text`, and no
    /// character is cut in half.
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

    /// The locator on one line, without chars that could forge the end of a marker.
    pub fn shown_locator(&self) -> Option<String> {
        self.locator
            .as_deref()
            .map(|locator| sanitize_label(locator, LOCATOR_CHARS))
            .filter(|locator| !locator.is_empty())
    }
}

/// The number of lines: the number of line feeds and one more; 0 for an empty text.
#[must_use]
pub fn line_count(text: &str) -> usize {
    if text.is_empty() {
        return 0;
    }
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1
}

/// The first `count` lines, without the line feed of the last one.
pub fn first_lines(text: &str, count: usize) -> &str {
    if count == 0 {
        return "";
    }
    memchr::memchr_iter(b'\n', text.as_bytes())
        .nth(count - 1)
        .map_or(text, |end| &text[..end])
}

/// The last `count` lines.
pub fn last_lines(text: &str, count: usize) -> &str {
    if count == 0 {
        return "";
    }
    memchr::memrchr_iter(b'\n', text.as_bytes())
        .nth(count - 1)
        .map_or(text, |at| &text[at + 1..])
}

/// The longest start of `text` of at most `max_chars` chars. No character is cut in half.
#[must_use]
pub fn head_units(text: &str, max_chars: usize) -> &str {
    let mut chars = 0;
    for (at, character) in text.char_indices() {
        chars += character.len_utf16();
        if chars > max_chars {
            return &text[..at];
        }
    }
    text
}

/// The longest end of `text` of at most `max_chars` chars. No character is cut in half.
#[must_use]
pub fn tail_units(text: &str, max_chars: usize) -> &str {
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
pub fn head_bytes(text: &str, max_bytes: usize) -> &str {
    // The cut by bytes may have left half of a grapheme cluster at the end.
    head_of(text, utf16_len(head_of_bytes(text, max_bytes)))
}
