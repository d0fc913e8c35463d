// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type { CompactorOptions, Dialect, Preset } from './options.js';

/** What started a run. */
export type RunCause = 'manual' | 'auto' | 'token_limit' | 'image_overflow' | 'payload_overflow' | 'refusal';

/** The sender of a message, with one name for all formats. */
export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'other';

/** What happened to a message. */
export type RowAction = 'kept' | 'summarized' | 'cleared' | 'truncated' | 'condensed' | 'repaired';

/** The outcome of a run. */
export type Status = 'unchanged' | 'reduced' | 'summarized' | 'repaired' | 'too_large' | 'failed' | 'conflict' | 'cancelled';

/** Why a run ended as it did, or why a model's answer was refused. */
export type ReasonCode =
  | 'empty_history' | 'below_trigger' | 'no_cut' | 'span_too_short' | 'nothing_new' | 'nothing_to_clear' | 'summarized' | 'cleared'
  | 'clipped' | 'condensed' | 'repaired' | 'over_window' | 'over_request_limit' | 'not_smaller' | 'would_be_invalid'
  | 'counting_failed' | 'history_changed' | 'cancelled' | 'summarizer_error' | 'summarizer_paused' | 'summarizer_off'
  | 'summary_damaged' | 'summary_empty' | 'summary_error_text' | 'summary_tool_call' | 'summary_refused' | 'summary_echo'
  | 'summary_loops' | 'summary_copy' | 'summary_too_long' | 'summary_cut_off' | 'summary_too_thin' | 'summary_off_topic' | 'open_end'
  | 'too_few_messages' | 'no_room';

/** What was removed. */
export type RemovedKind =
  | 'summarized_messages' | 'cleared_tool_results' | 'truncated_tool_results' | 'cleared_arguments' | 'cleared_reasoning'
  | 'cleared_media' | 'condensed_tool_results';

/** Who wrote a summary. */
export type SummaryBy = 'model' | 'extractive';

/** A relaxed option. */
export type RelaxedOption = 'keep' | 'keep_tool_results';

/** The subject of a warning. */
export type WarningCode =
  | 'usage_below_estimate' | 'usage_above_estimate' | 'usage_unparsed' | 'thinking_removed' | 'unrecognized_content' | 'dangling_call'
  | 'invalid_history' | 'store_failed' | 'unread_lost' | 'summary_unsupported';

/** What an edit does. */
export type EditAction =
  | 'replace_media' | 'drop_nested_media' | 'clear_result' | 'replace_embedded_media' | 'cut_result' | 'shorten_result'
  | 'shorten_arguments' | 'drop_thinking';

/** The reason for an edit. */
export type EditReason =
  | 'unreadable_medium' | 'idle' | 'size' | 'forced' | 'relaxed' | 'pruned' | 'budget' | 'payload' | 'padding' | 'json' | 'grouped'
  | 'shown_before' | 'source_gone' | 'changed_later' | 'read_again' | 'repeated' | 'written' | 'bound';

/** The purpose of a model request. */
export type Purpose = 'summary' | 'piece' | 'retry' | 'check';

/** The media type of an output. */
export type Mime = 'text/plain';

/** What repeats. */
export type LoopKind = 'calls' | 'text' | 'lines';

/** When to clear and when to summarize. */
export type Policy =
  | 'recorded' | 'never' | 'break_even' | 'trigger' | 'every_turn' | 'context_editing' | 'context_editing_20k' | 'summarize_85'
  | 'summarize_85_keep_tenth';

/** The kinds of media. */
export type MediaKind = 'image' | 'pdf' | 'audio' | 'video' | 'other';

/** How important a record is. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** The event. */
export type LogEvent =
  | 'started' | 'asked' | 'finished' | 'fallback' | 'not_stored' | 'usage_unparsed' | 'unrecognized_content'
  | 'callback_context_unused' | 'near_window' | 'failed' | 'too_large';

/** The kind of a media item. */
export type MediumKind = 'image' | 'pdf' | 'audio' | 'unknown';

/** The reason for a cut's position. */
export type CutReason =
  | 'empty' | 'boundary_at_target' | 'boundary_before_target' | 'everything' | 'nothing' | 'boundary_that_fits'
  | 'boundary_before_live' | 'trailing_call' | 'no_boundary';

/** Why a cut isn't allowed. */
export type CutProblem =
  | 'among_system_messages' | 'already_compacted' | 'parts_call_from_result' | 'loses_waiting_call' | 'parts_reasoning_from_item'
  | 'parts_parallel_calls' | 'starts_with_result';

/** Why content was cleared. */
export type ClearTrigger = 'none' | 'idle' | 'size' | 'force';

/** The kinds of problems, in the order of `repair`. */
export type ProblemCode =
  | 'missing_role' | 'unknown_role' | 'lone_surrogate' | 'own_field' | 'missing_id' | 'duplicate_call_id' | 'duplicate_result'
  | 'orphan_result' | 'misplaced_result' | 'dangling_call' | 'results_not_first' | 'reasoning_without_item' | 'ends_in_thought'
  | 'empty_result' | 'empty_part' | 'empty_message' | 'first_message_not_user' | 'roles_do_not_alternate' | 'system_message_in_list'
  | 'system_message_in_the_middle' | 'thinking_bound' | 'unreadable_message';

/** The severity of a problem. */
export type Severity = 'error' | 'warning';

/** The kind of an unsupported claim. */
export type ClaimKind = 'path' | 'id' | 'number' | 'command' | 'check';

/** What was done to a file. */
export type FileUse = 'read' | 'written' | 'edited' | 'appended' | 'removed';

/** The outcome of a call. */
export type Outcome = 'ok' | 'failed' | 'refused' | 'unknown';

/** How far a task is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

/** The origin of the text that replaces an output. */
export type OutputFrom = 'summary' | 'truncation' | 'output';

/** Why a model's text in place of a tool result was not used. */
export type OutputDefect = 'empty' | 'refused' | 'too_long' | 'not_smaller' | 'no_answer';

/** Why a file or import isn't read. */
export type NotRead =
  | 'missing' | 'outside' | 'not_a_file' | 'too_large' | 'unreadable' | 'binary' | 'unsupported' | 'repeated' | 'depth' | 'limit'
  | 'url';

/** Why an instruction file is omitted. */
export type SkipReason = 'empty' | 'same_text' | 'over_budget';

/** How much of an editor is described. */
export type EditorKind = 'full' | 'changes' | 'none';

