//! What a run measured and decided: numbers for people and for dashboards.

use super::action::Ending;
use super::words::{RecordInput, SecondCall, Trigger, Why};
use crate::config::Application;
use crate::cut::split::SplitReason;
use crate::history::{History, PartKind};
use crate::measure::adapt::Calibration;
use crate::notes::delta::{Dropped, Merged, Problem};
use crate::read::message::Role;
use serde::Serialize;

/// Why a run ended as it did: a code for programs and a sentence for people.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// `below_trigger`, `summarizer_error`, `not_smaller`, ...
    pub code: &'static str,
    /// The sentence.
    pub text: String,
}

impl Reason {
    pub(crate) fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

/// A reason that is always told in the same words.
pub(crate) type Told = (&'static str, &'static str);

pub(crate) const EMPTY_HISTORY: Told = ("empty_history", "the history is empty");
pub(crate) const BELOW_TRIGGER: Told = ("below_trigger", "below the trigger");
pub(crate) const NO_CUT: Told = ("no_cut", "no boundary at which the history could be cut");
pub(crate) const TOO_LITTLE: Told = ("too_little", "too little before the cut to be worth a summary");
pub(crate) const WORN_OUT: Told = ("gave_up", "three summaries in a row failed; force to try again");

/// The report of one run. All tokens are estimates by the same yardstick unless the name says otherwise.
///
/// ```
/// use conspectus::{Action, Compactor, Config, Turn};
/// use serde_json::json;
///
/// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
/// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), Turn::new())?;
/// let Some(Action::Done { report, .. }) = compactor.poll_action() else { panic!("a run ends") };
/// assert_eq!(report.reason.code, "below_trigger");
/// assert_eq!(report.size.before, report.size.after);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Why it ended as it did.
    pub reason: Reason,
    /// What set it off: `manual`, `auto`, `token_limit`, `image_overflow`, `payload_overflow`.
    pub trigger: Trigger,
    /// Whether the host should send nothing: the hard limit is reached and compacting did not help.
    pub blocks_send: bool,
    /// How large the conversation was and is.
    pub size: Size,
    /// Where it was cut.
    pub cut: Cut,
    /// The summary.
    pub memory: MemoryReport,
    /// What a cached prompt has to read again.
    pub cache: Cache,
    /// What went, and why.
    pub went: Vec<Went>,
    /// What the history is made of.
    pub parts: Parts,
    /// Outputs that the host was asked to store. They are stored even if the run then changed nothing.
    pub stored: StoredOutputs,
    /// What the preset's system adds.
    pub system: SystemReport,
    /// The text of the summary that stands ready.
    #[serde(skip)]
    pub(crate) summary: Option<String>,
    /// Estimated input of the summariser's call.
    #[serde(skip)]
    pub(crate) summary_input_tokens: u64,
    /// Input and output of that call as the provider reported them.
    #[serde(skip)]
    pub(crate) summarizer_tokens: Option<(u64, u64)>,
    /// Messages in the summariser's record that stay in the history.
    #[serde(skip)]
    pub(crate) tokens_pending: u64,
    #[serde(skip)]
    pub(crate) attachment_tokens: u64,
    /// What the next run starts from.
    #[serde(skip)]
    pub(crate) calibration: Calibration,
}

/// Sizes, in tokens, and numbers of messages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Size {
    /// Estimated tokens of the messages before.
    pub before: u64,
    /// Estimated tokens of the messages after; the same as before if nothing was applied.
    pub after: u64,
    /// Tokens that decided *when*: the provider's count if given, else the estimate with its overhead.
    pub used: u64,
    /// `used` as it will be: what is not visible here stays as it was.
    pub used_after: u64,
    /// Tokens that the result has, or would have had if it was refused.
    pub planned: u64,
    /// System text and tool schemas, which no compaction shrinks.
    pub overhead: u64,
    /// The count at which compaction starts; 0 without a window.
    pub trigger: u64,
    /// What the messages and the overhead are to fit after a compaction; 0 without a window.
    pub target: u64,
    /// Tokens by which the result lies above it: then no legal cut leaves less. 0 if it fits.
    pub over_target: u64,
    /// The count at which nothing may be sent before a compaction, in systems that know one.
    pub hard: Option<u64>,
    /// By what estimates were multiplied to decide; 1 without calibration.
    pub weight: f64,
    /// Messages before.
    pub messages_before: usize,
    /// Messages after.
    pub messages_after: usize,
}

/// Where the history was cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cut {
    /// The first message that stays, if a cut was looked for.
    pub index: Option<usize>,
    /// Why it lies there.
    pub reason: Option<SplitReason>,
    /// Messages that a summary stands for.
    pub messages: usize,
}

