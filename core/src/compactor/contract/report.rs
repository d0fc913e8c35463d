//! The report of a run: its measurements and decisions, in words and numbers.

mod breakdown;
mod groups;
mod memory;

pub use breakdown::{Breakdown, Saved};
pub use groups::{CacheReport, Money, Parts, Stored, StoredOutputs, SystemReport};
pub use memory::MemoryReport;

use super::cache::CacheLook;
use super::words::{
    Ending, RelaxedOption, Removed, RemovedKind, Trigger, Warning, WarningCode, grouped,
};
use crate::config::Application;
use crate::configured::ConfiguredHistory;
use crate::cut::split::SplitReason;
use crate::notes::codes::ReasonCode;
use crate::provider::models::LimitSource;
use crate::provider::prices::CachePrices;
use crate::read::dialect::Dialect;
use crate::reduce::CondenseStats;
use crate::reduce::plan::Edit;
use crate::shape::shapes;

/// The scale at which an estimated token is one of the provider's tokens. Scales are in
/// thousandths, so that the saved state is the same on every platform.
pub const ONE: u64 = 1_000;

shapes! {
    /// A code for programs and a sentence for people.
    pub struct Reason: Eq {
        /// The code, e.g. `below_trigger` or `not_smaller`.
        pub code: ReasonCode,
        /// The sentence.
        pub text: String,
    }
}

impl Reason {
    pub fn new(code: ReasonCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }
}

/// A reason with a fixed sentence: the code and the sentence.
pub type FixedReason = (ReasonCode, &'static str);

pub const EMPTY_HISTORY: FixedReason = (ReasonCode::EmptyHistory, "the history is empty");
pub const BELOW_TRIGGER: FixedReason = (ReasonCode::BelowTrigger, "below the trigger");
pub const NO_CUT: FixedReason = (ReasonCode::NoCut, "no boundary allows a cut");
/// The reason if an earlier summary is all that could be summarized.
pub const NOTHING_NEW: FixedReason = (
    ReasonCode::NothingNew,
    "too little is new since the last summary",
);
pub const KEEPS_ALL: FixedReason = (
    ReasonCode::NoCut,
    "`keep` covers all messages: lower it, so that some can be summarized",
);
pub const TOO_LITTLE: FixedReason = (
    ReasonCode::SpanTooShort,
    "too little before the cut to be worth a summary",
);
pub const WORN_OUT: FixedReason = (
    ReasonCode::SummarizerOff,
    "three summaries in a row failed; force to try again",
);

/// The measurements and decisions of a run in progress, from which its result is built.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Why the run ended as it did.
    pub reason: Reason,
    /// Why the run began: `manual`, `auto`, `token_limit`, `image_overflow`, `payload_overflow` or
    /// `refusal`.
    pub trigger: Trigger,
    /// Whether the host should send no further request: the prompt has reached the hard limit, and
    /// compacting did not help.
    pub blocks_send: bool,
    /// The detected message format.
    pub dialect: Dialect,
    /// How large the conversation was and is.
    pub size: SizeReport,
    /// The cut of the conversation.
    pub cut: CutReport,
    /// The report on the summary.
    pub memory: MemoryReport,
    /// Content that was kept because it is pinned, and results of excluded tools that had to be
    /// truncated.
    pub pinned: PinReport,
    /// What the provider's prompt cache can no longer use.
    pub cache: CacheReport,
    /// Removed content, in groups: one for the summarized messages, one for each kind of cleared
    /// content.
    pub went: Vec<Removed>,
    /// Statistics of condensed tool results, in a run that does nothing else.
    pub admitted: CondenseStats,
    /// What the tokens of the conversation are spent on.
    pub parts: Parts,
    /// Outputs that the host was asked to store. They stay stored even if the run then changed
    /// nothing.
    pub stored: StoredOutputs,
    /// What the preset's system reports, in its own terms.
    pub system: SystemReport,
    /// The prompt tokens that the provider reported, as passed to the run.
    pub reported: Option<u64>,
    /// The warnings for the host.
    pub warnings: Vec<Warning>,
    /// How many parts are not understood, and whether that is new.
    pub unread: (usize, bool),
    /// Why the content that must be kept does not fit the window, if it does not.
    pub overflow: Option<Reason>,
    /// The edits of the patch that is ready.
    pub edits: Vec<Edit>,
    /// What the run means for the provider's cache.
    pub cache_look: Option<CacheLook>,
}

