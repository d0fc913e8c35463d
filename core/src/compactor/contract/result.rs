//! What a run gives: the fields that a person asks for first, and the details when they are asked
//! for.

use super::report::{Breakdown, Followup, Report, Stored, StoredMessages};
use super::words::{
    Ending, Promise, RecordInput, RemovedKind, SecondCall, Status, SummaryBy, Trigger, WarningCode,
};
use crate::config::Config;
use crate::host::patch::Patch;
use crate::memory::Things;
use crate::notes::codes::ReasonCode;
use crate::notes::memory::Rank;
use crate::provider::models::LimitFrom;
use crate::provider::prices::PricesFrom;
use crate::read::dialect::Dialect;
use crate::reduce::plan::Edit;
use crate::shape::{Typed, shapes};
use serde_json::{Map, Value};

shapes! {
    /// How a run ended. All tokens are estimates, made in the same way before and after, unless
    /// the description says otherwise.
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
        /// Whether the prompt may be sent. If not, it is over the window.
        pub can_send: bool,
        /// Why the run ended as it did, as a sentence.
        pub reason: String,
        /// The same for programs.
        pub code: ReasonCode,
        /// Tokens of the messages before the run.
        pub tokens_before: u64,
        /// Tokens of the messages after the run; the same as before if nothing changed.
        pub tokens_after: u64,
        /// What the next prompt takes, with system text and tools. It rests on what the provider
        /// reported, where that is known.
        pub prompt_tokens: u64,
        /// The most tokens of a prompt; null if that is not known.
        pub context_window: Option<u64>,
        /// The prompt at which compaction starts; 0 without a window.
        pub trigger_tokens: u64,
        /// What was removed: one group for each kind.
        pub removed: Vec<Removed>,
        /// The summary that came into the history; null without one.
        pub summary: Option<String>,
        /// What a model's summary lacks of what must not be lost, after all that was put in.
        pub missing: Vec<String>,
        /// Where to mark the end of a cached prefix in the next request. Each number is how many
        /// messages the prefix holds: mark the last block of the last of them; 0 is the system
        /// text.
        pub cache_marks: Vec<usize>,
        /// Tokens that the provider's cache must read again.
        pub cache_tokens_lost: u64,
        /// After how many calls the change has saved what it costs: what is written to the cache
        /// again, and the call of a model. Null without a change, or if no prices are known.
        pub pays_after_calls: Option<u64>,
        /// Fields of the next request that you should send; empty if there are none.
        pub request_fields: Map<String, Value>,
        /// What you should look at; empty if there is nothing.
        pub warnings: Vec<Warning>,
        ;
        /// What the run measured and decided.
        pub(crate) report: Report,
        /// Whether the preset speaks for itself in the details.
        pub(crate) by_preset: bool,
        /// What became of single messages, for rows.
        pub(crate) edits: Vec<Edit>,
        /// The options by which it is measured.
        pub(crate) config: Config,
    }

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

    /// What a run measured and decided beside its result.
    pub struct Details {
        /// How large the conversation was and is.
        pub sizes: Sizes,
        /// Where the conversation was cut.
        pub cut: CutDetails,
        /// What is known of the summary.
        pub summary: SummaryDetails,
        /// What stayed because it is pinned.
        pub pins: PinDetails,
        /// What the provider's prompt cache can no longer use, and what that costs.
        pub cache: CacheDetails,
        /// What new tool results lost that nothing is lost with.
        pub condensed: CondensedDetails,
        /// What the store was given. It stays stored even if the run then changed nothing.
        pub stored: StoredDetails,
        /// What the preset says in its own words; null under `default`.
        pub preset: Option<PresetDetails>,
        /// How the run began, and the way back.
        pub run: RunDetails,
    }

    /// Sizes, in tokens, and numbers of messages.
    pub struct Sizes {
        /// The tokens that decided when to compact: the provider's count if it was given, else the
        /// estimate, with system text and tools.
        pub prompt_tokens_before: u64,
        /// What messages and overhead should fit into after a compaction; 0 without a window.
        pub target_tokens: u64,
        /// What no compaction gets below: what surrounds the messages, what must stay, and the
        /// smallest summary. 0 if it was not needed.
        pub floor_tokens: u64,
        /// Tokens of the system text and the tool schemas, which no compaction shrinks.
        pub overhead_tokens: u64,
        /// What tokens were spent on before the run.
        pub by_kind_before: Breakdown,
        /// What tokens are spent on after the run.
        pub by_kind_after: Breakdown,
        /// Number of messages before the run.
        pub messages_before: usize,
        /// Number of messages after the run.
        pub messages_after: usize,
        /// Bytes of the request before the run, nearly; null where no limit on requests is known.
        pub bytes: Option<u64>,
        /// Images in it; null likewise.
        pub images: Option<u64>,
        /// How the window is known; null without one.
        pub window_from: Option<LimitFrom>,
    }

    /// Where the conversation was cut.
    pub struct CutDetails {
        /// Index of the first message that is kept; null if no cut was looked for.
        pub index: Option<usize>,
        /// How many messages the summary replaced.
        pub messages: usize,
        /// Why the cut lies there; null likewise.
        pub reason: Option<crate::cut::split::SplitReason>,
        /// The options of which less was kept than they ask for: `keep` did not fit the target beside
        /// a summary, or with `keep_tool_results` the prompt would have stayed above the trigger.
        pub gave_way: Vec<Promise>,
    }

    /// What is known of the summary.
    pub struct SummaryDetails {
        /// Who wrote it; null without a summary.
        pub by: Option<SummaryBy>,
        /// Tokens of the summary.
        pub tokens: u64,
        /// Answers of a model.
        pub attempts: u32,
        /// Why answers were refused, in order.
        pub refused: Vec<ReasonCode>,
        /// Why something stood in for a model's summary; null if nothing did.
        pub fallback: Option<Cause>,
        /// Which share of the record the summariser was shown, 0 to 1; null if no model was asked.
        pub shown: Option<f64>,
        /// In how many pieces it read the record; 0 if no model was asked.
        pub pieces: usize,
        /// How far an earlier summary may be believed that went into this one; null without one.
        pub previous: Option<Rank>,
        /// Why an earlier summary could not be carried on; null if there is nothing to tell.
        pub damaged: Option<Cause>,
        /// What a model's summary kept as it was written; null if it was not looked through.
        pub kept: Option<Things>,
        /// What it lacked as it was written; null likewise.
        pub missing: Option<Things>,
        /// What it gives as the user's goal or rules though no words of the user bear it out, then
        /// what it names and the record does not; null likewise.
        pub unsupported: Option<Things>,
        /// The share of the value of the most valuable names that it held, 0 to 1; null likewise.
        pub value: Option<f64>,
        /// How many of the things that it lacked were put in word for word, names too.
        pub put_in: usize,
    }

    /// A reason: a code and a sentence.
    pub struct Cause: Eq {
        /// For programs.
        pub code: ReasonCode,
        /// As a sentence.
        pub text: String,
    }

    /// What stayed because it is pinned.
    pub struct PinDetails: Default, Eq {
        /// Messages that must stay, with those that calls and results bring along.
        pub messages: usize,
        /// Their tokens.
        pub tokens: u64,
        /// JSON Pointer of the largest of them; null if there are none.
        pub largest: Option<String>,
        /// JSON Pointers of results of excluded tools that had to be clipped, because nothing else
        /// made the list fit the window.
        pub gave_way: Vec<String>,
    }

    /// What the provider's prompt cache can no longer use, and what that costs.
    pub struct CacheDetails {
        /// Index of the first message that changes; null without a change.
        pub first_changed: Option<usize>,
        /// How many tokens the next request should find in the cache if the marks are set as
        /// `cache_marks` says; null where nothing tells it.
        pub expected_cached_tokens: Option<u64>,
        /// What the change costs now, in the unit of the prices: a token at a price of 1 costs 1.
        /// Null without a change, or if no prices are known.
        pub cost_now: Option<f64>,
        /// What each call after it saves, as long as the cache stays warm; null likewise.
        pub saves_per_call: Option<f64>,
        /// How the prices are known; null if they are not.
        pub prices_from: Option<PricesFrom>,
    }

    /// New tool results that lost what an earlier one shows, or what says nothing.
    pub struct CondensedDetails: Eq {
        /// How many results are shorter.
        pub results: u64,
        /// Tokens that are saved, rounded down.
        pub tokens: u64,
        /// By which rule.
        pub by_rule: CondensedByRule,
    }

    /// What each rule of condensing did.
    pub struct CondensedByRule: Eq {
        /// Results in which the spaces in front of line numbers were left out.
        pub line_numbers: u64,
        /// Results that are JSON and lost its spaces, or became tables.
        pub tables: u64,
        /// Results that are lists in which what lines have in common stands once.
        pub groups: u64,
        /// Pointers to lines that an earlier result shows.
        pub pointers: u64,
        /// Lines that they stand for.
        pub lines: u64,
    }

    /// What the store was given.
    pub struct StoredDetails: Eq {
        /// The outputs that were stored.
        pub outputs: Vec<Stored>,
        /// Where the messages are kept that became a summary; null if they are not.
        pub messages: Option<StoredMessages>,
        /// How many outputs, or texts of messages, could not be stored. They cannot be read back.
        pub failures: u64,
        /// Why the last of them could not be stored, in your function's words; null if all were.
        pub error: Option<String>,
    }

    /// What the preset says in its own words and numbers.
    pub struct PresetDetails {
        /// How the run ended, in the system's words: `compressed`, `noop` and so on.
        pub status: &'static str = Ending::TYPE,
        /// The system's number for that status.
        pub number: u32,
        /// How many runs have failed since the last success, this one included.
        pub failures: u32,
        /// Whether an attempt failed, so that the next run asks no model unless it is forced.
        pub failed_attempt: bool,
        /// Whether the prompt had reached the hard limit when the run began.
        pub rescue: bool,
        /// The tokens at which nothing may be sent before a compaction; null without such a limit.
        pub hard_tokens: Option<u64>,
        /// What came of a second call that checks the summary; null without one.
        pub second_call: Option<SecondCall>,
        /// Which tool results the summariser read.
        pub record_input: RecordInput,
        /// Whether the request after the cached conversation gave no good summary, and a request
        /// of its own was made.
        pub cold_request: bool,
        /// Whether a message at the end of the list tells the agent to go on.
        pub continued: bool,
        /// How many files were brought back.
        pub files: u64,
        /// How many images were brought back.
        pub images: u64,
        /// What the application must do in addition to applying the patch.
        pub followup: Followup,
    }

    /// How a run began, and the way back.
    pub struct RunDetails {
        /// Why it began.
        pub cause: Trigger,
        /// The dialect as which the messages were read.
        pub dialect: Dialect,
        /// The patch that takes the run back, with what was removed as you gave it. The machine alone
        /// leaves it null: it does not know the list that you hold.
        pub undo_patch: Option<Patch>,
    }
}

