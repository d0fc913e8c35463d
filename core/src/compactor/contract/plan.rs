//! What a run would do, as data and as text for people.

use super::measured::LOG;
use super::report::Report;
use super::result::RunResult;
use super::words::{Removed, Status, SummaryBy, Warning};
use crate::shape::shapes;
use crate::{Edit, EditAction, EditReason, Patch, ReasonCode};
use serde_json::{Map, Value};

shapes! {
    /// The planned run.
    pub struct Plan {
        /// How the run would end.
        pub status: Status,
        /// Whether the messages would change.
        pub changed: bool,
        /// Whether the prompt would fit.
        pub can_send: bool,
        /// The reason as a sentence.
        pub reason: String,
        /// The reason as a code.
        pub code: ReasonCode,
        /// Tokens of the messages now.
        pub tokens_before: u64,
        /// Tokens of the messages afterwards; with a model summary, an upper limit.
        pub tokens_after: u64,
        /// Tokens of the next prompt, including system prompt and tools.
        pub prompt_tokens: u64,
        /// The largest prompt in tokens, or null if unknown.
        pub context_window: Option<u64>,
        /// The prompt size at which compaction starts; 0 without a window.
        pub trigger_tokens: u64,
        /// Content that would be removed, one group for each kind.
        pub removed: Vec<Removed>,
        /// The planned summary, or null.
        pub summary: Option<PlannedSummary>,
        /// Tokens that the provider would have to cache again.
        pub cache_tokens_lost: u64,
        /// Calls after which the change would have paid for itself, or null.
        pub break_even_calls: Option<u64>,
        /// Fields to add to the next request.
        pub request_fields: Map<String, Value>,
        /// Warnings, if any.
        pub warnings: Vec<Warning>,
        /// The planned edits.
        pub edits: Vec<Edit>,
        /// Outputs that would be stored.
        pub stores: Vec<PlannedOutput>,
        /// The change as a patch, or null if it depends on an answer. Locators are keys.
        pub patch: Option<Patch>,
        /// Other measurements, by path.
        pub log: Map<String, Value> = LOG,
        /// The plan as text.
        pub text: String,
        ;
        /// What the run measured.
        pub report: Report,
    }

    /// Which messages would be summarized, and by whom.
    pub struct PlannedSummary: Eq {
        /// The first message to summarize.
        pub start: usize,
        /// The first kept message after them.
        pub end: usize,
        /// Pinned messages between the two.
        pub pinned: Vec<usize>,
        /// How many messages would be summarized.
        pub messages: usize,
        /// Their estimated tokens.
        pub tokens: u64,
        /// Who would write it.
        pub by: SummaryBy,
        /// Estimated tokens of the model request; 0 without a model.
        pub input_tokens: u64,
        /// The answer's token limit; without a model, the size of the summary.
        pub output_tokens: u64,
    }

    /// An output that would be stored.
    pub struct PlannedOutput: Eq {
        /// Its key in the store.
        pub key: String,
        /// Its length in characters.
        pub chars: u64,
    }
}

pub fn plan_of(result: RunResult) -> Plan {
    Plan {
        status: result.status,
        changed: result.changed,
        can_send: result.can_send,
        reason: result.reason,
        code: result.code,
        tokens_before: result.tokens_before,
        tokens_after: result.tokens_after,
        prompt_tokens: result.prompt_tokens,
        context_window: result.context_window,
        trigger_tokens: result.trigger_tokens,
        removed: result.removed,
        summary: None,
        cache_tokens_lost: result.cache_tokens_lost,
        break_even_calls: result.break_even_calls,
        request_fields: result.request_fields,
        warnings: result.warnings,
        edits: result.edits,
        stores: Vec::new(),
        patch: None,
        log: result.log,
        text: String::new(),
        report: result.report,
    }
}

/// The most edits that the text lists one by one. Chosen here: they fill a screen.
const EDITS_TOLD: usize = 20;

