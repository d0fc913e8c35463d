// `Compactor.compact`: what it asks for and what it returns. A run that fails leaves the history as
// it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Compactor, compact } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { Machine, applyPatch } from 'conspectus/sansio';
import { SNAPSHOT, frozen, session } from './builders.mjs';

const MESSAGES = frozen(session(20, 2000));
/** Nothing stands in for a summary that fails. */
const make = (summarize, options) => new Compactor({ contextWindow: 10_000, clearWhen: 'never', fallback: 'none', summarizerWindow: 64_000, summarize, ...options });
const always = () => SNAPSHOT;
/** A run that needs no summary goes through. */
const ready = async (compactor) => assert.equal((await compactor.compact(session(1))).status, 'unchanged');

test('a summary replaces what is older', async () => {
  const requests = [];
  const compactor = make(async (request) => { requests.push(request); return SNAPSHOT; });
  const result = await compactor.compact(MESSAGES);
  assert.deepEqual([result.status, result.changed], ['summarized', true]);
  assert.match(result.summary, /never touch main/);
  assert.equal(result.messages.at(-1), MESSAGES.at(-1));
  assert.equal(result.messages.length, result.log['sizes.messages_after']);
  assert.ok(result.messages.length < MESSAGES.length);
  assert.match(JSON.stringify(result.messages), /never touch main/);
  assert.ok(estimateTokens(result.messages).tokens < estimateTokens(MESSAGES).tokens);
  assert.equal(requests.length, 1);
  for (const key of ['system', 'messages', 'maxOutputTokens', 'inputTokens', 'purpose']) assert.ok(key in requests[0], key);
  assert.match(inspect(result), /^<Result summarized: [\d,]+ -> [\d,]+ tokens, next prompt \d+ % of 10,000>$/);
  await ready(compactor);
});

test('below the trigger the very same list comes back', async () => {
  const messages = frozen(session(1));
  const result = await make(always).compact(messages);
  assert.deepEqual([result.status, result.changed, result.summary], ['unchanged', false, null]);
  assert.equal(result.messages, messages);
});

test('an answer may be a string or an object with a text, now or later', async () => {
  for (const answer of [SNAPSHOT, { text: SNAPSHOT }]) {
    assert.ok((await make(() => answer).compact(MESSAGES)).changed);
    assert.ok((await make(async () => answer).compact(MESSAGES)).changed);
  }
});

for (const [answer, code] of [['', 'summary_empty'], ['I cannot do that.', 'summary_refused'], [SNAPSHOT.replace('fine', 'fine '.repeat(50_000)), 'summary_loops']]) {
  test(`a useless answer changes nothing: ${code}`, async () => {
    const result = await make(() => answer).compact(MESSAGES);
    assert.deepEqual([result.status, result.code], ['failed', code]);
    assert.equal(result.messages, MESSAGES);
  });
}

test('what summarize throws reaches the caller as it is', async () => {
  for (const trouble of [new RangeError('no such model'), 'a string', undefined, Object.create(null), Symbol('s')]) {
    const script = [() => { throw trouble; }, () => Promise.reject(trouble), always];
    const compactor = make(() => script.shift()());
    for (let turn = 0; turn < 2; turn++) {
      let caught = 'nothing';
      await compactor.compact(MESSAGES).catch((error) => { caught = error; });
      assert.equal(caught, trouble);
    }
    assert.ok((await compactor.compact(MESSAGES)).changed, 'the machine can run again');
  }
});

test('what summarize throws is told where something stands in', async () => {
  const compactor = make(() => { throw new RangeError('no such model'); }, { fallback: 'extractive' });
  const { status, summary, fallback } = await compactor.compact(MESSAGES);
  assert.deepEqual([status, typeof summary, fallback], ['summarized', 'string', { code: 'summarizer_error', text: 'the summarizer failed: no such model' }]);
});

test('what beforeCompact throws reaches the caller as it is', async () => {
  const trouble = new Error('no disk');
  let calls = 0;
  const compactor = make(always, { beforeCompact: () => { if (calls++ === 0) throw trouble; } });
  await assert.rejects(compactor.compact(MESSAGES), (error) => error === trouble);
  assert.ok((await compactor.compact(MESSAGES)).changed);
});

