//! Building block: what stands in where a model gives no usable summary: the embedded summary, else
//! the clearing alone.

use crate::compactor::contract::action::Ending;
use crate::compactor::contract::report::{Reason, Report, Told};
use crate::compactor::stages::budget::Room;
use crate::compactor::stages::{edits, settle};
use crate::compactor::step::{NOT_COUNTED, Outcome, Pending, Standby, Step};
use crate::config::Fallback;
use crate::notes::codes::ReasonCode;

/// What is kept aside while a model's answer is looked at; nothing where nothing may stand in.
pub(crate) fn spare(pending: &Pending) -> Option<Box<Pending>> {
    pending.standby.is_some().then(|| Box::new(pending.clone()))
}

/// The step as it is, or what stands in for a summary that was refused, never came, or is too long
/// for the window.
pub(crate) fn instead(step: Step, spare: Option<Box<Pending>>) -> Step {
    let Step::Settle(outcome) = step else {
        return step;
    };
    match (*outcome, spare) {
        (Outcome::Refused(ending, report), Some(spare)) if ending.failed() => {
            stand_in(*spare, ending, report)
        }
        (Outcome::Ready { patch, prepared }, Some(spare)) if is_over(&spare, &prepared.report) => {
            let reason = Reason::new(
                ReasonCode::SummaryTooLong,
                "with the summary the prompt would not fit the window",
            );
            let refused = Report {
                reason,
                ..prepared.report.clone()
            };
            let before = prepared.report.size.after;
            match stand_in(*spare, Ending::FailedInflatedTokenCount, Box::new(refused)) {
                Step::Settle(shorter) if matches!(&*shorter, Outcome::Ready { prepared, .. } if prepared.report.size.after < before) => {
                    Step::Settle(shorter)
                }
                _ => Step::Settle(Box::new(Outcome::Ready { patch, prepared })),
            }
        }
        (outcome, _) => Step::Settle(Box::new(outcome)),
    }
}

/// Whether the result is still larger than the window.
fn is_over(pending: &Pending, report: &Report) -> bool {
    let overhead = pending.turn.overhead_tokens;
    let room = Room::of(pending.history.config(), overhead);
    room.is_some_and(|room| overhead + report.size.after > room.limit())
}

/// The step as it is; where the extractive summary was refused, `clearing` if it does anything.
pub(crate) fn or_clearing(step: Step, clearing: impl FnOnce() -> Option<Outcome>) -> Step {
    let Step::Settle(outcome) = step else {
        return step;
    };
    let Outcome::Refused(ending, refused) = *outcome else {
        return Step::Settle(outcome);
    };
    Step::Settle(Box::new(match clearing() {
        Some(Outcome::Ready {
            patch,
            mut prepared,
        }) => {
            prepared.report.memory.fallback = refused.memory.fallback.or(Some(refused.reason));
            Outcome::Ready { patch, prepared }
        }
        _ => Outcome::Refused(ending, refused),
    }))
}

fn stand_in(mut spare: Pending, ending: Ending, refused: Box<Report>) -> Step {
    let cause = refused.reason.clone();
    let Some(standby) = spare.standby.take() else {
        return Step::Settle(Box::new(Outcome::Refused(ending, refused)));
    };
    let Standby {
        snapshot,
        clearing,
        report,
    } = *standby;
    let history = spare.history.clone();
    spare.report.memory.fallback = Some(cause.clone());
    // What stands in is no model's.
    spare.held = None;
    spare.report.memory.take_judgement(&refused.memory);
    let mut last = Outcome::Refused(ending, refused.clone());
    if spare.history.config().fallback == Fallback::Extractive {
        match settle::settle(spare, snapshot, NOT_COUNTED) {
            // The run then fails for what the extractive summary lacks; the model's failure is in
            // `fallback`.
            Step::Settle(outcome) if matches!(*outcome, Outcome::Refused(..)) => last = *outcome,
            step => return step,
        }
    }
    match clearing {
        Some((patch, edits)) => {
            let mut report = report;
            report.memory.fallback = Some(cause);
            report.memory.take_judgement(&refused.memory);
            Step::Settle(Box::new(edits::cleared(&history, &edits, patch, report)))
        }
        None => Step::Settle(Box::new(last)),
    }
}

/// The cause that a run tells where it asks no model because the last answers were of no use.
pub(crate) const RESTS: Told = (
    ReasonCode::SummarizerPaused,
    "the last summaries failed, so the model is not asked for a while",
);

pub(crate) fn model_rests() -> Reason {
    Reason::new(RESTS.0, RESTS.1)
}
