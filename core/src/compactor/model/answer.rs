//! What follows from an answer of the host: of its store, or of the model.

use super::ask;
use super::judge::{self, judged};
use crate::compactor::contract::action::{Answer, Ending, SummaryRequest};
use crate::compactor::contract::report::Reason;
use crate::compactor::contract::words::SecondCall;
use crate::compactor::stages::settle;
use crate::compactor::step::{NOT_COUNTED, Outcome, Pending, Phase, Step};
use crate::compactor::store::offload;
use crate::compactor::store::offload::Offloading;
use crate::notes::codes::ReasonCode;

/// The store's answer says where the output is, or why it could not be stored.
pub(crate) fn stored(offloading: Offloading, answer: Result<&str, &str>) -> Step {
    match offload::answered(offloading, answer) {
        offload::Next::Store(offloading) => Step::Offload(offloading),
        offload::Next::Ready(job, messages, cuts) => {
            job.preset.after_results(*job, &messages, &cuts)
        }
    }
}

pub(crate) fn answered(mut pending: Pending, answer: Answer<'_>) -> Step {
    let text = pending.without_secrets(answer.text);
    let answer = Answer {
        text: &text,
        ..answer
    };
    let may_retry = pending.preset.guards_summary();
    match std::mem::replace(&mut pending.phase, Phase::Summary { check: None }) {
        Phase::Shared { cold } => match judged(&mut pending, answer, false).result {
            Ok(snapshot) => settle::settle(pending, snapshot, answer),
            Err(_) => ask_cold(pending, cold),
        },
        Phase::Summary { check: Some(check) } => {
            let request = ask::verify_request(&pending, &check, answer.text);
            pending.phase = Phase::Verify {
                first: answer.text.to_owned(),
            };
            Step::Summarize(Box::new(pending), Box::new(request))
        }
        Phase::Summary { check: None } => {
            let limit = ask::output_budget(&pending, pending.report.summary_input_tokens);
            if pending.preset.refuses_full_output()
                && answer.output_tokens.is_some_and(|tokens| tokens >= limit)
            {
                let mut report = pending.report;
                report.reason = Reason::new(
                    ReasonCode::SummaryCutOff,
                    format!("the summary filled its output budget of {limit} tokens"),
                );
                return Step::Settle(Box::new(Outcome::Refused(
                    Ending::FailedOutputTruncated,
                    Box::new(report),
                )));
            }
            let verdict = judged(&mut pending, answer, !may_retry);
            judge::conclude(pending, verdict, answer, None, may_retry)
        }
        Phase::Retry { salvage } => {
            let verdict = judged(&mut pending, answer, true);
            judge::conclude(pending, verdict, answer, salvage, false)
        }
        // The second answer counts if it is a good summary. A bad one never costs a good first
        // answer.
        Phase::Verify { first } => {
            let checked = judged(&mut pending, answer, true);
            if checked.result.is_ok() {
                pending.report.memory.check = Some(SecondCall::Accepted);
                return judge::conclude(pending, checked, answer, None, false);
            }
            let first = judged(
                &mut pending,
                Answer {
                    text: &first,
                    ..NOT_COUNTED
                },
                true,
            );
            if first.result.is_ok() {
                pending.report.memory.check = Some(SecondCall::KeptFirst);
                return judge::conclude(pending, first, NOT_COUNTED, None, false);
            }
            let said_nothing = checked
                .result
                .as_ref()
                .is_err_and(|refusal| refusal.code == ReasonCode::SummaryEmpty);
            judge::conclude(
                pending,
                if said_nothing { first } else { checked },
                answer,
                None,
                false,
            )
        }
    }
}

pub(crate) fn failed(mut pending: Pending, message: &str) -> Step {
    let message = crate::host::clip::one_line(message, 300);
    match std::mem::replace(&mut pending.phase, Phase::Summary { check: None }) {
        Phase::Shared { cold } => return ask_cold(pending, cold),
        // The second call failed, so the answer of the first one counts.
        Phase::Verify { first } => {
            let first = judged(
                &mut pending,
                Answer {
                    text: &first,
                    ..NOT_COUNTED
                },
                true,
            );
            if first.result.is_ok() {
                pending.report.memory.check = Some(SecondCall::Failed);
                return judge::conclude(pending, first, NOT_COUNTED, None, false);
            }
        }
        Phase::Retry {
            salvage: Some(snapshot),
        } => return judge::stand_truncated(pending, snapshot),
        // The earlier summary and the messages stay as they are.
        Phase::Summary { .. } | Phase::Retry { salvage: None } => {}
    }
    let mut report = pending.report;
    report.reason = Reason::new(
        ReasonCode::SummarizerError,
        format!("the summariser failed: {message}"),
    );
    Step::Settle(Box::new(Outcome::Refused(
        Ending::FailedSummarizer,
        Box::new(report),
    )))
}

fn ask_cold(mut pending: Pending, cold: Box<SummaryRequest>) -> Step {
    pending.report.memory.cold_request = true;
    pending.phase = Phase::Summary { check: None };
    Step::Summarize(Box::new(pending), cold)
}