/// Sizes, in tokens, and numbers of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct SizeReport {
    /// Estimated tokens of the messages before the run.
    pub before: u64,
    /// Estimated tokens of the messages after the run; the same as before if nothing was applied.
    pub after: u64,
    /// The tokens that decided *when* to compact: the provider's count if it was passed, otherwise
    /// the estimate with the overhead.
    pub used: u64,
    /// What the next prompt takes after the run.
    pub used_after: u64,
    /// The tokens of `used` for one estimated token, in thousandths.
    pub scale: u64,
    /// The context window; `None` if none is known.
    pub window: Option<u64>,
    /// The source of the window: `declared` by the host, from the `table` of models, `observed` in
    /// a provider error, or `assumed` by the preset.
    pub window_source: Option<LimitSource>,
    /// The prompt size above which the model's prices are higher, if the window comes from the
    /// model.
    pub price_tier: Option<u64>,
    /// The prices that are known.
    pub prices: Option<CachePrices>,
    /// Estimated tokens of the result, even if it was refused.
    pub planned: u64,
    /// Estimated tokens of the system text and the tool schemas, which no compaction shrinks.
    pub overhead: u64,
    /// The tokens at which compaction starts; 0 without a window.
    pub trigger: u64,
    /// The tokens that the messages and the overhead should fit into after a compaction; 0 without
    /// a window.
    pub target: u64,
    /// By how many tokens the result exceeds the target; 0 if it fits. If it does not fit, no legal
    /// cut leaves less.
    pub over_target: u64,
    /// What no compaction gets below: what surrounds the messages, what is live, and the smallest
    /// summary. 0 if it was not needed.
    pub floor: u64,
    /// The tokens at which nothing may be sent before a compaction, for presets that have such a
    /// limit.
    pub hard: Option<u64>,
    /// Whether the sizes are guessed from lengths: the list is so far below the trigger that no
    /// text was read.
    pub from_lengths: bool,
    /// Messages before the run.
    pub messages_before: usize,
    /// Messages after the run.
    pub messages_after: usize,
}

/// What stays because it is pinned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PinReport {
    /// Pinned messages, including those that belong to pinned calls and results.
    pub messages: usize,
    /// Their tokens.
    pub tokens: u64,
    /// JSON Pointer of the largest pinned message; `None` without pinned messages.
    pub largest: Option<String>,
    /// JSON Pointers of results of excluded tools that had to be truncated.
    pub truncated: Vec<String>,
}

/// The cut of the history.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutReport {
    /// Index of the first message that is kept; `None` if the run searched for no cut.
    pub index: Option<usize>,
    /// Why the cut is here.
    pub reason: Option<SplitReason>,
    /// Summarized messages.
    pub messages: usize,
    /// The options that were relaxed: less was kept than they require.
    pub relaxed: Vec<RelaxedOption>,
    /// The pinned messages that were kept among summarized ones.
    pub stayed: Vec<usize>,
}

