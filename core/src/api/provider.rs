//! What is known of providers: `classify_error` and `model_info`.

use super::operation::{Call, Gives, Input, Operation, Rows, may, operations};
use crate::config::{Domain, model_limits, string_option};
use crate::error::Result;
use crate::host::view::View;
use crate::provider::models::{LimitSource, ModelLimits};
use crate::provider::prices::PriceSet;
use crate::provider::recover::{Recovery, recover};
use crate::shape::Typed;
use serde_json::{Value, json};

const ERROR: Input = Input::Other("error", "Any", "unknown");

const CLASSIFY_ERROR: Operation = Operation {
    name: "classify_error",
    rooms: &["providers"],
    about: "Tells what a provider's error means: `tokens`, `max_tokens`, `bytes`, `media`, `pairing`, `thinking_bound`, `empty`, `rate`, `overload`, `auth` or \
            `other`, with the numbers and the place that it states, and what to do about it. It takes the exception of any SDK as it is, an object \
            with its status and body, or a text; and an answer that holds nothing, which some hosts give to a prompt that is too long. What an \
            error quotes of the request is not evidence of a size. A `Compactor` does it by itself: give the error to its `handle_provider_error`.",
    input: ERROR,
    measures: false,
    options: &[],
    arguments: &[may(
        "attempt",
        Domain::Whole(1),
        "How many requests in a row were refused, this one included; 1 unless given. Waits grow with it, and end.",
    )],
    gives: Gives::Plain(Recovery::TYPE),
    example: (
        r#""prompt is too long: 210543 tokens > 200000 maximum""#,
        "{}",
    ),
};

const MODEL_INFO: Operation = Operation {
    name: "model_info",
    rooms: &["providers"],
    about: "Tells what a model holds and costs, and how that is known: `declared`, `table`, `observed` or `fallback`; and the rules of its \
            provider's prompt cache. Prefixes of vendors, dates, versions with dots or dashes, and tags in the name are understood, and the names of sets of prices. A compactor needs no more than the name of a model that the table, or `models`, has.",
    input: Input::Other("model", "str", "string"),
    measures: false,
    options: &["context_window", "max_output_tokens", "models"],
    arguments: &[may(
        "observed_tokens",
        Domain::Whole(1),
        "A limit on prompts that a provider's refusal stated. It holds where it is lower.",
    )],
    gives: Gives::Plain(ModelLimits::TYPE),
    example: (r#""anthropic/claude-sonnet-4-5-20250929""#, "{}"),
};

operations! {
    CLASSIFY_ERROR => classified,
    MODEL_INFO => limits,
}

fn classified<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let attempt = CLASSIFY_ERROR
        .arguments
        .whole(call.options, "attempt")?
        .unwrap_or(1);
    Ok(json!(recover(
        call.input,
        u32::try_from(attempt).unwrap_or(u32::MAX)
    )?))
}

fn limits<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let name = string_option(call.input, "model")?;
    let mut limits = model_limits(&name, &call.config.models);
    if let Some(window) = call.config.context_window {
        (
            limits.window_tokens,
            limits.input_tokens,
            limits.window_source,
        ) = (window, window, LimitSource::Declared);
    }
    if call.config.max_output_tokens > 0 {
        (limits.output_tokens, limits.output_source) =
            (call.config.max_output_tokens, LimitSource::Declared);
    }
    let observed = MODEL_INFO
        .arguments
        .whole(call.options, "observed_tokens")?;
    if let Some(observed) = observed.filter(|observed| *observed < limits.input_tokens) {
        (
            limits.window_tokens,
            limits.input_tokens,
            limits.window_source,
        ) = (
            limits.window_tokens.min(observed),
            observed,
            LimitSource::Observed,
        );
    }
    let set = PriceSet::ALL.into_iter().find(|set| set.name() == name);
    limits.cache = set.map(PriceSet::prices).or(limits.cache);
    Ok(json!(limits))
}
