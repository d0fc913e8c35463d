// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only qwen-code does. */
export {
  estimateTokens, estimateTextTokens, findSplitPoint, slim, microcompact, thresholds, referenceImages, estimatePromptTokens,
  resolveSettings,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Store, StoreObject, Restore, OnEvent, BeforeCompact, Cancel, OnCompact, Result,
} from '../types.js';
export type {
  RunCause, Role, RowAction, Status, ReasonCode, RemovedKind, SummaryBy, RelaxedOption, WarningCode, Purpose, Mime, LogLevel, LogEvent,
  CutReason, ClearTrigger, ResultRow, Removed, Reason, Stored, Warning, ResultFields, SummaryRequest, WantedFile, StoreRequest,
  LogRecord, Overhead, Estimate, TextTokens, SplitPoint, ClearDetails, SlimDetails, Thresholds, ImageReference, ImageDetails,
  PromptTokens, Settings, PatchOp, Splice, Patch, BeforeCompactRequest, RestoredFile, Edited,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Condense, CheckSummary, RepairHistory, Unit, Estimator,
  Encoding, Ladder, SplitRule, Placeholder, Modality, Template, Tokens, Keep, ModelRow, Prices, RequestLimits, GeminiCliOptions,
  QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions, PresetOptions, CompactorOptions, FlatOptions, MeasuringOptions,
  EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions, SlimOptions, MicrocompactOptions, ThresholdsOptions,
  ReferenceImagesOptions, EstimatePromptTokensOptions, ResolveSettingsOptions,
} from '../options.js';
