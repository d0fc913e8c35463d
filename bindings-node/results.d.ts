// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type { CompactorOptions, Dialect, Preset } from './options.js';

/** What set a run off. */
export type RunCause = 'manual' | 'auto' | 'token_limit' | 'image_overflow' | 'payload_overflow' | 'refusal';

/** Who a message is from. The names that dialects use for the same role are joined here. */
export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'other';

/** What became of a message. */
export type RowAction = 'kept' | 'summarized' | 'cleared' | 'truncated' | 'condensed' | 'repaired';

/** How a run ended. */
export type Status = 'unchanged' | 'reduced' | 'summarized' | 'repaired' | 'too_large' | 'failed' | 'conflict' | 'cancelled';

/** Why a run ended as it did, or why a model's answer was refused. */
export type ReasonCode =
  | 'empty_history' | 'below_trigger' | 'no_cut' | 'span_too_short' | 'nothing_new' | 'nothing_to_clear' | 'summarized' | 'cleared'
  | 'clipped' | 'condensed' | 'repaired' | 'over_window' | 'over_request_limit' | 'not_smaller' | 'would_be_invalid'
  | 'counting_failed' | 'history_changed' | 'cancelled' | 'summarizer_error' | 'summarizer_paused' | 'summarizer_off'
  | 'summary_damaged' | 'summary_empty' | 'summary_error_text' | 'summary_tool_call' | 'summary_refused' | 'summary_invalid'
  | 'summary_echo' | 'summary_loops' | 'summary_unchanged' | 'summary_copy' | 'summary_too_long' | 'summary_cut_off'
  | 'summary_too_thin' | 'summary_off_topic' | 'open_end' | 'too_few_messages' | 'no_room';

/** What was removed. */
export type RemovedKind =
  | 'summarized_messages' | 'cleared_tool_results' | 'truncated_tool_results' | 'cleared_arguments' | 'cleared_reasoning'
  | 'cleared_media' | 'condensed_tool_results';

/** Who wrote a summary. */
export type SummaryBy = 'model' | 'extractive';

/** An option that says what stays. */
export type RelaxedOption = 'keep' | 'keep_tool_results';

/** What a warning is about. */
export type WarningCode =
  | 'usage_implausible' | 'usage_far' | 'usage_unread' | 'over_window' | 'thinking_removed' | 'content_unread' | 'dangling_call'
  | 'invalid_history' | 'store_failed' | 'unread_lost' | 'summary_unsupported';

/** What an edit does. */
export type EditAction =
  | 'replace_media' | 'drop_nested_media' | 'clear_result' | 'replace_embedded_media' | 'cut_result' | 'shorten_result'
  | 'shorten_arguments' | 'drop_thinking';

/** Why an edit is made. */
export type EditReason =
  | 'unreadable_medium' | 'idle' | 'size' | 'forced' | 'gave_way' | 'pruned' | 'budget' | 'payload' | 'padding' | 'json' | 'grouped'
  | 'shown_before' | 'source_gone' | 'changed_later' | 'read_again' | 'repeated' | 'written' | 'bound';

/** What a request asks a model for. */
export type Purpose = 'summary' | 'piece' | 'retry' | 'check';

/** The kind of an output that is to be stored. */
export type Mime = 'text/plain';

/** What repeats. */
export type LoopKind = 'calls' | 'text' | 'lines';

/** When to clear and when to summarise. */
export type Policy =
  | 'never' | 'pays' | 'trigger' | 'every_turn' | 'context_editing' | 'summarize_85' | 'summarize_85_keep_tenth' | 'best_batch';

/** The kinds of media by which they are told apart. */
export type MediaKind = 'image' | 'pdf' | 'audio' | 'video' | 'other';

/** How much a record matters. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** What happened. */
export type LogEvent =
  | 'started' | 'asked' | 'finished' | 'fallback' | 'not_stored' | 'usage_unread' | 'content_unread' | 'before_compact_unheard'
  | 'near_window' | 'over_window' | 'failed' | 'too_large';

/** What a medium is. */
export type MediumKind = 'image' | 'pdf' | 'audio' | 'unknown';

/** Why a cut lies where it lies. */
export type CutReason =
  | 'empty' | 'boundary_at_target' | 'boundary_before_target' | 'everything' | 'nothing' | 'boundary_that_fits'
  | 'boundary_before_live' | 'trailing_call' | 'no_boundary';

/** Why a cut is not allowed. */
export type CutProblem =
  | 'among_system_messages' | 'already_compacted' | 'parts_call_from_result' | 'loses_waiting_call' | 'parts_reasoning_from_item'
  | 'parts_parallel_calls' | 'starts_with_result';

/** Why something is cleared. */
export type ClearTrigger = 'none' | 'idle' | 'size' | 'force';

/** The kinds of problems, in the order in which `repair` solves them. */
export type ProblemCode =
  | 'missing_role' | 'unknown_role' | 'lone_surrogate' | 'own_field' | 'missing_id' | 'duplicate_call_id' | 'duplicate_result'
  | 'orphan_result' | 'misplaced_result' | 'dangling_call' | 'results_not_first' | 'reasoning_without_item' | 'ends_in_thought'
  | 'empty_result' | 'empty_part' | 'empty_message' | 'first_message_not_user' | 'roles_do_not_alternate' | 'system_message_in_list'
  | 'system_message_in_the_middle' | 'thinking_bound' | 'unreadable_message';

/** How bad a problem is. */
export type Severity = 'error' | 'warning';

/** What kind of thing nobody mentioned. */
export type ClaimKind = 'path' | 'id' | 'number' | 'command' | 'check';

/** Why an answer is no summary. */
export type DefectCode = 'empty' | 'no_document';

/** What was done to a file. */
export type FileUse = 'read' | 'written' | 'edited' | 'appended' | 'removed';

/** What came of a call. */
export type Outcome = 'ok' | 'failed' | 'refused' | 'unknown';

/** How far a task is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled';

/** Where the text comes from that stands in place of an output. */
export type OutputFrom = 'summary' | 'truncation' | 'output';

/** Why a model's text in place of a tool result was not used. */
export type OutputDefect = 'empty' | 'refused' | 'too_long' | 'not_smaller' | 'no_answer';

/** Why a file or an import is not read. */
export type NotRead =
  | 'missing' | 'outside' | 'not_a_file' | 'too_large' | 'unreadable' | 'binary' | 'unsupported' | 'repeated' | 'depth' | 'limit'
  | 'url';

/** Why an instruction file is not told. */
export type LeftOut = 'empty' | 'same_text' | 'over_budget';

/** How much is told of an editor. */
export type EditorKind = 'full' | 'changes' | 'none';

