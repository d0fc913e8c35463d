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
export type ClearWhen = 'auto' | 'break_even' | 'cache_expired' | 'trigger' | 'never';
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
  /** Required. The context window: prompt and response together. Positive integer. */
  windowTokens?: number | undefined;
  /** The largest response in tokens. Positive integer. */
  outputTokens?: number | undefined;
  /** The model's prices, as in the option `prices`. */
  prices?: PriceSet | Prices | undefined;
}

/** A value of the option `prices`. */
export interface Prices {
  /** The known set to start from; the model's by default. If you only pass prices, nothing is cached unless `cacheRead` is below `input`. */
  like?: PriceSet | undefined;
  /** The price of an uncached prompt token. Number, 0 to 1000000. */
  input?: number | undefined;
  /** The price of an output token; five times `input` by default. Number, 0 to 1000000. */
  output?: number | undefined;
  /** The price of a token read from the cache; the same as `input` by default. Number, 0 to 1000000. */
  cacheRead?: number | undefined;
  /** The price of a token written to the cache; the same as `input` by default. Number, 0 to 1000000. */
  cacheWrite?: number | undefined;
  /** Minutes that a cached prefix lives after its last use. Once it has expired, old results are cleared. Number, 0 to 1000000. */
  cacheTtlMinutes?: number | undefined;
  /** The shortest prefix in tokens that is cached. */
  minCacheTokens?: number | undefined;
  /** The most cache breakpoints in a request; 0 if the provider finds any common prefix. */
  maxCacheBreakpoints?: number | undefined;
  /** How many blocks before a breakpoint the provider searches for a cached prefix. */
  lookbackBlocks?: number | undefined;
}

/** A value of the option `requestLimits`. */
export interface RequestLimits {
  /** The most bytes in a request. Positive integer. */
  bytes?: number | undefined;
  /** The most images in a request. Positive integer. */
  images?: number | undefined;
  /** The most pixels of all images in a request. Positive integer. */
  pixels?: number | undefined;
}

