//! What a conversation holds, found without a model: `facts`.

use super::notes::minutes;
use super::operation::{Call, MESSAGES, operations};
use conspectus::Result;
use conspectus_summary::minutes::Facts;
use serde_json::{Value, json};

operations! {
    /// Extracts what the user said, files and what was done to them, commands and their results, and tasks of a
    /// conversation, each with the index of its message.
    facts([""], MESSAGES, takes ["dialect"]) -> Plain(Facts),
        r#"[{"role": "user", "content": "Fix the login test. Never push."}, {"role": "assistant", "content": "It fails because the token is stale."}]"#,
        "{}" =>
        facts;
}

fn facts(call: Call<'_>) -> Result<Value> {
    Ok(json!(
        minutes(call.config.of_chars(), call.input)?.1.facts()
    ))
}
