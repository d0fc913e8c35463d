//! The patch that takes a patch back.

use super::{apply_op, misfit, Op, OpKind, Patch, Splice};
use crate::error::Result;
use crate::host::view::{AsView, View, ViewExt};
use serde_json::Value;
use std::collections::BTreeMap;

impl Patch {
    /// The patch that makes the list `messages` again of what this patch made of it. It holds what this patch took out, so it can be stored and
    /// applied later, also when messages were added at the end meanwhile.
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
    /// `InvalidPatch` if the patch does not fit the list; `TooDeep` or `UnsupportedType` if a message cannot be copied as data.
    pub fn inverse<V: AsView + ?Sized>(&self, messages: &V) -> Result<Self> {
        let messages = &messages.as_view();
        let copy = |index: usize| -> Result<Value> {
            let message = messages.at(index).ok_or_else(|| misfit(&format!("/{index}"), "no such place"))?;
            message.to_value().map_err(|error| error.under(&index.to_string()))
        };
        // The operations by message, in their order.
        let mut by_message: BTreeMap<usize, Vec<&Op>> = BTreeMap::new();
        for op in &self.ops {
            let index = op.path.split('/').nth(1).and_then(|index| index.parse().ok());
            by_message.entry(index.ok_or_else(|| misfit(&op.path, "a list index must be a number"))?).or_default().push(op);
        }
        let gone = |index: usize| self.splices.iter().any(|splice| (splice.start..splice.start + splice.delete_count).contains(&index));
        let mut ops = Vec::new();
        for (index, list) in by_message.into_iter().filter(|(index, _)| !gone(*index)) {
            let mut undone = taken_back(copy(index)?, index, &list)?;
            let now = self.place_of(index);
            undone.iter_mut().for_each(|op| op.path = format!("/{now}{}", below(&op.path)));
            ops.extend(undone);
        }
        let mut splices = Vec::new();
        for (at, splice) in self.splices.iter().enumerate() {
            let before = self.splices[at + 1..].iter().fold(splice.start, |place, other| place + other.insert.len() - other.delete_count.min(place));
            let insert = (splice.start..splice.start + splice.delete_count).map(copy).collect::<Result<Vec<Value>>>()?;
            splices.push(Splice { start: before, delete_count: splice.insert.len(), insert });
        }
        Ok(Self { ops, splices })
    }

    /// The index of a message that stays, in the list after the splices.
    fn place_of(&self, index: usize) -> usize {
        let before = self.splices.iter().filter(|splice| splice.start + splice.delete_count <= index);
        before.fold(index, |place, splice| place + splice.insert.len() - splice.delete_count.min(place))
    }
}

/// What stands behind the index of the message in a path.
fn below(path: &str) -> &str {
    path.get(1..).and_then(|rest| rest.find('/').map(|at| &rest[at..])).unwrap_or("")
}

/// The operations that take `list` back, the last one first. Their paths begin with the index that the message had.
fn taken_back(message: Value, index: usize, list: &[&Op]) -> Result<Vec<Op>> {
    let mut undone = Vec::new();
    // The operations are made on a list of one.
    let mut now = Value::Array(vec![message]);
    for op in list {
        let path = format!("/0{}", below(&op.path));
        let (parent, _) =
            path.rsplit_once('/').filter(|(parent, _)| !parent.is_empty()).ok_or_else(|| misfit(&op.path, "a message is no place inside one"))?;
        let old = now.pointer(&path).cloned();
        let holder = now.pointer(parent).ok_or_else(|| misfit(&op.path, "no such place"))?;
        let is_list = holder.is_array();
        let back = |kind: OpKind, value: Option<Value>| Op { op: kind, path: op.path.clone(), value };
        undone.push(match (op.op, old) {
            (OpKind::Add, Some(_)) if is_list => back(OpKind::Remove, None),
            (OpKind::Add, None) => back(OpKind::Remove, None),
            (OpKind::Replace | OpKind::Add, Some(old)) => back(OpKind::Replace, Some(old)),
            (OpKind::Remove, Some(old)) if is_list || parent == "/0" => back(OpKind::Add, Some(old)),
            // A field that is put back would come last: the whole object keeps the order of its fields.
            (OpKind::Remove, Some(_)) => Op { op: OpKind::Replace, path: format!("/{index}{}", below(parent)), value: Some(holder.clone()) },
            (OpKind::Replace | OpKind::Remove, None) => return Err(misfit(&op.path, "no such place")),
        });
        apply_op(&mut now, &Op { path, ..(*op).clone() })?;
    }
    undone.reverse();
    Ok(undone)
}
