//! `qwen-code` 0.24.4: a coding agent that summarizes the complete history and then restores recent
//! files and images. Its first form, which cut its history as gemini-cli does, is the preset
//! `qwen-code-seed`.
//!
//! The steps of a run of `qwen-code`:
//!
//! 1. The threshold is 85 % of the window, or the window less 33,000 tokens if that is smaller. 20
//!    images in tool results set it off too.
//! 2. Everything is summarized, under nine headings. Only the open end is kept: the prompt, or a
//!    call with its results.
//! 3. If the provider has cached the conversation, the first request follows it. A bad answer is
//!    followed by a request of its own.
//! 4. Up to five files that were used last and three images follow the summary.
//! 5. At the hard limit the result must get below it. After three runs that did not, it gives up
//!    until a run is forced.
//! 6. After three failures in a row it does nothing below the hard limit, until a run succeeds or
//!    is forced.
//!
//! A run of `qwen-code-seed` acts at 70 % of the window (with `ladder: "qwen-code-seed"` at the window
//! less 33,000 tokens if that is larger). It cuts at a turn of the user after 70 % of the chars, else before a waiting
//! call, and does nothing if less than 5 % lies before the cut.
//!
//! Intended differences (the numbers are those of `tests/vectors/statements.tsv`):
//!
//! - A refusal is rejected as a summary (Q-46, B-7).
//! - A forced run keeps a call that waits for its result.
//! - No call is separated from its result, even if pairs are counted by position.
//! - Text next to media counts and is kept (B-19); a time that is not a number clears nothing
//!   (B-20).

mod ladder;
mod preset;
mod restore;
mod steps;

pub use restore::{is_image, movable};

use conspectus::inner::{Policy, PresetSpec};

/// The preset `qwen-code`.
pub struct QwenCode;
/// [`QwenCode`] as a value.
pub static PRESET: QwenCode = QwenCode;

/// [`PRESET`] as data.
pub static SPEC: PresetSpec = PresetSpec {
    name: "qwen-code",
    about: "qwen-code 0.24.4: summarizes everything, then restores recent files and images",
    values: preset::values,
    own_settings: conspectus::preset_settings![
        "auto_compact_threshold" = "trigger",
        "screenshot_trigger_threshold" = "trigger_images",
        "max_recent_files_to_retain" = "keep_files",
        "max_recent_images_to_retain" = "keep_images",
        "acknowledge_environment",
        "continue_message",
        "reserved_tokens"
    ],
    ladders: &[&ladder::QwenCodeLadder],
    relieves_bytes: true,
    text_among_media: true,
    turn: &["preamble", "plan_mode", "running_agents", "prefix_cached"],
    host_functions: &["restore"],
    refuses_full_output: true,
    ..PresetSpec::USUAL
};

/// The preset `qwen-code-seed`.
pub struct QwenCodeSeed;
/// [`QwenCodeSeed`] as a value.
pub static SEED: QwenCodeSeed = QwenCodeSeed;

/// [`SEED`] as data.
pub static SEED_SPEC: PresetSpec = PresetSpec {
    name: "qwen-code-seed",
    about: "qwen-code's first form: summarizes the messages before a user turn",
    values: preset::seed,
    text_among_media: true,
    own_settings: conspectus::preset_settings![
        "context_percentage_threshold" = "trigger",
        "trigger_images",
        "min_span",
        "split_rule",
        "fraction",
        "keep_pairs",
        "keep_messages",
        "tail_tokens",
        "tail_turns",
        "acknowledge_environment",
        "continue_message",
        "reserved_tokens"
    ],
    ladders: &[&ladder::Seed],
    turn: &["preamble", "plan_mode", "running_agents"],
    bridges: true,
    ..PresetSpec::USUAL
};

/// The presets of this folder.
pub static PRESETS: [&dyn Policy; 2] = [&PRESET, &SEED];
