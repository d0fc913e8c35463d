//! The result of a run: the most important fields, and a log of all other measurements.

use super::measured::{LOG, log};
use super::report::{Breakdown, Reason, Report, Stored};
use super::words::{
    Ending, RelaxedOption, Removed, RemovedKind, Status, SummaryBy, Warning, grouped,
};
use crate::shape::shapes;
use crate::{Config, Edit, ReasonCode};
use serde_json::{Map, Value, json};

shapes! {
    /// The outcome of a run. Tokens are estimates, unless stated otherwise.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, ReasonCode, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new())?;
    /// let Some(Action::Done { result, .. }) = compactor.poll_action() else { panic!("a run ends") };
    /// assert_eq!(result.code, ReasonCode::BelowTrigger);
    /// assert_eq!(result.tokens_before, result.tokens_after);
    /// assert!(result.to_string().starts_with("<Result unchanged: "));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub struct RunResult as "Result" {
        /// How the run ended.
        pub status: Status,
        /// Whether the messages changed.
        pub changed: bool,
        /// Whether the prompt fits the window. If not, don't send it.
        pub can_send: bool,
        /// Why the run ended this way, as a sentence.
        pub reason: String,
        /// The reason as a code.
        pub code: ReasonCode,
        /// Tokens of the messages before the run.
        pub tokens_before: u64,
        /// Tokens of the messages after the run.
        pub tokens_after: u64,
        /// Tokens of the next prompt, with system prompt and tools.
        pub prompt_tokens: u64,
        /// The largest prompt in tokens, or null if unknown.
        pub context_window: Option<u64>,
        /// The prompt size at which compaction starts; 0 without a window.
        pub trigger_tokens: u64,
        /// Removed content, one group for each kind.
        pub removed: Vec<Removed>,
        /// The new summary, or null.
        pub summary: Option<String>,
        /// Who wrote the summary, or null.
        pub summary_by: Option<SummaryBy>,
        /// Why a fallback replaced the model's summary, or null.
        pub fallback: Option<Reason>,
        /// Options that were relaxed to reach the target or the trigger.
        pub relaxed_options: Vec<RelaxedOption>,
        /// Stored content.
        pub stored: Vec<Stored>,
        /// Cache breakpoints, as numbers of messages in the prefix; 0 is the system prompt.
        pub cache_breakpoints: Vec<usize>,
        /// Tokens that the provider has to cache again.
        pub cache_tokens_lost: u64,
        /// Calls after which the change has paid for itself, or null.
        pub break_even_calls: Option<u64>,
        /// Fields to add to the next request.
        pub request_fields: Map<String, Value>,
        /// Warnings, if any.
        pub warnings: Vec<Warning>,
        /// Other measurements, by path.
        pub log: Map<String, Value> = LOG,
        ;
        /// What the run measured and decided.
        pub report: Report,
        /// The edits of single messages, for rows.
        pub edits: Vec<Edit>,
        /// The options by which it is measured.
        pub config: Config,
    }
}

impl RunResult {
    pub fn of(ending: Ending, mut report: Report, config: &Config) -> Self {
        report.system.status = ending.name();
        let status = ending.status();
        let mut removed: Vec<Removed> = report.went.clone();
        let condensed = &report.admitted;
        if condensed.results > 0 {
            removed.push(Removed {
                kind: RemovedKind::CondensedToolResults,
                count: condensed.results,
                tokens: condensed.tokens_saved,
            });
        }
        let is_summary = status == Status::Summarized;
        Self {
            status,
            changed: status.applied(),
            can_send: !report.blocks_send,
            reason: std::mem::take(&mut report.reason.text),
            code: report.reason.code,
            tokens_before: report.size.before,
            tokens_after: report.size.after,
            prompt_tokens: report.size.used_after,
            context_window: report.size.window,
            trigger_tokens: report.size.trigger,
            removed,
            summary: report.memory.text.take(),
            summary_by: is_summary.then(|| report.memory.by()),
            fallback: report.memory.fallback.clone(),
            relaxed_options: report.cut.relaxed.clone(),
            stored: report.stored.all(),
            log: log(&report, status, config),
            cache_breakpoints: std::mem::take(&mut report.cache.breakpoints),
            cache_tokens_lost: report.cache.tokens_to_read_again,
            break_even_calls: report.cache.break_even_calls,
            request_fields: config.request_fields(report.dialect),
            warnings: std::mem::take(&mut report.warnings),
            edits: std::mem::take(&mut report.edits),
            report,
            config: config.clone(),
        }
    }

