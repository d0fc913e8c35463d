//! The options that are one of several words.

use crate::media::{Detail, MediaRule};

/// How the cut is chosen; see [`crate::split`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitRule {
    /// Any boundary that parts no call from its result (ours).
    Closed,
    /// Fresh user turns only (gemini-cli, G-4..G-6).
    UserTurn,
    /// Fresh user turns, with qwen-code's fallbacks at a trailing call (Q-2..Q-4).
    UserTurnOrTrailingCall,
    /// The newest turns within a budget of tokens; the first that does not fit is cut inside (opencode, O-5).
    TailBudget,
    /// The newest messages by number (gencode, C-6).
    NewestMessages,
}

/// Which old results `prune` clears; see [`crate::policy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PruneRule {
    /// Results behind the newest `prune_protect_tokens` tokens of results (ours).
    NewestResults,
    /// Results in messages behind the newest messages that hold `prune_protect_tokens` (gencode, C-4).
    NewestMessages,
    /// Results before the second last user turn, behind `prune_protect_tokens` more (opencode, O-4).
    BehindTwoTurns,
}

/// Which ladder of thresholds applies; see [`crate::thresholds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ladder {
    /// A fraction of the window (ours, gemini-cli).
    Fraction,
    /// qwen-code's first: the larger of 0.7 of the window and the window less 33,000.
    QwenSeed,
    /// qwen-code 0.24.4: the smaller of a fraction of the window and the window less 33,000.
    Qwen,
    /// gencode: a share of what the output leaves, all of it in its document.
    Gencode,
    /// opencode: all that the output leaves.
    Opencode,
    /// opencode's second engine: all but the output, of which 20,000 are always kept free (O-12).
    OpencodeNext,
}

/// Who writes the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summarizer {
    /// The host, through a `Summarize` action.
    Host,
    /// The built-in one: no model, deterministic, from the conversation itself.
    Embedded,
}

/// What stands in for a cleared tool result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderStyle {
    /// Tool, key argument and size: `[Old tool result cleared: read_file src/a.rs, 12345 chars]`.
    Informative,
    /// qwen-code's, opencode's and gencode's code's fixed sentence (Q-63, O-4, C-4).
    Plain,
    /// gencode's document: `[Old tool result cleared]`.
    Short,
}

/// The order in which the compactor takes its steps; see [`crate::compactor`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// Clear what is old, then summarise what lies before the cut (ours).
    Default,
    /// gemini-cli's `compress()`: cut long results to a budget, then summarise and check (G-22..G-37).
    GeminiCli,
    /// qwen-code 0.24.4: summarise everything, then bring back recent files and images (Q-40..Q-51).
    QwenCode,
    /// qwen-code's first: summarise what lies before the cut.
    QwenCodeSeed,
    /// gencode 0.4.0: clear by its rule if that suffices, else summarise all but the newest messages (C-3..C-6).
    Gencode,
    /// opencode: summarise all but a tail within a budget (O-3..O-11).
    Opencode,
}

/// What the summariser is asked for where a snapshot stands already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SnapshotUpdate {
    /// A whole new one that holds both.
    #[default]
    Whole,
    /// What changed; the core merges it into the lists of [`SnapshotForm::Lists`], within a budget (G-76).
    Delta,
}

/// The sections of a snapshot; see [`crate::snapshot`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SnapshotForm {
    /// The seven of gemini-cli today, and ours.
    #[default]
    Seven,
    /// The five that gemini-cli began with.
    Five,
    /// qwen-code's nine.
    Nine,
    /// Headings of a prompt to continue by (gencode, C-5).
    Continuation,
    /// Headings of notes that are kept up to date (opencode, O-8).
    Anchored,
    /// Four lists of entries of one line, which deltas bring up to date (gemini-cli's graph, G-76).
    Lists,
}

/// Who runs the conversation; they remember a failed attempt in different ways (gemini-cli).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Application {
    /// A person at a prompt: a forced failure is not held against later runs.
    Interactive,
    /// A sub-agent: every failure is.
    Agent,
}

macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ }) => {
        impl $type {
            /// Every variant.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name used in options and reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }
    };
}
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
named!(Ladder { Fraction => "fraction", QwenSeed => "qwen_seed", Qwen => "qwen", Gencode => "gencode", Opencode => "opencode", OpencodeNext => "opencode_next" });
named!(Course { Default => "default", GeminiCli => "gemini_cli", QwenCode => "qwen_code", QwenCodeSeed => "qwen_code_seed", Gencode => "gencode", Opencode => "opencode" });
named!(SnapshotForm { Seven => "seven", Five => "five", Nine => "nine", Continuation => "continuation", Anchored => "anchored", Lists => "lists" });
named!(SnapshotUpdate { Whole => "whole", Delta => "delta" });
named!(Application { Interactive => "interactive", Agent => "agent" });
named!(Summarizer { Host => "host", Embedded => "embedded" });
named!(PlaceholderStyle { Informative => "informative", Plain => "plain", Short => "short" });
