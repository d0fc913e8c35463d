//! Items in JSON with comments, edited as text.

use super::Item;
use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use serde_json::Value;

type Edited<T> = Result<T, String>;

/// The first character of some files, which the parser doesn't skip.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether all items are present with these values.
pub fn has_all(text: &str, items: &[Item]) -> Edited<bool> {
    let root = parsed(text)?;
    let mut all = true;
    for item in items {
        let found = match (&item.key, holder(&root, item)?) {
            (_, None) => false,
            (Some(key), Some(Holder::Object(object))) => {
                property(&object, key)?.and_then(|node| value_of(&node)) == Some(item.value.clone())
            }
            (None, Some(Holder::Array(list))) => {
                let same = |node: &CstNode| value_of(node).as_ref() == Some(&item.value);
                list.elements().iter().any(same)
            }
            _ => false,
        };
        all &= found;
    }
    Ok(all)
}

/// The text with the items.
pub fn added(text: &str, items: &[Item]) -> Edited<String> {
    edited(text, |root| {
        for item in items {
            let mut object = root
                .object_value_or_create()
                .ok_or("its content isn't a JSON object")?;
            let (last, around) = match &item.key {
                Some(_) => (None, item.path.as_slice()),
                None => item
                    .path
                    .split_last()
                    .map_or((None, &[][..]), |(last, around)| (Some(last), around)),
            };
            for name in around {
                property(&object, name)?;
                object = object
                    .object_value_or_create(name)
                    .ok_or_else(|| format!("`{name}` isn't an object"))?;
            }
            if let Some(last) = last {
                property(&object, last)?;
                let list = object
                    .array_value_or_create(last)
                    .ok_or_else(|| format!("`{last}` isn't a list"))?;
                list.append(input(&item.value));
            }
            if let Some(key) = &item.key {
                match object.get(key) {
                    Some(old) => old.set_value(input(&item.value)),
                    None => drop(object.append(key, input(&item.value))),
                }
            }
        }
        Ok(())
    })
}

/// The text without the items and the containers that become empty.
pub fn removed(text: &str, items: &[Item]) -> Edited<String> {
    edited(text, |root| {
        for item in items {
            match (&item.key, holder(root, item)?) {
                (Some(key), Some(Holder::Object(object))) => {
                    if let Some(found) = object.get(key) {
                        found.remove();
                        prune(root, &item.path);
                    }
                }
                (None, Some(Holder::Array(list))) if remove_from(&list, item) => {
                    prune(root, &item.path);
                }
                _ => {}
            }
        }
        Ok(())
    })
}

/// Removes an item from a list, but keeps other hooks of its group.
fn remove_from(list: &CstArray, item: &Item) -> bool {
    let mut found = false;
    let ours = |node: &CstNode| value_of(node).is_some_and(|value| item.is(&value));
    for element in list.elements().into_iter().filter(|element| ours(element)) {
        found = true;
        let hooks = element
            .as_object()
            .and_then(|group| group.array_value("hooks"));
        if let Some(hooks) = hooks
            && hooks.elements().iter().any(|hook| !ours(hook))
        {
            hooks
                .elements()
                .into_iter()
                .filter(|hook| ours(hook))
                .for_each(CstNode::remove);
        } else {
            element.remove();
        }
    }
    found
}

/// Removes empty containers at the end of a path.
fn prune(root: &CstRootNode, path: &[String]) {
    for length in (1..=path.len()).rev() {
        let mut object = root.object_value();
        for name in &path[..length - 1] {
            object = object.and_then(|object| object.object_value(name));
        }
        let Some(found) = object.and_then(|object| object.get(&path[length - 1])) else {
            return;
        };
        let is_empty = found.value().is_some_and(|value| match value_of(&value) {
            Some(Value::Array(list)) => list.is_empty(),
            Some(Value::Object(object)) => object.is_empty(),
            _ => false,
        });
        if !is_empty
            || found
                .value()
                .is_some_and(|value| value.children().iter().any(CstNode::is_comment))
        {
            return;
        }
        found.remove();
    }
}

enum Holder {
    Object(CstObject),
    Array(CstArray),
}

/// The object or the list at the end of an item's path.
fn holder(root: &CstRootNode, item: &Item) -> Edited<Option<Holder>> {
    let mut found = match root.value() {
        None => return Ok(None),
        Some(value) => value,
    };
    for name in &item.path {
        let object = found
            .as_object()
            .ok_or_else(|| format!("the parent of `{name}` isn't an object"))?;
        match property(&object, name)? {
            Some(value) => found = value,
            None => return Ok(None),
        }
    }
    let last = item.path.last().map_or("its content", String::as_str);
    match (&item.key, found.as_object(), found.as_array()) {
        (Some(_), Some(object), _) => Ok(Some(Holder::Object(object))),
        (None, _, Some(list)) => Ok(Some(Holder::Array(list))),
        (Some(_), ..) => Err(format!("`{last}` isn't an object")),
        (None, ..) => Err(format!("`{last}` isn't a list")),
    }
}

/// The value of a key. Duplicate keys are rejected, because programs disagree about them.
fn property(object: &CstObject, name: &str) -> Edited<Option<CstNode>> {
    let properties = object.properties();
    let mut named = properties
        .iter()
        .filter(|property| property.decoded_name().as_deref() == Some(name));
    let found = named.next().and_then(|property| property.value());
    match named.next() {
        Some(_) => Err(format!("`{name}` occurs twice")),
        None => Ok(found),
    }
}

fn parsed(text: &str) -> Edited<CstRootNode> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let root = CstRootNode::parse(text, &options)
        .map_err(|error| format!("it can't be parsed as JSON: {error}"))?;
    match root.value() {
        Some(value) if value.as_object().is_none() => {
            Err("its content isn't a JSON object".to_owned())
        }
        _ => Ok(root),
    }
}

fn edited(text: &str, edit: impl Fn(&CstRootNode) -> Edited<()>) -> Edited<String> {
    let root = parsed(text)?;
    edit(&root)?;
    let mark = if text.starts_with(BYTE_ORDER_MARK) {
        "\u{feff}"
    } else {
        ""
    };
    Ok(format!("{mark}{root}"))
}

fn value_of(node: &CstNode) -> Option<Value> {
    node.to_serde_value()
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(list) => CstInputValue::Array(list.iter().map(input).collect()),
        Value::Object(object) => CstInputValue::Object(
            object
                .iter()
                .map(|(name, value)| (name.clone(), input(value)))
                .collect(),
        ),
    }
}
