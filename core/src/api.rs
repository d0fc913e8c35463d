//! The operations that bindings offer: a name, messages and options in, plain data out.
//!
//! Everything a binding knows is here: names, argument names, result shapes. A binding turns host values into [`View`]s
//! and the returned [`Value`] into host values; where a result holds a `patch`, it applies it to the host's own list.

mod compactor;
mod estimate;
mod exact;
mod history;
mod need;
mod prune;
mod repair;
mod session;
mod snapshot;
mod systems;
mod text;

pub use compactor::CompactorApi;
pub use exact::{Caller, VocabularyApi};
pub use history::HistoryApi;

use crate::config::{flag, number, Config, OPTIONS};
use crate::cuts::legal_cuts;
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::media::sanitize_label;
use crate::plan::lower;
use crate::policy::{self, Activity};
use crate::split;
use crate::view::{Kind, View, ViewExt};
use conspectus_tokens::text::near_names;
use serde_json::{json, Value};

/// The options that decide how things are measured; every operation takes them.
const MEASURING: [&str; 11] = [
    "preset",
    "dialect",
    "measure",
    "estimator",
    "model",
    "family",
    "encoding",
    "chars_per_token",
    "media_rule",
    "image_token_estimate",
    "message_overhead_tokens",
];

/// One operation: its name, the options it takes beside [`MEASURING`], and its own arguments.
struct Operation {
    name: &'static str,
    options: &'static [&'static str],
    arguments: &'static [&'static str],
}

const OPERATIONS: &[Operation] = &[
    Operation { name: "estimate_tokens", options: &[], arguments: &["system", "tools", "reports"] },
    Operation {
        name: "find_split_point",
        options: &[
            "fraction",
            "split_rule",
            "tail_tokens",
            "tail_turns",
            "keep_messages",
            "retain_pairs",
            "context_window",
            "output_limit",
            "input_limit",
            "reserved_tokens",
        ],
        arguments: &["char_counts"],
    },
    Operation { name: "slim", options: &["modalities"], arguments: &[] },
    Operation { name: "reference_images", options: &["image_payload_count", "max_recent_images"], arguments: &[] },
    Operation {
        name: "microcompact",
        options: &["keep_recent", "idle_minutes", "tools", "max_total_chars", "placeholder"],
        arguments: &["now_ms", "last_activity_ms", "force"],
    },
    Operation {
        name: "prune",
        options: &["prune_rule", "prune_min_tokens", "prune_protect_tokens", "placeholder"],
        arguments: &["min_tokens", "protect_tokens", "pruned_at"],
    },
    Operation {
        name: "thresholds",
        options: &["context_window", "trigger_fraction", "ladder", "output_limit", "input_limit", "reserved_tokens", "reserved_output_tokens"],
        arguments: &[],
    },
    Operation {
        name: "needs_compression",
        options: &[
            "context_window",
            "trigger_fraction",
            "ladder",
            "output_limit",
            "input_limit",
            "reserved_tokens",
            "reserved_output_tokens",
            "prune",
            "prune_rule",
            "prune_min_tokens",
            "prune_protect_tokens",
            "placeholder",
        ],
        arguments: &["usage", "system", "tools", "enabled"],
    },
    Operation { name: "hysteresis", options: &[], arguments: &["tokens", "retained_tokens", "last_deficit", "coalescing_tokens"] },
    Operation { name: "calibrate", options: &[], arguments: &["weight", "estimated_tokens", "reported_tokens", "overhead_tokens"] },
    Operation { name: "extract_activity", options: &[], arguments: &["start", "end", "max_decisions", "max_uses"] },
    Operation {
        name: "conversation_summary",
        options: &[],
        arguments: &["id", "generated_at", "content", "covering_messages", "max_decisions", "max_uses"],
    },
    Operation { name: "messages_for_model", options: &[], arguments: &[] },
    Operation { name: "merge_snapshot_delta", options: &[], arguments: &["delta", "max_tokens"] },
    Operation { name: "summarize_extractive", options: &[], arguments: &["max_chars"] },
    Operation { name: "parse_snapshot", options: &[], arguments: &[] },
    Operation { name: "json_chars", options: &[], arguments: &[] },
    Operation { name: "count_tokens", options: &[], arguments: &["limit"] },
    Operation { name: "count_tokens_batch", options: &[], arguments: &[] },
    Operation { name: "encode", options: &[], arguments: &[] },
    Operation { name: "decode", options: &[], arguments: &[] },
    Operation { name: "truncate_to_tokens", options: &[], arguments: &["max_tokens"] },
    Operation {
        name: "truncate_text",
        options: &[],
        arguments: &["rule", "max_chars", "max_lines", "max_bytes", "max_tokens", "head_fraction", "keep_errors", "locator", "prefix"],
    },
    Operation { name: "normalize_response", options: &[], arguments: &["ratio", "head_fraction", "locator", "prefix"] },
    Operation { name: "curate", options: &[], arguments: &["modern", "merge_results"] },
    Operation {
        name: "harden",
        options: &[],
        arguments: &["strip_thoughts", "sign_calls", "answer_pending", "end_with_user", "scrub", "lost_result"],
    },
    Operation { name: "estimate_parts_tokens", options: &[], arguments: &[] },
    Operation { name: "estimate_text_tokens", options: &[], arguments: &["rule"] },
    Operation { name: "estimate_prompt_tokens", options: &[], arguments: &["message", "last_prompt_tokens", "last_output_tokens", "conservative"] },
    Operation { name: "media_tokens", options: &[], arguments: &["detail"] },
    Operation { name: "read_usage", options: &[], arguments: &[] },
    Operation { name: "usage_tokens", options: &[], arguments: &[] },
    Operation { name: "token_limit", options: &[], arguments: &[] },
    Operation { name: "legal_cuts", options: &[], arguments: &[] },
    Operation { name: "validate", options: &[], arguments: &[] },
    Operation { name: "repair", options: &[], arguments: &[] },
    Operation { name: "mask_tool_outputs", options: &[], arguments: &["protect_tokens", "min_tokens", "protect_latest_turn", "locators"] },
    Operation { name: "compression_threshold", options: &[], arguments: &["local", "remote"] },
    Operation { name: "check_overflow", options: &["context_window", "model"], arguments: &["last_prompt_tokens", "rule"] },
    Operation { name: "compressor_model", options: &[], arguments: &[] },
    Operation { name: "output_key", options: &[], arguments: &["id", "session"] },
    Operation { name: "resolve_settings", options: &[], arguments: &["settings"] },
];

