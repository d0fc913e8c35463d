// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Exact token counts, vocabularies, what media cost, and usage reports. */
export {
  countTokens, countTokensAsync, countUpTo, Vocabulary,
} from '../types.js';
export {
  mediaTokens, readUsage, estimateTextTokens, countTokensBatch, encode, decode, truncateToTokens,
} from '../operations.js';
export type {
  UsageCounts, MediaTokens, Pattern,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, Detail, FlatOptions, MediaTokensOptions, ReadUsageOptions, EstimateTextTokensOptions, CountTokensOptions,
  CountTokensBatchOptions, EncodeOptions, DecodeOptions, TruncateToTokensOptions,
} from '../options.js';
