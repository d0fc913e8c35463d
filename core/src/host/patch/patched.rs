//! A list of the host as a patch would leave it, without a copy of what stays.

use super::{apply_op, Patch};
use crate::error::Result;
use crate::host::view::{Key, Kind, Text, View, ViewExt};
use serde_json::Value;

/// A value of the host, or one that the patch brings.
#[derive(Clone)]
pub(crate) enum Patched<'a, V> {
    /// The list itself.
    List(&'a [Message<V>]),
    /// What stays.
    Host(V),
    /// What comes.
    Own(&'a Value),
}

/// A message of the patched list.
pub(crate) enum Message<V> {
    Host(V),
    Own(Value),
}

impl Patch {
    /// The messages that the list would hold. Only those that the patch changes are copied.
    ///
    /// # Errors
    /// `InvalidPatch` if the patch does not fit the list, and any error of copying a message.
    pub(crate) fn messages<V: View>(&self, messages: &V) -> Result<Vec<Message<V>>> {
        let mut list: Vec<Message<V>> = Vec::with_capacity(messages.len());
        messages.for_each(&mut |_, message| list.push(Message::Host(message)));
        for op in &self.ops {
            let index = op.path.split('/').nth(1).and_then(|index| index.parse::<usize>().ok());
            let Some((index, message)) = index.and_then(|index| Some((index, list.get_mut(index)?))) else { continue };
            let own = match std::mem::replace(message, Message::Own(Value::Null)) {
                Message::Host(host) => host.to_value()?,
                Message::Own(value) => value,
            };
            // The operation knows its message by its place in the list.
            let inside = op.path.strip_prefix(&format!("/{index}")).unwrap_or_default();
            let mut alone = Value::Array(vec![own]);
            apply_op(&mut alone, &super::Op { path: format!("/0{inside}"), ..op.clone() })?;
            if let Value::Array(mut items) = alone {
                *message = Message::Own(items.pop().unwrap_or_default());
            }
        }
        self.spliced(list, |message| Message::Own(message.clone()))
    }
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

impl<V> Message<V> {
    fn view(&self) -> Patched<'_, V>
    where
        V: View,
    {
        match self {
            Self::Host(host) => Patched::Host(host.clone()),
            Self::Own(value) => Patched::Own(value),
        }
    }
}

impl<V: View> View for Patched<'_, V> {
    fn kind(&self) -> Kind {
        both!(self, value => value.kind(), _list => Kind::Array)
    }

    fn len(&self) -> usize {
        both!(self, value => View::len(value), list => list.len())
    }

    fn get(&self, key: &str) -> Option<Self> {
        match self {
            Self::List(_) => None,
            Self::Host(host) => host.get(key).map(Self::Host),
            Self::Own(value) => View::get(value, key).map(Self::Own),
        }
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self {
            Self::List(list) => list.get(index).map(Message::view),
            Self::Host(host) => host.at(index).map(Self::Host),
            Self::Own(value) => View::at(value, index).map(Self::Own),
        }
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        match self {
            Self::List(list) => list.iter().for_each(|message| visit(None, message.view())),
            Self::Host(host) => host.for_each(&mut |key, value| visit(key, Self::Host(value))),
            Self::Own(value) => View::for_each(value, &mut |key, value| visit(key, Self::Own(value))),
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        both!(self, value => View::text(value, at_most_chars, read), _list => read(Text::Utf8("")))
    }

    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        both!(self, value => View::bytes(value, at_most, read), _list => read(&[]))
    }

    fn number(&self) -> f64 {
        both!(self, value => View::number(value), _list => f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::view::AsView;
    use serde_json::json;

    #[test]
    fn it_reads_as_the_patched_list_would() {
        let messages =
            json!([{ "role": "user", "content": "a" }, { "role": "assistant", "content": ["b", "c"] }, { "role": "user", "content": "d" }]);
        let patch: Patch = serde_json::from_value(json!({
            "ops": [{ "op": "replace", "path": "/1/content/0", "value": "x" }, { "op": "remove", "path": "/1/content/1" }],
            "splices": [{ "start": 0, "delete_count": 1, "insert": [{ "role": "user", "content": "notes" }] }],
        }))
        .expect("a patch");
        let expected = patch.apply(&messages).expect("a list");
        let list = patch.messages(&messages.as_view()).expect("a list");
        assert_eq!(Patched::List(&list).to_value().expect("a list"), expected);
    }
}