/** What to do next. */
export type RecoveryAction =
  | 'compact' | 'lower_max_tokens' | 'relieve_bytes' | 'relieve_media' | 'repair' | 'drop_thinking' | 'wait' | 'fail';

/** What is wrong. */
export type ErrorKind =
  | 'tokens' | 'max_tokens' | 'bytes' | 'media' | 'pairing' | 'thinking_bound' | 'empty' | 'rate' | 'overload' | 'auth' | 'other';

/** How an error was recognized. */
export type MatchedBy = 'wording' | 'code' | 'status' | 'answer' | 'nothing';

/** The source of a limit. */
export type LimitSource = 'declared' | 'table' | 'observed' | 'assumed' | 'fallback';

/** The source of prices. */
export type PriceSource = 'declared' | 'table' | 'name';

/** The kind of a change. */
export type ChangeKind =
  | 'drop_invalid_run' | 'drop_empty' | 'drop_invalid_part' | 'drop_thoughts' | 'merge' | 'sign_call' | 'answer_call' | 'add_call'
  | 'order_results' | 'add_start' | 'add_end' | 'add_context' | 'scrub';

/** The source of a threshold. */
export type ThresholdFrom = 'local' | 'remote' | 'default';

/** How to compact a conversation. */
export type NeedStrategy = 'none' | 'prune' | 'compact';

/** The source of a token count. */
export type NeedSource = 'usage' | 'estimate';

/** The kind of a file. */
export type FileKind = 'text' | 'image' | 'pdf' | 'audio' | 'video' | 'binary' | 'refused';

/** What happened to one message. */
export interface ResultRow {
  /** Index of the message before the run. */
  readonly index: number;
  /** The message's role. */
  readonly role: Role;
  /** The tools it calls, or whose results it contains; may be empty. */
  readonly tool: string;
  /** The ids of its calls and results. */
  readonly callIds: readonly string[];
  /** Tokens before the run. */
  readonly tokensBefore: number;
  /** Tokens after the run; 0 if removed. */
  readonly tokensAfter: number;
  /** What happened to the message. */
  readonly action: RowAction;
  /** The reason as a sentence; empty if unchanged. */
  readonly reason: string;
}

/** A group of removed content. */
export interface Removed {
  /** What happened to it. */
  readonly kind: RemovedKind;
  /** The number of messages, results or media. */
  readonly count: number;
  /** Tokens of the summarized messages, or tokens saved. */
  readonly tokens: number;
}

/** A code for programs and a sentence for people. */
export interface Reason {
  /** The code, e.g. `below_trigger` or `not_smaller`. */
  readonly code: ReasonCode;
  /** The sentence. */
  readonly text: string;
}

/** A stored tool output, or summarized messages. */
export interface Stored {
  /** Index of the message, or of the first one, before the run. */
  readonly message: number;
  /** Index of the last message. */
  readonly lastMessage: number;
  /** JSON Pointer of the result in its message; empty for messages. */
  readonly path: string;
  /** The place in the store: `store.get(locator)` returns it. */
  readonly locator: string;
  /** Length in characters. */
  readonly chars: number;
}

/** Something to check. */
export interface Warning {
  /** The code for programs. */
  readonly code: WarningCode;
  /** The warning as a sentence. */
  readonly text: string;
  /** JSON Pointer to the place, or null. */
  readonly path: string | null;
}

/** The outcome of a run. Tokens are estimates, unless stated otherwise. */
export interface ResultFields<M = any> {
  /** The messages to continue with, or the same array if nothing changed. */
  readonly messages: M[];
  /** How the run ended. */
  readonly status: Status;
  /** Whether the messages changed. */
  readonly changed: boolean;
  /** Whether the prompt fits the window. If not, don't send it. */
  readonly canSend: boolean;
  /** Why the run ended this way, as a sentence. */
  readonly reason: string;
  /** The reason as a code. */
  readonly code: ReasonCode;
  /** Tokens of the messages before the run. */
  readonly tokensBefore: number;
  /** Tokens of the messages after the run. */
  readonly tokensAfter: number;
  /** Tokens of the next prompt, with system prompt and tools. */
  readonly promptTokens: number;
  /** The largest prompt in tokens, or null if unknown. */
  readonly contextWindow: number | null;
  /** The prompt size at which compaction starts; 0 without a window. */
  readonly triggerTokens: number;
  /** Removed content, one group for each kind. */
  readonly removed: readonly Removed[];
  /** The new summary, or null. */
  readonly summary: string | null;
  /** Who wrote the summary, or null. */
  readonly summaryBy: SummaryBy | null;
  /** Why a fallback replaced the model's summary, or null. */
  readonly fallback: Reason | null;
  /** Options that were relaxed to reach the target or the trigger. */
  readonly relaxedOptions: readonly RelaxedOption[];
  /** Stored content. */
  readonly stored: readonly Stored[];
  /** Cache breakpoints, as numbers of messages in the prefix; 0 is the system prompt. */
  readonly cacheBreakpoints: readonly number[];
  /** Tokens that the provider has to cache again. */
  readonly cacheTokensLost: number;
  /** Calls after which the change has paid for itself, or null. */
  readonly breakEvenCalls: number | null;
  /** Fields to add to the next request. */
  readonly requestFields: Readonly<Record<string, unknown>>;
  /** Warnings, if any. */
  readonly warnings: readonly Warning[];
  /** Other measurements, by path. */
  readonly log: Readonly<Record<string, number | string>>;
  /** The exception of one of your functions, or null. */
  readonly error: unknown;
}

/** Which messages would be summarized, and by whom. */
export interface PlannedSummary {
  /** The first message to summarize. */
  readonly start: number;
  /** The first kept message after them. */
  readonly end: number;
  /** Pinned messages between the two. */
  readonly pinned: readonly number[];
  /** How many messages would be summarized. */
  readonly messages: number;
  /** Their estimated tokens. */
  readonly tokens: number;
  /** Who would write it. */
  readonly by: SummaryBy;
  /** Estimated tokens of the model request; 0 without a model. */
  readonly inputTokens: number;
  /** The answer's token limit; without a model, the size of the summary. */
  readonly outputTokens: number;
}

/** A change to one part. */
export interface Edit {
  /** Index of the message before the edit. */
  readonly message: number;
  /** JSON Pointer of the part in its message. */
  readonly path: string;
  /** What the edit does. */
  readonly action: EditAction;
  /** Why it does this. */
  readonly reason: EditReason;
  /** Characters of the part before the edit. */
  readonly charsBefore: number;
  /** Characters of the part after the edit. */
  readonly charsAfter: number;
  /** How many media items it removes. */
  readonly media: number;
  /** Their estimated tokens. */
  readonly mediaTokens: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
  /** The tool of the result; empty for other parts. */
  readonly tool: string;
  /** The subject of the call, e.g. a path or a command; may be empty. */
  readonly detail: string;
  /** The new text of the part. */
  readonly text: string;
}

