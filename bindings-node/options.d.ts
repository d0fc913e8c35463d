// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type {
  Patch,
} from './types.js';

export type Preset = 'default' | 'gemini-cli' | 'qwen-code' | 'qwen-code-seed' | 'gencode' | 'opencode';
export type Dialect =
  | 'gemini' | 'openai_chat' | 'anthropic' | 'openai_responses' | 'ai_sdk' | 'bedrock' | 'langchain' | 'ui_message' | 'pydantic_ai'
  | 'pi';
export type Ladder = 'fraction' | 'qwen-code' | 'qwen-code-seed' | 'gencode' | 'opencode' | 'opencode-next';
export type SplitRule = 'closed' | 'user_turn' | 'user_turn_or_trailing_call' | 'tail_budget' | 'newest_messages';
export type Admit = 'off' | 'safe' | 'tables' | 'groups';
export type ClearWhen = 'debt' | 'cold' | 'trigger' | 'always';
export type ClearRule = 'newest_results' | 'newest_messages' | 'behind_two_turns';
export type Placeholder = 'informative' | 'plain' | 'short';
export type Modality = 'image' | 'pdf' | 'audio' | 'video';
export type PricePreset = 'anthropic-5m' | 'anthropic-1h' | 'openai' | 'gemini' | 'none';
export type Template = 'sections' | 'brief' | 'detailed' | 'continuation' | 'anchored';
export type Unit = 'chars' | 'json_chars' | 'part_json_chars' | 'output_chars' | 'content_json_chars';
export type Estimator = 'chars' | 'script' | 'instant' | 'exact' | 'host';
export type Family =
  | 'o200k_base' | 'cl100k_base' | 'claude_v3' | 'claude_v4_7' | 'gemini' | 'gemma3' | 'qwen3' | 'llama3' | 'deepseek_v3';
export type Encoding = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base' | 'gpt2';
export type MediaRule =
  | 'constant' | 'openai_tiles' | 'openai_tiles_4o_mini' | 'openai_tiles_o' | 'openai_tiles_5' | 'openai_patches_mini'
  | 'openai_patches_nano' | 'openai_patches_o4_mini' | 'openai_patches_5' | 'openai_patches_6' | 'anthropic' | 'anthropic_high'
  | 'anthropic_5' | 'gemini_2' | 'gemini_3' | 'qwen_vl' | 'qwen3_vl';
export type Detail = 'auto' | 'low' | 'medium' | 'high' | 'ultra_high';
export type Level = 'off' | 'safe' | 'tables' | 'groups';

/** What a request may hold. */
export interface Limits {
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * none.
   */
  reservedTokens?: number | undefined;
  /**
   * Tokens of the window that are kept free for the answer. Trigger and target are fractions of what is left. A whole number of at least
   * 0. Default: `0`. Used by `default`.
   */
  outputReserveTokens?: number | undefined;
  /**
   * The most bytes that a request may have. Old media go at the trigger's share of it, then old results, then older messages. A whole
   * number of at least 1. Default: none. Used by `default`.
   */
  requestBytes?: number | undefined;
  /**
   * The most images that a request may hold. The oldest go at the trigger's share of it, until the target's share is left. A whole number
   * of at least 1. Default: none. Used by `default`.
   */
  images?: number | undefined;
  /**
   * The most pixels that all images of a request may have together. The oldest go as under `images`. A whole number of at least 1.
   * Default: none. Used by `default`.
   */
  imagePixels?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
}

/** When to act. */
export interface When {
  /**
   * Compact when the prompt reaches this fraction of the room: of the window, less what surrounds the messages and the output reserve. A
   * fraction above 0 and at most 1. Default: `0.75`, `0.5` in `gemini-cli`, `0.85` in `qwen-code`, `0.7` in `qwen-code-seed`, `1.0` in
   * `gencode`.
   */
  trigger?: number | undefined;
  /**
   * A compaction aims at this fraction of the room. If clearing old results alone gets there, nothing is summarised. A fraction above 0
   * and below 1. Default: `0.5`.
   */
  target?: number | undefined;
  /**
   * How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `fraction`,
   * `qwen-code` in `qwen-code`, `qwen-code-seed` in `qwen-code-seed`, `gencode` in `gencode`, `opencode` in `opencode`.
   */
  ladder?: Ladder | undefined;
  /** Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`. Used by `default`. */
  idleMinutes?: number | undefined;
  /**
   * Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of at least 0. Default:
   * `500000`. Functions take it, the compactor does not.
   */
  maxResultChars?: number | undefined;
  /**
   * Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Only `qwen-code` (`20`),
   * `qwen-code-seed` (`0`).
   */
  images?: number | undefined;
  /**
   * If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
   * `0.05`, `0.0` in `gencode`, `0.0` in `opencode`. Used by `default`, `qwen-code-seed`, `gencode`, `opencode`.
   */
  minSpan?: number | undefined;
  /**
   * A compaction must save at least this fraction of the tokens, or it is refused. A fraction from 0 and below 1. Default: `0.05`, `0.0`
   * in `gemini-cli`, `0.0` in `qwen-code`, `0.0` in `qwen-code-seed`, `0.0` in `opencode`.
   */
  minSaving?: number | undefined;
}

