//! The words of actions and reports, which are identical in all languages.

use crate::shape::{shapes, words};

words! {
    /// What started a run.
    pub enum Trigger as "RunCause" {
        /// Your application forced it.
        Manual => "manual",
        /// The trigger was reached, clearing saves money, or the cache has expired.
        Auto => "auto",
        /// qwen-code's name for `auto`, or the provider rejected the last request because of its
        /// tokens.
        TokenLimit => "token_limit",
        /// There are too many images or pixels.
        ImageOverflow => "image_overflow",
        /// The request is too large in bytes, or close to it.
        PayloadOverflow => "payload_overflow",
        /// The provider rejected the history as invalid.
        Refusal => "refusal",
    }
    /// The purpose of a model request.
    pub enum Purpose {
        /// A summary.
        Summary => "summary",
        /// A summary of one chunk of a long transcript. The next request contains it.
        Piece => "piece",
        /// A second attempt after a rejected answer, with the reason.
        Retry => "retry",
        /// A check of the first answer.
        Check => "check",
    }
    /// The outcome of a run.
    pub enum Status {
        /// No change was necessary.
        Unchanged => "unchanged",
        /// Results, media or thinking were cleared, truncated or condensed.
        Reduced => "reduced",
        /// A summary replaced older messages.
        Summarized => "summarized",
        /// The history was repaired.
        Repaired => "repaired",
        /// The content that must be kept exceeds the window, so don't send it. Nothing changed.
        TooLarge => "too_large",
        /// An attempt failed, and nothing changed.
        Failed => "failed",
        /// The messages changed during the run, so nothing was applied.
        Conflict => "conflict",
        /// The run was canceled, and nothing changed.
        Cancelled => "cancelled",
    }
    /// A relaxed option.
    pub enum RelaxedOption {
        /// The newest part of the conversation.
        Keep => "keep",
        /// The newest tool results and media.
        KeepToolResults => "keep_tool_results",
    }
    /// The subject of a warning.
    pub enum WarningCode {
        /// Usage below half of the estimate is ignored.
        UsageBelowEstimate => "usage_below_estimate",
        /// Usage is far above the estimate. It may be ignored until the next report confirms it.
        UsageAboveEstimate => "usage_above_estimate",
        /// `usage` contains no token counts, so it's ignored.
        UsageUnparsed => "usage_unparsed",
        /// Signed thinking was removed because something before it changed.
        ThinkingRemoved => "thinking_removed",
        /// A message or part has an unknown form, and is counted in full.
        UnrecognizedContent => "unrecognized_content",
        /// A tool call has no result, although the conversation continued.
        DanglingCall => "dangling_call",
        /// The provider would reject the messages for another reason. They're repaired, unless
        /// `repair_history` says otherwise.
        InvalidHistory => "invalid_history",
        /// The store failed, so removed content can't be read back.
        StoreFailed => "store_failed",
        /// Unread tool results were summarized, as in the preset's original.
        UnreadLost => "unread_lost",
        /// The summary contains unsupported claims (`log["summary.unsupported"]`).
        SummaryUnsupported => "summary_unsupported",
    }
    /// What was removed.
    pub enum RemovedKind {
        /// A summary replaced them.
        SummarizedMessages => "summarized_messages",
        /// They were old.
        ClearedToolResults => "cleared_tool_results",
        /// They were long.
        ClippedToolResults => "truncated_tool_results",
        /// The written text is in the files.
        ClearedArguments => "cleared_arguments",
        /// The reasoning was bound to changed content.
        ClearedReasoning => "cleared_reasoning",
        /// They were old.
        ClearedMedia => "cleared_media",
        /// They were new; nothing is lost.
        CondensedToolResults => "condensed_tool_results",
    }
    /// Who wrote a summary.
    pub enum SummaryBy {
        /// Your model.
        Model => "model",
        /// Quoted lines of the conversation.
        Extractive => "extractive",
    }
    /// The outcome of the second call.
    pub enum ReviewResult {
        /// Its answer replaced the first.
        Accepted => "accepted",
        /// Its answer was not a usable summary, so the first was kept.
        KeptFirst => "kept_first",
        /// It failed, and the first was kept.
        Failed => "failed",
    }
    /// Which tool results the summarizer read.
    pub enum TranscriptSource {
        /// All results, in full.
        Original => "original",
        /// The results after truncation.
        Truncated => "truncated",
    }
}

#[allow(
    clippy::derivable_impls,
    reason = "the macro of the words derives no default"
)]
impl Default for TranscriptSource {
    fn default() -> Self {
        Self::Original
    }
}

impl Status {
    /// Whether the patch is to be applied.
    #[must_use]
    pub fn applied(self) -> bool {
        matches!(self, Self::Reduced | Self::Summarized | Self::Repaired)
    }
}

words! {
    /// How a run ended, in the finer terms of the reproduced systems.
    pub enum Ending as "PresetStatus" {
        /// A summary replaced older messages.
        Compressed => "compressed",
        /// The result would not have been smaller, or not by enough.
        FailedInflatedTokenCount => "failed_inflated_token_count",
        /// The result's size couldn't be computed.
        FailedTokenCountError => "failed_token_count_error",
        /// The summary was empty.
        FailedEmptySummary => "failed_empty_summary",
        /// No change was necessary.
        Noop => "noop",
        /// Old tool results and media were cleared or clipped.
        ContentTruncated => "content_truncated",
        /// The summary was not a snapshot but, for example, a refusal or an unclosed document.
        FailedInvalidSummary => "failed_invalid_summary",
        /// The model call failed.
        FailedSummarizer => "failed_summarizer",
        /// The summary filled its whole output budget, so its end is missing.
        FailedOutputTruncated => "failed_output_truncated",
        /// What must stay does not fit.
        Unreachable => "unreachable",
        /// The provider would reject more of the result than of your list.
        FailedInvalidResult => "failed_invalid_result",
        /// The messages changed during the run.
        Stale => "stale",
        /// The run was canceled.
        Cancelled => "cancelled",
        /// The history was repaired after a rejection.
        Repaired => "repaired",
    }
}

impl Ending {
    /// The status that users see.
    #[must_use]
    pub fn status(self) -> Status {
        match self {
            Self::Compressed => Status::Summarized,
            Self::ContentTruncated => Status::Reduced,
            Self::Noop => Status::Unchanged,
            Self::Unreachable => Status::TooLarge,
            Self::Stale => Status::Conflict,
            Self::Cancelled => Status::Cancelled,
            Self::Repaired => Status::Repaired,
            _ => Status::Failed,
        }
    }

    /// The number of the status: 1 to 6 as in gemini-cli's `CompressionStatus`, 101 and above for
    /// conspectus's own.
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
            Self::Unreachable => 106,
            Self::FailedInvalidResult => 107,
            Self::Repaired => 108,
        }
    }

    /// Whether the patch is to be applied.
    #[must_use]
    pub fn applied(self) -> bool {
        self.status().applied()
    }

    /// Whether an attempt failed.
    #[must_use]
    pub fn failed(self) -> bool {
        self.status() == Status::Failed
    }
}

shapes! {
    /// A group of removed content.
    pub struct Removed: Eq {
        /// What happened to it.
        pub kind: RemovedKind,
        /// The number of messages, results or media.
        pub count: u64,
        /// Tokens of the summarized messages, or tokens saved.
        pub tokens: u64,
    }

    /// Something to check.
    pub struct Warning: Eq {
        /// The code for programs.
        pub code: WarningCode,
        /// The warning as a sentence.
        pub text: String,
        /// JSON Pointer to the place, or null.
        pub path: Option<String>,
    }
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
