// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type {
  CountTokensOptions, EstimateTokensOptions, MediaTokensOptions, ReadUsageOptions, EstimateTextTokensOptions, FindCutOptions,
  FindSplitPointOptions, ClearToolResultsOptions, ClearMediaOptions, ClearStaleOptions, SlimOptions, MicrocompactOptions,
  CondenseOptions, ExpandOptions, ValidateOptions, RepairOptions, SummarizeExtractiveOptions, CheckSummaryOptions, ParseSummaryOptions,
  FactsOptions, EncodeOptions, DecodeOptions, TruncateOptions, TruncateTextOptions, PageTextOptions, MediaPartOptions,
  ExpandImportsOptions, JoinInstructionsOptions, EditorContextOptions, RecentTurnsOptions, RoutingWindowOptions, ClassifyErrorOptions,
  ModelInfoOptions, InvertPatchOptions, ThresholdsOptions, CurateOptions, HardenOptions, NormalizeResponseOptions,
  EstimatePartsTokensOptions, TokenLimitOptions, CompressionThresholdOptions, CheckOverflowOptions, ChatEventOptions,
  CompressorModelOptions, LeastRecentlyUsedOptions, RecentActivityOptions, ReferenceImagesOptions, EstimatePromptTokensOptions,
  ResolveSettingsOptions, CompressionSettingsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions, ExtractActivityOptions,
  ConversationSummaryOptions, MessagesForModelOptions, LoadSettingsOptions, SaveMemoryOptions,
} from './options.js';
import type {
  Estimate, TokenCount, MediaTokens, Usage, TextTokens, Cut, SplitPoint, ClearDetails, ClearMediaDetails, ClearStaleDetails,
  SlimDetails, CondenseDetails, ExpandDetails, Problem, Repair, Summary, CheckedSummary, ParsedSummary, Facts, TruncatedText, TextPage,
  ExpandedImports, Instructions, EditorContext, Selection, ClassifiedError, ModelInfo, Thresholds, Change, RequestEstimate,
  CompressionThreshold, Overflow, ChatEvent, CacheKeys, RecentActivity, ImageDetails, PromptTokens, Settings, PruneDetails, Need,
  UsageTokens, SessionActivity, SessionStats, GeminiSettings, Patch, ConversationSummary, Edited,
} from './results.js';
import type {
  SavedSession,
} from './types.js';

/** Counts the tokens of messages, system prompt and tool schemas, or of a string. Images count as the model charges them. */
export function countTokens(messages: readonly unknown[] | string, options?: CountTokensOptions): TokenCount;

/** Estimates the tokens, characters and media of a conversation, with its system prompt and tool schemas. */
export function estimateTokens(messages: readonly unknown[], options?: EstimateTokensOptions): Estimate;

/** Estimates the tokens of an image, PDF or audio clip from its size, pages or length. */
export function mediaTokens(medium: unknown, options?: MediaTokensOptions): MediaTokens;

/** Reads any provider's usage. Cached tokens are part of `promptTokens`. Returns null if it doesn't state a prompt size. */
export function readUsage(usage: unknown, options?: ReadUsageOptions): Usage | null;

/** Estimates the tokens of a text by a rule. Null counts as 0 tokens. */
export function estimateTextTokens(text: string | null, options?: EstimateTextTokensOptions): TextTokens;

/**
 * Finds the boundary before the first message to keep. No call is separated from its result, and open calls are kept. `cuts` lists every
 * boundary, and why a cut isn't allowed there.
 */
export function findCut(messages: readonly unknown[], options?: FindCutOptions): Cut;

/** Finds the boundary before the first message to keep. No call is separated from its result. */
export function findSplitPoint(messages: readonly unknown[], options?: FindSplitPointOptions): SplitPoint;

/** Clears all but the newest tool results and the media in them. A placeholder names the tool, its subject and the size. */
export function clearToolResults<M>(messages: readonly M[], options?: ClearToolResultsOptions): Edited<M, ClearDetails>;

/**
 * Clears old media until the rest is within the limits. Media in one result are kept or cleared together. Unseen and pinned media are
 * kept.
 */
export function clearMedia<M>(messages: readonly M[], options?: ClearMediaOptions): Edited<M, ClearMediaDetails>;

/**
 * Clears superseded content that the agent can get again: reads of files that were changed or read again later, repeated results, and long
 * written arguments. Unread results, failures, pins and the newest `keep_tool_results` are kept.
 */
export function clearStale<M>(messages: readonly M[], options?: ClearStaleOptions): Edited<M, ClearStaleDetails>;

