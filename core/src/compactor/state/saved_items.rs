//! How the items of a full list are saved. Edits in a row, which is what clearing old results makes, are
//! saved by what one has that the one before it has not: else each would take the room of a message.

use super::full_list::Item;
use crate::host::patch::{Op, OpKind};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Fewer edits are saved one by one. Chosen here: so few take little room.
const EDITS_MIN: usize = 3;
/// Bytes of the JSON of a value that is saved by its differences. Chosen here: a note in place of a
/// result is shorter, and a wrong state cannot grow far.
const VALUE_BYTES_MAX: usize = 1_000;

/// An item as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Saved {
    Kept(usize, usize),
    Edited { message: usize, ops: Vec<Op> },
    Made(Value),
    Edits(Edits),
}

/// Edits of messages, the messages between them as they are.
#[derive(Serialize, Deserialize)]
struct Edits {
    op: OpKind,
    /// The first message, the path in it and the value as JSON.
    message: usize,
    path: String,
    value: String,
    then: Vec<Change>,
}

/// A further edit: how many messages further on, how many bytes of the value the one before it
/// begins and ends with, and what stands between these; and the path, where that is another one.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Change {
    There(usize, usize, usize, String),
    Elsewhere(usize, usize, usize, String, String),
}

pub(super) fn serialize<S: Serializer>(items: &[Item], to: S) -> Result<S::Ok, S::Error> {
    let mut saved = Vec::new();
    let mut rest = items;
    while let Some((item, behind)) = rest.split_first() {
        let (edits, taken) = edits_of(rest);
        if let Some(edits) = edits {
            saved.push(Saved::Edits(edits));
            rest = &rest[taken..];
            continue;
        }
        saved.push(match item.clone() {
            Item::Kept(from, to) => Saved::Kept(from, to),
            Item::Edited { message, ops } => Saved::Edited { message, ops },
            Item::Made(value) => Saved::Made(value),
        });
        rest = behind;
    }
    saved.serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Item>, D::Error> {
    let mut items = Vec::new();
    for saved in Vec::<Saved>::deserialize(from)? {
        match saved {
            Saved::Kept(from, to) => items.push(Item::Kept(from, to)),
            Saved::Edited { message, ops } => items.push(Item::Edited { message, ops }),
            Saved::Made(value) => items.push(Item::Made(value)),
            Saved::Edits(edits) => {
                let place = edits.message;
                let read = edits.read().ok_or_else(|| {
                    D::Error::custom(format!("the edits from message {place} on do not fit"))
                })?;
                items.extend(read);
            }
        }
    }
    Ok(items)
}

/// The edits that items begin with, if they are enough, and how many items these are.
fn edits_of(items: &[Item]) -> (Option<Edits>, usize) {
    let Some((first, ops)) = edit(items.first(), None) else {
        return (None, 0);
    };
    let kind = ops[0].op;
    let mut all: Vec<(usize, &Op)> = ops.iter().map(|op| (first, op)).collect();
    let (mut last, mut taken) = (first, 1);
    loop {
        let gap = match items.get(taken) {
            Some(Item::Kept(from, to)) if *from == last + 1 => to - from,
            _ => 0,
        };
        let next = taken + usize::from(gap > 0);
        let Some((message, ops)) =
            edit(items.get(next), Some(kind)).filter(|(message, _)| *message == last + 1 + gap)
        else {
            break;
        };
        all.extend(ops.iter().map(|op| (message, op)));
        (last, taken) = (message, next + 1);
    }
    if all.len() < EDITS_MIN {
        return (None, 0);
    }
    let (_, head) = all[0];
    let mut before = (first, &head.path, text(head));
    let value = before.2.clone();
    let then = all[1..]
        .iter()
        .map(|(message, op)| {
            let now = text(op);
            let (start, end) = shared(&before.2, &now);
            let middle = now[start..now.len() - end].to_owned();
            let step = message - before.0;
            let change = if op.path == *before.1 {
                Change::There(step, start, end, middle)
            } else {
                Change::Elsewhere(step, start, end, middle, op.path.clone())
            };
            before = (*message, &op.path, now);
            change
        })
        .collect();
    let edits = Edits {
        op: kind,
        message: first,
        path: head.path.clone(),
        value,
        then,
    };
    (Some(edits), taken)
}

/// An edited message whose edits can be saved by their differences.
fn edit(item: Option<&Item>, kind: Option<OpKind>) -> Option<(usize, &Vec<Op>)> {
    let Some(Item::Edited { message, ops }) = item else {
        return None;
    };
    let kind = kind.or_else(|| ops.first().map(|op| op.op))?;
    let fits = |op: &Op| op.op == kind && op.value.is_some() && text(op).len() <= VALUE_BYTES_MAX;
    (!ops.is_empty() && ops.iter().all(fits)).then_some((*message, ops))
}

/// The value of an edit as JSON.
fn text(op: &Op) -> String {
    op.value.as_ref().map(Value::to_string).unwrap_or_default()
}

/// How many bytes two texts begin with alike, and how many of the rest they end with alike.
fn shared(before: &str, now: &str) -> (usize, usize) {
    let alike = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs
            .take_while(|(left, right)| left == right)
            .map(|(left, _)| left.len_utf8())
            .sum::<usize>()
    };
    let start = alike(&mut before.chars().zip(now.chars()));
    let rests = before[start..]
        .chars()
        .rev()
        .zip(now[start..].chars().rev());
    (start, alike(&mut rests.into_iter()))
}

