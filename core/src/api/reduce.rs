//! What can be removed without a summary: `slim` and `microcompact`.

use super::argument;
use super::operation::{may, operations, Argument, Call, Gives, Input, Operation};
use crate::config::{flag, number, Domain};
use crate::error::Result;
use crate::history::History;
use crate::host::view::View;
use crate::reduce::plan::lower;
use crate::reduce::{self, Activity};
use serde_json::{json, Value};

/// The arguments for when the conversation was last active, and for acting at once.
pub(super) const ACTIVITY: [Argument; 3] = [
    may("now_ms", Domain::Number(f64::NEG_INFINITY, f64::INFINITY), "The time now, by your clock, in milliseconds."),
    may("last_activity_ms", Domain::Number(f64::NEG_INFINITY, f64::INFINITY), "When the conversation was last active, by the same clock."),
    may("force", Domain::Flag, "Whether to act now, regardless of time and size."),
];

const SLIM: Operation = Operation {
    name: "slim",
    rooms: &[""],
    about: "Replaces media by a line of text each, unless their kind is in `modalities`. The report counts `images`, `documents`, `texts` and \
            `tokens_saved`.",
    input: Input::Messages,
    measures: true,
    options: &["modalities"],
    arguments: &[],
    gives: Gives::Patched("stats", "dict[str, int]", "SlimStats"),
    example: (
        r#"[{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}]}]"#,
        r#"{"modalities": ["pdf"]}"#,
    ),
};

const MICROCOMPACT: Operation = Operation {
    name: "microcompact",
    rooms: &[""],
    about: "Clears old tool results and media, and keeps the newest `keep_results` of each kind. It acts after `idle_minutes` without activity, \
            when tool results hold more than `max_result_chars`, or with `force`.",
    input: Input::Messages,
    measures: true,
    options: &["keep_results", "idle_minutes", "clearable_tools", "max_result_chars", "placeholder"],
    arguments: &ACTIVITY,
    gives: Gives::Patched("report", "dict[str, Any]", "MicrocompactReport"),
    example: (r#"[{"role": "user", "content": "Hi"}]"#, r#"{"keep_results": 3, "force": true}"#),
};

operations! {
    SLIM => slim,
    MICROCOMPACT => microcompact,
}

fn slim<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = History::of(call.config, call.input)?;
    let (edits, stats) = reduce::slim(&history, call.input, history.len());
    Ok(json!({ "patch": lower(&history, &edits, call.input), "stats": stats, "edits": edits }))
}

fn microcompact<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = History::of(call.config, call.input)?;
    let (edits, report) = reduce::microcompact(&history, activity(call.options)?);
    Ok(json!({ "patch": lower(&history, &edits, call.input), "report": report, "edits": edits }))
}

/// The times and the switch `force`, from an operation's arguments.
///
/// # Errors
/// `InvalidConfig` if a time is not a number, or `force` not a boolean.
pub(crate) fn activity<O: View>(options: &O) -> Result<Activity> {
    let time = |name: &str| argument(options, name).map(|value| number(&value, name, f64::NEG_INFINITY, f64::INFINITY)).transpose();
    Ok(Activity {
        now_ms: time("now_ms")?,
        last_activity_ms: time("last_activity_ms")?,
        force: argument(options, "force").map_or(Ok(false), |value| flag(&value, "force"))?,
    })
}