/** What stays. */
export interface Keep {
  /**
   * How the cut is chosen. See the reference for the rules. Default: `closed`, `user_turn` in `gemini-cli`, `user_turn_or_trailing_call`
   * in `qwen-code-seed`, `newest_messages` in `gencode`, `tail_budget` in `opencode`. Used by `default`, `gemini-cli`, `qwen-code-seed`,
   * `gencode`, `opencode`.
   */
  splitRule?: SplitRule | undefined;
  /**
   * The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. Used by `default`, `gemini-cli`,
   * `qwen-code-seed`, `gencode`, `opencode`.
   */
  fraction?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: none. Used by `default`, `gemini-cli`, `qwen-code-seed`, `gencode`,
   * `opencode`.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: none. Used by
   * `default`, `gemini-cli`, `qwen-code-seed`, `gencode`, `opencode`.
   */
  tailTurns?: number | undefined;
  /**
   * How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. Used by `default`, `gemini-cli`,
   * `qwen-code-seed`, `gencode`, `opencode`.
   */
  messages?: number | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`. Used by `default`, `gemini-cli`, `qwen-code-seed`, `gencode`, `opencode`.
   */
  pairs?: number | undefined;
  /**
   * How many of the newest tool results, and of the newest media, are never cleared. A whole number of at least 1. Default: `5`. Used by
   * `default`.
   */
  results?: number | undefined;
  /**
   * Tokens of the user's own messages that stay as they are behind a summary, the newest first. At most half of what the messages may have
   * after a compaction; 0 turns it off. A whole number of at least 0. Default: `0`. Used by `default`.
   */
  userMessageTokens?: number | undefined;
  /** How many files are put back after a summary, with their content at that time. A whole number of at least 0. Only `qwen-code` (`5`). */
  files?: number | undefined;
  /** How many images are put back after a summary. A whole number of at least 0. Only `qwen-code` (`3`). */
  images?: number | undefined;
}

/** What may be removed without a summary. */
export interface Reduce {
  /**
   * How far new tool results are told shorter before the agent sees them: `off`; `safe`, which loses nothing and leaves whole what an edit
   * may quote; more at each further level. A result that was sent once does not change again. Default: `safe`. Used by `default`.
   */
  admit?: Admit | undefined;
  /**
   * A new tool result of more tokens is told shorter by `summarize`, your function, in about so many: before the agent sees it, and only
   * in a turn in which nothing else is to be done. Errors and warnings stay word for word; files that were read stay whole. 0 turns it
   * off. A whole number of at least 0. Default: `0`. Used by `default`.
   */
  outputTokens?: number | undefined;
  /**
   * Whether old tool results and media are cleared before anything is summarised. Default: `true`, `false` in `opencode`. Used by
   * `default`, `gencode`, `opencode`.
   */
  clear?: boolean | undefined;
  /**
   * When old tool results are cleared below the trigger. Unless given, it is `debt` where prices are known, by `prices` or by the model's
   * name, else `trigger`. `debt` clears once keeping them has cost what clearing them costs, and without prices acts as `trigger`; `cold`
   * where the provider's cache is cold anyway; `trigger` only where room is needed, or after `when.idle_minutes`; `always` at every turn,
   * whatever it costs. Default: none. Used by `default`.
   */
  clearWhen?: ClearWhen | undefined;
  /** Which old tool results are cleared. Only `gencode` (`newest_messages`), `opencode` (`behind_two_turns`). */
  clearRule?: ClearRule | undefined;
  /**
   * Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole conversation.
   * A whole number of at least 0. Only `gencode` (`20000`), `opencode` (`20000`).
   */
  clearMinTokens?: number | undefined;
  /**
   * How many tokens of the newest tool results are never cleared. A whole number of at least 0. Only `gencode` (`40000`), `opencode`
   * (`40000`).
   */
  clearProtectTokens?: number | undefined;
  /** Tools whose results may be cleared. Unless given, all tools. Default: none. Used by `default`. */
  clearableTools?: readonly string[] | undefined;
  /**
   * Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they clipped,
   * and the report says so. Default: none. Used by `default`.
   */
  neverClearTools?: readonly string[] | undefined;
  /**
   * The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. Default:
   * `informative`, `short` in `gencode`, `plain` in `opencode`. Used by `default`, `gencode`, `opencode`.
   */
  placeholder?: Placeholder | undefined;
  /**
   * How many tokens tool results may take, counted from the newest. Results that no longer fit are clipped; 0 turns it off. A whole number
   * of at least 0. Only `gemini-cli` (`50000`).
   */
  clipBudgetTokens?: number | undefined;
  /** How many chars stay of a tool result that is clipped. A whole number of at least 0. Only `gemini-cli` (`40000`). */
  clipMaxChars?: number | undefined;
  /** Media kinds that the model can read. Other media are replaced by a line of text. Only `opencode` (empty). */
  modalities?: readonly Modality[] | undefined;
  /**
   * From this many images on, a request carries only the newest ones; 0 turns it off. A whole number of at least 0. Default: `0`.
   * Functions take it, the compactor does not.
   */
  maxImages?: number | undefined;
}

/** What a prompt costs. Only the ratios of the prices count. */
export interface Prices {
  /**
   * The prices and cache rules to begin with; the other options of the group replace single ones. Unless given, those of `model` if its
   * name tells them. If only single prices are given, there is no cache unless `read` is below `input`. Default: none. Used by `default`.
   */
  preset?: PricePreset | undefined;
  /** The price of a token of the prompt that is not cached. A number from 0 to 1000000. Default: none. Used by `default`. */
  input?: number | undefined;
  /**
   * The price of a token that is read from the cache. Unless given, it is the price of input. A number from 0 to 1000000. Default: none.
   * Used by `default`.
   */
  read?: number | undefined;
  /**
   * The price of a token that is written to the cache. Unless given, it is the price of input. A number from 0 to 1000000. Default: none.
   * Used by `default`.
   */
  write?: number | undefined;
  /**
   * The price of a token of an answer. Unless given, it is five times that of input. A number from 0 to 1000000. Default: none. Used by
   * `default`.
   */
  output?: number | undefined;
  /**
   * How long an entry of the cache lives after it was last read, in milliseconds. Old results are cleared when it is over. A whole number
   * of at least 1. Default: none. Used by `default`.
   */
  ttlMs?: number | undefined;
  /** A shorter prefix is not cached, in tokens. A whole number of at least 0. Default: none. Used by `default`. */
  minPrefixTokens?: number | undefined;
  /**
   * How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by itself. A
   * whole number of at least 0. Default: none. Used by `default`.
   */
  breakpoints?: number | undefined;
  /**
   * How many blocks before a mark the provider looks for an entry. Where a turn adds more, a mark more is told, if one is left. A whole
   * number of at least 0. Default: none. Used by `default`.
   */
  lookbackBlocks?: number | undefined;
}

/** The summary that takes the place of the removed messages. */
export interface Memory {
  /** The most tokens that a summary may have. A whole number of at least 1. Default: `20000`, `1500` in `gencode`, `4096` in `opencode`. */
  maxTokens?: number | undefined;
  /**
   * The context window of the model that writes the summary, in tokens. Unless given, it is the conversation's. A record that does not fit
   * is read in pieces, each with the notes on those before it. A whole number of at least 1000. Default: none. Used by `default`.
   */
  window?: number | undefined;
  /**
   * The fraction of the target that a summary without a model may take. The cut moves towards the end where what is kept leaves less. A
   * fraction above 0 and below 1. Default: `0.5`. Used by `default`.
   */
  share?: number | undefined;
  /** What the user wants the summary to pay attention to. The summariser gets it as the user's words. Default: none. */
  instructions?: string | undefined;
  /** The sections of a summary. Default: `sections`, `detailed` in `qwen-code`, `continuation` in `gencode`, `anchored` in `opencode`. */
  template?: Template | undefined;
  /**
   * Whether a second call to the summariser checks the summary. A record that is read in pieces is not checked. Default: `false`, `true`
   * in `gemini-cli`.
   */
  secondCall?: boolean | undefined;
  /**
   * What a model's summary must not lose and lacks is put in word for word: the user's rules, changed files, the last failing command,
   * open tasks. It takes at most this share of the summary's budget; 0 turns it off. A fraction from 0 and below 1. Default: `0.1`. Used
   * by `default`.
   */
  putIn?: number | undefined;
  /**
   * A model's summary that lacks more than this share of what the most valuable names are worth is asked for once more, with them named.
   * The better answer stands; 1 turns it off. A fraction above 0 and at most 1. Default: `0.6`. Used by `default`.
   */
  missingShare?: number | undefined;
  /**
   * What stands in where a model gives no usable summary: `embedded`, the built-in one, or `none`. Clearing applies in any case. Default:
   * `embedded`. Used by `default`.
   */
  fallback?: 'embedded' | 'none' | undefined;
  /**
   * The host's secret. Our own messages then carry a mark that nobody else can make, so that they are believed in any process that has the
   * key. It stands in no message and in no report. Default: none.
   */
  key?: string | undefined;
  /**
   * Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`, `false` in
   * `gemini-cli`.
   */
  restateRequest?: boolean | undefined;
  /**
   * The agent's short answer to the summary, which stands right after it. Default: `Understood. I will carry on from these notes.`, `Got
   * it. Thanks for the additional context!` in `gemini-cli`, `Got it. Thanks for the additional context!` in `qwen-code`, `Got it. Thanks
   * for the additional context!` in `qwen-code-seed`.
   */
  acknowledgement?: string | undefined;
  /**
   * Whether the agent also answers the message that describes its environment. Default: `false`. Used by `default`, `gemini-cli`,
   * `qwen-code`, `qwen-code-seed`, `opencode`.
   */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such message.
   * Default: empty, `Go on with what is still to be done. If nothing is, or if it is not clear what comes next, say so and wait.` in
   * `opencode`. Used by `default`, `gemini-cli`, `qwen-code`, `qwen-code-seed`, `opencode`.
   */
  continueMessage?: string | undefined;
}