impl Edits {
    /// The items that they stand for; `None` if they do not fit.
    fn read(self) -> Option<Vec<Item>> {
        let Self {
            op,
            mut message,
            mut path,
            mut value,
            then,
        } = self;
        let made = |path: &str, value: &str| {
            let value = serde_json::from_str(value).ok()?;
            Some(Op {
                op,
                path: path.to_owned(),
                value: Some(value),
            })
        };
        let mut items = Vec::new();
        let mut ops = vec![made(&path, &value)?];
        for change in then {
            let (step, start, end, middle) = match change {
                Change::There(step, start, end, middle) => (step, start, end, middle),
                Change::Elsewhere(step, start, end, middle, other) => {
                    path = other;
                    (step, start, end, middle)
                }
            };
            let rest = value.get(start..)?;
            let tail = rest.get(rest.len().checked_sub(end)?..)?;
            value = [value.get(..start)?, &middle, tail].concat();
            if value.len() > VALUE_BYTES_MAX {
                return None;
            }
            if step > 0 {
                let ops = std::mem::take(&mut ops);
                items.push(Item::Edited { message, ops });
                let next = message.checked_add(step)?;
                if step > 1 {
                    items.push(Item::Kept(message + 1, next));
                }
                message = next;
            }
            ops.push(made(&path, &value)?);
        }
        items.push(Item::Edited { message, ops });
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Held(#[serde(with = "super")] Vec<Item>);

    fn edited(message: usize, ops: &[(&str, Value)]) -> Item {
        let ops = ops
            .iter()
            .map(|(path, value)| Op {
                op: OpKind::Replace,
                path: (*path).to_owned(),
                value: Some(value.clone()),
            })
            .collect();
        Item::Edited { message, ops }
    }

    fn cleared(message: usize) -> Item {
        let note = format!(
            "[Old tool result cleared: read_file src/größe{message}.rs, 25{message} chars]"
        );
        edited(message, &[("/content", json!(note))])
    }

    #[test]
    fn edits_in_a_row_are_saved_by_their_differences() {
        let items = vec![
            Item::Kept(0, 2),
            Item::Made(json!({})),
            cleared(7),
            Item::Kept(8, 9),
            cleared(9),
            cleared(10),
            edited(
                11,
                &[
                    ("/a", json!({ "output": "😀" })),
                    ("/b", json!({ "output": "😀😁" })),
                ],
            ),
            Item::Kept(12, 20),
            // Messages are gone in between: another series.
            cleared(22),
            Item::Kept(23, 30),
        ];
        let saved = json!(Held(items.clone()));
        assert_eq!(saved.as_array().map(Vec::len), Some(6));
        assert_eq!(
            saved[2]["edits"]["then"],
            json!([
                [2, 48, 8, "9.rs, 259"],
                [1, 48, 8, "10.rs, 2510"],
                [1, 0, 0, "{\"output\":\"😀\"}", "/a"],
                [0, 15, 2, "😁", "/b"],
            ])
        );
        let read: Held = serde_json::from_value(saved).expect("what was saved");
        assert_eq!(read, Held(items));
    }

    #[test]
    fn few_edits_and_long_ones_are_saved_as_they_are() {
        let long = |message| edited(message, &[("/content", json!("x".repeat(VALUE_BYTES_MAX)))]);
        for items in [
            vec![cleared(1), Item::Kept(2, 3), cleared(3)],
            (1..9).map(long).collect(),
        ] {
            let saved = json!(Held(items.clone()));
            assert_eq!(saved.as_array().map(Vec::len), Some(items.len()));
            assert_eq!(
                serde_json::from_value::<Held>(saved).ok(),
                Some(Held(items))
            );
        }
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        let long = "x".repeat(VALUE_BYTES_MAX);
        for change in [
            json!([1, 3, 0, ""]),
            json!([1, 0, 9, ""]),
            json!([1, 2, 1, "\""]),
            json!([usize::MAX, 0, 0, "1"]),
            json!([1, 0, 0, "no JSON"]),
            json!([1, 1, 1, long]),
            json!([1, 0, 0, "1", "/a", 7]),
        ] {
            let edits = json!({ "op": "replace", "message": 1, "path": "/a", "value": "\"ö\"", "then": [change] });
            let read = serde_json::from_value::<Held>(json!([{ "edits": edits }]));
            assert!(read.is_err(), "{change}");
        }
    }
}
