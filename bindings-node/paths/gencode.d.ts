// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gencode does. */
export {
  estimateTokens,
} from '../types.js';
export {
  estimateTextTokens, findSplitPoint, thresholds, compressionSettings, prune, needsCompression, usageTokens, extractActivity,
  conversationSummary, messagesForModel,
} from '../operations.js';
export type {
  Tokenizer, Edited, ConversationSummary, SavedSession,
} from '../types.js';
export type {
  CutReason, RemovedKind, NeedStrategy, NeedSource, Removed, Overhead, Estimate, TextTokens, SplitPoint, Thresholds, Settings,
  PruneDetails, Need, UsageTokens, ToolUse, SessionActivity, SessionStats,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions,
  ThresholdsOptions, CompressionSettingsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions, ExtractActivityOptions,
  ConversationSummaryOptions, MessagesForModelOptions,
} from '../options.js';
