// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What providers are known for: what their errors mean and what to do about them, what their models hold and cost. */
export {
  classifyError, recover, modelLimits, cachePrices,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, PricesFrom, CachePrices,
  ProviderError, LimitFrom, ModelLimits, Recovery,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, ClassifyErrorOptions, RecoverOptions, ModelLimitsOptions, CachePricesOptions,
} from '../options.js';
