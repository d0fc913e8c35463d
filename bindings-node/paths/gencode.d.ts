// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gencode does. */
export {
  prune, needsCompression, usageTokens, extractActivity, conversationSummary, messagesForModel,
} from '../operations.js';
export type {
  Patched, PruneReport, Need, SessionActivity, ConversationSummary, SavedSession, SessionStats,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions,
  ExtractActivityOptions, ConversationSummaryOptions, MessagesForModelOptions,
} from '../options.js';