impl Report {
    /// A report of a history to which nothing was done yet.
    pub fn new(
        history: &ConfiguredHistory,
        tokens_used: u64,
        tokens_trigger: u64,
        tokens_overhead: u64,
    ) -> Self {
        let before = Breakdown::of_history(history);
        let size = SizeReport {
            before: history.tokens(),
            after: history.tokens(),
            used: tokens_used,
            used_after: tokens_used,
            scale: ONE,
            planned: history.tokens(),
            overhead: tokens_overhead,
            trigger: tokens_trigger,
            messages_before: history.len(),
            messages_after: history.len(),
            ..SizeReport::default()
        };
        Self {
            reason: Reason::new(ReasonCode::BelowTrigger, ""),
            trigger: Trigger::Auto,
            blocks_send: false,
            dialect: history.dialect(),
            size,
            cut: CutReport::default(),
            memory: MemoryReport::default(),
            pinned: PinReport::default(),
            cache: CacheReport::default(),
            went: Vec::new(),
            admitted: CondenseStats::default(),
            parts: Parts {
                before,
                after: before,
            },
            stored: StoredOutputs::default(),
            system: SystemReport::default(),
            reported: None,
            warnings: unread(history).into_iter().collect(),
            unread: (history.unread().map_or(0, |unread| unread.0), false),
            overflow: None,
            edits: Vec::new(),
            cache_look: None,
        }
    }

    /// Resets the planned numbers, because nothing was applied.
    pub fn unchanged(&mut self) {
        self.size.after = self.size.before;
        self.size.messages_after = self.size.messages_before;
        self.size.used_after = self.size.used;
        self.cut.messages = 0;
        self.cache = CacheReport::default();
        self.went.clear();
        self.admitted = CondenseStats::default();
        self.parts.after = self.parts.before;
        self.memory.files = 0;
        self.memory.images = 0;
        self.memory.continued = false;
        // The old history is still at the hard limit.
        self.blocks_send = self.system.rescue;
        self.edits.clear();
        self.memory.text = None;
    }

    /// Records, before anything else that was removed, the messages that became a summary.
    pub fn add_summarized(&mut self, messages: usize, tokens: u64) {
        let gone = Removed {
            kind: RemovedKind::SummarizedMessages,
            count: messages as u64,
            tokens,
        };
        self.went.insert(0, gone);
    }

    /// The prompt size after saving `saved` estimated tokens, as the provider counts it.
    pub fn used_less(&self, saved: f64) -> u64 {
        let scale = self.size.scale as f64 / ONE as f64;
        (self.size.used as f64 - saved * scale).max(0.0).round() as u64
    }

    /// Converts tokens of the prompt, as the provider counts them, to estimated tokens.
    pub fn in_ours(&self, tokens: f64) -> f64 {
        tokens * ONE as f64 / self.size.scale.max(1) as f64
    }

    /// Whether the run only condenses new results.
    pub fn is_of_news(&self) -> bool {
        self.admitted.results > 0
    }

    /// Sets the next steps for the host. In an interactive application, a summary starts a new chat
    /// that has none of the earlier context, and its recording continues in the same file. An agent
    /// keeps its chat. Clearing only replaces the history and resets the token counts.
    pub fn follow_up(&mut self, status: Ending, application: Application) {
        let anew = status == Ending::Compressed && application == Application::Interactive;
        let replaced = status.applied();
        // What was sent before is as it was, so what was reported of it holds.
        let admitted = self.is_of_news();
        let all = [
            // Replace the history that the application holds.
            (replaced, "replace_history"),
            // Start a new chat with it.
            (anew, "new_chat"),
            // Continue the recording of the former chat in the same file.
            (anew, "keep_recording"),
            // Send context in full again that was sent in full before, as the state of an editor.
            (anew, "resend_context"),
            // Forget the token counts that were reported for the former prompt.
            (replaced && !admitted, "reset_counts"),
        ];
        let due = all.into_iter().filter_map(|(is, name)| is.then_some(name));
        self.system.followup = due.collect();
    }
}

/// A warning about content that was not understood.
fn unread(history: &ConfiguredHistory) -> Option<Warning> {
    let (parts, tokens, path) = history.unread()?;
    let (parts, are, tokens) = (
        grouped(parts as u64),
        if parts == 1 { "part is" } else { "parts are" },
        grouped(tokens),
    );
    Some(Warning {
        code: WarningCode::UnrecognizedContent,
        text: format!(
            "{parts} {are} of unknown form: {tokens} tokens as JSON. They are kept unchanged. Convert them, or pass their `dialect`."
        ),
        path: Some(path),
    })
}
