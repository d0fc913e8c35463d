// Checked by `npm run types`, never run: what TypeScript users write compiles, and typing errors are
// found: each line behind a `@ts-expect-error` must be one, and no other may be.
import {
  Compactor, ConspectusError, FolderStore, History, Result, checkSummary, clearMedia, clearStale, clearToolResults, compact, condense, countTokens, facts, findCut,
  renderReport, repair, simulate, summarizeExtractive, validate, type CompactorOptions, type Edited, type Estimate, type Patch, type Plan, type ReasonCode, type Status,
} from 'conspectus';
import { compactMany, countMany, lines } from 'conspectus/batch';
import { LoopDetector, truncateText, type Loop } from 'conspectus/context';
import { loadInstructions, readFile } from 'conspectus/files';
import { chatEvent, checkOverflow, compressionThreshold, editorContext, estimateTokens, loadSettings, maskToolOutputs } from 'conspectus/gemini-cli';
import { conversationSummary, extractActivity, messagesForModel } from 'conspectus/gencode';
import { needsCompression, prune, usageTokens } from 'conspectus/opencode';
import { modelInfo } from 'conspectus/providers';
import { microcompact, referenceImages, resolveSettings, slim } from 'conspectus/qwen-code';
import { Machine, applyPatch, names, parseSummary, type Action } from 'conspectus/sansio';
import { Vocabulary, countTexts, countTextsAsync, truncate } from 'conspectus/tokens';

type Message = { role: 'user' | 'assistant'; content: string };
const messages: readonly Message[] = [{ role: 'user', content: 'hello' }];
const estimate: Estimate = estimateTokens(messages, { unit: 'chars', preset: 'qwen-code', tokenizer: Vocabulary.fromTokenizerJson('file') });
const slimmed = slim(messages, { modalities: ['image'] });
const role: 'user' | 'assistant' | undefined = slimmed.messages[0]?.role;
const { details, changed } = microcompact(messages, { nowMs: 1, lastActivityMs: 0, keepToolResults: 3, clearableTools: undefined });
const loop: Loop | null = new LoopDetector({ dialect: 'anthropic' }).addCall('run', { command: 'make' });
const history = new History({ verify: 'hash', keepToolResults: 5, preset: { name: 'opencode', unit: 'chars' } });
const mediaKept: number = clearMedia([{ role: 'user', content: 'Hi' }], { keepMedia: 2, maxBytes: 1_000, kinds: ['image'] }).details.kept;
const kept: { role: string } = new History({ condense: 'tables' }).condense({ role: 'user', content: 'Hi' });
const numbers: number[] = [estimate.tokens, slimmed.details.images, details.toolResults, condense(messages).tokensAfter, findCut(messages, { keep: { turns: 1 } }).index, history.sync(messages), new History().append(messages[0]).tokens];
const within: number | null | undefined = countTexts(['text'], { atMost: 5 })[0];
const each: number[] = countTexts(['text'], { model: 'gpt-5' });
const exact: number = countTokens('text', { model: 'gpt-5' }).tokens;
const counts: Promise<number[]> = countTextsAsync(['text']);
const saved: Edited<Message, unknown> = clearStale(messages);

export async function run(signal: AbortSignal): Promise<string> {
  const compactor = new Compactor<Message>({
    model: 'claude-opus-4-7',
    contextWindow: 200_000,
    summarize: async (request, context) => ({ text: request.messages.map((message: Message) => message.content).join(), inputTokens: context.signal ? 1 : undefined }),
    store: ({ key, mime }) => (mime === 'text/plain' ? key : ''),
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
    onEvent: (record) => void (record.event === 'finished' && record.level === 'info'),
  });
  const result: Result<Message> = await compactor.compact(messages, { signal, usage: { input_tokens: 5 }, system: [{ type: 'text' }], tools: [] });
  const status: Status = result.status;
  const code: ReasonCode = result.code;
  const patch: Patch | null = result.undoPatch;
  const target: number | string | undefined = result.log['sizes.target_tokens'];
  void target;
  const plan: Plan = compactor.plan(messages);
  switch (result.code) {
    case 'below_trigger': return 'small';
  }
  const stored = Result.from<Message>(JSON.parse(JSON.stringify(result)));
  const [row] = result.rows();
  void [stored.undo()[0]?.content, row?.action === 'summarized', row?.role === 'user', result.removed[0]?.kind === 'summarized_messages', result.summaryBy];
  const inferred = await new Compactor({ contextWindow: 5 }).compact([{ role: 'user', content: 'hello', id: 7 }]);
  const id: number | undefined = inferred.messages[0]?.id;
  const once = await compact(messages, { contextWindow: 5, summarize: 'extractive', force: true, signal });
  return `${result.messages[0]?.content} ${status} ${code} ${patch?.ops[0]?.path} ${plan.edits[0]?.action} ${result.tokensBefore} ${result.summary?.length} ${id} ${once.messages[0]?.role}`;
}

