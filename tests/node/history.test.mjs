// `History` counts only new messages, and its numbers equal those of one reading of the whole list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { History, countTokens } from 'conspectus';
import { random, session, withImage } from './builders.mjs';
import operations from '../../bindings-node/operations.cjs';

const { estimateTokens, findSplitPoint, microcompact } = operations;

function sameAsWhole(history, messages) {
  const { tokens, chars, media } = estimateTokens(messages);
  assert.deepEqual([history.length, history.tokens, history.chars, history.media], [messages.length, tokens, chars, media]);
  assert.deepEqual(history.splitPoint(), findSplitPoint(messages));
  assert.equal(history.splitIndex, findSplitPoint(messages).index);
  assert.deepEqual(history.countTokens(), countTokens(messages));
}

test('message by message and all at once give the same numbers', () => {
  const messages = [...session(5), ...withImage(), ...session(3)];
  const history = new History();
  for (const message of messages) assert.equal(history.append(message), history);
  sameAsWhole(history, messages);
  sameAsWhole(new History().extend(messages), messages);
  sameAsWhole(new History().extend(messages.slice(0, 7)).extend(messages.slice(7)), messages);
  sameAsWhole(new History(), []);
});

test('sync reads only what is new', () => {
  const messages = session(10);
  const history = new History();
  assert.equal(history.sync(messages), 40);
  assert.equal(history.sync(messages), 0);
  messages.push(...session(1));
  assert.equal(history.sync(messages), 4);
  assert.equal(history.sync([...messages]), 0);
  sameAsWhole(history, messages);
});

test('sync does not look into known messages but the last', () => {
  let looks = 0;
  const watched = (message) => new Proxy(message, { get: (target, key) => { looks++; return Reflect.get(target, key); } });
  const messages = session(100).map(watched);
  const history = new History();
  history.sync(messages);
  looks = 0;
  history.sync(messages);
  const one = looks;
  assert.ok(one > 0);
  looks = 0;
  messages.push(watched({ role: 'user', parts: [{ text: 'news' }] }));
  history.sync(messages);
  assert.ok(looks < 4 * one, `${looks} looks`);
});

test('sync sees the last message grow in place', () => {
  const messages = session(3);
  const history = new History();
  history.sync(messages);
  messages.at(-1).parts[0].text += ' And more.';
  assert.equal(history.sync(messages), 1);
  sameAsWhole(history, messages);
});

test('sync follows a shorter or another list', () => {
  const history = new History();
  history.sync(session(5));
  const messages = session(5).slice(0, 7);
  assert.equal(history.sync(messages), 0);
  sameAsWhole(history, messages);
  const other = [{ role: 'user', parts: [{ text: 'else' }] }, ...messages];
  assert.equal(history.sync(other), 8);
  sameAsWhole(history, other);
  history.sync([]);
  sameAsWhole(history, []);
});

test('sync knows equal copies by their shape, and takes the new objects as the known ones', () => {
  const messages = session(5);
  const history = new History();
  history.sync(messages);
  const copies = structuredClone(messages);
  assert.equal(history.sync(copies), 0);
  copies[2].parts[0].functionResponse.response.output = 'edited in place: identity hides it';
  assert.equal(history.sync(copies), 0);
  assert.equal(history.sync(structuredClone(copies)), 18);
});

test('an edit in place is seen with hashes only', () => {
  const messages = session(5);
  const byShape = new History();
  const byHash = new History({ verify: 'hash' });
  byShape.sync(messages);
  byHash.sync(messages);
  const result = messages[2].parts[0].functionResponse.response;
  result.output = result.output.replaceAll('0', '1');
  assert.equal(byShape.sync(messages), 0);
  assert.equal(byHash.sync(messages), 18);
  sameAsWhole(byHash, messages);
});

test('any course of events ends in the same numbers', () => {
  for (const options of [{}, { verify: 'hash' }]) {
    const next = random(7);
    const history = new History(options);
    let messages = [];
    for (let round = 0; round < 300; round++) {
      switch (next(6)) {
        case 0: messages = messages.slice(0, next(messages.length + 1)); break;
        case 1: messages = [...messages, ...session(1, 2 * next(50)).slice(0, 1 + next(4))]; break;
        case 2: messages.push({ role: 'user', parts: [{ text: 'x'.repeat(next(50)) }] }); break;
        case 3: if (messages.length) messages[next(messages.length)] = { role: 'model', parts: [{ text: 'y'.repeat(next(50)) }] }; break;
        case 4: if (messages.length) messages.at(-1).parts = [{ text: 'z'.repeat(next(50)) }]; break;
        default: messages = structuredClone(messages);
      }
      history.sync(messages);
      sameAsWhole(history, messages);
    }
  }
});

test('truncate forgets the end', () => {
  const messages = session(5);
  const history = new History().extend(messages).truncate(7);
  sameAsWhole(history, messages.slice(0, 7));
  assert.equal(history.truncate(100).length, 7);
  history.extend(messages.slice(7));
  sameAsWhole(history, messages);
});

test('microcompact gives what the operation gives, and reads what is new first', () => {
  const messages = session(20, 4000);
  const history = new History().extend(messages.slice(0, 50));
  const result = history.microcompact(messages, { force: true });
  const { messages: cleared } = result;
  assert.deepEqual(result, microcompact(messages, { force: true }));
  assert.equal(history.length, 80);
  assert.equal(history.sync(cleared), 78);
  sameAsWhole(history, cleared);
});

test('estimate adds what surrounds the history', () => {
  const messages = session(2);
  const around = { system: 's'.repeat(400), tools: [{ name: 'f' }] };
  assert.deepEqual(new History().extend(messages).countTokens(around), countTokens(messages, around));
});

test('a sync that fails keeps what it knew to be right', () => {
  const messages = session(2);
  const history = new History();
  history.sync(messages);
  assert.throws(() => history.sync([...messages, null]), { code: 'INVALID_MESSAGES', path: '/8' });
  sameAsWhole(history, messages);
  assert.throws(() => history.sync([...messages.slice(0, 3), { role: 5 }]), { code: 'INVALID_MESSAGES', path: '/3/role' });
  assert.equal(history.sync(messages), 5);
  sameAsWhole(history, messages);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

test('the ledger does not keep messages that it forgot', async () => {
  const history = new History();
  let message = { role: 'user', parts: [{ text: 'x'.repeat(100_000) }] };
  const ghost = new WeakRef(message);
  history.append({ role: 'user', content: 'a' }).append(message).truncate(1);
  message = null;
  await new Promise((resolve) => { setImmediate(resolve); });
  collect();
  assert.equal(ghost.deref(), undefined);
});
