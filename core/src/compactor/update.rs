//! Building block: a snapshot of lists, brought up to date by a delta within a budget (G-76).
//!
//! Unlike the source a failing call consumes nothing (B-13), an entry that cannot be used is left out alone and told (B-14), and
//! the state stands in the history itself, so that there is nothing beside it that could be lost or rejected (B-33). An answer
//! that is no delta, or that says nothing of the record, is not taken for one: a whole snapshot is asked for instead.

use super::action::{Answer, SummaryRequest};
use super::report::{DeltaReport, Reason};
use super::settle;
use super::step::{Outcome, Pending, Phase, Step, NOT_COUNTED};
use super::Ending;
use super::{ask, judge};
use crate::config::{Config, SnapshotUpdate, Summarizer};
use crate::notes::accept::judge_change;
use crate::notes::delta::{self, is_pressed, merge, Merged, State};
use crate::notes::snapshot::Snapshot;
use serde_json::{json, Value};

/// Whether snapshots are lists that deltas bring up to date. The embedded summariser merges without a model, within its own room.
pub(crate) fn by_deltas(config: &Config) -> bool {
    config.memory_update == SnapshotUpdate::Delta && config.summarize == Summarizer::Host
}

/// The first step where a snapshot stands already: only what changed is asked for; `whole` stands by.
pub(crate) fn ask(mut pending: Pending, previous: &Snapshot, whole: SummaryRequest, record: String) -> Step {
    let config = pending.history.config();
    let state = State::of(previous);
    let pressed = is_pressed(state.tokens(config), config.delta_tokens);
    let request = ask::delta_request(&pending, &state, pressed, &record);
    let record = config.second_call.then_some(record);
    pending.phase = Phase::Delta { state, whole: Box::new(whole), record };
    Step::Summarize(Box::new(pending), Box::new(request))
}

pub(crate) fn answered(mut pending: Pending, state: &State, whole: Box<SummaryRequest>, record: Option<String>, answer: Answer<'_>) -> Step {
    match merged(&pending, state, answer.text) {
        Ok(merged) => {
            let snapshot = merged.state.snapshot();
            pending.report.memory.delta = Some(DeltaReport::of(merged, None));
            // The provider counted the delta; what stands in the history is the state.
            settle::settle(pending, snapshot, NOT_COUNTED)
        }
        Err(refused) => {
            pending.report.memory.delta = Some(DeltaReport { refused: Some(refused), ..DeltaReport::default() });
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
        return Err(refusal.code);
    }
    let merged = within(pending, state, Some(&delta))?;
    // What was removed with nothing put in its place would leave no trace of the record.
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
    merge(&&json!(state), delta.as_ref(), config.delta_tokens, config).map_err(|_| "the delta is no object")
}

/// A whole snapshot as lists within the budget; refused if the budget leaves nothing of it.
fn bounded(mut pending: Pending, snapshot: &Snapshot, answer: Answer<'_>) -> Step {
    let refused = pending.report.memory.delta.take().and_then(|report| report.refused);
    match within(&pending, &State::of(snapshot), None) {
        Ok(merged) if !merged.state.is_empty() => {
            let snapshot = merged.state.snapshot();
            pending.report.memory.delta = Some(DeltaReport { merged: false, ..DeltaReport::of(merged, refused) });
            settle::settle(pending, snapshot, answer)
        }
        _ => {
            let mut report = pending.report;
            report.reason = Reason::new("summary_empty", "the budget of the snapshot leaves nothing of it");
            Step::Settle(Box::new(Outcome::Refused(Ending::FailedEmptySummary, Box::new(report))))
        }
    }
}

/// A good snapshot of a model or of ours; lists are brought within their budget.
pub(crate) fn stand(pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    if by_deltas(pending.history.config()) {
        return bounded(pending, &snapshot, answer);
    }
    settle::settle(pending, snapshot, answer)
}
