//! The compactor: a state machine without I/O. It decides when to compact and what, asks the host
//! for a summary, checks it, and only then hands over a patch.
//!
//! **After each call of a `handle_*` method, call [`Compactor::poll_action`] until it returns
//! `None`.**
//!
//! ```text
//! Idle --handle_messages--> (Done | Storing | Summarizing | Committing)
//! Storing --handle_stored, handle_store_failed--> (Storing | Summarizing | Committing | Done)
//! Summarizing --handle_summary--> (Summarizing | Restoring | Committing | Done)
//! Summarizing --handle_failure--> (Summarizing | Restoring | Committing | Done)
//! Restoring --handle_restored--> (Committing | Done)
//! Committing --handle_current--> Done (applied, or stale)    any --cancel--> Done
//! any, after the action `BeforeCompact` --handle_before_compact--> the same
//! Done --handle_messages--> as from Idle
//! Idle, Done --handle_provider_error--> the same; the next run does what the refusal asks for
//! ```
//!
//! Any other call is the error `WrongOrder` and changes nothing. The host keeps its list until
//! `Done` says `applied`.
//!
//! Each system in [`crate::systems`] decides the order of the steps. The steps themselves are here
//! and are shared.

mod begin;
mod given;
mod kept;
mod replies;
mod turn;
mod view;

#[cfg(feature = "tracing")]
use crate::compactor::contract::trace;
use crate::compactor::stages::mend::Mend;
use crate::compactor::stages::reported::Fit;
use crate::compactor::state::full_list::OriginalList;
use crate::compactor::state::shown_list::KnownMessages;
use crate::compactor::state::waiting::UnconfirmedCondense;
use crate::compactor::{Ask, Ending, Memory, Report, Run, RunEnd, SizeReport};
use crate::{
    Action, Config, Dialect, Error, ErrorKind, LimitSource, Reason, ReasonCode, Result, RunResult,
    systems,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// The compactor: a state machine that compacts one conversation.
///
/// After each call of a `handle_*` method, call [`poll_action`](Self::poll_action) until it returns
/// `None`, and do what each [`Action`] says.
///
/// ```
/// use conspectus::{Action, Compactor, Config, Patch, Status, CompactArgs};
/// use serde_json::json;
///
/// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
/// for turn in 0..20 {
///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
///     messages.push(json!({ "role": "user", "content": "Go on." }));
/// }
/// let mut compactor = Compactor::new(Config::builder().context_window(4_000).build()?);
/// compactor.handle_messages(&messages, CompactArgs::new())?;
/// let mut ready = Patch::default();
/// while let Some(action) = compactor.poll_action() {
///     match action {
///         // Ask a model here.
///         Action::Summarize { .. } => compactor.handle_summary("<state_snapshot><overall_goal>Fix every test.</overall_goal></state_snapshot>")?,
///         Action::Apply { patch } => {
///             ready = patch;
///             compactor.handle_current(&messages)?;
///         }
///         Action::Done { result, .. } => assert_eq!(result.status, Status::Summarized),
///         _ => {}
///     }
/// }
/// let shorter = ready.apply_to(&messages)?;
/// assert!(shorter.len() < messages.len());
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Clone)]
pub struct Compactor {
    /// The options as the host gave them.
    given: Config,
    /// The options in effect: no limit is above one that a provider's error stated.
    config: Config,
    /// What the run tries; nothing once it is over.
    run: Run,
    /// Whether a run was begun.
    began: bool,
    /// Whether the current request to the host has not been polled yet.
    is_due: bool,
    /// The actions to poll before that, or at the end.
    actions: VecDeque<Action>,
    memory: Memory,
    forced: bool,
    /// Hash of the messages that the run is planned on. Sizes alone would not show that a text was
    /// replaced by one of the same length.
    planned_on: u64,
    /// How large the next prompt is before the run does anything.
    fit: Fit,
    /// The history as it was last shown, so that the next run reads only what is new.
    shown: KnownMessages,
    /// What earlier runs made of a list that the host keeps in full.
    full_list: Arc<OriginalList>,
    /// How often that has changed.
    full_list_version: u64,
    /// The last condensing patch, which may become part of it.
    waiting: Arc<UnconfirmedCondense>,
    /// Whether the list of the next run is the host's full list as it is now.
    next_is_full_list: bool,
    /// Whether the list of this run is.
    is_full_list: bool,
    /// The dialect that the messages of the run speak for, if one does.
    spoken: Option<Dialect>,
    /// Whether `before_compact` is the action that was polled last, so that its answer may come.
    answerable: bool,
    /// Whether `before_compact` returned a text that no model has received yet.
    context_unused: bool,
    /// What the run repairs before anything else, if its list is broken.
    mend: Mend,
}

