//! What is known of providers: `classify_error` and `model_info`.

use super::operation::{Call, Gives, Input, Operation, Rows, may, operations};
use crate::config::{Domain, string_option};
use crate::error::Result;
use crate::host::view::View;
use crate::provider::models::{LimitFrom, Prices, model_limits};
use crate::provider::prices::{CachePrices, PriceSet, cache_prices};
use crate::provider::recover::{Recovery, recover};
use crate::shape::{Typed, shapes};
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
            provider's prompt cache. Prefixes of vendors, dates and `-latest` in the name are understood, and the names of sets of prices. A compactor needs no more than the name of a model that the table has.",
    input: Input::Other("model", "str", "string"),
    measures: false,
    options: &["context_window", "max_output_tokens"],
    arguments: &[may(
        "observed_tokens",
        Domain::Whole(1),
        "A limit on prompts that a provider's refusal stated. It holds where it is lower.",
    )],
    gives: Gives::Plain(ModelInfo::TYPE),
    example: (r#""anthropic/claude-sonnet-4-5-20250929""#, "{}"),
};

shapes! {
    /// What a model holds and costs, and how that is known.
    pub struct ModelInfo {
        /// The name under which the table has the model; null if it does not have it.
        pub model: Option<&'static str>,
        /// The context window: prompt and answer together.
        pub window_tokens: u64,
        /// How the window is known.
        pub window_from: LimitFrom,
        /// The most tokens of a prompt: less than the window where the provider limits it apart.
        pub input_tokens: u64,
        /// The most tokens of an answer.
        pub output_tokens: u64,
        /// How the limit on answers is known.
        pub output_from: LimitFrom,
        /// The family of its tokenizer, by which tokens are estimated.
        pub family: &'static str,
        /// The list prices of its provider, for prompts that are not charged as long ones; null if
        /// the table does not have the model.
        pub prices: Option<Prices>,
        /// What a prompt costs where its beginning is cached, and the rules of that cache; null
        /// where the name tells neither.
        pub cache: Option<CachePrices>,
        /// Where the facts come from; null where the table has none.
        pub source: Option<&'static str>,
        /// When they were looked up: a year and a month; null likewise.
        pub date: Option<&'static str>,
    }
}

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
    let observed = MODEL_INFO
        .arguments
        .whole(call.options, "observed_tokens")?;
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
    let name = string_option(call.input, "model")?;
    let set = PriceSet::ALL.into_iter().find(|set| set.name() == name);
    Ok(json!(ModelInfo {
        model: limits.model,
        window_tokens: limits.window_tokens,
        window_from: limits.window_from,
        input_tokens: limits.input_tokens,
        output_tokens: limits.output_tokens,
        output_from: limits.output_from,
        family: limits.family,
        prices: limits.prices,
        cache: set.map(PriceSet::prices).or_else(|| cache_prices(&name)),
        source: limits.source,
        date: limits.date,
    }))
}
