// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What providers are known for: what their errors mean and what to do about them, what their models hold and cost. */
export {
  classifyError, modelInfo,
} from '../operations.js';
export type {
  LimitFrom, PricesFrom, RecoveryAction, ErrorKind, KnownBy, ClassifiedError, ModelPrices, CachePrices, ModelInfo,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, ClassifyErrorOptions, ModelInfoOptions,
} from '../options.js';
