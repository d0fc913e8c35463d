//! The steps of a run: clear old content; if that is not enough, summarize the messages before the
//! cut.

use super::{economy, lengths, pace};
use crate::compactor::model::summarize::Span;
use crate::compactor::stages::begin::trigger_name;
use crate::compactor::stages::payload::{self, LimitCheck};
use crate::compactor::stages::{budget, clearing, clip, cutting, edits, reported, unread};
use crate::compactor::store::Again;
use crate::compactor::{
    BELOW_TRIGGER, Draft, End, FixedReason, Flow, Kept, Memory, NO_CUT, NOTHING_NEW, ONE, Pins,
    Policy, Report, Room, Run, Saved, Sizes, Storing, Strategy, grouped,
};
use crate::cut::split::kept_cut;
use crate::notes::transcript::TranscriptDetail;
use crate::reduce::plan::in_order;
use crate::{
    CompactArgs, Config, ConfiguredHistory, Edit, Fallback, Item, Reason, ReasonCode,
    RelaxedOption, Result, SplitPoint, SplitReason, Summarizer, find_split_point, reduce,
};
use std::borrow::Cow;
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

impl Policy for super::Default {
    fn measure(
        &self,
        history: &ConfiguredHistory,
        turn: &mut CompactArgs,
        memory: &Memory,
    ) -> Result<Sizes> {
        let reported = turn.prompt_tokens;
        let is_new_report = reported.is_some() && reported != memory.acted_on;
        let measured = reported::measure(history, turn, memory);
        let config = history.config();
        let prompt = measured.room(config);
        let trigger = prompt.map_or(0, |room| room.trigger(config));
        let mut report = Report::new(history, measured.used, trigger, measured.around);
        report.trigger = trigger_name(turn);
        report.reported = reported;
        report.size.scale = measured.scale;
        report.size.target = prompt.map_or(0, |room| room.target(config));
        if !measured.is_believed {
            turn.prompt_tokens = None;
        }
        turn.given_overhead = turn.overhead_tokens;
        turn.overhead_tokens = measured.around_in_ours(history.tokens());
        let room = Room::of(&measured.in_ours(config), turn.overhead_tokens);
        let look = clearing::look(history, turn, memory.cache, room, is_new_report);
        report.cache_look = Some(look);
        Ok(Sizes {
            report,
            need: Strategy::Compact,
            room,
        })
    }

    /// Ends a run below the trigger, unless other limits, prices or a pause require reading the
    /// messages.
    fn quick_check(&self, d: &mut Draft<'_>) -> Flow {
        d.require_messages()?;
        let config = d.history.config();
        let is_due = d.report.cache_look.is_some_and(|look| look.is_due);
        let looks = is_due || payload::is_limited(config, &d.turn) || is_idle(config, &d.turn);
        d.nothing_if(!looks && !counts(d), BELOW_TRIGGER)
    }

    /// What a run does, in order. The first stage that has the answer ends it.
    fn stages(&self, d: &mut Draft<'_>) -> Flow {
        self.quick_check(d)?;
        let relief = check_request_limits(d)?;
        clear_below_trigger(d, &relief)?;
        require_new_content(d, &relief)?;
        clear(d, &relief);
        stop_if_sufficient(d, &relief)?;
        no_room(d)?;
        handle_paused_model(d)?;
        let (cut, floor) = cut_that_fits(d);
        require_span(d, cut)?;
        fit_kept_messages(d, floor)?;
        Break(End::Summary(TranscriptDetail::Fitted))
    }

    fn begin(
        &self,
        _this: &'static dyn Policy,
        history: ConfiguredHistory,
        messages: &Item<'_>,
        turn: CompactArgs,
        memory: &Memory,
    ) -> Result<Run> {
        let kept = &Kept::default();
        if !history.config().stores {
            return decide(history, messages, turn, memory, kept);
        }
        let run = decide(history.clone(), messages, turn.clone(), memory, kept)?;
        let again: Again = |history, messages, turn, memory, kept| {
            decide(history, &Item::from(&messages), turn, memory, kept)
        };
        Ok(Storing::new(history, turn, memory, again).over(run, messages))
    }

    fn quick_check_lengths(
        &self,
        lengths: &ConfiguredHistory,
        turn: &CompactArgs,
        memory: &Memory,
    ) -> Option<Run> {
        lengths::quick_check(lengths, turn, memory)
    }
}

