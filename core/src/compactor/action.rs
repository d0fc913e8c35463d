//! What goes in and out of the machine: how a run ends, what the host is asked to do, what goes with the messages.

use super::report::Report;
use crate::history::History;
use crate::host::patch::Patch;
use crate::measure::adapt::weighted_tokens;
use crate::reduce::Activity;
use serde::Serialize;
use serde_json::Value;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// Nothing was to be done.
    Unchanged,
    /// Tool results or media were cleared or clipped; no summary was needed.
    Reduced,
    /// A summary replaced older messages.
    Summarized,
    /// Something was tried and did not succeed; nothing changed. The report's reason says what.
    Failed,
    /// The history that came back is not the one that was planned on; nothing changed.
    Stale,
    /// The host cancelled; nothing changed.
    Cancelled,
}

impl Status {
    /// The word, the same in all languages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Reduced => "reduced",
            Self::Summarized => "summarized",
            Self::Failed => "failed",
            Self::Stale => "stale",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether the patch is to be applied.
    #[must_use]
    pub fn applied(self) -> bool {
        matches!(self, Self::Reduced | Self::Summarized)
    }
}

/// How a run ended, as the reproduced systems tell it apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A summary replaced older messages.
    Compressed,
    /// What came out would not have been smaller, or not by enough.
    FailedInflatedTokenCount,
    /// Sizes could not be computed.
    FailedTokenCountError,
    /// The summary was empty.
    FailedEmptySummary,
    /// There was nothing to do.
    Noop,
    /// Old tool results and media were cleared or cut.
    ContentTruncated,
    /// The summary was not a snapshot: a refusal, prose, an unclosed document.
    FailedInvalidSummary,
    /// The summariser failed.
    FailedSummarizer,
    /// The summary filled its whole output budget, so its end is missing.
    FailedOutputTruncated,
    /// The history that came back is not the one that was planned on.
    Stale,
    /// The host cancelled.
    Cancelled,
}

impl Ending {
    /// In users' words.
    #[must_use]
    pub fn status(self) -> Status {
        match self {
            Self::Compressed => Status::Summarized,
            Self::ContentTruncated => Status::Reduced,
            Self::Noop => Status::Unchanged,
            Self::Stale => Status::Stale,
            Self::Cancelled => Status::Cancelled,
            _ => Status::Failed,
        }
    }

    /// The number: 1..6 as gemini-cli's `CompressionStatus`, ours from 101.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::Compressed => 1,
            Self::FailedInflatedTokenCount => 2,
            Self::FailedTokenCountError => 3,
            Self::FailedEmptySummary => 4,
            Self::Noop => 5,
            Self::ContentTruncated => 6,
            Self::FailedInvalidSummary => 101,
            Self::FailedSummarizer => 102,
            Self::Stale => 103,
            Self::Cancelled => 104,
            Self::FailedOutputTruncated => 105,
        }
    }

    /// The word that the systems use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Compressed => "compressed",
            Self::FailedInflatedTokenCount => "failed_inflated_token_count",
            Self::FailedTokenCountError => "failed_token_count_error",
            Self::FailedEmptySummary => "failed_empty_summary",
            Self::Noop => "noop",
            Self::ContentTruncated => "content_truncated",
            Self::FailedInvalidSummary => "failed_invalid_summary",
            Self::FailedSummarizer => "failed_summarizer",
            Self::FailedOutputTruncated => "failed_output_truncated",
            Self::Stale => "stale",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether the patch is to be applied.
    #[must_use]
    pub fn applied(self) -> bool {
        self.status().applied()
    }

    /// Whether something was tried and did not succeed.
    #[must_use]
    pub fn failed(self) -> bool {
        self.status() == Status::Failed
    }
}

/// What the host is asked to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Now is the time to back up the history or to tell the user. By default work is then certain to be done.
    Hook {
        /// `pre_compress`.
        event: &'static str,
        /// `manual` if forced, else `auto`, or what qwen-code names: `token_limit`, `image_overflow`, `payload_overflow`.
        trigger: &'static str,
    },
    /// Store a tool's output, then call `handle_stored` with where it can be found, or `handle_store_failed`: it then
    /// stays in the history.
    Offload {
        /// A name for it, made of safe chars: `tool-outputs/read_file_00f1....txt`. Equal content has an equal key.
        key: String,
        /// The whole output.
        text: String,
        /// `text/plain`.
        mime: &'static str,
    },
    /// Ask a model, then call `handle_summary` or `handle_failure`.
    Summarize {
        /// Everything the call needs.
        request: SummaryRequest,
    },
    /// Read files again, then call `handle_restored` with what they hold now.
    Restore {
        /// Newest first.
        files: Vec<WantedFile>,
    },
    /// The patch stands ready: call `handle_current` with the list as it is now, and apply the patch if `Done` says so.
    Apply {
        /// For the list as it was planned on; later messages stay behind it.
        patch: Patch,
    },
    /// The run is over.
    Done {
        /// How.
        status: Status,
        /// Whether to apply the patch.
        applied: bool,
        /// The text of the summary, if one came into the history.
        summary: Option<String>,
        /// What was measured and decided.
        report: Box<Report>,
    },
}

