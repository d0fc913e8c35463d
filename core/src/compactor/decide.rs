//! From a history to a decision: nothing, clearing alone, or a summary request.

use super::report::{Breakdown, Report, Went};
use super::verify::{self, Outcome};
use super::{Pending, Prepared, Status, SummaryRequest, Turn};
use crate::config::Summarizer;
use crate::estimate::Scale;
use crate::history::History;
use crate::message::Role;
use crate::patch::Patch;
use crate::plan::{lower, Edit, EditAction};
use crate::policy::{self, Activity};
use crate::snapshot;
use crate::split::{find_split_point, protected_head, SplitPoint};
use crate::transcript::{transcript, value_text};
use crate::units::{tokens_from_chars, utf16_len};
use crate::view::View;
use crate::{facts, prompt, summary};

pub(super) enum Decision {
    Finish(Status, Box<Report>),
    Summarize(Box<Pending>, Box<SummaryRequest>),
    Settle(Box<Outcome>),
}

/// An embedded snapshot may take this fraction of what it replaces. Chosen here: far enough below 1 to be worth it.
const EMBEDDED_FRACTION: f64 = 0.25;
/// And no more chars than this: about 5,000 tokens, where model-made summaries end (quality of 0.8-6.4 % of the source).
const EMBEDDED_CHARS: usize = 20_000;

pub(super) fn decide<V: View>(history: History, messages: &V, turn: Turn, worn_out: bool) -> Decision {
    let config = history.config().clone();
    let force = turn.activity.force;
    let used = match turn.prompt_tokens {
        Some(tokens) => tokens.saturating_add(history.tokens_between(turn.prompt_messages.unwrap_or(history.len()), history.len())),
        None => history.tokens() + turn.overhead_tokens,
    };
    let trigger = config.context_window.map_or(0, |window| (window as f64 * config.trigger_fraction).ceil() as u64);
    let mut report = Report::new(&history, used, trigger, turn.overhead_tokens);
    let finish = |status, mut report: Report, reason: &str| {
        report.reason = reason.to_owned();
        Decision::Finish(status, Box::new(report))
    };
    if history.is_empty() {
        return finish(Status::Noop, report, "the history is empty");
    }
    if !force && used < trigger {
        return finish(Status::Noop, report, "below the trigger");
    }

    let edits = if config.prune { policy::microcompact(&history, Activity { force: true, ..turn.activity }).0 } else { Vec::new() };
    let saved: u64 = edits.iter().map(|edit| edit.tokens_saved).sum();
    let target = config.context_window.map_or(0, |window| (window as f64 * config.target_fraction) as u64);
    let clearing_suffices = !edits.is_empty() && used.saturating_sub(saved) <= target && !force;
    if clearing_suffices || (worn_out && !force && !edits.is_empty()) {
        return Decision::Settle(Box::new(clear_only(history, &edits, messages, report)));
    }
    if worn_out && !force {
        return finish(Status::Noop, report, "three summaries in a row failed; force to try again");
    }

    let cut = find_split_point(&history);
    let head = protected_head(&history);
    report.split = Some(cut.index);
    report.split_reason = Some(cut.reason);
    if let Some(reason) = no_summary_because(&history, cut, head) {
        if edits.is_empty() {
            return finish(Status::Noop, report, reason);
        }
        return Decision::Settle(Box::new(clear_only(history, &edits, messages, report)));
    }
    summarize(history, messages, Cut { head, split: cut.index }, &edits, report)
}

fn no_summary_because(history: &History, cut: SplitPoint, head: usize) -> Option<&'static str> {
    if cut.index <= head {
        return Some("no boundary at which the history could be cut");
    }
    let before = history.chars_before(cut.index) - history.chars_before(head);
    let share = before as f64 / cut.chars_total.max(1) as f64;
    (share < history.config().min_compress_fraction).then_some("too little before the cut to be worth a summary")
}

#[derive(Clone, Copy)]
struct Cut {
    head: usize,
    split: usize,
}

fn summarize<V: View>(history: History, messages: &V, cut: Cut, edits: &[Edit], report: Report) -> Decision {
    let Cut { head, split } = cut;
    let previous = snapshot::find_previous(&history, messages, split);
    let skip = previous.as_ref().map(|(index, _)| *index);
    let kept: Vec<Edit> = edits.iter().filter(|edit| edit.message >= split).cloned().collect();
    let pending = Pending {
        latest_request: latest_request(&history, messages, split),
        kept_ops: lower(&history, &kept, messages).ops,
        kept_saving: kept.iter().map(|edit| edit.tokens_saved).sum(),
        report: with_cleared(report, &kept),
        head,
        split,
        previous: previous.is_some(),
        history,
    };
    let history = &pending.history;
    let config = history.config();
    if config.summarizer == Summarizer::Embedded {
        let span_chars = history.chars_before(split) - history.chars_before(head);
        let limit = ((span_chars as f64 * EMBEDDED_FRACTION) as usize).min(EMBEDDED_CHARS);
        let facts = facts::extract(history, messages, head, split, skip);
        let snapshot = summary::embedded(&facts, previous.as_ref().map(|(_, snapshot)| snapshot), limit);
        return Decision::Settle(Box::new(verify::assemble(pending, &snapshot)));
    }
    let system = prompt::system();
    // What the window leaves for the record, once the answer, the instructions and the former notes have their room.
    let scale = config.scale();
    let window = config.context_window.unwrap_or(u64::MAX);
    let fixed = prompt::request("", previous.as_ref().map(|(_, snapshot)| snapshot), config.instructions.as_deref());
    let fixed_tokens = tokens_of(&scale, &system, &fixed);
    let room = window.saturating_sub(config.max_summary_tokens.min(window / 4)).saturating_sub(fixed_tokens);
    // A quarter of the room stays free: chars per token is an estimate.
    let max_chars = (room as f64 * 0.75 * chars_per_token(history, cut)).min(usize::MAX as f64 / 2.0) as usize;
    let record = transcript(history, messages, head, split, skip, max_chars);
    let text = prompt::request(&record, previous.as_ref().map(|(_, snapshot)| snapshot), config.instructions.as_deref());
    let request = SummaryRequest {
        purpose: "summary",
        max_output_tokens: config.max_summary_tokens.min(window / 4).max(1),
        input_tokens: tokens_of(&scale, &system, &text),
        messages: vec![history.dialect().text_message(Role::User, &text)],
        system,
    };
    Decision::Summarize(Box::new(pending), Box::new(request))
}

