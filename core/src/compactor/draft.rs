//! The state of a run until it ends or waits for the host: the known facts, the decisions, and the
//! report so far. A run is a chain of stages over this state; a stage that ends the run breaks.

use crate::compactor::model::summarize::{Span, summarize};
use crate::compactor::stages::begin::noop;
use crate::compactor::stages::edits::{self, clear_only};
use crate::compactor::stages::unread::{self, OpenRequest};
use crate::compactor::{
    Ask, BELOW_TRIGGER, EMPTY_HISTORY, Ending, FAILURES_MAX, FixedReason, KEEPS_ALL, Kept, Memory,
    NO_CUT, Pins, Policy, Report, Room, Run, Saved, Sizes, Strategy, TOO_LITTLE, WORN_OUT,
};
use crate::cut::split::protected_head;
use crate::notes::memory::OwnMessages;
use crate::notes::transcript::TranscriptDetail;
use crate::reduce::{restore_pointers, thinking_in};
use crate::{
    CompactArgs, ConfiguredHistory, Edit, EditReason, Item, Reason, RelaxedOption, Result,
    SplitPoint, SplitReason, WantedFile,
};
use serde_json::Value;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

/// Clearing waits until it frees this share of the messages, while they fit. Without a summary, one
/// more result becomes old at each turn, so the next clearing would follow soon. Chosen here: with
/// this share, recorded sessions under every window clear in batches.
const BATCH_SHARE: f64 = 0.2;

/// The end of the part of a run that needs no host.
pub enum End {
    /// No change needed.
    Nothing(FixedReason),
    /// No change needed, although `before_compact` has already been called.
    Hooked(FixedReason),
    /// The run only clears or truncates.
    Edits,
    /// The content that must be kept is too large.
    TooLarge(Reason),
    /// The messages before the cut become a summary.
    Summary(TranscriptDetail),
}

/// The result of a stage: continue, or end the run in this way.
pub type Flow = ControlFlow<End>;

/// A run in the making.
pub struct Draft<'a> {
    pub preset: &'static dyn Policy,
    pub history: Cow<'a, ConfiguredHistory>,
    pub messages: Item<'a>,
    pub turn: CompactArgs,
    pub memory: &'a Memory,
    pub report: Report,
    /// What the thresholds ask for.
    pub need: Strategy,
    /// What the window leaves for the messages, if there is one.
    pub room: Option<Room>,
    pub pins: Pins,
    /// The outcome of storing outputs.
    pub kept: Kept,
    /// Everything that is cleared or truncated. If there is a summary, only edits after the cut
    /// take effect.
    pub edits: Vec<Edit>,
    pub span: Span,
    /// Messages of the span that are kept, in order.
    pub pinned: Vec<usize>,
    /// The messages that the summarizer reads, if they differ from those of the list.
    pub summarized_list: Option<Value>,
    /// Lines before the transcript: facts that were extracted from the messages without a model.
    pub known: String,
    /// Files to restore after the summary.
    pub files: Vec<WantedFile>,
    pub images: Vec<Value>,
    /// Why no model is asked in this run, if so.
    pub rests: Option<Reason>,
    pub ours: OnceCell<Arc<OwnMessages>>,
    pub request: OnceCell<Option<OpenRequest>>,
}

impl<'a> Draft<'a> {
    /// # Errors
    /// As [`Policy::measure`].
    pub fn new(
        preset: &'static dyn Policy,
        history: Cow<'a, ConfiguredHistory>,
        messages: Item<'a>,
        mut turn: CompactArgs,
        memory: &'a Memory,
    ) -> Result<Self> {
        let Sizes { report, need, room } = preset.measure(&history, &mut turn, memory)?;
        let head = protected_head(&history);
        Ok(Self {
            preset,
            history,
            messages,
            turn,
            memory,
            report,
            need,
            room,
            pins: Pins::default(),
            kept: Kept::default(),
            edits: Vec::new(),
            span: Span {
                head,
                split: head,
                record_end: head,
            },
            pinned: Vec::new(),
            summarized_list: None,
            known: String::new(),
            files: Vec::new(),
            images: Vec::new(),
            rests: None,
            ours: OnceCell::new(),
            request: OnceCell::new(),
        })
    }

    /// conspectus's own messages in the list. They are searched for once.
    pub fn ours(&self) -> Arc<OwnMessages> {
        let find = || Arc::new(unread::ours(&self.history, &self.messages, &self.turn));
        Arc::clone(self.ours.get_or_init(find))
    }

    /// The user's open request.
    pub fn request(&self) -> Option<OpenRequest> {
        let find = || unread::open_request(&self.history, &self.messages, &self.ours());
        *self.request.get_or_init(find)
    }

    /// The end of the run, or its next request to the host. If no stage ended the run, only the
    /// edits apply.
    pub fn end(self, flow: Flow) -> Run {
        let trigger = Some(self.report.trigger);
        match flow.break_value().unwrap_or(End::Edits) {
            End::Nothing(why) => noop(None, self.report, why),
            End::Hooked(why) => noop(trigger, self.report, why),
            End::TooLarge(reason) => {
                let report = Report {
                    reason,
                    ..self.report
                };
                Run::of(None, Ask::Nothing(Ending::Unreachable, Box::new(report)))
            }
            End::Edits => Run::of(trigger, self.cleared()),
            End::Summary(detail) => Run {
                trigger,
                ..summarize(self, detail)
            },
        }
    }

