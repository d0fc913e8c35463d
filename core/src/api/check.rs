//! Whether a provider would accept a history, and how it becomes valid: `validate` and `repair`.

use super::argument;
use super::edited::by_patch;
use super::operation::{Call, Gives, Input, Operation, may, operations};
use crate::check::repair::Repair;
use crate::check::validate::{Problem, bound_to_other};
use crate::config::Domain;
use crate::error::Result;
use crate::host::view::View;
use crate::shape::Typed;
use serde_json::{Value, json};

const VALIDATE: Operation = Operation {
    name: "validate",
    rooms: &[""],
    about: "Lists what a provider would refuse in a history, each problem with its code and its place. An empty list means that the history is \
            valid in its dialect. With the list as it was before a change, thinking that is bound to something else is among it.",
    input: Input::Messages,
    measures: false,
    options: &["dialect", "model", "thinking"],
    arguments: &[may(
        "previous",
        Domain::Data("Sequence[Any]", "readonly unknown[]"),
        "The messages as they were sent before.",
    )],
    gives: Gives::Field("problems", <Vec<Problem>>::TYPE),
    example: (
        r#"[{"role": "user", "content": "Hi"}, {"role": "tool", "tool_call_id": "call_1", "content": "lost"}]"#,
        r#"{"dialect": "openai_chat"}"#,
    ),
};

const REPAIR: Operation = Operation {
    name: "repair",
    rooms: &[""],
    about: "Makes a history valid with as little change as possible. What is sound stays the same object. It is an error if any repair would be \
            a guess.",
    input: Input::Messages,
    measures: false,
    options: &["dialect", "model", "thinking"],
    arguments: &[],
    gives: Gives::Edited(<Vec<Repair>>::TYPE),
    example: (
        r#"[{"role": "user", "content": "Hi"}, {"role": "tool", "tool_call_id": "call_1", "content": "lost"}]"#,
        r#"{"dialect": "openai_chat"}"#,
    ),
};

operations! {
    VALIDATE => validate,
    REPAIR => repair,
}

fn validate<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let config = call.config.of_chars();
    let mut problems = crate::check::validate::validate(config.clone(), call.input)?;
    if let Some(previous) = argument(call.options, "previous") {
        let bound = bound_to_other(&config, call.input, &previous);
        problems.extend(bound.map_err(|error| error.under("previous"))?);
    }
    Ok(json!({ "problems": problems }))
}

fn repair<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let repaired = crate::check::repair::repair(call.config.clone().of_chars(), call.input)?;
    by_patch(&call.config, call.input, &repaired.patch, &repaired.repairs)
}
