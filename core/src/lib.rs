#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod api;
pub(crate) mod compactor;
pub(crate) mod config;
pub(crate) mod configured;
pub(crate) mod machine;
pub mod systems;
pub(crate) mod trial;

pub use conspectus_history::host;
pub(crate) use conspectus_history::{
    check, cut, error, history, measure, provider, read, reduce, seal, shape,
};
pub(crate) use conspectus_summary::{memory, notes};
pub use conspectus_tokens as tokens;
pub(crate) use conspectus_toolkit::{intake, loops, simulate};

pub use check::repair::{repair, Repair, Repaired};
pub use check::validate::{validate, Problem, ProblemCode, Severity};
pub use compactor::contract::log::{log_records, LogEvent, LogLevel, LogRecord};
pub use compactor::stages::payload::{clear_media, MediaLimits, MediaReport};
pub use compactor::stages::retire::retire;
pub use compactor::{
    Action, Answer, Breakdown, CacheDetails, Cause, CompactArgs, CondensedByRule, CondensedDetails,
    CutDetails, Details, Fate, Followup, Mime, Pin, PinDetails, Plan, PlannedOutput,
    PlannedSummary, PresetDetails, Promise, Purpose, RecordInput, Removed, RemovedKind,
    RestoredFile, ResultRow, RunDetails, RunResult, RunningAgent, SecondCall, Sizes, Status,
    Stored, StoredDetails, StoredMessages, SummaryBy, SummaryDetails, SummaryRequest,
    ToolResultDetails, Trigger, WantedFile, Warning, WarningCode,
};
pub use config::{
    Amount, Application, CheckSummary, ClearWhen, Condense, Config, ConfigBuilder, Fallback,
    ImageTokens, Keep, PlaceholderStyle, PriceList, PruneRule, RequestForm, RequestLimits, Secret,
    SnapshotForm, SplitRule, Summarizer, Thinking, Tokenizer,
};
pub use configured::ConfiguredHistory;
pub use cut::legal::{legal_cuts, Boundary, CutProblem};
pub use cut::split::{find_split_point, SplitPoint, SplitReason};
pub use error::{Error, ErrorKind, Result};
pub use history::{History, HistoryOptions, OpenCall, RoleTotal, ToolTotal, Totals};
pub use host::patch::Patch;
pub use host::view::{AsView, View};
pub use intake::editor::{EditorContext, EditorKind, EditorState, OpenFile};
pub use intake::imports::{
    expand_imports, ExpandedImports, FoundFile, ImportFormat, ImportLimits, ImportProblem,
    ImportSource, Imported, MemoryRules,
};
pub use intake::memory::{memory_text, LeftOut, MemoryFile, MemoryRow, MemoryText};
pub use intake::page::{page_text, Page, PageSpec, Pager};
pub use intake::recent::{recent_turns, routing_window, Selection};
pub use loops::{Loop, LoopDetector, LoopKind};
pub use machine::Compactor;
pub use measure::{json_chars, Estimator, Measure};
pub use memory::{Looked, LookedFor, Retention, Things};
pub use notes::codes::{OutputDefect, OutputFrom, ReasonCode};
pub use notes::memory::Rank;
pub use provider::errors::{classify_error, ErrorClass, KnownBy, ProviderError};
pub use provider::models::{model_limits, LimitFrom, ModelLimits, Prices};
pub use provider::prices::{cache_prices, CachePrices, PriceSet, PricesFrom};
pub use provider::recover::{recover, Recovery, Remedy};
pub use read::dialect::Dialect;
pub use read::media::{Detail, MediaRule};
pub use read::message::Role;
pub use read::tools::ToolHints;
pub use read::usage::{read_usage, Usage};
pub use reduce::plan::{lower, Edit, EditAction, EditReason};
pub use reduce::{
    admit, expand, microcompact, slim, Activity, Admission, AdmitReport, ClearTrigger,
    MicrocompactReport, Needless, Offload, RetireReport, Retirement, SlimStats,
};
pub use seal::sha256;
pub use simulate::{Policy, Setting, SimulatedRow};
pub use trial::{Candidate, Simulation};

// The pages are tested as they stand.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/rust.md")]
struct Guide;

#[cfg(doctest)]
#[doc = include_str!("../../docs/reference/options.md")]
struct Reference;
