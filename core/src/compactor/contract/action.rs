//! The actions that the compactor requests of the host, with their requests and answers.

use super::result::RunResult;
use super::words::{Purpose, Trigger};
use crate::shape::shapes;
use crate::{Patch, StoreRequest};
use serde::Serialize;
use serde_json::Value;

/// What the host is asked to do.
///
/// ```
/// use conspectus::{Action, Compactor, Config, CompactArgs};
/// use serde_json::json;
///
/// let mut compactor = Compactor::new(Config::default());
/// compactor.handle_messages(&json!([]), CompactArgs::forced())?;
/// let done = compactor.poll_action().expect("a run ends");
/// assert!(matches!(done, Action::Done { .. }));
/// assert_eq!(json!(done)["kind"], "done");
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// A run is about to change the history: back it up or notify the user, if you like. Under most
    /// presets the run then attempts a change; under `gemini-cli` it may find that none is
    /// necessary. To pass instructions to the summarizer, call
    /// [`handle_before_compact`](crate::Compactor::handle_before_compact).
    BeforeCompact {
        /// `manual` if forced, else `auto`, or what qwen-code names: `token_limit`,
        /// `image_overflow`, `payload_overflow`; `refusal` if the provider refused the history
        /// itself.
        trigger: Trigger,
    },
    /// Store a tool's output, or messages to be summarized. Then call
    /// [`handle_stored`](crate::Compactor::handle_stored) with the locator, or
    /// [`handle_store_failed`](crate::Compactor::handle_store_failed): the run then continues as
    /// without a store.
    StoreOutput(StoreRequest),
    /// Ask a model. Then call [`handle_summary`](crate::Compactor::handle_summary) or
    /// [`handle_failure`](crate::Compactor::handle_failure).
    Summarize {
        /// Everything that the call needs.
        request: SummaryRequest,
    },
    /// Read files again. Then call [`handle_restored`](crate::Compactor::handle_restored) with what
    /// they hold now.
    ReadFiles {
        /// The files; the one that was used last comes first.
        files: Vec<WantedFile>,
    },
    /// A patch is ready. Call [`handle_current`](crate::Compactor::handle_current) with the list as
    /// it is now, and apply the patch if `Done` says `applied`.
    Apply {
        /// The change of the list that the run began with. Messages that were added since stay
        /// after it.
        patch: Patch,
    },
    /// The run is over.
    Done {
        /// Whether the run changed, attempted or announced something that your application should
        /// show.
        tried: bool,
        /// Whether to apply the patch.
        applied: bool,
        /// How the run ended.
        result: Box<RunResult>,
    },
}

shapes! {
    /// A file to read again.
    pub struct WantedFile: Eq {
        /// The path from the tool call. Only read it inside your workspace.
        pub path: String,
        /// The longest text to restore, in characters. Longer files are only named.
        pub max_chars: u64,
    }
}

impl WantedFile {
    /// A file and the longest text of it.
    #[must_use]
    pub fn new(path: String, max_chars: u64) -> Self {
        Self { path, max_chars }
    }
}

/// A file that the host has read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredFile {
    /// The path, spelled as in [`WantedFile`].
    pub path: String,
    /// The text of the file; `None` if the file is missing, lies outside the workspace or is not
    /// text.
    pub text: Option<String>,
}

/// A task that another agent works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningAgent {
    /// The name by which the agent can ask for the task.
    pub id: String,
    /// The state of the task in the host's words, for example `running`.
    pub status: String,
    /// What the other agent works on.
    pub description: String,
}

shapes! {
    /// A complete request for a model. With `follows_conversation`, send the conversation first.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, Purpose, Summarizer, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
    /// for turn in 0..20 {
    ///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
    ///     messages.push(json!({ "role": "user", "content": "Go on." }));
    /// }
    /// let mut compactor = Compactor::new(Config::builder().context_window(8_000).summarize(Summarizer::Host).build()?);
    /// compactor.handle_messages(&messages, CompactArgs::forced())?;
    /// let request = std::iter::from_fn(|| compactor.poll_action()).find_map(|action| match action {
    ///     Action::Summarize { request } => Some(request),
    ///     _ => None,
    /// });
    /// let request = request.expect("a summary is asked for");
    /// assert_eq!(request.purpose, Purpose::Summary);
    /// assert!(request.system.contains("Intent and limits") && request.max_output_tokens > 0);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub struct SummaryRequest {
        /// The purpose of the call.
        pub purpose: Purpose,
        /// The system prompt.
        pub system: String,
        /// The messages, as plain text in the history's format, unless the preset's `request` is
        /// `native`.
        pub messages: Vec<Value>,
        /// The answer's token limit.
        pub max_output_tokens: u64,
        /// Estimated tokens of system prompt and messages.
        pub input_tokens: u64,
        /// The model that the original would use, or null. You can use another.
        pub model: Option<&'static str>,
        /// Whether to send the messages after the conversation, whose prefix is cached.
        pub follows_conversation: bool,
        /// The time limit in seconds, or null.
        pub timeout_s: Option<f64>,
    }
}

/// A model's answer, with the tokens that the provider reported for the call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<'a> {
    /// The text of the answer.
    pub text: &'a str,
    /// Tokens of the prompt, if the provider reported them.
    pub input_tokens: Option<u64>,
    /// Tokens of the answer, if the provider reported them.
    pub output_tokens: Option<u64>,
    /// Why the model stopped, in the provider's word: `length`, `max_tokens`, `end_turn`.
    pub stop_reason: Option<&'a str>,
    /// The usage or stop reason that was passed and could not be read.
    #[doc(hidden)]
    pub wrong: Option<&'a str>,
}

impl<'a> Answer<'a> {
    /// An answer of which no counts are known.
    ///
    /// ```
    /// use conspectus::Answer;
    ///
    /// let mut answer = Answer::new("<state_snapshot>...</state_snapshot>");
    /// answer.output_tokens = Some(400);
    /// ```
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }

    /// The input and output tokens, if the provider reported both.
    pub fn counted(&self) -> Option<(u64, u64)> {
        self.input_tokens.zip(self.output_tokens)
    }

    /// Whether the provider says that the answer ended for want of room.
    pub fn is_cut_off(&self) -> bool {
        let reason = self.stop_reason.unwrap_or_default();
        ["length", "max_tokens", "max_output_tokens", "model_length"]
            .iter()
            .any(|word| reason.eq_ignore_ascii_case(word))
    }
}
