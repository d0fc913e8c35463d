/**
 * Context compaction for LLM agents: measure, reduce, cut safely, summarise, verify.
 *
 * Messages are your own plain objects, in and out; inputs are never changed, untouched messages stay the same objects.
 * `chars` are UTF-16 code units (`.length`), `tokens` are estimates unless a name says otherwise, fractions lie between 0 and 1,
 * times are milliseconds. An option that is `undefined` or `null` counts as not given.
 */

export type Dialect = 'gemini' | 'openai_chat' | 'anthropic' | 'openai_responses' | 'ai_sdk' | 'bedrock' | 'langchain';
export type Preset = 'default' | 'gemini-cli' | 'qwen-code' | 'qwen-code-seed' | 'gencode' | 'opencode';
export type Modality = 'image' | 'pdf' | 'audio' | 'video';
export type Encoding = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base' | 'gpt2';

export type Estimator = 'chars' | 'script' | 'instant' | 'exact' | 'host';
/**
 * Counts the tokens of a text, in place of an estimator: called once for each text that is new. What it throws reaches you as it is. System
 * text and tools are counted by it too, text of this package's own is not. A `Vocabulary` is one.
 */
export type Tokenizer = ((text: string) => number) | { count(text: string): number };
/** How text is cut into pieces before bytes are merged. */
export type Pattern = 'o200k' | 'cl100k' | 'llama3' | 'qwen2' | 'r50k';
export type Family = 'o200k_base' | 'cl100k_base' | 'claude_v3' | 'claude_v4_7' | 'gemini' | 'gemma3' | 'qwen3' | 'llama3' | 'deepseek_v3';
export type MediaRule =
  | 'constant' | 'openai_tiles' | 'openai_tiles_4o_mini' | 'openai_tiles_o' | 'openai_tiles_5' | 'openai_patches_mini' | 'openai_patches_nano'
  | 'openai_patches_o4_mini' | 'openai_patches_5' | 'openai_patches_6' | 'anthropic' | 'anthropic_high' | 'anthropic_5' | 'gemini_2' | 'gemini_3'
  | 'qwen_vl' | 'qwen3_vl';
export type Detail = 'auto' | 'low' | 'medium' | 'high' | 'ultra_high';

/** How things are measured. Every operation takes these. */
export interface MeasureOptions {
  preset?: Preset;
  /** Detected from the messages unless given. */
  dialect?: Dialect;
  /** What chars are counted. */
  measure?: 'chars' | 'json_chars' | 'part_json_chars' | 'output_chars' | 'content_json_chars';
  /** How text becomes tokens. */
  estimator?: Estimator;
  /** The model's name: picks the weights of `instant`, the encoding of `exact`, the price of media. */
  model?: string;
  /** The weights of `instant`, in place of the model's. */
  family?: Family;
  /** The encoding of `exact`, in place of the model's. */
  encoding?: Encoding;
  charsPerToken?: number;
  /** How media are priced by their size, in place of the model's rule. */
  mediaRule?: MediaRule;
  /** Tokens that one image or document costs. */
  imageTokenEstimate?: number;
  messageOverheadTokens?: number;
}

export interface SplitOptions {
  /** The fraction of chars before the cut, above 0 and below 1. */
  fraction?: number;
  splitRule?: 'closed' | 'user_turn' | 'user_turn_or_trailing_call' | 'tail_budget' | 'newest_messages';
  /** Tokens that `tail_budget` keeps; a quarter of what is usable, from 2,000 to 15,000, unless given. */
  tailTokens?: number;
  /** Most turns that `tail_budget` keeps. */
  tailTurns?: number;
  /** How many messages `newest_messages` keeps. */
  keepMessages?: number;
  retainPairs?: number;
}

export interface ClearOptions {
  /** Newest results kept of each kind. */
  keepRecent?: number;
  /** Idle time after which old results are cleared; negative turns it off. */
  idleMinutes?: number;
  /** Tools whose results may be cleared; all unless given. */
  tools?: string[];
  /** Chars of results above which they are cleared down to half; 0 turns it off. */
  maxTotalChars?: number;
  placeholder?: 'informative' | 'plain' | 'short';
}