/** An output that would be stored. */
export interface PlannedOutput {
  /** Its key in the store. */
  readonly key: string;
  /** Its length in characters. */
  readonly chars: number;
}

/** The planned run. */
export interface Plan {
  /** How the run would end. */
  readonly status: Status;
  /** Whether the messages would change. */
  readonly changed: boolean;
  /** Whether the prompt would fit. */
  readonly canSend: boolean;
  /** The reason as a sentence. */
  readonly reason: string;
  /** The reason as a code. */
  readonly code: ReasonCode;
  /** Tokens of the messages now. */
  readonly tokensBefore: number;
  /** Tokens of the messages afterwards; with a model summary, an upper limit. */
  readonly tokensAfter: number;
  /** Tokens of the next prompt, including system prompt and tools. */
  readonly promptTokens: number;
  /** The largest prompt in tokens, or null if unknown. */
  readonly contextWindow: number | null;
  /** The prompt size at which compaction starts; 0 without a window. */
  readonly triggerTokens: number;
  /** Content that would be removed, one group for each kind. */
  readonly removed: readonly Removed[];
  /** The planned summary, or null. */
  readonly summary: PlannedSummary | null;
  /** Tokens that the provider would have to cache again. */
  readonly cacheTokensLost: number;
  /** Calls after which the change would have paid for itself, or null. */
  readonly breakEvenCalls: number | null;
  /** Fields to add to the next request. */
  readonly requestFields: Readonly<Record<string, unknown>>;
  /** Warnings, if any. */
  readonly warnings: readonly Warning[];
  /** The planned edits. */
  readonly edits: readonly Edit[];
  /** Outputs that would be stored. */
  readonly stores: readonly PlannedOutput[];
  /** The change as a patch, or null if it depends on an answer. Locators are keys. */
  readonly patch: Patch | null;
  /** Other measurements, by path. */
  readonly log: Readonly<Record<string, number | string>>;
  /** The plan as text. */
  readonly text: string;
}

/** A complete request for a model. With `followsConversation`, send the conversation first. */
export interface SummaryRequest<M = any> {
  /** The purpose of the call. */
  readonly purpose: Purpose;
  /** The system prompt. */
  readonly system: string;
  /** The messages, as plain text in the history's format, unless the preset's `request` is `native`. */
  readonly messages: M[];
  /** The answer's token limit. */
  readonly maxOutputTokens: number;
  /** Estimated tokens of system prompt and messages. */
  readonly inputTokens: number;
  /** The model that the original would use, or null. You can use another. */
  readonly model: string | null;
  /** Whether to send the messages after the conversation, whose prefix is cached. */
  readonly followsConversation: boolean;
  /** The time limit in seconds, or null. */
  readonly timeoutS: number | null;
}

/** A file to read again. */
export interface WantedFile {
  /** The path from the tool call. Only read it inside your workspace. */
  readonly path: string;
  /** The longest text to restore, in characters. Longer files are only named. */
  readonly maxChars: number;
}

/** An output to store before it's cleared. */
export interface StoreRequest {
  /** A safe file name, derived from the content: `tool-outputs/read_file_00f1....txt`. */
  readonly key: string;
  /** The complete output, or the messages that become a summary. */
  readonly text: string;
  /** The media type of the text. */
  readonly mime: Mime;
  /** The path, the command or the pattern of the call; may be empty. */
  readonly arguments: string;
}

/** A detected loop. */
export interface Loop {
  /** What repeats. */
  readonly kind: LoopKind;
  /** How many calls or lines make up one repetition. */
  readonly cycle: number;
  /** How many times in a row. */
  readonly repeats: number;
  /** Loops found since the last `reset`, including this one. */
  readonly count: number;
  /** What repeats, as a sentence. */
  readonly detail: string;
}

/** An entry for a log. */
export interface LogRecord {
  /** The log level. */
  readonly level: LogLevel;
  /** The event. */
  readonly event: LogEvent;
  /** The message as a sentence. */
  readonly text: string;
  /** The record as data. Names are OpenTelemetry's, or start with `conspectus.`. */
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>;
}

/** Estimated tokens of a conversation, by purpose. */
export interface TokensByKind {
  /** System messages in the list. */
  readonly system: number;
  /** The user's text. */
  readonly user: number;
  /** The agent's text. */
  readonly assistant: number;
  /** Reasoning. */
  readonly reasoning: number;
  /** Tool calls. */
  readonly toolCalls: number;
  /** Text of tool results. */
  readonly toolResults: number;
  /** Media, in any place. */
  readonly media: number;
  /** Unknown parts, and the overhead of each message. */
  readonly other: number;
  /** Conspectus's own summary. */
  readonly summary: number;
}

/** Tokens that no compaction shortens. */
export interface Overhead {
  /** The system prompt. */
  readonly system: number;
  /** The tool schemas. */
  readonly tools: number;
  /** The frame of each message. */
  readonly frames: number;
}

/** The size of a conversation. */
export interface Estimate {
  /** All tokens. */
  readonly tokens: number;
  /** Characters, by the current measure. */
  readonly chars: number;
  /** Number of media items. */
  readonly media: number;
  /** Tokens of the media. */
  readonly mediaTokens: number;
  /** Tokens that no compaction shortens. */
  readonly overhead: Overhead;
  /** Tokens of each message. */
  readonly perMessage: readonly number[];
  /** Tokens of the next prompt, based on the last usage, or null. */
  readonly promptTokens: number | null;
  /** Tokens of that prompt that aren't in any message, or null. */
  readonly unlistedTokens: number | null;
  /** The detected message format. */
  readonly dialect: Dialect;
}

/** Tokens of a string or a conversation. */
export interface TokenCount {
  /** All tokens. */
  readonly tokens: number;
  /** Whether the count is exact or an estimate. */
  readonly exact: boolean;
  /** Tokens by purpose, or null for a string. */
  readonly byKind: TokensByKind | null;
  /** Tokens of each message; empty for a string. */
  readonly perMessage: readonly number[];
  /** Other measurements, or null for a string. */
  readonly details: Estimate | null;
}

