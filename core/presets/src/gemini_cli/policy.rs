//! `gemini-cli` 0.61.0: Google's coding agent. The preset reproduces its chat compression,
//! `chatCompressionService.ts`, as read on 2026-08-21.
//!
//! The steps of a run:
//!
//! 1. A hook fires. Below half of the context window, the run then ends.
//! 2. Tool results get 50,000 tokens, the newest first. Results beyond that are truncated, and the
//!    host stores the originals.
//! 3. The cut is before the first message of the user at or after 70 % of the chars of the messages
//!    as JSON.
//! 4. One model call writes a summary of everything before the cut; a second call checks it.
//! 5. If the result is larger than before, nothing changes. Later runs then only cut tool results,
//!    until a forced run succeeds.
//!
//! In addition to the compactor, this folder has related functions: `curate` and `harden` repair a
//! Gemini history, `mask` moves old outputs to a store, `estimate` counts tokens, `truncate`
//! truncates texts, `imports` reads memory files, `limits` knows gemini-cli's models and
//! thresholds, and `recent` lists what its caches and its activity log evict.
//!
//! Intended differences (the numbers are those of `tests/vectors/statements.tsv`):
//!
//! - Sizes before and after are both estimates. gemini-cli compares the provider's count with an
//!   estimate (G-36).
//! - A refusal, an error message and an echo are rejected as summaries (B-7).
//! - A second call that fails does not cost the first summary (B-12).
//! - Messages that are not edited remain the very same objects (G-17).
//! - Estimates of long texts and of media have no steps, except in `estimate` (B-4, B-5).
//! - `curate` does not merge a result with the prompt after it, so that a cut can fall between
//!   them; under the preset it merges them (B-6).

pub mod limits;
mod preset;
mod steps;
pub mod truncate;

pub use steps::is_valid_part;

use conspectus::inner::{Policy, PresetSpec};

/// The preset `gemini-cli`.
pub struct GeminiCli;
/// [`GeminiCli`] as a value.
pub static PRESET: GeminiCli = GeminiCli;

/// [`PRESET`] as data.
pub static SPEC: PresetSpec = PresetSpec {
    name: "gemini-cli",
    about: "gemini-cli 0.61.0: truncates long tool results, then summarizes the messages before a user turn in two calls",
    values: preset::values,
    own_settings: conspectus::preset_settings![
        "compression_threshold" = "trigger",
        "fraction",
        "split_rule",
        "keep_pairs",
        "keep_messages",
        "tail_tokens",
        "tail_turns",
        "clip_budget_tokens",
        "clip_max_chars",
        "acknowledge_environment",
        "continue_message",
        "request",
        "reserved_tokens"
    ],
    image_tokens: 3_000,
    assumed_window: |model| limits::token_limit(model).map(Some),
    turn: &["preamble", "plan_path", "failed_before"],
    host_functions: &["store"],
    asked_model: |model| Some(limits::compressor_model(model)),
    ..PresetSpec::USUAL
};

/// The presets of this folder.
pub static PRESETS: [&dyn Policy; 1] = [&PRESET];
