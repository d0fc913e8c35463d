//! [`AsView`]: what public functions take, so that `&messages` is enough for a list of messages of any kind.

use super::{Key, Kind, Text, View};
use crate::host::units;
use serde_json::{Number, Value};

/// A value that can be looked at: any [`View`], a [`serde_json::Value`], or a list of them.
///
/// ```
/// use conspectus::{Config, History};
/// use serde_json::json;
///
/// let value = json!([{ "role": "user", "content": "Hello" }]);
/// let list = vec![json!({ "role": "user", "content": "Hello" })];
/// let of_value = History::of(Config::default(), &value)?;
/// let of_list = History::of(Config::default(), &list)?;
/// assert_eq!(of_value.tokens(), of_list.tokens());
/// # Ok::<(), conspectus::Error>(())
/// ```
pub trait AsView {
    /// The view of it.
    type View<'a>: View
    where
        Self: 'a;

    /// Looks at it.
    fn as_view(&self) -> Self::View<'_>;
}

impl<V: View> AsView for V {
    type View<'a>
        = V
    where
        Self: 'a;

    fn as_view(&self) -> V {
        self.clone()
    }
}

impl AsView for Value {
    type View<'a> = Json<'a>;

    fn as_view(&self) -> Json<'_> {
        Json::Value(self)
    }
}

impl AsView for &Value {
    type View<'a>
        = Json<'a>
    where
        Self: 'a;

    fn as_view(&self) -> Json<'_> {
        Json::Value(self)
    }
}

impl AsView for [Value] {
    type View<'a> = Json<'a>;

    fn as_view(&self) -> Json<'_> {
        Json::List(self)
    }
}

impl AsView for Vec<Value> {
    type View<'a> = Json<'a>;

    fn as_view(&self) -> Json<'_> {
        Json::List(self)
    }
}

impl<const N: usize> AsView for [Value; N] {
    type View<'a> = Json<'a>;

    fn as_view(&self) -> Json<'_> {
        Json::List(self)
    }
}

/// A value, or a list of values. One type for both, so that everything is built once for JSON.
#[derive(Debug, Clone, Copy)]
pub enum Json<'a> {
    /// A list of values.
    List(&'a [Value]),
    /// A value.
    Value(&'a Value),
}

impl View for Json<'_> {
    fn kind(&self) -> Kind {
        match self {
            Self::List(_) | Self::Value(Value::Array(_)) => Kind::Array,
            Self::Value(Value::Null) => Kind::Null,
            Self::Value(Value::Bool(_)) => Kind::Bool,
            Self::Value(Value::Number(_)) => Kind::Number,
            Self::Value(Value::String(_)) => Kind::String,
            Self::Value(Value::Object(_)) => Kind::Object,
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::List(items) => items.len(),
            Self::Value(Value::String(text)) => units::utf16_len(text),
            Self::Value(Value::Array(items)) => items.len(),
            Self::Value(Value::Object(fields)) => fields.len(),
            Self::Value(_) => 0,
        }
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::List(_) => None,
            Self::Value(value) => value.as_object()?.get(key).map(Self::Value),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        self.items()?.get(index).map(Self::Value)
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self {
            Self::Value(Value::Object(fields)) => fields
                .iter()
                .for_each(|(name, child)| visit(Some(Key::of(name)), Self::Value(child))),
            _ => self
                .items()
                .unwrap_or_default()
                .iter()
                .for_each(|item| visit(None, Self::Value(item))),
        }
    }

    fn text<R>(&self, _at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self {
            Self::Value(Value::String(text)) => read(Text::Utf8(text)),
            _ => read(Text::Utf8("")),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Self::Value(Value::Bool(flag)) => f64::from(u8::from(*flag)),
            Self::Value(Value::Number(number)) => number.as_f64().unwrap_or(f64::NAN),
            _ => f64::NAN,
        }
    }

    fn json_number(&self) -> Option<Number> {
        match self {
            Self::Value(value) => value.as_number().cloned(),
            Self::List(_) => None,
        }
    }
}

impl<'a> Json<'a> {
    fn items(self) -> Option<&'a [Value]> {
        match self {
            Self::List(items) => Some(items),
            Self::Value(value) => value.as_array().map(Vec::as_slice),
        }
    }
}