/** Replaces each media item with a line of text, unless its kind is in `modalities`. */
export function slim<M>(messages: readonly M[], options?: SlimOptions): Edited<M, SlimDetails>;

/** Clears all but the newest `keep_tool_results` results and media: after `idleMinutes`, above `maxResultChars`, or with `force`. */
export function microcompact<M>(messages: readonly M[], options?: MicrocompactOptions): Edited<M, ClearDetails>;

/** Shortens new tool results without loss: repeated lines become pointers, and more at higher levels. The cached prefix remains valid. */
export function condense<M>(messages: readonly M[], options?: CondenseOptions): Edited<M, CondenseDetails>;

/** Restores the lines that `condense` replaced with pointers. */
export function expand<M>(messages: readonly M[], options?: ExpandOptions): Edited<M, ExpandDetails>;

/** Lists what a provider would reject in a history. With `previous`, it also lists thinking that's bound to changed messages. */
export function validate(messages: readonly unknown[], options?: ValidateOptions): Problem[];

/**
 * Repairs a history with as few changes as possible. Valid messages remain the same objects. If a repair would be a guess, it raises an
 * error.
 */
export function repair<M>(messages: readonly M[], options?: RepairOptions): Edited<M, Repair[]>;

/**
 * Summarizes a conversation by quoting lines. Equal messages produce equal summaries. Add `message` to a history, so that the next summary
 * continues it.
 */
export function summarizeExtractive(messages: readonly unknown[], options?: SummarizeExtractiveOptions): Summary;

/**
 * Reports the claims of a summary that its conversation contradicts or doesn't support: failed checks that it calls passed, and unknown
 * paths, ids, numbers and commands.
 */
export function checkSummary(messages: readonly unknown[], options: CheckSummaryOptions): CheckedSummary;

/** Reads a model's answer to a summary request: drops its thinking and any wrapper around it, and keeps the rest as it was written. */
export function parseSummary(text: string, options?: ParseSummaryOptions): ParsedSummary;

/**
 * Extracts what the user said, files and what was done to them, commands and their results, and tasks of a conversation, each with the
 * index of its message.
 */
export function facts(messages: readonly unknown[], options?: FactsOptions): Facts;

/** Returns the token ids of a text. */
export function encode(text: string, options?: EncodeOptions): number[];

/** Returns the text of token ids. Incomplete characters become U+FFFD. An unknown id is an error. */
export function decode(ids: readonly number[], options?: DecodeOptions): string;

/** Returns the longest start of a text with at most `max_tokens` tokens. It never splits a character. */
export function truncate(text: string, options: TruncateOptions): string;

/** Truncates a text by a rule. The default rule keeps the start, the end and lines with errors. */
export function truncateText(text: string, options?: TruncateTextOptions): TruncatedText;

/** Returns one page of a text: 2,000 lines of up to 2,000 characters, and a notice about the rest. */
export function pageText(text: string, options?: PageTextOptions): TextPage;

/** Builds a content part with an image, PDF, audio or video, in a message format. */
export function mediaPart(data: string, options: MediaPartOptions): Readonly<Record<string, unknown>>;

/**
 * Inserts the files that an instruction file imports with `@path`. Imports in code, circles, and files outside the roots are ignored and
 * listed under `problems`.
 */
export function expandImports(text: string, options: ExpandImportsOptions): ExpandedImports;

/** Joins instruction files into one text, with the path of each. Pass it as `preamble` on each turn. */
export function joinInstructions(files: readonly { path: string; text: string }[], options?: JoinInstructionsOptions): Instructions;

/** Describes what the user has open in an editor, in full or as changes since `last`. */
export function editorContext(state: unknown, options?: EditorContextOptions): EditorContext;

/** Returns the newest turns, each starting at its prompt. No call is separated from its result. */
export function recentTurns<M>(messages: readonly M[], options?: RecentTurnsOptions): Edited<M, Selection>;

/** Returns the newest messages without calls or results, for a router: 4 of the last 20. */
export function routingWindow<M>(messages: readonly M[], options?: RoutingWindowOptions): Edited<M, Selection>;

/** Classifies a provider error. Pass any SDK's exception, an object with status and body, a string, or an empty response. */
export function classifyError(error: unknown, options?: ClassifyErrorOptions): ClassifiedError;

/** Returns a model's limits, tokenizer, prices and cache rules, and their source. Names can have vendor prefixes, dates and tags. */
export function modelInfo(model: string, options?: ModelInfoOptions): ModelInfo;

/** Inverts a patch: applied to the patched messages, it restores the original ones, even if messages were appended. */
export function invertPatch(messages: readonly unknown[], options: InvertPatchOptions): Patch;

