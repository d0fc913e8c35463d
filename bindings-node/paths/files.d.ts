// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Reading files for a model: pages, media and instruction files with their imports, from below allowed folders only. */
export {
  readFile, loadInstructions,
} from '../types.js';
export {
  expandImports, joinInstructions,
} from '../operations.js';
export type {
  ImportedFile, ImportProblem, ExpandedImports, InstructionFile, Instructions, FileContent, LoadedFile, FileProblem, LoadedInstructions,
} from '../results.js';
export type {
  Preset, Dialect, Ladder, SplitRule, Admit, ClearWhen, ClearRule, Placeholder, Modality, PricePreset, Template, Unit, Estimator,
  Family, Encoding, MediaRule, FlatOptions, ExpandImportsOptions, JoinInstructionsOptions, ReadFileOptions, LoadInstructionsOptions,
} from '../options.js';
