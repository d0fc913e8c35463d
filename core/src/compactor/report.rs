//! What a run measured and decided: numbers for people and for dashboards.

use super::action::Status;
use crate::adapt::Calibration;
use crate::config::Application;
use crate::delta::{Dropped, Merged, Problem};
use crate::history::{History, PartKind};
use crate::message::Role;
use crate::split::SplitReason;
use serde::Serialize;

/// The report of one run. All tokens are estimates by the same yardstick unless the name says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Why it ended as it did, in words.
    pub reason: String,
    /// Estimated tokens of the messages before.
    pub tokens_before: u64,
    /// Estimated tokens of the messages after; the same as before if nothing was applied.
    pub tokens_after: u64,
    /// Tokens that decided *when*: the provider's count if given, else the estimate with its overhead.
    pub tokens_used: u64,
    /// The count at which compaction starts; 0 without a window.
    pub tokens_trigger: u64,
    /// System text and tool schemas, which no compaction shrinks.
    pub tokens_overhead: u64,
    /// What the messages and the overhead are to fit after a compaction: `target_fraction` of the window, in tokens as they are estimated
    /// (`estimate_weight`); 0 without a window.
    pub tokens_target: u64,
    /// Tokens by which the result lies above it: then no legal cut leaves less. 0 if it fits.
    pub tokens_over_target: u64,
    /// Messages before.
    pub messages_before: usize,
    /// Messages after.
    pub messages_after: usize,
    /// Messages that a summary stands for.
    pub messages_summarized: usize,
    /// The cut, if one was looked for.
    pub split: Option<usize>,
    /// Why the cut lies there.
    pub split_reason: Option<SplitReason>,
    /// Estimated tokens of the summary.
    pub summary_tokens: u64,
    /// Whether an earlier snapshot was merged into it.
    pub merged_previous: bool,
    /// First message that changes; everything before it stays in the provider's cache.
    pub first_changed_message: Option<usize>,
    /// Tokens from that message on: what a cached prompt has to read again.
    pub cache_tokens_lost: u64,
    /// What went, and why.
    pub went: Vec<Went>,
    /// What the history was made of.
    pub before: Breakdown,
    /// What it is made of afterwards.
    pub after: Breakdown,
    /// Tokens that the result has, or would have had if it was refused (G-35).
    pub tokens_planned: u64,
    /// `tokens_used` as it will be: what is not visible here stays as it was.
    pub tokens_used_after: u64,
    /// The count at which nothing may be sent before a compaction, in systems that know one.
    pub tokens_hard: Option<u64>,
    /// Whether the count had reached `tokens_hard`.
    pub rescue: bool,
    /// Whether the host should send nothing: the hard limit is reached and compacting did not help.
    pub blocks_send: bool,
    /// What set it off: `manual`, `auto`, `token_limit`, `image_overflow`, `payload_overflow`.
    pub trigger: &'static str,
    /// `original` or `truncated`: which tool results the summariser read (G-29).
    pub summarizer_input: &'static str,
    /// Of the second call: `accepted`, `kept_first` (its answer was no snapshot) or `failed` (the first was kept); none without one.
    pub verification: Option<&'static str>,
    /// Whether the request that shares the conversation's prefix was not good enough, and another was made.
    pub cold_request: bool,
    /// Outputs that the host stored. They are stored even if the run then changed nothing (G-26).
    pub stored: Vec<Stored>,
    /// Outputs that it could not store; they stayed in the history.
    pub store_failures: u64,
    /// Why the last of them failed, as the host said.
    pub store_error: Option<String>,
    /// Whether the agent is told to go on, at the end of the list (O-10).
    pub continued: bool,
    /// Files that were brought back.
    pub restored_files: u64,
    /// Images that were.
    pub restored_images: u64,
    /// Failed runs since the last that succeeded, this one included.
    pub failures: u32,
    /// Tokens above the target when it was last acted on (G-74).
    pub last_deficit: u64,
    /// By what estimates were multiplied to decide *when* and how much (`calibration`, G-79); 1 without it.
    pub estimate_weight: f64,
    /// What became of the lists of a snapshot by deltas; none without them.
    pub delta: Option<DeltaReport>,
    /// Whether the next run that is not forced will ask no model (G-27).
    pub failed_attempt: bool,
    /// What the host must do beside applying the patch (G-37).
    pub followup: Followup,
    /// Estimated input of the summariser's call.
    #[serde(skip)]
    pub(super) summary_input_tokens: u64,
    /// Input and output of that call as the provider reported them.
    #[serde(skip)]
    pub(super) summarizer_tokens: Option<(u64, u64)>,
    /// Messages in the summariser's record that stay in the history.
    #[serde(skip)]
    pub(super) tokens_pending: u64,
    #[serde(skip)]
    pub(super) attachment_tokens: u64,
    /// What the next run starts from.
    #[serde(skip)]
    pub(super) calibration: Calibration,
}

