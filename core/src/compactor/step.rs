//! What a run is made of: its steps, what it keeps while it waits for an answer, and what a preset
//! brings.

use crate::compactor::contract::action::{
    Answer, Ending, RestoredFile, SummaryRequest, WantedFile,
};
use crate::compactor::contract::report::{Report, Saved};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::contract::words::Trigger;
use crate::compactor::state::memory::{Ended, Memory};
use crate::compactor::store::ahead::Ahead;
use crate::compactor::store::offload::{Job, Offloading};
use crate::config::{Config, Habits};
use crate::configured::ConfiguredHistory;
use crate::error::Result;
use crate::host::patch::Patch;
use crate::intake::imports::MemoryRules;
use crate::measure::TokenRule;
use crate::memory::Held;
use crate::notes::accept::Asked;
use crate::notes::memory::Older;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::Entries;
use crate::read::dialect::Dialect;
use crate::read::usage::TokenKinds;
use crate::reduce::plan::Edit;
use crate::reduce::truncate::{ENDS, TextRule};
use conspectus_redact::redact;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// What one preset does in its own way, in addition to its [`Habits`]. What it does not say is done as
/// most of them do. Its course is a [`Course`](crate::compactor::draft::Course).
pub trait Preset: Habits {
    /// The arguments of a turn that it uses, of those that not every preset uses. What stands beside
    /// a summary is usual.
    fn turn(&self) -> &'static [&'static str] {
        &["preamble"]
    }

    /// The functions of the host that it calls beside `summarize`: `store`, `restore`.
    fn host_functions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The next step after long results were stored and cut.
    fn after_results(&self, job: Job, _messages: &Value, _cuts: &[Edit]) -> Step {
        Step::Finish(Ending::Noop, Box::new(job.report))
    }

    /// The model to ask for a summary, from the conversation's model; `None` if it names none.
    fn asked_model(&self, _model: Option<&str>) -> Option<&'static str> {
        None
    }

    /// Whether the first request may be sent after the conversation as it was last sent. The number
    /// is the tokens of the question.
    fn shares_prefix(&self, _pending: &Pending, _directive_tokens: u64) -> bool {
        false
    }

    /// The most tokens of a summary, from the summariser's window and the tokens of the request;
    /// `None` as usual.
    fn output_budget(&self, _pending: &Pending, _window: u64, _input_tokens: u64) -> Option<u64> {
        None
    }

    /// Whether a summary that fills its output budget counts as cut off.
    fn refuses_full_output(&self) -> bool {
        false
    }

    /// Whether a model's summary is guarded: kept within its budget, asked for once more where it is
    /// refused, looked through for what it must hold, and replaced where none can be had. A
    /// reproduced system makes its own calls only.
    fn guards_summary(&self) -> bool {
        false
    }

    /// The messages that replace the summarised ones; `None` as usual.
    fn summary_messages(&self, _pending: &Pending, _snapshot: &Snapshot) -> Option<Vec<Value>> {
        None
    }

    /// Whether a short message of the user stands between the acknowledgement and a message of the
    /// agent, so that roles alternate.
    fn bridges(&self) -> bool {
        false
    }

    /// What follows the summary: files as they are now, images; `None` for reminders alone.
    fn attachments(&self, _pending: &mut Pending, _files: &[RestoredFile]) -> Option<Vec<Value>> {
        None
    }

    /// Whether its original takes plain text for a summary.
    fn takes_plain_text(&self) -> bool {
        false
    }

    /// Updates what the compactor remembers after a run.
    fn learn(&self, _config: &Config, memory: &mut Memory, ended: &Ended) {
        memory.count(ended);
    }

    /// Its number for the end of a run.
    fn status_number(&self, ending: Ending) -> u32 {
        ending.number()
    }

    /// How it adds up the tokens that a provider reports for a call.
    fn usage_tokens(&self) -> fn(&TokenKinds) -> u64 {
        TokenKinds::sum
    }

    /// How it adds up those of the prompt alone.
    fn prompt_tokens(&self) -> fn(&TokenKinds) -> u64 {
        TokenKinds::prompt
    }

    /// The rules for cutting text that it brings. By the first one its compactor cuts tool output.
    fn text_rules(&self) -> Vec<&'static TextRule> {
        vec![&ENDS]
    }

    /// The rules for estimating one text that it brings. By the first one it estimates a text, if
    /// the configuration does not decide.
    fn token_rules(&self) -> Vec<&'static TokenRule> {
        Vec::new()
    }

    /// How memory files are read.
    fn memory_rules(&self) -> &'static MemoryRules {
        &MemoryRules::OURS
    }

    /// Whether a router sees messages that hold a call beside something else.
    fn routes_calls_with_text(&self) -> bool {
        false
    }
}

/// What a run does next.
pub enum Step {
    /// It ends.
    Finish(Ending, Box<Report>),
    /// It asks the host to store an output.
    Offload(Box<Offloading>),
    /// It asks the host to store what a plan takes out of the history.
    Ahead(Box<Ahead>),
    /// It asks a model.
    Summarize(Box<Pending>, Box<SummaryRequest>),
    /// It asks the host to read files again.
    Restore(Box<Pending>, Box<Snapshot>, Vec<WantedFile>),
    /// It has a patch, or a reason for none.
    Settle(Box<Outcome>),
}

/// The result of the planning.
pub enum Outcome {
    /// A patch is ready.
    Ready {
        /// The change of the list that the run began with.
        patch: Patch,
        /// What the run needs once the host hands over the list as it is now.
        prepared: Box<Prepared>,
    },
    /// Nothing will change; the report says why.
    Refused(Ending, Box<Report>),
}

