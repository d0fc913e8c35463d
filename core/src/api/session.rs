//! `extract_activity`, `conversation_summary`, `messages_for_model` and `merge_snapshot_delta`: records of what was summarised.

use super::argument;
use crate::activity::{activity, Limits};
use crate::config::{string_option, whole, Config};
use crate::delta::{merge, BUDGET_TOKENS};
use crate::error::{Error, ErrorKind, Result};
use crate::estimate::rounded::rounded_tokens;
use crate::history::History;
use crate::view::{Kind, View};
use serde_json::{json, Value};

/// `{key_decisions, files_modified, tools_used}` of the messages `start..end`; of all unless given.
pub(super) fn extract<V: View, O: View>(config: Config, messages: &V, options: &O) -> Result<Value> {
    let history = History::of(config, messages)?;
    let place = |name: &str, otherwise: usize| argument(options, name).map_or(Ok(otherwise as u64), |value| whole(&value, name, 0));
    let (start, end) = (place("start", 0)?, place("end", history.len())?);
    let clamp = |index: u64| usize::try_from(index).unwrap_or(usize::MAX).min(history.len());
    Ok(json!(activity(&history, messages, clamp(start), clamp(end), limits(options)?)))
}

fn limits<O: View>(options: &O) -> Result<Limits> {
    let most = |name: &str, otherwise: usize| -> Result<usize> {
        let given = argument(options, name).map(|value| whole(&value, name, 0)).transpose()?;
        Ok(given.map_or(otherwise, |most| usize::try_from(most).unwrap_or(usize::MAX)))
    };
    let limits = Limits::default();
    Ok(Limits { max_decisions: most("max_decisions", limits.max_decisions)?, max_uses: most("max_uses", limits.max_uses)? })
}

/// The record of a summary as gencode's session files hold it (C-7). `id`, `generated_at` and `content` are the host's;
/// `covering_messages` are the first and the last message that it stands for.
pub(super) fn summary<V: View, O: View>(config: Config, messages: &V, options: &O) -> Result<Value> {
    let text = |name: &str| {
        let value = argument(options, name)
            .ok_or_else(|| Error::new(ErrorKind::InvalidConfig, format!("/{name}"), format!("{name} (a string) is needed")))?;
        string_option(&value, name)
    };
    let (id, generated_at, content) = (text("id")?, text("generated_at")?, text("content")?);
    let history = History::of(config, messages)?;
    let (first, last) = covering(options, history.len())?;
    let found = activity(&history, messages, first, last + 1, limits(options)?);
    let tools: Vec<Value> =
        found.tools_used.iter().map(|tool| json!({ "tool": tool.tool, "count": tool.count, "notableUses": tool.notable_uses })).collect();
    Ok(json!({
        "id": id,
        "type": "compaction",
        "coveringMessages": [first, last],
        "estimatedTokens": rounded_tokens(crate::units::utf16_len(&content) as u64),
        "content": content,
        "keyDecisions": found.key_decisions,
        "filesModified": found.files_modified,
        "toolsUsed": tools,
        "generatedAt": generated_at,
    }))
}

fn covering<O: View>(options: &O, length: usize) -> Result<(usize, usize)> {
    let invalid = || {
        let message = format!("covering_messages must be the indices of a first and a last message below {length}, the last included");
        Error::new(ErrorKind::InvalidConfig, "/covering_messages", message)
    };
    let list = argument(options, "covering_messages").filter(|list| list.kind() == Kind::Array && list.len() == 2).ok_or_else(invalid)?;
    let at = |place: usize| list.at(place).and_then(|value| whole(&value, "covering_messages", 0).ok()).and_then(|index| usize::try_from(index).ok());
    at(0).zip(at(1)).filter(|(first, last)| first <= last && *last < length).ok_or_else(invalid)
}

/// `{patch, stats}`; the patch is for the session's messages.
pub(super) fn messages_for_model<V: View>(config: Config, session: &V) -> Result<Value> {
    let (patch, stats) = crate::session::messages_for_model(config, session)?;
    Ok(json!({ "patch": patch, "stats": stats }))
}

/// [`crate::delta::Merged`] of a state and the `delta` argument.
pub(super) fn merge_delta<V: View, O: View>(config: &Config, state: &V, options: &O) -> Result<Value> {
    let max_tokens = argument(options, "max_tokens").map_or(Ok(BUDGET_TOKENS), |value| whole(&value, "max_tokens", 1))?;
    Ok(json!(merge(state, argument(options, "delta").as_ref(), max_tokens, config)?))
}
