//! Patches on JSON text. Only the value that changes is written again; every other byte of the
//! message stays the same.

use crate::json_text::{children, key_is, skip_space};
use conspectus::host::patch::{Op, OpKind, misfit};
use conspectus::{Patch, Result};
use serde_json::Value;

/// Applies one operation to the text of one message. `pointer` is the operation's path without the
/// message's index.
///
/// # Errors
/// `InvalidPatch` if the place does not exist.
fn apply(message: &str, pointer: &str, op: &Op) -> Result<String> {
    let (parent, last) = pointer
        .rsplit_once('/')
        .ok_or_else(|| misfit(&op.path, "a text patch can't replace a complete message"))?;
    let container = parent.split('/').skip(1).try_fold(message, |value, step| {
        child(value, step).map(|child| child.value)
    });
    let container = container.ok_or_else(|| misfit(&op.path, "no such place"))?;
    let value = op.value.as_ref().unwrap_or(&Value::Null).to_string();
    let found = child(container, last);
    let start = offset(message, container);
    let splice = |from: usize, to: usize, text: &str| {
        [&message[..start + from], text, &message[start + to..]].concat()
    };
    let Some(found) = found else {
        return match op.op {
            OpKind::Add => Ok(append(message, start, container, last, &value)),
            OpKind::Replace | OpKind::Remove => Err(misfit(&op.path, "no such place")),
        };
    };
    let (from, to) = (
        offset(container, found.value),
        offset(container, found.value) + found.value.len(),
    );
    Ok(match op.op {
        OpKind::Replace => splice(from, to, &value),
        OpKind::Add if container.starts_with('[') => splice(from, from, &format!("{value}, ")),
        OpKind::Add => splice(from, to, &value),
        OpKind::Remove => {
            let from = found.key.map_or(from, |key| offset(container, key) - 1);
            let (from, to) = without_comma(container.as_bytes(), from, to);
            splice(from, to, "")
        }
    })
}

struct Child<'a> {
    key: Option<&'a str>,
    value: &'a str,
}

/// The child that one step of a pointer names. If a key is written twice, the last one counts, as
/// in JSON readers.
fn child<'a>(container: &'a str, step: &str) -> Option<Child<'a>> {
    if container.starts_with('[') {
        let (_, value) = children(container).nth(step.parse().ok()?)?;
        return Some(Child { key: None, value });
    }
    let name = step.replace("~1", "/").replace("~0", "~");
    let (key, value) = children(container)
        .filter(|(key, _)| key.is_some_and(|key| key_is(key, &name)))
        .last()?;
    Some(Child { key, value })
}

/// Adds a value at the end of a container: under a new key of an object, or as the last element of
/// a list.
fn append(message: &str, start: usize, container: &str, step: &str, value: &str) -> String {
    let end = start + container.len() - 1;
    let comma = if children(container).next().is_some() {
        ", "
    } else {
        ""
    };
    let key = if container.starts_with('{') {
        format!(
            "{}: ",
            Value::from(step.replace("~1", "/").replace("~0", "~"))
        )
    } else {
        String::new()
    };
    [&message[..end], comma, &key, value, &message[end..]].concat()
}

/// Widens a range that is removed, so that it takes along the comma after it, or else the comma
/// before it.
fn without_comma(bytes: &[u8], from: usize, to: usize) -> (usize, usize) {
    let behind = skip_space(bytes, to);
    if bytes.get(behind) == Some(&b',') {
        return (from, skip_space(bytes, behind + 1));
    }
    let before = bytes[..from]
        .iter()
        .rposition(|byte| !byte.is_ascii_whitespace());
    match before.filter(|position| bytes[*position] == b',') {
        Some(comma) => (comma, to),
        None => (from, to),
    }
}

/// The position in `whole` at which its slice `part` begins, in bytes.
fn offset(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// Applies the [`ops`](Patch::ops) of a patch inside message `index` to the JSON text of that
/// message. `None` if the patch holds none for it.
///
/// Only the values that change are written again. The caller applies the
/// [`splices`](Patch::splices).
///
/// # Errors
/// `InvalidPatch` with the path of the operation that does not fit the message.
pub fn apply_to_text(patch: &Patch, index: usize, message: &str) -> Result<Option<String>> {
    let prefix = format!("/{index}/");
    let mut edited: Option<String> = None;
    for op in patch.ops.iter().filter(|op| op.path.starts_with(&prefix)) {
        let pointer = &op.path[prefix.len() - 1..];
        edited = Some(apply(edited.as_deref().unwrap_or(message), pointer, op)?);
    }
    Ok(edited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_patch_gives_what_the_patch_on_values_gives() {
        let messages = [
            r#"{"role":"user", "content": [ {"type":"text","text":"a\"}]"} , {"type":"image","source":{"data":"xx"}} ], "a/b": 12345678901234567890, "x": "\ud83d\ude00"}"#,
            r#"{"parts":[],"empty":{}}"#,
        ];
        let list = Value::Array(
            messages
                .iter()
                .map(|text| serde_json::from_str(text).expect("valid"))
                .collect(),
        );
        let ops = [
            (
                0,
                "/content/1",
                OpKind::Replace,
                Some(json!({"type": "text", "text": "gone"})),
            ),
            (0, "/content/0", OpKind::Remove, None),
            (0, "/content/1", OpKind::Remove, None),
            (0, "/content/1", OpKind::Add, Some(json!("new"))),
            (0, "/content/2", OpKind::Add, Some(json!("end"))),
            (
                0,
                "/content/1/source/data",
                OpKind::Replace,
                Some(json!("")),
            ),
            (0, "/a~1b", OpKind::Replace, Some(json!(1))),
            (0, "/role", OpKind::Remove, None),
            (0, "/x", OpKind::Remove, None),
            (0, "/new~1key", OpKind::Add, Some(json!(null))),
            (1, "/parts/0", OpKind::Add, Some(json!({"text": "t"}))),
            (1, "/empty/k", OpKind::Add, Some(json!([1]))),
            (1, "/parts", OpKind::Remove, None),
            (1, "/empty", OpKind::Remove, None),
        ];
        for (index, path, op, value) in ops {
            let patch = Patch {
                ops: vec![Op {
                    op,
                    path: format!("/{index}{path}"),
                    value,
                }],
                splices: Vec::new(),
            };
            let text = apply_to_text(&patch, index, messages[index])
                .expect("fits")
                .expect("changes");
            let expected = patch.apply(&list).expect("fits");
            assert_eq!(
                serde_json::from_str::<Value>(&text).expect("valid"),
                expected[index],
                "{op:?} {path}"
            );
            assert_eq!(
                apply_to_text(&patch, 1 - index, messages[1 - index]),
                Ok(None)
            );
        }
    }

    #[test]
    fn places_that_do_not_exist_are_refused() {
        for (path, op) in [
            ("/0/nope/x", OpKind::Add),
            ("/0/x", OpKind::Replace),
            ("/0/list/3", OpKind::Remove),
        ] {
            let patch = Patch {
                ops: vec![Op {
                    op,
                    path: path.to_owned(),
                    value: None,
                }],
                splices: Vec::new(),
            };
            assert!(
                apply_to_text(&patch, 0, r#"{"list":[1]}"#).is_err(),
                "{path}"
            );
        }
    }
}