export function byHand(machine: Machine, action: Action): unknown {
  switch (action.kind) {
    case 'before_compact': return action.trigger;
    case 'summarize': return machine.handleSummary(action.request.system);
    case 'store_output': return machine.handleStored(action.key);
    case 'read_files': return machine.handleRestored(action.files.map(({ path }) => ({ path, text: null })));
    case 'apply': return applyPatch(messages, action.patch);
    case 'done': return action.result.tokensAfter;
  }
}

// What is left out, what is undefined and what is shared.
const shared: CompactorOptions = { trigger: undefined, dialect: undefined };
const restore = (files: readonly { path: string }[]) => files.map(({ path }) => ({ path, text: null }));
void [new Compactor({ ...shared, contextWindow: 5 }), new Compactor({ preset: { name: 'qwen-code', restore, maxRecentFilesToRetain: 5 } }), new Compactor(resolveSettings(null).options), new Machine({ summarize: 'host' })];

// @ts-expect-error: a function counts in `countTokens`
summarizeExtractive(messages, { tokenizer: (text: string) => text.length });
export const more = async (): Promise<unknown[]> => [
  (await maskToolOutputs(messages, { store: async ({ key }) => key })).details.masked,
  messagesForModel({ messages }).messages[0]?.role, needsCompression(messages, { contextWindow: 5 }).strategy, countTexts(['text'], { atMost: 5, model: 'gpt-5' }),
  simulate(messages, { policies: ['break_even', 'gencode'] }).rows[0]?.policy === 'gencode',
  renderReport(messages, { model: 'gpt-5', keepToolResults: 3, title: 'session', timesMs: [null] }).length,
];
void [loop?.kind, role, changed, numbers, within, each, exact, counts, mediaKept, kept, saved.changed, names().errorCodes, truncateText('text', { maxChars: 3 }).text, new ConspectusError('CYCLE', '/0', 'text').code];

// --- what must be refused -------------------------------------------------------------------------

declare const result: Result<Message>;
declare const compactor: Compactor<Message>;
declare const plan: Plan;
const problem = validate(messages)[0]!;
const edited = clearToolResults(messages);
const told = facts(messages);
const simulated = simulate(messages).rows[0]!;
const page = await readFile('README.md');
const loaded = await loadInstructions('.');
const place = new FolderStore('outputs');

// @ts-expect-error
estimateTokens(messages, { unti: 'chars' });
// @ts-expect-error
new Compactor({ context_window: 5 });
// @ts-expect-error
new Compactor({ contextWindow: '200k' });
// @ts-expect-error
new Compactor({ preset: { name: 'qwen-code', prune: true } });
// @ts-expect-error
new Compactor({ preset: { name: 'gencode', pruneProtected: 60_000 } });
// @ts-expect-error
new Compactor({ preset: 'gemini' });
// @ts-expect-error
new Compactor({ keep: { results: 3 } });
// @ts-expect-error
new Compactor({ keep: 20 });
// @ts-expect-error
new Compactor({ trigger: { tokenz: 5 } });
// @ts-expect-error
new Compactor({ clearWhen: 'pay' });
// @ts-expect-error
new Compactor({ condense: 'table' });
// @ts-expect-error
new Compactor({ checkSummary: 'fil' });
// @ts-expect-error
new Compactor({ dialect: 'antropic' });
// @ts-expect-error
new Compactor({ prices: 'antropic' });
// @ts-expect-error
new Compactor({ prices: { like: 'openai', inputs: 2 } });
// @ts-expect-error
new Compactor({ tokenizer: 'exactly' });
// @ts-expect-error
new Compactor({ requestLimits: { image: 100 } });
// @ts-expect-error
new Compactor({ excludeTools: 3 });
// @ts-expect-error
new Compactor().compact(messages, { summarize: () => '' });
// @ts-expect-error
new Compactor({ summarize: 'host' });
// @ts-expect-error
new Compactor({ summarize: () => 5 });
// @ts-expect-error
new Compactor({ store: () => 5 });
// @ts-expect-error
new Compactor({ beforeCompact: () => ({ abort: true }) });
// @ts-expect-error
new Compactor({ onCompact: (done) => void done.report });
// @ts-expect-error
new Compactor({ onEvent: (record) => void (record.event === 'ended') });
// @ts-expect-error
new Compactor('gpt-5');
// @ts-expect-error
new History({ preset: { name: 'opencode', unit: 'words' } });
// @ts-expect-error
new History({ maxSummaryTokens: 5 });
// @ts-expect-error
new History({ verify: 'hashes' });
// @ts-expect-error
new Machine({ summarize: 'hots' });
// @ts-expect-error
FolderStore.tools('openai');
// @ts-expect-error
truncate('text', { model: 'gpt-5' });
// @ts-expect-error
clearToolResults(messages, { keepResults: 2 });
// @ts-expect-error
clearMedia(messages, { kinds: ['images'] });
// @ts-expect-error
condense(messages, { level: 'table' });
// @ts-expect-error
findCut(messages, { keep: { message: 2 } });
// @ts-expect-error
checkSummary(messages);
// @ts-expect-error
renderReport(messages, { keepResults: 3 });
// @ts-expect-error
simulate(messages, { policies: ['pay'] });
// @ts-expect-error
void import('conspectus').then(({ encode }) => encode);

