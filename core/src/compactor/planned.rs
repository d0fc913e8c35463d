//! `plan`: what a run would do, as data. Nothing changes, no model is asked, and nothing is stored.

use super::action::Ending;
use super::digest::Digest;
use super::report::{Cache, Reason, Report};
use super::step::{Pending, Prepared};
use crate::config::Summarizer;
use crate::host::patch::Patch;
use crate::reduce::plan::Edit;
use serde::Serialize;
use serde_json::Value;

/// What a run would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Plan {
    /// How the run would end, if the host's functions give what they are asked for: a status of a
    /// run.
    pub status: &'static str,
    /// Why.
    pub reason: Reason,
    /// The sizes by which it is decided.
    pub size: PlannedSize,
    /// What is cleared, cut or told shorter, each with its place, its reason and what it saves.
    pub edits: Vec<Edit>,
    /// What is summarised; absent without a summary.
    pub summary: Option<PlannedSummary>,
    /// The outputs that the host would be asked to store.
    pub stores: Vec<PlannedOutput>,
    /// What the provider's cache would lose.
    pub cache: Cache,
    /// The change of the list; absent where it depends on a model's answer, or on what files hold
    /// now. Places of outputs that are still to be stored are their keys in it.
    pub patch: Option<Patch>,
}

/// The sizes by which a plan is made, in estimated tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlannedSize {
    /// How many messages the list has.
    pub messages: usize,
    /// The messages now.
    pub before: u64,
    /// The messages afterwards; with a model's summary, at most so many if it keeps to its budget.
    pub after: u64,
    /// The whole prompt now.
    pub used: u64,
    /// From how many tokens of the prompt on a run acts; 0 if the window is not known.
    pub trigger: u64,
    /// What a run aims at.
    pub target: u64,
}

/// Which messages would be summarised, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlannedSummary {
    /// The first message that goes.
    pub from: usize,
    /// The first message behind them that stays.
    pub to: usize,
    /// Messages between the two that stay.
    pub pinned: Vec<usize>,
    /// How many messages go.
    pub messages: usize,
    /// Their estimated tokens.
    pub tokens: u64,
    /// `model`, or `embedded` for the built-in summary.
    pub by: &'static str,
    /// Estimated tokens of the request to the model; 0 without one.
    pub input_tokens: u64,
    /// The most tokens that its answer may have; without a model, what the summary takes.
    pub output_tokens: u64,
}

/// An output that would be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlannedOutput {
    /// The key that the store is given.
    pub key: String,
    /// Its length.
    pub chars: u64,
}

impl Plan {
    /// The plan as plain data, with its [text](Self::explain) under `text`.
    #[must_use]
    pub fn data(&self) -> Value {
        let mut data = serde_json::json!(self);
        data["text"] = self.explain().into();
        data
    }
}

pub(crate) fn plan_of(status: &'static str, report: Report) -> Plan {
    let size = &report.size;
    Plan {
        status,
        size: PlannedSize {
            messages: size.messages_before,
            before: size.before,
            after: size.after,
            used: size.used,
            trigger: size.trigger,
            target: size.target,
        },
        edits: Vec::new(),
        summary: None,
        stores: Vec::new(),
        cache: report.cache,
        patch: None,
        reason: report.reason,
    }
}

/// A patch is ready: without a summary, or with the built-in one.
pub(crate) fn ready(prepared: Prepared, summarizer: &Summarizer) -> Plan {
    let Prepared {
        status,
        mut report,
        patch,
        edits,
        ..
    } = prepared;
    price(&mut report);
    let went = report.went.first().map_or(0, |went| went.tokens);
    let gone: Vec<(usize, usize)> = patch
        .splices
        .iter()
        .filter(|splice| splice.delete_count > 0)
        .map(|splice| (splice.start, splice.start + splice.delete_count))
        .collect();
    let (from, to) = (
        gone.iter().map(|span| span.0).min(),
        gone.iter().map(|span| span.1).max(),
    );
    let between = |from: usize, to: usize| {
        (from..to)
            .filter(|index| !gone.iter().any(|span| (span.0..span.1).contains(index)))
            .collect()
    };
    let summary = from
        .zip(to)
        .filter(|_| status == Ending::Compressed)
        .map(|(from, to)| PlannedSummary {
            from,
            to,
            pinned: between(from, to),
            messages: report.cut.messages,
            tokens: went,
            by: if *summarizer == Summarizer::Extractive || report.memory.fallback.is_some() {
                "embedded"
            } else {
                "model"
            },
            input_tokens: 0,
            output_tokens: report.memory.tokens,
        });
    Plan {
        edits,
        summary,
        patch: Some(patch),
        ..plan_of(status.status().name(), report)
    }
}

/// A model is asked to tell new results shorter. What stays of each is about the budget, if its
/// answers keep to it.
pub(crate) fn digested(digest: Digest) -> Plan {
    let ((results, tokens), budget) = (digest.outputs(), digest.budget());
    let mut plan = plan_of(
        Ending::ContentTruncated.status().name(),
        digest.into_report(),
    );
    let whose = if results == 1 {
        "a new tool result".to_owned()
    } else {
        format!("{results} new tool results")
    };
    plan.reason = Reason::new(
        "outputs_summarized",
        format!("a model would tell {whose} of {tokens} tokens shorter"),
    );
    plan.size.after = plan
        .size
        .before
        .saturating_sub(tokens.saturating_sub(budget.saturating_mul(results as u64)));
    plan
}

/// A model is asked.
pub(crate) fn summarized(pending: Pending, (input_tokens, output_tokens): (u64, u64)) -> Plan {
    let Pending {
        history,
        head,
        split,
        pinned,
        kept_edits,
        kept_saving,
        mut report,
        ..
    } = pending;
    let stay: f64 = pinned
        .iter()
        .map(|index| history.tokens_unrounded(*index, *index + 1))
        .sum();
    let kept =
        history.tokens_unrounded(0, head) + history.tokens_unrounded(split, history.len()) + stay
            - kept_saving.tokens;
    let summary = PlannedSummary {
        from: head,
        to: split,
        messages: split - head - pinned.len(),
        pinned,
        tokens: (history.tokens_unrounded(head, split) - stay)
            .max(0.0)
            .ceil() as u64,
        by: "model",
        input_tokens,
        output_tokens,
    };
    report.reason = Reason::new(
        "summarized",
        "older messages would be replaced by a summary",
    );
    report.size.after = kept.max(0.0).ceil() as u64 + output_tokens;
    report.summarizer_tokens = Some((input_tokens, output_tokens));
    let first = kept_edits
        .iter()
        .map(|edit| edit.message)
        .min()
        .unwrap_or(head)
        .min(head);
    report.cache.first_changed_message = Some(first);
    report.cache.tokens_to_read_again = history.tokens_between(first, history.len());
    price(&mut report);
    Plan {
        edits: kept_edits,
        summary: Some(summary),
        ..plan_of(Ending::Compressed.status().name(), report)
    }
}

/// What the change would cost and save.
fn price(report: &mut Report) {
    if let Some(account) = report.account {
        account.price(report);
    }
}