/// The summary and what came with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MemoryReport {
    /// Estimated tokens of the summary.
    pub tokens: u64,
    /// Whether an earlier summary was merged into it.
    pub merged_previous: bool,
    /// Of the second call: `accepted`, `kept_first` (its answer was no summary) or `failed` (the first was kept); none without one.
    pub check: Option<SecondCall>,
    /// Which tool results the summariser read: `original` or `truncated`.
    pub input: RecordInput,
    /// Whether the request that shares the conversation's prefix was not good enough, and another was made.
    pub cold_request: bool,
    /// What became of the lists of a summary by deltas; none without them.
    pub delta: Option<DeltaReport>,
    /// Whether the agent is told to go on, at the end of the list.
    pub continued: bool,
    /// Files that were brought back.
    pub files: u64,
    /// Images that were.
    pub images: u64,
}

/// What a cached prompt has to read again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cache {
    /// First message that changes; everything before it stays in the provider's cache.
    pub first_changed_message: Option<usize>,
    /// Tokens from that message on.
    pub tokens_to_read_again: u64,
}

/// What the history is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Parts {
    /// Before.
    pub before: Breakdown,
    /// Afterwards.
    pub after: Breakdown,
}

/// Outputs that went to the host's store.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StoredOutputs {
    /// Those that it stored.
    pub outputs: Vec<Stored>,
    /// Those that it could not store; they stayed in the history.
    pub failures: u64,
    /// Why the last of them failed, as the host said.
    pub error: Option<String>,
}

/// What the preset's system adds, in its own words and numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SystemReport {
    /// How it calls this end: `compressed`, `noop`, `failed_inflated_token_count`, ...
    pub status: &'static str,
    /// Its number for it.
    pub number: u32,
    /// Failed runs since the last that succeeded, this one included.
    pub failures: u32,
    /// Whether the next run that is not forced will ask no model.
    pub failed_attempt: bool,
    /// Whether the count had reached the hard limit.
    pub rescue: bool,
    /// Tokens above the target when it was last acted on.
    pub last_deficit: u64,
    /// What the application must do beside applying the patch.
    pub followup: Followup,
}

/// What became of a snapshot of lists (`memory_update: "delta"`, G-76).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DeltaReport {
    /// Whether a delta was merged; else the snapshot was written whole.
    pub merged: bool,
    /// Why the answer to the request for a delta was not used as one.
    pub refused: Option<&'static str>,
    /// Estimated tokens of the lists, as JSON.
    pub tokens: u64,
    /// Whether they fill their budget so far that the next delta is asked to be brief.
    pub pressure: bool,
    /// Entries that went for want of room.
    pub dropped: Vec<Dropped>,
    /// Entries of the delta that could not be used, with their places.
    pub problems: Vec<Problem>,
}

impl DeltaReport {
    pub(crate) fn of(merged: Merged, refused: Option<&'static str>) -> Self {
        let Merged { tokens, pressure, dropped, problems, .. } = merged;
        Self { merged: true, refused, tokens, pressure, dropped, problems }
    }
}

/// An output that the host stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stored {
    /// Index of the message in the list as it was.
    pub message: usize,
    /// JSON Pointer of the result inside the message.
    pub path: String,
    /// The key it was stored under.
    pub key: String,
    /// Where it can be found, as the history now says.
    pub locator: String,
    /// Its length.
    pub chars: u64,
}

/// What an application must do after a run. Source: G-37.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Followup {
    /// The history it holds is to be replaced.
    pub replace_history: bool,
    /// The chat starts anew with it.
    pub new_chat: bool,
    /// The recording of the former chat goes on in the same file.
    pub keep_recording: bool,
    /// Context that was sent in full before (an editor's state) has to be sent in full again.
    pub resend_context: bool,
    /// Counts reported for the former prompt no longer hold.
    pub reset_counts: bool,
}

/// One line of "what went and why".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Went {
    /// `summarized`, `cleared tool results`, `cut tool results`, `cleared media`.
    pub why: Why,
    /// How many messages, results or media.
    pub count: u64,
    /// Estimated tokens that they took.
    pub tokens: u64,
}

/// Estimated tokens by what they are spent on.
///
/// ```
/// use conspectus::{Breakdown, Config, History};
/// use serde_json::json;
///
/// let history = History::of(Config::default(), &json!([{ "role": "user", "content": "Fix the login test." }]))?;
/// let breakdown = Breakdown::of_history(&history);
/// assert!(breakdown.user > 0 && breakdown.tool_results == 0);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Breakdown {
    /// System messages in the list.
    pub system: u64,
    /// The user's texts.
    pub user: u64,
    /// The agent's texts.
    pub assistant: u64,
    /// Reasoning.
    pub reasoning: u64,
    /// Tool calls.
    pub tool_calls: u64,
    /// Tool results.
    pub tool_results: u64,
    /// Media anywhere.
    pub media: u64,
    /// Unknown parts, and what each message costs as such.
    pub other: u64,
    /// The summary.
    pub summary: u64,
}

