//! The compactor: a state machine without I/O. It decides when to compact and what, asks the host for a summary, checks it, and only then
//! hands over a patch.
//!
//! **After each call of a `handle_*` method, call [`Compactor::poll_action`] until it returns `None`.**
//!
//! ```text
//! Idle --handle_messages--> (Done | Offloading | Summarizing | Committing)
//! Offloading --handle_stored, handle_store_failed--> (Offloading | Summarizing | Committing | Done)
//! Summarizing --handle_summary--> (Summarizing | Restoring | Committing | Done)
//! Summarizing --handle_failure--> (Summarizing | Restoring | Committing | Done)
//! Restoring --handle_restored--> (Committing | Done)
//! Committing --handle_current--> Done (applied, or stale)    any --cancel--> Done
//! any, after the action `Hook` --handle_hook--> the same
//! Done --handle_messages--> as from Idle
//! Idle, Done --handle_provider_error--> the same; the next run does what the refusal asks for
//! ```
//!
//! Any other call is the error `InvalidState` and changes nothing. The host keeps its list until `Done` says `applied`.
//!
//! Each system in [`crate::systems`] decides the order of the steps. The steps themselves are here and are shared.

pub(crate) mod account;
pub mod action;
pub(crate) mod admit;
pub mod ahead;
pub mod answer;
pub mod ask;
pub mod begin;
pub(crate) mod debt;
mod explain;
pub mod fallback;
pub mod fit;
pub mod fold;
pub(crate) mod given;
pub(crate) mod guard;
mod hook;
pub mod install;
pub mod judge;
mod ledger;
pub mod live;
pub mod log;
pub mod offload;
mod past;
pub(crate) mod payload;
pub mod pins;
mod planned;
mod refusal;
pub mod refusals;
pub mod remind;
pub mod report;
pub(crate) mod retain;
pub mod retire;
pub mod room;
mod saved;
pub mod settle;
pub mod step;
pub mod summarize;
pub mod update;
pub mod words;

pub use action::{Action, Answer, Ending, RestoredFile, RunningAgent, Status, SummaryRequest, Turn, WantedFile};
pub use pins::{Pin, PinReport};
pub use planned::{Plan, PlannedOutput, PlannedSize, PlannedSummary};
pub use report::{
    Breakdown, Cache, Cut, DeltaReport, Followup, MemoryReport, Parts, Reason, Report, RetentionReport, Size, Stored, StoredOutputs, SystemReport,
    Went,
};
pub use words::{Event, Mime, Purpose, RecordInput, SecondCall, Trigger, Why};

use crate::config::Config;
use crate::error::{Error, ErrorKind, Result};
use crate::history;
use crate::host::patch::Patch;
use crate::host::units::utf16_len;
use crate::host::view::{AsView, Kind, View, ViewExt};
use crate::measure::Estimator;
use crate::notes::snapshot::Snapshot;
use crate::provider::errors::classify_error;
use crate::provider::models::LimitFrom;
use crate::provider::recover::Recovery;
use crate::systems;
use admit::Waiting;
use ahead::Ahead;
use ledger::Ledger;
use offload::Offloading;
use past::Past;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;
use step::{Ended, Memory, Outcome, Pending, Prepared, Step};

#[derive(Clone)]
enum State {
    Idle,
    Offloading(Box<Offloading>),
    Ahead(Box<Ahead>),
    Summarizing(Box<Pending>),
    Restoring(Box<Pending>, Box<Snapshot>),
    Committing(Box<Prepared>),
    Done,
}

/// The compactor: a state machine that compacts one conversation.
///
/// After each call of a `handle_*` method, call [`poll_action`](Self::poll_action) until it returns `None`, and do what each [`Action`] says.
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
    /// The options as the host gave them.
    given: Config,
    /// The options in effect: no limit is above what the provider's refusals told.
    config: Config,
    state: State,
    actions: VecDeque<Action>,
    memory: Memory,
    forced: bool,
    /// Hash of the messages that the run is planned on. Sizes alone would not show that a text was replaced by one of the same length.
    planned_on: u64,
    /// The history as it was last shown, so that the next run reads only what is new.
    ledger: Ledger,
    /// What earlier runs made of a list that the host keeps in full.
    past: Arc<Past>,
    /// How often the past has changed.
    past_version: u64,
    /// What was told shorter last, and may belong to the past.
    waiting: Arc<Waiting>,
    /// Whether the list of the next run, or of this one, is the host's full list as the past makes it.
    of_view: (bool, bool),
    /// The patch that was handed over last.
    patch: Patch,
    /// Whether the hook is the action that was polled last, so that its answer may come.
    hooked: bool,
    /// Whether the hook said something that no model was told yet.
    unheard: bool,
}