/** The cost of a media item. */
export interface MediaTokens {
  /** Its tokens. */
  readonly tokens: number;
  /** The rule that was used. */
  readonly rule: string;
  /** The detail level. */
  readonly detail: string;
  /** `image`, `pdf`, `audio` or `unknown`. */
  readonly kind: MediumKind;
  /** Width of an image in pixels, or null. */
  readonly width: number | null;
  /** Height of an image in pixels, or null. */
  readonly height: number | null;
  /** Pages of a document, or null. */
  readonly pages: number | null;
  /** Length of audio in seconds, or null. */
  readonly seconds: number | null;
}

/** A provider's token counts for one request. */
export interface Usage {
  /** Prompt tokens, including cached ones. */
  readonly promptTokens: number;
  /** Output tokens, if reported. */
  readonly outputTokens: number | null;
  /** Prompt tokens read from the cache, if reported. */
  readonly cachedTokens: number | null;
}

/** Tokens of a string. */
export interface TextTokens {
  /** The tokens. */
  readonly tokens: number;
  /** The rule that was used. */
  readonly rule: string;
}

/** A boundary before message `index`; the last one is after the last message. */
export interface LegalCut {
  /** A cut here removes messages `..index`. */
  readonly index: number;
  /** Whether a cut is allowed here. */
  readonly legal: boolean;
  /** Why not, or null. */
  readonly reason: CutProblem | null;
}

/** The chosen cut: messages before `index` can be summarized. */
export interface Cut {
  /** Index of the first kept message; 0 means that nothing can be summarized. */
  readonly index: number;
  /** Why the cut is here. */
  readonly reason: CutReason;
  /** Tokens of all messages. */
  readonly tokensBefore: number;
  /** Tokens of the kept messages. */
  readonly tokensAfter: number;
  /** Every boundary, and whether a cut is allowed there. */
  readonly cuts: readonly LegalCut[];
}

/** A cut: messages `..index` are summarized, the others kept. */
export interface SplitPoint {
  /** Index of the first kept message; 0 means that nothing can be summarized. */
  readonly index: number;
  /** Why the cut is here. */
  readonly reason: CutReason;
  /** Characters before the cut. */
  readonly charsBefore: number;
  /** Characters of the complete history. */
  readonly charsTotal: number;
}

/** Counts of cleared content. */
export interface ClearDetails {
  /** Why content was cleared. */
  readonly trigger: ClearTrigger;
  /** Cleared results. */
  readonly toolResults: number;
  /** Results that lost their media and kept their text. */
  readonly nestedMedia: number;
  /** Cleared media in user messages. */
  readonly media: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
  /** Paths or commands of cleared results. Remove them from your cache of read files. */
  readonly cleared: readonly string[];
  /** Cleared results of calls without a path or command. */
  readonly clearedUnnamed: number;
}

/** Counts of cleared media. */
export interface ClearMediaDetails {
  /** Cleared media. */
  readonly cleared: number;
  /** Kept media. */
  readonly kept: number;
  /** Bytes of cleared media. */
  readonly bytesCleared: number;
  /** Pixels of cleared images. */
  readonly pixelsCleared: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
}

/** Counts of cleared stale content. */
export interface ClearStaleDetails {
  /** Reads of files that were changed later. */
  readonly changedLater: number;
  /** Reads whose lines a later read shows. */
  readonly readAgain: number;
  /** Results that a later result repeats. */
  readonly repeated: number;
  /** Calls whose written text is in the file. */
  readonly written: number;
  /** Results whose pointers were replaced by the lines themselves. */
  readonly writtenOut: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
  /** Estimated tokens of the list afterwards. */
  readonly tokensAfter: number;
  /** Paths or commands of cleared results. Remove them from your cache of read files. */
  readonly cleared: readonly string[];
}

/** Counts of replaced media. */
export interface SlimDetails {
  /** Replaced images. */
  readonly images: number;
  /** Other replaced media. */
  readonly documents: number;
  /** Texts in which data URLs were replaced. */
  readonly texts: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
}

/** Counts of condensed content. */
export interface CondenseDetails {
  /** Condensed results. */
  readonly results: number;
  /** Results that lost the spaces before line numbers. */
  readonly lineNumbers: number;
  /** Results whose JSON was shortened or became a table. */
  readonly tables: number;
  /** Results in which shared parts of lines are written once. */
  readonly groups: number;
  /** Pointers to lines of earlier results. */
  readonly pointers: number;
  /** Lines replaced by pointers. */
  readonly lines: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
}

/** Results restored by `expand`. */
export interface ExpandDetails {
  /** Restored results. */
  readonly results: number;
}

/** A problem that a provider would reject, or that has less effect than expected. */
export interface Problem {
  /** The kind of problem. */
  readonly code: ProblemCode;
  /** JSON Pointer to its place in the list. */
  readonly path: string;
  /** Whether the provider would reject the request. */
  readonly severity: Severity;
  /** The provider's error message, as far as known. */
  readonly message: string;
}

/** A repair of one problem. */
export interface Repair {
  /** The repaired problem. */
  readonly code: ProblemCode;
  /** JSON Pointer to the problem, after earlier repairs. */
  readonly path: string;
  /** What was done, as a sentence. */
  readonly action: string;
}

/** A summary made without a model. */
export interface Summary {
  /** The summary. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** Its sections by their names. */
  readonly sections: Readonly<Record<string, string>>;
  /** What a model wrote in an earlier summary. */
  readonly notes: string;
  /** The text to put into a history. */
  readonly message: string;
}

/** A claim in a summary that its conversation doesn't support. */
export interface Claim {
  /** What it is. */
  readonly kind: ClaimKind;
  /** Its text, on one line. */
  readonly text: string;
}

/** Claims in a summary that its conversation doesn't support. */
export interface CheckedSummary {
  /** How many there are. */
  readonly count: number;
  /** The first twelve. */
  readonly unsupported: readonly Claim[];
}

/** A model's answer to a request for a summary, as it was read. */
export interface ParsedSummary {
  /** The summary; may be empty. */
  readonly text: string;
  /** Whether it is complete, not cut off. */
  readonly closed: boolean;
}

/** What the user said in one message. */
export interface FactRequest {
  /** The words, without what a host or a paste put around them. */
  readonly text: string;
  /** The message that holds them. */
  readonly message: number;
}

/** A file and what was done to it. */
export interface FileFact {
  /** The path as spelled, relative to the folder that a command changed to. */
  readonly path: string;
  /** The last change; `read` if it wasn't changed. */
  readonly state: FileUse;
  /** Everything that was done, each once. */
  readonly did: readonly FileUse[];
  /** How many times it was changed. */
  readonly changes: number;
  /** The first message with a call that used it. */
  readonly first: number;
  /** The last message with such a call. */
  readonly message: number;
}

