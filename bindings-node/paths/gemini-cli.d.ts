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
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, Patched, ChangeAction, Change,
  MaskReport,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, CurateOptions, HardenOptions, NormalizeResponseOptions, EstimatePartsTokensOptions, TokenLimitOptions,
  MaskToolOutputsOptions, CompressionThresholdOptions, CheckOverflowOptions, CompressorModelOptions, LeastRecentlyUsedOptions,
  RecentActivityOptions,
} from '../options.js';
