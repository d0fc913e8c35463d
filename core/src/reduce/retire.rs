//! Retirement: results and arguments that later messages made needless become one line each. The agent can get all of it back: the file is
//! there, or a later result shows the same.
//!
//! | class | what goes | unless |
//! | --- | --- | --- |
//! | stale | a read of a file that was changed later | it stands among the newest results |
//! | superseded | a read of which a later one shows every line | the later one holds pointers |
//! | repeated | a result whose text a later result gives again | it tells a failure that is not mended |
//! | applied | what a call wrote into a file, once it succeeded | it is signed |
//!
//! A call in flight, what the agent has not read, and what failed for good stay as they are.

pub(in crate::reduce) mod arguments;
mod classes;

use super::admit::hold;
use super::placeholder::{placeholder, About, DETAIL_CHARS};
use super::plan::{Edit, EditAction, EditReason};
use super::results::{plain_result, ResultText};
use super::saving::Saving;
use crate::config::named;
use crate::history::{History, PartKind};
use crate::host::units::utf16_len;
use crate::host::view::View;
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use classes::Classes;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A shorter result stays as it is, in chars. Chosen here, as for admission.
const RESULT_CHARS_MIN: usize = 400;

/// A call that has a result, as far as it was understood.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The parts of the history that hold the call and its result.
    pub call: usize,
    pub result: usize,
    /// What the call was about.
    pub detail: String,
    pub ended: Ended,
    /// The line that tells the failure, if it failed.
    pub line: String,
    /// The files that it showed, if it did nothing else.
    pub read: Vec<String>,
    /// What it asked for, if it showed one place.
    pub asked: Option<Asked>,
    /// The files that it changed.
    pub changed: Vec<String>,
    /// Whether its arguments hold what it wrote into these files.
    pub writes: bool,
}

/// What came of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Done,
    Failed,
    /// It failed, and the same call succeeded later.
    Mended,
    Unknown,
}

/// A place of which lines were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The place, and everything in the arguments that says how it is shown.
    pub place: String,
    /// Number of the first line that was asked for.
    pub first: u64,
}

/// Why a result or an argument is needless.
///
/// ```
/// use conspectus::Needless;
///
/// assert_eq!(Needless::ALL.map(Needless::name), ["stale", "superseded", "repeated", "applied"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Needless {
    /// A read of a file that was changed later.
    Stale,
    /// A read of which a later one shows every line.
    Superseded,
    /// A result whose text a later result gives again.
    Repeated,
    /// What a call wrote into a file, once it succeeded.
    Applied,
}

named!(Needless { Stale => "stale", Superseded => "superseded", Repeated => "repeated", Applied => "applied" });

impl Needless {
    fn of(reason: EditReason) -> Option<Self> {
        match reason {
            EditReason::Stale => Some(Self::Stale),
            EditReason::Superseded => Some(Self::Superseded),
            EditReason::Repeated => Some(Self::Repeated),
            EditReason::Applied => Some(Self::Applied),
            _ => None,
        }
    }
}

/// What [`retire`](crate::retire) takes away, and how much.
///
/// ```
/// use conspectus::{Needless, Retirement};
///
/// let only_reads = Retirement { classes: vec![Needless::Stale, Needless::Superseded], ..Retirement::default() };
/// assert_eq!((only_reads.target_tokens, Retirement::default().classes.len()), (None, 4));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retirement {
    /// It stops once the list holds no more estimated tokens; without it, all goes.
    pub target_tokens: Option<u64>,
    /// What may go.
    pub classes: Vec<Needless>,
}

impl Default for Retirement {
    fn default() -> Self {
        Self { target_tokens: None, classes: Needless::ALL.to_vec() }
    }
}

/// What [`retire`](crate::retire) took away, as numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RetireReport {
    /// How many reads went of files that were changed later.
    pub stale: u64,
    /// How many reads went that a later read shows too.
    pub superseded: u64,
    /// How many results went that a later result repeats.
    pub repeated: u64,
    /// Of how many calls the written text went.
    pub applied: u64,
    /// How many results got lines back, since what their pointers point at went.
    pub written_out: u64,
    /// Estimated tokens that are saved, rounded down.
    pub tokens_saved: u64,
    /// Estimated tokens of the list afterwards.
    pub tokens_after: u64,
    /// What the results that went were about, in order, each once. A cache of files that were read must forget them.
    pub cleared: Vec<String>,
}

/// The edits that retire what `steps` made needless, as far as `wanted` says. Parts for which `stays` is true do not change.
pub(crate) fn retire<V: View>(
    history: &History,
    messages: &V,
    steps: &[Step],
    wanted: &Retirement,
    stays: &dyn Fn(usize) -> bool,
) -> (Vec<Edit>, RetireReport) {
    let shown = Shown::of(history, messages);
    let open = |step: &&Step| shown.is_past(history, step) && !stays(step.result) && !stays(step.call);
    let open: Vec<&Step> = steps.iter().filter(open).collect();
    let mut chosen: Vec<Edit> = Vec::new();
    // A result whose pointers are written out may itself be needless. So it is looked again until nothing is left to do.
    let edits = loop {
        let held = hold(history, messages, chosen.clone(), 0..0);
        let now = shown.after(&held);
        let left = wanted.target_tokens.map(|target| history.tokens() as f64 - saved(&held) - target as f64);
        let mut candidates = candidates(history, messages, steps, (&open, &chosen), &now);
        candidates.retain(|(_, edit)| Needless::of(edit.reason).is_some_and(|class| wanted.classes.contains(&class)));
        let more = best(candidates, left);
        if more.is_empty() {
            break held;
        }
        chosen.extend(more);
        chosen.sort_by_key(|edit| edit.part);
    };
    let report = RetireReport::of(history, &edits);
    (edits, report)
}