impl Compactor {
    /// A compactor with these options, for one conversation.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            ledger: Ledger::new(&config),
            given: config.clone(),
            config,
            state: State::Idle,
            actions: VecDeque::new(),
            memory: Memory::default(),
            forced: false,
            planned_on: 0,
            past: Arc::default(),
            past_version: 0,
            waiting: Arc::default(),
            of_view: (false, false),
            patch: Patch::default(),
            hooked: false,
            unheard: false,
        }
    }

    /// Starts a run: reads the conversation and decides whether something has to be done, and what.
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
    /// `Busy` while a run goes on; `InvalidConfig` if no context window is known and the run is not forced, or if the preset does not use what
    /// `turn` holds; and any error of reading the messages. The state stays as it was.
    pub fn handle_messages<V: AsView + ?Sized>(&mut self, messages: &V, turn: Turn) -> Result<()> {
        let messages = &messages.as_view();
        self.expect_idle()?;
        // What the host gave; a refusal may add to it.
        given::check(&turn, systems::of(&self.config), systems::all())?;
        let demand = self.memory.refusals.demand().cloned();
        let turn = Turn { remembered: self.memory.remembered.clone(), ..refusal::pressed(turn, demand.as_ref(), &self.config) };
        let forced = turn.activity.force;
        // Everything is read: what is planned here must not stand on a message that was edited in place.
        self.ledger.read(messages)?;
        self.expect_window(forced)?;
        self.expect_pins(&turn)?;
        let begun = match refusal::begin(self.ledger.history(), messages, &turn, demand.as_ref(), &self.memory) {
            Some(begun) => begun,
            None => {
                let begun = systems::begin(self.ledger.copy(), messages, turn, &self.memory)?;
                let Some(begun) = self.or_admitting(begun, messages) else { return Ok(()) };
                begun
            }
        };
        let planned_on = match admit::rests_on(&begun.step) {
            _ if matches!(begun.step, Step::Finish(..)) => 0,
            Some((from, length)) => history::list_hash(messages, from..length)?,
            None => history::list_hash(messages, 0..messages.len())?,
        };
        self.start(begun, forced, planned_on);
        Ok(())
    }

    /// What [`handle_messages`](Self::handle_messages) with these arguments would lead to. The compactor stays as it is. For a list that the host
    /// keeps in full, the plan is of the list that former runs made of it.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, Turn};
    /// use serde_json::json;
    ///
    /// let compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let plan = compactor.plan(&json!([{ "role": "user", "content": "Hi" }]), Turn::new())?;
    /// assert_eq!((plan.status, plan.reason.code), ("unchanged", "below_trigger"));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`handle_messages`](Self::handle_messages).
    pub fn plan<V: AsView + ?Sized>(&self, messages: &V, turn: Turn) -> Result<Plan> {
        let messages = &messages.as_view();
        let mut trial = self.clone();
        if trial.view(messages, 0)?.is_some() {
            let listed = trial.view_patch().apply(&messages.to_value()?)?;
            return trial.planned(&listed, turn);
        }
        trial.planned(messages, turn)
    }

    /// Plans with this compactor, which is not used any more afterwards.
    fn planned<V: AsView + ?Sized>(mut self, messages: &V, turn: Turn) -> Result<Plan> {
        self.handle_messages(messages, turn)?;
        let mut stores: Vec<PlannedOutput> = Vec::new();
        let mut done = None;
        let mut asked = (0, 0);
        let mut restores = false;
        while let Some(action) = self.poll_action() {
            match action {
                Action::Offload { key, text, .. } => {
                    stores.push(PlannedOutput { key: key.clone(), chars: utf16_len(&text) as u64 });
                    self.handle_stored(&key)?;
                }
                Action::Summarize { request } => asked = (request.input_tokens, request.max_output_tokens),
                Action::Done { status, report, .. } => done = Some((status, report)),
                Action::Restore { .. } => {
                    self.handle_restored(&[])?;
                    restores = true;
                }
                Action::Hook { .. } | Action::Apply { .. } => {}
            }
        }
        let plan = match (self.state, done) {
            (State::Summarizing(pending), _) => planned::summarized(*pending, asked),
            (State::Committing(prepared), _) => planned::ready(*prepared, &self.config.summarize),
            (_, Some((status, report))) => planned::plan_of(status.name(), *report),
            (_, None) => return Err(Error::new(ErrorKind::Internal, "", "a run ended without a result")),
        };
        let patch = plan.patch.filter(|_| !restores);
        Ok(Plan { stores, patch, ..plan })
    }

    /// As [`handle_messages`](Self::handle_messages), for a host that knows that the first `from` messages are as they were when the compactor
    /// last saw them: `news` holds the others only, and nothing else is read. If `news` is one message and the compactor knows as many messages
    /// as before, it may have grown.
    ///
    /// Gives `false` where the messages themselves are needed. Nothing has begun then: call [`handle_messages`](Self::handle_messages).
    ///
    /// ```
    /// use conspectus::{Compactor, Config, Turn};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let mut messages = vec![json!({ "role": "user", "content": "Hi" })];
    /// compactor.handle_messages(&messages, Turn::new())?;
    /// while compactor.poll_action().is_some() {}
    /// messages.push(json!({ "role": "assistant", "content": "Hello" }));
    /// let known = compactor.known_messages();
    /// assert!(compactor.handle_news(known, &messages[known..], Turn::new())?);
    /// assert_eq!(compactor.known_messages(), 2);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`handle_messages`](Self::handle_messages), and `InvalidConfig` at `/from` if it is more than
    /// [`known_messages`](Self::known_messages).
    pub fn handle_news<V: AsView + ?Sized>(&mut self, from: usize, news: &V, turn: Turn) -> Result<bool> {
        let news = &news.as_view();
        self.expect_idle()?;
        given::check(&turn, systems::of(&self.config), systems::all())?;
        // What a refusal asks for needs a look at the messages.
        if !self.ledger.sync(from, news)? || self.memory.refusals.demand().is_some() {
            return Ok(false);
        }
        let forced = turn.activity.force;
        self.expect_window(forced)?;
        self.expect_pins(&turn)?;
        let Some(begun) = (systems::of(&self.config).glance)(self.ledger.history(), &turn, &self.memory) else { return Ok(false) };
        let first = self.ledger.len() - news.len();
        let Some(begun) = self.or_admitting(begun, news) else { return Ok(false) };
        let planned_on = match admit::rests_on(&begun.step) {
            Some((from, length)) => history::list_hash(news, from - first..length - first)?,
            None => 0,
        };
        self.start(begun, forced, planned_on);
        Ok(true)
    }

    /// Takes a provider's error and says what to do about it. Where the history has to change, the next run does so, whatever the estimates say:
    /// send again after it. Where an error states a limit, no later prompt exceeds it; that is saved too.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, Remedy};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let error = json!({ "status": 400, "message": "prompt is too long: 140000 tokens > 131072 maximum" });
    /// let recovery = compactor.handle_provider_error(&error)?;
    /// assert_eq!((recovery.action, recovery.ceiling_tokens), (Remedy::Compact, Some(131_072)));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Busy` while a run goes on; `TooDeep` if the error is nested deeper than the limit.
    pub fn handle_provider_error<V: AsView + ?Sized>(&mut self, error: &V) -> Result<Recovery> {
        self.expect_idle()?;
        let error = classify_error(error)?;
        let recovery = self.memory.refusals.take(error, step::window(&self.given).ok().flatten(), self.memory.last_used);
        self.apply_limits();
        Ok(recovery)
    }

    /// Puts the limits that refusals told into effect. A ledger of other options is none of these.
    fn apply_limits(&mut self) {
        let config = self.memory.refusals.applied_to(&self.given, step::window(&self.given).ok().flatten());
        if config != self.config {
            self.ledger = Ledger::new(&config);
            self.config = config;
        }
    }

    /// The run, or one that tells new results shorter if it would do nothing. `None` where all messages are needed for that.
    fn or_admitting<V: View>(&mut self, begun: step::Begun, news: &V) -> Option<step::Begun> {
        if systems::of(&self.config).admits {
            return admit::or_admitting(begun, &mut self.ledger, news);
        }
        Some(begun)
    }

    /// How many messages the compactor knows from its last run. It keeps their sizes, not the messages.
    #[must_use]
    pub fn known_messages(&self) -> usize {
        self.ledger.len()
    }

    /// The compactor without what it knows of messages, and apart from it the history that it keeps. For bindings, which copy the one and not the
    /// other.
    pub(crate) fn part(&mut self) -> Ledger {
        std::mem::replace(&mut self.ledger, Ledger::new(&self.config))
    }

    pub(crate) fn join(&mut self, ledger: Ledger) {
        self.ledger = ledger;
    }

    /// As [`wanted_texts`](Self::wanted_texts), for the messages of [`handle_news`](Self::handle_news).
    ///
    /// # Errors
    /// As there.
    pub fn wanted_texts_of_news<V: AsView + ?Sized>(&mut self, from: usize, news: &V) -> Result<Vec<String>> {
        let news = &news.as_view();
        if self.config.estimator != Estimator::Host {
            return Ok(Vec::new());
        }
        // What is to be read again as a whole is counted then.
        self.ledger.sync(from, news)?;
        Ok(self.ledger.take_wanted(from))
    }

    /// For hosts that keep the full list and hand it over each time: how many of its messages former runs of this compactor have replaced;
    /// `None` if it does not begin with them. [`view_patch`](Self::view_patch) then makes the compacted list of it, and the next run is to
    /// have that list. `same` says how many of the first messages the host knows to be unchanged since the last call; 0 if it cannot tell.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, Patch, Turn};
    /// use serde_json::json;
    ///
    /// let step = |turn: usize| json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) });
    /// let full: Vec<_> = std::iter::once(json!({ "role": "user", "content": "Fix it." })).chain((0..40).map(step)).collect();
    /// let mut compactor = Compactor::new(Config::builder().context_window(6_000).build()?);
    /// assert_eq!(compactor.view(&full, 0)?, None);
    /// compactor.handle_messages(&full, Turn::new())?;
    /// while let Some(action) = compactor.poll_action() {
    ///     if let Action::Apply { .. } = action {
    ///         compactor.handle_current(&full)?;
    ///     }
    /// }
    /// assert_eq!(compactor.view(&full, 0)?, Some(41));
    /// let now = compactor.view_patch().apply_to(&full)?;
    /// assert!(now.len() < full.len());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `TooDeep` if a message is nested deeper than the limit.
    pub fn view<V: AsView + ?Sized>(&mut self, full: &V, same: usize) -> Result<Option<usize>> {
        let full = &full.as_view();
        let waiting = std::mem::take(&mut self.waiting);
        if let Some(past) = waiting.joined(&self.past, full, same)? {
            self.past = Arc::new(past);
            self.past_version += 1;
        }
        let begins = full.kind() == Kind::Array && self.past.begins(full, same)?;
        self.of_view.0 = begins;
        Ok(begins.then_some(self.past.covered))
    }

    /// As [`view`](Self::view), for a host that knows that the first `same` messages are unchanged since the last call and whose list is at
    /// least as long. The messages are not looked at.
    pub fn view_known(&mut self, same: usize) -> Option<usize> {
        self.of_view.0 = self.past.covered > 0 && same >= self.past.covered;
        self.of_view.0.then_some(self.past.covered)
    }

    /// After a run that told new results shorter, the index of a message by which a host that keeps the full list is known; `None` otherwise.
    /// Where [`view_goes_on`](Self::view_goes_on) says so of it, call [`view`](Self::view).
    #[must_use]
    pub fn view_waits(&self) -> Option<usize> {
        self.waiting.place(&self.past)
    }

    /// Whether this message, at that index of the host's list, is as it was before the run. If not, the host has taken the run's result over.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn view_goes_on<V: AsView + ?Sized>(&mut self, message: &V) -> Result<bool> {
        let goes_on = self.waiting.is_shown(&message.as_view())?;
        if !goes_on {
            self.waiting = Arc::default();
        }
        Ok(goes_on)
    }

    /// Whether a list that begins with these messages can be one for which [`view`](Self::view) gives a number. A host that would have to
    /// copy its list asks this of the first few messages.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn view_starts<V: AsView + ?Sized>(&self, head: &V) -> Result<bool> {
        self.past.starts(&head.as_view())
    }

    /// How many messages of the host's full list former runs have replaced.
    #[must_use]
    pub fn view_covers(&self) -> usize {
        self.past.covered
    }

    /// The patch that makes the compacted list of a list for which [`view`](Self::view) gave a number.
    #[must_use]
    pub fn view_patch(&self) -> Patch {
        self.past.patch()
    }

    /// A number that changes with that patch.
    #[must_use]
    pub fn view_version(&self) -> u64 {
        self.past_version
    }

    /// What the compactor remembers, as plain data: failures and the rest after them, the calibration, and what was summarised of a list that
    /// the host keeps in full. Options are not in it, nor is a run that goes on. [`load`](Self::load) makes a compactor of it.
    ///
    /// ```
    /// use conspectus::{Compactor, Config};
    ///
    /// let state = Compactor::new(Config::default()).save();
    /// let compactor = Compactor::load(Config::default(), &state)?;
    /// assert_eq!(compactor.save(), state);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> Value {
        saved::saved(&self.memory, &self.past, &self.waiting)
    }

    /// A compactor with these options that remembers what another one [saved](Self::save).
    ///
    /// # Errors
    /// `InvalidSave` with the path in `state` if it is not what `save` gave.
    pub fn load(config: Config, state: &Value) -> Result<Self> {
        let (memory, past, waiting) = saved::loaded(state)?;
        let mut loaded = Self { memory, past: Arc::new(past), past_version: 1, waiting: Arc::new(waiting), ..Self::new(config) };
        loaded.apply_limits();
        Ok(loaded)
    }

    /// The texts of `messages` that the host has not counted yet; empty unless the estimator is [`Estimator::Host`]. Pass their counts to
    /// [`provide_counts`](Self::provide_counts) before you call [`handle_messages`](Self::handle_messages). A text without a count is
    /// estimated.
    ///
    /// # Errors
    /// Any error of reading the messages.
    pub fn wanted_texts<V: AsView + ?Sized>(&mut self, messages: &V) -> Result<Vec<String>> {
        let messages = &messages.as_view();
        if self.config.estimator != Estimator::Host {
            return Ok(Vec::new());
        }
        self.ledger.read(messages)?;
        Ok(self.ledger.take_wanted(0))
    }

    /// Takes the token counts of the texts that [`wanted_texts`](Self::wanted_texts) returned, in the same order.
    ///
    /// # Errors
    /// As [`History::provide_counts`](crate::History::provide_counts).
    pub fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        self.ledger.provide_counts(counts)
    }

    /// The next thing that the host has to do; `None` if there is nothing more before the next `handle_*`.
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
        let action = self.actions.pop_front();
        self.hooked = matches!(action, Some(Action::Hook { .. }));
        #[cfg(feature = "tracing")]
        action.iter().for_each(log::trace);
        action
    }

    /// Takes what the host's hook has to say to the summariser, after the last [`Action::Hook`] and before the next action is polled. It is
    /// heard as [`Turn::hook_instructions`] is, behind those, and both together are capped as those are. A run that asks no model does not use
    /// it, and tells a log so.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, Summarizer, Turn};
    /// use serde_json::json;
    ///
    /// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
    /// for turn in 0..20 {
    ///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
    ///     messages.push(json!({ "role": "user", "content": "Go on." }));
    /// }
    /// let mut compactor = Compactor::new(Config::builder().context_window(8_000).summarize(Summarizer::Host).build()?);
    /// compactor.handle_messages(&messages, Turn::forced())?;
    /// while let Some(action) = compactor.poll_action() {
    ///     match action {
    ///         Action::Hook { .. } => compactor.handle_hook("The branch is `fix/tests`.")?,
    ///         Action::Summarize { request } => {
    ///             assert!(request.messages[0]["content"].to_string().contains("The branch is `fix/tests`."));
    ///             compactor.cancel();
    ///         }
    ///         _ => {}
    ///     }
    /// }
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidState` unless the hook is the action that was polled last.
    pub fn handle_hook(&mut self, text: &str) -> Result<()> {
        if !std::mem::take(&mut self.hooked) {
            let message = "handle_hook does not fit: it answers the action `hook`, once, before the next action is polled";
            return Err(Error::new(ErrorKind::InvalidState, "", message));
        }
        if text.trim().is_empty() {
            return Ok(());
        }
        match &mut self.state {
            State::Summarizing(pending) => hook::said(pending, &mut self.actions, text),
            // Whether a model is asked is not known yet.
            State::Offloading(offloading) => {
                hook::add(offloading.turn_mut(), text);
                self.unheard = true;
            }
            State::Ahead(ahead) => {
                hook::add(ahead.turn_mut(), text);
                self.unheard = true;
            }
            _ => self.unheard = true,
        }
        // A run may be over before its hook is told.
        if let Some(Action::Done { report, .. }) = self.actions.back_mut() {
            report.hook_unheard = self.unheard;
        }
        Ok(())
    }

    /// Says that the output of the last [`Action::Offload`] is stored. `locator` says where: a path, a key or a URL. It is shown in the
    /// history.
    ///
    /// # Errors
    /// `InvalidState` unless the run waits for the store.
    pub fn handle_stored(&mut self, locator: &str) -> Result<()> {
        self.store_answered("handle_stored", Ok(locator))
    }

    /// Says that the output of the last [`Action::Offload`] could not be stored. It stays in the history. `message` goes into the report.
    ///
    /// # Errors
    /// `InvalidState` unless the run waits for the store.
    pub fn handle_store_failed(&mut self, message: &str) -> Result<()> {
        self.store_answered("handle_store_failed", Err(message))
    }

    /// Takes the model's answer to the last [`Action::Summarize`].
    ///
    /// # Errors
    /// `InvalidState` unless the run waits for a summary.
    pub fn handle_summary(&mut self, text: &str) -> Result<()> {
        self.handle_answer(Answer { text, ..Answer::default() })
    }

    /// As [`handle_summary`](Self::handle_summary), with the tokens that the provider reported for the call.
    ///
    /// # Errors
    /// `InvalidState` unless the run waits for a summary.
    pub fn handle_answer(&mut self, answer: Answer<'_>) -> Result<()> {
        self.expect(matches!(self.state, State::Summarizing(_)), "handle_summary")?;
        if let State::Summarizing(pending) = std::mem::replace(&mut self.state, State::Done) {
            let spare = fallback::spare(&pending);
            self.take(fallback::instead(answer::answered(*pending, answer), spare));
        }
        Ok(())
    }

    /// Says that the model call of the last [`Action::Summarize`] failed. `message` goes into the report.
    ///
    /// # Errors
    /// `InvalidState` unless the run waits for a summary.
    pub fn handle_failure(&mut self, message: &str) -> Result<()> {
        self.expect(matches!(self.state, State::Summarizing(_)), "handle_failure")?;
        if let State::Summarizing(pending) = std::mem::replace(&mut self.state, State::Done) {
            let spare = fallback::spare(&pending);
            self.take(fallback::instead(answer::failed(*pending, message), spare));
        }
        Ok(())
    }

    /// Takes the files of the last [`Action::Restore`], as they are now. A file that is not in the list counts as missing.
    ///
    /// # Errors
    /// `InvalidState` unless the run waits for files.
    pub fn handle_restored(&mut self, files: &[RestoredFile]) -> Result<()> {
        self.expect(matches!(self.state, State::Restoring(..)), "handle_restored")?;
        if let State::Restoring(pending, snapshot) = std::mem::replace(&mut self.state, State::Done) {
            self.take(settle::restored(*pending, &snapshot, files));
        }
        Ok(())
    }

    /// Takes the list as it is now, just before the patch is applied. New messages at its end are allowed. If anything else has changed, the
    /// run ends as [`Status::Stale`].
    ///
    /// # Errors
    /// `InvalidState` unless a patch is ready.
    pub fn handle_current<V: AsView + ?Sized>(&mut self, messages: &V) -> Result<()> {
        self.handle_current_news(0, messages)
    }

    /// The first message that the run rests on: 0, but for a run that only tells new results shorter. A host that knows that the messages before
    /// it are as they were needs to show only the others, by [`handle_current_news`](Self::handle_current_news).
    #[must_use]
    pub fn current_from(&self) -> usize {
        if let State::Committing(prepared) = &self.state {
            prepared.from
        } else {
            0
        }
    }

    /// As [`handle_current`](Self::handle_current), with the messages from index `from` on.
    ///
    /// # Errors
    /// As there, and `InvalidConfig` at `/from` if it is more than [`current_from`](Self::current_from).
    pub fn handle_current_news<V: AsView + ?Sized>(&mut self, from: usize, news: &V) -> Result<()> {
        let news = &news.as_view();
        self.expect(matches!(self.state, State::Committing(_)), "handle_current")?;
        if from > self.current_from() {
            let message = format!("from must be at most {}, the first message that the run rests on, got `{from}`", self.current_from());
            return Err(Error::new(ErrorKind::InvalidConfig, "/from", message));
        }
        if let State::Committing(prepared) = std::mem::replace(&mut self.state, State::Done) {
            let Prepared { length, status, mut report, dialect, patch, from: first, .. } = *prepared;
            let is_as_long = news.kind() == Kind::Array && from + news.len() >= length;
            if is_as_long && history::list_hash(news, first - from..length - from).is_ok_and(|hash| hash == self.planned_on) {
                // A text in place of a text makes no list worse.
                let is_new = report.admitted.results > 0;
                let worse = (!is_new).then(|| guard::worse(self.config.clone().with_dialect(Some(dialect)), news, &patch)).flatten();
                if let Some(reason) = worse {
                    self.finish(Ending::FailedInvalidResult, Report { reason, ..report });
                    return Ok(());
                }
                let before = if self.of_view.1 { std::mem::take(&mut self.past) } else { Arc::default() };
                if is_new {
                    let message = news.at(first - from).map(|message| Waiting::of(length, (first, &message), &patch));
                    self.waiting = Arc::new(message.and_then(Result::ok).unwrap_or_default());
                    self.past_version += u64::from(!self.of_view.1);
                    self.past = before;
                } else {
                    // A past that does not fit is forgotten: the host's list is then taken as it is.
                    self.past = Arc::new(before.after(news, length, &self.patch).unwrap_or_default());
                    self.past_version += 1;
                }
                self.finish(status, report);
            } else {
                report.reason = Reason::new("history_changed", "the history changed while the summary was made");
                self.finish(Ending::Stale, report);
            }
        }
        Ok(())
    }

    /// Ends the run, whatever it waits for, and drops all actions that were not polled. Without a run it does nothing.
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
            State::Ahead(ahead) => ahead.into_report(),
            State::Summarizing(pending) | State::Restoring(pending, _) => pending.report,
            State::Committing(prepared) => prepared.report,
            state @ (State::Idle | State::Done) => {
                self.state = state;
                return;
            }
        };
        self.actions.clear();
        self.hooked = false;
        self.finish(Ending::Cancelled, Report { reason: Reason::new("cancelled", "cancelled by the host"), ..report });
    }

    /// The state as a word: `idle`, `offloading`, `summarizing`, `restoring`, `committing` or `done`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match self.state {
            State::Idle => "idle",
            State::Offloading(_) | State::Ahead(_) => "offloading",
            State::Summarizing(_) => "summarizing",
            State::Restoring(..) => "restoring",
            State::Committing(_) => "committing",
            State::Done => "done",
        }
    }

    /// The options of this compactor, as they were given.
    #[must_use]
    #[expect(clippy::misnamed_getters, reason = "the field of that name holds the options in effect")]
    pub fn config(&self) -> &Config {
        &self.given
    }

    fn start(&mut self, begun: step::Begun, forced: bool, planned_on: u64) {
        self.memory.refusals.begin();
        (self.forced, self.planned_on) = (forced, planned_on);
        self.of_view = (false, self.of_view.0);
        self.unheard = false;
        if let Some(trigger) = begun.trigger {
            self.actions.push_back(Action::Hook { event: Event::PreCompress, trigger });
        }
        self.take(begun.step);
    }

    fn expect_window(&self, forced: bool) -> Result<()> {
        if step::window(&self.config)?.is_none() && !forced {
            let message = "context_window (in tokens) is needed to decide when to compact; give it, or force";
            return Err(Error::new(ErrorKind::InvalidConfig, "/context_window", message));
        }
        Ok(())
    }

    /// How the window is known.
    fn window_from(&self) -> LimitFrom {
        if self.config.context_window != self.given.context_window {
            LimitFrom::Observed
        } else if self.given.context_window.is_none() {
            LimitFrom::Assumed
        } else if self.given.window_of_model {
            LimitFrom::Table
        } else {
            LimitFrom::Declared
        }
    }

    fn expect_pins(&self, turn: &Turn) -> Result<()> {
        if !turn.pinned.is_empty() && !systems::of(&self.config).pins {
            let users: Vec<&str> = systems::all().filter(|system| system.pins).map(|system| system.habits.name).collect();
            let message = format!("the preset pins nothing; `{}` does. Leave `pinned` out.", users.join("`, `"));
            return Err(Error::new(ErrorKind::InvalidConfig, "/pinned", message));
        }
        pins::check(&turn.pinned, self.ledger.history().len())
    }

    fn expect_idle(&self) -> Result<()> {
        if matches!(self.state, State::Idle | State::Done) && self.actions.is_empty() {
            return Ok(());
        }
        let message = "the compactor is busy with a run: wait for its end or cancel it; make one compactor for each conversation";
        Err(Error::new(ErrorKind::Busy, "", message))
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
        self.expect(matches!(self.state, State::Offloading(_) | State::Ahead(_)), call)?;
        match std::mem::replace(&mut self.state, State::Done) {
            State::Offloading(offloading) => self.take(answer::stored(*offloading, answer)),
            State::Ahead(ahead) => self.take(ahead.answered(answer)),
            state => self.state = state,
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
            Step::Ahead(ahead) => {
                self.actions.extend(ahead.action());
                self.state = State::Ahead(ahead);
            }
            Step::Summarize(mut pending, request) => {
                pending.report.summary_input_tokens = request.input_tokens;
                pending.report.summary_followed = request.follows_conversation;
                pending.last_request = pending.system.retries_refused.then(|| request.clone());
                self.unheard = false;
                self.actions.push_back(Action::Summarize { request: *request });
                self.state = State::Summarizing(pending);
            }
            Step::Restore(pending, snapshot, files) => {
                self.actions.push_back(Action::Restore { files });
                self.state = State::Restoring(pending, snapshot);
            }
            Step::Settle(outcome) => match *outcome {
                Outcome::Ready { patch, prepared } => {
                    self.patch = patch.clone();
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
        (system.learn)(
            &self.config,
            &mut self.memory,
            &Ended { status, forced: self.forced, rescue: report.system.rescue, fallback: report.memory.fallback.as_ref().map(|cause| cause.code) },
        );
        // Whatever was tried: what is larger than the window is not to be sent.
        let window = step::window(&self.config).ok().flatten().unwrap_or(u64::MAX);
        report.blocks_send |= status == Ending::Unreachable || report.size.used_after > window;
        report.size.window = Some(window).filter(|window| *window < u64::MAX);
        report.size.window_from = report.size.window.map(|_| self.window_from());
        let is_changed = status.applied() && report.admitted.results == 0;
        match report.account.take() {
            Some(account) => self.memory.debt = account.settle(&mut report, is_changed),
            None => report.cache.breakpoints = vec![report.size.messages_after],
        }
        if is_changed {
            self.memory.acted_on = report.reported;
            if let Some(mark) = report.mark.take() {
                self.memory.remember(mark);
            }
        }
        self.memory.last_used = report.size.used_after;
        self.memory.last_deficit = report.system.last_deficit;
        self.memory.calibration = report.calibration;
        report.system.failures = self.memory.failures;
        report.system.failed_attempt = self.memory.failed_attempt;
        report.follow_up(status, self.config.application);
        report.hook_unheard = self.unheard;
        report.system.status = status.name();
        report.system.number = (system.status_number)(status);
        self.actions.push_back(Action::Done {
            status: status.status(),
            applied: status.applied(),
            summary: report.summary.take(),
            report: Box::new(report),
        });
        self.state = State::Done;
        self.patch = Patch::default();
    }
}

impl std::fmt::Debug for Compactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compactor").field("state", &self.state()).field("config", &self.config).finish_non_exhaustive()
    }
}
