// What adapters share, without a framework: one compactor for each conversation, the way back from a
// refused request, marks, and which conversation a list goes on with.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import adapter from '../../bindings-node/adapter.cjs';
import continuing from '../../bindings-node/continued.cjs';
import { Compactor } from 'conspectus';
import { compactStep, contextOverflowMiddleware } from 'conspectus/ai-sdk';
import { buildRequest } from 'conspectus/anthropic';
import { CompactingModel, CompactingProvider, CompactingSession, summarizeWith } from 'conspectus/openai-agents';
import { compactionPlugin } from 'conspectus/opencode/plugin';

const { Conversations, counted } = adapter;
const { Continued } = continuing;
const user = (content) => ({ role: 'user', content });
const answer = (content) => ({ role: 'assistant', content });
const refusal = (status, message) => Object.assign(new Error(message), { status });
const LONG = refusal(400, "This model's maximum context length is 9000 tokens. However, you requested 20000 tokens.");

test('wrong options are refused before anything runs', () => {
  assert.throws(() => new Conversations({ onError: 'throw' }), /sendUnchanged/);
  assert.throws(() => new Conversations({ triger: 0.5 }), { code: 'INVALID_OPTION' });
  assert.throws(() => compactStep({ key: 'one' }), /key must be a function/);
  assert.throws(() => contextOverflowMiddleware(() => {}), /compactStep/);
});

test('each id has its own conversation, and the least recently used goes first', () => {
  const all = new Conversations({ contextWindow: 9_000 }, { maxConversations: 2 });
  const [one, two] = [all.of('1'), all.of('2')];
  assert.notEqual(one.compactor, two.compactor);
  assert.equal(all.of('1'), one);
  all.of('3');
  assert.equal(all.save('2'), null);
  assert.ok(all.save('1'));
});

test('a conversation takes another id, and the window that the framework tells where the model is not known', () => {
  const all = new Conversations({ onError: 'raise' });
  const one = all.of('1', { name: 'nobody-knows', window: 9_000 });
  all.rename('1', '2');
  assert.deepEqual([all.at('1') === undefined, all.at('2') === undefined], [true, false]);
  assert.equal(all.of('2'), one);
  assert.throws(() => all.of('1', { name: 'nobody-knows' }), { code: 'WINDOW_UNKNOWN' });
});

test('an error of conspectus is told and not thrown, or thrown', async () => {
  const quiet = new Conversations({ contextWindow: 9_000 }).of('1');
  const warned = once(process, 'warning');
  assert.equal(await quiet.compact([{ role: 'nobody' }, 5]), null);
  assert.match((await warned)[0].message, /sends the messages unchanged/);
  const loud = new Conversations({ contextWindow: 9_000, onError: 'raise' }).of('1');
  await assert.rejects(loud.compact([{ role: 'nobody' }, 5]), { name: 'ConspectusError' });
});

test('a model whose window is not known is told once', async () => {
  const all = new Conversations({ onError: 'sendUnchanged' });
  const seen = [];
  const listen = ({ message }) => seen.push(message);
  process.on('warning', listen);
  all.of('1', { name: 'nobody-knows' });
  all.of('2', { name: 'nobody-knows' });
  assert.ok(all.of('3', { name: 'gpt-5' }));
  for (const id of ['1', '1', '2']) assert.equal(await all.of(id, { name: 'nobody-knows' }).compact([user('Hi')]), null);
  await new Promise(setImmediate);
  process.off('warning', listen);
  assert.equal(seen.length, 1);
  for (const onError of ['raise', undefined]) assert.throws(() => new Conversations({ onError }).of('1', { name: 'nobody-knows' }), { code: 'WINDOW_UNKNOWN' });
});

