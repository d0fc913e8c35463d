//! Whether a provider would accept a history, and how it becomes valid: `validate` and `repair`.

use super::argument;
use super::edited::by_patch;
use super::operation::{Call, MESSAGES, Viewed, operations};
use conspectus::inner::Domain;
use conspectus::{Item, Problem, Repair, Result};
use conspectus_history::check::validate::bound_to_other;
use serde_json::{Value, json};

operations! {
    /// Lists what a provider would reject in a history. With `previous`, it also lists thinking that's bound to changed messages.
    validate([""], MESSAGES, takes ["dialect", "model", "thinking"]) -> Field("problems", Vec<Problem>),
        r#"[{"role": "user", "content": "Hi"}, {"role": "tool", "tool_call_id": "call_1", "content": "lost"}]"#,
        r#"{"dialect": "openai_chat"}"# =>
        validate(ValidateArgs {
            /// The last sent messages.
            previous: Option<Viewed> [Domain::Data("Sequence[Any]", "readonly unknown[]")],
        });

    /// Repairs a history with as few changes as possible. Valid messages remain the same objects.
    /// If a repair would be a guess, it raises an error.
    repair([""], MESSAGES, takes ["dialect", "model", "thinking"]) -> Edited(Vec<Repair>),
        r#"[{"role": "user", "content": "Hi"}, {"role": "tool", "tool_call_id": "call_1", "content": "lost"}]"#,
        r#"{"dialect": "openai_chat"}"# =>
        repair;
}

fn validate(call: Call<'_>, _: ValidateArgs) -> Result<Value> {
    let config = call.config.of_chars();
    let mut problems = conspectus_history::check::validate::validate(config.clone(), call.input)?;
    if let Some(previous) = argument(call.options, "previous") {
        let bound = bound_to_other(&config, call.input, &previous);
        problems.extend(bound.map_err(|error| error.under("previous"))?);
    }
    Ok(json!({ "problems": problems }))
}

fn repair(call: Call<'_>) -> Result<Value> {
    let repaired =
        conspectus_history::check::repair::repair(call.config.clone().of_chars(), call.input)?;
    by_patch(&call.config, call.input, &repaired.patch, &repaired.repairs)
}
