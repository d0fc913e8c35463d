// Checked by `npm run types`, never run: what TypeScript users write compiles, and typing errors
// are found.
import {
  Compactor, ConspectusError, History, clearMedia, compact, countTokens, estimateTokens, microcompact, slim, type CompactorOptions, type Estimate, type Result, type Status,
} from 'conspectus';
import { LoopDetector, truncateText, type Loop } from 'conspectus/context';
import { maskToolOutputs } from 'conspectus/gemini-cli';
import { messagesForModel } from 'conspectus/gencode';
import { needsCompression } from 'conspectus/opencode';
import { resolveSettings } from 'conspectus/qwen-code';
import { Machine, applyPatch, names, type Action } from 'conspectus/sansio';
import { Vocabulary, countTextsAsync, countUpTo, truncate } from 'conspectus/tokens';

type Message = { role: 'user' | 'assistant'; content: string };
const messages: readonly Message[] = [{ role: 'user', content: 'hello' }];
const estimate: Estimate = estimateTokens(messages, { unit: 'chars', preset: 'qwen-code', tokenizer: Vocabulary.fromTokenizerJson('file') });
const slimmed = slim(messages, { modalities: ['image'] });
const role: 'user' | 'assistant' | undefined = slimmed.messages[0]?.role;
const { report, changed } = microcompact(messages, { nowMs: 1, lastActivityMs: 0, keepResults: 3, clearableTools: undefined });
const loop: Loop | null = new LoopDetector({ dialect: 'anthropic' }).addCall('run', { command: 'make' });
const history = new History({ verify: 'hash', keep: { results: 5 }, measure: { unit: 'chars' } });
const mediaKept: number = clearMedia([{ role: 'user', content: 'Hi' }], { keepResults: 2, maxBytes: 1_000 }).report.kept;
const kept: { role: string } = new History({ reduce: { admit: 'tables' } }).admit({ role: 'user', content: 'Hi' });
const numbers: number[] = [estimate.tokens, slimmed.report.images, report.toolResults, history.sync(messages), new History().append(messages[0]).tokens];
const within: number | null = countTokens('text', { limit: 5 });
const exact: number = countTokens('text', { model: 'gpt-5' });
const counts: Promise<number[]> = countTextsAsync(['text']);

export async function run(signal: AbortSignal): Promise<string> {
  const compactor = new Compactor<Message>({
    model: 'claude-opus-4-7',
    contextWindow: 200_000,
    summarize: async (request, context) => ({ text: request.messages.map((message: Message) => message.content).join(), inputTokens: context.signal ? 1 : undefined }),
    store: ({ key }) => key,
    restore: (files) => files.map(({ path }) => ({ path, text: null })),
    when: { trigger: 0.8 },
    keep: { results: 3 },
    reduce: { placeholder: 'short' },
    memory: { template: 'brief', maxTokens: undefined },
    measure: { estimator: 'exact' },
    options: { preset: 'default' },
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
  void result.report.size.tokensAfter;
  const inferred = await new Compactor({ contextWindow: 5 }).compact([{ role: 'user', content: 'hello', id: 7 }]);
  const id: number | undefined = inferred.messages[0]?.id;
  const once = await compact(messages, { contextWindow: 5, summarize: 'embedded', force: true, signal });
  return `${result.messages[0]?.content} ${status} ${result.tokensBefore} ${result.summary?.length} ${id} ${once.messages[0]?.role}`;
}

export function byHand(machine: Machine, action: Action): unknown {
  switch (action.kind) {
    case 'hook': return action.trigger;
    case 'summarize': return machine.handleSummary(action.request.system);
    case 'offload': return machine.handleStored(action.key);
    case 'restore': return machine.handleRestored(action.files.map(({ path }) => ({ path, text: null })));
    case 'apply': return applyPatch(messages, action.patch);
    case 'done': return action.tokensAfter;
  }
}

// What is left out, what is undefined and what is shared.
const shared: CompactorOptions = { when: { trigger: undefined }, dialect: undefined };
void [new Compactor({ options: shared, contextWindow: 5 }), new Compactor(resolveSettings(null).options), new Machine({ summarize: 'host' })];

// @ts-expect-error: a misspelled option
estimateTokens(messages, { unti: 'chars' });
// @ts-expect-error: names are in camelCase
new Compactor({ context_window: 5 });
// @ts-expect-error: a misspelled function
new Compactor({ summarise: () => '' });
// @ts-expect-error: an option of a group does not stand at the top
new Compactor({ trigger: 0.5 });
// @ts-expect-error: nor in another group
new Compactor({ keep: { trigger: 0.5 } });
// @ts-expect-error: no such word
new Compactor({ memory: { template: 'long' } });
// @ts-expect-error: a compactor's functions are given when it is made
new Compactor().compact(messages, { summarize: () => '' });
// @ts-expect-error: a function is needed
new Compactor({ summarize: 'host' });
// @ts-expect-error: no such unit
new History({ measure: { unit: 'words' } });
// @ts-expect-error: the ledger does not summarise
new History({ memory: { maxTokens: 5 } });
// @ts-expect-error: an argument that is needed
truncate('text', { model: 'gpt-5' });
// @ts-expect-error: not at the root
void import('conspectus').then(({ encode }) => encode);
export const more = async (): Promise<unknown[]> => [
  (await maskToolOutputs(messages, { store: async ({ key }) => key })).report.masked,
  messagesForModel({ messages }).messages[0]?.role, needsCompression(messages, { contextWindow: 5 }).strategy, countUpTo('text', 5),
];
void [loop?.kind, role, changed, numbers, within, exact, counts, names().errorCodes, truncateText('text', { maxChars: 3 }).text, new ConspectusError('CYCLE', '/0', 'text').code];
