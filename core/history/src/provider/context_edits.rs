//! Defaults of a provider that edits contexts on its own. Source: the provider's documentation of
//! context editing, as of 2026-05-09.

/// Old tool uses are cleared if the prompt has more tokens than this.
pub const TOOL_USES_TRIGGER_TOKENS: u64 = 100_000;
/// Number of newest tool uses that are kept.
pub const TOOL_USES_KEEP: usize = 3;
