//! `plan`: what a run would do, as data. Nothing changes, no model is asked, and nothing is stored.

use super::action::Ending;
use super::digest::Digest;
use super::install::thinking_removed;
use super::report::{Reason, Report};
use super::result::{Details, Removed, RunResult, Warning};
use super::step::{Pending, Prepared};
use super::words::{RemovedKind, Status, SummaryBy};
use crate::config::Config;
use crate::host::patch::Patch;
use crate::notes::codes::ReasonCode;
use crate::reduce::plan::Edit;
use crate::shape::shapes;
use serde_json::{Map, Value};

shapes! {
    /// What a run would do. Nothing is done yet.
    pub struct Plan {
        /// How the run would end, if your functions give what they are asked for.
        pub status: Status,
        /// Whether the messages would change.
        pub changed: bool,
        /// Whether the prompt could be sent then.
        pub can_send: bool,
        /// Why, as a sentence.
        pub reason: String,
        /// The same for programs.
        pub code: ReasonCode,
        /// Tokens of the messages now.
        pub tokens_before: u64,
        /// Tokens of the messages afterwards; with a model's summary, at most so many if it keeps
        /// to its budget.
        pub tokens_after: u64,
        /// What the next prompt would take, with system text and tools.
        pub prompt_tokens: u64,
        /// The most tokens of a prompt; null if that is not known.
        pub context_window: Option<u64>,
        /// The prompt at which compaction starts; 0 without a window.
        pub trigger_tokens: u64,
        /// What would be removed: one group for each kind.
        pub removed: Vec<Removed>,
        /// What would be summarised; null without a summary.
        pub summary: Option<PlannedSummary>,
        /// Tokens that the provider's cache would have to read again.
        pub cache_tokens_lost: u64,
        /// After how many calls the change would have saved what it costs; null without a change,
        /// or if no prices are known.
        pub pays_after_calls: Option<u64>,
        /// Fields of the next request that you should send; empty if there are none.
        pub request_fields: Map<String, Value>,
        /// What you should look at; empty if there is nothing.
        pub warnings: Vec<Warning>,
        /// What would be cleared, cut or written shorter, each with its place, its reason and what
        /// it saves.
        pub edits: Vec<Edit>,
        /// The outputs that the store would be given.
        pub stores: Vec<PlannedOutput>,
        /// The change of the list; null where it depends on a model's answer, or on what files
        /// hold now. Places of outputs that are still to be stored are their keys in it.
        pub patch: Option<Patch>,
        /// What the run would measure and decide beside this.
        pub details: Details,
        /// The plan as text for people.
        pub text: String,
        ;
        /// What a token of input costs, in millionths.
        pub(crate) input_micros: u64,
    }
}

shapes! {
    /// Which messages would be summarised, and by whom.
    pub struct PlannedSummary: Eq {
        /// The first message that goes.
        pub start: usize,
        /// The first message behind them that stays.
        pub end: usize,
        /// Messages between the two that stay.
        pub pinned: Vec<usize>,
        /// How many messages go.
        pub messages: usize,
        /// Their estimated tokens.
        pub tokens: u64,
        /// Who writes it.
        pub by: SummaryBy,
        /// Estimated tokens of the request to the model; 0 without one.
        pub input_tokens: u64,
        /// The most tokens that its answer may have; without a model, what the summary takes.
        pub output_tokens: u64,
    }
}

shapes! {
    /// An output that would be stored.
    pub struct PlannedOutput: Eq {
        /// The key that the store is given.
        pub key: String,
        /// Its length.
        pub chars: u64,
    }
}

pub(crate) fn plan_of(result: RunResult) -> Plan {
    let details = result.details();
    let input_micros = result
        .report
        .cache
        .money
        .map_or(0, |money| money.input_micros);
    Plan {
        status: result.status,
        changed: result.changed,
        can_send: result.can_send,
        reason: result.reason,
        code: result.code,
        tokens_before: result.tokens_before,
        tokens_after: result.tokens_after,
        prompt_tokens: result.prompt_tokens,
        context_window: result.context_window,
        trigger_tokens: result.trigger_tokens,
        removed: result.removed,
        summary: None,
        cache_tokens_lost: result.cache_tokens_lost,
        pays_after_calls: result.pays_after_calls,
        request_fields: result.request_fields,
        warnings: result.warnings,
        edits: result.edits,
        stores: Vec::new(),
        patch: None,
        details,
        text: String::new(),
        input_micros,
    }
}

/// A patch is ready: without a summary, or with the built-in one.
pub(crate) fn ready(prepared: Prepared, config: &Config) -> Plan {
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
            start: from,
            end: to,
            pinned: between(from, to),
            messages: report.cut.messages,
            tokens: went,
            by: if report.memory.by_model && report.memory.fallback.is_none() {
                SummaryBy::Model
            } else {
                SummaryBy::Extractive
            },
            input_tokens: 0,
            output_tokens: report.memory.tokens,
        });
    Plan {
        edits,
        summary,
        patch: Some(patch),
        ..plan_of(RunResult::of(status, report, config))
    }
}

/// A model is asked to tell new results shorter. What stays of each is about the budget, if its
/// answers keep to it.
pub(crate) fn digested(digest: Digest, config: &Config) -> Plan {
    let ((results, tokens), budget) = (digest.outputs(), digest.budget());
    let whose = if results == 1 {
        "a new tool result".to_owned()
    } else {
        format!("{results} new tool results")
    };
    let mut report = digest.into_report();
    report.reason = Reason::new(
        ReasonCode::ToolResultsSummarized,
        format!("a model would write {whose} of {tokens} tokens shorter"),
    );
    let saved = tokens.saturating_sub(budget.saturating_mul(results as u64));
    report.size.after = report.size.before.saturating_sub(saved);
    report.size.used_after = report.size.used.saturating_sub(saved);
    plan_of(RunResult::of(Ending::ContentTruncated, report, config))
}

/// A model is asked.
pub(crate) fn summarized(
    pending: Pending,
    (input_tokens, output_tokens): (u64, u64),
    config: &Config,
) -> Plan {
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
        start: head,
        end: split,
        messages: split - head - pinned.len(),
        pinned,
        tokens: (history.tokens_unrounded(head, split) - stay)
            .max(0.0)
            .ceil() as u64,
        by: SummaryBy::Model,
        input_tokens,
        output_tokens,
    };
    report.reason = Reason::new(
        ReasonCode::Summarized,
        "older messages would be replaced by a summary",
    );
    report.size.after = kept.max(0.0).ceil() as u64 + output_tokens;
    report.size.used_after = report
        .size
        .used
        .saturating_sub(report.size.before.saturating_sub(report.size.after));
    report.went.insert(
        0,
        Removed {
            kind: RemovedKind::SummarizedMessages,
            count: summary.messages as u64,
            tokens: summary.tokens,
        },
    );
    report.summarizer_tokens = Some((input_tokens, output_tokens));
    let first = kept_edits
        .iter()
        .map(|edit| edit.message)
        .min()
        .unwrap_or(head)
        .min(head);
    report.warnings.extend(thinking_removed(&kept_edits));
    report.cache.first_changed_message = Some(first);
    report.cache.tokens_to_read_again = history.tokens_between(first, history.len());
    price(&mut report);
    Plan {
        edits: kept_edits,
        summary: Some(summary),
        ..plan_of(RunResult::of(Ending::Compressed, report, config))
    }
}

/// What the change would cost and save.
fn price(report: &mut Report) {
    if let Some(account) = report.account {
        account.price(report);
    }
}
