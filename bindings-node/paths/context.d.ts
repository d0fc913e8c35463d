// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What goes into a context: tool output cut to a limit; and whether an agent goes round in circles. */
export {
  LoopDetector,
} from '../types.js';
export {
  truncateText,
} from '../operations.js';
export type {
  TruncatedText, Loop, LoopCheck, LoopVerdict, LoopOptions,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearRule, Placeholder, Modality, Template, Unit, Estimator, Family, Encoding, MediaRule,
  FlatOptions, TruncateTextOptions,
} from '../options.js';
