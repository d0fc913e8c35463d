//! The operations of gemini-cli that are not part of a run.

pub mod curate;
pub mod estimate;
pub mod events;
pub mod harden;
pub mod imports;
pub mod limits;
pub mod loops;
pub mod mask;
pub mod policy;
pub mod recent;
pub mod settings;
pub mod truncate;
pub mod turns;

use crate::Beside;
use crate::gemini_cli::policy::truncate::TOOL_OUTPUT;

/// For `gemini-cli`.
pub(crate) const BESIDE: Beside = Beside {
    preset: "gemini-cli",
    text_rules: &[
        &TOOL_OUTPUT,
        &truncate::TOOL_LINES,
        &truncate::PROPORTIONAL,
        &truncate::EXCERPT,
    ],
    token_rules: &[&estimate::TEXT],
    memory_rules: &imports::RULES,
    loop_pieces: Some(loops::piece),
    routes_calls_with_text: true,
};
