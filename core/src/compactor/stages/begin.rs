//! How a run begins: whether a conversation has to be made smaller, and how, by clearing old tool
//! results or by a summary; and why a run may do nothing.
//! The tokens that the provider reported for the last call decide. Without a report, our estimate
//! decides. Clearing is chosen only if it brings the conversation below the threshold again.

use super::budget::Room;
use crate::compactor::{Ask, Ending, FixedReason, Report, Run};
use crate::shape::{shapes, words};
use crate::{CompactArgs, ConfiguredHistory, Reason, Trigger, reduce};

/// After this number of failures in a row only clearing is tried, until a run succeeds or is
/// forced. Source: qwen-code.
pub const FAILURES_MAX: u32 = 3;

/// The sizes by which a run is decided.
pub struct Sizes {
    /// The first report.
    pub report: Report,
    /// What the thresholds ask for, in a preset that has some.
    pub need: Strategy,
    /// What the window leaves for the messages, in a preset that asks.
    pub room: Option<Room>,
}

/// The word for `before_compact`: whether the run was forced.
pub fn trigger_name(turn: &CompactArgs) -> Trigger {
    if turn.refused_tokens {
        Trigger::TokenLimit
    } else if turn.force {
        Trigger::Manual
    } else {
        Trigger::Auto
    }
}

pub fn noop(trigger: Option<Trigger>, mut report: Report, why: FixedReason) -> Run {
    report.reason = Reason::new(why.0, why.1);
    Run::of(trigger, Ask::Nothing(Ending::Noop, Box::new(report)))
}

/// The sizes of a run that is decided by thresholds. A forced run always gets a summary.
pub fn by_thresholds(history: &ConfiguredHistory, turn: &CompactArgs) -> Sizes {
    let known = Known {
        usage_tokens: turn.call_tokens.or(turn.prompt_tokens),
        overhead_tokens: turn.overhead_tokens,
    };
    let found = history
        .config()
        .context_window
        .map(|window| decide(history, window, known, false));
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

/// What the host knows in addition to the messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Known {
    /// Tokens of the last call as the provider reported them, added up as the preset's system adds
    /// them.
    pub usage_tokens: Option<u64>,
    /// Estimated tokens of the system text and the tool schemas. They are added to the estimate,
    /// not to a report.
    pub overhead_tokens: u64,
}

words! {
    /// How to compact a conversation.
    pub enum Strategy as "NeedStrategy" {
        /// No change needed.
        None => "none",
        /// Clear old tool results.
        Prune => "prune",
        /// Summarize the older messages.
        Compact => "compact",
    }

    /// The source of a token count.
    pub enum NeedSource {
        /// The provider's usage.
        Usage => "usage",
        /// An estimate.
        Estimate => "estimate",
    }
}

shapes! {
    /// Whether a conversation should be compacted, and why.
    pub struct Need: Copy {
        /// Whether it should.
        pub needed: bool,
        /// What to do.
        pub strategy: Strategy,
        /// Whether to warn the user.
        pub warn: bool,
        /// The deciding number of tokens.
        pub tokens_used: u64,
        /// The source of that number.
        pub source: NeedSource,
        /// The window without the reserve for the response.
        pub tokens_usable: f64,
        /// The threshold in tokens.
        pub tokens_trigger: f64,
        /// Estimated tokens that clearing would free.
        pub tokens_prunable: u64,
    }
}

/// Decides whether `history` has to be made smaller for a window of `window` tokens, and how.
#[must_use]
pub fn need(history: &ConfiguredHistory, window: u64, known: Known) -> Need {
    decide(history, window, known, true)
}

/// The tokens that clearing would free are only computed if the threshold is exceeded, or `always`.
fn decide(history: &ConfiguredHistory, window: u64, known: Known, always: bool) -> Need {
    let config = history.config();
    let thresholds = config.thresholds(window);
    let estimate = || {
        if config.tuning.ladder.rounds_messages() {
            reduce::messages_tokens(history)
        } else {
            history.tokens()
        }
    };
    let used = known
        .usage_tokens
        .unwrap_or_else(|| estimate() + known.overhead_tokens);
    let is_over = |tokens: u64| config.tuning.ladder.is_over(tokens, &thresholds);
    let needed = is_over(used);
    let prunable = if config.tuning.clear && (needed || always) {
        reduce::prune(history).1.tokens_saved
    } else {
        0
    };
    let strategy = match needed {
        false => Strategy::None,
        true if prunable > 0 && !is_over(used.saturating_sub(prunable)) => Strategy::Prune,
        true => Strategy::Compact,
    };
    Need {
        needed,
        strategy,
        warn: used as f64 >= thresholds.warn,
        tokens_used: used,
        source: if known.usage_tokens.is_some() {
            NeedSource::Usage
        } else {
            NeedSource::Estimate
        },
        tokens_usable: thresholds.usable,
        tokens_trigger: thresholds.auto,
        tokens_prunable: prunable,
    }
}