/** The preset `gemini-cli` with options of its own. */
export interface GeminiCliOptions {
  name: 'gemini-cli';
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `0.5`.
   */
  compressionThreshold?: number | Tokens | undefined;
  /** The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How the cut is chosen. Default: `user_turn`. */
  splitRule?: SplitRule | undefined;
  /** How many pairs of call and result to keep before an open call. Default: `2`. */
  keepPairs?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from the
   * window.
   */
  tailTokens?: number | undefined;
  /** The most turns that the rule `tail_budget` keeps. Default: as many as fit. */
  tailTurns?: number | undefined;
  /** The most tokens of all tool results, counted from the newest. Older ones are truncated; 0 turns this off. Default: `50000`. */
  clipBudgetTokens?: number | undefined;
  /** How many characters of a truncated tool result to keep. Default: `40000`. */
  clipMaxChars?: number | undefined;
  /** Whether the agent also answers the message about its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /** A user message that asks the agent to continue after an automatic run; none if empty. Default: empty. */
  continueMessage?: string | undefined;
  /**
   * What the summarizer reads: a transcript (`record`), or the messages themselves (`native`). With `native`, you can replace `system`,
   * and the answer can have any form. Default: `record`.
   */
  request?: 'record' | 'native' | undefined;
  /** Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit. */
  reservedTokens?: number | undefined;
  /** The most tokens reserved for the response. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which characters of a message count. Default: `json_chars`. */
  unit?: Unit | undefined;
  /** How to estimate the tokens of a text, unless you pass `tokenizer`. Default: `script`. */
  estimator?: Estimator | undefined;
  /** How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`. */
  maxOutputTokens?: number | undefined;
  /** The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`. */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `sections`. */
  template?: Template | undefined;
  /** The agent's answer to the summary, right after it. Default: `Got it. Thanks for the additional context!`. */
  acknowledgement?: string | undefined;
  /** Whether to repeat the user's last request after a summary that replaced it. Default: `false`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a person's
   * forced one doesn't. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How thresholds follow from the window: a fraction, or the rule of an original. Default: `fraction`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
}

/** The preset `qwen-code` with options of its own. */
export interface QwenCodeOptions {
  name: 'qwen-code';
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `0.85`.
   */
  autoCompactThreshold?: number | Tokens | undefined;
  /** Compact when tool results contain this many images; 0 turns this off. Default: `20`. */
  screenshotTriggerThreshold?: number | undefined;
  /** How many files to restore after a summary, with their current content. Default: `5`. */
  maxRecentFilesToRetain?: number | undefined;
  /** How many images to restore after a summary. Default: `3`. */
  maxRecentImagesToRetain?: number | undefined;
  /** Whether the agent also answers the message about its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /** A user message that asks the agent to continue after an automatic run; none if empty. Default: empty. */
  continueMessage?: string | undefined;
  /** Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit. */
  reservedTokens?: number | undefined;
  /** The most tokens reserved for the response. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which characters of a message count. Default: `output_chars`. */
  unit?: Unit | undefined;
  /** How to estimate the tokens of a text, unless you pass `tokenizer`. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`. */
  maxOutputTokens?: number | undefined;
  /** The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`. */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `detailed`. */
  template?: Template | undefined;
  /** The agent's answer to the summary, right after it. Default: `Got it. Thanks for the additional context!`. */
  acknowledgement?: string | undefined;
  /** Whether to repeat the user's last request after a summary that replaced it. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a person's
   * forced one doesn't. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How thresholds follow from the window: a fraction, or the rule of an original. Default: `qwen-code`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
  /** Reads files again after a summary. Without it, none are restored. */
  restore?: Restore | undefined;
}

/** The preset `qwen-code-seed` with options of its own. */
export interface QwenCodeSeedOptions {
  name: 'qwen-code-seed';
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `0.7`.
   */
  contextPercentageThreshold?: number | Tokens | undefined;
  /** Compact when tool results contain this many images; 0 turns this off. Default: `0`. */
  triggerImages?: number | undefined;
  /** The smallest part to summarize, as a fraction of all characters. Number from 0, below 1. Default: `0.05`. */
  minSpan?: number | undefined;
  /** How the cut is chosen. Default: `user_turn_or_trailing_call`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How many pairs of call and result to keep before an open call. Default: `2`. */
  keepPairs?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from the
   * window.
   */
  tailTokens?: number | undefined;
  /** The most turns that the rule `tail_budget` keeps. Default: as many as fit. */
  tailTurns?: number | undefined;
  /** Whether the agent also answers the message about its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /** A user message that asks the agent to continue after an automatic run; none if empty. Default: empty. */
  continueMessage?: string | undefined;
  /** Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit. */
  reservedTokens?: number | undefined;
  /** The most tokens reserved for the response. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which characters of a message count. Default: `part_json_chars`. */
  unit?: Unit | undefined;
  /** How to estimate the tokens of a text, unless you pass `tokenizer`. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`. */
  maxOutputTokens?: number | undefined;
  /** The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`. */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `sections`. */
  template?: Template | undefined;
  /** The agent's answer to the summary, right after it. Default: `Got it. Thanks for the additional context!`. */
  acknowledgement?: string | undefined;
  /** Whether to repeat the user's last request after a summary that replaced it. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a person's
   * forced one doesn't. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How thresholds follow from the window: a fraction, or the rule of an original. Default: `fraction`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
}

/** The preset `gencode` with options of its own. */
export interface GencodeOptions {
  name: 'gencode';
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `1.0`.
   */
  trigger?: number | Tokens | undefined;
  /** Whether to clear old tool results and media before summarizing. Default: `true`. */
  clear?: boolean | undefined;
  /** Which old tool results are cleared. Default: `newest_messages`. */
  clearRule?: 'newest_messages' | 'behind_two_turns' | undefined;
  /** The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation. Default: `20000`. */
  pruneMinimum?: number | undefined;
  /** Tokens of the newest tool results that are never cleared. Default: `40000`. */
  pruneProtect?: number | undefined;
  /** The text of a cleared result. `informative` names the tool, its key argument and the size. Default: `short`. */
  placeholder?: Placeholder | undefined;
  /** The smallest part to summarize, as a fraction of all characters. Number from 0, below 1. Default: `0.0`. */
  minSpan?: number | undefined;
  /** How the cut is chosen. Default: `newest_messages`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from the
   * window.
   */
  tailTokens?: number | undefined;
  /** The most turns that the rule `tail_budget` keeps. Default: as many as fit. */
  tailTurns?: number | undefined;
  /** How many pairs of call and result to keep before an open call. Default: `2`. */
  keepPairs?: number | undefined;
  /** Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit. */
  reservedTokens?: number | undefined;
  /** The most tokens reserved for the response. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which characters of a message count. Default: `content_json_chars`. */
  unit?: Unit | undefined;
  /** How to estimate the tokens of a text, unless you pass `tokenizer`. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`. */
  maxOutputTokens?: number | undefined;
  /** The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `1500`. */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `continuation`. */
  template?: Template | undefined;
  /** The agent's answer to the summary, right after it. Default: `Understood. I will carry on from these notes.`. */
  acknowledgement?: string | undefined;
  /** Whether to repeat the user's last request after a summary that replaced it. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a person's
   * forced one doesn't. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How thresholds follow from the window: a fraction, or the rule of an original. Default: `gencode`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
}

/** The preset `opencode` with options of its own. */
export interface OpencodeOptions {
  name: 'opencode';
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `0.75`.
   */
  trigger?: number | Tokens | undefined;
  /** Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit. */
  reserved?: number | undefined;
  /** Whether to clear old tool results and media before summarizing. Default: `false`. */
  prune?: boolean | undefined;
  /** Which old tool results are cleared. Default: `behind_two_turns`. */
  clearRule?: 'newest_messages' | 'behind_two_turns' | undefined;
  /** The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation. Default: `20000`. */
  pruneMinimum?: number | undefined;
  /** Tokens of the newest tool results that are never cleared. Default: `40000`. */
  pruneProtect?: number | undefined;
  /** The text of a cleared result. `informative` names the tool, its key argument and the size. Default: `plain`. */
  placeholder?: Placeholder | undefined;
  /** The smallest part to summarize, as a fraction of all characters. Number from 0, below 1. Default: `0.0`. */
  minSpan?: number | undefined;
  /** How the cut is chosen. Default: `tail_budget`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. Default: `10`. */
  keepMessages?: number | undefined;
  /**
   * Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from the
   * window.
   */
  tailTokens?: number | undefined;
  /** The most turns that the rule `tail_budget` keeps. Default: as many as fit. */
  tailTurns?: number | undefined;
  /** How many pairs of call and result to keep before an open call. Default: `2`. */
  keepPairs?: number | undefined;
  /** Media kinds that the model can read. Others are replaced by a line of text. Default: empty. */
  modalities?: readonly Modality[] | undefined;
  /** Whether the agent also answers the message about its environment. Default: `false`. */
  acknowledgeEnvironment?: boolean | undefined;
  /**
   * A user message that asks the agent to continue after an automatic run; none if empty. Default: `Continue with the remaining work. If
   * none remains, or if the next step is unclear, say so and wait.`.
   */
  continueMessage?: string | undefined;
  /** The most tokens reserved for the response. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** Which characters of a message count. Default: `chars`. */
  unit?: Unit | undefined;
  /** How to estimate the tokens of a text, unless you pass `tokenizer`. Default: `chars`. */
  estimator?: Estimator | undefined;
  /** How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`. */
  maxOutputTokens?: number | undefined;
  /** The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `4096`. */
  maxSummaryTokens?: number | undefined;
  /** The sections of a summary. Default: `anchored`. */
  template?: Template | undefined;
  /** The agent's answer to the summary, right after it. Default: `Understood. I will carry on from these notes.`. */
  acknowledgement?: string | undefined;
  /** Whether to repeat the user's last request after a summary that replaced it. Default: `true`. */
  restateRequest?: boolean | undefined;
  /**
   * Who runs the conversation: a person (`interactive`) or an `agent`. An agent's failed attempt counts against later runs; a person's
   * forced one doesn't. Default: `interactive`.
   */
  application?: 'interactive' | 'agent' | undefined;
  /** How thresholds follow from the window: a fraction, or the rule of an original. Default: `opencode`. */
  ladder?: Ladder | undefined;
  /** The model's limit on input alone, in tokens. Default: none. */
  maxInputTokens?: number | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
}

export type PresetOptions = GeminiCliOptions | QwenCodeOptions | QwenCodeSeedOptions | GencodeOptions | OpencodeOptions;

/** The options of a `Compactor`. What is `undefined` counts as not given. */
export interface CompactorOptions<M = any> {
  /**
   * The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass them.
   * Default: none.
   */
  model?: string | undefined;
  /**
   * The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window, only forced runs
   * compact. Positive integer. Default: the model's window.
   */
  contextWindow?: number | undefined;
  /** Your own facts about models, by name. They take precedence over the built-in table. Default: none. */
  models?: Readonly<Record<string, ModelRow>> | undefined;
  /** Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the model's prices. */
  prices?: PriceSet | Prices | undefined;
  /**
   * How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`, a
   * `History` and `countTokens`. Default: the estimator of the model's family.
   */
  tokenizer?: TokenizerName | Tokenizer | undefined;
  /** The tokens of an image or document: a number, or a provider's formula. Default: the model's formula, otherwise 1,600. */
  imageTokens?: number | ImageFormula | undefined;
  /**
   * Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all signed thinking
   * after it. `auto` follows the model, and is `bound` for unknown models. Default: `auto`.
   */
  thinking?: Thinking | undefined;
  /** The message format. By default, it's detected from the complete list. Default: detected. */
  dialect?: Dialect | undefined;
  /** The rules for compacting: a name, or an object with the `name` and the preset's own options. */
  preset?: Preset | PresetOptions | undefined;
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `0.75`.
   */
  trigger?: number | Tokens | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
  /**
   * Tokens of the window to reserve for the response. Pass your `max_tokens`. By default, trigger and target reserve nothing. Default: for
   * `canSend`, the model's output limit, at most a tenth of the window.
   */
  reserveTokens?: number | undefined;
  /**
   * The provider's limits on bytes, images and pixels. Near a limit, old media are cleared, then old results, and then messages are
   * summarized. Default: none.
   */
  requestLimits?: RequestLimits | undefined;
  /**
   * When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when the cache has expired
   * (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`. `auto` is `break_even` with known
   * prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the trigger. Default: `auto`.
   */
  clearWhen?: ClearWhen | undefined;
  /**
   * How much of the newest conversation isn't summarized: a number of `tokens`, `messages` or `turns`, or a `fraction` of the available
   * tokens. If it and the summary exceed `target`, less is kept and `relaxedOptions` lists it. One of `{ tokens: ... }`, `{ messages: ...
   * }`, `{ turns: ... }`, `{ fraction: ... }`. Default: the newest 30%, or less if that exceeds the target.
   */
  keep?: Keep | undefined;
  /**
   * How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would remain above the trigger.
   * Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the window.
   */
  keepToolResults?: number | undefined;
  /** Tokens of the user's newest messages to keep verbatim after a summary, at most half of the target. Default: `0`. */
  keepUserTokens?: number | undefined;
  /**
   * Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the history fit. Default:
   * none.
   */
  excludeTools?: readonly string[] | undefined;
  /**
   * How to shorten new tool results without loss: `off`; `safe` replaces repeated lines with pointers; `tables` also writes lists of
   * objects as tables; `groups` also writes shared parts of lines once. Default: `groups`.
   */
  condense?: Condense | undefined;
  /**
   * Saves content before it's cleared, so that the agent can read it back: a function or a `FolderStore`. If it fails, the run continues
   * with a warning.
   */
  store?: Store | StoreObject | undefined;
  /** Your model call. `extractive` quotes lines of the conversation instead. Default: `extractive`. */
  summarize?: Summarize<M> | 'extractive' | undefined;
  /**
   * The context window of the model that writes the summary, if it's smaller. Longer transcripts are read in chunks. Integer, at least
   * 1000. Default: `contextWindow`.
   */
  summarizerWindow?: number | undefined;
  /** The time limit of a `summarize` call in seconds; 0 means no limit. The request contains it too. Number, 0 to 86400. Default: `300.0`. */
  summarizeTimeoutS?: number | undefined;
  /** The largest summary in tokens. If lines are quoted too, the model writes at most half of it. Positive integer. Default: `20000`. */
  maxSummaryTokens?: number | undefined;
  /** Instructions for the summary. The summarizer reads them as the user's words. Default: none. */
  instructions?: string | undefined;
  /**
   * How model summaries are checked. `fill` adds quoted lines, `always` also checks each summary with a second call, and `off` uses the
   * model's text alone. Default: `fill`.
   */
  checkSummary?: CheckSummary | undefined;
  /** Whether recognized secrets are removed from summaries. The open request and kept messages keep theirs. Default: `false`. */
  redact?: boolean | undefined;
  /**
   * What to do if the model's summary fails: use the extractive summary, or `none`. Old results are cleared either way. Default:
   * `extractive`.
   */
  fallback?: 'extractive' | 'none' | undefined;
  /** Called before the history changes. Return `{ cancel: true }` to end the run, or `{ context: '...' }` for the summarizer. */
  beforeCompact?: BeforeCompact | undefined;
  /**
   * Called with the `Result` of each run that did or tried something, also if it only condensed. If it raises an exception, `error`
   * contains it.
   */
  onCompact?: OnCompact | undefined;
  /**
   * A secret that signs your summaries. Pass it if other people can write to your message storage. It's never in a message or result.
   * Default: none.
   */
  signingKey?: string | undefined;
  /**
   * When to repair messages that the provider would reject: `always` before sending, `on_refusal` after a rejection, or `never`. The
   * result always warns. Default: `always`.
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
  /** The system prompt: a string, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize completed
   * actions.
   */
  tools?: unknown;
  /** Whether to compact now, regardless of size. */
  force?: boolean | undefined;
  /**
   * The `usage` of the last response, from any provider, or the last prompt's size in tokens. Later messages are added. Pass `{ 'tokens',
   * 'messages' }` to state how many messages that prompt had.
   */
  usage?: unknown;
  /**
   * The model for this request and later ones. Window, tokenizer and prices follow from it, unless you passed them. Earlier usage no
   * longer counts.
   */
  model?: string | undefined;
  /** Messages and parts to keep: indexes, JSON Pointers to parts (`/5/content/1`), or a function called with each message. */
  pinned?: readonly (number | string)[] | ((message: any) => boolean) | undefined;
  /** The user's instructions for this summary. */
  instructions?: string | undefined;
  /** Text for the start of the history, e.g. an instruction file. It's never summarized. */
  preamble?: string | undefined;
  /** How many calls the agent will still make, if you know. It decides whether clearing saves money. */
  remainingCalls?: number | undefined;
  /** Minutes since the last response, if you know. After a long pause, the cache has expired. Number, 0 to 1000000000. */
  idleMinutes?: number | undefined;
  /** How many of the first messages haven't changed since the last call. A turn without work then skips them. */
  unchangedMessages?: number | undefined;
  /** The file of an approved plan, which the summary has to name. Only under `gemini-cli`. */
  planPath?: string | undefined;
  /** Whether an earlier attempt failed. No model is then called until a forced run. Only under `gemini-cli`. */
  failedBefore?: boolean | undefined;
  /**
   * Whether the agent is in a read-only mode. It's reminded of this after a summary. Only under `qwen-code`, `qwen-code-seed`, `opencode`.
   */
  planMode?: boolean | undefined;
  /**
   * The tasks of other agents in this conversation, oldest first. The agent is reminded of them after a summary. Only under `qwen-code`,
   * `qwen-code-seed`, `opencode`.
   */
  runningAgents?: readonly { id: string; status?: string; description: string }[] | undefined;
  /** Whether the conversation's own model writes the summary and its provider caches prompts. Only under `qwen-code`. */
  prefixCached?: boolean | undefined;
  /** Any value, e.g. a time. Cleared results get it as `prunedAt`, with `pruned: true`. Only under `gencode`, `opencode`. */
  prunedAt?: unknown;
}

/** What operations take beside their arguments. */
export interface FlatOptions {
  /** The preset whose values hold where nothing is given. Default: `default`. */
  preset?: Preset | PresetOptions | undefined;
  /**
   * The model's name, as its provider spells it. It sets the context window, tokenizer, media costs and prices, unless you pass them.
   * Default: none.
   */
  model?: string | undefined;
  /**
   * The largest prompt in tokens. If your provider limits the input separately, pass that limit. Without a window, only forced runs
   * compact. Positive integer. Default: the model's window.
   */
  contextWindow?: number | undefined;
  /** Your own facts about models, by name. They take precedence over the built-in table. Default: none. */
  models?: Readonly<Record<string, ModelRow>> | undefined;
  /** Prices of tokens and the rules of the prompt cache: a known set, or an object. Only price ratios count. Default: the model's prices. */
  prices?: PriceSet | Prices | undefined;
  /**
   * How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`, a
   * `History` and `countTokens`. Default: the estimator of the model's family.
   */
  tokenizer?: TokenizerName | undefined;
  /** The tokens of an image or document: a number, or a provider's formula. Default: the model's formula, otherwise 1,600. */
  imageTokens?: number | ImageFormula | undefined;
  /**
   * Whether signed thinking is only valid while everything before it is unchanged (`bound`). A change then removes all signed thinking
   * after it. `auto` follows the model, and is `bound` for unknown models. Default: `auto`.
   */
  thinking?: Thinking | undefined;
  /** The message format. By default, it's detected from the complete list. Default: detected. */
  dialect?: Dialect | undefined;
  /**
   * The prompt size at which compaction starts: a fraction of the available tokens (window less reserve, system prompt and tool schemas),
   * or a number of tokens. Lower it if single results are large. Number above 0, at most 1, or `{ tokens: ... }`. Default: `0.75`.
   */
  trigger?: number | Tokens | undefined;
  /**
   * The largest prompt after a run: a fraction of the available tokens, or a number of tokens. It's below `trigger`. If clearing reaches
   * it, nothing is summarized. Number above 0, at most 1, or `{ tokens: ... }`. Default: 0.5, at most two thirds of `trigger`, lower after
   * recent runs.
   */
  target?: number | Tokens | undefined;
  /**
   * When to clear old tool results and media: once keeping them has cost as much as clearing (`break_even`), when the cache has expired
   * (`cache_expired`), only at the trigger or when the cache has expired (`trigger`), or `never`. `auto` is `break_even` with known
   * prices, otherwise `trigger`. `break_even` and `cache_expired` also clear at the trigger. Default: `auto`.
   */
  clearWhen?: ClearWhen | undefined;
  /**
   * How many of the newest tool results, and of the newest media, to keep. Fewer are kept if the prompt would remain above the trigger.
   * Unread results are never cleared. Positive integer. Default: 10, or up to 30 that fit in 2% of the window.
   */
  keepToolResults?: number | undefined;
  /**
   * Tools whose results are never cleared, truncated or stored. They're only truncated if nothing else makes the history fit. Default:
   * none.
   */
  excludeTools?: readonly string[] | undefined;
  /** Your model call. `extractive` quotes lines of the conversation instead. Default: `extractive`. */
  summarize?: Summarize | 'extractive' | undefined;
  /** Which characters of a message count. Default: `chars`. */
  unit?: Unit | undefined;
  /** How to estimate the tokens of a text, unless you pass `tokenizer`. Default: `instant`. */
  estimator?: Estimator | undefined;
  /** The encoding to use instead of the model's. Default: follows from the model. */
  encoding?: Encoding | undefined;
  /** How many characters count as one token. Number, 0.5 to 1000. Default: `4.0`. */
  charsPerToken?: number | undefined;
  /** The model's output limit in tokens; 0 if unknown. Some ladders reserve it. Default: `0`. */
  maxOutputTokens?: number | undefined;
  /** The model's limit on input alone, in tokens. Default: none. */
  maxInputTokens?: number | undefined;
  /** Tokens to reserve below the input limit; by default the output limit, at most 20,000. Default: follows from the output limit. */
  reservedTokens?: number | undefined;
  /** The most tokens reserved for the response. Default: `32000`. */
  reservedOutputTokens?: number | undefined;
  /** How thresholds follow from the window: a fraction, or the rule of an original. Default: `fraction`. */
  ladder?: Ladder | undefined;
  /** Idle minutes after which old results are cleared; negative turns this off. Default: `60.0`. */
  idleMinutes?: number | undefined;
  /** Characters of clearable results above which they're cleared down to half; 0 turns this off. Default: `500000`. */
  maxResultChars?: number | undefined;
  /** How the cut is chosen. Default: `closed`. */
  splitRule?: SplitRule | undefined;
  /** The fraction of all characters before the cut. Number above 0 and below 1. Default: `0.7`. */
  fraction?: number | undefined;
  /**
   * Tokens that the rule `tail_budget` keeps; by default a quarter of the usable window, from 2,000 to 15,000. Default: follows from the
   * window.
   */
  tailTokens?: number | undefined;
  /** The most turns that the rule `tail_budget` keeps. Default: as many as fit. */
  tailTurns?: number | undefined;
  /** How many messages the rule `newest_messages` keeps. Default: `10`. */
  keepMessages?: number | undefined;
  /** How many pairs of call and result to keep before an open call. Default: `2`. */
  keepPairs?: number | undefined;
  /** How many images to restore after a summary. Default: `0`. */
  keepImages?: number | undefined;
  /** Whether to clear old tool results and media before summarizing. Default: `true`. */
  clear?: boolean | undefined;
  /** Which old tool results are cleared. Default: `newest_messages`. */
  clearRule?: 'newest_messages' | 'behind_two_turns' | undefined;
  /** The fewest tokens worth clearing. The rule `newest_messages` compares this with the complete conversation. Default: `20000`. */
  clearMinTokens?: number | undefined;
  /** Tokens of the newest tool results that are never cleared. Default: `40000`. */
  clearProtectTokens?: number | undefined;
  /** Tools whose results may be cleared; all by default. Default: all. */
  clearableTools?: readonly string[] | undefined;
  /** The text of a cleared result. `informative` names the tool, its key argument and the size. Default: `informative`. */
  placeholder?: Placeholder | undefined;
  /** Media kinds that the model can read. Others are replaced by a line of text. Default: empty. */
  modalities?: readonly Modality[] | undefined;
  /** If a request has this many images, it only contains the newest; 0 turns this off. Default: `0`. */
  maxImages?: number | undefined;
}

/** How things are measured. */
export interface MeasuringOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer' | 'imageTokens'> {}

export interface CountTokensOptions extends Omit<MeasuringOptions, 'tokenizer'> {
  /** The system prompt: a string, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize completed
   * actions.
   */
  tools?: unknown;
  /** Earlier usage in order, as a list of `{usage, messages}`. The result then has `promptTokens`. */
  reports?: readonly { usage: unknown; messages?: number }[] | undefined;
  /**
   * How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`, a
   * `History` and `countTokens`. Default: the estimator of the model's family.
   */
  tokenizer?: TokenizerName | Tokenizer | undefined;
}

export interface EstimateTokensOptions extends
  Omit<MeasuringOptions, 'tokenizer'>,
  Pick<FlatOptions, 'unit' | 'estimator' | 'charsPerToken'> {
  /** The system prompt: a string, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize completed
   * actions.
   */
  tools?: unknown;
  /** Earlier usage in order, as a list of `{usage, messages}`. The result then has `promptTokens`. */
  reports?: readonly { usage: unknown; messages?: number }[] | undefined;
  /**
   * How to count tokens: by a model family's estimator, exactly (`exact`, OpenAI models), or by your own function in a `Compactor`, a
   * `History` and `countTokens`. Default: the estimator of the model's family.
   */
  tokenizer?: TokenizerName | Tokenizer | undefined;
}

export interface MediaTokensOptions extends Pick<FlatOptions, 'preset' | 'model' | 'imageTokens'> {
  /** The detail level that the request asks for. */
  detail?: Detail | undefined;
}

export interface ReadUsageOptions extends Pick<FlatOptions, 'preset'> {}

export interface EstimateTextTokensOptions extends
  Pick<FlatOptions, 'preset' | 'unit' | 'estimator' | 'model' | 'tokenizer' | 'charsPerToken' | 'imageTokens'> {
  /** The rule: `config` for the measuring options, or the name of an original's rule. */
  rule?: string | undefined;
}

export interface FindCutOptions extends MeasuringOptions {
  /**
   * How much to keep: a number of `tokens`, `messages` or `turns`, or a `fraction` of all tokens (0.3 by default). One of `{ tokens: ...
   * }`, `{ messages: ... }`, `{ turns: ... }`, `{ fraction: ... }`.
   */
  keep?: Keep | undefined;
}

export interface FindSplitPointOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'fraction' | 'splitRule' | 'tailTokens' | 'tailTurns' | 'keepMessages' | 'keepPairs' | 'contextWindow' | 'ladder' |
    'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' | 'reservedOutputTokens'> {
  /** The weight of each message, used instead of its characters. */
  charCounts?: readonly number[] | undefined;
}

export interface ClearToolResultsOptions extends MeasuringOptions, Pick<FlatOptions, 'keepToolResults' | 'excludeTools' | 'thinking'> {}

export interface ClearMediaOptions extends MeasuringOptions, Pick<FlatOptions, 'thinking'> {
  /** How many of the newest media to keep; 5 by default. */
  keepMedia?: number | undefined;
  /** The kinds to clear: `image`, `pdf`, `audio`, `video`, `other`. All by default. */
  kinds?: readonly MediaKind[] | undefined;
  /** The most bytes of all kept media. */
  maxBytes?: number | undefined;
  /** The most pixels of all kept images. */
  maxPixels?: number | undefined;
}

export interface ClearStaleOptions extends MeasuringOptions, Pick<FlatOptions, 'keepToolResults' | 'excludeTools' | 'thinking'> {
  /** Stop at this size in tokens. The content that frees the most is cleared first. By default, everything is. */
  targetTokens?: number | undefined;
  /** What to clear: some of `changed_later`, `read_again`, `repeated`, `written`. All by default. */
  classes?: readonly ('changed_later' | 'read_again' | 'repeated' | 'written')[] | undefined;
}

export interface SlimOptions extends MeasuringOptions, Pick<FlatOptions, 'modalities' | 'thinking'> {}

export interface MicrocompactOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'keepToolResults' | 'idleMinutes' | 'clearableTools' | 'excludeTools' | 'maxResultChars' | 'placeholder' |
    'thinking'> {
  /** The current time by your clock, in milliseconds. */
  nowMs?: number | undefined;
  /** The time of the last activity by your clock, in milliseconds. */
  lastActivityMs?: number | undefined;
  /** Whether to clear now, regardless of time and size. */
  force?: boolean | undefined;
}

export interface CondenseOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer' | 'thinking'> {
  /** The first message that may change, because those before it were condensed earlier. */
  start?: number | undefined;
  /** The level, as in the option `condense`; `safe` by default. */
  level?: Level | undefined;
}

export interface ExpandOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'thinking'> {}

export interface ValidateOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'thinking'> {
  /** The last sent messages. */
  previous?: readonly unknown[] | undefined;
}

export interface RepairOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'thinking'> {}

export interface SummarizeExtractiveOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer'> {
  /** The largest summary in tokens; 5,000 by default. Below about 600, little more than the request fits. Positive integer. */
  maxTokens?: number | undefined;
}

export interface CheckSummaryOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The summary, in any form. */
  summary: string;
}

