//! Our own course: clear what is old; if that is not enough, summarise what lies before the cut.

use super::action::{Status, Turn};
use super::course::{Begun, Memory, Step};
use super::fit;
use super::install::clear_only;
use super::report::Report;
use super::summarize::{summarize, Plan, Span};
use crate::adapt::{self, Calibration};
use crate::history::History;
use crate::policy::{self, Activity};
use crate::split::{find_split_point, protected_head, SplitPoint};
use crate::transcript::Detail;
use crate::view::View;

/// Consecutive failures after which nothing but clearing is tried until a success or a forced run. Source: Q-40.
pub(super) const FAILURES_MAX: u32 = 3;

/// How a forced run, and any other, is called in a hook. Source: G-23.
pub(super) fn trigger_name(turn: &Turn) -> &'static str {
    if turn.activity.force {
        "manual"
    } else {
        "auto"
    }
}

pub(super) fn noop(trigger: Option<&'static str>, mut report: Report, reason: &str) -> Begun {
    report.reason = reason.to_owned();
    Begun { trigger, step: Step::Finish(Status::Noop, Box::new(report)) }
}

pub(super) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> Begun {
    let config = history.config().clone();
    let force = turn.activity.force;
    let worn_out = memory.failures >= FAILURES_MAX;
    let calibration = calibrated(&history, &turn, memory);
    let weight = calibration.weight;
    let used = turn.used_tokens(&history, weight);
    let trigger = config.context_window.map_or(0, |window| (window as f64 * config.trigger_fraction).ceil() as u64);
    let mut report = Report::new(&history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(&turn);
    (report.calibration, report.estimate_weight) = (calibration, weight);
    if history.is_empty() {
        return noop(None, report, "the history is empty");
    }
    let retained = config.context_window.map_or(u64::MAX, |window| (window as f64 * config.target_fraction) as u64);
    // What is not acted on is remembered where it shrinks.
    report.last_deficit = memory.last_deficit.min(used.saturating_sub(retained));
    if !force && used < trigger {
        return noop(None, report, "below the trigger");
    }
    if config.hysteresis_tokens > 0 && !force {
        let settled = adapt::hysteresis(used, retained, memory.last_deficit, config.hysteresis_tokens);
        report.last_deficit = settled.last_deficit;
        if !settled.act && used < config.context_window.unwrap_or(u64::MAX) {
            return noop(None, report, "the excess has hardly grown since it was last acted on");
        }
    }
    let hook = Some(trigger_name(&turn));
    let edits = if config.prune { policy::microcompact(&history, Activity { force: true, ..turn.activity }).0 } else { Vec::new() };
    let saved = adapt::weighted_tokens(edits.iter().map(|edit| edit.tokens_saved).sum(), weight);
    let target = config.context_window.map_or(0, |window| (window as f64 * config.target_fraction) as u64);
    let clearing_suffices = !edits.is_empty() && used.saturating_sub(saved) <= target && !force;
    if clearing_suffices || (worn_out && !force && !edits.is_empty()) {
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    if worn_out && !force {
        return noop(None, report, "three summaries in a row failed; force to try again");
    }
    let head = protected_head(&history);
    let goal = fit::goal_tokens(&config, turn.overhead_tokens, weight);
    report.tokens_target = goal.map_or(0, |goal| goal + turn.overhead_tokens);
    let cut = find_split_point(&history);
    let cut = goal.map_or(cut, |goal| fit::cut_to_fit(&history, cut, head, &edits, goal));
    report.split = Some(cut.index);
    report.split_reason = Some(cut.reason);
    if let Some(reason) = no_summary_because(&history, cut, head) {
        if edits.is_empty() {
            return noop(None, report, reason);
        }
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    let span = Span { head, split: cut.index, record_end: cut.index };
    let plan =
        Plan { history, messages, told: None, span, edits: &edits, turn, report, detail: Detail::Capped, files: Vec::new(), images: Vec::new() };
    Begun { trigger: hook, step: summarize(plan) }
}

/// G-79: the weight after what the provider reported for the last request, where it is asked for.
fn calibrated(history: &History, turn: &Turn, memory: &Memory) -> Calibration {
    let messages = turn.reported_messages(history);
    match turn.prompt_tokens {
        Some(reported) if history.config().calibration && messages <= history.len() => {
            memory.calibration.after(reported, messages, turn.overhead_tokens, history.tokens_between(0, messages))
        }
        _ => memory.calibration,
    }
}

/// Why nothing is summarised, if so: no cut, or too little before it.
pub(super) fn no_summary_because(history: &History, cut: SplitPoint, head: usize) -> Option<&'static str> {
    if cut.index <= head {
        return Some("no boundary at which the history could be cut");
    }
    let before = history.chars_before(cut.index) - history.chars_before(head);
    let share = before as f64 / cut.chars_total.max(1) as f64;
    (share < history.config().min_compress_fraction).then_some("too little before the cut to be worth a summary")
}
