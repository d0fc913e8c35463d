// Checked by `npm run types`, never run: what TypeScript users write compiles, and typing errors
// are found.
import {
  Compactor, ConspectusError, History, Result, clearMedia, compact, condense, countTokens, findCut, type CompactorOptions, type Estimate, type Status,
  summarizeExtractive,
} from 'conspectus';
import { LoopDetector, truncateText, type Loop } from 'conspectus/context';
import { estimateTokens, maskToolOutputs } from 'conspectus/gemini-cli';
import { messagesForModel } from 'conspectus/gencode';
import { needsCompression } from 'conspectus/opencode';
import { microcompact, resolveSettings, slim } from 'conspectus/qwen-code';
import { Machine, applyPatch, names, type Action } from 'conspectus/sansio';
import { Vocabulary, countTextsAsync, countUpTo, truncate } from 'conspectus/tokens';

type Message = { role: 'user' | 'assistant'; content: string };
const messages: readonly Message[] = [{ role: 'user', content: 'hello' }];
const estimate: Estimate = estimateTokens(messages, { unit: 'chars', preset: 'qwen-code', tokenizer: Vocabulary.fromTokenizerJson('file') });
const slimmed = slim(messages, { modalities: ['image'] });
const role: 'user' | 'assistant' | undefined = slimmed.messages[0]?.role;
const { details, changed } = microcompact(messages, { nowMs: 1, lastActivityMs: 0, keepToolResults: 3, clearableTools: undefined });
const loop: Loop | null = new LoopDetector({ dialect: 'anthropic' }).addCall('run', { command: 'make' });
const history = new History({ verify: 'hash', keepToolResults: 5, preset: { name: 'opencode', unit: 'chars' } });
const mediaKept: number = clearMedia([{ role: 'user', content: 'Hi' }], { keepMedia: 2, maxBytes: 1_000 }).details.kept;
const kept: { role: string } = new History({ condense: 'tables' }).condense({ role: 'user', content: 'Hi' });
const numbers: number[] = [estimate.tokens, slimmed.details.images, details.toolResults, condense(messages).tokensAfter, findCut(messages, { keep: { turns: 1 } }).index, history.sync(messages), new History().append(messages[0]).tokens];
const within: number | null = countUpTo('text', { limit: 5 });
const exact: number = countTokens('text', { model: 'gpt-5' }).tokens;
const counts: Promise<number[]> = countTextsAsync(['text']);

export async function run(signal: AbortSignal): Promise<string> {
  const compactor = new Compactor<Message>({
    model: 'claude-opus-4-7',
    contextWindow: 200_000,
    summarize: async (request, context) => ({ text: request.messages.map((message: Message) => message.content).join(), inputTokens: context.signal ? 1 : undefined }),
    store: ({ key }) => key,
    trigger: 0.8,
    target: { tokens: 5_000 },
    keep: { messages: 3 },
    keepToolResults: 3,
    clearWhen: 'never',
    prices: { like: 'openai', cacheRead: 0.1 },
    requestLimits: { images: 100 },
    maxSummaryTokens: undefined,
    tokenizer: 'exact',
    preset: 'default',
    beforeCompact: ({ trigger }) => ({ cancel: trigger === 'manual' }),
    onCompact: (result) => void result.removed,
  });
  const result: Result<Message> = await compactor.compact(messages, { signal, usage: { input_tokens: 5 }, system: [{ type: 'text' }], tools: [] });
  const status: Status = result.status;
  switch (result.code) {
    case 'below_trigger': return 'small';
    // @ts-expect-error: no such reason
    case 'too_small': return 'small';
  }
  // @ts-expect-error: no such status
  if (result.status === 'compressed') return 'done';
  // @ts-expect-error: no such number
  void result.details.sizes.tokensAfter;
  // @ts-expect-error: a result is for reading
  result.status = 'failed';
  const stored = Result.from<Message>(JSON.parse(JSON.stringify(result)));
  const [row] = result.rows();
  void [stored.undo()[0]?.content, row?.fate === 'summarized', result.removed[0]?.kind === 'summarized_messages', result.details.summary?.by];
  const inferred = await new Compactor({ contextWindow: 5 }).compact([{ role: 'user', content: 'hello', id: 7 }]);
  const id: number | undefined = inferred.messages[0]?.id;
  const once = await compact(messages, { contextWindow: 5, summarize: 'extractive', force: true, signal });
  return `${result.messages[0]?.content} ${status} ${result.tokensBefore} ${result.summary?.length} ${id} ${once.messages[0]?.role}`;
}

export function byHand(machine: Machine, action: Action): unknown {
  switch (action.kind) {
    case 'hook': return action.trigger;
    case 'summarize': return machine.handleSummary(action.request.system);
    case 'offload': return machine.handleStored(action.key);
    case 'restore': return machine.handleRestored(action.files.map(({ path }) => ({ path, text: null })));
    case 'apply': return applyPatch(messages, action.patch);
    case 'done': return action.result.tokensAfter;
  }
}

// What is left out, what is undefined and what is shared.
const shared: CompactorOptions = { trigger: undefined, dialect: undefined };
const restore = (files: readonly { path: string }[]) => files.map(({ path }) => ({ path, text: null }));
void [new Compactor({ ...shared, contextWindow: 5 }), new Compactor({ preset: { name: 'qwen-code', restore, maxRecentFilesToRetain: 5 } }), new Compactor(resolveSettings(null).options), new Machine({ summarize: 'host' })];

// @ts-expect-error: a misspelled option
estimateTokens(messages, { unti: 'chars' });
// @ts-expect-error: names are in camelCase
new Compactor({ context_window: 5 });
// @ts-expect-error: a function counts in `countTokens`
summarizeExtractive(messages, { tokenizer: (text: string) => text.length });
// @ts-expect-error: a misspelled function
new Compactor({ summarise: () => '' });
// @ts-expect-error: an option of presets does not stand at the top
new Compactor({ splitRule: 'closed' });
// @ts-expect-error: nor in another preset
new Compactor({ preset: { name: 'qwen-code', prune: true } });
// @ts-expect-error: no such amount
new Compactor({ keep: { results: 3 } });
// @ts-expect-error: no such word
new Compactor({ preset: { name: 'opencode', template: 'long' } });
// @ts-expect-error: a compactor's functions are given when it is made
new Compactor().compact(messages, { summarize: () => '' });
// @ts-expect-error: a function is needed
new Compactor({ summarize: 'host' });
// @ts-expect-error: no such unit
new History({ preset: { name: 'opencode', unit: 'words' } });
// @ts-expect-error: the ledger does not summarise
new History({ maxSummaryTokens: 5 });
// @ts-expect-error: an argument that is needed
truncate('text', { model: 'gpt-5' });
// @ts-expect-error: not at the root
void import('conspectus').then(({ encode }) => encode);
export const more = async (): Promise<unknown[]> => [
  (await maskToolOutputs(messages, { store: async ({ key }) => key })).details.masked,
  messagesForModel({ messages }).messages[0]?.role, needsCompression(messages, { contextWindow: 5 }).strategy, countUpTo('text', { limit: 5, model: 'gpt-5' }),
];
void [loop?.kind, role, changed, numbers, within, exact, counts, names().errorCodes, truncateText('text', { maxChars: 3 }).text, new ConspectusError('CYCLE', '/0', 'text').code];
