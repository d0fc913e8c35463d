//! A list of which some messages are the host's and some are ours, without a copy of the host's.

use super::{Json, Key, Kind, Text, View};
use serde_json::Number;

/// The list itself, a value of the host, or one of ours.
#[derive(Clone)]
pub enum Mixed<'a, V> {
    List(&'a dyn Mix<V>),
    Host(V),
    Own(Json<'a>),
}

/// A list that is looked at as [`Mixed::List`].
pub trait Mix<V> {
    fn count(&self) -> usize;
    fn message(&self, index: usize) -> Option<Mixed<'_, V>>;
    fn each<'a>(&'a self, visit: &mut dyn FnMut(Mixed<'a, V>));
}

macro_rules! both {
    ($self:ident, $value:ident => $body:expr, $list:ident => $of_list:expr) => {
        match $self {
            Self::List($list) => $of_list,
            Self::Host($value) => $body,
            Self::Own($value) => $body,
        }
    };
}

impl<V: View> View for Mixed<'_, V> {
    fn kind(&self) -> Kind {
        both!(self, value => value.kind(), _list => Kind::Array)
    }

    fn len(&self) -> usize {
        both!(self, value => value.len(), list => list.count())
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::List(_) => None,
            Self::Host(host) => host.get(key).map(Self::Host),
            Self::Own(value) => value.get(key).map(Self::Own),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::List(list) => list.message(index),
            Self::Host(host) => host.at(index).map(Self::Host),
            Self::Own(value) => value.at(index).map(Self::Own),
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self {
            Self::List(list) => list.each(&mut |message| visit(None, message)),
            Self::Host(host) => host.for_each(&mut |key, value| visit(key, Self::Host(value))),
            Self::Own(value) => value.for_each(&mut |key, value| visit(key, Self::Own(value))),
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        both!(self, value => value.text(at_most_chars, read), _list => read(Text::Utf8("")))
    }

    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        both!(self, value => value.bytes(at_most, read), _list => read(&[]))
    }

    fn number(&self) -> f64 {
        both!(self, value => value.number(), _list => f64::NAN)
    }

    fn is_odd(&self) -> bool {
        both!(self, value => value.is_odd(), _list => false)
    }

    fn is_endless(&self) -> bool {
        both!(self, value => value.is_endless(), _list => false)
    }

    fn json_number(&self) -> Option<Number> {
        both!(self, value => value.json_number(), _list => None)
    }
}
