//! The compactor: a state machine without I/O that decides when and what, asks the host for a summary, checks it, and
//! only then hands over a patch.
//!
//! **After each `handle_*`, drain [`Compactor::poll_action`] until it gives `None`, before the next `handle_*`.**
//!
//! ```text
//! Idle --handle_messages--> (Done | Offloading | Summarizing | Committing)
//! Offloading --handle_stored, handle_store_failed--> (Offloading | Summarizing | Committing | Done)
//! Summarizing --handle_summary--> (Summarizing | Restoring | Committing | Done)
//! Summarizing --handle_failure--> (Summarizing | Restoring | Committing | Done)
//! Restoring --handle_restored--> (Committing | Done)
//! Committing --handle_current--> Done (applied, or stale)    any --cancel--> Done
//! Done --handle_messages--> as from Idle
//! ```
//!
//! Every other event in a state is `InvalidState` and changes nothing. Nothing changes before `Done` says `applied`: until
//! then the host keeps its list.
//!
//! What differs by system is in [`crate::systems`]; the order of the steps is theirs, the blocks are shared.

pub mod action;
pub mod answer;
pub mod ask;
pub mod begin;
pub mod fit;
pub mod install;
pub mod offload;
pub mod remind;
pub mod report;
pub mod settle;
pub mod step;
pub mod summarize;
pub mod update;
pub mod words;

pub use action::{Action, Answer, Ending, RestoredFile, RunningAgent, Status, SummaryRequest, Turn, WantedFile};
pub use report::{
    Breakdown, Cache, Cut, DeltaReport, Followup, MemoryReport, Parts, Reason, Report, Size, Stored, StoredOutputs, SystemReport, Went,
};
pub use words::{Event, Mime, Purpose, RecordInput, SecondCall, Trigger, Why};

use crate::config::Config;
use crate::error::{Error, ErrorKind, Result};
use crate::history::{self, History};
use crate::host::view::{AsView, Kind, View};
use crate::measure::{Counts, Estimator};
use crate::notes::snapshot::Snapshot;
use crate::systems;
use offload::Offloading;
use std::collections::VecDeque;
use step::{Ended, Memory, Outcome, Pending, Prepared, Step};

#[derive(Clone)]
enum State {
    Idle,
    Offloading(Box<Offloading>),
    Summarizing(Box<Pending>),
    Restoring(Box<Pending>, Box<Snapshot>),
    Committing(Box<Prepared>),
    Done,
}

/// The state machine. See the module for the contract.
///
/// ```
/// use conspectus::{Action, Compactor, Config, Patch, Status, Turn};
/// use serde_json::json;
///
/// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
/// for turn in 0..20 {
///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
///     messages.push(json!({ "role": "user", "content": "Go on." }));
/// }
/// let mut compactor = Compactor::new(Config::builder().context_window(4_000).build()?);
/// compactor.handle_messages(&messages, Turn::new())?;
/// let mut ready = Patch::default();
/// while let Some(action) = compactor.poll_action() {
///     match action {
///         // Ask a model here.
///         Action::Summarize { .. } => compactor.handle_summary("<state_snapshot><overall_goal>Fix every test.</overall_goal></state_snapshot>")?,
///         Action::Apply { patch } => {
///             ready = patch;
///             compactor.handle_current(&messages)?;
///         }
///         Action::Done { status, .. } => assert_eq!(status, Status::Summarized),
///         _ => {}
///     }
/// }
/// let shorter = ready.apply_to(&messages)?;
/// assert!(shorter.len() < messages.len());
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Clone)]
pub struct Compactor {
    config: Config,
    state: State,
    actions: VecDeque<Action>,
    memory: Memory,
    forced: bool,
    /// Hash of the contents that a run plans on. Sizes alone would not see a text exchanged for one of the same length.
    planned_on: u64,
    /// Tokens of the texts of the last run, so that the next counts only what is new.
    counts: Counts,
}

