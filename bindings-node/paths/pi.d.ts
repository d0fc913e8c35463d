import type { AgentMessage, StreamFn } from '@earendil-works/pi-agent-core';
import type { Api, Model } from '@earendil-works/pi-ai';
import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import type { CompactorOptions } from '../options.js';
import type { SavedState, Summarize } from '../types.js';

/** Options of `Compactor`, and what becomes of an error of conspectus. */
interface AdapterOptions extends Omit<CompactorOptions, 'summarize'> {
  /** What becomes of an error of conspectus: the messages are sent as they are and a warning says why (default), or it is thrown. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
  /** Messages that survive word for word. System messages always do. */
  pinned?: ((message: AgentMessage) => boolean) | undefined;
}

export interface CompactStreamOptions extends AdapterOptions {
  /** Who writes summaries: `model` is the model of the request. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
  /** How many conversations are kept; 1,000 unless given. The least recently used goes first. */
  maxConversations?: number | undefined;
}

export interface CompactContextOptions extends AdapterOptions {
  summarize?: Summarize | 'extractive' | undefined;
}

/** A `streamFn`. What a conversation remembers is told by its `sessionId`. */
export interface CompactStream {
  (...request: Parameters<StreamFn>): Promise<Awaited<ReturnType<StreamFn>>>;
  /** As data for `JSON.stringify`; null if there is none. */
  save(sessionId: string): SavedState | null;
  /** Goes on from what `save` gave. `model` is the model, or its name, where the options do not tell one. */
  load(sessionId: string, state: SavedState, model?: Model<Api> | string): void;
  forget(sessionId: string): void;
}

/**
 * A `streamFn` for `Agent` and the loops: each request holds a smaller list if it is time. A refused
 * request is compacted and sent again, as often as the compactor says; one of which the answer has
 * begun is not. The agent keeps everything. A conversation is known by its `sessionId`; without one,
 * by the messages that it goes on with.
 */
export function compactStream(streamFn: StreamFn, options?: CompactStreamOptions): CompactStream;

export interface CompactContext {
  (messages: AgentMessage[], signal?: AbortSignal): Promise<AgentMessage[]>;
  save(): SavedState | null;
  load(state: SavedState): void;
}

/**
 * A `transformContext` for one `Agent`, for a `streamFn` that may not be wrapped. It is not told the
 * model, so give `model` or `contextWindow`. After a refusal, the next request is smaller.
 */
export function compactContext(options: CompactContextOptions & ({ model: string } | { contextWindow: number })): CompactContext;

export interface ExtensionOptions extends AdapterOptions {
  /** Who writes summaries: `model` is the model of the session. */
  summarize?: Summarize | 'extractive' | 'model' | undefined;
}

/**
 * An extension for the coding agent: `export default compactionExtension({ ... })`. Requests hold a
 * smaller list if it is time, `/compact` and pi's own compaction get our summary and our cut, and a
 * session that is opened again goes on with what was summarised.
 */
export function compactionExtension(options?: ExtensionOptions): (pi: ExtensionAPI) => void;
