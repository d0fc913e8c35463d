//! The parts of gencode that are not part of a run: its saved sessions, and its settings file.

pub mod policy;
pub mod session;
pub mod settings;

use crate::{Beside, OURS};
use conspectus_history::measure::ROUNDED;
use conspectus_history::reduce::truncate::{TextRule, head_units};
use std::borrow::Cow;

/// Longest text for the summarizer, in chars. Source: C-5.
const EXCERPT_CHARS: usize = 500;

/// For texts that the summarizer reads: the first 500 chars (C-5).
pub static EXCERPT: TextRule = TextRule {
    cut: |options, text, _| {
        Cow::Borrowed(head_units(text, options.max_chars.unwrap_or(EXCERPT_CHARS)))
    },
    ..TextRule::plain("gencode-excerpt")
};

/// For `gencode`.
pub(crate) const BESIDE: Beside = Beside {
    preset: "gencode",
    text_rules: &[&EXCERPT],
    token_rules: &[&ROUNDED],
    ..OURS
};
