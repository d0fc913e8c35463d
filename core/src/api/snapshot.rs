//! `summarize_extractive` and `parse_snapshot`.

use super::argument;
use crate::config::whole;
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::snapshot::{find_previous, sections, Snapshot};
use crate::units::utf16_len;
use crate::view::{View, ViewExt};
use crate::{facts, summary};
use serde_json::{json, Value};

/// Longest extractive summary unless told, in chars. Chosen here: about 5,000 tokens.
const MAX_CHARS: u64 = 20_000;

/// `{text, sections}`: the embedded summariser's snapshot of a whole list, a former snapshot in it merged.
pub(super) fn summarize_extractive<V: View, O: View>(history: &History, messages: &V, options: &O) -> Result<Value> {
    let max_chars = argument(options, "max_chars").map_or(Ok(MAX_CHARS), |value| whole(&value, "max_chars", 1))?;
    let previous = find_previous(history, messages, history.len());
    let facts = facts::extract(history, messages, 0, history.len(), previous.as_ref().map(|(index, _)| *index));
    Ok(data(&summary::embedded(&facts, previous.as_ref().map(|(_, snapshot)| snapshot), |snapshot| {
        utf16_len(&snapshot.render()) as u64 <= max_chars
    })))
}

/// `{text, sections, defect}` of a summariser's answer; `defect` is null if it can be used.
pub(super) fn parse<V: View>(answer: &V) -> Result<Value> {
    let answer = answer.as_string().ok_or_else(|| Error::new(ErrorKind::InvalidMessages, "", "a snapshot must be a string"))?;
    Ok(match Snapshot::parse(&answer) {
        Ok(snapshot) => data(&snapshot),
        Err(defect) => json!({ "text": null, "sections": null, "defect": defect.message() }),
    })
}

fn data(snapshot: &Snapshot) -> Value {
    let texts: serde_json::Map<String, Value> =
        sections(snapshot.form).iter().zip(&snapshot.sections).map(|((name, _), text)| ((*name).to_owned(), Value::String(text.clone()))).collect();
    json!({ "text": snapshot.render(), "sections": texts, "defect": null })
}
