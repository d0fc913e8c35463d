//! The list of laws. Each law is a function of a stream of random numbers and a dialect. It makes
//! its own random conversation.

pub mod admission;
pub mod anything;
pub mod bound;
pub mod broken;
pub mod cuts;
pub mod fits;
pub mod identity;
pub mod influence;
pub mod machine;
pub mod measure;
pub mod media;
pub mod remember;
pub mod repair;
pub mod repeat;
pub mod retirement;
pub mod same;
pub mod size;
pub mod undo;
pub mod valid;

use crate::host::think_freely;
use crate::random::Random;
use crate::{Outcome, Shape};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One law.
#[derive(Clone, Copy)]
pub struct Law {
    /// The name of the law, which says what must hold.
    pub name: &'static str,
    /// Checks the law on one conversation.
    pub check: fn(&mut Random, Shape) -> Outcome,
    /// How much one case costs. A law of weight 2 runs half as many cases as a law of weight 1.
    pub weight: u64,
}

macro_rules! laws {
    ($($module:ident :: $name:ident = $weight:literal),+ $(,)?) => {
        /// All laws.
        pub const LAWS: &[Law] = &[$(Law { name: stringify!($name), check: $module::$name, weight: $weight }),+];
    };
}

laws! {
    valid::the_generator_is_valid = 1,
    valid::transforms_give_a_valid_history = 1,
    valid::embedded_compaction_gives_a_valid_history = 1,
    valid::scripted_compaction_gives_a_valid_history = 1,
    valid::waiting_calls_can_still_be_answered = 1,
    size::transforms_never_enlarge = 1,
    size::compaction_never_enlarges = 1,
    size::a_budget_is_met_where_a_legal_result_exists = 2,
    size::clip_keeps_limits_and_clusters = 2,
    size::limits_of_any_size_are_defined = 1,
    admission::it_looks_only_back = 4,
    admission::expanding_gives_the_original = 1,
    admission::pointers_hold = 4,
    admission::a_loop_changes_only_what_is_new = 4,
    retirement::only_what_is_needless_goes = 1,
    retirement::a_second_time_changes_nothing = 2,
    retirement::media_within_limits_stay_valid = 1,
    remember::a_compactor_that_remembers_equals_a_new_one = 4,
    undo::the_way_back_leads_back = 1,
    undo::a_plan_is_what_is_done = 1,
    repeat::a_second_run_changes_nothing = 1,
    repeat::below_the_trigger_nothing_is_done = 1,
    repeat::a_second_compaction_is_valid_and_not_larger = 2,
    repair::a_sound_history_is_left_alone = 1,
    repair::a_damaged_history_becomes_valid = 1,
    repair::a_repair_of_any_json_settles = 1,
    broken::what_may_be_sent_is_valid = 1,
    identity::untouched_messages_are_the_same_bytes = 1,
    identity::unknown_fields_survive = 1,
    identity::three_appliers_agree = 2,
    same::same_input_same_bytes = 2,
    same::key_order_decides_nothing = 1,
    same::the_incremental_ledger_equals_the_whole = 2,
    same::text_and_value_are_measured_alike = 2,
    measure::appending_never_lowers = 2,
    measure::more_characters_never_cost_less = 2,
    measure::a_longer_text_never_costs_less = 2,
    measure::no_cliff_at_any_length_or_script = 2,
    media::base64_length_costs_nothing = 2,
    media::media_in_parts_cost_the_same_at_any_length = 2,
    media::no_base64_reaches_a_summariser = 2,
    media::slim_leaves_no_base64 = 1,
    media::buried_media_count_as_media = 1,
    bound::signed_thinking_keeps_its_prefix = 2,
    cuts::closed_boundaries_leave_both_sides_valid = 2,
    cuts::a_long_history_has_a_useful_cut = 1,
    machine::any_order_of_events_is_defined = 2,
    machine::only_what_is_smaller_is_applied = 1,
    machine::a_run_that_fails_changes_nothing = 1,
    machine::a_history_that_moved_is_noticed = 2,
    influence::no_text_of_the_same_size_binds = 16,
    influence::no_text_of_any_size_binds_in_a_large_window = 16,
    fits::what_may_be_sent_fits = 4,
    fits::a_mistaken_report_blocks_nothing = 4,
    anything::any_json_is_answered_by_every_operation = 2,
    anything::any_json_is_answered_by_the_compactor = 2,
}

/// Runs one case of a law. A panic counts as a broken law. The message names the seed with which
/// the case can be run again.
///
/// # Errors
/// If the law does not hold.
pub fn run_case(law: &Law, shape: Shape, seed: u64) -> Outcome {
    let mut random = Random::named(seed, law.name);
    think_freely(Random::named(seed, "thinking").chance(50));
    let found = catch_unwind(AssertUnwindSafe(|| (law.check)(&mut random, shape))).unwrap_or_else(
        |panic| {
            let message = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            Err(format!("panic: {}", message.unwrap_or_default()))
        },
    );
    found.map_err(|problem| format!("{} {} seed {seed}: {problem}", law.name, shape.name()))
}

/// Runs a law in every dialect for the seeds `0..cases`, divided by its weight. Returns the number
/// of cases.
///
/// # Errors
/// The first case in which the law does not hold.
pub fn run_law(law: &Law, cases: u64) -> Result<u64, String> {
    let cases = cases.div_ceil(law.weight);
    for seed in 0..cases {
        for shape in Shape::ALL {
            run_case(law, shape, seed)?;
        }
    }
    Ok(cases * Shape::ALL.len() as u64)
}

/// The law of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Law> {
    LAWS.iter().find(|law| law.name == name)
}

/// How many cases a test runs for each law and dialect: the environment variable
/// `CONSPECTUS_LAWS_CASES`, or `default`.
#[must_use]
pub fn cases(default: u64) -> u64 {
    std::env::var("CONSPECTUS_LAWS_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(default)
}
