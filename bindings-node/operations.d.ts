// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type {
  MediaTokensOptions, ReadUsageOptions, EstimateTextTokensOptions, FindSplitPointOptions, LegalCutsOptions, SlimOptions,
  MicrocompactOptions, ValidateOptions, RepairOptions, SummarizeExtractiveOptions, ParseSnapshotOptions, MergeSnapshotDeltaOptions,
  CountTokensBatchOptions, EncodeOptions, DecodeOptions, TruncateToTokensOptions, TruncateTextOptions, ThresholdsOptions,
  HysteresisOptions, CalibrateOptions, JsonCharsOptions, CurateOptions, HardenOptions, NormalizeResponseOptions,
  EstimatePartsTokensOptions, TokenLimitOptions, CompressionThresholdOptions, CheckOverflowOptions, CompressorModelOptions,
  OutputKeyOptions, ReferenceImagesOptions, EstimatePromptTokensOptions, ResolveSettingsOptions, PruneOptions, NeedsCompressionOptions,
  UsageTokensOptions, ExtractActivityOptions, ConversationSummaryOptions, MessagesForModelOptions,
} from './options.js';
import type {
  Patched, SplitPoint, LegalCut, SlimStats, MicrocompactReport, Problem, Repair, Snapshot, ParsedSnapshot, SnapshotState,
  MergedSnapshot, Thresholds, UsageCounts, MediaTokens, TruncatedText, Change, ImageReport, ResolvedSettings, PruneReport, Need,
  SessionActivity, ConversationSummary, SavedSession, SessionStats,
} from './types.js';

/** What an image, a PDF or a sound costs. Only its first bytes are read. */
export function mediaTokens(medium: unknown, options?: MediaTokensOptions): MediaTokens;

/** The counts of a provider's usage report, in any spelling. Cached tokens are part of `promptTokens`. */
export function readUsage(usage: unknown, options?: ReadUsageOptions): UsageCounts;

/** Tokens of one text, by the rule of the preset or by a named one. Null has none. */
export function estimateTextTokens(text: string | null, options?: EstimateTextTokensOptions): { tokens: number; rule: string };

/** Where to cut: the messages before the index are to be summarised, those from it on stay. No call is parted from its result. */
export function findSplitPoint(messages: readonly unknown[], options?: FindSplitPointOptions): SplitPoint;

/** Every boundary between messages, whether the history may be cut there, and why not. */
export function legalCuts(messages: readonly unknown[], options?: LegalCutsOptions): LegalCut[];

/** Replaces media whose kind is not in `modalities` by a line of text. The report counts `images`, `documents`, `texts` and `tokensSaved`. */
export function slim<M>(messages: readonly M[], options?: SlimOptions): Patched<M, SlimStats>;

/**
 * Clears old tool results and media, but for the newest `keepResults` of each: after `idleMinutes` without activity, above
 * `maxResultChars`, or with `force`.
 */
export function microcompact<M>(messages: readonly M[], options?: MicrocompactOptions): Patched<M, MicrocompactReport>;

/** What a provider would refuse in a history, with code and place. An empty list says that it is valid in its dialect. */
export function validate(messages: readonly unknown[], options?: ValidateOptions): Problem[];

/** A history in which `validate` finds nothing that can be repaired. Where any repair would be a guess, it is an error. */
export function repair<M>(messages: readonly M[], options?: RepairOptions): Patched<M, Repair[]>;

/** A summary made without a model, from the conversation itself: its text and its sections. The same every time. */
export function summarizeExtractive(messages: readonly unknown[], options?: SummarizeExtractiveOptions): Snapshot;

/** Reads a summariser's answer: `text` and `sections`, or `defect`, which says why it cannot be used. */
export function parseSnapshot(text: string, options?: ParseSnapshotOptions): ParsedSnapshot;

/** A snapshot of lists with a model's `delta` merged in, within a budget. Entries that cannot be used are left out and told in `problems`. */
export function mergeSnapshotDelta(state: SnapshotState | null, options?: MergeSnapshotDeltaOptions): MergedSnapshot;

/** As `countTokens`, for each of many texts. */
export function countTokensBatch(texts: readonly string[], options?: CountTokensBatchOptions): number[];

/** The token ids of a text. */
export function encode(text: string, options?: EncodeOptions): number[];

/** The text that token ids stand for. Bytes that end inside a character become U+FFFD; an id that is no token is an error. */
export function decode(ids: readonly number[], options?: DecodeOptions): string;

/** The longest start of a text of at most so many tokens, never cut inside a character. */
export function truncateToTokens(text: string, options: TruncateToTokensOptions): string;

