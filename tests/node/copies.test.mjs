// Hosts that copy their list each turn: what is equal to what was read is not read again, and
// whatever is not equal is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';
import { session } from './builders.mjs';

const OPTIONS = { contextWindow: 10_000, summarizerWindow: 64_000 };
const WIDE = { contextWindow: 200_000, dialect: 'openai_chat', repairHistory: 'on_refusal' };

const messages = () => Array.from({ length: 30 }, (_, number) => ({ role: 'user', content: [{ type: 'text', text: `Step ${number}.` }], note: number }));

async function told(compactor, given) {
  const result = await compactor.compact(given, { usage: 2_000 });
  assert.equal(result.messages, given);
  return result.tokensBefore;
}

const fresh = (given) => told(new Compactor(WIDE), given);

/** A compactor that has seen that its host copies. */
async function copying() {
  const compactor = new Compactor(WIDE);
  for (let turn = 0; turn < 2; turn++) await told(compactor, messages());
  return compactor;
}

/** A message that counts how often it is asked what it holds. */
class Model {
  static asked = 0;
  #fields;
  constructor(fields) {
    this.#fields = fields;
  }
  toJSON() {
    Model.asked++;
    return this.#fields;
  }
}

test('copies are not read again', async () => {
  const shared = new Model({ role: 'user', content: 'A model.' });
  const compactor = new Compactor(WIDE);
  const asked = [];
  for (let turn = 0; turn < 5; turn++) {
    const given = [...messages(), shared, ...messages(), { role: 'user', content: `Turn ${turn}.` }];
    const before = Model.asked;
    const size = await told(compactor, given);
    asked.push(Model.asked - before > 0);
    assert.equal(size, await fresh(given));
  }
  assert.deepEqual(asked, [true, false, false, false, false]);
});

test('only the same object stands for what is no plain data', async () => {
  const compactor = new Compactor(WIDE);
  for (const length of [1, 1, 1, 4_000]) {
    const given = [...messages().slice(0, 9), new Model({ role: 'user', content: 'x '.repeat(length) }), ...messages()];
    assert.equal(await told(compactor, given), await fresh(given));
  }
});

test('what was edited in place is noticed, and so is a copy of it', async () => {
  for (const isShownFirst of [false, true]) {
    const compactor = await copying();
    const kept = messages();
    const size = await told(compactor, kept);
    kept[3].content[0].text += 'more '.repeat(500);
    if (isShownFirst) assert.equal(await told(compactor, kept), await fresh(kept));
    const given = structuredClone(kept);
    assert.equal(await told(compactor, given), await fresh(given));
    assert.ok((await fresh(given)) > size + 400);
  }
});

const EDITS = {
  text: (message) => { message.content = 'another '.repeat(40); },
  part: (message) => { message.content.push({ type: 'text', text: 'more '.repeat(40) }); },
  fewer: (message) => { message.content = []; },
  role: (message) => { message.role = 'assistant'; },
  field: (message) => { message.tool_calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }]; },
  gone: (message) => { delete message.content; },
  deep: (message) => { message.content[0].text = { a: [1, { b: 'word '.repeat(40) }] }; },
  lone: (message) => { message.content = '\ud800'.repeat(90); },
};

for (const [name, edit] of Object.entries(EDITS)) {
  test(`an edit of a copy is noticed: ${name}`, async () => {
    for (const place of [0, 14, 28, 29]) {
      const compactor = await copying();
      const given = messages();
      edit(given[place]);
      for (let turn = 0; turn < 3; turn++) assert.equal(await told(compactor, structuredClone(given)), await fresh(given));
      assert.equal(await told(compactor, messages()), await fresh(messages()));
    }
  });
}

test('only the same value is the same', async () => {
  const values = [1, '1', true, null, undefined, 0, -0, [1], [1, 2], { 0: 1 }, NaN, { a: 1, b: 2 }, { b: 2, a: 1 }, new Date(7), new Uint8Array([1]), new Model({ a: 1 }), () => 1, Symbol('a'), Object.create({ a: 1 }), 'ö', 'öffnen'.repeat(9)];
  const given = (value) => [
    { role: 'user', parts: [{ text: 'Go.' }] },
    { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: { value } } }] },
    ...session(3),
  ];
  const gemini = { contextWindow: 200_000, dialect: 'gemini', repairHistory: 'on_refusal' };
  const compactor = new Compactor(gemini);
  for (const value of values) {
    for (const other of values) {
      await told(compactor, given(value));
      assert.equal(await told(compactor, given(other)), await told(new Compactor(gemini), given(other)), `${String(value)} ${String(other)}`);
    }
  }
});

test('what no dialect reads is not compared, and no getter of it is called', async () => {
  const compactor = await copying();
  const shared = new Model({ role: 'user', content: 'A model.' });
  const last = { role: 'user', content: 'The last.' };
  for (let turn = 0; turn < 2; turn++) await told(compactor, [...messages(), shared, last]);
  const before = Model.asked;
  const again = messages().map((message, number) => Object.defineProperty(message, 'note', number % 2 ? { value: () => number } : { get() { throw new Error('not to be called'); }, enumerable: true }));
  await told(compactor, [...again, shared, last]);
  assert.equal(Model.asked, before);
});

test('a getter that fails, or calls the compactor, is met as ever', async () => {
  const compactor = await copying();
  const failing = messages();
  Object.defineProperty(failing[4], 'content', { get() { throw new Error('gone'); }, enumerable: true });
  assert.equal(await told(compactor, failing), await fresh(failing));
  const nested = messages();
  let error;
  Object.defineProperty(nested[4], 'content', { get() { try { compactor.plan(messages()); } catch (thrown) { error ??= thrown; } return []; }, enumerable: true });
  await told(compactor, nested);
  assert.equal(error.code, 'WRONG_ORDER');
});

test('a full list that is copied is recognised, and its edits too', async () => {
  const compactor = new Compactor(OPTIONS);
  const full = session(20, 2000);
  assert.equal((await compactor.view(full)).status, 'summarized');
  let given;
  for (let turn = 0; turn < 3; turn++) {
    given = structuredClone(full);
    const result = await compactor.view(given);
    assert.deepEqual([result.status, result.changed], ['unchanged', true]);
    assert.equal(result.messages.at(-1), given.at(-1));
  }
  // The host edits what it gave, and gives a copy: that is another list.
  given[3].parts[0].text += '!';
  assert.equal((await compactor.view(structuredClone(given))).status, 'summarized');
});

test('after an error the messages of another list are not taken for known ones', async () => {
  const list = (word) => Array.from({ length: 6 }, (_, place) => ({ role: place % 2 ? 'assistant' : 'user', content: `${word} `.repeat(60 * (place + 1)) }));
  const [first, second] = [list('alpha'), list('rather longer words than those')];
  const compactor = new Compactor({ contextWindow: 200_000 });
  await compactor.compact(first);
  await assert.rejects(compactor.compact(second, { focre: true }), { code: 'INVALID_OPTION' });
  const fresh = await new Compactor({ contextWindow: 200_000 }).compact(second);
  assert.equal((await compactor.compact(second)).tokensBefore, fresh.tokensBefore);
});
