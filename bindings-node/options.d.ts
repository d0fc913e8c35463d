// Written by `scripts/names.py --write` from the tables of the core. Do not edit.

import type {
  Policy, MediaKind, Patch,
} from './results.js';

import type {
  Tokenizer, Summarize, Store, StoreObject, Restore, OnEvent, BeforeCompact, OnCompact,
} from './types.js';

export type Preset = 'default' | 'gemini-cli' | 'qwen-code' | 'qwen-code-seed' | 'gencode' | 'opencode';
export type PriceSet = 'anthropic-5m' | 'anthropic-1h' | 'openai' | 'gemini' | 'none';
export type TokenizerName =
  | 'exact' | 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base' | 'gpt2' | 'claude_v3' | 'claude_v4_7'
  | 'gemini' | 'gemma3' | 'qwen3' | 'llama3' | 'deepseek_v3';
export type ImageFormula =
  | 'openai_tiles' | 'openai_tiles_4o_mini' | 'openai_tiles_o' | 'openai_tiles_5' | 'openai_patches_mini' | 'openai_patches_nano'
  | 'openai_patches_o4_mini' | 'openai_patches_5' | 'openai_patches_6' | 'anthropic' | 'anthropic_high' | 'anthropic_5' | 'gemini_2'
  | 'gemini_3' | 'qwen_vl' | 'qwen3_vl';
export type Thinking = 'auto' | 'bound' | 'free';
export type Dialect =
  | 'gemini' | 'openai_chat' | 'anthropic' | 'openai_responses' | 'ai_sdk' | 'bedrock' | 'langchain' | 'ui_message' | 'pydantic_ai'
  | 'pi' | 'llama_index' | 'autogen' | 'opencode' | 'mastra';
export type ClearWhen = 'auto' | 'pays' | 'cold' | 'trigger' | 'never';
export type Condense = 'off' | 'safe' | 'tables' | 'groups';
export type CheckSummary = 'off' | 'fill' | 'always';
export type RepairHistory = 'always' | 'on_refusal' | 'never';
export type Unit = 'chars' | 'json_chars' | 'part_json_chars' | 'output_chars' | 'content_json_chars';
export type Estimator = 'chars' | 'script' | 'instant';
export type Encoding = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base' | 'gpt2';
export type Ladder = 'fraction' | 'qwen-code' | 'qwen-code-seed' | 'gencode' | 'opencode' | 'opencode-next';
export type SplitRule = 'closed' | 'user_turn' | 'user_turn_or_trailing_call' | 'tail_budget' | 'newest_messages';
export type Placeholder = 'informative' | 'plain' | 'short';
export type Modality = 'image' | 'pdf' | 'audio' | 'video';
export type Template = 'sections' | 'brief' | 'detailed' | 'continuation' | 'anchored' | 'handover';
export type Detail = 'auto' | 'low' | 'medium' | 'high' | 'ultra_high';
export type Level = 'off' | 'safe' | 'tables' | 'groups';

/** A number of tokens, where a share would do too. */
export interface Tokens {
  tokens: number;
}

/** How much of the newest conversation stays: so many tokens at most, messages, turns, or a share of the room. */
export type Keep = { tokens: number } | { messages: number } | { turns: number } | { fraction: number };

/** A value of the option `models`. */
export interface ModelRow {
  /** The context window: prompt and answer together. It must be given. A whole number of at least 1. */
  windowTokens?: number | undefined;
  /** The most tokens of an answer. A whole number of at least 1. */
  outputTokens?: number | undefined;
  /** What it costs, as in the option `prices`. */
  prices?: PriceSet | Prices | undefined;
}

/** A value of the option `prices`. */
export interface Prices {
  /**
   * The known set to begin with. Unless given, that of `model`. If only prices are given, there is no cache unless `cacheRead` is below
   * `input`.
   */
  like?: PriceSet | undefined;
  /** The price of a token of the prompt that is not cached. A number from 0 to 1000000. */
  input?: number | undefined;
  /** The price of a token of an answer. Unless given, five times that of input. A number from 0 to 1000000. */
  output?: number | undefined;
  /** The price of a token that is read from the cache. Unless given, that of input. A number from 0 to 1000000. */
  cacheRead?: number | undefined;
  /** The price of a token that is written to the cache. Unless given, that of input. A number from 0 to 1000000. */
  cacheWrite?: number | undefined;
  /** How long an entry of the cache lives after it was last read. Old results are cleared when it is over. A number from 0 to 1000000. */
  cacheTtlMinutes?: number | undefined;
  /** A shorter prefix is not cached. A whole number of at least 0. */
  minCacheTokens?: number | undefined;
  /**
   * How many places of a request may be marked as the end of a cached prefix; 0 where the provider finds any common prefix by itself. A
   * whole number of at least 0.
   */
  maxCacheBreakpoints?: number | undefined;
  /**
   * How many blocks before a mark the provider looks for an entry. Where a turn adds more, one more mark is named, if one is left. A whole
   * number of at least 0.
   */
  lookbackBlocks?: number | undefined;
}

