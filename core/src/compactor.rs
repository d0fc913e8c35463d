//! The compactor: a state machine without I/O that decides when and what, asks the host for a summary, checks it, and
//! only then hands over a patch.
//!
//! **After each `handle_*`, drain [`Compactor::poll_action`] until it gives `None`, before the next `handle_*`.**
//!
//! ```text
//! Idle --handle_messages--> (Done | Summarizing | Committing)
//! Summarizing --handle_summary--> (Committing | Done)        Summarizing --handle_failure--> Done
//! Committing --handle_current--> Done (applied, or stale)    any --cancel--> Done
//! Done --handle_messages--> as from Idle
//! ```
//!
//! Nothing changes before `Done` says `applied`: until then the host keeps its list.

mod decide;
mod report;
mod verify;

pub use report::{Breakdown, Report, Went};

use crate::config::Config;
use crate::error::{Error, ErrorKind, Result};
use crate::estimate::Counts;
use crate::history::History;
use crate::patch::Patch;
use crate::policy::Activity;
use crate::snapshot::Snapshot;
use crate::view::View;
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;

/// How a run ended. The numbers are those of gemini-cli's `CompressionStatus` (reference statement 1.3) where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A summary replaced older messages.
    Compressed,
    /// What came out would not have been smaller, or not by enough; nothing changed.
    FailedInflatedTokenCount,
    /// Sizes could not be computed; nothing changed. (Kept for parity; no path of ours ends here.)
    FailedTokenCountError,
    /// The summary was empty; nothing changed.
    FailedEmptySummary,
    /// There was nothing to do.
    Noop,
    /// Old tool results and media were cleared; no summary was needed.
    ContentTruncated,
    /// The summary was not a snapshot (a refusal, prose, an unclosed document); nothing changed.
    FailedInvalidSummary,
    /// The summariser failed; nothing changed.
    FailedSummarizer,
    /// The history that came back is not the one that was planned on; nothing changed.
    Stale,
    /// The host cancelled; nothing changed.
    Cancelled,
}

impl Status {
    /// The number: 1..6 as upstream, ours from 101.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Self::Compressed => 1,
            Self::FailedInflatedTokenCount => 2,
            Self::FailedTokenCountError => 3,
            Self::FailedEmptySummary => 4,
            Self::Noop => 5,
            Self::ContentTruncated => 6,
            Self::FailedInvalidSummary => 101,
            Self::FailedSummarizer => 102,
            Self::Stale => 103,
            Self::Cancelled => 104,
        }
    }

    /// Whether the patch is to be applied.
    #[must_use]
    pub fn applied(self) -> bool {
        matches!(self, Self::Compressed | Self::ContentTruncated)
    }
}

/// What the host is asked to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Work is certain to be done: now is the time to back up the history or to tell the user.
    Hook {
        /// `pre_compress`.
        event: &'static str,
        /// `manual` if forced, else `auto`.
        trigger: &'static str,
    },
    /// Ask a model, then call `handle_summary` or `handle_failure`.
    Summarize {
        /// Everything the call needs.
        request: SummaryRequest,
    },
    /// The patch stands ready: call `handle_current` with the list as it is now, and apply the patch if `Done` says so.
    Apply {
        /// For the list as it was planned on; later messages stay behind it.
        patch: Patch,
    },
    /// The run is over.
    Done {
        /// How.
        status: Status,
        /// The status as a number.
        status_number: u32,
        /// Whether to apply the patch.
        applied: bool,
        /// What was measured and decided.
        report: Box<Report>,
    },
}

/// A complete request for a model: nothing has to be added.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SummaryRequest {
    /// `summary`.
    pub purpose: &'static str,
    /// System text.
    pub system: String,
    /// Messages in the dialect of the history: plain text, no tools, no media.
    pub messages: Vec<Value>,
    /// Output budget, in tokens.
    pub max_output_tokens: u64,
    /// Estimated tokens of system text and messages.
    pub input_tokens: u64,
}

/// One turn's circumstances, given with the messages.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Turn {
    /// Times and force.
    pub activity: Activity,
    /// Prompt tokens that the provider reported for the last request; decides *when* in place of the estimate.
    pub prompt_tokens: Option<u64>,
    /// How many of the messages that request held: what came since is estimated and added. All unless given.
    pub prompt_messages: Option<usize>,
    /// Estimated tokens of system text and tool schemas, which no compaction shrinks.
    pub overhead_tokens: u64,
}

/// Consecutive failures after which nothing but pruning is tried until a success or a forced run. Source: Q-40.
const FAILURES_MAX: u32 = 3;

#[derive(Debug, Clone)]
enum State {
    Idle,
    Summarizing(Box<Pending>),
    Committing(Box<Prepared>),
    Done,
}

/// What waits for a summary.
#[derive(Debug, Clone)]
struct Pending {
    history: History,
    head: usize,
    split: usize,
    previous: bool,
    latest_request: Option<String>,
    /// Patch and report of clearing alone, as far as it concerns the part that is kept.
    kept_ops: Vec<crate::patch::Op>,
    kept_saving: u64,
    report: Report,
}

/// What waits for the last check.
#[derive(Debug, Clone)]
struct Prepared {
    config: Config,
    fingerprint: u64,
    length: usize,
    status: Status,
    report: Report,
}

/// The state machine. See the module for the contract.
#[derive(Debug, Clone)]
pub struct Compactor {
    config: Config,
    state: State,
    actions: VecDeque<Action>,
    failures: u32,
    /// Tokens of the texts of the last run, so that the next counts only what is new.
    counts: Counts,
}

