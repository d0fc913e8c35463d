//! Repairs of ids. A missing id is made from the position of the call; a repeated id gets a number.

use super::slots::Slots;
use crate::check::validate::{parts_of, Finding, ProblemCode};
use crate::config::Config;
use crate::error::Result;
use crate::history::{History, PartKind};
use crate::host::path::Path;
use crate::host::view::{View, ViewExt};
use crate::read::dialect::Dialect;
use crate::read::message::{Body, Part};
use serde_json::Value;
use std::collections::BTreeSet;

/// Gives an id to calls that have none or one that is taken, and the same id to their results.
pub(crate) fn name_calls<V: View>(slots: &mut Slots<V>, config: &Config, kind: ProblemCode, findings: &[Finding]) -> Result<()> {
    let dialect = slots.dialect;
    let mut names = Vec::new();
    {
        let view = slots.view();
        let history = History::of(config.clone(), &view)?;
        let mut taken = ids(&history, &view)?;
        for finding in findings.iter().rev() {
            let part = history.messages()[finding.message].first_part as usize + finding.part.unwrap_or(0);
            let entry = &history.parts()[part];
            let own = id_at(dialect, &view, finding.message, finding.part)?;
            let partner = entry.partner.map(|partner| partner as usize);
            let partner_place = partner.map(|partner| {
                let message = history.message_of(partner);
                (message, partner - history.messages()[message].first_part as usize)
            });
            // A result without an id takes the id of its call.
            let is_result = matches!(entry.kind, PartKind::ToolResult);
            let given = match partner_place.filter(|_| is_result) {
                Some((message, offset)) => id_at(dialect, &view, message, Some(offset))?,
                None => None,
            };
            let base = match kind {
                ProblemCode::DuplicateCallId => own.unwrap_or_default(),
                _ => format!("call_{}_{}", finding.message, finding.part.unwrap_or(0)),
            };
            let id = given.unwrap_or_else(|| fresh(&base, kind == ProblemCode::DuplicateCallId, &mut taken));
            names.push((finding.message, entry.path, id.clone()));
            if let Some((message, _)) = partner_place.filter(|_| !is_result) {
                names.push((message, history.parts()[partner.unwrap_or(part)].path, id));
            }
        }
    }
    names.into_iter().try_for_each(|(message, path, id)| set_id(slots, message, path, &id))
}

/// The first of `base`, `base_2`, `base_3` ... that no call or result has. With `numbered` it starts at `base_2`.
fn fresh(base: &str, numbered: bool, taken: &mut BTreeSet<String>) -> String {
    let mut number = if numbered { 2 } else { 1 };
    let mut id = if numbered { format!("{base}_2") } else { base.to_owned() };
    while !taken.insert(id.clone()) {
        number += 1;
        id = format!("{base}_{number}");
    }
    id
}

fn ids<V: View>(history: &History, messages: &V) -> Result<BTreeSet<String>> {
    let mut ids = BTreeSet::new();
    for index in (0..history.len()).filter(|index| history.parts_of(*index).iter().any(|part| part.id != 0)) {
        let Some(message) = messages.at(index) else { continue };
        ids.extend(parts_of(history.dialect(), &message)?.iter().filter_map(id_of));
    }
    Ok(ids)
}

fn id_of<V: View>(part: &Part<V>) -> Option<String> {
    match &part.body {
        Body::ToolCall { id, .. } | Body::ToolResult { id, .. } => id.as_ref().map(ViewExt::to_text),
        _ => None,
    }
}

fn id_at<V: View>(dialect: Dialect, messages: &V, message: usize, part: Option<usize>) -> Result<Option<String>> {
    let Some(host) = messages.at(message) else { return Ok(None) };
    Ok(parts_of(dialect, &host)?.get(part.unwrap_or(0)).and_then(id_of))
}

fn set_id<V: View>(slots: &mut Slots<V>, message: usize, path: Path, id: &str) -> Result<()> {
    let dialect = slots.dialect;
    let value = slots.own(message)?;
    if let Some(part) = value.pointer_mut(&path.to_string()).and_then(Value::as_object_mut) {
        dialect.set_id(part, id);
    }
    Ok(())
}
