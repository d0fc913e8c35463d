// `Compactor.compact`: what it asks for and what it returns. A run that fails leaves the history as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import conspectus from '../../bindings-node/index.cjs';
import { SNAPSHOT, frozen, session } from './builders.mjs';

const { Compactor, estimateTokens } = conspectus;
const MESSAGES = frozen(session(20, 2000));
const make = (options) => new Compactor({ contextWindow: 10_000, prune: false, ...options });
const ready = (compactor) => {
  assert.ok(['idle', 'done'].includes(compactor.state), compactor.state);
  assert.equal(compactor.pollAction(), null);
};

test('a summary replaces what is older', async () => {
  const requests = [];
  const compactor = make();
  const result = await compactor.compact(MESSAGES, { summarize: async (request) => { requests.push(request); return SNAPSHOT; } });
  assert.deepEqual([result.status, result.applied], ['compressed', true]);
  assert.equal(result.messages.at(-1), MESSAGES.at(-1));
  assert.equal(result.messages.length, result.report.messagesAfter);
  assert.ok(result.messages.length < MESSAGES.length);
  assert.match(JSON.stringify(result.messages), /never touch main/);
  assert.ok(estimateTokens(result.messages).tokens < estimateTokens(MESSAGES).tokens);
  assert.equal(requests.length, 1);
  for (const key of ['system', 'messages', 'maxOutputTokens', 'inputTokens', 'purpose']) assert.ok(key in requests[0], key);
  ready(compactor);
});

test('below the trigger the very same list comes back', async () => {
  const messages = frozen(session(1));
  const result = await make().compact(messages);
  assert.deepEqual([result.status, result.applied], ['noop', false]);
  assert.equal(result.messages, messages);
});

test('an answer may be a string or an object with a text, now or later', async () => {
  for (const answer of [SNAPSHOT, { text: SNAPSHOT }]) {
    assert.ok((await make().compact(MESSAGES, { summarize: () => answer })).applied);
    assert.ok((await make().compact(MESSAGES, { summarize: async () => answer })).applied);
  }
});

for (const [answer, status] of [['', 'failed_empty_summary'], ['I cannot do that.', 'failed_invalid_summary'], [SNAPSHOT.replace('fine', 'fine '.repeat(50_000)), 'failed_inflated_token_count']]) {
  test(`a useless answer changes nothing: ${status}`, async () => {
    const result = await make().compact(MESSAGES, { summarize: () => answer });
    assert.equal(result.status, status);
    assert.equal(result.messages, MESSAGES);
  });
}

test('what summarize throws reaches the caller as it is', async () => {
  for (const trouble of [new RangeError('no such model'), 'a string', undefined, Object.create(null), Symbol('s')]) {
    const compactor = make();
    let caught = 'nothing';
    await compactor.compact(MESSAGES, { summarize: () => { throw trouble; } }).catch((error) => { caught = error; });
    assert.equal(caught, trouble);
    caught = 'nothing';
    await compactor.compact(MESSAGES, { summarize: () => Promise.reject(trouble) }).catch((error) => { caught = error; });
    assert.equal(caught, trouble);
    ready(compactor);
    assert.ok((await compactor.compact(MESSAGES, { summarize: () => SNAPSHOT })).applied, 'the machine can run again');
  }
});

test('an answer of another type, or no summarize, says what is missing', async () => {
  for (const answer of [null, undefined, 7, {}, { text: 3 }]) await assert.rejects(make().compact(MESSAGES, { summarize: () => answer }), /summarize.*must return a string/);
  await assert.rejects(make().compact(MESSAGES), { name: 'TypeError', message: /embedded/ });
});

test('the embedded summariser needs no model and writes the same every time', async () => {
  const first = await make({ summarizer: 'embedded' }).compact(MESSAGES);
  assert.ok(first.applied);
  assert.deepEqual((await make({ summarizer: 'embedded' }).compact(MESSAGES)).messages, first.messages);
});

test('an abort ends the run at once and changes nothing', async () => {
  const compactor = make();
  const controller = new AbortController();
  let seen;
  const summarize = (request, { signal }) => {
    seen = signal;
    setImmediate(() => controller.abort());
    return new Promise(() => {}); // never answers
  };
  const result = await compactor.compact(MESSAGES, { summarize, signal: controller.signal });
  assert.deepEqual([result.status, result.applied], ['cancelled', false]);
  assert.equal(result.messages, MESSAGES);
  assert.equal(seen, controller.signal);
  ready(compactor);
  const late = await compactor.compact(MESSAGES, { summarize: () => assert.fail('asked'), signal: controller.signal });
  assert.equal(late.status, 'cancelled');
  assert.ok((await compactor.compact(MESSAGES, { summarize: () => SNAPSHOT, signal: new AbortController().signal })).applied);
});

test('a run that was cancelled by hand ends, and its answer is not used', async () => {
  const compactor = make();
  const result = await compactor.compact(MESSAGES, { summarize: () => { compactor.cancel(); return SNAPSHOT; } });
  assert.equal(result.status, 'cancelled');
  assert.equal(result.messages, MESSAGES);
  ready(compactor);
});

test('messages added meanwhile stay at the end', async () => {
  const messages = structuredClone(MESSAGES);
  const late = { role: 'user', parts: [{ text: 'one more thing' }] };
  const result = await make().compact(messages, { summarize: () => { messages.push(late); return SNAPSHOT; } });
  assert.ok(result.applied);
  assert.equal(result.messages.at(-1), late);
});

test('an edit meanwhile makes it stale', async () => {
  const messages = structuredClone(MESSAGES);
  const summarize = () => {
    messages[0] = { role: 'user', parts: [{ text: 'something else entirely' }] };
    return SNAPSHOT;
  };
  const result = await make().compact(messages, { summarize });
  assert.equal(result.status, 'stale');
  assert.equal(result.messages, messages);
});

test('two runs at once are refused and the first goes on', async () => {
  const compactor = make();
  let answer;
  const first = compactor.compact(MESSAGES, { summarize: () => new Promise((resolve) => { answer = resolve; }) });
  await assert.rejects(compactor.compact(MESSAGES, { summarize: () => assert.fail('asked') }), { code: 'INVALID_STATE' });
  answer(SNAPSHOT);
  assert.ok((await first).applied);
  ready(compactor);
});

test('a wrong argument is refused and the machine stays ready', async () => {
  const compactor = make();
  await assert.rejects(compactor.compact(MESSAGES, { focre: true }), { code: 'INVALID_CONFIG', path: '/focre' });
  await assert.rejects(compactor.compact('text'), { code: 'INVALID_MESSAGES', path: '' });
  ready(compactor);
});

test('the loop can be written by hand', () => {
  const compactor = make();
  compactor.handleMessages(MESSAGES, { promptTokens: 9_999 });
  const kinds = [];
  let patch;
  for (let action; (action = compactor.pollAction()) !== null; kinds.push(action.kind)) {
    if (action.kind === 'hook') assert.deepEqual([action.event, action.trigger], ['pre_compress', 'auto']);
    else if (action.kind === 'summarize') compactor.handleSummary(SNAPSHOT);
    else if (action.kind === 'apply') {
      patch = action.patch;
      compactor.handleCurrent(MESSAGES);
    } else {
      assert.deepEqual([action.status, action.statusNumber, action.applied, action.report.tokensUsed], ['compressed', 1, true, 9_999]);
    }
  }
  assert.deepEqual(kinds, ['hook', 'summarize', 'apply', 'done']);
  assert.ok(conspectus.applyPatch(MESSAGES, patch).length < MESSAGES.length);
});
