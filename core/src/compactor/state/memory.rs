//! What a compactor remembers from run to run.

use super::full_list::spelled;
use super::refusals::Refusals;
use crate::compactor::{CacheMemory, Ending, ONE};
use crate::{Config, Dialect, ReasonCode};
use serde::{Deserialize, Serialize};

/// How a run ended, for the memory of the compactor.
pub struct RunEnd {
    /// How it ended.
    pub status: Ending,
    /// Whether it was forced.
    pub forced: bool,
    /// Whether the prompt had reached the hard limit when it began.
    pub rescue: bool,
    /// The reason for using a fallback summary, if one was used.
    pub fallback: Option<ReasonCode>,
}

/// What a compactor remembers from run to run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Memory {
    /// How many runs have failed since the last success.
    pub failures: u32,
    /// Whether the last attempt failed. Some systems then ask no model again.
    pub failed_attempt: bool,
    /// How many runs began at the hard limit and did not get below it.
    pub rescues: u32,
    /// Runs left in which the model is not asked.
    pub rest: u32,
    /// The reported count that the last compaction acted on. A repeated report says nothing about
    /// the list as it is now.
    pub acted_on: Option<u64>,
    /// Tokens that reports count beyond the messages: system text, tools, what the provider adds.
    /// `None` without a report.
    pub unlisted_tokens: Option<u64>,
    /// The provider's tokens per token of our estimate by reports, in thousandths; 0 without a
    /// report.
    pub usage_scale: u64,
    /// By what factor the last report was above what was expected, in thousandths, if it was doubted.
    #[serde(default)]
    pub doubted: Option<u64>,
    /// Who counted these; empty if that is not known.
    pub counted_by: String,
    /// Hashes of the messages that are kept through every round: those with our field, and those
    /// that were pinned when others were removed.
    #[serde(default)]
    pub pinned: Vec<String>,
    /// The number of unread parts in the list at the last check.
    pub unread_parts: usize,
    /// The marks of the messages that this compactor installed, the newest last.
    pub remembered: Vec<String>,
    /// What the provider's refusals taught.
    pub refusals: Refusals,
    /// The tokens of the prompt after the last run.
    pub last_used: u64,
    /// How many messages the list had after the last summary; 0 if that is not known.
    pub summarized_messages: usize,
    /// The number of messages after the last run that changed the list in any way.
    #[serde(default)]
    pub run_messages: usize,
    /// What old results have cost, and what is known of the provider's cache.
    #[serde(rename = "debt")]
    pub cache: CacheMemory,
    /// The dialect of the list, once this compactor changed it: the messages that revealed it may
    /// have been removed.
    #[serde(with = "named")]
    pub dialect: Option<Dialect>,
}

/// A dialect by its name.
mod named {
    use super::Dialect;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(dialect: &Option<Dialect>, to: S) -> Result<S::Ok, S::Error> {
        dialect.map(Dialect::name).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Dialect>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        name.map(|name| Dialect::from_name(&name))
            .transpose()
            .map_err(|error| D::Error::custom(error.message()))
    }
}

/// Marks that a compactor remembers: hosts that go back in a conversation bring back older
/// messages. Chosen here.
const REMEMBERED_MAX: usize = 32;

/// Pins that are remembered. Chosen here: more would leave no room for a conversation.
const PINNED_MAX: usize = 1_024;

impl Memory {
    /// The tokens that reports count beyond the messages, and the provider's scale. `None` if
    /// another model or another tokenizer counted.
    pub fn learned_of(&self, config: &Config) -> Option<(u64, u64)> {
        let is_of = self.counted_by.is_empty() || self.counted_by == config.counted_by();
        let scale = match self.usage_scale {
            0 => ONE,
            scale => scale,
        };
        self.unlisted_tokens
            .filter(|_| is_of)
            .map(|unlisted| (unlisted, scale))
    }

    /// Counts the end of a run. A forced run that fails is not held against later ones.
    pub fn count(&mut self, ended: &RunEnd) {
        if ended.status.applied() {
            self.failures = 0;
        } else if ended.status.failed() && !ended.forced {
            self.failures = self.failures.saturating_add(1);
        }
    }

    /// Keeps the hash of a message that stays.
    pub fn pin(&mut self, hash: Option<u64>) {
        let hash = hash.map(spelled);
        if let Some(hash) = hash.filter(|hash| !self.pinned.contains(hash))
            && self.pinned.len() < PINNED_MAX
        {
            self.pinned.push(hash);
        }
    }

    /// Keeps the mark of a message that was installed.
    pub fn remember(&mut self, mark: String) {
        self.remembered.retain(|known| *known != mark);
        self.remembered.push(mark);
        let beyond = self.remembered.len().saturating_sub(REMEMBERED_MAX);
        self.remembered.drain(..beyond);
    }
}