export interface ParseSummaryOptions extends Pick<FlatOptions, 'preset'> {}

export interface FactsOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface CountTextsOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {
  /** The count at which to stop. A longer text returns null. */
  atMost?: number | undefined;
}

export interface EncodeOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface DecodeOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {}

export interface TruncateOptions extends Pick<FlatOptions, 'preset' | 'encoding' | 'model'> {
  /** The most tokens in the result. */
  maxTokens: number;
}

export interface TruncateTextOptions extends Pick<FlatOptions, 'preset'> {
  /** The rule: `ends` (the default), or the name of an original's rule. */
  rule?: string | undefined;
  /** The most characters. */
  maxChars?: number | undefined;
  /** The most lines. */
  maxLines?: number | undefined;
  /** The most UTF-8 bytes, for rules that use them. */
  maxBytes?: number | undefined;
  /** The most tokens, converted to characters. */
  maxTokens?: number | undefined;
  /** Whether to keep lines with errors from the middle. */
  keepErrors?: boolean | undefined;
  /** The share of the kept text that comes from the start. Number, 0 to 1. */
  headFraction?: number | undefined;
  /** The place of the full text, e.g. a path. The marker shows it. */
  locator?: string | undefined;
  /** The first line of the result, for rules that have one. */
  prefix?: string | undefined;
}

