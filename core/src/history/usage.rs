//! Anchoring: the running total starts from what the provider reported last; only what came since is estimated.
//!
//! The report holds what a list does not show (system prompt, tool schemas, what the provider adds), so it needs no estimate.
//! What is estimated since is scaled by a factor that the reports themselves give: tokens reported over tokens estimated
//! between one report and the next, each sum with [`PRIOR_TOKENS`] added, so that few tokens move it little and many move it
//! as far as they say.

use super::History;
use crate::error::{Error, ErrorKind, Result};

/// Tokens of evidence that a factor of 1 starts with. Chosen on recorded sessions that carry usage: with less, single turns move
/// the factor by what the list does not show; with more it learns too slowly.
const PRIOR_TOKENS: f64 = 2_000.0;

/// Reports so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Reports {
    anchor: Option<Anchor>,
    /// Sums over pairs of reports: tokens reported and tokens estimated of what lies between.
    reported: f64,
    estimated: f64,
}

/// The last report.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Anchor {
    prompt_tokens: f64,
    /// Messages it covers.
    length: usize,
    /// Their estimate, unscaled.
    estimated: f64,
}

impl Reports {
    fn factor(&self) -> f64 {
        (self.reported + PRIOR_TOKENS) / (self.estimated + PRIOR_TOKENS)
    }

    /// The messages from `length` on are forgotten, and `estimated` is the estimate of what stays.
    pub(crate) fn truncate(&mut self, length: usize, estimated: f64) {
        let factor = self.factor();
        if let Some(anchor) = self.anchor.as_mut().filter(|anchor| anchor.length > length) {
            // What the list does not show stays.
            anchor.prompt_tokens = (anchor.prompt_tokens - factor * (anchor.estimated - estimated)).max(0.0);
            (anchor.length, anchor.estimated) = (length, estimated);
        }
    }
}

impl History {
    /// Takes in what a provider reported: `prompt_tokens` of a request that held the first `messages` messages.
    ///
    /// ```
    /// use conspectus::{Config, History};
    /// use serde_json::json;
    ///
    /// let mut history = History::of(Config::default(), &json!([{ "role": "user", "content": "Hi" }]))?;
    /// history.report_usage(1_200, history.len())?;
    /// assert_eq!(history.prompt_tokens(), 1_200);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidConfig` if fewer messages were read than that.
    pub fn report_usage(&mut self, prompt_tokens: u64, messages: usize) -> Result<()> {
        if messages > self.len() {
            let message = format!("messages must be at most the {} that were read, got `{messages}`", self.len());
            return Err(Error::new(ErrorKind::InvalidConfig, "/messages", message));
        }
        let now = Anchor { prompt_tokens: prompt_tokens as f64, length: messages, estimated: self.prefix_tokens[messages] };
        if let Some(before) = self.reports.anchor {
            let (reported, estimated) = (now.prompt_tokens - before.prompt_tokens, now.estimated - before.estimated);
            // A prompt that shrank, or grew by more than twice what was added, was changed by more than these messages.
            if messages > before.length && reported > 0.0 && (reported - estimated).abs() <= 0.5 * (estimated + 1_000.0) {
                self.reports.reported += reported;
                self.reports.estimated += estimated;
            }
        }
        self.reports.anchor = Some(now);
        Ok(())
    }

    /// Tokens of a prompt that holds all messages: the last report and the scaled estimate of what came since, rounded up; without
    /// a report the estimate, as [`tokens`](Self::tokens).
    #[must_use]
    pub fn prompt_tokens(&self) -> u64 {
        match self.reports.anchor {
            Some(anchor) => {
                let since = self.prefix_tokens[self.len()] - anchor.estimated;
                (anchor.prompt_tokens + self.reports.factor() * since).max(0.0).ceil() as u64
            }
            None => self.tokens(),
        }
    }

    /// By how much estimates of what is new are multiplied; 1 without reports.
    #[must_use]
    pub fn usage_factor(&self) -> f64 {
        self.reports.factor()
    }

    /// What the last report held beside the messages: system prompt, tool schemas, what the provider adds. `None` without a report.
    #[must_use]
    pub fn unlisted_tokens(&self) -> Option<u64> {
        self.reports.anchor.map(|anchor| (anchor.prompt_tokens - self.reports.factor() * anchor.estimated).max(0.0).round() as u64)
    }
}
