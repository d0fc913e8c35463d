//! gemini-cli's course, `compress()`: hook, threshold, results cut to a budget, cut of the history, summary, check (G-22..G-38).
//!
//! The history handed over is the curated one (`curate`, G-40..G-42). Unlike upstream nothing counts as reduced that is not
//! smaller by one yardstick (G-36), an answer is a document or nothing (B-7), a failing check loses no summary (B-12), and
//! messages without parts stay as they are (G-17).

use super::action::{Status, Turn};
use super::course::{window, Begun, Memory, Step};
use super::default::{noop, trigger_name};
use super::install::clear_only;
use super::offload::{self, Job, Next};
use super::report::Report;
use super::summarize::{summarize, Plan, Span};
use crate::config::{Application, Config};
use crate::curate::{self, CurateRules};
use crate::dialect::Dialect;
use crate::error::Result;
use crate::history::History;
use crate::plan::{lower, Edit};
use crate::split::{find_split_point_less, protected_head};
use crate::transcript::Detail;
use crate::view::{View, ViewExt};
use serde::Serialize;
use serde_json::Value;

pub(super) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> Result<Begun> {
    let config = history.config().clone();
    let window = window(&config).unwrap_or(u64::MAX);
    let used = turn.used_tokens(&history, 1.0);
    // G-24: at the threshold it compacts.
    let trigger = (window as f64 * config.trigger_fraction).ceil() as u64;
    let mut report = Report::new(&history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(&turn);
    if history.is_empty() || curates_to_nothing(&history, messages) {
        // G-22: both counts are 0, even if forced.
        let nothing = Report { tokens_before: 0, tokens_after: 0, tokens_used: 0, ..report };
        return Ok(noop(None, nothing, "the history is empty"));
    }
    // G-23: the hook fires before the threshold is looked at.
    let hook = Some(trigger_name(&turn));
    if !turn.activity.force && used < trigger {
        return Ok(noop(hook, report, "below the trigger"));
    }
    let gave_up = memory.failed_attempt && !turn.activity.force;
    let step = match offload::start(Job { history, turn, report, window, gave_up }, messages)? {
        Ok(Next::Store(offloading)) => Step::Offload(offloading),
        Ok(Next::Ready(job, copy, cuts)) => after_results(*job, &&copy, &cuts),
        Err(job) => after_results(*job, messages, &[]),
    };
    Ok(Begun { trigger: hook, step })
}

/// Nothing of a Gemini history may be sent: every run of the agent's messages is invalid, and there are no others.
fn curates_to_nothing<V: View>(history: &History, messages: &V) -> bool {
    let rules = CurateRules::default();
    history.dialect() == Dialect::Gemini
        && curate::curate(messages, rules).is_ok_and(|(patch, _)| {
            let dropped: usize = patch.splices.iter().map(|splice| splice.delete_count - splice.insert.len().min(splice.delete_count)).sum();
            dropped >= history.len()
        })
}

/// Everything after the results were cut (G-27..G-31).
pub(super) fn after_results<V: View>(job: Job, messages: &V, cuts: &[Edit]) -> Step {
    let Job { history, turn, mut report, window, gave_up } = job;
    let noop = |mut report: Report, reason: &str| {
        report.reason = reason.to_owned();
        Step::Finish(Status::Noop, Box::new(report))
    };
    if gave_up {
        // G-27, and like with like (G-36): only what was cut counts as cut.
        if cuts.is_empty() {
            return noop(report, "an earlier attempt failed and no result is left to cut; force to try again");
        }
        return Step::Settle(Box::new(clear_only(history, cuts, messages, &turn, report)));
    }
    // G-28: the cut is looked for in the history as it is after cutting results.
    let cut = find_split_point_less(&history, &offload::saved_chars(cuts));
    let head = protected_head(&history);
    report.split = Some(cut.index);
    report.split_reason = Some(cut.reason);
    if cut.index <= head {
        return noop(report, "no boundary at which the history could be cut");
    }
    // G-29: the original results if they fit the window, else the cut ones.
    let fits = history.tokens_between(head, cut.index) < window;
    report.summarizer_input = if fits || cuts.is_empty() { "original" } else { "truncated" };
    let told = if fits || cuts.is_empty() { None } else { truncated(&history, messages, cuts) };
    let span = Span { head, split: cut.index, record_end: cut.index };
    summarize(Plan {
        history,
        messages,
        told: told.as_ref(),
        span,
        edits: cuts,
        turn,
        report,
        detail: Detail::Full,
        files: Vec::new(),
        images: Vec::new(),
    })
}

fn truncated<V: View>(history: &History, messages: &V, cuts: &[Edit]) -> Option<Value> {
    lower(history, cuts, messages).apply(&messages.to_value().ok()?).ok()
}

/// What a run's end means for `hasFailedCompressionAttempt`: only a larger result counts as failed, and a person who
/// forces a run is not held to it (G-27 and the table after it).
pub(super) fn learn(config: &Config, memory: &mut Memory, status: Status, forced: bool) {
    match status {
        Status::Compressed => {
            memory.failed_attempt = false;
            memory.failures = 0;
        }
        Status::FailedInflatedTokenCount => memory.failed_attempt |= !forced || config.application == Application::Agent,
        _ => {}
    }
    if status.failed() {
        memory.failures = memory.failures.saturating_add(1);
    }
}

/// The name of the configuration under which gemini-cli asks for a summary, by the conversation's model. Source: G-31.
const COMPRESSOR_MODELS: [(&str, &str); 10] = [
    ("gemini-3-pro-preview", "chat-compression-3-pro"),
    ("gemini-3.1-pro-preview", "chat-compression-3-pro"),
    ("gemini-3-flash-preview", "chat-compression-3-flash"),
    ("gemini-3-flash", "chat-compression-3-flash"),
    ("gemini-3.5-flash", "chat-compression-3-flash"),
    ("gemini-3.1-flash-lite-preview", "chat-compression-3.1-flash-lite"),
    ("gemini-3.1-flash-lite", "chat-compression-3.1-flash-lite"),
    ("gemini-2.5-pro", "chat-compression-2.5-pro"),
    ("gemini-2.5-flash", "chat-compression-2.5-flash"),
    ("gemini-2.5-flash-lite", "chat-compression-2.5-flash-lite"),
];

/// The alias of the model that gemini-cli asks for a summary (G-31).
#[must_use]
pub fn compressor_model(model: Option<&str>) -> &'static str {
    let found = model.and_then(|model| COMPRESSOR_MODELS.iter().find(|(known, _)| *known == model));
    found.map_or("chat-compression-default", |(_, alias)| alias)
}

