//! Which call belongs to which result, and between which messages a cut is closed.
//!
//! Pairing is by occurrence: a result answers the oldest call still open that fits it, by id if both have one, else by
//! name, else by order. So reused ids and absent ids pair rightly, where a set of ids would not.

use super::{MessageEntry, PartEntry, PartKind};
use crate::message::Role;

#[derive(Debug, Clone, Default)]
pub(crate) struct Pairs {
    /// Calls without a result yet, in order, as (message, part).
    open: Vec<(u32, u32)>,
    /// Boundaries (indices of the message after them) that no pair spans, ascending; the boundary after the last message
    /// is never in it.
    closed: Vec<u32>,
    /// Results that answer no call, as parts.
    orphans: Vec<u32>,
    /// Whether a result must name the tool of its call, ids or not (Gemini).
    names_bind: bool,
}

impl Pairs {
    /// Says that results must name the tool of their call, once the dialect is known.
    pub fn bind_names(&mut self, names_bind: bool) {
        self.names_bind = names_bind;
    }

    /// Takes in message `index`, which is the last of `messages`.
    pub fn take_in(&mut self, index: usize, messages: &[MessageEntry], parts: &mut [PartEntry]) {
        let entry = messages[index];
        // When the model or the user speaks again, older calls are abandoned for the purpose of cutting: the conversation
        // went on without their results. They stay open for pairing, in case a result comes late.
        let goes_on = (entry.role == Role::Assistant && !entry.continues_answer) || entry.is_user_turn;
        if index > 0 && !entry.joins_previous && (goes_on || self.waiting_since(messages).is_none()) {
            self.closed.push(index as u32);
        }
        let range = entry.first_part as usize..(entry.first_part + entry.part_count) as usize;
        for part in range {
            match parts[part].kind {
                PartKind::ToolCall => self.open.push((index as u32, part as u32)),
                PartKind::ToolResult => self.answer(index, part, parts),
                _ => {}
            }
        }
    }

    /// Whether the cut before message `index` is closed. The two ends always are, unless calls wait at the end.
    pub fn is_closed(&self, index: usize, messages: &[MessageEntry]) -> bool {
        match index {
            0 => true,
            _ if index == messages.len() => self.waiting_since(messages).is_none(),
            _ => self.closed.binary_search(&(index as u32)).is_ok(),
        }
    }

    /// All closed boundaries strictly inside the history, ascending.
    pub fn closed(&self) -> &[u32] {
        &self.closed
    }

    /// Calls without a result, as (message, part).
    pub fn open(&self) -> &[(u32, u32)] {
        &self.open
    }

    /// Results without a call, as parts.
    pub fn orphans(&self) -> &[u32] {
        &self.orphans
    }

    /// The first message with a call that the end of the history still waits for: made in the last answer of the
    /// assistant, with nothing but results after it.
    pub fn waiting_since(&self, messages: &[MessageEntry]) -> Option<usize> {
        let last = messages.iter().rposition(|entry| entry.role == Role::Assistant)?;
        if messages[last + 1..].iter().any(|entry| entry.is_user_turn) {
            return None;
        }
        let first = messages[..=last].iter().rposition(|entry| !entry.continues_answer)?;
        self.open.iter().map(|(message, _)| *message as usize).find(|message| (first..=last).contains(message))
    }

    fn answer(&mut self, index: usize, part: usize, parts: &mut [PartEntry]) {
        let result = &parts[part];
        let fits = |(_, call): &(u32, u32)| {
            let call = &parts[*call as usize];
            let names_fit = result.name == call.name || result.name == 0 || call.name == 0;
            if result.id != 0 && call.id != 0 {
                return result.id == call.id && (names_fit || !self.names_bind);
            }
            names_fit
        };
        let Some(position) = self.open.iter().position(fits) else {
            self.orphans.push(part as u32);
            // What is kept may not begin with a result that answers nothing.
            if self.closed.last() == Some(&(index as u32)) {
                self.closed.pop();
            }
            return;
        };
        let (message, call) = self.open.remove(position);
        parts[part].partner = Some(call);
        parts[call as usize].partner = Some(part as u32);
        if parts[part].name == 0 {
            parts[part].name = parts[call as usize].name;
        }
        if parts[part].detail == 0 {
            parts[part].detail = parts[call as usize].detail;
        }
        // A result that comes late re-opens what was closed since its call.
        while self.closed.last().is_some_and(|boundary| *boundary > message && *boundary as usize <= index) {
            self.closed.pop();
        }
    }
}
