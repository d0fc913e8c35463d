// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only opencode does. */
export {
  estimateTokens,
} from '../types.js';
export {
  estimateTextTokens, findSplitPoint, thresholds, prune, needsCompression, usageTokens,
} from '../operations.js';
export type {
  Tokenizer, Edited,
} from '../types.js';
export type {
  CutReason, RemovedKind, NeedStrategy, NeedSource, Removed, Overhead, Estimate, TextTokens, SplitPoint, Thresholds, PruneDetails, Need,
  UsageTokens,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions,
  ThresholdsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions,
} from '../options.js';