/// Millionths as the unit itself.
fn units(micros: u64) -> f64 {
    micros as f64 / 1_000_000.0
}

impl RunResult {
    pub(crate) fn of(ending: Ending, mut report: Report, config: &Config) -> Self {
        let by_preset = config.system.name() != Config::default().system.name();
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
        let missing = match (&report.retention, status) {
            (Some(found), Status::Summarized) => found.missing_after.clone(),
            _ => Vec::new(),
        };
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
            summary: report.summary.take(),
            missing,
            cache_marks: std::mem::take(&mut report.cache.breakpoints),
            cache_tokens_lost: report.cache.tokens_to_read_again,
            pays_after_calls: report.cache.pays_after_calls,
            request_fields: config.request_fields(report.dialect),
            warnings: std::mem::take(&mut report.warnings),
            edits: std::mem::take(&mut report.edits),
            report,
            by_preset,
            config: config.clone(),
        }
    }

    /// What the run measured and decided beside this.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new())?;
    /// let Some(Action::Done { result, .. }) = compactor.poll_action() else { panic!("a run ends") };
    /// assert_eq!(result.details().sizes.messages_before, 1);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    #[must_use]
    pub fn details(&self) -> Details {
        details(&self.report, self.status, self.by_preset)
    }

    /// Who wrote the summary where it is not the model that was to, and why.
    fn stands_in(&self) -> Option<(&str, &str)> {
        let memory = &self.report.memory;
        let why = memory.fallback.as_ref()?;
        (self.status == Status::Summarized).then(|| (SummaryBy::Extractive.name(), why.code.name()))
    }

    /// All of it as plain data, with the details.
    #[must_use]
    pub fn data(&self) -> Value {
        let mut data = serde_json::json!(self);
        data["details"] = serde_json::json!(self.details());
        data
    }
}

