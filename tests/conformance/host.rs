//! A value of a host as vectors write it, for the tests that read them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use conspectus::Item;
use conspectus::host::item::{Copied, CopyBuilder};
use serde_json::Value;

/// A host value as JavaScript and Python have them: with NaN, lone surrogates and any nesting.
#[derive(Debug)]
pub struct Host {
    written: Value,
    copied: Copied,
}

/// No vector needs more. The fuzz changes such numbers too: a text of 50 MB is read in linear time, and takes longer than its limit.
const BYTES_MAX: usize = 6_000_000;
const LEVELS_MAX: u64 = 10_000;

/// Returns the cases of a vector file. Messages that several cases share are stored under `lists`.
pub fn cases_of(mut vectors: Value) -> Vec<Value> {
    let Value::Array(mut cases) = vectors["cases"].take() else {
        return Vec::new();
    };
    for case in &mut cases {
        if let Some(name) = case["messages"]["$list"].as_str() {
            case["messages"] = vectors["lists"][name].clone();
        }
    }
    cases
}

impl Host {
    /// Expands `$number`, `$nest`, `$repeat`, `$bytes`, `$units` and `$concat`.
    pub fn expand(value: &Value) -> Self {
        let mut copy = CopyBuilder::default();
        put(value, &mut copy);
        Self {
            written: value.clone(),
            copied: copy.finish(),
        }
    }

    /// As JSON has it: what it cannot hold is null.
    pub fn to_json(&self) -> Value {
        json_of(&self.written)
    }
}

impl<'a> From<&'a Host> for Item<'a> {
    fn from(host: &'a Host) -> Self {
        Self::from(&host.copied)
    }
}

/// Returns the key and the content of an object that describes another value.
fn mark(value: &Value) -> Option<(&str, &Value)> {
    let (key, value) = value.as_object()?.iter().next()?;
    ["$number", "$repeat", "$units", "$bytes", "$nest", "$concat"]
        .contains(&key.as_str())
        .then_some((key.as_str(), value))
}

fn units_of(value: &Value) -> Vec<u16> {
    let units = value.as_array().into_iter().flatten();
    units
        .filter_map(|unit| unit.as_u64()?.try_into().ok())
        .collect()
}

fn levels_of(value: &Value) -> u64 {
    value[0].as_u64().unwrap_or(0).min(LEVELS_MAX)
}

fn repeated(value: &Value) -> String {
    let text = value[0].as_str().unwrap_or_default();
    let most = BYTES_MAX / text.len().max(1);
    text.repeat((value[1].as_u64().unwrap_or(0) as usize).min(most))
}

fn joined(value: &Value) -> String {
    let parts = value.as_array().into_iter().flatten().map(json_of);
    parts
        .filter_map(|part| part.as_str().map(str::to_owned))
        .collect()
}

fn json_of(value: &Value) -> Value {
    match (mark(value), value) {
        (Some(("$repeat", value)), _) => repeated(value).into(),
        (Some(("$units", value)), _) => String::from_utf16_lossy(&units_of(value)).into(),
        (Some(("$concat", value)), _) => joined(value).into(),
        (Some(("$nest", value)), _) => {
            (0..levels_of(value)).fold(json_of(&value[1]), |inner, _| vec![inner].into())
        }
        (Some(_), _) => Value::Null,
        (None, Value::Array(items)) => items.iter().map(json_of).collect(),
        (None, Value::Object(fields)) => fields
            .iter()
            .map(|(key, value)| (key.clone(), json_of(value)))
            .collect(),
        (None, value) => value.clone(),
    }
}

fn put(value: &Value, copy: &mut CopyBuilder) {
    match (mark(value), value) {
        (Some(("$number", value)), _) => copy.number(
            match value.as_str() {
                Some("NaN") => f64::NAN,
                Some("Infinity") => f64::INFINITY,
                _ => f64::NEG_INFINITY,
            },
            None,
        ),
        (Some(("$repeat", value)), _) => copy.text(&repeated(value)),
        (Some(("$concat", value)), _) => copy.text(&joined(value)),
        (Some(("$units", value)), _) => copy.units(units_of(value).into_iter()),
        (Some(("$bytes", value)), _) => copy.bytes(
            &STANDARD
                .decode(value.as_str().unwrap_or_default())
                .unwrap_or_default(),
        ),
        (Some((_, value)), _) => {
            let levels = levels_of(value);
            let open = (0..levels).take_while(|_| copy.open(true)).count();
            if open as u64 == levels {
                put(&value[1], copy);
            }
            (0..open).for_each(|_| copy.close());
        }
        (None, Value::Null) => copy.null(),
        (None, Value::Bool(flag)) => copy.bool(*flag),
        (None, Value::Number(number)) => {
            copy.number(number.as_f64().unwrap_or(f64::NAN), Some(number.clone()));
        }
        (None, Value::String(text)) => copy.text(text),
        (None, Value::Array(items)) => {
            if copy.open(true) {
                items.iter().for_each(|item| put(item, copy));
                copy.close();
            }
        }
        (None, Value::Object(fields)) => {
            if copy.open(false) {
                for (key, value) in fields {
                    copy.key(key);
                    put(value, copy);
                }
                copy.close();
            }
        }
    }
}
