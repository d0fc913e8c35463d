//! The operations of opencode that are not part of a run.

pub mod policy;
pub mod truncate;

use crate::{Beside, OURS};
use conspectus_history::measure::ROUNDED;

/// For `opencode`.
pub(crate) const BESIDE: Beside = Beside {
    preset: "opencode",
    text_rules: &[&truncate::TOOL_OUTPUT, &truncate::EXCERPT],
    token_rules: &[&ROUNDED],
    ..OURS
};
