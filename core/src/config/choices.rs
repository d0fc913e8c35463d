//! The options whose value is one of several words.

use crate::measure::{Estimator, Measure};
use crate::read::media::{Detail, MediaRule};

/// How the place of the cut is chosen: what stands before it is summarised, what follows is kept.
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
    /// At any boundary that does not separate a call from its result.
    Closed,
    /// Only before a message in which the user speaks anew.
    UserTurn,
    /// Before a message in which the user speaks anew. If there is none, before the newest complete
    /// pairs of call and result that precede a call without a result.
    UserTurnOrTrailingCall,
    /// Keeps the newest turns that fit a budget of tokens. The first turn that does not fit is cut
    /// inside.
    TailBudget,
    /// Keeps a given number of the newest messages.
    NewestMessages,
}

/// Which old tool results are cleared.
///
/// ```
/// use conspectus::{PruneRule, Reduce};
///
/// assert_eq!(PruneRule::NewestMessages.name(), "newest_messages");
/// let reduce = Reduce::new().clear_rule(PruneRule::NewestMessages);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PruneRule {
    /// Keeps the newest results that together hold `clear_protect_tokens` tokens, and clears the
    /// older ones.
    NewestResults,
    /// Keeps the results in the newest messages that together hold `clear_protect_tokens` tokens,
    /// and clears the older ones.
    NewestMessages,
    /// Keeps the results of the last two user turns, and before them the newest results that
    /// together hold `clear_protect_tokens` tokens.
    BehindTwoTurns,
}

/// Who writes the summary.
///
/// ```
/// use conspectus::{Config, Summarizer};
///
/// assert_eq!(Summarizer::Extractive.name(), "embedded");
/// let config = Config::builder().summarize(Summarizer::Extractive).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Summarizer {
    /// The host, through a `Summarize` action.
    Host,
    /// The built-in summariser. It uses no model: it composes the summary from the conversation,
    /// always with the same result.
    Embedded,
}

/// How far new tool results are told shorter when they arrive. Nothing is lost at any level. Each
/// level does what those before it do.
///
/// ```
/// use conspectus::{Admit, Config, Reduce};
///
/// assert_eq!(Admit::Runs20.name(), "runs_20");
/// let config = Config::builder().reduce(Reduce::new().admit(Admit::Off)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Admit {
    /// They stay as they are.
    Off,
    /// Spaces in front of line numbers go. A result that was shown before, and 32 lines in a row
    /// that were, become a pointer.
    #[default]
    Safe,
    /// JSON loses its spaces, and a list of objects alike becomes a table: their keys once, and a
    /// row each.
    Tables,
    /// What the lines of a list have in common is told once: paths that a search found, folders,
    /// times, tests that passed. A path then stands in two lines.
    Groups,
    /// 20 lines in a row become a pointer. An edit may quote lines that then stand nowhere whole.
    Runs20,
    /// 6 lines in a row do.
    Runs6,
}

/// When old tool results are cleared. Each also clears at the trigger, where the room is needed.
///
/// ```
/// use conspectus::{ClearWhen, Config, Reduce};
///
/// assert_eq!(ClearWhen::Pays.name(), "debt");
/// let config = Config::builder().reduce(Reduce::new().clear_when(ClearWhen::Trigger)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClearWhen {
    /// As soon as keeping them has cost as much as clearing them costs, and whenever the provider's
    /// cache is cold. Without prices it acts as `Trigger`.
    Debt,
    /// When the provider's cache is cold: by the prices' time, else after `when.idle_minutes`.
    Cold,
    /// At the trigger, and after `when.idle_minutes`.
    Trigger,
    /// At every turn, whatever it costs.
    Always,
}

/// What stands in where a model gives no usable summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// The built-in summary.
    Embedded,
    /// Nothing but the clearing of old results.
    None,
}

/// The text that takes the place of a cleared tool result.
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
    /// A shorter fixed sentence: `[Old tool result cleared]`.
    Short,
}

/// What the summariser is asked for if the conversation already begins with a summary.
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
    /// A whole new summary, which covers the old summary and what came since.
    #[default]
    Whole,
    /// Only what changed since. It is merged into the lists of [`SnapshotForm::Lists`], within a
    /// budget of tokens.
    Delta,
}

/// The sections of a summary.
///
/// ```
/// use conspectus::{Config, SnapshotForm};
///
/// assert_eq!(SnapshotForm::Detailed.name(), "detailed");
/// let config = Config::builder().memory(conspectus::Memory::new().template(SnapshotForm::Detailed)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotForm {
    /// Seven sections: goal, rules, facts, files, steps, open work, errors.
    #[default]
    Sections,
    /// Five sections, for a brief summary.
    Brief,
    /// Nine sections, one of them with the user's messages in order.
    Detailed,
    /// Headings of a prompt with which another agent can continue.
    Continuation,
    /// Headings of notes that each summary brings up to date.
    Anchored,
    /// Four lists with entries of one line. Deltas bring them up to date.
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
    /// A person at a prompt. A failed compaction that the person forced does not stop later
    /// attempts.
    Interactive,
    /// A sub-agent. Every failed compaction counts against later attempts.
    Agent,
}

/// Gives a type the words of its values: `ALL`, `name()` and [`Named`].
macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in the order of the reference.
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
named!(SnapshotForm { Sections => "sections", Brief => "brief", Detailed => "detailed", Continuation => "continuation", Anchored => "anchored", Lists => "lists" });
named!(SnapshotUpdate { Whole => "rewrite", Delta => "delta" });
named!(Admit { Off => "off", Safe => "safe", Tables => "tables", Groups => "groups", Runs20 => "runs_20", Runs6 => "runs_6" });
named!(ClearWhen { Debt => "debt", Cold => "cold", Trigger => "trigger", Always => "always" });
named!(Fallback { Embedded => "embedded", None => "none" });
named!(Application { Interactive => "interactive", Agent => "agent" });
named!(Summarizer { Host => "host", Embedded => "embedded" });
named!(PlaceholderStyle { Informative => "informative", Plain => "plain", Short => "short" });
named!(Measure {
    Chars => "chars", JsonChars => "json_chars", PartJsonChars => "part_json_chars", OutputChars => "output_chars",
    ContentJsonChars => "content_json_chars"
});
named!(Estimator { Chars => "chars", Script => "script", Instant => "instant", Exact => "exact", Host => "host" });
