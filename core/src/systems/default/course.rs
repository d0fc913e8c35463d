//! The steps of a run: clear what is old; if that is not enough, summarise what lies before the cut.

use crate::compactor::action::{Ending, Turn};
use crate::compactor::begin::{no_summary_because, noop, trigger_name, FAILURES_MAX};
use crate::compactor::install::clear_only;
use crate::compactor::report::{Reason, Report, Told, BELOW_TRIGGER, EMPTY_HISTORY};
use crate::compactor::room::{self, Room};
use crate::compactor::step::{Begun, Ended, Memory, Step};
use crate::compactor::summarize::{summarize, Plan, Span};
use crate::compactor::{fallback, fit, live};
use crate::config::{Config, Fallback, Summarizer};
use crate::cut::split::{find_split_point, protected_head};
use crate::history::History;
use crate::host::view::View;
use crate::measure::adapt::{self, Calibration};
use crate::notes::transcript::Detail;
use crate::reduce::plan::Edit;
use crate::reduce::{self, Activity};

/// A report is not believed below this share of our own estimate. Chosen here: estimates err by a few percent, and a report that leaves out
/// cached tokens, or that is of another list, is far lower.
const OWN_SHARE: f64 = 0.7;

pub(crate) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> crate::Result<Begun> {
    Ok(decide(history, messages, turn, memory))
}

/// The sizes by which a run is decided.
struct Sizes {
    room: Option<Room>,
    /// What is kept of the room after a compaction.
    retained: u64,
    used: u64,
    report: Report,
    /// Why nothing has to be done, if nothing has.
    rest: Option<Told>,
}

/// A run that has nothing to do by its sizes.
pub(crate) fn glance(history: &History, turn: &Turn, memory: &Memory) -> Option<Begun> {
    let Sizes { rest, report, .. } = sizes(history, &mut turn.clone(), memory);
    rest.map(|why| noop(None, report, why))
}

fn sizes(history: &History, turn: &mut Turn, memory: &Memory) -> Sizes {
    let reported = turn.prompt_tokens;
    if reported.is_some() && reported == memory.acted_on {
        // The report of a prompt that was compacted since: it says nothing of the list as it is now.
        turn.prompt_tokens = None;
    }
    let config = history.config();
    let calibration = calibrated(history, turn, memory);
    let weight = calibration.weight;
    let own = adapt::weighted_tokens(history.tokens(), weight) + turn.overhead_tokens;
    let used = turn.used_tokens(history, weight).max((own as f64 * OWN_SHARE) as u64);
    let room = Room::of(config, turn.overhead_tokens);
    let trigger = room.map_or(0, |room| room.trigger(config));
    let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(turn);
    report.reported = reported;
    (report.calibration, report.size.weight) = (calibration, weight);
    let retained = room.map_or(u64::MAX, |room| room.target(config));
    let below = !turn.activity.force && used < trigger;
    let rest = if history.is_empty() { Some(EMPTY_HISTORY) } else { below.then_some(BELOW_TRIGGER) };
    if !history.is_empty() {
        // What is not acted on is remembered where it shrinks.
        report.system.last_deficit = memory.last_deficit.min(used.saturating_sub(retained));
    }
    Sizes { room, retained, used, report, rest }
}

