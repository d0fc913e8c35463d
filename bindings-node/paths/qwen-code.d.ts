// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only qwen-code does. */
export {
  referenceImages, estimatePromptTokens, resolveSettings,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Store, Restore, OnHook, WantedFile, RestoredFile, CompactorOptions,
  Status, ReasonCode, SystemStatus, RunTrigger, Report, SizeReport, CutReport, MemoryReport, DeltaReport, CacheReport, Went, Breakdown,
  StoredOutputs, SystemReport, Action, Patch, Patched, SplitPoint, ImageReport, ResolvedSettings,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, ClearRule, Placeholder, Modality, Template, Unit, Estimator, Family, Encoding, MediaRule, Limits,
  When, Keep, Reduce, Memory, Measure, CompactorGroups, FlatOptions, MeasuringOptions, ReferenceImagesOptions,
  EstimatePromptTokensOptions, ResolveSettingsOptions,
} from '../options.js';
