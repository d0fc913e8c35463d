//! A list of the host as a patch would leave it, without a copy of what stays.

use super::{Patch, apply_op};
use crate::error::Result;
use crate::host::item::{Item, Listed};
use serde_json::Value;

/// A message of the patched list.
pub enum Message<'v> {
    Host(Item<'v>),
    Own(Value),
}

impl Patch {
    /// The messages that the list would hold. Only those that the patch changes are copied.
    ///
    /// # Errors
    /// `InvalidPatch` if the patch does not fit the list, and any error of copying a message.
    pub fn messages<'v>(&self, messages: &Item<'v>) -> Result<Vec<Message<'v>>> {
        let mut list: Vec<Message<'v>> = messages.items().map(Message::Host).collect();
        for op in &self.ops {
            let Some(message) = op.message().and_then(|index| list.get_mut(index)) else {
                continue;
            };
            let own = match std::mem::replace(message, Message::Own(Value::Null)) {
                Message::Host(host) => host.to_value()?,
                Message::Own(value) => value,
            };
            let mut alone = Value::Array(vec![own]);
            apply_op(&mut alone, &op.path_alone(), op)?;
            let own = alone.get_mut(0).map(Value::take);
            *message = Message::Own(own.unwrap_or_default());
        }
        self.spliced(list, |message| Message::Own(message.clone()))
    }
}

impl<'v> Message<'v> {
    fn item(&self) -> Item<'_> {
        match self {
            Self::Host(host) => *host,
            Self::Own(value) => Item::from(value),
        }
    }
}

impl Listed for Vec<Message<'_>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn message(&self, index: usize) -> Option<Item<'_>> {
        self.get(index).map(Message::item)
    }
}

impl<'a> From<&'a Vec<Message<'_>>> for Item<'a> {
    fn from(list: &'a Vec<Message<'_>>) -> Self {
        Self::Listed(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_reads_as_the_patched_list_would() {
        let messages = json!([{ "role": "user", "content": "a" }, { "role": "assistant", "content": ["b", "c"] }, { "role": "user", "content": "d" }]);
        let patch: Patch = serde_json::from_value(json!({
            "ops": [{ "op": "replace", "path": "/1/content/0", "value": "x" }, { "op": "remove", "path": "/1/content/1" }],
            "splices": [{ "start": 0, "delete_count": 1, "insert": [{ "role": "user", "content": "notes" }] }],
        }))
        .expect("a patch");
        let expected = patch.apply(&messages).expect("a list");
        let list = patch.messages(&Item::from(&messages)).expect("a list");
        assert_eq!(Item::from(&list).to_value().expect("a list"), expected);
    }
}
