//! A conversation that was read.

use super::calls::Calls;
use super::carry::Former;
use super::form::Said;
use super::from_history::{Span, turns};
use super::ledger::Ledger;
use super::need::{Need, each_text};
use super::said;
use super::seen::Seen;
use super::turn::Turn;
use crate::history::History;
use crate::host::view::View;
use crate::notes::snapshot::Snapshot;

/// A conversation that was read, of which memories of several sizes can be written.
pub struct Minutes {
    pub(super) turns: Vec<Turn>,
    pub(super) calls: Calls,
    pub(super) former: Former,
    /// What a model wrote in earlier notes, and their record.
    pub(super) words: String,
    pub(super) notes: String,
    pub(super) said: Vec<Said>,
    pub(super) ledger: Ledger,
    pub(super) need: Need,
    pub(super) seen: Seen,
    pub(super) said_tokens: f64,
}

impl Minutes {
    /// Reads a span of a history, with the earlier notes in it.
    pub fn of<V: View>(history: &History, messages: &V, span: &Span<'_>) -> Self {
        let (turns, notes) = turns(history, messages, span);
        let words = notes.map(Snapshot::own_words).unwrap_or_default();
        let record = notes.map_or("", |notes| notes.record.as_str());
        let mut minutes = Self::of_turns(turns, record, words);
        minutes.said_tokens = span.said_tokens;
        if let Some(beside) = span.beside {
            said::point(&mut minutes.said, beside);
        }
        minutes
    }

    /// The same of plain turns, behind what earlier notes hold.
    pub fn of_turns(turns: Vec<Turn>, record: &str, words: String) -> Self {
        let calls = Calls::of(&turns);
        let former = Former::of(record);
        let ledger = Ledger::of(&turns, &calls, &former);
        let need = Need::of(&turns, &former);
        Self {
            seen: Seen::of(&turns, &calls, &former, &need),
            said: said::said(&turns, &former),
            turns,
            calls,
            former,
            words,
            notes: record.to_owned(),
            said_tokens: 0.0,
            ledger,
            need,
        }
    }

    /// Calls `found` with every text that was read.
    pub(crate) fn each_text(&self, found: &mut impl FnMut(&str)) {
        for turn in &self.turns {
            found(&turn.text);
            found(&turn.args.to_string());
            each_text(&turn.args, found);
        }
        found(&self.words);
        found(&self.notes);
    }

    /// Commands whose newest run failed, without the sign in front.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &str> {
        self.ledger
            .failed
            .iter()
            .filter_map(|entry| entry.call.strip_prefix("$ "))
    }
}