/** What to do next. */
export type RecoveryAction =
  | 'compact' | 'lower_max_tokens' | 'relieve_bytes' | 'relieve_media' | 'repair' | 'drop_thinking' | 'wait' | 'fail';

/** What is wrong. */
export type ErrorKind =
  | 'tokens' | 'max_tokens' | 'bytes' | 'media' | 'pairing' | 'thinking_bound' | 'empty' | 'rate' | 'overload' | 'auth' | 'other';

/** What an error's kind is known by. */
export type KnownBy = 'wording' | 'code' | 'status' | 'answer' | 'nothing';

/** How a limit is known. */
export type LimitSource = 'declared' | 'table' | 'observed' | 'assumed' | 'fallback';

/** How prices are known. */
export type PriceSource = 'declared' | 'table' | 'name';

/** What a change does. */
export type ChangeKind =
  | 'drop_invalid_run' | 'drop_empty' | 'drop_invalid_part' | 'drop_thoughts' | 'merge' | 'sign_call' | 'answer_call' | 'add_call'
  | 'order_results' | 'add_start' | 'add_end' | 'scrub';

/** Where a threshold comes from. */
export type ThresholdFrom = 'local' | 'remote' | 'default';

/** How to make the conversation smaller. */
export type NeedStrategy = 'none' | 'prune' | 'compact';

/** Where the count of tokens comes from. */
export type NeedSource = 'usage' | 'estimate';

/** What a file is. */
export type FileKind = 'text' | 'image' | 'pdf' | 'audio' | 'video' | 'binary' | 'refused';

/** What became of one message. */
export interface ResultRow {
  /** Index of the message in the list before the run. */
  readonly index: number;
  /** Its role. */
  readonly role: Role;
  /** The tools that it calls, or whose results it holds; empty if there are none. */
  readonly tool: string;
  /** The ids of the calls whose arguments or results change; of all its calls and results if it stays or goes as a whole. */
  readonly callIds: readonly string[];
  /** Its tokens before the run. */
  readonly tokensBefore: number;
  /** Its tokens after the run; 0 if it is gone. */
  readonly tokensAfter: number;
  /** What became of it. */
  readonly action: RowAction;
  /** Why, as a sentence; empty if it stays as it was. */
  readonly reason: string;
}

/** One group of things that were removed. */
export interface Removed {
  /** What happened to them. */
  readonly kind: RemovedKind;
  /** How many messages, results or media they are. */
  readonly count: number;
  /** Tokens of the messages that were summarised, or what the change saved. */
  readonly tokens: number;
}

/** A reason: a code for programs and a sentence for people. */
export interface Reason {
  /** The code, for example `below_trigger`, `summarizer_error` or `not_smaller`. */
  readonly code: ReasonCode;
  /** The sentence, in English. */
  readonly text: string;
}

/** A tool output that the host stored, or the messages that became a summary, as one text. */
export interface Stored {
  /** Index of the message in the list before the run; of the first one, where messages became a summary. */
  readonly message: number;
  /** Index of the last of these messages; of an output, the same. */
  readonly lastMessage: number;
  /** JSON Pointer of the result inside the message; empty for messages. */
  readonly path: string;
  /** The key under which it was stored. */
  readonly key: string;
  /**
   * Where it can be found. The history says so while the result stands there; where its message became part of a summary, only this field
   * may.
   */
  readonly locator: string;
  /** The length of the text, in chars. */
  readonly chars: number;
}

/** Something that you should look at. */
export interface Warning {
  /** What it is, for programs. */
  readonly code: WarningCode;
  /** What it is, as a sentence. */
  readonly text: string;
  /** JSON Pointer to its place; null if it has none. */
  readonly path: string | null;
}

/** How a run ended. All tokens are estimates, made in the same way before and after, unless the description says otherwise. */
export interface ResultFields<M = any> {
  /** Go on with these: the very same array if nothing changed. */
  readonly messages: M[];
  /** How the run ended. */
  readonly status: Status;
  /** Whether the messages changed. */
  readonly changed: boolean;
  /** Whether the prompt may be sent. If not, it is over the window. */
  readonly canSend: boolean;
  /** Why the run ended as it did, as a sentence. */
  readonly reason: string;
  /** The same for programs. */
  readonly code: ReasonCode;
  /** Tokens of the messages before the run. */
  readonly tokensBefore: number;
  /** Tokens of the messages after the run; the same as before if nothing changed. */
  readonly tokensAfter: number;
  /** What the next prompt takes, with system text and tools. It rests on what the provider reported, where that is known. */
  readonly promptTokens: number;
  /** The most tokens of a prompt; null if that is not known. */
  readonly contextWindow: number | null;
  /** The prompt at which compaction starts; 0 without a window. */
  readonly triggerTokens: number;
  /** What was removed: one group for each kind. */
  readonly removed: readonly Removed[];
  /** The summary that came into the history; null without one. */
  readonly summary: string | null;
  /** Who wrote the summary; null without one. */
  readonly summaryBy: SummaryBy | null;
  /** Why something stood in for a model's summary; null if nothing did. */
  readonly fallback: Reason | null;
  /**
   * The options of which less was kept than they ask for: `keep` did not fit the target beside a summary, or with `keep_tool_results` the
   * prompt would have stayed above the trigger.
   */
  readonly relaxedOptions: readonly RelaxedOption[];
  /** What the store was given. It stays stored even if the run then changed nothing. */
  readonly stored: readonly Stored[];
  /**
   * Where to mark the end of a cached prefix in the next request. Each number is how many messages the prefix holds: mark the last block
   * of the last of them; 0 is the system text.
   */
  readonly cacheBreakpoints: readonly number[];
  /** Tokens that the provider's cache must read again. */
  readonly cacheTokensLost: number;
  /**
   * After how many calls the change has saved what it costs: what is written to the cache again, and the call of a model. Null without a
   * change, or if no prices are known.
   */
  readonly breakEvenCalls: number | null;
  /** Fields of the next request that you should send; empty if there are none. */
  readonly requestFields: Readonly<Record<string, unknown>>;
  /** What you should look at; empty if there is nothing. */
  readonly warnings: readonly Warning[];
  /** What else the run measured, by paths such as `sizes.target_tokens`. What there is nothing to say of is left out. */
  readonly log: Readonly<Record<string, number | string>>;
  /** What one of your functions threw, where something stood in or the run was over; null if nothing was thrown. */
  readonly error: unknown;
}

