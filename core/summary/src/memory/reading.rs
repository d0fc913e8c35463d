//! A span that was read: what it says, and what each term of it is worth.

use super::carry::Former;
use super::source::{Form, MemorySpan, SourceTexts};
use super::units::Units;
use super::value;
use crate::history::History;
use crate::host::view::{View, ViewExt};
use crate::notes::facts::{self, Facts, Updates};
use crate::notes::memory::OwnMessage;
use crate::notes::snapshot::Snapshot;
use std::collections::BTreeMap;

/// A span that was read: a memory is written of it, and a model's summary is looked through for
/// what it holds.
#[derive(Debug)]
pub struct Reading {
    pub(super) notes: Option<Snapshot>,
    pub(super) former: Former,
    pub(super) source: SourceTexts,
    pub(super) facts: Facts,
    /// Facts of what stays behind the span.
    pub(super) later: Facts,
    /// What the user brought up to date.
    pub(super) updates: Updates,
    /// The same among what binds.
    pub(super) own_updates: Updates,
}

impl Reading {
    /// Reads a span, with what stays behind it.
    #[must_use]
    pub fn of<V: View>(history: &History, messages: &V, span: &MemorySpan<'_>) -> Self {
        let found = span.ours.previous(span.start, span.end);
        let notes = found.map(OwnMessage::told);
        let mut former = Former::of(notes.as_ref());
        let unproven = found.filter(|found| !found.is_proven());
        if let Some(request) = unproven.and_then(|found| found.request.as_deref()) {
            former.hear(request);
        }
        let facts = facts::for_notes(history, messages, span.start, span.end, span.ours);
        let later = facts::for_notes(history, messages, span.end, history.len(), span.ours);
        let mut source = SourceTexts::begun(&former);
        messages.each_item(|index, message| {
            if index >= span.start && index < history.len() {
                source.read(history, span, &facts, &message, index);
            }
        });
        let updates = former.updates(&facts, false);
        let own_updates = former.updates(&facts, true);
        Self {
            notes,
            former,
            source,
            facts,
            later,
            updates,
            own_updates,
        }
    }
}

/// What was read, with the value of every term.
#[derive(Debug)]
pub struct Valued<'a> {
    pub(super) reading: &'a Reading,
    pub(super) units: Units<'a>,
    pub(super) values: Vec<u64>,
    pub(super) edits: Vec<u64>,
    /// The unit of each record's header.
    pub(super) heads: Vec<Option<u32>>,
    /// Units that a later one may have changed, with that later one.
    pub(super) doubted: BTreeMap<u32, u32>,
}

impl<'a> Valued<'a> {
    /// Values what was read.
    #[must_use]
    pub fn of(reading: &'a Reading) -> Self {
        let Reading {
            source, updates, ..
        } = reading;
        let units = Units::of(source, &updates.gone);
        let mut heads = vec![None; source.records.len()];
        for (number, unit) in (0..).zip(&units.units) {
            if unit.form == Form::Head {
                heads[source.places[unit.place as usize].record as usize] = Some(number);
            }
        }
        let found =
            |(older, newer): (&String, &String)| Some((units.find(older)?, units.find(newer)?));
        Self {
            values: value::values(source, &units),
            edits: value::edits(source, &units),
            heads,
            doubted: updates.doubted.iter().filter_map(found).collect(),
            units,
            reading,
        }
    }
}
