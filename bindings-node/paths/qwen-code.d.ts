// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only qwen-code does. */
export {
  estimateTokens, estimateTextTokens, findSplitPoint, slim, microcompact, thresholds, referenceImages, estimatePromptTokens,
  resolveSettings,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Restore, RestoredFile, Edited,
} from '../types.js';
export type {
  CutReason, Promise, RemovedKind, Purpose, ClearTrigger, Removed, SummaryRequest, WantedFile, Overhead, Estimate, TextTokens,
  SplitPoint, ClearDetails, SlimDetails, Thresholds, ImageReference, ImageDetails, PromptTokens, Settings,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions, SlimOptions,
  MicrocompactOptions, ThresholdsOptions, ReferenceImagesOptions, EstimatePromptTokensOptions, ResolveSettingsOptions,
} from '../options.js';
