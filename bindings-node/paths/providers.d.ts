// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What providers are known for: what their errors mean and what to do about them, what their models hold and cost. */
export {
  classifyError, recover, modelLimits, cachePrices,
} from '../operations.js';
export type {
  PricesFrom, CachePrices, ProviderError, LimitFrom, ModelLimits, Recovery,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, ClassifyErrorOptions, RecoverOptions, ModelLimitsOptions, CachePricesOptions,
} from '../options.js';