impl Compactor {
    /// A compactor with these options, for one conversation.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            shown: KnownMessages::new(&config),
            given: config.clone(),
            config,
            run: Run::default(),
            began: false,
            is_due: false,
            actions: VecDeque::new(),
            memory: Memory::default(),
            forced: false,
            planned_on: 0,
            fit: Fit::default(),
            full_list: Arc::default(),
            full_list_version: 0,
            waiting: Arc::default(),
            next_is_full_list: false,
            is_full_list: false,
            spoken: None,
            answerable: false,
            context_unused: false,
            mend: Mend::default(),
        }
    }

    /// The next thing that the host has to do; `None` if there is nothing more before the next
    /// `handle_*`.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new())?;
    /// assert!(matches!(compactor.poll_action(), Some(Action::Done { applied: false, .. })));
    /// assert!(compactor.poll_action().is_none());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub fn poll_action(&mut self) -> Option<Action> {
        let action = match self.actions.pop_front() {
            None if std::mem::take(&mut self.is_due) => self.run.action(),
            told => told,
        };
        self.answerable = matches!(action, Some(Action::BeforeCompact { .. }));
        #[cfg(feature = "tracing")]
        action.iter().for_each(trace);
        action
    }

    /// Ends the run, whatever it waits for, and drops all actions that were not polled. Without a
    /// run it does nothing.
    ///
    /// ```
    /// use conspectus::{Compactor, Config};
    ///
    /// let mut compactor = Compactor::new(Config::default());
    /// compactor.cancel();
    /// assert_eq!(compactor.state(), "idle");
    /// ```
    pub fn cancel(&mut self) {
        let Some(report) = self.run.report() else {
            return;
        };
        // A beginning that nobody was told of has no end to tell of.
        if self
            .actions
            .iter()
            .any(|action| matches!(action, Action::BeforeCompact { .. }))
        {
            self.run.trigger = None;
        }
        self.actions.clear();
        self.is_due = false;
        self.answerable = false;
        self.finish(
            Ending::Cancelled,
            Report {
                reason: Reason::new(ReasonCode::Cancelled, "cancelled by the host"),
                ..report
            },
        );
    }

    /// The state as a word: `idle`, `storing`, `summarizing`, `restoring`, `committing` or
    /// `done`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        let over = if self.began { "done" } else { "idle" };
        self.run.state().unwrap_or(over)
    }

    /// The options of this compactor, as they were given.
    #[must_use]
    #[expect(
        clippy::misnamed_getters,
        reason = "that name is a field with the current options"
    )]
    pub fn config(&self) -> &Config {
        &self.given
    }

    /// Reports the window and the prices, with their sources.
    fn note_window(&self, size: &mut SizeReport) {
        size.window = self.config.known_window();
        size.price_tier = self.config.price_tier;
        size.prices = self.config.cache_prices;
        let source = if self.config.context_window != self.given.context_window {
            LimitSource::Observed
        } else if self.given.context_window.is_none() {
            LimitSource::Assumed
        } else {
            self.given.window_of_model.unwrap_or(LimitSource::Declared)
        };
        size.window_source = size.window.map(|_| source);
    }

    fn expect_idle(&self) -> Result<()> {
        if self.run.asks.is_empty() && self.actions.is_empty() {
            return Ok(());
        }
        let message = "the compactor is busy with a run: wait or cancel it, and use one compactor per conversation";
        Err(Error::new(ErrorKind::Busy, "", message))
    }

    fn expect(&self, allowed: bool, call: &str) -> Result<()> {
        let message = if self.is_due || !self.actions.is_empty() {
            format!("{call} before all actions were polled: drain poll_action first")
        } else if !allowed {
            format!("{call} does not fit the state `{}`", self.state())
        } else {
            return Ok(());
        };
        Err(Error::new(ErrorKind::WrongOrder, "", message))
    }

    /// Asks what lies on top, or ends the run.
    fn proceed(&mut self) {
        let Some(ask) = self.run.asks.pop() else {
            return;
        };
        match self.mend.over(ask) {
            Ask::Nothing(ending, report) => self.finish(ending, *report),
            ask => {
                self.context_unused &= !matches!(ask, Ask::Summary(..));
                self.run.asks.push(ask);
                self.is_due = true;
            }
        }
    }

    fn finish(&mut self, ending: Ending, mut report: Report) {
        let status = match &report.overflow {
            // Where nothing became of it, the list as it was may fit, if no smaller one does.
            Some(why)
                if (ending.failed() || ending == Ending::Noop)
                    && self.fit.is_over_as_it_is(&report, &self.config) =>
            {
                report.reason = why.clone();
                Ending::Unreachable
            }
            _ => ending,
        };
        if !status.applied() {
            report.unchanged();
        } else if report.size.target > 0 {
            report.size.over_target =
                (report.size.after + report.size.overhead).saturating_sub(report.size.target);
        }
        let mut mend = std::mem::take(&mut self.mend);
        report.warnings.append(&mut mend.warnings);
        report.warnings.extend(report.stored.warning());
        let preset = systems::of(&self.config);
        preset.learn(
            &self.config,
            &mut self.memory,
            &RunEnd {
                status: mend.failed.unwrap_or(status),
                forced: self.forced,
                rescue: report.system.rescue,
                fallback: report.memory.fallback.as_ref().map(|cause| cause.code),
            },
        );
        // Whatever was tried: what is larger than the window is not to be sent.
        report.blocks_send |= mend.blocks_send || status == Ending::Unreachable;
        self.fit.report_size(&mut report, &self.config);
        self.note_window(&mut report.size);
        let is_changed = status.applied() && !report.is_of_news();
        if is_changed && !mend.repairs() {
            for index in std::mem::take(&mut report.cut.stayed) {
                self.memory.pin(self.shown.hash(index));
            }
        }
        match report.cache_look.take() {
            Some(look) => self.memory.cache = look.commit(&mut report, is_changed),
            None => report.cache.breakpoints = vec![report.size.messages_after],
        }
        if is_changed {
            // What spoke for the dialect may be gone now.
            self.memory.dialect = self.spoken.or(self.memory.dialect);
            self.shown.expect_dialect(self.memory.dialect);
            self.memory.acted_on = report.reported;
            self.memory.run_messages = report.size.messages_after;
            if let Some(mark) = report.memory.mark.take() {
                self.memory.remember(mark);
                self.memory.summarized_messages = report.size.messages_after;
            }
        }
        self.memory.last_used = report.size.used_after;
        let fit = self.fit.of_provider();
        self.memory.unlisted_tokens = fit.unlisted;
        self.memory.usage_scale = fit.unlisted.map_or(0, |_| fit.scale);
        self.memory.doubted = fit.doubted;
        self.memory.counted_by = self.config.counted_by();
        report.system.failed_attempt = self.memory.failed_attempt;
        report.follow_up(status, self.config.tuning.application);
        report.memory.context_unused = self.context_unused;
        report.unread.1 = report.unread.0 > self.memory.unread_parts;
        self.memory.unread_parts = report.unread.0;
        report.system.number = preset.status_number(status);
        let told = std::mem::take(&mut self.run).trigger.is_some();
        let result = RunResult::of(status, report, &self.config);
        self.memory.refusals.end(result.can_send);
        self.actions.push_back(Action::Done {
            tried: told || status != Ending::Noop,
            applied: status.applied(),
            result: Box::new(result),
        });
    }
}

impl std::fmt::Debug for Compactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compactor")
            .field("state", &self.state())
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}
