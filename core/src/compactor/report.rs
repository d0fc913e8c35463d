//! The report of a run: what was measured and decided, in words and numbers.

use super::account::Account;
use super::action::Ending;
use super::pins::PinReport;
use super::words::{RecordInput, SecondCall, Trigger, Why};
use crate::config::Application;
use crate::cut::split::SplitReason;
use crate::history::History;
use crate::measure::adapt::Calibration;
use crate::memory::Retention;
use crate::notes::accept::Score;
use crate::notes::delta::{Dropped, Merged, Problem};
use crate::notes::memory::Rank;
use crate::provider::models::LimitFrom;
use crate::provider::prices::PricesFrom;
use crate::reduce::AdmitReport;
use serde::Serialize;

/// Why a run ended as it did: a code for programs and a sentence for people.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// The code, for example `below_trigger`, `summarizer_error` or `not_smaller`.
    pub code: &'static str,
    /// The sentence, in English.
    pub text: String,
}

impl Reason {
    pub(crate) fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

/// A reason with a fixed sentence: the code and the sentence.
pub(crate) type Told = (&'static str, &'static str);

pub(crate) const EMPTY_HISTORY: Told = ("empty_history", "the history is empty");
pub(crate) const BELOW_TRIGGER: Told = ("below_trigger", "below the trigger");
pub(crate) const NO_CUT: Told = ("no_cut", "no boundary at which the history could be cut");
pub(crate) const TOO_LITTLE: Told = ("too_little", "too little before the cut to be worth a summary");
pub(crate) const WORN_OUT: Told = ("gave_up", "three summaries in a row failed; force to try again");

/// The report of one run. All tokens are estimates, made in the same way before and after, unless the description says otherwise.
///
/// ```
/// use conspectus::{Action, Compactor, Config, Turn};
/// use serde_json::json;
///
/// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
/// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), Turn::new())?;
/// let Some(Action::Done { report, .. }) = compactor.poll_action() else { panic!("a run ends") };
/// assert_eq!(report.reason.code, "below_trigger");
/// assert_eq!(report.size.before, report.size.after);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// Why the run ended as it did.
    pub reason: Reason,
    /// Why the run began: `manual`, `auto`, `token_limit`, `image_overflow`, `payload_overflow` or `refusal`.
    pub trigger: Trigger,
    /// Whether the host should send no further request: the prompt has reached the hard limit, and compacting did not help.
    pub blocks_send: bool,
    /// The dialect as which the messages were read.
    pub dialect: &'static str,
    /// How large the conversation was and is.
    pub size: Size,
    /// Where the conversation was cut.
    pub cut: Cut,
    /// What is known of the summary.
    pub memory: MemoryReport,
    /// What a model's summary kept of what it stands for; `None` without such a summary, or if the preset does not look.
    pub retention: Option<RetentionReport>,
    /// What stayed because it is pinned, and what had to give way although it is never cleared.
    pub pinned: PinReport,
    /// What the provider's prompt cache can no longer use.
    pub cache: Cache,
    /// What was removed, in groups: one for the summarised messages, one for each kind of cleared content.
    pub went: Vec<Went>,
    /// What new tool results were told shorter, in a run that does nothing else.
    pub admitted: AdmitReport,
    /// What a model told shorter of new tool results, in such a run.
    pub outputs: OutputReport,
    /// What the tokens of the conversation are spent on.
    pub parts: Parts,
    /// Outputs that the host was asked to store. They stay stored even if the run then changed nothing.
    pub stored: StoredOutputs,
    /// What the preset's system reports, in its own terms.
    pub system: SystemReport,
    /// What the provider reported, as the run was told.
    #[serde(skip)]
    pub(crate) reported: Option<u64>,
    /// The mark of the message that carries the summary.
    #[serde(skip)]
    pub(crate) mark: Option<String>,
    /// The text of the summary that is ready.
    #[serde(skip)]
    pub(crate) summary: Option<String>,
    /// Estimated input tokens of the call that makes the summary.
    #[serde(skip)]
    pub(crate) summary_input_tokens: u64,
    /// Whether that call followed the conversation as it was last sent.
    #[serde(skip)]
    pub(crate) summary_followed: bool,
    /// Input and output tokens of that call as the provider reported them.
    #[serde(skip)]
    pub(crate) summarizer_tokens: Option<(u64, u64)>,
    /// Tokens of messages that the summariser read although they stay in the history.
    #[serde(skip)]
    pub(crate) tokens_pending: u64,
    /// Tokens of the reminders, files and images after the summary.
    #[serde(skip)]
    pub(crate) attachment_tokens: u64,
    /// Whether the host's hook said something that no model was told.
    #[serde(skip)]
    pub(crate) hook_unheard: bool,
    /// Input and output tokens of the run's calls of a model, as far as the provider reported them.
    #[serde(skip)]
    pub(crate) asked_usage: (Option<u64>, Option<u64>),
    /// Hashes of the outputs that a model was asked to tell shorter, and of what stands in their place.
    #[serde(skip)]
    pub(crate) asked_outputs: Vec<String>,
    /// The calibration for the next run.
    #[serde(skip)]
    pub(crate) calibration: Calibration,
    /// What the run means for the provider's cache.
    #[serde(skip)]
    pub(crate) account: Option<Account>,
}