test('an answer of another type says what is missing', async () => {
  for (const answer of [7, {}, [1]]) await assert.rejects(make(() => answer).compact(MESSAGES), /summarize.*must return a string/);
  // It is a mistake of the program, so nothing stands in for it.
  await assert.rejects(make(() => 7, { fallback: 'extractive' }).compact(MESSAGES), /summarize.*must return a string/);
});

test('the extractive summariser is the default, needs no model and writes the same every time', async () => {
  const first = await make('extractive').compact(MESSAGES);
  assert.deepEqual([first.status, typeof first.summary], ['summarized', 'string']);
  assert.deepEqual((await make(undefined).compact(MESSAGES)).messages, first.messages);
});

test('wrong functions are found when the compactor is made', () => {
  const refused = (options, path, message) => assert.throws(() => new Compactor(options), (error) => error.code === 'INVALID_OPTION' && error.path === path && message.test(error.message));
  for (const summarize of [7, {}, 'host', true]) refused({ summarize }, '/summarize', /must be a function, or 'extractive'/);
  for (const name of ['store', 'beforeCompact', 'onCompact']) refused({ [name]: 'text' }, `/${name}`, /must be a function/);
  refused({ preset: { name: 'qwen-code', restore: 'text' } }, '/preset/restore', /must be a function/);
  refused({ tokenizer: {} }, '/tokenizer', /a function that counts/);
  refused({ summarise: always }, '/summarise', /did you mean `summarize`/);
  refused({ contextWindow: always }, '/contextWindow', /must be an integer/);
});

test('an abort ends the run at once and changes nothing', async () => {
  const controller = new AbortController();
  let seen;
  const script = [(request, { signal }) => {
    seen = signal;
    setImmediate(() => controller.abort());
    return new Promise(() => {}); // never answers
  }, always];
  const compactor = make((...given) => script.shift()(...given));
  const result = await compactor.compact(MESSAGES, { signal: controller.signal });
  assert.deepEqual([result.status, result.changed], ['cancelled', false]);
  assert.equal(result.messages, MESSAGES);
  assert.ok(seen.aborted);
  await ready(compactor);
  const late = await compactor.compact(MESSAGES, { signal: controller.signal });
  assert.deepEqual([late.status, script.length], ['cancelled', 1]);
  assert.ok((await compactor.compact(MESSAGES, { signal: new AbortController().signal })).changed);
});

const never = () => new Promise(() => {});

test('a model that never answers is waited for so long, and then something stands in', async () => {
  let seen;
  const summarize = ({ timeoutS }, { signal }) => {
    seen = { timeoutS, signal };
    return never();
  };
  const host = new AbortController();
  for (const signal of [undefined, host.signal]) {
    const result = await make(summarize, { summarizeTimeoutS: 0.02, fallback: 'extractive' }).compact(MESSAGES, { signal });
    assert.deepEqual([result.status, result.fallback.code, result.fallback.text.includes('within 0.02 s')], ['summarized', 'summarizer_error', true]);
    assert.deepEqual([result.error.name, result.error, seen.timeoutS], ['TimeoutError', seen.signal.reason, 0.02]);
  }
  await assert.rejects(make(summarize, { summarizeTimeoutS: 0.02 }).compact(MESSAGES), { name: 'TimeoutError', message: "`summarize` didn't answer within 0.02 s" });
  assert.ok((await make(always, { summarizeTimeoutS: 0 }).compact(MESSAGES)).changed);
});

test('a signal of the host that times out is a failed call', async () => {
  for (const signal of [AbortSignal.timeout(20), AbortSignal.abort(new DOMException('late', 'TimeoutError'))]) {
    const result = await make(never, { fallback: 'extractive' }).compact(MESSAGES, { signal });
    assert.deepEqual([result.status, result.fallback.code, result.error], ['summarized', 'summarizer_error', signal.reason]);
  }
});

test('a signal that is none is refused at once', async () => {
  const compactor = make(always);
  for (const signal of [7, {}, 'abort', true, new AbortController()]) {
    await assert.rejects(compactor.compact(MESSAGES, { signal }), { code: 'INVALID_OPTION', path: '/signal' });
  }
  assert.ok((await compactor.compact(MESSAGES, { signal: null })).changed);
});

