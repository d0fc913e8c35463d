//! opencode 1.18.33: a tail within a budget, and pruning older than two user turns.

mod course;
mod ladder;
mod preset;
pub mod truncate;

pub(crate) use course::begin;

use crate::compactor::step::System;
use crate::config::Habits;
use crate::measure::ROUNDED;
use crate::read::usage::TokenKinds;

/// What it does its own way, as data.
pub static HABITS: Habits = Habits {
    name: "opencode",
    about: "opencode 1.18.33: summarise all but a tail within a budget",
    values: preset::values,
    options: &["dialect", "model", "context_window", "summarize", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens", "max_summary_tokens", "instructions", "template", "acknowledgement", "min_saving", "restate_request", "second_call", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "trigger", "min_span", "split_rule", "fraction", "keep_messages", "tail_tokens", "tail_turns", "keep_pairs", "clear", "clear_rule", "clear_min_tokens", "clear_protect_tokens", "placeholder", "modalities", "acknowledge_environment", "continue_message", "reserved_output_tokens", "target", "application"],
    ladders: &[&ladder::LADDER, &ladder::NEXT],
    assumed_window: |_| Ok(None),
    infers: false,
    text_among_media: false,
};

/// The system.
pub static SYSTEM: System = System {
    output_rule: &truncate::TOOL_OUTPUT,
    text_rules: &[&truncate::TOOL_OUTPUT, &truncate::EXCERPT],
    token_rule: Some(&ROUNDED),
    usage_tokens,
    refuses_full_output: true,
    ..System::of(&HABITS)
};

/// Its presets.
pub static SYSTEMS: [&System; 1] = [&SYSTEM];

/// The provider's own total if it gave one, else the four kinds (O-3).
fn usage_tokens(usage: &TokenKinds) -> u64 {
    if usage.total > 0 {
        return usage.total;
    }
    usage.input.saturating_add(usage.output).saturating_add(usage.cache_read).saturating_add(usage.cache_write)
}
