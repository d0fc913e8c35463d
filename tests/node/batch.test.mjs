// `conspectus/batch`: rows in order, errors as rows, text and lists alike, and few in memory.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ConspectusError, compact, countTokens, simulate } from 'conspectus';
import { compactMany, countMany, lines, simulateMany } from 'conspectus/batch';

const WINDOW = { contextWindow: 48_000 };
const TALK = [{ role: 'user', content: 'hi' }, { role: 'assistant', content: 'hello' }];
const TEXT = JSON.stringify(TALK);

function sessions(count) {
  const session = JSON.parse(readFileSync(new URL('../../examples/sessions/coding.openai_chat.json', import.meta.url), 'utf8'));
  const messages = session.messages ?? session;
  const place = messages.findIndex(({ role }) => role === 'user');
  return Array.from({ length: count }, (_, number) => messages.with(place, { role: 'user', content: `Task ${number}` }));
}

async function all(rows) {
  const list = [];
  for await (const row of rows) list.push(row);
  return list;
}

test('rows are what compact gives, in order', async () => {
  const lists = sessions(4);
  const expected = await Promise.all(lists.map((messages) => compact(messages, WINDOW)));
  assert.ok(expected.every(({ changed }) => changed));
  for (const given of [lists, lists.map((messages) => JSON.stringify(messages)), lists.map((messages) => Buffer.from(JSON.stringify(messages)))]) {
    for (const workers of [1, 3]) {
      const rows = await all(compactMany(given, { workers, ...WINDOW }));
      assert.deepEqual(rows.map(({ id }) => id), [0, 1, 2, 3]);
      assert.deepEqual(rows.map(({ status, changed, tokensBefore, tokensAfter }) => [status, changed, tokensBefore, tokensAfter]),
        expected.map(({ status, changed, tokensBefore, tokensAfter }) => [status, changed, tokensBefore, tokensAfter]));
      assert.deepEqual(rows.map(({ messages }) => messages), expected.map(({ messages }) => messages));
    }
  }
});

test('a broken conversation is a row with code and place', async () => {
  const broken = ['[7]', 7, Buffer.from([0xff]), '{"id": "x", "messages": [{"role": "user", "content": "hi"}, 7]}', [...TALK, 7], 'missing.json', '{'];
  const rows = await all(compactMany([...broken, TEXT], WINDOW));
  assert.deepEqual(rows.filter(({ error }) => error).map(({ error: { code, path } }) => [code, path]), [
    ['INVALID_MESSAGES', '/0'], ['NOT_A_CONVERSATION', ''], ['UNSUPPORTED_TYPE', ''], ['INVALID_MESSAGES', '/1'], ['INVALID_MESSAGES', '/2'],
    ['UNREADABLE_FILE', ''], ['INVALID_JSON', ''],
  ]);
  assert.deepEqual([rows[3].id, rows[5].id, rows[0].messages, rows[7].status], ['x', 'missing.json', null, 'unchanged']);
  assert.equal(JSON.parse(JSON.stringify(rows[0])).error.path, '/0');
  const [bytes] = await all(compactMany([[{ role: 'user', content: [{ type: 'image', data: new Uint8Array(2) }] }]], WINDOW));
  assert.equal(bytes.error.code, 'UNSUPPORTED_TYPE');
});

test('ids come from pairs, objects and paths, and lines are read one at a time', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'conspectus-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [path, packed, many] = ['a.json', 'b.json.gz', 'c.jsonl.gz'].map((name) => join(folder, name));
  writeFileSync(path, TEXT);
  writeFileSync(packed, gzipSync(TEXT));
  writeFileSync(many, gzipSync(`${TEXT}\n\n${TEXT}\n`));
  const rows = await all(compactMany([['mine', TEXT], { id: 7, messages: TALK }, path, pathToFileURL(packed), TEXT], WINDOW));
  assert.deepEqual(rows.map(({ id }) => id), ['mine', 7, path, pathToFileURL(packed).href, 4]);
  assert.ok(rows.every(({ messages }) => JSON.stringify(messages) === TEXT));
  assert.equal((await all(compactMany([{ turns: TALK }], { key: 'turns', ...WINDOW })))[0].error, null);
  assert.deepEqual((await all(compactMany(lines(many), WINDOW))).map(({ messagesJson }) => messagesJson), [TEXT, TEXT]);
});

test('counts and simulations are those of the operations', async () => {
  const [messages] = sessions(1);
  const settings = { windows: [48_000], priceSets: ['openai'], policies: ['never', 'break_even'] };
  for (const given of [messages, JSON.stringify(messages)]) {
    const [count] = await all(countMany([given]));
    assert.deepEqual(count.value, countTokens(messages));
    assert.equal(count.tokensAfter, count.value.tokens);
    const [simulated] = await all(simulateMany([given], settings));
    assert.deepEqual(simulated.value, simulate(messages, settings));
  }
});

test('a wrong option is thrown at once', () => {
  for (const [call, path] of [
    [() => compactMany([], { contextWindo: 1 }), '/contextWindo'],
    [() => compactMany([], { force: 'x', ...WINDOW }), '/force'],
    [() => compactMany([], { workers: 0, ...WINDOW }), '/workers'],
    [() => compactMany(TEXT, WINDOW), '/conversations'],
  ]) assert.throws(call, (error) => error instanceof ConspectusError && error.code === 'INVALID_OPTION' && error.path === path);
});

test('an option that is null or undefined counts as not given', async () => {
  const rows = await all(compactMany([TEXT], { ...WINDOW, store: null, summarize: undefined, beforeCompact: null, tokenizer: null, force: undefined }));
  assert.deepEqual(rows.map(({ status }) => status), ['unchanged']);
});

test('few conversations are in memory, and progress is told', async () => {
  let [taken, told] = [0, 0];
  function* given() {
    for (; taken < 100; taken++) yield TEXT;
  }
  let number = 0;
  for await (const row of compactMany(given(), { workers: 2, progress: (count) => (told += count), ...WINDOW })) {
    assert.equal(row.id, number++);
    assert.ok(taken <= number + 8, `${taken} taken at row ${number}`);
    if (number === 50) break;
  }
  assert.deepEqual([told, taken < 100], [50, true]);
});

test('a function among the options is called', async () => {
  const asked = [];
  const summarize = async (request) => {
    asked.push(request);
    return 'The user asked for a fix. The tests in tests/ were run.';
  };
  const rows = await all(compactMany(sessions(2), { contextWindow: 20_000, summarize }));
  assert.deepEqual([rows.map(({ changed }) => changed), asked.length >= 2], [[true, true], true]);
  assert.equal((await all(compactMany([TEXT], { contextWindow: 20_000, summarize })))[0].error.code, 'UNSUPPORTED_TYPE');
});
