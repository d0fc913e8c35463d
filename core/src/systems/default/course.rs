//! The steps of a run: clear what is old; if that is not enough, summarise what lies before the
//! cut.

use super::economy;
use crate::compactor::account::Debt;
use crate::compactor::action::Ending;
use crate::compactor::ahead::{self, Kept};
use crate::compactor::begin::{no_summary_because, noop, trigger_name, FAILURES_MAX};
use crate::compactor::debt;
use crate::compactor::install::clear_only;
use crate::compactor::pins::Pins;
use crate::compactor::report::Saved;
use crate::compactor::report::{Reason, Report, Told, BELOW_TRIGGER, EMPTY_HISTORY, NO_CUT};
use crate::compactor::room::{self, Room};
use crate::compactor::step::{Begun, Ended, Memory, Step};
use crate::compactor::summarize::{summarize, Plan, Span};
use crate::compactor::turn::CompactArgs;
use crate::compactor::words::Promise;
use crate::compactor::PinDetails;
use crate::compactor::{fallback, fit, live, payload, reported};
use crate::config::{Config, Fallback, Summarizer};
use crate::cut::split::{find_split_point, kept_cut, protected_head, SplitReason};
use crate::history::History;
use crate::host::view::{AsView, View};
use crate::notes::codes::ReasonCode;
use crate::notes::memory::Ours;
use crate::notes::transcript::Detail;
use crate::reduce;
use crate::reduce::plan::{in_order, Edit};
use serde_json::Value;
use std::ops::Range;

pub(crate) fn begin<V: View>(
    history: History,
    messages: &V,
    turn: CompactArgs,
    memory: &Memory,
) -> crate::Result<Begun> {
    let pins = Pins::find(
        &history,
        messages,
        &turn.pinned,
        &live::ours(&history, messages, &turn),
    )?;
    if !history.config().stores {
        return Ok(decide(
            history,
            messages,
            turn,
            memory,
            (pins, &Kept::default()),
        ));
    }
    let begun = decide(
        history.clone(),
        messages,
        turn.clone(),
        memory,
        (pins, &Kept::default()),
    );
    ahead::or_storing(begun, history, messages, (turn, memory), again)
}

/// The same plan with what the store gave.
fn again(
    history: History,
    messages: &Value,
    turn: CompactArgs,
    memory: &Memory,
    kept: &Kept,
) -> Begun {
    let messages = &messages.as_view();
    let turn = CompactArgs {
        record_place: kept.record.as_ref().and_then(|(_, place)| place.clone()),
        ..turn
    };
    // The pins were good a moment ago.
    let pins = Pins::find(
        &history,
        messages,
        &turn.pinned,
        &live::ours(&history, messages, &turn),
    )
    .unwrap_or_default();
    decide(history, messages, turn, memory, (pins, kept))
}

/// The sizes by which a run is decided.
struct Sizes {
    room: Option<Room>,
    trigger: u64,
    used: u64,
    report: Report,
}

/// A run that has nothing to do by its sizes.
pub(crate) fn glance(history: &History, turn: &CompactArgs, memory: &Memory) -> Option<Begun> {
    let Sizes {
        trigger,
        used,
        report,
        ..
    } = sizes(history, &mut turn.clone(), memory);
    if history.is_empty() {
        return Some(noop(None, report, EMPTY_HISTORY));
    }
    // Other limits and a pause ask for a look at the messages.
    let is_due = report.account.is_some_and(|account| account.due.is_some());
    let looks = is_due
        || turn.force
        || payload::is_limited(history.config(), turn)
        || is_idle(history.config(), turn);
    (!looks && used < trigger).then(|| noop(None, report, BELOW_TRIGGER))
}

fn sizes(history: &History, turn: &mut CompactArgs, memory: &Memory) -> Sizes {
    let reported = turn.prompt_tokens;
    let is_new_report = reported.is_some() && reported != memory.acted_on;
    let warning = reported::weigh(history, turn, memory.acted_on);
    let config = history.config();
    let unlisted = reported::unlisted_tokens(history, turn, memory.unlisted_tokens);
    turn.overhead_tokens = turn.overhead_tokens.max(unlisted.unwrap_or(0));
    let used = turn.used_tokens(history);
    let room = Room::of(config, turn.overhead_tokens);
    let trigger = room.map_or(0, |room| room.trigger(config));
    let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(turn);
    report.reported = reported;
    report.warnings.extend(warning);
    report.size.target = fit::goal_tokens(config, turn.overhead_tokens)
        .map_or(0, |goal| goal + turn.overhead_tokens);
    report.unlisted_tokens = unlisted;
    report.account = Some(debt::look(history, turn, memory.debt, room, is_new_report));
    Sizes {
        room,
        trigger,
        used,
        report,
    }
}