/** How sizes are measured. */
export interface Measure {
  /**
   * Which chars of a message are counted. Default: `chars`, `json_chars` in `gemini-cli`, `output_chars` in `qwen-code`, `output_chars` in
   * `qwen-code-seed`, `content_json_chars` in `gencode`.
   */
  unit?: Unit | undefined;
  /**
   * How the tokens of a text are estimated. If only `unit` or `charsPerToken` is given, it is `chars`. Default: `instant`, `script` in
   * `gemini-cli`, `chars` in `qwen-code`, `chars` in `qwen-code-seed`, `chars` in `gencode`, `chars` in `opencode`.
   */
  estimator?: Estimator | undefined;
  /** The weights of `instant`, in place of the model's. Default: none. */
  family?: Family | undefined;
  /** The encoding of `exact`, in place of the model's. Default: none. */
  encoding?: Encoding | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The rule that prices a medium by its size, in place of the model's rule. Default: none. */
  mediaRule?: MediaRule | undefined;
  /**
   * Tokens that an image or a document costs if no rule gives a price. A whole number of at least 1. Default: `1600`, `3000` in
   * `gemini-cli`.
   */
  imageTokens?: number | undefined;
  /**
   * Tokens added for each message (role and separators). A whole number of at least 0. Default: `4`, `0` in `gemini-cli`, `0` in
   * `qwen-code`, `0` in `qwen-code-seed`, `0` in `gencode`, `0` in `opencode`.
   */
  messageOverheadTokens?: number | undefined;
}

/** The options of the core's compactor, in groups. */
export interface CompactorGroups {
  /** The rules to follow: ours, or those of a reproduced system. Default: `default`. */
  preset?: Preset | undefined;
  /** The dialect in which the messages are written. Unless given, it is detected from the whole list. Default: none. */
  dialect?: Dialect | undefined;
  /**
   * The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of `exact` and the price
   * of media. Under `default` it also gives the window and the limit on output, unless they are given. Default: none.
   */
  model?: string | undefined;
  /**
   * The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run compacts. Unless given, it is
   * the window of `model` if that is known. A whole number of at least 1. Default: none.
   */
  contextWindow?: number | undefined;
  /**
   * Who writes the summary: `host` is your own function; `embedded` is the built-in summariser, which needs no model. Default: `embedded`.
   */
  summarize?: 'host' | 'embedded' | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** What a request may hold. */
  limits?: Limits | undefined;
  /** When to act. */
  when?: When | undefined;
  /** What stays. */
  keep?: Keep | undefined;
  /** What may be removed without a summary. */
  reduce?: Reduce | undefined;
  /** What a prompt costs. Only the ratios of the prices count. */
  prices?: Prices | undefined;
  /** The summary that takes the place of the removed messages. */
  memory?: Memory | undefined;
  /** How sizes are measured. */
  measure?: Measure | undefined;
}

/** The options of the ledger, in the groups of the compactor. */
export interface HistoryGroups extends Pick<CompactorGroups, 'preset' | 'dialect' | 'model' | 'contextWindow'> {
  limits?: Pick<Limits, 'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens'> | undefined;
  when?: Pick<When, 'idleMinutes' | 'maxResultChars'> | undefined;
  keep?: Pick<Keep, 'splitRule' | 'fraction' | 'tailTokens' | 'tailTurns' | 'messages' | 'pairs' | 'results'> | undefined;
  reduce?: Pick<Reduce, 'admit' | 'clearableTools' | 'neverClearTools' | 'placeholder'> | undefined;
  measure?: Pick<Measure, 'unit' | 'estimator' | 'family' | 'encoding' | 'charsPerToken' | 'mediaRule' | 'imageTokens' |
    'messageOverheadTokens'> | undefined;
}

/** What goes with the messages of one turn. */
export interface Turn {
  /** Whether to act now, regardless of time and size. */
  force?: boolean | undefined;
  /** The time now, by your clock, in milliseconds. */
  nowMs?: number | undefined;
  /** When the conversation was last active, by the same clock. */
  lastActivityMs?: number | undefined;
  /** What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens are counted. */
  usage?: unknown;
  /** Prompt tokens that the provider reported for the last request, cached ones included. A whole number of at least 0. */
  promptTokens?: number | undefined;
  /** How many of the messages that request held. Later messages are estimated and added. A whole number of at least 0. */
  promptMessages?: number | undefined;
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /** The tool schemas that go with the messages: any plain data. */
  tools?: unknown;
  /** A text about the environment that goes in front of the new history, as a message of the user. */
  environment?: string | undefined;
  /** The file of an approved plan, which the summary has to name. */
  planPath?: string | undefined;
  /** What the user asks this summary to keep in mind. */
  instructions?: string | undefined;
  /** What your own hooks ask this summary to keep in mind. */
  hookInstructions?: string | undefined;
  /** Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`. */
  prunedAt?: unknown;
  /** Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary. */
  planMode?: boolean | undefined;
  /** The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a summary. */
  runningAgents?: readonly { id: string; status?: string; description: string }[] | undefined;
  /**
   * Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is asked of each
   * message.
   */
  pinned?: readonly (number | string)[] | ((message: any) => boolean) | undefined;
  /** Whether the provider refused the last request because it had too many bytes. */
  payloadOverflow?: boolean | undefined;
  /** How many calls the agent will still make, if you know. It decides whether clearing old results pays. A whole number of at least 0. */
  remainingCalls?: number | undefined;
  /** Whether the conversation's own model writes the summary and its provider caches prompts. */
  prefixCached?: boolean | undefined;
  /**
   * How many of the first messages you have not changed since the last call, if you know: the length that its list had, for an agent that
   * only appends. A turn with nothing to do does not look at them then. A whole number of at least 0.
   */
  unchangedMessages?: number | undefined;
}