/** A value of the option `requestLimits`. */
export interface RequestLimits {
  /** The most bytes that a request may have. A whole number of at least 1. */
  bytes?: number | undefined;
  /** The most images that a request may hold. A whole number of at least 1. */
  images?: number | undefined;
  /** The most pixels that all images of a request may have together. A whole number of at least 1. */
  pixels?: number | undefined;
}

/** The preset `gemini-cli` with options of its own. */
export interface GeminiCliOptions {
  name: 'gemini-cli';
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `0.5`.
   */
  compressionThreshold?: number | Tokens | undefined;
  /** The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How the cut is chosen. See the reference for the rules. Default: `user_turn`. */
  splitRule?: SplitRule | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`.
   */
  keepPairs?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: follows from the window.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many as fit.
   */
  tailTurns?: number | undefined;
  /**
   * How many tokens tool results may take, counted from the newest. Results that no longer fit are clipped; 0 turns it off. A whole number
   * of at least 0. Default: `50000`.
   */
  clipBudgetTokens?: number | undefined;
  /** How many chars stay of a tool result that is clipped. A whole number of at least 0. Default: `40000`. */
  clipMaxChars?: number | undefined;
  /** Whether the agent also answers the message that describes its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such message.
   * Default: empty.
   */
  continueMessage?: string | undefined;
  /**
   * What the model reads that writes the summary. `record`: what goes, as one text. `native`: the messages themselves, and `system` of the
   * request is yours to replace. The answer to your own prompt may have any form and is not judged by its content. Default: `record`.
   */
  request?: 'record' | 'native' | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * follows from the output limit.
   */
  reservedTokens?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which chars of a message are counted. Default: `json_chars`. */
  unit?: Unit | undefined;
  /** How the tokens of a text are estimated, unless `tokenizer` says. Default: `script`. */
  estimator?: Estimator | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /**
   * The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them. A
   * whole number of at least 1. Default: `20000`.
   */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `sections`. */
  template?: Template | undefined;
  /** The agent's short answer to the summary, which stands right after it. Default: `Got it. Thanks for the additional context!`. */
  acknowledgement?: string | undefined;
  /** Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `false`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `fraction`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
}

/** The preset `qwen-code` with options of its own. */
export interface QwenCodeOptions {
  name: 'qwen-code';
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `0.85`.
   */
  autoCompactThreshold?: number | Tokens | undefined;
  /** Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Default: `20`. */
  screenshotTriggerThreshold?: number | undefined;
  /** How many files are put back after a summary, with their content at that time. A whole number of at least 0. Default: `5`. */
  maxRecentFilesToRetain?: number | undefined;
  /** How many images are put back after a summary. A whole number of at least 0. Default: `3`. */
  maxRecentImagesToRetain?: number | undefined;
  /** Whether the agent also answers the message that describes its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such message.
   * Default: empty.
   */
  continueMessage?: string | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * follows from the output limit.
   */
  reservedTokens?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which chars of a message are counted. Default: `output_chars`. */
  unit?: Unit | undefined;
  /** How the tokens of a text are estimated, unless `tokenizer` says. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /**
   * The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them. A
   * whole number of at least 1. Default: `20000`.
   */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `detailed`. */
  template?: Template | undefined;
  /** The agent's short answer to the summary, which stands right after it. Default: `Got it. Thanks for the additional context!`. */
  acknowledgement?: string | undefined;
  /** Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /**
   * How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `qwen-code`.
   */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
  /** Reads files again after a summary. Without it none is brought back. */
  restore?: Restore | undefined;
}

/** The preset `qwen-code-seed` with options of its own. */
export interface QwenCodeSeedOptions {
  name: 'qwen-code-seed';
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `0.7`.
   */
  contextPercentageThreshold?: number | Tokens | undefined;
  /** Compact when tool results hold this many images; 0 turns it off. A whole number of at least 0. Default: `0`. */
  triggerImages?: number | undefined;
  /**
   * If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
   * `0.05`.
   */
  minSpan?: number | undefined;
  /** How the cut is chosen. See the reference for the rules. Default: `user_turn_or_trailing_call`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`.
   */
  keepPairs?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: follows from the window.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many as fit.
   */
  tailTurns?: number | undefined;
  /** Whether the agent also answers the message that describes its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such message.
   * Default: empty.
   */
  continueMessage?: string | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * follows from the output limit.
   */
  reservedTokens?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which chars of a message are counted. Default: `part_json_chars`. */
  unit?: Unit | undefined;
  /** How the tokens of a text are estimated, unless `tokenizer` says. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /**
   * The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them. A
   * whole number of at least 1. Default: `20000`.
   */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `sections`. */
  template?: Template | undefined;
  /** The agent's short answer to the summary, which stands right after it. Default: `Got it. Thanks for the additional context!`. */
  acknowledgement?: string | undefined;
  /** Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `fraction`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
}

/** The preset `gencode` with options of its own. */
export interface GencodeOptions {
  name: 'gencode';
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `1.0`.
   */
  trigger?: number | Tokens | undefined;
  /** Whether old tool results and media are cleared before anything is summarised. Default: `true`. */
  clear?: boolean | undefined;
  /** Which old tool results are cleared. Default: `newest_messages`. */
  clearRule?: 'newest_messages' | 'behind_two_turns' | undefined;
  /**
   * Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole conversation.
   * A whole number of at least 0. Default: `20000`.
   */
  pruneMinimum?: number | undefined;
  /** How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default: `40000`. */
  pruneProtect?: number | undefined;
  /** The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. Default: `short`. */
  placeholder?: Placeholder | undefined;
  /**
   * If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
   * `0.0`.
   */
  minSpan?: number | undefined;
  /** How the cut is chosen. See the reference for the rules. Default: `newest_messages`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: follows from the window.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many as fit.
   */
  tailTurns?: number | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`.
   */
  keepPairs?: number | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * follows from the output limit.
   */
  reservedTokens?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which chars of a message are counted. Default: `content_json_chars`. */
  unit?: Unit | undefined;
  /** How the tokens of a text are estimated, unless `tokenizer` says. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /**
   * The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them. A
   * whole number of at least 1. Default: `1500`.
   */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `continuation`. */
  template?: Template | undefined;
  /** The agent's short answer to the summary, which stands right after it. Default: `Understood. I will carry on from these notes.`. */
  acknowledgement?: string | undefined;
  /** Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `gencode`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
}

/** The preset `opencode` with options of its own. */
export interface OpencodeOptions {
  name: 'opencode';
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `0.75`.
   */
  trigger?: number | Tokens | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * follows from the output limit.
   */
  reserved?: number | undefined;
  /** Whether old tool results and media are cleared before anything is summarised. Default: `false`. */
  prune?: boolean | undefined;
  /** Which old tool results are cleared. Default: `behind_two_turns`. */
  clearRule?: 'newest_messages' | 'behind_two_turns' | undefined;
  /**
   * Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole conversation.
   * A whole number of at least 0. Default: `20000`.
   */
  pruneMinimum?: number | undefined;
  /** How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default: `40000`. */
  pruneProtect?: number | undefined;
  /** The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. Default: `plain`. */
  placeholder?: Placeholder | undefined;
  /**
   * If the part to summarise is less than this fraction of all chars, nothing is summarised. A fraction from 0 and below 1. Default:
   * `0.0`.
   */
  minSpan?: number | undefined;
  /** How the cut is chosen. See the reference for the rules. Default: `tail_budget`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: follows from the window.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many as fit.
   */
  tailTurns?: number | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`.
   */
  keepPairs?: number | undefined;
  /** Media kinds that the model can read. Other media are replaced by a line of text. Default: empty. */
  modalities?: readonly Modality[] | undefined;
  /** Whether the agent also answers the message that describes its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message at the end of the list that tells the agent to go on after an automatic compaction. If empty, there is no such message.
   * Default: `Go on with what is still to be done. If nothing is, or if it is not clear what comes next, say so and wait.`.
   */
  continueMessage?: string | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which chars of a message are counted. Default: `chars`. */
  unit?: Unit | undefined;
  /** How the tokens of a text are estimated, unless `tokenizer` says. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /**
   * The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them. A
   * whole number of at least 1. Default: `4096`.
   */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `anchored`. */
  template?: Template | undefined;
  /** The agent's short answer to the summary, which stands right after it. Default: `Understood. I will carry on from these notes.`. */
  acknowledgement?: string | undefined;
  /** Whether the user's last request is repeated after the summary if it was part of what was summarised. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. After a person forces a compaction and it fails, later runs still
   * try; a failed attempt of an agent counts against later runs. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `opencode`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
}

export type PresetOptions = GeminiCliOptions | QwenCodeOptions | QwenCodeSeedOptions | GencodeOptions | OpencodeOptions;

/** The options of a `Compactor`. What is `undefined` counts as not given. */
export interface CompactorOptions<M = any> {
  /**
   * The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow from it,
   * unless they are given. Default: none.
   */
  model?: string | undefined;
  /**
   * The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a window only a forced run
   * compacts. A whole number of at least 1. Default: the window of `model`.
   */
  contextWindow?: number | undefined;
  /**
   * What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the table. If it
   * stands in a file, read that by yourself: `json.load`. Default: none.
   */
  models?: Readonly<Record<string, ModelRow>> | undefined;
  /**
   * What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of the prices count.
   * Default: the prices of `model`.
   */
  prices?: PriceSet | Prices | undefined;
  /**
   * How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a `Compactor`, a
   * `History` and `countTokens`, your own counter. Default: an estimate for the family of `model`.
   */
  tokenizer?: TokenizerName | Tokenizer | undefined;
  /** What an image or a document costs, in tokens: a number, or the formula of a provider. Default: the formula of `model`, else 1,600. */
  imageTokens?: number | ImageFormula | undefined;
  /**
   * Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that stands behind.
   * `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. Default: `auto`.
   */
  thinking?: Thinking | undefined;
  /** The shape of the messages. Unless given, it is detected from the whole list. Default: detected. */
  dialect?: Dialect | undefined;
  /** Whose way to compact: ours, or that of a reproduced system. A name, or an object with the `name` and the preset's own options. */
  preset?: Preset | PresetOptions | undefined;
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `0.75`.
   */
  trigger?: number | Tokens | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
  /**
   * Tokens of the window that stay free for the answer. Unless given, a prompt may be sent if the model's limit on output fits beside it,
   * or a tenth of the window if that is less. A whole number of at least 0. Default: the model's limit on output, at most a tenth of the
   * window; the trigger leaves more free.
   */
  reserveTokens?: number | undefined;
  /**
   * What a request may hold beside tokens. At the trigger's share of a limit old media go first, then old results, then older messages.
   * Default: none.
   */
  requestLimits?: RequestLimits | undefined;
  /**
   * When old tool results and media are cleared. `pays`: once keeping them has cost as much as clearing them costs. `cold`: when the
   * provider's cache is cold anyway. `trigger`: only where room is needed, or the cache is cold. `never`: they are not. The first two also
   * clear at the trigger. `auto` is `pays` if prices are known, else `trigger`. Default: `auto`.
   */
  clearWhen?: ClearWhen | undefined;
  /**
   * How much of the newest conversation stays as it is behind a summary: so many `tokens`, `messages` or `turns`, or a `fraction` of the
   * room. Less stays where it does not fit `target` beside the summary, which takes a quarter of `target`, up to half as it grows; the
   * result says so. One of `{ tokens: ... }`, `{ messages: ... }`, `{ turns: ... }`, `{ fraction: ... }`. Default: the newest 30 %, less
   * where that does not fit the target.
   */
  keep?: Keep | undefined;
  /**
   * How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the prompt would stay above the
   * trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of at least 1. Default: `10`.
   */
  keepToolResults?: number | undefined;
  /**
   * Tokens of the user's own newest messages that stay as they are behind a summary, at most half of the target. A whole number of at
   * least 0. Default: `0`.
   */
  keepUserTokens?: number | undefined;
  /**
   * Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they clipped,
   * and the result says so. Default: none.
   */
  excludeTools?: readonly string[] | undefined;
  /**
   * How far new tool results lose what an earlier one shows, before the agent sees them. Nothing is lost. `off`; `safe` leaves whole what
   * an edit may quote; `tables` also writes lists of objects as tables; `groups` also writes once what lines of a list have in common.
   * Default: `groups`.
   */
  condense?: Condense | undefined;
  /**
   * Keeps what is cleared, and returns where it can be found, so that the agent can read it back: a function, or a `FolderStore`. If it
   * raises, the run goes on as without a store, and the result warns.
   */
  store?: Store | StoreObject | undefined;
  /** Your model call. `extractive` makes the summary of the conversation's own lines, without a model. Default: `extractive`. */
  summarize?: Summarize<M> | 'extractive' | undefined;
  /**
   * The context window of the model that writes the summary, if it is another one. What does not fit is read in pieces. A whole number of
   * at least 1000. Default: `contextWindow`.
   */
  summarizerWindow?: number | undefined;
  /**
   * Seconds until `summarize` must have answered; then the run goes on as after a failed call. 0: it is waited for without end. The
   * function finds them in its request too. A number from 0 to 86400. Default: `300.0`.
   */
  summarizeTimeoutS?: number | undefined;
  /**
   * The most tokens of a summary. Where lines of the conversation stand beside what a model writes, it writes at most half of them. A
   * whole number of at least 1. Default: `20000`.
   */
  maxSummaryTokens?: number | undefined;
  /** What the summary should pay attention to. The summariser gets it as the user's words. Default: none. */
  instructions?: string | undefined;
  /**
   * Whether conspectus adds its own part to a model's summary: lines quoted from the conversation. `off`: no, and the model's text is not
   * judged by its content. `fill`: yes. `always`: yes, and a second call checks every summary. Default: `fill`.
   */
  checkSummary?: CheckSummary | undefined;
  /**
   * Whether secrets are taken out of a summary before it is checked and stands: keys, tokens, passwords, as far as they are recognised.
   * The open request and the messages that stay keep theirs. Default: `false`.
   */
  redact?: boolean | undefined;
  /**
   * What stands in where the model gives no usable summary: `extractive`, or `none`. Old results are cleared in any case. Default:
   * `extractive`.
   */
  fallback?: 'extractive' | 'none' | undefined;
  /**
   * Is called before the history changes. It may return `{ cancel: true }`, which ends the run, or `{ context: '...' }`, which the
   * summariser of this run reads.
   */
  beforeCompact?: BeforeCompact | undefined;
  /** Gets the `Result` of each run that did or tried something. If it raises, that result has the exception as `error`. */
  onCompact?: OnCompact | undefined;
  /**
   * Your secret, if other people can write to where you keep messages. Summaries then prove that they are yours, in any process that has
   * the key. It stands in no message and in no result. Default: none: a compactor believes what it installed itself.
   */
  signingKey?: string | undefined;
  /**
   * When to repair messages that the provider would reject: tool calls without a result, results without a call, and half characters.
   * `always`: before they are sent. `on_refusal`: once the provider has rejected them. `never`: not at all. The result warns in every
   * case. Default: `always`.
   */
  repairHistory?: RepairHistory | undefined;
  /** Hand `text` to your log. */
  onEvent?: OnEvent | undefined;
}

/** The options of a `History`. */
export interface HistoryOptions extends
  Pick<CompactorOptions, 'preset' | 'dialect' | 'model' | 'contextWindow' | 'tokenizer' | 'imageTokens' | 'thinking' | 'keep' |
    'keepToolResults' | 'excludeTools' | 'condense'> {
  /** `shape` recognises known messages by identity, `hash` by their content. Default: `shape`. */
  verify?: 'shape' | 'hash' | undefined;
}

/** What goes with the messages of one call of `compact`. */
export interface CompactArgs {
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`, `destructiveHint`) say
   * which calls the notes tell as done.
   */
  tools?: unknown;
  /** Whether to compact now, whatever the size. */
  force?: boolean | undefined;
  /**
   * What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens are counted. Or
   * the tokens of the last prompt, as a number. What came since the agent's last message is added. With `{ 'tokens', 'messages' }` you say
   * how many messages that prompt held.
   */
  usage?: unknown;
  /**
   * The model that this request goes to, if it is another one from now on. Window, tokenizer, cost of images and prices follow from it,
   * unless you gave them. What the model before reported does not count any more.
   */
  model?: string | undefined;
  /**
   * Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is asked of each
   * message.
   */
  pinned?: readonly (number | string)[] | ((message: any) => boolean) | undefined;
  /** What the user asks this summary to keep in mind. */
  instructions?: string | undefined;
  /** A text that leads the history and is never summarised, such as an instruction file. It stands there as a message of the user. */
  preamble?: string | undefined;
  /** How many calls the agent will still make, if you know. It decides whether clearing old results pays. A whole number of at least 0. */
  remainingCalls?: number | undefined;
  /** Minutes since the agent's last answer, if you know. After a long pause the provider's cache is cold. A number from 0 to 1000000000. */
  idleMinutes?: number | undefined;
  /**
   * How many of the first messages you have not changed since the last call, if you know: the length that its list had, for an agent that
   * only appends. A turn with nothing to do does not look at them then. A whole number of at least 0.
   */
  unchangedMessages?: number | undefined;
  /** The file of an approved plan, which the summary has to name. Only under `gemini-cli`. */
  planPath?: string | undefined;
  /**
   * Whether an earlier attempt failed, as you know it. No model is then asked until a run is forced. What the state knows counts too. Only
   * under `gemini-cli`.
   */
  failedBefore?: boolean | undefined;
  /**
   * Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary. Only under `qwen-code`,
   * `qwen-code-seed`, `opencode`.
   */
  planMode?: boolean | undefined;
  /**
   * The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a summary. Only under `qwen-code`,
   * `qwen-code-seed`, `opencode`.
   */
  runningAgents?: readonly { id: string; status?: string; description: string }[] | undefined;
  /** Whether the conversation's own model writes the summary and its provider caches prompts. Only under `qwen-code`. */
  prefixCached?: boolean | undefined;
  /** Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`, `opencode`. */
  prunedAt?: unknown;
}

/** What operations take beside their arguments. */
export interface FlatOptions {
  /** The preset whose values hold where nothing is given. Default: `default`. */
  preset?: Preset | PresetOptions | undefined;
  /**
   * The name of the model, as its provider spells it. The context window, the tokenizer, the cost of images and the prices follow from it,
   * unless they are given. Default: none.
   */
  model?: string | undefined;
  /**
   * The most tokens that a prompt may have. If your provider limits the input apart, give that limit. Without a window only a forced run
   * compacts. A whole number of at least 1. Default: the window of `model`.
   */
  contextWindow?: number | undefined;
  /**
   * What you know of models that the table does not have, or has otherwise: an object for each name. It comes before the table. If it
   * stands in a file, read that by yourself: `json.load`. Default: none.
   */
  models?: Readonly<Record<string, ModelRow>> | undefined;
  /**
   * What a token costs, and how long the prompt cache lives: the name of a known set, or an object. Only the ratios of the prices count.
   * Default: the prices of `model`.
   */
  prices?: PriceSet | Prices | undefined;
  /**
   * How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a `Compactor`, a
   * `History` and `countTokens`, your own counter. Default: an estimate for the family of `model`.
   */
  tokenizer?: TokenizerName | undefined;
  /** What an image or a document costs, in tokens: a number, or the formula of a provider. Default: the formula of `model`, else 1,600. */
  imageTokens?: number | ImageFormula | undefined;
  /**
   * Whether signed thinking is valid only while everything before it is as it was. Then a change removes all of it that stands behind.
   * `bound`, `free`, or `auto`: as `model` does it, and `bound` if the model is not known. Default: `auto`.
   */
  thinking?: Thinking | undefined;
  /** The shape of the messages. Unless given, it is detected from the whole list. Default: detected. */
  dialect?: Dialect | undefined;
  /**
   * Compaction starts when the prompt reaches this share of the room, or so many tokens. The room is the window, less the reserve, less
   * the system text and the tool schemas. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: `0.75`.
   */
  trigger?: number | Tokens | undefined;
  /**
   * A compaction leaves at most this share of the room, or so many tokens. It lies below `trigger`. If clearing old results alone gets
   * there, nothing is summarised. A fraction above 0 and at most 1, or `{ tokens: ... }`. Default: 0.5, or two thirds of `trigger` if that
   * is less.
   */
  target?: number | Tokens | undefined;
  /**
   * How many of the newest tool results, and of the newest media, are not cleared. Fewer stay only where the prompt would stay above the
   * trigger, and the result says so. What the agent has not read yet is never cleared. A whole number of at least 1. Default: `10`.
   */
  keepToolResults?: number | undefined;
  /**
   * Tools whose results are never cleared, clipped or stored away. Only where nothing else makes the list fit the window are they clipped,
   * and the result says so. Default: none.
   */
  excludeTools?: readonly string[] | undefined;
  /** Your model call. `extractive` makes the summary of the conversation's own lines, without a model. Default: `extractive`. */
  summarize?: Summarize | 'extractive' | undefined;
  /** Which chars of a message are counted. Default: `chars`. */
  unit?: Unit | undefined;
  /** How the tokens of a text are estimated, unless `tokenizer` says. Default: `instant`. */
  estimator?: Estimator | undefined;
  /** The encoding, in place of the model's. Default: follows from the model. */
  encoding?: Encoding | undefined;
  /** Chars of text per token. A number from 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /**
   * The model's limit on output, in tokens; 0 if it is not known. Some ladders keep this many tokens free. A whole number of at least 0.
   * Default: `0`.
   */
  maxOutputTokens?: number | undefined;
  /** The model's limit on input alone, in tokens, if it has one. A whole number of at least 0. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * Tokens kept free below the limit on input. Unless given, the limit on output, at most 20,000. A whole number of at least 0. Default:
   * follows from the output limit.
   */
  reservedTokens?: number | undefined;
  /** The most tokens kept free for the answer. A whole number of at least 0. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** How the thresholds are computed from the window: by a fraction, or by the rule of one of the reproduced systems. Default: `fraction`. */
  ladder?: Ladder | undefined;
  /** Minutes without activity after which old results are cleared; negative turns it off. Default: `60.0`. */
  idleMinutes?: number | undefined;
  /**
   * Chars of clearable tool results above which they are cleared down to half; 0 turns it off. A whole number of at least 0. Default:
   * `500000`.
   */
  maxResultChars?: number | undefined;
  /** How the cut is chosen. See the reference for the rules. Default: `closed`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all chars that stands before the cut. A fraction above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /**
   * How many tokens of the newest messages the rule `tail_budget` keeps. Unless given, a quarter of the usable window, but at least 2,000
   * and at most 15,000. A whole number of at least 0. Default: follows from the window.
   */
  tailTokens?: number | undefined;
  /**
   * The most turns that the rule `tail_budget` keeps. Unless given, as many as fit. A whole number of at least 0. Default: as many as fit.
   */
  tailTurns?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. A whole number of at least 0. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * How many complete pairs of call and result are kept before a call that still waits for its result. A whole number of at least 0.
   * Default: `2`.
   */
  keepPairs?: number | undefined;
  /** How many images are put back after a summary. A whole number of at least 0. Default: `0`. */
  keepImages?: number | undefined;
  /** Whether old tool results and media are cleared before anything is summarised. Default: `true`. */
  clear?: boolean | undefined;
  /** Which old tool results are cleared. Default: `newest_messages`. */
  clearRule?: 'newest_messages' | 'behind_two_turns' | undefined;
  /**
   * Nothing is cleared if clearing would free fewer tokens than this. The rule `newest_messages` compares it with the whole conversation.
   * A whole number of at least 0. Default: `20000`.
   */
  clearMinTokens?: number | undefined;
  /** How many tokens of the newest tool results are never cleared. A whole number of at least 0. Default: `40000`. */
  clearProtectTokens?: number | undefined;
  /** Tools whose results may be cleared. Unless given, all tools. Default: all. */
  clearableTools?: readonly string[] | undefined;
  /**
   * The text that takes the place of a cleared result: `informative` names the tool, its key argument and the size. Default:
   * `informative`.
   */
  placeholder?: Placeholder | undefined;
  /** Media kinds that the model can read. Other media are replaced by a line of text. Default: empty. */
  modalities?: readonly Modality[] | undefined;
  /** From this many images on, a request carries only the newest ones; 0 turns it off. A whole number of at least 0. Default: `0`. */
  maxImages?: number | undefined;
}

/** How things are measured. */
export interface MeasuringOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer' | 'imageTokens'> {}

export interface CountTokensOptions extends Omit<MeasuringOptions, 'tokenizer'> {
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`, `destructiveHint`) say
   * which calls the notes tell as done.
   */
  tools?: unknown;
  /** The provider's reports in order, a list of `{usage, messages}`. With them the result has `promptTokens`. */
  reports?: readonly { usage: unknown; messages?: number }[] | undefined;
  /**
   * How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a `Compactor`, a
   * `History` and `countTokens`, your own counter. Default: an estimate for the family of `model`.
   */
  tokenizer?: TokenizerName | Tokenizer | undefined;
}

export interface EstimateTokensOptions extends
  Omit<MeasuringOptions, 'tokenizer'>,
  Pick<FlatOptions, 'unit' | 'estimator' | 'charsPerToken'> {
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`, `destructiveHint`) say
   * which calls the notes tell as done.
   */
  tools?: unknown;
  /** The provider's reports in order, a list of `{usage, messages}`. With them the result has `promptTokens`. */
  reports?: readonly { usage: unknown; messages?: number }[] | undefined;
  /**
   * How tokens are counted: as a family of models does (an estimate), `exact` by OpenAI's encoding of the model, or, in a `Compactor`, a
   * `History` and `countTokens`, your own counter. Default: an estimate for the family of `model`.
   */
  tokenizer?: TokenizerName | Tokenizer | undefined;
}

export interface MediaTokensOptions extends Pick<FlatOptions, 'preset' | 'model' | 'imageTokens'> {
  /** The detail of an image that the request asks for. */
  detail?: Detail | undefined;
}

export interface ReadUsageOptions extends Pick<FlatOptions, 'preset'> {}

export interface EstimateTextTokensOptions extends
  Pick<FlatOptions, 'preset' | 'unit' | 'estimator' | 'model' | 'tokenizer' | 'charsPerToken' | 'imageTokens'> {
  /** The rule: `config` for the measuring options, or the name of a reproduced system's rule. */
  rule?: string | undefined;
}

export interface FindCutOptions extends MeasuringOptions {
  /**
   * How much of the newest conversation stays: so many `tokens`, `messages` or `turns`, or a `fraction` of all tokens. Without it: a
   * fraction of 0.3. One of `{ tokens: ... }`, `{ messages: ... }`, `{ turns: ... }`, `{ fraction: ... }`.
   */
  keep?: Keep | undefined;
}

export interface FindSplitPointOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'fraction' | 'splitRule' | 'tailTokens' | 'tailTurns' | 'keepMessages' | 'keepPairs' | 'contextWindow' | 'ladder' |
    'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' | 'reservedOutputTokens'> {
  /** The weight of each message: one number for each, used in place of the measured chars. */
  charCounts?: readonly number[] | undefined;
}

export interface ClearToolResultsOptions extends MeasuringOptions, Pick<FlatOptions, 'keepToolResults' | 'excludeTools' | 'thinking'> {}

export interface ClearMediaOptions extends MeasuringOptions, Pick<FlatOptions, 'thinking'> {
  /** How many of the newest media stay; 5 unless given, and 0 lets all go. A whole number of at least 0. */
  keepMedia?: number | undefined;
  /** The kinds that may go: `image`, `pdf`, `audio`, `video`, `other`. Without it: all. */
  kinds?: readonly MediaKind[] | undefined;
  /** The most bytes of all media that stay, as they stand in the messages. Without it: any number. A whole number of at least 0. */
  maxBytes?: number | undefined;
  /** The most pixels of all images that stay. Without it: any number. A whole number of at least 0. */
  maxPixels?: number | undefined;
}

export interface ClearStaleOptions extends MeasuringOptions, Pick<FlatOptions, 'keepToolResults' | 'excludeTools' | 'thinking'> {
  /**
   * It stops once the messages hold no more estimated tokens. What frees most and is least likely needed again goes first. Without it: all
   * goes. A whole number of at least 0.
   */
  targetTokens?: number | undefined;
  /** What may go: some of `changed_later`, `read_again`, `repeated`, `written`. Without it: all four. */
  classes?: readonly ('changed_later' | 'read_again' | 'repeated' | 'written')[] | undefined;
}

export interface SlimOptions extends MeasuringOptions, Pick<FlatOptions, 'modalities' | 'thinking'> {}

export interface MicrocompactOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'keepToolResults' | 'idleMinutes' | 'clearableTools' | 'excludeTools' | 'maxResultChars' | 'placeholder' |
    'thinking'> {
  /** The time now, by your clock, in milliseconds. */
  nowMs?: number | undefined;
  /** When the conversation was last active, by the same clock. */
  lastActivityMs?: number | undefined;
  /** Whether to act now, regardless of time and size. */
  force?: boolean | undefined;
}

export interface CondenseOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer' | 'thinking'> {
  /** The first message that may change. The ones before it were condensed earlier. Without it: all. A whole number of at least 0. */
  start?: number | undefined;
  /** How far it goes, as the option `condense`. Without it: `safe`. */
  level?: Level | undefined;
}

