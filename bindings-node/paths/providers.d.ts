// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What providers are known for: what their errors mean and what to do about them, what their models hold and cost. */
export {
  classifyError, modelInfo,
} from '../operations.js';
export type {
  SummaryAnswer, CallContext, Summarize, Restore,
} from '../types.js';
export type {
  Purpose, RecoveryAction, ErrorKind, MatchedBy, LimitSource, PriceSource, SummaryRequest, WantedFile, ClassifiedError, ModelPrices,
  PriceTier, CachePrices, ModelInfo, RestoredFile,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Unit, Estimator, Encoding, Ladder, SplitRule,
  Placeholder, Modality, Template, Tokens, ModelRow, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions,
  OpencodeOptions, PresetOptions, FlatOptions, ClassifyErrorOptions, ModelInfoOptions,
} from '../options.js';
