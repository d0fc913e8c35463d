//! The policies. Those of other agents have their default settings; conspectus's own run the
//! compactor.

use super::Setting;
use super::cache::Laid;
use super::prompt::SimulatedPrompt;
use conspectus::{ClearWhen, Config};
use conspectus_history::provider::context_edits::{TOOL_USES_KEEP, TOOL_USES_TRIGGER_TOKENS};
use conspectus_history::shape::words;

words! {
    /// When to clear and when to summarize.
    pub enum Policy {
        /// The cost of the recorded `usage`.
        Recorded => "recorded",
        /// Clears nothing.
        Never => "never",
        /// The default with known prices.
        BreakEven => "break_even",
        /// The default without prices.
        Trigger => "trigger",
        /// Keeps the newest ten results at every turn.
        EveryTurn => "every_turn",
        /// Clears all but three results above 100,000 tokens of full history.
        ContextEditing => "context_editing",
        /// Context editing that clears at least 20,000 tokens.
        ContextEditingBatch => "context_editing_20k",
        /// Summarizes at 85% of the window and keeps 20 messages.
        Summarize85 => "summarize_85",
        /// Summarizes at 85% of the window and keeps a tenth of it.
        Summarize85Tenth => "summarize_85_keep_tenth",
    }
}

impl Policy {
    /// The options of the compactor for one of our policies, on top of the caller's.
    pub(crate) fn compactor(self, config: &Config) -> Option<Config> {
        let mut config = if config.system.name == "default" {
            config.clone()
        } else {
            Config::default()
        };
        config.clear_when = match self {
            Self::BreakEven => ClearWhen::BreakEven,
            Self::Trigger => ClearWhen::Trigger,
            _ => return None,
        };
        Some(config)
    }

    /// The most tokens that its model reads for a summary.
    pub(super) fn reads_at_most(self) -> u64 {
        if self == Self::Summarize85 {
            SUMMARIZE_READS
        } else {
            u64::MAX
        }
    }
}

/// The changes before a call.
#[derive(Default)]
pub(super) struct Act {
    /// How many of the oldest results are cleared.
    pub clears: usize,
    pub summary: Option<(usize, usize)>,
}

/// The number of newest results that the study keeps. Source: "The Complexity Trap" (arXiv
/// 2508.21433), which masks all observations before the newest ten.
const STUDY_KEEP: usize = 10;
/// Of context editing with `clear_at_least`. Chosen here.
const CLEAR_AT_LEAST_TOKENS: u64 = 20_000;
/// The framework keeps this number of messages, and its model reads at most this number of the
/// newest tokens before them. It runs only with a configured trigger. Source: the defaults of its
/// summarization middleware, `_DEFAULT_MESSAGES_TO_KEEP` and `_DEFAULT_TRIM_TOKEN_LIMIT`, read
/// 2026-11-23.
const SUMMARIZE_KEEP: usize = 20;
const SUMMARIZE_READS: u64 = 4_000;
/// The agent framework's trigger and kept messages, as shares of the model's window if it is known.
/// Source: its `compute_summarization_defaults`, read 2026-11-23. The other framework uses the same
/// trigger here.
const SUMMARIZE_SHARE: f64 = 0.85;
const SUMMARIZE_KEEP_SHARE: f64 = 0.1;

pub(super) fn decide(policy: Policy, prompt: &SimulatedPrompt<'_>, setting: &Setting) -> Act {
    let end = prompt.end();
    let used = prompt.tokens(end) + setting.overhead_tokens;
    // The host keeps everything, so the provider counts the full history.
    let full = prompt.session.tokens_before[end] + setting.overhead_tokens;
    let clears = |stay: usize, least: u64| {
        let clears = prompt.results(end).len().saturating_sub(stay);
        let is_enough = prompt.freed(clears) >= least;
        Act {
            clears: if is_enough { clears } else { 0 },
            summary: None,
        }
    };
    let summarizes = |messages: usize, share: f64| Act {
        clears: 0,
        summary: behind_the_newest(prompt, messages, (setting.window as f64 * share) as u64),
    };
    let is_full = used as f64 >= setting.window as f64 * SUMMARIZE_SHARE;
    match policy {
        Policy::EveryTurn => clears(STUDY_KEEP, 0),
        Policy::ContextEditing if full > TOOL_USES_TRIGGER_TOKENS => clears(TOOL_USES_KEEP, 0),
        Policy::ContextEditingBatch if full > TOOL_USES_TRIGGER_TOKENS => {
            clears(TOOL_USES_KEEP, CLEAR_AT_LEAST_TOKENS)
        }
        Policy::Summarize85 if is_full => summarizes(SUMMARIZE_KEEP, 0.0),
        Policy::Summarize85Tenth if is_full => summarizes(1, SUMMARIZE_KEEP_SHARE),
        _ => Act::default(),
    }
}

/// Returns the range between the leading system messages and the newest messages. The newest
/// messages are `messages` messages or `tokens` tokens, whichever is more.
fn behind_the_newest(
    prompt: &SimulatedPrompt<'_>,
    messages: usize,
    tokens: u64,
) -> Option<(usize, usize)> {
    let (head, end) = (prompt.session.head, prompt.end());
    let from = (0..end)
        .rev()
        .find(|cut| prompt.tokens(end) - prompt.tokens(*cut) > tokens)
        .map_or(0, |cut| cut + 1);
    let from = from.min(end.saturating_sub(messages));
    let cut = (0..=from).rev().find(|cut| prompt.session.is_closed[*cut]);
    cut.filter(|cut| *cut > head + 1).map(|cut| (head, cut))
}
