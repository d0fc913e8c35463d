//! What a run measured and decided: numbers for people and for dashboards.

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
}

/// One line of "what went and why".
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Went {
    /// `summarized`, `cleared tool results`, `cleared media`.
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
