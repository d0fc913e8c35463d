//! The blocks of a run: what the host is asked for and told, and each step from the first reading
//! to the patch. They know no system; a system puts them in order, and [`crate::Compactor`] runs
//! them.

pub(crate) mod account;
pub mod action;
pub(crate) mod admit;
pub mod ahead;
pub mod answer;
pub mod ask;
pub(crate) mod before_compact;
pub mod begin;
pub(crate) mod budget;
pub(crate) mod cleared;
pub(crate) mod clip;
pub(crate) mod cutting;
pub(crate) mod debt;
pub mod digest;
pub(crate) mod draft;
pub mod fallback;
pub mod fold;
pub(crate) mod guard;
pub mod install;
pub mod judge;
pub(crate) mod ledger;
pub mod live;
pub mod log;
pub(crate) mod memory;
pub mod offload;
pub(crate) mod past;
pub(crate) mod payload;
pub mod pins;
pub(crate) mod plan;
pub(crate) mod planned;
pub(crate) mod refusal;
pub mod refusals;
pub mod report;
pub mod reported;
pub mod result;
pub(crate) mod retain;
pub mod retire;
pub(crate) mod rows;
pub(crate) mod saved;
mod series;
pub mod settle;
pub mod step;
mod store;
pub mod summarize;
pub mod turn;
pub(crate) mod waiting;
pub mod words;

pub use action::{Action, Answer, RestoredFile, RunningAgent, SummaryRequest, WantedFile};
pub use plan::{Plan, PlannedOutput, PlannedSummary};
pub use report::{Breakdown, Followup, Stored, StoredMessages};
pub use result::{
    CacheDetails, Cause, CondensedByRule, CondensedDetails, CutDetails, Details, PinDetails,
    PresetDetails, Removed, RunDetails, RunResult, Sizes, StoredDetails, SummaryDetails,
    ToolResultDetails, Warning,
};
pub(crate) use rows::plan_rows;
pub use rows::{Fate, ResultRow};
pub use turn::{CompactArgs, Pin};
pub use words::{
    Mime, Promise, Purpose, RecordInput, RemovedKind, SecondCall, Status, SummaryBy, Trigger,
    WarningCode,
};
