//! What follows from an answer of the host: of its store, or of the model.

use super::action::{Answer, Ending, SummaryRequest};
use super::install;
use super::offload::{self, Offloading};
use super::report::Reason;
use super::step::{Outcome, Pending, Phase, Step, NOT_COUNTED};
use super::words::SecondCall;
use super::{ask, update};
use crate::notes::snapshot::{Defect, Snapshot};

/// The store's answer says where the output is, or why it could not be stored.
pub(crate) fn stored(offloading: Offloading, answer: Result<&str, &str>) -> Step {
    match offload::answered(offloading, answer) {
        offload::Next::Store(offloading) => Step::Offload(offloading),
        offload::Next::Ready(job, messages, cuts) => (job.system.after_results)(*job, &messages, &cuts),
    }
}

pub(crate) fn answered(mut pending: Pending, answer: Answer<'_>) -> Step {
    let form = pending.history.config().template;
    match std::mem::replace(&mut pending.phase, Phase::Summary { record: None }) {
        Phase::Shared { cold } => match Snapshot::read(answer.text, form) {
            Ok(snapshot) => update::stand(pending, snapshot, answer),
            Err(_) => ask_cold(pending, cold),
        },
        Phase::Delta { state, whole, record } => update::answered(pending, &state, whole, record, answer),
        Phase::Summary { record: Some(record) } => {
            let request = ask::verify_request(&pending, &record, answer.text);
            pending.phase = Phase::Verify { first: answer.text.to_owned() };
            Step::Summarize(Box::new(pending), Box::new(request))
        }
        Phase::Summary { record: None } => {
            let limit = ask::output_budget(&pending, pending.report.summary_input_tokens);
            if pending.system.refuses_full_output && answer.output_tokens.is_some_and(|tokens| tokens >= limit) {
                let mut report = pending.report;
                report.reason = Reason::new("summary_cut_off", format!("the summary filled its output budget of {limit} tokens"));
                return Step::Settle(Box::new(Outcome::Refused(Ending::FailedOutputTruncated, Box::new(report))));
            }
            conclude(pending, Snapshot::read(answer.text, form), answer)
        }
        // The second answer counts if it is a snapshot. A bad one never costs a good first answer.
        Phase::Verify { first } => match (Snapshot::read(answer.text, form), Snapshot::read(&first, form)) {
            (Ok(checked), _) => {
                pending.report.memory.check = Some(SecondCall::Accepted);
                update::stand(pending, checked, answer)
            }
            (Err(_), Ok(first)) => {
                pending.report.memory.check = Some(SecondCall::KeptFirst);
                update::stand(pending, first, NOT_COUNTED)
            }
            (Err(Defect::Empty), Err(defect)) | (Err(defect), Err(_)) => conclude(pending, Err(defect), answer),
        },
    }
}

pub(crate) fn failed(mut pending: Pending, message: &str) -> Step {
    let form = pending.history.config().template;
    let message = crate::host::clip::one_line(message, 300);
    match std::mem::replace(&mut pending.phase, Phase::Summary { record: None }) {
        Phase::Shared { cold } => return ask_cold(pending, cold),
        // The second call failed, so the answer of the first one counts.
        Phase::Verify { first } => {
            if let Ok(snapshot) = Snapshot::read(&first, form) {
                pending.report.memory.check = Some(SecondCall::Failed);
                return update::stand(pending, snapshot, NOT_COUNTED);
            }
        }
        // The earlier summary and the messages stay as they are.
        Phase::Summary { .. } | Phase::Delta { .. } => {}
    }
    let mut report = pending.report;
    report.reason = Reason::new("summarizer_error", format!("the summariser failed: {message}"));
    Step::Settle(Box::new(Outcome::Refused(Ending::FailedSummarizer, Box::new(report))))
}

fn ask_cold(mut pending: Pending, cold: Box<SummaryRequest>) -> Step {
    pending.report.memory.cold_request = true;
    pending.phase = Phase::Summary { record: None };
    Step::Summarize(Box::new(pending), cold)
}

fn conclude(pending: Pending, parsed: Result<Snapshot, Defect>, answer: Answer<'_>) -> Step {
    match parsed {
        Ok(snapshot) => update::stand(pending, snapshot, answer),
        Err(defect) => Step::Settle(Box::new(install::refuse(pending, defect))),
    }
}
