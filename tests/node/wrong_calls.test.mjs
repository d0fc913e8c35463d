// Calls that are written wrongly: each is an error that says what to do.
import test from 'node:test';
import assert from 'node:assert/strict';
import { Compactor, FolderStore, History, countTokens, validate } from 'conspectus';
import { SNAPSHOT, session } from './builders.mjs';

const MESSAGES = session(20, 2000);
const make = (options) => new Compactor({ contextWindow: 10_000, clearWhen: 'never', ...options });
const found = 'messages must be a list, found ';

const LISTS = [
  ['a table of Arrow', { toArray: () => MESSAGES }, 'an object: give its toArray()'],
  ['a result', await make().compact(session(1)), 'an object: give its `messages`'],
  ['JSON', JSON.stringify(MESSAGES), 'a string: parse it, if it is JSON'],
  ['one message', MESSAGES[0], 'an object: put it into an array'],
  ['a set', new Set(MESSAGES), 'an object: make an array of it, [...it]'],
  ['no await', Promise.resolve(MESSAGES), 'an object: await it first'],
];
for (const [name, given, text] of LISTS) {
  test(`${name} is no list of messages`, async () => {
    const calls = [(list) => make().compact(list), async (list) => make().plan(list), async (list) => validate(list), async (list) => new History({}).extend(list)];
    for (const call of calls) await assert.rejects(call(given), { code: 'INVALID_MESSAGES', path: '', message: found + text });
  });
}

class Store {
  store() { return 'place'; }
}
const two = () => [1, 2];
const COUNT = /tokenizer must return the number of tokens, not a list: give its length/;
const REPLY = /`summarize` must return a string, an object with a `text`, or an SDK's response; await any promise in it/;
const answered = (answer) => make({ summarize: () => answer }).compact(MESSAGES, { force: true });

const CALLS = [
  ['a class as store', () => make({ store: Store }), /store must be a function or a FolderStore, not a class: use new Store\(...\)/],
  ['a folder as store', () => make({ store: 'outputs' }), /store must be a function or a FolderStore/],
  ['the store itself', () => make({ store: FolderStore }), /not a class: use new FolderStore\(...\)/],
  ['a class as summarize', () => make({ summarize: Store }), /summarize must be a function, or 'extractive', not a class: use new Store\(...\)/],
  ['a class as tokenizer', () => make({ tokenizer: Store }), /tokenizer must be a name, a function that counts, or an object with a function `count`/],
  ['tokens of messages', () => make({ tokenizer: two }).compact(MESSAGES), COUNT],
  ['tokens of a list', () => countTokens(MESSAGES, { tokenizer: two }), COUNT],
  ['tokens of a text', () => countTokens('text', { tokenizer: two }), COUNT],
  ['tokens of a history', () => new History({ tokenizer: { count: two } }).extend(MESSAGES), COUNT],
  ['a tokenizer that is async', () => make({ tokenizer: async () => 1 }).compact(MESSAGES), /the number of tokens, not a promise/],
  ['messages as a summary', () => answered(MESSAGES), REPLY],
  ['a response that was not read', () => answered(new Response('text')), REPLY],
  ['a text that was not awaited', () => answered({ text: Promise.resolve(SNAPSHOT) }), REPLY],
  ['a copy', () => JSON.stringify(make()), /use compactor.save\(\) and Compactor.load/],
];
for (const [name, call, text] of CALLS) {
  test(`${name} is told what to do`, () => assert.rejects(async () => call(), text));
}

test('the message of an SDK is a summary', async () => {
  const { messages } = await answered(SNAPSHOT);
  for (const reply of [{ role: 'assistant', content: SNAPSHOT }, { role: 'assistant', content: [{ type: 'text', text: SNAPSHOT }] }]) {
    assert.deepEqual((await answered(reply)).messages, messages);
  }
});
