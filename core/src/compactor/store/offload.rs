//! Building block: long tool results are cut until all of them fit a budget, and the host stores
//! the originals.
//!
//! The newest results get their share of the budget first. A result is cut only after its original
//! is stored. If storing fails, it stays.

use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Action;
use crate::compactor::contract::report::Report;
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::step::window;
use crate::compactor::store;
use crate::configured::ConfiguredHistory;
use crate::host::view::{AsView, View};
use crate::read::media::sanitize_label;
use crate::reduce::plan::Edit;
use crate::reduce::truncate::{TextRule, Truncation};
use crate::reduce::{self, ResultText, results};
use serde_json::Value;
use std::collections::VecDeque;

/// The results that are still to be looked at, newest first, and the cuts so far.
#[derive(Clone)]
pub struct Offloading {
    pub history: ConfiguredHistory,
    pub messages: Value,
    pub turn: CompactArgs,
    pub report: Report,
    pub cuts: Vec<Edit>,
    /// The first one is stored now.
    queue: VecDeque<ResultText>,
    running_tokens: u64,
    max_chars: usize,
    rule: &'static TextRule,
    then: fn(Self) -> Run,
}

/// The results, if they exceed their budget.
pub(crate) fn too_long<V: View>(history: &ConfiguredHistory, messages: &V) -> Vec<ResultText> {
    let budget = history.config().clip_budget_tokens;
    let mut found = if budget > 0 {
        results(history, messages)
    } else {
        Vec::new()
    };
    let tokens = |candidate: &ResultText| candidate.tokens(history) as u64;
    if found.iter().map(tokens).sum::<u64>() <= budget {
        found.clear();
    }
    found
}

impl Offloading {
    /// Cuts these results of `messages`, and goes on with what `then` says.
    pub fn run(
        (history, turn, report): (ConfiguredHistory, CompactArgs, Report),
        (messages, results): (Value, Vec<ResultText>),
        rule: &'static TextRule,
        then: fn(Self) -> Run,
    ) -> Run {
        let config = history.config();
        // Four chars for each token that the window has left; never below zero.
        let window = window(config).ok().flatten().unwrap_or(u64::MAX);
        let left_chars = window.saturating_sub(report.size.used).saturating_mul(4);
        let max_chars = left_chars.min(config.clip_max_chars) as usize;
        let queue = results.into_iter().rev().collect();
        Self {
            history,
            messages,
            turn,
            report,
            cuts: Vec::new(),
            queue,
            running_tokens: 0,
            max_chars,
            rule,
            then,
        }
        .advance()
    }

    /// What the host is asked to store.
    pub fn action(&self) -> Option<Action> {
        let candidate = self.queue.front()?;
        Some(store::asks(&self.history, candidate))
    }

    /// What follows from the store's answer: where the output is, or why it could not be stored.
    pub fn answered(mut self, answer: Result<&str, &str>) -> Run {
        if let Some(candidate) = self.queue.pop_front() {
            self.settle(&candidate, answer);
        }
        self.advance()
    }

    fn advance(mut self) -> Run {
        let budget = self.history.config().clip_budget_tokens;
        while let Some(candidate) = self.queue.front() {
            // An older result that still fits is kept whole, even after a newer one was cut.
            let tokens = candidate.tokens(&self.history) as u64;
            let fits = self.running_tokens + tokens <= budget;
            if !fits && self.cut(candidate, None).is_some() {
                return Run::of(None, Ask::Cut(Box::new(self)));
            }
            self.running_tokens += tokens;
            self.queue.pop_front();
        }
        (self.then)(self)
    }

    /// The edit that cuts this result; `None` if it makes nothing smaller.
    fn cut(&self, candidate: &ResultText, locator: Option<&str>) -> Option<Edit> {
        let locator = locator.map(str::to_owned);
        let cut = Truncation {
            max_chars: Some(self.max_chars),
            locator,
            ..Truncation::new(self.rule)
        }
        .apply(&candidate.text);
        cut.truncated
            .then(|| reduce::cut(&self.history, &self.messages.as_view(), candidate, cut.text))
            .flatten()
    }

    fn settle(&mut self, candidate: &ResultText, answer: Result<&str, &str>) {
        let Some((locator, edit)) = answer
            .ok()
            .and_then(|locator| Some((locator, self.cut(candidate, Some(locator))?)))
        else {
            if let Err(reason) = answer {
                self.report.stored.failed(reason);
            }
            self.running_tokens += candidate.tokens(&self.history) as u64;
            return;
        };
        // The text that is left takes room in the budget too.
        self.running_tokens +=
            (candidate.tokens(&self.history) - edit.tokens_saved as f64).max(0.0) as u64;
        let place = sanitize_label(locator, 1_024);
        let stored = store::stored(&self.history, candidate, place);
        self.report.stored.outputs.push(stored);
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
