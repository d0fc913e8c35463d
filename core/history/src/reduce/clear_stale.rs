//! `clear_stale`: results and written arguments that later messages made stale become one-line
//! placeholders. The agent can recover the content from the file or from a later result.
//!
//! | class | cleared |
//! | --- | --- |
//! | stale | a read of a file that was changed later |
//! | superseded | a read whose lines a later read shows, without pointers or truncation |
//! | repeated | a result whose text a later result repeats |
//! | applied | the text that a successful call wrote into a file, unless the call is signed |
//!
//! The newest results and their calls, calls in flight, unread results, truncated results, results
//! with media, and unresolved failures are left unchanged.

mod arguments;
mod classes;
pub(in crate::reduce) mod step;
mod wanted;

use super::condense::restore_pointers;
use super::placeholder::{About, DETAIL_CHARS, placeholder};
use super::plan::{Edit, EditAction, EditReason, in_order};
use super::results::plain_result;
use super::saving::Saving;
use crate::history::History;
use crate::host::item::Item;
use crate::host::units::utf16_len;
use crate::read::media::sanitize_label;
use crate::shape::shapes;
use classes::Classes;
use std::collections::{BTreeMap, BTreeSet};
pub use step::{CallEnd, RequestedLines, Step};
pub use wanted::{ClearStaleOptions, StaleReason};

/// Shortest result that is cleared, in chars. Chosen here, as for condensing.
const RESULT_CHARS_MIN: usize = 400;

shapes! {
    /// Counts of cleared stale content.
    pub struct ClearStaleStats as "ClearStaleDetails": Default, Eq {
        /// Reads of files that were changed later.
        pub changed_later: u64,
        /// Reads whose lines a later read shows.
        pub read_again: u64,
        /// Results that a later result repeats.
        pub repeated: u64,
        /// Calls whose written text is in the file.
        pub written: u64,
        /// Results whose pointers were replaced by the lines themselves.
        pub written_out: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
        /// Estimated tokens of the list afterwards.
        pub tokens_after: u64,
        /// Paths or commands of cleared results. Remove them from your cache of read files.
        pub cleared: Vec<String>,
    }
}

/// Returns the edits that clear stale tool results and written arguments. `wanted` selects the
/// classes and the target size. Parts for which `stays` returns true are left unchanged.
pub fn clear_stale(
    history: &History,
    messages: &Item<'_>,
    steps: &[Step],
    wanted: &ClearStaleOptions,
    stays: &dyn Fn(usize) -> bool,
) -> (Vec<Edit>, ClearStaleStats) {
    let shown = Shown::of(history, messages);
    let open =
        |step: &&Step| shown.is_past(history, step) && !stays(step.result) && !stays(step.call);
    let open: Vec<&Step> = steps.iter().filter(open).collect();
    let mut chosen: Vec<Edit> = Vec::new();
    // A result whose pointers are written out may itself be needless. So it is looked again until
    // nothing is left to do.
    let edits = loop {
        let held = restore_pointers(history, messages, chosen.clone(), 0..0);
        let now = shown.after(&held);
        let left = wanted
            .target_tokens
            .map(|target| history.tokens() as f64 - saved(&held) - target as f64);
        let more = best(
            candidates(
                history,
                messages,
                steps,
                &open,
                &chosen,
                &wanted.classes,
                &now,
            ),
            left,
        );
        if more.is_empty() {
            break held;
        }
        chosen.extend(more);
        in_order(&mut chosen);
    };
    let report = ClearStaleStats::of(history, &edits);
    (edits, report)
}

fn saved(edits: &[Edit]) -> f64 {
    edits.iter().map(|edit| edit.tokens).sum()
}

/// The results that are plain text, by their part, and the limits of what may be cleared.
struct Shown {
    texts: BTreeMap<usize, String>,
    /// The agent's last message. Content after it is unread.
    last_read: usize,
    /// The newest results.
    newest: BTreeSet<usize>,
}

impl Shown {
    fn of(history: &History, messages: &Item<'_>) -> Self {
        let mut texts = BTreeMap::new();
        let mut results = Vec::new();
        messages.each_item(|index, message| {
            for part in history.results_in(index) {
                results.push(part);
                if let Some(result) = plain_result(history, &message, index, part) {
                    texts.insert(part, result.text);
                }
            }
        });
        let newest = results
            .iter()
            .rev()
            .take(history.options().clearing.keep_results as usize)
            .copied()
            .collect();
        let last_read = history.last_answer().unwrap_or(0);
        Self {
            texts,
            last_read,
            newest,
        }
    }

    /// Returns whether the agent has read the result and it is not one of the newest.
    fn is_past(&self, history: &History, step: &Step) -> bool {
        history
            .message_of(step.result)
            .max(history.message_of(step.call))
            < self.last_read
            && history.is_read(step.result.min(step.call))
            && !self.newest.contains(&step.result)
    }