fn decide(
    history: ConfiguredHistory,
    messages: &Item<'_>,
    mut turn: CompactArgs,
    memory: &Memory,
    kept: &Kept,
) -> Result<Run> {
    if let Some((_, place)) = &kept.record {
        turn.record_place.clone_from(place);
    }
    let measured = reported::measure(&history, &turn, memory);
    let mut draft = Draft::new(&super::PRESET, Cow::Owned(history), *messages, turn, memory)?;
    // Where the provider counts more than we do, all sizes of the run are in our tokens.
    if let Cow::Owned(config) = measured.in_ours(draft.history.config()) {
        draft.history = Cow::Owned(draft.history.into_owned().with_config(config));
    }
    pace::aim(&mut draft);
    draft.kept = kept.clone();
    let (pinned, ours) = (&draft.turn.pinned, draft.ours());
    draft.pins = Pins::find(&draft.history, messages, pinned, &ours)?;
    let flow = super::PRESET.stages(&mut draft);
    Ok(draft.end(flow))
}

/// Whether the prompt has reached the trigger.
pub(super) fn over(d: &Draft<'_>) -> bool {
    d.report.size.used >= d.report.size.trigger
}

/// Whether the prompt has reached the trigger, or the run is forced.
fn counts(d: &Draft<'_>) -> bool {
    d.turn.force || over(d)
}

/// Checks the other limits of a request: bytes, images, pixels.
fn check_request_limits(d: &mut Draft<'_>) -> ControlFlow<End, LimitCheck> {
    d.report.stored = d.kept.stored.clone();
    let relief = payload::relief(&d.history, &d.messages, &d.turn, &d.pins);
    if let Some((most, floor)) = relief.beyond {
        let text = format!(
            "the content that must be kept takes {floor} bytes, more than the {most} of a request: don't send it; shorten the messages"
        );
        return Break(End::TooLarge(Reason::new(
            ReasonCode::OverRequestLimit,
            text,
        )));
    }
    if let Some(why) = relief.trigger.filter(|_| !counts(d)) {
        d.report.trigger = why;
    }
    Continue(relief)
}

/// Below every trigger. What old results have cost decides whether they go. After a pause the
/// provider's cache is cold, so clearing costs nothing that was not lost already.
fn clear_below_trigger(d: &mut Draft<'_>, relief: &LimitCheck) -> Flow {
    if counts(d) || relief.trigger.is_some() {
        return Continue(());
    }
    let config = d.history.config();
    let edits = if d.report.cache_look.is_some_and(|look| look.is_due) {
        economy::cleared(d)
    } else if is_idle(config, &d.turn) && config.clears() {
        economy::all_cleared(d)
    } else {
        Vec::new()
    };
    d.edits = d.restored(edits);
    let tokens = d.edits.iter().map(|edit| edit.tokens).sum::<f64>();
    let saved = tokens - reduce::thinking_in(&d.edits).1;
    let is_little = d
        .room
        .is_some_and(|room| saved < room.tokens as f64 * reduce::MIN_FREED_SHARE);
    if !d.edits.is_empty() && !is_little {
        return Break(End::Edits);
    }
    // None of what is due can be cleared. It is considered again when it has cost as much again.
    if let Some(look) = d.report.cache_look.as_mut() {
        look.next.micros = 0;
    }
    Break(End::Nothing(BELOW_TRIGGER))
}

/// A forced run needs something that is new.
fn require_new_content(d: &Draft<'_>, relief: &LimitCheck) -> Flow {
    let is_asked_for = !over(d) && relief.trigger.is_none();
    d.nothing_if(is_asked_for && !has_news(d), NOTHING_NEW)
}

/// Clears old results and media, and clips one result that the window cannot hold.
fn clear(d: &mut Draft<'_>, relief: &LimitCheck) {
    let config = d.history.config();
    let clears = config.clears() && (counts(d) || !relief.suffices_with(&[]));
    let edits = if clears {
        economy::all_cleared(d)
    } else {
        Vec::new()
    };
    let mut edits = relief.joined(edits);
    if clears && config.stores {
        edits.extend(clip::clip_huge(d, &edits));
        in_order(&mut edits);
    }
    // What points at a result that goes is written out, and then less is saved.
    d.edits = d.restored(edits.clone());
    // Where prices are known, each clearing costs the cache, so all that is old goes at once.
    if over(d) && !d.turn.force && d.history.config().cache_prices.is_none() {
        stop_at_target(d, relief, edits);
    }
    d.report_pins();
}

