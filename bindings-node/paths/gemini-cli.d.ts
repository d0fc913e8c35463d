// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gemini-cli does. */
export {
  maskToolOutputs,
} from '../types.js';
export {
  curate, harden, normalizeResponse, estimatePartsTokens, tokenLimit, compressionThreshold, checkOverflow, compressorModel,
  leastRecentlyUsed, recentActivity,
} from '../operations.js';
export type {
  Patched, ChangeAction, Change, MaskReport,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, CurateOptions, HardenOptions, NormalizeResponseOptions, EstimatePartsTokensOptions,
  TokenLimitOptions, MaskToolOutputsOptions, CompressionThresholdOptions, CheckOverflowOptions, CompressorModelOptions,
  LeastRecentlyUsedOptions, RecentActivityOptions,
} from '../options.js';