test('a row of the host tells the window of a model, under its own spelling', async () => {
  const models = { my_model: { windowTokens: 9_000, prices: { input: 1, cacheRead: 0.1 } } };
  const all = new Conversations({ models, onError: 'raise' });
  const result = await all.of('1', { name: 'org/my_model' }).compact([user('Hi')]);
  assert.deepEqual([result.contextWindow, result.log['sizes.window_source']], [9_000, 'declared']);
  assert.throws(() => new Conversations({ models: { my_model: { windowTokens: 9_000, prices: { cacheRead: -1 } } } }), { path: '/models/my_model/prices/cacheRead' });
  assert.throws(() => new Conversations({ models: { a_b: { window_tokens: 9_000 } } }), { path: '/models/a_b/window_tokens' });
});

test('a refused request is prepared and sent again; what has begun to stream is not', async () => {
  const conversation = new Conversations({ contextWindow: 9_000 }).of('1');
  let prepared = 0;
  const prepare = () => (prepared += 1);
  assert.equal(await conversation.send(prepare, (request) => (request === 1 ? Promise.reject(LONG) : `sent ${request}`)), 'sent 2');
  await assert.rejects(conversation.send(prepare, () => Promise.reject(refusal(401, 'bad key'))), /bad key/);
  await assert.rejects(conversation.send(prepare, () => Promise.reject(LONG), AbortSignal.abort()), /maximum context/);
  async function* late(request) {
    yield request;
    throw LONG;
  }
  const events = [];
  await assert.rejects(async () => {
    for await (const event of conversation.stream(prepare, late)) events.push(event);
  }, /maximum context/);
  assert.equal(events.length, 1);
  let isFirst = true;
  async function* early(request) {
    if (isFirst) {
      isFirst = false;
      throw LONG;
    }
    yield request;
  }
  for await (const event of conversation.stream(prepare, early)) events.push(event);
  assert.equal(events.length, 2);
});

test('a limit that a refusal told is that of the next requests, unless the program wants less', () => {
  const conversation = new Conversations({ contextWindow: 9_000 }).of('1');
  assert.deepEqual(conversation.limit('maxTokens', 50_000), {});
  conversation.pauseMs(refusal(400, 'max_tokens is too large: 50000. This model supports at most 4096 completion tokens'));
  assert.deepEqual([undefined, 50_000, 500].map((wanted) => conversation.limit('maxTokens', wanted)), [4_096, 4_096, 500].map((maxTokens) => ({ maxTokens })));
});

test('what an adapter hands out saves, loads and forgets a conversation by its id', async () => {
  const [before, after] = [0, 1].map(() => new Conversations({ onError: 'raise' }));
  const list = Array.from({ length: 20 }, (_, at) => (at % 2 ? answer('Done.') : user(`${at} ${'word '.repeat(900)}`)));
  const { messages } = await before.of('1', { name: 'nobody-knows', window: 9_000 }).view(list);
  const hands = after.remembering(({ id, window }) => ({ name: id, window }));
  hands.load('1', JSON.parse(JSON.stringify(before.remembering().save('1'))), { id: 'nobody-knows', window: 9_000 });
  assert.deepEqual((await after.of('1').view([...list])).messages, messages);
  hands.forget('1');
  assert.equal(hands.save('1'), null);
});

test('a list goes on with the conversation that it begins with', () => {
  const continued = new Continued(2);
  const free = () => false;
  const first = continued.of([user('Hi')], free);
  assert.notEqual(continued.of([user('Hi')], free), first, 'the same list is no continuation');
  const second = continued.of([user('Ho')], free);
  continued.note(second, [user('Ho'), answer('Yes')]);
  assert.equal(continued.of([user('Ho'), answer('Yes'), user('And?')], free), second);
  assert.notEqual(continued.of([user('Ho'), answer('Yes'), user('And?'), user('!')], (id) => id === second), second, 'one that is busy');
  assert.notEqual(continued.of([user('Hi'), answer('Yes')], free), first, 'one that was dropped');
});

test('a usage that counts nothing is none', () => {
  assert.equal(counted({ inputTokens: undefined, outputTokens: 0 }), undefined);
  assert.ok(counted({ inputTokens: 5 }));
  assert.ok(counted({ promptTokenCount: 5 }));
});