fn saved(edits: &[Edit]) -> f64 {
    edits.iter().map(|edit| edit.tokens).sum()
}

/// The results that are plain texts, by their part, and what may no longer change.
struct Shown {
    texts: BTreeMap<usize, String>,
    /// The agent's last message. What stands behind it was not read yet.
    last_read: usize,
    /// The newest results.
    newest: BTreeSet<usize>,
}

impl Shown {
    fn of<V: View>(history: &History, messages: &V) -> Self {
        let mut texts = BTreeMap::new();
        let mut results = Vec::new();
        let mut index = 0;
        messages.for_each(&mut |_, message| {
            let first = history.messages().get(index).map_or(0, |entry| entry.first_part as usize);
            for (offset, _) in history.parts_of(index).iter().enumerate().filter(|(_, part)| part.kind == PartKind::ToolResult) {
                results.push(first + offset);
                if let Some(ResultText { text, part, .. }) = plain_result(history, &message, index, first + offset) {
                    texts.insert(part, text);
                }
            }
            index += 1;
        });
        let newest = results.iter().rev().take(history.config().keep_results as usize).copied().collect();
        let last_read = history.messages().iter().rposition(|entry| entry.role == Role::Assistant).unwrap_or(0);
        Self { texts, last_read, newest }
    }

    /// Whether the agent has read the result since, and it is none of the newest.
    fn is_past(&self, history: &History, step: &Step) -> bool {
        history.message_of(step.result).max(history.message_of(step.call)) < self.last_read && !self.newest.contains(&step.result)
    }

    /// The texts as they are after these edits.
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

/// Everything that may go, with what it is worth to let it go.
fn candidates<V: View>(
    history: &History,
    messages: &V,
    steps: &[Step],
    (open, chosen): (&[&Step], &[Edit]),
    now: &BTreeMap<usize, String>,
) -> Vec<(f64, Edit)> {
    let taken: BTreeSet<usize> = chosen.iter().map(|edit| edit.part).collect();
    let classes = Classes::of(history, steps, now);
    let mut found = Vec::new();
    for step in open {
        let text = now.get(&step.result).filter(|text| !taken.contains(&step.result) && utf16_len(text) >= RESULT_CHARS_MIN);
        let reason = text.and_then(|text| Some((text, classes.reason(step, text)?)));
        let result = reason.and_then(|(text, reason)| cleared(history, step, text, reason));
        let call = (!taken.contains(&step.call)).then(|| messages.at(history.message_of(step.call))).flatten();
        let call = call.and_then(|message| arguments::cleared(history, &message, step));
        found.extend([result, call].into_iter().flatten().map(|edit| (edit.tokens * no_return(edit.reason), edit)));
    }
    found
}

/// How likely it is that the agent does not need it again. Measured at 117 places of 30 recorded coding sessions (`make bench-reduce`): the share of
/// what went from which the agent wrote no name in its next 80 messages that stood nowhere else. A later result that is the same keeps all names.
fn no_return(reason: EditReason) -> f64 {
    match reason {
        EditReason::Stale => 0.93,
        EditReason::Applied => 0.79,
        _ => 1.0,
    }
}

/// The candidates worth most, until they save as many tokens as are `left` to save; all without a number.
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

/// The edit that clears a result, if that makes it smaller than `now`, its text with all other edits made.
fn cleared(history: &History, step: &Step, now: &str, reason: EditReason) -> Option<Edit> {
    let entry = &history.parts()[step.result];
    let why = match reason {
        EditReason::Superseded => "it was read again later",
        EditReason::Repeated => "a later result is the same",
        _ => "the file was changed later",
    };
    let text = placeholder(history, step.result, About { step: Some(step), why: Some(why), ..About::default() });
    let saving = Saving::of_clearing(history, step.result, &text);
    // A pointer is short. Where its lines would be written out, what is cleared is those.
    let grew = utf16_len(now) as u64 > entry.output_chars;
    let tool = sanitize_label(history.symbol(entry.name), DETAIL_CHARS);
    let edit = || saving.edit(history, step.result, EditAction::ClearResult, reason, text, tool);
    (saving.is_gain() || grew).then(edit).map(|edit| Edit { detail: sanitize_label(&step.detail, DETAIL_CHARS), ..edit })
}

impl RetireReport {
    fn of(history: &History, edits: &[Edit]) -> Self {
        let count = |reason: EditReason| edits.iter().filter(|edit| edit.reason == reason).count() as u64;
        let saved = saved(edits);
        let mut report = Self {
            stale: count(EditReason::Stale),
            superseded: count(EditReason::Superseded),
            repeated: count(EditReason::Repeated),
            applied: count(EditReason::Applied),
            written_out: count(EditReason::SourceGone),
            tokens_saved: saved.max(0.0) as u64,
            tokens_after: (history.tokens_unrounded(0, history.len()) - saved).max(0.0).ceil() as u64,
            cleared: Vec::new(),
        };
        for edit in edits.iter().filter(|edit| edit.action == EditAction::ClearResult && !edit.detail.is_empty()) {
            if !report.cleared.contains(&edit.detail) {
                report.cleared.push(edit.detail.clone());
            }
        }
        report
    }
}