export interface ExpandOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'thinking'> {}

export interface ValidateOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'thinking'> {
  /** The messages as they were sent before. */
  previous?: readonly unknown[] | undefined;
}

export interface RepairOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'thinking'> {}

export interface SummarizeExtractiveOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer'> {
  /**
   * The most tokens that the summary may take; 5,000 unless given. Below about 600 hardly more fits than what the user asked. A whole
   * number of at least 1.
   */
  maxTokens?: number | undefined;
}

export interface CheckSummaryOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The summary, in any form: its text is looked through. */
  summary: string;
}

export interface ParseSummaryOptions extends Pick<FlatOptions, 'preset'> {}

export interface FactsOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface CountTextsOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {
  /** Where counting stops: a text with more tokens gives null. A whole number of at least 0. */
  atMost?: number | undefined;
}

export interface EncodeOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface DecodeOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface TruncateOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {
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

export interface SummarizeOutputOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer'> {
  /** The most tokens that the summary may take; an output within them needs none. 2,000 unless given. A whole number of at least 1. */
  maxTokens?: number | undefined;
  /** The tool that gave the output. */
  tool?: string | undefined;
  /** What the tool was called with, for example the command. */
  call?: string | undefined;
  /** What the user asked for, so that the model knows what matters. */
  request?: string | undefined;
  /** Where the full output can be found, for example a path. The text names it. */
  locator?: string | undefined;
  /** The model's answer. */
  answer?: string | undefined;
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

export interface ExpandImportsOptions extends Pick<FlatOptions, 'preset' | 'model' | 'tokenizer'> {
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

export interface JoinInstructionsOptions extends Pick<FlatOptions, 'preset' | 'model' | 'tokenizer'> {
  /** The most tokens. Files at the end of the list stay, since they are about the work at hand. A whole number of at least 0. */
  maxTokens?: number | undefined;
}

export interface EditorContextOptions extends Pick<FlatOptions, 'preset'> {
  /** The `state` of the result before; without it all is said. */
  last?: unknown;
  /** Whether all is said although there is a `last`. */
  full?: boolean | undefined;
  /** The most open files that are named; 10 unless given. A whole number of at least 0. */
  maxFiles?: number | undefined;
  /** The longest selected text, in chars; 16,384 unless given. A whole number of at least 0. */
  maxSelectedChars?: number | undefined;
}

export interface RecentTurnsOptions extends MeasuringOptions, Pick<FlatOptions, 'thinking'> {
  /** How many turns; 2 unless given. A whole number of at least 0. */
  turns?: number | undefined;
  /** Whether messages that hold calls or results stay; true unless given. */
  calls?: boolean | undefined;
}

export interface RoutingWindowOptions extends MeasuringOptions {
  /** How many of the newest messages are looked at; 20 unless given. A whole number of at least 0. */
  window?: number | undefined;
  /** How many messages stay; 4 unless given. A whole number of at least 0. */
  shown?: number | undefined;
}

export interface ClassifyErrorOptions extends Pick<FlatOptions, 'preset'> {
  /**
   * How many requests in a row were refused, this one included; 1 unless given. Waits grow with it, and end. A whole number of at least 1.
   */
  attempt?: number | undefined;
}

export interface ModelInfoOptions extends Pick<FlatOptions, 'preset' | 'contextWindow' | 'maxOutputTokens' | 'models'> {
  /** A limit on prompts that a provider's refusal stated. It holds where it is lower. A whole number of at least 1. */
  observedTokens?: number | undefined;
}

export interface InvertPatchOptions extends Pick<FlatOptions, 'preset'> {
  /** The patch, which fits these messages. */
  patch: Patch;
}

export interface ThresholdsOptions extends
  Pick<FlatOptions, 'preset' | 'contextWindow' | 'trigger' | 'ladder' | 'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' |
    'reservedOutputTokens'> {}

export interface SimulateOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'contextWindow' | 'maxOutputTokens' | 'trigger' | 'target' | 'keepToolResults' | 'summarize' | 'prices'> {
  /**
   * Some of `never`, `pays` and `trigger` (ours), `every_turn`, `context_editing`, `summarize_85`, `summarize_85_keep_tenth`, and
   * `best_batch`, the best fixed batch in hindsight. Without it: all of these. And names of presets: then the compactor of the preset goes
   * through the session, which takes longer.
   */
  policies?: readonly (Policy | Preset)[] | undefined;
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
  /**
   * Whether messages of the model without parts go too, and messages of the user that hold results alone, as gemini-cli's document of 2025
   * says.
   */
  strict?: boolean | undefined;
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
  Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'imageTokens' | 'tokenizer' | 'thinking'> {
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
  Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'imageTokens' | 'maxImages' | 'keepImages' | 'tokenizer' | 'thinking'> {}

export interface EstimatePromptTokensOptions extends MeasuringOptions {
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
  Pick<FlatOptions, 'clearRule' | 'clearMinTokens' | 'clearProtectTokens' | 'placeholder' | 'thinking'> {
  /** Any value, for example a time: each cleared result gets it as `prunedAt`, with `pruned: true`. */
  prunedAt?: unknown;
}

export interface NeedsCompressionOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'contextWindow' | 'trigger' | 'ladder' | 'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' |
    'reservedOutputTokens' | 'clear' | 'clearRule' | 'clearMinTokens' | 'clearProtectTokens' | 'placeholder'> {
  /** The provider's usage report for the last call, in any spelling, or a list of reports, of which the last one counts. */
  usage?: unknown;
  /** Whether anything may be done at all; true unless given. */
  enabled?: boolean | undefined;
  /** The system text that goes with the messages: a text, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas that go with the messages: any plain data. In a compactor their `annotations` (`readOnlyHint`, `destructiveHint`) say
   * which calls the notes tell as done.
   */
  tools?: unknown;
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

export interface LoadInstructionsOptions extends Pick<FlatOptions, 'preset' | 'model' | 'tokenizer'> {
  /** The folders that are trusted: nothing outside is read. The nearest folder above with a marker unless given. */
  roots?: readonly string[] | undefined;
  /** The names of instruction files; `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` unless given or the preset has others. */
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
  /** Paths of instruction files that were loaded before; they are left out. So a sub-folder's come just in time. */
  loaded?: readonly string[] | undefined;
  /** The folder that `~` stands for in imports. It must lie below a root. */
  home?: string | undefined;
  /** The longest instruction file, in bytes; 1,000,000 unless given. A whole number of at least 0. */
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