fn decide<V: View>(history: History, messages: &V, mut turn: Turn, memory: &Memory) -> Begun {
    let Sizes { room, retained, used, mut report, rest } = sizes(&history, &mut turn, memory);
    if let Some(why) = rest {
        return noop(None, report, why);
    }
    let config = history.config().clone();
    let force = turn.activity.force;
    let weight = report.size.weight;
    let rests = (memory.rest > 0 && !force && config.summarize == Summarizer::Host).then(fallback::model_rests);
    let stuck = rests.is_some() && config.fallback == Fallback::None;
    if config.hysteresis_tokens > 0 && !force {
        let settled = adapt::hysteresis(used, retained, memory.last_deficit, config.hysteresis_tokens);
        report.system.last_deficit = settled.last_deficit;
        if !settled.act && used < config.context_window.unwrap_or(u64::MAX) {
            return noop(None, report, ("hysteresis", "the excess over the target has hardly grown since the last compaction"));
        }
    }
    let hook = Some(trigger_name(&turn));
    let edits = if config.clear { reduce::microcompact(&history, Activity { force: true, ..turn.activity }).0 } else { Vec::new() };
    let saved = adapt::weighted_tokens(edits.iter().map(|edit| edit.tokens_saved).sum(), weight);
    let target = room.map_or(0, |room| room.target(&config));
    let clearing_suffices = !edits.is_empty() && used.saturating_sub(saved) <= target && !force;
    if clearing_suffices || (stuck && !edits.is_empty()) {
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    if stuck {
        report.memory.fallback = rests;
        return noop(None, report, fallback::RESTS);
    }
    let head = protected_head(&history);
    let goal = fit::goal_tokens(&config, turn.overhead_tokens, weight);
    report.size.target = goal.map_or(0, |goal| goal + turn.overhead_tokens);
    let cut = find_split_point(&history);
    let cut = goal.map_or(cut, |goal| fit::cut_to_fit(&history, cut, head, &edits, goal));
    let cut = live::keep_live(&history, cut);
    report.cut.index = Some(cut.index);
    report.cut.reason = Some(cut.reason);
    let limit = room.map_or(f64::INFINITY, |room| room.tokens as f64 / weight);
    if let Some(why) = no_summary_because(&history, cut, head) {
        let left = fit::kept_tokens(&history, history.len(), history.len(), &[]) - edits.iter().map(|edit| edit.tokens).sum::<f64>();
        return at_the_limit(Rest { history, messages, turn, report, edits, why }, left, limit);
    }
    // What stays must fit beside the smallest summary; results that nobody has read are clipped for it.
    let mut edits = edits;
    let stays = |edits: &[Edit]| fit::kept_tokens(&history, head, cut.index, edits) + fit::SUMMARY_TOKENS_MIN as f64;
    if stays(&edits) > limit {
        let clipped = room::clip_live(&history, messages, cut.index, stays(&edits) - limit, &edits);
        edits.extend(clipped);
        edits.sort_by_key(|edit| edit.part);
        if stays(&edits) > limit {
            let floor = turn.overhead_tokens + adapt::weighted_tokens(stays(&edits).ceil() as u64, weight);
            return unreachable(report, floor);
        }
    }
    let span = Span { head, split: cut.index, record_end: cut.index };
    let plan = Plan {
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

/// A run that can summarise nothing.
struct Rest<'a, V> {
    history: History,
    messages: &'a V,
    turn: Turn,
    report: Report,
    edits: Vec<Edit>,
    why: Told,
}

/// Where nothing can be summarised: clears what is old; clips what nobody has read if that is not enough; else says that nothing helps.
fn at_the_limit<V: View>(rest: Rest<'_, V>, left: f64, limit: f64) -> Begun {
    let Rest { history, messages, turn, report, mut edits, why } = rest;
    let hook = Some(trigger_name(&turn));
    if left > limit {
        let clipped = room::clip_live(&history, messages, 0, left - limit, &edits);
        let saved: f64 = clipped.iter().map(|edit| edit.tokens).sum();
        if left - saved > limit {
            let floor = turn.overhead_tokens + adapt::weighted_tokens((left - saved).ceil() as u64, report.size.weight);
            return unreachable(report, floor);
        }
        edits.extend(clipped);
        edits.sort_by_key(|edit| edit.part);
    }
    if edits.is_empty() {
        return noop(None, report, why);
    }
    Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) }
}

/// Nothing legal is small enough.
fn unreachable(mut report: Report, floor: u64) -> Begun {
    report.size.floor = floor;
    let text = format!("what must stay takes {floor} tokens, more than the window leaves: do not send; shorten the messages or use a larger window");
    report.reason = Reason::new("floor_above_window", text);
    Begun { trigger: None, step: Step::Finish(Ending::Unreachable, Box::new(report)) }
}
/// The weight of estimates after the provider's report for the last request, if the option `calibration` is on. Source: G-79.
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
