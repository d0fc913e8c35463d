//! How a run begins: with all messages, with the new ones, as a plan only, or because a provider
//! refused a prompt.

use super::{Compactor, given};
use crate::check::validate::OWN_FIELD;
use crate::compactor::contract::plan_of;
use crate::compactor::stages::mend::{self, Mend};
use crate::compactor::stages::reported::{self, Counted, Fit};
use crate::compactor::stages::{after_refusal, condense, pins, planned};
use crate::compactor::{Ask, Run, draft};
use crate::history::{self, Copied};
use crate::host::units::utf16_len;
use crate::read::media::sanitize_label;
use crate::{
    Action, CompactArgs, ConfiguredHistory, Error, ErrorKind, Item, Pin, Plan, PlannedOutput,
    Recovery, Result, classify_error, systems,
};
use std::collections::BTreeSet;

impl Compactor {
    /// Starts a run: reads the conversation and decides whether and how to compact it.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new().prompt_tokens(12))?;
    /// assert_eq!(compactor.state(), "done");
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Busy` while a run is in progress; `InvalidOption` if no context window is known and the run
    /// is not forced, or if the preset does not use an argument in `turn`; and any error of reading
    /// the messages. On an error the state does not change.
    pub fn handle_messages<'v>(
        &mut self,
        messages: impl Into<Item<'v>>,
        turn: CompactArgs,
    ) -> Result<()> {
        let messages = &messages.into();
        if self.handle_lengths(messages, &turn)? {
            return Ok(());
        }
        // Everything is read: what is planned here must not stand on a message that was edited in
        // place.
        self.shown.read(messages)?;
        self.expect_read(self.shown.history())?;
        let demand = after_refusal::suited(
            self.memory.refusals.demand().cloned(),
            self.shown.history(),
            &turn,
            &self.memory,
        );
        let turn = CompactArgs {
            remembered: self.memory.remembered.clone(),
            understood: self.shown.understood(),
            pinned: self.pinned(messages, &turn),
            ..after_refusal::pressed(turn, demand.as_ref(), &self.config)
        };
        let forced = turn.force;
        self.expect_given(&turn)?;
        let fit = self.fit(&turn);
        let begun = match after_refusal::begin(
            self.shown.history(),
            messages,
            &turn,
            demand.as_ref(),
            &self.memory,
        ) {
            Some(begun) => begun,
            None => match self.mended(messages, &turn)? {
                Some((history, list, turn)) => {
                    systems::first_step(history, &Item::from(&list), turn, &self.memory)?
                }
                None => {
                    let history = self.shown.history().clone();
                    let begun = systems::first_step(history, messages, turn, &self.memory)?;
                    let Some(begun) = condense::or_admitting(begun, &mut self.shown, messages)
                    else {
                        return Ok(());
                    };
                    begun
                }
            },
        };
        let planned_on = match condense::rests_on(&begun) {
            _ if matches!(begun.asks[..], [Ask::Nothing(..)]) && !self.mend.repairs() => 0,
            Some((from, length)) => history::list_hash(messages, from..length),
            None => self
                .shown
                .list_hash(messages.len())
                .unwrap_or_else(|| history::list_hash(messages, 0..messages.len())),
        };
        self.start(begun, fit, forced, planned_on);
        Ok(())
    }

    /// What the host pins, and what it pinned before by our field or was kept for it.
    fn pinned(&mut self, messages: &Item<'_>, turn: &CompactArgs) -> Vec<Pin> {
        let mut pins = turn.pinned.clone();
        if !self.shown.is_sound() {
            messages.each_item(|index, message| {
                if message.get(OWN_FIELD).is_some() && pins::is_marked(&message) {
                    self.memory.pin(self.shown.hash(index));
                }
            });
        }
        let known = |hash: &String| u64::from_str_radix(hash, 16).ok();
        let known: BTreeSet<u64> = self.memory.pinned.iter().filter_map(known).collect();
        let is_kept = |index: &usize| {
            let hash = self.shown.hash(*index);
            hash.is_some_and(|hash| known.contains(&hash))
        };
        if !known.is_empty() {
            let kept = (0..self.shown.len()).filter(is_kept);
            pins.extend(kept.map(Pin::message));
        }
        pins
    }

    /// The repaired list, with its history and the turn; `None` if the run uses the list unchanged.
    fn mended(
        &mut self,
        messages: &Item<'_>,
        turn: &CompactArgs,
    ) -> Result<Option<(ConfiguredHistory, Copied, CompactArgs)>> {
        self.mend = Mend::default();
        if self.shown.is_sound() {
            return Ok(None);
        }
        let Some(found) = mend::look(self.shown.history(), messages, turn)? else {
            self.shown.excuse();
            return Ok(None);
        };
        self.mend = found.mend;
        Ok(found.list)
    }

    /// As [`handle_messages`](Self::handle_messages), if the lengths of the texts alone show that
    /// no change is needed. Returns `false` if the texts must be read, as for all short lists; no
    /// run has begun then. A host that must copy its messages calls this before it does.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let short = json!([{ "role": "user", "content": "Hi" }]);
    /// assert!(!compactor.handle_lengths(&short, &CompactArgs::new())?);
    /// let long = json!([{ "role": "user", "content": "Hi. ".repeat(30_000) }]);
    /// let mut compactor = Compactor::new(Config::builder().context_window(2_000_000).build()?);
    /// assert!(compactor.handle_lengths(&long, &CompactArgs::new())?);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`handle_messages`](Self::handle_messages).
    pub fn handle_lengths<'v>(
        &mut self,
        messages: impl Into<Item<'v>>,
        turn: &CompactArgs,
    ) -> Result<bool> {
        self.expect_idle()?;
        self.switch(turn.model.as_deref(), turn.prompt_tokens)?;
        // What the host gave; a refusal may add to it.
        given::check(turn, self.config.system)?;
        if self.is_outlived(turn) {
            self.memory.refusals.forget();
            self.apply_memory();
        }
        if self.memory.refusals.demand().is_some() || turn.is_plan {
            return Ok(false);
        }
        let turn = CompactArgs {
            remembered: self.memory.remembered.clone(),
            ..turn.clone()
        };
        let preset = systems::of(&self.config);
        let begun = self.shown.read_lengths(&messages.into(), |lengths| {
            let begun = preset.quick_check_lengths(lengths, &turn, &self.memory)?;
            Some((begun, reported::measure(lengths, &turn, &self.memory)))
        })?;
        let Some((begun, fit)) = begun.filter(|_| self.shown.is_sound()) else {
            return Ok(false);
        };
        if let Some(lengths) = self.shown.lengths() {
            self.expect_read(lengths)?;
        }
        self.expect_given(&turn)?;
        self.start(begun, fit, turn.force, 0);
        Ok(true)
    }

    /// What [`handle_messages`](Self::handle_messages) with these arguments would lead to. The
    /// compactor stays as it is. For a list that the host keeps in full, the plan is of the list
    /// that former runs made of it.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, ReasonCode, Status, CompactArgs};
    /// use serde_json::json;
    ///
    /// let compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let plan = compactor.plan(&json!([{ "role": "user", "content": "Hi" }]), CompactArgs::new())?;
    /// assert_eq!((plan.status, plan.code), (Status::Unchanged, ReasonCode::BelowTrigger));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`handle_messages`](Self::handle_messages).
    pub fn plan<'v>(&self, messages: impl Into<Item<'v>>, turn: CompactArgs) -> Result<Plan> {
        let messages = &messages.into();
        let mut copy = self.clone();
        let turn = CompactArgs {
            is_plan: true,
            ..turn
        };
        if copy.view(messages, 0)?.is_some() {
            let listed = copy.view_patch().apply(&pins::copy_of_read(messages))?;
            copy.handle_messages(&Copied::of(&listed), turn)?;
        } else {
            copy.handle_messages(messages, turn)?;
        }
        copy.ended()
    }

    /// As [`plan`](Self::plan), for a host that knows that the first `from` messages are as they
    /// were when the compactor last saw them: `news` holds the others only. `None` where the
    /// messages themselves are needed: call [`plan`](Self::plan).
    ///
    /// ```
    /// use conspectus::{Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let messages = vec![json!({ "role": "user", "content": "Hi" }), json!({ "role": "assistant", "content": "Hello" })];
    /// compactor.handle_messages(&messages, CompactArgs::new())?;
    /// while compactor.poll_action().is_some() {}
    /// let plan = compactor.plan_of_news(1, &messages[1..], CompactArgs::new())?;
    /// assert_eq!(plan, Some(compactor.plan(&messages, CompactArgs::new())?));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`handle_news`](Self::handle_news).
    pub fn plan_of_news<'v>(
        &self,
        from: usize,
        news: impl Into<Item<'v>>,
        turn: CompactArgs,
    ) -> Result<Option<Plan>> {
        if self.view_covers() > 0 || self.view_waits().is_some() {
            return Ok(None);
        }
        let mut copy = self.clone();
        let turn = CompactArgs {
            is_plan: true,
            ..turn
        };
        let begun = copy.handle_news(from, news, turn)?;
        begun.then(|| copy.ended()).transpose()
    }

    /// What the run that has begun leads to.
    fn ended(mut self) -> Result<Plan> {
        let mut stores: Vec<PlannedOutput> = Vec::new();
        let mut done = None;
        let mut restores = false;
        while let Some(action) = self.poll_action() {
            match action {
                Action::StoreOutput(output) => {
                    self.handle_stored(&output.key)?;
                    stores.push(PlannedOutput {
                        key: output.key,
                        chars: utf16_len(&output.text) as u64,
                    });
                }
                Action::Done { result, .. } => done = Some(result),
                Action::ReadFiles { .. } => {
                    self.handle_restored(&[])?;
                    restores = true;
                }
                Action::BeforeCompact { .. } | Action::Summarize { .. } | Action::Apply { .. } => {}
            }
        }
        let mut run = std::mem::take(&mut self.run);
        let known = (&self.config, &self.fit);
        let plan = match (run.asks.pop(), run.pending, done) {
            (Some(Ask::Summary(request, _)), Some(mut pending), _) => {
                self.note_window(&mut pending.report.size);
                planned::summarized(*pending, &request, known)
            }
            (Some(Ask::Commit(mut prepared)), ..) => {
                self.note_window(&mut prepared.report.size);
                planned::ready(*prepared, known)
            }
            (.., Some(result)) => plan_of(*result),
            _ => {
                return Err(Error::new(
                    ErrorKind::Internal,
                    "",
                    "a run ended without a result",
                ));
            }
        };
        let patch = plan.patch.filter(|_| !restores);
        let plan = Plan {
            stores,
            patch,
            ..plan
        };
        Ok(Plan {
            text: plan.explain(self.config.newest_results()),
            ..plan
        })
    }

    /// As [`handle_messages`](Self::handle_messages), for a host that knows that the first `from`
    /// messages are as they were when the compactor last saw them: `news` holds the others only,
    /// and nothing else is read. If `news` is one message and the compactor knows as many messages
    /// as before, it may have grown.
    ///
    /// Gives `false` where the messages themselves are needed. Nothing has begun then: call
    /// [`handle_messages`](Self::handle_messages).
    ///
    /// ```
    /// use conspectus::{Compactor, Config, CompactArgs};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let mut messages = vec![json!({ "role": "user", "content": "Hi" })];
    /// compactor.handle_messages(&messages, CompactArgs::new())?;
    /// while compactor.poll_action().is_some() {}
    /// messages.push(json!({ "role": "assistant", "content": "Hello" }));
    /// let known = compactor.known_messages();
    /// assert!(compactor.handle_news(known, &messages[known..], CompactArgs::new())?);
    /// assert_eq!(compactor.known_messages(), 2);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`handle_messages`](Self::handle_messages), and `InvalidOption` at `/from` if it is more
    /// than [`known_messages`](Self::known_messages).
    pub fn handle_news<'v>(
        &mut self,
        from: usize,
        news: impl Into<Item<'v>>,
        turn: CompactArgs,
    ) -> Result<bool> {
        let news = &news.into();
        self.expect_idle()?;
        if self.switch(turn.model.as_deref(), turn.prompt_tokens)? {
            return Ok(false);
        }
        given::check(&turn, self.config.system)?;
        // What a refusal asks for needs a look at the messages, and so do limits that change.
        if !self.shown.sync(from, news)?
            || self.memory.refusals.demand().is_some()
            || self.is_outlived(&turn)
            || !self.shown.is_sound()
        {
            return Ok(false);
        }
        let forced = turn.force;
        self.expect_given(&turn)?;
        if let Some(lengths) = self.shown.lengths() {
            let preset = systems::of(&self.config);
            let begun = preset.quick_check_lengths(lengths, &turn, &self.memory);
            let Some(begun) = begun.filter(|_| !turn.is_plan) else {
                return Ok(false);
            };
            let fit = reported::measure(lengths, &turn, &self.memory);
            self.start(begun, fit, forced, 0);
            return Ok(true);
        }
        let Some(begun) = draft::quick_check(
            systems::of(&self.config),
            self.shown.history(),
            &turn,
            &self.memory,
        ) else {
            return Ok(false);
        };
        self.expect_read(self.shown.history())?;
        let fit = self.fit(&turn);
        let first = self.shown.len() - news.len();
        let Some(begun) = condense::or_admitting(begun, &mut self.shown, news) else {
            return Ok(false);
        };
        let planned_on = match condense::rests_on(&begun) {
            Some((from, length)) => history::list_hash(news, from - first..length - first),
            None => 0,
        };
        self.start(begun, fit, forced, planned_on);
        Ok(true)
    }

    /// Takes a provider's error and returns what to do about it. If the history must change, the
    /// next run changes it, whatever the estimates are: send the request again after it. If the
    /// error states a limit, no later prompt to this model and window exceeds it, until a larger
    /// prompt was accepted, or 64 prompts were accepted without a rejection. The limit is saved
    /// too.
    ///
    /// ```
    /// use conspectus::{Compactor, Config, RecoveryAction};
    /// use serde_json::json;
    ///
    /// let mut compactor = Compactor::new(Config::builder().context_window(200_000).build()?);
    /// let error = json!({ "status": 400, "message": "prompt is too long: 140000 tokens > 131072 maximum" });
    /// let recovery = compactor.handle_provider_error(&error)?;
    /// assert_eq!((recovery.action, recovery.ceiling_tokens), (RecoveryAction::Compact, Some(131_072)));
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Busy` while a run is in progress; `TooDeep` if the error is nested deeper than the limit.
    pub fn handle_provider_error<'v>(&mut self, error: impl Into<Item<'v>>) -> Result<Recovery> {
        self.expect_idle()?;
        let error = classify_error(error)?;
        let used = self.memory.last_used;
        let recovery = self.memory.refusals.take(error, &self.given, used);
        self.apply_memory();
        Ok(recovery)
    }

    /// Whether the last request has shown that what refusals taught is no longer so.
    fn is_outlived(&self, turn: &CompactArgs) -> bool {
        let used = self.memory.last_used;
        self.memory.refusals.is_outlived(turn.prompt_tokens, used)
    }

    /// How large the next prompt is.
    fn fit(&self, turn: &CompactArgs) -> Fit {
        let Some(history) = self.shown.counted() else {
            return reported::measure(self.shown.history(), turn, &self.memory);
        };
        let counted = Counted {
            fit: reported::measure(history, turn, &self.memory),
            before: history.tokens(),
            after: None,
        };
        let turn = &CompactArgs {
            overhead_counted: None,
            ..turn.clone()
        };
        Fit {
            counted: Some(Box::new(counted)),
            ..reported::measure(self.shown.history(), turn, &self.memory)
        }
    }

    fn start(&mut self, run: Run, fit: Fit, forced: bool, planned_on: u64) {
        self.memory.refusals.begin();
        (self.forced, self.planned_on) = (forced, planned_on);
        self.fit = fit;
        self.is_full_list = std::mem::take(&mut self.next_is_full_list);
        self.context_unused = false;
        self.spoken = self.shown.detected_dialect();
        if let Some(trigger) = run.trigger {
            self.actions.push_back(Action::BeforeCompact { trigger });
        }
        (self.run, self.began) = (run, true);
        self.proceed();
    }

    /// Rejects a list that is mostly unread: a run could remove unknown content.
    fn expect_read(&self, history: &ConfiguredHistory) -> Result<()> {
        let Some(path) = history.mostly_unread() else {
            return Ok(());
        };
        let message = "more than half of the messages match no known dialect: convert them to your provider's, or pass their `dialect`";
        Err(Error::new(ErrorKind::UnknownDialect, path, message))
    }

    /// A run needs a window unless it is forced, and pins that there are.
    fn expect_given(&self, turn: &CompactArgs) -> Result<()> {
        if self.config.window()?.is_none() && !turn.force {
            let unknown = self
                .config
                .model
                .as_deref()
                .filter(|name| self.config.limits_of(name).is_none());
            let unknown = unknown.map_or(String::new(), |name| {
                format!("the model `{}` is unknown: ", sanitize_label(name, 64))
            });
            let message = format!(
                "{unknown}`context_window` is required to decide when to compact: pass it in tokens, or force the run"
            );
            return Err(Error::new(
                ErrorKind::WindowUnknown,
                "/context_window",
                message,
            ));
        }
        pins::check(&turn.pinned, self.shown.len())
    }
}