/// Sizes, in tokens, and numbers of messages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Size {
    /// Estimated tokens of the messages before the run.
    pub before: u64,
    /// Estimated tokens of the messages after the run; the same as before if nothing was applied.
    pub after: u64,
    /// The tokens that decided *when* to compact: the provider's count if it was given, else our estimate with the overhead.
    pub used: u64,
    /// What `used` will be after the run.
    pub used_after: u64,
    /// The context window; `None` if none is known.
    pub window: Option<u64>,
    /// How the window is known: `declared` by the host, from the `table` of models, `observed` in a refusal, or `assumed` by the preset.
    pub window_from: Option<LimitFrom>,
    /// Estimated tokens of the result, even if it was refused.
    pub planned: u64,
    /// Estimated tokens of the system text and the tool schemas, which no compaction shrinks.
    pub overhead: u64,
    /// The tokens at which compaction starts; 0 without a window.
    pub trigger: u64,
    /// The tokens that the messages and the overhead should fit into after a compaction; 0 without a window.
    pub target: u64,
    /// By how many tokens the result exceeds the target; 0 if it fits. If it does not fit, no legal cut leaves less.
    pub over_target: u64,
    /// What no compaction gets below: what surrounds the messages, what is live, and the smallest summary. 0 if it was not needed.
    pub floor: u64,
    /// The tokens at which nothing may be sent before a compaction, for presets that have such a limit.
    pub hard: Option<u64>,
    /// The factor by which estimates were multiplied for the decision; 1 without calibration.
    pub weight: f64,
    /// Bytes of the request before the run, nearly; `None` where no limit on requests is known.
    pub bytes: Option<u64>,
    /// Images in it; `None` likewise.
    pub images: Option<u64>,
    /// Number of messages before the run.
    pub messages_before: usize,
    /// Number of messages after the run.
    pub messages_after: usize,
}

/// Where the history was cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cut {
    /// Index of the first message that is kept; `None` if no cut was looked for.
    pub index: Option<usize>,
    /// Why the cut lies there.
    pub reason: Option<SplitReason>,
    /// How many messages the summary replaced.
    pub messages: usize,
}

/// What is known of the summary, and of what came with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MemoryReport {
    /// Estimated tokens of the summary.
    pub tokens: u64,
    /// Whether an earlier summary was merged into it.
    pub merged_previous: bool,
    /// How far that earlier summary may be believed: this compactor `remembered` it, it was `keyed`, or it was only `intact`. None without one.
    pub rank: Option<Rank>,
    /// Says `memory_damaged` if the message of an earlier summary was changed, so that it could not be merged.
    pub damaged: Option<Reason>,
    /// What came of the second call: `accepted`; `kept_first`, since its answer was no summary; or `failed`, and the first summary was kept.
    /// `None` without a second call.
    pub check: Option<SecondCall>,
    /// How far the last answer of a model is about its record; none without one that could be read.
    pub score: Option<Score>,
    /// Names in it that do not stand in the record; at most 12.
    pub ungrounded: Vec<String>,
    /// Answers of a model.
    pub attempts: u32,
    /// Why answers were refused, in order.
    pub refused: Vec<&'static str>,
    /// Whether the end of the summary is missing: a second answer was no better.
    pub truncated: bool,
    /// Which tool results the summariser read: `original` or `truncated`.
    pub input: RecordInput,
    /// Which share of the record's chars the summariser was shown, 0 to 1; `None` if no model was asked.
    pub shown: Option<f64>,
    /// In how many pieces it read the record: 1 if the record fits one request, 0 if no model was asked.
    pub pieces: usize,
    /// Whether the request after the cached conversation gave no good summary, and a request of its own was made.
    pub cold_request: bool,
    /// Why the embedded summary, or the clearing alone, stood in for a model's summary; none if it did not.
    pub fallback: Option<Reason>,
    /// What came of the update by a delta; `None` where summaries are not updated by deltas.
    pub delta: Option<DeltaReport>,
    /// Whether a message at the end of the list tells the agent to go on.
    pub continued: bool,
    /// How many files were brought back.
    pub files: u64,
    /// How many images were brought back.
    pub images: u64,
}

