//! The values of the presets `qwen-code` and `qwen-code-seed`, with their sources. Both clear and
//! slim in the same way.

use super::ladder;
use crate::base;
use conspectus::inner::config::Tuning;
use conspectus::{Amount, Config, Estimator, Measure, PlaceholderStyle, SnapshotForm, SplitRule};

/// What the agent answers to a summary. Source: Q-49.
const ACKNOWLEDGEMENT: &str = "Got it. Thanks for the additional context!";

/// Tools whose results may be cleared. Source: Q-61.
const COMPACTABLE_TOOLS: [&str; 7] = [
    "read_file",
    "run_shell_command",
    "grep_search",
    "glob",
    "web_fetch",
    "edit",
    "write_file",
];

/// Tools whose results the current version clears as well. Source: Q-61.
const NEWER_COMPACTABLE_TOOLS: [&str; 3] = ["web_search", "read_mcp_resource", "skill"];

pub(crate) fn values() -> Config {
    let base = seed();
    Config {
        system: &super::SPEC,
        trigger: Amount::Fraction(0.85),
        tuning: Tuning {
            clearable_tools: Some(
                COMPACTABLE_TOOLS
                    .iter()
                    .chain(&NEWER_COMPACTABLE_TOOLS)
                    .map(|tool| (*tool).to_owned())
                    .collect(),
            ),
            // Q-10..Q-13.
            unit: Measure::OutputChars,
            // `computeThresholds`: 0.85 of the window, or the window less 33,000 if that is smaller.
            ladder: &ladder::QwenCodeLadder,
            template: SnapshotForm::Detailed,
            //
            keep_files: 5,
            keep_images: 3,
            trigger_images: 20,
            max_images: 20,
            ..base.tuning
        },
        ..base
    }
}

/// The values of `qwen-code-seed`, on which those of `qwen-code` build.
pub(crate) fn seed() -> Config {
    let base = base(&super::SEED_SPEC);
    Config {
        // `contextPercentageThreshold` of the first document; its later form is `ladder:
        // "qwen-code-seed"`.
        trigger: Amount::Fraction(0.7),
        min_saving: 0.0,
        keep_tool_results: Some(5),
        tuning: Tuning {
            acknowledgement: ACKNOWLEDGEMENT.to_owned(),
            template: SnapshotForm::Sections,
            // Its first document: calls and results by their length as JSON.
            unit: Measure::PartJsonChars,
            estimator: Estimator::Chars,
            fraction: 1.0 - 0.3,
            split_rule: SplitRule::UserTurnOrTrailingCall,
            //
            keep_pairs: 2,
            min_span: 0.05,
            clear: false,
            //
            idle_minutes: 60.0,
            clearable_tools: Some(COMPACTABLE_TOOLS.map(str::to_owned).to_vec()),
            max_result_chars: 500_000,
            placeholder: PlaceholderStyle::Plain,
            ..base.tuning
        },
        ..base
    }
}
