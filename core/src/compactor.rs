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
pub(crate) mod debt;
pub mod digest;
pub(crate) mod draft;
mod explain;
pub mod fallback;
pub mod fit;
pub mod fold;
pub(crate) mod given;
pub(crate) mod guard;
pub mod install;
pub mod judge;
mod kept_record;
pub(crate) mod ledger;
pub mod live;
pub mod log;
pub mod need;
pub mod offload;
pub(crate) mod past;
pub(crate) mod payload;
pub mod pins;
pub(crate) mod planned;
pub(crate) mod refusal;
pub mod refusals;
pub mod remind;
pub mod report;
pub mod reported;
pub mod result;
pub(crate) mod retain;
pub mod retire;
pub mod room;
pub(crate) mod rows;
pub(crate) mod saved;
mod series;
pub mod settle;
pub mod step;
mod store;
pub mod summarize;
pub mod turn;
pub mod words;

pub use action::{Action, Answer, RestoredFile, RunningAgent, SummaryRequest, WantedFile};
pub use pins::Pin;
pub use planned::{Plan, PlannedOutput, PlannedSummary};
pub use report::{Breakdown, Followup, Stored, StoredMessages};
pub use result::{
    CacheDetails, Cause, CondensedByRule, CondensedDetails, CutDetails, Details, PinDetails,
    PresetDetails, Removed, RunDetails, RunResult, Sizes, StoredDetails, SummaryDetails,
    ToolResultDetails, Warning,
};
pub(crate) use rows::plan_rows;
pub use rows::{Fate, ResultRow};
pub use turn::CompactArgs;
pub use words::{
    Mime, Promise, Purpose, RecordInput, RemovedKind, SecondCall, Status, SummaryBy, Trigger,
    WarningCode,
};