/// Tokens of two texts, rounded once where lengths alone count.
fn tokens_of(scale: &Scale, first: &str, second: &str) -> u64 {
    if scale.estimator.reads_text() {
        scale.tokens_of_text(first) + scale.tokens_of_text(second)
    } else {
        tokens_from_chars((utf16_len(first) + utf16_len(second)) as u64, scale.chars_per_token)
    }
}

/// Chars of the span for each of its tokens, where tokens are read from the text: a record in another script or of dense
/// output must not outgrow the window.
fn chars_per_token(history: &History, cut: Cut) -> f64 {
    let configured = history.config().chars_per_token;
    if !history.config().estimator.reads_text() {
        return configured;
    }
    let chars = history.chars_before(cut.split) - history.chars_before(cut.head);
    // Half a char a token is the least that any of our estimators can give.
    (chars as f64 / history.tokens_between(cut.head, cut.split).max(1) as f64).clamp(0.5, configured.max(0.5))
}

/// The user's last request, if the cut would hide it: it is restated after the summary (P3).
fn latest_request<V: View>(history: &History, messages: &V, split: usize) -> Option<String> {
    let last = (0..history.len()).rev().find(|index| history.is_user_turn(*index))?;
    if last >= split {
        return None;
    }
    let message = messages.at(last)?;
    let texts: Vec<String> = history
        .parts_of(last)
        .iter()
        .filter(|part| part.kind == crate::history::PartKind::Text)
        .map(|part| value_text(part.path.resolve(&message)))
        .collect();
    // A former summary message carries its own restated request; quoting it whole would nest.
    let text = texts.join("\n");
    (!text.trim().is_empty() && !text.starts_with(snapshot::PREAMBLE)).then_some(text)
}

fn clear_only<V: View>(history: History, edits: &[Edit], messages: &V, report: Report) -> Outcome {
    let patch = lower(&history, edits, messages);
    let saved: u64 = edits.iter().map(|edit| edit.tokens_saved).sum();
    let mut report = with_cleared(report, edits);
    report.tokens_after = report.tokens_before.saturating_sub(saved);
    report.reason = "old tool results and media were cleared".to_owned();
    report.split = None;
    report.split_reason = None;
    let (results, media) = saved_by_kind(edits);
    report.after = report.before.less(results, media);
    finish_report(&history, &patch, &mut report);
    let prepared = Prepared {
        config: history.config().clone(),
        fingerprint: history.fingerprint(history.len()),
        length: history.len(),
        status: Status::ContentTruncated,
        report,
    };
    Outcome::Ready { patch, prepared: Box::new(prepared) }
}

/// Tokens that edits save, as (text of results, media).
pub(super) fn saved_by_kind(edits: &[Edit]) -> (u64, u64) {
    let media: u64 = edits.iter().map(|edit| edit.media_tokens).sum();
    let all: u64 = edits.iter().map(|edit| edit.tokens_saved).sum();
    (all.saturating_sub(media), media.min(all))
}

fn with_cleared(mut report: Report, edits: &[Edit]) -> Report {
    for (why, wanted) in [("cleared tool results", true), ("cleared media", false)] {
        let of_kind: Vec<&Edit> = edits.iter().filter(|edit| (edit.action == EditAction::ClearResult) == wanted).collect();
        if !of_kind.is_empty() {
            report.went.push(Went { why, count: of_kind.len() as u64, tokens: of_kind.iter().map(|edit| edit.tokens_saved).sum() });
        }
    }
    report
}

/// What follows from the patch: first change, what a cache loses.
pub(super) fn finish_report(history: &History, patch: &Patch, report: &mut Report) {
    report.first_changed_message = patch.first_changed_message();
    report.cache_tokens_lost = report.first_changed_message.map_or(0, |first| history.tokens_between(first, history.len()));
}

/// The breakdown of what stays: the head and the tail, less what is cleared in the tail.
pub(super) fn kept_breakdown(history: &History, head: usize, split: usize) -> Breakdown {
    Breakdown::of(history, 0, head).plus(Breakdown::of(history, split, history.len()))
}
