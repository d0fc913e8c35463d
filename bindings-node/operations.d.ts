// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type {
  CountTokensOptions, EstimateTokensOptions, MediaTokensOptions, ReadUsageOptions, EstimateTextTokensOptions, FindCutOptions,
  FindSplitPointOptions, ClearToolResultsOptions, ClearMediaOptions, ClearStaleOptions, SlimOptions, MicrocompactOptions,
  CondenseOptions, ExpandOptions, ValidateOptions, RepairOptions, SummarizeExtractiveOptions, CheckSummaryOptions, ParseSummaryOptions,
  FactsOptions, EncodeOptions, DecodeOptions, TruncateOptions, TruncateTextOptions, PageTextOptions, MediaPartOptions,
  ExpandImportsOptions, JoinInstructionsOptions, EditorContextOptions, RecentTurnsOptions, RoutingWindowOptions, ClassifyErrorOptions,
  ModelInfoOptions, InvertPatchOptions, ThresholdsOptions, CurateOptions, HardenOptions, NormalizeResponseOptions,
  EstimatePartsTokensOptions, TokenLimitOptions, CompressionThresholdOptions, CheckOverflowOptions, CompressorModelOptions,
  LeastRecentlyUsedOptions, RecentActivityOptions, ReferenceImagesOptions, EstimatePromptTokensOptions, ResolveSettingsOptions,
  CompressionSettingsOptions, PruneOptions, NeedsCompressionOptions, UsageTokensOptions, ExtractActivityOptions,
  ConversationSummaryOptions, MessagesForModelOptions,
} from './options.js';
import type {
  Estimate, TokenCount, MediaTokens, Usage, TextTokens, Cut, SplitPoint, ClearDetails, ClearMediaDetails, ClearStaleDetails,
  SlimDetails, CondenseDetails, ExpandDetails, Problem, Repair, Summary, CheckedSummary, ParsedSummary, Facts, TruncatedText, TextPage,
  ExpandedImports, Instructions, EditorContext, Selection, ClassifiedError, ModelInfo, Thresholds, Change, RequestEstimate,
  CompressionThreshold, Overflow, CacheKeys, RecentActivity, ImageDetails, PromptTokens, Settings, PruneDetails, Need, UsageTokens,
  SessionActivity, SessionStats, Patch, ConversationSummary, Edited,
} from './results.js';
import type {
  SavedSession,
} from './types.js';

/**
 * Counts the tokens of messages with their system text and tool schemas, or of one text. `exact` says whether it counted or estimated. An
 * image costs what the model charges for its size, never the length of its base64.
 */
export function countTokens(messages: readonly unknown[] | string, options?: CountTokensOptions): TokenCount;

/**
 * Estimates how large a conversation is: tokens, chars and media, with its system text and tool schemas. An image costs what the model
 * charges for its size, never the length of its base64.
 */
export function estimateTokens(messages: readonly unknown[], options?: EstimateTokensOptions): Estimate;

/** Estimates the tokens of an image, a PDF or a sound on a model, from its size, its pages or its length. */
export function mediaTokens(medium: unknown, options?: MediaTokensOptions): MediaTokens;

/**
 * Reads a provider's usage report in any spelling. Cached tokens are part of `promptTokens`. A report that tells nothing of its prompt
 * gives null: its names have no numbers.
 */
export function readUsage(usage: unknown, options?: ReadUsageOptions): Usage | null;

/** Estimates the tokens of one text, by the rule of the preset or by a rule that you name. Null counts as 0 tokens. */
export function estimateTextTokens(text: string | null, options?: EstimateTextTokensOptions): TextTokens;

/**
 * Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its result,
 * and a call that waits for its result stays. `cuts` lists every boundary, with the reason where none may lie.
 */
export function findCut(messages: readonly unknown[], options?: FindCutOptions): Cut;

/**
 * Finds where to cut: the messages before `index` can be summarised, and those from `index` on stay. No call is separated from its result.
 */
export function findSplitPoint(messages: readonly unknown[], options?: FindSplitPointOptions): SplitPoint;

