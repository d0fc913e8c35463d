//! Building block: from a cut to the model request for a summary, or to the extractive summary.

use super::{ask, judge};
use crate::claims::Claims;
use crate::compactor::stages::edits::{self, with_cleared};
use crate::compactor::stages::finish_summary::finish_summary;
use crate::compactor::stages::{budget, install, unread};
use crate::compactor::{Ask, AwaitingSummary, Draft, FixedReason, Room, Run, Saved, Try};
use crate::host::units::{tokens_from_chars, utf16_len};
use crate::minutes::{Minutes, Span as MinutesSpan};
use crate::notes::accept::Asked;
use crate::notes::memory::{Older, OwnMessages};
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::TranscriptDetail;
use crate::notes::words;
use crate::reduce::plan::lower_marked;
use crate::reduce::{drop_invalid_thinking, restore_pointers};
use crate::{
    CompactArgs, ConfiguredHistory, EditAction, Fallback, Item, Reason, ReasonCode, Summarizer,
    SummaryRequest,
};
use serde_json::Value;
use std::sync::Arc;

/// The share of the replaced tokens that an extractive summary may take without a window. Chosen
/// here: far enough below 1 to be worth it.
const EMBEDDED_SHARE: f64 = 0.25;
/// The share of the replaced tokens, without those of the earlier summary, that it may add to the
/// earlier summary with a window. Chosen here: the target sets the size, but a summary nearly as
/// long as the content it replaces is useless.
const EMBEDDED_SHARE_MAX: f64 = 0.5;

/// The messages to summarize.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// The number of messages kept before the summary.
    pub head: usize,
    /// Index of the first message that is kept after the summary.
    pub split: usize,
    /// The end of the transcript that the summarizer reads.
    pub record_end: usize,
}

/// Returns the run that makes a summary, with its fallbacks below it on the stack.
pub fn summarize(mut draft: Draft<'_>, detail: TranscriptDetail) -> Run {
    let messages = draft.messages;
    let (list, rests) = (draft.summarized_list.take(), draft.rests.take());
    let end = draft.span.record_end;
    let by_model = draft.history.config().summarize == Summarizer::Host && rests.is_none();
    let guards = draft.preset.spec().guards_summary;
    // A plan gets no answer.
    let needs_none = by_model && (draft.turn.is_plan || !guards);
    let mut run = Run::default();
    if guards && !needs_none && draft.frees_enough() {
        run.asks.push(draft.cleared());
    }
    let mut pending = pending(draft);
    pending.report.memory.by_model = by_model;
    pending.report.memory.fallback = rests;
    if !needs_none {
        let (snapshot, claims) = extracted(&pending, &messages);
        pending.claims = claims.map(Arc::new);
        if !by_model {
            let ask = finish_summary(&mut pending, snapshot, None);
            run.pending = Some(Box::new(pending));
            run.follow(ask, |_| false);
            return run;
        }
        if pending.config().fallback == Fallback::Extractive {
            run.asks.push(Ask::Extractive(Box::new(snapshot)));
        }
    }
    let shown = list.as_ref().map_or(messages, Item::from);
    let asking = ask::summary_request(&mut pending, &shown, end, detail);
    ask_first(&mut run, &mut pending, &messages, asking);
    run.pending = Some(Box::new(pending));
    run
}

