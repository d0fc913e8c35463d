/// <reference lib="esnext.disposable" />
// Classes, results and the few functions whose types no table can tell. Written by hand; what
// follows from the tables is in `options.d.ts` and `operations.d.ts`.

import type {
  CompactorGroups, CountTokensOptions, Detail, Dialect, EstimateTokensOptions, HistoryGroups, LoadMemoryOptions, MaskToolOutputsOptions, MediaRule, MicrocompactOptions,
  Preset, ReadFileOptions, ReferenceImagesOptions, RetireOptions, SimulateOptions, Turn,
} from './options.js';

// --- the functions of yours ----------------------------------------------------------------------

/**
 * Counts the tokens of a text, in place of an estimator: called once for each text that is new.
 * What it throws reaches you unchanged. System text and tools are counted by it too, text of this
 * package's own is not. A `Vocabulary` is one.
 */
export type Tokenizer = ((text: string) => number) | { count(text: string): number };

/** A complete request for a model: nothing has to be added. */
export interface SummaryRequest<M = any> {
  /** `fold`: notes on one piece of a record that does not fit one request; `verify` checks the summary before it. */
  purpose: 'summary' | 'fold' | 'verify' | 'retry' | 'output';
  system: string;
  /** In the dialect of the history: plain text, no tools, no media. */
  messages: M[];
  maxOutputTokens: number;
  /** Estimated tokens of system text and messages. */
  inputTokens: number;
  /** The model that the preset's system would ask, if it names one. */
  model?: string | undefined;
  /** The messages are to follow the conversation as it was last sent. */
  followsConversation: boolean;
}

/** A model's answer, with what its provider reported of the call. */
export interface SummaryAnswer {
  text: string;
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  /** The provider's word for why the model stopped: `length`, `max_tokens`, `end_turn`. */
  stopReason?: string | undefined;
}

/** What goes with each call of a function of yours. */
export interface CallContext {
  signal?: AbortSignal | undefined;
}

/** Your model call. What it throws reaches you unchanged, unless something stands in for the summary (`memory.fallback`). */
export type Summarize<M = any> = (request: SummaryRequest<M>, context: CallContext) => string | SummaryAnswer | Promise<string | SummaryAnswer>;
/** Puts `text` where it can be found again and gives the place. If it throws, the output stays in the history. */
export type Store = (output: Extract<Action, { kind: 'offload' }>, context: CallContext) => string | Promise<string>;
/** A store that is an object: a `FolderStore`, or one of yours. */
export interface StoreObject {
  store: Store;
}
/** Reads files again. Paths are as the model spelled them: read them only inside the workspace. */
export type Restore = (files: WantedFile[], context: CallContext) => RestoredFile[] | Promise<RestoredFile[]>;
/** What a log should be told. `warning`: something failed, and the conversation goes on. `error`: nothing may be sent. */
export interface LogEvent {
  level: 'debug' | 'info' | 'warning' | 'error';
  event: 'started' | 'asked' | 'finished' | 'fallback' | 'not_stored' | 'not_summarized' | 'hook_unheard' | 'near_window' | 'over_window' | 'failed' | 'unreachable';
  /** A sentence. */
  text: string;
  /** The same as data: by the names of OpenTelemetry's conventions for generative AI where they have one, else under `conspectus.`. */
  attributes: Record<string, string | number>;
}

/** Is told what a log should hold, as it happens. */
export type OnEvent = (event: LogEvent) => unknown;
/**
 * Is told before work is done (`event` is `pre_compress`). It may answer `{ abort: true }`, which
 * cancels the run, or `{ context }`, a text for the summariser of this run. It is told once more at
 * the end (`post_compress`), with `status`, `summary` and `report`; if it throws then, the result
 * has what it threw as `error`.
 */
export type OnHook = (action: Extract<Action, { event: unknown }>) => unknown;

/** A file that is asked for. A longer one is named and not embedded. */
export interface WantedFile {
  path: string;
  maxChars: number;
}

/** A file as it is now; without a `text` there is none. */
export interface RestoredFile {
  path: string;
  text?: string | null | undefined;
}

// --- the compactor -------------------------------------------------------------------------------

/** The options of a `Compactor`, in groups. What is `undefined` counts as not given. */
export interface CompactorOptions<M = any> extends Omit<CompactorGroups, 'summarize'> {
  /** Your model call, or `'embedded'`, the built-in summary, which needs no model. Default: `'embedded'`. */
  summarize?: Summarize<M> | 'embedded' | undefined;
  /** Keeps tool outputs that are clipped or cleared: a function, or a `FolderStore`. What it throws for stays in the history. */
  store?: Store | StoreObject | undefined;
  /** Brings files back after a summary. Without it none is. */
  restore?: Restore | undefined;
  onHook?: OnHook | undefined;
  /** Hand `text` to your log. */
  onEvent?: OnEvent | undefined;
  /** Counts tokens in place of an estimator. */
  tokenizer?: Tokenizer | undefined;
  /** Options to share between compactors. What is given beside it wins, in groups name by name. */
  options?: Omit<CompactorOptions<M>, 'options'> | undefined;
}

/** What goes with the messages of one compaction. */
export interface CompactOptions extends Turn {
  /** Ends the run at once with the status `cancelled`; nothing is changed. It is passed on to your functions. */
  signal?: AbortSignal | undefined;
}

/**
 * How a compaction ended. `reduced`: without a summary. `unreachable`: nothing legal is small
 * enough, so do not send. `failed`: nothing changed, and `report.reason` says why.
 */
export type Status = 'unchanged' | 'reduced' | 'summarized' | 'repaired' | 'unreachable' | 'failed' | 'stale' | 'cancelled';

/** What a compaction gives. */
export interface Result<M> {
  /** The very same array if nothing changed. */
  messages: M[];
  changed: boolean;
  status: Status;
  /** The text of the summary that came into the history. */
  summary: string | null;
  report: Report;
  /** What `summarize` threw, where the run went on without it. */
  error: unknown;
  /** The patch that takes the run back, as plain data. The messages that went stand in it as you gave them. */
  readonly undo: Patch;
  /** What `JSON.stringify` writes, and `Compactor.undo` takes. */
  toJSON(): SavedResult<M>;
  /** Where to mark the end of a cached prefix in the next request: each number is how many messages the prefix holds; 0 is the system text. */
  readonly cacheBreakpoints: number[];
}

/** A result as plain data. */
export interface SavedResult<M = any> {
  messages: M[];
  changed: boolean;
  status: Status;
  summary: string | null;
  report: Report;
  undo: Patch;
}

/** An edit of a plan. */
export interface PlannedEdit {
  /** Index of the message in the list before. */
  message: number;
  /** JSON Pointer of the part inside the message. */
  path: string;
  action: 'replace_media' | 'drop_nested_media' | 'clear_result' | 'replace_embedded_media' | 'cut_result' | 'shorten_result' | 'shorten_arguments';
  reason: string;
  charsBefore: number;
  charsAfter: number;
  media: number;
  mediaTokens: number;
  tokensSaved: number;
  tool?: string;
  detail?: string;
  /** The text that replaces the part. */
  text: string;
}