/** All options by the flat names under which operations take them. */
export interface FlatOptions {
  /** The rules to follow: ours, or those of a reproduced system. Default: `default`. */
  preset?: Preset | undefined;
  /** The dialect in which the messages are written. Unless given, it is detected from the whole list. Default: none. */
  dialect?: Dialect | undefined;
  /**
   * The model of the conversation, as its provider spells it. It selects the weights of `instant`, the encoding of `exact` and the price
   * of media. Under `default` it also gives the window and the limit on output, unless they are given. Default: none.
   */
  model?: string | undefined;
  /**
   * The model's context window, in tokens. It decides *when* to compact; without a window, only a forced run compacts. Unless given, it is
   * the window of `model` if that is known. A whole number of at least 1. Default: none.
   */
  contextWindow?: number | undefined;
  /**
   * Who writes the summary: `host` is your own function; `embedded` is the built-in summariser, which needs no model. Default: `embedded`.
   */
  summarize?: 'host' | 'embedded' | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * none.
   */
  reservedTokens?: number | undefined;
  /**
   * Tokens of the window that are kept free for the answer. Trigger and target are fractions of what is left. A whole number of at least
   * 0. Default: `0`. Used by `default`.
   */
  outputReserveTokens?: number | undefined;
  /**
   * The most bytes that a request may have. Old media go at the trigger's share of it, then old results, then older messages. A whole
   * number of at least 1. Default: none. Used by `default`.
   */
  maxRequestBytes?: number | undefined;
  /**
   * The most images that a request may hold. The oldest go at the trigger's share of it, until the target's share is left. A whole number
   * of at least 1. Default: none. Used by `default`.
   */
  maxRequestImages?: number | undefined;
  /**
   * The most pixels that all images of a request may have together. The oldest go as under `images`. A whole number of at least 1.
   * Default: none. Used by `default`.
   */
  maxRequestPixels?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /**
   * Compact when the prompt reaches this fraction of the room: of the window, less what surrounds the messages and the output reserve. A
   * fraction above 0 and at most 1. Default: `0.75`, `0.5` in `gemini-cli`, `0.85` in `qwen-code`, `0.7` in `qwen-code-seed`, `1.0` in
   * `gencode`.
   */
  trigger?: number | undefined;
  /**
   * A compaction aims at this fraction of the room. If clearing old results alone gets there, nothing is summarised. A fraction above 0
   * and below 1. Default: `0.5`.
   */
  target?: number | undefined;
  /**
   * How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `fraction`,
   * `qwen-code` in `qwen-code`, `qwen-code-seed` in `qwen-code-seed`, `gencode` in `gencode`, `opencode` in `opencode`.
   */
  ladder?: Ladder | undefined;
  /** Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`. Used by `default`. */
  idleMinutes?: number | undefined;
  /**
   * Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of at least 0. Default:
   * `500000`. Functions take it, the compactor does not.
   */
  maxResultChars?: number | undefined;
  /**
   * Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Only `qwen-code` (`20`),
   * `qwen-code-seed` (`0`).
   */
  triggerImages?: number | undefined;
  /**
   * If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
   * `0.05`, `0.0` in `gencode`, `0.0` in `opencode`. Used by `default`, `qwen-code-seed`, `gencode`, `opencode`.
   */
  minSpan?: number | undefined;
  /**
   * A compaction must save at least this fraction of the tokens, or it is refused. A fraction from 0 and below 1. Default: `0.05`, `0.0`
   * in `gemini-cli`, `0.0` in `qwen-code`, `0.0` in `qwen-code-seed`, `0.0` in `opencode`.
   */
  minSaving?: number | undefined;
  /**
   * How the cut is chosen. See the reference for the rules. Default: `closed`, `user_turn` in `gemini-cli`, `user_turn_or_trailing_call`
   * in `qwen-code-seed`, `newest_messages` in `gencode`, `tail_budget` in `opencode`. Used by `default`, `gemini-cli`, `qwen-code-seed`,
   * `gencode`, `opencode`.
   */
  splitRule?: SplitRule | undefined;
  /**
   * The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. Used by `default`, `gemini-cli`,
   * `qwen-code-seed`, `gencode`, `opencode`.
   */
  fraction?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: none. Used by `default`, `gemini-cli`, `qwen-code-seed`, `gencode`,
   * `opencode`.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: none. Used by
   * `default`, `gemini-cli`, `qwen-code-seed`, `gencode`, `opencode`.
   */
  tailTurns?: number | undefined;
  /**
   * How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. Used by `default`, `gemini-cli`,
   * `qwen-code-seed`, `gencode`, `opencode`.
   */
  keepMessages?: number | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`. Used by `default`, `gemini-cli`, `qwen-code-seed`, `gencode`, `opencode`.
   */
  keepPairs?: number | undefined;
  /**
   * How many of the newest tool results, and of the newest media, are never cleared. A whole number of at least 1. Default: `5`. Used by
   * `default`.
   */
  keepResults?: number | undefined;
  /**
   * Tokens of the user's own messages that stay as they are behind a summary, the newest first. At most half of what the messages may have
   * after a compaction; 0 turns it off. A whole number of at least 0. Default: `0`. Used by `default`.
   */
  userMessageTokens?: number | undefined;
  /** How many files are put back after a summary, with their content at that time. A whole number of at least 0. Only `qwen-code` (`5`). */
  keepFiles?: number | undefined;
  /** How many images are put back after a summary. A whole number of at least 0. Only `qwen-code` (`3`). */
  keepImages?: number | undefined;
  /**
   * How far new tool results are told shorter before the agent sees them: `off`; `safe`, which loses nothing and leaves whole what an edit
   * may quote; more at each further level. A result that was sent once does not change again. Default: `safe`. Used by `default`.
   */
  admit?: Admit | undefined;
  /**
   * A new tool result of more tokens is told shorter by `summarize`, your function, in about so many: before the agent sees it, and only
   * in a turn in which nothing else is to be done. Errors and warnings stay word for word; files that were read stay whole. 0 turns it
   * off. A whole number of at least 0. Default: `0`. Used by `default`.
   */
  outputTokens?: number | undefined;
  /**
   * Whether old tool results and media are cleared before anything is summarised. Default: `true`, `false` in `opencode`. Used by
   * `default`, `gencode`, `opencode`.
   */
  clear?: boolean | undefined;
  /**
   * When old tool results are cleared below the trigger. Unless given, it is `debt` where prices are known, by `prices` or by the model's
   * name, else `trigger`. `debt` clears once keeping them has cost what clearing them costs, and without prices acts as `trigger`; `cold`
   * where the provider's cache is cold anyway; `trigger` only where room is needed, or after `when.idle_minutes`; `always` at every turn,
   * whatever it costs. Default: none. Used by `default`.
   */
  clearWhen?: ClearWhen | undefined;
  /** Which old tool results are cleared. Only `gencode` (`newest_messages`), `opencode` (`behind_two_turns`). */
  clearRule?: ClearRule | undefined;
  /**
   * Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole conversation.
   * A whole number of at least 0. Only `gencode` (`20000`), `opencode` (`20000`).
   */
  clearMinTokens?: number | undefined;
  /**
   * How many tokens of the newest tool results are never cleared. A whole number of at least 0. Only `gencode` (`40000`), `opencode`
   * (`40000`).
   */
  clearProtectTokens?: number | undefined;
  /** Tools whose results may be cleared. Unless given, all tools. Default: none. Used by `default`. */
  clearableTools?: readonly string[] | undefined;
  /**
   * Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they clipped,
   * and the report says so. Default: none. Used by `default`.
   */
  neverClearTools?: readonly string[] | undefined;
  /**
   * The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. Default:
   * `informative`, `short` in `gencode`, `plain` in `opencode`. Used by `default`, `gencode`, `opencode`.
   */
  placeholder?: Placeholder | undefined;
  /**
   * How many tokens tool results may take, counted from the newest. Results that no longer fit are clipped; 0 turns it off. A whole number
   * of at least 0. Only `gemini-cli` (`50000`).
   */
  clipBudgetTokens?: number | undefined;
  /** How many chars stay of a tool result that is clipped. A whole number of at least 0. Only `gemini-cli` (`40000`). */
  clipMaxChars?: number | undefined;
  /** Media kinds that the model can read. Other media are replaced by a line of text. Only `opencode` (empty). */
  modalities?: readonly Modality[] | undefined;
  /**
   * From this many images on, a request carries only the newest ones; 0 turns it off. A whole number of at least 0. Default: `0`.
   * Functions take it, the compactor does not.
   */
  maxImages?: number | undefined;
  /**
   * The prices and cache rules to begin with; the other options of the group replace single ones. Unless given, those of `model` if its
   * name tells them. If only single prices are given, there is no cache unless `read` is below `input`. Default: none. Used by `default`.
   */
  pricePreset?: PricePreset | undefined;
  /** The price of a token of the prompt that is not cached. A number from 0 to 1000000. Default: none. Used by `default`. */
  priceInput?: number | undefined;
  /**
   * The price of a token that is read from the cache. Unless given, it is the price of input. A number from 0 to 1000000. Default: none.
   * Used by `default`.
   */
  priceRead?: number | undefined;
  /**
   * The price of a token that is written to the cache. Unless given, it is the price of input. A number from 0 to 1000000. Default: none.
   * Used by `default`.
   */
  priceWrite?: number | undefined;
  /**
   * The price of a token of an answer. Unless given, it is five times that of input. A number from 0 to 1000000. Default: none. Used by
   * `default`.
   */
  priceOutput?: number | undefined;
  /**
   * How long an entry of the cache lives after it was last read, in milliseconds. Old results are cleared when it is over. A whole number
   * of at least 1. Default: none. Used by `default`.
   */
  cacheTtlMs?: number | undefined;
  /** A shorter prefix is not cached, in tokens. A whole number of at least 0. Default: none. Used by `default`. */
  cacheMinPrefixTokens?: number | undefined;
  /**
   * How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by itself. A
   * whole number of at least 0. Default: none. Used by `default`.
   */
  cacheBreakpoints?: number | undefined;
  /**
   * How many blocks before a mark the provider looks for an entry. Where a turn adds more, a mark more is told, if one is left. A whole
   * number of at least 0. Default: none. Used by `default`.
   */
  cacheLookbackBlocks?: number | undefined;
  /** The most tokens that a summary may have. A whole number of at least 1. Default: `20000`, `1500` in `gencode`, `4096` in `opencode`. */
  maxSummaryTokens?: number | undefined;
  /**
   * The context window of the model that writes the summary, in tokens. Unless given, it is the conversation's. A record that does not fit
   * is read in pieces, each with the notes on those before it. A whole number of at least 1000. Default: none. Used by `default`.
   */
  summarizerWindow?: number | undefined;
  /**
   * The fraction of the target that a summary without a model may take. The cut moves towards the end where what is kept leaves less. A
   * fraction above 0 and below 1. Default: `0.5`. Used by `default`.
   */
  memoryShare?: number | undefined;
  /** What the user wants the summary to pay attention to. The summariser gets it as the user's words. Default: none. */
  instructions?: string | undefined;
  /** The sections of a summary. Default: `sections`, `detailed` in `qwen-code`, `continuation` in `gencode`, `anchored` in `opencode`. */
  template?: Template | undefined;
  /**
   * Whether a second call to the summariser checks the summary. A record that is read in pieces is not checked. Default: `false`, `true`
   * in `gemini-cli`.
   */
  secondCall?: boolean | undefined;
  /**
   * What a model's summary must not lose and lacks is put in word for word: the user's rules, changed files, the last failing command,
   * open tasks. It takes at most this share of the summary's budget; 0 turns it off. A fraction from 0 and below 1. Default: `0.1`. Used
   * by `default`.
   */
  putInShare?: number | undefined;
  /**
   * A model's summary that lacks more than this share of what the most valuable names are worth is asked for once more, with them named.
   * The better answer stands; 1 turns it off. A fraction above 0 and at most 1. Default: `0.6`. Used by `default`.
   */
  missingShare?: number | undefined;
  /**
   * What stands in where a model gives no usable summary: `embedded`, the built-in one, or `none`. Clearing applies in any case. Default:
   * `embedded`. Used by `default`.
   */
  fallback?: 'embedded' | 'none' | undefined;
  /**
   * The host's secret. Our own messages then carry a mark that nobody else can make, so that they are believed in any process that has the
   * key. It stands in no message and in no report. Default: none.
   */
  memoryKey?: string | undefined;
  /**
   * Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`, `false` in
   * `gemini-cli`.
   */
  restateRequest?: boolean | undefined;
  /**
   * The agent's short answer to the summary, which stands right after it. Default: `Understood. I will carry on from these notes.`, `Got
   * it. Thanks for the additional context!` in `gemini-cli`, `Got it. Thanks for the additional context!` in `qwen-code`, `Got it. Thanks
   * for the additional context!` in `qwen-code-seed`.
   */
  acknowledgement?: string | undefined;
  /**
   * Whether the agent also answers the message that describes its environment. Default: `false`. Used by `default`, `gemini-cli`,
   * `qwen-code`, `qwen-code-seed`, `opencode`.
   */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such message.
   * Default: empty, `Go on with what is still to be done. If nothing is, or if it is not clear what comes next, say so and wait.` in
   * `opencode`. Used by `default`, `gemini-cli`, `qwen-code`, `qwen-code-seed`, `opencode`.
   */
  continueMessage?: string | undefined;
  /**
   * Which chars of a message are counted. Default: `chars`, `json_chars` in `gemini-cli`, `output_chars` in `qwen-code`, `output_chars` in
   * `qwen-code-seed`, `content_json_chars` in `gencode`.
   */
  unit?: Unit | undefined;
  /**
   * How the tokens of a text are estimated. If only `unit` or `charsPerToken` is given, it is `chars`. Default: `instant`, `script` in
   * `gemini-cli`, `chars` in `qwen-code`, `chars` in `qwen-code-seed`, `chars` in `gencode`, `chars` in `opencode`.
   */
  estimator?: Estimator | undefined;
  /** The weights of `instant`, in place of the model's. Default: none. */
  family?: Family | undefined;
  /** The encoding of `exact`, in place of the model's. Default: none. */
  encoding?: Encoding | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The rule that prices a medium by its size, in place of the model's rule. Default: none. */
  mediaRule?: MediaRule | undefined;
  /**
   * Tokens that an image or a document costs if no rule gives a price. A whole number of at least 1. Default: `1600`, `3000` in
   * `gemini-cli`.
   */
  imageTokens?: number | undefined;
  /**
   * Tokens added for each message (role and separators). A whole number of at least 0. Default: `4`, `0` in `gemini-cli`, `0` in
   * `qwen-code`, `0` in `qwen-code-seed`, `0` in `gencode`, `0` in `opencode`.
   */
  messageOverheadTokens?: number | undefined;
}