export interface SummarizeOutputOptions extends Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'tokenizer'> {
  /** The largest summary in tokens; 2,000 by default. A shorter output isn't changed. Positive integer. */
  maxTokens?: number | undefined;
  /** The tool that returned the output. */
  tool?: string | undefined;
  /** The tool's input, e.g. the command. */
  call?: string | undefined;
  /** The user's request, so that the model knows what matters. */
  request?: string | undefined;
  /** The place of the full output, e.g. a path. The text names it. */
  locator?: string | undefined;
  /** The model's answer. */
  answer?: string | undefined;
}

export interface PageTextOptions extends Pick<FlatOptions, 'preset'> {
  /** How many lines to skip; 0 by default. */
  offset?: number | undefined;
  /** The most lines of the page; 2,000 by default. */
  limit?: number | undefined;
  /** The longest line in characters; 2,000 by default. Truncated lines end with a marker. */
  maxLineChars?: number | undefined;
}

export interface MediaPartOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The media type, e.g. `image/png`. The data is base64. */
  mime: string;
  /** The file's name, for formats that contain it; `file` by default. */
  name?: string | undefined;
}

export interface ExpandImportsOptions extends Pick<FlatOptions, 'preset' | 'model' | 'tokenizer'> {
  /** The path of the text. Imports are relative to its folder. */
  path: string;
  /** The importable files: texts by path. */
  files?: Readonly<Record<string, string>> | undefined;
  /** The folders that imports may read from; the folder of `path` by default. */
  roots?: readonly string[] | undefined;
  /** The folder that `~` means. It has to be below a root. */
  home?: string | undefined;
  /** Whether imported files are inserted (`tree`, the default) or concatenated. */
  format?: 'tree' | 'flat' | undefined;
  /** How deep to follow imports; 5 by default, 64 at most. */
  maxDepth?: number | undefined;
  /** The most imported files; 1,000 by default. */
  maxFiles?: number | undefined;
  /** The most characters of the result; 4,000,000 by default. */
  maxChars?: number | undefined;
}

