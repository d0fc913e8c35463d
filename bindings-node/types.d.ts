/// <reference lib="esnext.disposable" />
// Classes, your functions, and the few functions whose types no table can tell. Written by hand;
// what follows from the tables is in `options.d.ts`, `operations.d.ts` and `results.d.ts`.

import type {
  CompactArgs, CompactorOptions, CountTextsOptions, Dialect, HistoryOptions, LoadInstructionsOptions, MaskToolOutputsOptions, Preset, ReadFileOptions,
  SimulateOptions, SummarizeOutputOptions, TokenizerName,
} from './options.js';
import type {
  CheckedOutput, ClassifiedError, ClearDetails, ConversationSummary, Edited, FileContent, BeforeCompactRequest, LoadedInstructions, LogRecord, Loop,
  FoundOutputs, ListedOutputs, MaskDetails, OutputRequest, Patch, Piece, Plan, RestoredFile, ResultFields, ResultRow, RunCause, Simulation, SplitPoint, StoredOutput, StoreHeld, StoreRequest, SummaryRequest,
  TokenCount, WantedFile,
} from './results.js';

// --- the functions of yours ----------------------------------------------------------------------

/**
 * Counts the tokens of a text, in place of an estimator: called once for each text that is new.
 * What it throws reaches you unchanged. System text and tools are counted by it too, text of this
 * package's own is not. A `Vocabulary` is one.
 */
export type Tokenizer = ((text: string) => number) | { count(text: string): number };

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

/** Your model call. What it throws reaches you unchanged, unless something stands in for the summary (`fallback`). */
export type Summarize<M = any> = (request: SummaryRequest<M>, context: CallContext) => string | SummaryAnswer | Promise<string | SummaryAnswer>;
/** Puts `text` where it can be found again and gives the place. If it throws, the output stays in the history. */
export type Store = (output: StoreRequest, context: CallContext) => string | Promise<string>;
/** A store that is an object: a `FolderStore`, or one of yours. */
export interface StoreObject {
  store: Store;
}
/** Reads files again. Paths are as the model spelled them: read them only inside the workspace. */
export type Restore = (files: WantedFile[], context: CallContext) => RestoredFile[] | Promise<RestoredFile[]>;
/** Gets what a log should hold, as it happens. */
export type OnEvent = (record: LogRecord) => unknown;
/**
 * Is called before the history changes. It may answer `{ cancel: true }`, which ends the run, or
 * `{ context }`, a text for the summariser of this run.
 */
export type BeforeCompact = (event: BeforeCompactRequest) => Cancel | null | void | Promise<Cancel | null | void>;
/** What `beforeCompact` may answer. */
export interface Cancel {
  /** Ends the run. */
  cancel?: boolean | undefined;
  /** A text for the summariser of this run. */
  context?: string | undefined;
}
/** Gets the result of each run that did or tried something. If it throws, the run's result has what it threw as `error`. */
export type OnCompact<M = any> = (result: Result<M>) => unknown;
// --- the compactor -------------------------------------------------------------------------------

/** What goes with the messages of one compaction. */
export interface CompactOptions extends CompactArgs {
  /**
   * Ends the run at once with the status `cancelled`; nothing is changed. Your functions hear of it too. One that times out
   * (`AbortSignal.timeout`) ends the call of your function alone: the run goes on as if that had failed.
   */
  signal?: AbortSignal | undefined;
}

/** How a run ended: the fields, and what can be asked of it. */
export interface Result<M = any> extends ResultFields<M> {}
export class Result<M = any> {
  private constructor();
  /** A result of what `toJSON` gave. It can be undone; it has no rows. */
  static from<M = any>(fields: ResultFields<M>): Result<M>;
  /** The list as it was before: a new one, equal to what `compact` was given. What was added since stays at its end. */
  undo(messages?: readonly M[]): M[];
  /** The patch that takes the run back, with what was removed as you gave it. */
  readonly undoPatch: Patch;
  /** What became of each message of the list before. */
  rows(): ResultRow[];
  /** What `JSON.stringify` writes, and `Result.from` takes. */
  toJSON(): ResultFields<M>;
  /** One line: how it ended, and the size of the next prompt. */
  toString(): string;
}

