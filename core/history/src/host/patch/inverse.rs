//! The patch that undoes another patch.

use super::{Op, OpKind, Patch, Splice, apply_op, below, misfit};
use crate::error::{Error, ErrorKind, Result, escape_pointer_segment};
use crate::host::item::{Budget, Item, Kind, Text};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A value of a patch that the host puts there itself: a whole message, or what JSON cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Held {
    /// JSON Pointer to its place in the patch, which holds `null`.
    pub at: String,
    /// JSON Pointer to the value in the list of messages.
    pub from: String,
}

/// The only key of a marker: an object that replaces a value of the host while a patch is made. A
/// host object that has this key is itself replaced by a marker, so the two are never confused.
const FROM_HOST: &str = "\0from host";

impl Patch {
    /// Returns the patch that undoes this patch: applied to the patched list, it restores
    /// `messages`. It contains the content that this patch removed, so it can be stored and applied
    /// later, even after messages were added at the end.
    ///
    /// ```
    /// use conspectus::Patch;
    /// use serde_json::json;
    ///
    /// let patch: Patch = serde_json::from_value(json!({
    ///     "ops": [{ "op": "replace", "path": "/0/content", "value": "Hello" }],
    ///     "splices": [{ "start": 1, "delete_count": 1, "insert": [] }],
    /// })).expect("a patch");
    /// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Yes?" }]);
    /// let back = patch.inverse(&messages)?;
    /// assert_eq!(back.apply(&patch.apply(&messages)?)?, messages);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidPatch` if the patch does not fit the list; `UnsupportedType` if the removed content
    /// contains raw bytes, lone surrogates or a number that JSON cannot express; `TooDeep`.
    pub fn inverse<'v>(&self, messages: impl Into<Item<'v>>) -> Result<Self> {
        let messages = &messages.into();
        let mut back = self.taken_back(messages)?;
        for (splice, gone) in back.splices.iter_mut().zip(&self.splices) {
            splice.insert = (gone.start..)
                .take(gone.delete_count)
                .map(|index| message_at(messages, index))
                .collect::<Result<_>>()?;
        }
        match held_in(&mut back).into_iter().next() {
            Some(held) => Err(Error::new(
                ErrorKind::UnsupportedType,
                held.from,
                "JSON can't express this value, so a patch can't either",
            )),
            None => Ok(back),
        }
    }

    /// As [`inverse`](Self::inverse), for a host with objects of its own. Values that JSON cannot
    /// express are `null` in the patch, and so are restored messages. The returned list says where
    /// the host finds each of them.
    ///
    /// # Errors
    /// As [`inverse`](Self::inverse), except `UnsupportedType`.
    pub fn inverse_for_host(&self, messages: &Item<'_>) -> Result<(Self, Vec<Held>)> {
        let mut back = self.taken_back(messages)?;
        let held = held_in(&mut back);
        Ok((back, held))
    }

    /// Returns the inverse patch, with markers for restored messages and for values that JSON
    /// cannot express.
    fn taken_back(&self, messages: &Item<'_>) -> Result<Self> {
        // The operations by message, in their order.
        let mut by_message: BTreeMap<usize, Vec<&Op>> = BTreeMap::new();
        for op in &self.ops {
            let no_index = || misfit(&op.path, "a list index must be a number");
            by_message
                .entry(op.message().ok_or_else(no_index)?)
                .or_default()
                .push(op);
        }
        let gone = |index: usize| {
            self.splices
                .iter()
                .any(|splice| (splice.start..splice.start + splice.delete_count).contains(&index))
        };
        let mut ops = Vec::new();
        for (index, list) in by_message.into_iter().filter(|(index, _)| !gone(*index)) {
            let message = message_at(messages, index)?;
            let mut undone = ops_taken_back(message, index, &list)?;
            let now = self.place_of(index);
            undone
                .iter_mut()
                .for_each(|op| op.path = format!("/{now}{}", below(&op.path)));
            ops.extend(undone);
        }
        let mut splices = Vec::new();
        for (at, splice) in self.splices.iter().enumerate() {
            let before = self.splices[at + 1..]
                .iter()
                .fold(splice.start, |place, other| {
                    place + other.insert.len() - other.delete_count.min(place)
                });
            let end = splice.start.saturating_add(splice.delete_count);
            if end > messages.len() {
                return Err(misfit(
                    &format!("/{}", messages.len().max(splice.start)),
                    "no such place",
                ));
            }
            let insert = (splice.start..end)
                .map(|index| reference_to(&format!("/{index}")))
                .collect();
            splices.push(Splice {
                start: before,
                delete_count: splice.insert.len(),
                insert,
            });
        }
        Ok(Self { ops, splices })
    }

    /// The index of a message that stays, in the list after the splices.
    fn place_of(&self, index: usize) -> usize {
        let before = self
            .splices
            .iter()
            .filter(|splice| splice.start + splice.delete_count <= index);
        before.fold(index, |place, splice| {
            place + splice.insert.len() - splice.delete_count.min(place)
        })
    }
}

fn reference_to(path: &str) -> Value {
    json!({ FROM_HOST: path })
}