/** Which messages would be summarised, and by whom. */
export interface PlannedSummary {
  /** The first message that goes. */
  readonly start: number;
  /** The first message behind them that stays. */
  readonly end: number;
  /** Messages between the two that stay. */
  readonly pinned: readonly number[];
  /** How many messages go. */
  readonly messages: number;
  /** Their estimated tokens. */
  readonly tokens: number;
  /** Who writes it. */
  readonly by: SummaryBy;
  /** Estimated tokens of the request to the model; 0 without one. */
  readonly inputTokens: number;
  /** The most tokens that its answer may have; without a model, what the summary takes. */
  readonly outputTokens: number;
}

/** One change to one part, and why. */
export interface Edit {
  /** Index of the message in the list before the edit. */
  readonly message: number;
  /** JSON Pointer of the part inside the message. */
  readonly path: string;
  /** What the edit does. */
  readonly action: EditAction;
  /** Why it is made. */
  readonly reason: EditReason;
  /** Chars of the part before the edit. */
  readonly charsBefore: number;
  /** Chars of the part after the edit. */
  readonly charsAfter: number;
  /** How many media the edit removes. */
  readonly media: number;
  /** Estimated tokens of these media. */
  readonly mediaTokens: number;
  /** Estimated tokens that the edit saves. They are rounded down, so that the report never promises more than is saved. */
  readonly tokensSaved: number;
  /** The tool of the result; empty for other parts. */
  readonly tool: string;
  /** What the call was about, for example a path or a command; empty for parts that are no results. */
  readonly detail: string;
  /** The text that replaces the part. */
  readonly text: string;
}

/** An output that would be stored. */
export interface PlannedOutput {
  /** The key that the store is given. */
  readonly key: string;
  /** Its length. */
  readonly chars: number;
}

/** What a run would do. Nothing is done yet. */
export interface Plan {
  /** How the run would end, if your functions give what they are asked for. */
  readonly status: Status;
  /** Whether the messages would change. */
  readonly changed: boolean;
  /** Whether the prompt could be sent then. */
  readonly canSend: boolean;
  /** Why, as a sentence. */
  readonly reason: string;
  /** The same for programs. */
  readonly code: ReasonCode;
  /** Tokens of the messages now. */
  readonly tokensBefore: number;
  /** Tokens of the messages afterwards; with a model's summary, at most so many if it keeps to its budget. */
  readonly tokensAfter: number;
  /** What the next prompt would take, with system text and tools. */
  readonly promptTokens: number;
  /** The most tokens of a prompt; null if that is not known. */
  readonly contextWindow: number | null;
  /** The prompt at which compaction starts; 0 without a window. */
  readonly triggerTokens: number;
  /** What would be removed: one group for each kind. */
  readonly removed: readonly Removed[];
  /** What would be summarised; null without a summary. */
  readonly summary: PlannedSummary | null;
  /** Tokens that the provider's cache would have to read again. */
  readonly cacheTokensLost: number;
  /** After how many calls the change would have saved what it costs; null without a change, or if no prices are known. */
  readonly breakEvenCalls: number | null;
  /** Fields of the next request that you should send; empty if there are none. */
  readonly requestFields: Readonly<Record<string, unknown>>;
  /** What you should look at; empty if there is nothing. */
  readonly warnings: readonly Warning[];
  /** What would be cleared, cut or written shorter, each with its place, its reason and what it saves. */
  readonly edits: readonly Edit[];
  /** The outputs that the store would be given. */
  readonly stores: readonly PlannedOutput[];
  /**
   * The change of the list; null where it depends on a model's answer, or on what files hold now. Places of outputs that are still to be
   * stored are their keys in it.
   */
  readonly patch: Patch | null;
  /** What else the run would measure, by paths such as `sizes.target_tokens`. */
  readonly log: Readonly<Record<string, number | string>>;
  /** The plan as text for people. */
  readonly text: string;
}

/** A complete request for a model. The host adds nothing, except that with `followsConversation` the conversation comes first. */
export interface SummaryRequest<M = any> {
  /**
   * What the call is for: `summary`; `piece`, notes on one piece of a record; `retry` after an answer that was refused; `check`, a second
   * call that checks the summary; or `output`.
   */
  readonly purpose: Purpose;
  /** The system text of the request. */
  readonly system: string;
  /**
   * The messages of the request, in the dialect of the history. They are plain text, without tools and media, unless `request` of the
   * preset is `native`.
   */
  readonly messages: M[];
  /** The most tokens that the answer may have. */
  readonly maxOutputTokens: number;
  /** Estimated tokens of the system text and the messages. */
  readonly inputTokens: number;
  /** The model that the preset's system would ask, where it names one. You may ask another. */
  readonly model: string | null;
  /** Whether to send the messages after the conversation as it was last sent. The provider has cached that, so the call costs less. */
  readonly followsConversation: boolean;
  /** Seconds until the run goes on without an answer; null if it waits without end. */
  readonly timeoutS: number | null;
}

/** A file that the host is asked to read again. */
export interface WantedFile {
  /** The path as the tool call spelled it. Do not trust it: read the file only if it lies inside the workspace. */
  readonly path: string;
  /** The longest text that is brought back, in chars. A longer file is only named. */
  readonly maxChars: number;
}

/** An output that the host has to store before it can go. */
export interface StoreRequest {
  /** A file name made of safe chars. The same text of the same tool has the same key. */
  readonly key: string;
  /** The whole output. */
  readonly text: string;
  /** The media type of the text. */
  readonly mime: Mime;
}

/** A loop that was found. */
export interface Loop {
  /** What repeats. */
  readonly kind: LoopKind;
  /** How many calls or lines repeat, one after the other; 1 for a stretch of text. */
  readonly cycle: number;
  /** How often in a row they came. */
  readonly repeats: number;
  /** How many loops were found since the last `reset`, this one included. */
  readonly count: number;
  /** One sentence: what repeats. */
  readonly detail: string;
}

/** What a log should be told. */
export interface LogRecord {
  /** How much it matters. */
  readonly level: LogLevel;
  /** What happened. */
  readonly event: LogEvent;
  /** A sentence. */
  readonly text: string;
  /** The same as data: by the names of OpenTelemetry's conventions for generative AI where they have one, else under `conspectus.`. */
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>;
}

/** Estimated tokens of a conversation, by what they are spent on. */
export interface TokensByKind {
  /** Tokens of system messages in the list. */
  readonly system: number;
  /** Tokens of the user's texts. */
  readonly user: number;
  /** Tokens of the agent's texts. */
  readonly assistant: number;
  /** Tokens of reasoning. */
  readonly reasoning: number;
  /** Tokens of tool calls. */
  readonly toolCalls: number;
  /** Tokens of the texts of tool results. */
  readonly toolResults: number;
  /** Tokens of media, wherever they stand. */
  readonly media: number;
  /** Tokens of unknown parts, and the overhead of each message. */
  readonly other: number;
  /** Tokens of our own summary, in this turn and in later ones. */
  readonly summary: number;
}

