//! Building block: what stands in where a model gives no usable summary: the embedded summary, else the clearing alone.

use super::action::Ending;
use super::install;
use super::report::{Reason, Report, Told};
use super::step::{Outcome, Pending, Standby, Step, NOT_COUNTED};
use super::update;
use crate::config::Fallback;

/// What is kept aside while a model's answer is looked at; nothing where nothing may stand in.
pub(crate) fn spare(pending: &Pending) -> Option<Box<Pending>> {
    pending.standby.is_some().then(|| Box::new(pending.clone()))
}

/// The step as it is, or what stands in for a summary that was refused or never came.
pub(crate) fn instead(step: Step, spare: Option<Box<Pending>>) -> Step {
    let Step::Settle(outcome) = step else { return step };
    let Outcome::Refused(ending, report) = *outcome else { return Step::Settle(outcome) };
    match spare {
        Some(spare) if ending.failed() => stand_in(*spare, ending, report),
        _ => Step::Settle(Box::new(Outcome::Refused(ending, report))),
    }
}

fn stand_in(mut spare: Pending, ending: Ending, refused: Box<Report>) -> Step {
    let cause = refused.reason.clone();
    let Some(standby) = spare.standby.take() else { return Step::Settle(Box::new(Outcome::Refused(ending, refused))) };
    let Standby { snapshot, clearing, report } = *standby;
    let history = spare.history.clone();
    spare.report.memory.fallback = Some(cause.clone());
    spare.report.memory.take_judgement(&refused.memory);
    if spare.history.config().fallback == Fallback::Embedded {
        let step = update::stand(spare, snapshot, NOT_COUNTED);
        if !is_refused(&step) {
            return step;
        }
    }
    match clearing {
        Some((patch, edits)) => {
            let mut report = report;
            report.memory.fallback = Some(cause);
            report.memory.take_judgement(&refused.memory);
            Step::Settle(Box::new(install::cleared(&history, &edits, patch, report)))
        }
        None => Step::Settle(Box::new(Outcome::Refused(ending, refused))),
    }
}

fn is_refused(step: &Step) -> bool {
    matches!(step, Step::Settle(outcome) if matches!(**outcome, Outcome::Refused(..)))
}

/// The cause that a run tells where it asks no model because the last answers were of no use.
pub(crate) const RESTS: Told = ("model_rests", "the last summaries failed, so the model is not asked for a while");

pub(crate) fn model_rests() -> Reason {
    Reason::new(RESTS.0, RESTS.1)
}