fn decide<V: View>(
    history: History,
    messages: &V,
    mut turn: CompactArgs,
    memory: &Memory,
    (mut pins, kept): (Pins, &Kept),
) -> Begun {
    let Sizes {
        room,
        trigger,
        used,
        mut report,
    } = sizes(&history, &mut turn, memory);
    if history.is_empty() {
        return noop(None, report, EMPTY_HISTORY);
    }
    let config = history.config().clone();
    let force = turn.force;
    report.stored = kept.told.clone();
    let rests = (memory.rest > 0 && !force && config.summarize == Summarizer::Host)
        .then(fallback::model_rests);
    let stuck = rests.is_some() && config.fallback == Fallback::None;
    let relief = payload::relief(&history, messages, &turn, &pins);
    (report.size.bytes, report.size.images) = (
        relief.load.map(|load| load.bytes),
        relief.load.map(|load| load.images),
    );
    let pressed = relief.trigger.is_some();
    if let Some((most, floor)) = relief.beyond {
        return too_many_bytes(report, most, floor);
    }
    if !force && used < trigger && !pressed {
        return at_rest(
            history,
            messages,
            turn,
            report,
            (room, &memory.debt),
            (&pins, kept),
        );
    }
    if let Some(why) = relief.trigger.filter(|_| !force && used < trigger) {
        report.trigger = why;
    }
    let ours = live::ours(&history, messages, &turn);
    if force && used < trigger && !pressed && !has_news(&history, &turn, memory, &ours) {
        return noop(None, report, NOTHING_NEW);
    }
    let cause = Some(report.trigger);
    let clears = config.clears() && (force || used >= trigger || !relief.suffices_with(&[]));
    let request = live::open_request(&history, messages, &ours);
    let edits = live::keep_request(
        if clears {
            economy::all_cleared(&history, messages, &turn, kept)
        } else {
            Vec::new()
        },
        &history,
        request,
    );
    // What points at a result that goes is written out, and then less is saved.
    let mut edits = relief.joined(pins.allowed(edits));
    if clears && config.stores {
        edits.extend(room::clip_huge(
            &history,
            messages,
            (&pins, kept),
            room.map_or(0, |room| room.tokens),
            &edits,
        ));
        in_order(&mut edits);
    }
    let mut edits = reduce::hold(&history, messages, edits, 0..0);
    report.pinned = pins.report(&history, &edits);
    let saved = Saved::of(&edits).left();
    // Where only another limit is reached, the tokens are no reason to do more.
    let target = if used < trigger {
        u64::MAX
    } else {
        room.map_or(0, |room| room.target(&config))
    };
    let may_rest = !edits.is_empty() || (pressed && used < trigger);
    let clearing_suffices =
        may_rest && used.saturating_sub(saved) <= target && relief.suffices_with(&edits) && !force;
    if clearing_suffices && edits.is_empty() {
        return noop(None, report, NOTHING_TO_DROP);
    }
    // In the estimates of messages: what the window leaves for them.
    let limit = room.map_or(f64::INFINITY, |room| room.tokens as f64);
    let left = |edits: &[Edit]| fit::kept_tokens(&history, 0, 0, edits);
    if clearing_suffices
        || (stuck && fit::frees_enough(&history, &edits, &turn) && left(&edits) <= limit)
    {
        return Begun {
            trigger: cause,
            step: Step::Settle(Box::new(clear_only(
                history, &edits, messages, &turn, report,
            ))),
        };
    }
    if stuck {
        report.memory.fallback = rests;
        return at_the_limit(
            Rest {
                history,
                messages,
                turn,
                report,
                edits,
                why: fallback::RESTS,
                pins,
                kept,
            },
            limit,
        );
    }
    let head = protected_head(&history);
    let goal = fit::goal_tokens(&config, turn.overhead_tokens);
    let limit_of_messages = room.map(|room| room.tokens);
    let cut = config.keep.map_or_else(
        || find_split_point(&history),
        |keep| kept_cut(&history, keep, limit_of_messages),
    );
    // Where `keep` covers all messages it gives way too, unless the target is met with them.
    let asked = cut.index;
    let covers_all = cut.reason == SplitReason::Nothing;
    let meets = room.is_none_or(|room| used.saturating_sub(saved) <= room.target(&config));
    let keeps_all = covers_all && meets && !turn.refused_tokens;
    let estimated = goal.is_some_and(|goal| left(&edits) > goal as f64);
    let cut = if covers_all && !keeps_all && !estimated {
        // The estimates do not show how much must go, so it is as much as without `keep`.
        find_split_point(&history)
    } else {
        cut
    };
    // What the host asked to keep gives way where the target cannot be reached with it.
    if config.keep_user_tokens > 0 {
        let most = goal.map_or(u64::MAX, |goal| goal / 2);
        pins.pin_user(&history, messages, config.keep_user_tokens.min(most), &ours);
    }
    // Where `keep` covers all messages, the notes are looked for in all of them.
    let end = match cut.reason {
        SplitReason::Nothing => history.len(),
        _ => cut.index,
    };
    let floor = fit::floor_tokens(&history, &turn, &ours, (head, end));
    let cut = goal.filter(|_| !keeps_all).map_or(cut, |most| {
        fit::cut_to_fit(&history, cut, (head, &pins), &edits, (request, floor), most)
    });
    if config.keep.is_some() && cut.index > asked {
        report.cut.gave_way.push(Promise::Keep);
    }
    let cut = live::keep_live(&history, cut);
    report.cut.index = Some(cut.index);
    report.cut.reason = Some(cut.reason);
    let pinned = pins.between(head, cut.index);
    let all_pinned = (pinned.len() == cut.index.saturating_sub(head)).then_some(NO_CUT);
    let may_go = left(&edits) > limit
        || !live::is_only_ours(&history, messages, (head, cut.index, &pinned), &ours);
    let idle = all_pinned.or((!may_go).then_some(NOTHING_NEW));
    if let Some(why) = no_summary_because(&history, cut, head).or(idle) {
        return at_the_limit(
            Rest {
                history,
                messages,
                turn,
                report,
                edits,
                why,
                pins,
                kept,
            },
            limit,
        );
    }
    // What stays must fit beside the summary; results are clipped for it.
    let summary = |smallest: bool| {
        if smallest {
            fit::SUMMARY_TOKENS_MIN
        } else if config.summarize == Summarizer::Extractive {
            floor.max(fit::SUMMARY_TOKENS_MIN)
        } else {
            fit::summary_room(&config, goal.unwrap_or(u64::MAX), floor)
        }
    };
    let restated = request.filter(|request| pinned.binary_search(&request.message).is_err());
    let again = fit::restated_tokens(&history, cut.index, restated)
        + written_out(&history, messages, &edits, head..cut.index);
    let around = again as f64 + pins.tokens(&history, head, cut.index);
    let stays = |edits: &[Edit], smallest: bool| {
        fit::kept_tokens(&history, head, cut.index, edits) + summary(smallest) as f64 + around
    };
    if stays(&edits, false) > limit {
        edits.extend(room::clip_kept(
            &history,
            messages,
            (cut.index, &pins, kept),
            stays(&edits, false) - limit,
            &edits,
        ));
        if stays(&edits, true) > limit {
            let floor = turn.overhead_tokens + stays(&edits, true).ceil() as u64;
            return unreachable(report, floor, &pins.report(&history, &edits));
        }
    }
    // If no summary can be had, the results before the cut make room.
    if config.clears() && left(&edits) > limit {
        edits.extend(room::clip_kept(
            &history,
            messages,
            (0, &pins, kept),
            left(&edits) - limit,
            &edits,
        ));
    }
    in_order(&mut edits);
    report.pinned = pins.report(&history, &edits);
    let may_be_refused = fit::frees_enough(&history, &edits, &turn)
        && (rests.is_some() || config.summarize == Summarizer::Extractive);
    let resort = may_be_refused.then(|| (history.clone(), turn.clone(), report.clone()));
    let span = Span {
        head,
        split: cut.index,
        record_end: cut.index,
    };
    let plan = Plan {
        preset: &super::PRESET,
        history,
        messages,
        told: None,
        span,
        edits: &edits,
        turn,
        report,
        detail: Detail::Fitted,
        files: Vec::new(),
        images: Vec::new(),
        known: String::new(),
        rests,
        pinned,
    };
    let clearing = || {
        resort.map(|(history, turn, report)| clear_only(history, &edits, messages, &turn, report))
    };
    Begun {
        trigger: cause,
        step: fallback::or_clearing(summarize(plan), clearing),
    }
}

