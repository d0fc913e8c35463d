//! Our own course: clear what is old; if that is not enough, summarise what lies before the cut.

use crate::compactor::action::{Ending, Turn};
use crate::compactor::step::{Begun, Ended, Memory, Step};
use crate::compactor::begin::{no_summary_because, noop, trigger_name, FAILURES_MAX};
use crate::compactor::{fallback, fit, live};
use crate::config::{Config, Fallback, Summarizer};
use crate::compactor::install::clear_only;
use crate::compactor::report::{Report, BELOW_TRIGGER, EMPTY_HISTORY, WORN_OUT};
use crate::compactor::summarize::{summarize, Plan, Span};
use crate::measure::adapt::{self, Calibration};
use crate::history::History;
use crate::reduce::{self, Activity};
use crate::cut::split::{find_split_point, protected_head};
use crate::notes::transcript::Detail;
use crate::host::view::View;

/// A report is not believed below this share of our own estimate. Chosen here: estimates err by a few percent, and a report that leaves out
/// cached tokens, or that is of another list, is far lower.
const OWN_SHARE: f64 = 0.7;

pub(crate) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> crate::Result<Begun> {
    Ok(decide(history, messages, turn, memory))
}

fn decide<V: View>(history: History, messages: &V, mut turn: Turn, memory: &Memory) -> Begun {
    let reported = turn.prompt_tokens;
    if reported.is_some() && reported == memory.acted_on {
        // The report of a prompt that was compacted since: it says nothing of the list as it is now.
        turn.prompt_tokens = None;
    }
    let config = history.config().clone();
    let force = turn.activity.force;
    let rests = (memory.rest > 0 && !force && config.summarize == Summarizer::Host).then(fallback::model_rests);
    let stuck = rests.is_some() && config.fallback == Fallback::None;
    let calibration = calibrated(&history, &turn, memory);
    let weight = calibration.weight;
    let own = adapt::weighted_tokens(history.tokens(), weight) + turn.overhead_tokens;
    let used = turn.used_tokens(&history, weight).max((own as f64 * OWN_SHARE) as u64);
    let trigger = config.context_window.map_or(0, |window| (window as f64 * config.trigger).ceil() as u64);
    let mut report = Report::new(&history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(&turn);
    report.reported = reported;
    (report.calibration, report.size.weight) = (calibration, weight);
    if history.is_empty() {
        return noop(None, report, EMPTY_HISTORY);
    }
    let retained = config.context_window.map_or(u64::MAX, |window| (window as f64 * config.target) as u64);
    // What is not acted on is remembered where it shrinks.
    report.system.last_deficit = memory.last_deficit.min(used.saturating_sub(retained));
    if !force && used < trigger {
        return noop(None, report, BELOW_TRIGGER);
    }
    if config.hysteresis_tokens > 0 && !force {
        let settled = adapt::hysteresis(used, retained, memory.last_deficit, config.hysteresis_tokens);
        report.system.last_deficit = settled.last_deficit;
        if !settled.act && used < config.context_window.unwrap_or(u64::MAX) {
            return noop(None, report, ("hysteresis", "the excess has hardly grown since it was last acted on"));
        }
    }
    let hook = Some(trigger_name(&turn));
    let edits = if config.clear { reduce::microcompact(&history, Activity { force: true, ..turn.activity }).0 } else { Vec::new() };
    let saved = adapt::weighted_tokens(edits.iter().map(|edit| edit.tokens_saved).sum(), weight);
    let target = config.context_window.map_or(0, |window| (window as f64 * config.target) as u64);
    let clearing_suffices = !edits.is_empty() && used.saturating_sub(saved) <= target && !force;
    if clearing_suffices || (stuck && !edits.is_empty()) {
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    if stuck {
        report.memory.fallback = rests;
        return noop(None, report, WORN_OUT);
    }
    let head = protected_head(&history);
    let goal = fit::goal_tokens(&config, turn.overhead_tokens, weight);
    report.size.target = goal.map_or(0, |goal| goal + turn.overhead_tokens);
    let cut = find_split_point(&history);
    let cut = goal.map_or(cut, |goal| fit::cut_to_fit(&history, cut, head, &edits, goal));
    let cut = live::keep_live(&history, cut);
    report.cut.index = Some(cut.index);
    report.cut.reason = Some(cut.reason);
    if let Some(reason) = no_summary_because(&history, cut, head) {
        if edits.is_empty() {
            return noop(None, report, reason);
        }
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    let span = Span { head, split: cut.index, record_end: cut.index };
    let plan =
        Plan {
        system: &super::SYSTEM,
        history,
        messages,
        told: None,
        span,
        edits: &edits,
        turn,
        report,
        detail: Detail::Capped,
        files: Vec::new(),
        images: Vec::new(),
        known: String::new(),
        rests,
    };
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

/// What the end of a run means for later ones. A model that failed three times in a row is not asked for a while, then asked again: after
/// one run, after two, four, eight, and then every sixteen.
pub(crate) fn learn(_config: &Config, memory: &mut Memory, ended: &Ended) {
    match (ended.fallback, ended.status) {
        (Some("model_rests"), _) => memory.rest = memory.rest.saturating_sub(1),
        (Some(_), _) => model_failed(memory),
        (None, status) if status.failed() => model_failed(memory),
        (None, Ending::Compressed) => (memory.failures, memory.rest) = (0, 0),
        _ => {}
    }
}

/// Longest rest, as a power of two. Chosen here: a model that is back is noticed within sixteen compactions.
const REST_POWER_MAX: u32 = 4;

fn model_failed(memory: &mut Memory) {
    memory.failures = memory.failures.saturating_add(1);
    if let Some(beyond) = memory.failures.checked_sub(FAILURES_MAX) {
        memory.rest = 1 << beyond.min(REST_POWER_MAX);
    }
}