/** Tokens that no compaction shrinks. */
export interface Overhead {
  /** Of the system text. */
  readonly system: number;
  /** Of the tool schemas. */
  readonly tools: number;
  /** Of what frames each message. */
  readonly frames: number;
}

/** How large a conversation is. */
export interface Estimate {
  /** All tokens. */
  readonly tokens: number;
  /** Chars by the measure in use. */
  readonly chars: number;
  /** Images, documents, sounds and films. */
  readonly media: number;
  /** What they cost. */
  readonly mediaTokens: number;
  /** The part of the tokens that no compaction shrinks. */
  readonly overhead: Overhead;
  /** Tokens of each message. */
  readonly perMessage: readonly number[];
  /** Tokens of the next prompt, from the last report of a provider on; null without one. */
  readonly promptTokens: number | null;
  /** Tokens of that prompt that no message shows; null likewise. */
  readonly unlistedTokens: number | null;
  /** The dialect as which the messages were read. */
  readonly dialect: Dialect;
}

/** How many tokens a text or a conversation takes. */
export interface TokenCount {
  /** All tokens. */
  readonly tokens: number;
  /** Whether they were counted as the model counts them. If not, they are estimates. */
  readonly exact: boolean;
  /** What the tokens of the messages are spent on; null for a text. */
  readonly byKind: TokensByKind | null;
  /** Tokens of each message, which add up to those of all; empty for a text. */
  readonly perMessage: readonly number[];
  /** The rest; null for a text. */
  readonly details: Estimate | null;
}

/** What a medium costs. */
export interface MediaTokens {
  /** Its tokens. */
  readonly tokens: number;
  /** The rule by which it was reckoned. */
  readonly rule: string;
  /** The detail. */
  readonly detail: string;
  /** `image`, `pdf`, `audio` or `unknown`. */
  readonly kind: MediumKind;
  /** Width of an image, in pixels; null for what is none. */
  readonly width: number | null;
  /** Height of an image, in pixels; null likewise. */
  readonly height: number | null;
  /** Pages of a document; null for what is none. */
  readonly pages: number | null;
  /** Length of a sound, in seconds; null for what is none. */
  readonly seconds: number | null;
}

/** The token counts that a provider reported for one request. */
export interface Usage {
  /** Tokens of the whole prompt, cached ones included. */
  readonly promptTokens: number;
  /** Tokens of the answer, if reported. */
  readonly outputTokens: number | null;
  /** How many tokens of the prompt were read from a cache, if reported. */
  readonly cachedTokens: number | null;
}

/** Tokens of one text. */
export interface TextTokens {
  /** The tokens. */
  readonly tokens: number;
  /** The rule by which they were estimated. */
  readonly rule: string;
}

/** One boundary. It lies in front of message `index`; the last one lies after the last message. */
export interface LegalCut {
  /** A cut here removes messages `..index` and keeps `index..`. */
  readonly index: number;
  /** Whether a cut is allowed here. */
  readonly legal: boolean;
  /** Why no cut is allowed here; `None` where one is. */
  readonly reason: CutProblem | null;
}

/** Where to cut: the messages before `index` can be summarised, and those from it on stay. */
export interface Cut {
  /** Index of the first message that stays; 0 means that nothing can be summarised. */
  readonly index: number;
  /** Why the cut lies there. */
  readonly reason: CutReason;
  /** Tokens of all messages. */
  readonly tokensBefore: number;
  /** Tokens of those that stay. */
  readonly tokensAfter: number;
  /** Every boundary: whether the history may be cut there, and if not, why. */
  readonly cuts: readonly LegalCut[];
}

/** A cut: messages `..index` are summarised, messages `index..` are kept. */
export interface SplitPoint {
  /** Index of the first message that is kept. 0 means that nothing can be summarised; the number of messages means that everything can. */
  readonly index: number;
  /** Why the cut lies here. */
  readonly reason: CutReason;
  /** Chars of all messages before the cut. */
  readonly charsBefore: number;
  /** Chars of the whole history. */
  readonly charsTotal: number;
}

/** What was cleared, as numbers. */
export interface ClearDetails {
  /** Why something is cleared. */
  readonly trigger: ClearTrigger;
  /** How many results are cleared. */
  readonly toolResults: number;
  /** How many results lose the media inside them and keep their text. */
  readonly nestedMedia: number;
  /** How many media in messages of the user are cleared. */
  readonly media: number;
  /** Estimated tokens that this saves. */
  readonly tokensSaved: number;
  /** The paths or commands whose results are cleared, in order, each once. A cache of files that were read must forget them. */
  readonly cleared: readonly string[];
  /** How many cleared results belong to calls without a path or command. */
  readonly clearedUnnamed: number;
}

/** What media were cleared, as numbers. */
export interface ClearMediaDetails {
  /** How many media were cleared. */
  readonly cleared: number;
  /** How many stay. */
  readonly kept: number;
  /** Bytes of the media that were cleared. */
  readonly bytesCleared: number;
  /** Pixels of the images that were cleared. */
  readonly pixelsCleared: number;
  /** Estimated tokens that this saves, rounded down. */
  readonly tokensSaved: number;
}

/** What needless results were cleared, as numbers. */
export interface ClearStaleDetails {
  /** How many reads of files that were changed later. */
  readonly changedLater: number;
  /** How many reads that a later read shows too. */
  readonly readAgain: number;
  /** How many results that a later result repeats. */
  readonly repeated: number;
  /** How many calls whose written text stands in the file. */
  readonly written: number;
  /** How many results got lines back, since what their pointers point at is cleared. */
  readonly writtenOut: number;
  /** Estimated tokens that are saved, rounded down. */
  readonly tokensSaved: number;
  /** Estimated tokens of the list afterwards. */
  readonly tokensAfter: number;
  /** What the cleared results were about, in order, each once. A cache of files that were read must forget them. */
  readonly cleared: readonly string[];
}

/** What was replaced, as numbers. */
export interface SlimDetails {
  /** How many images are replaced. */
  readonly images: number;
  /** How many other media are replaced: documents, sounds, films, unknown types. */
  readonly documents: number;
  /** In how many texts data URLs are replaced. */
  readonly texts: number;
  /** Estimated tokens that this saves. */
  readonly tokensSaved: number;
}

