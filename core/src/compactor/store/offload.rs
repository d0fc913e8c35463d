//! Building block: long tool results are cut until all of them fit a budget, and the host stores
//! the originals.
//!
//! The newest results get their share of the budget first. A result is cut only after its original
//! is stored. If storing fails, it stays.

use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Action;
use crate::compactor::contract::report::Report;
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::step::Preset;
use crate::compactor::store;
use crate::configured::ConfiguredHistory;
use crate::host::view::{AsView, View, ViewExt};
use crate::read::media::sanitize_label;
use crate::reduce::plan::Edit;
use crate::reduce::truncate::Truncation;
use crate::reduce::{self, ResultText, results};
use serde_json::Value;
use std::collections::VecDeque;

/// What a run keeps while results are stored.
#[derive(Clone)]
pub struct Job {
    /// The preset that the run follows.
    pub preset: &'static dyn Preset,
    pub history: ConfiguredHistory,
    pub turn: CompactArgs,
    pub report: Report,
    pub window: u64,
    /// Whether an earlier attempt failed, so that no model is asked.
    pub gave_up: bool,
}

/// The results that are still to be looked at, newest first, and the cuts so far.
#[derive(Clone)]
pub struct Offloading {
    job: Job,
    messages: Value,
    queue: VecDeque<ResultText>,
    running_tokens: u64,
    max_chars: usize,
    waiting: Option<ResultText>,
    cuts: Vec<Edit>,
}

/// Either an output has to be stored, or all results are decided.
pub(crate) enum Next {
    Store(Box<Offloading>),
    Ready(Box<Job>, Value, Vec<Edit>),
}

/// Starts if the results exceed their budget; else the job is returned as it is.
///
/// # Errors
/// Any error of copying the messages, with its place.
pub(crate) fn start<V: View>(job: Job, messages: &V) -> crate::Result<Result<Next, Box<Job>>> {
    let config = job.history.config();
    let queue = if config.clip_budget_tokens > 0 {
        results(&job.history, messages)
    } else {
        Vec::new()
    };
    let total: u64 = queue
        .iter()
        .map(|candidate| candidate.tokens(&job.history) as u64)
        .sum();
    if total <= config.clip_budget_tokens {
        return Ok(Err(Box::new(job)));
    }
    // Four chars for each token that the window has left; never below zero.
    let left_chars = job
        .window
        .saturating_sub(job.report.size.used)
        .saturating_mul(4);
    let max_chars = left_chars.min(config.clip_max_chars) as usize;
    let copy = messages.to_value()?;
    let queue = queue.into_iter().rev().collect();
    Ok(Ok(Offloading {
        job,
        messages: copy,
        queue,
        running_tokens: 0,
        max_chars,
        waiting: None,
        cuts: Vec::new(),
    }
    .advance()))
}

/// What follows from the store's answer: where the output is, or why it could not be stored.
pub(crate) fn answered(mut offloading: Offloading, answer: Result<&str, &str>) -> Run {
    if let Some(candidate) = offloading.waiting.take() {
        offloading.settle(&candidate, answer);
    }
    match offloading.advance() {
        Next::Store(offloading) => Run::of(None, Ask::Cut(offloading)),
        Next::Ready(job, messages, cuts) => job.preset.after_results(*job, &messages, &cuts),
    }
}

impl Offloading {
    /// What the host is asked to store.
    pub fn action(&self) -> Option<Action> {
        let candidate = self.waiting.as_ref()?;
        Some(store::asks(&self.job.history, candidate))
    }

    pub fn turn_mut(&mut self) -> &mut CompactArgs {
        &mut self.job.turn
    }

    pub fn report(&self) -> &Report {
        &self.job.report
    }

    fn advance(mut self) -> Next {
        let budget = self.job.history.config().clip_budget_tokens;
        while let Some(candidate) = self.queue.pop_front() {
            // An older result that still fits is kept whole, even after a newer one was cut.
            let fits = self.running_tokens + candidate.tokens(&self.job.history) as u64 <= budget;
            if fits || self.cut(&candidate, None).is_none() {
                self.running_tokens += candidate.tokens(&self.job.history) as u64;
                continue;
            }
            self.waiting = Some(candidate);
            return Next::Store(Box::new(self));
        }
        Next::Ready(Box::new(self.job), self.messages, self.cuts)
    }

    /// The edit that cuts this result; `None` if it makes nothing smaller.
    fn cut(&self, candidate: &ResultText, locator: Option<&str>) -> Option<Edit> {
        let locator = locator.map(str::to_owned);
        let cut = Truncation {
            max_chars: Some(self.max_chars),
            locator,
            ..Truncation::new(self.job.preset.text_rules()[0])
        }
        .apply(&candidate.text);
        cut.truncated
            .then(|| {
                reduce::cut(
                    &self.job.history,
                    &self.messages.as_view(),
                    candidate,
                    cut.text,
                )
            })
            .flatten()
    }

    fn settle(&mut self, candidate: &ResultText, answer: Result<&str, &str>) {
        let Some((locator, edit)) = answer
            .ok()
            .and_then(|locator| Some((locator, self.cut(candidate, Some(locator))?)))
        else {
            if let Err(reason) = answer {
                self.job.report.stored.failed(reason);
            }
            self.running_tokens += candidate.tokens(&self.job.history) as u64;
            return;
        };
        // The text that is left takes room in the budget too.
        self.running_tokens +=
            (candidate.tokens(&self.job.history) - edit.tokens_saved as f64).max(0.0) as u64;
        let place = sanitize_label(locator, 1_024);
        let stored = store::stored(&self.job.history, candidate, place);
        self.job.report.stored.outputs.push(stored);
        self.cuts.push(edit);
    }
}

/// The chars that the cuts saved, as pairs of a message and chars. The split looks for its target
/// without them.
pub(crate) fn saved_chars(cuts: &[Edit]) -> Vec<(usize, u64)> {
    cuts.iter()
        .map(|cut| {
            (
                cut.message,
                cut.chars_before.saturating_sub(cut.chars_after),
            )
        })
        .collect()
}