// @ts-expect-error
void result.tokensAftr;
// @ts-expect-error
void result.report;
// @ts-expect-error
void result.removed[0]?.kinds;
// @ts-expect-error
void result.warnings[0]?.message;
// @ts-expect-error
void result.rows()[0]?.token;
// @ts-expect-error
void plan.edit;
// @ts-expect-error
void plan.edits[0]?.saved;
// @ts-expect-error
void plan.stores[0]?.text;
// @ts-expect-error
void edited.report;
// @ts-expect-error
void edited.details.clear;
// @ts-expect-error
void clearMedia(messages).details.keep;
// @ts-expect-error
void clearStale(messages).details.changed;
// @ts-expect-error
void condense(messages).details.result;
// @ts-expect-error
void countTokens(messages).token;
// @ts-expect-error
void findCut(messages).idx;
// @ts-expect-error
void problem.sevrity;
// @ts-expect-error
void repair(messages).details[0]?.text;
// @ts-expect-error
void summarizeExtractive(messages).txt;
// @ts-expect-error
void checkSummary(messages, { summary: 'text' }).lacks;
// @ts-expect-error
void told.file;
// @ts-expect-error
void told.files[0]?.name;
// @ts-expect-error
void told.commands[0]?.status;
// @ts-expect-error
void simulated.prize;
// @ts-expect-error
void compactor.handleProviderError('x').wait;
// @ts-expect-error
void history.countTokens().token;
// @ts-expect-error
void place.put('text').path;
// @ts-expect-error
void place.readBack('key').line;
// @ts-expect-error
void place.search('query').hits[0]?.lines;
// @ts-expect-error
void place.describe().outputs[0]?.size;
// @ts-expect-error
void estimate.token;
// @ts-expect-error
void compressionThreshold().share;
// @ts-expect-error
void checkOverflow([]).overflow;
// @ts-expect-error
void chatEvent(result)?.event;
// @ts-expect-error
void loadSettings('.').hooks;
// @ts-expect-error
void microcompact(messages).details.clear;
// @ts-expect-error
void slim(messages).details.image;
// @ts-expect-error
void referenceImages(messages).details.image;
// @ts-expect-error
void resolveSettings(null).option;
// @ts-expect-error
void needsCompression(messages, { contextWindow: 5 }).strategies;
// @ts-expect-error
void extractActivity(messages).tools;
// @ts-expect-error
void conversationSummary(messages, { text: 'text', generatedAt: 'now' }).contents;
// @ts-expect-error
void prune(messages).details.prune;
// @ts-expect-error
void usageTokens({}).totalTokens;
// @ts-expect-error
void truncateText('text', { maxChars: 3 }).txt;
// @ts-expect-error
void modelInfo('gpt-5').windows;
// @ts-expect-error
void loaded.file;
// @ts-expect-error
void parseSummary('text').summary;
// @ts-expect-error
result.status = 'failed';
// @ts-expect-error
export const count: string = result.removed[0]!.count;
// @ts-expect-error
export const needed: number = result.contextWindow;

// @ts-expect-error
void (result.status === 'reduzed');
// @ts-expect-error
void (result.code === 'too_small');
// @ts-expect-error
void (result.removed[0]?.kind === 'cleared tool results');
// @ts-expect-error
void (result.rows()[0]?.action === 'clear');
// @ts-expect-error
void (result.rows()[0]?.role === 'model');
// @ts-expect-error
void (result.summaryBy === 'llm');
// @ts-expect-error
void (plan.edits[0]?.action === 'clear');
// @ts-expect-error
void (plan.edits[0]?.reason === 'stale');
// @ts-expect-error
void (problem.severity === 'warn');
// @ts-expect-error
void (problem.code === 'orphan');
// @ts-expect-error
void (findCut(messages).reason === 'boundary');
// @ts-expect-error
void (told.commands[0]?.outcome === 'success');
// @ts-expect-error
void (checkSummary(messages, { summary: 'text' }).missing.first[0]?.kind === 'files');
// @ts-expect-error
void (compactor.handleProviderError('x').action === 'retry');
// @ts-expect-error
void (compactor.handleProviderError('x').kind === 'token');
// @ts-expect-error
void (simulated.policy === 'debt');
// @ts-expect-error
void (estimate.dialect === 'openai');
// @ts-expect-error
void (compressionThreshold().source === 'user');
// @ts-expect-error
void (needsCompression(messages, { contextWindow: 5 }).strategy === 'compress');
// @ts-expect-error
void (page.kind === 'texts');
// @ts-expect-error
void (page.problem === 'too_big');
// @ts-expect-error
void (loaded.files[0]?.leftOut === 'too_long');
// @ts-expect-error
void (editorContext([]).kind === 'all');

for await (const row of compactMany(['[]', ['id', [{ role: 'user', content: 'hi' }]]], { contextWindow: 8_000, workers: 1 })) {
  const [before, code]: [number | null, string | undefined] = [row.tokensBefore, row.error?.code];
  void [before, code];
  // @ts-expect-error: the name is tokensBefore
  void row.tokens_before;
}
for await (const row of countMany(lines('many.jsonl'))) void row.value?.tokens;
