//! The turns of a Gemini history while `curate` and `harden` work on them, and the patch that
//! follows. A turn that does not change stays the very same object of the host.

use crate::invalid;
use conspectus::inner::{Kind, kind_name, shapes};
use conspectus::{Dialect, Error, ErrorKind, Item, Patch, Result};
use conspectus_history::host::item::Budget;
use conspectus_history::host::patch::{Op, OpKind, Splice};
use conspectus_history::read::dialect::{looks_like, other_dialect};
use conspectus_history::shape::words;
use serde_json::{Value, json};

/// The signature that gemini-cli gives to a call that has none. Source: G-44.
pub const NO_SIGNATURE: &str = "skip_thought_signature_validator";

shapes! {
    /// A change to the history.
    pub struct Change: Eq {
        /// What was done.
        pub action: ChangeKind,
        /// Index of the message before the change.
        pub message: usize,
        /// The tool of the call or result; may be empty.
        pub tool: String,
    }
}

words! {
    /// The kind of a change.
    pub enum ChangeKind {
        /// Removes a model message next to an invalid one (G-40).
        DropInvalidRun => "drop_invalid_run",
        /// Removes a message without parts.
        DropEmpty => "drop_empty",
        /// Removes parts that are null.
        DropInvalidPart => "drop_invalid_part",
        /// Removes thoughts (G-42, G-43).
        DropThoughts => "drop_thoughts",
        /// Merges a message with the one before it, which has the same role.
        Merge => "merge",
        /// Adds a placeholder signature to the first call of a turn (G-44).
        SignCall => "sign_call",
        /// Answers a call without a result with an error (G-44).
        AnswerCall => "answer_call",
        /// Adds a call for a result that has none (G-44).
        AddCall => "add_call",
        /// Moves results to the front, in the order of their calls (G-45).
        OrderResults => "order_results",
        /// Adds a user turn at the start (G-45).
        AddStart => "add_start",
        /// Adds a user turn at the end (G-45).
        AddEnd => "add_end",
        /// Adds a hook's text to the user's last message.
        AddContext => "add_context",
        /// Removes unknown fields (G-43).
        Scrub => "scrub",
    }
}

pub(crate) fn change(action: ChangeKind, message: usize) -> Change {
    Change {
        action,
        message,
        tool: String::new(),
    }
}

/// A part of a turn.
#[derive(Debug, Clone)]
pub(crate) struct TurnPart<'v> {
    /// The host's part and its place (message, index); `None` for a new part.
    pub host: Option<(usize, usize, Item<'v>)>,
    /// A new part, or the new value of the host's part.
    pub value: Option<Value>,
    /// Whether a signature has to be added.
    pub sign: bool,
}

/// A message of the host that stays, or a new one.
#[derive(Debug, Clone)]
pub(crate) struct Turn<'v> {
    /// Index of the host's message; `None` for a new one.
    pub base: Option<usize>,
    pub role: String,
    pub pieces: Vec<TurnPart<'v>>,
    /// Whether the host's message has a list of parts.
    pub has_parts: bool,
    /// Keys of the message that will be removed.
    pub drop_keys: Vec<String>,
}

impl<'v> Turn<'v> {
    /// A new message.
    pub fn new(role: &str, pieces: Vec<TurnPart<'v>>) -> Self {
        Self {
            base: None,
            role: role.to_owned(),
            pieces,
            has_parts: true,
            drop_keys: Vec::new(),
        }
    }

    /// Marks the first call of a model's turn, if it has no signature. Returns whether it did.
    pub fn sign(&mut self) -> bool {
        let mut pieces = self.pieces.iter_mut().filter(|_| self.role == "model");
        let call = pieces.find(|piece| piece.has("functionCall"));
        let bare = call.filter(|call| !call.has("thoughtSignature"));
        bare.map(|call| call.sign = true).is_some()
    }

    fn parts(&self) -> Result<Vec<Value>> {
        self.pieces.iter().map(TurnPart::to_value).collect()
    }
}

impl<'v> TurnPart<'v> {
    pub fn new(value: Value) -> Self {
        Self {
            host: None,
            value: Some(value),
            sign: false,
        }
    }

    /// The text of the field `key` in `holder`: an id or a name.
    pub fn text(&self, holder: &str, key: &str) -> Option<String> {
        if let Some((_, _, part)) = &self.host {
            return part.get(holder)?.string_at(key);
        }
        let text = self.value.as_ref()?.get(holder)?.get(key)?;
        text.as_str().map(str::to_owned)
    }

    /// Whether the part has a truthy field `key`.
    pub fn has(&self, key: &str) -> bool {
        match &self.host {
            Some((_, _, part)) => part.is_set(key),
            None => self.value.iter().any(|value| value.get(key).is_some()),
        }
    }

    fn to_value(&self) -> Result<Value> {
        let mut value = match (&self.value, &self.host) {
            (Some(value), _) => value.clone(),
            (None, Some((message, index, part))) => {
                refuse_bytes(part, &mut Budget::default()).map_err(|error| {
                    error
                        .under(&index.to_string())
                        .under("parts")
                        .under(&message.to_string())
                })?;
                part.to_value()?
            }
            (None, None) => Value::Null,
        };
        if self.sign && value.is_object() {
            value["thoughtSignature"] = NO_SIGNATURE.into();
        }
        Ok(value)
    }
}

/// A part that moves to another message is written as JSON, which cannot hold raw bytes.
fn refuse_bytes(value: &Item<'_>, budget: &mut Budget) -> Result<()> {
    if value.kind() == Kind::Bytes {
        return Err(Error::new(
            ErrorKind::UnsupportedType,
            "",
            "raw bytes can't move to another message: convert them to base64 first",
        ));
    }
    budget.each(value, &mut |budget, _, child| refuse_bytes(&child, budget))
}

