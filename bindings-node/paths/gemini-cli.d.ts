// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gemini-cli does. */
export {
  estimateTokens, maskToolOutputs,
} from '../types.js';
export {
  estimateTextTokens, findSplitPoint, routingWindow, thresholds, curate, harden, normalizeResponse, estimatePartsTokens, tokenLimit,
  compressionThreshold, checkOverflow, compressorModel, outputKey, leastRecentlyUsed, recentActivity,
} from '../operations.js';
export type {
  Tokenizer, Edited,
} from '../types.js';
export type {
  CutReason, RemovedKind, ChangeKind, Removed, Overhead, Estimate, TextTokens, SplitPoint, Selection, Thresholds, Change,
  RequestEstimate, MaskDetails, CompressionThreshold, Overflow, CacheKeys, EventCount, RecentActivity,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions,
  RoutingWindowOptions, ThresholdsOptions, CurateOptions, HardenOptions, NormalizeResponseOptions, EstimatePartsTokensOptions,
  TokenLimitOptions, MaskToolOutputsOptions, CompressionThresholdOptions, CheckOverflowOptions, CompressorModelOptions,
  OutputKeyOptions, LeastRecentlyUsedOptions, RecentActivityOptions,
} from '../options.js';
