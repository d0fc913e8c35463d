//! Building block: long tool results are cut until all of them fit a budget, and the host stores
//! the originals.
//!
//! The newest results get their share of the budget first. A result is cut only after its original
//! is stored. If storing fails, it stays.

use crate::compactor::{Ask, Ending, Report, Run, Storing};
use crate::read::media::sanitize_label;
use crate::reduce::truncate::{TextRule, Truncation};
use crate::reduce::{self, ResultText, results};
use crate::{ConfiguredHistory, Edit, Item, Result};
use std::sync::Arc;

/// How results are cut.
#[derive(Clone)]
pub struct ResultCut {
    rule: &'static TextRule,
    max_chars: usize,
    /// Tokens of the results that are decided.
    running_tokens: u64,
}

/// The results, if they exceed their budget.
pub fn too_long(history: &ConfiguredHistory, messages: &Item<'_>) -> Vec<ResultText> {
    let budget = history.config().tuning.clip_budget_tokens;
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

impl Storing {
    /// Truncates these results by a rule, starting with the newest, once their originals are
    /// stored. `report` is the report of the run if it is canceled before that.
    ///
    /// # Errors
    /// Any error of the context window, of copying the messages, with its path, and of planning the
    /// run again.
    pub fn cut(
        mut self,
        report: Report,
        messages: &Item<'_>,
        results: Vec<ResultText>,
        rule: &'static TextRule,
    ) -> Result<Run> {
        let config = self.history.config();
        // Four chars for each token that the window has left; never below zero.
        let window = config.window()?.unwrap_or(u64::MAX);
        let left_chars = window.saturating_sub(report.size.used).saturating_mul(4);
        self.cutting = Some(ResultCut {
            rule,
            max_chars: left_chars.min(config.tuning.clip_max_chars) as usize,
            running_tokens: 0,
        });
        self.messages = Arc::new(messages.to_value()?);
        self.queue = results.into_iter().rev().collect();
        let noop = Ask::Nothing(Ending::Noop, Box::new(report));
        self.next(Run::of(None, noop))
    }

    /// Leaves out results that need no cut.
    pub fn skip(&mut self) {
        let budget = self.history.config().tuning.clip_budget_tokens;
        while let (Some(cutting), Some(candidate)) = (&self.cutting, self.queue.front()) {
            // An older result that still fits is kept whole, even after a newer one was cut.
            let tokens = candidate.tokens(&self.history) as u64;
            let fits = cutting.running_tokens + tokens <= budget;
            if !fits && self.cut_to(candidate, None).is_some() {
                return;
            }
            self.takes(tokens);
            self.queue.pop_front();
        }
    }

    fn takes(&mut self, tokens: u64) {
        if let Some(cutting) = &mut self.cutting {
            cutting.running_tokens += tokens;
        }
    }

    /// The edit that cuts this result; `None` if it makes nothing smaller.
    fn cut_to(&self, candidate: &ResultText, locator: Option<&str>) -> Option<Edit> {
        let cutting = self.cutting.as_ref()?;
        let locator = locator.map(str::to_owned);
        let cut = Truncation {
            max_chars: Some(cutting.max_chars),
            locator,
            ..Truncation::new(cutting.rule)
        }
        .apply(&candidate.text);
        cut.truncated
            .then(|| {
                reduce::cut(
                    &self.history,
                    &Item::from(&*self.messages),
                    candidate,
                    cut.text,
                )
            })
            .flatten()
    }

    /// A result is cut once it is stored.
    pub fn cut_stored(&mut self, output: &ResultText, answer: std::result::Result<&str, &str>) {
        let tokens = output.tokens(&self.history);
        if let Err(reason) = answer {
            self.kept.stored.failed(reason);
        }
        let place = answer.ok();
        match place.and_then(|place| Some((place, self.cut_to(output, Some(place))?))) {
            Some((place, edit)) => {
                // The text that is left takes room in the budget too.
                self.takes((tokens - edit.tokens_saved as f64).max(0.0) as u64);
                self.note_stored(output, sanitize_label(place, 1_024));
                self.kept.cuts.push(edit);
            }
            None => self.takes(tokens as u64),
        }
    }
}

/// The chars that the cuts saved, as pairs of a message and chars. The split looks for its target
/// without them.
pub fn saved_chars(cuts: &[Edit]) -> Vec<(usize, u64)> {
    cuts.iter()
        .map(|cut| {
            (
                cut.message,
                cut.chars_before.saturating_sub(cut.chars_after),
            )
        })
        .collect()
}
