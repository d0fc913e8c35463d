//! Which call belongs to which result, and before which messages a cut is closed, which means that
//! it separates no pair.
//!
//! Pairs are made in order. A result answers the oldest open call that fits it: by id if both have
//! one, else by name, else by order. So pairs are right even if ids are missing or used twice; a
//! set of ids would fail there.

use super::{MessageEntry, PartEntry, PartKind};
use crate::read::message::Role;
use std::collections::{BTreeMap, BTreeSet};

/// A call's place: its message and its part.
type Place = (u32, u32);

#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// Calls that have no result yet, in order.
    open: BTreeSet<Place>,
    /// The calls of `open` by id and name, by id, and by name (0 if absent), so that the oldest
    /// that fits a result is a look-up.
    by_tags: BTreeMap<(Option<u64>, Option<u32>), BTreeSet<Place>>,
    /// Boundaries that no pair spans, ascending. A boundary is given by the index of the message
    /// after it. The boundary after the last message is never here.
    closed: Vec<u32>,
    /// Results that answer no call, as indices of parts.
    orphans: Vec<u32>,
    /// Whether a result must have the same tool name as its call, even if the ids match.
    names_bind: bool,
    /// The first message of the answer that the last message continues; the last message itself if
    /// it continues none.
    run_start: Option<u32>,
    /// First and last message of the assistant's last answer. `None` if the user spoke since. The
    /// first is absent if the list begins in the middle of the answer.
    last_answer: Option<(Option<u32>, u32)>,
}

impl Pairs {
    /// Sets whether a result must have the tool name of its call. Called once the dialect is known.
    pub fn bind_names(&mut self, names_bind: bool) {
        self.names_bind = names_bind;
    }

    /// Pairs the calls and results of message `index`, which is the last of `messages`.
    pub fn take_in(&mut self, index: usize, messages: &[MessageEntry], parts: &mut [PartEntry]) {
        let entry = messages[index];
        self.follow(index, &entry);
        // Calls that the conversation has gone on without no longer prevent a cut. They stay open
        // for pairing: a result may still come late.
        if index > 0 && !entry.joins_previous && (goes_on(&entry) || self.waiting_since().is_none())
        {
            self.closed.push(index as u32);
        }
        for part in entry.parts() {
            match parts[part].kind {
                PartKind::ToolCall => self.open_call((index as u32, part as u32), &parts[part]),
                PartKind::ToolResult => self.answer(index, part, parts),
                _ => {}
            }
        }
    }

    /// Whether a cut before message `index` separates no pair. At both ends of the list this holds,
    /// unless calls wait for results at the end.
    pub fn is_closed(&self, index: usize, messages: &[MessageEntry]) -> bool {
        match index {
            0 => true,
            _ if index == messages.len() => self.waiting_since().is_none(),
            _ => self.closed.binary_search(&(index as u32)).is_ok(),
        }
    }

    /// All closed boundaries inside the history, without its two ends, ascending.
    pub fn closed(&self) -> &[u32] {
        &self.closed
    }

    /// Calls that no result answers, in order, as (message, part).
    pub fn open(&self) -> &BTreeSet<Place> {
        &self.open
    }

    /// Results that answer no call, as indices of parts.
    pub fn orphans(&self) -> &[u32] {
        &self.orphans
    }

    /// Returns the first message with a call that still awaits its result. Such a call is in the
    /// assistant's last response, and only results follow it.
    pub fn waiting_since(&self) -> Option<usize> {
        let (first, last) = self.last_answer?;
        let first = first?;
        let (message, _) = *self.open.range((first, 0)..).next()?;
        (message <= last).then_some(message as usize)
    }

    /// Forgets the pairs of the messages at index `length` or later, whose first part is
    /// `first_part`, and returns `true`. If a forgotten result answers a call that is kept, and
    /// came only after the conversation had continued, it forgets nothing and returns `false`: such
    /// a result has removed closed boundaries.
    pub fn forget(
        &mut self,
        length: usize,
        first_part: usize,
        messages: &[MessageEntry],
        parts: &mut [PartEntry],
    ) -> bool {
        let Some(answered) = answered_in_time(length, first_part, messages, parts) else {
            return false;
        };
        for place in answered {
            let call = &mut parts[place.1 as usize];
            call.partner = None;
            self.open_call(place, call);
        }
        let gone: Vec<Place> = self.open.range((length as u32, 0)..).copied().collect();
        gone.into_iter()
            .for_each(|place| self.close_call(place, &parts[place.1 as usize]));
        self.closed.truncate(
            self.closed
                .partition_point(|boundary| (*boundary as usize) < length),
        );
        self.orphans.truncate(
            self.orphans
                .partition_point(|part| (*part as usize) < first_part),
        );
        // The last answer is found again from the end.
        let start_of = |index: usize| {
            messages[..=index]
                .iter()
                .rposition(|entry| !entry.continues_answer)
                .map(|start| start as u32)
        };
        let spoke = messages[..length]
            .iter()
            .rposition(|entry| entry.is_user_turn || entry.role == Role::Assistant);
        self.run_start = length.checked_sub(1).and_then(start_of);
        self.last_answer = spoke
            .filter(|index| !messages[*index].is_user_turn)
            .map(|index| (start_of(index), index as u32));
        true
    }

    fn follow(&mut self, index: usize, entry: &MessageEntry) {
        if !entry.continues_answer {
            self.run_start = Some(index as u32);
        }
        if entry.is_user_turn {
            self.last_answer = None;
        } else if entry.role == Role::Assistant {
            self.last_answer = Some((self.run_start, index as u32));
        }
    }

