// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/**
 * Context compaction for LLM agents: measure, reduce, cut safely, summarise, verify.
 *
 * Messages are your own plain objects, in and out; inputs are never changed, untouched messages stay the same objects. `chars` are UTF-16
 * code units (`.length`), `tokens` are estimates unless a name says otherwise, fractions lie between 0 and 1, times are milliseconds.
 */
export {
  Compactor, Result, compact, History, FolderStore, simulate, renderReport, ConspectusError,
} from './types.js';
export {
  countTokens, clearToolResults, clearMedia, clearStale, condense, expand, findCut, validate, repair, summarizeExtractive, checkSummary,
  facts,
} from './operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Store, StoreObject, Restore, OnEvent, BeforeCompact, Cancel, OnCompact,
  CompactOptions, PlanRows, MessageOf, SavedState, Activity, ReportOptions, StoreSettings, PieceRange, OutputOrigin, OutputSearch,
} from './types.js';
export type {
  RunCause, Role, RowAction, Status, ReasonCode, RemovedKind, SummaryBy, RelaxedOption, WarningCode, EditAction, EditReason, Purpose,
  Mime, Policy, MediaKind, LogLevel, LogEvent, CutReason, CutProblem, ClearTrigger, ProblemCode, Severity, ClaimKind, FileUse, Outcome,
  TodoStatus, RecoveryAction, ErrorKind, MatchedBy, ResultRow, Removed, Reason, Stored, Warning, ResultFields, PlannedSummary, Edit,
  PlannedOutput, Plan, SummaryRequest, WantedFile, StoreRequest, LogRecord, TokensByKind, Overhead, Estimate, TokenCount, LegalCut, Cut,
  SplitPoint, ClearDetails, ClearMediaDetails, ClearStaleDetails, CondenseDetails, ExpandDetails, Problem, Repair, Summary, Claim,
  CheckedSummary, FactRequest, FileFact, Command, Todo, Facts, ClassifiedError, DayCost, SimulatedRow, Simulation, StoredOutput,
  StoreHeld, PieceNext, Piece, FoundOutput, FoundOutputs, ListedOutput, ListedOutputs, PatchOp, Splice, Patch, BeforeCompactRequest,
  RestoredFile, Edited,
} from './results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Condense, CheckSummary, RepairHistory, Unit, Estimator,
  Encoding, Ladder, SplitRule, Placeholder, Modality, Template, Level, Tokens, Keep, ModelRow, Prices, RequestLimits, GeminiCliOptions,
  QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions, PresetOptions, CompactorOptions, HistoryOptions, CompactArgs,
  FlatOptions, MeasuringOptions, CountTokensOptions, FindCutOptions, ClearToolResultsOptions, ClearMediaOptions, ClearStaleOptions,
  CondenseOptions, ExpandOptions, ValidateOptions, RepairOptions, SummarizeExtractiveOptions, CheckSummaryOptions, FactsOptions,
  SimulateOptions,
} from './options.js';
