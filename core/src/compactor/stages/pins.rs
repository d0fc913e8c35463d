//! Pins: messages and parts that survive every strategy and every round.
//!
//! A host pins by index or JSON Pointer for one run, or by a mark on the message itself. A pinned
//! call stays with its results, and a pinned result with its call. What we wrote ourselves is never
//! pinned: it is renewed by each summary.

use crate::check::validate::OWN_FIELD;
use crate::compactor::contract::PinReport;
use crate::compactor::is_within;
use crate::config::wrong;
use crate::history::{PartEntry, PartKind, each_read, id_hash};
use crate::host::item::Kind;
use crate::notes::memory::{OwnMessages, Trust};
use crate::notes::words;
use crate::{ConfiguredHistory, Edit, Item, Pin, Result, Role};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Whether all messages are there.
///
/// # Errors
/// `InvalidOption` with the path in `pinned` of the first that is not.
pub fn check(given: &[Pin], length: usize) -> Result<()> {
    let Some((number, pin)) = given
        .iter()
        .enumerate()
        .find(|(_, pin)| pin.message >= length)
    else {
        return Ok(());
    };
    let message = format!(
        "message {} doesn't exist: the list has {length}",
        pin.message
    );
    Err(wrong(&format!("pinned/{number}"), message))
}

/// The name in a field of a message that pins it.
const PINNED: &str = "pinned";

/// The fields in which frameworks keep a program's data about a message; `pinned` in one of them
/// pins the message too: assistant-ui and the AI SDK's `UIMessage` (`metadata.custom`), LangChain,
/// llama-index and others. Source: their types, November 2026.
const FIELDS_OF_FRAMEWORKS: [&[&str]; 6] = [
    &[OWN_FIELD],
    &["metadata", "custom"],
    &["metadata"],
    &["additional_kwargs"],
    &["data", "additional_kwargs"],
    &["kwargs", "additional_kwargs"],
];

/// Whether a message is pinned by a mark of its own.
pub fn is_marked<'v>(message: &Item<'v>) -> bool {
    let is_true = |value: Item<'v>| value.kind() == Kind::Bool && value.number() != 0.0;
    FIELDS_OF_FRAMEWORKS.iter().any(|path| {
        let mut holder = Some(*message);
        for key in *path {
            holder = holder.and_then(|holder| holder.get(key));
        }
        holder
            .and_then(|holder| holder.get(PINNED))
            .is_some_and(is_true)
    })
}

/// A copy of the fields that are read of messages, and of their pins. Other fields remain with the
/// host; a field that is nested too deep is null.
pub fn copy_of_read(messages: &Item<'_>) -> Value {
    let mut copies = Vec::with_capacity(messages.len());
    messages.for_each(&mut |_, message| {
        let mut copy = Map::new();
        each_read(&message, &mut |key, value| {
            copy.insert(key.to_owned(), value.to_value().unwrap_or_default());
            true
        });
        let mut copy = Value::Object(copy);
        if is_marked(&message) && !is_marked(&Item::from(&copy)) {
            // Not by the field of ours: that would be taken out of what is sent.
            copy["metadata"] = json!({ (PINNED): true });
        }
        copies.push(copy);
    });
    Value::Array(copies)
}

/// What must stay in a list.
#[derive(Debug, Clone, Default)]
pub struct Pins {
    /// Messages that stay, in order.
    messages: BTreeSet<usize>,
    /// Parts that stay as they are.
    parts: BTreeSet<usize>,
    /// Results of tools that are never cleared. They are truncated only as a last resort.
    spared: BTreeSet<usize>,
}

impl Pins {
    /// What a host pinned, by the list `given` and by marks, and what the options keep.
    ///
    /// # Errors
    /// `InvalidOption` with the path in `pinned` for a message or a part that is not there.
    pub fn find(
        history: &ConfiguredHistory,
        messages: &Item<'_>,
        given: &[Pin],
        ours: &OwnMessages,
    ) -> Result<Self> {
        let mut pins = Self::default();
        check(given, history.len())?;
        for (number, pin) in given.iter().enumerate() {
            let first = history.messages()[pin.message].first_part as usize;
            let parts = history.parts_of(pin.message).iter().enumerate();
            let overlaps = |part: &PartEntry| {
                let own = part.path.to_string();
                is_within(&own, &pin.path) || is_within(&pin.path, &own)
            };
            let found: Vec<usize> = parts
                .filter(|(_, part)| overlaps(part))
                .map(|(offset, _)| first + offset)
                .collect();
            if found.is_empty() && !pin.path.is_empty() {
                let message = format!(
                    "message {} has no part at `{}`",
                    pin.message,
                    crate::read::media::sanitize_label(&pin.path, 80)
                );
                return Err(wrong(&format!("pinned/{number}"), message));
            }
            if !ours.is_in(pin.message) {
                pins.messages.insert(pin.message);
                pins.parts.extend(found);
            }
        }
        messages.each_item(|index, message| {
            if index < history.len() && is_marked(&message) && !ours.is_in(index) {
                pins.pin(history, index);
            }
        });
        if let Some(tools) = &history.config().exclude_tools {
            let is_spared = |part: &PartEntry| {
                part.kind == PartKind::ToolResult
                    && tools.iter().any(|tool| tool == history.symbol(part.name))
            };
            pins.spared = history
                .parts()
                .iter()
                .enumerate()
                .filter(|(_, part)| is_spared(part))
                .map(|(part, _)| part)
                .collect();
        }
        // A call that waits for a person's approval is answered later, whatever is said until then.
        for (message, part) in history.pairs().open() {
            let id = history.parts()[*part as usize].id;
            if let Some(host) = messages.at(*message as usize) {
                history.dialect().approvals(&host, &mut |asked| {
                    if id_hash(&asked) == id {
                        pins.pin(history, *message as usize);
                    }
                });
            }
        }
        pins.close(history);
        Ok(pins)
    }