/// What a model's summary kept of what it stands for.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RetentionReport {
    /// What the summary kept and lacked, as the model wrote it.
    #[serde(flatten)]
    pub found: Retention,
    /// How many things that it lacked were put in word for word.
    pub put_in: usize,
    /// What came of a second answer, which was asked for because too much was missing: `accepted`; `kept_first`, since it was no better; or
    /// `failed`. `None` if there was none.
    pub second_call: Option<SecondCall>,
}

/// What the provider's prompt cache can no longer use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cache {
    /// Index of the first message that changes. Everything before it stays in the provider's cache.
    pub first_changed_message: Option<usize>,
    /// Estimated tokens from that message to the end, before the run.
    pub tokens_to_read_again: u64,
    /// Where to mark the end of a cached prefix in the next request, for providers that want marks. Each number is how many messages the
    /// prefix holds: mark the last block of the last of them; 0 stands for the system text.
    pub breakpoints: Vec<usize>,
    /// After how many calls the change has saved what it costs: what is written to the cache again, and the call of a model. `None` without a
    /// change, or if no prices are known.
    pub pays_after_calls: Option<u64>,
    /// How many tokens the next request should find in the provider's cache if the marks are set as told; `None` where nothing tells it.
    pub expected_cached_tokens: Option<u64>,
    /// What the change costs and saves. `None` as for `pays_after_calls`.
    pub money: Option<Money>,
    /// How the prices are known: `declared` by the host, from the `table` of models, or by the model's `name`; `None` if they are not.
    pub prices_from: Option<PricesFrom>,
}

/// What a change costs and saves, in millionths of the unit of the prices: a token at a price of 1 is 1,000,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Money {
    /// What it costs now: what is written to the provider's cache again, and the call of a model.
    pub costs_now_micros: u64,
    /// What each call after it saves, as long as the cache stays warm.
    pub saves_micros_a_call: u64,
    /// What a token of input costs, to compare.
    pub input_micros: u64,
}

/// What the tokens of the conversation are spent on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Parts {
    /// Tokens before the run.
    pub before: Breakdown,
    /// Tokens after the run.
    pub after: Breakdown,
}

/// Outputs that the host was asked to store.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StoredOutputs {
    /// The outputs that were stored.
    pub outputs: Vec<Stored>,
    /// How many outputs, or texts of messages, could not be stored. The outputs stayed in the history.
    pub failures: u64,
    /// Why the last of them could not be stored, in the host's words.
    pub error: Option<String>,
    /// Where the messages are kept that became a summary; `None` if they are not.
    pub messages: Option<StoredMessages>,
}

/// The messages that became a summary, as one text in the host's store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StoredMessages {
    /// Index of the first of them.
    pub first_message: usize,
    /// Index of the last of them.
    pub last_message: usize,
    /// The key that the store was given.
    pub key: String,
    /// The place that it gave.
    pub locator: String,
    /// Length of the text.
    pub chars: u64,
}

/// What a model told shorter of new tool results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OutputReport {
    /// How many results are shorter.
    pub results: u64,
    /// Estimated tokens that are saved, rounded down.
    pub tokens_saved: u64,
    /// Errors that the model's texts lacked and that were put in word for word.
    pub errors_put_in: u64,
    /// The same for warnings.
    pub warnings_put_in: u64,
    /// How many of both had no room.
    pub left_out: u64,
    /// Why answers were not used, in order: `empty`, `too_long`, `not_smaller`, `refused`, `cut_off`. These results stay as they were.
    pub refused: Vec<&'static str>,
    /// Why the model could not be asked, in the host's words. Results that were still to be told stay as they were.
    pub error: Option<String>,
}

