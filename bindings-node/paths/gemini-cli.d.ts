// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gemini-cli does. */
export {
  maskToolOutputs,
} from '../types.js';
export {
  estimateTokens, estimateTextTokens, findSplitPoint, joinInstructions, editorContext, recentTurns, routingWindow, thresholds, curate,
  harden, normalizeResponse, estimatePartsTokens, tokenLimit, compressionThreshold, checkOverflow, chatEvent, compressorModel,
  leastRecentlyUsed, recentActivity, loadSettings, saveMemory,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Store, StoreObject, Restore, OnEvent, BeforeCompact, Cancel, OnCompact, Result,
} from '../types.js';
export type {
  RunCause, Role, RowAction, Status, ReasonCode, RemovedKind, SummaryBy, RelaxedOption, WarningCode, Purpose, Mime, LogLevel, LogEvent,
  CutReason, SkipReason, EditorKind, ChangeKind, ThresholdFrom, ResultRow, Removed, Reason, Stored, Warning, ResultFields,
  SummaryRequest, WantedFile, StoreRequest, LogRecord, Overhead, Estimate, TextTokens, SplitPoint, InstructionRow, Instructions,
  EditorContext, Selection, Thresholds, Change, RequestEstimate, MaskDetails, CompressionThreshold, Overflow, ChatEvent, CacheKeys,
  EventCount, RecentActivity, GeminiSettings, PatchOp, Splice, Patch, BeforeCompactRequest, RestoredFile, Edited,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Condense, CheckSummary, RepairHistory, Unit, Estimator,
  Encoding, Ladder, SplitRule, Placeholder, Modality, Template, Tokens, Keep, ModelRow, Prices, RequestLimits, GeminiCliOptions,
  QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions, PresetOptions, CompactorOptions, FlatOptions, MeasuringOptions,
  EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions, JoinInstructionsOptions, EditorContextOptions,
  RecentTurnsOptions, RoutingWindowOptions, ThresholdsOptions, CurateOptions, HardenOptions, NormalizeResponseOptions,
  EstimatePartsTokensOptions, TokenLimitOptions, MaskToolOutputsOptions, CompressionThresholdOptions, CheckOverflowOptions,
  ChatEventOptions, CompressorModelOptions, LeastRecentlyUsedOptions, RecentActivityOptions, LoadSettingsOptions, SaveMemoryOptions,
} from '../options.js';
