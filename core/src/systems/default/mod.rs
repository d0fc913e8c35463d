//! `default`, our own system: what we think works best. It reproduces no other agent.
//!
//! A run goes as follows. Fractions are of the room: the window less what surrounds the messages,
//! less the output reserve. What surrounds the messages is what the host says, or what its usage
//! reports count beyond them. A report of less than half of our own estimate is not believed.
//!
//! 1. Below the trigger, 75 % of the room, nothing is done but to new results: those that the agent
//!    has not seen are condensed, without a loss (`condense`). They change once, before they are sent.
//!    Where prices are known, old results go as soon as keeping them has cost as much as clearing them costs, and
//!    where the provider's cache is cold (`clear_when`).
//! 2. At the trigger, old tool results and media are cleared. If the prompt then fits the target,
//!    50 % of the room, the run ends here. Soon after another run, the target is lower (`pace.rs`).
//! 3. Otherwise it looks for a cut: the first boundary at or after 70 % of the chars that separates
//!    no call from its result. If the kept part would not fit the target, the cut moves further
//!    towards the end. What is live stays whole behind it: the calls in flight and the results that
//!    the agent has not read. The open request stands again word for word.
//! 4. If what is kept leaves no room for a summary, its largest results are clipped, those first
//!    that the agent has read. If that is not enough, the run says `too_large`.
//! 5. It asks for a summary of everything before the cut. Text of any form is an answer; it is judged
//!    by its content. A refused answer is asked for once more, with its fault named; one that is too
//!    long is cut first. If no usable summary comes, the extractive summary stands in, or the
//!    clearing alone is applied (`fallback`). A record that does not fit the summariser's window is
//!    read in pieces. What a program takes from the record stands beside the model's words, in which
//!    what the record contradicts is marked. Pinned messages stay behind the summary.
//! 6. The result must be smaller by at least 5 %, and a provider must not refuse more of it than of
//!    the list before.
//!
//! Limits of a request (`request_limits`) are reached at the same fractions: media that the agent
//! has looked at go first. After a pause (`idle_minutes` of the turn) old results are cleared below the trigger too.
//!
//! After three failures in a row the model rests: for some runs it is not asked, and the fallback
//! stands in at once. Then it is asked again.
//!
//! It takes its parts from the systems beside it, without their bugs. `tests/vectors/statements.tsv` lists
//! these bugs under "Inputs on which they misbehave", with the cases that show what we do instead.

mod course;
mod economy;
mod lengths;
mod pace;

use crate::compactor::asks::Run;
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::draft::{Draft, Flow, Policy};
use crate::compactor::stages::begin::Sizes;
use crate::compactor::stages::budget;
use crate::compactor::state::memory::{Memory, RunEnd};
use crate::compactor::step::{AwaitingSummary, Preset};
use crate::config::{Config, Fraction, PresetSpec, ThresholdRule};
use crate::configured::ConfiguredHistory;
use crate::error::Result;
use crate::host::item::Item;

/// The preset `default`.
pub struct Default;
/// The same as a value.
pub static PRESET: Default = Default;

impl PresetSpec for Default {
    fn name(&self) -> &'static str {
        "default"
    }

    fn about(&self) -> &'static str {
        "conspectus's own rules: clears old tool results and media, then summarizes the older messages"
    }

    fn values(&self) -> Config {
        values()
    }

    fn ladders(&self) -> &'static [&'static dyn ThresholdRule] {
        &[&Fraction]
    }

    fn derives_from_model(&self) -> bool {
        true
    }

    fn relieves_bytes(&self) -> bool {
        true
    }
}

impl Preset for Default {
    fn turn(&self) -> &'static [&'static str] {
        &["preamble", "remaining_calls", "pinned"]
    }

    fn host_functions(&self) -> &'static [&'static str] {
        &["store"]
    }

    fn output_budget(
        &self,
        pending: &AwaitingSummary,
        window: u64,
        input_tokens: u64,
    ) -> Option<u64> {
        Some(budget::output_budget(pending, window, input_tokens))
    }

    fn guards_summary(&self) -> bool {
        true
    }

    fn learn(&self, _config: &Config, memory: &mut Memory, ended: &RunEnd) {
        course::learn(memory, ended);
    }
}

impl Policy for Default {
    fn measure(
        &self,
        history: &ConfiguredHistory,
        turn: &mut CompactArgs,
        memory: &Memory,
    ) -> Result<Sizes> {
        Ok(course::sizes(history, turn, memory))
    }

    fn quick_check(&self, d: &mut Draft<'_>) -> Flow {
        course::quick_check(d)
    }

    fn stages(&self, d: &mut Draft<'_>, messages: &Item<'_>) -> Flow {
        course::course(d, messages)
    }

    fn begin(
        &self,
        _this: &'static dyn Policy,
        history: ConfiguredHistory,
        messages: &Item<'_>,
        turn: CompactArgs,
        memory: &Memory,
    ) -> Result<Run> {
        course::begin(history, messages, turn, memory)
    }

    fn quick_check_lengths(
        &self,
        lengths: &ConfiguredHistory,
        turn: &CompactArgs,
        memory: &Memory,
    ) -> Option<Run> {
        lengths::quick_check(lengths, turn, memory)
    }
}

/// The presets of this folder.
pub static PRESETS: [&dyn Policy; 1] = [&PRESET];

/// The values of its options: the defaults of the table.
pub fn values() -> Config {
    Config::base(&PRESET)
}
