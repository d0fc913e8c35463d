// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only qwen-code does. */
export {
  estimateTokens,
} from '../types.js';
export {
  estimateTextTokens, findSplitPoint, slim, microcompact, thresholds, referenceImages, estimatePromptTokens, resolveSettings,
} from '../operations.js';
export type {
  Tokenizer, Edited,
} from '../types.js';
export type {
  CutReason, RemovedKind, ClearTrigger, Removed, Overhead, Estimate, TextTokens, SplitPoint, ClearDetails, SlimDetails, Thresholds,
  ImageReference, ImageDetails, PromptTokens, Settings,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions,
  SlimOptions, MicrocompactOptions, ThresholdsOptions, ReferenceImagesOptions, EstimatePromptTokensOptions, ResolveSettingsOptions,
} from '../options.js';
