//! The options that concern a conversation and not a run: how it is measured, where it is cut,
//! which results may be cleared, and which of its messages the host wrote itself.

use crate::host::named::named;
use crate::measure::{Estimator, Scale};
use crate::read::dialect::Dialect;
use crate::seal::Secret;
use crate::shape::words;

/// What the options say of a conversation itself.
#[derive(Debug, Clone)]
pub struct HistoryOptions {
    pub measuring: Measuring,
    pub cutting: Cutting,
    pub clearing: Clearing,
    pub hosts: HostsOwn,
}

/// How messages are read and measured.
#[derive(Debug, Clone)]
pub struct Measuring {
    /// The dialect, if it is given.
    pub dialect: Option<Dialect>,
    /// The scale that measures the parts.
    pub scale: Scale,
    /// Tokens added for each message.
    pub message_overhead_tokens: u64,
    /// Whether the model binds its thinking to everything before it; `None` if unknown.
    pub binds_thinking: Option<bool>,
    /// The host's key for our own messages.
    pub signing_key: Option<Secret>,
}

/// How the cut is chosen.
#[derive(Debug, Clone)]
pub struct Cutting {
    pub split_rule: SplitRule,
    /// The fraction of all characters before the cut.
    pub fraction: f64,
    /// The tail that the rule `tail_budget` keeps, in tokens, if it is given.
    pub tail_tokens: Option<u64>,
    pub tail_turns: Option<u64>,
    /// The tokens of the window that are left for the conversation; infinite without a window.
    pub usable_tokens: f64,
    pub keep_messages: u64,
    pub keep_pairs: u64,
}

/// Which old results are cleared, and by what.
#[derive(Debug, Clone)]
pub struct Clearing {
    /// Whether old results are cleared before anything is summarized.
    pub clear: bool,
    pub rule: PruneRule,
    pub min_tokens: u64,
    pub protect_tokens: u64,
    /// How many of the newest results stay.
    pub keep_results: u64,
    /// Tools whose results may be cleared. Default: all.
    pub tools: Option<Vec<String>>,
    /// Tools whose results are never cleared.
    pub exclude_tools: Option<Vec<String>>,
    pub idle_minutes: f64,
    pub max_result_chars: u64,
    pub placeholder: PlaceholderStyle,
    /// Kinds of media that the model can read.
    pub modalities: Vec<String>,
    /// Whether text may replace a media item attached to a result, although the provider accepts
    /// only media there.
    pub text_among_media: bool,
}

/// Messages in the user's name that the host or we put there.
#[derive(Debug, Clone)]
pub struct HostsOwn {
    /// Whether files and images are put back after a summary.
    pub puts_back_files: bool,
    pub puts_back_images: bool,
    /// The message that asks the agent to continue.
    pub continue_message: String,
    /// The agent's short answer to a summary.
    pub acknowledgement: String,
}

impl HistoryOptions {
    /// Returns these options for messages of this dialect.
    pub fn of_dialect(&self, dialect: Dialect) -> Self {
        let mut options = self.clone();
        options.measuring.dialect = Some(dialect);
        options
    }

    /// Returns these options with a scale that reads neither text nor media. For histories that
    /// need only shapes or lengths.
    pub fn of_lengths(&self) -> Self {
        let mut options = self.clone();
        options.measuring.scale = self.measuring.scale.of_lengths();
        options
    }
}

impl Measuring {
    /// Returns the host's key for conspectus's own messages; `None` if it is absent or empty.
    pub fn signing_key(&self) -> Option<&str> {
        self.signing_key
            .as_ref()
            .map(Secret::reveal)
            .filter(|key| !key.is_empty())
    }

    /// Returns true if a signed thinking block in messages of this dialect is bound to everything
    /// before it.
    pub fn binds(&self, dialect: Dialect) -> bool {
        dialect.traits().binds_prefix.binds(self.binds_thinking)
    }

    /// Whether texts are read, and not only their lengths.
    pub fn reads_text(&self) -> bool {
        self.scale.estimator != Estimator::Chars
    }
}

words! {
    /// The rule that chooses the cut. Messages before the cut are summarized, later ones are kept.
    pub enum SplitRule {
        /// At any boundary that does not separate a call from its result.
        Closed => "closed",
        /// Only before a user turn.
        UserTurn => "user_turn",
        /// Before a user turn. Without one, before the newest complete pairs of call and result that
        /// precede a call without a result.
        UserTurnOrTrailingCall => "user_turn_or_trailing_call",
        /// Keeps the newest turns that fit a budget of tokens. The first turn that does not fit is cut
        /// inside.
        TailBudget => "tail_budget",
        /// Keeps a given number of the newest messages.
        NewestMessages => "newest_messages",
    }
}

words! {
    /// Which old tool results are cleared.
    pub enum PruneRule {
        /// Keeps the results in the newest messages that together hold `clear_protect_tokens` tokens,
        /// and clears the older ones.
        NewestMessages => "newest_messages",
        /// Keeps the results of the last two user turns, and before them the newest results that
        /// together hold `clear_protect_tokens` tokens.
        BehindTwoTurns => "behind_two_turns",
    }
}

words! {
    /// The text that takes the place of a cleared tool result.
    pub enum PlaceholderStyle {
        /// Tool, key argument and size: `[Old tool result cleared: read_file src/a.rs, 12345 chars]`.
        Informative => "informative",
        /// A fixed sentence: `[Old tool result content cleared]`.
        Plain => "plain",
        /// A shorter fixed sentence: `[Old tool result cleared]`.
        Short => "short",
    }
}

named!(SplitRule, PruneRule, PlaceholderStyle);

#[cfg(test)]
mod tests {
    use super::*;

    impl Default for HistoryOptions {
        fn default() -> Self {
            Self {
                measuring: Measuring {
                    dialect: None,
                    scale: crate::measure::SCALE,
                    message_overhead_tokens: 0,
                    binds_thinking: None,
                    signing_key: None,
                },
                cutting: Cutting {
                    split_rule: SplitRule::Closed,
                    fraction: 0.7,
                    tail_tokens: None,
                    tail_turns: None,
                    usable_tokens: f64::INFINITY,
                    keep_messages: 10,
                    keep_pairs: 5,
                },
                clearing: Clearing {
                    clear: true,
                    rule: PruneRule::NewestMessages,
                    min_tokens: 0,
                    protect_tokens: 0,
                    keep_results: 5,
                    tools: None,
                    exclude_tools: None,
                    idle_minutes: 60.0,
                    max_result_chars: 0,
                    placeholder: PlaceholderStyle::Informative,
                    modalities: Vec::new(),
                    text_among_media: true,
                },
                hosts: HostsOwn {
                    puts_back_files: false,
                    puts_back_images: false,
                    continue_message: String::new(),
                    acknowledgement: String::new(),
                },
            }
        }
    }
}
