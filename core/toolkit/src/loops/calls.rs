//! What a tool call is, as one number: its name and its arguments, whatever the order of their
//! keys.

use crate::error::Result;
use crate::host::item::{Budget, Item, Kind};
use serde_json::Value;
use xxhash_rust::xxh3::Xxh3;

/// The hash of a call. Arguments that are JSON text are the same as the value that it holds.
///
/// # Errors
/// `TooDeep` if the arguments are nested deeper than the limit.
pub(crate) fn call_hash(name: &str, arguments: Option<&Item<'_>>) -> Result<u64> {
    let mut hash = Xxh3::new();
    put(&mut hash, name.as_bytes());
    let Some(arguments) = arguments else {
        return Ok(hash.digest());
    };
    let text = arguments
        .as_string()
        .filter(|text| text.trim_start().starts_with(['{', '[']));
    match text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) {
        Some(value) => hash_into(&Item::from(&value), &mut hash, &mut Budget::default())?,
        None => hash_into(arguments, &mut hash, &mut Budget::default())?,
    }
    Ok(hash.digest())
}

fn hash_into<'v>(value: &Item<'v>, hash: &mut Xxh3, budget: &mut Budget) -> Result<()> {
    hash.update(&[value.kind() as u8]);
    match value.kind() {
        // Zero has two forms that are equal.
        Kind::Bool | Kind::Number => hash.update(&(value.number() + 0.0).to_bits().to_le_bytes()),
        Kind::String => put(hash, value.text().to_str().as_bytes()),
        Kind::Null => {}
        Kind::Bytes => put(hash, value.bytes()),
        Kind::Array | Kind::Object => {
            let mut children: Vec<(Option<String>, Item<'v>)> = Vec::with_capacity(value.len());
            budget.each(value, &mut |_, key, child| {
                children.push((key.map(|key| key.name.to_owned()), child));
                Ok(())
            })?;
            // Items of a list have no key: the sort keeps their order.
            children.sort_by(|(one, _), (other, _)| one.cmp(other));
            hash.update(&(children.len() as u64).to_le_bytes());
            for (index, (key, child)) in children.iter().enumerate() {
                put(hash, key.as_deref().unwrap_or_default().as_bytes());
                let place = || key.clone().unwrap_or_else(|| index.to_string());
                budget
                    .inside(|budget| hash_into(child, hash, budget))
                    .map_err(|error| error.under(&place()))?;
            }
        }
    }
    Ok(())
}

/// Its length keeps a text apart from what follows.
fn put(hash: &mut Xxh3, bytes: &[u8]) {
    hash.update(&(bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn calls_are_the_same_by_value() {
        let hash = |name: &str, arguments: Value| {
            call_hash(name, Some(&Item::from(&arguments))).expect("shallow")
        };
        let one = hash(
            "read",
            json!({ "path": "a", "range": { "from": 1, "to": 2 } }),
        );
        assert_eq!(
            one,
            hash(
                "read",
                json!({ "range": { "to": 2.0, "from": 1 }, "path": "a" })
            )
        );
        assert_eq!(
            one,
            hash("read", json!(r#"{"path":"a","range":{"to":2,"from":1}}"#))
        );
        for other in [
            hash(
                "write",
                json!({ "path": "a", "range": { "from": 1, "to": 2 } }),
            ),
            hash(
                "read",
                json!({ "path": "a", "range": { "from": 2, "to": 1 } }),
            ),
            hash("read", json!({ "path": "a", "range": [1, 2] })),
            hash("read", json!("path a")),
            hash("read", json!({})),
        ] {
            assert_ne!(one, other);
        }
    }
}