/** A command and its outcome. */
export interface Command {
  /** The command line. */
  readonly command: string;
  /** How it ended. */
  readonly outcome: Outcome;
  /** What it said, if it failed or was refused; null if not. */
  readonly error: string | null;
  /** The message that calls it. */
  readonly message: number;
  /** The message with its result, or null. */
  readonly result: number | null;
  /** The message that runs it again, or null. */
  readonly again: number | null;
}

/** One task of the newest list. */
export interface Todo {
  /** What is to be done, on one line. */
  readonly text: string;
  /** How far it is. */
  readonly status: TodoStatus;
  /** Whether it is still to be done. */
  readonly open: boolean;
  /** The index of the message with the call that wrote the list. */
  readonly message: number;
}

/** What a conversation holds, found without a model. */
export interface Facts {
  /** What the user said, in order. */
  readonly requests: readonly FactRequest[];
  /** Files, and what was done to them, in the order of last use. */
  readonly files: readonly FileFact[];
  /** Commands with their outcomes, in order. */
  readonly commands: readonly Command[];
  /** The newest list of tasks. */
  readonly todos: readonly Todo[];
}

/** A truncated text and its sizes. */
export interface TruncatedText {
  /** The truncated text. */
  readonly text: string;
  /** Whether the text changed. */
  readonly truncated: boolean;
  /** Characters before. */
  readonly charsBefore: number;
  /** Characters after. */
  readonly charsAfter: number;
  /** Lines before. */
  readonly linesBefore: number;
  /** Lines after. */
  readonly linesAfter: number;
  /** UTF-8 bytes before. */
  readonly bytesBefore: number;
  /** UTF-8 bytes after. */
  readonly bytesAfter: number;
  /** Lines with errors that were kept from the middle. */
  readonly errorLines: number;
  /** What to show instead of an empty text, or null. */
  readonly note: string | null;
  /** The rule that was used. */
  readonly rule: string;
}

/** The request to a model that summarizes a tool output. */
export interface OutputRequest {
  /** The system text. */
  readonly system: string;
  /** One message of the user, plain text, in the dialect that was given. */
  readonly messages: readonly unknown[];
  /** The maximum number of output tokens: twice the budget, since errors and warnings are copied in addition to the summary. */
  readonly maxOutputTokens: number;
}

/** A tool output, summarized if it exceeds its budget. */
export interface CheckedOutput {
  /** What takes the place of the output. */
  readonly text: string;
  /**
   * The origin of the text: `summary`; `truncation` if the answer could not be used; `output` without an answer, or if nothing shorter was
   * found.
   */
  readonly source: OutputFrom;
  /** Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`, `no_answer`. */
  readonly defect: OutputDefect | null;
  /**
   * The number of errors that were missing from the answer and were added; after a truncation, the number of error lines kept from the
   * middle.
   */
  readonly errorsPutIn: number;
  /** The number of warnings that were missing from the answer and were added. */
  readonly warningsPutIn: number;
  /** How many of both had no room. */
  readonly leftOut: number;
  /** Estimated tokens of the output. */
  readonly tokensBefore: number;
  /** Estimated tokens of the text. */
  readonly tokensAfter: number;
  /** What to ask a model, whose answer is then given; null if there is nothing to ask. */
  readonly request: OutputRequest | null;
}

/** A page of a text. */
export interface TextPage {
  /** The lines. */
  readonly text: string;
  /** Number of the first line, starting at 1. */
  readonly firstLine: number;
  /** Number of the last line; one less than the first if the page is empty. */
  readonly lastLine: number;
  /** Lines of the text, or null if it wasn't read to its end. */
  readonly totalLines: number | null;
  /** Lines of the page that were truncated. */
  readonly cutLines: number;
  /** Whether part of the text isn't on the page. */
  readonly truncated: boolean;
  /** The `offset` of the next page, or null. */
  readonly nextOffset: number | null;
  /** What's missing and how to get it, for the model; may be empty. */
  readonly notice: string;
}

/** An imported file. */
export interface ImportedFile {
  /** The file. */
  readonly path: string;
  /** The file that imports it. */
  readonly importedBy: string;
  /** The depth of the import, starting at 1. */
  readonly depth: number;
  /** Characters of its own text, without imports. */
  readonly chars: number;
  /** Tokens of its own text. */
  readonly tokens: number;
}

/** An import that failed. */
export interface ImportProblem {
  /** The reason, or the reader's word for it. */
  readonly kind: NotRead;
  /** The text after the `@`. */
  readonly written: string;
  /** The path it means. */
  readonly path: string;
  /** The file that contains it. */
  readonly importedBy: string;
}

/** A text with its imports. */
export interface ExpandedImports {
  /** The text. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** The imported files. */
  readonly files: readonly ImportedFile[];
  /** Imports that failed. */
  readonly problems: readonly ImportProblem[];
  /** How many more failed. */
  readonly moreProblems: number;
}

/** What happened to an instruction file. */
export interface InstructionRow {
  /** The file. */
  readonly path: string;
  /** Tokens of its part of the text; 0 if omitted. */
  readonly tokens: number;
  /** Why it's omitted, or null. */
  readonly leftOut: SkipReason | null;
  /** The file with the same text, or null. */
  readonly sameAs: string | null;
}

/** Instruction files as one text. */
export interface Instructions {
  /** The text; may be empty. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** All files, in your order. */
  readonly files: readonly InstructionRow[];
}

/** The description of an editor for a model. */
export interface EditorContext {
  /** How much is described. */
  readonly kind: EditorKind;
  /** The text for the model; may be empty. */
  readonly text: string;
  /** The description as data. */
  readonly data: unknown;
  /** What's open now. Pass it as `last` next time. */
  readonly state: unknown;
}

/** The kept messages. */
export interface Selection {
  /** Indexes of the kept messages. */
  readonly kept: readonly number[];
  /** How many messages were omitted because they're older. */
  readonly older: number;
  /** How many messages were omitted because of calls or results. */
  readonly tools: number;
  /** Estimated tokens of the kept messages. */
  readonly tokens: number;
}

