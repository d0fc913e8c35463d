//! What a run is made of: its steps, what waits for an answer, what is remembered, and what a system brings.

use super::action::{Answer, Ending, RestoredFile, SummaryRequest, Turn, WantedFile};
use super::offload::{Job, Offloading};
use super::report::Report;
use crate::config::{Config, Habits};
use crate::error::Result;
use crate::history::History;
use crate::host::patch::{Op, Patch};
use crate::measure::adapt::Calibration;
use crate::measure::TokenRule;
use crate::notes::accept::Asked;
use crate::notes::delta::State;
use crate::notes::snapshot::Snapshot;
use crate::read::usage::TokenKinds;
use crate::reduce::plan::Edit;
use crate::reduce::truncate::TextRule;
use serde_json::Value;

/// What a system does its own way in the compactor, beside its [`Habits`]. [`System::of`] has what most do.
pub struct System {
    /// Its data.
    pub habits: &'static Habits,
    /// How its tool output is cut.
    pub output_rule: &'static TextRule,
    /// Every way to cut text that it brings.
    pub text_rules: &'static [&'static TextRule],
    /// How it estimates one text, if not as the configuration does.
    pub token_rule: Option<&'static TokenRule>,
    /// Every way to estimate one text that it brings.
    pub token_rules: &'static [&'static TokenRule],
    /// What a report of usage comes to.
    pub usage_tokens: fn(&TokenKinds) -> u64,
    /// What its summary messages are.
    pub summary_messages: fn(&Pending, &Snapshot, Vec<Value>) -> Vec<Value>,
    /// What follows once long results are stored and cut.
    pub after_results: fn(Job, &Value, &[Edit]) -> Step,
    /// What stands behind the summary: reminders, files as they are now, images.
    pub attachments: fn(&mut Pending, &[RestoredFile]) -> Vec<Value>,
    /// Whether the first request may follow the conversation as it was last sent, for a directive of so many tokens.
    pub shares_prefix: fn(&Pending, u64) -> bool,
    /// What the end of a run means for later ones.
    pub learn: fn(&Config, &mut Memory, &Ended),
    /// The number of a status.
    pub status_number: fn(Ending) -> u32,
    /// Output tokens of a summary request, by the window and its input.
    pub output_budget: fn(&Config, u64, u64) -> u64,
    /// Whether a summary that fills its output budget counts as cut off.
    pub refuses_full_output: bool,
    /// Whether a user's word stands between the summary and an agent's message, where roles must alternate.
    pub bridges: bool,
    /// Whether a summary that is refused is asked for once more, with the fault named. A reproduced system makes its own calls only.
    pub retries_refused: bool,
    /// Whether the agent may be told to go on.
    pub continues: bool,
    /// The model that is asked for a summary, by the conversation's model.
    pub asked_model: fn(Option<&str>) -> Option<&'static str>,
}

/// How a run ended, for what is remembered.
pub struct Ended {
    /// The status.
    pub status: Ending,
    /// Whether it was forced.
    pub forced: bool,
    /// Whether it began at the hard limit.
    pub rescue: bool,
}

/// What a machine remembers from run to run.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// Failed runs since the last that succeeded.
    pub failures: u32,
    /// Whether the last attempt failed, in systems that then ask no model again.
    pub failed_attempt: bool,
    /// Runs that were forced by the hard limit and did not get below it.
    pub rescues: u32,
    /// The excess that was last acted on.
    pub last_deficit: u64,
    /// What the provider's reports say of the estimates.
    pub calibration: Calibration,
}

/// What comes next.
pub enum Step {
    /// The run is over.
    Finish(Ending, Box<Report>),
    /// An output is to be stored.
    Offload(Box<Offloading>),
    /// A model is to be asked.
    Summarize(Box<Pending>, Box<SummaryRequest>),
    /// Files are to be read again.
    Restore(Box<Pending>, Box<Snapshot>, Vec<WantedFile>),
    /// A patch stands ready, or was refused.
    Settle(Box<Outcome>),
}

