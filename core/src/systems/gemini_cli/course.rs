//! gemini-cli's course, `compress()`: hook, threshold, results cut to a budget, cut of the history, summary, check (G-22..G-38).
//!
//! The history handed over is the curated one (`curate`, G-40..G-42). Unlike upstream nothing counts as reduced that is not
//! smaller by one yardstick (G-36), an answer is a document or nothing (B-7), a failing check loses no summary (B-12), and
//! messages without parts stay as they are (G-17).

use crate::compactor::words::RecordInput;
use crate::compactor::action::{Ending, Turn};
use crate::compactor::step::{window, Begun, Ended, Memory, Step};
use crate::compactor::begin::{noop, trigger_name};
use crate::compactor::install::clear_only;
use crate::compactor::offload::{self, Job, Next};
use crate::compactor::report::{Reason, Report, Told, BELOW_TRIGGER, EMPTY_HISTORY, NO_CUT};
use crate::compactor::summarize::{summarize, Plan, Span};
use crate::config::{Application, Config};
use crate::systems::gemini_cli::curate::{self, CurateRules};
use crate::read::dialect::Dialect;
use crate::error::Result;
use crate::history::History;
use crate::reduce::plan::{lower, Edit};
use crate::cut::split::{find_split_point_less, protected_head};
use crate::notes::transcript::Detail;
use crate::host::view::{View, ViewExt};
use serde_json::Value;

pub(crate) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> Result<Begun> {
    let config = history.config().clone();
    let window = window(&config)?.unwrap_or(u64::MAX);
    let used = turn.used_tokens(&history, 1.0);
    // G-24: at the threshold it compacts.
    let trigger = (window as f64 * config.trigger).ceil() as u64;
    let mut report = Report::new(&history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(&turn);
    if history.is_empty() || curates_to_nothing(&history, messages) {
        // G-22: both counts are 0, even if forced.
        let mut report = report;
        (report.size.before, report.size.after, report.size.used) = (0, 0, 0);
        return Ok(noop(None, report, EMPTY_HISTORY));
    }
    // G-23: the hook fires before the threshold is looked at.
    let hook = Some(trigger_name(&turn));
    if !turn.activity.force && used < trigger {
        return Ok(noop(hook, report, BELOW_TRIGGER));
    }
    let gave_up = memory.failed_attempt && !turn.activity.force;
    let step = match offload::start(Job { system: &super::SYSTEM, history, turn, report, window, gave_up }, messages)? {
        Ok(Next::Store(offloading)) => Step::Offload(offloading),
        Ok(Next::Ready(job, copy, cuts)) => after_results(*job, &&copy, &cuts),
        Err(job) => after_results(*job, messages, &[]),
    };
    Ok(Begun { trigger: hook, step })
}

/// Nothing of a Gemini history may be sent: every run of the agent's messages is invalid, and there are no others.
fn curates_to_nothing<V: View>(history: &History, messages: &V) -> bool {
    let rules = CurateRules::default();
    history.dialect() == Dialect::Gemini
        && curate::curate(messages, rules).is_ok_and(|(patch, _)| {
            let dropped: usize = patch.splices.iter().map(|splice| splice.delete_count - splice.insert.len().min(splice.delete_count)).sum();
            dropped >= history.len()
        })
}

/// Everything after the results were cut (G-27..G-31).
pub(crate) fn after_results<V: View>(job: Job, messages: &V, cuts: &[Edit]) -> Step {
    let Job { system, history, turn, mut report, window, gave_up } = job;
    let noop = |mut report: Report, why: Told| {
        report.reason = Reason::new(why.0, why.1);
        Step::Finish(Ending::Noop, Box::new(report))
    };
    if gave_up {
        // G-27, and like with like (G-36): only what was cut counts as cut.
        if cuts.is_empty() {
            return noop(report, ("gave_up", "an earlier attempt failed and no result is left to cut; force to try again"));
        }
        return Step::Settle(Box::new(clear_only(history, cuts, messages, &turn, report)));
    }
    // G-28: the cut is looked for in the history as it is after cutting results.
    let cut = find_split_point_less(&history, &offload::saved_chars(cuts));
    let head = protected_head(&history);
    report.cut.index = Some(cut.index);
    report.cut.reason = Some(cut.reason);
    if cut.index <= head {
        return noop(report, NO_CUT);
    }
    // G-29: the original results if they fit the window, else the cut ones.
    let fits = history.tokens_between(head, cut.index) < window;
    report.memory.input = if fits || cuts.is_empty() { RecordInput::Original } else { RecordInput::Truncated };
    let told = if fits || cuts.is_empty() { None } else { truncated(&history, messages, cuts) };
    let span = Span { head, split: cut.index, record_end: cut.index };
    summarize(Plan {
        system,
        history,
        messages,
        told: told.as_ref(),
        span,
        edits: cuts,
        turn,
        report,
        detail: Detail::Full,
        files: Vec::new(),
        images: Vec::new(),
        known: String::new(),
    })
}

fn truncated<V: View>(history: &History, messages: &V, cuts: &[Edit]) -> Option<Value> {
    lower(history, cuts, messages).apply(&messages.to_value().ok()?).ok()
}

/// What a run's end means for `hasFailedCompressionAttempt`: only a larger result counts as failed, and a person who
/// forces a run is not held to it (G-27 and the table after it).
pub(crate) fn learn(config: &Config, memory: &mut Memory, ended: &Ended) {
    match ended.status {
        Ending::Compressed => {
            memory.failed_attempt = false;
            memory.failures = 0;
        }
        Ending::FailedInflatedTokenCount => memory.failed_attempt |= !ended.forced || config.application == Application::Agent,
        _ => {}
    }
    if ended.status.failed() {
        memory.failures = memory.failures.saturating_add(1);
    }
}
