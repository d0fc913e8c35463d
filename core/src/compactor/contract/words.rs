//! The words of actions and reports: the same in all languages.

pub use crate::reduce::results::Mime;
use crate::shape::{shapes, words};

words! {
    /// What set a run off.
    pub enum Trigger as "RunCause" {
        /// The host forced it.
        Manual => "manual",
        /// It was time to: the trigger was reached, clearing old results pays, or the cache is cold.
        Auto => "auto",
        /// The same, as qwen-code calls it; or the provider refused the last request for its
        /// tokens.
        TokenLimit => "token_limit",
        /// The conversation holds too many images, or too many pixels.
        ImageOverflow => "image_overflow",
        /// The provider refused the last request for its size in bytes, or the request comes near a
        /// limit on bytes.
        PayloadOverflow => "payload_overflow",
        /// The provider refused the last request as no valid history.
        Refusal => "refusal",
    }
    /// What a request asks a model for.
    pub enum Purpose {
        /// A summary.
        Summary => "summary",
        /// Notes on one piece of a record that does not fit one request. They come with the next
        /// piece.
        Piece => "piece",
        /// A second attempt after an answer that was refused. It names what was wrong.
        Retry => "retry",
        /// A check of the first answer, which may be put right.
        Check => "check",
    }
    /// How a run ended.
    pub enum Status {
        /// There was nothing to do.
        Unchanged => "unchanged",
        /// Tool results, media or thinking were cleared or clipped. No summary was needed.
        Reduced => "reduced",
        /// A summary replaced older messages.
        Summarized => "summarized",
        /// The history was repaired, since the provider refused it or would have.
        Repaired => "repaired",
        /// Nothing legal is small enough: do not send. Nothing changed.
        TooLarge => "too_large",
        /// An attempt failed, and nothing changed. The reason says what failed.
        Failed => "failed",
        /// The messages changed during the run, so its result was dropped and nothing changed.
        Conflict => "conflict",
        /// The host cancelled the run, and nothing changed.
        Cancelled => "cancelled",
    }
    /// An option that says what stays.
    pub enum RelaxedOption {
        /// So much of the newest conversation.
        Keep => "keep",
        /// So many of the newest tool results and media.
        KeepToolResults => "keep_tool_results",
    }
    /// What a warning is about.
    pub enum WarningCode {
        /// The provider's report counts less than half of our estimate of the same prompt: it may
        /// leave out what was cached, or be of another list. The estimate decides.
        UsageImplausible => "usage_implausible",
        /// The provider's report counts far more than our estimate of the same prompt, or more than
        /// the window holds. Where it is known what surrounds the messages, from `system` and `tools`
        /// or from an earlier report, the estimate decides until the next report says the same: this
        /// one may be of another list, or of another model. Else the report decides, but messages may
        /// hold what is not read here.
        UsageFar => "usage_far",
        /// What was given as `usage` is no count of tokens, so it counts as no report. The estimate
        /// decides.
        UsageUnread => "usage_unread",
        /// The next prompt and the answer do not fit the window: do not send it.
        OverWindow => "over_window",
        /// Thinking was removed: the provider signed it together with something that changed.
        ThinkingRemoved => "thinking_removed",
        /// A message or a part has a shape that is not known, or holds what is no data. It counts
        /// by all that it holds, what is no data by the text that the host prints for it.
        ContentUnread => "content_unread",
        /// A tool call has no result, although the conversation continued. Unless
        /// `repair_history` says otherwise, a placeholder result is sent until the real one comes.
        DanglingCall => "dangling_call",
        /// The provider would reject the messages for another reason: a result without its call, two
        /// results of one call, half a character. Unless
        /// `repair_history` says otherwise, they are repaired.
        InvalidHistory => "invalid_history",
        /// The store failed, so what was removed cannot be read back.
        StoreFailed => "store_failed",
        /// Tool results that the agent has not read became part of the summary. Some presets do so, as
        /// their originals do; `default` never does.
        UnreadLost => "unread_lost",
        /// A model's summary names paths, ids, numbers or commands that neither a text of the
        /// conversation nor your instructions hold (`log["summary.unsupported"]` lists them), or it
        /// says that a check passed whose newest run failed. Paths, ids and such a claim are marked.
        SummaryUnsupported => "summary_unsupported",
    }
    /// What was removed.
    pub enum RemovedKind {
        /// A summary stands for them.
        SummarizedMessages => "summarized_messages",
        /// The results were old.
        ClearedToolResults => "cleared_tool_results",
        /// The results were long.
        ClippedToolResults => "truncated_tool_results",
        /// What calls wrote stands in the files.
        ClearedArguments => "cleared_arguments",
        /// The reasoning was bound to what changed.
        ClearedReasoning => "cleared_reasoning",
        /// The media were old.
        ClearedMedia => "cleared_media",
        /// The results were new, and nothing of them is lost.
        CondensedToolResults => "condensed_tool_results",
    }
    /// Who wrote a summary.
    pub enum SummaryBy {
        /// The host's model.
        Model => "model",
        /// The conversation's own lines.
        Extractive => "extractive",
    }
    /// What came of the second call.
    pub enum SecondCall {
        /// Its answer took the place of the first.
        Accepted => "accepted",
        /// Its answer was no summary, and the first was kept.
        KeptFirst => "kept_first",
        /// It failed, and the first was kept.
        Failed => "failed",
    }
    /// Which tool results the summariser read.
    pub enum RecordInput {
        /// All of them, whole.
        Original => "original",
        /// Those that were left after cutting.
        Truncated => "truncated",
    }
}

#[allow(
    clippy::derivable_impls,
    reason = "the macro of the words derives no default"
)]
impl Default for RecordInput {
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
        /// The size of the result could not be computed.
        FailedTokenCountError => "failed_token_count_error",
        /// The summary was empty.
        FailedEmptySummary => "failed_empty_summary",
        /// There was nothing to do.
        Noop => "noop",
        /// Old tool results and media were cleared or clipped.
        ContentTruncated => "content_truncated",
        /// The summary was no snapshot but, for example, a refusal or an unclosed document.
        FailedInvalidSummary => "failed_invalid_summary",
        /// The model call failed.
        FailedSummarizer => "failed_summarizer",
        /// The summary filled its whole output budget, so its end is missing.
        FailedOutputTruncated => "failed_output_truncated",
        /// What must stay does not fit.
        Unreachable => "unreachable",
        /// The provider would refuse more of the result than of the list as it was.
        FailedInvalidResult => "failed_invalid_result",
        /// The messages changed during the run.
        Stale => "stale",
        /// The host cancelled the run.
        Cancelled => "cancelled",
        /// The history was repaired, since the provider refused it.
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

    /// The number for it. 1 to 6 are those of gemini-cli's `CompressionStatus`; those from 101 on
    /// are our own.
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
    /// One group of things that were removed.
    pub struct Removed: Eq {
        /// What happened to them.
        pub kind: RemovedKind,
        /// How many messages, results or media they are.
        pub count: u64,
        /// Tokens of the messages that were summarised, or what the change saved.
        pub tokens: u64,
    }

    /// Something that you should look at.
    pub struct Warning: Eq {
        /// What it is, for programs.
        pub code: WarningCode,
        /// What it is, as a sentence.
        pub text: String,
        /// JSON Pointer to its place; null if it has none.
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