/// The details of a report.
pub(crate) fn details(report: &Report, status: Status, by_preset: bool) -> Details {
    let size = &report.size;
    Details {
        sizes: Sizes {
            prompt_tokens_before: size.used,
            target_tokens: size.target,
            floor_tokens: size.floor,
            overhead_tokens: size.overhead,
            by_kind_before: report.parts.before,
            by_kind_after: report.parts.after,
            messages_before: size.messages_before,
            messages_after: size.messages_after,
            bytes: size.bytes,
            images: size.images,
            window_from: size.window_from,
        },
        cut: CutDetails {
            index: report.cut.index,
            messages: report.cut.messages,
            reason: report.cut.reason,
            gave_way: report.cut.gave_way.clone(),
        },
        summary: summary(report, status),
        pins: report.pinned.clone(),
        cache: CacheDetails {
            first_changed: report.cache.first_changed_message,
            expected_cached_tokens: report.cache.expected_cached_tokens,
            cost_now: report
                .cache
                .money
                .map(|money| units(money.costs_now_micros)),
            saves_per_call: report
                .cache
                .money
                .map(|money| units(money.saves_micros_a_call)),
            prices_from: report.cache.prices_from,
        },
        condensed: CondensedDetails {
            results: report.admitted.results,
            tokens: report.admitted.tokens_saved,
            by_rule: CondensedByRule {
                line_numbers: report.admitted.line_numbers,
                tables: report.admitted.tables,
                groups: report.admitted.groups,
                pointers: report.admitted.pointers,
                lines: report.admitted.lines,
            },
        },
        stored: StoredDetails {
            outputs: report.stored.outputs.clone(),
            messages: report.stored.messages.clone(),
            failures: report.stored.failures,
            error: report.stored.error.clone(),
        },
        preset: by_preset.then(|| preset(report)),
        run: RunDetails {
            cause: report.trigger,
            dialect: report.dialect,
            undo_patch: None,
        },
    }
}