/**
 * A text cut to a limit, by the preset's rule for tool output or by a named one. The default keeps head, tail and lines that name errors,
 * and never cuts inside a character.
 */
export function truncateText(text: string, options?: TruncateTextOptions): TruncatedText;

/** The token counts at which to warn, to compact and to stop, for a `contextWindow`. */
export function thresholds(options?: ThresholdsOptions): Thresholds;

/** Whether an excess over what is to be retained has grown enough to act on. Give the `lastDeficit` of the answer back the next time. */
export function hysteresis(options: HysteresisOptions): { act: boolean; lastDeficit: number };

/** The next weight of estimates, from 0.5 to 2, moved a step towards what the provider reported. */
export function calibrate(options: CalibrateOptions): { weight: number; charsPerToken: number; tokens: number };

/** The length that `JSON.stringify` would give for a value, in UTF-16 units, without building the string. */
export function jsonChars(value: unknown, options?: JsonCharsOptions): number;

/** A Gemini history without invalid turns of the model. */
export function curate<M>(messages: readonly M[], options?: CurateOptions): Patched<M, Change[]>;

/** A Gemini history that the API accepts. The five switches are off, and on under the preset `gemini-cli`. */
export function harden<M>(messages: readonly M[], options?: HardenOptions): Patched<M, Change[]>;

/** The parts of a tool result with every long text cut to a share of its tokens. What is not cut is the same object as before. */
export function normalizeResponse<M>(parts: readonly M[], options: NormalizeResponseOptions): M[];

/** Tokens of a request as gemini-cli counts them, and whether it would rather ask the provider. */
export function estimatePartsTokens(request: unknown, options?: EstimatePartsTokensOptions): { tokens: number; needsCountApi: boolean };

/** The window that gemini-cli assumes for a model. A model of another vendor is an error. */
export function tokenLimit(model: string | null, options?: TokenLimitOptions): number;

/** gemini-cli's threshold: `local` over `remote` over 0.5, as a fraction of the window. 0 counts as not given. */
export function compressionThreshold(options?: CompressionThresholdOptions): { threshold: number; source: 'local' | 'remote' | 'default' };

/** Whether a request no longer fits the window, as gemini-cli asks before it sends one. */
export function checkOverflow(request: unknown, options?: CheckOverflowOptions): { overflows: boolean; requestTokens: number; remainingTokens: number };

/** The alias of the model that gemini-cli asks for a summary. */
export function compressorModel(model: string | null, options?: CompressorModelOptions): string;

/** The name under which gemini-cli stores a tool's output, made of safe chars. */
export function outputKey(tool: string, options: OutputKeyOptions): string;

/**
 * For a request: old pictures as lines that name them, the newest at its end. Send what comes back and keep your own list. Nothing changes
 * below `maxImages` pictures.
 */
export function referenceImages<M>(messages: readonly M[], options?: ReferenceImagesOptions): Patched<M, ImageReport>;

/** Tokens of the next prompt: the provider's last count and what came since, else the estimate of everything. */
export function estimatePromptTokens(messages: readonly unknown[], options?: EstimatePromptTokensOptions): { tokens: number; messageTokens: number };

/**
 * qwen-code's settings, from an environment that you hand in and its settings file: `options` for the compactor, every value, where each
 * came from, and what could not be used.
 */
export function resolveSettings(env: Readonly<Record<string, string | undefined>> | null, options?: ResolveSettingsOptions): ResolvedSettings;

/** Clears tool results that are older than the newest `clearProtectTokens` tokens of them, if that saves `clearMinTokens`. */
export function prune<M>(messages: readonly M[], options?: PruneOptions): Patched<M, PruneReport>;

/** Whether a conversation must be made smaller for a `contextWindow`, and how: `none`, `prune` or `compact`. */
export function needsCompression(messages: readonly unknown[], options?: NeedsCompressionOptions): Need;

/** Tokens that a report of usage comes to, as the preset's system adds them up. */
export function usageTokens(usage: unknown, options?: UsageTokensOptions): { tokens: number };

/** What messages did, without a model: decisions, files changed, tools used. */
export function extractActivity(messages: readonly unknown[], options?: ExtractActivityOptions): SessionActivity;

/** The record of a summary as gencode's session files hold it, keys and all. */
export function conversationSummary(messages: readonly unknown[], options: ConversationSummaryOptions): ConversationSummary;

/** What a model is to read of a saved session: summaries take the place of what they cover. */
export function messagesForModel<M>(session: SavedSession<M>, options?: MessagesForModelOptions): Patched<M, SessionStats>;
