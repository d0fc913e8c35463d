//! Our own preset. Each number says where it comes from on the field's documentation in [`Config`].

use super::Preset;
use crate::config::{Config, Ladder, PlaceholderStyle, PruneRule, SplitRule, Summarizer};
use crate::estimate::{Estimator, Measure};

pub(super) fn config() -> Config {
    Config {
        preset: Preset::Default,
        dialect: None,
        measure: Measure::Chars,
        // Lengths alone: the text is not read. `instant` where a model is named, see DESIGN.md.
        estimator: Estimator::Chars,
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
        fraction: 0.7,
        split_rule: SplitRule::Closed,
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
        reserved_output_tokens: 32_000,
        modalities: Vec::new(),
        summarizer: Summarizer::Host,
        max_summary_tokens: 20_000,
        instructions: None,
    }
}