/** The meaning of a provider error, and what to do. */
export interface ClassifiedError {
  /** What to do next. */
  readonly action: RecoveryAction;
  /** Milliseconds to wait before the next request. */
  readonly waitMs: number;
  /** The largest prompt that fits, if the error states it. */
  readonly ceilingTokens: number | null;
  /** Number of this rejection in a row, starting at 1. */
  readonly attempt: number;
  /** What is wrong. */
  readonly kind: ErrorKind;
  /** Whether the same request may succeed later. */
  readonly retry: boolean;
  /** How the kind was recognized. */
  readonly knownBy: MatchedBy;
  /** The HTTP status. */
  readonly status: number | null;
  /** Tokens of the rejected prompt. */
  readonly promptTokens: number | null;
  /** The prompt limit, including the response if the provider counts both. */
  readonly limitTokens: number | null;
  /** Output tokens that the request asked for. */
  readonly maxOutputTokens: number | null;
  /** The output limit. */
  readonly limitOutputTokens: number | null;
  /** Size of the rejected request or part, in bytes. */
  readonly bytes: number | null;
  /** The limit in bytes. */
  readonly limitBytes: number | null;
  /** The limit on media. */
  readonly limitMedia: number | null;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | null;
  /** JSON Pointer into the request, e.g. `/messages/3/content/1`. */
  readonly place: string | null;
  /** The provider's message, up to 500 characters. */
  readonly message: string;
}

/** Prices in dollars per million tokens. */
export interface ModelPrices {
  /** Uncached prompt tokens. */
  readonly input: number;
  /** Tokens read from the cache. */
  readonly cachedRead: number;
  /** Tokens written to the cache. */
  readonly cacheWrite: number;
  /** Output tokens. */
  readonly output: number;
}

/** Prices for all tokens of longer prompts. */
export interface PriceTier {
  /** Prompts with more tokens cost these prices. */
  readonly aboveTokens: number;
  /** The prices. */
  readonly prices: ModelPrices;
}

/** Token prices in any unit, and the rules of the prompt cache. */
export interface CachePrices {
  /** An uncached prompt token. */
  readonly input: number;
  /** A token read from the cache. */
  readonly read: number;
  /** A token written to the cache. */
  readonly write: number;
  /** An output token. */
  readonly output: number;
  /** The lifetime of a cached prefix after its last use; 0 if unknown. */
  readonly ttlMs: number;
  /** The shortest cached prefix in tokens. */
  readonly minPrefixTokens: number;
  /** The most cache breakpoints in a request; 0 if the provider finds any common prefix. */
  readonly breakpoints: number;
  /** How many blocks before a breakpoint are searched; 0 if any prefix is found. */
  readonly lookbackBlocks: number;
  /** The source of the prices. */
  readonly knownFrom: PriceSource;
  /** The source of the facts. */
  readonly source: string;
  /** The year and month of the source. */
  readonly date: string;
}

/** What is known about a model. */
export interface ModelInfo {
  /** The name in the table or in `models`, or null. */
  readonly model: string | null;
  /** The context window: prompt and answer together. */
  readonly windowTokens: number;
  /** The source of the window. */
  readonly windowSource: LimitSource;
  /** The largest prompt in tokens, if it's limited separately. */
  readonly inputTokens: number;
  /** The largest response in tokens. */
  readonly outputTokens: number;
  /** The source of the output limit. */
  readonly outputSource: LimitSource;
  /** The tokenizer family for estimates. */
  readonly family: string;
  /** List prices for prompts of normal length, or null. */
  readonly prices: ModelPrices | null;
  /** Prices of long prompts, the shortest first. */
  readonly tiers: readonly PriceTier[];
  /** Cache prices and rules, or null. */
  readonly cache: CachePrices | null;
  /** The source of the facts, or null. */
  readonly source: string | null;
  /** The year and month of the source, or null. */
  readonly date: string | null;
}

/** The thresholds for a window, in tokens. They aren't rounded. */
export interface Thresholds {
  /** The prompt size at which to warn the user. */
  readonly warn: number;
  /** The prompt size at which to compact. */
  readonly auto: number;
  /** The prompt size at which to compact before sending anything. */
  readonly hard: number;
  /** The window without the reserve for the response. */
  readonly usable: number;
}

/** The calls of one day. */
export interface DayCost {
  /** The day in UTC, e.g. 2026-11-30. */
  readonly day: string;
  /** The agent's calls. */
  readonly calls: number;
  /** Their cost in input tokens. */
  readonly cost: number;
  /** Their cost in US dollars, or null. */
  readonly costUsd: number | null;
}

/** The simulated cost of one policy. */
export interface SimulatedRow {
  /** The policy. */
  readonly policy: Policy | Preset;
  /** The price set. */
  readonly prices: string;
  /** The context window. */
  readonly window: number;
  /** The agent's calls. */
  readonly calls: number;
  /** The cost of all calls, in the price of an input token. */
  readonly cost: number;
  /** The cost in US dollars, if `prices` is a known model. */
  readonly costUsd: number | null;
  /** The cost in percent of never compacting. */
  readonly relativeCostPercent: number;
  /** Names, paths and numbers that the agent reused after more than three calls. */
  readonly names: number;
  /** How many of them were still in its prompt. */
  readonly namesPresent: number;
  /** That share in percent. */
  readonly hitPercent: number;
  /** Prompts above the window. */
  readonly overWindow: number;
  /** Results removed before the agent had read them. */
  readonly unreadLost: number;
  /** User requests that aren't in the prompt in full. */
  readonly requestsLost: number;
  /** How many times old results were cleared. */
  readonly clearings: number;
  /** How many times messages were summarized. */
  readonly summaries: number;
  /** The cost of each day, if times are known. */
  readonly days: readonly DayCost[];
  /** The source of the prices. */
  readonly pricesSource: string;
  /** Its year and month. */
  readonly pricesDate: string;
}

/** The simulated costs of a recorded session. */
export interface Simulation {
  /** A row for each policy, window and price set. */
  readonly rows: readonly SimulatedRow[];
}

/** A change to the history. */
export interface Change {
  /** What was done. */
  readonly action: ChangeKind;
  /** Index of the message before the change. */
  readonly message: number;
  /** The tool of the call or result; may be empty. */
  readonly tool: string;
}

/** The size of a request, and whether gemini-cli would let the provider count it (G-56). */
export interface RequestEstimate {
  /** Estimated tokens of the request. */
  readonly tokens: number;
  /** Whether the request contains media, so that counting is worth a call. */
  readonly needsCountApi: boolean;
}

/** Counts of masked outputs. */
export interface MaskDetails {
  /** Masked outputs. */
  readonly masked: number;
  /** Outputs that are old enough. */
  readonly candidates: number;
  /** Estimated tokens that masking all of these would save. */
  readonly tokensPrunable: number;
  /** Estimated tokens of protected outputs. */
  readonly tokensProtected: number;
  /** Estimated tokens saved now. */
  readonly tokensSaved: number;
}