impl Report {
    /// A report of a history to which nothing was done yet.
    pub(crate) fn new(history: &History, tokens_used: u64, tokens_trigger: u64, tokens_overhead: u64) -> Self {
        let before = Breakdown::of(history, 0, history.len());
        let size = Size {
            before: history.tokens(),
            after: history.tokens(),
            used: tokens_used,
            used_after: tokens_used,
            planned: history.tokens(),
            overhead: tokens_overhead,
            trigger: tokens_trigger,
            target: 0,
            over_target: 0,
            hard: None,
            weight: 1.0,
            messages_before: history.len(),
            messages_after: history.len(),
        };
        let memory = MemoryReport {
            tokens: 0,
            merged_previous: false,
            check: None,
            input: RecordInput::Original,
            cold_request: false,
            delta: None,
            continued: false,
            files: 0,
            images: 0,
        };
        Self {
            reason: Reason::default(),
            trigger: Trigger::Auto,
            blocks_send: false,
            size,
            cut: Cut::default(),
            memory,
            cache: Cache::default(),
            went: Vec::new(),
            parts: Parts { before, after: before },
            stored: StoredOutputs::default(),
            system: SystemReport::default(),
            summary: None,
            summary_input_tokens: 0,
            summarizer_tokens: None,
            tokens_pending: 0,
            attachment_tokens: 0,
            calibration: Calibration::default(),
        }
    }

    /// Takes back what was planned: nothing was applied.
    pub(crate) fn unchanged(&mut self) {
        self.size.after = self.size.before;
        self.size.messages_after = self.size.messages_before;
        self.size.used_after = self.size.used;
        self.cut.messages = 0;
        self.cache = Cache::default();
        self.went.clear();
        self.parts.after = self.parts.before;
        self.memory.files = 0;
        self.memory.images = 0;
        self.memory.continued = false;
        if let Some(delta) = &mut self.memory.delta {
            delta.merged = false;
            delta.dropped.clear();
        }
        // The old history is still at the hard limit.
        self.blocks_send = self.system.rescue;
        self.summary = None;
    }

    /// G-37: at a prompt a summary means a new chat, which knows nothing of what was sent before, and whose recording goes on in the
    /// same file; an agent keeps its chat. Results that were cut only change the history.
    pub(crate) fn follow_up(&mut self, status: Ending, application: Application) {
        let anew = status == Ending::Compressed && application == Application::Interactive;
        let replaced = status.applied();
        self.system.followup =
            Followup { replace_history: replaced, new_chat: anew, keep_recording: anew, resend_context: anew, reset_counts: replaced };
    }
}

impl Breakdown {
    /// What a whole history is spent on.
    #[must_use]
    pub fn of_history(history: &History) -> Self {
        Self::of(history, 0, history.len())
    }

    /// Of messages `start..end`. Each part is rounded to the nearest token, so the sum may differ from the total by a few.
    pub(crate) fn of(history: &History, start: usize, end: usize) -> Self {
        let mut sums = [0.0f64; 8];
        for index in start..end.min(history.len()) {
            let role = history.messages()[index].role;
            sums[7] += history.config().message_overhead_tokens as f64;
            for part in history.parts_of(index) {
                sums[6] += part.media_tokens as f64;
                let slot = match (part.kind, role) {
                    (PartKind::Text, Role::System) => 0,
                    (PartKind::Text, Role::User) => 1,
                    (PartKind::Text, Role::Assistant) => 2,
                    (PartKind::Thought, _) => 3,
                    (PartKind::ToolCall, _) => 4,
                    (PartKind::ToolResult, _) => 5,
                    (PartKind::Media | PartKind::NestedMedia, _) => 6,
                    (PartKind::Text | PartKind::Opaque, _) => 7,
                };
                sums[slot] += part.tokens;
            }
        }
        let [system, user, assistant, reasoning, tool_calls, tool_results, media, other] = sums.map(|sum| sum.round() as u64);
        Self { system, user, assistant, reasoning, tool_calls, tool_results, media, other, summary: 0 }
    }

    /// Less what clearing took.
    pub(crate) fn less(mut self, results: u64, media: u64) -> Self {
        self.tool_results = self.tool_results.saturating_sub(results);
        self.media = self.media.saturating_sub(media);
        self
    }

    /// The sum of two.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            system: self.system + other.system,
            user: self.user + other.user,
            assistant: self.assistant + other.assistant,
            reasoning: self.reasoning + other.reasoning,
            tool_calls: self.tool_calls + other.tool_calls,
            tool_results: self.tool_results + other.tool_results,
            media: self.media + other.media,
            other: self.other + other.other,
            summary: self.summary + other.summary,
        }
    }
}
