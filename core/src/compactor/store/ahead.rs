//! Building block: what a plan takes out of the history is stored first. Then the plan is made
//! anew, with the places of the originals.
//!
//! An output that cannot be stored is not cleared. Only where the prompt would not fit otherwise,
//! it is cut all the same, and the report tells.
//!
//! Messages that become a summary are stored as one text once the plan rests, and the summary names
//! its place. If they cannot be stored, they become a summary all the same: a prompt that does not
//! fit cannot be sent.

use crate::compactor::contract::action::Action;
use crate::compactor::contract::report::{Report, StoredOutputs};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::stages::pins::copy_of_read;
use crate::compactor::state::memory::Memory;
use crate::compactor::step::{Begun, Outcome, Step};
use crate::compactor::store;
use crate::compactor::store::GoneMessages;
use crate::configured::ConfiguredHistory;
use crate::error::Result;
use crate::host::units::utf16_len;
use crate::host::view::{AsView, View};
use crate::reduce::plan::{Edit, EditAction};
use crate::reduce::{Places, ResultText, results_among};
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};

/// Shortest output that is stored, in chars. Chosen here: a shorter one saves hardly more than its
/// place takes.
const OUTPUT_CHARS_MIN: usize = 400;

/// What came of the outputs that were to be stored.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// The places of those that are stored.
    pub(crate) places: Places,
    /// The parts whose outputs could not be stored.
    pub(crate) failed: BTreeSet<usize>,
    /// What the report tells.
    pub(crate) told: StoredOutputs,
    /// The messages that were offered to the store last, and their place if they are stored.
    pub(crate) record: Option<(Vec<usize>, Option<String>)>,
}

/// How often messages that become a summary are offered to the store in one run. Chosen here: once,
/// and once more if the plan was made anew with other messages.
const RECORDS_MAX: usize = 2;

/// Makes the plan anew, once outputs are stored.
pub type Again = fn(ConfiguredHistory, &Value, CompactArgs, &Memory, &Kept) -> Begun;

/// A run that waits for the host's store.
#[derive(Clone)]
pub struct Ahead {
    history: ConfiguredHistory,
    messages: Value,
    turn: CompactArgs,
    memory: Memory,
    report: Report,
    kept: Kept,
    queue: VecDeque<ResultText>,
    /// The messages that become a summary, once no output is left to be stored.
    record: Option<GoneMessages>,
    records: usize,
    again: Again,
}

/// The run as it is, or one that first stores what it takes out of the history.
///
/// # Errors
/// Any error of copying the messages, with its place.
pub(crate) fn or_storing<V: View>(
    begun: Begun,
    history: ConfiguredHistory,
    messages: &V,
    (turn, memory): (CompactArgs, &Memory),
    again: Again,
) -> Result<Begun> {
    let kept = Kept::default();
    let queue = wanted(&begun.step, &history, messages, &kept);
    let record = if queue.is_empty() {
        record(&begun.step, &history, messages, &kept)
    } else {
        None
    };
    if queue.is_empty() && record.is_none() {
        return Ok(begun);
    }
    let report = match &begun.step {
        Step::Summarize(pending, _) => pending.report.clone(),
        Step::Settle(outcome) => match &**outcome {
            Outcome::Ready { prepared, .. } => prepared.report.clone(),
            Outcome::Refused(_, report) => (**report).clone(),
        },
        _ => return Ok(begun),
    };
    let ahead = Ahead {
        history,
        messages: copy_of_read(messages),
        turn,
        memory: memory.clone(),
        report,
        kept,
        queue,
        record,
        records: 0,
        again,
    };
    Ok(Begun {
        trigger: begun.trigger,
        step: Step::Ahead(Box::new(ahead)),
    })
}

