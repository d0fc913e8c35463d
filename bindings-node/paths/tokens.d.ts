// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Exact token counts, vocabularies, what media cost, and usage reports. */
export {
  countTextsAsync, Vocabulary,
} from '../types.js';
export {
  mediaTokens, readUsage, countTexts, countUpTo, encode, decode, truncate,
} from '../operations.js';
export type {
  Pattern,
} from '../types.js';
export type {
  MediumKind, MediaTokens, Usage,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, Detail, FlatOptions, MediaTokensOptions, ReadUsageOptions, CountTextsOptions, CountUpToOptions,
  EncodeOptions, DecodeOptions, TruncateOptions,
} from '../options.js';
