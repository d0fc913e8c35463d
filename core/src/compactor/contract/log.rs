//! Log records of a run: its start, model calls, fallbacks, failures and end. Runs that change
//! nothing are logged at the lowest level.
//!
//! The bindings hand these records to the logging of their language. In Rust they are events of
//! `tracing`, with the feature of that name.

use super::action::Action;
use super::report::Report;
use super::result::RunResult;
use super::words::{Status, Warning, WarningCode};
use crate::ReasonCode;
use crate::shape::{Type, shapes, words};
use serde_json::{Map, Value};

words! {
    /// How important a record is.
    pub enum LogLevel {
        /// For debugging.
        Debug => "debug",
        /// A run did something.
        Info => "info",
        /// Something failed, and the conversation continues.
        Warning => "warning",
        /// Nothing can be sent.
        Error => "error",
    }

    /// The event.
    pub enum LogEvent {
        /// A run starts to change something.
        Started => "started",
        /// A model is called.
        Asked => "asked",
        /// A run has ended.
        Finished => "finished",
        /// A fallback replaces a model's summary.
        Fallback => "fallback",
        /// The store failed.
        NotStored => "not_stored",
        /// The usage or stop reason of a summary call couldn't be read.
        UsageUnparsed => "usage_unparsed",
        /// Messages or parts have an unknown form.
        UnrecognizedContent => "unrecognized_content",
        /// No model read the context from `before_compact`.
        CallbackContextUnused => "callback_context_unused",
        /// The prompt almost fills the window.
        NearWindow => "near_window",
        /// A run failed.
        Failed => "failed",
        /// Nothing can be sent.
        TooLarge => "too_large",
    }
}

shapes! {
    /// An entry for a log.
    pub struct LogRecord {
        /// The log level.
        pub level: LogLevel,
        /// The event.
        pub event: LogEvent,
        /// The message as a sentence.
        pub text: String,
        /// The record as data. Names are OpenTelemetry's, or start with `conspectus.`.
        pub attributes: Map<String, Value> = &Type::Data(
            "dict[str, str | int | float | bool | None]",
            "Readonly<Record<string, string | number | boolean | null>>",
        ),
    }
}

/// The records of an action, in order. Those below `heard` are left out.
///
/// ```
/// use conspectus::{log_records, Compactor, Config, LogLevel, CompactArgs};
/// use serde_json::json;
///
/// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
/// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new())?;
/// let done = compactor.poll_action().expect("a run ends");
/// let told = log_records(&done, LogLevel::Debug);
/// assert_eq!((told[0].level, told[0].event.name()), (LogLevel::Debug, "finished"));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn log_records(action: &Action, heard: LogLevel) -> Vec<LogRecord> {
    let mut told = records(action);
    told.retain(|record| record.level >= heard);
    told
}

fn records(action: &Action) -> Vec<LogRecord> {
    match action {
        Action::BeforeCompact { trigger, .. } => {
            let text = format!("compaction starts ({trigger})");
            let started = record(LogLevel::Debug, LogEvent::Started, text);
            vec![started.with("conspectus.trigger", trigger.name())]
        }
        Action::Summarize { request } => {
            let text = format!(
                "calling a model ({}): about {} tokens in, at most {} out",
                request.purpose, request.input_tokens, request.max_output_tokens
            );
            let asked = record(LogLevel::Debug, LogEvent::Asked, text)
                .with(OPERATION, CHAT)
                .with("gen_ai.request.max_tokens", request.max_output_tokens)
                .with("conspectus.request.purpose", request.purpose.name())
                // Estimated: the name of the conventions is for what a provider reported.
                .with("conspectus.request.input_tokens", request.input_tokens)
                .with("gen_ai.request.model", request.model);
            vec![asked]
        }
        Action::Done { result, .. } => of_end(result),
        Action::StoreOutput { .. } | Action::ReadFiles { .. } | Action::Apply { .. } => Vec::new(),
    }
}

/// The operation of each call that a host is asked for. Source: OpenTelemetry, semantic conventions
/// for generative AI, 1.37.
const OPERATION: &str = "gen_ai.operation.name";
const CHAT: &str = "chat";
/// Above this share of the window the next response may not fit. Source: gemini-cli, which warns
/// before it sends.
const NEAR_WINDOW: f64 = 0.95;

fn record(level: LogLevel, event: LogEvent, text: String) -> LogRecord {
    LogRecord {
        level,
        event,
        text,
        attributes: Map::new(),
    }
}

fn warning(event: LogEvent, text: String) -> LogRecord {
    record(LogLevel::Warning, event, text)
}

impl LogRecord {
    /// With an attribute, unless its value is null.
    fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !value.is_null() {
            self.attributes.insert(name.to_owned(), value);
        }
        self
    }
}

fn of_end(result: &RunResult) -> Vec<LogRecord> {
    let mut records = of_failures(&result.report);
    // Content that was not understood, the first time that it appears.
    let is_unread = |it: &&Warning| it.code == WarningCode::UnrecognizedContent;
    let unread = result.warnings.iter().find(is_unread);
    let unread = unread.filter(|_| result.report.unread.1);
    records.extend(unread.map(|it| warning(LogEvent::UnrecognizedContent, it.text.clone())));
    records.push(measured(ended(result), result));
    records.extend(of_window(&result.report));
    records
}

