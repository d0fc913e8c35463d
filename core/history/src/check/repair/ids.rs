//! Repairs of ids. A missing id is made from the position of the call; a repeated id gets a number.

use super::slots::Slots;
use crate::check::validate::{Finding, ProblemCode, parts_of};
use crate::error::Result;
use crate::history::{History, HistoryOptions, PartEntry, PartKind};
use crate::host::item::Item;
use crate::host::path::Path;
use crate::read::dialect::Dialect;
use crate::read::message::{Body, Part};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Gives an id to calls that have none or one that is taken, and the same id to their results. Of
/// calls with the same id, the one that waits for its result keeps it, else the first.
pub fn name_calls(
    slots: &mut Slots<'_>,
    options: &HistoryOptions,
    kind: ProblemCode,
    findings: &[Finding],
) -> Result<()> {
    let dialect = slots.dialect;
    let mut names = Vec::new();
    {
        let view = slots.item();
        let history = History::of(options.clone(), view)?;
        let mut taken = TakenIds {
            ids: ids(&history, &view)?,
            next: BTreeMap::new(),
        };
        let mut reader = IdReader {
            dialect,
            messages: &view,
            last: None,
        };
        for finding in findings.iter().rev() {
            let part = finding.part_in(&history);
            let own = reader.id_at(finding.message, finding.part)?;
            // The host will answer a call that waits by the id that it knows, so the older one is
            // named anew.
            let waits = |part: usize| {
                let since = history.pairs().waiting_since();
                kind == ProblemCode::DuplicateCallId
                    && history.parts()[part].partner.is_none()
                    && since.is_some_and(|since| history.message_of(part) >= since)
            };
            let is_older = |older: &PartEntry| {
                older.kind == PartKind::ToolCall && older.id == history.parts()[part].id
            };
            let (message, part) = history.parts()[..part]
                .iter()
                .position(is_older)
                .filter(|older| waits(part) && !waits(*older))
                .map_or((finding.message, part), |older| {
                    (history.message_of(older), older)
                });
            let entry = &history.parts()[part];
            let partner = entry.partner.map(|partner| partner as usize);
            let partner_place = partner.map(|partner| {
                let message = history.message_of(partner);
                (message, partner - history.first_part(message))
            });
            // A result without an id takes the id of its call.
            let is_result = entry.kind == PartKind::ToolResult;
            let given = match partner_place.filter(|_| is_result) {
                Some((message, offset)) => reader.id_at(message, Some(offset))?,
                None => None,
            };
            let base = match kind {
                ProblemCode::DuplicateCallId => own.unwrap_or_default(),
                _ => format!("call_{}_{}", finding.message, finding.part.unwrap_or(0)),
            };
            let id =
                given.unwrap_or_else(|| taken.fresh(&base, kind == ProblemCode::DuplicateCallId));
            names.push((message, entry.path, id.clone()));
            if let Some((message, _)) = partner_place.filter(|_| !is_result) {
                names.push((message, history.parts()[partner.unwrap_or(part)].path, id));
            }
        }
    }
    names
        .into_iter()
        .try_for_each(|(message, path, id)| set_id(slots, message, path, &id))
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

/// Reads ids. A message may contain many calls, so it is read only once.
struct IdReader<'a> {
    dialect: Dialect,
    messages: &'a Item<'a>,
    last: Option<(usize, Vec<Option<String>>)>,
}

impl IdReader<'_> {
    fn id_at(&mut self, message: usize, part: Option<usize>) -> Result<Option<String>> {
        if self
            .last
            .as_ref()
            .is_none_or(|(index, _)| *index != message)
        {
            let Some(host) = self.messages.at(message) else {
                return Ok(None);
            };
            self.last = Some((
                message,
                parts_of(self.dialect, &host)?.iter().map(call_id).collect(),
            ));
        }
        Ok(self
            .last
            .as_ref()
            .and_then(|(_, ids)| ids.get(part.unwrap_or(0))?.clone()))
    }
}

fn ids(history: &History, messages: &Item<'_>) -> Result<BTreeSet<String>> {
    let mut ids = BTreeSet::new();
    for index in
        (0..history.len()).filter(|index| history.parts_of(*index).iter().any(|part| part.id != 0))
    {
        let Some(message) = messages.at(index) else {
            continue;
        };
        ids.extend(
            parts_of(history.dialect(), &message)?
                .iter()
                .filter_map(call_id),
        );
    }
    Ok(ids)
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
