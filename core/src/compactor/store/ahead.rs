//! Building block: what a plan takes out of the history is stored first. Then the plan is made
//! anew, with the places of the originals.
//!
//! An output that cannot be stored is not cleared. Only where the prompt would not fit otherwise,
//! it is cut all the same, and the report tells.
//!
//! Messages that become a summary are stored as one text once the plan rests, and the summary names
//! its place. If they cannot be stored, they become a summary all the same: a prompt that does not
//! fit cannot be sent.

use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Action;
use crate::compactor::contract::report::{Report, StoredOutputs};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::stages::pins::copy_of_read;
use crate::compactor::state::memory::Memory;
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
pub type Again = fn(ConfiguredHistory, &Value, CompactArgs, &Memory, &Kept) -> Run;

/// A run that waits for the host's store.
#[derive(Clone)]
pub struct Ahead {
    history: ConfiguredHistory,
    messages: Value,
    turn: CompactArgs,
    memory: Memory,
    /// The report as it is so far.
    pub report: Report,
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
    run: Run,
    history: ConfiguredHistory,
    messages: &V,
    (turn, memory): (CompactArgs, &Memory),
    again: Again,
) -> Result<Run> {
    let kept = Kept::default();
    let queue = wanted(&run, &history, messages, &kept);
    let record = if queue.is_empty() {
        record(&run, &history, messages, &kept)
    } else {
        None
    };
    if queue.is_empty() && record.is_none() {
        return Ok(run);
    }
    let Some(report) = run.report().cloned() else {
        return Ok(run);
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
    Ok(Run::of(run.trigger, Ask::Store(Box::new(ahead))))
}

/// The results that leave the history by this run, and were not offered to the store yet.
fn wanted<V: View>(
    run: &Run,
    history: &ConfiguredHistory,
    messages: &V,
    kept: &Kept,
) -> VecDeque<ResultText> {
    let edits = match (run.asks.last(), &run.pending) {
        (Some(Ask::Summary(..)), Some(pending)) => &pending.edits,
        (Some(Ask::Commit(prepared)), _) => &prepared.report.edits,
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

/// What a run makes a summary of, unless it was offered to the store before.
fn record<V: View>(
    run: &Run,
    history: &ConfiguredHistory,
    messages: &V,
    kept: &Kept,
) -> Option<GoneMessages> {
    let gone = gone(run);
    let offered = kept
        .record
        .as_ref()
        .is_some_and(|(offered, _)| *offered == gone);
    (!offered)
        .then(|| GoneMessages::of(history, messages, gone))
        .flatten()
}

/// The messages that go as a whole.
fn gone(run: &Run) -> Vec<usize> {
    match (run.asks.last(), &run.pending) {
        (Some(Ask::Summary(..)), Some(pending)) => (pending.head..pending.split)
            .filter(|index| !pending.pinned.contains(index))
            .collect(),
        (Some(Ask::Commit(prepared)), _) => {
            let splices = prepared.patch.splices.iter();
            let mut gone: Vec<usize> = splices
                .flat_map(|splice| splice.start..splice.start + splice.delete_count)
                .collect();
            gone.sort_unstable();
            gone
        }
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

    /// What follows from the store's answer: a place, or why there is none.
    pub(crate) fn answered(mut self, answer: std::result::Result<&str, &str>) -> Run {
        match self.queue.pop_front() {
            Some(output) => self.note(&output, answer),
            None => self.note_record(answer),
        }
        if !self.queue.is_empty() {
            return Run::of(None, Ask::Store(Box::new(self)));
        }
        let run = (self.again)(
            self.history.clone(),
            &self.messages,
            self.turn.clone(),
            &self.memory,
            &self.kept,
        );
        // With the places in it, the plan may take out more.
        self.queue = wanted(&run, &self.history, &self.messages.as_view(), &self.kept);
        if self.queue.is_empty() && self.records < RECORDS_MAX {
            self.record = record(&run, &self.history, &self.messages.as_view(), &self.kept);
        }
        if self.queue.is_empty() && self.record.is_none() {
            return run;
        }
        Run::of(None, Ask::Store(Box::new(self)))
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
