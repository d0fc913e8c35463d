//! Whether a conversation has to be made smaller, and how: clear old tool results, or summarise.
//!
//! The ladder of the configuration decides, by what the provider reported for the last call or by our estimate. Clearing is chosen only
//! where it brings the conversation below the threshold again. Usage is that of one call: of a list of calls the last one counts.

use crate::cut::thresholds::thresholds;
use crate::history::History;
use crate::reduce;
use serde::Serialize;

/// What the host knows beside the messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Known {
    /// Tokens of the last call as the provider reported them, added up as the preset's system does.
    pub usage_tokens: Option<u64>,
    /// Estimated tokens of system text and tool schemas, which count where usage is not known.
    pub overhead_tokens: u64,
}

/// How to make it smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Nothing is to be done.
    None,
    /// Clearing old tool results suffices.
    Prune,
    /// The older part has to be summarised.
    Compact,
}

/// Where the count comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The provider's report.
    Usage,
    /// Our estimate of the messages.
    Estimate,
}

/// The decision and its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Need {
    /// Whether something is to be done.
    pub needed: bool,
    /// What.
    pub strategy: Strategy,
    /// Whether it is time to tell the user.
    pub warn: bool,
    /// The tokens by which this was decided.
    pub tokens_used: u64,
    /// Where they come from.
    pub source: Source,
    /// What the window leaves once the answer has its room; infinite without a window.
    pub tokens_usable: f64,
    /// Where action starts.
    pub tokens_trigger: f64,
    /// What clearing old tool results would free.
    pub tokens_prunable: u64,
}

/// Decides for a window of `window` tokens.
#[must_use]
pub fn need(history: &History, window: u64, known: Known) -> Need {
    let config = history.config();
    let rungs = thresholds(config, window);
    let estimate = || if config.ladder.rounds_messages { reduce::messages_tokens(history) } else { history.tokens() };
    let used = known.usage_tokens.unwrap_or_else(|| estimate() + known.overhead_tokens);
    let is_over = |tokens: u64| (config.ladder.is_over)(tokens, &rungs);
    let needed = is_over(used);
    let prunable = if config.clear { reduce::prune(history).1.tokens_saved } else { 0 };
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
        source: if known.usage_tokens.is_some() { Source::Usage } else { Source::Estimate },
        tokens_usable: rungs.usable,
        tokens_trigger: rungs.auto,
        tokens_prunable: prunable,
    }
}