/// Returns the path of the value that a marker replaces; `None` if `value` is not a marker.
fn stands_for(value: &Value) -> Option<&str> {
    value.get(FROM_HOST)?.as_str()
}

/// Returns a copy of a message.
fn message_at(messages: &Item<'_>, index: usize) -> Result<Value> {
    let path = format!("/{index}");
    let message = messages
        .at(index)
        .ok_or_else(|| misfit(&path, "no such place"))?;
    copied(&message, &path, &mut Budget::default()).map_err(|error| error.under(&index.to_string()))
}

/// Returns a value as JSON, with markers for values that JSON cannot express.
fn copied(view: &Item<'_>, path: &str, budget: &mut Budget) -> Result<Value> {
    let below = |step: &str| format!("{path}/{}", escape_pointer_segment(step));
    Ok(match view.kind() {
        Kind::Bytes => reference_to(path),
        Kind::Number => view
            .json_number()
            .map_or_else(|| reference_to(path), Value::Number),
        Kind::String => text_of(view.text()).map_or_else(|| reference_to(path), Value::String),
        Kind::Object if view.get(FROM_HOST).is_some() => reference_to(path),
        Kind::Object => {
            let mut fields = serde_json::Map::with_capacity(view.len());
            budget.each(view, &mut |budget, key, child| {
                let name = key.map_or("", |key| key.name);
                fields.insert(name.to_owned(), copied(&child, &below(name), budget)?);
                Ok(())
            })?;
            Value::Object(fields)
        }
        Kind::Array => {
            let mut items = Vec::with_capacity(view.len());
            budget.each(view, &mut |budget, _, child| {
                items.push(copied(&child, &below(&items.len().to_string()), budget)?);
                Ok(())
            })?;
            Value::Array(items)
        }
        Kind::Null | Kind::Bool => view.to_value()?,
    })
}

/// A text without lone surrogates.
fn text_of(text: Text<'_>) -> Option<String> {
    match text {
        Text::Utf8(text) => Some(text.to_owned()),
        Text::Utf16(units) => String::from_utf16(units).ok(),
    }
}

/// Replaces each marker of a patch by `null`, and returns the places of the values that they
/// replaced.
fn held_in(patch: &mut Patch) -> Vec<Held> {
    let mut held = Vec::new();
    for (index, op) in patch.ops.iter_mut().enumerate() {
        op.value
            .iter_mut()
            .for_each(|value| hold(value, &format!("/ops/{index}/value"), &mut held));
    }
    for (index, splice) in patch.splices.iter_mut().enumerate() {
        splice
            .insert
            .iter_mut()
            .enumerate()
            .for_each(|(at, value)| {
                hold(value, &format!("/splices/{index}/insert/{at}"), &mut held)
            });
    }
    held
}

fn hold(value: &mut Value, at: &str, held: &mut Vec<Held>) {
    if let Some(from) = stands_for(value) {
        held.push(Held {
            at: at.to_owned(),
            from: from.to_owned(),
        });
        *value = Value::Null;
        return;
    }
    match value {
        Value::Array(items) => items
            .iter_mut()
            .enumerate()
            .for_each(|(index, item)| hold(item, &format!("{at}/{index}"), held)),
        Value::Object(fields) => fields.iter_mut().for_each(|(name, field)| {
            hold(
                field,
                &format!("{at}/{}", escape_pointer_segment(name)),
                held,
            )
        }),
        _ => {}
    }
}

/// The operations that take `list` back, the last one first. Their paths begin with the index that
/// the message had.
fn ops_taken_back(message: Value, index: usize, list: &[&Op]) -> Result<Vec<Op>> {
    let mut undone = Vec::new();
    // The operations are made on a list of one.
    let mut now = Value::Array(vec![message]);
    for op in list {
        let path = op.path_alone();
        let no_place = || misfit(&op.path, "no such place");
        let (parent, _) = path
            .rsplit_once('/')
            .filter(|(parent, _)| !parent.is_empty())
            .ok_or_else(|| misfit(&op.path, "a message isn't a place inside a message"))?;
        let old = now.pointer(&path).cloned();
        let holder = now.pointer(parent).ok_or_else(no_place)?;
        let is_list = holder.is_array();
        let back = |kind: OpKind, value: Option<Value>| Op {
            op: kind,
            path: op.path.clone(),
            value,
        };
        undone.push(match (op.op, old) {
            (OpKind::Add, Some(_)) if is_list => back(OpKind::Remove, None),
            (OpKind::Add, None) => back(OpKind::Remove, None),
            (OpKind::Replace | OpKind::Add, Some(old)) => back(OpKind::Replace, Some(old)),
            (OpKind::Remove, Some(old)) if is_list || parent == "/0" => {
                back(OpKind::Add, Some(old))
            }
            // A field that is put back would come last: the whole object keeps the order of its
            // fields.
            (OpKind::Remove, Some(_)) => Op {
                op: OpKind::Replace,
                path: format!("/{index}{}", below(parent)),
                value: Some(holder.clone()),
            },
            (OpKind::Replace | OpKind::Remove, None) => {
                return Err(no_place());
            }
        });
        apply_op(&mut now, &path, op)?;
    }
    undone.reverse();
    Ok(undone)
}
