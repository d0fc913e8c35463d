//! The report on a summary.

use super::Reason;
use crate::compactor::contract::action::Answer;
use crate::compactor::contract::words::{ReviewResult, SummaryBy, TranscriptSource};
use crate::{CheckedSummary, Rank, ReasonCode};

/// The report on the summary, and on the content added with it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct MemoryReport {
    /// Estimated tokens of the summary.
    pub tokens: u64,
    /// How much the earlier summary is trusted: `own` or `whole`. `None` without an earlier
    /// summary.
    pub rank: Option<Rank>,
    /// Says `summary_damaged` if the message of an earlier summary was changed, so that it could not
    /// be merged.
    pub damaged: Option<Reason>,
    /// The outcome of the second call: `accepted`; `kept_first`, if its answer was not a usable
    /// summary; or `failed`, and the first summary was kept. `None` without a second call.
    pub check: Option<ReviewResult>,
    /// Answers of the model.
    pub attempts: u32,
    /// Why answers were refused, in order.
    pub refused: Vec<ReasonCode>,
    /// Whether a model writes it.
    pub by_model: bool,
    /// Whether the end of the summary is missing: a second answer was no better.
    pub truncated: bool,
    /// Which tool results the summarizer read: `original` or `truncated`.
    pub input: TranscriptSource,
    /// For each chunk, the share (0 to 1) of the transcript's chars that the requests up to it
    /// contain. Empty if no model is called.
    pub shown: Vec<f64>,
    /// How many chunks the model answered; in a plan, how many there are.
    pub pieces: usize,
    /// Why the extractive summary, or clearing alone, replaced the model summary; `None` if it did
    /// not.
    pub fallback: Option<Reason>,
    /// Claims of the model summary that the conversation contradicts or does not support.
    pub claims: CheckedSummary,
    /// Whether a message at the end of the list asks the agent to continue.
    pub continued: bool,
    /// Restored files.
    pub files: u64,
    /// Restored images.
    pub images: u64,
    /// Input and output tokens of the run's calls of a model, as far as the provider reported them.
    pub asked_usage: (Option<u64>, Option<u64>),
    /// The usage or stop reason of these calls that the host passed and that could not be read.
    pub asked_wrong: Option<String>,
    /// The marker of the message that contains the summary.
    pub mark: Option<String>,
    /// The text of the summary that is ready.
    pub text: Option<String>,
    /// Estimated input tokens of the call that makes the summary.
    pub input_tokens: u64,
    /// Whether that call followed the conversation as it was last sent.
    pub followed: bool,
    /// Input and output tokens of that call as the provider reported them.
    pub call_tokens: Option<(u64, u64)>,
    /// Tokens of kept messages that the summarizer read too.
    pub tokens_pending: u64,
    /// Tokens of the reminders, files and images after the summary.
    pub attachment_tokens: u64,
    /// Whether the host's `before_compact` returned text that no model read.
    pub context_unused: bool,
}

impl MemoryReport {
    /// Whether a model wrote the summary.
    pub fn is_by_model(&self) -> bool {
        self.by_model && self.fallback.is_none()
    }

    /// Who wrote the summary.
    pub fn by(&self) -> SummaryBy {
        if self.is_by_model() {
            SummaryBy::Model
        } else {
            SummaryBy::Extractive
        }
    }

    /// Adds the usage of a call.
    pub fn asked(&mut self, answer: Answer<'_>) {
        let plus = |sum: Option<u64>, tokens: Option<u64>| {
            tokens.map_or(sum, |tokens| Some(sum.unwrap_or(0).saturating_add(tokens)))
        };
        let (input, output) = self.asked_usage;
        self.asked_usage = (
            plus(input, answer.input_tokens),
            plus(output, answer.output_tokens),
        );
        self.asked_wrong = answer.wrong.map(str::to_owned).or(self.asked_wrong.take());
    }

    /// Copies the outcome of the model's answers from `other`, whose summary a fallback replaces.
    pub fn take_judgement(&mut self, other: &Self) {
        self.refused.clone_from(&other.refused);
        self.attempts = other.attempts;
        self.shown.clone_from(&other.shown);
        self.pieces = other.pieces;
        self.asked_usage = other.asked_usage;
        self.asked_wrong.clone_from(&other.asked_wrong);
    }
}