/** What was condensed. */
export interface CondenseDetails {
  /** How many results are shorter. */
  readonly results: number;
  /** In how many of them the spaces in front of line numbers were left out. */
  readonly lineNumbers: number;
  /** How many of them are JSON that lost its spaces, or became tables. */
  readonly tables: number;
  /** How many of them are lists in which what lines have in common stands once. */
  readonly groups: number;
  /** How many pointers stand for lines that an earlier result shows. */
  readonly pointers: number;
  /** How many lines they stand for. */
  readonly lines: number;
  /** Estimated tokens that are saved, rounded down. */
  readonly tokensSaved: number;
}

/** What `expand` put back. */
export interface ExpandDetails {
  /** How many results have their lines again. */
  readonly results: number;
}

/** One thing that a provider would refuse, or that has less effect than the host may expect. */
export interface Problem {
  /** What kind of problem it is. */
  readonly code: ProblemCode;
  /** JSON Pointer to its place in the list. */
  readonly path: string;
  /** Whether the provider refuses the request, or may accept it. */
  readonly severity: Severity;
  /** The provider's error, as close as we know it. */
  readonly message: string;
}

/** One repair of one problem. */
export interface Repair {
  /** The problem it solves. */
  readonly code: ProblemCode;
  /** JSON Pointer to the problem, in the list as the repairs before this one left it. */
  readonly path: string;
  /** What was done, in one sentence. */
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
  /** The text to put into a history. Its marks are how the next summary knows it. */
  readonly message: string;
}

/** One thing that a summary says and its conversation does not bear out. */
export interface Claim {
  /** What it is. */
  readonly kind: ClaimKind;
  /** Its text, on one line. */
  readonly text: string;
}

/** What a summary says and its conversation does not bear out. */
export interface CheckedSummary {
  /** How many there are. */
  readonly count: number;
  /** The first twelve. */
  readonly unsupported: readonly Claim[];
}

/** A model's answer to a request for a summary, as it was read. */
export interface ParsedSummary {
  /** The summary; null if it cannot be used. */
  readonly text: string | null;
  /** Its sections by their names; null likewise. */
  readonly sections: Readonly<Record<string, string>> | null;
  /** What stands in no section; null likewise. */
  readonly notes: string | null;
  /** Whether the document was closed. */
  readonly closed: boolean;
  /** Why it cannot be used, as a sentence; null if it can. */
  readonly defect: string | null;
  /** The same for programs. */
  readonly reason: DefectCode | null;
}

/** What the user said in one message. */
export interface FactRequest {
  /** The words, without what a host or a paste put around them. */
  readonly text: string;
  /** Index of the message that holds them. */
  readonly message: number;
}

/** A file and what was done to it. */
export interface FileFact {
  /** The path as it was spelled, behind the folder that a command changed to. */
  readonly path: string;
  /** The last change; `read` if there was none. */
  readonly state: FileUse;
  /** Everything that was done, each once, in the order of first doing. */
  readonly did: readonly FileUse[];
  /** How many times it was changed. */
  readonly changes: number;
  /** The index of the message with the first call that used it. */
  readonly first: number;
  /** The index of the message with the last call that used it. */
  readonly message: number;
}

/** A command, and what came of it. */
export interface Command {
  /** The command line. */
  readonly command: string;
  /** What came of it. */
  readonly outcome: Outcome;
  /** What it said, if it failed or was refused; null if not. */
  readonly error: string | null;
  /** Index of the message that calls it. */
  readonly message: number;
  /** Index of the message with its result; null without one. */
  readonly result: number | null;
  /** Index of the message that runs the same command next; null if none does. */
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
  /** Commands, and what came of them, in order. */
  readonly commands: readonly Command[];
  /** The newest list of tasks. */
  readonly todos: readonly Todo[];
}

/** A text after it was cut, with its sizes before and after. */
export interface TruncatedText {
  /** The text after the cut. */
  readonly text: string;
  /** Whether the text was changed. */
  readonly truncated: boolean;
  /** Chars before the cut. */
  readonly charsBefore: number;
  /** Chars after the cut. */
  readonly charsAfter: number;
  /** Lines before the cut; 0 for an empty text. */
  readonly linesBefore: number;
  /** Lines after the cut. */
  readonly linesAfter: number;
  /** UTF-8 bytes before the cut. */
  readonly bytesBefore: number;
  /** UTF-8 bytes after the cut. */
  readonly bytesAfter: number;
  /** How many lines that name errors were kept from the middle. */
  readonly errorLines: number;
  /** What you may show in place of an empty text; null if the text is not empty. */
  readonly note: string | null;
  /** The rule by which it was cut. */
  readonly rule: string;
}

/** What to ask a model that tells a tool output shorter. */
export interface OutputRequest {
  /** The system text. */
  readonly system: string;
  /** One message of the user, plain text, in the dialect that was given. */
  readonly messages: readonly unknown[];
  /** The most tokens that the answer may have: twice the budget, since errors and warnings are copied beside the summary. */
  readonly maxOutputTokens: number;
}

/** A tool output, told shorter if it is over its budget. */
export interface CheckedOutput {
  /** What takes the place of the output. */
  readonly text: string;
  /** Where it comes from: `summary`; `truncation` if the answer could not be used; `output` if nothing shorter was found. */
  readonly source: OutputFrom;
  /** Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`, `no_answer`. */
  readonly defect: OutputDefect | null;
  /** Errors and warnings that the answer lacked and that were put in, and those for which there was no room. */
  readonly errorsPutIn: number;
  /** The same for warnings. */
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
  /** The lines, joined by line feeds. */
  readonly text: string;
  /** Number of the first line, from 1 on. */
  readonly firstLine: number;
  /** Number of the last line; one less than the first if the page is empty. */
  readonly lastLine: number;
  /** How many lines the text has. `None` if it was not read to its end. */
  readonly totalLines: number | null;
  /** How many lines of the page were cut. */
  readonly cutLines: number;
  /** Whether anything of the text is not on the page. */
  readonly truncated: boolean;
  /** The `offset` of the next page, if there is one. */
  readonly nextOffset: number | null;
  /** What the page lacks and how to get it, for the model to read. Empty if it lacks nothing. */
  readonly notice: string;
}

/** A file that was imported. */
export interface ImportedFile {
  /** The file. */
  readonly path: string;
  /** The file that imports it. */
  readonly importedBy: string;
  /** How deep it was imported: 1 for an import of the text itself. */
  readonly depth: number;
  /** Chars of its own text, without what it imports. */
  readonly chars: number;
  /** Tokens of its own text. */
  readonly tokens: number;
}

/** An import that was not made. */
export interface ImportProblem {
  /** Why: `missing`, `outside`, `repeated`, `depth`, `limit`, `url`, or the word of the reader. */
  readonly kind: NotRead;
  /** What was written behind the `@`. */
  readonly written: string;
  /** The path that was meant. */
  readonly path: string;
  /** The file that says so. */
  readonly importedBy: string;
}