/// What is said where a limit is near and all that counts against it must stay.
const NOTHING_TO_DROP: Told = (
    ReasonCode::NothingToClear,
    "a limit of the request is near, but nothing that counts against it may go",
);

/// What is said where the notes are all that could be summarised.
const NOTHING_NEW: Told = (
    ReasonCode::NothingNew,
    "too little came since the last summary to write another",
);

/// A forced run does nothing where what came since the last summary, beside what that one kept, is
/// less than this share of it. Chosen here: each summary of a summary loses a little.
const NEWS_SHARE: f64 = 0.05;

/// Whether a forced run has something to do: there is no summary yet, enough came since, or the
/// user says what the next one should keep in mind.
fn has_news(history: &History, turn: &CompactArgs, memory: &Memory, ours: &Ours) -> bool {
    let Some(notes) = ours.previous(0, history.len()) else {
        return true;
    };
    let known = memory.summarized_messages;
    let behind = notes.message + 1;
    let from = if (behind..=history.len()).contains(&known) {
        known
    } else {
        behind
    };
    let new = history.tokens_between(from, history.len()) as f64;
    turn.instructions.is_some() || new >= history.message_tokens(notes.message) as f64 * NEWS_SHARE
}

/// The tokens of lines that are written out in what stays where these messages go as a whole.
fn written_out<V: View>(
    history: &History,
    messages: &V,
    edits: &[Edit],
    gone: Range<usize>,
) -> u64 {
    let in_tail = |edits: &[Edit]| {
        Saved::of(edits.iter().filter(|edit| edit.message >= gone.end)).written_out
    };
    in_tail(&reduce::hold(
        history,
        messages,
        edits.to_vec(),
        gone.clone(),
    ))
    .saturating_sub(in_tail(edits))
}

