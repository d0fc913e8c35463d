//! Finds the boundaries at which a history can be cut: `find_cut` and `find_split_point`.

use super::argument;
use super::operation::{Call, MESSAGES, PRESETS, Viewed, operations};
use conspectus::inner::{Domain, shapes};
use conspectus::{
    Boundary, ConfiguredHistory, Item, Keep, Result, SplitPoint, SplitReason, SplitRule, legal_cuts,
};
use conspectus_history::cut::split;
use serde_json::{Value, json};

shapes! {
    /// The chosen cut: messages before `index` can be summarized.
    pub struct Cut: Eq {
        /// Index of the first kept message; 0 means that nothing can be summarized.
        pub index: usize,
        /// Why the cut is here.
        pub reason: SplitReason,
        /// Tokens of all messages.
        pub tokens_before: u64,
        /// Tokens of the kept messages.
        pub tokens_after: u64,
        /// Every boundary, and whether a cut is allowed there.
        pub cuts: Vec<Boundary>,
    }
}

operations! {
    /// Finds the boundary before the first message to keep. No call is separated from its result,
    /// and open calls are kept. `cuts` lists every boundary, and why a cut isn't allowed there.
    find_cut([""], MESSAGES, measures []) -> Plain(Cut),
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"keep": {"messages": 1}}"# =>
        find_cut(FindCutArgs {
            /// How much to keep: a number of `tokens`, `messages` or `turns`, or a `fraction` of
            /// all tokens (0.3 by default).
            keep: Keep = KEEP,
        });

    /// Finds the boundary before the first message to keep. No call is separated from its result.
    find_split_point(PRESETS, MESSAGES, measures ["fraction", "split_rule", "tail_tokens", "tail_turns", "keep_messages", "keep_pairs", "context_window", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens"]) -> Plain(SplitPoint),
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"fraction": 0.5}"# =>
        find_split_point(FindSplitPointArgs {
            /// The weight of each message, used instead of its characters.
            char_counts: Option<Viewed> [Domain::Data("Sequence[float]", "readonly number[]")],
        });
}

fn find_cut(call: Call<'_>, args: FindCutArgs) -> Result<Value> {
    let history = call.history()?;
    let (index, reason) = split::keeping(&history, args.keep);
    Ok(json!(Cut {
        index,
        reason,
        tokens_before: history.tokens(),
        tokens_after: history.tokens_between(index, history.len()),
        cuts: legal_cuts(&history),
    }))
}

/// The default of `keep`. Source: gemini-cli.
const KEEP: Keep = Keep::Fraction(0.3);

fn find_split_point(call: Call<'_>, _: FindSplitPointArgs) -> Result<Value> {
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
