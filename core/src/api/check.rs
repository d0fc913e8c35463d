//! Whether a provider would accept a history, and how it becomes valid: `validate` and `repair`.

use super::edited::by_patch;
use super::operation::{operations, Call, Gives, Input, Operation};
use crate::check::repair::Repair;
use crate::check::validate::Problem;
use crate::error::Result;
use crate::host::view::View;
use crate::shape::Typed;
use serde_json::{json, Value};

const VALIDATE: Operation = Operation {
    name: "validate",
    rooms: &[""],
    about: "Lists what a provider would refuse in a history, each problem with its code and its place. An empty list means that the history is \
            valid in its dialect.",
    input: Input::Messages,
    measures: false,
    options: &["dialect"],
    arguments: &[],
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
    options: &["dialect"],
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
    Ok(json!({ "problems": crate::check::validate::validate(call.config.of_chars(), call.input)? }))
}

fn repair<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let repaired = crate::check::repair::repair(call.config.clone().of_chars(), call.input)?;
    by_patch(&call.config, call.input, &repaired.patch, &repaired.repairs)
}
