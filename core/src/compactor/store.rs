//! What every run asks of the host's store, and what becomes of its answer. It keeps outputs, and the
//! messages that become a summary.

pub mod ahead;
pub mod offload;

use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Action;
use crate::compactor::contract::report::{Stored, StoredOutputs};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::contract::words::{Warning, WarningCode};
use crate::compactor::state::memory::Memory;
use crate::configured::ConfiguredHistory;
use crate::error::Result;
use crate::host::clip::one_line;
use crate::host::item::Item;
use crate::host::units::utf16_len;
use crate::notes::memory::OwnMessages;
use crate::notes::transcript::{TranscriptDetail, transcript};
use crate::read::media::sanitize_label;
use crate::reduce::plan::Edit;
use crate::reduce::{PLACE_CHARS, Places, ResultText, StoreRequest};
use offload::ResultCut;
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// What came of what was to be stored.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// The places of outputs that are stored.
    pub places: Places,
    /// The parts whose outputs could not be stored.
    pub failed: BTreeSet<usize>,
    /// The cuts of outputs that were stored to be cut.
    pub cuts: Vec<Edit>,
    /// What the report tells.
    pub told: StoredOutputs,
    /// The messages that were offered to the store last, and their place if they are stored.
    pub record: Option<(Vec<usize>, Option<String>)>,
}

/// Makes the plan anew, with what came of it.
pub type Again = fn(ConfiguredHistory, &Value, CompactArgs, &Memory, &Kept) -> Result<Run>;

/// What the host stores before a plan is carried out. It lies over that plan.
#[derive(Clone)]
pub struct Storing {
    history: ConfiguredHistory,
    messages: Arc<Value>,
    /// What the host gave with the messages.
    pub turn: CompactArgs,
    memory: Memory,
    pub kept: Kept,
    /// The outputs that are left. The first one is stored now.
    queue: VecDeque<ResultText>,
    /// The messages that become a summary, once no output is left to be stored.
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

    /// What the host is asked to store: a whole output, or messages.
    pub fn action(&self) -> Option<Action> {
        match self.queue.front() {
            Some(output) => Some(Action::Offload(StoreRequest::of(&self.history, output))),
            None => Some(Action::Offload(self.record.as_ref()?.request.clone())),
        }
    }

    /// Goes on with the store's answer: a place, or why there is none.
    ///
    /// # Errors
    /// Those of the plan that is made anew.
    pub fn answered(mut self, run: Run, answer: std::result::Result<&str, &str>) -> Result<Run> {
        match self.queue.pop_front() {
            Some(output) if self.cutting.is_some() => self.cut_stored(&output, answer),
            Some(output) => self.note(&output, answer),
            None => self.note_record(answer),
        }
        self.next(run)
    }

    /// Stores the next output, or goes on with the plan that knows of all of them.
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

    /// Tells that an output is stored at a place.
    fn told(&mut self, output: &ResultText, place: String) {
        self.kept.told.outputs.push(Stored {
            message: output.message,
            last_message: output.message,
            path: self.history.parts()[output.part].path.to_string(),
            locator: place,
            chars: utf16_len(&output.text) as u64,
        });
    }
}

impl StoredOutputs {
    /// The place that the store gave; `None` if it is none that a history can name. That is told.
    pub fn place(&mut self, answer: std::result::Result<&str, &str>) -> Option<String> {
        match answer.map(|place| sanitize_label(place, PLACE_CHARS + 1)) {
            Ok(place) if !place.is_empty() && utf16_len(&place) <= PLACE_CHARS => Some(place),
            Ok(_) => self.failed(&format!(
                "the store's locator is empty or longer than {PLACE_CHARS} chars"
            )),
            Err(reason) => self.failed(reason),
        }
    }

    /// What the host should know of failures.
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

    /// Tells why an output could not be stored.
    pub fn failed(&mut self, reason: &str) -> Option<String> {
        self.failures += 1;
        self.error = Some(one_line(reason, 300));
        None
    }
}

/// The messages that a run makes a summary of, as one text.
#[derive(Debug, Clone)]
pub struct GoneMessages {
    /// The messages that go, in order.
    pub messages: Vec<usize>,
    request: StoreRequest,
}

impl GoneMessages {
    /// The messages with these indexes, which stand in order; `None` if there are none.
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

    /// What the report tells.
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