/// The records of failures that did not end the run.
fn of_failures(report: &Report) -> Vec<LogRecord> {
    let mut records = Vec::new();
    if let Some(cause) = &report.memory.fallback {
        let text = format!(
            "{} ({}: {}); using the fallback",
            match cause.code {
                ReasonCode::SummarizerPaused => "model not called",
                _ if report.memory.by_model => "model summary rejected",
                _ => "extractive summary rejected",
            },
            cause.code,
            cause.text
        );
        let fallback = warning(LogEvent::Fallback, text);
        records.push(fallback.with("error.type", cause.code.name()));
    }
    if let Some(error) = &report.stored.error {
        let text = format!("the store failed: removed content has no locator: {error}");
        let failed = warning(LogEvent::NotStored, text);
        records.push(failed.with("conspectus.stored.failures", report.stored.failures));
    }
    if let Some(wrong) = &report.memory.asked_wrong {
        let text = format!("the summary is used; the usage of its call could not be read: {wrong}");
        let unparsed = warning(LogEvent::UsageUnparsed, text);
        records.push(unparsed.with("error.type", "usage_unparsed"));
    }
    if report.memory.context_unused {
        let text = "no model was called, so the context from `before_compact` is unused";
        let event = LogEvent::CallbackContextUnused;
        records.push(record(LogLevel::Debug, event, text.to_owned()));
    }
    records
}

/// The record of the end itself.
fn ended(result: &RunResult) -> LogRecord {
    let (status, report) = (result.status, &result.report);
    let why = format!("{}: {}", result.code, result.reason);
    let change = format!("{} -> {} tokens", report.size.before, report.size.after);
    let (level, event, text) = match status {
        _ if report.blocks_send => (
            LogLevel::Error,
            LogEvent::TooLarge,
            format!("do not send, {why}"),
        ),
        Status::Failed => (
            LogLevel::Warning,
            LogEvent::Failed,
            format!("compaction failed, {why}"),
        ),
        Status::Reduced if report.is_of_news() => (
            LogLevel::Debug,
            LogEvent::Finished,
            format!("{why}: {change}"),
        ),
        Status::Reduced | Status::Summarized => (
            LogLevel::Info,
            LogEvent::Finished,
            format!("{status}: {change}"),
        ),
        _ => {
            let level = match status {
                Status::Repaired => LogLevel::Info,
                _ => LogLevel::Debug,
            };
            (level, LogEvent::Finished, format!("{status}, {why}"))
        }
    };
    record(level, event, text)
}

/// What a run measured and decided.
fn measured(end: LogRecord, result: &RunResult) -> LogRecord {
    let (size, memory) = (&result.report.size, &result.report.memory);
    let planned = Some(size.planned).filter(|planned| *planned != size.after);
    let (input, output) = memory.asked_usage;
    let asked = input.or(output).map(|_| CHAT);
    let is_summary = memory.attempts > 0;
    let is_wrong = matches!(end.level, LogLevel::Warning | LogLevel::Error);
    end.with("conspectus.status", result.status.name())
        .with("conspectus.reason", result.code.name())
        .with("conspectus.dialect", result.report.dialect.name())
        .with("conspectus.tokens.before", size.before)
        .with("conspectus.tokens.after", size.after)
        .with("conspectus.messages.before", size.messages_before)
        .with("conspectus.messages.after", size.messages_after)
        .with("conspectus.prompt.tokens", size.used_after)
        .with("conspectus.tokens.planned", planned)
        .with("conspectus.tokens.over_target", size.over_target)
        .with("conspectus.from_lengths", size.from_lengths)
        .with(
            "conspectus.summary.second_call",
            memory.check.map(|word| word.name()),
        )
        .with(
            "conspectus.summary.truncated",
            is_summary.then_some(memory.truncated),
        )
        .with("conspectus.window.tokens", size.window)
        .with(OPERATION, asked)
        .with("gen_ai.usage.input_tokens", input)
        .with("gen_ai.usage.output_tokens", output)
        .with("error.type", is_wrong.then(|| result.code.name()))
}

/// A warning before the next request is sent, if it nearly fills the window.
fn of_window(report: &Report) -> Option<LogRecord> {
    let (used, window) = (report.size.used_after, report.size.window?);
    let is_near = !report.blocks_send && used as f64 > window as f64 * NEAR_WINDOW;
    let text = format!("the prompt takes {used} tokens of a window of {window}");
    is_near.then(|| {
        warning(LogEvent::NearWindow, text)
            .with("conspectus.prompt.tokens", used)
            .with("conspectus.window.tokens", window)
    })
}

/// Hands the records of an action to `tracing`.
#[cfg(feature = "tracing")]
pub fn trace(action: &Action) {
    /// The fields of events have fixed names: each attribute of the conventions is a field of its
    /// own, and `attributes` contains all of them as JSON.
    macro_rules! event {
        ($level:ident, $told:expr) => {{
            let LogRecord { event, text, attributes, .. } = $told;
            let event = event.name();
            let word = |name: &str| attributes.get(name).and_then(Value::as_str);
            let number = |name: &str| attributes.get(name).and_then(Value::as_u64);
            let all = Value::Object(attributes.clone());
            tracing::$level!(
                target: "conspectus",
                event,
                gen_ai.operation.name = word(OPERATION),
                gen_ai.request.model = word("gen_ai.request.model"),
                gen_ai.request.max_tokens = number("gen_ai.request.max_tokens"),
                gen_ai.usage.input_tokens = number("gen_ai.usage.input_tokens"),
                gen_ai.usage.output_tokens = number("gen_ai.usage.output_tokens"),
                attributes = %all,
                "{text}"
            )
        }};
    }
    for told in log_records(action, LogLevel::Debug) {
        match told.level {
            LogLevel::Debug => event!(debug, &told),
            LogLevel::Info => event!(info, &told),
            LogLevel::Warning => event!(warn, &told),
            LogLevel::Error => event!(error, &told),
        }
    }
}