/// What a run keeps while it waits for the list as it is now.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// How many messages the list had when the run began.
    pub length: usize,
    /// How the run will end.
    pub status: Ending,
    /// What it will report.
    pub report: Report,
    /// The dialect of the list.
    pub dialect: Dialect,
    /// The patch, to be looked at once more with the list as it is then.
    pub patch: Patch,
    /// The edits that the patch is made of, beside a summary.
    pub edits: Vec<Edit>,
    /// The first message that the plan rests on: 0, or the first new one where only new results are
    /// told shorter.
    pub from: usize,
}

/// The first step of a run, with the word for `before_compact`.
pub struct Begun {
    /// The word for `before_compact`; `None` if it is not called.
    pub trigger: Option<Trigger>,
    /// The first step.
    pub step: Step,
}

/// What a run keeps while it waits for a summary.
#[derive(Clone)]
pub struct Pending {
    /// The preset that the run follows.
    pub preset: &'static dyn Preset,
    /// The conversation as the run began with it.
    pub history: ConfiguredHistory,
    /// How many messages stay in front of the summary.
    pub head: usize,
    /// Index of the first message that is kept after the summary.
    pub split: usize,
    /// Messages between the two that stay nevertheless, in order.
    pub pinned: Vec<usize>,
    /// Whether an earlier summary is merged.
    pub previous: bool,
    /// The tokens that the summary has room for at least.
    pub floor_tokens: u64,
    /// The user's last request, if it has to be restated after the summary.
    pub latest_request: Option<String>,
    /// What the user said before it, and what stands behind the summary.
    pub(crate) older: Older,
    /// The media beside that request.
    pub request_media: Vec<Value>,
    /// Everything that would be cleared or cut without a summary.
    pub edits: Vec<Edit>,
    /// What is cleared or cut in the kept messages.
    pub kept_edits: Vec<Edit>,
    /// The same as changes inside the kept messages.
    pub kept_patch: Patch,
    /// What these changes save.
    pub kept_saving: Saved,
    /// The report so far.
    pub report: Report,
    /// What the host gave with the messages.
    pub turn: CompactArgs,
    /// Which answer the run waits for.
    pub phase: Phase,
    /// What stands in if the model gives no usable summary.
    pub standby: Option<Box<Standby>>,
    /// Files to bring back; the one that was used last comes first.
    pub files: Vec<WantedFile>,
    /// Parts with images to bring back, oldest first.
    pub images: Vec<Value>,
    /// By what an answer is judged.
    pub asked: Box<Asked>,
    /// What is left of a record that is read in pieces.
    pub fold: Option<Fold>,
    /// What a model's summary must hold, until it was looked through.
    pub(crate) held: Option<Arc<Held>>,
    /// The last request, if it may be made again.
    pub last_request: Option<Box<SummaryRequest>>,
}

impl Pending {
    /// The text, without secrets where the host wants none in a summary.
    pub(crate) fn without_secrets<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.history.config().redact {
            Cow::Owned(redact(text).text)
        } else {
            Cow::Borrowed(text)
        }
    }
}

impl std::fmt::Debug for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pending")
            .field("head", &self.head)
            .field("split", &self.split)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

/// The pieces of a record that does not fit one request.
#[derive(Debug, Clone)]
pub struct Fold {
    /// All pieces that come after the first.
    pub rest: Arc<Vec<Entries>>,
    /// How many of them were asked for.
    pub asked: usize,
    /// Lines in front of each piece.
    pub known: String,
}

/// What is made ready before a model is asked.
#[derive(Debug, Clone)]
pub struct Standby {
    /// The embedded summary of the same span.
    pub snapshot: Snapshot,
    /// What clearing alone would do, if it does anything.
    pub clearing: Option<(Patch, Vec<Edit>)>,
    /// The report before anything was planned.
    pub report: Report,
}

/// Which answer of a model a run waits for.
#[derive(Debug, Clone)]
pub enum Phase {
    /// A summary.
    Summary {
        /// What a second call reads, if one will check the summary.
        check: Option<Check>,
    },
    /// The second call, which checks a summary.
    Verify {
        /// The answer of the first call.
        first: String,
    },
    /// An answer after the one that was refused.
    Retry {
        /// What to fall back on: a document that is good but for its end.
        salvage: Option<Snapshot>,
    },
    /// A summary, asked for after the cached conversation. If it is not good, another request is
    /// made.
    Shared {
        /// The request that does not need the conversation.
        cold: Box<SummaryRequest>,
    },
}

/// What the second call reads in front of the first answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Check {
    /// The transcript.
    Record(String),
    /// The whole first request.
    Request(Box<SummaryRequest>),
}

/// The context window of a run: the one that is given, else the one that the system assumes for the
/// model.
///
/// # Errors
/// `InvalidOption` if none is given and the system knows none for the model.
pub fn window(config: &Config) -> Result<Option<u64>> {
    match config.context_window {
        Some(window) => Ok(Some(window)),
        None => config
            .system
            .assumed_window(config.model.as_deref())
            .map_err(|error| error.under("context_window")),
    }
}

/// Stands for an answer whose tokens no provider reported.
pub(crate) const NOT_COUNTED: Answer<'static> = Answer {
    text: "",
    input_tokens: None,
    output_tokens: None,
    stop_reason: None,
    wrong: None,
};