/// Where a threshold comes from: (fraction, `local`, `remote` or `default`). A local one that is 0 counts as none, and so does a
/// remote one (G-25). Neither is checked here; the caller did (B-32).
#[must_use]
pub fn compression_threshold(local: Option<f64>, remote: Option<f64>) -> (f64, &'static str) {
    let given = |value: &f64| *value != 0.0 && !value.is_nan();
    match (local.filter(given), remote.filter(given)) {
        (Some(local), _) => (local, "local"),
        (None, Some(remote)) => (remote, "remote"),
        (None, None) => (0.5, "default"),
    }
}

/// By which rule a request is too large to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverflowRule {
    /// More than what is left (G-38).
    Remaining,
    /// More than 95 % of what is left: gemini-cli before that.
    Remaining95,
}

impl OverflowRule {
    /// Every rule.
    pub const ALL: [Self; 2] = [Self::Remaining, Self::Remaining95];

    /// The name used in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Remaining => "remaining",
            Self::Remaining95 => "remaining_95",
        }
    }
}

/// Whether a request still fits the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Overflow {
    /// Whether it does not: the turn must stop here.
    pub overflows: bool,
    /// What the request takes, estimated.
    pub request_tokens: u64,
    /// What the window leaves.
    pub remaining_tokens: u64,
}

/// G-38: the check before a request is sent.
#[must_use]
pub fn overflow(window: u64, last_prompt_tokens: u64, request_tokens: u64, rule: OverflowRule) -> Overflow {
    let remaining_tokens = window.saturating_sub(last_prompt_tokens);
    let overflows = match rule {
        OverflowRule::Remaining => request_tokens > remaining_tokens,
        OverflowRule::Remaining95 => request_tokens as f64 > remaining_tokens as f64 * 0.95,
    };
    Overflow { overflows, request_tokens, remaining_tokens }
}
