// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gencode does. */
export {
  estimateTokens, estimateTextTokens, findSplitPoint, thresholds, compressionSettings, prune, needsCompression, usageTokens,
  extractActivity, conversationSummary, messagesForModel,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Restore, RestoredFile, Edited, ConversationSummary, SavedSession,
} from '../types.js';
export type {
  CutReason, Promise, RemovedKind, Purpose, NeedStrategy, NeedSource, Removed, SummaryRequest, WantedFile, Overhead, Estimate,
  TextTokens, SplitPoint, Thresholds, Settings, PruneDetails, Need, UsageTokens, ToolUse, SessionActivity, SessionStats,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions,
  ThresholdsOptions, CompressionSettingsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions, ExtractActivityOptions,
  ConversationSummaryOptions, MessagesForModelOptions,
} from '../options.js';
