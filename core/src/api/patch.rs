//! Patches: `invert_patch`.

use super::argument;
use super::operation::{Call, Gives, Input, Operation, must, operations};
use crate::config::{Domain, invalid};
use crate::error::Result;
use crate::host::patch::Patch;
use crate::host::view::{View, ViewExt};
use crate::shape::Type;
use serde_json::{Value, json};

const INVERT_PATCH: Operation = Operation {
    name: "invert_patch",
    rooms: &["sansio"],
    about: "Makes the patch that takes a patch back: applied to what the patch made of the messages, it gives these messages again, also \
            when messages were added at the end. It holds what the patch took out as you gave it, so it can be stored if your messages can.",
    input: Input::Messages,
    measures: false,
    options: &[],
    arguments: &[must(
        "patch",
        Domain::Data("Mapping[str, Any]", "Patch"),
        "The patch, which fits these messages.",
    )],
    gives: Gives::Plain(&Type::Data("Patch", "Patch")),
    example: (
        r#"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes?"}]"#,
        r#"{"patch": {"ops": [], "splices": [{"start": 1, "delete_count": 1, "insert": []}]}}"#,
    ),
};

operations! {
    INVERT_PATCH => invert_patch,
}

/// The patch, and which of its values the host puts there: its own messages come back as they were,
/// also if they are objects or hold bytes.
fn invert_patch<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let given = argument(call.options, "patch")
        .map(|patch| patch.to_value())
        .transpose()
        .map_err(|error| error.under("patch"))?;
    let given = given.unwrap_or_default();
    let patch: Patch = serde_json::from_value(given)
        .map_err(|error| invalid("patch", "a patch of this package", &error.to_string()))?;
    let (back, held) = patch.inverse_for_host(call.input)?;
    Ok(json!({ "ops": back.ops, "splices": back.splices, "host": held }))
}
