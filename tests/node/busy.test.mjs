// One run at a time: what a second call gets, what a cancelled run gives; and many compactors at
// once, in workers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Compactor } from 'conspectus';
import { SNAPSHOT, frozen, session } from './builders.mjs';

const MESSAGES = frozen(session(20, 2000));
const make = (summarize, options) => new Compactor({ contextWindow: 10_000, clearWhen: 'never', fallback: 'none', summarizerWindow: 64_000, summarize, ...options });
const ready = async (compactor) => assert.equal((await compactor.compact(session(1))).status, 'unchanged');
const busy = (error) => error.code === 'BUSY' && !error.message.includes('_');

test('a second call is told that the compactor is busy, and the first goes on', async () => {
  let answer, asked;
  const isAsked = new Promise((resolve) => { asked = resolve; });
  const compactor = make(() => new Promise((resolve) => { asked(answer = resolve); }));
  const first = compactor.compact(MESSAGES);
  for (const call of [() => compactor.compact(MESSAGES), () => compactor.view(MESSAGES)]) await assert.rejects(call(), busy);
  assert.equal(compactor.save().version, 1, 'what it remembers can be saved at any time');
  await isAsked;
  answer(SNAPSHOT);
  assert.equal((await first).status, 'summarized');
  await ready(compactor);
});

test('a call from within is told so', async () => {
  const caught = [];
  const compactor = make(async () => {
    await compactor.compact(MESSAGES).catch((error) => caught.push(error.code));
    return SNAPSHOT;
  });
  assert.equal((await compactor.compact(MESSAGES)).status, 'summarized');
  assert.deepEqual(caught, ['BUSY']);
});

const ENDS = { answers: () => SNAPSHOT, throws: () => { throw new Error('the call was cut off'); }, 'never answers': () => new Promise(() => {}) };
for (const [name, end] of Object.entries(ENDS)) {
  test(`a run that is cancelled while a summary is made ends as cancelled: it ${name}`, async () => {
    const compactor = make(() => {
      queueMicrotask(() => compactor.cancel());
      return name === 'never answers' ? end() : new Promise((resolve) => { setImmediate(resolve); }).then(end);
    });
    const result = await compactor.compact(MESSAGES);
    assert.deepEqual([result.status, result.changed, result.messages === MESSAGES], ['cancelled', false, true]);
    assert.deepEqual([result.code, result.tokensAfter], ['cancelled', result.tokensBefore]);
    compactor.cancel();
    await ready(compactor);
  });
}

test('a run that is cancelled from within summarize ends as cancelled', async () => {
  const compactor = make(() => {
    compactor.cancel();
    return SNAPSHOT;
  });
  assert.equal((await compactor.compact(MESSAGES)).status, 'cancelled');
  await ready(compactor);
});

test('a signal of the wrong type is an error, and the compactor stays ready', async () => {
  const compactor = make(() => SNAPSHOT);
  const broken = { aborted: false, addEventListener: () => { throw new Error('no events'); }, removeEventListener: () => {} };
  for (const signal of [7, 'stop', {}, { aborted: 1 }]) await assert.rejects(compactor.compact(MESSAGES, { signal }), { code: 'INVALID_OPTION', path: '/signal' });
  await assert.rejects(compactor.compact(MESSAGES, { signal: broken }), /no events/);
  assert.equal((await compactor.compact(MESSAGES)).status, 'summarized');
});

test('a hundred workers have compactors of their own', { timeout: 300_000 }, async () => {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { Compactor } = await import(workerData.module);
    const compactor = new Compactor({ contextWindow: 10_000, clearWhen: 'never' });
    const { status, messages } = await compactor.view(workerData.messages);
    const again = await compactor.view(workerData.messages);
    parentPort.postMessage([status, messages.length, again.status, again.messages.length]);
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const workerData = { messages: MESSAGES, module: import.meta.resolve('conspectus') };
  const own = await make('extractive').compact(MESSAGES);
  const run = () => new Promise((resolve, reject) => new Worker(url, { workerData }).once('message', resolve).once('error', reject));
  for (let batch = 0; batch < 10; batch++) {
    for (const found of await Promise.all(Array.from({ length: 10 }, run))) assert.deepEqual(found, ['summarized', own.messages.length, 'unchanged', own.messages.length]);
  }
});
