//! `default`, our own system: what we think works best. It reproduces no other agent.
//!
//! The steps of a run. Fractions are of the available tokens: the window less the overhead, less
//! the output reserve. The overhead is the number that the host passes, or that its usage reports
//! count beyond the messages. A report of less than half of our own estimate is not believed.
//!
//! 1. Below the trigger, 75 % of the available tokens, only new results change: those that the
//!    agent has not seen are condensed, without a loss (`condense`). They change once, before they
//!    are sent. If prices are known, old results are cleared as soon as keeping them has cost as
//!    much as clearing them costs, and when the provider's cache has expired (`clear_when`).
//! 2. At the trigger, old tool results and media are cleared. If the prompt then fits the target,
//!    50 % of the available tokens, the run ends here. Soon after another run, the target is lower
//!    (`pace.rs`).
//! 3. Otherwise it searches for a cut: the first boundary at or after 70 % of the chars that
//!    separates no call from its result. If the kept part would not fit the target, the cut moves
//!    further towards the end. Live messages are kept in full after it: the open calls and the
//!    unread results. The open request is restated verbatim.
//! 4. If the kept messages leave no tokens for a summary, their largest results are truncated, read
//!    results first. If that is not enough, the run reports `too_large`.
//! 5. It requests a summary of everything before the cut. Text of any form is an answer; it is
//!    judged by its content. A rejected answer is requested again, with its fault named; one that
//!    is too long is truncated first. If no usable summary comes, the extractive summary is used,
//!    or the clearing alone is applied (`fallback`). A transcript that does not fit the
//!    summarizer's window is read in chunks. Lines that a program extracts from the transcript are
//!    added to the model's text, in which claims that the transcript contradicts are marked. Pinned
//!    messages are kept after the summary.
//! 6. The result must be smaller by at least 5 %, and a provider must not refuse more of it than of
//!    the list before.
//!
//! Limits of a request (`request_limits`) are reached at the same fractions: read media are cleared
//! first. After a pause (`idle_minutes` of the turn) old results are cleared below the trigger too.
//!
//! After three failures in a row the model is paused: it is not called for some runs, and the
//! fallback is used immediately. Then it is called again.
//!
//! It uses steps of the other presets, without their bugs. `tests/vectors/statements.tsv` lists
//! these bugs under "Inputs on which they misbehave", with the cases that show what we do instead.

mod economy;
mod lengths;
mod pace;
mod steps;

use crate::compactor::stages::budget;
use crate::compactor::{AwaitingSummary, Ending, FAILURES_MAX, Memory, RunEnd, SummaryPolicy};
use crate::config::PresetSpec;
use crate::{Config, ReasonCode};

/// The preset `default`.
pub struct Default;
/// The default policy as a value.
pub static PRESET: Default = Default;

/// [`PRESET`] as data.
pub static SPEC: PresetSpec = PresetSpec {
    name: "default",
    about: "conspectus's own rules: clears old tool results and media, then summarizes the older messages",
    values,
    derives_from_model: true,
    relieves_bytes: true,
    turn: &["preamble", "remaining_calls", "pinned"],
    host_functions: &["store"],
    guards_summary: true,
    ..PresetSpec::USUAL
};

impl SummaryPolicy for Default {
    fn spec(&self) -> &'static PresetSpec {
        &SPEC
    }

    fn output_budget(&self, pending: &AwaitingSummary, _: u64, _: u64) -> Option<u64> {
        Some(budget::output_budget(pending))
    }

    /// What the end of a run means for later ones. A model that failed three times in a row is not
    /// asked for a while, then asked again: after one run, after two, four, eight, and then every
    /// sixteen.
    fn learn(&self, _config: &Config, memory: &mut Memory, ended: &RunEnd) {
        match (ended.fallback, ended.status) {
            (Some(ReasonCode::SummarizerPaused), _) => memory.rest = memory.rest.saturating_sub(1),
            (Some(_), _) => model_failed(memory),
            (None, status) if status.failed() => model_failed(memory),
            (None, Ending::Compressed) => (memory.failures, memory.rest) = (0, 0),
            _ => {}
        }
    }
}

/// Longest rest, as a power of two. Chosen here: a model that is back is noticed within sixteen
/// compactions.
const REST_POWER_MAX: u32 = 4;

fn model_failed(memory: &mut Memory) {
    memory.failures = memory.failures.saturating_add(1);
    if let Some(beyond) = memory.failures.checked_sub(FAILURES_MAX) {
        memory.rest = 1 << beyond.min(REST_POWER_MAX);
    }
}

/// The values of its options: the defaults of the table.
pub fn values() -> Config {
    Config::base(&SPEC)
}
