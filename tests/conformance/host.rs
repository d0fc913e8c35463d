//! A value of a host as vectors write it, for the tests that read them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use conspectus::host::view::{AsView, Key, Kind, Text, View};
use serde_json::Value;

/// A host value as JavaScript and Python have them: with NaN, lone surrogates and any nesting.
#[derive(Debug)]
pub enum Host {
    Json(Value),
    Number(f64),
    Units(Vec<u16>),
    Bytes(Vec<u8>),
    List(Vec<Host>),
    Object(Vec<(String, Host)>),
}

/// No vector needs more. The fuzz changes such numbers too: a text of 50 MB is read in linear time, and takes longer than its limit.
const BYTES_MAX: usize = 6_000_000;
const LEVELS_MAX: u64 = 10_000;

/// The cases of a file of vectors. Messages that several of them begin with stand under `lists`.
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
    /// Expands `$number`, `$nest`, `$repeat`, `$bytes` and `$units`.
    pub fn expand(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::List(items.iter().map(Self::expand).collect()),
            Value::Object(fields) => match fields.iter().next() {
                Some((key, value)) if key == "$number" => Self::Number(match value.as_str() {
                    Some("NaN") => f64::NAN,
                    Some("Infinity") => f64::INFINITY,
                    _ => f64::NEG_INFINITY,
                }),
                Some((key, value)) if key == "$repeat" => {
                    let text = value[0].as_str().unwrap_or_default();
                    let most = BYTES_MAX / text.len().max(1);
                    let count = (value[1].as_u64().unwrap_or(0) as usize).min(most);
                    Self::Json(Value::String(text.repeat(count)))
                }
                Some((key, value)) if key == "$units" => Self::Units(
                    value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(|unit| unit.as_u64()?.try_into().ok())
                        .collect(),
                ),
                Some((key, value)) if key == "$bytes" => Self::Bytes(
                    STANDARD
                        .decode(value.as_str().unwrap_or_default())
                        .unwrap_or_default(),
                ),
                Some((key, value)) if key == "$nest" => {
                    (0..value[0].as_u64().unwrap_or(0).min(LEVELS_MAX))
                        .fold(Self::expand(&value[1]), |inner, _| Self::List(vec![inner]))
                }
                Some((key, value)) if key == "$concat" => {
                    let parts = value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|part| Self::expand(part).to_json());
                    Self::Json(Value::String(
                        parts
                            .filter_map(|part| part.as_str().map(str::to_owned))
                            .collect(),
                    ))
                }
                _ => Self::Object(
                    fields
                        .iter()
                        .map(|(key, value)| (key.clone(), Self::expand(value)))
                        .collect(),
                ),
            },
            _ => Self::Json(value.clone()),
        }
    }

    pub fn to_json(&self) -> Value {
        match self {
            Self::Json(value) => value.clone(),
            Self::Number(_) | Self::Bytes(_) => Value::Null,
            Self::Units(units) => Value::String(String::from_utf16_lossy(units)),
            Self::List(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            Self::Object(fields) => Value::Object(
                fields
                    .iter()
                    .map(|(key, value)| (key.clone(), value.to_json()))
                    .collect(),
            ),
        }
    }
}

/// Nesting of 100,000 lists must not overflow the stack when it is dropped, either.
impl Drop for Host {
    fn drop(&mut self) {
        let mut pending: Vec<Self> = Vec::new();
        empty_into(self, &mut pending);
        while let Some(mut host) = pending.pop() {
            empty_into(&mut host, &mut pending);
        }
    }
}

fn empty_into(host: &mut Host, pending: &mut Vec<Host>) {
    match host {
        Host::List(items) => pending.append(items),
        Host::Object(fields) => pending.extend(fields.drain(..).map(|(_, value)| value)),
        _ => {}
    }
}

impl AsView for Host {
    type View<'a> = &'a Self;

    fn as_view(&self) -> &Self {
        self
    }
}

impl View for &Host {
    fn kind(&self) -> Kind {
        match self {
            Host::Json(value) => value.as_view().kind(),
            Host::Number(_) => Kind::Number,
            Host::Units(_) => Kind::String,
            Host::Bytes(_) => Kind::Bytes,
            Host::List(_) => Kind::Array,
            Host::Object(_) => Kind::Object,
        }
    }

    fn len(&self) -> usize {
        match self {
            Host::Json(value) => value.as_view().len(),
            Host::Number(_) => 0,
            Host::Units(units) => units.len(),
            Host::Bytes(bytes) => bytes.len(),
            Host::List(items) => items.len(),
            Host::Object(fields) => fields.len(),
        }
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self {
            Host::Object(fields) => fields
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self {
            Host::List(items) => items.get(index),
            _ => None,
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self {
            Host::List(items) => items.iter().for_each(|item| visit(None, item)),
            Host::Object(fields) => fields
                .iter()
                .for_each(|(name, value)| visit(Some(Key::of(name)), value)),
            _ => {}
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self {
            Host::Json(value) => value.as_view().text(at_most_chars, read),
            Host::Units(units) => read(Text::Utf16(units)),
            _ => read(Text::Utf8("")),
        }
    }

    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        match self {
            Host::Bytes(bytes) => read(&bytes[..bytes.len().min(at_most)]),
            _ => read(&[]),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Host::Json(value) => value.as_view().number(),
            Host::Number(number) => *number,
            _ => f64::NAN,
        }
    }
}
