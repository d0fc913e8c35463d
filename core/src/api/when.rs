//! When to act, as plain numbers for hosts that decide themselves: `thresholds`, `hysteresis`,
//! `calibrate`, `json_chars`.

use super::argument;
use super::operation::{may, must, operations, Call, Gives, Input, Operation};
use crate::config::{number, whole, Config, Domain, Thresholds};
use crate::cut::thresholds::thresholds;
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::View;
use crate::measure::adapt;
use crate::shape::{Type, Typed};
use serde_json::{json, Value};

/// The options from which the thresholds follow.
pub(super) const LADDER: [&str; 7] = [
    "context_window",
    "trigger",
    "ladder",
    "max_output_tokens",
    "max_input_tokens",
    "reserved_tokens",
    "reserved_output_tokens",
];

const THRESHOLDS: Operation = Operation {
    name: "thresholds",
    rooms: &["gemini_cli", "qwen_code", "gencode", "opencode"],
    about:
        "Gives the token counts at which to warn, to compact and to stop, for a `context_window`.",
    input: Input::Nothing,
    measures: false,
    options: &LADDER,
    arguments: &[],
    gives: Gives::Plain(Thresholds::TYPE),
    example: ("null", r#"{"context_window": 200000}"#),
};

const HYSTERESIS: Operation = Operation {
    name: "hysteresis",
    rooms: &["sansio"],
    about: "Says whether the tokens above a target have grown enough to act again. Pass the `last_deficit` of the answer to the next call.",
    input: Input::Nothing,
    measures: false,
    options: &[],
    arguments: &[
        must("tokens", Domain::Whole(0), "Tokens of the conversation now."),
        must("retained_tokens", Domain::Whole(0), "The target: the tokens that may stay."),
        may("last_deficit", Domain::Whole(0), "The tokens above the target when you last acted; 0 unless given."),
        must("coalescing_tokens", Domain::Whole(0), "By how many tokens the excess must have grown since then."),
    ],
    gives: Gives::Plain(&Type::Data("dict[str, Any]", "Record<string, unknown>")),
    example: ("null", r#"{"tokens": 90000, "retained_tokens": 80000, "coalescing_tokens": 5000}"#),
};

const CALIBRATE: Operation = Operation {
    name: "calibrate",
    rooms: &["sansio"],
    about: "Gives the next weight of estimates, from 0.5 to 2. It moves one step from the old weight towards what the provider reported.",
    input: Input::Nothing,
    measures: false,
    options: &["chars_per_token"],
    arguments: &[
        may("weight", Domain::Number(0.5, 2.0), "The weight so far; 1 unless given."),
        must("estimated_tokens", Domain::Whole(0), "The estimated tokens of the messages, without a weight."),
        must("reported_tokens", Domain::Whole(0), "The tokens of the prompt as the provider reported them."),
        may("overhead_tokens", Domain::Whole(0), "Tokens of the prompt outside the messages: system text and tool schemas."),
    ],
    gives: Gives::Plain(&Type::Data("dict[str, Any]", "Record<string, unknown>")),
    example: ("null", r#"{"estimated_tokens": 10000, "reported_tokens": 12000}"#),
};

const JSON_CHARS: Operation = Operation {
    name: "json_chars",
    rooms: &["sansio"],
    about: "Gives the length of the text that `JSON.stringify` would make of a value, in UTF-16 units, without making the text.",
    input: Input::Other("value", "Any", "unknown"),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain(u64::TYPE),
    example: (r#"{"role": "user", "content": "Hi"}"#, "{}"),
};

operations! {
    THRESHOLDS => ladder,
    HYSTERESIS => hysteresis,
    CALIBRATE => calibrate,
    JSON_CHARS => json_chars,
}

fn ladder<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(thresholds(&call.config, window(&call.config)?)))
}

/// The context window.
///
/// # Errors
/// `InvalidOption` if it is not given.
pub(super) fn window(config: &Config) -> Result<u64> {
    config.context_window.ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOption,
            "/context_window",
            "context_window (in tokens) is needed",
        )
    })
}

fn hysteresis<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let count = |name: &str| needed(call.options, name).and_then(|value| whole(&value, name, 0));
    let last = argument(call.options, "last_deficit")
        .map_or(Ok(0), |value| whole(&value, "last_deficit", 0))?;
    Ok(json!(adapt::hysteresis(
        count("tokens")?,
        count("retained_tokens")?,
        last,
        count("coalescing_tokens")?
    )))
}

fn calibrate<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let options = call.options;
    let weight =
        argument(options, "weight").map_or(Ok(1.0), |value| number(&value, "weight", 0.5, 2.0))?;
    let estimated = needed(options, "estimated_tokens")
        .and_then(|value| whole(&value, "estimated_tokens", 0))?;
    let reported =
        needed(options, "reported_tokens").and_then(|value| whole(&value, "reported_tokens", 0))?;
    let overhead = argument(options, "overhead_tokens")
        .map_or(Ok(0), |value| whole(&value, "overhead_tokens", 0))?;
    let weight = adapt::calibrate(weight, reported, overhead, estimated);
    let tokens = adapt::weighted_tokens(estimated, weight);
    Ok(
        json!({ "weight": weight, "chars_per_token": call.config.chars_per_token / weight, "tokens": tokens }),
    )
}

fn json_chars<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(crate::measure::json_chars(call.input)?))
}

fn needed<O: View>(options: &O, name: &str) -> Result<O> {
    argument(options, name).ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOption,
            format!("/{name}"),
            format!("{name} (a number of tokens) is needed"),
        )
    })
}