fn summary(report: &Report, status: Status) -> SummaryDetails {
    let memory = &report.memory;
    let cause = |reason: &super::report::Reason| Cause {
        code: reason.code,
        text: reason.text.clone(),
    };
    let found = report.retention.as_ref().map(|report| &report.found);
    SummaryDetails {
        by: (status == Status::Summarized).then_some(
            if memory.by_model && memory.fallback.is_none() {
                SummaryBy::Model
            } else {
                SummaryBy::Extractive
            },
        ),
        tokens: memory.tokens,
        attempts: memory.attempts,
        refused: memory.refused.clone(),
        fallback: memory.fallback.as_ref().map(cause),
        shown: memory.shown,
        pieces: memory.pieces,
        previous: memory.rank,
        damaged: memory.damaged.as_ref().map(cause),
        kept: found.map(|found| found.kept.clone()),
        missing: found.map(|found| found.missing.clone()),
        unsupported: found.map(|found| found.unsupported.clone()),
        value: found.map(|found| found.value),
        put_in: report.retention.as_ref().map_or(0, |report| report.put_in),
    }
}

/// What only presets tell.
fn preset(report: &Report) -> PresetDetails {
    let memory = &report.memory;
    PresetDetails {
        status: report.system.status,
        number: report.system.number,
        failures: report.system.failures,
        failed_attempt: report.system.failed_attempt,
        rescue: report.system.rescue,
        hard_tokens: report.size.hard,
        second_call: memory.check,
        record_input: memory.input,
        cold_request: memory.cold_request,
        continued: memory.continued,
        files: memory.files,
        images: memory.images,
        followup: report.system.followup,
    }
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
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

/// A share, with one place behind the point where it is small.
fn percent(part: u64, whole: u64) -> String {
    let share = part as f64 * 100.0 / whole.max(1) as f64;
    if share < 9.95 {
        format!("{share:.1} %")
    } else {
        format!("{share:.0} %")
    }
}

/// Whether the messages lost about as many tokens as the prompt. Chosen here: a hundredth is no other
/// scale.
pub(crate) fn is_one_scale(messages: (u64, u64), prompt: (u64, u64)) -> bool {
    let less = |(before, after): (u64, u64)| before as f64 - after as f64;
    (less(messages) - less(prompt)).abs() <= (less(messages) / 100.0).abs() + 2.0
}

/// What a result says in one line.
pub(crate) struct Line<'a> {
    pub name: &'a str,
    pub status: &'a str,
    pub changed: bool,
    pub code: &'a str,
    /// Who wrote the summary, and why it is not the model.
    pub by: Option<(&'a str, &'a str)>,
    pub tokens: (u64, u64),
    pub prompt_tokens: u64,
    pub window: Option<u64>,
    pub trigger: u64,
}

