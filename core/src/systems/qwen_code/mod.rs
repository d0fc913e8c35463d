//! qwen-code 0.24.4, which summarises everything and brings files and images back; and its seed era, which cut its history.

mod course;
pub mod estimate;
pub mod images;
mod ladder;
mod preset;
mod restore;
pub mod settings;
pub mod truncate;

use crate::compactor::action::Turn;
use crate::compactor::begin::learn_unless_forced;
use crate::compactor::step::{Begun, Memory, System};
use crate::config::Habits;
use crate::history::History;
use crate::host::view::View;

/// What it does its own way, as data.
pub static HABITS: Habits = Habits {
    name: "qwen-code",
    about: "qwen-code 0.24.4: summarise everything, then bring back recent files and images",
    values: preset::values,
    options: &["dialect", "model", "context_window", "summarize", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens", "max_summary_tokens", "instructions", "template", "acknowledgement", "min_saving", "restate_request", "second_call", "trigger", "ladder", "trigger_images", "keep_files", "keep_images", "acknowledge_environment", "continue_message", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens", "target", "application"],
    ladders: &[&ladder::LADDER],
    assumed_window: |_| Ok(None),
    infers: false,
    text_among_media: true,
};

/// The same of the seed era.
pub static SEED_HABITS: Habits = Habits {
    name: "qwen-code-seed",
    about: "qwen-code when it still cut its history",
    values: preset::seed,
    options: &["dialect", "model", "context_window", "summarize", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens", "max_summary_tokens", "instructions", "template", "acknowledgement", "min_saving", "restate_request", "second_call", "trigger", "ladder", "trigger_images", "min_span", "split_rule", "fraction", "keep_pairs", "acknowledge_environment", "continue_message", "keep_messages", "tail_tokens", "tail_turns", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens", "target", "application"],
    ladders: &[&ladder::SEED],
    assumed_window: |_| Ok(None),
    infers: false,
    text_among_media: false,
};

/// The system of today.
pub static SYSTEM: System = System {
    output_rule: &truncate::TOOL_OUTPUT,
    text_rules: &[&truncate::TOOL_OUTPUT],
    token_rule: Some(&estimate::REPORT),
    token_rules: &[&estimate::REPORT, &estimate::SUMMARY],
    attachments: course::attachments,
    shares_prefix: course::shares_prefix,
    learn: course::learn,
    status_number: course::status_number,
    output_budget: course::output_budget,
    refuses_full_output: true,
    ..System::of(&HABITS)
};

/// The seed era.
pub static SEED: System = System {
    output_rule: &truncate::TOOL_OUTPUT,
    token_rule: Some(&estimate::REPORT),
    learn: learn_unless_forced,
    bridges: true,
    ..System::of(&SEED_HABITS)
};

/// Its presets.
pub static SYSTEMS: [&System; 2] = [&SYSTEM, &SEED];

pub(crate) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> crate::Result<Begun> {
    let is_seed = *history.config().system == SEED_HABITS;
    Ok(if is_seed { course::begin_seed(history, messages, turn, memory) } else { course::begin(history, messages, turn, memory) })
}
