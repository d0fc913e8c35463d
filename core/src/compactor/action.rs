//! What goes in and out of the machine: how a run ends, what the host is asked to do, what goes with the messages.

use super::report::Report;
use super::words::{Event, Mime, Purpose, Trigger};
use crate::history::History;
use crate::host::patch::Patch;
use crate::measure::adapt::weighted_tokens;
use crate::reduce::Activity;
use serde::Serialize;
use serde_json::Value;

/// How a run ended.
///
/// ```
/// use conspectus::Status;
///
/// assert_eq!(Status::Summarized.name(), "summarized");
/// assert!(Status::Reduced.applied() && !Status::Failed.applied());
/// ```
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
///
/// ```
/// use conspectus::{Action, Compactor, Config, Turn};
/// use serde_json::json;
///
/// let mut compactor = Compactor::new(Config::default());
/// compactor.handle_messages(&json!([]), Turn::forced())?;
/// let done = compactor.poll_action().expect("a run ends");
/// assert!(matches!(done, Action::Done { .. }));
/// assert_eq!(json!(done)["kind"], "done");
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Now is the time to back up the history or to tell the user. By default work is then certain to be done.
    Hook {
        /// `pre_compress`.
        event: Event,
        /// `manual` if forced, else `auto`, or what qwen-code names: `token_limit`, `image_overflow`, `payload_overflow`.
        trigger: Trigger,
    },
    /// Store a tool's output, then call `handle_stored` with where it can be found, or `handle_store_failed`: it then
    /// stays in the history.
    Offload {
        /// A name for it, made of safe chars: `tool-outputs/read_file_00f1....txt`. Equal content has an equal key.
        key: String,
        /// The whole output.
        text: String,
        /// `text/plain`.
        mime: Mime,
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
#[non_exhaustive]
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
///
/// ```
/// use conspectus::{Action, Compactor, Config, Purpose, Turn};
/// use serde_json::json;
///
/// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
/// for turn in 0..20 {
///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
///     messages.push(json!({ "role": "user", "content": "Go on." }));
/// }
/// let mut compactor = Compactor::new(Config::builder().context_window(8_000).build()?);
/// compactor.handle_messages(&messages, Turn::forced())?;
/// let request = std::iter::from_fn(|| compactor.poll_action()).find_map(|action| match action {
///     Action::Summarize { request } => Some(request),
///     _ => None,
/// });
/// let request = request.expect("a summary is asked for");
/// assert_eq!(request.purpose, Purpose::Summary);
/// assert!(request.system.contains("state_snapshot") && request.max_output_tokens > 0);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SummaryRequest {
    /// `summary`, `verify` for the second call that checks the first, or `delta`: the answer is a JSON object that says what changed.
    pub purpose: Purpose,
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
    /// Whether the messages are to follow the conversation as it was last sent, whose prefix the provider has cached (Q-44).
    pub follows_conversation: bool,
}

/// A model's answer, with what the provider reported about the call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<'a> {
    /// The text.
    pub text: &'a str,
    /// Prompt tokens of the call.
    pub input_tokens: Option<u64>,
    /// Output tokens of the call.
    pub output_tokens: Option<u64>,
}

impl<'a> Answer<'a> {
    /// An answer of which no counts are known.
    ///
    /// ```
    /// use conspectus::Answer;
    ///
    /// let answer = Answer::new("<state_snapshot>...</state_snapshot>").input_tokens(9_000).output_tokens(400);
    /// assert_eq!(answer.output_tokens, Some(400));
    /// ```
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, ..Self::default() }
    }

    /// With the prompt tokens of the call.
    #[must_use]
    pub fn input_tokens(self, tokens: u64) -> Self {
        Self { input_tokens: Some(tokens), ..self }
    }

    /// With the output tokens of the call.
    #[must_use]
    pub fn output_tokens(self, tokens: u64) -> Self {
        Self { output_tokens: Some(tokens), ..self }
    }
}

/// One turn's circumstances, given with the messages.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
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
    /// The user switched on a mode in which nothing may be changed; the agent is reminded of it behind a summary (Q-49).
    pub plan_mode: bool,
    /// What other agents are at for this conversation, oldest first; told behind a summary (Q-49).
    pub running_agents: Vec<RunningAgent>,
    /// The provider refused the last request for its size in bytes (HTTP 413).
    pub payload_overflow: bool,
    /// The summariser is the conversation's own model, and its provider caches prefixes.
    pub prefix_cached: bool,
}

macro_rules! given {
    ($($(#[doc = $doc:literal])+ $name:ident($type:ty) => $field:ident = $value:expr;)+) => { $(
        $(#[doc = $doc])+
        #[must_use]
        pub fn $name(mut self, $name: $type) -> Self {
            self.$field = $value;
            self
        }
    )+ };
}

/// One setter for each field, so that a turn reads as a sentence.
///
/// ```
/// use conspectus::Turn;
///
/// let turn = Turn::new().prompt_tokens(81_000).prompt_messages(40);
/// assert_eq!(turn.prompt_tokens, Some(81_000));
/// assert!(Turn::forced().activity.force);
/// ```
impl Turn {
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
        self.activity.force = force;
        self
    }

    /// Now, and the last activity, in milliseconds of one clock.
    #[must_use]
    pub fn times(mut self, now_ms: f64, last_activity_ms: f64) -> Self {
        (self.activity.now_ms, self.activity.last_activity_ms) = (Some(now_ms), Some(last_activity_ms));
        self
    }

    given! {
        /// Prompt tokens that the provider reported for the last request.
        prompt_tokens(u64) => prompt_tokens = Some(prompt_tokens);
        /// How many of the messages that request held.
        prompt_messages(usize) => prompt_messages = Some(prompt_messages);
        /// Estimated tokens of system text and tool schemas.
        overhead_tokens(u64) => overhead_tokens = overhead_tokens;
        /// The environment turn that is to stand in front of the new history.
        environment(impl Into<String>) => environment = Some(environment.into());
        /// An approved plan's file, which the summary is to name.
        plan_path(impl Into<String>) => plan_path = Some(plan_path.into());
        /// What the user asks of this summary.
        instructions(impl Into<String>) => instructions = Some(instructions.into());
        /// What the host's own hooks ask of it.
        hook_instructions(impl Into<String>) => hook_instructions = Some(hook_instructions.into());
        /// What stands beside each result that is cleared.
        pruned_at(Value) => pruned_at = Some(pruned_at);
        /// Whether nothing may be changed now.
        plan_mode(bool) => plan_mode = plan_mode;
        /// What other agents are at, oldest first.
        running_agents(Vec<RunningAgent>) => running_agents = running_agents;
        /// Whether the provider refused the last request for its size in bytes.
        payload_overflow(bool) => payload_overflow = payload_overflow;
        /// Whether the summariser is the conversation's own model, and its provider caches prefixes.
        prefix_cached(bool) => prefix_cached = prefix_cached;
    }

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