/** How things are measured. */
export interface MeasuringOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'unit' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken' | 'mediaRule' |
    'imageTokens'> {}

export interface EstimateTokensOptions extends MeasuringOptions, Pick<FlatOptions, 'messageOverheadTokens'> {
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /** The tool schemas that go with the messages: any plain data. */
  tools?: unknown;
  /** The provider's reports in order, a list of `{usage, messages}`. With them the result has `promptTokens`. */
  reports?: readonly { usage: unknown; messages?: number }[] | undefined;
}

export interface MediaTokensOptions extends Pick<FlatOptions, 'preset' | 'model' | 'mediaRule' | 'imageTokens'> {
  /** The detail of an image that the request asks for. */
  detail?: Detail | undefined;
}

export interface ReadUsageOptions extends Pick<FlatOptions, 'preset'> {}

export interface EstimateTextTokensOptions extends
  Pick<FlatOptions, 'preset' | 'unit' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken' | 'imageTokens'> {
  /** The rule: `config` for the measuring options, or the name of a reproduced system's rule. */
  rule?: string | undefined;
}

export interface FindSplitPointOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'messageOverheadTokens' | 'fraction' | 'splitRule' | 'tailTokens' | 'tailTurns' | 'keepMessages' | 'keepPairs' |
    'contextWindow' | 'ladder' | 'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' | 'reservedOutputTokens'> {
  /** The weight of each message: one number for each, used in place of the measured chars. */
  charCounts?: readonly number[] | undefined;
}

