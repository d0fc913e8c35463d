// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What goes into a context: texts cut to size, files by the page, long outputs; and whether an agent goes round in circles. */
export {
  LoopDetector, summarizeOutput,
} from '../types.js';
export {
  truncateText, pageText, mediaPart,
} from '../operations.js';
export type {
  SummaryAnswer, CallContext, Summarize, Restore, LoopOptions,
} from '../types.js';
export type {
  Purpose, LoopKind, OutputFrom, OutputDefect, SummaryRequest, WantedFile, Loop, TruncatedText, OutputRequest, CheckedOutput, TextPage,
  RestoredFile,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, ClearWhen, Unit, Estimator, Encoding, Ladder, SplitRule,
  Placeholder, Modality, Template, Tokens, ModelRow, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions,
  OpencodeOptions, PresetOptions, FlatOptions, TruncateTextOptions, SummarizeOutputOptions, PageTextOptions, MediaPartOptions,
} from '../options.js';