/// How often fewer edits are tried. Chosen here: what is written out is mostly less than that.
const TRIES: usize = 4;

/// If clearing alone reaches the target, clears no more than that takes.
fn stop_at_target(d: &mut Draft<'_>, relief: &LimitCheck, edits: Vec<Edit>) {
    let Some(target) = target(d).filter(|target| meets(d, *target)) else {
        return;
    };
    let order = economy::Order::of(d, edits);
    let mut excess = d
        .report
        .in_ours(d.report.size.used.saturating_sub(target) as f64);
    for _ in 0..TRIES {
        let few = d.restored(order.saving(excess));
        let left = d.used_after(&few);
        if left <= target && relief.suffices_with(&few) {
            d.edits = few;
            return;
        }
        // Lines that were written out, or thoughts that went, made it another size.
        excess += d.report.in_ours((left.saturating_sub(target) + 1) as f64);
    }
}

/// Whether the prompt meets the target once the edits are made.
fn meets(d: &Draft<'_>, target: u64) -> bool {
    d.used_after(&d.edits) <= target
}

fn target(d: &Draft<'_>) -> Option<u64> {
    d.room.map(|_| d.report.size.target)
}

/// Clearing alone reaches the target, and every other limit.
fn stop_if_sufficient(d: &Draft<'_>, relief: &LimitCheck) -> Flow {
    // Where only another limit is reached, the tokens are no reason to do more.
    let target = if over(d) {
        target(d).unwrap_or(0)
    } else {
        u64::MAX
    };
    let may_rest = !d.edits.is_empty() || (relief.trigger.is_some() && !over(d));
    if d.turn.force || !may_rest || !meets(d, target) || !relief.suffices_with(&d.edits) {
        return Continue(());
    }
    d.nothing_if(d.edits.is_empty(), NOTHING_TO_DROP)?;
    Break(End::Edits)
}

/// Ends the run if the overhead and the response fill the window, since no summary helps then. Old
/// content is still cleared.
fn no_room(d: &mut Draft<'_>) -> Flow {
    if d.room.is_none_or(|room| room.most() > 0) {
        return Continue(());
    }
    give_way(d, 0);
    beyond_window(d)
}

/// Ends with what can be cleared, though it does not make the list fit.
fn beyond_window(d: &mut Draft<'_>) -> Flow {
    let reason = over_window(d, d.left());
    if d.edits.is_empty() {
        return Break(End::TooLarge(reason));
    }
    d.report.overflow = Some(reason);
    Break(End::Edits)
}

/// Checks whether the model is paused. If no fallback is allowed either, the run only clears.
fn handle_paused_model(d: &mut Draft<'_>) -> Flow {
    let config = d.history.config();
    let rests = d.memory.rest > 0 && !d.turn.force && config.summarize == Summarizer::Host;
    d.rests = rests.then(|| Reason::new(RESTS.0, RESTS.1));
    if !rests || config.fallback != Fallback::None {
        return Continue(());
    }
    if d.frees_enough() && d.left() <= d.limit() {
        return Break(End::Edits);
    }
    d.report.memory.fallback = d.rests.take();
    at_the_limit(d, RESTS)
}

/// The reason of a run that calls no model because the last answers were unusable.
const RESTS: FixedReason = (
    ReasonCode::SummarizerPaused,
    "the last summaries failed, so the model isn't called for a while",
);

