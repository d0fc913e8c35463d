//! What a run measured beside the fields of its result, by paths: the `log` of results and plans.

use super::report::Report;
use super::words::Status;
use crate::config::Config;
use crate::configured::ConfiguredHistory;
use crate::shape::{self, Type};
use serde_json::{Map, Value, json};

/// The type of a log.
pub(crate) const LOG: &Type = &Type::Map(&Type::Data("int | float | str", "number | string"));

/// A path, what stands there as lines of a doc comment, and its value: null where there is nothing
/// to say.
type Row = (&'static str, &'static [&'static str], Value);

macro_rules! rows {
    ($($(#[doc = $doc:literal])+ $path:literal => $value:expr,)+) => {
        [$(($path, &[$($doc),+], $value)),+]
    };
}

/// The log of a run.
pub(crate) fn log(report: &Report, status: Status, config: &Config) -> Map<String, Value> {
    let by_preset = config.system.name() != Config::default().system.name();
    let is_said = |path: &str, value: &Value| {
        !value.is_null() && value != "" && (by_preset || !path.starts_with("preset."))
    };
    rows(report, status)
        .into_iter()
        .filter(|(path, _, value)| is_said(path, value))
        .map(|(path, _, value)| (path.to_owned(), value))
        .collect()
}

/// The paths of a log, each with what stands there.
pub fn paths() -> Vec<Value> {
    let none = ConfiguredHistory::of(Config::default(), &json!([]));
    let report = none.map(|history| Report::new(&history, 0, 0, 0));
    let rows = report.map(|report| rows(&report, Status::Unchanged));
    rows.into_iter()
        .flatten()
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

/// All that can stand in a log.
#[rustfmt::skip]
pub(crate) fn rows(report: &Report, status: Status) -> [Row; 38] {
    let (size, cut, memory, cache) = (&report.size, &report.cut, &report.memory, &report.cache);
    let (pins, system) = (&report.pinned, &report.system);
    let unsupported: Vec<&str> = memory.claims.texts().collect();
    let money = |part: fn(&super::report::Money) -> u64| cache.money.as_ref().map(|money| units(part(money)));
    let written = |value: Value| if status == Status::Summarized { value } else { Value::Null };
    rows! {
        /// The tokens that decided when to compact: the provider's count if it was given, else the
        /// estimate, with system text and tools.
        "sizes.prompt_tokens_before" => json!(size.used),
        /// What messages and overhead should fit into after a compaction.
        "sizes.target_tokens" => counted(size.target),
        /// What no compaction gets below: what surrounds the messages, what must stay, and the
        /// smallest summary.
        "sizes.floor_tokens" => counted(size.floor),
        /// Tokens of the system text and the tool schemas, which no compaction shrinks.
        "sizes.overhead_tokens" => counted(size.overhead),
        /// Number of messages before the run.
        "sizes.messages_before" => json!(size.messages_before),
        /// Number of messages after the run.
        "sizes.messages_after" => json!(size.messages_after),
        /// How the window is known: `declared`, `table`, `observed` in a refusal, or `assumed`.
        "sizes.window_source" => json!(size.window_source),
        /// Index of the first message that is kept.
        "cut.index" => json!(cut.index),
        /// How many messages the summary replaced.
        "cut.messages" => counted(cut.messages as u64),
        /// Why the cut lies there.
        "cut.reason" => json!(cut.reason),
        /// Tokens of the summary.
        "summary.tokens" => written(counted(memory.tokens)),
        /// Answers of a model.
        "summary.attempts" => counted(memory.attempts),
        /// Codes of why answers were refused, in order.
        "summary.refused" => listed(memory.refused.iter().map(|code| code.name())),
        /// Which share of the transcript stood in the requests that were answered, 0 to 1; in a
        /// plan, in those to come.
        "summary.shown" => json!(memory.shown.get(memory.pieces.wrapping_sub(1))),
        /// How many pieces of the transcript they were.
        "summary.pieces" => counted(memory.pieces as u64),
        /// How far an earlier summary may be believed that went into this one: `own` or `whole`.
        "summary.previous" => json!(memory.rank),
        /// Why an earlier summary could not be carried on.
        "summary.damaged" => json!(memory.damaged.as_ref().map(|why| why.code)),
        /// What a model's summary says and the conversation does not bear out: checks that it calls
        /// passed though their newest run failed, and paths, ids, numbers and commands that nobody
        /// mentioned, one a line, at most twelve.
        "summary.unsupported" => json!(Some(unsupported.join("\n")).filter(|it| !it.is_empty())),
        /// Messages that must stay, with those that calls and results bring along.
        "pins.messages" => counted(pins.messages as u64),
        /// Their tokens.
        "pins.tokens" => counted(pins.tokens),
        /// JSON Pointer of the largest of them.
        "pins.largest" => json!(pins.largest),
        /// JSON Pointers of results of excluded tools that had to be truncated, because nothing
        /// else made the list fit the window.
        "pins.truncated" => listed(&pins.gave_way),
        /// Index of the first message that changes.
        "cache.first_changed" => json!(cache.first_changed_message),
        /// How many tokens the next request should find in the cache if the breakpoints are set as
        /// `cache_breakpoints` says.
        "cache.expected_cached_tokens" => json!(cache.expected_cached_tokens),
        /// What the change costs now, in the unit of the prices: a token at a price of 1 costs 1.
        "cache.cost_now" => json!(money(|it| it.costs_now_micros)),
        /// What each call after it saves, as long as the cache stays warm.
        "cache.saves_per_call" => json!(money(|it| it.saves_micros_a_call)),
        /// How the prices are known: `declared`, `table`, or by the model's `name`.
        "cache.price_source" => json!(cache.price_source),
        /// How many outputs, or texts of messages, could not be stored. They cannot be read back.
        "stored.failures" => counted(report.stored.failures),
        /// Why the run began: `auto`, `manual`, `token_limit`, `image_overflow`, `payload_overflow`
        /// or `refusal`.
        "run.cause" => json!(report.trigger),
        /// The dialect as which the messages were read.
        "run.dialect" => json!(report.dialect),
        /// How the run ended, in the words of the preset's original: `compressed`, `noop` and so
        /// on.
        "preset.status" => json!(system.status),
        /// The original's number for that status.
        "preset.number" => json!(system.number),
        /// 1 if an attempt failed, so that the next run asks no model unless it is forced; else 0.
        "preset.failed_attempt" => json!(u8::from(system.failed_attempt)),
        /// What came of a second call that checks the summary.
        "preset.second_call" => json!(memory.check),
        /// Which tool results the summarizer read: `original` or `truncated`.
        "preset.record_input" => json!(memory.input),
        /// How many files were brought back.
        "preset.files" => counted(memory.files),
        /// How many images were brought back.
        "preset.images" => counted(memory.images),
        /// What the application must do in addition to applying the patch: `replace_history`,
        /// `new_chat`, `keep_recording`, `resend_context`, `reset_counts`.
        "preset.followup" => listed(system.followup.words()),
    }
}
