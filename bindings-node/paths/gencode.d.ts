// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gencode does. */
export {
  estimateTokens, estimateTextTokens, findSplitPoint, thresholds, compressionSettings, prune, needsCompression, usageTokens,
  extractActivity, conversationSummary, messagesForModel,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Store, StoreObject, Restore, OnEvent, BeforeCompact, Cancel, OnCompact, Result,
  SavedSession,
} from '../types.js';
export type {
  RunCause, Role, RowAction, Status, ReasonCode, RemovedKind, SummaryBy, RelaxedOption, WarningCode, Purpose, Mime, LogLevel, LogEvent,
  CutReason, NeedStrategy, NeedSource, ResultRow, Removed, Reason, Stored, Warning, ResultFields, SummaryRequest, WantedFile,
  StoreRequest, LogRecord, Overhead, Estimate, TextTokens, SplitPoint, Thresholds, Settings, PruneDetails, Need, UsageTokens, ToolUse,
  SessionActivity, SessionStats, PatchOp, Splice, Patch, ToolUseRecord, ConversationSummary, BeforeCompactRequest, RestoredFile, Edited,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Condense, CheckSummary, RepairHistory, Unit, Estimator,
  Encoding, Ladder, SplitRule, Placeholder, Modality, Template, Tokens, Keep, ModelRow, Prices, RequestLimits, GeminiCliOptions,
  QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions, PresetOptions, CompactorOptions, FlatOptions, MeasuringOptions,
  EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions, ThresholdsOptions, CompressionSettingsOptions, PruneOptions,
  NeedsCompressionOptions, UsageTokensOptions, ExtractActivityOptions, ConversationSummaryOptions, MessagesForModelOptions,
} from '../options.js';