/// The pause after which no provider's cache is warm, where no prices tell how long it lives, in
/// minutes. Source: qwen-code.
const IDLE_MINUTES: f64 = 60.0;

/// Whether the conversation has paused for so long that the provider's cache is cold.
pub(super) fn is_idle(config: &Config, turn: &CompactArgs) -> bool {
    let since = turn.idle_minutes.unwrap_or(0.0);
    config.cache_prices.is_none() && since >= IDLE_MINUTES
}

/// Below every trigger. What old results have cost decides whether they go. After a pause the
/// provider's cache is cold, so clearing costs nothing that was not lost already.
fn at_rest<V: View>(
    history: History,
    messages: &V,
    turn: CompactArgs,
    mut report: Report,
    (room, state): (Option<Room>, &Debt),
    (pins, kept): (&Pins, &Kept),
) -> Begun {
    let config = history.config();
    let due = report.account.and_then(|account| account.due);
    let edits = match due {
        Some(_) => economy::cleared(&history, messages, &turn, state, (pins, kept)),
        None if is_idle(config, &turn) && config.clears() => {
            pins.allowed(economy::all_cleared(&history, messages, &turn, kept))
        }
        None => Vec::new(),
    };
    let edits = reduce::hold(&history, messages, edits, 0..0);
    let saved = edits.iter().map(|edit| edit.tokens).sum::<f64>() - reduce::thinking_in(&edits).1;
    let is_little = room.is_some_and(|room| saved < room.tokens as f64 * reduce::LEAST_SHARE);
    if edits.is_empty() || is_little {
        if let Some(account) = report.account.as_mut() {
            account.forgive();
        }
        return noop(None, report, BELOW_TRIGGER);
    }
    Begun {
        trigger: Some(report.trigger),
        step: Step::Settle(Box::new(clear_only(
            history, &edits, messages, &turn, report,
        ))),
    }
}

