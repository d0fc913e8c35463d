//! `estimate_tokens`: the numbers of a history, with what surrounds it.

use super::argument;
use crate::error::Result;
use crate::history::History;
use crate::view::{Kind, View};
use serde_json::{json, Value};

/// `tokens` is everything; `overhead` is the part that compaction cannot shrink: system text, tool schemas, and the
/// per-message overhead.
pub(super) fn estimate<O: View>(history: &History, options: &O) -> Result<Value> {
    let system = side_tokens(history, argument(options, "system"))?;
    let tools = side_tokens(history, argument(options, "tools"))?;
    let per_message: Vec<u64> = (0..history.len()).map(|index| history.message_tokens(index)).collect();
    let frames = history.len() as u64 * history.config().message_overhead_tokens;
    Ok(json!({
        "tokens": history.tokens() + system + tools,
        "chars": history.chars(),
        "media": history.media(),
        "overhead": { "system": system, "tools": tools, "frames": frames },
        "per_message": per_message,
        "dialect": history.dialect().name(),
    }))
}

/// Tokens of the system text or the tool schemas, rounded up.
fn side_tokens<V: View>(history: &History, value: Option<V>) -> Result<u64> {
    let Some(value) = value else { return Ok(0) };
    let scale = history.config().scale();
    let size = if value.kind() == Kind::String { scale.string(&value) } else { scale.content(&value)? };
    Ok((size.tokens + f64::from(size.media) * scale.image_tokens as f64).ceil() as u64)
}
