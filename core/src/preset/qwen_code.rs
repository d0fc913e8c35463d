//! qwen-code, seed era: image stripping, the image-aware splitter and microcompaction.

use super::Preset;
use crate::config::{Config, Ladder, PlaceholderStyle, SplitRule};
use crate::estimate::{Estimator, Measure};

/// Tools whose results may be cleared. Source: Q-61.
const COMPACTABLE_TOOLS: [&str; 7] = ["read_file", "run_shell_command", "grep_search", "glob", "web_fetch", "edit", "write_file"];

pub(super) fn config() -> Config {
    Config {
        preset: Preset::QwenCode,
        // Q-10..Q-13.
        measure: Measure::OutputChars,
        estimator: Estimator::Chars,
        //
        image_token_estimate: 1_600,
        message_overhead_tokens: 0,
        // `contextPercentageThreshold` of the seed's design.
        ladder: Ladder::QwenSeed,
        trigger_fraction: 0.7,
        fraction: 1.0 - 0.3,
        split_rule: SplitRule::UserTurnOrTrailingCall,
        //
        retain_pairs: 2,
        min_compress_fraction: 0.05,
        min_saving_fraction: 0.0,
        prune: false,
        //
        idle_minutes: 60.0,
        tools: Some(COMPACTABLE_TOOLS.map(str::to_owned).to_vec()),
        keep_recent: 5,
        max_total_chars: 500_000,
        placeholder: PlaceholderStyle::Plain,
        ..super::default::config()
    }
}