impl Plan {
    /// Returns the plan as text: one line for each planned change, with its reason. `newest` is the
    /// number of newest results that are kept.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let plan = compactor.plan(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new())?;
    /// assert!(plan.text.starts_with("No change: "));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    #[must_use]
    pub fn explain(&self, newest: u64) -> String {
        let size = &self.report.size;
        let mut lines = vec![match self.status {
            Status::Unchanged => format!("No change: {}.", self.reason),
            Status::Reduced | Status::Summarized | Status::Repaired => {
                let least = if self
                    .summary
                    .as_ref()
                    .is_some_and(|summary| summary.by == SummaryBy::Model)
                {
                    "at most "
                } else {
                    ""
                };
                format!(
                    "{} messages of {} tokens would take {least}{} tokens.",
                    size.messages_before, self.tokens_before, self.tokens_after
                )
            }
            status => format!("The run would end as `{status}`: {}.", self.reason),
        }];
        lines.push(match self.trigger_tokens {
            0 => format!(
                "The prompt takes {} tokens. The context window is unknown.",
                size.used
            ),
            trigger => format!(
                "The prompt takes {} tokens; the trigger is {trigger}, the target {}.",
                size.used, size.target
            ),
        });
        lines.extend(self.summary.iter().map(summary));
        if !self.stores.is_empty() {
            let chars: u64 = self.stores.iter().map(|output| output.chars).sum();
            lines.push(format!(
                "- {} of {chars} chars would be stored first",
                count(self.stores.len(), "output")
            ));
        }
        let told = self.edits.iter().take(EDITS_TOLD);
        lines.extend(told.map(|it| edit(it, newest)));
        if self.edits.len() > EDITS_TOLD {
            let more = &self.edits[EDITS_TOLD..];
            let tokens: u64 = more.iter().map(|edit| edit.tokens_saved).sum();
            lines.push(format!(
                "- and {} more, {tokens} tokens together",
                more.len()
            ));
        }
        if let Some(first) = self.report.cache.first_changed_message {
            lines.push(format!(
                "The cache remains valid up to message {first}; {} tokens after it would be cached again.",
                self.cache_tokens_lost
            ));
        }
        lines.extend(self.money());
        lines.extend(
            self.warnings
                .iter()
                .map(|it| format!("Warning: {}", it.text)),
        );
        lines.join("\n")
    }

    /// The cost and the savings of the change, in tokens of input.
    fn money(&self) -> Option<String> {
        let money = self.report.cache.money.as_ref()?;
        if money.input_micros == 0 {
            return None;
        }
        let of_input = |micros: u64| (micros as f64 / money.input_micros as f64).round();
        let (now, a_call) = (
            of_input(money.costs_now_micros),
            of_input(money.saves_micros_a_call),
        );
        let pays = self.break_even_calls.map_or(String::new(), |calls| {
            format!(
                ": it pays for itself after {}",
                count(calls as usize, "call")
            )
        });
        Some(format!(
            "It now costs as much as {now} input tokens, and saves as much as {a_call} at each later call{pays}."
        ))
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn summary(summary: &PlannedSummary) -> String {
    let PlannedSummary {
        start: from,
        end: to,
        pinned,
        messages,
        tokens,
        by,
        input_tokens,
        output_tokens,
    } = summary;
    let pinned = if pinned.is_empty() {
        String::new()
    } else {
        format!(" (except {})", count(pinned.len(), "pinned message"))
    };
    let whose = match *by {
        SummaryBy::Model => {
            format!("a model summary (reads {input_tokens} tokens, writes at most {output_tokens})")
        }
        _ => format!("an extractive summary of {output_tokens} tokens"),
    };
    format!(
        "- messages {from} to {}{pinned} would become {whose}: {} of {tokens} tokens",
        to.saturating_sub(1),
        count(*messages, "message")
    )
}

fn edit(edit: &Edit, newest: u64) -> String {
    let what = match edit.action {
        EditAction::ClearResult => "the result would be cleared",
        EditAction::CutResult => "the result would be truncated",
        EditAction::ShortenResult if edit.reason == EditReason::SourceGone => {
            "lines would be restored"
        }
        EditAction::ShortenResult => "the result would be condensed",
        EditAction::ShortenArguments => "the written text would be cleared",
        EditAction::ReplaceMedia | EditAction::ReplaceEmbeddedMedia => {
            "a media item would become a placeholder"
        }
        EditAction::DropThinking => "the thinking would be removed",
        _ => "the media of the result would be removed",
    };
    let about = format!("{} {}", edit.tool, edit.detail);
    let about = if about.trim().is_empty() {
        String::new()
    } else {
        format!(", {}", about.trim())
    };
    format!(
        "- message {}{about}: {what} ({}), {} tokens saved",
        edit.message,
        why(edit.reason, newest),
        edit.tokens_saved
    )
}

/// The reason for an edit as text. `newest` is the number of newest results and media items that
/// are kept.
pub fn why(reason: EditReason, newest: u64) -> String {
    let text = match reason {
        EditReason::Idle | EditReason::Size | EditReason::Forced => {
            return format!("older than the newest {newest} of its kind: keep_tool_results");
        }
        EditReason::Relaxed => "keep_tool_results was relaxed: the prompt was above the trigger",
        EditReason::Slim => "the summarizer can't read it",
        EditReason::Pruned => "it is old",
        EditReason::Budget => "it is long",
        EditReason::Payload => "a request carries the newest images only",
        EditReason::Padding => "spaces before line numbers",
        EditReason::Json => "spaces and repeated keys",
        EditReason::Grouped => "shared parts of lines are written once",
        EditReason::ShownBefore => "an earlier result shows the same lines",
        EditReason::SourceGone => "their source is removed",
        EditReason::Stale => "the file was changed later",
        EditReason::Superseded => "it was read again later",
        EditReason::Repeated => "a later result is the same",
        EditReason::Applied => "the call succeeded",
        _ => "it is bound to changed content",
    };
    text.to_owned()
}