/**
 * Clears old tool results, and the media in them, and keeps the newest. Each becomes a line that names the tool, what the call was about
 * and how long the result was.
 */
export function clearToolResults<M>(messages: readonly M[], options?: ClearToolResultsOptions): Edited<M, ClearDetails>;

/**
 * Takes old media out of the messages, so that the newest stay within the limits. The media of one tool result stay or go together. What
 * the agent has not looked at yet and what is pinned by its field `conspectus` stays, and counts.
 */
export function clearMedia<M>(messages: readonly M[], options?: ClearMediaOptions): Edited<M, ClearMediaDetails>;

/**
 * Takes away what later messages made needless and the agent can get back: reads of files that were changed or read again later, results
 * that a later one repeats, and what calls wrote into files. What is not read yet, the newest `keep_tool_results` results, what failed for
 * good, what is signed or pinned by its field `conspectus` stay. Run it where the provider's cache is lost anyway.
 */
export function clearStale<M>(messages: readonly M[], options?: ClearStaleOptions): Edited<M, ClearStaleDetails>;

/**
 * Replaces media by a line of text each, unless their kind is in `modalities`. The report counts `images`, `documents`, `texts` and
 * `tokensSaved`.
 */
export function slim<M>(messages: readonly M[], options?: SlimOptions): Edited<M, SlimDetails>;

/**
 * Clears old tool results and media, and keeps the newest `keep_tool_results` of each kind. It acts after `idleMinutes` without activity,
 * when tool results hold more than `maxResultChars`, or with `force`.
 */
export function microcompact<M>(messages: readonly M[], options?: MicrocompactOptions): Edited<M, ClearDetails>;

/**
 * Writes new tool results shorter without losing anything: spaces in front of line numbers go, and lines that an earlier result shows
 * become a pointer; more at further levels. A message does not change once it was condensed, so the provider's cache stays good.
 */
export function condense<M>(messages: readonly M[], options?: CondenseOptions): Edited<M, CondenseDetails>;

/** Puts the lines back for which the pointers of `condense` stand. */
export function expand<M>(messages: readonly M[], options?: ExpandOptions): Edited<M, ExpandDetails>;

/**
 * Lists what a provider would refuse in a history, each problem with its code and its place. An empty list means that the history is valid
 * in its dialect. With the list as it was before a change, thinking that is bound to something else is among it.
 */
export function validate(messages: readonly unknown[], options?: ValidateOptions): Problem[];

/**
 * Makes a history valid with as little change as possible. What is sound stays the same object. It is an error if any repair would be a
 * guess.
 */
export function repair<M>(messages: readonly M[], options?: RepairOptions): Edited<M, Repair[]>;

/**
 * Makes a summary from the conversation itself, without a model, and gives its text and its sections. It fills its budget with what is
 * most likely needed again, word for word. The same messages give the same summary. `message` is the text to put into a history: its marks
 * are how the next summary knows it and carries on what it holds.
 */
export function summarizeExtractive(messages: readonly unknown[], options?: SummarizeExtractiveOptions): Summary;

/**
 * Tells what a summary says and its conversation does not bear out, without a model: checks that it calls passed though their newest run
 * failed, and paths, ids, numbers and commands that the messages do not hold.
 */
export function checkSummary(messages: readonly unknown[], options: CheckSummaryOptions): CheckedSummary;

/** Reads a model's answer to a request for a summary. Gives `text` and `sections`, or `defect`, which says why it cannot be used. */
export function parseSummary(text: string, options?: ParseSummaryOptions): ParsedSummary;

/**
 * Tells what a conversation holds, without a model: what the user said, files and what was done to them, commands and what came of them,
 * and tasks, each with the index of its message.
 */
export function facts(messages: readonly unknown[], options?: FactsOptions): Facts;

/** Gives the token ids of a text. */
export function encode(text: string, options?: EncodeOptions): number[];

/** Gives the text that token ids stand for. Bytes that are no whole character become U+FFFD. An id that is no token is an error. */
export function decode(ids: readonly number[], options?: DecodeOptions): string;

/** Gives the longest start of a text that has at most `max_tokens` tokens. It never cuts inside a character. */
export function truncate(text: string, options: TruncateOptions): string;

