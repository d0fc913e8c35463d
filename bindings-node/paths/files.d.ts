// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Reading files for a model: pages, media and instruction files with their imports, from below allowed folders only. */
export {
  readFile, loadInstructions,
} from '../types.js';
export {
  expandImports,
} from '../operations.js';
export type {
  SummaryAnswer, CallContext, Summarize, Restore,
} from '../types.js';
export type {
  Purpose, NotRead, SkipReason, FileKind, SummaryRequest, WantedFile, ImportedFile, ImportProblem, ExpandedImports, FileContent,
  LoadedFile, FileProblem, LoadedInstructions, RestoredFile,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Unit, Estimator, Encoding, Ladder, SplitRule,
  Placeholder, Modality, Template, Tokens, ModelRow, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions,
  OpencodeOptions, PresetOptions, FlatOptions, ExpandImportsOptions, ReadFileOptions, LoadInstructionsOptions,
} from '../options.js';
