//! Storing in the host's store: the requests of a run, and the handling of the answers. A run
//! stores outputs, and the messages that it summarizes.

pub mod ahead;
pub mod offload;

use crate::compactor::{Ask, Memory, Run, StoredOutputs};
use crate::host::clip::one_line;
use crate::host::units::utf16_len;
use crate::notes::memory::OwnMessages;
use crate::notes::transcript::{TranscriptDetail, transcript};
use crate::read::media::sanitize_label;
use crate::reduce::{PLACE_CHARS, Places, ResultText};
use crate::{
    Action, CompactArgs, ConfiguredHistory, Edit, Item, Result, StoreRequest, Stored, Warning,
    WarningCode,
};
use offload::ResultCut;
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// The outcome of storing outputs and messages.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// The locators of stored outputs.
    pub places: Places,
    /// The parts whose outputs could not be stored.
    pub failed: BTreeSet<usize>,
    /// The cuts of outputs that were stored to be cut.
    pub cuts: Vec<Edit>,
    /// The stored content and the failures, for the report.
    pub stored: StoredOutputs,
    /// The messages that were offered to the store last, and their locator if they are stored.
    pub record: Option<(Vec<usize>, Option<String>)>,
}

/// Plans the run again, with the outcome of storing.
pub type Again = fn(ConfiguredHistory, &Value, CompactArgs, &Memory, &Kept) -> Result<Run>;

/// The content that the host stores before a plan is carried out. It is above that plan on the
/// stack.
#[derive(Clone)]
pub struct Storing {
    history: ConfiguredHistory,
    messages: Arc<Value>,
    /// The arguments of the turn.
    pub turn: CompactArgs,
    memory: Memory,
    pub kept: Kept,
    /// The outputs that are not stored yet. The first one is being stored.
    queue: VecDeque<ResultText>,
    /// The messages to summarize, stored once no output is left to store.
    record: Option<GoneMessages>,
    records: usize,
    /// How the outputs are cut, if that is what they are stored for.
    cutting: Option<ResultCut>,
    again: Again,
}

impl Storing {
    pub fn new(
        history: ConfiguredHistory,
        turn: CompactArgs,
        memory: &Memory,
        again: Again,
    ) -> Self {
        Self {
            history,
            messages: Arc::default(),
            turn,
            memory: memory.clone(),
            kept: Kept::default(),
            queue: VecDeque::new(),
            record: None,
            records: 0,
            cutting: None,
            again,
        }
    }

    /// The request to the host: store an output in full, or messages.
    pub fn action(&self) -> Option<Action> {
        match self.queue.front() {
            Some(output) => Some(Action::StoreOutput(StoreRequest::of(&self.history, output))),
            None => Some(Action::StoreOutput(self.record.as_ref()?.request.clone())),
        }
    }

    /// Records the store's answer, a locator or the reason for a failure, and continues the run.
    ///
    /// # Errors
    /// Any error of planning the run again.
    pub fn answered(mut self, run: Run, answer: std::result::Result<&str, &str>) -> Result<Run> {
        match self.queue.pop_front() {
            Some(output) if self.cutting.is_some() => self.cut_stored(&output, answer),
            Some(output) => self.note(&output, answer),
            None => self.note_record(answer),
        }
        self.next(run)
    }

    /// Requests that the next output be stored, or plans the run again if none is left.
    fn next(mut self, mut run: Run) -> Result<Run> {
        self.skip();
        if self.queue.is_empty() {
            let trigger = run.trigger;
            run = (self.again)(
                self.history.clone(),
                &self.messages,
                self.turn.clone(),
                &self.memory,
                &self.kept,
            )?;
            run.trigger = trigger;
            // With the places in it, the plan may take out more.
            let messages = Arc::clone(&self.messages);
            if self.cutting.is_some() || !self.wants(&run, &Item::from(&*messages)) {
                return Ok(run);
            }
        }
        run.asks.push(Ask::Store(Box::new(self)));
        Ok(run)
    }

    /// Adds an output stored at `place` to the report.
    fn note_stored(&mut self, output: &ResultText, place: String) {
        self.kept.stored.outputs.push(Stored {
            message: output.message,
            last_message: output.message,
            path: self.history.parts()[output.part].path.to_string(),
            locator: place,
            chars: utf16_len(&output.text) as u64,
        });
    }
}

impl StoredOutputs {
    /// Returns the store's locator, sanitized. Records the failure and returns `None` if storing
    /// failed, or if the locator is empty or longer than `PLACE_CHARS`.
    pub fn place(&mut self, answer: std::result::Result<&str, &str>) -> Option<String> {
        match answer.map(|place| sanitize_label(place, PLACE_CHARS + 1)) {
            Ok(place) if !place.is_empty() && utf16_len(&place) <= PLACE_CHARS => Some(place),
            Ok(_) => self.failed(&format!(
                "the store's locator is empty or longer than {PLACE_CHARS} chars"
            )),
            Err(reason) => self.failed(reason),
        }
    }

    /// The warning about failures, if any.
    pub fn warning(&self) -> Option<Warning> {
        let error = self.error.as_ref()?;
        let times = if self.failures == 1 {
            "once"
        } else {
            "more than once"
        };
        Some(Warning {
            code: WarningCode::StoreFailed,
            text: format!(
                "the store failed {times}, so removed content can't be read back: {error}"
            ),
            path: None,
        })
    }

    /// Records why content could not be stored. Always returns `None`.
    pub fn failed(&mut self, reason: &str) -> Option<String> {
        self.failures += 1;
        self.error = Some(one_line(reason, 300));
        None
    }
}

/// The messages that a run summarizes, as one text.
#[derive(Debug, Clone)]
pub struct GoneMessages {
    /// The indexes of the messages, in order.
    pub messages: Vec<usize>,
    request: StoreRequest,
}

impl GoneMessages {
    /// The messages at the indexes `gone`, in order; `None` if `gone` is empty. The text covers all
    /// messages from the first index to the last.
    pub fn of(history: &ConfiguredHistory, messages: &Item<'_>, gone: Vec<usize>) -> Option<Self> {
        let (first, last) = (*gone.first()?, *gone.last()?);
        // Nothing counts as ours here: former notes are told with the place of what they stand for.
        let entries = transcript(
            history,
            messages,
            (first, last + 1),
            &OwnMessages::default(),
            usize::MAX,
            TranscriptDetail::Full,
        );
        Some(Self {
            messages: gone,
            request: StoreRequest::new("messages", entries.framed("", &[])),
        })
    }

    /// The report entry for these messages, stored at `locator`.
    pub fn stored(&self, locator: String) -> Stored {
        let place = |message: Option<&usize>| message.copied().unwrap_or(0);
        Stored {
            message: place(self.messages.first()),
            last_message: place(self.messages.last()),
            path: String::new(),
            locator,
            chars: utf16_len(&self.request.text) as u64,
        }
    }
}