test('a step hands on what its version tells, and marks for the provider that needs it', async () => {
  for (const carries of [false, true]) {
    const step = compactStep({ contextWindow: 6_000, onError: 'raise', prices: 'anthropic-5m' });
    const model = { modelId: 'claude-sonnet-5', provider: 'anthropic.messages' };
    const full = [user('Read all. Never push.')];
    const steps = [];
    let [handed, isMarked, isShorter] = [full, false, false];
    for (let turn = 0; turn < 30; turn++) {
      const { messages } = await step({ model, steps, stepNumber: turn, messages: handed });
      isMarked ||= JSON.stringify(messages).includes('cacheControl');
      isShorter ||= messages.length < full.length;
      assert.ok(JSON.stringify(messages).includes('Never push'));
      assert.ok(!JSON.stringify(full).includes('cacheControl'));
      const call = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: `c${turn}`, toolName: 'read', input: { path: `${turn}` } }] };
      const result = { role: 'tool', content: [{ type: 'tool-result', toolCallId: `c${turn}`, toolName: 'read', output: { type: 'text', value: `${turn} `.repeat(900) } }] };
      full.push(call, result);
      handed = carries ? [...messages, call, result] : [...full];
      steps.push({ usage: { inputTokens: undefined } });
    }
    assert.ok(isMarked && isShorter, `${carries} ${isMarked} ${isShorter}`);
    // The next call begins with the full list: what was summarised stays summarised.
    const { messages } = await step({ model, steps: [], stepNumber: 0, messages: [...full, user('Go on.')] });
    assert.ok(messages.length < 20, `${carries}: ${messages.length} of ${full.length}`);
  }
});

test('marks stand at the places of the result, at most four, and on no thought', async () => {
  const thought = { type: 'thinking', thinking: 'Well.', signature: 'x' };
  const messages = [user('Read.'), { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }, thought] }, user('And?')];
  const compacted = await new Compactor({ model: 'claude-sonnet-5' }).compact(messages);
  const result = { ...compacted, messages, cacheBreakpoints: [0, 2, 3], requestFields: {} };
  const mark = { type: 'ephemeral' };
  const tools = ['a', 'b', 'c'].map((name) => ({ name, input_schema: { type: 'object' }, cache_control: mark }));
  const request = { model: 'claude-sonnet-5', max_tokens: 5, system: 'Short.', tools };
  const made = buildRequest(request, result, { ttl: '1h' });
  const long = { type: 'ephemeral', ttl: '1h' };
  assert.deepEqual(made.system, [{ type: 'text', text: 'Short.', cache_control: long }]);
  assert.deepEqual(made.messages[1].content, [{ type: 'text', text: 'Yes.', cache_control: long }, thought]);
  assert.deepEqual(made.messages[2].content, [{ type: 'text', text: 'And?', cache_control: long }]);
  assert.deepEqual(made.tools.map((tool) => tool.cache_control), [undefined, undefined, long]);
  assert.deepEqual(request.tools, tools);
  assert.equal(messages[0].content, 'Read.');
});

/** A model of the AI SDK whose first answer is a refusal, in its stream. */
function refusing(parts) {
  const asked = [];
  const stream = (list) => new ReadableStream({ start: (controller) => (list.forEach((part) => controller.enqueue(part)), controller.close()) });
  const first = [{ type: 'stream-start', warnings: [] }, { type: 'error', error: LONG }];
  return { modelId: 'gpt-4.1', asked, doStream: async (request) => ({ stream: stream(asked.push(request) === 1 ? first : parts) }) };
}

async function read(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part.type);
  return parts;
}