/// What became of a snapshot of lists (`snapshot_update: "delta"`, G-76).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
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
    pub(super) fn of(merged: Merged, refused: Option<&'static str>) -> Self {
        let Merged { tokens, pressure, dropped, problems, .. } = merged;
        Self { merged: true, refused, tokens, pressure, dropped, problems }
    }
}

/// An output that the host stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
pub struct Went {
    /// `summarized`, `cleared tool results`, `cut tool results`, `cleared media`.
    pub why: &'static str,
    /// How many messages, results or media.
    pub count: u64,
    /// Estimated tokens that they took.
    pub tokens: u64,
}

/// Estimated tokens by what they are spent on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
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
    pub(super) fn new(history: &History, tokens_used: u64, tokens_trigger: u64, tokens_overhead: u64) -> Self {
        let before = Breakdown::of(history, 0, history.len());
        Self {
            reason: String::new(),
            tokens_before: history.tokens(),
            tokens_after: history.tokens(),
            tokens_used,
            tokens_trigger,
            tokens_overhead,
            tokens_target: 0,
            tokens_over_target: 0,
            messages_before: history.len(),
            messages_after: history.len(),
            messages_summarized: 0,
            split: None,
            split_reason: None,
            summary_tokens: 0,
            merged_previous: false,
            first_changed_message: None,
            cache_tokens_lost: 0,
            went: Vec::new(),
            before,
            after: before,
            tokens_planned: history.tokens(),
            tokens_used_after: tokens_used,
            tokens_hard: None,
            rescue: false,
            blocks_send: false,
            trigger: "auto",
            summarizer_input: "original",
            verification: None,
            cold_request: false,
            stored: Vec::new(),
            store_failures: 0,
            store_error: None,
            continued: false,
            restored_files: 0,
            restored_images: 0,
            estimate_weight: 1.0,
            delta: None,
            failures: 0,
            last_deficit: 0,
            failed_attempt: false,
            followup: Followup::default(),
            summary_input_tokens: 0,
            summarizer_tokens: None,
            tokens_pending: 0,
            attachment_tokens: 0,
            calibration: Calibration::default(),
        }
    }

    /// Takes back what was planned: nothing was applied.
    pub(super) fn unchanged(&mut self) {
        self.tokens_after = self.tokens_before;
        self.messages_after = self.messages_before;
        self.messages_summarized = 0;
        self.first_changed_message = None;
        self.cache_tokens_lost = 0;
        self.went.clear();
        self.after = self.before;
        self.tokens_used_after = self.tokens_used;
        self.restored_files = 0;
        self.continued = false;
        self.restored_images = 0;
        if let Some(delta) = &mut self.delta {
            delta.merged = false;
            delta.dropped.clear();
        }
        // the old history is still at the hard limit.
        self.blocks_send = self.rescue;
    }

    /// G-37: at a prompt a summary means a new chat, which knows nothing of what was sent before, and whose recording goes on in the
    /// same file; an agent keeps its chat. Results that were cut only change the history.
    pub(super) fn follow_up(&mut self, status: Status, application: Application) {
        let anew = status == Status::Compressed && application == Application::Interactive;
        let replaced = status.applied();
        self.followup = Followup { replace_history: replaced, new_chat: anew, keep_recording: anew, resend_context: anew, reset_counts: replaced };
    }
}

impl Breakdown {
    /// What a whole history is spent on.
    #[must_use]
    pub fn of_history(history: &History) -> Self {
        Self::of(history, 0, history.len())
    }

    /// Of messages `start..end`. Each part is rounded to the nearest token, so the sum may differ from the total by a few.
    pub(super) fn of(history: &History, start: usize, end: usize) -> Self {
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
    pub(super) fn less(mut self, results: u64, media: u64) -> Self {
        self.tool_results = self.tool_results.saturating_sub(results);
        self.media = self.media.saturating_sub(media);
        self
    }

    /// The sum of two.
    pub(super) fn plus(self, other: Self) -> Self {
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
