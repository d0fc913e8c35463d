//! [`AsView`]: what public functions take, so that `&messages` is enough for a list of messages of any kind.

use super::{scan_by_views, Kind, Scan, Text, View};
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
            Self::List(_) => Kind::Array,
            Self::Value(item) => item.kind(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::List(items) => items.len(),
            Self::Value(item) => View::len(item),
        }
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::List(_) => None,
            Self::Value(item) => View::get(item, key).map(Self::Value),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::List(items) => items.get(index).map(Self::Value),
            Self::Value(item) => item.at(index).map(Self::Value),
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<super::Key<'_>>, Self)) {
        match self {
            Self::List(items) => items.iter().for_each(|item| visit(None, Self::Value(item))),
            Self::Value(item) => item.for_each(&mut |key, child| visit(key, Self::Value(child))),
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self {
            Self::List(_) => read(Text::Utf8("")),
            Self::Value(item) => item.text(at_most_chars, read),
        }
    }

    fn number(&self) -> f64 {
        match self {
            Self::List(_) => f64::NAN,
            Self::Value(item) => item.number(),
        }
    }

    fn json_number(&self) -> Option<Number> {
        match self {
            Self::List(_) => None,
            Self::Value(item) => item.json_number(),
        }
    }

    fn scan<S: Scan>(&self, scan: &mut S) -> bool {
        match self {
            Self::List(_) => scan_by_views(self, scan),
            Self::Value(item) => item.scan(scan),
        }
    }
}
