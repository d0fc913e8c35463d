// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** Reading files for a model: pages, media and memory files, from below allowed folders only. */
export {
  readFile, loadMemory,
} from '../types.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, TextPage, ImportedFile,
  ImportProblem, FileProblem, MemoryRow, FileContent, LoadedMemory,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, ReadFileOptions, LoadMemoryOptions,
} from '../options.js';
