//! Building block: a snapshot of lists, brought up to date by a delta within a budget (G-76).
//!
//! Unlike the source a failing call consumes nothing (B-13), an entry that cannot be used is left out alone and told (B-14), and
//! the state stands in the history itself, so that there is nothing beside it that could be lost or rejected (B-33). An answer
//! that is no delta, or that says nothing of the record, is not taken for one: a whole snapshot is asked for instead.

use super::action::{Answer, SummaryRequest};
use super::ask;
use super::course::{self, Pending, Phase, Step};
use super::install::Outcome;
use super::report::DeltaReport;
use super::Status;
use crate::config::{Config, SnapshotUpdate, Summarizer};
use crate::delta::{self, is_pressed, merge, Merged, State};
use crate::snapshot::Snapshot;
use serde_json::{json, Value};

/// Whether snapshots are lists that deltas bring up to date. The embedded summariser merges without a model, within its own room.
pub(super) fn by_deltas(config: &Config) -> bool {
    config.snapshot_update == SnapshotUpdate::Delta && config.summarizer == Summarizer::Host
}

/// The first step where a snapshot stands already: only what changed is asked for; `whole` stands by.
pub(super) fn ask(mut pending: Pending, previous: &Snapshot, whole: SummaryRequest, record: String) -> Step {
    let config = pending.history.config();
    let state = State::of(previous);
    let pressed = is_pressed(state.tokens(config), config.snapshot_budget_tokens);
    let request = ask::delta_request(&pending, &state, pressed, &record);
    let record = config.verify_summary.then_some(record);
    pending.phase = Phase::Delta { state, whole: Box::new(whole), record };
    Step::Summarize(Box::new(pending), Box::new(request))
}

pub(super) fn answered(mut pending: Pending, state: &State, whole: Box<SummaryRequest>, record: Option<String>, answer: Answer<'_>) -> Step {
    match merged(&pending, state, answer.text) {
        Ok(merged) => {
            let snapshot = merged.state.snapshot();
            pending.report.delta = Some(DeltaReport::of(merged, None));
            // The provider counted the delta; what stands in the history is the state.
            course::settle(pending, snapshot, Answer::default())
        }
        Err(refused) => {
            pending.report.delta = Some(DeltaReport { refused: Some(refused), ..DeltaReport::default() });
            match Snapshot::parse(answer.text) {
                Ok(snapshot) => course::install(pending, snapshot, answer),
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
    let merged = within(pending, state, Some(&delta))?;
    // What was removed with nothing put in its place would leave no trace of the record.
    if merged.added == 0 {
        return Err("the delta adds nothing");
    }
    Ok(merged)
}

fn within(pending: &Pending, state: &State, delta: Option<&Value>) -> Result<Merged, &'static str> {
    let config = pending.history.config();
    merge(&&json!(state), delta.as_ref(), config.snapshot_budget_tokens, config).map_err(|_| "the delta is no object")
}

/// A whole snapshot as lists within the budget; refused if the budget leaves nothing of it.
pub(super) fn settle(mut pending: Pending, snapshot: &Snapshot, answer: Answer<'_>) -> Step {
    let refused = pending.report.delta.take().and_then(|report| report.refused);
    match within(&pending, &State::of(snapshot), None) {
        Ok(merged) if !merged.state.is_empty() => {
            let snapshot = merged.state.snapshot();
            pending.report.delta = Some(DeltaReport { merged: false, ..DeltaReport::of(merged, refused) });
            course::settle(pending, snapshot, answer)
        }
        _ => {
            let mut report = pending.report;
            report.reason = "the budget of the snapshot leaves nothing of it".to_owned();
            Step::Settle(Box::new(Outcome::Refused(Status::FailedEmptySummary, Box::new(report))))
        }
    }
}
