//! Runs each law by name, in every dialect, on generated histories.
//!
//! `CONSPECTUS_LAWS_CASES` says how many histories each law sees. A failure prints the seed, and
//! `conspectus-laws 1 LAW DIALECT SEED` shows the case again.

use conspectus_laws::laws::{LAWS, cases, find, run_law};

/// Cases for each law and dialect where nothing else is asked for: all laws together take half a
/// minute unoptimised. `make laws` tries a million.
const CASES: u64 = 6;

macro_rules! test_each {
    ($($law:ident),+ $(,)?) => {
        $(
            #[test]
            fn $law() {
                let law = find(stringify!($law)).expect("a law of that name");
                run_law(law, cases(CASES)).unwrap_or_else(|problem| panic!("{problem:.4000}"));
            }
        )+

        #[test]
        fn every_law_is_tested() {
            let tested = [$(stringify!($law)),+];
            let missing: Vec<&str> = LAWS.iter().map(|law| law.name).filter(|name| !tested.contains(name)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
    };
}

test_each! {
    the_generator_is_valid,
    transforms_give_a_valid_history,
    embedded_compaction_gives_a_valid_history,
    scripted_compaction_gives_a_valid_history,
    waiting_calls_can_still_be_answered,
    transforms_never_enlarge,
    a_budget_is_met_where_a_legal_result_exists,
    clip_keeps_limits_and_clusters,
    limits_of_any_size_are_defined,
    the_way_back_leads_back,
    a_plan_is_what_is_done,
    media_within_limits_stay_valid,
    it_looks_only_back,
    expanding_gives_the_original,
    only_what_is_needless_goes,
    a_second_time_changes_nothing,
    pointers_hold,
    a_loop_changes_only_what_is_new,
    a_compactor_that_remembers_equals_a_new_one,
    a_second_run_changes_nothing,
    below_the_trigger_nothing_is_done,
    a_second_compaction_is_valid_and_not_larger,
    a_sound_history_is_left_alone,
    a_damaged_history_becomes_valid,
    a_repair_of_any_json_settles,
    what_may_be_sent_is_valid,
    untouched_messages_are_the_same_bytes,
    unknown_fields_survive,
    three_appliers_agree,
    same_input_same_bytes,
    key_order_decides_nothing,
    the_incremental_ledger_equals_the_whole,
    text_and_value_are_measured_alike,
    appending_never_lowers,
    a_longer_text_never_costs_less,
    no_cliff_at_any_length_or_script,
    media_in_parts_cost_the_same_at_any_length,
    no_base64_reaches_a_summariser,
    buried_media_count_as_media,
    closed_boundaries_leave_both_sides_valid,
    a_long_history_has_a_useful_cut,
    any_order_of_events_is_defined,
    only_what_is_smaller_is_applied,
    a_run_that_fails_changes_nothing,
    a_history_that_moved_is_noticed,
    what_may_be_sent_fits,
    a_mistaken_report_blocks_nothing,
    any_json_is_answered_by_every_operation,
    any_json_is_answered_by_the_compactor,
    base64_length_costs_nothing,
    compaction_never_enlarges,
    more_characters_never_cost_less,
    slim_leaves_no_base64,
    signed_thinking_keeps_its_prefix,
    no_text_of_the_same_size_binds,
    no_text_of_any_size_binds_in_a_large_window,
}
