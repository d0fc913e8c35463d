//! `estimate_tokens`: the numbers of a history, with what surrounds it.

use super::argument;
use crate::error::Result;
use crate::history::History;
use crate::view::View;
use serde_json::{json, Value};

/// `tokens` is everything; `overhead` is the part that compaction cannot shrink: system text, tool schemas, and the
/// per-message overhead.
pub(super) fn estimate<O: View>(history: &History, options: &O) -> Result<Value> {
    let system = side(history, options, "system")?;
    let tools = side(history, options, "tools")?;
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

fn side<O: View>(history: &History, options: &O, name: &str) -> Result<u64> {
    argument(options, name).map_or(Ok(0), |value| history.config().overhead_tokens(&value))
}
