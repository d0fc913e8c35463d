//! The state of a run that waits for a summary, and the preset-specific steps.

use crate::claims::Claims;
use crate::compactor::{Ending, Memory, Report, RunEnd, Saved};
use crate::config::PresetSpec;
use crate::notes::accept::Asked;
use crate::notes::memory::{Older, OwnMessages};
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::Entries;
use crate::{CompactArgs, Config, ConfiguredHistory, Edit, Patch, RestoredFile, WantedFile};
use conspectus_redact::redact;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use std::vec::IntoIter;

/// What a preset decides once a summary is requested, and at the end of a run. The default methods
/// are the behavior of most presets. Its other decisions are in
/// [`Policy`](crate::compactor::policy::Policy).
pub trait SummaryPolicy: Sync {
    /// The preset as data: its name, its options, and what shared code does differently under it.
    fn spec(&self) -> &'static PresetSpec;

    /// Whether the first request may be sent after the conversation as it was last sent.
    /// `_directive_tokens` is the size of the question.
    fn shares_prefix(&self, _pending: &AwaitingSummary, _directive_tokens: u64) -> bool {
        false
    }

    /// The largest summary in tokens, from the summarizer's window and the request's tokens. `None`
    /// for the default budget.
    fn output_budget(
        &self,
        _pending: &AwaitingSummary,
        _window: u64,
        _input_tokens: u64,
    ) -> Option<u64> {
        None
    }

    /// The messages that replace the summarized ones; `None` for the default messages.
    fn summary_messages(
        &self,
        _pending: &AwaitingSummary,
        _snapshot: &Snapshot,
    ) -> Option<Vec<Value>> {
        None
    }

    /// The content after the summary: current files, images; `None` for reminders alone.
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
}

/// The state of a run that waits for a summary.
#[derive(Clone)]
pub struct AwaitingSummary {
    /// The preset that the run follows.
    pub preset: &'static dyn SummaryPolicy,
    /// The conversation as the run began with it.
    pub history: ConfiguredHistory,
    /// The number of messages kept before the summary.
    pub head: usize,
    /// Index of the first message that is kept after the summary.
    pub split: usize,
    /// Messages between `head` and `split` that are kept because they are pinned, in order.
    pub pinned: Vec<usize>,
    /// The fewest tokens to reserve for the summary.
    pub floor_tokens: u64,
    /// The user's last request, if it has to be restated after the summary.
    pub latest_request: Option<String>,
    /// The number and size of the user's messages that are older than that request and kept after
    /// the summary.
    pub older: Older,
    /// The media items of the message with that request.
    pub request_media: Vec<Value>,
    /// Everything that would be cleared or truncated without a summary.
    pub edits: Vec<Edit>,
    /// The edits that clear or truncate content of the kept messages.
    pub kept_edits: Vec<Edit>,
    /// `kept_edits` as a patch.
    pub kept_patch: Patch,
    /// The tokens that these edits save.
    pub kept_saving: Saved,
    /// The report so far.
    pub report: Report,
    /// The arguments of the turn.
    pub turn: CompactArgs,
    /// The instructions for the summary.
    pub instructions: Option<String>,
    /// The messages that conspectus wrote, above all earlier summaries.
    pub ours: Arc<OwnMessages>,
    /// Files to bring back; the one that was used last comes first.
    pub files: Vec<WantedFile>,
    /// Parts with images to bring back, oldest first.
    pub images: Vec<Value>,
    /// The basis for judging an answer.
    pub asked: Asked,
    /// The remaining chunks of a transcript that is read in chunks.
    pub rest: IntoIter<Entries>,
    /// Lines before the entries of each chunk.
    pub known: String,
    /// The facts to check a model summary against, until it is checked.
    pub claims: Option<Arc<Claims>>,
}

impl AwaitingSummary {
    /// The options of the run.
    pub fn config(&self) -> &Config {
        self.history.config()
    }

    /// The tokens of the pinned messages in the part that is summarized.
    pub fn pinned_tokens(&self) -> f64 {
        let tokens = |index: &usize| self.history.tokens_unrounded(*index, *index + 1);
        self.pinned.iter().map(tokens).sum()
    }

    /// How many messages become a summary, and their tokens.
    pub fn summarized(&self) -> (usize, u64) {
        let span = self.history.tokens_unrounded(self.head, self.split);
        let tokens = (span - self.pinned_tokens()).max(0.0).ceil() as u64;
        (self.split - self.head - self.pinned.len(), tokens)
    }

    /// The tokens of all kept messages after their edits.
    pub fn kept_tokens(&self) -> f64 {
        let (history, head, split) = (&self.history, self.head, self.split);
        history.tokens_unrounded(0, head)
            + history.tokens_unrounded(split, history.len())
            + self.pinned_tokens()
            - self.kept_saving.tokens
    }

    /// Returns the text, with secrets redacted if the option `redact` is set.
    pub fn without_secrets<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.config().redact {
            Cow::Owned(redact(text).text)
        } else {
            Cow::Borrowed(text)
        }
    }
}
