// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Exact token counts, vocabularies, what media cost, and usage reports. */
export {
  countTokens, countTokensAsync, countUpTo, Vocabulary,
} from '../types.js';
export {
  mediaTokens, readUsage, estimateTextTokens, countTokensBatch, encode, decode, truncateToTokens,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, UsageCounts, MediaTokens, Pattern,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Detail, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MediaTokensOptions, ReadUsageOptions, EstimateTextTokensOptions, CountTokensOptions,
  CountTokensBatchOptions, EncodeOptions, DecodeOptions, TruncateToTokensOptions,
} from '../options.js';