/**
 * Cuts a text to a limit, by the preset's rule for tool output or by a rule that you name. The default rule keeps the start, the end and
 * lines that name errors. It never cuts inside a character.
 */
export function truncateText(text: string, options?: TruncateTextOptions): TruncatedText;

/** Gives one page of a file's text: the first 2,000 lines, each up to 2,000 chars, and a notice that says how to get the rest. */
export function pageText(text: string, options?: PageTextOptions): TextPage;

/** Makes a part of a user message that holds an image, a PDF, a sound or a film, in the shape of a dialect. */
export function mediaPart(data: string, options: MediaPartOptions): Readonly<Record<string, unknown>>;

/**
 * Puts the files that an instruction file imports by `@path` into its text. An `@` in code imports nothing, no file is imported in a
 * circle, and none from outside the roots. What is not imported stands under `problems`.
 */
export function expandImports(text: string, options: ExpandImportsOptions): ExpandedImports;

/**
 * Joins instruction files into one text, each under its path and with its tokens. Equal texts stand once. Give the text as `preamble` with
 * each turn, and it leads the history after every compaction.
 */
export function joinInstructions(files: readonly { path: string; text: string }[], options?: JoinInstructionsOptions): Instructions;

/**
 * Tells what the user has open in an editor: the newest files and the selected text, in full or as changes since `last`. Give no `last`
 * after a compaction, so that all is said again.
 */
export function editorContext(state: unknown, options?: EditorContextOptions): EditorContext;

/** Gives the newest turns, each from its prompt on. No call is separated from its result. */
export function recentTurns<M>(messages: readonly M[], options?: RecentTurnsOptions): Edited<M, Selection>;

/** Gives what a router needs to see: of the newest 20 messages, the newest 4 that hold neither calls nor results. */
export function routingWindow<M>(messages: readonly M[], options?: RoutingWindowOptions): Edited<M, Selection>;

/**
 * Tells what a provider's error means: `tokens`, `max_tokens`, `bytes`, `media`, `pairing`, `thinking_bound`, `empty`, `rate`, `overload`,
 * `auth` or `other`, with the numbers and the place that it states, and what to do about it. It takes the exception of any SDK as it is,
 * an object with its status and body, or a text; and an answer that holds nothing, which some hosts give to a prompt that is too long.
 * What an error quotes of the request is not evidence of a size. A `Compactor` does it by itself: give the error to its
 * `handleProviderError`.
 */
export function classifyError(error: unknown, options?: ClassifyErrorOptions): ClassifiedError;

/**
 * Tells what a model holds and costs, and how that is known: `declared`, `table`, `observed` or `fallback`; and the rules of its
 * provider's prompt cache. Prefixes of vendors, dates, versions with dots or dashes, and tags in the name are understood, and the names of
 * sets of prices. A compactor needs no more than the name of a model that the table, or `models`, has.
 */
export function modelInfo(model: string, options?: ModelInfoOptions): ModelInfo;

/**
 * Makes the patch that takes a patch back: applied to what the patch made of the messages, it gives these messages again, also when
 * messages were added at the end. It holds what the patch took out as you gave it, so it can be stored if your messages can.
 */
export function invertPatch(messages: readonly unknown[], options: InvertPatchOptions): Patch;

/** Gives the token counts at which to warn, to compact and to stop, for a `contextWindow`. */
export function thresholds(options?: ThresholdsOptions): Thresholds;

/** Gives a Gemini history without invalid messages of the model. A run of the model's messages stays or goes as a whole. */
export function curate<M>(messages: readonly M[], options?: CurateOptions): Edited<M, Change[]>;

/**
 * Makes a Gemini history that the API accepts: neighbours of one role are merged, and calls and results are paired. The five switches add
 * more; they are off, but on under the preset `gemini-cli`.
 */
export function harden<M>(messages: readonly M[], options?: HardenOptions): Edited<M, Change[]>;

/** Cuts every long text in the parts of a tool result to a share of its tokens. What is not cut is the same object as before. */
export function normalizeResponse<M>(parts: readonly M[], options: NormalizeResponseOptions): Edited<M, string[]>;

