//! What a run keeps while it waits for a summary, and what a preset brings.

use crate::claims::Claims;
use crate::compactor::contract::action::{Ending, RestoredFile, WantedFile};
use crate::compactor::contract::report::{Report, Saved};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::state::memory::{Memory, RunEnd};
use crate::config::{Config, PresetSpec};
use crate::configured::ConfiguredHistory;
use crate::error::Result;
use crate::host::patch::Patch;
use crate::notes::accept::Asked;
use crate::notes::memory::Older;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::Entries;
use crate::read::usage::TokenKinds;
use crate::reduce::plan::Edit;
use conspectus_redact::redact;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use std::vec::IntoIter;

/// What one preset does in its own way, in addition to its [`PresetSpec`]. What it does not say is done as
/// most of them do. Its course is a [`Policy`](crate::compactor::draft::Policy).
pub trait Preset: PresetSpec {
    /// The arguments of a turn that it uses, of those that not every preset uses. What stands beside
    /// a summary is usual.
    fn turn(&self) -> &'static [&'static str] {
        &["preamble"]
    }

    /// The functions of the host that it calls beside `summarize`: `store`, `restore`.
    fn host_functions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The model to ask for a summary, from the conversation's model; `None` if it names none.
    fn asked_model(&self, _model: Option<&str>) -> Option<&'static str> {
        None
    }

    /// Whether the first request may be sent after the conversation as it was last sent. The number
    /// is the tokens of the question.
    fn shares_prefix(&self, _pending: &AwaitingSummary, _directive_tokens: u64) -> bool {
        false
    }

    /// The most tokens of a summary, from the summariser's window and the tokens of the request;
    /// `None` as usual.
    fn output_budget(
        &self,
        _pending: &AwaitingSummary,
        _window: u64,
        _input_tokens: u64,
    ) -> Option<u64> {
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
    fn summary_messages(
        &self,
        _pending: &AwaitingSummary,
        _snapshot: &Snapshot,
    ) -> Option<Vec<Value>> {
        None
    }

    /// Whether a short message of the user stands between the acknowledgement and a message of the
    /// agent, so that roles alternate.
    fn bridges(&self) -> bool {
        false
    }

    /// What follows the summary: files as they are now, images; `None` for reminders alone.
    fn attachments(
        &self,
        _pending: &mut AwaitingSummary,
        _files: &[RestoredFile],
    ) -> Option<Vec<Value>> {
        None
    }

    /// Updates what the compactor remembers after a run.
    fn learn(&self, _config: &Config, memory: &mut Memory, ended: &RunEnd) {
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
}

/// What a run keeps while it waits for a summary.
#[derive(Clone)]
pub struct AwaitingSummary {
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
    /// The tokens that the summary has room for at least.
    pub floor_tokens: u64,
    /// The user's last request, if it has to be restated after the summary.
    pub latest_request: Option<String>,
    /// What the user said before it, and what stands behind the summary.
    pub older: Older,
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
    /// Files to bring back; the one that was used last comes first.
    pub files: Vec<WantedFile>,
    /// Parts with images to bring back, oldest first.
    pub images: Vec<Value>,
    /// By what an answer is judged.
    pub asked: Asked,
    /// What is left of a record that is read in pieces.
    pub rest: IntoIter<Entries>,
    /// Lines in front of each of them.
    pub known: String,
    /// What a model's summary is checked against, until it was.
    pub claims: Option<Arc<Claims>>,
}

impl AwaitingSummary {
    /// The text, without secrets where the host wants none in a summary.
    pub fn without_secrets<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.history.config().redact {
            Cow::Owned(redact(text).text)
        } else {
            Cow::Borrowed(text)
        }
    }
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

/// The window, `None` if it cannot be known.
pub fn known_window(config: &Config) -> Option<u64> {
    window(config).ok().flatten()
}