export interface JoinInstructionsOptions extends Pick<FlatOptions, 'preset' | 'model' | 'tokenizer'> {
  /** The most tokens. Files at the end of the list are kept first. */
  maxTokens?: number | undefined;
}

export interface EditorContextOptions extends Pick<FlatOptions, 'preset'> {
  /** The `state` of the last result. */
  last?: unknown;
  /** Whether to describe everything, even with `last`. */
  full?: boolean | undefined;
  /** The most open files to name; 10 by default. */
  maxFiles?: number | undefined;
  /** The most characters of selected text; 16,384 by default. */
  maxSelectedChars?: number | undefined;
}

export interface RecentTurnsOptions extends MeasuringOptions, Pick<FlatOptions, 'thinking'> {
  /** How many turns; 2 by default. */
  turns?: number | undefined;
  /** Whether to keep messages with calls or results; true by default. */
  calls?: boolean | undefined;
}

export interface RoutingWindowOptions extends MeasuringOptions {
  /** How many of the newest messages to check; 20 by default. */
  window?: number | undefined;
  /** How many messages to keep; 4 by default. */
  shown?: number | undefined;
}

export interface ClassifyErrorOptions extends Pick<FlatOptions, 'preset'> {
  /** How many requests in a row were rejected, including this one; 1 by default. Waits grow with it. Positive integer. */
  attempt?: number | undefined;
}

