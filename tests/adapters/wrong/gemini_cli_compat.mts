// Uses of `conspectus/gemini-cli/compat`. Never run: tsc must refuse exactly the lines that end with `// error`.
import type { Content, Part } from '@google/genai';
import type { ChatCompressionInfo, Config, ContentGenerator, GeminiChat } from '@google/gemini-cli-core';
import { getCompressionPrompt, type CompressionStatus } from '@google/gemini-cli-core';
import {
  ChatCompressionService, calculateRequestTokenCount, estimateTokenCountSync, findCompressSplitPoint, modelStringToModelConfigAlias, tokenLimit,
  type CompressionInfo,
} from 'conspectus/gemini-cli/compat';

declare const chat: GeminiChat;
declare const config: Config;
declare const generator: ContentGenerator;
declare const contents: Content[];
declare const parts: Part[];

// As their call sites have it.
const service = new ChatCompressionService();
const { newHistory, info } = await service.compress(chat, 'id', false, 'gemini-2.5-pro', config, false, new AbortController().signal);
const theirs: ChatCompressionInfo = info;
const status: CompressionStatus = info.compressionStatus;
const kept: Content[] = newHistory ?? contents;
const index: number = findCompressSplitPoint(contents, 0.7);
const tokens: number = estimateTokenCountSync(parts) + estimateTokenCountSync(parts, 0, 4) + tokenLimit('gemini-2.5-pro');
const counted: number = await calculateRequestTokenCount(['Hello', { text: 'Hi' }], generator, modelStringToModelConfigAlias('gemini-2.5-pro'));
const handed = new ChatCompressionService({ getCompressionPrompt, tokenLimit, onError: 'raise', onCompact: (result, { newTokenCount }) => [result.summary, newTokenCount] });
await handed.compress(chat, 'id', true, 'gemini-2.5-pro', config, true);
export class Ours extends ChatCompressionService<Config> {}
export const all = [theirs, status, kept, index, tokens, counted];

service.compress(chat, 'id', false, config, 'gemini-2.5-pro', false); // error
service.compress(chat, 'id', false, 'gemini-2.5-pro', config); // error
service.compress(chat, 'id', 'force', 'gemini-2.5-pro', config, false); // error
service.compress(contents, 'id', false, 'gemini-2.5-pro', config, false); // error
service.compress(chat, 'id', false, 'gemini-2.5-pro', { ...config, storage: undefined }, false); // error
service.compress(chat, 'id', false, 'gemini-2.5-pro', config, false, new AbortController()); // error
new ChatCompressionService({ onError: 'throw' }); // error
new ChatCompressionService({ prompt: getCompressionPrompt }); // error
new ChatCompressionService({ tokenLimit: () => '1000' }); // error
new ChatCompressionService({ onCompact: (result) => result.summery }); // error
findCompressSplitPoint(contents); // error
findCompressSplitPoint([{ role: 'user', content: 'Hi' }], 0.5); // error
estimateTokenCountSync('Hello'); // error
estimateTokenCountSync(parts, 0, '4'); // error
calculateRequestTokenCount(parts, generator); // error
calculateRequestTokenCount(parts, { count: () => 1 }, 'gemini-2.5-pro'); // error
tokenLimit(undefined); // error
const wrong: CompressionInfo['compressionStatus'] = 7; // error
newHistory.length; // error
info.status; // error
export const more = wrong;
