//! Building block: how a run begins, and why it may do nothing. Also the steps of the systems that
//! decide by thresholds and keep a tail.

use super::action::Ending;
use super::install::clear_only;
use super::preset::Preset;
use super::report::{
    Reason, Report, Told, BELOW_TRIGGER, EMPTY_HISTORY, KEEPS_ALL, NO_CUT, TOO_LITTLE, WORN_OUT,
};
use super::step::{Begun, Ended, Memory, Step};
use super::summarize::{summarize, Plan, Span};
use super::turn::CompactArgs;
use super::words::Trigger;
use crate::cut::split::{protected_head, SplitPoint, SplitReason};
use crate::history::History;
use crate::host::view::View;
use crate::notes::transcript::Detail;
use crate::reduce::need::{need_if_over, Known, Strategy};
use crate::reduce::plan::Edit;

/// After so many failures in a row only clearing is tried, until a run succeeds or is forced.
/// Source: qwen-code.
pub(crate) const FAILURES_MAX: u32 = 3;

/// The word for `before_compact`: whether the run was forced.
pub(crate) fn trigger_name(turn: &CompactArgs) -> Trigger {
    if turn.refused_tokens {
        Trigger::TokenLimit
    } else if turn.force {
        Trigger::Manual
    } else {
        Trigger::Auto
    }
}

pub(crate) fn noop(trigger: Option<Trigger>, mut report: Report, why: Told) -> Begun {
    report.reason = Reason::new(why.0, why.1);
    Begun {
        trigger,
        step: Step::Finish(Ending::Noop, Box::new(report)),
    }
}

/// Why no summary is made: there is no cut, or too little stands before it. `None` if one can be
/// made.
pub(crate) fn no_summary_because(history: &History, cut: SplitPoint, head: usize) -> Option<Told> {
    if cut.index <= head {
        let keeps_all = cut.reason == SplitReason::Nothing;
        return Some(if keeps_all { KEEPS_ALL } else { NO_CUT });
    }
    let before = history.chars_before(cut.index) - history.chars_before(head);
    let share = before as f64 / cut.chars_total.max(1) as f64;
    (share < history.config().min_span).then_some(TOO_LITTLE)
}

/// What a system that decides by thresholds and keeps a tail has found out before it acts.
pub(crate) struct Run<'a, V> {
    pub preset: &'static dyn Preset,
    pub history: History,
    pub messages: &'a V,
    pub turn: CompactArgs,
    pub report: Report,
    pub edits: Vec<Edit>,
    pub cut: SplitPoint,
    pub detail: Detail,
    /// Makes the lines in front of the transcript.
    pub known: fn(&History, &V, usize, usize) -> String,
}

/// The first report, and what has to be done by the thresholds. A forced run always gets a summary.
pub(crate) fn measure(history: &History, turn: &CompactArgs) -> (Report, Strategy) {
    let known = Known {
        usage_tokens: turn.prompt_tokens,
        overhead_tokens: turn.overhead_tokens,
    };
    let found = history
        .config()
        .context_window
        .map(|window| need_if_over(history, window, known));
    let used = found.map_or_else(|| turn.used_tokens(history), |found| found.tokens_used);
    let trigger = found.map_or(0, |found| found.tokens_trigger.ceil() as u64);
    let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(turn);
    let strategy = if turn.force {
        Strategy::Compact
    } else {
        found.map_or(Strategy::None, |found| found.strategy)
    };
    (report, strategy)
}

/// A run that has nothing to do by its sizes, in a system that decides by thresholds.
pub(crate) fn glance(history: &History, turn: &CompactArgs, _memory: &Memory) -> Option<Begun> {
    let (report, strategy) = measure(history, turn);
    let reason = if turn.payload_overflow {
        None
    } else {
        nothing_to_do(history, turn, strategy)
    };
    reason.map(|reason| noop(None, report, reason))
}

pub(crate) fn nothing_to_do(
    history: &History,
    turn: &CompactArgs,
    strategy: Strategy,
) -> Option<Told> {
    if history.is_empty() {
        return Some(EMPTY_HISTORY);
    }
    (strategy == Strategy::None && !turn.force).then_some(BELOW_TRIGGER)
}

/// Clears if that is enough, else summarises what lies before the cut. If no summary can be made,
/// clears what it can.
pub(crate) fn reduce<V: View>(run: Run<'_, V>, strategy: Strategy, memory: &Memory) -> Begun {
    let Run {
        preset,
        history,
        messages,
        turn,
        mut report,
        edits,
        cut,
        detail,
        known,
    } = run;
    let cause = Some(report.trigger);
    let worn_out = memory.failures >= FAILURES_MAX && !turn.force;
    if strategy == Strategy::Prune || (worn_out && !edits.is_empty()) {
        return Begun {
            trigger: cause,
            step: Step::Settle(Box::new(clear_only(
                history, &edits, messages, &turn, report,
            ))),
        };
    }
    if worn_out {
        return noop(None, report, WORN_OUT);
    }
    let head = protected_head(&history);
    report.cut.index = Some(cut.index);
    report.cut.reason = Some(cut.reason);
    if let Some(reason) = no_summary_because(&history, cut, head) {
        if edits.is_empty() {
            return noop(None, report, reason);
        }
        return Begun {
            trigger: cause,
            step: Step::Settle(Box::new(clear_only(
                history, &edits, messages, &turn, report,
            ))),
        };
    }
    let span = Span {
        head,
        split: cut.index,
        record_end: cut.index,
    };
    let known = known(&history, messages, head, cut.index);
    let plan = Plan {
        preset,
        history,
        messages,
        told: None,
        span,
        edits: &edits,
        turn,
        report,
        detail,
        files: Vec::new(),
        images: Vec::new(),
        known,
        rests: None,
        pinned: Vec::new(),
    };
    Begun {
        trigger: cause,
        step: summarize(plan),
    }
}

/// For systems that put no lines in front of the transcript.
pub(crate) fn nothing_known<V>(
    _history: &History,
    _messages: &V,
    _head: usize,
    _end: usize,
) -> String {
    String::new()
}

/// What the end of a run means for later ones. A forced run that fails is not held against them.
pub(crate) fn learn_unless_forced(memory: &mut Memory, ended: &Ended) {
    let counts = !ended.forced;
    if ended.status.applied() {
        memory.failures = 0;
    } else if ended.status.failed() && counts {
        memory.failures = memory.failures.saturating_add(1);
    }
}
