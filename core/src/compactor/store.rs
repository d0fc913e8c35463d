//! What every run asks of the host's store, and what becomes of its answer. It keeps outputs, and the
//! messages that become a summary.

pub(crate) mod ahead;
pub(crate) mod offload;

use crate::compactor::contract::action::Action;
use crate::compactor::contract::report::{Stored, StoredOutputs};
use crate::compactor::contract::words::Warning;
use crate::compactor::contract::words::{Mime, WarningCode};
use crate::configured::ConfiguredHistory;
use crate::host::clip::one_line;
use crate::host::units::utf16_len;
use crate::host::view::View;
use crate::notes::memory::Ours;
use crate::notes::transcript::{Detail, transcript};
use crate::read::media::sanitize_label;
use crate::reduce::{PLACE_CHARS, ResultText, content_key, output_key};

/// Asks the host to store a whole output.
pub(super) fn asks(history: &ConfiguredHistory, output: &ResultText) -> Action {
    Action::Offload {
        key: content_key(history, output),
        text: output.text.clone(),
        mime: Mime::Text,
    }
}

/// Tells that an output is stored at a place.
pub(super) fn stored(history: &ConfiguredHistory, output: &ResultText, place: String) -> Stored {
    Stored {
        message: output.message,
        last_message: output.message,
        path: history.parts()[output.part].path.to_string(),
        key: content_key(history, output),
        locator: place,
        chars: utf16_len(&output.text) as u64,
    }
}

impl StoredOutputs {
    /// The place that the store gave; `None` if it is none that a history can name. That is told.
    pub(super) fn place(&mut self, answer: Result<&str, &str>) -> Option<String> {
        match answer.map(|place| sanitize_label(place, PLACE_CHARS + 1)) {
            Ok(place) if !place.is_empty() && utf16_len(&place) <= PLACE_CHARS => Some(place),
            Ok(_) => self.failed(&format!(
                "the place that the store gave is empty or longer than {PLACE_CHARS} chars"
            )),
            Err(reason) => self.failed(reason),
        }
    }

    /// What the host should know of failures.
    pub(crate) fn warning(&self) -> Option<Warning> {
        let error = self.error.as_ref()?;
        let times = if self.failures == 1 {
            "once"
        } else {
            "more than once"
        };
        Some(Warning {
            code: WarningCode::StoreFailed,
            text: format!(
                "the store failed {times}, so what was removed cannot be read back: {error}"
            ),
            path: None,
        })
    }

    /// Tells why an output could not be stored.
    pub(super) fn failed(&mut self, reason: &str) -> Option<String> {
        self.failures += 1;
        self.error = Some(one_line(reason, 300));
        None
    }
}

/// The messages that a run makes a summary of, as one text.
#[derive(Debug, Clone)]
pub(super) struct GoneMessages {
    /// The messages that go, in order.
    pub messages: Vec<usize>,
    key: String,
    text: String,
}

impl GoneMessages {
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
    pub fn stored(&self, locator: String) -> Stored {
        let [message, last_message] = [self.messages.first(), self.messages.last()]
            .map(|message| message.copied().unwrap_or(0));
        Stored {
            message,
            last_message,
            path: String::new(),
            key: self.key.clone(),
            locator,
            chars: utf16_len(&self.text) as u64,
        }
    }
}
