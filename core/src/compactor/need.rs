//! Whether a conversation has to be made smaller, and how: by clearing old tool results, or by a
//! summary.
//!
//! The tokens that the provider reported for the last call decide. Without a report, our estimate
//! decides. Clearing is chosen only where it brings the conversation below the threshold again.

use crate::configured::ConfiguredHistory;
use crate::reduce;
use crate::shape::shapes;
use crate::shape::words;

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
    /// How to make the conversation smaller.
    pub enum Strategy as "NeedStrategy" {
        /// Nothing has to be done.
        None => "none",
        /// Clearing old tool results is enough.
        Prune => "prune",
        /// The older messages have to be summarised.
        Compact => "compact",
    }
}

words! {
    /// Where the count of tokens comes from.
    pub enum Source as "NeedSource" {
        /// The provider's report.
        Usage => "usage",
        /// Our estimate of the messages.
        Estimate => "estimate",
    }
}

shapes! {
    /// The decision and its numbers.
    pub struct Need: Copy {
        /// Whether something has to be done.
        pub needed: bool,
        /// What has to be done.
        pub strategy: Strategy,
        /// Whether the tokens have reached the threshold for a warning to the user.
        pub warn: bool,
        /// The tokens by which this was decided.
        pub tokens_used: u64,
        /// Where these tokens come from.
        pub source: Source,
        /// Tokens of the window that are left after room for the answer is set aside.
        pub tokens_usable: f64,
        /// The threshold, in tokens, for compaction.
        pub tokens_trigger: f64,
        /// Estimated tokens that clearing old tool results would free.
        pub tokens_prunable: u64,
    }
}

/// Decides whether `history` has to be made smaller for a window of `window` tokens, and how.
#[must_use]
pub fn need(history: &ConfiguredHistory, window: u64, known: Known) -> Need {
    decide(history, window, known, true)
}

/// As [`need`], but what clearing would free is looked for only where something has to be done.
pub(crate) fn need_if_over(history: &ConfiguredHistory, window: u64, known: Known) -> Need {
    decide(history, window, known, false)
}

fn decide(history: &ConfiguredHistory, window: u64, known: Known, always: bool) -> Need {
    let config = history.config();
    let rungs = config.thresholds(window);
    let estimate = || {
        if config.ladder.rounds_messages {
            reduce::messages_tokens(history)
        } else {
            history.tokens()
        }
    };
    let used = known
        .usage_tokens
        .unwrap_or_else(|| estimate() + known.overhead_tokens);
    let is_over = |tokens: u64| (config.ladder.is_over)(tokens, &rungs);
    let needed = is_over(used);
    let prunable = if config.clear && (needed || always) {
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
        warn: used as f64 >= rungs.warn,
        tokens_used: used,
        source: if known.usage_tokens.is_some() {
            Source::Usage
        } else {
            Source::Estimate
        },
        tokens_usable: rungs.usable,
        tokens_trigger: rungs.auto,
        tokens_prunable: prunable,
    }
}
