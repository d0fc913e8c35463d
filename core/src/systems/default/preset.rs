//! The values of the preset `default`. The table in `config/options.rs` says where each of them comes from.

use crate::config::{Application, Config, Fallback, PlaceholderStyle, PruneRule, SnapshotForm, SnapshotUpdate, SplitRule, Summarizer};
use crate::cut::thresholds::FRACTION;
use crate::measure::{Estimator, Measure};
use crate::notes::delta::BUDGET_TOKENS;

pub(crate) fn values() -> Config {
    Config {
        system: &super::HABITS,
        dialect: None,
        unit: Measure::Chars,
        // Chars / 4 is 14 to 44 % low on agent text (docs/instant-accuracy.md).
        estimator: Estimator::Instant,
        model: None,
        family: None,
        encoding: None,
        chars_per_token: 4.0,
        media_rule: None,
        image_tokens: 1_600,
        message_overhead_tokens: 4,
        context_window: None,
        // Chosen here: late enough to use the window, early enough that one large tool result still fits.
        trigger: 0.75,
        // Chosen here: a third below the trigger, so that the next turns do not trigger again.
        target: 0.5,
        hysteresis_tokens: 0,
        fraction: 0.7,
        split_rule: SplitRule::Closed,
        tail_tokens: None,
        tail_turns: None,
        keep_messages: 10,
        keep_pairs: 2,
        min_span: 0.05,
        // Chosen here, after a fork of opencode that refuses compactions which save less than 5 % (B-30).
        min_saving: 0.05,
        clear: true,
        keep_results: 5,
        idle_minutes: 60.0,
        clearable_tools: None,
        max_result_chars: 500_000,
        placeholder: PlaceholderStyle::Informative,
        clear_rule: PruneRule::NewestResults,
        clear_min_tokens: 20_000,
        clear_protect_tokens: 40_000,
        ladder: &FRACTION,
        max_output_tokens: 0,
        max_input_tokens: None,
        reserved_tokens: None,
        output_reserve_tokens: 0,
        reserved_output_tokens: 32_000,
        modalities: Vec::new(),
        summarize: Summarizer::Embedded,
        max_summary_tokens: 20_000,
        instructions: None,
        template: SnapshotForm::Sections,
        memory_update: SnapshotUpdate::Whole,
        delta_tokens: BUDGET_TOKENS,
        calibration: false,
        // Chosen here.
        acknowledgement: "Understood. I will carry on from these notes.".to_owned(),
        continue_message: String::new(),
        acknowledge_environment: false,
        second_call: false,
        restate_request: true,
        fallback: Fallback::Embedded,
        clip_budget_tokens: 0,
        clip_max_chars: 40_000,
        application: Application::Interactive,
        keep_files: 0,
        keep_images: 0,
        trigger_images: 0,
        max_images: 0,
    }
}