export interface ModelInfoOptions extends Pick<FlatOptions, 'preset' | 'contextWindow' | 'maxOutputTokens' | 'models'> {
  /** A prompt limit that a provider error stated. It applies if it's lower. Positive integer. */
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
  Pick<FlatOptions, 'contextWindow' | 'maxOutputTokens' | 'trigger' | 'target' | 'keepToolResults' | 'clearWhen' | 'summarize' |
    'prices'> {
  /** Policies by name, all by default, or presets, whose compactors replay the session. */
  policies?: readonly (Policy | Preset)[] | undefined;
  /** Windows in tokens, instead of `contextWindow`. */
  windows?: readonly number[] | undefined;
  /** Price sets or models, instead of the option `prices`. */
  priceSets?: readonly string[] | undefined;
  /** Tokens of the system prompt and the tool schemas; by default from `usage`, or 0. */
  overheadTokens?: number | undefined;
  /** The pause before each call in milliseconds; the last one repeats. In a longer pause than its lifetime, the cache expires. */
  pausesMs?: readonly number[] | undefined;
  /** The time of each message in milliseconds, or null. Pauses follow from it, unless you pass `pausesMs`. */
  timesMs?: readonly (number | null)[] | undefined;
  /** For each message, the provider's recorded usage if it's a response, or null. */
  usage?: readonly unknown[] | undefined;
  /** Tokens of a summary; 2,000 by default. Positive integer. */
  summaryTokens?: number | undefined;
}

export interface CurateOptions extends Pick<FlatOptions, 'preset'> {
  /** Whether to remove thoughts and merge neighbors of one role, as for newer models. */
  modern?: boolean | undefined;
  /** Whether to merge a result with the prompt after it. On under the preset `gemini-cli`. */
  mergeResults?: boolean | undefined;
  /** Whether to also remove model messages without parts, and user messages with only results. */
  strict?: boolean | undefined;
}

export interface HardenOptions extends Pick<FlatOptions, 'preset'> {
  /** Whether thoughts are removed. */
  stripThoughts?: boolean | undefined;
  /** Whether the first call of a turn gets a signature if it has none. */
  signCalls?: boolean | undefined;
  /** Whether calls at the end of the list are answered too. */
  answerPending?: boolean | undefined;
  /** Whether a list that ends with the model gets a final user message. */
  endWithUser?: boolean | undefined;
  /** Whether fields unknown to the API are removed. */
  scrub?: boolean | undefined;
  /** The text of a result that answers a call whose result was lost. */
  lostResult?: string | undefined;
  /** Your hook's text for this turn: an extra part of the last user message, in `<hook_context>`. Pass it once per prompt. */
  hookContext?: string | undefined;
}

export interface NormalizeResponseOptions extends Pick<FlatOptions, 'preset'> {
  /** The share of its tokens that each long text keeps. Number, 0 to 1. */
  ratio: number;
  /** The share of the kept text that comes from the start. Number, 0 to 1. */
  headFraction?: number | undefined;
  /** The place of the full text, e.g. a path. The marker shows it. */
  locator?: string | undefined;
  /** The first line of the result, for rules that have one. */
  prefix?: string | undefined;
}

export interface EstimatePartsTokensOptions extends Pick<FlatOptions, 'preset' | 'charsPerToken'> {}

export interface TokenLimitOptions extends Pick<FlatOptions, 'preset'> {}

export interface MaskToolOutputsOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'imageTokens' | 'tokenizer' | 'thinking'> {
  /** Tokens of the newest outputs to keep. */
  protectTokens?: number | undefined;
  /** The fewest tokens worth masking. */
  minTokens?: number | undefined;
  /** Whether to keep the outputs in the last message; true by default. */
  protectLatestTurn?: boolean | undefined;
  /** The location of each stored output, by key. */
  locators?: Readonly<Record<string, string>> | undefined;
}

export interface CompressionThresholdOptions extends Pick<FlatOptions, 'preset'> {
  /** The threshold from the user's settings. Number, 0 to 1. */
  local?: number | undefined;
  /** The threshold from the vendor's remote configuration. Number, 0 to 1. */
  remote?: number | undefined;
}

export interface CheckOverflowOptions extends Pick<FlatOptions, 'preset' | 'contextWindow' | 'model'> {
  /** The provider's token count of the last prompt. */
  lastPromptTokens?: number | undefined;
  /** Whether the request may use all remaining tokens, or 95% of them. */
  rule?: 'remaining' | 'remaining_95' | undefined;
}

export interface ChatEventOptions extends Pick<FlatOptions, 'preset'> {}

export interface CompressorModelOptions extends Pick<FlatOptions, 'preset'> {}

export interface LeastRecentlyUsedOptions extends Pick<FlatOptions, 'preset'> {
  /** The most entries in the cache; 50 by default. Positive integer. */
  maxEntries?: number | undefined;
}

export interface RecentActivityOptions extends Pick<FlatOptions, 'preset'> {
  /** The most events to keep; 100 by default. */
  maxEvents?: number | undefined;
}

export interface ReferenceImagesOptions extends
  Pick<FlatOptions, 'preset' | 'dialect' | 'model' | 'imageTokens' | 'maxImages' | 'keepImages' | 'tokenizer' | 'thinking'> {}

export interface EstimatePromptTokensOptions extends MeasuringOptions {
  /** The message that you're about to send. */
  message?: unknown;
  /** The provider's token count of the last prompt; 0 by default. */
  lastPromptTokens?: number | undefined;
  /** The provider's token count of the last response. */
  lastOutputTokens?: number | undefined;
  /** Whether the new message counts one and a half times. */
  conservative?: boolean | undefined;
}

export interface ResolveSettingsOptions extends Pick<FlatOptions, 'preset'> {
  /** The settings file, as data or as text with comments. */
  settings?: Readonly<Record<string, unknown>> | string | undefined;
}

export interface CompressionSettingsOptions extends Pick<FlatOptions, 'preset'> {}

export interface PruneOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'clearRule' | 'clearMinTokens' | 'clearProtectTokens' | 'placeholder' | 'thinking'> {
  /** Any value, e.g. a time. Each cleared result gets it as `prunedAt`, with `pruned: true`. */
  prunedAt?: unknown;
}

export interface NeedsCompressionOptions extends
  MeasuringOptions,
  Pick<FlatOptions, 'contextWindow' | 'trigger' | 'ladder' | 'maxOutputTokens' | 'maxInputTokens' | 'reservedTokens' |
    'reservedOutputTokens' | 'clear' | 'clearRule' | 'clearMinTokens' | 'clearProtectTokens' | 'placeholder'> {
  /** The provider's usage of the last call, or a list whose last item counts. */
  usage?: unknown;
  /** Whether anything may be done; true by default. */
  enabled?: boolean | undefined;
  /** The system prompt: a string, or a list of blocks. */
  system?: string | readonly unknown[] | undefined;
  /**
   * The tool schemas, as plain data. A compactor uses their `annotations` (`readOnlyHint`, `destructiveHint`) to recognize completed
   * actions.
   */
  tools?: unknown;
}

export interface UsageTokensOptions extends Pick<FlatOptions, 'preset'> {}

export interface ExtractActivityOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** Index of the first message to read; 0 by default. */
  start?: number | undefined;
  /** Index after the last message to read; the end by default. */
  end?: number | undefined;
  /** The most decisions; 20 by default. */
  maxDecisions?: number | undefined;
  /** The most uses of each tool; 3 by default. */
  maxUses?: number | undefined;
}