/// The state that the run keeps while it waits for the summary.
fn pending(draft: Draft<'_>) -> AwaitingSummary {
    let ours = draft.ours();
    let Draft {
        preset,
        history,
        messages,
        turn,
        report,
        edits,
        span: Span { head, split, .. },
        pinned,
        files,
        images,
        known,
        ..
    } = draft;
    let history = history.into_owned();
    // Notes that stay in front of the summary need no second telling.
    let previous = ours.previous(head, split);
    let hidden = |index: usize| index < split && !pinned.contains(&index);
    let (request, media) = latest_request(&history, &messages, hidden, &turn, &ours);
    let kept = edits.iter().filter(|edit| edit.message >= split);
    let kept = restore_pointers(&history, &messages, kept.cloned().collect(), head..split);
    let kept = drop_invalid_thinking(&history, kept, head..split, &pinned);
    // Where an earlier summary told the open request again, the record itself does not hold it.
    let open = request.as_deref().filter(|_| previous.is_some());
    let open = open.map(|request| format!("The user's latest request, still open:\n{request}\n\n"));
    let mut report = with_cleared(report, &kept);
    report.memory.rank = previous.map(|found| found.rank).unwrap_or_default();
    report.memory.damaged = ours
        .is_damaged(split)
        .then(|| Reason::new(DAMAGED.0, DAMAGED.1));
    AwaitingSummary {
        preset,
        latest_request: request,
        request_media: media,
        older: older(&history, &messages, &pinned, split, &ours),
        kept_patch: lower_marked(&history, &kept, &messages, turn.pruned_at.as_ref()),
        kept_saving: Saved::of(&kept),
        edits,
        kept_edits: kept,
        report,
        head,
        split,
        pinned,
        floor_tokens: budget::floor_tokens(&history, &turn, &ours, (head, split)),
        instructions: ask::summary_instructions(history.config(), &turn),
        history,
        turn,
        ours,
        files,
        images,
        asked: Asked::default(),
        rest: Vec::new().into_iter(),
        known: open.unwrap_or_default() + &known,
        claims: None,
    }
}

/// The extractive summary, and the facts to check a model summary against.
fn extracted(pending: &AwaitingSummary, messages: &Item<'_>) -> (Snapshot, Option<Claims>) {
    let (history, kept) = (&pending.history, pending.kept_edits.iter());
    // Results that stay without their content.
    let cleared: Vec<usize> = kept
        .filter(|edit| edit.action == EditAction::ClearResult)
        .map(|edit| edit.part)
        .collect();
    let span = MinutesSpan {
        start: pending.head,
        end: pending.split,
        ours: &pending.ours,
        cleared: &cleared,
        pinned: &pending.pinned,
        hints: &pending.turn.tool_hints,
        said_tokens: budget::said_tokens(pending) as f64,
        beside: pending.latest_request.as_deref(),
    };
    let minutes = Minutes::of(history, messages, &span);
    let place = SummaryRoom::of(pending);
    let measured = |snapshot: &Snapshot| (tokens_of(pending, snapshot) - place.around).max(0.0);
    // It fills its share of the target, or what the kept messages leave of it.
    let snapshot = minutes.remember(place.share.min(place.room), measured);
    let claims = pending.report.memory.by_model.then(|| {
        let mut claims = Claims::of(history, messages, pending.head, &minutes);
        if history.config().check_summary.judges() {
            let model = ask::output_budget(pending, 0) as f64;
            // Where little room is left the model's words don't take all of it.
            let part = |tokens: f64| tokens / budget::MODEL_PARTS as f64;
            let mut least = part(place.room);
            // Where the model's words alone are too long, nothing fits by fewer of the user's.
            let left = place.fits - model;
            if left > part(budget::SUMMARY_TOKENS_MIN as f64) {
                least = least.min(left);
            }
            let room = part(place.share).min((place.room - model).max(least));
            claims.records = Some(minutes.record(room, measured));
        }
        claims
    });
    (snapshot, claims)
}

/// Asks the model, in the way that the preset and the options want.
fn ask_first(
    run: &mut Run,
    pending: &mut AwaitingSummary,
    messages: &Item<'_>,
    (request, record): (SummaryRequest, String),
) {
    let is_plan = pending.turn.is_plan;
    if !is_plan {
        let notes = ask::known_notes(pending);
        pending.asked = judge::asked(pending, &record, notes.as_ref());
    }
    let is_whole = pending.rest.len() == 0;
    let directive = tokens_from_chars(utf16_len(&request.system) as u64, 4.0);
    let follows = is_whole && pending.preset.shares_prefix(pending, directive);
    let checks = pending.config().check_summary.has_second_call();
    let kind = if checks && is_whole && !follows {
        Try::BeforeReview
    } else {
        Try::First
    };
    run.asks.push(Ask::Summary(Box::new(request), kind));
    if follows {
        if !is_plan {
            pending.asked = judge::asked_of_all(pending, messages);
        }
        let shared = ask::shared_request(pending);
        run.asks
            .push(Ask::Summary(Box::new(shared), Try::AfterCachedPrefix));
    }
}

