//! From a snapshot to a patch, or to a refusal: smaller by the same yardstick, or nothing.

use super::decide::{finish_report, kept_breakdown};
use super::report::{Report, Went};
use super::{Pending, Prepared, Status};
use crate::history::History;
use crate::message::Role;
use crate::patch::Patch;
use crate::plan::replace_messages;
use crate::snapshot::{self, Defect, Snapshot};
use serde_json::Value;

pub(super) enum Outcome {
    Ready { patch: Patch, prepared: Box<Prepared> },
    Refused(Status, Box<Report>),
}

/// The agent's word after a summary, where the dialect wants roles to alternate.
const ACKNOWLEDGEMENT: &str = "Understood. I will carry on from these notes.";

pub(super) fn assemble(pending: Pending, snapshot: &Snapshot) -> Outcome {
    let Pending { history, head, split, previous, latest_request, kept_ops, kept_saving, mut report, .. } = pending;
    let insert = summary_messages(&history, split, snapshot, latest_request.as_deref());
    let inserted = match History::of(crate::Config { dialect: Some(history.dialect()), ..history.config().clone() }, &&Value::Array(insert.clone())) {
        Ok(inserted) => inserted.tokens_unrounded(0, insert.len()),
        Err(error) => {
            report.reason = error.to_string();
            return Outcome::Refused(Status::FailedTokenCountError, Box::new(report));
        }
    };
    let span_tokens = history.tokens_between(head, split);
    let before = history.tokens();
    // Summed before it is rounded, as a fresh measure of the result will be.
    let kept = history.tokens_unrounded(0, history.len()) - history.tokens_unrounded(head, split) - kept_saving;
    let after = (kept + inserted).max(0.0).ceil() as u64;
    let summary_tokens = inserted.ceil() as u64;
    let saving = before.saturating_sub(after) as f64 / before.max(1) as f64;
    report.summary_tokens = summary_tokens;
    report.merged_previous = previous;
    if after > before || (after == before && history.config().min_saving_fraction > 0.0) {
        report.reason = format!("the result would not be smaller: {before} tokens before, {after} after");
        return Outcome::Refused(Status::FailedInflatedTokenCount, Box::new(report));
    }
    if saving < history.config().min_saving_fraction {
        let least = history.config().min_saving_fraction * 100.0;
        report.reason = format!("the result would save {:.1} % of the tokens, less than the {least:.1} % asked for", saving * 100.0);
        return Outcome::Refused(Status::FailedInflatedTokenCount, Box::new(report));
    }
    report.tokens_after = after;
    report.messages_summarized = split - head;
    report.messages_after = history.len() - (split - head) + insert.len();
    report.reason = "older messages were replaced by a summary".to_owned();
    report.went.insert(0, Went { why: "summarized", count: (split - head) as u64, tokens: span_tokens });
    let cleared: Vec<u64> = report.went[1..].iter().map(|went| went.tokens).collect();
    report.after = kept_breakdown(&history, head, split).less(cleared.first().copied().unwrap_or(0), cleared.get(1).copied().unwrap_or(0));
    report.after.summary = summary_tokens;
    let patch = Patch { ops: kept_ops, splices: vec![replace_messages(head, split, insert)] };
    finish_report(&history, &patch, &mut report);
    let prepared = Prepared {
        config: history.config().clone(),
        fingerprint: history.fingerprint(history.len()),
        length: history.len(),
        status: Status::Compressed,
        report,
    };
    Outcome::Ready { patch, prepared: Box::new(prepared) }
}

pub(super) fn refuse(pending: Pending, defect: Defect) -> Outcome {
    let mut report = pending.report;
    report.reason = defect.message().to_owned();
    let status = if defect == Defect::Empty { Status::FailedEmptySummary } else { Status::FailedInvalidSummary };
    Outcome::Refused(status, Box::new(report))
}

/// The summary as a user message; the agent's acknowledgement follows if the kept part does not begin with the agent.
fn summary_messages(history: &History, split: usize, snapshot: &Snapshot, latest_request: Option<&str>) -> Vec<Value> {
    let dialect = history.dialect();
    let mut messages = vec![dialect.text_message(Role::User, &snapshot::message_text(snapshot, latest_request))];
    // Whose message comes next: the first that is kept, or the answer to the last one.
    let agents_turn = match history.role(split) {
        Some(role) => role == Role::Assistant,
        None => matches!(history.role(history.len().wrapping_sub(1)), Some(Role::User | Role::Tool)),
    };
    if !agents_turn {
        messages.push(dialect.text_message(Role::Assistant, ACKNOWLEDGEMENT));
    }
    messages
}
