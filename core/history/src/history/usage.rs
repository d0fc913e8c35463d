//! The provider's reports of prompt sizes. The total starts from the last report; only the messages
//! since then are estimated.
//!
//! A report includes what the list does not show: the system prompt, tool schemas and what the
//! provider adds. So these need no estimate.
//!
//! The estimate of newer messages is multiplied by a factor that earlier reports give: the tokens
//! reported between two reports, divided by the tokens estimated for the same messages.
//! [`PRIOR_TOKENS`] is added to both sums. So a few tokens change the factor little, and many
//! change it fully.

use super::History;
use crate::error::{Error, ErrorKind, Result};

/// The factor starts at 1, as if this many tokens had been reported and estimated. Chosen here, on
/// recorded sessions with usage: with fewer, a single turn can spoil the factor by tokens that the
/// list does not show; with more, the factor learns too slowly.
const PRIOR_TOKENS: f64 = 2_000.0;

/// The last report, and sums over the reports so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Reports {
    anchor: Option<Anchor>,
    /// Tokens reported between one report and the next, summed; `estimated` is the estimate of the
    /// same messages.
    reported: f64,
    estimated: f64,
}

/// The last report.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Anchor {
    prompt_tokens: f64,
    /// How many messages it covers.
    length: usize,
    /// The estimate of these messages, without the factor.
    estimated: f64,
}

impl Reports {
    fn factor(&self) -> f64 {
        (self.reported + PRIOR_TOKENS) / (self.estimated + PRIOR_TOKENS)
    }

    /// Adjusts the last report after all but the first `length` messages were forgotten.
    /// `estimated` is the estimate of the remaining messages.
    pub fn truncate(&mut self, length: usize, estimated: f64) {
        let factor = self.factor();
        if let Some(anchor) = self.anchor.as_mut().filter(|anchor| anchor.length > length) {
            // Only the forgotten messages are subtracted. What the list does not show stays in the
            // count.
            anchor.prompt_tokens =
                (anchor.prompt_tokens - factor * (anchor.estimated - estimated)).max(0.0);
            (anchor.length, anchor.estimated) = (length, estimated);
        }
    }
}

impl History {
    /// Stores a provider's report: a request with the first `messages` messages had `prompt_tokens`
    /// tokens.
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
    /// `InvalidOption` at `/messages` if the history has fewer messages.
    pub fn report_usage(&mut self, prompt_tokens: u64, messages: usize) -> Result<()> {
        if messages > self.len() {
            let message = format!(
                "messages must be at most {}, the number of messages read, got `{messages}`",
                self.len()
            );
            return Err(Error::new(ErrorKind::InvalidOption, "/messages", message));
        }
        let now = Anchor {
            prompt_tokens: prompt_tokens as f64,
            length: messages,
            estimated: self.sums[messages].tokens,
        };
        if let Some(before) = self.reports.anchor {
            let (reported, estimated) = (
                now.prompt_tokens - before.prompt_tokens,
                now.estimated - before.estimated,
            );
            // If the prompt shrank, or its growth is more than half (and 500 tokens) off the
            // estimate, then more than these messages changed. Such a pair of reports says nothing
            // about the factor.
            // So does one in which the provider compacted.
            let is_compacted = self
                .last_compaction
                .is_some_and(|index| index >= before.length);
            if messages > before.length
                && !is_compacted
                && reported > 0.0
                && (reported - estimated).abs() <= 0.5 * (estimated + 1_000.0)
            {
                self.reports.reported += reported;
                self.reports.estimated += estimated;
            }
        }
        self.reports.anchor = Some(now);
        Ok(())
    }

    /// Tokens of a prompt that holds all messages: the last report plus the scaled estimate of the
    /// messages since, rounded up. Without a report it is the estimate, as
    /// [`tokens`](Self::tokens).
    #[must_use]
    pub fn prompt_tokens(&self) -> u64 {
        match self.reports.anchor {
            Some(anchor) => {
                // Where the provider compacted later, this takes off what it reads no more.
                let since = self.tokens_unrounded(0, self.len()) - anchor.estimated;
                (anchor.prompt_tokens + self.reports.factor() * since)
                    .max(0.0)
                    .ceil() as u64
            }
            None => self.tokens(),
        }
    }

    /// Returns the tokens that the last report counted in addition to the messages: the system
    /// prompt, tool schemas and what the provider adds. `None` without a report.
    #[must_use]
    pub fn unlisted_tokens(&self) -> Option<u64> {
        self.reports.anchor.map(|anchor| {
            (anchor.prompt_tokens - self.reports.factor() * anchor.estimated)
                .max(0.0)
                .round() as u64
        })
    }
}
