//! The messages that a run makes a summary of, as one text for the host's store.

use super::action::Action;
use super::report::StoredMessages;
use super::words::Mime;
use crate::configured::ConfiguredHistory;
use crate::host::units::utf16_len;
use crate::host::view::View;
use crate::notes::memory::Ours;
use crate::notes::transcript::{transcript, Detail};
use crate::reduce::output_key;

/// The messages and their text.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// The messages that go, in order.
    pub messages: Vec<usize>,
    key: String,
    text: String,
}

impl Record {
    /// The messages with these indexes, which stand in order; `None` if there are none.
    pub fn of<V: View>(
        history: &ConfiguredHistory,
        messages: &V,
        gone: Vec<usize>,
    ) -> Option<Self> {
        let (first, last) = (*gone.first()?, *gone.last()?);
        // Nothing counts as ours here: former notes are told with the place of what they stand for.
        let entries = transcript(
            history,
            messages,
            (first, last + 1),
            &Ours::default(),
            usize::MAX,
            Detail::Full,
        );
        let text = entries.framed("", &[]);
        let key = output_key("messages", &text);
        Some(Self {
            messages: gone,
            key,
            text,
        })
    }

    pub fn action(&self) -> Action {
        Action::Offload {
            key: self.key.clone(),
            text: self.text.clone(),
            mime: Mime::Text,
        }
    }

    /// What the report tells.
    pub fn stored(&self, locator: String) -> StoredMessages {
        let [first_message, last_message] = [self.messages.first(), self.messages.last()]
            .map(|message| message.copied().unwrap_or(0));
        StoredMessages {
            first_message,
            last_message,
            key: self.key.clone(),
            locator,
            chars: utf16_len(&self.text) as u64,
        }
    }
}