/// The end of the planning.
pub enum Outcome {
    /// The patch.
    Ready {
        /// For the list as it was planned on.
        patch: Patch,
        /// What waits for the last check.
        prepared: Box<Prepared>,
    },
    /// Nothing is to be changed, and why.
    Refused(Ending, Box<Report>),
}

/// What waits for the last check.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// How many messages the list had.
    pub length: usize,
    /// How the run will end.
    pub status: Ending,
    /// What it will report.
    pub report: Report,
}

/// The first step of a run, and what its hook says if it has one.
pub struct Begun {
    /// The word of the hook.
    pub trigger: Option<&'static str>,
    /// The step.
    pub step: Step,
}

/// What waits for a summary.
#[derive(Clone)]
pub struct Pending {
    /// Whose way it goes.
    pub system: &'static System,
    /// The ledger.
    pub history: History,
    /// Messages in front that stay.
    pub head: usize,
    /// The first message behind the summary.
    pub split: usize,
    /// Whether an earlier summary is merged.
    pub previous: bool,
    /// The user's last request, if it is to be told again.
    pub latest_request: Option<String>,
    /// What becomes of the part that is kept.
    pub kept_ops: Vec<Op>,
    /// What that saves.
    pub kept_saving: Saved,
    /// What was measured so far.
    pub report: Report,
    /// The circumstances.
    pub turn: Turn,
    /// Which call is awaited.
    pub phase: Phase,
    /// Files to bring back, newest first.
    pub files: Vec<WantedFile>,
    /// Parts with images to bring back, oldest first.
    pub images: Vec<Value>,
    /// By what an answer is judged.
    pub asked: Box<Asked>,
    /// The last request, if it may be made again.
    pub last_request: Option<Box<SummaryRequest>>,
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pending").field("head", &self.head).field("split", &self.split).field("phase", &self.phase).finish_non_exhaustive()
    }
}

/// Which of the calls is awaited.
#[derive(Debug, Clone)]
pub enum Phase {
    /// The summary. The record is kept for the call that checks it.
    Summary {
        /// What the summariser read.
        record: Option<String>,
    },
    /// The check of this answer.
    Verify {
        /// The first answer.
        first: String,
    },
    /// An answer after the one that was refused.
    Retry {
        /// What to fall back on: a document that is good but for its end.
        salvage: Option<Snapshot>,
    },
    /// What changed in this state; if the answer is no delta, the whole snapshot is asked for.
    Delta {
        /// The lists as they stand.
        state: State,
        /// The request for a whole snapshot.
        whole: Box<SummaryRequest>,
        /// What the summariser read.
        record: Option<String>,
    },
    /// A summary that follows the cached conversation; if it is not good, this request is made.
    Shared {
        /// The request that stands alone.
        cold: Box<SummaryRequest>,
    },
}

/// Tokens that edits save.
#[derive(Debug, Clone, Copy, Default)]
pub struct Saved {
    /// Of results.
    pub results: u64,
    /// Of media.
    pub media: u64,
    /// Both, not rounded.
    pub tokens: f64,
}

impl Saved {
    /// What these edits save.
    #[must_use]
    pub fn of(edits: &[Edit]) -> Self {
        let media: u64 = edits.iter().map(|edit| edit.media_tokens).sum();
        let all: u64 = edits.iter().map(|edit| edit.tokens_saved).sum();
        Self { results: all.saturating_sub(media), media: media.min(all), tokens: edits.iter().map(|edit| edit.tokens).sum() }
    }
}

/// The window that a run reckons with: given, or what the system assumes for the model.
///
/// # Errors
/// `InvalidConfig` if none is given and the system knows none for the model.
pub fn window(config: &Config) -> Result<Option<u64>> {
    match config.context_window {
        Some(window) => Ok(Some(window)),
        None => (config.system.assumed_window)(config.model.as_deref()).map_err(|error| error.under("context_window")),
    }
}

/// The answer of a summariser that is not the provider's.
pub(crate) const NOT_COUNTED: Answer<'static> = Answer { text: "", input_tokens: None, output_tokens: None, stop_reason: None };
