//! `gencode` 0.4.0: a coding agent that clears old tool results if that is enough, and otherwise
//! summarizes all but the newest messages.
//!
//! The steps of a run:
//!
//! 1. The usable window is the window less the output limit (default 4,096 tokens, at most 32,000).
//!    If the prompt is not larger, the run ends here.
//! 2. If the history has at least 20,000 tokens, tool results are cleared, except in the newest
//!    messages whose results contain 40,000 tokens. If the conversation is then below the threshold
//!    again, the run ends here.
//! 3. All but the ten newest messages are summarized, under five headings. The files, tools and
//!    decisions in them are extracted without a model and included in the transcript.
//! 4. The summary becomes a second system message after the first. Without a system message, it
//!    becomes a user message.
//!
//! If its document and its code differ, the preset follows the document. The code's values are
//! options: `trigger: 0.9`, `placeholder: "plain"`, `max_decisions: 5`. Its newer engine is
//! `ladder: "fraction"`, `trigger: 0.95`, `keep.messages: 0` and `memory.max_tokens: 4096`.
//!
//! Intended differences (the numbers are those of `tests/vectors/statements.tsv`):
//!
//! - Clearing is chosen only if it is enough; otherwise it would be repeated forever (B-23).
//! - Indices count in the list as it is now, and earlier summaries stay, so a second run loses
//!   nothing (B-24).
//! - No call is separated from its result (B-25), and nothing becomes longer (B-26).
//! - The provider's count is that of the last call; gencode adds up all calls (B-35).
//! - A refusal, and an answer that is not about its transcript, are rejected as summaries (B-7).
//! - Texts and calls of every shape are read, also beyond their first 500 chars (C-5).

mod ladder;
mod preset;
mod steps;

pub use steps::summary_text;

use conspectus::inner::read::usage::TokenKinds;
use conspectus::inner::{Policy, PresetSpec};

/// The preset `gencode`.
pub struct Gencode;
/// [`Gencode`] as a value.
pub static PRESET: Gencode = Gencode;

/// [`PRESET`] as data.
pub static SPEC: PresetSpec = PresetSpec {
    name: "gencode",
    about: "gencode 0.4.0: clears old tool results if that's enough, otherwise summarizes all but the newest messages",
    values: preset::values,
    own_settings: conspectus::preset_settings![
        "trigger",
        "clear",
        "clear_rule",
        "prune_minimum" = "clear_min_tokens",
        "prune_protect" = "clear_protect_tokens",
        "placeholder",
        "min_span",
        "split_rule",
        "fraction",
        "keep_messages",
        "tail_tokens",
        "tail_turns",
        "keep_pairs",
        "reserved_tokens"
    ],
    ladders: &[&ladder::GencodeLadder],
    turn: &["pruned_at"],
    prompt_tokens: TokenKinds::sum,
    ..PresetSpec::USUAL
};

/// The presets of this folder.
pub static PRESETS: [&dyn Policy; 1] = [&PRESET];
