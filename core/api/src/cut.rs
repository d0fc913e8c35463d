//! Where a history may be cut: `find_cut` and `find_split_point`.

use super::argument;
use super::operation::{Call, MESSAGES, Viewed, operations};
use conspectus::inner::{Domain, shapes};
use conspectus::{
    Boundary, ConfiguredHistory, Keep, Result, SplitPoint, SplitReason, SplitRule, View, legal_cuts,
};
use conspectus_history::cut::split;
use serde_json::{Value, json};

shapes! {
    /// Where to cut: the messages before `index` can be summarised, and those from it on stay.
    pub struct Cut: Eq {
        /// Index of the first message that stays; 0 means that nothing can be summarised.
        pub index: usize,
        /// Why the cut lies there.
        pub reason: SplitReason,
        /// Tokens of all messages.
        pub tokens_before: u64,
        /// Tokens of those that stay.
        pub tokens_after: u64,
        /// Every boundary: whether the history may be cut there, and if not, why.
        pub cuts: Vec<Boundary>,
    }
}

operations! {
    /// Finds where to cut: the messages before `index` can be summarised, and those from `index` on
    /// stay. No call is separated from its result, and a call that waits for its result stays.
    /// `cuts` lists every boundary, with the reason where none may lie.
    find_cut([""], MESSAGES, measures []) -> Plain(Cut),
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"keep": {"messages": 1}}"# =>
        find_cut(FindCutArgs {
            /// How much of the newest conversation stays: so many `tokens`, `messages` or `turns`,
            /// or a `fraction` of all tokens. Without it: a fraction of 0.3.
            keep: Keep = KEEP,
        });

    /// Finds where to cut: the messages before `index` can be summarised, and those from `index` on
    /// stay. No call is separated from its result.
    find_split_point(["gemini_cli", "qwen_code", "gencode", "opencode"], MESSAGES, measures ["fraction", "split_rule", "tail_tokens", "tail_turns", "keep_messages", "keep_pairs", "context_window", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens"]) -> Plain(SplitPoint),
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"fraction": 0.5}"# =>
        find_split_point(FindSplitPointArgs {
            /// The weight of each message: one number for each, used in place of the measured
            /// chars.
            char_counts: Option<Viewed> [Domain::Data("Sequence[float]", "readonly number[]")],
        });
}

fn find_cut(call: Call<'_, impl View, impl View>, args: FindCutArgs) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (index, reason) = split::keeping(&history, args.keep);
    Ok(json!(Cut {
        index,
        reason,
        tokens_before: history.tokens(),
        tokens_after: history.tokens_between(index, history.len()),
        cuts: legal_cuts(&history),
    }))
}

/// What stays unless it is given. Source: gemini-cli.
const KEEP: Keep = Keep::Fraction(0.3);

fn find_split_point(call: Call<'_, impl View, impl View>, _: FindSplitPointArgs) -> Result<Value> {
    // Only the rule `tail_budget` needs tokens. For the others the texts need not be read.
    let config = if call.config.tuning.split_rule == SplitRule::TailBudget {
        call.config
    } else {
        call.config.of_chars()
    };
    let history = ConfiguredHistory::of(config, call.input)?;
    let point = match argument(call.options, "char_counts") {
        Some(counts) => split::find_split_point_by(&history, &counts)?,
        None => split::find_split_point(&history),
    };
    Ok(json!(point))
}
