//! Where a history may be cut: `find_split_point` and `legal_cuts`.

use super::argument;
use super::operation::{may, operations, Call, Gives, Input, Operation};
use crate::config::{Domain, SplitRule};
use crate::cut::legal::legal_cuts;
use crate::cut::split;
use crate::error::Result;
use crate::history::History;
use crate::host::view::View;
use serde_json::{json, Value};

const FIND_SPLIT_POINT: Operation = Operation {
    name: "find_split_point",
    rooms: &[""],
    about: "Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its \
            result.",
    input: Input::Messages,
    measures: true,
    options: &["fraction", "split_rule", "tail_tokens", "tail_turns", "keep_messages", "keep_pairs", "context_window", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens"],
    arguments: &[may(
        "char_counts",
        Domain::Data("Sequence[float]", "readonly number[]"),
        "The weight of each message: one number for each, used in place of the measured chars.",
    )],
    gives: Gives::Plain("SplitPoint", "SplitPoint"),
    example: (
        r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}, {"role": "user", "content": "Three"}]"#,
        r#"{"fraction": 0.5}"#,
    ),
};

const LEGAL_CUTS: Operation = Operation {
    name: "legal_cuts",
    rooms: &[""],
    about: "Lists every boundary between messages: whether the history may be cut there, and if not, why.",
    input: Input::Messages,
    measures: false,
    options: &["dialect"],
    arguments: &[],
    gives: Gives::Field("cuts", "list[dict[str, Any]]", "LegalCut[]"),
    example: (r#"[{"role": "user", "content": "One"}, {"role": "assistant", "content": "Two"}]"#, "{}"),
};

operations! {
    FIND_SPLIT_POINT => find_split_point,
    LEGAL_CUTS => cuts,
}

fn find_split_point<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    // Only the rule `tail_budget` needs tokens. For the others the texts need not be read.
    let config = if call.config.split_rule == SplitRule::TailBudget {
        call.config
    } else {
        call.config.of_chars()
    };
    let history = History::of(config, call.input)?;
    let point = match argument(call.options, "char_counts") {
        Some(counts) => split::find_split_point_by(&history, &counts)?,
        None => split::find_split_point(&history),
    };
    Ok(json!(point))
}

fn cuts<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = History::of(call.config.of_chars(), call.input)?;
    Ok(json!({ "cuts": legal_cuts(&history), "dialect": history.dialect().name() }))
}