/** Estimates the tokens of a request as gemini-cli does, and says whether gemini-cli would ask the provider for the count. */
export function estimatePartsTokens(request: unknown, options?: EstimatePartsTokensOptions): RequestEstimate;

/** Gives the context window, in tokens, that gemini-cli assumes for a model. A model of another vendor is an error. */
export function tokenLimit(model: string | null, options?: TokenLimitOptions): number;

/**
 * Gives gemini-cli's threshold, as a fraction of the window: `local` if it is given, else `remote`, else 0.5. A value of 0 counts as not
 * given.
 */
export function compressionThreshold(options?: CompressionThresholdOptions): CompressionThreshold;

/** Says whether a request no longer fits the context window, as gemini-cli checks it before it sends one. */
export function checkOverflow(request: unknown, options?: CheckOverflowOptions): Overflow;

/** Gives the alias of the model that gemini-cli asks for a summary, by the conversation's model. */
export function compressorModel(model: string | null, options?: CompressorModelOptions): string;

/**
 * Says which keys a cache of yours still holds after these uses, the oldest first, and which it lets go: those that were used the longest
 * time ago.
 */
export function leastRecentlyUsed(uses: readonly string[], options?: LeastRecentlyUsedOptions): CacheKeys;

/**
 * Says which of your events stay if only the newest do, first in first out, and how many of each type there are. An event has a `type`,
 * and may have a `timestamp` in milliseconds.
 */
export function recentActivity(events: readonly unknown[], options?: RecentActivityOptions): RecentActivity;

/**
 * Prepares a request with many pictures: old pictures become lines of text, and the newest move to the end. Send what comes back, and keep
 * your own list. Below `maxImages` pictures nothing changes.
 */
export function referenceImages<M>(messages: readonly M[], options?: ReferenceImagesOptions): Edited<M, ImageDetails>;

/** Estimates the tokens of the next prompt: the provider's last counts and the new message, or all messages if there is no count yet. */
export function estimatePromptTokens(messages: readonly unknown[], options?: EstimatePromptTokensOptions): PromptTokens;

/**
 * Reads qwen-code's settings from environment variables that you pass in and from its settings file. Gives `options` for the compactor,
 * every value, where each came from, what could not be used, and keys that there are not.
 */
export function resolveSettings(env: Readonly<Record<string, string | undefined>> | null, options?: ResolveSettingsOptions): Settings;

/**
 * Reads gencode's settings file, as data or as its text. Gives `options` for the compactor, every value, where each came from, what could
 * not be used, and keys that there are not. `model` and `enabled` are the host's to follow.
 */
export function compressionSettings(settings: Readonly<Record<string, unknown>> | string | null, options?: CompressionSettingsOptions): Settings;

/**
 * Clears old tool results and keeps the newest `clearProtectTokens` tokens of them. It does nothing below `clearMinTokens`; `clearRule`
 * says what that counts.
 */
export function prune<M>(messages: readonly M[], options?: PruneOptions): Edited<M, PruneDetails>;

/**
 * Says whether a conversation must be made smaller for a `contextWindow`, and how: `none`, `prune` (clear old tool results) or `compact`
 * (summarise).
 */
export function needsCompression(messages: readonly unknown[], options?: NeedsCompressionOptions): Need;

/** Adds up the tokens of a provider's usage report, as the preset's system adds them up. */
export function usageTokens(usage: unknown, options?: UsageTokensOptions): UsageTokens;

/** Finds what happened in messages, without a model: the decisions, the files changed and the tools used. */
export function extractActivity(messages: readonly unknown[], options?: ExtractActivityOptions): SessionActivity;

/** Makes the record of a summary as gencode's session files hold it, with the same keys. */
export function conversationSummary(messages: readonly unknown[], options: ConversationSummaryOptions): ConversationSummary;

/** Gives the messages of a saved session that a model should read: those that it holds, and a summary of removed messages that got lost. */
export function messagesForModel<M>(session: SavedSession<M>, options?: MessagesForModelOptions): Edited<M, SessionStats>;