/// A file that the host is asked to read again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WantedFile {
    /// As the call spelled it. Untrusted: read it only inside the workspace.
    pub path: String,
    /// Longer files are not embedded, only named.
    pub max_chars: u64,
}

/// A file as the host found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredFile {
    /// As it was asked for.
    pub path: String,
    /// What it holds; `None` if it is missing, outside the workspace or not text.
    pub text: Option<String>,
}

/// A task that another agent is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningAgent {
    /// By which the agent can ask for it.
    pub id: String,
    /// `running`, or what the host calls it.
    pub status: String,
    /// What it is at.
    pub description: String,
}

/// A complete request for a model: nothing has to be added.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SummaryRequest {
    /// `summary`, `verify` for the second call that checks the first, `retry` after an answer that was refused, or `delta`: the answer
    /// is a JSON object that says what changed.
    pub purpose: &'static str,
    /// System text.
    pub system: String,
    /// Messages in the dialect of the history: plain text, no tools, no media.
    pub messages: Vec<Value>,
    /// Output budget, in tokens.
    pub max_output_tokens: u64,
    /// Estimated tokens of system text and messages.
    pub input_tokens: u64,
    /// The model that the system would ask, where it names one (G-31).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'static str>,
    /// Whether the messages are to follow the conversation as it was last sent, whose prefix the provider has cached.
    pub follows_conversation: bool,
}

/// A model's answer, with what the provider reported about the call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Answer<'a> {
    /// The text.
    pub text: &'a str,
    /// Prompt tokens of the call.
    pub input_tokens: Option<u64>,
    /// Output tokens of the call.
    pub output_tokens: Option<u64>,
    /// Why the model stopped, in the provider's word: `length`, `max_tokens`, `end_turn`.
    pub stop_reason: Option<&'a str>,
}

impl Answer<'_> {
    /// Whether the provider says that the answer ended for want of room.
    pub(crate) fn is_cut_off(&self) -> bool {
        let reason = self.stop_reason.unwrap_or_default();
        ["length", "max_tokens", "max_output_tokens", "model_length"].iter().any(|word| reason.eq_ignore_ascii_case(word))
    }
}

/// One turn's circumstances, given with the messages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Turn {
    /// Times and force.
    pub activity: Activity,
    /// Prompt tokens that the provider reported for the last request; decides *when* in place of the estimate.
    pub prompt_tokens: Option<u64>,
    /// How many of the messages that request held: what came since is estimated and added. All unless given.
    pub prompt_messages: Option<usize>,
    /// Estimated tokens of system text and tool schemas, which no compaction shrinks.
    pub overhead_tokens: u64,
    /// The environment turn that is to stand in front of the new history.
    pub environment: Option<String>,
    /// An approved plan's file, which the summary is to name.
    pub plan_path: Option<String>,
    /// What the user asks of this summary; follows the option of that name.
    pub instructions: Option<String>,
    /// What the host's own hooks ask of it.
    pub hook_instructions: Option<String>,
    /// What stands beside each result that is cleared, with `pruned: true`: any value of the host's, a time in gencode (C-4). Without
    /// it nothing is marked.
    pub pruned_at: Option<Value>,
    /// The user switched on a mode in which nothing may be changed; the agent is reminded of it behind a summary.
    pub plan_mode: bool,
    /// What other agents are at for this conversation, oldest first; told behind a summary.
    pub running_agents: Vec<RunningAgent>,
    /// The provider refused the last request for its size in bytes (HTTP 413).
    pub payload_overflow: bool,
    /// The summariser is the conversation's own model, and its provider caches prefixes.
    pub prefix_cached: bool,
}

impl Turn {
    /// Tokens that decide *when*: what the provider reported and an estimate of what came since, else the estimate of everything;
    /// estimates by their weight.
    pub(crate) fn used_tokens(&self, history: &History, weight: f64) -> u64 {
        match self.prompt_tokens {
            Some(tokens) => tokens.saturating_add(weighted_tokens(history.tokens_between(self.reported_messages(history), history.len()), weight)),
            None => weighted_tokens(history.tokens(), weight) + self.overhead_tokens,
        }
    }

    /// How many messages the provider's report held.
    pub(crate) fn reported_messages(&self, history: &History) -> usize {
        self.prompt_messages.unwrap_or(history.len())
    }
}
