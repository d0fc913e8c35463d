//! The groups of the report: cache and cost, tokens by kind, stored outputs, the preset's status,
//! and the next steps for the host.

use super::Breakdown;
use crate::shape::shapes;

/// The effects on the provider's prompt cache.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheReport {
    /// Index of the first message that changes. Everything before it stays in the provider's cache.
    pub first_changed_message: Option<usize>,
    /// Estimated tokens from that message to the end, before the run.
    pub tokens_to_read_again: u64,
    /// Cache breakpoints for the next request, for providers that need them. Each is the number of
    /// messages in the cached prefix: set the breakpoint at the last block of its last message; 0
    /// is the system prompt.
    pub breakpoints: Vec<usize>,
    /// After how many calls the change has saved what it costs: what is written to the cache again,
    /// and the call of a model. `None` without a change, or if no prices are known.
    pub break_even_calls: Option<u64>,
    /// Tokens that the next request should find in the provider's cache if the breakpoints are set;
    /// `None` if unknown.
    pub expected_cached_tokens: Option<u64>,
    /// What the change costs and saves. `None` as for `break_even_calls`.
    pub money: Option<Money>,
}

/// What a change costs and saves, in millionths of the unit of the prices: a token at a price of 1
/// is 1,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Money {
    /// What it costs now: what is written to the provider's cache again, and the call of a model.
    pub costs_now_micros: u64,
    /// The saving of each later call while the cache is warm.
    pub saves_micros_a_call: u64,
    /// What a token of input costs, to compare.
    pub input_micros: u64,
}

/// What the tokens of the conversation are spent on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts {
    /// Tokens before the run.
    pub before: Breakdown,
    /// Tokens after the run.
    pub after: Breakdown,
}

/// Outputs that the host was asked to store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredOutputs {
    /// The outputs that were stored.
    pub outputs: Vec<Stored>,
    /// The number of outputs, or texts of messages, that could not be stored.
    pub failures: u64,
    /// Why the last of them could not be stored, in the host's words.
    pub error: Option<String>,
    /// The stored messages that were summarized; `None` if they were not stored.
    pub messages: Option<Stored>,
}

impl StoredOutputs {
    /// All that was stored, the messages that became a summary last.
    pub fn all(&self) -> Vec<Stored> {
        self.outputs.iter().chain(&self.messages).cloned().collect()
    }
}

/// What the preset's system reports, in its own words and numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SystemReport {
    /// How the run ended, in the system's words: `compressed`, `noop`,
    /// `failed_inflated_token_count` and so on.
    pub status: &'static str,
    /// The system's number for that status.
    pub number: u32,
    /// Whether an attempt failed, so that the next run asks no model unless it is forced.
    pub failed_attempt: bool,
    /// Whether the prompt had reached the hard limit when the run began.
    pub rescue: bool,
    /// What the application must do in addition to applying the patch. Source: gemini-cli.
    pub followup: Vec<&'static str>,
}

shapes! {
    /// A stored tool output, or summarized messages.
    pub struct Stored: Eq {
        /// Index of the message, or of the first one, before the run.
        pub message: usize,
        /// Index of the last message.
        pub last_message: usize,
        /// JSON Pointer of the result in its message; empty for messages.
        pub path: String,
        /// The place in the store: `store.get(locator)` returns it.
        pub locator: String,
        /// Length in characters.
        pub chars: u64,
    }
}
