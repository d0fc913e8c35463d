//! What is known of providers: `classify_error` and `model_info`.

use super::operation::{Call, Input, operations};
use conspectus::inner::{Domain, string_option};
use conspectus::{LimitSource, ModelLimits, PriceSet, Recovery, Result, View, model_info, recover};
use serde_json::{Value, json};

const ERROR: Input = Input::Other("error", "Any", "unknown");

operations! {
    /// Tells what a provider's error means: `tokens`, `max_tokens`, `bytes`, `media`, `pairing`,
    /// `thinking_bound`, `empty`, `rate`, `overload`, `auth` or `other`, with the numbers and the
    /// place that it states, and what to do about it. It takes the exception of any SDK as it is,
    /// an object with its status and body, or a text; and an answer that holds nothing, which some
    /// hosts give to a prompt that is too long. What an error quotes of the request is not evidence
    /// of a size. A `Compactor` does it by itself: give the error to its `handle_provider_error`.
    classify_error(["providers"], ERROR, takes []) -> Plain(Recovery),
        r#""prompt is too long: 210543 tokens > 200000 maximum""#,
        "{}" =>
        classified(ClassifyErrorArgs {
            /// How many requests in a row were refused, this one included; 1 unless given. Waits
            /// grow with it, and end.
            attempt: u64 [Domain::Whole(1)] = 1,
        });

    /// Tells what a model holds and costs, and how that is known: `declared`, `table`, `observed`
    /// or `fallback`; and the rules of its provider's prompt cache. Prefixes of vendors, dates,
    /// versions with dots or dashes, and tags in the name are understood, and the names of sets of
    /// prices. A compactor needs no more than the name of a model that the table, or `models`, has.
    model_info(["providers"], Input::Other("model", "str", "string"), takes ["context_window", "max_output_tokens", "models"]) -> Plain(ModelLimits),
        r#""anthropic/claude-sonnet-4-5-20250929""#,
        "{}" =>
        limits(ModelInfoArgs {
            /// A limit on prompts that a provider's refusal stated. It holds where it is lower.
            observed_tokens: Option<u64> [Domain::Whole(1)],
        });
}

fn classified(call: Call<'_, impl View, impl View>, args: ClassifyErrorArgs) -> Result<Value> {
    Ok(json!(recover(
        call.input,
        u32::try_from(args.attempt).unwrap_or(u32::MAX)
    )?))
}

fn limits(call: Call<'_, impl View, impl View>, args: ModelInfoArgs) -> Result<Value> {
    let name = string_option(call.input, "model")?;
    let mut limits = model_info(&name, &call.config.models);
    if let Some(window) = call.config.context_window {
        (
            limits.window_tokens,
            limits.input_tokens,
            limits.window_source,
        ) = (window, window, LimitSource::Declared);
    }
    if call.config.tuning.max_output_tokens > 0 {
        (limits.output_tokens, limits.output_source) =
            (call.config.tuning.max_output_tokens, LimitSource::Declared);
    }
    if let Some(observed) = args
        .observed_tokens
        .filter(|observed| *observed < limits.input_tokens)
    {
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
