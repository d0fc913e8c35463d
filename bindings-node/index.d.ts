// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/**
 * Context compaction for LLM agents: measure, reduce, cut safely, summarise, verify.
 *
 * Messages are your own plain objects, in and out; inputs are never changed, untouched messages stay the same objects. `chars` are UTF-16
 * code units (`.length`), `tokens` are estimates unless a name says otherwise, fractions lie between 0 and 1, times are milliseconds.
 */
export {
  Compactor, compact, History, FolderStore, estimateTokens, countTokens, ConspectusError,
} from './types.js';
export {
  findSplitPoint, slim, microcompact, validate, repair, legalCuts, summarizeExtractive, clearMedia, retire, admit, expand, checkSummary,
  facts,
} from './operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Store, StoreObject, Restore, LogEvent, OnEvent, OnHook, WantedFile,
  RestoredFile, CompactorOptions, CompactOptions, Status, Result, SavedResult, PlannedEdit, Plan, MessageOf, SavedState, ReasonCode,
  Reason, SystemStatus, RunTrigger, Report, SizeReport, CutReport, MemoryReport, Things, Retention, RetentionReport, PinReport,
  CacheReport, PricesFrom, Went, Breakdown, StoredOutputs, SystemReport, HistoryOptions, Activity, Action, Patch, Patched, Estimate,
  SplitPoint, CutProblem, LegalCut, SlimStats, MicrocompactReport, AdmitReport, OutputReport, RetireReport, MediaReport, ExpandReport,
  ProblemCode, Problem, Repair, Outcome, FileUse, Said, Facts, Snapshot, ProviderError, LimitFrom, Recovery, StoreSettings,
  StoredOutput, PieceRange, Piece, StoreHeld,
} from './types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, Level, Limits, When, Keep, Reduce, Prices, Memory, Measure, CompactorGroups, HistoryGroups, Turn,
  FlatOptions, MeasuringOptions, EstimateTokensOptions, FindSplitPointOptions, LegalCutsOptions, ClearMediaOptions, RetireOptions,
  SlimOptions, MicrocompactOptions, AdmitOptions, ExpandOptions, ValidateOptions, RepairOptions, SummarizeExtractiveOptions,
  CheckSummaryOptions, FactsOptions, CountTokensOptions,
} from './options.js';