test('a stream that begins with a refusal is sent again, smaller, and the next step knows the limit', async () => {
  const parts = [{ type: 'stream-start', warnings: [] }, { type: 'text-delta', id: '0', delta: 'Yes' }, { type: 'finish', usage: { inputTokens: { total: 500 }, outputTokens: { total: 1 } } }];
  const model = refusing(parts);
  const step = compactStep({ contextWindow: 100_000, onError: 'raise' });
  const middleware = contextOverflowMiddleware(step);
  const long = Array.from({ length: 10 }, (_, index) => [user(`Part ${index}. ${'word '.repeat(1_500)}`), answer('Read.')]).flat();
  const full = [...long, user('Go on.')];
  const { providerOptions, messages } = await step({ model, steps: [], stepNumber: 0, messages: full });
  assert.equal(messages.length, full.length);
  const prompt = full.map(({ role, content }) => ({ role, content: [{ type: 'text', text: content }] }));
  const params = { prompt, providerOptions: { ...providerOptions, openai: { store: false } } };
  assert.deepEqual(await read((await middleware.wrapStream({ model, params })).stream), parts.map(({ type }) => type));
  assert.equal(model.asked.length, 2);
  assert.deepEqual(model.asked[1].providerOptions, { openai: { store: false } }, 'what tells the conversation is not sent');
  assert.ok(model.asked[1].prompt.length < prompt.length && JSON.stringify(model.asked[1].prompt).includes('Go on.'));
  assert.equal(params.prompt, prompt);
  const next = await step({ model, steps: [], stepNumber: 0, messages: [...full, answer('Yes'), user('And on.')] });
  assert.ok(next.messages.length < full.length);
});

test('a call of no step goes through the middleware as it is', async () => {
  const model = refusing([]);
  const middleware = contextOverflowMiddleware(compactStep({ contextWindow: 9_000 }));
  await assert.rejects(middleware.wrapStream({ model, params: { prompt: [] } }), /maximum context/);
  assert.equal(model.asked.length, 1);
});

test('a model of the Agents SDK is asked as it stands where the provider keeps the history', async () => {
  const seen = [];
  const inner = { getResponse: async (request) => (seen.push(request), { output: [], usage: {} }) };
  const model = new CompactingModel(inner, { contextWindow: 9_000, onError: 'raise' });
  const requests = [{ input: 'Hi' }, { input: [user('Hi')], previousResponseId: 'resp_1' }, { input: [user('Hi')], conversationId: 'conv_1' }, { input: [user('Hi')], tools: [], handoffs: [] }];
  for (const request of requests) await model.getResponse({ ...request, modelSettings: {} });
  assert.deepEqual(seen, requests.map((request) => ({ ...request, modelSettings: {} })));
  for (const wrong of [() => new CompactingModel({}), () => new CompactingProvider({}), () => new CompactingSession({}), () => summarizeWith('gpt-5'), () => new CompactingModel(inner, { key: 'one' })]) assert.throws(wrong, TypeError);
});

test('a model of the Agents SDK goes on with a list that comes back without its ids, and sends it as it came', async () => {
  const sent = [];
  const runs = [];
  const inner = { getResponse: async ({ input }) => (sent.push(input), { output: [], usage: {} }) };
  const model = new CompactingModel(inner, { contextWindow: 9_000, onError: 'raise', onCompact: ({ status }) => runs.push(status) });
  const pair = (at, withId) => [
    { type: 'function_call', ...(withId && { id: `fc_${at}` }), callId: `c${at}`, name: 'read', arguments: '{}', status: 'completed', providerData: withId ? { id: `fc_${at}` } : {} },
    { type: 'function_call_result', callId: `c${at}`, name: 'read', status: 'completed', output: { type: 'text', text: `${at} ${'word '.repeat(900)}` } },
  ];
  const list = (withId) => [user('Read all.'), ...Array.from({ length: 10 }, (_, at) => pair(at, withId)).flat()];
  const ask = (input) => model.getResponse({ input, tools: [], handoffs: [], modelSettings: {} });
  await ask(list(true));
  const later = [...list(false), user('Go on.')];
  await ask(later);
  assert.deepEqual(runs, ['summarized'], 'it is not done again');
  assert.ok(sent[0].length < 10 && sent[1].length === sent[0].length + 1);
  assert.ok(sent[1].slice(1).every((item) => later.includes(item)), 'what is not touched is sent as it came');
});

