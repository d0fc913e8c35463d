//! Items in TOML, edited as text.

use super::Item;
use serde_json::Value;
use toml_edit::{Array, DocumentMut, InlineTable, Item as Node, Table};

type Edited<T> = Result<T, String>;

/// Whether all items are present with these values.
pub fn has_all(text: &str, items: &[Item]) -> Edited<bool> {
    let document = parsed(text)?;
    Ok(items.iter().all(|item| {
        let mut found = Some(document.as_item());
        for name in item.path.iter().chain(&item.key) {
            found = found.and_then(|node| node.get(name));
        }
        found.is_some_and(|node| is_same(node, &item.value))
    }))
}

/// The text with the items.
pub fn added(text: &str, items: &[Item]) -> Edited<String> {
    let mut document = parsed(text)?;
    for item in items {
        let mut table = document.as_table_mut();
        for name in &item.path {
            let holder = table.entry(name).or_insert_with(|| {
                let mut implicit = Table::new();
                implicit.set_implicit(true);
                Node::Table(implicit)
            });
            table = holder
                .as_table_mut()
                .ok_or_else(|| format!("`{name}` isn't a table"))?;
        }
        let key = item.key.as_deref().ok_or("lists in TOML can't be edited")?;
        table.insert(key, node_of(&item.value));
    }
    Ok(document.to_string())
}

/// The text without the items and the tables that become empty.
pub fn removed(text: &str, items: &[Item]) -> Edited<String> {
    let mut document = parsed(text)?;
    for item in items {
        if let Some(key) = &item.key {
            remove(document.as_table_mut(), &item.path, key);
        }
    }
    Ok(document.to_string())
}

fn remove(table: &mut Table, path: &[String], key: &str) {
    let Some((first, rest)) = path.split_first() else {
        table.remove(key);
        return;
    };
    if let Some(inner) = table.get_mut(first).and_then(Node::as_table_mut) {
        remove(inner, rest, key);
        if inner.is_empty() && inner.is_implicit() {
            table.remove(first);
        }
    }
}

fn parsed(text: &str) -> Edited<DocumentMut> {
    text.parse()
        .map_err(|error| format!("it can't be parsed as TOML: {error}"))
}

fn is_same(node: &Node, value: &Value) -> bool {
    match value {
        Value::Object(object) => object
            .iter()
            .all(|(name, value)| node.get(name).is_some_and(|node| is_same(node, value))),
        Value::Array(list) => node.as_array().is_some_and(|array| {
            array.len() == list.len()
                && array
                    .iter()
                    .zip(list)
                    .all(|(node, value)| node.as_str() == value.as_str())
        }),
        Value::String(text) => node.as_str() == Some(text),
        Value::Bool(flag) => node.as_bool() == Some(*flag),
        Value::Number(number) => node.as_integer() == number.as_i64(),
        Value::Null => false,
    }
}

fn node_of(value: &Value) -> Node {
    match value {
        Value::Object(object) => {
            let mut table = Table::new();
            for (name, value) in object {
                table.insert(name, plain(value).map_or(Node::None, Node::Value));
            }
            Node::Table(table)
        }
        other => plain(other).map_or(Node::None, Node::Value),
    }
}

fn plain(value: &Value) -> Option<toml_edit::Value> {
    Some(match value {
        Value::String(text) => text.as_str().into(),
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => number.as_i64()?.into(),
        Value::Array(list) => list.iter().filter_map(plain).collect::<Array>().into(),
        Value::Object(object) => {
            let mut table = InlineTable::new();
            for (name, value) in object {
                table.insert(name, plain(value)?);
            }
            table.into()
        }
        Value::Null => return None,
    })
}
