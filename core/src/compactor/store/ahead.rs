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
use crate::compactor::contract::report::StoredOutputs;
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::stages::pins::copy_of_read;
use crate::compactor::state::memory::Memory;
use crate::compactor::store;
use crate::compactor::store::GoneMessages;
use crate::configured::ConfiguredHistory;
use crate::host::units::utf16_len;
use crate::host::view::{AsView, View};
use crate::reduce::plan::{Edit, EditAction};
use crate::reduce::{Places, ResultText, results_among};
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

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

/// What the host stores before a plan is carried out. It lies over that plan.
#[derive(Clone)]
pub struct Ahead {
    history: ConfiguredHistory,
    messages: Arc<Value>,
    /// What the host gave with the messages.
    pub turn: CompactArgs,
    memory: Memory,
    kept: Kept,
    queue: VecDeque<ResultText>,
    /// The messages that become a summary, once no output is left to be stored.
    record: Option<GoneMessages>,
    records: usize,
    again: Again,
}

/// The run as it is, or one that first stores what it takes out of the history.
pub(crate) fn or_storing<V: View>(
    mut run: Run,
    history: ConfiguredHistory,
    messages: &V,
    (turn, memory): (CompactArgs, &Memory),
    again: Again,
) -> Run {
    let mut ahead = Ahead {
        history,
        messages: Arc::default(),
        turn,
        memory: memory.clone(),
        kept: Kept::default(),
        queue: VecDeque::new(),
        record: None,
        records: 0,
        again,
    };
    if ahead.wants(&run, messages) {
        ahead.messages = Arc::new(copy_of_read(messages));
        run.asks.push(Ask::Store(Box::new(ahead)));
    }
    run
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

    /// Looks for what leaves the history by this run and was not offered to the store yet.
    fn wants<V: View>(&mut self, run: &Run, messages: &V) -> bool {
        self.queue = wanted(run, &self.history, messages, &self.kept);
        if self.queue.is_empty() && self.records < RECORDS_MAX {
            let gone = gone(run);
            let offered = self.kept.record.as_ref();
            if offered.is_none_or(|(offered, _)| *offered != gone) {
                self.record = GoneMessages::of(&self.history, messages, gone);
            }
        }
        !self.queue.is_empty() || self.record.is_some()
    }

    /// Goes on with the store's answer: a place, or why there is none.
    pub(crate) fn answered(mut self, run: &mut Run, answer: Result<&str, &str>) {
        match self.queue.pop_front() {
            Some(output) => self.note(&output, answer),
            None => self.note_record(answer),
        }
        if self.queue.is_empty() {
            *run = Run {
                trigger: run.trigger,
                ..(self.again)(
                    self.history.clone(),
                    &self.messages,
                    self.turn.clone(),
                    &self.memory,
                    &self.kept,
                )
            };
            // With the places in it, the plan may take out more.
            let messages = Arc::clone(&self.messages);
            if !self.wants(run, &messages.as_view()) {
                return;
            }
        }
        run.asks.push(Ask::Store(Box::new(self)));
    }

    /// The messages stay a summary without a place where the store has none: what does not fit
    /// cannot stay.
    fn note_record(&mut self, answer: Result<&str, &str>) {
        let Some(record) = self.record.take() else {
            return;
        };
        self.records += 1;
        let kept = &mut self.kept;
        let place = kept.told.place(answer);
        kept.told.messages = place.clone().map(|locator| record.stored(locator));
        kept.record = Some((record.messages, place));
    }

    fn note(&mut self, output: &ResultText, answer: Result<&str, &str>) {
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