    /// The edits alone.
    pub fn cleared(&self) -> Ask {
        let mut report = self.report.clone();
        let (edits, broken) = (&self.edits, RelaxedOption::KeepToolResults);
        let is_relaxed = edits.iter().any(|edit| edit.reason == EditReason::Relaxed);
        if is_relaxed && !report.cut.relaxed.contains(&broken) {
            report.cut.relaxed.push(broken);
        }
        let cleared = clear_only(&self.history, edits, &self.messages, &self.turn, report);
        Ask::Commit(Box::new(cleared))
    }

    /// What is left of the messages once the edits are made, in tokens.
    pub fn left(&self) -> f64 {
        edits::kept_tokens(&self.history, 0, 0, &self.edits)
    }

    /// Whether clearing alone is worth a broken cache: it frees a batch, or the prompt does not fit
    /// without it.
    pub fn frees_enough(&self) -> bool {
        let config = self.history.config();
        let room = Room::of(config, self.turn.overhead_tokens);
        let limit = room.map_or(f64::INFINITY, |room| room.most() as f64);
        let whole = edits::kept_tokens(&self.history, 0, 0, &[]);
        // Thinking that goes is a price, and no gain.
        let freed = whole - self.left() - thinking_in(&self.edits).1;
        let least = whole * config.min_saving.max(BATCH_SHARE);
        !self.edits.is_empty() && (self.turn.force || whole > limit || freed >= least)
    }

    /// What the window leaves for the messages, in tokens.
    pub fn limit(&self) -> f64 {
        self.room.map_or(f64::INFINITY, |room| room.most() as f64)
    }

    /// The tokens of the prompt after `edits`, by the provider's count.
    pub fn used_after(&self, edits: &[Edit]) -> u64 {
        self.report.used_less(Saved::of(edits).left() as f64)
    }

    /// These edits, and edits that write out lines whose source they remove.
    pub fn restored(&self, edits: Vec<Edit>) -> Vec<Edit> {
        restore_pointers(&self.history, &self.messages, edits, 0..0)
    }

    /// Records the pins, and spared results that are truncated.
    pub fn report_pins(&mut self) {
        self.report.pinned = self.pins.report(&self.history, &self.edits);
    }

    // Stages that several presets share.

    /// Ends the run without a change if `is` is true.
    pub fn nothing_if(&self, is: bool, why: FixedReason) -> Flow {
        if is {
            Break(End::Nothing(why))
        } else {
            Continue(())
        }
    }

    /// There are messages.
    pub fn require_messages(&self) -> Flow {
        self.nothing_if(self.history.is_empty(), EMPTY_HISTORY)
    }

    /// The thresholds ask for something, or the host does.
    pub fn needed(&self) -> Flow {
        let asked_for = self.turn.force || self.turn.payload_overflow;
        self.nothing_if(self.need == Strategy::None && !asked_for, BELOW_TRIGGER)
    }

    /// Clearing does by the thresholds.
    pub fn stop_if_sufficient(&self) -> Flow {
        if self.need == Strategy::Prune {
            Break(End::Edits)
        } else {
            Continue(())
        }
    }

    /// After some failures in a row no model is asked.
    pub fn stop_if_summarizer_off(&self) -> Flow {
        let is = self.memory.failures >= FAILURES_MAX && !self.turn.force;
        if is && !self.edits.is_empty() {
            Break(End::Edits)
        } else {
            self.nothing_if(is, WORN_OUT)
        }
    }

    /// Takes a cut.
    pub fn cut_at(&mut self, cut: SplitPoint) {
        (self.span.split, self.span.record_end) = (cut.index, cut.index);
        (self.report.cut.index, self.report.cut.reason) = (Some(cut.index), Some(cut.reason));
    }

    /// Why no summary is made: no cut was found, or too little precedes it. `None` if a summary can
    /// be made.
    pub fn no_summary_reason(&self, cut: SplitPoint) -> Option<FixedReason> {
        let (history, head) = (&self.history, self.span.head);
        if cut.index <= head {
            let keeps_all = cut.reason == SplitReason::Nothing;
            return Some(if keeps_all { KEEPS_ALL } else { NO_CUT });
        }
        let before = history.chars_before(cut.index) - history.chars_before(head);
        let share = before as f64 / cut.chars_total.max(1) as f64;
        (share < history.config().tuning.min_span).then_some(TOO_LITTLE)
    }

    /// Takes a cut if enough precedes it. Otherwise the run ends with the edits alone, or without a
    /// change.
    pub fn require_span(&mut self, cut: SplitPoint) -> Flow {
        self.cut_at(cut);
        match self.no_summary_reason(cut) {
            Some(_) if !self.edits.is_empty() => Break(End::Edits),
            Some(why) => Break(End::Nothing(why)),
            None => Continue(()),
        }
    }
}

/// A run that needs no change, if this can be decided without reading messages.
pub fn quick_check(
    preset: &'static dyn Policy,
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    memory: &Memory,
) -> Option<Run> {
    let (history, none) = (Cow::Borrowed(history), Item::from(&Value::Null));
    let mut draft = Draft::new(preset, history, none, turn.clone(), memory).ok()?;
    let flow = preset.quick_check(&mut draft);
    flow.is_break().then(|| draft.end(flow))
}
