//! Patches: plain data that describes how the host changes its own list of messages.
//!
//! First apply `ops`, one after the other: RFC 6902 operations (`replace`, `remove`, `add`) that
//! change the inside of messages. Then apply `splices`, which drop and insert whole messages; they
//! come in descending order of place. Paths and indices always refer to the list before the patch.
//! A host that applies a patch copies only the messages that change; all others stay the same
//! objects.

mod inverse;
mod patched;

pub use patched::Message;

use crate::error::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The changes to make to a list of messages. An empty patch changes nothing.
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
/// assert_eq!(patch.apply(&messages)?, json!([{ "role": "user", "content": "Hello" }]));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// Edits inside messages, to be applied first and in this order.
    pub ops: Vec<Op>,
    /// Whole messages to drop and insert, to be applied after `ops`. They come in descending order
    /// of `start`.
    pub splices: Vec<Splice>,
}

impl crate::shape::Typed for Patch {
    const TYPE: &'static crate::shape::Type = &crate::shape::Type::Data("Patch", "Patch");
}

/// One RFC 6902 operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Op {
    /// What to do at `path`.
    pub op: OpKind,
    /// JSON Pointer into the list: `/3/parts/0`.
    pub path: String,
    /// The new value; absent for `remove`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// The RFC 6902 operations that a patch may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpKind {
    /// Put another value in place of the one at the path, which must exist.
    Replace,
    /// Take the value out. Later list elements move up.
    Remove,
    /// Put a value in: before a list element, or under a key.
    Add,
}

/// One change of complete messages: drop `delete_count` messages beginning at `start`, and insert
/// `insert` in their place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Splice {
    /// Index of the first message to drop, in the list before the patch. Zero-based.
    pub start: usize,
    /// How many messages to drop. 0 only inserts.
    #[serde(alias = "deleteCount")]
    pub delete_count: usize,
    /// The messages to put there, in the host's own shape.
    pub insert: Vec<Value>,
}

impl Op {
    /// An operation that puts a value in the place of another.
    pub fn replace(path: String, value: Value) -> Self {
        Self {
            op: OpKind::Replace,
            path,
            value: Some(value),
        }
    }

    /// The index of the message that the operation changes.
    pub fn message(&self) -> Option<usize> {
        self.path.split('/').nth(1)?.parse().ok()
    }

    /// Its path in a list of its message alone.
    fn path_alone(&self) -> String {
        format!("/0{}", below(&self.path))
    }
}

impl Patch {
    /// Whether the patch changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty() && self.splices.is_empty()
    }

    /// Index of the first message that changes; `None` if nothing does.
    #[must_use]
    pub fn first_changed_message(&self) -> Option<usize> {
        let edited = self.ops.iter().filter_map(Op::message).min();
        let spliced = self.splices.iter().map(|splice| splice.start).min();
        edited.into_iter().chain(spliced).min()
    }

    /// Applies the patch to a list of JSON messages and returns the new list. `messages` itself
    /// stays as it is.
    ///
    /// # Errors
    /// `InvalidPatch` with the path of the operation that does not fit the list.
    pub fn apply(&self, messages: &Value) -> Result<Value> {
        self.applied(messages.clone())
    }

    /// As [`apply`](Self::apply), for a list.
    ///
    /// # Errors
    /// As there.
    pub fn apply_to(&self, messages: &[Value]) -> Result<Vec<Value>> {
        match self.applied(Value::Array(messages.to_vec()))? {
            Value::Array(list) => Ok(list),
            _ => Err(misfit("", "messages are not a list")),
        }
    }

    /// As [`apply`](Self::apply), for a list that is not needed any more.
    pub fn applied(&self, mut result: Value) -> Result<Value> {
        for op in &self.ops {
            apply_op(&mut result, &op.path, op)?;
        }
        let list = result
            .as_array_mut()
            .ok_or_else(|| misfit("", "the messages to patch must be a list"))?;
        *list = self.spliced(std::mem::take(list), Value::clone)?;
        Ok(result)
    }

    /// The list after the splices. Each item moves once, however many splices there are: moving the
    /// rest of the list at each of them would take quadratic time. Splices that do not come in
    /// descending order are made one after the other.
    pub fn spliced<T>(&self, mut list: Vec<T>, made: impl Fn(&Value) -> T) -> Result<Vec<T>> {
        // Items that stand behind the last splice, in reverse.
        let mut behind: Vec<T> = Vec::new();
        for splice in &self.splices {
            let end = splice.start.saturating_add(splice.delete_count);
            if end > list.len() {
                list.extend(behind.drain(..).rev());
            }
            if end > list.len() {
                return Err(misfit(
                    &format!("/{}", splice.start),
                    "the list has fewer messages than the patch expects",
                ));
            }
            behind.extend(list.drain(end..).rev());
            list.truncate(splice.start);
            behind.extend(splice.insert.iter().rev().map(&made));
        }
        list.extend(behind.into_iter().rev());
        Ok(list)
    }
}

