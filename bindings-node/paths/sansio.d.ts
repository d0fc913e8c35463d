// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** For drivers of your own: the state machine, patches, questions to a model. */
export {
  summarizeOutput, Machine, applyPatch, names,
} from '../types.js';
export {
  parseSummary, invertPatch,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Store, StoreObject, Restore, OnEvent, BeforeCompact, Cancel, OnCompact, Result,
  PlanRows, SavedState, MachineOptions, Action, OptionRow, Domain, ArgumentRow, TypeData, OperationRow, PresetRow, ShapeRow, WordsRow,
  Names,
} from '../types.js';
export type {
  RunCause, Role, RowAction, Status, ReasonCode, RemovedKind, SummaryBy, RelaxedOption, WarningCode, EditAction, EditReason, Purpose,
  Mime, LogLevel, LogEvent, OutputFrom, OutputDefect, RecoveryAction, ErrorKind, MatchedBy, ResultRow, Removed, Reason, Stored, Warning,
  ResultFields, PlannedSummary, Edit, PlannedOutput, Plan, SummaryRequest, WantedFile, StoreRequest, LogRecord, ParsedSummary,
  OutputRequest, CheckedOutput, ClassifiedError, PatchOp, Splice, Patch, BeforeCompactRequest, RestoredFile,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Condense, CheckSummary, RepairHistory, Unit, Estimator,
  Encoding, Ladder, SplitRule, Placeholder, Modality, Template, Tokens, Keep, ModelRow, Prices, RequestLimits, GeminiCliOptions,
  QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions, PresetOptions, CompactorOptions, CompactArgs, FlatOptions,
  ParseSummaryOptions, SummarizeOutputOptions, InvertPatchOptions,
} from '../options.js';
