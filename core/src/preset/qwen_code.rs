//! qwen-code: 0.24.4, and the seed era with its image-aware splitter; both slim and microcompact alike.

use super::gemini_cli::ACKNOWLEDGEMENT;
use super::Preset;
use crate::config::{Config, Course, Ladder, PlaceholderStyle, SnapshotForm, SplitRule};
use crate::estimate::{Estimator, Measure};

/// Tools whose results may be cleared. Source: Q-61.
const COMPACTABLE_TOOLS: [&str; 7] = ["read_file", "run_shell_command", "grep_search", "glob", "web_fetch", "edit", "write_file"];

pub(super) fn config() -> Config {
    Config {
        preset: Preset::QwenCode,
        // Statement 2.5: 0.85 of the window, or the window less 33,000 if that is smaller.
        ladder: Ladder::Qwen,
        trigger_fraction: 0.85,
        course: Course::QwenCode,
        snapshot_form: SnapshotForm::Nine,
        //
        max_recent_files: 5,
        max_recent_images: 3,
        image_trigger_count: 20,
        image_payload_count: 20,
        ..seed()
    }
}

/// The seed era: before the whole history was summarised.
pub(super) fn seed() -> Config {
    Config {
        preset: Preset::QwenCodeSeed,
        course: Course::QwenCodeSeed,
        acknowledgement: ACKNOWLEDGEMENT.to_owned(),
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
