//! Measurements of a run in addition to the fields of its result, by path: the `log` of results and
//! plans.

use super::report::Report;
use super::words::Status;
use crate::shape::{self, Type};
use crate::{Config, ConfiguredHistory, PriceSource};
use serde_json::{Map, Value, json};

/// The type of a log.
pub const LOG: &Type = &Type::Map(&Type::Data("int | float | str", "number | string"));

/// A path, its meaning as lines of a doc comment, and its value: null if the log omits the path.
type Row = (&'static str, &'static [&'static str], Value);

macro_rules! rows {
    ($($(#[doc = $doc:literal])+ $path:literal => $value:expr,)+) => {
        vec![$(($path, &[$($doc),+][..], $value)),+]
    };
}

/// The log of a run.
pub fn log(report: &Report, status: Status, config: &Config) -> Map<String, Value> {
    let by_preset = config.system.name != Config::default().system.name;
    let is_said = |path: &str, value: &Value| {
        !value.is_null() && value != "" && (by_preset || !path.starts_with("preset."))
    };
    rows(report, status)
        .into_iter()
        .filter(|(path, _, value)| is_said(path, value))
        .map(|(path, _, value)| (path.to_owned(), value))
        .collect()
}

/// The paths of a log, each with its meaning.
pub fn paths() -> Vec<Value> {
    let none = ConfiguredHistory::of(Config::default(), &json!([]));
    let report = none.map(|history| Report::new(&history, 0, 0, 0));
    let rows = report.map(|report| rows(&report, Status::Unchanged));
    rows.unwrap_or_default()
        .into_iter()
        .map(|(path, meaning, _)| json!({ "path": path, "meaning": shape::text(meaning) }))
        .collect()
}

fn listed(words: impl IntoIterator<Item = impl AsRef<str>>) -> Value {
    let words: Vec<String> = words
        .into_iter()
        .map(|word| word.as_ref().to_owned())
        .collect();
    words.join(", ").into()
}

/// A number where it is not 0.
fn counted(number: impl Into<u64>) -> Value {
    Some(number.into()).filter(|number| *number > 0).into()
}

/// Millionths as the unit itself.
fn units(micros: u64) -> f64 {
    micros as f64 / 1_000_000.0
}

/// The rows about sizes, prices and the cut.
#[rustfmt::skip]
fn size_rows(report: &Report) -> Vec<Row> {
    let (size, cut) = (&report.size, &report.cut);
    let with_source = size.prices.filter(|it| it.known_from != PriceSource::Declared);
    rows! {
        /// The prompt size that decided: usage if known, otherwise the estimate, with system prompt
        /// and tools.
        "sizes.prompt_tokens_before" => json!(size.used),
        /// The largest prompt after a run.
        "sizes.target_tokens" => counted(size.target),
        /// The smallest possible prompt: overhead, content that must be kept, and the smallest
        /// summary.
        "sizes.floor_tokens" => counted(size.floor),
        /// Tokens of system prompt and tool schemas.
        "sizes.overhead_tokens" => counted(size.overhead),
        /// Messages before the run.
        "sizes.messages_before" => json!(size.messages_before),
        /// Messages after the run.
        "sizes.messages_after" => json!(size.messages_after),
        /// The source of the window: `declared`, `table`, `observed` in an error, or `assumed`.
        "sizes.window_source" => json!(size.window_source),
        /// Larger prompts cost more.
        "sizes.price_tier_tokens" => json!(size.price_tier),
        /// The source and date of the prices, unless you passed them.
        "prices.source" => json!(with_source.map(|it| format!("{}, {}", it.source, it.date))),
        /// Index of the first kept message.
        "cut.index" => json!(cut.index),
        /// Summarized messages.
        "cut.messages" => counted(cut.messages as u64),
        /// Why the cut is here.
        "cut.reason" => json!(cut.reason),
    }
}

/// All rows that a log can contain.
#[rustfmt::skip]
pub fn rows(report: &Report, status: Status) -> Vec<Row> {
    let (memory, cache) = (&report.memory, &report.cache);
    let (pins, system) = (&report.pinned, &report.system);
    let unsupported: Vec<&str> = memory.claims.texts().collect();
    let money = |part: fn(&super::report::Money) -> u64| cache.money.as_ref().map(|money| units(part(money)));
    let written = |value: Value| if status == Status::Summarized { value } else { Value::Null };
    let mut all = size_rows(report);
    all.extend(rows! {
        /// Tokens of the summary.
        "summary.tokens" => written(counted(memory.tokens)),
        /// Answers of the model.
        "summary.attempts" => counted(memory.attempts),
        /// Codes of rejected answers, in order.
        "summary.refused" => listed(memory.refused.iter().map(|code| code.name())),
        /// The share of the transcript that the model has read, 0 to 1; in a plan, would read.
        "summary.shown" => json!(memory.shown.get(memory.pieces.wrapping_sub(1))),
        /// Chunks of the transcript.
        "summary.pieces" => counted(memory.pieces as u64),
        /// How much the earlier summary is trusted: `own` or `whole`.
        "summary.previous" => json!(memory.rank),
        /// Why the earlier summary couldn't be continued.
        "summary.damaged" => json!(memory.damaged.as_ref().map(|why| why.code)),
        /// Claims of the model's summary that the conversation contradicts or doesn't support, one per line, at most
        /// twelve.
        "summary.unsupported" => json!(Some(unsupported.join("\n")).filter(|it| !it.is_empty())),
        /// Pinned messages, including those that belong to pinned calls and results.
        "pins.messages" => counted(pins.messages as u64),
        /// Their tokens.
        "pins.tokens" => counted(pins.tokens),
        /// JSON Pointer of the largest one.
        "pins.largest" => json!(pins.largest),
        /// JSON Pointers of excluded tools' results that had to be truncated.
        "pins.truncated" => listed(&pins.truncated),
        /// Index of the first changed message.
        "cache.first_changed" => json!(cache.first_changed_message),
        /// Tokens that the next request should find in the cache.
        "cache.expected_cached_tokens" => json!(cache.expected_cached_tokens),
        /// The cost of the change now, in the unit of the prices.
        "cache.cost_now" => json!(money(|it| it.costs_now_micros)),
        /// The saving of each later call while the cache is warm.
        "cache.saves_per_call" => json!(money(|it| it.saves_micros_a_call)),
        /// The source of the prices: `declared`, `table` or `name`.
        "cache.price_source" => json!(report.size.prices.map(|it| it.known_from)),
        /// Content that couldn't be stored.
        "stored.failures" => counted(report.stored.failures),
        /// Why the run started: `auto`, `manual`, `token_limit`, `image_overflow`,
        /// `payload_overflow` or `refusal`.
        "run.cause" => json!(report.trigger),
        /// The detected message format.
        "run.dialect" => json!(report.dialect),
        /// The original's status, e.g. `compressed` or `noop`.
        "preset.status" => json!(system.status),
        /// The original's number for that status.
        "preset.number" => json!(system.number),
        /// 1 if an attempt failed, so that the next run calls no model unless forced; otherwise 0.
        "preset.failed_attempt" => json!(u8::from(system.failed_attempt)),
        /// The outcome of the second call that checks the summary.
        "preset.second_call" => json!(memory.check),
        /// Which tool results the summarizer read: `original` or `truncated`.
        "preset.record_input" => json!(memory.input),
        /// Restored files.
        "preset.files" => counted(memory.files),
        /// Restored images.
        "preset.images" => counted(memory.images),
        /// Steps for your application: `replace_history`, `new_chat`, `keep_recording`,
        /// `resend_context`, `reset_counts`.
        "preset.followup" => listed(&system.followup),
    });
    all
}
