import type { LanguageModel, LanguageModelMiddleware, ModelMessage, PrepareStepFunction, UIMessage } from 'ai';
import type { CompactArgs, CompactorOptions } from '../options.js';
import type { SavedState, Summarize } from '../types.js';

/** Options of `Compactor`, and what becomes of an error of conspectus. */
interface AdapterOptions extends Omit<CompactorOptions, 'summarize'> {
  /** What becomes of an error of conspectus: the messages are sent as they are and a warning says why (default), or it is thrown. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
  /** How many conversations are kept; 1,000 unless given. The least recently used goes first. */
  maxConversations?: number | undefined;
}

/** What a conversation remembers, by its id. */
interface Remembering {
  /** As data for `JSON.stringify`; null if there is none. */
  save(id: string): SavedState | null;
  /** Goes on from what `save` gave. `model` is the model, or its name, where the options do not tell one. */
  load(id: string, state: SavedState, model?: LanguageModel): void;
  forget(id: string): void;
}

/** What a `prepareStep` is given. */
export type Step = Parameters<PrepareStepFunction<any>>[0];

export interface CompactStepOptions extends AdapterOptions {
  /** Who writes summaries: `model` is the model of the step. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
  /**
   * The id of a step's conversation, from its context for example. Without it, a conversation is
   * known by the messages that it goes on with.
   */
  key?: ((step: Step) => string) | undefined;
  /** What version 6 does not tell a step, and version 7 not either but for `system`. The middleware sees both. */
  system?: CompactArgs['system'];
  tools?: CompactArgs['tools'];
  pinned?: CompactArgs['pinned'];
}

/** What a step is to send, and what tells the middleware its conversation. */
export interface Compacted {
  messages: ModelMessage[];
  providerOptions?: { conspectus: { conversation: string } };
}

export type CompactStep = ((step: Step) => Promise<Compacted>) & Remembering;

/**
 * A `prepareStep` for `generateText`, `streamText` and agents: the messages of each step, smaller if
 * it is time. Your own list keeps everything.
 */
export function compactStep(options?: CompactStepOptions): CompactStep;

/**
 * A middleware for `wrapLanguageModel`, which sees what a step does not: errors, tools, and the last
 * usage of a call. A refused request is compacted and sent again, as often as the compactor says; one
 * of which the answer has begun is not.
 */
export function contextOverflowMiddleware(step: CompactStep): LanguageModelMiddleware;

export interface UIOptions extends AdapterOptions {
  summarize?: Summarize | 'extractive' | undefined;
}

export interface UITurn extends Omit<CompactArgs, 'pinned' | 'model'> {
  /** The id of the chat. Without it, a chat is known by the messages that it goes on with. */
  id?: string | undefined;
  /** The model, or its name: window, tokenizer and prices follow from it where the options do not tell them. */
  model?: LanguageModel | undefined;
  pinned?: readonly (number | string)[] | ((message: UIMessage) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

export interface CompactUI extends Remembering {
  <M extends UIMessage>(messages: readonly M[], turn?: UITurn): Promise<M[]>;
}

/**
 * A function for the lists of chat interfaces: call it on what the client sent, before
 * `convertToModelMessages`. The client keeps its list.
 */
export function compactUIMessages(options?: UIOptions): CompactUI;

export interface SummarizeOptions {
  /** More fields of the model's call, or others in place of ours: `{ providerOptions: { ... } }`. */
  fields?: Record<string, unknown> | undefined;
}

/**
 * A function for `new Compactor({ summarize })` that has a model write the summaries, with as little
 * thinking as it can. A signal ends its request. A name is looked up as the SDK does it.
 */
export function summarizeWith(model: LanguageModel, options?: SummarizeOptions): Summarize;