/// A run that can summarise nothing.
struct Rest<'a, V> {
    history: History,
    messages: &'a V,
    turn: CompactArgs,
    report: Report,
    edits: Vec<Edit>,
    why: Told,
    pins: Pins,
    kept: &'a Kept,
}

/// Where nothing can be summarised: clears what is old; clips results if that is not enough; else
/// says that nothing helps.
fn at_the_limit<V: View>(rest: Rest<'_, V>, limit: f64) -> Begun {
    let Rest {
        history,
        messages,
        turn,
        mut report,
        mut edits,
        why,
        pins,
        kept,
    } = rest;
    let cause = Some(trigger_name(&turn));
    let left = |edits: &[Edit]| fit::kept_tokens(&history, 0, 0, edits);
    let used = report.size.used.saturating_sub(Saved::of(&edits).left());
    let more = economy::given_way(&history, messages, &turn, &edits, (&pins, kept, used));
    if !more.is_empty() {
        report.cut.gave_way.push(Promise::KeepToolResults);
        edits.extend(more);
        in_order(&mut edits);
        edits = reduce::hold(&history, messages, edits, 0..0);
    }
    if left(&edits) > limit {
        edits.extend(room::clip_kept(
            &history,
            messages,
            (0, &pins, kept),
            left(&edits) - limit,
            &edits,
        ));
        in_order(&mut edits);
        if left(&edits) > limit {
            let floor = turn.overhead_tokens + left(&edits).ceil() as u64;
            return unreachable(report, floor, &pins.report(&history, &edits));
        }
    }
    report.pinned = pins.report(&history, &edits);
    if !fit::frees_enough(&history, &edits, &turn) {
        return noop(None, report, why);
    }
    Begun {
        trigger: cause,
        step: Step::Settle(Box::new(clear_only(
            history, &edits, messages, &turn, report,
        ))),
    }
}

/// Nothing legal is small enough.
fn unreachable(mut report: Report, floor: u64, pinned: &PinDetails) -> Begun {
    report.size.floor = floor;
    report.pinned = pinned.clone();
    let pins = match &pinned.largest {
        Some(largest) => format!(
            " ({} of them are pinned, most of these at {largest})",
            pinned.tokens
        ),
        None => String::new(),
    };
    let text =
        format!("what must stay takes {floor} tokens{pins}, more than the window leaves: do not send; shorten the messages or use a larger window");
    report.reason = Reason::new(ReasonCode::OverWindow, text);
    Begun {
        trigger: None,
        step: Step::Finish(Ending::Unreachable, Box::new(report)),
    }
}

/// What must stay has more bytes than a request may have.
fn too_many_bytes(mut report: Report, most: u64, floor: u64) -> Begun {
    let text = format!("what must stay takes {floor} bytes, more than the {most} of a request: do not send; shorten the messages");
    report.reason = Reason::new(ReasonCode::OverRequestLimit, text);
    Begun {
        trigger: None,
        step: Step::Finish(Ending::Unreachable, Box::new(report)),
    }
}

/// What the end of a run means for later ones. A model that failed three times in a row is not
/// asked for a while, then asked again: after one run, after two, four, eight, and then every
/// sixteen.
pub(crate) fn learn(memory: &mut Memory, ended: &Ended) {
    match (ended.fallback, ended.status) {
        (Some(ReasonCode::SummarizerPaused), _) => memory.rest = memory.rest.saturating_sub(1),
        (Some(_), _) => model_failed(memory),
        (None, status) if status.failed() => model_failed(memory),
        (None, Ending::Compressed) => (memory.failures, memory.rest) = (0, 0),
        _ => {}
    }
}

/// Longest rest, as a power of two. Chosen here: a model that is back is noticed within sixteen
/// compactions.
const REST_POWER_MAX: u32 = 4;

fn model_failed(memory: &mut Memory) {
    memory.failures = memory.failures.saturating_add(1);
    if let Some(beyond) = memory.failures.checked_sub(FAILURES_MAX) {
        memory.rest = 1 << beyond.min(REST_POWER_MAX);
    }
}
