#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[doc(hidden)]
mod compactor;
#[doc(hidden)]
mod config;
#[doc(hidden)]
mod configured;
#[doc(hidden)]
pub mod inner;
mod machine;
pub mod systems;

pub use conspectus_history::host;
use conspectus_history::{
    check, cut, error, history, measure, provider, read, reduce, seal, shape,
};
use conspectus_summary::{claims, minutes, notes};
pub use conspectus_tokens as tokens;

pub use check::repair::{Repair, Repaired, repair};
pub use check::validate::{Problem, ProblemCode, Severity, validate};
pub use claims::{CheckedSummary, Claim, ClaimKind};
pub use compactor::contract::{
    Action, Answer, Breakdown, CompactArgs, LogEvent, LogLevel, LogRecord, Pin, Plan,
    PlannedOutput, PlannedSummary, Purpose, Reason, RelaxedOption, Removed, RemovedKind,
    RestoredFile, ResultRow, ReviewResult, RowAction, RunResult, RunningAgent, Status, Stored,
    SummaryBy, SummaryRequest, TranscriptSource, Trigger, WantedFile, Warning, WarningCode,
    log_records,
};
pub use compactor::stages::clear_stale::clear_stale;
pub use compactor::stages::payload::{MediaLimits, MediaReport, clear_media};
pub use config::{
    Amount, Application, CheckSummary, ClearWhen, Condense, Config, ConfigBuilder, Fallback,
    ImageTokens, Keep, ModelRow, ModelRows, PlaceholderStyle, PriceList, PruneRule, RepairHistory,
    RequestForm, RequestLimits, Secret, SnapshotForm, SplitRule, Summarizer, Thinking, Tokenizer,
    model_info,
};
pub use configured::ConfiguredHistory;
pub use cut::legal::{Boundary, CutProblem, legal_cuts};
pub use cut::split::{SplitPoint, SplitReason, find_split_point};
pub use error::{Error, ErrorKind, Result};
pub use history::{History, HistoryOptions, OpenCall, RoleTotal, ToolTotal, Totals};
pub use host::item::Item;
pub use host::patch::Patch;
pub use machine::Compactor;
pub use measure::{Estimator, Measure, json_chars};
pub use notes::codes::{OutputDefect, OutputFrom, ReasonCode};
pub use notes::memory::Rank;
pub use provider::errors::{ErrorClass, MatchedBy, ProviderError, classify_error};
pub use provider::models::{LimitSource, ModelLimits, PriceTier, Prices};
pub use provider::prices::{CachePrices, PriceSet, PriceSource, cache_prices};
pub use provider::recover::{Recovery, RecoveryAction, recover};
pub use read::dialect::Dialect;
pub use read::media::{Detail, MediaRule};
pub use read::message::Role;
pub use read::tools::ToolHints;
pub use read::usage::{Usage, read_usage};
pub use reduce::plan::{Edit, EditAction, EditReason, lower};
pub use reduce::results::Mime;
pub use reduce::{
    Activity, ClearStaleOptions, ClearStaleStats, ClearTrigger, CondenseRules, CondenseStats,
    MicrocompactReport, SlimStats, StaleReason, StoreRequest, condense, expand, microcompact, slim,
};

// The pages are tested as they stand.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/rust.md")]
struct Guide;

#[cfg(doctest)]
#[doc = include_str!("../../docs/reference/options.md")]
struct Reference;
