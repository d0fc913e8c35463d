//! What operations give that edit a list: the patch, what it removes, and the sizes before and
//! after.

use conspectus::inner::removed;
use conspectus::{Config, ConfiguredHistory, Edit, Item, Patch, RemovedKind, Result};

use conspectus_history::reduce::drop_invalid_thinking;
use conspectus_history::reduce::plan::lowered;
use serde::Serialize;
use serde_json::{Value, json};

/// The result of edits on a history. Thinking that is bound to what they change goes with them.
pub fn by_edits<'v>(
    history: &ConfiguredHistory,
    messages: &Item<'v>,
    edits: Vec<Edit>,
    details: &impl Serialize,
) -> Value {
    let edits = drop_invalid_thinking(history, edits, 0..0, &[]);
    let patch = lowered(history, &edits, messages);
    by_lowered(history, &patch, &edits, details)
}

/// Returns the result of edits whose patch already exists.
pub fn by_lowered(
    history: &ConfiguredHistory,
    patch: &Patch,
    edits: &[Edit],
    details: &impl Serialize,
) -> Value {
    let saved: f64 = edits.iter().map(|edit| edit.tokens).sum();
    let after = (history.tokens_unrounded(0, history.len()) - saved)
        .max(0.0)
        .ceil() as u64;
    json!({
        "patch": patch,
        "removed": removed(edits),
        "tokens_before": history.tokens(),
        "tokens_after": after,
        "details": details,
        "edits": edits,
    })
}

/// As [`by_edits`], for edits that condense.
pub fn condensed<'v>(
    history: &ConfiguredHistory,
    messages: &Item<'v>,
    edits: Vec<Edit>,
    details: &impl Serialize,
) -> Value {
    let tokens: u64 = edits.iter().map(|edit| edit.tokens_saved).sum();
    let told = json!({ "kind": RemovedKind::CondensedToolResults, "count": edits.len(), "tokens": tokens });
    let mut result = by_edits(history, messages, edits, details);
    if let (true, Some(removed)) = (told["count"] != 0, result["removed"].as_array_mut()) {
        removed.insert(0, told);
    }
    result
}

/// The result of a patch on any list. What cannot be read as messages is measured as data.
pub fn by_patch<'v>(
    config: &Config,
    input: &Item<'v>,
    patch: &Patch,
    details: &impl Serialize,
) -> Result<Value> {
    let after = patch.messages(input)?;
    Ok(json!({
        "patch": patch,
        "removed": [],
        "tokens_before": tokens(config, input)?,
        "tokens_after": tokens(config, &Item::from(&after))?,
        "details": details,
    }))
}

fn tokens(config: &Config, list: &Item<'_>) -> Result<u64> {
    match ConfiguredHistory::of(config.clone(), list) {
        Ok(history) => Ok(history.tokens()),
        Err(_) => config.overhead_tokens(list),
    }
}