impl std::fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, status, .. } = self;
        let (before, after) = (grouped(self.tokens.0), grouped(self.tokens.1));
        let of_window = self.window.map(|window| {
            format!(
                "{} of {}",
                percent(self.prompt_tokens, window),
                grouped(window)
            )
        });
        let by = self
            .by
            .map_or(String::new(), |(who, why)| format!(" by {who} ({why})"));
        write!(f, "<{name} {status}: ")?;
        match (self.changed, of_window) {
            (true, Some(share)) => {
                write!(f, "{before} -> {after} tokens{by}, next prompt {share}>")
            }
            (true, None) => write!(f, "{before} -> {after} tokens{by}>"),
            (false, share) => {
                write!(f, "prompt {} tokens", grouped(self.prompt_tokens))?;
                if let Some(share) = share {
                    write!(f, " ({share})")?;
                }
                match (self.code, self.trigger) {
                    ("below_trigger", 0) => write!(f, ">"),
                    ("below_trigger", trigger) => write!(f, "; starts at {}>", grouped(trigger)),
                    (code, _) => write!(f, "; {code}>"),
                }
            }
        }
    }
}

impl std::fmt::Display for RunResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = Line {
            name: "Result",
            status: self.status.name(),
            changed: self.changed,
            code: self.code.name(),
            by: self.stands_in(),
            tokens: match is_one_scale(
                (self.tokens_before, self.tokens_after),
                (self.report.size.used, self.prompt_tokens),
            ) || self.by_preset
            {
                true => (self.tokens_before, self.tokens_after),
                false => (self.report.size.used, self.prompt_tokens),
            },
            prompt_tokens: self.prompt_tokens,
            window: self.context_window,
            trigger: self.trigger_tokens,
        };
        line.fmt(f)
    }
}
