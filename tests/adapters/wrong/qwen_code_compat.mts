// Uses of `conspectus/qwen-code/compat`. Never run: tsc must refuse exactly the lines that end with `// error`.
import type { Content } from '@google/genai';
import {
  ChatCompressionService, composePostCompactHistory, computeThresholds, estimateContentTokens, estimatePromptTokens, microcompactHistory,
  type CompressedChat, type CompressionConfig,
} from 'conspectus/qwen-code/compat';

declare const history: Content[];
declare const chat: CompressedChat;
declare const config: CompressionConfig;
const message: Content = { role: 'user', parts: [{ text: 'Go on.' }] };

// As their call sites have it.
const { history: shorter, meta } = microcompactHistory(history, null, { toolResultsNumToKeep: 3 }, { force: true, preserveReadFileResult: (path) => path.endsWith('.md') });
const pending = microcompactHistory(history, Date.now(), {}, { sizeOnly: true, pendingContent: message }).history;
const tokens: number = estimatePromptTokens(history, message, 1000, 0, 1600, true) + estimateContentTokens(history) + computeThresholds(200_000, 0.85).hard;
const composed: Content[] = await composePostCompactHistory(history, '<state_snapshot>...</state_snapshot>', { maxFiles: 0, runningSubagents: [] });
const opts = { promptId: 'id', force: false, config, consecutiveFailures: 0, originalTokenCount: 90_000 };
const { newHistory, info } = await new ChatCompressionService().compress(chat, { ...opts, pendingUserMessage: message, trigger: 'auto' });
const handed = new ChatCompressionService({ supportsCompressionCacheSharing: () => true, onError: 'raise' });
export const all = [shorter, meta?.evictedReadPaths, pending, tokens, composed, newHistory ?? history, info.compressionStatus === 7, handed];

microcompactHistory(history, null); // error
microcompactHistory(history, undefined, {}); // error
microcompactHistory(history, new Date(), {}); // error
microcompactHistory(history, null, { keepRecent: 5 }); // error
microcompactHistory(history, null, {}, { forced: true }); // error
microcompactHistory(history, null, {}, { preserveReadFileResult: '/a' }); // error
meta.toolsCleared; // error
meta?.toolsKept; // error
estimatePromptTokens(history, 1000); // error
estimatePromptTokens(history, 'Go on.', 1000); // error
estimateContentTokens(message); // error
computeThresholds('200000'); // error
computeThresholds(200_000).usable; // error
composePostCompactHistory(history); // error
composePostCompactHistory(history, 'notes', { maxfiles: 3 }); // error
new ChatCompressionService({ onError: 'ignore' }); // error
new ChatCompressionService().compress(chat, 'id', false); // error
new ChatCompressionService().compress(chat, { ...opts, trigger: 'manuel' }); // error
new ChatCompressionService().compress(chat, { promptId: 'id', force: false, config }); // error
newHistory.at(0); // error
export const wrong = info.compressionStatus === 8; // error
