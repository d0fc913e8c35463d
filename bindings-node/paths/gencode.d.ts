// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gencode does. */
export {
  compressionSettings, prune, needsCompression, usageTokens, extractActivity, conversationSummary, messagesForModel,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, Patched, CompressionSettings,
  PruneReport, Need, SessionActivity, ConversationSummary, SavedSession, SessionStats,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MeasuringOptions, CompressionSettingsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions,
  ExtractActivityOptions, ConversationSummaryOptions, MessagesForModelOptions,
} from '../options.js';
