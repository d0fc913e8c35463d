// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Exact token counts, vocabularies, what media cost, and usage reports. */
export {
  countTexts, countTextsAsync, Vocabulary,
} from '../types.js';
export {
  mediaTokens, readUsage, encode, decode, truncate,
} from '../operations.js';
export type {
  SummaryAnswer, CallContext, Summarize, Restore, Pattern,
} from '../types.js';
export type {
  Purpose, MediumKind, SummaryRequest, WantedFile, MediaTokens, Usage, RestoredFile,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Unit, Estimator, Encoding, Ladder, SplitRule,
  Placeholder, Modality, Template, Detail, Tokens, ModelRow, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions,
  GencodeOptions, OpencodeOptions, PresetOptions, FlatOptions, MediaTokensOptions, ReadUsageOptions, CountTextsOptions, EncodeOptions,
  DecodeOptions, TruncateOptions,
} from '../options.js';