    /// Returns the result texts after these edits.
    fn after(&self, edits: &[Edit]) -> BTreeMap<usize, String> {
        let mut texts = self.texts.clone();
        for edit in edits {
            match edit.action {
                EditAction::ClearResult => drop(texts.remove(&edit.part)),
                EditAction::ShortenResult => drop(texts.insert(edit.part, edit.text.clone())),
                _ => {}
            }
        }
        texts
    }
}

/// Returns all edits that may be made, each with its value: tokens saved, weighted by the
/// probability that the agent does not need the content again.
fn candidates(
    history: &History,
    messages: &Item<'_>,
    steps: &[Step],
    open: &[&Step],
    chosen: &[Edit],
    wanted: &[StaleReason],
    now: &BTreeMap<usize, String>,
) -> Vec<(f64, Edit)> {
    let taken: BTreeSet<usize> = chosen.iter().map(|edit| edit.part).collect();
    let classes = Classes::of(history, steps, now);
    let mut found = Vec::new();
    for step in open {
        let text = now
            .get(&step.result)
            .filter(|text| !taken.contains(&step.result) && utf16_len(text) >= RESULT_CHARS_MIN);
        let result = text.and_then(|text| {
            let class = classes.reason(step, text)?;
            wanted
                .contains(&class)
                .then(|| cleared(history, step, text, class))?
        });
        let call = (!taken.contains(&step.call))
            .then(|| messages.at(history.message_of(step.call)))
            .flatten();
        let call = call
            .filter(|_| wanted.contains(&StaleReason::Applied))
            .and_then(|message| arguments::cleared(history, &message, step));
        let worth = |edit: Edit| Some((edit.tokens * StaleReason::of(&edit)?.no_return(), edit));
        found.extend([result, call].into_iter().flatten().filter_map(worth));
    }
    found
}

/// The candidates worth most, until they save as many tokens as are `left` to save; all without a
/// number.
fn best(mut candidates: Vec<(f64, Edit)>, left: Option<f64>) -> Vec<Edit> {
    candidates.sort_by(|(a, first), (b, second)| b.total_cmp(a).then(first.part.cmp(&second.part)));
    let mut left = left.unwrap_or(f64::INFINITY);
    let worth = |(_, edit): (f64, Edit)| {
        let wanted = left > 0.0;
        left -= edit.tokens;
        wanted.then_some(edit)
    };
    candidates.into_iter().map_while(worth).collect()
}

/// The edit that clears a result, if that makes it smaller than `now`, its text with all other
/// edits made.
fn cleared(history: &History, step: &Step, now: &str, class: StaleReason) -> Option<Edit> {
    let entry = &history.parts()[step.result];
    let (reason, why) = match class {
        StaleReason::Superseded => (EditReason::Superseded, "it was read again later"),
        StaleReason::Repeated => (EditReason::Repeated, "a later result is the same"),
        _ => (EditReason::Stale, "the file was changed later"),
    };
    let text = placeholder(
        history,
        step.result,
        About {
            step: Some(step),
            why: Some(why),
            ..About::default()
        },
    );
    let saving = Saving::of_clearing(history, step.result, &text);
    // A pointer is short. Where its lines would be written out, what is cleared is those.
    let grew = utf16_len(now) as u64 > entry.output_chars;
    (saving.is_gain() || grew).then(|| Edit {
        detail: sanitize_label(&step.detail, DETAIL_CHARS),
        ..saving.edit(history, step.result, EditAction::ClearResult, reason, text)
    })
}

impl ClearStaleStats {
    fn of(history: &History, edits: &[Edit]) -> Self {
        let count = |class: StaleReason| {
            edits
                .iter()
                .filter(|edit| StaleReason::of(edit) == Some(class))
                .count() as u64
        };
        let saved = saved(edits);
        let mut report = Self {
            changed_later: count(StaleReason::Stale),
            read_again: count(StaleReason::Superseded),
            repeated: count(StaleReason::Repeated),
            written: count(StaleReason::Applied),
            written_out: edits
                .iter()
                .filter(|edit| edit.reason == EditReason::SourceGone)
                .count() as u64,
            tokens_saved: saved.max(0.0) as u64,
            tokens_after: (history.tokens_unrounded(0, history.len()) - saved)
                .max(0.0)
                .ceil() as u64,
            cleared: Vec::new(),
        };
        let goes = |edit: &&Edit| edit.action == EditAction::ClearResult && !edit.detail.is_empty();
        for edit in edits.iter().filter(goes) {
            if !report.cleared.contains(&edit.detail) {
                report.cleared.push(edit.detail.clone());
            }
        }
        report
    }
}
