import type { Content, CountTokensParameters, CountTokensResponse, GenerateContentResponse, Part, PartListUnion } from '@google/genai';
import type { Result } from '../../types.js';

/** Chars of ASCII and others per token, and what a message costs, as gemini-cli's `tokenCalculation.js` names them. */
export const ASCII_TOKENS_PER_CHAR = 0.33;
export const NON_ASCII_TOKENS_PER_CHAR = 1.5;
export const MSG_OVERHEAD_TOKENS = 5;
/** The windows of gemini-cli's `tokenLimits.js`. */
export const DEFAULT_TOKEN_LIMIT = 1048576;
export const GEMMA_4_TOKEN_LIMIT = 256000;

/** The index of the oldest message to keep; all go where it is the length. Throws unless the fraction lies between 0 and 1. */
export function findCompressSplitPoint(contents: readonly Content[], fraction: number): number;
/** The alias of the model that writes the summary of a conversation with `model`. */
export function modelStringToModelConfigAlias(model: string): string;
/** The estimated tokens of parts. `depth` says how deep they lie in results; beyond 3 they count nothing. */
export function estimateTokenCountSync(parts: readonly Part[], depth?: number, charsPerToken?: number): number;
/** The tokens of a request: by the provider's count if it holds media, else estimated. */
export function calculateRequestTokenCount(request: PartListUnion, contentGenerator: TokenCounter, model: string): Promise<number>;
/** The window of a model, in tokens. An unknown name has that of Gemini. */
export function tokenLimit(model: string): number;

/** What is used of gemini-cli's `ContentGenerator`. */
export interface TokenCounter {
  countTokens(request: CountTokensParameters): Promise<CountTokensResponse>;
}

/** What is used of gemini-cli's `GeminiChat`. */
export interface CompressedChat {
  getHistory(curated?: boolean): readonly Content[];
  getLastPromptTokenCount(): number;
}

/** What is used of gemini-cli's `Config`. */
export interface CompressionConfig {
  getCompressionThreshold(): Promise<number | undefined>;
  getTruncateToolOutputThreshold(): number;
  getNextCompressionTruncationId(): number;
  getApprovedPlanPath?(): string | undefined;
  getHookSystem?(): { firePreCompressEvent(trigger: any): Promise<unknown> } | undefined;
  getBaseLlmClient(): { generateContent(options: any): Promise<GenerateContentResponse> };
  storage: { getProjectTempDir(): string };
}

/** What became of a chat, in the numbers of gemini-cli's `CompressionStatus`. */
export interface CompressionInfo {
  /** The count of the last prompt. */
  originalTokenCount: number;
  /** What the next prompt takes. */
  newTokenCount: number;
  /** 1 compressed, 2 not smaller, 4 no summary, 5 nothing to do, 6 only results were cut; 3 does not occur. */
  compressionStatus: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Functions of gemini-cli that it may use in place of ours, and what else you decide. */
export interface ChatCompressionServiceOptions<C extends CompressionConfig = CompressionConfig> {
  /** gemini-cli's prompt. With it the model reads the messages themselves under this prompt; without it, our own request. */
  getCompressionPrompt?: ((config: C) => string) | undefined;
  /** The window of a model. Default: `tokenLimit` of this file. */
  tokenLimit?: ((model: string) => number) | undefined;
  /** Saves an output that is cut. Default: a file in the folder `tool-outputs` of the project's temporary folder. */
  saveTruncatedToolOutput?: ((content: string, toolName: string, id: number, projectTempDir: string) => Promise<{ outputFile: string }>) | undefined;
  /** Gets each result, for a log or for telemetry. */
  onCompact?: ((result: Result<Content>, info: CompressionInfo) => unknown) | undefined;
  /** What becomes of an error of ours: the chat stays as it is, with a warning of the process, or it is thrown. Default: `sendUnchanged`. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
}

/** Compacts a chat in the way of gemini-cli. One serves all chats. */
export class ChatCompressionService<C extends CompressionConfig = CompressionConfig> {
  constructor(options?: ChatCompressionServiceOptions<C>);
  compress(
    chat: CompressedChat, promptId: string, force: boolean, model: string, config: C, hasFailedCompressionAttempt: boolean, abortSignal?: AbortSignal,
  ): Promise<{ newHistory: Content[] | null; info: CompressionInfo }>;
}
