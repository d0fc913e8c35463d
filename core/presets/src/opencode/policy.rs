//! `opencode` 1.18.33: a coding agent that keeps the newest turns within a token budget and
//! summarizes the rest.
//!
//! The steps of a run:
//!
//! 1. The window less the output limit (at most 32,000 tokens) is usable. With a limit on input,
//!    that limit less a reserve is. Below that nothing is done.
//! 2. If clearing is switched on, tool results before the last two turns of the user are cleared,
//!    except the newest 40,000 tokens of them, if that frees more than 20,000.
//! 3. If that is not enough, the newest turns are kept that fit a quarter of the usable window,
//!    from 2,000 to 15,000 tokens. All messages before them are summarized, under five headings; an
//!    earlier summary is updated.
//! 4. After an automatic run, the agent is instructed to continue.
//! 5. After a request that the provider rejected for its size, the last request is kept without its
//!    media, and all messages before it are summarized.
//!
//! Its second engine is `ladder: "opencode-next"` with `tail_tokens: 8000`.
//!
//! Intended differences (the numbers are those of `tests/vectors/statements.tsv`):
//!
//! - A summary must be smaller (O-11, B-30), and a refusal is rejected (B-7).
//! - An image costs its estimate, not its base64 (B-28).
//! - A run of the agent without a message of the user can be cut too (B-1, B-27), and a waiting
//!   call stays (B-21).
//! - A text whose first line is too long has a preview (B-29).
//! - The agent is not instructed to continue if a request or a call is still open, or if roles must
//!   alternate (O-10).

mod ladder;
mod preset;
mod steps;

use conspectus::inner::read::usage::TokenKinds;
use conspectus::inner::{Policy, PresetSpec};

/// The preset `opencode`.
pub struct Opencode;
/// [`Opencode`] as a value.
pub static PRESET: Opencode = Opencode;

/// [`PRESET`] as data.
pub static SPEC: PresetSpec = PresetSpec {
    name: "opencode",
    about: "opencode 1.18.33: summarizes everything but the newest turns within a token budget",
    values: preset::values,
    own_settings: conspectus::preset_settings![
        "trigger",
        "reserved" = "reserved_tokens",
        "prune" = "clear",
        "clear_rule",
        "prune_minimum" = "clear_min_tokens",
        "prune_protect" = "clear_protect_tokens",
        "placeholder",
        "min_span",
        "split_rule",
        "fraction",
        "keep_messages",
        "tail_tokens",
        "tail_turns",
        "keep_pairs",
        "modalities",
        "acknowledge_environment",
        "continue_message"
    ],
    ladders: &[&ladder::OpencodeLadder, &ladder::Next],
    relieves_bytes: true,
    turn: &["preamble", "plan_mode", "running_agents", "pruned_at"],
    refuses_full_output: true,
    usage_tokens,
    ..PresetSpec::USUAL
};

/// The presets of this folder.
pub static PRESETS: [&dyn Policy; 1] = [&PRESET];

/// The provider's own total if it gave one, else the sum of input, output and both kinds of cached
/// tokens (O-3).
fn usage_tokens(usage: &TokenKinds) -> u64 {
    if usage.total > 0 {
        return usage.total;
    }
    usage
        .input
        .saturating_add(usage.output)
        .saturating_add(usage.cache_read)
        .saturating_add(usage.cache_write)
}