pub fn misfit(path: &str, message: &str) -> Error {
    Error::new(ErrorKind::InvalidPatch, path, message)
}

/// Returns the rest of a path after the message index.
fn below(path: &str) -> &str {
    let inside = path.get(1..).unwrap_or_default();
    inside.find('/').map_or("", |at| &inside[at..])
}

/// Does what `op` says at `path`, the place of its message in `root`.
fn apply_op(root: &mut Value, path: &str, op: &Op) -> Result<()> {
    let no_place = || misfit(&op.path, "no such place");
    let (parent, last) = path
        .rsplit_once('/')
        .ok_or_else(|| misfit(&op.path, "a patch can't replace the complete list"))?;
    let key = last.replace("~1", "/").replace("~0", "~");
    let container = root.pointer_mut(parent).ok_or_else(no_place)?;
    let value = op.value.clone().unwrap_or(Value::Null);
    match container {
        Value::Array(items) => {
            let index: usize = key
                .parse()
                .map_err(|_| misfit(&op.path, "a list index must be a number"))?;
            let limit = items.len() + usize::from(op.op == OpKind::Add);
            if index >= limit {
                return Err(no_place());
            }
            match op.op {
                OpKind::Replace => items[index] = value,
                OpKind::Remove => drop(items.remove(index)),
                OpKind::Add => items.insert(index, value),
            }
        }
        Value::Object(fields) => match op.op {
            OpKind::Add => drop(fields.insert(key, value)),
            OpKind::Replace => *fields.get_mut(&key).ok_or_else(no_place)? = value,
            OpKind::Remove => drop(fields.shift_remove(&key).ok_or_else(no_place)?),
        },
        _ => return Err(no_place()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Patch, Splice};
    use serde_json::{Value, json};

    #[test]
    fn splices_in_any_order_are_made_one_after_the_other() {
        let mut seed = 1_usize;
        let mut random = move |below: usize| {
            seed = seed * 48_271 % 2_147_483_647;
            seed % below
        };
        for _ in 0..500 {
            let messages: Vec<Value> = (0..random(12)).map(|number| json!(number)).collect();
            let (mut expected, mut splices) = (messages.clone(), Vec::new());
            for round in 0..random(6) {
                let (start, delete_count) = (random(12), random(4));
                if start + delete_count <= expected.len() {
                    let insert: Vec<Value> = (0..random(3))
                        .map(|number| json!([round, number]))
                        .collect();
                    expected.splice(start..start + delete_count, insert.iter().cloned());
                    splices.push(Splice {
                        start,
                        delete_count,
                        insert,
                    });
                }
            }
            let patch = Patch {
                ops: Vec::new(),
                splices,
            };
            assert_eq!(patch.apply_to(&messages).ok(), Some(expected));
        }
    }
}
