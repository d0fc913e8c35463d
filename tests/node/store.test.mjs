// `FolderStore`: the shared cases of `tests/store`, and what is JavaScript's own.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Compactor, ConspectusError, FolderStore, Result } from 'conspectus';

const CASES = JSON.parse(readFileSync(new URL('../store/cases.json', import.meta.url), 'utf8'));
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const camelled = (value) =>
  Array.isArray(value) ? value.map(camelled) :
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, item]) => [camel(key), camelled(item)])) : value;

/** A place in a folder of the test's own. */
function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'conspectus-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'outputs');
}

const fails = (call, code, path = '') => assert.throws(call, (error) => error instanceof ConspectusError && error.code === code && error.path === path);

test('every case holds', (t) => {
  const at = place(t);
  const store = new FolderStore(at);
  for (const { name, text, expect, secrets, key } of CASES.redact) {
    const stored = store.put(text);
    assert.deepEqual([store.get(stored.key), stored.secrets, stored.key], [expect, secrets, key], name);
  }
  for (const { name, text, range, expect } of CASES.pieces) assert.deepEqual(store.readBack(store.put(text).locator, camelled(range)), camelled(expect), name);
  for (const { name, text, arguments: given, expect } of CASES.answers) {
    const asked = { key: store.put(text).key, ...given };
    assert.equal(store.answer('read_back', asked), expect, name);
    assert.equal(store.answer('read_back', JSON.stringify(asked)), expect, name);
  }
  for (const { key } of CASES.bad_keys) {
    fails(() => store.get(key), 'NOT_STORED');
    assert.match(store.answer('read_back', { key }), /^read_back failed/);
  }
  for (const { settings, path } of CASES.bad_settings) fails(() => new FolderStore(at, camelled(settings)), 'INVALID_OPTION', path.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
  for (const [format, tools] of Object.entries(CASES.tools)) assert.deepEqual(FolderStore.tools(format), tools);
});

test('every search holds', (t) => {
  const store = new FolderStore(place(t));
  for (const { text, ...origin } of CASES.outputs) store.put(text, origin);
  for (const { name, arguments: { query, ...bounds }, expect } of CASES.searches) assert.deepEqual(store.search(query, camelled(bounds)), camelled(expect), name);
  for (const { name, arguments: { key }, expect } of CASES.descriptions) assert.deepEqual(store.describe(key), camelled(expect), name);
  for (const { name, tool, arguments: given, expect } of CASES.tool_answers) assert.equal(store.answer(tool, given), expect, name);
  for (const { function: name, arguments: { query, key, ...bounds }, code, path } of CASES.bad_searches) {
    fails(() => (name === 'search' ? store.search(query, camelled(bounds)) : store.describe(key, camelled(bounds))), code, camel(path));
  }
  assert.equal(store.describe(null, { maxTokens: 4_000 }).total, CASES.outputs.length);
  store.store({ key: 'tool-outputs/read_file_2e598237d0d9f54b.txt', text: 'said by a tool' });
  assert.deepEqual(store.search('said by a tool', { source: 'read_file' }).hits.map(({ tool }) => tool), ['read_file']);
});

test('what JavaScript may hold is stored', (t) => {
  const at = place(t);
  const store = new FolderStore(pathToFileURL(at));
  const locator = store.store({ key: '../../outside.txt', text: 'said \ud800' });
  assert.equal(store.get(locator), 'said \ufffd');
  assert.deepEqual(readdirSync(join(at, '..')), ['outputs']);
  assert.equal(store.answer('read_back', null).startsWith('read_back failed'), true);
  if (process.platform !== 'win32') assert.equal(statSync(at).mode & 0o777, 0o700);
});

test('a link is refused, and what is too much is not taken', (t) => {
  const at = place(t);
  const store = new FolderStore(at, { maxBytes: 12 });
  const { key } = store.put('0123456789');
  fails(() => store.put('abc'), 'STORE_FULL');
  assert.equal(store.get(key), '0123456789');
  assert.deepEqual(store.prune(), { outputs: 1, bytes: 10, removed: 0, removedBytes: 0 });
  store.forget(key);
  fails(() => store.get(key), 'NOT_STORED');
  symlinkSync(at, `${at}-link`);
  fails(() => new FolderStore(`${at}-link`), 'STORE_BROKEN');
});

function conversation(results) {
  const messages = [{ role: 'user', content: 'Fix every test.' }];
  for (let number = 0; number < results; number++) {
    messages.push({ role: 'assistant', content: [{ type: 'tool_use', id: `c${number}`, name: 'read_file', input: { path: `f${number}.rs` } }] });
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${number}`, content: `line of f${number}\n`.repeat(250) }] });
  }
  return [...messages, { role: 'assistant', content: 'All is read.' }];
}

test('the newest ten results stay unless told otherwise', async (t) => {
  const messages = conversation(24);
  const compactor = new Compactor({ contextWindow: 32_000, target: 0.41, store: new FolderStore(place(t)) });
  assert.equal(compactor.plan(messages).stores.length, 14);
  const result = await compactor.compact(messages);
  assert.equal(result.status, 'reduced');
  assert.deepEqual(result.stored.map(({ message }) => message), Array.from({ length: 14 }, (_, number) => 2 * number + 2));
  assert.ok(result.messages.slice(29).every((message, index) => message === messages[index + 29]));
  // Two results could go here. That is not enough, so the older messages become a summary.
  const small = await new Compactor({ contextWindow: 16_000, store: new FolderStore(place(t)) }).compact(conversation(12));
  assert.deepEqual([small.status, small.stored.map(({ path }) => path)], ['summarized', ['']]);
});

test('what a compactor clears is read back, and a run is taken back', async (t) => {
  const store = new FolderStore(place(t));
  const messages = conversation(12);
  const compactor = new Compactor({ contextWindow: 16_000, keepToolResults: 5, store });
  const plan = compactor.plan(messages);
  assert.deepEqual([plan.status, plan.stores.length, store.prune().outputs], ['reduced', 6, 0]);
  assert.equal(String(plan), plan.text);
  const result = await compactor.compact(messages);
  const locator = result.messages[2].content[0].content.split('original: ')[1].slice(0, -1);
  assert.equal(store.get(locator), messages[2].content[0].content);
  assert.deepEqual(Result.from(JSON.parse(JSON.stringify(result))).undo(), messages);
  const news = { role: 'user', content: 'And now?' };
  assert.deepEqual(result.undo([...result.messages, news]), [...messages, news]);
});

test('messages that became a summary are given back', async (t) => {
  const store = new FolderStore(place(t));
  const messages = [{ role: 'user', content: 'Fix every test.' }];
  for (let step = 0; step < 24; step++) {
    messages.push({ role: 'assistant', content: `Step ${step}: token T-${4000 + step}. ${'I read a file and wrote down what it says. '.repeat(30)}` });
    messages.push({ role: 'user', content: `Go on with part ${step}.` });
  }
  const result = await new Compactor({ contextWindow: 8_000, store }).compact(messages);
  const kept = result.stored.at(-1);
  assert.equal(result.status, 'summarized');
  assert.ok(result.messages[0].content.includes(`[Kept word for word: ${kept.locator}]`));
  assert.ok(store.get(kept.locator).includes('Step 0: token T-4000.'));
  assert.deepEqual(result.undo(), messages);
});
