//! The messages that a run makes a summary of, as one text for the host's store.

use super::action::Action;
use super::ahead::Kept;
use super::report::StoredMessages;
use super::step::{Outcome, Step};
use super::words::Mime;
use crate::history::History;
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
    /// What a step makes a summary of, unless it was offered to the store before.
    pub fn of<V: View>(step: &Step, history: &History, messages: &V, kept: &Kept) -> Option<Self> {
        let gone = gone(step);
        let (first, last) = (*gone.first()?, *gone.last()?);
        if kept.record.as_ref().is_some_and(|(offered, _)| *offered == gone) {
            return None;
        }
        // Nothing counts as ours here: former notes are told with the place of what they stand for.
        let entries = transcript(history, messages, (first, last + 1), &Ours::default(), usize::MAX, Detail::Full);
        let text = entries.framed("", &[]);
        let key = output_key("messages", &format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes())), None);
        Some(Self { messages: gone, key, text })
    }

    pub fn action(&self) -> Action {
        Action::Offload { key: self.key.clone(), text: self.text.clone(), mime: Mime::Text }
    }

    /// What the report tells.
    pub fn stored(&self, locator: String) -> StoredMessages {
        let [first_message, last_message] = [self.messages.first(), self.messages.last()].map(|message| message.copied().unwrap_or(0));
        StoredMessages { first_message, last_message, key: self.key.clone(), locator, chars: utf16_len(&self.text) as u64 }
    }
}

/// The messages that go as a whole by a step.
fn gone(step: &Step) -> Vec<usize> {
    match step {
        Step::Summarize(pending, _) => (pending.head..pending.split).filter(|index| !pending.pinned.contains(index)).collect(),
        Step::Settle(outcome) => match &**outcome {
            Outcome::Ready { patch, .. } => {
                let mut gone: Vec<usize> = patch.splices.iter().flat_map(|splice| splice.start..splice.start + splice.delete_count).collect();
                gone.sort_unstable();
                gone
            }
            Outcome::Refused(..) => Vec::new(),
        },
        _ => Vec::new(),
    }
}
