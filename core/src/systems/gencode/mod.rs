//! gencode 0.4.0: prune, then compact; its sessions and their records.

mod course;
pub mod estimate;
mod ladder;
mod preset;
pub mod session;

pub(crate) use course::begin;

use crate::compactor::step::System;
use crate::config::Habits;
use crate::measure::ROUNDED;

/// What it does its own way, as data.
pub static HABITS: Habits = Habits {
    name: "gencode",
    about: "gencode 0.4.0: clear old results if that suffices, else summarise all but the newest messages",
    values: preset::values,
    options: &["dialect", "model", "context_window", "summarize", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens", "max_summary_tokens", "instructions", "template", "acknowledgement", "min_saving", "restate_request", "second_call", "trigger", "ladder", "max_output_tokens", "reserved_output_tokens", "min_span", "split_rule", "fraction", "keep_messages", "tail_tokens", "tail_turns", "keep_pairs", "clear", "clear_rule", "clear_min_tokens", "clear_protect_tokens", "placeholder", "max_input_tokens", "reserved_tokens", "target", "application"],
    ladders: &[&ladder::LADDER],
    assumed_window: |_| Ok(None),
    infers: false,
    text_among_media: false,
};

/// The system.
pub static SYSTEM: System = System {
    output_rule: &estimate::EXCERPT,
    text_rules: &[&estimate::EXCERPT],
    token_rule: Some(&ROUNDED),
    token_rules: &[&ROUNDED],
    summary_messages: course::summary_messages,
    // Its summary is a system message: nothing can stand in it.
    attachments: |_, _| Vec::new(),
    continues: false,
    ..System::of(&HABITS)
};

/// Its presets.
pub static SYSTEMS: [&System; 1] = [&SYSTEM];