/// What the preset's system reports, in its own words and numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SystemReport {
    /// How the run ended, in the system's words: `compressed`, `noop`, `failed_inflated_token_count` and so on.
    pub status: &'static str,
    /// The system's number for that status.
    pub number: u32,
    /// How many runs have failed since the last success, this one included.
    pub failures: u32,
    /// Whether an attempt failed, so that the next run asks no model unless it is forced.
    pub failed_attempt: bool,
    /// Whether the prompt had reached the hard limit when the run began.
    pub rescue: bool,
    /// By how many tokens the target was exceeded when the compactor last acted.
    pub last_deficit: u64,
    /// What the application must do in addition to applying the patch.
    pub followup: Followup,
}

/// What came of a summary that deltas bring up to date (the option `memory.update`).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DeltaReport {
    /// Whether a delta was merged. If not, the summary was written as a whole.
    pub merged: bool,
    /// Why the answer to the request for a delta was not used as a delta.
    pub refused: Option<&'static str>,
    /// Estimated tokens of the lists as JSON.
    pub tokens: u64,
    /// Whether the lists nearly fill their budget, so that the next delta is asked to be brief.
    pub pressure: bool,
    /// Entries that were dropped because the budget was full.
    pub dropped: Vec<Dropped>,
    /// Entries of the delta that were left out because their shape was wrong.
    pub problems: Vec<Problem>,
}

impl DeltaReport {
    pub(crate) fn of(merged: Merged, refused: Option<&'static str>) -> Self {
        let Merged { tokens, pressure, dropped, problems, .. } = merged;
        Self { merged: true, refused, tokens, pressure, dropped, problems }
    }
}

/// An output that the host stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Stored {
    /// Index of the message in the list before the run.
    pub message: usize,
    /// JSON Pointer of the result inside the message.
    pub path: String,
    /// The key under which it was stored.
    pub key: String,
    /// Where it can be found, as the history now says.
    pub locator: String,
    /// The length of the whole output, in chars.
    pub chars: u64,
}

/// What an application must do after a run, in addition to applying the patch. Source: gemini-cli.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Followup {
    /// Replace the history that the application holds.
    pub replace_history: bool,
    /// Start a new chat with the new history.
    pub new_chat: bool,
    /// Continue the recording of the former chat in the same file.
    pub keep_recording: bool,
    /// Send context in full again that was sent in full before, for example the state of an editor.
    pub resend_context: bool,
    /// Forget the token counts that were reported for the former prompt.
    pub reset_counts: bool,
}

/// One group of things that were removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Went {
    /// What happened to them: `summarized`, `cleared tool results`, `cut tool results` or `cleared media`.
    pub why: Why,
    /// How many messages, results or media they are.
    pub count: u64,
    /// Estimated tokens: of the messages that were summarised, or what clearing saved.
    pub tokens: u64,
}

/// Estimated tokens of a conversation, by what they are spent on.
///
/// ```
/// use conspectus::{Breakdown, Config, History};
/// use serde_json::json;
///
/// let history = History::of(Config::default(), &json!([{ "role": "user", "content": "Fix the login test." }]))?;
/// let breakdown = Breakdown::of_history(&history);
/// assert!(breakdown.user > 0 && breakdown.tool_results == 0);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Breakdown {
    /// Tokens of system messages in the list.
    pub system: u64,
    /// Tokens of the user's texts.
    pub user: u64,
    /// Tokens of the agent's texts.
    pub assistant: u64,
    /// Tokens of reasoning.
    pub reasoning: u64,
    /// Tokens of tool calls.
    pub tool_calls: u64,
    /// Tokens of the texts of tool results.
    pub tool_results: u64,
    /// Tokens of media, wherever they stand.
    pub media: u64,
    /// Tokens of unknown parts, and the overhead of each message.
    pub other: u64,
    /// Tokens of the summary.
    pub summary: u64,
}

impl MemoryReport {
    /// What came of the answers of a model, where something stands in for them.
    pub(crate) fn take_judgement(&mut self, other: &Self) {
        self.score = other.score;
        self.ungrounded.clone_from(&other.ungrounded);
        self.refused.clone_from(&other.refused);
        self.attempts = other.attempts;
    }
}

