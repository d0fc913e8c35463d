//! What one preset does in its own way in the compactor, in addition to its [`Habits`]. What it does
//! not say is done as most of them do.

use super::action::{Ending, RestoredFile};
use super::draft::{Draft, Flow, Sizes};
use super::offload::Job;
use super::step::{Begun, Ended, Memory, Pending, Step};
use super::turn::CompactArgs;
use super::{ask, begin, install, remind};
use crate::config::{Config, Habits};
use crate::error::Result;
use crate::history::History;
use crate::intake::imports::MemoryRules;
use crate::measure::TokenRule;
use crate::notes::snapshot::Snapshot;
use crate::read::usage::TokenKinds;
use crate::reduce::plan::Edit;
use crate::reduce::truncate::{TextRule, ENDS};
use serde_json::Value;

/// A preset. The steps of its run are its `begin`, which `systems` calls.
pub trait Preset: Sync {
    /// The part that the options need.
    fn habits(&self) -> &'static Habits;

    /// The arguments of a turn that it uses, of those that not every preset uses. What stands beside
    /// a summary is usual.
    fn turn(&self) -> &'static [&'static str] {
        &["preamble"]
    }

    /// The functions of the host that it calls beside `summarize`: `store`, `restore`.
    fn host_functions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The sizes by which a run is decided: usually by thresholds. What the provider adds to the
    /// prompt may go into the turn.
    ///
    /// # Errors
    /// `InvalidOption` where a window is needed and not known.
    fn measure(
        &self,
        history: &History,
        turn: &mut CompactArgs,
        _memory: &Memory,
    ) -> Result<Sizes> {
        Ok(begin::by_thresholds(history, turn))
    }

    /// The start of a run as far as it can be told without reading messages.
    fn glance(&self, d: &mut Draft<'_>) -> Flow {
        d.some()?;
        d.needed()
    }

    /// The run of a list of which only the lengths are known: `Some` where nothing has to be done and
    /// no text could say otherwise.
    fn glance_at_lengths(
        &self,
        _lengths: &History,
        _turn: &CompactArgs,
        _memory: &Memory,
    ) -> Option<Begun> {
        None
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

    /// The most tokens of a summary, from the summariser's window and the tokens of the request.
    fn output_budget(&self, pending: &Pending, window: u64, input_tokens: u64) -> u64 {
        ask::quarter_of_window(pending, window, input_tokens)
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

    /// The messages that replace the summarised ones.
    fn summary_messages(
        &self,
        pending: &Pending,
        snapshot: &Snapshot,
        attachments: Vec<Value>,
    ) -> Vec<Value> {
        install::summary_messages(pending, snapshot, attachments)
    }

    /// Whether a short message of the user stands between the acknowledgement and a message of the
    /// agent, so that roles alternate.
    fn bridges(&self) -> bool {
        false
    }

    /// What follows the summary: reminders, files as they are now, images.
    fn attachments(&self, pending: &mut Pending, _files: &[RestoredFile]) -> Vec<Value> {
        remind::reminders(pending)
    }

    /// Updates what the compactor remembers after a run.
    fn learn(&self, _config: &Config, memory: &mut Memory, ended: &Ended) {
        begin::learn_unless_forced(memory, ended);
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
