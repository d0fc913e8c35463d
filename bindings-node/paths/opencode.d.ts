// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only opencode does. */
export {
  prune, needsCompression, usageTokens,
} from '../operations.js';
export type {
  Patched, PruneReport, Need,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions,
} from '../options.js';
