//! Patches: `invert_patch`.

use super::operation::{Call, MESSAGES, operations};
use conspectus::inner::{Domain, invalid};
use conspectus::{Item, Patch, Result};
use serde_json::{Value, json};

operations! {
    /// Inverts a patch: applied to the patched messages, it restores the original ones, even if
    /// messages were appended.
    invert_patch(["sansio"], MESSAGES, takes []) -> Plain(Patch),
        r#"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes?"}]"#,
        r#"{"patch": {"ops": [], "splices": [{"start": 1, "delete_count": 1, "insert": []}]}}"# =>
        invert_patch(InvertPatchArgs {
            /// The patch, which fits these messages.
            patch: Value [Domain::Data("Mapping[str, Any]", "Patch")],
        });
}

/// The patch, and which of its values the host puts there: its own messages come back as they were,
/// also if they are objects or hold bytes.
fn invert_patch(call: Call<'_>, args: InvertPatchArgs) -> Result<Value> {
    let patch: Patch = serde_json::from_value(args.patch)
        .map_err(|error| invalid("patch", "a patch of this package", &error.to_string()))?;
    let (back, held) = patch.inverse_for_host(call.input)?;
    Ok(json!({ "ops": back.ops, "splices": back.splices, "host": held }))
}