/** A text with the files that it imports. */
export interface ExpandedImports {
  /** The text. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** The files that were imported. */
  readonly files: readonly ImportedFile[];
  /** Imports that were not made. */
  readonly problems: readonly ImportProblem[];
  /** How many more there are. */
  readonly moreProblems: number;
}

/** What became of an instruction file. */
export interface InstructionFile {
  /** The file. */
  readonly path: string;
  /** Tokens of its part of the text, with the lines that name it; 0 if it is left out. */
  readonly tokens: number;
  /** Why it is left out; null if it is not. */
  readonly leftOut: LeftOut | null;
  /** The file that has the same text. */
  readonly sameAs: string | null;
}

/** Instruction files as one text. */
export interface Instructions {
  /** The text; empty if there is nothing to tell. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** All files, in the order in which they were given. */
  readonly files: readonly InstructionFile[];
}

/** What to tell a model of an editor. */
export interface EditorContext {
  /** How much is told. */
  readonly kind: EditorKind;
  /** The text for the model; empty if there is nothing. */
  readonly text: string;
  /** The same as data. */
  readonly data: unknown;
  /** What is open now: give it as `last` the next time. */
  readonly state: unknown;
}

/** Which messages stay, and why the others go. */
export interface Selection {
  /** Indices of the messages that stay. */
  readonly kept: readonly number[];
  /** How many messages go because they are older. */
  readonly older: number;
  /** How many messages go because they hold a call or a result. */
  readonly tools: number;
  /** Estimated tokens of what stays. */
  readonly tokens: number;
}

/** What a provider's error means, and what to do about it. */
export interface ClassifiedError {
  /** What to do next. */
  readonly action: RecoveryAction;
  /** How long to wait before the next request; 0 if it may go at once. */
  readonly waitMs: number;
  /** The largest prompt that may be sent, where the error tells it: its limit, less the answer that was asked for. */
  readonly ceilingTokens: number | null;
  /** Which refusal in a row this is, from 1 on. */
  readonly attempt: number;
  /** What is wrong. */
  readonly kind: ErrorKind;
  /** Whether the very same request may succeed later. */
  readonly retry: boolean;
  /** What the kind is known by. */
  readonly knownBy: KnownBy;
  /** The status of HTTP. */
  readonly status: number | null;
  /** Tokens of the prompt that was refused. */
  readonly promptTokens: number | null;
  /** The most tokens that a prompt may have, together with the answer where the provider counts both. */
  readonly limitTokens: number | null;
  /** Tokens that the request asked for as an answer. */
  readonly maxOutputTokens: number | null;
  /** The most tokens that it may ask for. */
  readonly limitOutputTokens: number | null;
  /** Bytes of what was too large. */
  readonly bytes: number | null;
  /** The most bytes that it may have. */
  readonly limitBytes: number | null;
  /** The most media that a request may hold. */
  readonly limitMedia: number | null;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | null;
  /** JSON Pointer into the request, down to the last index that the error names: `/messages/3/content/1`. */
  readonly place: string | null;
  /** What the provider says, for a person to read; at most 500 chars. */
  readonly message: string;
}

/** Prices in dollars for a million tokens. */
export interface ModelPrices {
  /** Tokens of the prompt that are not cached. */
  readonly input: number;
  /** Tokens that are read from the cache. */
  readonly cachedRead: number;
  /** Tokens that are written to the cache. */
  readonly cacheWrite: number;
  /** Tokens of the answer. */
  readonly output: number;
}

/** What a model costs for prompts that are longer than others: for all their tokens. */
export interface PriceTier {
  /** Prompts of more tokens cost these prices. */
  readonly aboveTokens: number;
  /** The prices. */
  readonly prices: ModelPrices;
}

/** Prices of tokens, and the rules of the provider's prompt cache. The prices may be of any unit: only their ratios count. */
export interface CachePrices {
  /** A token of the prompt that is not cached. */
  readonly input: number;
  /** A token that is read from the cache. */
  readonly read: number;
  /** A token that is written to the cache. */
  readonly write: number;
  /** A token of the answer. */
  readonly output: number;
  /** How long an entry lives after it was last read, in milliseconds; 0 where that is not known. */
  readonly ttlMs: number;
  /** A shorter prefix is not cached, in tokens. */
  readonly minPrefixTokens: number;
  /** How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by itself. */
  readonly breakpoints: number;
  /** How many blocks before a mark an entry is looked for; 0 where any prefix is found. */
  readonly lookbackBlocks: number;
  /** How the prices are known. */
  readonly knownFrom: PriceSource;
  /** Where the facts come from. */
  readonly source: string;
  /** When they were looked up: a year and a month. */
  readonly date: string;
}

/** What a model holds and costs, and how that is known. */
export interface ModelInfo {
  /** The name under which the table, or `models`, has the model; null if neither has it. */
  readonly model: string | null;
  /** The context window: prompt and answer together. */
  readonly windowTokens: number;
  /** How the window is known. */
  readonly windowSource: LimitSource;
  /** The most tokens of a prompt: less than the window where the provider limits it apart. */
  readonly inputTokens: number;
  /** The most tokens of an answer. */
  readonly outputTokens: number;
  /** How the limit on answers is known. */
  readonly outputSource: LimitSource;
  /** The family of its tokenizer, by which tokens are estimated. */
  readonly family: string;
  /** The list prices of its provider, for prompts that are not charged as long ones; null if nothing tells them. */
  readonly prices: ModelPrices | null;
  /** What long prompts cost, the shortest first; empty where all cost the same. */
  readonly tiers: readonly PriceTier[];
  /** What a prompt costs where its beginning is cached, and the rules of that cache; null where the name tells neither. */
  readonly cache: CachePrices | null;
  /** Where the facts come from; null where the table has none. */
  readonly source: string | null;
  /** When they were looked up: a year and a month; null likewise. */
  readonly date: string | null;
}

/** The thresholds for one window, in tokens. They are not rounded, because the systems compare real numbers. */
export interface Thresholds {
  /** From this size of the prompt on, warn the user. */
  readonly warn: number;
  /** From this size of the prompt on, compact. */
  readonly auto: number;
  /** From this size of the prompt on, compact before anything else is sent. */
  readonly hard: number;
  /** The part of the window that is left after room for the answer is set aside. */
  readonly usable: number;
}

