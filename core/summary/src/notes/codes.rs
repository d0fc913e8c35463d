//! Why a run ended as it did, and why an answer of a model was refused, as words for programs.

use crate::shape::words;

words! {
    /// Why a run ended as it did, or why a model's answer was refused.
    pub enum ReasonCode {
        /// The history is empty.
        EmptyHistory => "empty_history",
        /// The prompt is below the trigger.
        BelowTrigger => "below_trigger",
        /// The history can't be cut at any boundary.
        NoCut => "no_cut",
        /// Too few messages precede the cut for a summary.
        SpanTooShort => "span_too_short",
        /// Only the last summary precedes the messages to keep.
        NothingNew => "nothing_new",
        /// The request is near a limit, but nothing that counts toward it can be removed.
        NothingToClear => "nothing_to_clear",
        /// Older messages were replaced by a summary.
        Summarized => "summarized",
        /// Tool results, media, thinking or arguments of calls were cleared.
        Cleared => "cleared",
        /// Long tool results were cut.
        Clipped => "clipped",
        /// New tool results were written shorter, and nothing of them is lost.
        Condensed => "condensed",
        /// The history was repaired, since the provider refused it.
        Repaired => "repaired",
        /// What must stay is larger than the window.
        OverWindow => "over_window",
        /// What must stay is larger than a request may be.
        OverRequestLimit => "over_request_limit",
        /// The result would not be smaller, or not by enough.
        NotSmaller => "not_smaller",
        /// The provider would refuse more than before.
        WouldBeInvalid => "would_be_invalid",
        /// The size of the result could not be computed.
        CountingFailed => "counting_failed",
        /// The history changed during the run.
        HistoryChanged => "history_changed",
        /// The host cancelled the run.
        Cancelled => "cancelled",
        /// The call of the model failed.
        SummarizerError => "summarizer_error",
        /// The last summaries failed, so the model is not asked for a while.
        SummarizerPaused => "summarizer_paused",
        /// Too many attempts failed: no model is asked until a run is forced.
        SummarizerOff => "summarizer_off",
        /// The message that carries an earlier summary was changed.
        SummaryDamaged => "summary_damaged",
        /// The answer is empty.
        SummaryEmpty => "summary_empty",
        /// The answer is an error message.
        SummaryErrorText => "summary_error_text",
        /// The answer calls a tool.
        SummaryToolCall => "summary_tool_call",
        /// The answer declines.
        SummaryRefused => "summary_refused",
        /// The answer repeats the instructions.
        SummaryEcho => "summary_echo",
        /// The answer says the same three times or more.
        SummaryLoops => "summary_loops",
        /// The answer copies the conversation.
        SummaryCopy => "summary_copy",
        /// The answer is too long.
        SummaryTooLong => "summary_too_long",
        /// The answer was cut off.
        SummaryCutOff => "summary_cut_off",
        /// The answer names almost nothing of the conversation.
        SummaryTooThin => "summary_too_thin",
        /// The answer is about something else.
        SummaryOffTopic => "summary_off_topic",
        /// Of qwen-code: nothing but the open end of the history could go.
        OpenEnd => "open_end",
        /// Of qwen-code: fewer than two messages.
        TooFewMessages => "too_few_messages",
        /// Of opencode: the output limit takes all of the window.
        NoRoom => "no_room",
    }
}

words! {
    /// Why a model's text in place of a tool result was not used.
    pub enum OutputDefect {
        /// The answer is empty.
        Empty => "empty",
        /// The answer declines.
        Refused => "refused",
        /// The answer is longer than was asked for.
        TooLong => "too_long",
        /// The answer is not shorter than the output.
        NotSmaller => "not_smaller",
        /// No answer is available, for example because the model call failed.
        NoAnswer => "no_answer",
    }
    /// The origin of the text that replaces an output.
    pub enum OutputFrom {
        /// A model wrote it.
        Summary => "summary",
        /// The start, the end and the errors of the output.
        Truncation => "truncation",
        /// The output as it is.
        Output => "output",
    }
}