export interface ConversationSummaryOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The id of the record. */
  id: string;
  /** The time of the summary. */
  generatedAt: string;
  /** The text of the summary. */
  content: string;
  /** The indexes of the first and last summarized message. */
  coveringMessages: readonly [number, number];
  /** The most decisions; 20 by default. */
  maxDecisions?: number | undefined;
  /** The most uses of each tool; 3 by default. */
  maxUses?: number | undefined;
}

export interface MessagesForModelOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {}

export interface ReadFileOptions extends Pick<FlatOptions, 'preset' | 'dialect'> {
  /** The folders it may read from. Pass them if a model chooses the path. */
  roots?: readonly string[] | undefined;
  /** How many lines to skip; 0 by default. */
  offset?: number | undefined;
  /** The most lines of the page; 2,000 by default. */
  limit?: number | undefined;
  /** The longest line in characters; 2,000 by default. */
  maxLineChars?: number | undefined;
  /** The most bytes, 20 MiB by default; larger media are rejected. */
  maxBytes?: number | undefined;
}

export interface LoadInstructionsOptions extends Pick<FlatOptions, 'preset' | 'model' | 'tokenizer'> {
  /** The trusted folders. By default, the nearest parent folder with a marker. */
  roots?: readonly string[] | undefined;
  /** The file names; `AGENTS.md`, `CLAUDE.md` and `GEMINI.md` by default. */
  names?: readonly string[] | undefined;
  /** Markers of the top folder if `roots` is empty; `.git` by default. */
  markers?: readonly string[] | undefined;
  /** How many folders below to search; 0 by default, 200 in some presets. */
  maxFolders?: number | undefined;
  /**
   * Folder names to skip, besides hidden ones; by default `nodeModules`, `target`, `dist`, `build`, `vendor`, `venv`, `_Pycache__` and
   * `site-packages`.
   */
  leftOut?: readonly string[] | undefined;
  /** Loaded instruction files to skip. */
  loaded?: readonly string[] | undefined;
  /** The folder that `~` means in imports. It has to be below a root. */
  home?: string | undefined;
  /** The longest file in bytes; 1,000,000 by default. */
  maxFileBytes?: number | undefined;
  /** The most tokens. Files of the innermost folders are kept first. */
  maxTokens?: number | undefined;
  /** Whether imported files are inserted (`tree`, the default) or concatenated. */
  format?: 'tree' | 'flat' | undefined;
  /** How deep to follow imports; 5 by default, 64 at most. */
  maxDepth?: number | undefined;
  /** The most imported files; 1,000 by default. */
  maxFiles?: number | undefined;
  /** The most characters of the result; 4,000,000 by default. */
  maxChars?: number | undefined;
}

export interface LoadSettingsOptions extends Pick<FlatOptions, 'preset'> {
  /** The user's home folder. Without it, only the workspace's settings are read. */
  home?: string | undefined;
}

export interface SaveMemoryOptions extends Pick<FlatOptions, 'preset'> {
  /** The facts; each becomes a line of a list. */
  facts: readonly string[];
}