/// The turns of a host's list.
///
/// # Errors
/// `InvalidMessages` if it is not a list of objects with string roles, or if a message is not
/// Gemini's; `TooDeep` beyond the depth limit.
pub(crate) fn read<'v>(messages: &Item<'v>) -> Result<Vec<Turn<'v>>> {
    if !messages.is_list() {
        let kind = kind_name(messages.kind());
        return Err(invalid(
            "",
            format!("messages must be a list, found {kind}"),
        ));
    }
    let mut turns = Vec::with_capacity(messages.len());
    for (index, message) in messages.items().enumerate() {
        Budget::default()
            .any(&message, &mut |_| false)
            // Only to check that it is an object with a role.
            .and_then(|_| Dialect::Gemini.read(&message, &mut |_| {}))
            .map_err(|error| error.under(&index.to_string()))?;
        if Dialect::Gemini.lacks_list(&message) {
            let found = looks_like(
                &message,
                Dialect::Gemini,
                other_dialect(messages, Dialect::Gemini),
            );
            let text = format!(
                "only `gemini` messages (`role` and `parts`) are ordered here, and {found}. Call `repair`: it reads every dialect"
            );
            return Err(invalid(format!("/{index}"), text));
        }
        let parts = message.list("parts");
        let items = parts.iter().flat_map(Item::items).enumerate();
        let pieces = items.map(|(at, part)| TurnPart {
            host: Some((index, at, part)),
            value: None,
            sign: false,
        });
        let role = message
            .string_at("role")
            .unwrap_or_else(|| "user".to_owned());
        turns.push(Turn {
            base: Some(index),
            role,
            pieces: pieces.collect(),
            has_parts: parts.is_some(),
            drop_keys: Vec::new(),
        });
    }
    Ok(turns)
}

/// Merges neighbours of the same role, except those for which `apart` is true.
pub(crate) fn merge<'v>(
    turns: &mut Vec<Turn<'v>>,
    apart: impl Fn(&Turn<'v>, &Turn<'v>) -> bool,
    changes: &mut Vec<Change>,
) {
    let mut merged: Vec<Turn<'v>> = Vec::with_capacity(turns.len());
    for turn in turns.drain(..) {
        match merged.last_mut() {
            Some(last) if last.role == turn.role && !apart(last, &turn) => {
                let base = turn.base;
                changes.extend(base.map(|message| change(ChangeKind::Merge, message)));
                last.base = last.base.or(turn.base);
                last.pieces.extend(turn.pieces);
                last.has_parts |= turn.has_parts;
            }
            _ => merged.push(turn),
        }
    }
    *turns = merged;
}

/// The patch that turns the host's list into `turns`, which keep the order of their messages.
///
/// # Errors
/// `UnsupportedType` for raw bytes in a part that moves.
pub(crate) fn lower(turns: &[Turn<'_>], messages: &Item<'_>) -> Result<Patch> {
    let mut patch = Patch::default();
    let (mut cursor, mut pending) = (0, Vec::new());
    for turn in turns {
        let Some(base) = turn.base else {
            pending.push(json!({ "role": turn.role, "parts": turn.parts()? }));
            continue;
        };
        splice(&mut patch, cursor, base, &mut pending);
        cursor = base + 1;
        edit(turn, base, messages, &mut patch.ops)?;
    }
    splice(&mut patch, cursor, messages.len(), &mut pending);
    patch.splices.reverse();
    Ok(patch)
}

fn splice(patch: &mut Patch, start: usize, end: usize, pending: &mut Vec<Value>) {
    if end > start || !pending.is_empty() {
        patch.splices.push(Splice {
            start,
            delete_count: end - start,
            insert: std::mem::take(pending),
        });
    }
}

/// The operations inside the message `base`. If its own parts kept their order, single parts are
/// changed; else the whole list is replaced.
fn edit<'v>(turn: &Turn<'v>, base: usize, messages: &Item<'v>, ops: &mut Vec<Op>) -> Result<()> {
    let at = format!("/{base}");
    let mut add = |op, path: String, value| ops.push(Op { op, path, value });
    for key in &turn.drop_keys {
        let key = conspectus_history::error::escape_pointer_segment(key);
        add(OpKind::Remove, format!("{at}/{key}"), None);
    }
    let own_place = |piece: &TurnPart<'v>| {
        let (message, index, _) = piece.host.as_ref()?;
        (*message == base).then_some(*index)
    };
    let own: Vec<usize> = turn.pieces.iter().filter_map(own_place).collect();
    let parts = messages.at(base).and_then(|message| message.list("parts"));
    let Some(parts) = parts.filter(|_| own.is_sorted()) else {
        if turn.has_parts || !turn.pieces.is_empty() {
            let list = Some(Value::Array(turn.parts()?));
            add(OpKind::Add, format!("{at}/parts"), list);
        }
        return Ok(());
    };
    for index in (0..parts.len()).rev() {
        if own.binary_search(&index).is_err() {
            add(OpKind::Remove, format!("{at}/parts/{index}"), None);
        }
    }
    for (position, piece) in turn.pieces.iter().enumerate() {
        let path = format!("{at}/parts/{position}");
        if own_place(piece).is_none() {
            add(OpKind::Add, path, Some(piece.to_value()?));
        } else if piece.value.is_some() {
            add(OpKind::Replace, path, Some(piece.to_value()?));
        } else if piece.sign {
            add(
                OpKind::Add,
                format!("{path}/thoughtSignature"),
                Some(NO_SIGNATURE.into()),
            );
        }
    }
    Ok(())
}