test('messages added meanwhile stay at the end', async () => {
  const messages = structuredClone(MESSAGES);
  const late = { role: 'user', parts: [{ text: 'one more thing' }] };
  const result = await make(() => { messages.push(late); return SNAPSHOT; }).compact(messages);
  assert.ok(result.changed);
  assert.equal(result.messages.at(-1), late);
});

test('an edit meanwhile makes it stale', async () => {
  const messages = structuredClone(MESSAGES);
  const summarize = () => {
    messages[0] = { role: 'user', parts: [{ text: 'something else entirely' }] };
    return SNAPSHOT;
  };
  const result = await make(summarize).compact(messages);
  assert.equal(result.status, 'conflict');
  assert.equal(result.messages, messages);
});

test('two runs at once are refused and the first goes on', async () => {
  let answer, asked;
  const isAsked = new Promise((resolve) => { asked = resolve; });
  const compactor = make(() => new Promise((resolve) => { asked(answer = resolve); }));
  const first = compactor.compact(MESSAGES);
  await assert.rejects(compactor.compact(MESSAGES), { code: 'BUSY' });
  await isAsked;
  answer(SNAPSHOT);
  assert.ok((await first).changed);
  await ready(compactor);
});

test('a wrong argument is refused and the machine stays ready', async () => {
  const compactor = make(always);
  await assert.rejects(compactor.compact(MESSAGES, { focre: true }), { code: 'INVALID_OPTION', path: '/focre' });
  await assert.rejects(compactor.compact(MESSAGES, { summarize: always }), { code: 'INVALID_OPTION', path: '/summarize' });
  await assert.rejects(compactor.compact(MESSAGES, 'force'), { code: 'INVALID_OPTION', path: '' });
  await assert.rejects(compactor.compact('text'), { code: 'INVALID_MESSAGES', path: '' });
  await ready(compactor);
});

test('one call takes options and what goes with the messages', async () => {
  const options = { contextWindow: 10_000, summarizerWindow: 64_000, clearWhen: 'never', summarize: always };
  const { status, messages } = await compact(MESSAGES, { ...options, usage: 9_999, signal: new AbortController().signal });
  assert.equal(status, 'summarized');
  assert.deepEqual(messages, (await make(always).compact(MESSAGES, { usage: 9_999 })).messages);
  assert.equal((await compact(MESSAGES, { force: true })).status, 'summarized');
  await assert.rejects(compact(MESSAGES, { trigger: 2 }), { code: 'INVALID_OPTION', path: '/trigger' });
  await assert.rejects(compact(MESSAGES), { path: '/contextWindow' });
});

test('the loop can be written by hand', () => {
  const machine = new Machine({ contextWindow: 10_000, summarizerWindow: 64_000, clearWhen: 'never', summarize: 'host' });
  // A number is the last prompt: the newest message comes on top.
  machine.handleMessages(MESSAGES, { usage: { tokens: 40_000, messages: MESSAGES.length } });
  const kinds = [];
  let patch;
  for (let action; (action = machine.pollAction()) !== null; kinds.push(action.kind)) {
    if (action.kind === 'before_compact') assert.deepEqual(action.trigger, 'auto');
    else if (action.kind === 'summarize') machine.handleSummary(SNAPSHOT);
    else if (action.kind === 'apply') {
      patch = action.patch;
      machine.handleCurrent(MESSAGES);
    } else {
      assert.deepEqual([action.result.status, action.applied, action.result.log['sizes.prompt_tokens_before'], action.result.log['preset.number']], ['summarized', true, 40_000, undefined]);
    }
  }
  assert.deepEqual(kinds, ['before_compact', 'summarize', 'apply', 'done']);
  assert.ok(applyPatch(MESSAGES, patch).length < MESSAGES.length);
});

test('a run by hand that is cancelled ends, and its answer is not used', () => {
  const machine = new Machine({ contextWindow: 10_000, summarizerWindow: 64_000, clearWhen: 'never', summarize: 'host' });
  machine.handleMessages(MESSAGES);
  const statuses = [];
  for (let action; (action = machine.pollAction()) !== null;) {
    if (action.kind === 'summarize') machine.cancel();
    else if (action.kind === 'done') statuses.push(action.result.status);
  }
  assert.deepEqual([statuses, machine.pollAction()], [['cancelled'], null]);
});
