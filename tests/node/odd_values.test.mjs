// Values that are no data, in messages: no run ends, what no dialect reads is not looked at, and the
// same objects come back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds } from './needs.mjs';
import { Compactor, FolderStore, countTokens, repair, validate } from '../../bindings-node/index.js';

const WORDS = 'The parser fails on the third line of a.py, and the fix is in b.py. '.repeat(10);

class Own {
  #secret = 1;
  field = this.#secret;
}

class Endless {
  toJSON() { return { one: new Endless(), other: [new Endless()] }; }
}

const throwing = () => { throw new Error('mine'); };
const cyclicList = () => {
  const list = [1];
  list.push(list, list, list);
  return list;
};
const cyclicObject = () => {
  const object = { a: 1 };
  object.self = object.again = [object];
  return object;
};
const deep = () => {
  let value = [];
  for (let level = 0; level < 5_000; level++) value = [value];
  return value;
};
const getters = () => ({ get one() { return getters(); }, get other() { return getters(); } });

const KINDS = {
  bigint: () => 2n ** 70n, set: () => new Set([1]), map: () => new Map([[1, 2]]), symbol: () => Symbol('s'), function: () => () => 1, class: () => Own,
  instance: () => new Own(), date: () => new Date(0), invalidDate: () => new Date(NaN), pattern: () => /a+/, error: () => new Error('no'),
  promise: () => Promise.resolve(1), weakMap: () => new WeakMap(), weakRef: () => new WeakRef({}), generator: () => (function* () { yield 1; })(),
  iterator: () => [1].values(), bytes: () => new Uint8Array(3), buffer: () => new ArrayBuffer(3), url: () => new URL('https://x.y/'),
  boxed: () => Object(1n), noPrototype: () => Object.create(null), undefined: () => undefined, nan: () => NaN, infinity: () => -Infinity,
  throwingGetter: () => ({ get a() { return throwing(); } }), throwingJson: () => ({ toJSON: throwing }), throwingText: () => ({ toJSON: throwing, toString: throwing }),
  proxy: () => new Proxy({}, { get: throwing, ownKeys: throwing }), badLength: () => new Proxy([], { get: (list, name) => (name === 'length' ? -1 : list[name]) }),
  cyclicList, cyclicObject, deep, endless: () => new Endless(), getters, sparse: () => [1, , 3], loneSurrogate: () => ({ '\ud800': '\udfff' }),
  signal: () => new AbortController().signal, symbolKeys: () => ({ [Symbol('s')]: 1 }),
};

const PLACES = {
  beside: (value) => ({ role: 'user', content: WORDS, trace: value }),
  metadata: (value) => ({ role: 'user', content: WORDS, metadata: { took: value, all: [value] } }),
  arguments: (value, name) => ({
    role: 'assistant',
    content: [{ type: 'text', text: WORDS, cached: value }, { type: 'tool_use', id: name, name: 'read', input: { path: 'a.py', odd: value, all: [value] } }],
  }),
};

const answered = (message, name) =>
  message.role === 'user'
    ? [message, { role: 'assistant', content: 'Yes.' }]
    : [{ role: 'user', content: 'Look.' }, message, { role: 'user', content: [{ type: 'tool_result', tool_use_id: name, content: 'ok' }] }, { role: 'assistant', content: 'Yes.' }];

function listed(make, value) {
  const turns = Array.from({ length: 6 }, (_, turn) => [
    { role: 'user', content: `Read ${turn}.py. ${WORDS}` },
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${turn}`, name: 'read', input: { path: `${turn}.py` } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${turn}`, content: WORDS }] },
    { role: 'assistant', content: [{ type: 'text', text: `${turn}.py is fine.` }] },
  ]);
  const odd = ['first', 'last'].map((name) => make(value, name));
  const messages = [...turns[0], ...answered(odd[0], 'first'), ...turns.slice(1).flat(), ...answered(odd[1], 'last')];
  return { odd, messages };
}

for (const [place, make] of Object.entries(PLACES)) {
  test(`no run ends and the same objects come back: ${place}`, async () => {
    for (const [kind, value] of Object.entries(KINDS)) {
      const { odd, messages } = listed(make, value());
      try {
        for (const preset of rounds(['default', 'gemini-cli', 'gencode'], ['default'])) {
          // Half a character is repaired in what is sent.
          const compactor = new Compactor({ contextWindow: 30_000, preset, ...(kind === 'loneSurrogate' && preset === 'default' && { repairHistory: 'on_refusal' }) });
          compactor.plan(messages);
          const result = await compactor.compact(messages, { force: true });
          assert.ok(['summarized', 'reduced'].includes(result.status), `${result.reason}`);
          // So many objects are too large to stay as they are.
          if (kind !== 'endless') assert.deepEqual(odd.map((message) => result.undo().includes(message)), [true, true]);
        }
        assert.equal(countTokens(messages).details.dialect, 'anthropic');
        if (kind !== 'loneSurrogate') assert.deepEqual(validate(messages), []);
        if (kind !== 'loneSurrogate') assert.equal(repair(messages).messages, messages);
      } catch (error) {
        throw new Error(`${kind} ${place}: ${error.stack}`);
      }
    }
  });
}

test('what no dialect reads is not asked', async () => {
  const asked = [];
  const trap = { toJSON() { asked.push('toJSON'); return {}; }, toString() { asked.push('toString'); return ''; }, get a() { asked.push('get'); return 1; } };
  for (const make of [PLACES.beside, PLACES.metadata]) {
    const { messages } = listed(make, trap);
    const compactor = new Compactor({ contextWindow: 8_000 });
    for (let round = 0; round < 3; round++) {
      compactor.plan(messages);
      const result = await compactor.compact(messages, { force: true });
      assert.ok(!result.warnings.some(({ code }) => code === 'unrecognized_content'));
      result.undo();
    }
    countTokens(messages);
    validate(messages);
  }
  assert.deepEqual(asked, []);
});

test('a list of no length and a store without a path are refused at once', () => {
  const bad = new Proxy([], { get: (list, name) => (name === 'length' ? -1 : list[name]) });
  assert.throws(() => countTokens(bad), { code: 'INVALID_MESSAGES' });
  for (const path of [undefined, null, '', 5]) assert.throws(() => new FolderStore(path), { code: 'INVALID_OPTION', path: '/path' });
});

test('a reply of an SDK is read, and nothing is an empty answer', async () => {
  const messages = Array.from({ length: 8 }, (_, number) => ({ role: 'user', content: `Read ${number}.py. ${'It is long. '.repeat(40)}` }));
  const end = async (answer) => {
    const { status, code, messages: now } = await new Compactor({ contextWindow: 8_000, summarize: () => answer }).compact(messages, { force: true });
    return { status, code, now };
  };
  const text = '<conspectus_summary><goal>Read a.py</goal><done>It is fine.</done></conspectus_summary>';
  const replies = [{ text }, { choices: [{ message: { content: text } }] }, { content: [{ type: 'thinking' }, { type: 'text', text }] }, { output_text: text }, { output: { message: { content: [{ text }] } } }];
  for (const reply of replies) assert.deepEqual(await end(reply), await end(text));
  for (const nothing of [null, undefined, { content: [{ type: 'thinking', thinking: 'Hm.' }] }]) assert.deepEqual(await end(nothing), await end(''));
});