impl Compactor {
    /// A machine that decides by `config`.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self { config, state: State::Idle, actions: VecDeque::new(), failures: 0, counts: Counts::default() }
    }

    /// Looks at the conversation: decides whether anything is to be done, and what.
    ///
    /// # Errors
    /// `InvalidState` while a summary or a check is awaited or actions are left; `InvalidConfig` if neither a window is
    /// known nor the run is forced; what reading the messages gives. The state stays as it was.
    pub fn handle_messages<V: View>(&mut self, messages: &V, turn: Turn) -> Result<()> {
        self.expect(matches!(self.state, State::Idle | State::Done), "handle_messages")?;
        let history = History::counted(self.config.clone(), messages, &mut self.counts)?;
        if self.config.context_window.is_none() && !turn.activity.force {
            let message = "context_window (in tokens) is needed to decide when to compact; give it, or force";
            return Err(Error::new(ErrorKind::InvalidConfig, "/context_window", message));
        }
        let decision = decide::decide(history, messages, turn, self.failures >= FAILURES_MAX);
        self.take_up(decision, turn);
        Ok(())
    }

    /// The next thing to do; `None` when it is the host's turn to call a `handle_*`.
    pub fn poll_action(&mut self) -> Option<Action> {
        self.actions.pop_front()
    }

    /// The summariser's answer.
    ///
    /// # Errors
    /// `InvalidState` unless a summary is awaited.
    pub fn handle_summary(&mut self, answer: &str) -> Result<()> {
        self.expect(matches!(self.state, State::Summarizing(_)), "handle_summary")?;
        if let State::Summarizing(pending) = std::mem::replace(&mut self.state, State::Done) {
            let outcome = match Snapshot::parse(answer) {
                Ok(snapshot) => verify::assemble(*pending, &snapshot),
                Err(defect) => verify::refuse(*pending, defect),
            };
            self.settle(outcome);
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
            let mut report = pending.report;
            report.reason = format!("the summariser failed: {}", crate::clip::one_line(message, 300));
            self.fail(Status::FailedSummarizer, report);
        }
        Ok(())
    }

    /// The list as it is now, before the patch is applied. Messages may have been added at its end; if anything before
    /// has changed, the run ends as `Stale`.
    ///
    /// # Errors
    /// `InvalidState` unless a patch stands ready.
    pub fn handle_current<V: View>(&mut self, messages: &V) -> Result<()> {
        self.expect(matches!(self.state, State::Committing(_)), "handle_current")?;
        if let State::Committing(prepared) = std::mem::replace(&mut self.state, State::Done) {
            let Prepared { config, fingerprint, length, status, mut report } = *prepared;
            // Fingerprints are made of lengths: nothing has to be counted again.
            let same = History::of(config.of_lengths(), messages).is_ok_and(|now| now.len() >= length && now.fingerprint(length) == fingerprint);
            if same {
                self.failures = 0;
                self.finish(status, report);
            } else {
                report.reason = "the history changed while the summary was made".to_owned();
                self.finish(Status::Stale, report);
            }
        }
        Ok(())
    }

    /// Ends the run from any state; actions not yet polled are dropped. In `Idle` and `Done` it does nothing.
    pub fn cancel(&mut self) {
        let report = match std::mem::replace(&mut self.state, State::Done) {
            State::Summarizing(pending) => pending.report,
            State::Committing(prepared) => prepared.report,
            state @ (State::Idle | State::Done) => {
                self.state = state;
                return;
            }
        };
        self.actions.clear();
        self.finish(Status::Cancelled, Report { reason: "cancelled by the host".to_owned(), ..report });
    }

    /// `idle`, `summarizing`, `committing` or `done`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match self.state {
            State::Idle => "idle",
            State::Summarizing(_) => "summarizing",
            State::Committing(_) => "committing",
            State::Done => "done",
        }
    }

    /// The options it decides by.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
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

    fn take_up(&mut self, decision: decide::Decision, turn: Turn) {
        match decision {
            decide::Decision::Finish(status, report) => self.finish(status, *report),
            decide::Decision::Summarize(pending, request) => {
                self.announce(turn);
                self.actions.push_back(Action::Summarize { request: *request });
                self.state = State::Summarizing(pending);
            }
            decide::Decision::Settle(outcome) => {
                self.announce(turn);
                self.settle(*outcome);
            }
        }
    }

    fn announce(&mut self, turn: Turn) {
        let trigger = if turn.activity.force { "manual" } else { "auto" };
        self.actions.push_back(Action::Hook { event: "pre_compress", trigger });
    }

    fn settle(&mut self, outcome: verify::Outcome) {
        match outcome {
            verify::Outcome::Ready { patch, prepared } => {
                self.actions.push_back(Action::Apply { patch });
                self.state = State::Committing(prepared);
            }
            verify::Outcome::Refused(status, report) => self.fail(status, *report),
        }
    }

    fn fail(&mut self, status: Status, report: Report) {
        self.failures = self.failures.saturating_add(1);
        self.finish(status, report);
    }

    fn finish(&mut self, status: Status, mut report: Report) {
        if !status.applied() {
            report.unchanged();
        }
        self.actions.push_back(Action::Done { status, status_number: status.number(), applied: status.applied(), report: Box::new(report) });
        self.state = State::Done;
    }
}