fn tokens_of(pending: &AwaitingSummary, snapshot: &Snapshot) -> f64 {
    install::summary_tokens(pending, snapshot).unwrap_or(f64::INFINITY)
}

/// The space for a summary that conspectus writes, in tokens.
struct SummaryRoom {
    /// Its share of the target.
    share: f64,
    /// Tokens of the target left after the kept messages.
    room: f64,
    /// Tokens of the window left after these messages.
    fits: f64,
    /// Tokens of the text around the summary, in addition to `share` and `room`.
    around: f64,
}

impl SummaryRoom {
    fn of(pending: &AwaitingSummary) -> Self {
        let AwaitingSummary {
            history,
            head,
            split,
            kept_edits: kept,
            ..
        } = pending;
        let config = history.config();
        let span = history.tokens_unrounded(*head, *split);
        // The share is the memory's own: the words around it and the restated request come on top.
        let empty = Snapshot {
            record: "-".to_owned(),
            ..Snapshot::default()
        };
        let inner = config.scale().tokens_of_text(&empty.render()) as f64;
        let around = (tokens_of(pending, &empty) - inner).max(0.0);
        let overhead = pending.turn.overhead_tokens;
        let Some(window) = Room::of(config, overhead) else {
            return Self {
                share: (span * EMBEDDED_SHARE).min(config.max_summary_tokens as f64),
                room: f64::INFINITY,
                fits: f64::INFINITY,
                around,
            };
        };
        let goal = window.target(config) - overhead;
        let carried = budget::carried_tokens(history, &pending.ours, *head, *split);
        // Notes are carried whole: their part of the span does not shrink from run to run.
        let new = (span - carried as f64).max(0.0);
        let worth = carried as f64 + new * EMBEDDED_SHARE_MAX;
        let stays =
            edits::kept_tokens(history, *head, *split, kept) + pending.pinned_tokens() + around;
        let left = goal as f64 - stays;
        let least = budget::least_tokens(config, overhead, stays);
        let room = left.max(budget::beyond_target(left, least, (carried, around)));
        let fits = window.most() as f64 - stays;
        Self {
            share: (budget::notes_tokens(config, Some(goal)) as f64).min(worth),
            room: room.max((pending.floor_tokens as f64).min(fits)),
            fits,
            around,
        }
    }
}

/// Returns the user's last request and its media if the cut would remove them and `restate_request`
/// is set: they are restated after the summary. A request that an earlier summary restated is
/// carried over, so that it survives any number of compactions.
fn latest_request<'v>(
    history: &ConfiguredHistory,
    messages: &Item<'v>,
    hidden: impl Fn(usize) -> bool,
    turn: &CompactArgs,
    ours: &OwnMessages,
) -> (Option<String>, Vec<Value>) {
    let config = history.config();
    let Some((index, words)) = words::last_of_user(history, messages, history.len(), ours) else {
        return (None, Vec::new());
    };
    if !hidden(index) || !config.tuning.restate_request {
        return (None, Vec::new());
    }
    let words = unread::restated_text(config, &words);
    // After a request that was too large, media must go.
    let media = if turn.payload_overflow {
        Vec::new()
    } else {
        words::media_of_user(history, messages, index)
    };
    (Some(words), media)
}

/// Counts the user's kept messages that are older than the removed request: pinned messages before
/// the cut, and messages after the cut that an earlier summary named.
fn older(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    pinned: &[usize],
    split: usize,
    ours: &OwnMessages,
) -> Older {
    let behind = words::older(history, messages, history.len(), ours);
    pinned
        .iter()
        .copied()
        .chain(behind.into_iter().filter(|index| *index >= split))
        .filter_map(|index| words::of_user(history, messages, index, ours))
        .fold(Older::default(), |older, words| Older {
            messages: older.messages + 1,
            chars: older.chars + words.chars().count(),
        })
}

const DAMAGED: FixedReason = (
    ReasonCode::SummaryDamaged,
    "the summary message was changed: the summarizer reads its text as notes of unproven origin",
);