/** What can be asked of a plan. */
export interface PlanRows {
  /** What would become of each message. */
  rows(): ResultRow[];
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
  /** What `compact` with these arguments would do: `String(plan)` is its text. Nothing changes, no model is asked and nothing is stored. */
  plan(messages: readonly unknown[], turn?: CompactArgs): Plan & PlanRows;
  /**
   * What to do about a provider's error: what an SDK threw, its data, or its text. But for the
   * action `fail`, call `compact` and send again: the compactor does what the refusal asks for,
   * whatever the estimates say. A limit that an error states holds for this model and
   * window, until a larger prompt is accepted or 64 prompts are.
   */
  handleProviderError(error: unknown): ClassifiedError;
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

// --- the history ---------------------------------------------------------------------------------

/** When the conversation was last active, by your clock. */
export interface Activity {
  nowMs?: number | undefined;
  lastActivityMs?: number | undefined;
  force?: boolean | undefined;
}

/** The history of one conversation: a turn costs its new messages. */
export class History {
  constructor(options?: HistoryOptions);
  append(message: unknown): this;
  /**
   * Writes the tool results of a new message shorter, without a loss, and reads it: as far as
   * `condense` says. Gives the message to keep: the same object if nothing changed. A result is
   * condensed by those before it that were read since the first call.
   */
  condense<M>(message: M): M;
  extend(messages: readonly unknown[]): this;
  /**
   * Takes the whole list again, reads what is new and returns how many messages that were. Older
   * messages are known by identity, the last one is always looked at; an edit in place of an older
   * one is seen with `verify: 'hash'` only, which reads everything.
   */
  sync(messages: readonly unknown[]): number;
  truncate(length: number): this;
  /** As `countTokens`, for what was read. */
  countTokens(options?: { system?: string | readonly unknown[] | undefined; tools?: unknown }): TokenCount;
  splitPoint(): SplitPoint;
  /** As `microcompact`; reads what is new in `messages` first. */
  microcompact<M>(messages: readonly M[], activity?: Activity): Edited<M, ClearDetails>;
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

/** The options of a `Machine`: those of a compactor, without your functions. The word `host` says that you write the summary, or count. */
export interface MachineOptions extends Omit<CompactorOptions, 'summarize' | 'tokenizer' | 'store' | 'beforeCompact' | 'onCompact' | 'onEvent'> {
  summarize?: 'host' | 'extractive' | undefined;
  tokenizer?: TokenizerName | 'host' | undefined;
}

/** What a driver is to do next. */
export type Action =
  | { kind: 'before_compact'; trigger: RunCause }
  | ({ kind: 'store_output' } & StoreRequest)
  | { kind: 'read_files'; files: WantedFile[] }
  | { kind: 'summarize'; request: SummaryRequest }
  | { kind: 'apply'; patch: Patch }
  | { kind: 'done'; tried: boolean; applied: boolean; result: Omit<ResultFields, 'messages' | 'error'> };

/** The state machine behind `Compactor`. After each `handle...`, drain `pollAction` until it gives null, before the next `handle...`. */
export class Machine {
  constructor(options?: MachineOptions);
  handleMessages(messages: readonly unknown[], turn?: CompactArgs): void;
  /** What a run with these arguments would do. Nothing changes. */
  plan(messages: readonly unknown[], turn?: CompactArgs): Plan & PlanRows;
  /** What to do about a provider's error. The next run does its part. */
  handleProviderError(error: unknown): ClassifiedError;
  pollAction(): Action | null;
  /** After the action `before_compact`, before the next one is polled: what the host has to say to the summariser of this run. */
  handleBeforeCompact(text: string): void;
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
  readonly state: 'idle' | 'storing' | 'summarizing' | 'restoring' | 'committing' | 'done';
}

/** The messages with a patch applied. What it does not touch stays the very same objects. */
export function applyPatch<M>(messages: readonly M[], patch: Patch): M[];

/** A row of the table of options. Those of presets are named as they stand in the default. */
export interface OptionRow {
  name: string;
  /** The heading under which it is told; empty for what only presets have. */
  heading: string;
  domain: Domain;
  meaning: string;
  source?: string;
  /** As JSON. */
  example?: string;
  /** Its type in Rust. */
  rust?: string;
  default?: unknown;
  /** The operations that take it. */
  functions?: string[];
}

/** What may be given for an option or an argument. */
export interface Domain {
  kind: string;
  range?: string;
  words?: string[] | null;
  python?: string;
  typescript?: string;
  /** The name and the fields of an object. */
  name?: string;
  fields?: { name: string; domain: Domain; meaning: string }[];
}

export interface ArgumentRow {
  name: string;
  domain: Domain;
  meaning: string;
  needed: boolean;
  /** The presets that have it; all unless given. */
  presets?: string[];
}

/** A type of a result as data. */
export type TypeData =
  | { kind: 'whole' | 'number' | 'flag' | 'text' }
  | { kind: 'data'; python: string; typescript: string }
  | { kind: 'maybe' | 'list' | 'map'; of: TypeData }
  | { kind: 'pair'; of: TypeData[] }
  | { kind: 'word' | 'shape'; name: string };

/** A row of the table of operations. */
export interface OperationRow {
  name: string;
  rooms: string[];
  /** Whether it stands in a module that is no preset's. */
  public: boolean;
  about: string;
  input: { name: string; python: string; typescript: string } | null;
  measures: boolean;
  options: string[];
  arguments: ArgumentRow[];
  gives: { kind: 'plain' | 'field' | 'edited'; field: string | null; type: TypeData };
  example: { input: string; options: string };
}

/** A preset: what stands beside it, what in it, and what goes with a turn. */
export interface PresetRow {
  name: Preset;
  about: string;
  options: string[];
  functions: string[];
  /** The names of its own options, and the rows that they stand for. */
  settings: { name: string; field: string }[];
  turn: string[];
  values: Record<string, unknown>;
}

/** A row of the table of results. */
export interface ShapeRow {
  name: string;
  about: string;
  fields: { name: string; meaning: string; type: TypeData }[];
}

/** The words of a type. */
export interface WordsRow {
  name: string;
  about: string;
  words: { word: string; meaning: string }[];
}

/** The tables of options and operations, with presets, dialects and error codes. */
export interface Names {
  operations: OperationRow[];
  options: OptionRow[];
  settings: OptionRow[];
  headings: string[];
  measuring: string[];
  turn: ArgumentRow[];
  history: string[];
  presets: PresetRow[];
  dialects: Dialect[];
  shapes: ShapeRow[];
  /** What a log holds, by its paths. */
  log: readonly { path: string; meaning: string }[];
  words: WordsRow[];
  errorCodes: string[];
}
export function names(): Names;

// --- what operations take ------------------------------------------------------------------------

/** A session as gencode saves it. */
export interface SavedSession<M = unknown> {
  metadata?: { fullMessageCount?: number | undefined } | undefined;
  messages: readonly M[];
  summaries?: readonly ConversationSummary[] | undefined;
}

// --- functions that take more than the table says ------------------------------------------------

/**
 * Counts the tokens of texts exactly, in one of OpenAI's public encodings. Special tokens count as
 * ordinary text: `<|endoftext|>` is seven tokens. With `atMost`, a text with more gives null.
 */
export function countTexts(texts: readonly string[], options?: Omit<CountTextsOptions, 'atMost'>): number[];
export function countTexts(texts: readonly string[], options: CountTextsOptions): (number | null)[];

/** As `countTexts`, on another thread: the event loop goes on meanwhile. */
export function countTextsAsync(texts: readonly string[], options?: Omit<CountTextsOptions, 'atMost'>): Promise<number[]>;
export function countTextsAsync(texts: readonly string[], options: CountTextsOptions): Promise<(number | null)[]>;

/**
 * Goes through a recorded session call by call and tells what policies would have cost. `progress`
 * is called after each row with how many there are and how many there will be; what it throws ends the
 * simulation.
 */
export function simulate(
  messages: readonly unknown[],
  options?: SimulateOptions & { progress?: ((done: number, total: number) => void) | undefined },
): Simulation;

/** What `renderReport` takes beside the options of a compactor. */
export interface ReportOptions {
  /** What the page calls the session. */
  title?: string | undefined;
  /** The system prompt, as it's sent. */
  system?: unknown;
  /** The tool schemas, as they're sent. */
  tools?: unknown;
  /** The tokens of both, instead of them. */
  overheadTokens?: number | undefined;
  /** The time of each message in milliseconds, or null. The prompt cache expires in long pauses. */
  timesMs?: readonly (number | null)[] | undefined;
}

/**
 * Replays a recorded session and returns a page about it, as HTML: the prompt at each request, what was removed, when and why,
 * what it cost and saved, and the summary. The page is one static file. `contextWindow` or `model` is needed. Functions among the
 * options aren't called, and summaries are extractive. If no prices are known, those of `anthropic-5m` are used. The page quotes
 * the session.
 */
export function renderReport(messages: readonly unknown[], options?: CompactorOptions<any> & ReportOptions): string;

/** Old tool outputs go to `store`; a preview and the place stay. An output that `store` throws for stays whole. */
export function maskToolOutputs<M>(
  messages: readonly M[],
  options?: MaskToolOutputsOptions & {
    /** Keeps `text` and gives the place. Without it, only outputs whose key is in `locators` are masked. */
    store?: ((output: StoreRequest) => string | Promise<string>) | undefined;
  },
): Promise<Edited<M, MaskDetails>>;

/** Reads a file for a model. */
export function readFile(path: string, options?: ReadFileOptions): Promise<FileContent>;

/** Finds the instruction files for a folder, such as `AGENTS.md`, with their imports, and joins them into one text. */
export function loadInstructions(folder: string, options?: LoadInstructionsOptions): Promise<LoadedInstructions>;

/**
 * Has a model tell one tool output shorter, if it is over `maxTokens` (2,000 unless given). With
 * `summarize` it asks the model itself, and checks what it wrote; if that throws, the output stays.
 * Without, `request` says what to ask, and a second call with the `answer` checks it. Errors and
 * warnings stand in the text word for word.
 */
export function summarizeOutput(
  text: string,
  options: Omit<SummarizeOutputOptions, 'answer'> & {
    summarize: (request: OutputRequest, context: CallContext) => string | { text: string } | Promise<string | { text: string }>;
  },
): Promise<CheckedOutput>;
export function summarizeOutput(text: string, options?: SummarizeOutputOptions): CheckedOutput;

// --- loops ---------------------------------------------------------------------------------------

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
 * text costs the same whatever came before, and the space is bounded.
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
  /** A model is about to be called. `addMessage` does it by itself. */
  startTurn(): Loop | null;
  /** The loop that was found, until it is cleared. */
  readonly found: Loop | null;
  /** Lets the agent go on after a loop. Calls are remembered, so the same one again is the next loop; text is not. */
  clear(): void;
  /** Begins anew, for a new request of the user. */
  reset(): void;
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
 * a file asks for and this package does not do is an `INVALID_OPTION` that names the field.
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
  countTexts(texts: readonly string[]): number[];
  /** As `count`, but null as soon as there are more than `limit`. */
  countUpTo(text: string, limit: number): number | null;
  encode(text: string): number[];
  /** Bytes that end inside a character become U+FFFD. An id that is no token is an error. */
  decode(ids: readonly number[]): string;
  /** The longest start of `text` of at most `maxTokens` tokens, never cut inside a character. */
  truncate(text: string, maxTokens: number): string;
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

/** Where an output came from. */
export interface OutputOrigin {
  /** The name of the tool. */
  tool?: string | undefined;
  /** A short form of the arguments, such as the path. */
  arguments?: string | undefined;
}

/** What to search for besides the query. */
export interface OutputSearch {
  /** The most hits, at most 20. Default: 5. */
  limit?: number | undefined;
  /** The most estimated tokens of an answer with the hits. Default: 400. */
  maxTokens?: number | undefined;
  /** Search only outputs whose tool or arguments contain this. */
  source?: string | undefined;
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
  store(output: { key?: string; text: string }): string;
  /** Stores an output, and where it came from. */
  put(text: string, origin?: OutputOrigin | null): StoredOutput;
  /** The whole output under a key, or under the locator that holds it. */
  get(key: string): string;
  /** A piece of an output. `readBack(key, piece.next)` gives the next one. */
  readBack(key: string, range?: PieceRange | null): Piece;
  /** Searches all outputs for a string, or else for its words. Outputs that contain the query verbatim come first. */
  search(query: string, search?: OutputSearch | null): FoundOutputs;
  /** Describes one output, or lists all of them, newest first, as far as `maxTokens` allow (400 by default). */
  describe(key?: string | null, bounds?: { maxTokens?: number | undefined } | null): ListedOutputs;
  /** The tools `read_back`, `search` and `describe` for a request to a model, in the words of its provider. */
  static tools(format: 'openai_chat' | 'openai_responses' | 'anthropic' | 'gemini'): Record<string, unknown>[];
  /** The answer to a model's call of one of the tools. It never throws for what a model wrote: the answer says what is wrong. */
  answer(name: string, given: string | Record<string, unknown>): string;
  /** Removes what is too old or too much. */
  prune(): StoreHeld;
  forget(key: string): void;
}