/** What one policy would have cost in one session. */
export interface SimulatedRow {
  /** The policy. */
  readonly policy: Policy | Preset;
  /** The name of the prices. */
  readonly prices: string;
  /** The context window. */
  readonly window: number;
  /** How many calls the agent made. */
  readonly calls: number;
  /** The cost of all calls, answers included, in what a token of input costs. */
  readonly cost: number;
  /** The same in percent of never compacting. */
  readonly percentOfNever: number;
  /** How many names, paths and numbers the agent wrote that it had last seen more than three calls before. */
  readonly names: number;
  /** How many of them stood in its prompt. */
  readonly namesPresent: number;
  /** The same in percent; 100 without such names. */
  readonly hitPercent: number;
  /** Prompts over the window. */
  readonly overWindow: number;
  /** Results that were removed before the agent had read them. */
  readonly unreadLost: number;
  /** How often old results were cleared. */
  readonly clearings: number;
  /** How often older messages were summarised. */
  readonly summaries: number;
}

/** What policies would have cost in a recorded session. */
export interface Simulation {
  /** A row for each policy, window and set of prices. */
  readonly rows: readonly SimulatedRow[];
}

/** One change to the history. */
export interface Change {
  /** What was done. */
  readonly action: ChangeKind;
  /** Index of the message in the list before the change: the changed one, or the one next to an addition. */
  readonly message: number;
  /** The tool of the call or result; empty for other changes. */
  readonly tool: string;
}

/** The size of a request, and whether gemini-cli would ask the provider for it (G-56). */
export interface RequestEstimate {
  /** Estimated tokens of the request. */
  readonly tokens: number;
  /** Whether a part of the request holds media, so that the provider's count is worth a call. */
  readonly needsCountApi: boolean;
}

/** What [`mask`] does, as numbers. */
export interface MaskDetails {
  /** How many outputs are masked. */
  readonly masked: number;
  /** How many outputs are old enough to be masked. */
  readonly candidates: number;
  /** Estimated tokens that masking all of these would save. */
  readonly tokensPrunable: number;
  /** Estimated tokens of the outputs that are protected. */
  readonly tokensProtected: number;
  /** Estimated tokens that masking saves now. */
  readonly tokensSaved: number;
}

/** The threshold of gemini-cli. */
export interface CompressionThreshold {
  /** The share of the window. */
  readonly threshold: number;
  /** Where it comes from. */
  readonly source: ThresholdFrom;
}

/** Whether a request still fits the window. */
export interface Overflow {
  /** Whether the request does not fit, so that the turn must stop here. */
  readonly overflows: boolean;
  /** Estimated tokens of the request. */
  readonly requestTokens: number;
  /** Tokens that the window has left. */
  readonly remainingTokens: number;
}

/** Which entries of a cache stay. */
export interface CacheKeys {
  /** The keys that stay, the one that was used the longest time ago first. With later uses behind them they are the next input. */
  readonly kept: readonly string[];
  /** The keys that go, in the order in which they go. */
  readonly evicted: readonly string[];
}

/** How many events of one type there are. */
export interface EventCount {
  /** The type of the events. */
  readonly type: string;
  /** How many there are. */
  readonly count: number;
}

/** The newest events. */
export interface RecentActivity {
  /** The index of the first event that stays: all before it go. */
  readonly first: number;
  /** How many events stay. */
  readonly kept: number;
  /** How many of those that stay each type has, by the name of the type. */
  readonly types: readonly EventCount[];
  /** The earliest time of those that stay. */
  readonly fromMs: number | null;
  /** The latest time of those that stay. */
  readonly toMs: number | null;
}

/** A picture that was replaced by a line. */
export interface ImageReference {
  /** The name of the picture: a hash of its content. */
  readonly id: string;
  /** Index of the message in the host's list. */
  readonly message: number;
  /** JSON Pointer of the picture inside the message. */
  readonly path: string;
  /** Whether the picture is also in the message at the end of the list. */
  readonly attached: boolean;
}

/** What became of pictures. */
export interface ImageDetails {
  /** How many pictures the list carries as bytes. */
  readonly images: number;
  /** How many of them became a line. */
  readonly referenced: number;
  /** How many different pictures stand in the message at the end. */
  readonly attached: number;
  /** Tokens that this saves. */
  readonly tokensSaved: number;
  /** The pictures that became lines. */
  readonly references: readonly ImageReference[];
}

/** Tokens of the next prompt. */
export interface PromptTokens {
  /** All tokens. */
  readonly tokens: number;
  /** Those of the new message. */
  readonly messageTokens: number;
}

/** The settings of another system, as options. */
export interface Settings {
  /** For a `Compactor`. */
  readonly options: CompactorOptions;
  /** For the function `microcompact`; empty where the system has none. */
  readonly microcompact: Readonly<Record<string, unknown>>;
  /** For the function `referenceImages`; empty where the system has none. */
  readonly referenceImages: Readonly<Record<string, unknown>>;
  /** Every setting by its own name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Where each came from. */
  readonly sources: Readonly<Record<string, unknown>>;
  /** What could not be used. */
  readonly passedOver: readonly string[];
  /** Keys that there are not. */
  readonly unknown: readonly string[];
}

/** What [`prune`] clears, as numbers. */
export interface PruneDetails {
  /** How many results are cleared. */
  readonly toolResults: number;
  /** Estimated tokens that this saves. */
  readonly tokensSaved: number;
  /** Estimated tokens of the whole history. */
  readonly tokensTotal: number;
  /** Estimated tokens of the results that are protected. */
  readonly tokensProtected: number;
}

/** The decision and its numbers. */
export interface Need {
  /** Whether something has to be done. */
  readonly needed: boolean;
  /** What has to be done. */
  readonly strategy: NeedStrategy;
  /** Whether the tokens have reached the threshold for a warning to the user. */
  readonly warn: boolean;
  /** The tokens by which this was decided. */
  readonly tokensUsed: number;
  /** Where these tokens come from. */
  readonly source: NeedSource;
  /** Tokens of the window that are left after room for the answer is set aside. */
  readonly tokensUsable: number;
  /** The threshold, in tokens, for compaction. */
  readonly tokensTrigger: number;
  /** Estimated tokens that clearing old tool results would free. */
  readonly tokensPrunable: number;
}

