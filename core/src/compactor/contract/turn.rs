//! The arguments of a turn.

use super::action::RunningAgent;
use crate::history::MessageEntry;
use crate::minutes::read::Understood;
use crate::{ConfiguredHistory, Role, ToolHints};
use serde_json::Value;

/// The host's information in addition to the messages, passed again for each run. By default,
/// nothing is known.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CompactArgs {
    /// Whether to compact whatever the size.
    pub force: bool,
    /// Minutes since the agent's last answer. After a long pause the provider's cache is cold.
    pub idle_minutes: Option<f64>,
    /// Tokens of the last prompt as the provider reported them. They decide *when* to compact, in
    /// place of the estimate.
    pub prompt_tokens: Option<u64>,
    /// Tokens of that call, its answer too, as the preset's system adds them up.
    pub call_tokens: Option<u64>,
    /// The number of messages in that prompt. Later messages are estimated and added. Default: the
    /// messages before the agent's last answer if `covers_last_request`, otherwise all.
    pub prompt_messages: Option<usize>,
    /// Whether the report came with the agent's last answer, so that it covers the messages before
    /// that answer. `prompt_messages` takes precedence.
    pub covers_last_request: bool,
    /// Whether the report is a bare number. Reproduced systems compare such a number as it is.
    pub is_bare: bool,
    /// Estimated tokens of the system prompt and the tool schemas, which no compaction shrinks.
    pub overhead_tokens: u64,
    /// `overhead_tokens` as the host passed it, before provider reports raise it.
    pub given_overhead: u64,
    /// Whether the overhead is complete: the host passed system prompt and tools.
    #[doc(hidden)]
    pub around_known: bool,
    /// The model for this request, if it changes from now on.
    pub model: Option<String>,
    /// A description of the value that was passed as `usage`, if it contains no token counts.
    pub usage_odd: Option<String>,
    /// What the definitions of the tools say of their calls.
    pub tool_hints: ToolHints,
    /// A text at the start of the history, in a user message, that is never summarized.
    pub preamble: Option<String>,
    /// The file of an approved plan, which the summary has to name.
    pub plan_path: Option<String>,
    /// Whether the host knows of an attempt that failed. What the state knows counts too.
    pub failed_before: bool,
    /// The user's instructions for this summary, in addition to the option `instructions`.
    pub instructions: Option<String>,
    /// The instructions for this summary that the host's `before_compact` returned.
    pub context: Option<String>,
    /// A value for the field `prunedAt` of each cleared result, for example a time. The result also
    /// gets `pruned: true`. Without a value nothing is marked.
    pub pruned_at: Option<Value>,
    /// Whether the agent is in a read-only mode. It's reminded of this after a summary.
    pub plan_mode: bool,
    /// The tasks of other agents in this conversation, oldest first. The agent is reminded of them
    /// after a summary.
    pub running_agents: Vec<RunningAgent>,
    /// Whether the provider rejected the last request because it had too many bytes (HTTP 413).
    pub payload_overflow: bool,
    /// Whether the conversation's own model writes the summary and its provider caches prompts.
    pub prefix_cached: bool,
    /// Tokens of the last prompt that the provider read from its cache, if it reported them.
    pub cached_tokens: Option<u64>,
    /// How many calls the agent will still make, if the host knows. It decides whether clearing
    /// pays.
    pub remaining_calls: Option<u64>,
    /// Messages and parts that must stay, in addition to those that are marked.
    pub pinned: Vec<Pin>,
    /// The overhead as the provider counts it, if the preset measures differently.
    #[doc(hidden)]
    pub overhead_counted: Option<u64>,
    /// The marks of our own messages that the compactor remembers.
    pub remembered: Vec<String>,
    /// The media item for which the provider rejected the last request, as a JSON Pointer into the
    /// list; empty if it is unknown.
    pub refused_media: Option<String>,
    /// Whether the provider rejected the last request because of its tokens.
    pub refused_tokens: bool,
    /// The locator of the stored messages that this run summarizes.
    pub record_place: Option<String>,
    /// What earlier runs understood of the messages.
    pub understood: Understood,
    /// Whether the run is a plan: no answer of a model will come, so nothing is made ready for one.
    pub is_plan: bool,
}