/** What a run of a compactor would do. */
export interface Plan {
  /** How the run would end, if your functions give what they are asked for. */
  status: Status;
  reason: Reason;
  /** In estimated tokens; `after` with a model's summary is the most. */
  size: { messages: number; before: number; after: number; used: number; trigger: number; target: number };
  edits: PlannedEdit[];
  /** Which messages become a summary, and by whom. */
  summary: {
    from: number;
    to: number;
    pinned: number[];
    messages: number;
    tokens: number;
    by: 'model' | 'embedded';
    inputTokens: number;
    outputTokens: number;
  } | null;
  /** The outputs that `store` would be asked to keep. */
  stores: { key: string; chars: number }[];
  cache: CacheReport;
  /** The change of the list; null where it depends on a model's answer. */
  patch: Patch | null;
  /** All of it for people. */
  text: string;
}

/** The messages' own type where the compactor has none. */
export type MessageOf<M, N> = 0 extends 1 & M ? N : M;

/** Decides when and what, asks for a summary, checks it, and only then changes anything. Make one for each conversation. */
export class Compactor<M = any> {
  constructor(options?: CompactorOptions<M>);
  /** The messages of this turn, smaller if it is time. Yours are never changed. */
  compact<N extends M>(messages: readonly N[], turn?: CompactOptions): Promise<Result<MessageOf<M, N>>>;
  /**
   * As `compact`, for a host that keeps the full list and hands it over each time: send the
   * `messages` of the result. What was summarised before stays summarised. Messages are recognised
   * by identity, or by their content if the host copies them.
   */
  view<N extends M>(full: readonly N[], turn?: CompactOptions): Promise<Result<MessageOf<M, N>>>;
  /** What `compact` with these arguments would do. Nothing changes, no model is asked and nothing is stored. */
  plan(messages: readonly unknown[], turn?: Turn): Plan;
  /** A plan as text for people. */
  static explain(plan: Plan): string;
  /** The list as it was before: a new one, equal to what `compact` was given. What was added since stays at its end. */
  static undo<N>(result: Result<N> | SavedResult<N>, messages?: readonly N[]): N[];
  /**
   * What to do about a provider's error: what an SDK threw, its data, or its text. But for the
   * action `fail`, call `compact` and send again: the compactor does what the refusal asks for,
   * whatever the estimates say. A limit that an error states holds from then on.
   */
  handleProviderError(error: unknown): Recovery;
  /** Ends a run that goes on: its result has the status `cancelled`. */
  cancel(): void;
  /** What the compactor remembers, as plain data, the same in all languages. Options are not in it, nor is a run that goes on. */
  save(): SavedState;
  /** A compactor with these options that remembers what another one saved. */
  static load<M = any>(state: SavedState, options?: CompactorOptions<M>): Compactor<M>;
  /** Frees the memory at once; a run that goes on is cancelled. Every later call throws. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** What `save` gives: store it as JSON and hand it to `load`. */
export interface SavedState {
  version: 1;
  memory?: Record<string, unknown>;
  view?: Record<string, unknown>;
}

/** One compaction without a `Compactor` to keep: its options and what goes with the messages, in one object. */
export function compact<M>(messages: readonly M[], options?: CompactorOptions<any> & CompactOptions): Promise<Result<M>>;

/** Why a run ended as it did. */
export type ReasonCode =
  | 'admitted' | 'below_trigger' | 'cancelled' | 'cleared' | 'clipped' | 'empty_history' | 'floor_above_limit' | 'floor_above_window' | 'gave_up' | 'history_changed' | 'measuring_failed'
  | 'model_rests' | 'outputs_summarized' | 'no_cut' | 'not_smaller' | 'no_room' | 'nothing_new' | 'nothing_to_drop' | 'open_end' | 'summarized' | 'summarizer_error' | 'summary_copy' | 'summary_cut_off'
  | 'repaired' | 'summary_echo' | 'summary_empty' | 'summary_error_text' | 'summary_invalid' | 'summary_loops' | 'summary_not_this_record' | 'summary_refused'
  | 'summary_stale' | 'summary_too_long' | 'summary_too_thin' | 'summary_tool_call' | 'summary_unproven' | 'too_few_messages' | 'too_little' | 'would_invalidate';

/** A code for programs and a sentence for people. */
export interface Reason {
  code: ReasonCode;
  text: string;
}

/** How the preset's system calls an end. */
export type SystemStatus =
  | 'compressed' | 'failed_inflated_token_count' | 'failed_token_count_error' | 'failed_empty_summary' | 'noop' | 'content_truncated'
  | 'failed_invalid_summary' | 'failed_invalid_result' | 'failed_summarizer' | 'failed_output_truncated' | 'unreachable' | 'stale' | 'cancelled'
  | 'repaired';

/** What set a run off. */
export type RunTrigger = 'manual' | 'auto' | 'token_limit' | 'image_overflow' | 'payload_overflow' | 'refusal';

/** What a run measured and decided. All tokens are estimates by the same yardstick unless said otherwise. */
export interface Report {
  reason: Reason;
  trigger: RunTrigger;
  /** Send nothing: the hard limit is reached and compacting did not help. */
  blocksSend: boolean;
  /** As what the messages were read. */
  dialect: Dialect;
  size: SizeReport;
  cut: CutReport;
  memory: MemoryReport;
  /** What a model's summary kept; null without such a summary, or if the preset does not look. */
  retention: RetentionReport | null;
  /** What stayed because it is pinned. */
  pinned: PinReport;
  cache: CacheReport;
  /** What went, and why. */
  went: Went[];
  /** What new tool results were told shorter, in a run that does nothing else. */
  admitted: AdmitReport;
  /** What a model told shorter of new tool results, in such a run. */
  outputs: OutputReport;
  /** What the history is made of. */
  parts: { before: Breakdown; after: Breakdown };
  /** Outputs that your `store` took. They are stored even if the run then changed nothing. */
  stored: StoredOutputs;
  /** What the preset's system adds, in its own words and numbers. */
  system: SystemReport;
}

/** Sizes, in tokens, and numbers of messages. */
export interface SizeReport {
  before: number;
  /** The same as before if nothing changed. */
  after: number;
  /** The count that decided when: the provider's if given, else the estimate with its overhead. */
  used: number;
  /** `used` as it will be. */
  usedAfter: number;
  /** The context window; null if none is known. */
  window: number | null;
  /** How the window is known. */
  windowFrom: LimitFrom | null;
  /** Tokens of the result, also of one that was refused. */
  planned: number;
  /** System text and tool schemas, which no compaction shrinks. */
  overhead: number;
  /** The count at which compaction starts; 0 without a window. */
  trigger: number;
  /** What messages and overhead are to fit after a compaction; 0 without a window. */
  target: number;
  /** Tokens by which the result lies above the target. */
  overTarget: number;
  /** What no compaction gets below: what surrounds the messages, what is live, and the smallest summary. 0 if it was not needed. */
  floor: number;
  /** The count at which nothing may be sent before a compaction, in systems that know one. */
  hard: number | null;
  /** Whether sizes are guessed from lengths: the list is so far below the trigger that no text was read. */
  fromLengths: boolean;
  /** Bytes of the request before, nearly; null where no limit on requests is known. */
  bytes: number | null;
  /** Images in it; null likewise. */
  images: number | null;
  messagesBefore: number;
  messagesAfter: number;
}

export interface CutReport {
  /** The first message that stays, if a cut was looked for. */
  index: number | null;
  reason: SplitPoint['reason'] | null;
  /** Messages that a summary stands for. */
  messages: number;
}

export interface MemoryReport {
  /** Estimated tokens of the summary. */
  tokens: number;
  mergedPrevious: boolean;
  /** How far that earlier summary may be believed; null without one. */
  rank: 'remembered' | 'keyed' | 'intact' | null;
  /** `memory_damaged` if the message of an earlier summary was changed, so that it could not be merged. */
  damaged: Reason | null;
  /** Of the second call; null without one. */
  check: 'accepted' | 'kept_first' | 'failed' | null;
  /** How far the last answer of the model is about its record; null without one that could be read. */
  score: {
    grounding: number; grounded: number; names: number; coverage: number; recordNames: number; template: number; repeats: number; verbatim: number;
  } | null;
  /** Names in it that do not stand in the record; at most 12. */
  ungrounded: string[];
  /** Answers of the model. */
  attempts: number;
  /** Why answers were refused, in order. */
  refused: string[];
  /** Whether the end of the summary is missing. */
  truncated: boolean;
  /** Which tool results the summariser read. */
  input: 'original' | 'truncated';
  /** Why the embedded summary, or clearing alone, stood in for a model's summary; null if it did not. */
  fallback: Reason | null;
  /** Which share of the record the summariser was shown, 0 to 1; null if no model was asked. */
  shown: number | null;
  /** In how many pieces it read the record: 1 if it fits one request. */
  pieces: number;
  /** A request that shared the conversation's prefix was not good enough, and another was made. */
  coldRequest: boolean;
  /** Whether the agent is told to go on, at the end of the list. */
  continued: boolean;
  /** Files and images that were brought back. */
  files: number;
  images: number;
}

/** What was looked for in a summary. `first` are the first twelve; those that must not be lost come first. */
export interface Things {
  count: number;
  first: { kind: 'request' | 'rule' | 'failure' | 'task' | 'file' | 'name' | 'path' | 'id' | 'number' | 'command'; text: string }[];
}

/** What a summary kept of the messages that it stands for. */
export interface Retention {
  kept: Things;
  missing: Things;
  /** Paths, ids, numbers and commands that it names and that neither the messages nor earlier notes hold. */
  unsupported: Things;
  /** The share of the value of the most valuable names that it holds, 0 to 1. */
  value: number;
}

/** The same as a model wrote it, and what was done about it. */
export interface RetentionReport extends Retention {
  /** How many things that must not be lost were put in word for word. */
  putIn: number;
  /** Of a second answer, asked for because too much was missing; null without one. */
  secondCall: 'accepted' | 'kept_first' | 'failed' | null;
}

export interface PinReport {
  messages: number;
  tokens: number;
  /** JSON Pointer of the largest pinned message. */
  largest: string | null;
  /** Results of tools that are never cleared, and that had to be clipped because nothing else made the list fit the window. */
  gaveWay: string[];
}

export interface CacheReport {
  /** Everything before this message stays in the provider's cache. */
  firstChangedMessage: number | null;
  tokensToReadAgain: number;
  /** Where to mark the end of a cached prefix in the next request: each number is how many messages the prefix holds; 0 is the system text. */
  breakpoints: number[];
  /** After how many calls the change has saved what it costs. Null without a change, or without prices. */
  paysAfterCalls: number | null;
  /** How many tokens the next request should find in the provider's cache if the marks are set as told. Null where nothing tells it. */
  expectedCachedTokens: number | null;
  /** What the change costs and saves, in millionths of the unit of the prices. Null as for `paysAfterCalls`. */
  money: { costsNowMicros: number; savesMicrosACall: number; inputMicros: number } | null;
  pricesFrom: PricesFrom | null;
}

/** How prices are known: given by the host, from the table of models, or from the ratios of the vendor that the model's name tells. */
export type PricesFrom = 'declared' | 'table' | 'name';

/** What a prompt costs where its beginning is cached. Only the ratios of the prices count. */
export interface CachePrices {
  input: number;
  read: number;
  write: number;
  output: number;
  /** How long an entry lives after it was last read; 0 where that is not known. */
  ttlMs: number;
  minPrefixTokens: number;
  /** How many places of a request may be marked; 0 where the provider finds any common prefix by itself. */
  breakpoints: number;
  lookbackBlocks: number;
  from: PricesFrom;
  source: string;
  /** A year and a month. */
  date: string;
}

export interface Went {
  why: string;
  count: number;
  tokens: number;
}

/** Estimated tokens by what they are spent on. */
export interface Breakdown {
  system: number;
  user: number;
  assistant: number;
  reasoning: number;
  toolCalls: number;
  toolResults: number;
  media: number;
  other: number;
  summary: number;
}

export interface StoredOutputs {
  outputs: { message: number; path: string; key: string; locator: string; chars: number }[];
  failures: number;
  error: string | null;
  /** Where the messages are kept that became a summary. */
  messages: { firstMessage: number; lastMessage: number; key: string; locator: string; chars: number } | null;
}

export interface SystemReport {
  status: SystemStatus;
  number: number;
  /** Failed runs since the last that succeeded, this one included. */
  failures: number;
  /** The next run that is not forced will ask no model. */
  failedAttempt: boolean;
  /** The count had reached the hard limit. */
  rescue: boolean;
  /** What your application must do beside taking the new messages. */
  followup: { replaceHistory: boolean; newChat: boolean; keepRecording: boolean; resendContext: boolean; resetCounts: boolean };
}

// --- the ledger ----------------------------------------------------------------------------------

/** The options of a `History`, in groups. */
export interface HistoryOptions extends HistoryGroups {
  tokenizer?: Tokenizer | undefined;
  /** How known messages are told from edited ones. Default: `'shape'`. */
  verify?: 'shape' | 'hash' | undefined;
}

/** When the conversation was last active, by your clock. */
export interface Activity {
  nowMs?: number | undefined;
  lastActivityMs?: number | undefined;
  force?: boolean | undefined;
}

/** The ledger of one conversation: a turn costs its new messages. */
export class History {
  constructor(options?: HistoryOptions);
  append(message: unknown): this;
  /**
   * Tells the tool results of a new message shorter, without a loss, and reads it: as far as
   * `reduce.admit` says. Gives the message to keep: the same object if nothing changed. A result is
   * told by those before it that were read since the first call.
   */
  admit<M>(message: M): M;
  extend(messages: readonly unknown[]): this;
  /**
   * Takes the whole list again, reads what is new and returns how many messages that were. Older
   * messages are known by identity, the last one is always looked at; an edit in place of an older
   * one is seen with `verify: 'hash'` only, which reads everything.
   */
  sync(messages: readonly unknown[]): number;
  truncate(length: number): this;
  estimate(options?: { system?: string | readonly unknown[] | undefined; tools?: unknown }): Estimate;
  splitPoint(): SplitPoint;
  /** As `microcompact`; reads what is new in `messages` first. */
  microcompact<M>(messages: readonly M[], activity?: Activity): Patched<M, MicrocompactReport>;
  readonly length: number;
  readonly tokens: number;
  readonly chars: number;
  readonly media: number;
  readonly splitIndex: number;
  /**
   * What the provider reported: a usage object of any provider, a response that holds one, or the
   * prompt's tokens as a number. `messages` is how many the request held; all that were read unless
   * given.
   */
  reportUsage(usage: unknown, messages?: number): this;
  /** Tokens of a prompt with all messages: the last report and a scaled estimate of what came since; without a report as `tokens`. */
  readonly promptTokens: number;
  /** Frees the memory at once. Every later call throws. */
  dispose(): void;
  [Symbol.dispose](): void;
}

// --- errors --------------------------------------------------------------------------------------

/** Every error of the library. What your own getters, proxies and functions throw reaches you unchanged. */
export class ConspectusError extends Error {
  /** Which kind. All of them: `names().errorCodes` of `conspectus/sansio`. */
  readonly code: string;
  /** JSON Pointer to the place: `/3/parts/0`, `/when/trigger`, or `''`. */
  readonly path: string;
  constructor(code: string, path: string, message: string);
}

// --- for drivers of your own ---------------------------------------------------------------------

/** The options of a `Machine`: those of a compactor, and who writes the summary is a word. */
export interface MachineOptions extends CompactorGroups {
  tokenizer?: Tokenizer | undefined;
}

export type Action =
  | { kind: 'hook'; event: 'pre_compress'; trigger: RunTrigger }
  | { kind: 'offload'; key: string; text: string; mime: 'text/plain' }
  | { kind: 'restore'; files: WantedFile[] }
  | { kind: 'summarize'; request: SummaryRequest }
  | { kind: 'apply'; patch: Patch }
  | ({ kind: 'done'; status: Status; applied: boolean; summary: string | null; report: Report }
      & ({ event: 'post_compress'; trigger: RunTrigger } | { event?: undefined; trigger?: undefined }));

export interface Patch {
  /** RFC 6902 operations, in an order in which they can be applied. */
  ops: { op: 'replace' | 'remove' | 'add'; path: string; value?: unknown }[];
  /** Messages dropped and inserted, last place first. */
  splices: { start: number; deleteCount: number; insert: unknown[] }[];
}

/** The state machine behind `Compactor`. After each `handle...`, drain `pollAction` until it gives null, before the next `handle...`. */
export class Machine {
  constructor(options?: MachineOptions);
  handleMessages(messages: readonly unknown[], turn?: Turn): void;
  /** What a run with these arguments would do. Nothing changes. */
  plan(messages: readonly unknown[], turn?: Turn): Plan;
  /** What to do about a provider's error. The next run does its part. */
  handleProviderError(error: unknown): Recovery;
  pollAction(): Action | null;
  /** After the action `hook`, before the next one is polled: what the hook has to say to the summariser of this run. */
  handleHook(text: string): void;
  handleStored(locator: string): void;
  handleStoreFailed(message: string): void;
  handleSummary(text: string, usage?: { inputTokens?: number | undefined; outputTokens?: number | undefined; stopReason?: string | undefined }): void;
  handleRestored(files: readonly RestoredFile[] | null): void;
  handleFailure(message: string): void;
  handleCurrent(messages: readonly unknown[]): void;
  cancel(): void;
  /**
   * What former runs made of the first messages of a full list: how many those are (`covered`), and
   * the messages in their place. Null if the list does not begin with them. The next run is to have
   * these messages, and behind them the rest of the list.
   */
  view<M>(full: readonly M[]): { covered: number; messages: M[] } | null;
  save(): SavedState;
  static load(state: SavedState, options?: MachineOptions): Machine;
  /** Frees the memory at once. Every later call throws. */
  dispose(): void;
  [Symbol.dispose](): void;
  readonly state: 'idle' | 'offloading' | 'summarizing' | 'restoring' | 'committing' | 'done';
}

/** The messages with a patch applied. What it does not touch stays the very same objects. */
export function applyPatch<M>(messages: readonly M[], patch: Patch): M[];

/** A row of the table of options. */
export interface OptionRow {
  name: string;
  group: string;
  leaf: string;
  /** Its type in Rust. */
  rust: string;
  domain: Domain;
  meaning: string;
  source: string;
  /** As JSON. */
  example: string;
  defaults: Record<string, unknown>;
  presets: string[];
  functions: string[];
}

/** What may be given for an option or an argument. */
export interface Domain {
  kind: string;
  range: string;
  words?: string[] | null;
  typescript?: string;
}

export interface ArgumentRow {
  name: string;
  domain: Domain;
  meaning: string;
  needed: boolean;
}

/** A row of the table of operations. */
export interface OperationRow {
  name: string;
  rooms: string[];
  about: string;
  input: { name: string; typescript: string } | null;
  measures: boolean;
  options: string[];
  arguments: ArgumentRow[];
  gives: { kind: 'plain' | 'field' | 'patched'; field?: string; typescript: string };
  example: { input: string; options: string };
}

/** The tables of options and operations, with presets, dialects and error codes. */
export interface Names {
  operations: OperationRow[];
  options: OptionRow[];
  groups: { name: string; about: string }[];
  measuring: string[];
  compactor: { turn: ArgumentRow[]; optionsByPreset: Record<string, string[]> };
  history: { options: string[] };
  presets: { name: Preset; about: string }[];
  dialects: Dialect[];
  statuses: Status[];
  errorCodes: string[];
}
export function names(): Names;

// --- what operations give ------------------------------------------------------------------------

/** What an operation that edits gives. */
export interface Patched<M, R> {
  /** The very same array if nothing changed. */
  messages: M[];
  changed: boolean;
  report: R;
}

export interface Estimate {
  /** Everything, overhead included. */
  tokens: number;
  chars: number;
  media: number;
  /** What the media cost. */
  mediaTokens: number;
  /** What compaction cannot shrink. */
  overhead: { system: number; tools: number; frames: number };
  perMessage: number[];
  dialect: Dialect;
  /** With a report: the next prompt, and what of it no message shows. */
  promptTokens: number | null;
  unlistedTokens: number | null;
}

export interface SplitPoint {
  /** Index of the first message kept. */
  index: number;
  reason: 'empty' | 'boundary_at_target' | 'boundary_before_target' | 'everything' | 'boundary_that_fits' | 'trailing_call' | 'no_boundary';
  charsBefore: number;
  charsTotal: number;
}

/** Why a history may not be cut at a boundary. */
export type CutProblem =
  | 'among_system_messages' | 'already_compacted' | 'parts_call_from_result' | 'loses_waiting_call' | 'parts_reasoning_from_item'
  | 'parts_parallel_calls' | 'starts_with_result';

/** A boundary between messages. */
export interface LegalCut {
  index: number;
  legal: boolean;
  /** Why a cut there is not legal. */
  reason: CutProblem | null;
}

export interface SlimStats {
  images: number;
  documents: number;
  texts: number;
  tokensSaved: number;
}

export interface MicrocompactReport {
  trigger: 'none' | 'idle' | 'size' | 'force';
  toolResults: number;
  nestedMedia: number;
  media: number;
  tokensSaved: number;
  /** Paths and commands of the results cleared: what a read cache must forget. */
  cleared: string[];
  clearedUnnamed: number;
}

export interface AdmitReport {
  /** How many results are shorter. */
  results: number;
  /** In how many of them the spaces in front of line numbers went. */
  gutters: number;
  /** How many of them are JSON that lost its spaces, or became tables. */
  tables: number;
  /** How many of them are lists in which what lines have in common is told once. */
  groups: number;
  /** How many pointers stand for lines that an earlier result shows. */
  pointers: number;
  /** How many lines they stand for. */
  lines: number;
  tokensSaved: number;
}

export interface OutputReport {
  /** How many results are shorter. */
  results: number;
  tokensSaved: number;
  /** Errors and warnings that the model's texts lacked and that were put in word for word, and how many of both had no room. */
  errorsPutIn: number;
  warningsPutIn: number;
  leftOut: number;
  /** Why answers were not used: these results stay as they were. */
  refused: ('empty' | 'too_long' | 'not_smaller' | 'refused' | 'cut_off')[];
  /** Why the model could not be asked; null if it could. */
  error: string | null;
}

export interface RetireReport {
  /** How many reads went of files that were changed later. */
  stale: number;
  /** How many reads went that a later read shows too. */
  superseded: number;
  /** How many results went that a later result repeats. */
  repeated: number;
  /** Of how many calls the written text went. */
  applied: number;
  /** How many results got lines back, since what their pointers point at went. */
  writtenOut: number;
  tokensSaved: number;
  /** Estimated tokens of the list afterwards. */
  tokensAfter: number;
  /** What the results that went were about, in order, each once. A cache of files that were read must forget them. */
  cleared: string[];
}

export interface MediaReport {
  /** How many media went. */
  cleared: number;
  /** How many stay. */
  kept: number;
  /** Bytes of the media that went, as they stood in the messages. */
  bytesCleared: number;
  /** Pixels of the images that went. */
  pixelsCleared: number;
  tokensSaved: number;
}

export interface ExpandReport {
  /** How many results got their lines back. */
  results: number;
}

export type ProblemCode =
  | 'missing_role' | 'unknown_role' | 'lone_surrogate' | 'missing_id' | 'duplicate_call_id' | 'duplicate_result' | 'orphan_result'
  | 'misplaced_result' | 'dangling_call' | 'results_not_first' | 'reasoning_without_item' | 'ends_in_thought' | 'empty_result' | 'empty_part' | 'empty_message'
  | 'first_message_not_user' | 'roles_do_not_alternate' | 'system_message_in_list' | 'system_message_in_the_middle' | 'unreadable_message';

/** What a provider would refuse. */
export interface Problem {
  code: ProblemCode;
  path: string;
  severity: 'error' | 'warning';
  message: string;
}

export interface Repair {
  code: ProblemCode;
  path: string;
  action: string;
}

/** What came of a call: `ok`, `failed`, `refused` by the user or the host, or `unknown` without a result. */
export type Outcome = 'ok' | 'failed' | 'refused' | 'unknown';

export type FileUse = 'read' | 'written' | 'edited' | 'appended' | 'removed';

/** Words of the conversation with the index of their message. */
export interface Said {
  text: string;
  message: number;
}

/** What a conversation holds. Every `message` is the index of a message. */
export interface Facts {
  /** The last request with substance. */
  goal: Said | null;
  requests: Said[];
  /** Sentences of the user that demand or forbid something; `superseded` tells that the user later said something else. */
  rules: (Said & { superseded: boolean })[];
  /** In order of last use. `state` is the last change, or `read`; `did` is everything that was done. */
  files: { path: string; state: FileUse; did: FileUse[]; first: number; message: number }[];
  /** `error` is the line that tells the failure best; `fixed` is where the same command succeeded later. */
  commands: { command: string; outcome: Outcome; error: string | null; message: number; result: number | null; fixed: number | null }[];
  failingTests: { name: string; command: string; message: number; fixed: number | null }[];
  /** The newest list of tasks. */
  todos: { text: string; status: 'pending' | 'in_progress' | 'completed' | 'cancelled'; open: boolean; message: number }[];
  decisions: Said[];
  findings: Said[];
  ids: { text: string; kind: 'url' | 'uuid' | 'hash' | 'ticket' | 'code'; first: number; message: number }[];
}

/** A summary written without a model. The keys of `sections` are the sections' own names. */
export interface Snapshot {
  text: string;
  /** The same between its marks, to be put into a history: the next summary knows it and carries on what it holds. */
  message: string;
  sections: Record<string, string>;
  /** What has no section. */
  notes: string;
  /** Always null: what this package writes is a snapshot. */
  defect: null;
  reason: null;
}

/** What a model's answer holds, or what is wrong with it. */
export interface ParsedSnapshot {
  text: string | null;
  sections: Record<string, string> | null;
  /** What has no section; null if it cannot be used. */
  notes: string | null;
  /** Whether its end is there. */
  closed: boolean;
  defect: string | null;
  /** The defect for programs. */
  reason: 'empty' | 'no_document' | null;
}

/** The counts at which to warn, to compact and to stop. */
export interface Thresholds {
  warn: number;
  auto: number;
  hard: number;
  usable: number;
}

export interface UsageCounts {
  /** Cached tokens included. */
  promptTokens: number;
  outputTokens: number | null;
  cachedTokens: number | null;
}

/** A provider's error, understood. What the error does not state is null. */
export interface ProviderError {
  kind: 'tokens' | 'bytes' | 'media' | 'pairing' | 'rate' | 'overload' | 'auth' | 'other';
  /** Whether the very same request may succeed later. */
  retry: boolean;
  /** What told the kind. */
  knownBy: 'wording' | 'code' | 'status' | 'nothing';
  /** The status of HTTP. */
  status: number | null;
  promptTokens: number | null;
  limitTokens: number | null;
  /** Tokens that the request asked for as an answer. */
  maxOutputTokens: number | null;
  bytes: number | null;
  limitBytes: number | null;
  limitMedia: number | null;
  retryAfterMs: number | null;
  /** JSON Pointer into the request, down to the last index that the error names. */
  place: string | null;
  message: string;
}

/** How a limit is known. */
export type LimitFrom = 'declared' | 'table' | 'observed' | 'assumed' | 'fallback';

/** What a model holds and costs. */
export interface ModelLimits {
  /** The name under which the table has the model; null if it does not have it. */
  model: string | null;
  /** Prompt and answer together. */
  windowTokens: number;
  windowFrom: LimitFrom;
  /** The most tokens of a prompt. */
  inputTokens: number;
  outputTokens: number;
  outputFrom: LimitFrom;
  family: string;
  /** Dollars for a million tokens. */
  prices: { input: number; cachedRead: number; cacheWrite: number; output: number } | null;
  source: string | null;
  /** A year and a month. */
  date: string | null;
}

/** What a policy would have cost in a session. */
export interface SimulatedRow {
  policy: string;
  prices: string;
  window: number;
  calls: number;
  /** In what a token of input costs, answers included. */
  cost: number;
  percentOfNever: number;
  /** Names, paths and numbers that the agent wrote again and had last seen more than three calls before. */
  names: number;
  namesPresent: number;
  hitPercent: number;
  overWindow: number;
  unreadLost: number;
  clearings: number;
  summaries: number;
}

/** What to do about a provider's error. */
export interface Recovery {
  action: 'compact' | 'relieve_bytes' | 'relieve_media' | 'repair' | 'wait' | 'fail';
  /** How long to wait before the next request; 0 if it may go at once. */
  waitMs: number;
  /** The largest prompt that may be sent, where the error tells it. */
  ceilingTokens: number | null;
  /** Which refusal in a row this is. */
  attempt: number;
  error: ProviderError;
}

/** What a medium costs, and what of it was found. */
export interface MediaTokens {
  tokens: number;
  rule: MediaRule;
  detail: Detail;
  kind: 'image' | 'pdf' | 'audio' | 'unknown';
  width?: number;
  height?: number;
  pages?: number;
  seconds?: number;
}

export interface TruncatedText {
  text: string;
  truncated: boolean;
  charsBefore: number;
  charsAfter: number;
  linesBefore: number;
  linesAfter: number;
  bytesBefore: number;
  bytesAfter: number;
  errorLines: number;
  note?: string;
  rule: string;
}

export interface TextPage {
  text: string;
  /** Counted from 1. */
  firstLine: number;
  /** One less than `firstLine` if the page is empty. */
  lastLine: number;
  /** Null if the text was not read to its end. */
  totalLines: number | null;
  /** Lines of the page that were cut. */
  cutLines: number;
  truncated: boolean;
  /** The `offset` of the next page; null if there is none. */
  nextOffset: number | null;
  /** What the page lacks and how to get it, for the model. Empty if it lacks nothing. */
  notice: string;
}

/** A file that a memory file imports. */
export interface ImportedFile {
  path: string;
  /** The file that imports it. */
  from: string;
  depth: number;
  /** Of its own text. */
  chars: number;
  tokens: number;
}

/** An import that was not made. */
export interface ImportProblem {
  kind: 'missing' | 'outside' | 'repeated' | 'depth' | 'limit' | 'url' | FileProblem;
  /** What is written behind the `@`. */
  import: string;
  path: string;
  from: string;
}

/** Why a file or a folder was not read. */
export type FileProblem = 'missing' | 'outside' | 'not_a_file' | 'too_large' | 'unreadable' | 'binary';

export interface ProcessedImports {
  text: string;
  tokens: number;
  files: ImportedFile[];
  problems: ImportProblem[];
  /** Problems beyond the first hundred. */
  moreProblems: number;
}

export interface JoinedMemory {
  text: string;
  tokens: number;
  files: MemoryRow[];
}

export interface MemoryRow {
  path: string;
  /** Of its part of the text; 0 if it is not told. */
  tokens: number;
  leftOut?: 'empty' | 'same_text' | 'over_budget';
  sameAs?: string;
}

/** What `readFile` gives. Which fields there are follows from `kind`. */
export interface FileContent extends Partial<TextPage> {
  kind: 'text' | 'image' | 'pdf' | 'audio' | 'video' | 'binary' | 'refused';
  /** Where the file really is. */
  path?: string;
  bytes?: number;
  /** Of a text. */
  encoding?: string;
  /** Whether bytes of a text that stand for no character became U+FFFD. */
  replaced?: boolean;
  mime?: string | null;
  /** The medium as a part of a user message. */
  part?: Record<string, unknown>;
  /** Why there is neither a text nor a part. */
  problem?: FileProblem | 'unsupported';
  notice: string;
}

/** Reads a file for a model: a page of its text, or an image, a PDF, a sound or a film as a part of a message. */
export function readFile(path: string, options?: ReadFileOptions): Promise<FileContent>;

export interface LoadedMemory {
  /** Give it as `environment` with each turn. */
  text: string;
  tokens: number;
  files: (MemoryRow & { imports: ImportedFile[] })[];
  problems: { kind: ImportProblem['kind']; path: string; import?: string; from?: string }[];
  moreProblems: number;
  /** How many folders were looked at. */
  folders: number;
}

/** Finds the memory files for a folder, with their imports, and joins them into one text. */
export function loadMemory(folder: string, options?: LoadMemoryOptions): Promise<LoadedMemory>;

export interface EditorContext {
  kind: 'full' | 'changes' | 'none';
  /** For the model; empty if there is nothing to tell. */
  text: string;
  data: Record<string, unknown>;
  /** Give it as `last` the next time. */
  state: { files: unknown[] };
}

export interface Selection {
  /** Indices of the messages that stay. */
  kept: number[];
  /** Messages that go because they are older. */
  older: number;
  /** Messages that go because they hold a call or a result. */
  tools: number;
  /** Estimated tokens of what stays. */
  tokens: number;
}

/** What can be done to a history that an API would refuse. */
export type ChangeAction =
  | 'drop_invalid_run' | 'drop_empty' | 'drop_invalid_part' | 'drop_thoughts' | 'merge' | 'sign_call' | 'answer_call' | 'add_call'
  | 'order_results' | 'add_start' | 'add_end' | 'scrub';

/** What was done to a history, in order. */
export interface Change {
  action: ChangeAction;
  message: number;
  tool?: string;
}

export interface MaskReport {
  masked: number;
  candidates: number;
  tokensPrunable: number;
  tokensProtected: number;
  tokensSaved: number;
}

export interface ImageReport {
  images: number;
  referenced: number;
  attached: number;
  tokensSaved: number;
}

/** qwen-code's settings, as options. */
export interface ResolvedSettings {
  /** For a `Compactor`. */
  options: Omit<CompactorGroups, 'summarize'>;
  microcompact: MicrocompactOptions;
  referenceImages: ReferenceImagesOptions;
  values: Record<string, number | boolean>;
  sources: Record<string, 'env' | 'settings' | 'default'>;
  passedOver: string[];
  /** Keys beside the settings that are none. */
  unknown: string[];
}

export interface CompressionSettings {
  /** For a `Compactor`. */
  options: Omit<CompactorGroups, 'summarize'>;
  values: Record<string, number | boolean | string | null>;
  sources: Record<string, 'settings' | 'default'>;
  passedOver: string[];
  /** Keys beside the settings that are none. */
  unknown: string[];
}

export interface PruneReport {
  toolResults: number;
  tokensSaved: number;
  tokensTotal: number;
  tokensProtected: number;
}

/** Whether a conversation must be made smaller, and how. */
export interface Need {
  needed: boolean;
  strategy: 'none' | 'prune' | 'compact';
  /** Time to tell the user. */
  warn: boolean;
  tokensUsed: number;
  source: 'usage' | 'estimate';
  /** What the window leaves once the answer has its room. */
  tokensUsable: number;
  tokensTrigger: number;
  /** What clearing old tool results would free. */
  tokensPrunable: number;
}

/** What messages did. */
export interface SessionActivity {
  keyDecisions: string[];
  filesModified: string[];
  toolsUsed: { tool: string; count: number; notableUses: string[] }[];
}

/** The record of a summary as gencode's session files hold it. */
export interface ConversationSummary extends SessionActivity {
  id: string;
  type: 'compaction';
  /** First and last message, the last included. */
  coveringMessages: [number, number];
  content: string;
  generatedAt: string;
  estimatedTokens: number;
}

export interface SavedSession<M = unknown> {
  metadata?: { fullMessageCount?: number | undefined } | undefined;
  messages: readonly M[];
  summaries?: readonly ConversationSummary[] | undefined;
}

export interface SessionStats {
  totalMessages: number;
  activeMessages: number;
  summaryCount: number;
  compressionRatio: number;
}

// --- functions that take more than the table says ------------------------------------------------

/** How large a conversation is. As the ledger estimates it: `reports` are what `History.reportUsage` would be told, in order. */
export function estimateTokens(messages: readonly unknown[], options?: EstimateTokensOptions & { tokenizer?: Tokenizer | undefined }): Estimate;

/**
 * Goes through a recorded session call by call and tells what policies would have cost. `progress`
 * is told after each row how many there are and how many there will be; what it throws ends the
 * simulation.
 */
export function simulate(
  messages: readonly unknown[],
  options?: SimulateOptions & { progress?: ((done: number, total: number) => void) | undefined },
): SimulatedRow[];

/** How many tokens a text is, exactly; `null` if there are more than `limit`. Text is ordinary text: `<|endoftext|>` in tool output is seven tokens. */
export function countTokens(text: string, options?: CountTokensOptions & { limit?: undefined }): number;
export function countTokens(text: string, options: CountTokensOptions): number | null;

/** As `countTokens`, but null as soon as there are more than `limit`. */
export function countUpTo(text: string, limit: number, options?: Omit<CountTokensOptions, 'limit'>): number | null;

/** As `countTokens` or `countTokensBatch`, on another thread: the event loop goes on meanwhile. */
export function countTokensAsync(text: string, options?: Omit<CountTokensOptions, 'limit'>): Promise<number>;
export function countTokensAsync(texts: readonly string[], options?: Omit<CountTokensOptions, 'limit'>): Promise<number[]>;

/** Old tool outputs go to `store`; a preview and the place stay. An output that `store` throws for stays whole. */
export function maskToolOutputs<M>(
  messages: readonly M[],
  options?: MaskToolOutputsOptions & {
    /** Keeps `text` and gives the place. Without it, only outputs whose key is in `locators` are masked. */
    store?: ((output: { key: string; text: string; mime: 'text/plain' }) => string | Promise<string>) | undefined;
  },
): Promise<Patched<M, MaskReport>>;

// --- tool output ---------------------------------------------------------------------------------

/** What to ask a model that tells a tool output shorter. */
export type OutputQuestion =
  | { needed: false; tokens: number }
  | {
      needed: true;
      /** Estimated tokens of the output. */
      tokens: number;
      system: string;
      /** One message of the user, plain text, in the dialect that was given. */
      messages: Record<string, unknown>[];
      maxOutputTokens: number;
    };

/** A tool output after a model told it shorter. */
export interface CheckedOutput {
  /** What takes the place of the output. */
  text: string;
  /** `truncation` if the answer could not be used, `output` if nothing shorter was found. */
  from: 'summary' | 'truncation' | 'output';
  /** Why the answer could not be used. */
  defect: 'empty' | 'too_long' | 'not_smaller' | null;
  /** Errors that the answer lacked and that were put in. */
  errorsPutIn: number;
  warningsPutIn: number;
  /** Errors and warnings for which there was no room. */
  leftOut: number;
  tokensBefore: number;
  tokensAfter: number;
}

// --- loops ---------------------------------------------------------------------------------------

/** A loop of an agent. */
export interface Loop {
  /** What repeats: tool calls, a stretch of text, lines; or two models judged that the agent is stuck. */
  kind: 'calls' | 'text' | 'lines' | 'judged';
  /** How many calls or lines repeat, one after the other; 1 for a stretch of text, 0 if a model judged. */
  cycle: number;
  /** How often in a row they came; 0 if a model judged. */
  repeats: number;
  /** How many loops were found since the last `reset`, this one included. */
  count: number;
  /** One sentence: what repeats, or why a model says so. */
  detail: string;
}

/** The question to a model whether the agent is stuck. */
export interface LoopCheck {
  kind: 'check_loop';
  system: string;
  /** One message of the user, plain text, in the dialect of the history. */
  messages: Record<string, unknown>[];
  /** The JSON Schema of the answer, for providers that take one. */
  schema: Record<string, unknown>;
  maxOutputTokens: number;
  /** Whether a first model saw a loop. Ask a stronger one then. */
  confirms: boolean;
}

/** What came of a check by a model. */
export interface LoopVerdict {
  /** The second model in a row says so. */
  looping: boolean;
  /** From 0 to 1; null if the answer could not be read. */
  confidence: number | null;
  reason: string;
  /** Whether a second model has to be asked: `check` gives the question. */
  confirms: boolean;
  /** The turn from which on the next check is due. */
  nextTurn: number;
}

/** What a detector of loops takes. `preset` names a system whose rules hold: `gemini-cli` reads text by the pieces in which it comes. */
export interface LoopOptions {
  preset?: Preset | null | undefined;
  dialect?: Dialect | null | undefined;
}

/**
 * Takes in what an agent does while it does it, and says when it repeats itself: the same calls,
 * the same text, the same lines.
 *
 * Each method that takes something in gives the loop, or null. Once a loop is found, all of them
 * give it until `clear` or `reset`. Feed it either whole messages (`addMessage`), or what is
 * streamed (`startTurn`, `addText`, `addCall`, and `reset` at a new request). A char of streamed
 * text costs the same whatever came before, and memory is bounded.
 */
export class LoopDetector {
  constructor(options?: LoopOptions);
  /** A detector that goes on where `save` was called. */
  static load(state: Record<string, unknown>, options?: LoopOptions): LoopDetector;
  /** The next piece of text that the agent streams. */
  addText(text: string): Loop | null;
  /** A tool call. The order of keys does not matter, nor whether the arguments are JSON text. */
  addCall(name: string, args?: unknown): Loop | null;
  /** A whole message. One of the agent is its text and its calls; one of the user that answers no call is a new request: all begins anew. */
  addMessage(message: unknown): Loop | null;
  /** A model is about to be called. Checks by a model are timed by it; `addMessage` does it by itself. */
  startTurn(): Loop | null;
  /** The loop that was found, until it is cleared. */
  readonly found: Loop | null;
  /** Lets the agent go on after a loop. Calls are remembered, so the same one again is the next loop; text is not. */
  clear(): void;
  /** Begins anew, for a new request of the user. */
  reset(): void;
  /** Whether a model should be asked: after 30 turns, then every 5 to 15, the sooner the surer the last one was. */
  readonly checkDue: boolean;
  /** What to ask a model, if that is due. `handleCheck` takes its answer; then a second model may have to be asked, so do it in a `while`. */
  check(messages: readonly unknown[]): LoopCheck | null;
  /** The model's answer: JSON text, or the object itself. A loop needs two answers in a row that are at least 0.9 sure. */
  handleCheck(answer: string | Record<string, unknown> | null): LoopVerdict;
  /** What it remembers, as plain data: at most the newest 5,000 chars of text, and hashes. */
  save(): Record<string, unknown>;
  /** Frees the memory at once. Every later call throws. */
  dispose(): void;
  [Symbol.dispose](): void;
}

// --- vocabularies --------------------------------------------------------------------------------

/** How text is cut into pieces before bytes are merged. */
export type Pattern = 'o200k' | 'cl100k' | 'llama3' | 'qwen2' | 'r50k';

/**
 * Exact counts by a vocabulary of yours: a rank file of tiktoken, or a `tokenizer.json` of Hugging
 * Face that is byte-level BPE. It is a `tokenizer`. Text is ordinary text: added tokens, special or
 * not, count as the characters that they are written with, and nothing is put before or after. What
 * a file asks for and this package does not do is an `INVALID_CONFIG` that names the field.
 */
export class Vocabulary {
  private constructor();
  /**
   * From a rank file: its bytes, or its path. `pattern` is how text is split, which the file does
   * not say: a name, or the regular expression (`pat_str`) if it is one of those that have a name.
   */
  static fromTiktoken(file: Uint8Array | string | URL, options: { pattern: Pattern | (string & {}) }): Vocabulary;
  /** From a `tokenizer.json`: its bytes, or its path. */
  static fromTokenizerJson(file: Uint8Array | string | URL): Vocabulary;
  count(text: string): number;
  countBatch(texts: readonly string[]): number[];
  /** As `count`, but null as soon as there are more than `limit`. */
  countUpTo(text: string, limit: number): number | null;
  encode(text: string): number[];
  /** Bytes that end inside a character become U+FFFD. An id that is no token is an error. */
  decode(ids: readonly number[]): string;
  /** The longest start of `text` of at most `maxTokens` tokens, never cut inside a character. */
  truncateToTokens(text: string, maxTokens: number): string;
  readonly pattern: Pattern;
  /** How many tokens it has, added ones left out. */
  readonly size: number;
}

// --- a store in a folder -------------------------------------------------------------------------

/** How a `FolderStore` keeps what it is given. */
export interface StoreSettings {
  /** Whether secrets (private keys, API keys, tokens, passwords) are taken out before anything is written. Default: true. */
  redact?: boolean | undefined;
  /** Outputs that nobody asked for that long go when the store is opened, or by `prune`. Without it: none. */
  maxAgeDays?: number | undefined;
  /** The most bytes of all outputs. When the store is opened, those go that were used longest ago; in between nothing more is taken. */
  maxBytes?: number | undefined;
}

/** What was stored. */
export interface StoredOutput {
  /** A hash of what was stored. */
  key: string;
  /** What a placeholder says: `read_back("...")`. */
  locator: string;
  bytes: number;
  /** How many secrets were taken out. */
  secrets: number;
}

/** Which piece of an output to give. */
export interface PieceRange {
  /** The first line, from 1. */
  firstLine?: number | undefined;
  lastLine?: number | undefined;
  /** How many chars of the first line to leave out. */
  skipChars?: number | undefined;
  /** The most estimated tokens. Default: 2000. */
  maxTokens?: number | undefined;
  maxChars?: number | undefined;
}

/** A piece of an output. */
export interface Piece {
  key: string;
  text: string;
  firstLine: number;
  /** 0 if the piece is empty. */
  lastLine: number;
  /** Of the whole output, as is `chars`. */
  lines: number;
  chars: number;
  /** Where it goes on, as a range to ask for; null at the end. */
  next: { firstLine: number; skipChars: number } | null;
}

/** What a store holds, and what went. */
export interface StoreHeld {
  outputs: number;
  bytes: number;
  removed: number;
  removedBytes: number;
}

/**
 * Keeps tool outputs in a folder of its own: `new Compactor({ store: new FolderStore('.conspectus')
 * })`. The key of an output is a hash of what is stored, so several processes may share the folder.
 * A file is there whole or not at all, and nobody else may read it. Errors have the codes
 * `STORE_FULL`, `STORE_READ_ONLY`, `STORE_BROKEN`, `NOT_STORED` and `STORED_DAMAGED`; in a
 * compactor they leave the output in the history.
 */
export class FolderStore {
  constructor(path: string | URL, settings?: StoreSettings);
  /** What a compactor calls: keeps the output, and gives what its placeholder says. */
  store(output: { text: string }): string;
  put(text: string): StoredOutput;
  /** The whole output under a key, or under the locator that holds it. */
  get(key: string): string;
  /** A piece of an output. `readBack(key, piece.next)` gives the next one. */
  readBack(key: string, range?: PieceRange | null): Piece;
  /** The tool `read_back` for a request to a model, in the words of its provider. */
  static readBackTool(format: 'openai_chat' | 'openai_responses' | 'anthropic' | 'gemini'): Record<string, unknown>;
  /** The answer to a model's call of that tool. It never throws for what a model wrote: the answer says what is wrong. */
  answer(given: string | Record<string, unknown>): string;
  /** Removes what is too old or too much. */
  prune(): StoreHeld;
  forget(key: string): void;
}