/// Finds the cut: by the options, or later if the kept part would not fit the target. Also returns
/// the least tokens of the summary.
fn cut_that_fits(d: &mut Draft<'_>) -> (SplitPoint, u64) {
    let ours = d.ours();
    let (history, config) = (&d.history, d.history.config());
    let goal = budget::goal_tokens(config, d.turn.overhead_tokens);
    let cut = config.keep.map_or_else(
        || find_split_point(history),
        |keep| kept_cut(history, keep, d.room.map(|room| room.tokens)),
    );
    // Where `keep` covers all messages it gives way too, unless the target is met with them.
    let asked = cut.index;
    let covers_all = cut.reason == SplitReason::Nothing;
    let meets = target(d).is_none_or(|target| meets(d, target));
    let keeps_all = covers_all && meets && !d.turn.refused_tokens;
    let estimated = goal.is_some_and(|goal| d.left() > goal as f64);
    let cut = if covers_all && !keeps_all && !estimated {
        // The estimates do not show how much must go, so it is as much as without `keep`.
        find_split_point(history)
    } else {
        cut
    };
    // What the host asked to keep gives way where the target cannot be reached with it.
    if config.keep_user_tokens > 0 {
        let most = config
            .keep_user_tokens
            .min(goal.map_or(u64::MAX, |goal| goal / 2));
        d.pins.pin_user(history, &d.messages, most, &ours);
    }
    // Where `keep` covers all messages, the notes are looked for in all of them.
    let end = match cut.reason {
        SplitReason::Nothing => history.len(),
        _ => cut.index,
    };
    let head = d.span.head;
    let floor = budget::floor_tokens(history, &d.turn, &ours, (head, end));
    let cut = goal
        .filter(|_| !keeps_all)
        .map_or(cut, |most| cutting::cut_to_fit(d, cut, floor, most));
    if config.keep.is_some() && cut.index > asked {
        d.report.cut.relaxed.push(RelaxedOption::Keep);
    }
    let cut = unread::keep_unread(history, cut);
    d.pinned = d.pins.between(head, cut.index);
    d.report.cut.stayed.clone_from(&d.pinned);
    d.cut_at(cut);
    (cut, floor)
}

/// Ends the run without a summary if too little precedes the cut, or only our own summary and
/// pinned messages.
fn require_span(d: &mut Draft<'_>, cut: SplitPoint) -> Flow {
    let Span { head, split, .. } = d.span;
    let all_pinned = (d.pinned.len() == split.saturating_sub(head)).then_some(NO_CUT);
    let may_go = d.left() > d.limit()
        || !unread::is_only_summary(&d.history, &d.messages, (head, split, &d.pinned), &d.ours());
    let idle = all_pinned.or((!may_go).then_some(NOTHING_NEW));
    match d.no_summary_reason(cut).or(idle) {
        Some(why) => at_the_limit(d, why),
        None => Continue(()),
    }
}

/// Makes the kept messages fit next to the summary; results are truncated for that. So are those
/// before the cut, which are kept if no summary can be made.
fn fit_kept_messages(d: &mut Draft<'_>, floor: u64) -> Flow {
    let Span { head, split, .. } = d.span;
    let (config, limit) = (d.history.config(), d.limit());
    let goal = budget::goal_tokens(config, d.turn.overhead_tokens).unwrap_or(u64::MAX);
    let summary = if config.summarize == Summarizer::Extractive {
        floor.max(budget::SUMMARY_TOKENS_MIN)
    } else {
        budget::model_tokens(config, Some(goal), floor)
    };
    let clears = config.clears();
    let request = d.request();
    let restated = request.filter(|request| d.pinned.binary_search(&request.message).is_err());
    let around = cutting::restated_tokens(d, split, restated) + written_out(d, head..split);
    let around = around as f64 + d.pins.tokens(&d.history, head, split);
    let stays = |d: &Draft<'_>, summary: u64| {
        edits::kept_tokens(&d.history, head, split, &d.edits) + summary as f64 + around
    };
    // What was read goes before anything is clipped that was not.
    if stays(d, summary) > limit {
        give_way(d, split);
    }
    let excess = stays(d, summary) - limit;
    if excess > 0.0 {
        clip(d, split, excess);
        let least = stays(d, budget::SUMMARY_TOKENS_MIN);
        if least > limit {
            // It is made as small as it gets all the same.
            d.report.overflow = Some(over_window(d, least));
        }
    }
    let excess = d.left() - limit;
    if clears && excess > 0.0 {
        clip(d, 0, excess);
    }
    in_order(&mut d.edits);
    d.report_pins();
    Continue(())
}

/// Truncates results in the messages `from..` until `excess` tokens are saved.
fn clip(d: &mut Draft<'_>, from: usize, excess: f64) {
    let clipped = clip::clip_kept(d, from, excess);
    d.edits.extend(clipped);
}

/// What is said where a limit is near and all that counts against it must stay.
const NOTHING_TO_DROP: FixedReason = (
    ReasonCode::NothingToClear,
    "a request limit is near, but nothing that counts toward it can be removed",
);

/// A forced run changes nothing if the messages that came since the last summary have less than
/// this share of its tokens. Chosen here: each summary of a summary loses a little.
const NEWS_SHARE: f64 = 0.05;

