import type { CompactorOptions, CountTokensOptions, SimulateOptions } from '../options.js';
import type { Simulation, TokenCount } from '../results.js';
import type { CompactOptions } from '../types.js';

/** What was wrong with a conversation: a stable code, a JSON Pointer (RFC 6901) to the place, and a sentence. */
export interface RowError {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** What became of one conversation. */
export class Row<V = null> {
  /** Yours, the field `id` of an object, the path, or the index. */
  readonly id: unknown;
  /** That of a `Result`, `done` for counts and simulations, or `error`. */
  readonly status: string;
  readonly changed: boolean;
  /** Tokens of the messages before; null if they could not be read. */
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  readonly error: RowError | null;
  /** What was counted or simulated. */
  readonly value: V | null;
  /** The messages after, made of the text when they are first read; null after an error. */
  get messages(): any[] | null;
  /** The messages after, as JSON on one line. */
  get messagesJson(): string | null;
  toJSON(): object;
}

/** A list of messages, JSON text or its bytes, a path, or an object with the messages under `key`. */
export type Conversation = readonly unknown[] | string | Uint8Array | URL | object;

export type Conversations = Iterable<Conversation | readonly [string | number, Conversation]> | AsyncIterable<Conversation | readonly [string | number, Conversation]>;

export interface BatchOptions {
  /** How many conversations are worked on at a time, by default one for each core. Node's pool has 4 threads, unless `UV_THREADPOOL_SIZE` says more. */
  workers?: number | undefined;
  /** Called with 1 after each conversation; or an object with such an `update`. */
  progress?: ((count: number) => void) | { update(count: number): unknown } | undefined;
  /** Where an object has its messages; without it, the usual names are tried. */
  key?: string | undefined;
}

/**
 * Compacts each conversation with these options of a compactor and arguments of its turn. The rows come
 * in order; at most four conversations for each worker are in memory. A wrong option is thrown at once;
 * what is wrong with a conversation is the `error` of its row. With a function among the options, the
 * conversations must be lists.
 */
export function compactMany(conversations: Conversations, options?: BatchOptions & CompactorOptions & CompactOptions): AsyncGenerator<Row, void, void>;
/** As `compactMany`, with the options of `countTokens`. */
export function countMany(conversations: Conversations, options?: BatchOptions & CountTokensOptions): AsyncGenerator<Row<TokenCount>, void, void>;
/** As `compactMany`, with the options of `simulate`. */
export function simulateMany(conversations: Conversations, options?: BatchOptions & SimulateOptions): AsyncGenerator<Row<Simulation>, void, void>;
/** The lines of a file that are not empty, one at a time, of a gzipped file too: a conversation each. */
export function lines(path: string | URL): AsyncGenerator<string, void, void>;
