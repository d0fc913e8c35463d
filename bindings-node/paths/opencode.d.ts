// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only opencode does. */
export {
  estimateTokens, estimateTextTokens, findSplitPoint, thresholds, prune, needsCompression, usageTokens,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Restore,
} from '../types.js';
export type {
  RemovedKind, Purpose, CutReason, NeedStrategy, NeedSource, Removed, SummaryRequest, WantedFile, Overhead, Estimate, TextTokens,
  SplitPoint, Thresholds, PruneDetails, Need, UsageTokens, RestoredFile, Edited,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Unit, Estimator, Encoding, Ladder, SplitRule,
  Placeholder, Modality, Template, Tokens, ModelRow, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions,
  OpencodeOptions, PresetOptions, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions,
  FindSplitPointOptions, ThresholdsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions,
} from '../options.js';
