//! Repairs of ids. A missing id is made from the position of the call; a repeated id gets a number.

use super::slots::Slots;
use crate::check::validate::{Finding, ProblemCode, parts_of};
use crate::error::Result;
use crate::history::{PartEntry, PartKind};
use crate::host::item::Item;
use crate::host::path::Path;
use crate::read::message::{Body, Part};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Gives an id to calls that have none or one that is taken, and the same id to their results. Of
/// calls with the same id, the one that waits for its result keeps it, else the first.
pub fn name_calls(slots: &mut Slots<'_>, kind: ProblemCode, findings: &[Finding]) -> Result<()> {
    let history = slots.history()?;
    let read = |message: Item<'_>| {
        let parts = parts_of(slots.dialect, &message)?;
        Ok(parts.iter().map(call_id).collect())
    };
    let ids: Vec<Vec<Option<String>>> = slots.item().items().map(read).collect::<Result<_>>()?;
    let id_at = |part: usize| {
        let message = history.message_of(part);
        ids[message][part - history.first_part(message)].clone()
    };
    let mut taken = TakenIds {
        ids: ids.iter().flatten().flatten().cloned().collect(),
        next: BTreeMap::new(),
    };
    let is_repeated = kind == ProblemCode::DuplicateCallId;
    for finding in findings.iter().rev() {
        let part = finding.part_in(&history);
        // The host will answer a call that waits by the id that it knows, so the older one is
        // named anew.
        let waits = |part: usize| {
            let since = history.pairs().waiting_since();
            is_repeated
                && history.parts()[part].partner.is_none()
                && since.is_some_and(|since| history.message_of(part) >= since)
        };
        let is_older = |older: &PartEntry| {
            older.kind == PartKind::ToolCall && older.id == history.parts()[part].id
        };
        let older = history.parts()[..part].iter().position(is_older);
        let named = older
            .filter(|older| waits(part) && !waits(*older))
            .unwrap_or(part);
        let entry = &history.parts()[named];
        let partner = entry.partner.map(|partner| partner as usize);
        // A result without an id takes the id of its call.
        let is_result = entry.kind == PartKind::ToolResult;
        let given = partner.filter(|_| is_result).and_then(id_at);
        let base = if is_repeated {
            id_at(part).unwrap_or_default()
        } else {
            format!("call_{}_{}", finding.message, finding.part.unwrap_or(0))
        };
        let id = given.unwrap_or_else(|| taken.fresh(&base, is_repeated));
        for part in std::iter::once(named).chain(partner.filter(|_| !is_result)) {
            set_id(
                slots,
                history.message_of(part),
                history.parts()[part].path,
                &id,
            )?;
        }
    }
    Ok(())
}

/// The ids of calls and results, and the number at which the search for a free one starts.
struct TakenIds {
    ids: BTreeSet<String>,
    next: BTreeMap<String, usize>,
}

impl TakenIds {
    /// The first of `base`, `base_2`, `base_3` ... that no call or result has. With `numbered` it
    /// starts at `base_2`.
    fn fresh(&mut self, base: &str, numbered: bool) -> String {
        let number = self
            .next
            .entry(base.to_owned())
            .or_insert(if numbered { 2 } else { 1 });
        loop {
            let id = if *number == 1 {
                base.to_owned()
            } else {
                format!("{base}_{number}")
            };
            *number += 1;
            if self.ids.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// The id of a call or of its result.
pub fn call_id(part: &Part<'_>) -> Option<String> {
    match &part.body {
        Body::ToolCall { id, .. } | Body::ToolResult { id, .. } => id.map(|id| id.to_text()),
        _ => None,
    }
}

fn set_id(slots: &mut Slots<'_>, message: usize, path: Path, id: &str) -> Result<()> {
    let dialect = slots.dialect;
    let value = slots.own(message)?;
    if let Some(part) = value
        .pointer_mut(&path.to_string())
        .and_then(Value::as_object_mut)
    {
        dialect.set_id(part, id);
    }
    Ok(())
}
