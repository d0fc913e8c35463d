// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Reading files for a model: pages, media and memory files, from below allowed folders only. */
export {
  readFile, loadMemory,
} from '../types.js';
export type {
  TextPage, ImportedFile, ImportProblem, FileProblem, MemoryRow, FileContent, LoadedMemory,
} from '../types.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, ReadFileOptions, LoadMemoryOptions,
} from '../options.js';
