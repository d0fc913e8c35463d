//! Building block: a summary of four lists that a delta brings up to date, within a budget.
//!
//! A call that fails loses nothing. An entry of the wrong shape is left out by itself, and the
//! report names it. The lists stand in the history itself, so there is no second place where they
//! could get lost. If the answer is no delta, or if it adds nothing, a whole summary is asked for.

use super::action::{Answer, SummaryRequest};
use super::report::{DeltaReport, Reason};
use super::settle;
use super::step::{Outcome, Pending, Phase, Step, NOT_COUNTED};
use super::Ending;
use super::{ask, judge};
use crate::config::{Config, SnapshotUpdate, Summarizer};
use crate::host::view::AsView;
use crate::notes::accept::judge_change;
use crate::notes::codes::ReasonCode;
use crate::notes::delta::{self, is_pressed, merge, Merged, State};
use crate::notes::memory::Found;
use crate::notes::snapshot::Snapshot;
use serde_json::{json, Value};

/// Whether summaries are updated by deltas. The embedded summariser needs none: it merges an
/// earlier summary without a model.
pub(crate) fn by_deltas(config: &Config) -> bool {
    config.memory_update == SnapshotUpdate::Delta && config.summarize == Summarizer::Host
}

/// Asks only for what has changed since the summary `previous`. `whole` is the request to fall back
/// on.
pub(crate) fn ask(
    mut pending: Pending,
    previous: &Found,
    whole: SummaryRequest,
    record: String,
) -> Step {
    let config = pending.history.config();
    let state = State::of(&previous.snapshot);
    let pressed = is_pressed(state.tokens(config), config.delta_tokens);
    let request = ask::delta_request(&pending, &state, pressed, &record);
    let record = config.second_call.then_some(record);
    pending.phase = Phase::Delta {
        state,
        whole: Box::new(whole),
        record,
    };
    Step::Summarize(Box::new(pending), Box::new(request))
}

pub(crate) fn answered(
    mut pending: Pending,
    state: &State,
    whole: Box<SummaryRequest>,
    record: Option<String>,
    answer: Answer<'_>,
) -> Step {
    match merged(&pending, state, answer.text) {
        Ok(merged) => {
            let snapshot = merged.state.snapshot();
            pending.report.memory.delta = Some(DeltaReport::of(merged, None));
            // The provider counted the tokens of the delta, but the history gets the whole state.
            settle::settle(pending, snapshot, NOT_COUNTED)
        }
        Err(refused) => {
            pending.report.memory.delta = Some(DeltaReport {
                refused: Some(refused),
                ..DeltaReport::default()
            });
            match judge::judged(&mut pending, answer, false).result {
                Ok(snapshot) => bounded(pending, &snapshot, answer),
                Err(_) => {
                    pending.phase = Phase::Summary { record };
                    Step::Summarize(Box::new(pending), whole)
                }
            }
        }
    }
}

fn merged(pending: &Pending, state: &State, answer: &str) -> Result<Merged, &'static str> {
    let delta = delta::read_delta(answer)?;
    let mut told = Vec::new();
    texts_in(&delta, &mut told);
    if let Some(refusal) = judge_change(&told.join("\n"), &pending.asked) {
        return Err(refusal.code.name());
    }
    let merged = within(pending, state, Some(&delta))?;
    // A delta that adds nothing would leave no trace of the messages that it replaces.
    if merged.added == 0 {
        return Err("the delta adds nothing");
    }
    Ok(merged)
}

/// Every text in a value.
fn texts_in<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| texts_in(field, texts)),
        _ => {}
    }
}

fn within(pending: &Pending, state: &State, delta: Option<&Value>) -> Result<Merged, &'static str> {
    let config = pending.history.config();
    let state = json!(state);
    merge(
        &state.as_view(),
        delta.map(AsView::as_view).as_ref(),
        config.delta_tokens,
        config,
    )
    .map_err(|_| "the delta is no object")
}

/// Turns a whole summary into lists within the budget. It is refused if the budget leaves nothing
/// of it.
fn bounded(mut pending: Pending, snapshot: &Snapshot, answer: Answer<'_>) -> Step {
    let refused = pending
        .report
        .memory
        .delta
        .take()
        .and_then(|report| report.refused);
    match within(&pending, &State::of(snapshot), None) {
        Ok(merged) if !merged.state.is_empty() => {
            let snapshot = merged.state.snapshot();
            pending.report.memory.delta = Some(DeltaReport {
                merged: false,
                ..DeltaReport::of(merged, refused)
            });
            settle::settle(pending, snapshot, answer)
        }
        _ => {
            let mut report = pending.report;
            report.reason = Reason::new(
                ReasonCode::SummaryEmpty,
                "the budget of the snapshot leaves nothing of it",
            );
            Step::Settle(Box::new(Outcome::Refused(
                Ending::FailedEmptySummary,
                Box::new(report),
            )))
        }
    }
}

/// Goes on with a good summary. Where summaries are updated by deltas, it is first brought within
/// the budget.
pub(crate) fn stand(pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    if by_deltas(pending.history.config()) {
        return bounded(pending, &snapshot, answer);
    }
    settle::settle(pending, snapshot, answer)
}
