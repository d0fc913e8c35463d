//! Building block: how a run begins, and why it may do nothing.

use super::action::Ending;
use super::report::{Reason, Report, Told};
use super::room::Room;
use super::step::{Begun, Step};
use super::turn::CompactArgs;
use super::words::Trigger;
use crate::compactor::need::{need_if_over, Known, Strategy};
use crate::configured::ConfiguredHistory;

/// After so many failures in a row only clearing is tried, until a run succeeds or is forced.
/// Source: qwen-code.
pub(crate) const FAILURES_MAX: u32 = 3;

/// The sizes by which a run is decided.
pub struct Sizes {
    /// The first report.
    pub report: Report,
    /// What the thresholds ask for, in a preset that has some.
    pub need: Strategy,
    /// What the window leaves for the messages, in a preset that asks.
    pub(crate) room: Option<Room>,
}

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

/// The sizes of a run that is decided by thresholds. A forced run always gets a summary.
pub(crate) fn by_thresholds(history: &ConfiguredHistory, turn: &CompactArgs) -> Sizes {
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
    let need = if turn.force {
        Strategy::Compact
    } else {
        found.map_or(Strategy::None, |found| found.strategy)
    };
    Sizes {
        report,
        need,
        room: None,
    }
}
