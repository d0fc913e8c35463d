//! Where a history may be cut: `find_cut` and `find_split_point`.

use super::argument;
use super::operation::{Call, Gives, Input, Operation, may, operations};
use crate::config::{Domain, Keep, SplitRule, kept};
use crate::configured::ConfiguredHistory;
use crate::cut::legal::{Boundary, legal_cuts};
use crate::cut::split::{self, SplitPoint, SplitReason};
use crate::error::Result;
use crate::host::view::View;
use crate::shape::{Typed, shapes};
use serde_json::{Value, json};

const FIND_SPLIT_POINT: Operation = Operation {
    name: "find_split_point",
    rooms: &["gemini_cli", "qwen_code", "gencode", "opencode"],
    about: "Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its \
            result.",
    input: Input::Messages,
    measures: true,
    options: &[
        "fraction",
        "split_rule",
        "tail_tokens",
        "tail_turns",
        "keep_messages",
        "keep_pairs",
        "context_window",
        "ladder",
        "max_output_tokens",
        "max_input_tokens",
        "reserved_tokens",
        "reserved_output_tokens",
    ],
    arguments: &[may(
        "char_counts",
        Domain::Data("Sequence[float]", "readonly number[]"),
        "The weight of each message: one number for each, used in place of the measured chars.",
    )],
    gives: Gives::Plain(SplitPoint::TYPE),
    example: (
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"fraction": 0.5}"#,
    ),
};

const FIND_CUT: Operation = Operation {
    name: "find_cut",
    rooms: &[""],
    about: "Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its \
            result, and a call that waits for its result stays. `cuts` lists every boundary, with the reason where none may lie.",
    input: Input::Messages,
    measures: true,
    options: &[],
    arguments: &[may(
        "keep",
        Domain::Keep,
        "How much of the newest conversation stays: so many `tokens`, `messages` or `turns`, or a `fraction` of all tokens. Without it: a fraction of 0.3.",
    )],
    gives: Gives::Plain(Cut::TYPE),
    example: (
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"keep": {"messages": 1}}"#,
    ),
};

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
    FIND_CUT => find_cut,
    FIND_SPLIT_POINT => find_split_point,
}

fn find_cut<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let kept = argument(call.options, "keep").map_or(Ok(KEEP), |given| kept(&given, "keep"))?;
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (index, reason) = split::keeping(&history, kept);
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

fn find_split_point<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    // Only the rule `tail_budget` needs tokens. For the others the texts need not be read.
    let config = if call.config.split_rule == SplitRule::TailBudget {
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
