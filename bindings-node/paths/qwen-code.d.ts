// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only qwen-code does. */
export {
  referenceImages, estimatePromptTokens, resolveSettings,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, Patched, ImageReport,
  ResolvedSettings,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MeasuringOptions, MicrocompactOptions, ReferenceImagesOptions, EstimatePromptTokensOptions,
  ResolveSettingsOptions,
} from '../options.js';
