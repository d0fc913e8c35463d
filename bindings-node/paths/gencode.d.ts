// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gencode does. */
export {
  compressionSettings, prune, needsCompression, usageTokens, extractActivity, conversationSummary, messagesForModel,
} from '../operations.js';
export type {
  Patched, CompressionSettings, PruneReport, Need, SessionActivity, ConversationSummary, SavedSession, SessionStats,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, Limits, When, Keep, Reduce, Prices, Memory, Measure, CompactorGroups, FlatOptions, MeasuringOptions,
  CompressionSettingsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions, ExtractActivityOptions,
  ConversationSummaryOptions, MessagesForModelOptions,
} from '../options.js';