/** The tokens of a usage report. */
export interface UsageTokens {
  /** Their sum, as the preset's system adds them up; null if the report has names without numbers. */
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

/** Numbers of a session. Source: `getCompressionStats` of gencode 0.4.0. */
export interface SessionStats {
  /** How many messages the session has ever had. */
  readonly totalMessages: number;
  /** How many messages the model reads. */
  readonly activeMessages: number;
  /** How many summaries the session has. */
  readonly summaryCount: number;
  /** `activeMessages` divided by `totalMessages`; 1 for an empty session. */
  readonly compressionRatio: number;
}

/** What a file holds, for a model. What does not apply to its kind is null. */
export interface FileContent {
  /** What it is. */
  readonly kind: FileKind;
  /** The file, without links; null if it was refused. */
  readonly path: string | null;
  /** How many bytes it holds. */
  readonly bytes: number | null;
  /** The lines of the page, of a text. */
  readonly text: string | null;
  /** Number of the first line, from 1 on. */
  readonly firstLine: number | null;
  /** Number of the last line. */
  readonly lastLine: number | null;
  /** How many lines the text has; null too if it was not read to its end. */
  readonly totalLines: number | null;
  /** How many lines of the page were cut. */
  readonly cutLines: number | null;
  /** Whether anything of the text is not on the page. */
  readonly truncated: boolean | null;
  /** The `offset` of the next page; null if there is none. */
  readonly nextOffset: number | null;
  /** The encoding of a text. */
  readonly encoding: string | null;
  /** Whether bytes that are no text were replaced. */
  readonly replaced: boolean | null;
  /** The type of a medium. */
  readonly mime: string | null;
  /** The medium as a part of a message. */
  readonly part: Readonly<Record<string, unknown>> | null;
  /** Why it is not read; null if it is. */
  readonly problem: NotRead | null;
  /** What the model should know of it; empty if there is nothing. */
  readonly notice: string;
}

/** What became of an instruction file. */
export interface LoadedFile {
  /** The file. */
  readonly path: string;
  /** Tokens of its part of the text; 0 if it is left out. */
  readonly tokens: number;
  /** Why it is left out; null if it is not. */
  readonly leftOut: LeftOut | null;
  /** The file that has the same text; null if none has. */
  readonly sameAs: string | null;
  /** The files that it imports. */
  readonly imports: readonly ImportedFile[];
}

/** A file or an import that was not read. */
export interface FileProblem {
  /** Why. */
  readonly kind: NotRead;
  /** The path that was meant. */
  readonly path: string;
  /** What was written behind the `@`; null if it is no import. */
  readonly written: string | null;
  /** The file that says so; null likewise. */
  readonly importedBy: string | null;
}

/** Instruction files as one text. */
export interface LoadedInstructions {
  /** The text; empty if there is nothing to tell. */
  readonly text: string;
  /** Its tokens. */
  readonly tokens: number;
  /** All files, from the outermost folder inwards. */
  readonly files: readonly LoadedFile[];
  /** Files and imports that were not read. */
  readonly problems: readonly FileProblem[];
  /** How many more there are. */
  readonly moreProblems: number;
  /** How many folders were looked through. */
  readonly folders: number;
}

/** What was stored. */
export interface StoredOutput {
  /** The key of the output: a hash of what was stored. */
  readonly key: string;
  /** What a placeholder says: how an agent gets the output back. */
  readonly locator: string;
  /** Bytes of the file. */
  readonly bytes: number;
  /** How many secrets were taken out. */
  readonly secrets: number;
}

/** What a store holds, and what it removed. */
export interface StoreHeld {
  /** How many outputs are kept. */
  readonly outputs: number;
  /** Their bytes. */
  readonly bytes: number;
  /** How many outputs were removed. */
  readonly removed: number;
  /** Their bytes. */
  readonly removedBytes: number;
}

/** Where a piece goes on. */
export interface PieceNext {
  /** The first line of the next piece. */
  readonly firstLine: number;
  /** How many chars of it were given already. */
  readonly skipChars: number;
}

/** A piece of an output. */
export interface Piece {
  /** The key of the output. */
  readonly key: string;
  /** The text, as it was stored. */
  readonly text: string;
  /** The first line of the piece, from 1 on. */
  readonly firstLine: number;
  /** The last line of the piece; 0 if it is empty. */
  readonly lastLine: number;
  /** How many lines the output has. */
  readonly lines: number;
  /** How many chars the output has. */
  readonly chars: number;
  /** Where it goes on; null at the end. */
  readonly next: PieceNext | null;
}

/** One change to one place, as in RFC 6902. */
export interface PatchOp {
  /** What is done. */
  readonly op: 'replace' | 'remove' | 'add';
  /** JSON Pointer to the place. */
  readonly path: string;
  /** What comes there; missing where something is removed. */
  readonly value?: unknown;
}

/** Messages that others take the place of. */
export interface Splice {
  /** Index of the first message that goes. */
  readonly start: number;
  /** How many go. */
  readonly deleteCount: number;
  /** What comes in their place. */
  readonly insert: readonly unknown[];
}

/** A change of a list of messages: first `ops`, then `splices`. */
export interface Patch {
  /** Changes inside messages, in an order in which they can be applied. */
  readonly ops: readonly PatchOp[];
  /** Messages dropped and inserted, last place first. */
  readonly splices: readonly Splice[];
}

/** How a tool was used, as gencode's session files hold it. */
export interface ToolUseRecord {
  /** The tool's name. */
  readonly tool: string;
  /** How many times it was called. */
  readonly count: number;
  /** What the first distinct calls were about. */
  readonly notableUses: readonly string[];
}

/** The record of a summary as gencode's session files hold it, with its keys. */
export interface ConversationSummary {
  /** Its name. */
  readonly id: string;
  /** What it is. */
  readonly type: 'compaction';
  /** First and last message, the last included. */
  readonly coveringMessages: readonly [number, number];
  /** The summary. */
  readonly content: string;
  /** Sentences in which something was decided. */
  readonly keyDecisions: readonly string[];
  /** Paths that were written, edited or deleted. */
  readonly filesModified: readonly string[];
  /** How each tool was used. */
  readonly toolsUsed: readonly ToolUseRecord[];
  /** When, as ISO 8601. */
  readonly generatedAt: string;
  /** Its tokens. */
  readonly estimatedTokens: number;
}

/** What `beforeCompact` is told. */
export interface BeforeCompactRequest {
  /** Why the run began. */
  readonly trigger: RunCause;
}

/** A file as it is now. */
export interface RestoredFile {
  /** The path as it was asked for. */
  readonly path: string;
  /** Its text; null if there is none. */
  readonly text?: string | null | undefined;
}

/** A list of messages after an operation. */
export interface Edited<M, D> {
  /** The messages after the operation: the very same list if nothing changed. */
  readonly messages: M[];
  /** Whether anything changed. */
  readonly changed: boolean;
  /** What was removed: one group for each kind. */
  readonly removed: readonly Removed[];
  /** Tokens of the messages before. */
  readonly tokensBefore: number;
  /** Tokens of the messages after. */
  readonly tokensAfter: number;
  /** What the operation says of itself. */
  readonly details: D;
}
