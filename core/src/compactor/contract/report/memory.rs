//! What the report tells of a summary.

use super::Reason;
use crate::claims::CheckedSummary;
use crate::compactor::contract::action::Answer;
use crate::compactor::contract::words::{RecordInput, SecondCall};
use crate::notes::codes::ReasonCode;
use crate::notes::memory::Rank;

/// What is known of the summary, and of what came with it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct MemoryReport {
    /// Estimated tokens of the summary.
    pub tokens: u64,
    /// How far that earlier summary may be believed: this compactor `remembered` it, it was
    /// `keyed`, or it was only `intact`. None without one.
    pub rank: Option<Rank>,
    /// Says `summary_damaged` if the message of an earlier summary was changed, so that it could not
    /// be merged.
    pub damaged: Option<Reason>,
    /// What came of the second call: `accepted`; `kept_first`, since its answer was no summary; or
    /// `failed`, and the first summary was kept. `None` without a second call.
    pub check: Option<SecondCall>,
    /// Answers of the model.
    pub attempts: u32,
    /// Why answers were refused, in order.
    pub refused: Vec<ReasonCode>,
    /// Whether a model writes it.
    pub by_model: bool,
    /// Whether the end of the summary is missing: a second answer was no better.
    pub truncated: bool,
    /// Which tool results the summariser read: `original` or `truncated`.
    pub input: RecordInput,
    /// Which share of the record's chars stands in the requests up to that for each piece, 0 to 1;
    /// none if no model is asked.
    pub shown: Vec<f64>,
    /// For how many pieces the model answered; in a plan, how many there are.
    pub pieces: usize,
    /// Why the embedded summary, or the clearing alone, stood in for a model's summary; none if it
    /// did not.
    pub fallback: Option<Reason>,
    /// What a model says that the conversation does not bear out.
    pub claims: CheckedSummary,
    /// Whether a message at the end of the list tells the agent to go on.
    pub continued: bool,
    /// Restored files.
    pub files: u64,
    /// Restored images.
    pub images: u64,
    /// Input and output tokens of the run's calls of a model, as far as the provider reported them.
    pub asked_usage: (Option<u64>, Option<u64>),
    /// What the host told of these calls and could not be read.
    pub asked_wrong: Option<String>,
}

impl MemoryReport {
    /// Whether it is a model's.
    pub fn is_by_model(&self) -> bool {
        self.by_model && self.fallback.is_none()
    }

    /// Adds what a call took.
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

    /// What came of the answers of a model, where something stands in for them.
    pub fn take_judgement(&mut self, other: &Self) {
        self.refused.clone_from(&other.refused);
        self.attempts = other.attempts;
        self.shown.clone_from(&other.shown);
        self.pieces = other.pieces;
        self.asked_usage = other.asked_usage;
        self.asked_wrong.clone_from(&other.asked_wrong);
    }
}