impl Report {
    /// A report of a history to which nothing was done yet.
    pub(crate) fn new(history: &History, tokens_used: u64, tokens_trigger: u64, tokens_overhead: u64) -> Self {
        let before = Breakdown::of(history, 0, history.len());
        let size = Size {
            before: history.tokens(),
            after: history.tokens(),
            used: tokens_used,
            used_after: tokens_used,
            window: None,
            window_from: None,
            planned: history.tokens(),
            overhead: tokens_overhead,
            trigger: tokens_trigger,
            target: 0,
            over_target: 0,
            floor: 0,
            hard: None,
            weight: 1.0,
            bytes: None,
            images: None,
            messages_before: history.len(),
            messages_after: history.len(),
        };
        let memory = MemoryReport {
            tokens: 0,
            merged_previous: false,
            rank: None,
            damaged: None,
            check: None,
            score: None,
            ungrounded: Vec::new(),
            attempts: 0,
            refused: Vec::new(),
            truncated: false,
            input: RecordInput::Original,
            shown: None,
            pieces: 0,
            cold_request: false,
            fallback: None,
            delta: None,
            continued: false,
            files: 0,
            images: 0,
        };
        Self {
            reason: Reason::default(),
            trigger: Trigger::Auto,
            blocks_send: false,
            dialect: history.dialect().name(),
            size,
            cut: Cut::default(),
            memory,
            retention: None,
            pinned: PinReport::default(),
            cache: Cache::default(),
            went: Vec::new(),
            admitted: AdmitReport::default(),
            outputs: OutputReport::default(),
            parts: Parts { before, after: before },
            stored: StoredOutputs::default(),
            system: SystemReport::default(),
            reported: None,
            mark: None,
            summary: None,
            summary_input_tokens: 0,
            summary_followed: false,
            summarizer_tokens: None,
            tokens_pending: 0,
            attachment_tokens: 0,
            hook_unheard: false,
            asked_usage: (None, None),
            asked_outputs: Vec::new(),
            calibration: Calibration::default(),
            account: None,
        }
    }

    /// Takes back the numbers of the plan, since nothing was applied.
    pub(crate) fn unchanged(&mut self) {
        self.size.after = self.size.before;
        self.size.messages_after = self.size.messages_before;
        self.size.used_after = self.size.used;
        self.cut.messages = 0;
        self.cache = Cache::default();
        self.went.clear();
        self.admitted = AdmitReport::default();
        (self.outputs.results, self.outputs.tokens_saved) = (0, 0);
        self.parts.after = self.parts.before;
        self.memory.files = 0;
        self.memory.images = 0;
        self.memory.continued = false;
        if let Some(delta) = &mut self.memory.delta {
            delta.merged = false;
            delta.dropped.clear();
        }
        // The old history is still at the hard limit.
        self.blocks_send = self.system.rescue;
        self.summary = None;
    }

    /// Whether the run only tells new results shorter.
    pub(crate) fn is_of_news(&self) -> bool {
        self.admitted.results + self.outputs.results > 0
    }

    /// Where a person runs the conversation, a summary means a new chat. It knows nothing of what was sent before, and its recording
    /// continues in the same file. An agent keeps its chat. Clearing only replaces the history.
    pub(crate) fn follow_up(&mut self, status: Ending, application: Application) {
        let anew = status == Ending::Compressed && application == Application::Interactive;
        let replaced = status.applied();
        // What was sent before is as it was, so what was reported of it holds.
        let admitted = self.is_of_news();
        self.system.followup =
            Followup { replace_history: replaced, new_chat: anew, keep_recording: anew, resend_context: anew, reset_counts: replaced && !admitted };
    }
}

impl Breakdown {
    /// The breakdown of a whole history. Each number is rounded, so the sum may differ from the total by a few tokens.
    #[must_use]
    pub fn of_history(history: &History) -> Self {
        Self::of(history, 0, history.len())
    }

    /// The breakdown of messages `start..end`. Each number is rounded, so the sum may differ from the total by a few tokens.
    pub(crate) fn of(history: &History, start: usize, end: usize) -> Self {
        let spent = history.spent(start, end);
        let [system, user, assistant, reasoning, tool_calls, tool_results, media, other] =
            [spent.system, spent.user, spent.assistant, spent.reasoning, spent.tool_calls, spent.tool_results, spent.media, spent.other]
                .map(|sum| sum.round() as u64);
        Self { system, user, assistant, reasoning, tool_calls, tool_results, media, other, summary: 0 }
    }

    /// Subtracts what edits saved of results and media; adds what they wrote out.
    pub(crate) fn less(mut self, results: u64, media: u64, written_out: u64) -> Self {
        self.tool_results = (self.tool_results + written_out).saturating_sub(results);
        self.media = self.media.saturating_sub(media);
        self
    }

    pub(crate) fn plus(self, other: Self) -> Self {
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
