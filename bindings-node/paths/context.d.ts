// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What goes into a context: tool output cut to a limit; and whether an agent goes round in circles. */
export {
  LoopDetector,
} from '../types.js';
export {
  truncateText, prepareOutputSummary, checkOutputSummary, simulate,
} from '../operations.js';
export type {
  SimulatedRow, TruncatedText, OutputQuestion, CheckedOutput, Loop, LoopCheck, LoopVerdict, LoopOptions,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, TruncateTextOptions, PrepareOutputSummaryOptions,
  CheckOutputSummaryOptions, SimulateOptions,
} from '../options.js';
