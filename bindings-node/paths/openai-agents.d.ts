import type { AgentInputItem, CallModelInputFilter, Model, ModelProvider, ModelRequest, ModelResponse, ModelRetryAdvice, ModelRetryAdviceRequest, OpenAIResponsesCompactionAwareSession, Session, StreamEvent } from '@openai/agents';
import type { CompactorOptions } from '../options.js';
import type { SavedState, Summarize } from '../types.js';

/** What a filter is given. */
export type FilterArgs = Parameters<CallModelInputFilter>[0];

interface AdapterOptions extends Omit<CompactorOptions, 'summarize'> {
  /** What becomes of an error of conspectus: the items are sent as they are and a warning says why (default), or it is thrown. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
}

interface TalkOptions extends AdapterOptions {
  /** Who writes summaries: `model` is the model that is asked. Default: none. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
  /** Asked of each item whether it survives. */
  pinned?: ((item: AgentInputItem) => boolean) | undefined;
  /** How many conversations are kept; 1,000 unless given. The least recently used goes first. */
  maxConversations?: number | undefined;
}

export interface CompactingOptions extends TalkOptions {
  /** The id of the conversation that asks, such as the `getStore` of an `AsyncLocalStorage`. Without it, a conversation is known by the items that it goes on with. */
  key?: ((request: ModelRequest) => string) | undefined;
}

export interface CompactingModelOptions extends CompactingOptions {
  /** The name of the model, where it does not tell it: window, tokenizer and prices follow from it. */
  name?: string | undefined;
}

/**
 * A model that compacts the input of each request, and sends it again after a refusal as often as the
 * compactor says. What a run gives back and what stands in a session keeps everything. Where the
 * provider keeps the history (`previousResponseId`, `conversationId`), it does nothing.
 */
export class CompactingModel implements Model {
  constructor(inner: Model, options?: CompactingModelOptions);
  readonly name: string | undefined;
  readonly supportsPromptModelSelection: boolean;
  getResponse(request: ModelRequest): Promise<ModelResponse>;
  getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent>;
  getRetryAdvice(args: ModelRetryAdviceRequest): Promise<ModelRetryAdvice | undefined> | ModelRetryAdvice | undefined;
  /** What the conversation of this `key` remembers, as data for `JSON.stringify`; null if there is none. */
  save(key: string): SavedState | null;
  /** Goes on from what `save` gave. */
  load(key: string, state: SavedState): void;
  forget(key: string): void;
}

/** A provider each of whose models is a `CompactingModel`, for `new Runner({ modelProvider })`. */
export class CompactingProvider implements ModelProvider {
  constructor(inner: ModelProvider, options?: CompactingOptions);
  getModel(modelName?: string): Promise<Model>;
  /** Closes the provider that is inside, if it can be. */
  close(): Promise<void>;
  /** What each model remembers of the conversation of this `key`, by the name of the model. */
  save(key: string): Promise<Record<string, SavedState>>;
  /** Goes on from what `save` gave. */
  load(key: string, saved: Record<string, SavedState>): Promise<void>;
}

export interface CompactInputOptions extends TalkOptions {
  /** The id of the conversation that asks, from its context for example. Without it, a conversation is known by the items that it goes on with. */
  key?: ((args: FilterArgs) => string) | undefined;
}

export interface CompactInput extends CallModelInputFilter<any> {
  readonly preserveInputIdentity: true;
  /** What the conversation of this `key` remembers, as data for `JSON.stringify`; null if there is none. */
  save(key: string): SavedState | null;
  /** Goes on from what `save` gave. `model` is the name of the agent's model, where the options do not tell one. */
  load(key: string, state: SavedState, model?: string): void;
  forget(key: string): void;
}

/**
 * A `callModelInputFilter`, for runs with a provider of their own. It sees neither answers nor
 * refusals: use `CompactingProvider` where you can. `summarize: 'model'` wants agents whose `model`
 * is an object.
 */
export function compactInput(options?: CompactInputOptions): CompactInput;

export interface CompactingSessionOptions extends AdapterOptions {
  /** Who writes summaries: a function, such as `summarizeWith(model)`. Default: none. */
  summarize?: Summarize | 'extractive' | undefined;
  /** What `save` gave. */
  state?: SavedState | undefined;
}

/**
 * A session that makes what `inner` stores smaller, after each turn that was stored. A turn may
 * outgrow the window before: have a `CompactingProvider` beside it.
 */
export class CompactingSession implements OpenAIResponsesCompactionAwareSession {
  constructor(inner: Session, options?: CompactingSessionOptions);
  getSessionId(): Promise<string>;
  getItems(limit?: number): Promise<AgentInputItem[]>;
  addItems(items: AgentInputItem[]): Promise<void>;
  popItem(): Promise<AgentInputItem | undefined>;
  clearSession(): Promise<void>;
  /** Compacts if it is time, or in any case. */
  runCompaction(args?: { force?: boolean }): Promise<null>;
  /** What it remembers, as data for `JSON.stringify`. */
  save(): SavedState;
}

/** A function for `summarize` that has a model of the SDK write the summaries, with as little thinking as it can. */
export function summarizeWith(model: Model): Summarize;
