//! Our own preset. Each number says where it comes from on the field's documentation in [`Config`].

use super::Preset;
use crate::config::{Application, Config, Course, Ladder, PlaceholderStyle, PruneRule, SnapshotForm, SnapshotUpdate, SplitRule, Summarizer};
use crate::estimate::{Estimator, Measure};

pub(super) fn config() -> Config {
    Config {
        preset: Preset::Default,
        dialect: None,
        measure: Measure::Chars,
        // Chars / 4 is 14 to 44 % low on agent text (docs/instant-accuracy.md).
        estimator: Estimator::Instant,
        model: None,
        family: None,
        encoding: None,
        chars_per_token: 4.0,
        media_rule: None,
        image_token_estimate: 1_600,
        message_overhead_tokens: 4,
        context_window: None,
        // Chosen here: late enough to use the window, early enough that one large tool result still fits.
        trigger_fraction: 0.75,
        // Chosen here: a third below the trigger, so that the next turns do not trigger again.
        target_fraction: 0.5,
        hysteresis_tokens: 0,
        fraction: 0.7,
        split_rule: SplitRule::Closed,
        tail_tokens: None,
        tail_turns: None,
        keep_messages: 10,
        retain_pairs: 2,
        min_compress_fraction: 0.05,
        // Chosen here, after a fork of opencode that refuses compactions below 5 % (B-30).
        min_saving_fraction: 0.05,
        prune: true,
        keep_recent: 5,
        idle_minutes: 60.0,
        tools: None,
        max_total_chars: 500_000,
        placeholder: PlaceholderStyle::Informative,
        prune_rule: PruneRule::NewestResults,
        prune_min_tokens: 20_000,
        prune_protect_tokens: 40_000,
        ladder: Ladder::Fraction,
        output_limit: 0,
        input_limit: None,
        reserved_tokens: None,
        reserved_output_tokens: 32_000,
        modalities: Vec::new(),
        summarizer: Summarizer::Host,
        max_summary_tokens: 20_000,
        instructions: None,
        course: Course::Default,
        snapshot_form: SnapshotForm::Seven,
        snapshot_update: SnapshotUpdate::Whole,
        snapshot_budget_tokens: crate::delta::BUDGET_TOKENS,
        calibration: false,
        // Chosen here.
        acknowledgement: "Understood. I will carry on from these notes.".to_owned(),
        continue_message: String::new(),
        environment_acknowledgement: false,
        verify_summary: false,
        restate_request: true,
        result_budget_tokens: 0,
        result_max_chars: 40_000,
        application: Application::Interactive,
        max_recent_files: 0,
        max_recent_images: 0,
        image_trigger_count: 0,
        image_payload_count: 0,
    }
}
