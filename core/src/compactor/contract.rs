//! The types that the host and a run exchange: arguments, actions, reports and plans. Nothing here
//! depends on the steps of a run.

mod action;
mod cache;
mod log;
mod measured;
mod plan;
mod report;
mod result;
mod rows;
mod turn;
mod words;

pub use action::{Action, Answer, RestoredFile, RunningAgent, SummaryRequest, WantedFile};
pub use cache::{CacheLook, CacheMemory};
#[cfg(feature = "tracing")]
pub use log::trace;
pub use log::{LogEvent, LogLevel, LogRecord, log_records};
pub use measured::paths;
pub use plan::{Plan, PlannedOutput, PlannedSummary, plan_of};
pub use report::{
    BELOW_TRIGGER, Breakdown, EMPTY_HISTORY, FixedReason, KEEPS_ALL, NO_CUT, NOTHING_NEW, ONE,
    PinReport, Reason, Report, Saved, SizeReport, Stored, StoredOutputs, TOO_LITTLE, WORN_OUT,
};
pub use result::{RunResult, run_line};
pub use rows::{ResultRow, RowAction, moved, plan_rows};
pub use turn::{CompactArgs, Pin, is_within};
pub use words::{
    Ending, Purpose, RelaxedOption, Removed, RemovedKind, ReviewResult, Status, SummaryBy,
    TranscriptSource, Trigger, Warning, WarningCode, grouped,
};
