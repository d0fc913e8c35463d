//! Estimates of gencode and opencode: chars by four, rounded to the nearest (C-1, O-1).

use serde::Serialize;

/// Source: C-1, O-1.
const CHARS_PER_TOKEN: u64 = 4;

/// Half rounds up, as JavaScript's `Math.round`.
#[must_use]
pub fn rounded_tokens(chars: u64) -> u64 {
    chars.saturating_add(CHARS_PER_TOKEN / 2) / CHARS_PER_TOKEN
}

/// What gencode and opencode note of one call, in tokens, by kind. The kinds are disjoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct TokenKinds {
    /// Prompt.
    pub input: u64,
    /// Answer.
    pub output: u64,
    /// Reasoning.
    pub reasoning: u64,
    /// Prompt read from the cache.
    pub cache_read: u64,
    /// Prompt written to the cache.
    pub cache_write: u64,
}

/// gencode's total: what was written to the cache is not counted (C-1).
#[must_use]
pub fn gencode_usage_tokens(usage: &TokenKinds) -> u64 {
    usage.input.saturating_add(usage.cache_read).saturating_add(usage.output).saturating_add(usage.reasoning)
}

/// opencode's total: the provider's own if it gave one, else the four kinds (O-3).
#[must_use]
pub fn opencode_usage_tokens(usage: &TokenKinds, total: u64) -> u64 {
    if total > 0 {
        return total;
    }
    usage.input.saturating_add(usage.output).saturating_add(usage.cache_read).saturating_add(usage.cache_write)
}