test('what a session stores comes back if the smaller list cannot be stored', async () => {
  const long = Array.from({ length: 20 }, (_, at) => (at % 2 ? { ...answer([{ type: 'output_text', text: 'Done.' }]), status: 'completed' } : user(`${at} ${'word '.repeat(400)}`)));
  let items = [...long];
  let isFull = false;
  const inner = {
    getItems: async () => [...items],
    clearSession: async () => void (items = []),
    async addItems(more) {
      if (isFull && more.length < long.length) throw new Error('the store is full');
      items.push(...more);
    },
  };
  const session = new CompactingSession(inner, { contextWindow: 9_000, onError: 'raise' });
  isFull = true;
  await assert.rejects(session.runCompaction({ force: true }), /is full/);
  assert.deepEqual(items, long);
  isFull = false;
  await session.runCompaction({ force: true });
  assert.ok(items.length < long.length && JSON.stringify(items[0]).includes('[summary '));
});

test('what is stored in a session while its summary is written stays', async () => {
  let items = Array.from({ length: 20 }, (_, at) => (at % 2 ? { ...answer([{ type: 'output_text', text: 'Done.' }]), status: 'completed' } : user(`${at} ${'word '.repeat(400)}`)));
  const inner = {
    getItems: async () => [...items],
    clearSession: async () => void (items = []),
    addItems: async (more) => void items.push(...more),
  };
  const came = user('And the tests, please.');
  const summarize = async () => {
    await inner.addItems([came]);
    return 'It was read file by file, word by word.';
  };
  await new CompactingSession(inner, { contextWindow: 9_000, summarize, checkSummary: 'off' }).runCompaction({ force: true });
  assert.ok(items.length < 20 && JSON.stringify(items[0]).includes('[summary '));
  assert.deepEqual(items.at(-1), came);
  const before = items;
  const gone = async () => {
    items = before.slice(1);
    return 'It was read file by file, word by word.';
  };
  await new CompactingSession(inner, { contextWindow: 9_000, summarize: gone, checkSummary: 'off' }).runCompaction({ force: true });
  assert.deepEqual(items, before.slice(1), 'what somebody else took away does not come back');
});

test('a plugin for opencode goes on where another process ended; what it cannot read it tells', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'));
  const client = { path: { get: async () => ({ data: { state: folder } }) }, config: { providers: async () => ({ data: { providers: [] } }) } };
  const model = { providerID: 'mine', modelID: 'nobody-knows' };
  const message = (role, id, text) => ({ info: { id, role, sessionID: 'ses_1', time: { created: 0 }, model }, parts: [{ id: `${id}_0`, type: 'text', text }] });
  const full = Array.from({ length: 21 }, (_, at) => message(at % 2 ? 'assistant' : 'user', `msg_${at}`, `${at} ${'word '.repeat(900)}`));
  const runs = [];
  const asks = async (list, settings) => {
    const hooks = await compactionPlugin({ contextWindow: 9_000, onCompact: ({ tokensBefore }) => runs.push(tokensBefore), ...settings })({ client });
    const output = { messages: [...list] };
    await hooks['experimental.chat.messages.transform']({}, output);
    return { hooks, sent: output.messages.map(({ parts }) => parts.map(({ text }) => text)) };
  };
  const { sent } = await asks(full);
  assert.ok(sent.length < full.length && runs.length === 1);
  const later = [...full, message('assistant', 'msg_21', 'Done.'), message('user', 'msg_22', 'Go on.')];
  const { hooks, sent: next } = await asks(later);
  assert.deepEqual(next, [...sent, ['Done.'], ['Go on.']]);
  assert.equal(runs.length, 1, 'it is not summarised anew');
  const [file] = readdirSync(join(folder, 'conspectus'));
  writeFileSync(join(folder, 'conspectus', file), '{');
  const warned = once(process, 'warning');
  await asks(later);
  assert.match((await warned)[0].message, /cannot keep what it remembers/);
  assert.equal(runs.length, 2);
  writeFileSync(join(folder, 'conspectus', file), '{');
  await assert.rejects(asks(later, { onError: 'raise' }), SyntaxError);
  await hooks.event({ event: { type: 'session.deleted', properties: { info: { id: 'ses_1' } } } });
  assert.deepEqual(readdirSync(join(folder, 'conspectus')), []);
  rmSync(folder, { recursive: true });
});
