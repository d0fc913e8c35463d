//! The parts of qwen-code that are not part of a run: placeholders for old images, its settings and
//! environment, its estimates.

pub mod estimate;
pub mod images;
pub mod policy;
pub mod settings;
pub mod truncate;

use crate::{Beside, OURS};
use conspectus_toolkit::intake::imports::InstructionRules;

/// How it reads memory files. It has its names from its settings; these are their defaults.
static MEMORY_RULES: InstructionRules = InstructionRules {
    names: &["QWEN.md", "AGENTS.md"],
    folders: 200,
    ..InstructionRules::OURS
};

/// For `qwen-code`.
pub(crate) const BESIDE: Beside = Beside {
    preset: "qwen-code",
    token_rules: &[&estimate::REPORT, &estimate::SUMMARY],
    memory_rules: &MEMORY_RULES,
    ..SEED
};

/// For `qwen-code-seed`.
pub(crate) const SEED: Beside = Beside {
    preset: "qwen-code-seed",
    text_rules: &[&truncate::TOOL_OUTPUT],
    token_rules: &[&estimate::REPORT],
    ..OURS
};