    /// What tokens were spent on before the run, and what they are spent on after it.
    #[must_use]
    pub fn by_kind(&self) -> [Breakdown; 2] {
        [self.report.parts.before, self.report.parts.after]
    }
}

fn percent(part: u64, whole: u64) -> String {
    let share = part as f64 * 100.0 / whole.max(1) as f64;
    if share < 9.95 {
        format!("{share:.1} %")
    } else {
        format!("{share:.0} %")
    }
}

/// The line that prints a result or a plan, passed as data.
pub fn run_line(name: &str, fields: &Value) -> String {
    let (status, code) = (word(&fields["status"]), word(&fields["code"]));
    let prompt = count(&fields["prompt_tokens"]);
    let share = fields["context_window"].is_number().then(|| {
        let window = count(&fields["context_window"]);
        let log = &fields["log"];
        let source = word(&log["prices.source"]).rsplit_once(", ");
        let of = source.map_or(String::new(), |(_, date)| {
            format!(" ({} of {date})", word(&log["cache.price_source"]))
        });
        let tier = log["sizes.price_tier_tokens"].as_u64();
        let tier = tier.map_or(String::new(), |tier| {
            format!(", costlier above {}{of}", grouped(tier))
        });
        format!("{} of {}{tier}", percent(prompt, window), grouped(window))
    });
    if fields["changed"] == true {
        let (before, after) = shown_tokens(fields);
        let by = fields["summary_by"].as_str();
        let by = by.zip(fields["fallback"]["code"].as_str());
        let by = by.map_or(String::new(), |(who, why)| format!(" by {who} ({why})"));
        let next = share.map_or(String::new(), |share| format!(", next prompt {share}"));
        let (before, after) = (grouped(before), grouped(after));
        return format!("<{name} {status}: {before} -> {after} tokens{by}{next}>");
    }
    let share = share.map_or(String::new(), |share| format!(" ({share})"));
    let why = match (code, count(&fields["trigger_tokens"])) {
        ("below_trigger", 0) => String::new(),
        ("below_trigger", trigger) => format!("; starts at {}", grouped(trigger)),
        _ => format!("; {code}"),
    };
    format!(
        "<{name} {status}: prompt {} tokens{share}{why}>",
        grouped(prompt)
    )
}

fn count(value: &Value) -> u64 {
    value.as_f64().map_or(0, |number| number as u64)
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The tokens before and after a change: those of the messages, or those of the prompt if the
/// provider counts otherwise than we do, so that the line has one scale. Chosen here: a difference
/// of 1 % does not count as another scale.
fn shown_tokens(fields: &Value) -> (u64, u64) {
    let log = &fields["log"];
    let messages = (
        count(&fields["tokens_before"]),
        count(&fields["tokens_after"]),
    );
    let prompt = (
        count(&log["sizes.prompt_tokens_before"]),
        count(&fields["prompt_tokens"]),
    );
    let less = |(before, after): (u64, u64)| before as f64 - after as f64;
    let differ = (less(messages) - less(prompt)).abs() > (less(messages) / 100.0).abs() + 2.0;
    if differ && prompt.0 > 0 && log["preset.number"].is_null() {
        prompt
    } else {
        messages
    }
}

impl std::fmt::Display for RunResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&run_line("Result", &json!(self)))
    }
}