impl Compactor {
    /// A machine that decides by `config`.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            config,
            state: State::Idle,
            actions: VecDeque::new(),
            memory: Memory::default(),
            forced: false,
            planned_on: 0,
            counts: Counts::default(),
        }
    }

    /// Looks at the conversation: decides whether anything is to be done, and what.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, Turn};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), Turn::new().prompt_tokens(12))?;
    /// assert_eq!(compactor.state(), "done");
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidState` while something is awaited or actions are left; `InvalidConfig` if neither a window is
    /// known nor the run is forced; what reading the messages gives. The state stays as it was.
    pub fn handle_messages<V: AsView + ?Sized>(&mut self, messages: &V, turn: Turn) -> Result<()> {
        let messages = &messages.as_view();
        self.expect(matches!(self.state, State::Idle | State::Done), "handle_messages")?;
        let forced = turn.activity.force;
        let begun = self.begin(messages, turn)?;
        self.forced = forced;
        self.planned_on = if matches!(begun.step, Step::Finish(..)) { 0 } else { history::list_hash(messages, messages.len())? };
        if let Some(trigger) = begun.trigger {
            self.actions.push_back(Action::Hook { event: Event::PreCompress, trigger });
        }
        self.take(begun.step);
        Ok(())
    }

    /// Under [`Estimator::Host`]: texts of `messages` that the host has not counted yet. Hand their counts to
    /// [`provide_counts`](Self::provide_counts) before [`handle_messages`](Self::handle_messages); what is not counted is estimated.
    ///
    /// # Errors
    /// What reading the messages gives.
    pub fn wanted_texts<V: AsView + ?Sized>(&mut self, messages: &V) -> Result<Vec<String>> {
        let messages = &messages.as_view();
        if self.config.estimator != Estimator::Host {
            return Ok(Vec::new());
        }
        History::counted(self.config.clone(), messages, &mut self.counts)?;
        Ok(self.counts.take_wanted())
    }

    /// As [`History::provide_counts`].
    ///
    /// # Errors
    /// As there.
    pub fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        self.counts.provide(counts)
    }

    /// The next thing to do; `None` when it is the host's turn to call a `handle_*`.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, Turn};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), Turn::new())?;
    /// assert!(matches!(compactor.poll_action(), Some(Action::Done { applied: false, .. })));
    /// assert!(compactor.poll_action().is_none());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub fn poll_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// The output of the last `Offload` is stored; `locator` (a path, a key, a URL) says where and goes into the history.
    ///
    /// # Errors
    /// `InvalidState` unless a store's answer is awaited.
    pub fn handle_stored(&mut self, locator: &str) -> Result<()> {
        self.store_answered("handle_stored", Ok(locator))
    }

    /// The output of the last `Offload` could not be stored: it stays in the history; `message` goes into the report.
    ///
    /// # Errors
    /// `InvalidState` unless a store's answer is awaited.
    pub fn handle_store_failed(&mut self, message: &str) -> Result<()> {
        self.store_answered("handle_store_failed", Err(message))
    }

    /// The summariser's answer.
    ///
    /// # Errors
    /// `InvalidState` unless a summary is awaited.
    pub fn handle_summary(&mut self, text: &str) -> Result<()> {
        self.handle_answer(Answer { text, ..Answer::default() })
    }

    /// As [`handle_summary`](Self::handle_summary), with what the provider reported about the call.
    ///
    /// # Errors
    /// As there.
    pub fn handle_answer(&mut self, answer: Answer<'_>) -> Result<()> {
        self.expect(matches!(self.state, State::Summarizing(_)), "handle_summary")?;
        if let State::Summarizing(pending) = std::mem::replace(&mut self.state, State::Done) {
            self.take(answer::answered(*pending, answer));
        }
        Ok(())
    }

    /// The summariser failed; `message` goes into the report.
    ///
    /// # Errors
    /// `InvalidState` unless a summary is awaited.
    pub fn handle_failure(&mut self, message: &str) -> Result<()> {
        self.expect(matches!(self.state, State::Summarizing(_)), "handle_failure")?;
        if let State::Summarizing(pending) = std::mem::replace(&mut self.state, State::Done) {
            self.take(answer::failed(*pending, message));
        }
        Ok(())
    }

    /// The files of the last `Restore`, as they are now. Those not mentioned count as missing.
    ///
    /// # Errors
    /// `InvalidState` unless files are awaited.
    pub fn handle_restored(&mut self, files: &[RestoredFile]) -> Result<()> {
        self.expect(matches!(self.state, State::Restoring(..)), "handle_restored")?;
        if let State::Restoring(pending, snapshot) = std::mem::replace(&mut self.state, State::Done) {
            self.take(settle::restored(*pending, &snapshot, files));
        }
        Ok(())
    }

    /// The list as it is now, before the patch is applied. Messages may have been added at its end; if anything before
    /// has changed, the run ends as `Stale`.
    ///
    /// # Errors
    /// `InvalidState` unless a patch stands ready.
    pub fn handle_current<V: AsView + ?Sized>(&mut self, messages: &V) -> Result<()> {
        let messages = &messages.as_view();
        self.expect(matches!(self.state, State::Committing(_)), "handle_current")?;
        if let State::Committing(prepared) = std::mem::replace(&mut self.state, State::Done) {
            let Prepared { length, status, mut report } = *prepared;
            let is_as_long = messages.kind() == Kind::Array && messages.len() >= length;
            if is_as_long && history::list_hash(messages, length).is_ok_and(|hash| hash == self.planned_on) {
                self.finish(status, report);
            } else {
                report.reason = Reason::new("history_changed", "the history changed while the summary was made");
                self.finish(Ending::Stale, report);
            }
        }
        Ok(())
    }

    /// Ends the run from any state; actions not yet polled are dropped. In `Idle` and `Done` it does nothing.
    ///
    /// ```
    /// use conspectus::{Compactor, Config};
    ///
    /// let mut compactor = Compactor::new(Config::default());
    /// compactor.cancel();
    /// assert_eq!(compactor.state(), "idle");
    /// ```
    pub fn cancel(&mut self) {
        let report = match std::mem::replace(&mut self.state, State::Done) {
            State::Offloading(offloading) => offloading.into_report(),
            State::Summarizing(pending) | State::Restoring(pending, _) => pending.report,
            State::Committing(prepared) => prepared.report,
            state @ (State::Idle | State::Done) => {
                self.state = state;
                return;
            }
        };
        self.actions.clear();
        self.finish(Ending::Cancelled, Report { reason: Reason::new("cancelled", "cancelled by the host"), ..report });
    }

    /// `idle`, `offloading`, `summarizing`, `restoring`, `committing` or `done`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match self.state {
            State::Idle => "idle",
            State::Offloading(_) => "offloading",
            State::Summarizing(_) => "summarizing",
            State::Restoring(..) => "restoring",
            State::Committing(_) => "committing",
            State::Done => "done",
        }
    }

    /// The options it decides by.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    fn begin<V: View>(&mut self, messages: &V, turn: Turn) -> Result<step::Begun> {
        let history = History::counted(self.config.clone(), messages, &mut self.counts)?;
        let window = step::window(&self.config)?;
        if window.is_none() && !turn.activity.force {
            let message = "context_window (in tokens) is needed to decide when to compact; give it, or force";
            return Err(Error::new(ErrorKind::InvalidConfig, "/context_window", message));
        }
        systems::begin(history, messages, turn, &self.memory)
    }

    fn expect(&self, allowed: bool, call: &str) -> Result<()> {
        let message = if !self.actions.is_empty() {
            format!("{call} before all actions were polled: drain poll_action first")
        } else if !allowed {
            format!("{call} does not fit the state `{}`", self.state())
        } else {
            return Ok(());
        };
        Err(Error::new(ErrorKind::InvalidState, "", message))
    }

    fn store_answered(&mut self, call: &str, answer: std::result::Result<&str, &str>) -> Result<()> {
        self.expect(matches!(self.state, State::Offloading(_)), call)?;
        if let State::Offloading(offloading) = std::mem::replace(&mut self.state, State::Done) {
            self.take(answer::stored(*offloading, answer));
        }
        Ok(())
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Finish(status, report) => self.finish(status, *report),
            Step::Offload(offloading) => {
                self.actions.extend(offloading.action());
                self.state = State::Offloading(offloading);
            }
            Step::Summarize(mut pending, request) => {
                pending.report.summary_input_tokens = request.input_tokens;
                self.actions.push_back(Action::Summarize { request: *request });
                self.state = State::Summarizing(pending);
            }
            Step::Restore(pending, snapshot, files) => {
                self.actions.push_back(Action::Restore { files });
                self.state = State::Restoring(pending, snapshot);
            }
            Step::Settle(outcome) => match *outcome {
                Outcome::Ready { patch, prepared } => {
                    self.actions.push_back(Action::Apply { patch });
                    self.state = State::Committing(prepared);
                }
                Outcome::Refused(status, report) => self.finish(status, *report),
            },
        }
    }

    fn finish(&mut self, status: Ending, mut report: Report) {
        if !status.applied() {
            report.unchanged();
        } else if report.size.target > 0 {
            report.size.over_target = (report.size.after + report.size.overhead).saturating_sub(report.size.target);
        }
        let system = systems::of(&self.config);
        (system.learn)(&self.config, &mut self.memory, &Ended { status, forced: self.forced, rescue: report.system.rescue });
        self.memory.last_deficit = report.system.last_deficit;
        self.memory.calibration = report.calibration;
        report.system.failures = self.memory.failures;
        report.system.failed_attempt = self.memory.failed_attempt;
        report.follow_up(status, self.config.application);
        report.system.status = status.name();
        report.system.number = (system.status_number)(status);
        self.actions.push_back(Action::Done {
            status: status.status(),
            applied: status.applied(),
            summary: report.summary.take(),
            report: Box::new(report),
        });
        self.state = State::Done;
    }
}

impl std::fmt::Debug for Compactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compactor").field("state", &self.state()).field("config", &self.config).finish_non_exhaustive()
    }
}
