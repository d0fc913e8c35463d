//! Checks whether a growing list may contain calls and results that a provider would reject. Only
//! the entries of new messages are read, not the messages, so the cost depends on what is new.
//!
//! It errs on one side: if it calls a list sound, the calls and results are valid by
//! [`validate`](crate::check::validate::validate). Otherwise the messages themselves have to be
//! checked. A part that the second check excuses, such as a call that the provider runs itself, is
//! not reported again.

use super::validate::{ResultPlaces, is_of_result};
use crate::history::{History, PartKind};
use std::collections::BTreeSet;

/// The known calls and results of a list.
#[derive(Debug, Clone, Default)]
pub struct Sound {
    /// Number of messages that were checked.
    checked: usize,
    /// What precedes the next one.
    places: ResultPlaces,
    /// Parts among them that have no id, one that was taken, or a place that is wrong.
    odd: Vec<u32>,
    /// The ids of calls, if the dialect requires them to be unique.
    ids: BTreeSet<u64>,
    /// Parts that a check of the messages has excused.
    excused: BTreeSet<u32>,
}

impl Sound {
    /// Returns whether a provider is certain to accept the calls and results of a list. It must be
    /// the list of the previous call, with more messages at its end.
    pub fn holds(&mut self, history: &History) -> bool {
        self.look(history);
        suspects(history)
            .chain(self.odd.iter().copied())
            .all(|part| self.excused.contains(&part))
    }

    /// Records that a check of the messages found the suspicious parts valid. A call in the last
    /// response is not excused: it may be valid only until another response follows.
    pub fn excuse(&mut self, history: &History) {
        self.look(history);
        let last = history.last_answer();
        let stays = |part: &u32| {
            let is_call = history.parts()[*part as usize].kind == PartKind::ToolCall;
            !is_call || Some(history.message_of(*part as usize)) < last
        };
        let found = suspects(history).chain(self.odd.iter().copied());
        self.excused = found.filter(stays).collect();
    }

    /// Forgets message `length` and later ones, or everything if `history` no longer has that
    /// message.
    pub fn forget(&mut self, history: &History, length: usize) {
        if length >= self.checked {
            return;
        }
        if length >= history.len() {
            *self = Self::default();
            return;
        }
        let first = history.first_part(length);
        for part in first..history.first_part(self.checked) {
            let call = &history.parts()[part];
            // A call whose id was taken has none of its own.
            if call.kind == PartKind::ToolCall && !self.odd.contains(&(part as u32)) {
                self.ids.remove(&call.id);
            }
        }
        self.odd.retain(|part| (*part as usize) < first);
        self.excused.retain(|part| (*part as usize) < first);
        self.checked = length;
        self.places = ResultPlaces::default();
        (0..length).for_each(|index| self.places.move_to(history, index));
    }

    fn look(&mut self, history: &History) {
        let messages = history.messages();
        if self.checked > messages.len() {
            *self = Self::default();
        }
        let rules = history.dialect().rules();
        for (index, entry) in messages.iter().enumerate().skip(self.checked) {
            self.places.move_to(history, index);
            let mut behind = false;
            for (offset, part) in history.parts_of(index).iter().enumerate() {
                let is_odd = match part.kind {
                    PartKind::ToolCall | PartKind::ToolResult if part.id == 0 => rules.needs_ids,
                    PartKind::ToolCall => rules.unique_ids && !self.ids.insert(part.id),
                    _ => false,
                };
                let call = part.partner.filter(|_| part.kind != PartKind::ToolCall);
                let is_astray = call.is_some_and(|call| {
                    let call = history.message_of(call as usize);
                    call < history.first_read()
                        || !self.places.are_right(history, call, index)
                        || (rules.results_first && behind)
                });
                if is_odd || is_astray {
                    self.odd.push(entry.first_part + offset as u32);
                }
                behind |= !is_of_result(part.kind);
            }
        }
        self.checked = messages.len();
    }
}

/// Calls without a result that do not wait for it at the end of the list, and results without a
/// call.
fn suspects(history: &History) -> impl Iterator<Item = u32> {
    let pairs = history.pairs();
    let waiting = pairs.waiting_since().unwrap_or(usize::MAX);
    let first = history.first_read();
    let open = pairs.open().iter();
    let open = open
        .take_while(move |(message, _)| (*message as usize) < waiting)
        .filter(move |(message, _)| *message as usize >= first)
        .map(|(_, part)| *part);
    let orphans = pairs.orphans().iter().copied();
    open.chain(orphans)
}
