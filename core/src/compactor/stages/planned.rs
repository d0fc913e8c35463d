//! `plan`: what a run would do. Nothing changes, no model is asked, and nothing is stored.

use super::budget;
use super::edits::thinking_removed;
use super::reported::Fit;
use crate::compactor::contract::plan_of;
use crate::compactor::{AwaitingSummary, Ending, Prepared, Report};
use crate::{Config, Plan, PlannedSummary, Reason, ReasonCode, SummaryBy, SummaryRequest};

/// A patch is ready: without a summary, or with the built-in one.
pub fn ready(prepared: Prepared, (config, fit): (&Config, &Fit)) -> Plan {
    let gone = prepared.gone();
    let Prepared {
        status,
        mut report,
        patch,
    } = prepared;
    price(&mut report);
    let went = report.went.first().map_or(0, |went| went.tokens);
    let is_gone = |index: &usize| gone.binary_search(index).is_ok();
    let summary = gone
        .first()
        .zip(gone.last())
        .filter(|_| status == Ending::Compressed)
        .map(|(&start, &last)| PlannedSummary {
            start,
            end: last + 1,
            pinned: (start..last).filter(|index| !is_gone(index)).collect(),
            messages: report.cut.messages,
            tokens: went,
            by: report.memory.by(),
            input_tokens: 0,
            output_tokens: report.memory.tokens,
        });
    Plan {
        edits: report.edits.clone(),
        summary,
        patch: Some(patch),
        ..plan_of(fit.result(status, report, config))
    }
}

/// A model is called.
pub fn summarized(
    pending: AwaitingSummary,
    request: &SummaryRequest,
    (config, fit): (&Config, &Fit),
) -> Plan {
    let (input_tokens, output_tokens) = (request.input_tokens, request.max_output_tokens);
    let beside = budget::records_tokens(&pending);
    let kept = pending.kept_tokens();
    let (messages, tokens) = pending.summarized();
    let AwaitingSummary {
        history,
        head,
        split,
        pinned,
        kept_edits,
        mut report,
        ..
    } = pending;
    let summary = PlannedSummary {
        start: head,
        end: split,
        messages,
        pinned,
        tokens,
        by: SummaryBy::Model,
        input_tokens,
        output_tokens,
    };
    report.memory.pieces = report.memory.shown.len();
    report.reason = Reason::new(
        ReasonCode::Summarized,
        "older messages would be replaced by a summary",
    );
    // Records are never longer than what goes.
    let beside = beside.min(tokens / 2);
    report.size.after = kept.max(0.0).ceil() as u64 + output_tokens + beside;
    report.add_summarized(messages, tokens);
    report.memory.call_tokens = Some((input_tokens, output_tokens));
    let first = kept_edits
        .iter()
        .map(|edit| edit.message)
        .min()
        .unwrap_or(head)
        .min(head);
    report.warnings.extend(thinking_removed(&kept_edits));
    report.cache.first_changed_message = Some(first);
    report.cache.tokens_to_read_again = history.tokens_between(first, history.len());
    report.memory.input_tokens = input_tokens;
    price(&mut report);
    Plan {
        edits: kept_edits,
        summary: Some(summary),
        ..plan_of(fit.result(Ending::Compressed, report, config))
    }
}

/// What the change would cost and save.
fn price(report: &mut Report) {
    if let Some(look) = report.cache_look {
        look.price(report);
    }
}
