//! What is known of providers: `classify_error` and `model_info`.

use super::operation::{Call, Input, operations};
use conspectus::inner::{Domain, string_option};
use conspectus::{Item, LimitSource, ModelLimits, PriceSet, Recovery, Result, model_info, recover};
use serde_json::{Value, json};

const ERROR: Input = Input::Other("error", "Any", "unknown");

operations! {
    /// Classifies a provider error. Pass any SDK's exception, an object with status and body, a
    /// string, or an empty response.
    classify_error(["providers"], ERROR, takes []) -> Plain(Recovery),
        r#""prompt is too long: 210543 tokens > 200000 maximum""#,
        "{}" =>
        classified(ClassifyErrorArgs {
            /// How many requests in a row were rejected, including this one; 1 by default. Waits
            /// grow with it.
            attempt: u64 [Domain::Whole(1)] = 1,
        });

    /// Returns a model's limits, tokenizer, prices and cache rules, and their source. Names can
    /// have vendor prefixes, dates and tags.
    model_info(["providers"], Input::Other("model", "str", "string"), takes ["context_window", "max_output_tokens", "models"]) -> Plain(ModelLimits),
        r#""anthropic/claude-sonnet-4-5-20250929""#,
        "{}" =>
        limits(ModelInfoArgs {
            /// A prompt limit that a provider error stated. It applies if it's lower.
            observed_tokens: Option<u64> [Domain::Whole(1)],
        });
}

fn classified(call: Call<'_>, args: ClassifyErrorArgs) -> Result<Value> {
    Ok(json!(recover(
        call.input,
        u32::try_from(args.attempt).unwrap_or(u32::MAX)
    )?))
}

fn limits(call: Call<'_>, args: ModelInfoArgs) -> Result<Value> {
    let name = string_option(call.input, "model")?;
    let mut limits = model_info(&name, &call.config.models);
    if let Some(window) = call.config.context_window {
        (
            limits.window_tokens,
            limits.input_tokens,
            limits.window_source,
        ) = (window, window, LimitSource::Declared);
    }
    let declared = call.config.tuning.max_output_tokens;
    if declared > 0 {
        (limits.output_tokens, limits.output_source) = (declared, LimitSource::Declared);
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
