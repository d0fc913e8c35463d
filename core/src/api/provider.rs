//! What is known of providers: `classify_error`, `recover`, `model_limits` and `cache_prices`.

use super::argument;
use super::operation::{may, operations, Call, Gives, Input, Operation};
use crate::config::{string_option, whole, Domain};
use crate::error::Result;
use crate::host::view::View;
use crate::provider::errors::classify_error;
use crate::provider::models::{model_limits, LimitFrom};
use crate::provider::prices::{cache_prices, PriceSet};
use crate::provider::recover::recover;
use serde_json::{json, Value};

const ERROR: Input = Input::Other("error", "Any", "unknown");

const CLASSIFY_ERROR: Operation = Operation {
    name: "classify_error",
    rooms: &["providers"],
    about:
        "Tells what a provider's error means: `tokens`, `bytes`, `media`, `pairing`, `rate`, `overload`, `auth` or `other`, with the numbers and the \
            place that it states. It takes the exception of any SDK as it is, an object with its status and body, or a text.",
    input: ERROR,
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain("dict[str, Any]", "ProviderError"),
    example: (r#""prompt is too long: 210543 tokens > 200000 maximum""#, "{}"),
};

const RECOVER: Operation = Operation {
    name: "recover",
    rooms: &["providers"],
    about:
        "Says what to do about a provider's error: `compact`, `relieve_bytes`, `relieve_media`, `repair`, `wait` or `fail`. A `Compactor` does it by \
            itself: give the error to its `handle_provider_error`.",
    input: ERROR,
    measures: false,
    options: &[],
    arguments: &[may(
        "attempt",
        Domain::Whole(1),
        "How many requests in a row were refused, this one included; 1 unless given. Waits grow with it, and end.",
    )],
    gives: Gives::Plain("dict[str, Any]", "Recovery"),
    example: (r#"{"status": 529, "body": {"error": {"type": "overloaded_error", "message": "Overloaded"}}}"#, r#"{"attempt": 2}"#),
};

const MODEL_LIMITS: Operation = Operation {
    name: "model_limits",
    rooms: &["providers"],
    about:
        "Tells what a model holds and costs, and how that is known: `declared`, `table`, `observed` or `fallback`. Prefixes of vendors, dates and \
            `-latest` in the name are understood. A compactor needs no more than the name of a model that the table has.",
    input: Input::Other("model", "str", "string"),
    measures: false,
    options: &["context_window", "max_output_tokens"],
    arguments: &[may("observed_tokens", Domain::Whole(1), "A limit on prompts that a provider's refusal told. It holds where it is lower.")],
    gives: Gives::Plain("dict[str, Any]", "ModelLimits"),
    example: (r#""anthropic/claude-sonnet-4-5-20250929""#, "{}"),
};

const CACHE_PRICES: Operation = Operation {
    name: "cache_prices",
    rooms: &["providers"],
    about:
        "Tells what a prompt costs where its beginning is cached, and the rules of that cache, for a named set of prices or for a model: how that is \
            known, from where, and when it was looked up. `None` where the name tells neither.",
    input: Input::Other("name", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain("dict[str, Any] | None", "CachePrices | null"),
    example: (r#""anthropic-5m""#, "{}"),
};

operations! {
    CLASSIFY_ERROR => classified,
    RECOVER => recovered,
    MODEL_LIMITS => limits,
    CACHE_PRICES => prices,
}

fn classified<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(json!(classify_error(call.input)?))
}

fn recovered<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let attempt =
        argument(call.options, "attempt").map_or(Ok(1), |given| whole(&given, "attempt", 1))?;
    Ok(json!(recover(
        call.input,
        u32::try_from(attempt).unwrap_or(u32::MAX)
    )?))
}

fn prices<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let name = string_option(call.input, "name")?;
    let set = PriceSet::ALL.into_iter().find(|set| set.name() == name);
    Ok(json!(set
        .map(PriceSet::prices)
        .or_else(|| cache_prices(&name))))
}

fn limits<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let mut limits = model_limits(&string_option(call.input, "model")?);
    if let Some(window) = call.config.context_window {
        (
            limits.window_tokens,
            limits.input_tokens,
            limits.window_from,
        ) = (window, window, LimitFrom::Declared);
    }
    if call.config.max_output_tokens > 0 {
        (limits.output_tokens, limits.output_from) =
            (call.config.max_output_tokens, LimitFrom::Declared);
    }
    let observed = argument(call.options, "observed_tokens")
        .map(|given| whole(&given, "observed_tokens", 1))
        .transpose()?;
    if let Some(observed) = observed.filter(|observed| *observed < limits.input_tokens) {
        (
            limits.window_tokens,
            limits.input_tokens,
            limits.window_from,
        ) = (
            limits.window_tokens.min(observed),
            observed,
            LimitFrom::Observed,
        );
    }
    Ok(json!(limits))
}
