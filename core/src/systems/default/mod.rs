//! Ours: the best we know.

mod course;
mod preset;

pub(crate) use course::begin;
pub(crate) use preset::values;

use crate::compactor::begin::learn_from_all;
use crate::compactor::step::System;
use crate::config::Habits;
use crate::cut::thresholds::FRACTION;
use crate::reduce::truncate::ENDS;

/// What it does its own way, as data.
pub static HABITS: Habits = Habits {
    name: "default",
    about: "ours: clear what is old, then summarise what lies in front of the cut",
    values: values,
    options: &["dialect", "model", "context_window", "summarize", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens", "max_summary_tokens", "instructions", "template", "acknowledgement", "min_saving", "restate_request", "second_call", "trigger", "target", "hysteresis_tokens", "min_span", "split_rule", "fraction", "tail_tokens", "tail_turns", "keep_messages", "keep_pairs", "keep_results", "clear", "clearable_tools", "placeholder", "memory_update", "delta_tokens", "calibration", "acknowledge_environment", "continue_message", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens"],
    ladders: &[&FRACTION],
    assumed_window: |_| Ok(None),
    infers: true,
    text_among_media: false,
};

/// The system.
pub static SYSTEM: System = System { text_rules: &[&ENDS], learn: learn_from_all, retries_refused: true, ..System::of(&HABITS) };

/// Its presets.
pub static SYSTEMS: [&System; 1] = [&SYSTEM];