/// Runs the operation `name` on `messages`.
///
/// `options` is an object (or null) that holds options of [`Config`] and the operation's own arguments.
///
/// # Errors
/// `UnknownOperation`; else what the operation says. Nothing is changed by any of them.
pub fn call<V: View, O: View>(name: &str, messages: &V, options: &O) -> Result<Value> {
    run(name, messages, options, None)
}

fn run<V: View, O: View>(name: &str, messages: &V, options: &O, caller: Option<&mut Caller>) -> Result<Value> {
    let operation = OPERATIONS.iter().find(|operation| operation.name == name).ok_or_else(|| {
        let names: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
        let near = near_names(name, &names).join("`, `");
        Error::new(ErrorKind::UnknownOperation, "", format!("unknown operation `{}`; near: `{near}`", sanitize_label(name, 64)))
    })?;
    let config = operation.config(options)?;
    let config = if holds_no_tokens(name, &config) { config.of_chars() } else { config };
    match name {
        "parse_snapshot" => return snapshot::parse(messages),
        "prune" => return prune::prune(config, messages, options),
        "thresholds" => return prune::ladder(&config),
        "needs_compression" => return need::needs_compression(config, messages, options),
        "hysteresis" => return need::hysteresis(options),
        "calibrate" => return need::calibrate(&config, options),
        "extract_activity" => return session::extract(config, messages, options),
        "conversation_summary" => return session::summary(config, messages, options),
        "messages_for_model" => return session::messages_for_model(config, messages),
        "merge_snapshot_delta" => return session::merge_delta(&config, messages, options),
        "count_tokens" | "count_tokens_batch" | "encode" | "decode" | "truncate_to_tokens" => {
            return exact::call(&config, name, messages, options, caller)
        }
        "truncate_text" => return text::truncate(&config, messages, options),
        "normalize_response" => return text::normalize(messages, options),
        "curate" => return repair::curate(&config, messages, options),
        "harden" => return repair::harden(&config, messages, options),
        "estimate_parts_tokens" => return estimate::parts(&config, messages),
        "estimate_text_tokens" => return estimate::text(&config, messages, options),
        "estimate_prompt_tokens" => return estimate::prompt(config, messages, options),
        "media_tokens" => return estimate::media(&config, messages, options),
        "read_usage" => return Ok(json!(crate::usage::read_usage(messages)?)),
        "usage_tokens" => return estimate::usage(&config, messages),
        "token_limit" => return Ok(json!(crate::estimate::gemini_cli::token_limit(messages.as_string().as_deref())?)),
        "validate" => return Ok(json!({ "problems": crate::validate::validate(config, messages)? })),
        "repair" => return Ok(json!(crate::repair::repair(config, messages)?)),
        "mask_tool_outputs" => return systems::mask_tool_outputs(config, messages, options),
        "compression_threshold" => return systems::threshold(options),
        "check_overflow" => return systems::check_overflow(&config, messages, options),
        "compressor_model" => return Ok(systems::compressor(messages)),
        "output_key" => return systems::key(messages, options),
        "resolve_settings" => return systems::resolve_settings(messages, options),
        "json_chars" => return Ok(json!(crate::estimate::json_chars(messages)?)),
        _ => {}
    }
    let mut history = History::of(config, messages)?;
    match name {
        "estimate_tokens" => {
            estimate::take_reports(&mut history, options)?;
            estimate::estimate(&mut history, options)
        }
        "find_split_point" => {
            let point = match options.get("char_counts").filter(|counts| counts.kind() != Kind::Null) {
                Some(counts) => split::find_split_point_by(&history, &counts)?,
                None => split::find_split_point(&history),
            };
            Ok(json!(point))
        }
        "legal_cuts" => Ok(json!({ "cuts": legal_cuts(&history), "dialect": history.dialect().name() })),
        "slim" => {
            let (edits, stats) = policy::slim(&history, messages, history.len());
            Ok(json!({ "patch": lower(&history, &edits, messages), "stats": stats, "edits": edits }))
        }
        "reference_images" => {
            let (patch, edits, references, report) = policy::reference_images(&history, messages);
            Ok(json!({ "patch": patch, "references": references, "report": report, "edits": edits }))
        }
        "summarize_extractive" => snapshot::summarize_extractive(&history, messages, options),
        _ => {
            let (edits, report) = policy::microcompact(&history, activity(options)?);
            Ok(json!({ "patch": lower(&history, &edits, messages), "report": report, "edits": edits }))
        }
    }
}