/** gemini-cli's threshold. */
export interface CompressionThreshold {
  /** The fraction of the window. */
  readonly threshold: number;
  /** The origin of the threshold. */
  readonly source: ThresholdFrom;
}

/** Whether a request fits the window. */
export interface Overflow {
  /** Whether it doesn't fit, so that the turn has to end. */
  readonly overflows: boolean;
  /** Estimated tokens of the request. */
  readonly requestTokens: number;
  /** Remaining tokens of the window. */
  readonly remainingTokens: number;
}

/** gemini-cli's event after a compaction. */
export interface ChatEvent {
  /** Its name: `ChatCompressed`. */
  readonly name: string;
  /** Tokens before. */
  readonly originalTokenCount: number;
  /** Tokens after. */
  readonly newTokenCount: number;
}

/** The entries of a cache. */
export interface CacheKeys {
  /** The kept keys, least recently used first. Append later uses for the next call. */
  readonly kept: readonly string[];
  /** The evicted keys, in order. */
  readonly evicted: readonly string[];
}

/** The events of one type. */
export interface EventCount {
  /** The type. */
  readonly type: string;
  /** Their number. */
  readonly count: number;
}

/** The newest events. */
export interface RecentActivity {
  /** Index of the first kept event. */
  readonly first: number;
  /** Number of kept events. */
  readonly kept: number;
  /** Kept events by type. */
  readonly types: readonly EventCount[];
  /** The earliest time among them. */
  readonly fromMs: number | null;
  /** The latest time among them. */
  readonly toMs: number | null;
}

/** An image that was replaced by a line of text. */
export interface ImageReference {
  /** A hash of its content. */
  readonly id: string;
  /** Index of the message in your list. */
  readonly message: number;
  /** JSON Pointer of the image in its message. */
  readonly path: string;
  /** Whether the image is also in the last message. */
  readonly attached: boolean;
}

/** Counts of images. */
export interface ImageDetails {
  /** Images with their bytes. */
  readonly images: number;
  /** Images replaced by a line. */
  readonly referenced: number;
  /** Different images in the last message. */
  readonly attached: number;
  /** Tokens saved. */
  readonly tokensSaved: number;
  /** The replaced images. */
  readonly references: readonly ImageReference[];
}

/** The tokens of the next prompt. */
export interface PromptTokens {
  /** All tokens. */
  readonly tokens: number;
  /** Tokens of the new message. */
  readonly messageTokens: number;
}

/** Settings of another agent, converted to options. */
export interface Settings {
  /** For a `Compactor`. */
  readonly options: CompactorOptions;
  /** For the function `microcompact`; may be empty. */
  readonly microcompact: Readonly<Record<string, unknown>>;
  /** For the function `referenceImages`; may be empty. */
  readonly referenceImages: Readonly<Record<string, unknown>>;
  /** Every setting by its original name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The source of each setting. */
  readonly sources: Readonly<Record<string, unknown>>;
  /** Unusable settings. */
  readonly passedOver: readonly string[];
  /** Unknown keys. */
  readonly unknown: readonly string[];
}

/** Counts of cleared results. */
export interface PruneDetails {
  /** Cleared results. */
  readonly toolResults: number;
  /** Estimated tokens saved. */
  readonly tokensSaved: number;
  /** Estimated tokens of the complete history. */
  readonly tokensTotal: number;
  /** Estimated tokens of protected results. */
  readonly tokensProtected: number;
}

/** Whether a conversation should be compacted, and why. */
export interface Need {
  /** Whether it should. */
  readonly needed: boolean;
  /** What to do. */
  readonly strategy: NeedStrategy;
  /** Whether to warn the user. */
  readonly warn: boolean;
  /** The deciding number of tokens. */
  readonly tokensUsed: number;
  /** The source of that number. */
  readonly source: NeedSource;
  /** The window without the reserve for the response. */
  readonly tokensUsable: number;
  /** The threshold in tokens. */
  readonly tokensTrigger: number;
  /** Estimated tokens that clearing would free. */
  readonly tokensPrunable: number;
}

/** The tokens of a usage report. */
export interface UsageTokens {
  /** Their sum, as in the original, or null. */
  readonly tokens: number | null;
}

/** How a tool was used. */
export interface ToolUse {
  /** The tool's name. */
  readonly tool: string;
  /** How many times it was called. */
  readonly count: number;
  /** What the first distinct calls were about, each on one line: a path, a command. */
  readonly notableUses: readonly string[];
}

/** What happened in a span of messages. */
export interface SessionActivity {
  /** Sentences in which something was decided, newest last. */
  readonly keyDecisions: readonly string[];
  /** Paths that were written, edited or deleted, in order of last use. */
  readonly filesModified: readonly string[];
  /** The tools that were called, in order of first use. */
  readonly toolsUsed: readonly ToolUse[];
}

/** Counts of a session. Source: `getCompressionStats` of gencode 0.4.0. */
export interface SessionStats {
  /** All messages that the session has had. */
  readonly totalMessages: number;
  /** Messages that the model reads. */
  readonly activeMessages: number;
  /** Summaries in the session. */
  readonly summaryCount: number;
  /** `activeMessages` divided by `totalMessages`; 1 for an empty session. */
  readonly compressionRatio: number;
}

/** A file for a model. Fields of other kinds are null. */
export interface FileContent {
  /** What it is. */
  readonly kind: FileKind;
  /** The resolved path, or null. */
  readonly path: string | null;
  /** Size in bytes. */
  readonly bytes: number | null;
  /** The lines of the page. */
  readonly text: string | null;
  /** The first line, starting at 1. */
  readonly firstLine: number | null;
  /** The last line. */
  readonly lastLine: number | null;
  /** Lines of the text, if known. */
  readonly totalLines: number | null;
  /** Lines of the page that were truncated. */
  readonly cutLines: number | null;
  /** Whether the page is incomplete. */
  readonly truncated: boolean | null;
  /** The `offset` of the next page, or null. */
  readonly nextOffset: number | null;
  /** The text's encoding. */
  readonly encoding: string | null;
  /** Whether invalid bytes were replaced. */
  readonly replaced: boolean | null;
  /** The media type. */
  readonly mime: string | null;
  /** The content part. */
  readonly part: Readonly<Record<string, unknown>> | null;
  /** Why it wasn't read, or null. */
  readonly problem: NotRead | null;
  /** A note for the model; may be empty. */
  readonly notice: string;
}

