// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/**
 * What goes into a context: texts cut to size, files by the page, long outputs, the editor, the newest messages; and whether an agent goes
 * round in circles.
 */
export {
  LoopDetector, summarizeOutput,
} from '../types.js';
export {
  legalCuts, truncateText, pageText, mediaPart, editorContext, recentTurns,
} from '../operations.js';
export type {
  CallContext, Edited, LoopOptions,
} from '../types.js';
export type {
  OutputDefect, RemovedKind, LoopKind, CutProblem, OutputFrom, Removed, Loop, LoopCheck, LoopVerdict, LegalCut, TruncatedText,
  CheckedOutput, TextPage, EditorContext, Selection,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, MeasuringOptions, LegalCutsOptions, TruncateTextOptions, PageTextOptions, MediaPartOptions,
  EditorContextOptions, RecentTurnsOptions,
} from '../options.js';
