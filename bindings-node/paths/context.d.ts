// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/**
 * What goes into a context: texts cut to size, files by the page, memory files with their imports, the editor, the newest messages; and
 * whether an agent goes round in circles.
 */
export {
  simulate, LoopDetector,
} from '../types.js';
export {
  truncateText, prepareOutputSummary, checkOutputSummary, pageText, mediaPart, processImports, joinMemory, editorContext, recentTurns,
  routingWindow,
} from '../operations.js';
export type {
  Tokenizer, SummaryRequest, SummaryAnswer, CallContext, Summarize, Restore, WantedFile, RestoredFile, Patched, SimulatedRow,
  TruncatedText, TextPage, ImportedFile, ImportProblem, FileProblem, ProcessedImports, JoinedMemory, MemoryRow, EditorContext,
  Selection, OutputQuestion, CheckedOutput, Loop, LoopCheck, LoopVerdict, LoopOptions,
} from '../types.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, ClearRule, Placeholder,
  Modality, Template, Tokens, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MeasuringOptions, TruncateTextOptions, PrepareOutputSummaryOptions, CheckOutputSummaryOptions,
  PageTextOptions, MediaPartOptions, ProcessImportsOptions, JoinMemoryOptions, EditorContextOptions, RecentTurnsOptions,
  RoutingWindowOptions, SimulateOptions,
} from '../options.js';
