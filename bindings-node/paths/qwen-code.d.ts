// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only qwen-code does. */
export {
  referenceImages, estimatePromptTokens, resolveSettings,
} from '../operations.js';
export type {
  Patched, ImageReport, ResolvedSettings,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, Limits, When, Keep, Reduce, Prices, Memory, Measure, CompactorGroups, FlatOptions, MeasuringOptions,
  MicrocompactOptions, ReferenceImagesOptions, EstimatePromptTokensOptions, ResolveSettingsOptions,
} from '../options.js';
