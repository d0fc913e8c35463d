// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** For drivers of your own: the state machine, patches, and the arithmetic of thresholds. */
export {
  Machine, applyPatch, names,
} from '../types.js';
export {
  parseSnapshot, invertPatch, thresholds,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, Status, PlannedEdit, Plan,
  SavedState, ReasonCode, Reason, SystemStatus, RunTrigger, Report, SizeReport, CutReport, MemoryReport, Things, Retention,
  RetentionReport, PinReport, CacheReport, PricesFrom, Went, Breakdown, StoredOutputs, SystemReport, MachineOptions, Action, Patch,
  OptionRow, Domain, ArgumentRow, OperationRow, Names, SplitPoint, AdmitReport, OutputReport, ParsedSnapshot, Thresholds, ProviderError,
  LimitFrom, Recovery,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, ParseSnapshotOptions, InvertPatchOptions, ThresholdsOptions,
} from '../options.js';
