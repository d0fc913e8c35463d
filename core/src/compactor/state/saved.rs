//! What a compactor remembers, as plain data that can be stored between processes.

use super::full_list::OriginalList;
use super::memory::Memory;
use super::waiting::UnconfirmedCondense;
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::{Error, ErrorKind, Item, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The form of what is saved. A later form gets the next number.
const VERSION: u64 = 1;

/// The memory, the full list, and what may belong to it, as one object.
pub fn saved(memory: &Memory, full_list: &OriginalList, waiting: &UnconfirmedCondense) -> Value {
    json!({ "version": VERSION, "memory": memory, "view": full_list, "waiting": waiting })
}

/// What [`saved`] wrote.
///
/// # Errors
/// `InvalidState` with the place in the saved object.
pub fn loaded(state: &Value) -> Result<(Memory, OriginalList, UnconfirmedCondense)> {
    let fields = object(state, "")?;
    let version = fields.get("version").unwrap_or(&Value::Null);
    if version.as_u64() != Some(VERSION) {
        let found = sanitize_label(&version.to_string(), 64);
        return Err(wrong(
            "/version",
            format!(
                "version must be {VERSION}, got `{found}`: it isn't a saved state of this version"
            ),
        ));
    }
    if let Some(other) = fields
        .keys()
        .find(|key| !["version", "memory", "view", "waiting"].contains(&key.as_str()))
    {
        return Err(wrong(
            "",
            format!(
                "a saved state contains `version`, `memory`, `view` and `waiting`, found `{}`",
                sanitize_label(other, 64)
            ),
        ));
    }
    let memory: Memory = part(fields, "memory")?;
    let full_list: OriginalList = part(fields, "view")?;
    if let Some(index) = full_list.flaw() {
        return Err(wrong(
            &format!("/view/items/{index}"),
            "it names a message that isn't covered or is out of order",
        ));
    }
    Ok((memory, full_list, part(fields, "waiting")?))
}

/// One field, read on its own. If it is wrong, the fields in it are tried one by one, so that the
/// error names the place.
fn part<T: DeserializeOwned + Serialize + Default>(
    fields: &Map<String, Value>,
    name: &str,
) -> Result<T> {
    let Some(given) = fields.get(name) else {
        return Ok(T::default());
    };
    let path = format!("/{name}");
    let given_fields = object(given, &path)?;
    let known = json!(T::default());
    let known = object(&known, &path)?;
    let mut whole = known.clone();
    if let Some(key) = given_fields.keys().find(|key| !known.contains_key(*key)) {
        let names: Vec<&str> = known.keys().map(String::as_str).collect();
        let (names, key) = (names.join("`, `"), sanitize_label(key, 64));
        return Err(wrong(
            &path,
            format!("it contains `{names}`, found `{key}`"),
        ));
    }
    let read = |fields: &Map<String, Value>, path: &str| {
        let read = T::deserialize(Value::Object(fields.clone()));
        read.map_err(|error| wrong(path, sanitize_label(&error.to_string(), 200)))
    };
    // One by one, so that an error names its field.
    for (key, value) in given_fields {
        let mut alone = known.clone();
        alone.insert(key.clone(), value.clone());
        read(&alone, &format!("{path}/{key}"))?;
        whole.insert(key.clone(), value.clone());
    }
    read(&whole, &path)
}

fn object<'a>(value: &'a Value, path: &str) -> Result<&'a Map<String, Value>> {
    value.as_object().ok_or_else(|| {
        wrong(
            path,
            format!(
                "a saved state is an object, found {}",
                kind_name(Item::from(&value).kind())
            ),
        )
    })
}

fn wrong(path: &str, message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidState, path, message)
}
