import type { Message, MessageCreateParamsNonStreaming, MessageCreateParamsStreaming, MessageParam, MessageStreamParams } from '@anthropic-ai/sdk/resources/messages/messages';
import type {
  BetaMessageParam, MessageCreateParamsNonStreaming as BetaNonStreaming, MessageCreateParamsStreaming as BetaStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { Result, Summarize } from '../types.js';

/** `Anthropic`, and the clients for Bedrock, Vertex and Foundry. */
export interface Client {
  readonly messages: { stream(body: MessageStreamParams, options?: { signal?: AbortSignal | null }): { finalMessage(): Promise<Message> } };
}

export interface SummarizeOptions {
  /** Gives the arguments of the request that was sent last. Only needed under `qwen-code` with `prefixCached`. */
  lastRequest?: (() => MessageStreamParams) | undefined;
  /** More fields of the request, or others in place of ours. */
  fields?: Partial<MessageCreateParamsNonStreaming> | undefined;
}

/**
 * A function for `new Compactor({ summarize })` that has `model` write the summaries, without
 * thinking. The signal of `compact` ends its request. The answer is streamed, since the SDK refuses
 * long requests that are not.
 */
export function summarizeWith(client: Client, model: string, options?: SummarizeOptions): Summarize;

export interface MarkOptions {
  /** How long an entry of the cache lives: give `'1h'` with `prices: 'anthropic-1h'`. */
  ttl?: '5m' | '1h' | undefined;
}

type Request<P> = Omit<P, 'messages'> & { messages?: unknown };

/**
 * The body for `client.messages.create` or `.stream`, also of `client.beta`: `request`, with the
 * messages of `result`, marked for the cache where it says.
 *
 * Nothing that is given changes; go on with `result.messages`, which bear no marks. Marks of yours
 * on messages give way to those of the result, and take their `ttl` along. Those on `system` and
 * `tools` stay as long as all are four at most. A request with `betas`, which may be empty, also
 * gets the result's `requestFields`: send it by `client.beta`.
 */
export function buildRequest(request: Request<MessageCreateParamsNonStreaming>, result: Result<MessageParam>, options?: MarkOptions): MessageCreateParamsNonStreaming;
export function buildRequest(request: Request<MessageCreateParamsStreaming>, result: Result<MessageParam>, options?: MarkOptions): MessageCreateParamsStreaming;
export function buildRequest(request: Request<BetaNonStreaming>, result: Result<BetaMessageParam>, options?: MarkOptions): BetaNonStreaming;
export function buildRequest(request: Request<BetaStreaming>, result: Result<BetaMessageParam>, options?: MarkOptions): BetaStreaming;