/// The results that leave the history by this step, and were not offered to the store yet.
fn wanted<V: View>(
    step: &Step,
    history: &ConfiguredHistory,
    messages: &V,
    kept: &Kept,
) -> VecDeque<ResultText> {
    let edits = match step {
        Step::Summarize(pending, _) => &pending.edits,
        Step::Settle(outcome) => match &**outcome {
            Outcome::Ready { prepared, .. } => &prepared.edits,
            Outcome::Refused(..) => return VecDeque::new(),
        },
        _ => return VecDeque::new(),
    };
    let leaves =
        |edit: &&Edit| matches!(edit.action, EditAction::ClearResult | EditAction::CutResult);
    let parts: BTreeSet<usize> = edits.iter().filter(leaves).map(|edit| edit.part).collect();
    let is_new = |part: &usize| {
        parts.contains(part) && !kept.places.contains_key(part) && !kept.failed.contains(part)
    };
    if !parts.iter().any(is_new) {
        return VecDeque::new();
    }
    let results = results_among(history, messages, &|part| is_new(&part));
    results
        .into_iter()
        .filter(|result| utf16_len(&result.text) >= OUTPUT_CHARS_MIN)
        .collect()
}

/// What a step makes a summary of, unless it was offered to the store before.
fn record<V: View>(
    step: &Step,
    history: &ConfiguredHistory,
    messages: &V,
    kept: &Kept,
) -> Option<GoneMessages> {
    let gone = gone(step);
    let offered = kept
        .record
        .as_ref()
        .is_some_and(|(offered, _)| *offered == gone);
    (!offered)
        .then(|| GoneMessages::of(history, messages, gone))
        .flatten()
}

/// The messages that go as a whole by a step.
fn gone(step: &Step) -> Vec<usize> {
    match step {
        Step::Summarize(pending, _) => (pending.head..pending.split)
            .filter(|index| !pending.pinned.contains(index))
            .collect(),
        Step::Settle(outcome) => match &**outcome {
            Outcome::Ready { patch, .. } => {
                let mut gone: Vec<usize> = patch
                    .splices
                    .iter()
                    .flat_map(|splice| splice.start..splice.start + splice.delete_count)
                    .collect();
                gone.sort_unstable();
                gone
            }
            Outcome::Refused(..) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

impl Ahead {
    /// What the host is asked to store.
    pub fn action(&self) -> Option<Action> {
        match self.queue.front() {
            Some(output) => Some(store::asks(&self.history, output)),
            None => self.record.as_ref().map(GoneMessages::action),
        }
    }

    /// What the host gave with the messages.
    pub fn turn_mut(&mut self) -> &mut CompactArgs {
        &mut self.turn
    }

    /// The report as it is so far.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }

    /// What follows from the store's answer: a place, or why there is none.
    pub(crate) fn answered(mut self, answer: std::result::Result<&str, &str>) -> Step {
        match self.queue.pop_front() {
            Some(output) => self.note(&output, answer),
            None => self.note_record(answer),
        }
        if !self.queue.is_empty() {
            return Step::Ahead(Box::new(self));
        }
        let begun = (self.again)(
            self.history.clone(),
            &self.messages,
            self.turn.clone(),
            &self.memory,
            &self.kept,
        );
        // With the places in it, the plan may take out more.
        self.queue = wanted(
            &begun.step,
            &self.history,
            &self.messages.as_view(),
            &self.kept,
        );
        if self.queue.is_empty() && self.records < RECORDS_MAX {
            self.record = record(
                &begun.step,
                &self.history,
                &self.messages.as_view(),
                &self.kept,
            );
        }
        if self.queue.is_empty() && self.record.is_none() {
            return begun.step;
        }
        Step::Ahead(Box::new(self))
    }

    /// The messages stay a summary without a place where the store has none: what does not fit
    /// cannot stay.
    fn note_record(&mut self, answer: std::result::Result<&str, &str>) {
        let Some(record) = self.record.take() else {
            return;
        };
        self.records += 1;
        let kept = &mut self.kept;
        let place = kept.told.place(answer);
        kept.told.messages = place.clone().map(|locator| record.stored(locator));
        kept.record = Some((record.messages, place));
    }

    fn note(&mut self, output: &ResultText, answer: std::result::Result<&str, &str>) {
        let kept = &mut self.kept;
        let Some(place) = kept.told.place(answer) else {
            kept.failed.insert(output.part);
            return;
        };
        let stored = store::stored(&self.history, output, place.clone());
        kept.told.outputs.push(stored);
        kept.places.insert(output.part, place);
    }
}
