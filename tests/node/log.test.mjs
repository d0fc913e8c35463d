// What a run tells `onEvent`, and which functions a preset takes.
import assert from 'node:assert/strict';
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
  const { events, outcome } = await told(MESSAGES, { force: true }, { contextWindow: 10_000, summarize: failing, memory: { fallback: 'none' } });
  assert.deepEqual(events, ['debug started', 'debug asked', 'warning failed']);
  assert.equal(outcome.message, 'overloaded');
});

test('what cannot be sent is an error', async () => {
  const { events } = await told([{ role: 'user', content: 'word '.repeat(50_000) }], {}, { contextWindow: 10_000 });
  assert.deepEqual(events, ['error unreachable']);
});

test('a run without work is told to those who look for a fault', async () => {
  const { events } = await told(MESSAGES, {}, { contextWindow: 1_000_000 });
  assert.deepEqual(events, ['debug finished']);
});

test('a function that is never called is an error', () => {
  const refused = (preset, name, user) =>
    assert.throws(() => new Compactor({ preset, contextWindow: 10_000, [name]: () => null }), (error) => error.code === 'INVALID_CONFIG' && error.path === `/${name}` && error.message.includes(user));
  refused('opencode', 'store', 'gemini-cli');
  refused('gencode', 'restore', 'qwen-code');
});

test('what is no function is found when the compactor is made', () => {
  assert.throws(() => new Compactor({ onEvent: 'text' }), (error) => error.path === '/onEvent');
});
