//! gemini-cli's classic chat compression, and what belongs to it: curating, hardening, masking, its estimates and limits.

mod course;
pub mod curate;
pub mod estimate;
pub mod harden;
pub mod limits;
pub mod mask;
mod preset;
pub mod truncate;
mod turns;

pub(crate) use course::begin;

use crate::compactor::step::System;
use crate::config::Habits;

/// What it does its own way, as data.
pub static HABITS: Habits = Habits {
    name: "gemini-cli",
    about: "gemini-cli's classic chat compression",
    values: preset::values,
    options: &["dialect", "model", "context_window", "summarize", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens", "max_summary_tokens", "instructions", "template", "acknowledgement", "min_saving", "restate_request", "second_call", "trigger", "split_rule", "fraction", "keep_pairs", "clip_budget_tokens", "clip_max_chars", "application", "acknowledge_environment", "continue_message", "keep_messages", "tail_tokens", "tail_turns", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens", "target"],
    ladders: &[],
    assumed_window: |model| estimate::token_limit(model).map(Some),
    infers: false,
    text_among_media: false,
};

/// The system.
pub static SYSTEM: System = System {
    output_rule: &truncate::TOOL_OUTPUT,
    text_rules: &[&truncate::TOOL_OUTPUT, &truncate::PROPORTIONAL, &truncate::EXCERPT],
    token_rule: Some(&estimate::TEXT),
    token_rules: &[&estimate::TEXT],
    after_results: |job, messages, cuts| course::after_results(job, &messages, cuts),
    learn: course::learn,
    asked_model: |model| Some(limits::compressor_model(model)),
    ..System::of(&HABITS)
};

/// Its presets.
pub static SYSTEMS: [&System; 1] = [&SYSTEM];
