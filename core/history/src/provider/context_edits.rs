//! What a provider that edits contexts by itself clears when nobody says more. Source: the
//! provider's documentation of context editing, as it stood on 2026-05-09.

/// Old tool uses are cleared where the prompt holds more tokens than this.
pub const TOOL_USES_TRIGGER_TOKENS: u64 = 100_000;
/// So many of the newest tool uses stay.
pub const TOOL_USES_KEEP: usize = 3;
