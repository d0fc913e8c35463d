//! What lasts from run to run: the list as it was shown, the counts of the host's tokenizer, and what is saved.

use super::Compactor;
use crate::compactor::state::saved;
use crate::compactor::state::shown_list::KnownMessages;
use crate::{Config, Estimator, Item, Result};
use serde_json::Value;
use std::sync::Arc;

impl Compactor {
    /// How many messages the compactor knows from its last run. It keeps their sizes, not the
    /// messages.
    #[must_use]
    pub fn known_messages(&self) -> usize {
        self.shown.len()
    }

    /// The texts of `messages` that the host has not counted yet; empty unless the estimator is
    /// [`Estimator::Host`]. Pass their counts to [`provide_counts`](Self::provide_counts) before
    /// you call [`handle_messages`](Self::handle_messages). A text without a count is estimated.
    ///
    /// # Errors
    /// Any error of reading the messages.
    pub fn wanted_texts<'v>(&mut self, messages: impl Into<Item<'v>>) -> Result<Vec<String>> {
        self.wanted(0, |shown| shown.read(&messages.into()))
    }

    /// As [`wanted_texts`](Self::wanted_texts), for the messages of
    /// [`handle_news`](Self::handle_news).
    ///
    /// # Errors
    /// As there.
    pub fn wanted_texts_of_news<'v>(
        &mut self,
        from: usize,
        news: impl Into<Item<'v>>,
    ) -> Result<Vec<String>> {
        // What is to be read again as a whole is counted then.
        self.wanted(from, |shown| shown.sync(from, &news.into()).map(drop))
    }

    fn wanted(
        &mut self,
        from: usize,
        read: impl FnOnce(&mut KnownMessages) -> Result<()>,
    ) -> Result<Vec<String>> {
        if self.config.estimator() != Estimator::Host {
            return Ok(Vec::new());
        }
        read(&mut self.shown)?;
        Ok(self.shown.take_uncounted(from))
    }

    /// Takes the token counts of the texts that [`wanted_texts`](Self::wanted_texts) returned, in
    /// the same order.
    ///
    /// # Errors
    /// As [`History::provide_counts`](crate::History::provide_counts).
    pub fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        self.shown.provide_counts(counts)
    }

    /// The state that the compactor remembers, as plain data: failures and the pause after them,
    /// the tokens outside the messages, and the changes to a list that the host keeps in full.
    /// Options and a run in progress are not included. [`load`](Self::load) restores a compactor
    /// from it.
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
        saved::saved(&self.memory, &self.full_list, &self.waiting)
    }

    /// A compactor with these options that remembers what another one [saved](Self::save).
    ///
    /// # Errors
    /// `InvalidState` with the path in `state` if it is not what `save` gave.
    pub fn load(config: Config, state: &Value) -> Result<Self> {
        let (memory, full_list, waiting) = saved::loaded(state)?;
        let mut loaded = Self {
            memory,
            full_list: Arc::new(full_list),
            full_list_version: 1,
            waiting: Arc::new(waiting),
            ..Self::new(config)
        };
        loaded.apply_memory();
        Ok(loaded)
    }

    /// Switches to the model of a turn, if it is another one. Reports of the previous model no
    /// longer count, including the one in this turn. Returns whether the model changed.
    ///
    /// # Errors
    /// `WindowUnknown` or `InvalidOption` at `/model`.
    #[doc(hidden)]
    pub fn switch(&mut self, model: Option<&str>, reported: Option<u64>) -> Result<bool> {
        let Some(model) = model.filter(|model| self.given.model.as_deref() != Some(model)) else {
            return Ok(false);
        };
        // The caller says that a run goes on.
        if self.expect_idle().is_err() {
            return Ok(false);
        }
        self.given = self.given.for_model(model)?;
        self.memory.acted_on = reported;
        self.shown = KnownMessages::new(&self.given);
        self.config = self.given.clone();
        self.apply_memory();
        Ok(true)
    }

    /// Applies the limits that provider errors stated, and the remembered dialect. A list that was
    /// read under other options is dropped.
    pub fn apply_memory(&mut self) {
        let config = self.memory.refusals.applied_to(&self.given);
        if config != self.config {
            self.shown = KnownMessages::new(&config);
            self.config = config;
        }
        self.shown.expect_dialect(self.memory.dialect);
    }
}
