//! A history as a run knows it, with the options of the run.

use crate::{Config, History, Item, Result};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// The history of a conversation with all options that it is read and compacted under.
///
/// What a [`History`] answers, it answers too.
///
/// ```
/// use conspectus::{Config, ConfiguredHistory};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Fix the login test." }]);
/// let history = ConfiguredHistory::of(Config::default(), &messages)?;
/// assert_eq!((history.len(), history.config().dialect()), (1, None));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConfiguredHistory {
    /// A copy shares it until one of the two changes.
    history: Arc<History>,
    config: Arc<Config>,
}

impl ConfiguredHistory {
    /// A history without a message.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            history: History::new(&config).into(),
            config: Arc::new(config),
        }
    }

    /// A history of a whole list of messages.
    ///
    /// # Errors
    /// As [`History::extend`].
    pub fn of<'v>(config: Config, messages: impl Into<Item<'v>>) -> Result<Self> {
        Ok(Self {
            history: History::of(&config, messages)?.into(),
            config: Arc::new(config),
        })
    }

    /// As [`History::of_parts`].
    #[doc(hidden)]
    pub fn of_parts<'v>(config: Config, messages: impl Into<Item<'v>>) -> Result<Self> {
        Ok(Self {
            history: History::of_parts(&config, messages)?.into(),
            config: Arc::new(config),
        })
    }

    /// The lengths of a list that would be read as this one is.
    pub fn of_lengths(&self, messages: &Item<'_>, chars_per_token: f64) -> Result<Self> {
        Ok(Self {
            history: self.history.of_lengths(messages, chars_per_token)?.into(),
            config: Arc::clone(&self.config),
        })
    }

    /// The history under other options of the run.
    pub fn with_config(self, config: Config) -> Self {
        Self {
            config: Arc::new(config),
            ..self
        }
    }

    /// The options.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Its options, with the dialect in which its messages are.
    pub fn config_as_read(&self) -> Config {
        self.config().clone().with_dialect(Some(self.dialect()))
    }
}

impl Deref for ConfiguredHistory {
    type Target = History;

    fn deref(&self) -> &History {
        &self.history
    }
}

impl DerefMut for ConfiguredHistory {
    fn deref_mut(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }
}
