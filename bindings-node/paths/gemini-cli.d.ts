// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

/** What only gemini-cli does. */
export {
  maskToolOutputs,
} from '../types.js';
export {
  estimateTokens, estimateTextTokens, findSplitPoint, joinInstructions, editorContext, recentTurns, routingWindow, thresholds, curate,
  harden, normalizeResponse, estimatePartsTokens, tokenLimit, compressionThreshold, checkOverflow, compressorModel, leastRecentlyUsed,
  recentActivity,
} from '../operations.js';
export type {
  Tokenizer, SummaryAnswer, CallContext, Summarize, Restore,
} from '../types.js';
export type {
  RemovedKind, Purpose, Mime, CutReason, LeftOut, EditorKind, ChangeKind, ThresholdFrom, Removed, SummaryRequest, WantedFile,
  StoreRequest, Overhead, Estimate, TextTokens, SplitPoint, InstructionFile, Instructions, EditorContext, Selection, Thresholds, Change,
  RequestEstimate, MaskDetails, CompressionThreshold, Overflow, CacheKeys, EventCount, RecentActivity, RestoredFile, Edited,
} from '../results.js';
export type {
  Preset, PriceSet, TokenizerName, ImageFormula, Thinking, Dialect, Unit, Estimator, Encoding, Ladder, SplitRule, Placeholder, Modality,
  Template, Tokens, ModelRow, Prices, GeminiCliOptions, QwenCodeOptions, QwenCodeSeedOptions, GencodeOptions, OpencodeOptions,
  PresetOptions, FlatOptions, MeasuringOptions, EstimateTokensOptions, EstimateTextTokensOptions, FindSplitPointOptions,
  JoinInstructionsOptions, EditorContextOptions, RecentTurnsOptions, RoutingWindowOptions, ThresholdsOptions, CurateOptions,
  HardenOptions, NormalizeResponseOptions, EstimatePartsTokensOptions, TokenLimitOptions, MaskToolOutputsOptions,
  CompressionThresholdOptions, CheckOverflowOptions, CompressorModelOptions, LeastRecentlyUsedOptions, RecentActivityOptions,
} from '../options.js';
