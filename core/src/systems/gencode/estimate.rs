//! How gencode cuts a text for its summariser (C-5).

use crate::reduce::truncate::{TextRule, head_units};
use std::borrow::Cow;

/// Longest text for the summariser, in chars. Source: C-5.
const EXCERPT_CHARS: usize = 500;

/// For texts that the summariser reads: the first 500 chars (C-5).
pub static EXCERPT: TextRule = TextRule {
    cut: |options, text, _| {
        Cow::Borrowed(head_units(text, options.max_chars.unwrap_or(EXCERPT_CHARS)))
    },
    ..TextRule::plain("gencode-excerpt")
};
