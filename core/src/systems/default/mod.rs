//! `default`, our own system: what we think works best. It reproduces no other agent.
//!
//! A run goes as follows:
//!
//! 1. Below the trigger, 75 % of the context window, nothing is done.
//! 2. At the trigger, old tool results and media are cleared. If the prompt then fits the target, 50 % of the window, the run ends here.
//! 3. Otherwise it looks for a cut: the first boundary at or after 70 % of the chars that separates no call from its result. If the kept
//!    part would not fit the target, the cut moves further towards the end.
//! 4. It asks for a summary of everything before the cut, and checks that the result is smaller by at least 5 %.
//!
//! After three failed runs in a row it only clears, until a run succeeds or is forced. Two options make it calmer: `when.hysteresis_tokens`
//! waits until the excess has grown, and `measure.calibration` corrects estimates by what the provider reports.
//!
//! It takes its parts from the systems beside it, without their bugs. `docs/statements.md` lists these bugs under "Inputs on which they
//! misbehave", with the cases that show what we do instead.

mod course;

pub(crate) use course::begin;

use crate::compactor::step::System;
use crate::config::{options_beside_usual, Config, Habits, FRACTION};
use crate::reduce::truncate::ENDS;

/// What the options need to know of this system.
pub static HABITS: Habits = Habits {
    name: "default",
    about: "our own: clear old tool results and media; if that is not enough, summarise the older messages",
    values,
    options: options_beside_usual![
        "hysteresis_tokens",
        "min_span",
        "split_rule",
        "fraction",
        "tail_tokens",
        "tail_turns",
        "keep_messages",
        "keep_pairs",
        "keep_results",
        "clear",
        "clearable_tools",
        "placeholder",
        "memory_share",
        "memory_update",
        "delta_tokens",
        "calibration",
        "fallback",
        "output_reserve_tokens",
        "acknowledge_environment",
        "continue_message",
    ],
    ladders: &[&FRACTION],
    assumed_window: |_| Ok(None),
    infers: true,
    text_among_media: false,
};

/// The system.
pub static SYSTEM: System = System { text_rules: &[&ENDS], learn: course::learn, falls_back: true, retries_refused: true, ..System::of(&HABITS) };

/// The systems of this folder, one for each preset.
pub static SYSTEMS: [&System; 1] = [&SYSTEM];

/// The values of its options: the defaults of the table.
pub(crate) fn values() -> Config {
    Config::base(&HABITS)
}