    /// The oldest open call that a result answers. If both have an id, the ids must be equal; else
    /// the names must be equal or absent.
    fn oldest_that_fits(&self, result: &PartEntry) -> Option<Place> {
        let first = |id: Option<u64>, name: Option<u32>| {
            self.by_tags
                .get(&(id, name))
                .and_then(BTreeSet::first)
                .copied()
        };
        let by_name = |id: Option<u64>| {
            if result.name == 0 {
                first(id, None)
            } else {
                oldest(first(id, Some(result.name)), first(id, Some(0)))
            }
        };
        if result.id == 0 {
            return if result.name == 0 {
                self.open.first().copied()
            } else {
                by_name(None)
            };
        }
        let same_id = if self.names_bind {
            by_name(Some(result.id))
        } else {
            first(Some(result.id), None)
        };
        oldest(same_id, by_name(Some(0)))
    }

    fn open_call(&mut self, place: Place, call: &PartEntry) {
        self.open.insert(place);
        for tags in tags_of(call) {
            self.by_tags.entry(tags).or_default().insert(place);
        }
    }

    fn close_call(&mut self, place: Place, call: &PartEntry) {
        self.open.remove(&place);
        for tags in tags_of(call) {
            if let Some(places) = self.by_tags.get_mut(&tags) {
                places.remove(&place);
                if places.is_empty() {
                    self.by_tags.remove(&tags);
                }
            }
        }
    }

    fn answer(&mut self, index: usize, part: usize, parts: &mut [PartEntry]) {
        let Some((message, call)) = self.oldest_that_fits(&parts[part]) else {
            self.orphans.push(part as u32);
            // A kept part must not begin with a result that answers no call.
            if self.closed.last() == Some(&(index as u32)) {
                self.closed.pop();
            }
            return;
        };
        self.close_call((message, call), &parts[call as usize]);
        parts[part].partner = Some(call);
        parts[call as usize].partner = Some(part as u32);
        if parts[part].name == 0 {
            parts[part].name = parts[call as usize].name;
        }
        if parts[part].detail == 0 {
            parts[part].detail = parts[call as usize].detail;
        }
        // A late result spans the boundaries since its call, so they are closed no longer.
        while self
            .closed
            .last()
            .is_some_and(|boundary| *boundary > message && *boundary as usize <= index)
        {
            self.closed.pop();
        }
    }
}

/// Returns the calls before message `length` that are answered at `length` or later. `None` if the
/// conversation had continued before one of these results came.
fn answered_in_time(
    length: usize,
    first_part: usize,
    messages: &[MessageEntry],
    parts: &[PartEntry],
) -> Option<Vec<Place>> {
    let mut answered = Vec::new();
    for (index, entry) in messages.iter().enumerate().skip(length) {
        for part in parts[entry.parts()]
            .iter()
            .filter(|part| part.kind == PartKind::ToolResult)
        {
            let Some(call) = part.partner.filter(|call| (*call as usize) < first_part) else {
                continue;
            };
            let message = messages.partition_point(|entry| entry.first_part <= call) - 1;
            if messages[message + 1..=index].iter().any(goes_on) {
                return None;
            }
            answered.push((message as u32, call));
        }
    }
    Some(answered)
}

/// Returns true if the model or the user speaks again in a message: the conversation continues
/// without the missing results.
fn goes_on(entry: &MessageEntry) -> bool {
    (entry.role == Role::Assistant && !entry.continues_answer) || entry.is_user_turn
}

fn tags_of(call: &PartEntry) -> [(Option<u64>, Option<u32>); 3] {
    [
        (Some(call.id), Some(call.name)),
        (Some(call.id), None),
        (None, Some(call.name)),
    ]
}

fn oldest(one: Option<Place>, other: Option<Place>) -> Option<Place> {
    one.into_iter().chain(other).min()
}

#[cfg(test)]
mod tests {
    use crate::history::{History, HistoryOptions};
    use serde_json::{Value, json};

    /// Conversations of nine kinds of messages, with reused, missing and late ids, from a small
    /// generator.
    fn conversation(seed: u32, length: usize) -> Value {
        let mut state = seed;
        let mut next = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % limit
        };
        let messages = (0..length).map(|_| {
            let id = format!("c{}", next(6));
            match next(9) {
                0 => json!({ "role": "user", "content": "go on" }),
                1 | 2 => json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id, "type": "function", "function": { "name": "f", "arguments": "{}" } }] }),
                3 => json!({ "role": "assistant", "tool_calls": [{ "id": id, "type": "function", "function": { "name": "f", "arguments": "{}" } }, { "id": "c9", "type": "function", "function": { "name": "g", "arguments": "{}" } }] }),
                4..=6 => json!({ "role": "tool", "tool_call_id": id, "content": "result" }),
                7 => json!({ "role": "assistant", "content": "text" }),
                _ => json!({ "role": "system", "content": "rule" }),
            }
        });
        messages.collect()
    }

    #[test]
    fn a_truncated_ledger_equals_one_that_never_read_more() {
        for seed in 0..60 {
            let whole = conversation(seed, 40);
            for length in 0..40 {
                let start: Value = whole.as_array().expect("a list")[..length].to_vec().into();
                let fresh = History::of(HistoryOptions::default(), &start).expect("readable");
                let mut cut = History::of(HistoryOptions::default(), &whole).expect("readable");
                cut.truncate(length);
                let state = |history: &History| {
                    let partners: Vec<_> =
                        history.parts().iter().map(|part| part.partner).collect();
                    format!(
                        "{:?} {partners:?} {} {}",
                        history.pairs(),
                        history.leading_systems(),
                        crate::cut::split::find_split_point(history).index
                    )
                };
                // The dialect is known from the start in one and later in the other.
                assert_eq!(state(&cut), state(&fresh), "seed {seed}, length {length}");
            }
        }
    }
}
