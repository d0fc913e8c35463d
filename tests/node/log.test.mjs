// What a run tells `onEvent`, and which functions a preset takes.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { Compactor } from 'conspectus';
import { frozen } from './builders.mjs';

const MESSAGES = frozen([...Array(8).keys()].flatMap((turn) => ['user', 'assistant'].map((role) => ({ role, content: `${role} ${turn} ${'x'.repeat(1_500)}` }))));
const failing = () => { throw new Error('overloaded'); };

/** The events of one run, as `level event`, and their texts. */
async function told(messages, turn, options) {
  const events = [];
  const compactor = new Compactor({ ...options, onEvent: (event) => events.push(event) });
  const outcome = await compactor.compact(messages, turn).catch((error) => error);
  return { events: events.map(({ level, event }) => `${level} ${event}`), texts: events.map(({ text }) => text).join('\n'), outcome };
}

test('a run is told from its start to its end', async () => {
  const { events, texts } = await told(MESSAGES, { force: true }, { contextWindow: 10_000 });
  assert.deepEqual(events, ['debug started', 'info finished']);
  assert.match(texts, /summarized: /);
});

test('the cause of a fallback is told', async () => {
  const { events, texts, outcome } = await told(MESSAGES, { force: true }, { contextWindow: 10_000, summarize: failing });
  assert.deepEqual(events, ['debug started', 'debug asked', 'warning fallback', 'info finished']);
  assert.match(texts, /overloaded/);
  assert.equal(outcome.status, 'summarized');
});

test('a failure is told before it is thrown', async () => {
  const { events, outcome } = await told(MESSAGES, { force: true }, { contextWindow: 10_000, summarize: failing, fallback: 'none' });
  assert.deepEqual(events, ['debug started', 'debug asked', 'error too_large']);
  assert.equal(outcome.message, 'overloaded');
});

test('what cannot be sent is an error', async () => {
  const { events } = await told([{ role: 'user', content: 'word '.repeat(50_000) }], {}, { contextWindow: 10_000 });
  assert.deepEqual(events, ['error too_large']);
});

test('a run without work is told to those who look for a fault', async () => {
  const { events } = await told(MESSAGES, {}, { contextWindow: 1_000_000 });
  assert.deepEqual(events, ['debug finished']);
});

test('a function that is never called is an error', () => {
  const refused = (options, name, user) =>
    assert.throws(() => new Compactor({ contextWindow: 10_000, ...options }), (error) => error.code === 'INVALID_OPTION' && error.path === `/${name}` && error.message.includes(user));
  refused({ preset: 'opencode', store: () => null }, 'store', 'gemini-cli');
  refused({ preset: { name: 'gencode', restore: () => null } }, 'restore', 'qwen-code');
});

test('records have attributes, and go to a channel of diagnostics too', async () => {
  const heard = [];
  const listener = (event) => heard.push(event);
  subscribe('conspectus', listener);
  const told = [];
  const answer = `<state_snapshot><overall_goal>${MESSAGES[0].content.slice(0, 40)}</overall_goal></state_snapshot>`;
  const summarize = () => ({ text: answer, inputTokens: 2_100, outputTokens: 9 });
  const compactor = new Compactor({ contextWindow: 10_000, summarize, onEvent: (event) => told.push(event) });
  await compactor.compact(MESSAGES, { force: true });
  unsubscribe('conspectus', listener);
  assert.deepEqual(heard, told);
  const asked = told.filter(({ event }) => event === 'asked');
  assert.ok(asked.length > 0 && asked.every(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat'));
  const { attributes } = told.find(({ event }) => event === 'finished');
  assert.equal(attributes['gen_ai.usage.input_tokens'], 2_100 * asked.length);
  assert.equal(attributes['conspectus.status'], 'summarized');
});

test('a prompt near its window is told', async () => {
  const { events } = await told([{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }], { usage: 9_700 }, { contextWindow: 10_000, summarize: 'extractive' });
  assert.equal(events.at(-1), 'warning near_window');
});

test('what is no function is found when the compactor is made', () => {
  assert.throws(() => new Compactor({ onEvent: 'text' }), (error) => error.path === '/onEvent');
});

test('a paid summary stands whatever is told of its call', async () => {
  const text = `<state_snapshot><overall_goal>${MESSAGES[0].content.slice(0, 40)}</overall_goal></state_snapshot>`;
  for (const inputTokens of [Symbol('x'), () => 1, { total: 3 }, [1], -1n, 'abc', NaN, new Date(NaN)]) {
    const summarize = () => ({ text, inputTokens, outputTokens: 9 });
    const { events, texts, outcome } = await told(MESSAGES, { force: true }, { contextWindow: 10_000, summarize, fallback: 'none' });
    assert.equal(outcome.status, 'summarized', String(outcome));
    assert.ok(events.includes('warning usage_unparsed'), String(events));
    assert.match(texts, /input_tokens/);
  }
  // A count may be a bigint.
  const { events } = await told(MESSAGES, { force: true }, { contextWindow: 10_000, summarize: () => ({ text, inputTokens: 9_000n, outputTokens: 9 }), fallback: 'none' });
  assert.ok(!events.includes('warning usage_unparsed'), String(events));
});

test('a report that tells nothing is none, also where its fields are undefined', async () => {
  const nothing = undefined;
  const reports = [
    { inputTokens: nothing, outputTokens: nothing, totalTokens: nothing },
    { inputTokens: nothing, outputTokens: nothing, totalTokens: 5 },
    { inputTokens: { total: nothing, noCache: nothing }, outputTokens: { total: nothing } },
    { prompt_tokens: nothing, completion_tokens: 3 },
    { input: nothing, output: 3, cache: { read: nothing, write: nothing } },
    { totalTokenCount: 5 },
    nothing,
  ];
  for (const usage of reports) {
    const { outcome } = await told([{ role: 'user', content: 'Hi' }], { usage }, { contextWindow: 10_000 });
    assert.deepEqual([outcome.status, outcome.warnings], ['unchanged', []], JSON.stringify(usage));
  }
});