/** Returns the token counts at which to warn, compact and stop, for a `contextWindow`. */
export function thresholds(options?: ThresholdsOptions): Thresholds;

/** Removes invalid model messages from a Gemini history. Consecutive model messages are kept or removed together. */
export function curate<M>(messages: readonly M[], options?: CurateOptions): Edited<M, Change[]>;

/**
 * Makes a Gemini history valid: neighbors of one role are merged, calls and results are paired. The switches are off, but on under the
 * preset `gemini-cli`.
 */
export function harden<M>(messages: readonly M[], options?: HardenOptions): Edited<M, Change[]>;

/** Truncates each long text in a tool result to a share of its tokens. */
export function normalizeResponse<M>(parts: readonly M[], options: NormalizeResponseOptions): Edited<M, string[]>;

/** Estimates the tokens of a request like gemini-cli, and whether gemini-cli would let the provider count them. */
export function estimatePartsTokens(request: unknown, options?: EstimatePartsTokensOptions): RequestEstimate;

/** Returns gemini-cli's window for a model. Other vendors' models are errors. */
export function tokenLimit(model: string | null, options?: TokenLimitOptions): number;

/** Returns gemini-cli's threshold as a fraction of the window: `local`, otherwise `remote`, otherwise 0.5. */
export function compressionThreshold(options?: CompressionThresholdOptions): CompressionThreshold;

/** Returns whether a request exceeds the context window, by gemini-cli's check. */
export function checkOverflow(request: unknown, options?: CheckOverflowOptions): Overflow;

/** Returns gemini-cli's event `ChatCompressed` after a summary, or null. */
export function chatEvent(result: unknown, options?: ChatEventOptions): ChatEvent | null;

/** Returns the alias of the model that gemini-cli uses for summaries. */
export function compressorModel(model: string | null, options?: CompressorModelOptions): string;

/** Returns which keys a least-recently-used cache keeps after these uses, oldest first, and which it evicts. */
export function leastRecentlyUsed(uses: readonly string[], options?: LeastRecentlyUsedOptions): CacheKeys;

/** Returns which events to keep if only the newest are, and the count of each `type`. */
export function recentActivity(events: readonly unknown[], options?: RecentActivityOptions): RecentActivity;

/** Prepares a request with many images: older ones become lines of text, the newest move to the end. */
export function referenceImages<M>(messages: readonly M[], options?: ReferenceImagesOptions): Edited<M, ImageDetails>;

/** Estimates the tokens of the next prompt from the provider's last counts and the new message, or from all messages. */
export function estimatePromptTokens(messages: readonly unknown[], options?: EstimatePromptTokensOptions): PromptTokens;

/** Converts qwen-code's environment variables and settings file to `options` for a compactor. */
export function resolveSettings(env: Readonly<Record<string, string | undefined>> | null, options?: ResolveSettingsOptions): Settings;

/** Converts gencode's settings file to `options` for a compactor. Your application handles `model` and `enabled`. */
export function compressionSettings(settings: Readonly<Record<string, unknown>> | string | null, options?: CompressionSettingsOptions): Settings;

/** Clears old tool results except the newest `clearProtectTokens` tokens. It does nothing below `clearMinTokens`. */
export function prune<M>(messages: readonly M[], options?: PruneOptions): Edited<M, PruneDetails>;

/**
 * Returns whether a conversation should be compacted for a `contextWindow`, and how: `none`, `prune` (clear old results) or `compact`
 * (summarize).
 */
export function needsCompression(messages: readonly unknown[], options?: NeedsCompressionOptions): Need;

/** Adds up the tokens of a provider's usage like the original. */
export function usageTokens(usage: unknown, options?: UsageTokensOptions): UsageTokens;

/** Extracts decisions, changed files and used tools from messages. */
export function extractActivity(messages: readonly unknown[], options?: ExtractActivityOptions): SessionActivity;

/** Builds the record of a summary in the format of gencode's session files. */
export function conversationSummary(messages: readonly unknown[], options: ConversationSummaryOptions): ConversationSummary;

/** Returns the messages of a saved session that a model should read, including a lost summary. */
export function messagesForModel<M>(session: SavedSession<M>, options?: MessagesForModelOptions): Edited<M, SessionStats>;

/** Reads gemini-cli's settings files as `options` for a compactor. */
export function loadSettings(workspace: string, options?: LoadSettingsOptions): GeminiSettings;

/** Adds facts to an instruction file, and returns its text. */
export function saveMemory(path: string, options: SaveMemoryOptions): string;