    /// What stays in a list of which a host pinned nothing for this run.
    pub fn of_list(history: &ConfiguredHistory, messages: &Item<'_>) -> Self {
        let ours = OwnMessages::find(history, messages, Trust::default());
        // Only a list of pins can be wrong, and none is given.
        Self::find(history, messages, &[], &ours).unwrap_or_default()
    }

    /// Pins the newest messages of the user, as many as fit into `tokens`.
    pub fn pin_user(
        &mut self,
        history: &ConfiguredHistory,
        messages: &Item<'_>,
        tokens: u64,
        ours: &OwnMessages,
    ) {
        let mut left = tokens as f64;
        let has_result = |index: usize| {
            history
                .parts_of(index)
                .iter()
                .any(|part| part.kind == PartKind::ToolResult)
        };
        for index in (0..history.len()).rev() {
            if history.role(index) != Some(Role::User)
                || self.messages.contains(&index)
                || ours.is_in(index)
                || has_result(index)
            {
                continue;
            }
            if words::of_user(history, messages, index, ours).is_none() {
                continue;
            }
            left -= history.tokens_unrounded(index, index + 1);
            if left < 0.0 {
                break;
            }
            self.pin(history, index);
        }
    }

    fn pin(&mut self, history: &ConfiguredHistory, index: usize) {
        let first = history.messages()[index].first_part as usize;
        self.messages.insert(index);
        self.parts
            .extend(first..first + history.parts_of(index).len());
    }

    /// Calls stay with their results, results with their calls, and what a provider takes only
    /// together with the message before it stays together.
    fn close(&mut self, history: &ConfiguredHistory) {
        let messages = history.messages();
        let joins = |index: usize| {
            messages
                .get(index)
                .is_some_and(|entry| entry.joins_previous)
        };
        let mut open: Vec<usize> = self.messages.iter().copied().collect();
        while let Some(index) = open.pop() {
            let before = index.checked_sub(1).filter(|_| joins(index));
            let after = Some(index + 1).filter(|next| joins(*next));
            for other in before.into_iter().chain(after) {
                if self.messages.insert(other) {
                    open.push(other);
                }
            }
            for part in history.parts_of(index) {
                let Some(partner) = part
                    .partner
                    .filter(|_| matches!(part.kind, PartKind::ToolCall | PartKind::ToolResult))
                else {
                    continue;
                };
                let other = history.message_of(partner as usize);
                if self.messages.insert(other) {
                    open.push(other);
                }
            }
        }
    }

    /// The pinned messages in `start..end`.
    pub fn between(&self, start: usize, end: usize) -> Vec<usize> {
        if start >= end {
            return Vec::new();
        }
        self.messages.range(start..end).copied().collect()
    }

    /// The tokens of those.
    pub fn tokens(&self, history: &ConfiguredHistory, start: usize, end: usize) -> f64 {
        self.between(start, end)
            .into_iter()
            .map(|index| history.tokens_unrounded(index, index + 1))
            .sum()
    }

    /// The edits that change nothing that must stay.
    pub fn allowed(&self, edits: Vec<Edit>) -> Vec<Edit> {
        edits
            .into_iter()
            .filter(|edit| !self.holds(edit.part) && !self.spared.contains(&edit.part))
            .collect()
    }

    /// Whether a part stays whatever happens.
    pub fn holds(&self, part: usize) -> bool {
        self.parts.contains(&part)
    }

    /// Whether a message stays as a whole: it is pinned, or a call or result in it is of one that
    /// is.
    pub fn holds_message(&self, message: usize) -> bool {
        self.messages.contains(&message)
    }

    /// Whether a part is changed only as a last resort.
    pub fn spares(&self, part: usize) -> bool {
        self.spared.contains(&part)
    }

    /// Whether nothing may be cleared in a part: it or its message is pinned, or its tool is spared.
    pub fn keeps(&self, history: &ConfiguredHistory, part: usize) -> bool {
        self.holds(part) || self.spares(part) || self.holds_message(history.message_of(part))
    }

    /// What is pinned in a list, and what `edits` cut although it is never cleared.
    pub fn report(&self, history: &ConfiguredHistory, edits: &[Edit]) -> PinReport {
        let tokens = |index: &usize| history.tokens_unrounded(*index, *index + 1);
        let largest = self
            .messages
            .iter()
            .copied()
            .max_by(|a, b| tokens(a).total_cmp(&tokens(b)).then(b.cmp(a)));
        PinReport {
            messages: self.messages.len(),
            tokens: self.tokens(history, 0, history.len()).ceil() as u64,
            largest: largest.map(|index| format!("/{index}")),
            truncated: edits
                .iter()
                .filter(|edit| self.spares(edit.part))
                .map(|edit| format!("/{}{}", edit.message, edit.path))
                .collect(),
        }
    }
}