/// Whether a forced run has new content: the list has no summary yet, enough messages came since
/// the last one, or the user passes instructions for the next one.
fn has_news(d: &Draft<'_>) -> bool {
    let (history, ours) = (&d.history, d.ours());
    let Some(notes) = ours.previous(0, history.len()) else {
        return true;
    };
    let known = d.memory.summarized_messages;
    let behind = notes.message + 1;
    let from = if (behind..=history.len()).contains(&known) {
        known
    } else {
        behind
    };
    let new = history.tokens_between(from, history.len()) as f64;
    d.turn.instructions.is_some()
        || new >= history.message_tokens(notes.message) as f64 * NEWS_SHARE
}

/// The tokens of lines that are written out in what stays where these messages go as a whole.
fn written_out(d: &Draft<'_>, gone: Range<usize>) -> u64 {
    let in_tail = |edits: &[Edit]| {
        Saved::of(edits.iter().filter(|edit| edit.message >= gone.end)).written_out
    };
    let edits = d.edits.clone();
    let restored = reduce::restore_pointers(&d.history, &d.messages, edits, gone.clone());
    in_tail(&restored).saturating_sub(in_tail(&d.edits))
}

/// The pause after which no provider's cache is valid, if no prices set its lifetime, in minutes.
/// Source: qwen-code.
const IDLE_MINUTES: f64 = 60.0;

/// Whether the conversation has paused for so long that the provider's cache is cold.
pub fn is_idle(config: &Config, turn: &CompactArgs) -> bool {
    let since = turn.idle_minutes.unwrap_or(0.0);
    config.cache_prices.is_none() && since >= IDLE_MINUTES
}

/// If nothing can be summarized: clears old content; truncates results if that is not enough;
/// otherwise reports that nothing helps.
fn at_the_limit(d: &mut Draft<'_>, why: FixedReason) -> Flow {
    give_way(d, 0);
    let excess = d.left() - d.limit();
    if excess > 0.0 {
        clip(d, 0, excess);
        in_order(&mut d.edits);
        if d.left() > d.limit() {
            return beyond_window(d);
        }
    }
    d.report_pins();
    d.nothing_if(!d.frees_enough(), why)?;
    Break(End::Edits)
}

/// Also clears results that `keep_tool_results` protects, the oldest first, except unread ones.
/// Those before message `from` become part of a summary.
fn give_way(d: &mut Draft<'_>, from: usize) {
    let more = economy::clear_protected(d);
    if more.iter().any(|edit| edit.message >= from) {
        d.report.cut.relaxed.push(RelaxedOption::KeepToolResults);
    }
    if !more.is_empty() {
        d.edits.extend(more);
        in_order(&mut d.edits);
        let edits = std::mem::take(&mut d.edits);
        d.edits = d.restored(edits);
    }
}

/// The reason for a list that cannot be made small enough: `tokens` of messages must be kept. It
/// names everything that takes tokens of the window.
fn over_window(d: &mut Draft<'_>, tokens: f64) -> Reason {
    d.report_pins();
    let scale = d.report.size.scale.max(ONE) as f64 / ONE as f64;
    let told = |tokens: f64| grouped((tokens * scale).ceil() as u64);
    let config = d.history.config();
    let window = config.context_window.unwrap_or(0);
    let (given, around) = (d.turn.given_overhead, d.turn.overhead_tokens);
    let unlisted = around.saturating_sub(given);
    d.report.size.floor = ((around as f64 + tokens) * scale).ceil() as u64;
    let pinned = &d.report.pinned;
    let pins = pinned.largest.as_ref().map_or(String::new(), |largest| {
        format!(
            " ({} of them pinned, the most at {largest})",
            grouped(pinned.tokens)
        )
    });
    let missed = match config.reserve_tokens {
        Some(_) => "for errors of the estimate",
        None => "for the response",
    };
    let takers = [
        (
            config.reserve(),
            "for the response (`reserve_tokens`, or a provider error)",
        ),
        (d.room.map_or(0, |room| room.free), missed),
        (given, "for system prompt and tools"),
        (unlisted, "for other tokens in the provider's usage"),
    ];
    let takers: String = takers
        .into_iter()
        .filter(|(tokens, _)| *tokens > 0)
        .map(|(tokens, what)| format!(", less {} {what}", told(tokens as f64)))
        .collect();
    let text = format!(
        "the content that must be kept takes {} tokens{pins}, more than the window of {}{takers}: don't send it; shorten that content or use a larger window",
        told(tokens),
        told(window as f64),
    );
    Reason::new(ReasonCode::OverWindow, text)
}
