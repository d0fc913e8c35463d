import type { Content, GenerateContentConfig, GenerateContentParameters, GenerateContentResponse } from '@google/genai';
import type { Result, Summarize } from '../types.js';

/** `GoogleGenAI`. */
export interface Client {
  readonly models: { generateContent(request: GenerateContentParameters): Promise<GenerateContentResponse> };
}

export interface SummarizeOptions {
  /** Gives the arguments of the request that was sent last. Only needed under `qwen-code` with `prefixCached`. */
  lastRequest?: (() => Omit<GenerateContentParameters, 'contents'> & { contents: Content[] }) | undefined;
  /** More fields of the request's config, or others in place of ours. */
  config?: GenerateContentConfig | undefined;
}

/**
 * A function for `new Compactor({ summarize })` that has `model` write the summaries, with as little
 * thinking as it can. The signal of `compact` ends its request.
 */
export function summarizeWith(client: Client, model: string, options?: SummarizeOptions): Summarize;

/**
 * The argument for `client.models.generateContent` or `generateContentStream`: `request`, with the
 * messages of `result` as `contents`. Nothing that is given changes. Gemini caches by itself, so
 * there are no marks to set.
 */
export function buildRequest(request: Omit<GenerateContentParameters, 'contents'> & { contents?: unknown }, result: Result<Content>): GenerateContentParameters & { contents: Content[] };
