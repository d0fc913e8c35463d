import type {
  ChatCompletion, ChatCompletionCreateParamsNonStreaming as ChatNonStreaming, ChatCompletionCreateParamsStreaming as ChatStreaming, ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Response, ResponseCreateParamsNonStreaming, ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses';
import type { Result, Summarize } from '../types.js';

/** `OpenAI`, `AzureOpenAI`. */
export interface Client {
  readonly baseURL: string;
  readonly chat: { readonly completions: { create(body: ChatNonStreaming, options?: { signal?: AbortSignal | null }): PromiseLike<ChatCompletion> } };
  readonly responses: { create(body: ResponseCreateParamsNonStreaming, options?: { signal?: AbortSignal | null }): PromiseLike<Response> };
}

export interface ChatSummarizeOptions {
  wire?: 'chat' | undefined;
  /** Gives the arguments of the request that was sent last. Only needed under `qwen-code` with `prefixCached`. */
  lastRequest?: (() => ChatNonStreaming | ChatStreaming) | undefined;
  /** More fields of the request, or others in place of ours. */
  fields?: Partial<ChatNonStreaming> | undefined;
}

export interface ResponsesSummarizeOptions {
  wire: 'responses';
  /** Gives the arguments of the request that was sent last. Only needed under `qwen-code` with `prefixCached`. */
  lastRequest?: (() => ResponseCreateParamsNonStreaming | ResponseCreateParamsStreaming) | undefined;
  /** More fields of the request, or others in place of ours. */
  fields?: Partial<ResponseCreateParamsNonStreaming> | undefined;
}

/**
 * A function for `new Compactor({ summarize })` that has `model` write the summaries, with as little
 * reasoning as it can. The signal of `compact` ends its request. It asks by Chat Completions, which
 * every server speaks, whatever your own requests are; `wire: 'responses'` asks by Responses, for
 * models that have nothing else.
 */
export function summarizeWith(client: Client, model: string, options?: ChatSummarizeOptions | ResponsesSummarizeOptions): Summarize;

type Without<P, K extends string> = Omit<P, K> & { [name in K]?: unknown };
type Chat<P> = Without<P, 'messages'> & { input?: never };
type Responses<P> = Without<P, 'input'> & { messages?: never };

/**
 * The body for `client.chat.completions.create` or `client.responses.create`: `request`, with the
 * messages of `result` as `messages`, or as `input` if they are those of Responses. Nothing that is
 * given changes. OpenAI caches by itself, so there are no marks to set.
 */
export function buildRequest(request: Chat<ChatNonStreaming>, result: Result<ChatCompletionMessageParam>): ChatNonStreaming;
export function buildRequest(request: Chat<ChatStreaming>, result: Result<ChatCompletionMessageParam>): ChatStreaming;
export function buildRequest(request: Responses<ResponseCreateParamsNonStreaming>, result: Result<ResponseInputItem>): ResponseCreateParamsNonStreaming;
export function buildRequest(request: Responses<ResponseCreateParamsStreaming>, result: Result<ResponseInputItem>): ResponseCreateParamsStreaming;
