//! Handling of a model's answer.

use super::ask;
use super::judge::{conclude, judged, stand_truncated};
use crate::compactor::stages::finish_summary::finish_summary;
use crate::compactor::stages::install::{refuse, refused};
use crate::compactor::{Ask, AwaitingSummary, Ending, Report, Run, Try};
use crate::host::clip::one_line;
use crate::{Answer, ReasonCode, ReviewResult};

/// Continues the run with a model's answer, or with the reason why the call failed.
pub fn answered(
    run: &mut Run,
    answer: Result<Answer<'_>, &str>,
    is_over: impl Fn(&Report) -> bool,
) {
    let (Some(Ask::Summary(request, kind)), Some(pending)) = (run.asks.pop(), &mut run.pending)
    else {
        return;
    };
    let memory = &mut pending.report.memory;
    memory.input_tokens = request.input_tokens;
    memory.followed = request.follows_conversation;
    memory.asked(answer.unwrap_or_default());
    let text = answer
        .map_or_else(Into::into, |answer| pending.without_secrets(answer.text))
        .into_owned();
    let answer = answer.map(|answer| Answer {
        text: &text,
        ..answer
    });
    let next = match (kind, answer) {
        (Try::Review(first), answer) => reviewed(pending, &first, answer),
        (Try::Retry(Some(salvage)), Err(_)) => stand_truncated(pending, salvage),
        // The earlier summary and the messages stay as they are.
        (_, Err(message)) => failed(pending, message),
        (Try::AfterCachedPrefix, Ok(answer)) => match judged(pending, answer).result {
            Ok(snapshot) => {
                run.asks.pop();
                finish_summary(pending, snapshot, answer.counted())
            }
            Err(refusal) => refuse(pending, refusal),
        },
        (Try::BeforeReview, Ok(answer)) => Ask::Summary(
            Box::new(ask::verify_request(pending, &request, answer.text)),
            Try::Review(text),
        ),
        (kind, Ok(answer)) => {
            let limit = ask::output_budget(pending, request.input_tokens);
            let is_full = answer.output_tokens.is_some_and(|tokens| tokens >= limit);
            let (salvage, again) = match kind {
                Try::Retry(salvage) => (salvage, None),
                _ => (
                    None,
                    pending.preset.spec().guards_summary.then_some(&*request),
                ),
            };
            if is_full && pending.preset.spec().refuses_full_output {
                let text = format!("the summary filled its output budget of {limit} tokens");
                let code = ReasonCode::SummaryCutOff;
                refused(pending, Ending::FailedOutputTruncated, code, text)
            } else {
                let verdict = judged(pending, answer);
                conclude(pending, verdict, answer, salvage, again)
            }
        }
    };
    run.follow(next, is_over);
}

/// The second answer counts if it is a good summary. A bad one, or none, never costs a good first
/// answer.
fn reviewed(pending: &mut AwaitingSummary, first: &str, answer: Result<Answer<'_>, &str>) -> Ask {
    let checked = match answer.map(|answer| (judged(pending, answer), answer)) {
        Ok((checked, answer)) if checked.result.is_ok() => {
            pending.report.memory.check = Some(ReviewResult::Accepted);
            return conclude(pending, checked, answer, None, None);
        }
        checked => checked,
    };
    let first = judged(pending, Answer::new(first));
    if first.result.is_ok() {
        let is_told = checked.is_ok();
        pending.report.memory.check = Some(if is_told {
            ReviewResult::KeptFirst
        } else {
            ReviewResult::Failed
        });
        return conclude(pending, first, Answer::default(), None, None);
    }
    match checked {
        Err(message) => failed(pending, message),
        Ok((checked, answer)) => {
            let is_empty =
                matches!(&checked.result, Err(refusal) if refusal.code == ReasonCode::SummaryEmpty);
            conclude(
                pending,
                if is_empty { first } else { checked },
                answer,
                None,
                None,
            )
        }
    }
}

fn failed(pending: &AwaitingSummary, message: &str) -> Ask {
    let text = format!("the summarizer failed: {}", one_line(message, 300));
    refused(
        pending,
        Ending::FailedSummarizer,
        ReasonCode::SummarizerError,
        text,
    )
}
