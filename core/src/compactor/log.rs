//! What a run tells a log: when it works, when something stands in, when it fails. Runs that find nothing to do say so at the lowest level.
//!
//! The bindings hand these records to the logging of their language. In Rust they are events of `tracing`, with the feature of that name.

use super::action::{Action, Status};
use super::report::Report;
use serde::Serialize;

/// How much a record matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LogLevel {
    /// For those who look for a fault.
    Debug,
    /// Work was done.
    Info,
    /// Something failed, and the conversation goes on.
    Warning,
    /// Nothing may be sent.
    Error,
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LogRecord {
    /// How much it matters.
    pub level: LogLevel,
    /// What happened: `started`, `asked`, `finished`, `fallback`, `not_stored`, `hook_unheard`, `failed`, `unreachable`.
    pub event: &'static str,
    /// A sentence.
    pub text: String,
}

/// The records of an action, in order.
///
/// ```
/// use conspectus::{log_records, Compactor, Config, LogLevel, Turn};
/// use serde_json::json;
///
/// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
/// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), Turn::new())?;
/// let done = compactor.poll_action().expect("a run ends");
/// let told = log_records(&done);
/// assert_eq!((told[0].level, told[0].event), (LogLevel::Debug, "finished"));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn log_records(action: &Action) -> Vec<LogRecord> {
    match action {
        Action::Hook { trigger, .. } => vec![record(LogLevel::Debug, "started", format!("compaction starts ({trigger})"))],
        Action::Summarize { request } => {
            let text = format!(
                "a model is asked ({}): about {} tokens in, at most {} out",
                request.purpose, request.input_tokens, request.max_output_tokens
            );
            vec![record(LogLevel::Debug, "asked", text)]
        }
        Action::Done { status, report, .. } => of_end(*status, report),
        Action::Offload { .. } | Action::Restore { .. } | Action::Apply { .. } => Vec::new(),
    }
}

fn record(level: LogLevel, event: &'static str, text: String) -> LogRecord {
    LogRecord { level, event, text }
}

fn of_end(status: Status, report: &Report) -> Vec<LogRecord> {
    let why = format!("{}: {}", report.reason.code, report.reason.text);
    let mut told = Vec::new();
    if let Some(cause) = &report.memory.fallback {
        let text = format!("no summary of a model ({}: {}); what is built in stands in", cause.code, cause.text);
        told.push(record(LogLevel::Warning, "fallback", text));
    }
    if let Some(error) = &report.stored.error {
        told.push(record(LogLevel::Warning, "not_stored", format!("an output could not be stored and stays: {error}")));
    }
    if report.hook_unheard {
        told.push(record(LogLevel::Debug, "hook_unheard", "no model was asked, so what the hook said reached none".to_owned()));
    }
    let size = &report.size;
    told.push(match status {
        Status::Reduced if report.admitted.results > 0 => {
            record(LogLevel::Debug, "finished", format!("{why}: {} -> {} tokens", size.before, size.after))
        }
        Status::Reduced | Status::Summarized => {
            record(LogLevel::Info, "finished", format!("{}: {} -> {} tokens", status.name(), size.before, size.after))
        }
        Status::Repaired => record(LogLevel::Info, "finished", format!("repaired, {why}")),
        Status::Failed => record(LogLevel::Warning, "failed", format!("compaction failed, {why}")),
        Status::Unreachable => record(LogLevel::Error, "unreachable", format!("do not send, {why}")),
        Status::Unchanged if report.blocks_send => record(LogLevel::Error, "unreachable", format!("do not send, {why}")),
        Status::Unchanged | Status::Stale | Status::Cancelled => record(LogLevel::Debug, "finished", format!("{}, {why}", status.name())),
    });
    told
}

/// Hands the records of an action to `tracing`.
#[cfg(feature = "tracing")]
pub(crate) fn trace(action: &Action) {
    for LogRecord { level, event, text } in log_records(action) {
        match level {
            LogLevel::Debug => tracing::debug!(target: "conspectus", event, "{text}"),
            LogLevel::Info => tracing::info!(target: "conspectus", event, "{text}"),
            LogLevel::Warning => tracing::warn!(target: "conspectus", event, "{text}"),
            LogLevel::Error => tracing::error!(target: "conspectus", event, "{text}"),
        }
    }
}