/// Whether no number of tokens is in the answer, nor decides it: then the text need not be read.
fn holds_no_tokens(name: &str, config: &Config) -> bool {
    match name {
        "validate" | "repair" | "legal_cuts" | "summarize_extractive" => true,
        "find_split_point" => config.split_rule != crate::config::SplitRule::TailBudget,
        _ => false,
    }
}

/// Names that hosts list or check against: operations with their arguments, options, presets, dialects, error codes.
#[must_use]
pub fn names() -> Value {
    let operations: serde_json::Map<String, Value> = OPERATIONS
        .iter()
        .map(|operation| (operation.name.to_owned(), json!([operation.option_names().as_slice(), operation.arguments].concat())))
        .collect();
    json!({
        "operations": operations,
        "options": OPTIONS.as_slice(),
        "presets": crate::preset::Preset::ALL.map(crate::preset::Preset::name),
        "dialects": crate::Dialect::ALL.map(crate::Dialect::name),
        "error_codes": ErrorKind::ALL.map(ErrorKind::code),
    })
}

impl Operation {
    fn option_names(&self) -> Vec<&'static str> {
        MEASURING.iter().chain(self.options).copied().collect()
    }

    fn config<V: View>(&self, options: &V) -> Result<Config> {
        Config::from_view(options, &self.option_names(), self.arguments)
    }
}

/// Times and force, from an operation's arguments.
///
/// # Errors
/// `InvalidConfig` if a time is not a number, or `force` not a boolean.
pub(crate) fn activity<V: View>(options: &V) -> Result<Activity> {
    let time = |name: &str| argument(options, name).map(|value| number(&value, name, f64::NEG_INFINITY, f64::INFINITY)).transpose();
    Ok(Activity {
        now_ms: time("now_ms")?,
        last_activity_ms: time("last_activity_ms")?,
        force: argument(options, "force").map_or(Ok(false), |value| flag(&value, "force"))?,
    })
}

/// The argument `name`, unless absent or null.
pub(crate) fn argument<V: View>(options: &V, name: &str) -> Option<V> {
    options.get(name).filter(|value| value.kind() != Kind::Null)
}
