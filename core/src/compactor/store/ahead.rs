//! Building block: stores content before a plan removes it from the history. Then the run is
//! planned again, with the locators of the originals.
//!
//! If an output cannot be stored, it is cleared without a locator, as without a store. Only an
//! output that would be truncated because it is huge is kept in full.
//!
//! The messages to summarize are stored as one text once no output is left to store, and the
//! summary names their locator. They are summarized even if they cannot be stored: a prompt that
//! does not fit cannot be sent.

use crate::compactor::stages::edits::edited_parts;
use crate::compactor::stages::pins::copy_of_read;
use crate::compactor::store::GoneMessages;
use crate::compactor::{Ask, Kept, Run, Storing};
use crate::host::units::utf16_len;
use crate::reduce::{ResultText, results_among};
use crate::{ConfiguredHistory, Edit, EditAction, Item, expand};
use std::collections::VecDeque;
use std::sync::Arc;

/// Shortest output that is stored, in chars. Chosen here: a shorter one saves hardly more than its
/// place takes.
const OUTPUT_CHARS_MIN: usize = 400;

/// How many times the messages to summarize are offered to the store in one run. Chosen here: once,
/// and again if the run was planned again with other messages.
const RECORDS_MAX: usize = 2;

/// The results that these edits remove from the history, and that were not offered to the store
/// yet.
fn wanted(
    edits: &[Edit],
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    kept: &Kept,
) -> VecDeque<ResultText> {
    let leaves =
        |edit: &&Edit| matches!(edit.action, EditAction::ClearResult | EditAction::CutResult);
    let parts = edited_parts(edits.iter().filter(leaves));
    let is_new = |part: &usize| {
        parts.contains(part) && !kept.places.contains_key(part) && !kept.failed.contains(part)
    };
    let mut results = results_among(history, messages, &|part| is_new(&part));
    results.retain(|result| utf16_len(&result.text) >= OUTPUT_CHARS_MIN);
    // What was told shorter is stored as it came.
    if !results.is_empty() {
        for whole in expand(history, messages) {
            for result in &mut results {
                if result.part == whole.part {
                    result.text.clone_from(&whole.text);
                }
            }
        }
    }
    results.into()
}

impl Storing {
    /// Returns the run unchanged, or a run that first stores the content that it removes.
    pub fn over(mut self, mut run: Run, messages: &Item<'_>) -> Run {
        if self.wants(&run, messages) {
            self.messages = Arc::new(copy_of_read(messages));
            run.asks.push(Ask::Store(Box::new(self)));
        }
        run
    }

    /// Collects the content that this run removes from the history and that was not offered to the
    /// store yet. Returns whether there is any.
    pub fn wants(&mut self, run: &Run, messages: &Item<'_>) -> bool {
        let (edits, gone) = match (run.asks.last(), &run.pending) {
            (Some(Ask::Summary(..)), Some(pending)) => {
                let stays = |index: &usize| pending.pinned.contains(index);
                let span = pending.head..pending.split;
                (&pending.edits, span.filter(|index| !stays(index)).collect())
            }
            (Some(Ask::Commit(prepared)), _) => (&prepared.report.edits, prepared.gone()),
            _ => return false,
        };
        self.queue = wanted(edits, &self.history, messages, &self.kept);
        if self.queue.is_empty() && self.records < RECORDS_MAX {
            let offered = self.kept.record.as_ref();
            if offered.is_none_or(|(offered, _)| *offered != gone) {
                self.record = GoneMessages::of(&self.history, messages, gone);
            }
        }
        !self.queue.is_empty() || self.record.is_some()
    }

    /// Records the store's answer for the summarized messages. If they could not be stored, the
    /// summary has no locator.
    pub fn note_record(&mut self, answer: Result<&str, &str>) {
        let Some(record) = self.record.take() else {
            return;
        };
        self.records += 1;
        let kept = &mut self.kept;
        let place = kept.stored.place(answer);
        kept.stored.messages = place.clone().map(|locator| record.stored(locator));
        kept.record = Some((record.messages, place));
    }

    pub fn note(&mut self, output: &ResultText, answer: Result<&str, &str>) {
        let kept = &mut self.kept;
        let Some(place) = kept.stored.place(answer) else {
            kept.failed.insert(output.part);
            return;
        };
        kept.places.insert(output.part, place.clone());
        self.note_stored(output, place);
    }
}