export interface LegalCutsOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface ClearMediaOptions extends MeasuringOptions, Pick<FlatOptions, 'keepResults'> {
  /** The most bytes of all media that stay, as they stand in the messages. Without it: any number. A whole number of at least 0. */
  maxBytes?: number | undefined;
  /** The most pixels of all images that stay. Without it: any number. A whole number of at least 0. */
  maxPixels?: number | undefined;
}

export interface RetireOptions extends MeasuringOptions, Pick<FlatOptions, 'keepResults' | 'neverClearTools'> {
  /**
   * It stops once the messages hold no more estimated tokens. What frees most and is least likely needed again goes first. Without it: all
   * goes. A whole number of at least 0.
   */
  targetTokens?: number | undefined;
  /** What may go: some of `stale`, `superseded`, `repeated`, `applied`. Without it: all four. */
  classes?: readonly ('stale' | 'superseded' | 'repeated' | 'applied')[] | undefined;
}

export interface SlimOptions extends MeasuringOptions, Pick<FlatOptions, 'modalities'> {}

export interface MicrocompactOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'keepResults' | 'idleMinutes' | 'clearableTools' | 'neverClearTools' | 'maxResultChars' | 'placeholder'> {
  /** The time now, by your clock, in milliseconds. */
  nowMs?: number | undefined;
  /** When the conversation was last active, by the same clock. */
  lastActivityMs?: number | undefined;
  /** Whether to act now, regardless of time and size. */
  force?: boolean | undefined;
}

export interface AdmitOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'unit' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken'> {
  /** The first message that may change. The ones before it were admitted earlier. Without it: all. A whole number of at least 0. */
  start?: number | undefined;
  /** How far it goes, as the option `reduce.admit`. Without it: `safe`. */
  level?: Level | undefined;
}

export interface ExpandOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface ValidateOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface RepairOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface SummarizeExtractiveOptions extends MeasuringOptions {
  /**
   * The most tokens that the summary may take; 5,000 unless given. Below about 600 hardly more fits than what the user asked. A whole
   * number of at least 1.
   */
  budgetTokens?: number | undefined;
}

export interface CheckSummaryOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The summary, in any form: its text is looked through. */
  summary: string;
}

export interface ParseSnapshotOptions extends Pick<FlatOptions, 'preset'> {}

export interface FactsOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface CountTokensOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {
  /** Stop counting above this many tokens and return null. A whole number of at least 0. */
  limit?: number | undefined;
}

export interface CountTokensBatchOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface EncodeOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface DecodeOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface TruncateToTokensOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {
  /** The most tokens of the result. A whole number of at least 0. */
  maxTokens: number;
}

export interface TruncateTextOptions extends Pick<FlatOptions, 'preset'> {
  /** The rule: `ends`, the default, or the name of a reproduced system's rule. */
  rule?: string | undefined;
  /** The longest text, in chars. A whole number of at least 0. */
  maxChars?: number | undefined;
  /** The most lines that the text may have. A whole number of at least 0. */
  maxLines?: number | undefined;
  /**
   * The longest text, in UTF-8 bytes. A limit that the rule does not use is an error that names the rules which do. A whole number of at
   * least 0.
   */
  maxBytes?: number | undefined;
  /** The most tokens. They are converted to chars, by the script of the text. A whole number of at least 0. */
  maxTokens?: number | undefined;
  /** Whether lines from the middle that name errors are kept. */
  keepErrors?: boolean | undefined;
  /** The share of the kept text that comes from the start. A number from 0 to 1. */
  headFraction?: number | undefined;
  /** Where the full text can be found, for example a path. The marker shows it. */
  locator?: string | undefined;
  /** The line in front of the result, for rules that have one. */
  prefix?: string | undefined;
}

export interface PrepareOutputSummaryOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken'> {
  /** The most tokens that the summary may take; an output within them needs none. 2,000 unless given. A whole number of at least 1. */
  maxTokens?: number | undefined;
  /** The tool that gave the output. */
  tool?: string | undefined;
  /** What the tool was called with, for example the command. */
  call?: string | undefined;
  /** What the user asked for, so that the model knows what matters. */
  request?: string | undefined;
}

export interface CheckOutputSummaryOptions extends
  Pick<FlatOptions, 'preset' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken'> {
  /** The model's answer. */
  summary: string;
  /** The most tokens of the summary, as it was asked for. 2,000 unless given. A whole number of at least 1. */
  maxTokens?: number | undefined;
  /** Where the full output can be found, for example a path. The text names it. */
  locator?: string | undefined;
}

export interface PageTextOptions extends Pick<FlatOptions, 'preset'> {
  /** How many lines to skip; 0 unless given. A whole number of at least 0. */
  offset?: number | undefined;
  /** The most lines of the page; 2,000 unless given. A whole number of at least 0. */
  limit?: number | undefined;
  /** The longest line, in chars; 2,000 unless given. A line that is cut ends with a mark. A whole number of at least 0. */
  maxLineChars?: number | undefined;
}

export interface MediaPartOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The type of the medium, such as `image/png`. The data are base64. */
  mime: string;
  /** The name of the file, for dialects that tell it; `file` unless given. */
  name?: string | undefined;
}