/** An instruction file. */
export interface LoadedFile {
  /** The file. */
  readonly path: string;
  /** Its tokens; 0 if omitted. */
  readonly tokens: number;
  /** Why it's omitted, or null. */
  readonly leftOut: SkipReason | null;
  /** The file with the same text, or null. */
  readonly sameAs: string | null;
  /** The files it imports. */
  readonly imports: readonly ImportedFile[];
}

/** A file or import that wasn't read. */
export interface FileProblem {
  /** Why. */
  readonly kind: NotRead;
  /** The path it means. */
  readonly path: string;
  /** The text after the `@`, or null. */
  readonly written: string | null;
  /** The importing file, or null. */
  readonly importedBy: string | null;
}

/** Instruction files as one text. */
export interface LoadedInstructions {
  /** The text; may be empty. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** All files, outermost first. */
  readonly files: readonly LoadedFile[];
  /** Files and imports that weren't read. */
  readonly problems: readonly FileProblem[];
  /** How many more failed. */
  readonly moreProblems: number;
  /** Searched folders. */
  readonly folders: number;
}

/** gemini-cli's settings. */
export interface GeminiSettings {
  /** For a `Compactor`. */
  readonly options: CompactorOptions;
  /** The groups of `PreCompress` hooks; run them in `beforeCompact`. */
  readonly preCompress: readonly unknown[];
  /** Unusable settings. */
  readonly passedOver: readonly string[];
  /** The files that were read. */
  readonly files: readonly string[];
}

/** A stored output. */
export interface StoredOutput {
  /** A hash of the content. */
  readonly key: string;
  /** The text for placeholders. */
  readonly locator: string;
  /** Bytes of the file. */
  readonly bytes: number;
  /** Redacted secrets. */
  readonly secrets: number;
}

/** The content of a store. */
export interface StoreHeld {
  /** Stored outputs. */
  readonly outputs: number;
  /** Their size in bytes. */
  readonly bytes: number;
  /** Removed outputs. */
  readonly removed: number;
  /** Their size in bytes. */
  readonly removedBytes: number;
}

/** The start of the next page. */
export interface PieceNext {
  /** The first line of the next page. */
  readonly firstLine: number;
  /** How many of its characters to skip. */
  readonly skipChars: number;
}

/** A page of a stored output. */
export interface Piece {
  /** The output's key. */
  readonly key: string;
  /** The text as stored. */
  readonly text: string;
  /** The first line, starting at 1. */
  readonly firstLine: number;
  /** The last line, or 0. */
  readonly lastLine: number;
  /** Lines of the output. */
  readonly lines: number;
  /** Characters of the output. */
  readonly chars: number;
  /** The start of the next page, or null. */
  readonly next: PieceNext | null;
}

/** A hit of a search. */
export interface FoundOutput {
  /** The output's key. */
  readonly key: string;
  /** The line, starting at 1. */
  readonly line: number;
  /** Characters of the line to skip. */
  readonly skipChars: number;
  /** The text there. */
  readonly text: string;
  /** Whether it's verbatim. */
  readonly exact: boolean;
  /** How often the query or its words occur. */
  readonly count: number;
  /** The tool. */
  readonly tool: string;
  /** Its arguments, shortened. */
  readonly arguments: string;
}

/** What a search found. */
export interface FoundOutputs {
  /** One per output. */
  readonly hits: readonly FoundOutput[];
  /** Matching outputs. */
  readonly outputs: number;
}

/** A listed output. */
export interface ListedOutput {
  /** The output's key. */
  readonly key: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** Its lines. */
  readonly lines: number;
  /** Its first line, shortened. */
  readonly firstLine: string;
  /** The tool. */
  readonly tool: string;
  /** Its arguments, shortened. */
  readonly arguments: string;
}

/** Stored outputs. */
export interface ListedOutputs {
  /** The newest first. */
  readonly outputs: readonly ListedOutput[];
  /** Their number. */
  readonly total: number;
  /** Their size in bytes. */
  readonly bytes: number;
}

/** A change to one place, as in RFC 6902. */
export interface PatchOp {
  /** The operation. */
  readonly op: 'replace' | 'remove' | 'add';
  /** JSON Pointer to the place. */
  readonly path: string;
  /** The new value; missing for `remove`. */
  readonly value?: unknown;
}

/** Messages to replace. */
export interface Splice {
  /** Index of the first one. */
  readonly start: number;
  /** How many to remove. */
  readonly deleteCount: number;
  /** The new messages. */
  readonly insert: readonly unknown[];
}

/** A change to a list of messages: first `ops`, then `splices`. */
export interface Patch {
  /** Changes inside messages, in order. */
  readonly ops: readonly PatchOp[];
  /** Replaced messages, last place first. */
  readonly splices: readonly Splice[];
}

/** How a tool was used, in gencode's session format. */
export interface ToolUseRecord {
  /** The tool's name. */
  readonly tool: string;
  /** Number of calls. */
  readonly count: number;
  /** Subjects of the first distinct calls. */
  readonly notableUses: readonly string[];
}

/** A summary in gencode's session format. */
export interface ConversationSummary {
  /** Its id. */
  readonly id: string;
  /** The type. */
  readonly type: 'compaction';
  /** First and last message. */
  readonly coveringMessages: readonly [number, number];
  /** The summary. */
  readonly content: string;
  /** Sentences with decisions. */
  readonly keyDecisions: readonly string[];
  /** Changed paths. */
  readonly filesModified: readonly string[];
  /** Used tools. */
  readonly toolsUsed: readonly ToolUseRecord[];
  /** Time in ISO 8601. */
  readonly generatedAt: string;
  /** Its tokens. */
  readonly estimatedTokens: number;
}

/** The argument of `beforeCompact`. */
export interface BeforeCompactRequest {
  /** Why the run started. */
  readonly trigger: RunCause;
}

/** A file's current content. */
export interface RestoredFile {
  /** The requested path. */
  readonly path: string;
  /** Its text, or null. */
  readonly text?: string | null | undefined;
}

/** A list of messages after an operation. */
export interface Edited<M, D> {
  /** The messages after the operation, or the same list if nothing changed. */
  readonly messages: M[];
  /** Whether anything changed. */
  readonly changed: boolean;
  /** Removed content, one group for each kind. */
  readonly removed: readonly Removed[];
  /** Tokens before. */
  readonly tokensBefore: number;
  /** Tokens after. */
  readonly tokensAfter: number;
  /** The operation's own counts. */
  readonly details: D;
}
