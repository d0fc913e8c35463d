//! The compactor as bindings offer it.

use super::{activity, argument, Operation, MEASURING};
use crate::compactor::{Compactor, Turn};
use crate::config::whole;
use crate::error::Result;
use crate::view::View;
use serde_json::Value;

const OPTIONS: Operation = Operation {
    name: "Compactor",
    options: &[
        "context_window",
        "trigger_fraction",
        "target_fraction",
        "fraction",
        "split_rule",
        "retain_pairs",
        "min_compress_fraction",
        "min_saving_fraction",
        "prune",
        "keep_recent",
        "idle_minutes",
        "tools",
        "max_total_chars",
        "placeholder",
        "summarizer",
        "max_summary_tokens",
        "instructions",
    ],
    arguments: &[],
};

/// What `handle_messages` takes beside the messages.
const TURN: [&str; 7] = ["force", "now_ms", "last_activity_ms", "prompt_tokens", "prompt_messages", "system", "tools"];

/// A [`Compactor`] that speaks plain data.
#[derive(Debug, Clone)]
pub struct CompactorApi {
    compactor: Compactor,
}

impl CompactorApi {
    /// Options: those of measuring, of the cut, of clearing, and the compactor's own.
    ///
    /// # Errors
    /// `InvalidConfig` and its kin.
    pub fn new<O: View>(options: &O) -> Result<Self> {
        Ok(Self { compactor: Compactor::new(OPTIONS.config(options)?) })
    }

    /// The names of its options.
    #[must_use]
    pub fn option_names() -> Vec<&'static str> {
        MEASURING.iter().chain(OPTIONS.options).copied().collect()
    }

    /// The names of what [`handle_messages`](Self::handle_messages) takes in `turn`.
    #[must_use]
    pub fn turn_names() -> Vec<&'static str> {
        TURN.to_vec()
    }

    /// As [`Compactor::handle_messages`]. `turn` is an object or null: `force`, `now_ms`, `last_activity_ms`,
    /// `prompt_tokens` (as the provider reported) and `prompt_messages` (of how many messages), `system` and `tools` (measured as overhead).
    ///
    /// # Errors
    /// As there; `InvalidConfig` for an unknown or wrong `turn` argument.
    pub fn handle_messages<V: View, O: View>(&mut self, messages: &V, turn: &O) -> Result<()> {
        // Reuses the check for unknown names: `turn` takes no options, only its own arguments.
        crate::Config::from_view(turn, &[], &TURN)?;
        let mut overhead = 0;
        for name in ["system", "tools"] {
            if let Some(value) = argument(turn, name) {
                overhead += self.compactor.config().overhead_tokens(&value).map_err(|error| error.under(name))?;
            }
        }
        let prompt_tokens = argument(turn, "prompt_tokens").map(|value| whole(&value, "prompt_tokens", 0)).transpose()?;
        let prompt_messages = argument(turn, "prompt_messages").map(|value| whole(&value, "prompt_messages", 0)).transpose()?;
        let prompt_messages = prompt_messages.map(|messages| usize::try_from(messages).unwrap_or(usize::MAX));
        self.compactor.handle_messages(messages, Turn { activity: activity(turn)?, prompt_tokens, prompt_messages, overhead_tokens: overhead })
    }

    /// The next action as data (`{"kind": ...}`), or `None`.
    pub fn poll_action(&mut self) -> Option<Value> {
        self.compactor.poll_action().map(|action| serde_json::json!(action))
    }

    /// As [`Compactor::handle_summary`].
    ///
    /// # Errors
    /// As there.
    pub fn handle_summary(&mut self, answer: &str) -> Result<()> {
        self.compactor.handle_summary(answer)
    }

    /// As [`Compactor::handle_failure`].
    ///
    /// # Errors
    /// As there.
    pub fn handle_failure(&mut self, message: &str) -> Result<()> {
        self.compactor.handle_failure(message)
    }

    /// As [`Compactor::handle_current`].
    ///
    /// # Errors
    /// As there.
    pub fn handle_current<V: View>(&mut self, messages: &V) -> Result<()> {
        self.compactor.handle_current(messages)
    }

    /// As [`Compactor::cancel`].
    pub fn cancel(&mut self) {
        self.compactor.cancel();
    }

    /// As [`Compactor::state`].
    #[must_use]
    pub fn state(&self) -> &'static str {
        self.compactor.state()
    }
}