export interface ProcessImportsOptions extends
  Pick<FlatOptions, 'preset' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken'> {
  /** The path of the file that the text is from. Imports are meant from its folder. */
  path: string;
  /** The files that can be imported: text by path. A path that is not here is missing. */
  files?: Readonly<Record<string, string>> | undefined;
  /** The folders below which files may be imported; the folder of `path` unless given. */
  roots?: readonly string[] | undefined;
  /** The folder that `~` stands for; without it `~` is no folder. It must lie below a root. */
  home?: string | undefined;
  /** Where an imported file stands: where it is imported, or one behind the other; `tree` unless given. */
  format?: 'tree' | 'flat' | undefined;
  /** How deep imports are followed; 5 unless given, 64 at most, and 0 follows none. A whole number of at least 0. */
  maxDepth?: number | undefined;
  /** The most files that are imported; 1,000 unless given. A whole number of at least 0. */
  maxFiles?: number | undefined;
  /** The longest result, in chars; 4,000,000 unless given. A whole number of at least 0. */
  maxChars?: number | undefined;
}

export interface JoinMemoryOptions extends Pick<FlatOptions, 'preset' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken'> {
  /** The most tokens. Files at the end of the list stay, since they are about the work at hand. A whole number of at least 0. */
  maxTokens?: number | undefined;
}

export interface EditorContextOptions extends Pick<FlatOptions, 'preset'> {
  /** The `state` of the result that was told before; without it all is told. */
  last?: unknown;
  /** Whether all is told although there is a `last`. */
  full?: boolean | undefined;
  /** The most open files that are told; 10 unless given. A whole number of at least 0. */
  maxFiles?: number | undefined;
  /** The longest selected text, in chars; 16,384 unless given. A whole number of at least 0. */
  maxSelectedChars?: number | undefined;
}

export interface RecentTurnsOptions extends MeasuringOptions, Pick<FlatOptions, 'messageOverheadTokens'> {
  /** How many turns; 2 unless given. A whole number of at least 0. */
  turns?: number | undefined;
  /** Whether messages that hold calls or results stay; true unless given. */
  calls?: boolean | undefined;
}

export interface RoutingWindowOptions extends MeasuringOptions, Pick<FlatOptions, 'messageOverheadTokens'> {
  /** How many of the newest messages are looked at; 20 unless given. A whole number of at least 0. */
  window?: number | undefined;
  /** How many messages stay; 4 unless given. A whole number of at least 0. */
  shown?: number | undefined;
}

export interface ClassifyErrorOptions extends Pick<FlatOptions, 'preset'> {}

export interface RecoverOptions extends Pick<FlatOptions, 'preset'> {
  /**
   * How many requests in a row were refused, this one included; 1 unless given. Waits grow with it, and end. A whole number of at least 1.
   */
  attempt?: number | undefined;
}

export interface ModelLimitsOptions extends Pick<FlatOptions, 'preset' | 'contextWindow' | 'maxOutputTokens'> {
  /** A limit on prompts that a provider's refusal told. It holds where it is lower. A whole number of at least 1. */
  observedTokens?: number | undefined;
}

export interface CachePricesOptions extends Pick<FlatOptions, 'preset'> {}

export interface InvertPatchOptions extends Pick<FlatOptions, 'preset'> {
  /** The patch, which fits these messages. */
  patch: Patch;
}

export interface ThresholdsOptions extends
  Pick<FlatOptions, 'preset' | 'contextWindow' | 'trigger' | 'ladder' | 'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' |
    'reservedOutputTokens'> {}

export interface SimulateOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'contextWindow' | 'maxOutputTokens' | 'trigger' | 'target' | 'keepResults' | 'summarize' | 'pricePreset' |
    'priceInput' | 'priceRead' | 'priceWrite' | 'priceOutput' | 'cacheMinPrefixTokens' | 'cacheBreakpoints' | 'cacheLookbackBlocks'> {
  /**
   * Some of `never`, `debt` and `trigger` (ours), `everyTurn`, `contextEditing`, `summarize85`, `summarize85KeepTenth`, and `bestBatch`,
   * the best fixed batch in hindsight. Without it: all of these. And names of presets: then the compactor of the preset goes through the
   * session, which takes longer.
   */
  policies?: readonly string[] | undefined;
  /** Windows to try, in tokens, in place of `contextWindow`. */
  windows?: readonly number[] | undefined;
  /** Names of sets of prices, or of models, in place of the prices of the options. */
  priceSets?: readonly string[] | undefined;
  /** Tokens of the system text and the tool schemas; 0 unless given. A whole number of at least 0. */
  overheadTokens?: number | undefined;
  /**
   * The pause before each call, in milliseconds; where the list ends, its last one holds. In a pause that is longer than the cache lives,
   * its entries are lost. Without it: no pauses.
   */
  pausesMs?: readonly number[] | undefined;
  /**
   * When each message came, in milliseconds of one clock; null where that is not known. The pauses before calls follow from it, unless
   * `pausesMs` tells them.
   */
  timesMs?: readonly (number | null)[] | undefined;
  /** Tokens of a summary; 2,000 unless given. A whole number of at least 1. */
  summaryTokens?: number | undefined;
}

export interface CurateOptions extends Pick<FlatOptions, 'preset'> {
  /** Whether thoughts are removed and neighbours of the same role merged, as for newer models. */
  modern?: boolean | undefined;
  /** Whether a result and the prompt after it are merged too. On under the preset `gemini-cli`. */
  mergeResults?: boolean | undefined;
}

export interface HardenOptions extends Pick<FlatOptions, 'preset'> {
  /** Whether thoughts are removed. */
  stripThoughts?: boolean | undefined;
  /** Whether the first call of a turn gets a signature that the API accepts, if it has none. */
  signCalls?: boolean | undefined;
  /** Whether calls at the end of the list are answered too, although they may still be running. */
  answerPending?: boolean | undefined;
  /** Whether a list that ends with the model gets a message of the user at the end. */
  endWithUser?: boolean | undefined;
  /** Whether fields that the API does not know are removed. */
  scrub?: boolean | undefined;
  /** The text of the result that answers a call whose result was lost. */
  lostResult?: string | undefined;
}

export interface NormalizeResponseOptions extends Pick<FlatOptions, 'preset'> {
  /** The share of its tokens that each long text keeps. A number from 0 to 1. */
  ratio: number;
  /** The share of the kept text that comes from the start. A number from 0 to 1. */
  headFraction?: number | undefined;
  /** Where the full text can be found, for example a path. The marker shows it. */
  locator?: string | undefined;
  /** The line in front of the result, for rules that have one. */
  prefix?: string | undefined;
}

export interface EstimatePartsTokensOptions extends Pick<FlatOptions, 'preset' | 'charsPerToken'> {}

export interface TokenLimitOptions extends Pick<FlatOptions, 'preset'> {}

export interface MaskToolOutputsOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'unit' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken' | 'imageTokens'> {
  /** Tokens of the newest outputs that stay. A whole number of at least 0. */
  protectTokens?: number | undefined;
  /** Tokens that masking must be able to save; otherwise nothing is done. A whole number of at least 0. */
  minTokens?: number | undefined;
  /** Whether the outputs in the last message stay; true unless given. */
  protectLatestTurn?: boolean | undefined;
  /** The place of each stored output, by its key. */
  locators?: Readonly<Record<string, string>> | undefined;
}