/** When the conversation was last active, by the host's clock. */
export interface Activity {
  nowMs?: number;
  lastActivityMs?: number;
  force?: boolean;
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
  /** Of a `History` with a report: the next prompt, and what of it no message shows. */
  promptTokens: number | null;
  unlistedTokens: number | null;
}

export interface SplitPoint {
  /** Index of the first message kept. */
  index: number;
  reason: 'empty' | 'boundary_at_target' | 'boundary_before_target' | 'everything' | 'trailing_call' | 'no_boundary';
  charsBefore: number;
  charsTotal: number;
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

export interface Patch {
  /** RFC 6902 operations, in an order in which they can be applied. */
  ops: { op: 'replace' | 'remove' | 'add'; path: string; value?: unknown }[];
  /** Messages dropped and inserted, last place first. */
  splices: { start: number; delete_count: number; insert: unknown[] }[];
}

export interface Breakdown {
  system: number; user: number; assistant: number; reasoning: number; toolCalls: number; toolResults: number; media: number; other: number; summary: number;
}

export interface Report {
  reason: string;
  tokensBefore: number;
  tokensAfter: number;
  /** The count that decided when: `promptTokens` if given. */
  tokensUsed: number;
  tokensTrigger: number;
  tokensOverhead: number;
  messagesBefore: number;
  messagesAfter: number;
  messagesSummarized: number;
  split: number | null;
  splitReason: SplitPoint['reason'] | null;
  summaryTokens: number;
  mergedPrevious: boolean;
  firstChangedMessage: number | null;
  cacheTokensLost: number;
  went: { why: string; count: number; tokens: number }[];
  before: Breakdown;
  after: Breakdown;
  /** Tokens of the result, also of one that was refused. */
  tokensPlanned: number;
  /** `tokensUsed` as it will be. */
  tokensUsedAfter: number;
  tokensHard: number | null;
  rescue: boolean;
  /** Send nothing: the hard limit is reached and compacting did not help. */
  blocksSend: boolean;
  trigger: 'manual' | 'auto' | 'token_limit' | 'image_overflow' | 'payload_overflow';
  /** Which tool results the summariser read. */
  summarizerInput: 'original' | 'truncated';
  verification: 'accepted' | 'kept_first' | 'failed' | null;
  coldRequest: boolean;
  /** Outputs that your `store` took. */
  stored: { message: number; path: string; key: string; locator: string; chars: number }[];
  storeFailures: number;
  storeError: string | null;
  /** Whether the agent is told to go on, at the end of the list. */
  continued: boolean;
  restoredFiles: number;
  restoredImages: number;
  failures: number;
  /** Tokens above the target when it was last acted on. */
  lastDeficit: number;
  /** By what estimates were multiplied (`calibration`); 1 without it. */
  estimateWeight: number;
  /** What became of the lists of a snapshot by deltas; null without them. */
  delta: {
    merged: boolean;
    /** Why the answer was not used as a delta. */
    refused: string | null;
    tokens: number;
    pressure: boolean;
    dropped: { section: string; text: string }[];
    problems: { path: string; message: string }[];
  } | null;
  failedAttempt: boolean;
  /** What is to be done beside taking the new messages. */
  followup: { replaceHistory: boolean; newChat: boolean; keepRecording: boolean; resendContext: boolean; resetCounts: boolean };
}

export type Status =
  | 'compressed' | 'failed_inflated_token_count' | 'failed_token_count_error' | 'failed_empty_summary' | 'noop' | 'content_truncated'
  | 'failed_invalid_summary' | 'failed_summarizer' | 'failed_output_truncated' | 'stale' | 'cancelled';

/** A complete request for a model. */
export interface SummaryRequest {
  /** `delta`: the answer is a JSON object that says what changed. */
  purpose: 'summary' | 'verify' | 'retry' | 'delta';
  system: string;
  /** In the dialect of the history: plain text, no tools, no media. */
  messages: any[];
  maxOutputTokens: number;
  inputTokens: number;
  /** What gemini-cli calls the model that it would ask. */
  model?: string;
  /** The messages are to follow the conversation as it was last sent. */
  followsConversation: boolean;
}

/** A model's answer. */
export interface SummaryAnswer {
  text: string;
  inputTokens?: number;
  outputTokens?: number;
}

export interface WantedFile { path: string; maxChars: number }
export interface RestoredFile { path: string; text?: string | null }

export type Action =
  | { kind: 'hook'; event: 'pre_compress'; trigger: Report['trigger'] }
  | { kind: 'offload'; key: string; text: string; mime: 'text/plain' }
  | { kind: 'restore'; files: WantedFile[] }
  | { kind: 'summarize'; request: SummaryRequest }
  | { kind: 'apply'; patch: Patch }
  | { kind: 'done'; status: Status; statusNumber: number; applied: boolean; report: Report };

export interface CompactorOptions extends MeasureOptions, SplitOptions, ClearOptions {
  tokenizer?: Tokenizer;
  /** The model's window, in tokens. Without it only `force` compacts. */
  contextWindow?: number;
  /** Compact at this fraction of the window. */
  triggerFraction?: number;
  /** Clearing alone suffices if it gets down to this fraction. */
  targetFraction?: number;
  /** Tokens by which the excess over the target must have grown since it was last acted on; 0 is off. */
  hysteresisTokens?: number;
  minCompressFraction?: number;
  /** A compaction that saves less than this fraction is refused. */
  minSavingFraction?: number;
  prune?: boolean;
  summarizer?: 'host' | 'embedded';
  maxSummaryTokens?: number;
  /** What the summary should mind, in the user's words. */
  instructions?: string;
  ladder?: 'fraction' | 'qwen_seed' | 'qwen' | 'gencode' | 'opencode' | 'opencode_next';
  /** The model's limit on output, and on input alone if it has one; the ladders of gencode and opencode reckon with them. */
  outputLimit?: number;
  inputLimit?: number;
  /** Tokens kept free below the limit on input (opencode); as many as the output may take, at most 20,000, unless given. */
  reservedTokens?: number;
  reservedOutputTokens?: number;
  pruneRule?: 'newest_results' | 'newest_messages' | 'behind_two_turns';
  pruneMinTokens?: number;
  pruneProtectTokens?: number;
  /** The order of the steps. */
  course?: 'default' | 'gemini_cli' | 'qwen_code' | 'qwen_code_seed' | 'gencode' | 'opencode';
  /** The sections of a snapshot. */
  snapshotForm?: 'seven' | 'five' | 'nine' | 'continuation' | 'anchored' | 'lists';
  /** What is asked for where a snapshot stands: a whole new one, or what changed, merged into lists within a budget. */
  snapshotUpdate?: 'whole' | 'delta';
  snapshotBudgetTokens?: number;
  /** Estimates are multiplied by a weight that the reports in `promptTokens` move slowly. */
  calibration?: boolean;
  /** What the agent says to a summary. */
  acknowledgement?: string;
  /** What is said to the agent at the end of the list after a compaction that nobody asked for; empty: nothing. */
  continueMessage?: string;
  environmentAcknowledgement?: boolean;
  /** A second call checks the summary. */
  verifySummary?: boolean;
  restateRequest?: boolean;
  /** Tokens that tool results may take, newest first, before they are cut and stored; 0 turns it off. */
  resultBudgetTokens?: number;
  /** Chars left of a result beyond the budget. */
  resultMaxChars?: number;
  application?: 'interactive' | 'agent';
  /** Files and images brought back after a summary. */
  maxRecentFiles?: number;
  maxRecentImages?: number;
  /** Images in tool results at which to compact; 0 turns it off. */
  imageTriggerCount?: number;
  /** As in `referenceImages`; the compactor itself does not act on it. */
  imagePayloadCount?: number;
}

/** What goes with the messages of one turn. */
export interface Turn extends Activity {
  /** Prompt tokens that the provider reported for the last request. */
  promptTokens?: number;
  /** How many of the messages that request held: what came since is estimated and added. */
  promptMessages?: number;
  system?: string;
  tools?: unknown;
  /** A turn that is put in front of the new history. */
  environment?: string;
  /** The file of an approved plan, which the summary is to name. */
  planPath?: string;
  /** What this summary should mind. */
  instructions?: string;
  hookInstructions?: string;
  /** Set beside each result that is cleared, with `pruned: true`, as gencode marks them. */
  prunedAt?: unknown;
  /** Told again behind a summary: that nothing may be changed now, and what other agents are at, oldest first. */
  planMode?: boolean;
  runningAgents?: { id: string; status?: string; description: string }[];
  /** The provider refused the last request for its bytes. */
  payloadOverflow?: boolean;
  /** The summariser shares the conversation's cached prompt. */
  prefixCached?: boolean;
}

export interface CompactOptions extends Turn {
  /** Your model call. What it throws reaches you as it is; the messages are then unchanged. */
  summarize?: (request: SummaryRequest, context: { signal?: AbortSignal }) => string | SummaryAnswer | Promise<string | SummaryAnswer>;
  /** Puts `text` where it can be found again and gives the place. Without it, or if it throws, the output stays in the history. */
  store?: (action: Extract<Action, { kind: 'offload' }>, context: { signal?: AbortSignal }) => string | Promise<string>;
  /** Reads files again. Without it none is brought back. */
  restore?: (files: WantedFile[], context: { signal?: AbortSignal }) => RestoredFile[] | Promise<RestoredFile[]>;
  /** Told before work is done. */
  onHook?: (action: Extract<Action, { kind: 'hook' }>) => unknown;
  /** Ends the run at once with the status `cancelled`; nothing is changed. Passed on to `summarize`. */
  signal?: AbortSignal;
}

export interface CompactResult<M> {
  /** The very same array if nothing was applied. */
  messages: M[];
  status: Status;
  applied: boolean;
  report: Report;
}

/** Every error of the library. What your own getters, proxies and callbacks throw reaches you as it is. */
export class ConspectusError extends Error {
  /** Which kind: `INVALID_CONFIG`, `INVALID_MESSAGES`, `TOO_DEEP`, `CYCLE`, ... All of them: `names().errorCodes`. */
  readonly code: string;
  /** JSON Pointer to the place: `/3/parts/0`, `/keepRecent`, or `''`. */
  readonly path: string;
  constructor(code: string, path: string, message: string);
}

/**
 * Decides when and what, asks for a summary, checks it, and only then gives a patch.
 * After each `handle...`, drain `pollAction` until it gives null, before the next `handle...`; `compact` is that loop.
 */
export class Compactor {
  constructor(options?: CompactorOptions);
  compact<M>(messages: M[], options?: CompactOptions): Promise<CompactResult<M>>;
  handleMessages(messages: readonly unknown[], turn?: Turn): void;
  pollAction(): Action | null;
  handleStored(locator: string): void;
  handleStoreFailed(message: string): void;
  handleSummary(text: string, usage?: { inputTokens?: number; outputTokens?: number }): void;
  handleRestored(files: RestoredFile[] | null): void;
  handleFailure(message: string): void;
  handleCurrent(messages: readonly unknown[]): void;
  cancel(): void;
  readonly state: 'idle' | 'offloading' | 'summarizing' | 'restoring' | 'committing' | 'done';
}

/**
 * Exact counts by a vocabulary of yours: a rank file of tiktoken, or a `tokenizer.json` of Hugging Face that is byte-level BPE. It is a
 * `tokenizer`. Text is ordinary text: added tokens, special or not, count as the characters that they are written with, and nothing is put
 * before or after. What a file asks for and this package does not do is an `INVALID_CONFIG` that names the field.
 */
export class Vocabulary {
  private constructor();
  /**
   * From a rank file: its bytes, or its path. `pattern` is how text is split, which the file does not say: a name, or the regular expression
   * (`pat_str`) if it is one of those that have a name.
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

/** The ledger of one conversation: a turn costs its new messages. */
export class History {
  constructor(options?: { tokenizer?: Tokenizer } & MeasureOptions & SplitOptions & ClearOptions & { modalities?: Modality[]; verify?: 'shape' | 'hash' });
  append(message: unknown): this;
  extend(messages: readonly unknown[]): this;
  /**
   * Takes the whole list again, reads what is new and returns how many messages that were. Older messages are known by identity,
   * the last one is always looked at; an edit in place of an older one is seen with `verify: 'hash'` only, which reads everything.
   */
  sync(messages: readonly unknown[]): number;
  truncate(length: number): this;
  estimate(options?: { system?: string; tools?: unknown }): Estimate;
  splitPoint(): SplitPoint;
  /** As `microcompact`; reads what is new in `messages` first. */
  microcompact<M>(messages: M[], activity?: Activity): [M[], MicrocompactReport];
  readonly length: number;
  readonly tokens: number;
  readonly chars: number;
  readonly media: number;
  readonly splitIndex: number;
  /**
   * What the provider reported: a usage object of any provider, a response that holds one, or the prompt's tokens as a number. `messages`
   * is how many the request held; all that were read unless given.
   */
  reportUsage(usage: unknown, messages?: number): this;
  /** Tokens of a prompt with all messages: the last report and a scaled estimate of what came since; without a report as `tokens`. */
  readonly promptTokens: number;
}

export function estimateTokens(
  messages: readonly unknown[],
  options?: MeasureOptions & { tokenizer?: Tokenizer; system?: string; tools?: unknown; /** As `History.reportUsage`, in order. */ reports?: { usage: unknown; messages?: number }[] },
): Estimate;
export function findSplitPoint(messages: readonly unknown[], options?: MeasureOptions & SplitOptions & { charCounts?: number[]; contextWindow?: number; outputLimit?: number; inputLimit?: number; reservedTokens?: number }): SplitPoint;
/** Media become `[image: image/png]` or `[document: ...]`. The very same array if there were none. */
export function slim<M>(messages: M[], options?: MeasureOptions & { modalities?: Modality[] }): [M[], { images: number; documents: number; texts: number; tokensSaved: number }];
/** Old tool results and media are cleared. The very same array if nothing was. */
export function microcompact<M>(messages: M[], options?: MeasureOptions & ClearOptions & Activity): [M[], MicrocompactReport];
/** Results behind the newest `protectTokens` are cleared if that frees `minTokens`. */
export function prune<M>(
  messages: M[],
  options?: MeasureOptions & {
    pruneRule?: 'newest_results' | 'newest_messages' | 'behind_two_turns';
    /** Does nothing unless this many tokens are freed; `pruneMinTokens` is the same among a preset's options. */
    minTokens?: number;
    pruneMinTokens?: number;
    /** Tokens of recent results that stay. */
    protectTokens?: number;
    pruneProtectTokens?: number;
    /** Marks each cleared result with `pruned: true` and this. */
    prunedAt?: unknown;
    placeholder?: ClearOptions['placeholder'];
  },
): [M[], { toolResults: number; tokensSaved: number; tokensTotal: number; tokensProtected: number }];
/** The token counts at which to warn, to compact and to stop. */
export function thresholds(
  options: MeasureOptions & {
    contextWindow: number;
    triggerFraction?: number;
    ladder?: 'fraction' | 'qwen_seed' | 'qwen' | 'gencode' | 'opencode' | 'opencode_next';
    reservedTokens?: number;
    reservedOutputTokens?: number;
    outputLimit?: number;
    inputLimit?: number;
  },
): { warn: number; auto: number; hard: number; usable: number };
/** Tokens that a provider reported for one call. */
/** A call's usage as gencode and opencode note it, or in the spelling of any provider (see `readUsage`). */
export interface Usage {
  input?: number; output?: number; reasoning?: number; cacheRead?: number; cacheWrite?: number; total?: number; cache?: { read?: number; write?: number };
  [count: string]: unknown;
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
export function needsCompression(
  messages: readonly unknown[],
  options: MeasureOptions & {
    contextWindow: number;
    triggerFraction?: number;
    ladder?: 'fraction' | 'qwen_seed' | 'qwen' | 'gencode' | 'opencode' | 'opencode_next';
    reservedTokens?: number;
    reservedOutputTokens?: number;
    prune?: boolean;
    pruneRule?: 'newest_results' | 'newest_messages' | 'behind_two_turns';
    pruneMinTokens?: number;
    pruneProtectTokens?: number;
    placeholder?: ClearOptions['placeholder'];
    /** The last call's; of a list of calls the last one counts. Without it the messages are estimated. */
    usage?: Usage | number | (Usage | number)[];
    outputLimit?: number;
    inputLimit?: number;
    system?: string;
    tools?: unknown;
    enabled?: boolean;
  },
): Need;
/** Whether an excess has grown enough since the last time; give `lastDeficit` back the next time. */
export function hysteresis(options: { tokens: number; retainedTokens: number; coalescingTokens: number; lastDeficit?: number }): { act: boolean; lastDeficit: number };
/** The next weight of estimates (0.5 to 2), moved towards what the provider reported. */
export function calibrate(
  options: { estimatedTokens: number; reportedTokens: number; overheadTokens?: number; weight?: number; charsPerToken?: number },
): { weight: number; charsPerToken: number; tokens: number };
/** What messages did: decisions, files changed, tools used. No model. */
export function extractActivity(
  messages: readonly unknown[],
  options?: MeasureOptions & { start?: number; end?: number; maxDecisions?: number; maxUses?: number },
): { keyDecisions: string[]; filesModified: string[]; toolsUsed: { tool: string; count: number; notableUses: string[] }[] };
/** The record of a summary as gencode's session files hold it. */
export interface ConversationSummary {
  id: string;
  type: 'compaction';
  /** First and last message, the last included. */
  coveringMessages: [number, number];
  content: string;
  keyDecisions: string[];
  filesModified: string[];
  toolsUsed: { tool: string; count: number; notableUses: string[] }[];
  generatedAt: string;
  estimatedTokens: number;
}
export function conversationSummary(
  messages: readonly unknown[],
  options: MeasureOptions & { id: string; generatedAt: string; content: string; coveringMessages: [number, number]; maxDecisions?: number; maxUses?: number },
): ConversationSummary;
/** What a model is to read of a saved gencode session. The session's very same array if that is it. */
export function messagesForModel<M>(
  session: { metadata?: { fullMessageCount?: number }; messages: M[]; summaries?: ConversationSummary[] },
  options?: MeasureOptions,
): [M[], { totalMessages: number; activeMessages: number; summaryCount: number; compressionRatio: number }];
/** A structured snapshot; the same names in every language. */
export interface SnapshotState {
  active_tasks?: { id: string; description: string }[];
  discovered_facts?: string[];
  constraints_and_preferences?: string[];
  recent_arc?: string[];
}
/** What a model says has changed. */
export interface SnapshotDelta {
  new_facts?: string[];
  new_constraints?: string[];
  new_tasks?: { id: string; description: string }[];
  resolved_task_ids?: string[];
  obsolete_fact_indices?: number[];
  obsolete_constraint_indices?: number[];
  chronology?: string;
}
/** A structured snapshot with a model's delta merged in, within a budget. */
export function mergeSnapshotDelta(
  state: SnapshotState | null,
  options?: { delta?: SnapshotDelta | null; maxTokens?: number; charsPerToken?: number },
): {
  state: Required<SnapshotState>;
  tokens: number;
  pressure: boolean;
  dropped: { section: string; text: string }[];
  problems: { path: string; message: string }[];
};
/** The embedded summary alone: no model, the same bytes every time. */
export function summarizeExtractive(messages: readonly unknown[], options?: MeasureOptions & { maxChars?: number }): { text: string; sections: Record<string, string> };
export function parseSnapshot(text: string): { text: string | null; sections: Record<string, string> | null; defect: string | null };
export interface Problem { code: string; path: string; severity: 'error' | 'warning'; message: string }
/** What a provider would refuse; empty for a valid history. */
export function validate(messages: readonly unknown[], options?: MeasureOptions): Problem[];
/** A history without the problems that can be repaired. The very same array if there are none. */
export function repair<M>(messages: M[], options?: MeasureOptions): [M[], { code: string; path: string; action: string }[]];
/** Every boundary, and why those that are not legal are not. */
export function legalCuts(messages: readonly unknown[], options?: MeasureOptions): { index: number; legal: boolean; reason: string | null }[];
/** What `curate` and `harden` did, in order. */
export interface Change { action: string; message: number; tool?: string }
/** gemini-cli's curated history. The very same array if nothing was to be done. */
export function curate<M>(messages: M[], options?: MeasureOptions & { modern?: boolean; mergeResults?: boolean }): [M[], Change[]];
/** A Gemini history that the API accepts. The very same array if it was one. */
export function harden<M>(
  messages: M[],
  options?: MeasureOptions & { stripThoughts?: boolean; signCalls?: boolean; answerPending?: boolean; endWithUser?: boolean; scrub?: boolean; lostResult?: string },
): [M[], Change[]];
/** A text cut to a limit, head and tail kept, lines that name errors rescued; never inside a character. */
export function truncateText(
  text: string,
  options?: MeasureOptions & {
    rule?: string;
    maxChars?: number;
    maxLines?: number;
    maxBytes?: number;
    maxTokens?: number;
    headFraction?: number;
    keepErrors?: boolean;
    /** Named in the marker as the place of the original. */
    locator?: string;
    prefix?: string;
  },
): {
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
};
/** A list of Gemini parts with the long strings of tool results shortened to `ratio` of their tokens, as gemini-cli does it. */
export function normalizeResponse<P>(parts: P[], options: MeasureOptions & { ratio: number; headFraction?: number; locator?: string; prefix?: string }): P[];
/** gemini-cli's estimate of a request: a string, a part, or a list of both. */
export function estimatePartsTokens(request: unknown, options?: MeasureOptions): { tokens: number; needsCountApi: boolean };
/** Tokens of one text by a rule of the reference systems. */
export function estimateTextTokens(
  text: string | null,
  options?: MeasureOptions & { rule?: 'config' | 'gemini' | 'qwen_report' | 'qwen_summary' | 'rounded' },
): { tokens: number; rule: string };
/** Tokens of the next prompt: the provider's last count and what came since (qwen-code). */
export function estimatePromptTokens(
  messages: readonly unknown[],
  options?: MeasureOptions & { message?: unknown; lastPromptTokens?: number; lastOutputTokens?: number; conservative?: boolean },
): { tokens: number; messageTokens: number };
/** Tokens that a provider's usage report comes to. */
export function usageTokens(
  usage: Usage | number,
  options?: MeasureOptions,
): { tokens: number };
/** The context window that gemini-cli assumes for a model. An error for a model of another vendor: only Gemini windows are known. */
export function tokenLimit(model: string | null, options?: MeasureOptions): number;
/**
 * For a request: old pictures as lines that name them, the newest `maxRecentImages` at the end. Send what comes back and keep your own list:
 * the same list gives the same lines each time. The very same array below `imagePayloadCount` pictures.
 */
export function referenceImages<M>(
  messages: M[],
  options?: MeasureOptions & {
    /** From this many pictures on: 20 in the preset `qwen-code`, 0 (off) in the default. */
    imagePayloadCount?: number;
    maxRecentImages?: number;
  },
): [M[], { images: number; referenced: number; attached: number; tokensSaved: number }];
/** Old tool outputs go to `store`; a preview and the place stay. An output that `store` throws for stays whole. */
export function maskToolOutputs<M>(
  messages: M[],
  options?: MeasureOptions & {
    /** Keeps `text` and gives the place. Without it, only outputs whose key is in `locators` are masked. */
    store?: (output: { key: string; text: string; mime: 'text/plain' }) => string | Promise<string>;
    /** Tokens of the newest outputs that stay. */
    protectTokens?: number;
    /** Tokens that must be prunable. */
    minTokens?: number;
    /** The last message stays. */
    protectLatestTurn?: boolean;
    locators?: Record<string, string>;
  },
): Promise<[M[], { masked: number; candidates: number; tokensPrunable: number; tokensProtected: number; tokensSaved: number }]>;
/** gemini-cli's threshold: `local` over `remote` over 0.5, as a fraction of the window. */
export function compressionThreshold(options?: { local?: number; remote?: number }): { threshold: number; source: 'local' | 'remote' | 'default' };
/** Whether a request no longer fits, as gemini-cli asks before sending. */
export function checkOverflow(
  request: unknown,
  options?: { contextWindow?: number; model?: string; lastPromptTokens?: number; rule?: 'remaining' | 'remaining_95' },
): { overflows: boolean; requestTokens: number; remainingTokens: number };
/** The alias of the model that gemini-cli asks for a summary. */
export function compressorModel(model: string | null): string;
/** The name under which gemini-cli stores a tool's output, made of safe chars. */
export function outputKey(tool: string, options: { id: string; session?: string }): string;
/** qwen-code's settings from an environment that you hand in (`process.env`) and its settings file. `options` are the compactor's. */
export function resolveSettings(
  env?: Record<string, string | undefined> | null,
  options?: { settings?: Record<string, unknown> },
): { options: CompactorOptions; values: Record<string, number | boolean>; sources: Record<string, 'env' | 'settings' | 'default'>; passedOver: string[] };
/** What `JSON.stringify(value).length` gives, without building the string. */
export function jsonChars(value: unknown): number;
/** Exact tokens; `null` if there are more than `limit`. Text is always ordinary text. */
export function countTokens(text: string, options?: { encoding?: Encoding; model?: string }): number;
export function countTokens(text: string, options: { encoding?: Encoding; model?: string; limit: number }): number | null;
/** As `countTokens`, for each of many texts. */
export function countTokensBatch(texts: readonly string[], options?: { encoding?: Encoding; model?: string }): number[];
/** As `countTokens` or `countTokensBatch`, on another thread: the event loop goes on meanwhile. */
export function countTokensAsync(text: string, options?: { encoding?: Encoding; model?: string }): Promise<number>;
export function countTokensAsync(texts: readonly string[], options?: { encoding?: Encoding; model?: string }): Promise<number[]>;
export function encode(text: string, options?: { encoding?: Encoding; model?: string }): number[];
export function decode(ids: number[], options?: { encoding?: Encoding; model?: string }): string;
export function truncateToTokens(text: string, maxTokens: number, options?: { encoding?: Encoding; model?: string }): string;
export function applyPatch<M>(messages: M[], patch: Patch): M[];
/** Operations with what they take, options, presets, dialects and error codes. */
export function names(): { operations: Record<string, string[]>; options: string[]; presets: string[]; dialects: string[]; errorCodes: string[] };

/** Counts of a provider's usage object, in any spelling; cached tokens are part of `promptTokens`. */
export function readUsage(usage: unknown): { promptTokens: number; outputTokens: number | null; cachedTokens: number | null };
/** What an image, PDF or sound costs: of base64, a data URL, bytes, a block that holds one, or `{width, height}`. Only its first bytes are read. */
export function mediaTokens(
  medium: unknown,
  options?: { preset?: Preset; model?: string; mediaRule?: MediaRule; imageTokenEstimate?: number; detail?: Detail },
): { tokens: number; rule: MediaRule; detail: Detail; kind: 'image' | 'pdf' | 'audio' | 'unknown'; width?: number; height?: number; pages?: number; seconds?: number };
