import type { Content, GenerateContentConfig } from '@google/genai';
import type { RunCause } from '../../results.js';
import type { Result } from '../../types.js';

/** The thresholds of a window, in tokens. */
export interface CompactionThresholds {
  warn: number;
  auto: number;
  hard: number;
  effectiveWindow: number;
}

/** The estimated tokens of contents. An image counts `imageTokenEstimate`, 1,600 unless given. */
export function estimateContentTokens(contents: readonly Content[], imageTokenEstimate?: number): number;
/** The tokens of the next prompt: the provider's last counts and the new message, or an estimate of all if there are none. */
export function estimatePromptTokens(
  history: readonly Content[], userMessage: Content, lastPromptTokenCount: number, lastOutputTokenCount?: number, imageTokenEstimate?: number, conservative?: boolean,
): number;
/** The thresholds of a window; `pct` is the share of it at which compaction starts, 0.85 unless given. */
export function computeThresholds(window: number, pct?: number): CompactionThresholds;

/** When old results are cleared. */
export interface ClearContextOnIdleSettings {
  /** Minutes without activity; below 0 turns it off. Default: 60. */
  toolResultsThresholdMinutes?: number | undefined;
  /** How many of the newest results of each kind stay. Default: 5. */
  toolResultsNumToKeep?: number | undefined;
  /** Chars of results above which they are cleared down to half; below 0 turns it off. Default: 500,000. */
  toolResultsTotalCharsThreshold?: number | undefined;
}

export interface MicrocompactOptions {
  /** Whether to clear now, regardless of time and size. */
  force?: boolean | undefined;
  /** Whether only the size counts. */
  sizeOnly?: boolean | undefined;
  /** What is about to be sent: it counts, and it stays. */
  pendingContent?: Content | readonly Content[] | undefined;
  /** Which results of `read_file` stay, by the path of the file. */
  preserveReadFileResult?: ((filePath: string) => boolean) | undefined;
}

/** What was cleared. The counts of what stays, and of chars, are not told. */
export interface MicrocompactMeta {
  triggerReason: 'idle' | 'size' | 'force';
  gapMinutes: number;
  thresholdMinutes: number;
  toolsCleared: number;
  mediaCleared: number;
  keepRecent: number;
  tokensSaved: number;
  /** Paths, and commands, whose results are cleared: a cache of files must forget them. */
  evictedReadPaths: string[];
  /** How many cleared results belong to calls without a path or a command. */
  unresolvedEvictedReads: number;
}

/** Clears old results and media. Where nothing is cleared, the very same list and no `meta`. */
export function microcompactHistory(
  history: Content[], lastApiCompletionTimestamp: number | null, settings: ClearContextOnIdleSettings, opts?: MicrocompactOptions,
): { history: Content[]; meta?: MicrocompactMeta };

/** A task of another agent. */
export interface SubagentSnapshot {
  id: string;
  description: string;
  status: string;
  startTime: number;
}

export interface ComposeOptions {
  /** Only files inside it are read again. */
  workspaceRoot?: string | undefined;
  signal?: AbortSignal | undefined;
  maxFiles?: number | undefined;
  maxImages?: number | undefined;
  planModeActive?: boolean | undefined;
  runningSubagents?: readonly SubagentSnapshot[] | undefined;
}

/** The history after a compaction to this summary, with recent files and images. Rejects if the summary is none. */
export function composePostCompactHistory(history: Content[], summary: string, options?: ComposeOptions): Promise<Content[]>;

/** What is used of qwen-code's `GeminiChat`. */
export interface CompressedChat {
  getHistoryShallow(curated?: boolean): readonly Content[];
  getGenerationConfig?(): GenerateContentConfig;
  getLastPromptTokenCount?(): number;
  isLastPromptTokenCountEstimated?(): boolean;
}

/** What is used of qwen-code's `Config`. */
export interface CompressionConfig {
  getChatCompression(): object | undefined;
  getAutoCompactThreshold(): number | undefined;
  getContentGeneratorConfig(): { contextWindowSize?: number | undefined };
  getModel(): string;
  getCompactionModel?(): string | undefined;
  getBaseLlmClient(): { generateText(options: any): Promise<{ text: string; usage?: { promptTokenCount?: number; candidatesTokenCount?: number } | undefined }> };
  getHookSystem?(): CompressionHooks | undefined;
  getTargetDir?(): string;
  getApprovalMode?(): string;
  getBackgroundTaskRegistry?(): { getAll(): readonly any[] } | undefined;
}

/** What is used of qwen-code's `HookSystem`. */
export interface CompressionHooks {
  firePreCompactEvent(trigger: any, customInstructions: string, signal?: AbortSignal): Promise<{ getAdditionalContext(): string | undefined } | undefined>;
  firePostCompactEvent(trigger: any, summary: string, signal?: AbortSignal): Promise<unknown>;
}

export interface CompressOptions<C extends CompressionConfig = CompressionConfig> {
  promptId: string;
  force: boolean;
  config: C;
  consecutiveFailures: number;
  originalTokenCount: number;
  pendingUserMessage?: Content | undefined;
  precomputedEffectiveTokens?: number | undefined;
  requestGenerationConfig?: GenerateContentConfig | undefined;
  trigger?: 'manual' | 'auto' | undefined;
  customInstructions?: string | undefined;
  requestPayloadTooLarge?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** What became of a chat, in the numbers of qwen-code's `CompressionStatus`. */
export interface CompressionInfo {
  originalTokenCount: number;
  newTokenCount: number;
  /** 1 compressed, 2 not smaller, 4 no summary, 5 nothing to do, 6 cut off, 7 the model failed; 3 does not occur. */
  compressionStatus: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  newTokenCountIsEstimated?: boolean;
  triggerReason?: RunCause;
}

export interface ChatCompressionServiceOptions<C extends CompressionConfig = CompressionConfig> {
  /** Whether the provider caches the conversation, so that the request for the summary may follow it. Without it, no request does. */
  supportsCompressionCacheSharing?: ((config: C) => boolean) | undefined;
  /** Gets each result, for a log or for telemetry. */
  onCompact?: ((result: Result<Content>, info: CompressionInfo) => unknown) | undefined;
  /** What becomes of an error of ours: the chat stays as it is, with a warning of the process, or it is thrown. Default: `sendUnchanged`. */
  onError?: 'sendUnchanged' | 'raise' | undefined;
}

/** Compacts a chat in the way of qwen-code. */
export class ChatCompressionService<C extends CompressionConfig = CompressionConfig> {
  constructor(options?: ChatCompressionServiceOptions<C>);
  compress(chat: CompressedChat, opts: CompressOptions<C>): Promise<{ newHistory: Content[] | null; info: CompressionInfo }>;
}