/// The other fields are set as they are.
///
/// ```
/// use conspectus::CompactArgs;
///
/// let mut turn = CompactArgs::new().prompt_tokens(81_000);
/// turn.prompt_messages = Some(40);
/// assert_eq!(turn.prompt_tokens, Some(81_000));
/// assert!(CompactArgs::forced().force);
/// ```
impl CompactArgs {
    /// A turn of which nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A turn that compacts whatever the size.
    #[must_use]
    pub fn forced() -> Self {
        Self::new().force(true)
    }

    /// Whether to compact whatever the size.
    #[must_use]
    pub fn force(mut self, force: bool) -> Self {
        self.force = force;
        self
    }

    /// Prompt tokens that the provider reported for the last request: the one that the agent's last
    /// message answers.
    #[must_use]
    pub fn prompt_tokens(mut self, prompt_tokens: u64) -> Self {
        self.prompt_tokens = Some(prompt_tokens);
        (self.covers_last_request, self.is_bare) = (true, true);
        self
    }

    /// Estimated tokens of system text and tool schemas, all of them.
    #[must_use]
    pub fn overhead_tokens(mut self, overhead_tokens: u64) -> Self {
        (self.overhead_tokens, self.around_known) = (overhead_tokens, true);
        self
    }

    /// The tokens that decide *when* to compact: the provider's report and an estimate of later
    /// messages, or an estimate of everything.
    pub fn used_tokens(&self, history: &ConfiguredHistory) -> u64 {
        match self.prompt_tokens.filter(|_| !self.is_outdated(history)) {
            Some(tokens) => tokens.saturating_add(
                history.tokens_between(self.reported_messages(history), history.len()),
            ),
            None => history.tokens() + self.overhead_tokens,
        }
    }

    /// The tokens that a reproduced agent compares with its trigger: a bare number without
    /// `prompt_messages` is used unchanged.
    pub fn compared_tokens(&self, history: &ConfiguredHistory) -> u64 {
        self.prompt_tokens
            .filter(|_| self.is_bare && self.prompt_messages.is_none())
            .filter(|_| !self.is_outdated(history))
            .unwrap_or_else(|| self.used_tokens(history))
    }

    /// How many messages the provider's report counts.
    pub fn reported_messages(&self, history: &ConfiguredHistory) -> usize {
        // The report is of the prompt in front of the answer, which may be several messages.
        let last_request = || {
            let messages = history.messages();
            let is_agent = |entry: &MessageEntry| entry.role == Role::Assistant;
            let mut first = messages.iter().rposition(is_agent)?;
            while messages[first].continues_answer {
                first -= 1;
            }
            // What the provider compacted is its answer too, or it stands behind that.
            let flat = usize::from(history.dialect().is_flat());
            let compacted = history.last_compaction().map(|index| index + flat);
            compacted.is_none_or(|index| first > index).then_some(first)
        };
        let covered = if self.covers_last_request {
            last_request().or(history.last_compaction())
        } else {
            None
        };
        self.prompt_messages.or(covered).unwrap_or(history.len())
    }

    /// Whether the provider compacted the history after the prompt that the report counts.
    pub fn is_outdated(&self, history: &ConfiguredHistory) -> bool {
        let covered = self.reported_messages(history);
        history
            .last_compaction()
            .is_some_and(|index| index >= covered)
    }
}

/// One pin of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Index of the message in the list of the run.
    pub message: usize,
    /// JSON Pointer inside the message; empty for all of it.
    pub path: String,
}

impl Pin {
    /// Pins a whole message.
    #[must_use]
    pub fn message(message: usize) -> Self {
        Self::part(message, "")
    }

    /// Pins a part, by its JSON Pointer inside the message. The message stays too, so that the part
    /// has a place.
    #[must_use]
    pub fn part(message: usize, path: &str) -> Self {
        Self {
            message,
            path: path.to_owned(),
        }
    }
}

/// Whether a JSON Pointer is `outer` or a place in it.
pub fn is_within(pointer: &str, outer: &str) -> bool {
    let rest = pointer.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
