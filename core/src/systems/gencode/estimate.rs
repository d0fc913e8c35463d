//! How gencode cuts one text (C-5).

use crate::reduce::truncate::{head_units, TextRule};
use std::borrow::Cow;

/// Source: C-5, each message's first 500 chars.
const EXCERPT_CHARS: usize = 500;

/// Strings for its summariser: the first 500 chars (C-5).
pub static EXCERPT: TextRule = TextRule {
    cut: |options, text, _| Cow::Borrowed(head_units(text, options.max_chars.unwrap_or(EXCERPT_CHARS))),
    ..TextRule::plain("gencode-excerpt")
};
