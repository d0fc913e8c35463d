//! What a provider that edits contexts by itself clears when nobody says more. Source: the
//! provider's documentation of context editing, as it stood on 2026-05-09.

/// The names of the two edits, as the provider takes them, and without their date.
pub const CLEAR_TOOL_USES: [&str; 2] = ["clear_tool_uses", "clear_tool_uses_20250919"];
pub const CLEAR_THINKING: [&str; 2] = ["clear_thinking", "clear_thinking_20251015"];

/// Old tool uses are cleared where the prompt holds more tokens than this.
pub const TOOL_USES_TRIGGER_TOKENS: u64 = 100_000;
/// So many of the newest tool uses stay.
pub const TOOL_USES_KEEP: usize = 3;
/// So many of the newest turns of the agent keep their thinking.
pub const THINKING_KEEP_TURNS: usize = 1;
