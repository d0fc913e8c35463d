//! Tokens by kind of part.

use crate::shape::shapes;
use crate::{ConfiguredHistory, Edit, EditAction};

shapes! {
    /// Estimated tokens of a conversation, by purpose.
    ///
    /// ```
    /// use conspectus::{Breakdown, Config, ConfiguredHistory};
    /// use serde_json::json;
    ///
    /// let history = ConfiguredHistory::of(Config::default(), &json!([{ "role": "user", "content": "Fix the login test." }]))?;
    /// let breakdown = Breakdown::of_history(&history);
    /// assert!(breakdown.user > 0 && breakdown.tool_results == 0);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub struct Breakdown as "TokensByKind": Copy, Default, Eq {
        /// System messages in the list.
        pub system: u64,
        /// The user's text.
        pub user: u64,
        /// The agent's text.
        pub assistant: u64,
        /// Reasoning.
        pub reasoning: u64,
        /// Tool calls.
        pub tool_calls: u64,
        /// Text of tool results.
        pub tool_results: u64,
        /// Media, in any place.
        pub media: u64,
        /// Unknown parts, and the overhead of each message.
        pub other: u64,
        /// conspectus's own summary.
        pub summary: u64,
    }
}

/// Rounds a sum up, except for the error of adding floats.
fn whole(sum: f64) -> u64 {
    (sum - 1e-6).ceil() as u64
}

impl Breakdown {
    /// The breakdown of a whole history. Its numbers add up to the total.
    #[must_use]
    pub fn of_history(history: &ConfiguredHistory) -> Self {
        Self::of(history, 0, history.len())
    }

    /// The breakdown of messages `start..end`. Its numbers add up to the total: what is rounded is
    /// the running sum.
    pub fn of(history: &ConfiguredHistory, start: usize, end: usize) -> Self {
        let spent = history.spent(start, end);
        let mut sum = 0.0_f64;
        let mut next = |tokens: f64| {
            let before = whole(sum);
            sum += tokens;
            whole(sum) - before
        };
        Self {
            system: next(spent.system),
            user: next(spent.user),
            assistant: next(spent.assistant),
            reasoning: next(spent.reasoning),
            tool_calls: next(spent.tool_calls),
            tool_results: next(spent.tool_results),
            media: next(spent.media),
            other: next(spent.other),
            summary: next(spent.summary),
        }
    }

    /// Subtracts what edits saved; adds what they wrote out.
    pub fn less(mut self, saved: &Saved) -> Self {
        self.tool_results = (self.tool_results + saved.written_out).saturating_sub(saved.results);
        self.media = self.media.saturating_sub(saved.media);
        self.reasoning = self.reasoning.saturating_sub(saved.reasoning);
        self
    }

    pub fn plus(self, other: Self) -> Self {
        Self {
            system: self.system + other.system,
            user: self.user + other.user,
            assistant: self.assistant + other.assistant,
            reasoning: self.reasoning + other.reasoning,
            tool_calls: self.tool_calls + other.tool_calls,
            tool_results: self.tool_results + other.tool_results,
            media: self.media + other.media,
            other: self.other + other.other,
            summary: self.summary + other.summary,
        }
    }
}

/// The tokens that edits save.
#[derive(Debug, Clone, Copy, Default)]
pub struct Saved {
    /// Tokens saved in texts and results.
    pub results: u64,
    /// Tokens saved in media.
    pub media: u64,
    /// Tokens of removed thinking.
    pub reasoning: u64,
    /// Tokens of lines that are restored because the source of their pointer is removed.
    pub written_out: u64,
    /// All tokens saved, not rounded.
    pub tokens: f64,
}

impl Saved {
    /// The sum over these edits.
    #[must_use]
    pub fn of<'a>(edits: impl IntoIterator<Item = &'a Edit>) -> Self {
        let (mut all, mut media, mut written_out, mut tokens) = (0, 0, 0.0, 0.0);
        let mut reasoning = 0;
        for edit in edits {
            match edit.action {
                EditAction::DropThinking => reasoning += edit.tokens_saved,
                _ => all += edit.tokens_saved,
            }
            media += edit.media_tokens;
            written_out += (-edit.tokens).max(0.0);
            tokens += edit.tokens;
        }
        Self {
            results: all.saturating_sub(media),
            media: media.min(all),
            reasoning,
            written_out: written_out.ceil() as u64,
            tokens,
        }
    }

    /// The tokens saved in the end.
    #[must_use]
    pub fn left(self) -> u64 {
        (self.results + self.media + self.reasoning).saturating_sub(self.written_out)
    }
}
