//! Checks whether a growing list may contain calls and results that a provider would reject. Only
//! the entries of new messages are read, not the messages, so the cost depends on what is new.
//!
//! It errs on one side: if it calls a list sound, the calls and results are valid by
//! [`validate`](crate::check::validate::validate). Otherwise the messages themselves have to be
//! checked. A part that the second check excuses, such as a call that the provider runs itself, is
//! not reported again.

use crate::history::{History, PartKind};
use crate::read::dialect::Placement;
use crate::read::message::Role;
use std::collections::BTreeSet;

/// The known calls and results of a list.
#[derive(Debug, Clone, Default)]
pub struct Sound {
    /// Number of messages that were checked.
    checked: usize,
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
    }

    fn look(&mut self, history: &History) {
        let messages = history.messages();
        if self.checked > messages.len() {
            *self = Self::default();
        }
        let rules = history.dialect().rules();
        // The last message that is no tool message, and the last one that holds more than results.
        let last = |test: &dyn Fn(usize) -> bool| (0..self.checked).rev().find(|it| test(*it));
        let is_other = |index: usize| messages[index].role != Role::Tool;
        let holds_more = |index: usize| {
            let is_result = |kind| matches!(kind, PartKind::ToolResult | PartKind::NestedMedia);
            let parts = history.parts_of(index);
            !messages[index].has_result || !parts.iter().all(|part| is_result(part.kind))
        };
        let (mut other, mut more) = (last(&is_other), last(&holds_more));
        for (index, entry) in messages.iter().enumerate().skip(self.checked) {
            if is_other(index) {
                other = Some(index);
            }
            let mut behind = false;
            for (offset, part) in history.parts_of(index).iter().enumerate() {
                let is_call = part.kind == PartKind::ToolCall;
                let is_odd = match part.kind {
                    PartKind::ToolCall | PartKind::ToolResult if part.id == 0 => rules.needs_ids,
                    PartKind::ToolCall => rules.unique_ids && !self.ids.insert(part.id),
                    _ => false,
                };
                let is_astray = || {
                    let call = history.message_of(part.partner? as usize);
                    let is_read = call >= history.first_read();
                    let right = call == index
                        || entry.role == Role::Assistant
                        || match rules.placement {
                            Placement::NextMessage if history.dialect().joins_turns() => {
                                more.is_none_or(|more| more < end_of_answer(history, call))
                            }
                            Placement::NextMessage => index == call + 1,
                            Placement::FollowingRun => other.is_none_or(|other| other <= call),
                            Placement::Later => true,
                        };
                    Some(!is_read || !right || (rules.results_first && behind))
                };
                if is_odd || (!is_call && is_astray().unwrap_or(false)) {
                    self.odd.push(entry.first_part + offset as u32);
                }
                behind |= !matches!(part.kind, PartKind::ToolResult | PartKind::NestedMedia);
            }
            if holds_more(index) {
                more = Some(index);
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

/// Returns the first message after the response that message `call` belongs to.
fn end_of_answer(history: &History, call: usize) -> usize {
    let messages = history.messages();
    let goes_on = |index: &usize| {
        messages
            .get(*index)
            .is_some_and(|entry| entry.continues_answer)
    };
    let mut end = call + 1;
    while goes_on(&end) {
        end += 1;
    }
    end
}
