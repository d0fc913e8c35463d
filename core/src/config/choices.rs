//! The options that are one of several words.

use super::checks::{words_as_options, Check, FromOption, Named, ToOption};
use crate::error::Result;
use crate::host::view::View;
use crate::measure::{Estimator, Measure};
use crate::read::media::{Detail, MediaRule};
use serde_json::{json, Value};

/// How the cut is chosen; see [`crate::cut::split`].
///
/// ```
/// use conspectus::{Config, SplitRule};
///
/// assert_eq!(SplitRule::UserTurn.name(), "user_turn");
/// let config = Config::builder().keep(conspectus::Keep::new().split_rule(SplitRule::UserTurn)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitRule {
    /// Any boundary that parts no call from its result.
    Closed,
    /// Fresh user turns only.
    UserTurn,
    /// Fresh user turns; where there is none, in front of a call that waits and the newest pairs.
    UserTurnOrTrailingCall,
    /// The newest turns within a budget of tokens; the first that does not fit is cut inside.
    TailBudget,
    /// The newest messages, by number.
    NewestMessages,
}

/// Which old results are cleared; see [`crate::reduce`].
///
/// ```
/// use conspectus::{Config, PruneRule};
///
/// assert_eq!(PruneRule::NewestMessages.name(), "newest_messages");
/// let config = Config::builder().preset("gencode").reduce(conspectus::Reduce::new().clear_rule(PruneRule::NewestMessages)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PruneRule {
    /// Results older than the newest `clear_protect_tokens` tokens of results.
    NewestResults,
    /// Results in messages older than the newest messages that hold `clear_protect_tokens`.
    NewestMessages,
    /// Results before the second last user turn, older than `clear_protect_tokens` more.
    BehindTwoTurns,
}

/// Who writes the summary.
///
/// ```
/// use conspectus::{Config, Summarizer};
///
/// assert_eq!(Summarizer::Embedded.name(), "embedded");
/// let config = Config::builder().summarize(Summarizer::Embedded).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Summarizer {
    /// The host, through a `Summarize` action.
    Host,
    /// The built-in one: no model, deterministic, from the conversation itself.
    Embedded,
}

/// What stands in for a cleared tool result.
///
/// ```
/// use conspectus::{Config, PlaceholderStyle};
///
/// assert_eq!(PlaceholderStyle::Short.name(), "short");
/// let config = Config::builder().reduce(conspectus::Reduce::new().placeholder(PlaceholderStyle::Short)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceholderStyle {
    /// Tool, key argument and size: `[Old tool result cleared: read_file src/a.rs, 12345 chars]`.
    Informative,
    /// A fixed sentence: `[Old tool result content cleared]`.
    Plain,
    /// A shorter one: `[Old tool result cleared]`.
    Short,
}

/// What the summariser is asked for where a snapshot stands already.
///
/// ```
/// use conspectus::{Config, SnapshotUpdate};
///
/// assert_eq!(SnapshotUpdate::Delta.name(), "delta");
/// let config = Config::builder().memory(conspectus::Memory::new().update(SnapshotUpdate::Delta)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotUpdate {
    /// A whole new one that holds both.
    #[default]
    Whole,
    /// What changed; the core merges it into the lists of [`SnapshotForm::Lists`], within a budget.
    Delta,
}

/// The sections of a snapshot; see [`crate::notes::snapshot`].
///
/// ```
/// use conspectus::{Config, SnapshotForm};
///
/// assert_eq!(SnapshotForm::Nine.name(), "detailed");
/// let config = Config::builder().memory(conspectus::Memory::new().template(SnapshotForm::Nine)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotForm {
    /// Seven sections: goal, rules, facts, files, steps, open work, errors.
    #[default]
    Seven,
    /// Five sections.
    Five,
    /// Nine sections, with the user's messages in order.
    Nine,
    /// Headings of a prompt to continue by.
    Continuation,
    /// Headings of notes that are kept up to date.
    Anchored,
    /// Four lists of entries of one line, which deltas bring up to date .
    Lists,
}

/// Who runs the conversation.
///
/// ```
/// use conspectus::{Config, Application};
///
/// assert_eq!(Application::Agent.name(), "agent");
/// let config = Config::builder().application(Application::Agent).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Application {
    /// A person at a prompt: a forced failure is not held against later runs.
    Interactive,
    /// A sub-agent: every failure is.
    Agent,
}

/// Gives a type its words: `ALL`, `name()`, and what options need.
macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every variant.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name used in options and reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl $crate::config::Named for $type {
            const VALUES: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.name()
            }
        }
    };
}
pub(crate) use named;

named!(MediaRule {
    Constant => "constant", OpenaiTiles => "openai_tiles", OpenaiTiles4oMini => "openai_tiles_4o_mini", OpenaiTilesO => "openai_tiles_o",
    OpenaiTiles5 => "openai_tiles_5", OpenaiPatchesMini => "openai_patches_mini", OpenaiPatchesNano => "openai_patches_nano",
    OpenaiPatchesO4Mini => "openai_patches_o4_mini", OpenaiPatches5 => "openai_patches_5", OpenaiPatches6 => "openai_patches_6",
    Anthropic => "anthropic", AnthropicHigh => "anthropic_high", Anthropic5 => "anthropic_5", Gemini2 => "gemini_2", Gemini3 => "gemini_3",
    QwenVl => "qwen_vl", Qwen3Vl => "qwen3_vl"
});
named!(Detail { Auto => "auto", Low => "low", Medium => "medium", High => "high", UltraHigh => "ultra_high" });
named!(SplitRule { Closed => "closed", UserTurn => "user_turn", UserTurnOrTrailingCall => "user_turn_or_trailing_call", TailBudget => "tail_budget", NewestMessages => "newest_messages" });
named!(PruneRule { NewestResults => "newest_results", NewestMessages => "newest_messages", BehindTwoTurns => "behind_two_turns" });
named!(SnapshotForm { Seven => "sections", Five => "brief", Nine => "detailed", Continuation => "continuation", Anchored => "anchored", Lists => "lists" });
named!(SnapshotUpdate { Whole => "rewrite", Delta => "delta" });
named!(Application { Interactive => "interactive", Agent => "agent" });
named!(Summarizer { Host => "host", Embedded => "embedded" });
named!(PlaceholderStyle { Informative => "informative", Plain => "plain", Short => "short" });
named!(Measure {
    Chars => "chars", JsonChars => "json_chars", PartJsonChars => "part_json_chars", OutputChars => "output_chars",
    ContentJsonChars => "content_json_chars"
});
named!(Estimator { Chars => "chars", Script => "script", Instant => "instant", Exact => "exact", Host => "host" });

words_as_options!(MediaRule, SplitRule, PruneRule, SnapshotForm, SnapshotUpdate, Application, Summarizer, PlaceholderStyle, Measure, Estimator);