export interface CompressionThresholdOptions extends Pick<FlatOptions, 'preset'> {
  /** The threshold from the user's settings. A number from 0 to 1. */
  local?: number | undefined;
  /** The threshold from the vendor's remote configuration. A number from 0 to 1. */
  remote?: number | undefined;
}

export interface CheckOverflowOptions extends Pick<FlatOptions, 'preset' | 'contextWindow' | 'model'> {
  /** Tokens of the last prompt as the provider reported them. A whole number of at least 0. */
  lastPromptTokens?: number | undefined;
  /** Whether the request may take all that the window has left, or 95 % of it. */
  rule?: 'remaining' | 'remaining_95' | undefined;
}

export interface CompressorModelOptions extends Pick<FlatOptions, 'preset'> {}

export interface LeastRecentlyUsedOptions extends Pick<FlatOptions, 'preset'> {
  /** Entries that the cache holds; 50 unless given. A whole number of at least 1. */
  maxEntries?: number | undefined;
}

export interface RecentActivityOptions extends Pick<FlatOptions, 'preset'> {
  /** Events that stay; 100 unless given. A whole number of at least 0. */
  maxEvents?: number | undefined;
}

export interface ReferenceImagesOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken' | 'mediaRule' | 'imageTokens'
    | 'messageOverheadTokens' | 'maxImages' | 'keepImages'> {}

export interface EstimatePromptTokensOptions extends MeasuringOptions, Pick<FlatOptions, 'messageOverheadTokens'> {
  /** The message that is about to be sent. */
  message?: unknown;
  /** Tokens of the last prompt as the provider reported them; 0 unless given. A whole number of at least 0. */
  lastPromptTokens?: number | undefined;
  /** Tokens of the last answer as the provider reported them. A whole number of at least 0. */
  lastOutputTokens?: number | undefined;
  /** Whether the new message counts one and a half times. */
  conservative?: boolean | undefined;
}

export interface ResolveSettingsOptions extends Pick<FlatOptions, 'preset'> {
  /** The settings file, as data or as its text, which may hold comments. */
  settings?: Readonly<Record<string, unknown>> | string | undefined;
}

export interface CompressionSettingsOptions extends Pick<FlatOptions, 'preset'> {}

export interface PruneOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'messageOverheadTokens' | 'clearRule' | 'clearMinTokens' | 'clearProtectTokens' | 'placeholder'> {
  /** Any value, for example a time: each cleared result gets it as `prunedAt`, with `pruned: true`. */
  prunedAt?: unknown;
}

export interface NeedsCompressionOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'messageOverheadTokens' | 'contextWindow' | 'trigger' | 'ladder' | 'maxOutputTokens' | 'maxInputTokens' |
    'reservedTokens' | 'reservedOutputTokens' | 'clear' | 'clearRule' | 'clearMinTokens' | 'clearProtectTokens' | 'placeholder'> {
  /** The provider's usage report for the last call, in any spelling, or a list of reports, of which the last one counts. */
  usage?: unknown;
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /** The tool schemas that go with the messages: any plain data. */
  tools?: unknown;
  /** Whether anything may be done at all; true unless given. */
  enabled?: boolean | undefined;
}

export interface UsageTokensOptions extends Pick<FlatOptions, 'preset'> {}

export interface ExtractActivityOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** Index of the first message that is read; 0 unless given. A whole number of at least 0. */
  start?: number | undefined;
  /** Index after the last message that is read; the number of messages unless given. A whole number of at least 0. */
  end?: number | undefined;
  /** The most decisions in the result; 20 unless given. A whole number of at least 0. */
  maxDecisions?: number | undefined;
  /** The most uses of each tool in the result; 3 unless given. A whole number of at least 0. */
  maxUses?: number | undefined;
}

export interface ConversationSummaryOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The id of the record. */
  id: string;
  /** The time at which the summary was made. */
  generatedAt: string;
  /** The text of the summary. */
  content: string;
  /** The indices of the first and the last message that the summary covers. */
  coveringMessages: readonly [number, number];
  /** The most decisions in the result; 20 unless given. A whole number of at least 0. */
  maxDecisions?: number | undefined;
  /** The most uses of each tool in the result; 3 unless given. A whole number of at least 0. */
  maxUses?: number | undefined;
}

export interface MessagesForModelOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface ReadFileOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The folders below which files may be read. Without them every file may; give them if a model names the path. */
  roots?: readonly string[] | undefined;
  /** How many lines to skip; 0 unless given. A whole number of at least 0. */
  offset?: number | undefined;
  /** The most lines of the page; 2,000 unless given. A whole number of at least 0. */
  limit?: number | undefined;
  /** The longest line, in chars; 2,000 unless given. A whole number of at least 0. */
  maxLineChars?: number | undefined;
  /** The most bytes that are read; 20 MiB unless given. A larger medium is refused. A whole number of at least 0. */
  maxBytes?: number | undefined;
}

export interface LoadMemoryOptions extends Pick<FlatOptions, 'preset' | 'estimator' | 'model' | 'family' | 'encoding' | 'charsPerToken'> {
  /** The folders that are trusted: nothing outside is read. The nearest folder above with a marker unless given. */
  roots?: readonly string[] | undefined;
  /** The names of memory files; `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` unless given or the preset has others. */
  names?: readonly string[] | undefined;
  /** What marks the folder at which looking upward ends where no roots are given; `.git` unless given. */
  markers?: readonly string[] | undefined;
  /** How many folders below are looked through, breadth first; 0 unless given, 200 in presets that do it. A whole number of at least 0. */
  maxFolders?: number | undefined;
  /**
   * Names of folders below that are not looked through: `nodeModules`, `target`, `dist`, `build`, `vendor`, `venv`, `_Pycache__`,
   * `site-packages` unless given. Those that begin with a dot never are.
   */
  leftOut?: readonly string[] | undefined;
  /** Paths of memory files that were told before; they are not told again. So a sub-folder's come just in time. */
  loaded?: readonly string[] | undefined;
  /** The folder that `~` stands for in imports. It must lie below a root. */
  home?: string | undefined;
  /** The longest memory file, in bytes; 1,000,000 unless given. A whole number of at least 0. */
  maxFileBytes?: number | undefined;
  /** The most tokens of the text. The files of the innermost folders stay. A whole number of at least 0. */
  maxTokens?: number | undefined;
  /** Where an imported file stands: where it is imported, or one behind the other; `tree` unless given. */
  format?: 'tree' | 'flat' | undefined;
  /** How deep imports are followed; 5 unless given, 64 at most, and 0 follows none. A whole number of at least 0. */
  maxDepth?: number | undefined;
  /** The most files that are imported; 1,000 unless given. A whole number of at least 0. */
  maxFiles?: number | undefined;
  /** The longest result, in chars; 4,000,000 unless given. A whole number of at least 0. */
  maxChars?: number | undefined;
}
