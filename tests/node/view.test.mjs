// Hosts that keep the full list and hand it over each time, and compactors that are stored between
// processes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';
import { estimateTokens } from 'conspectus/gemini-cli';
import { Machine } from 'conspectus/sansio';
import { SNAPSHOT, frozen, session } from './builders.mjs';

const OPTIONS = { contextWindow: 10_000, summarizerWindow: 64_000 };

/** A host that hands over its full list at each step, four messages longer each time. */
function steps(count = 70, size = 900) {
  const whole = session(count, size);
  return Array.from({ length: count }, (_, step) => whole.slice(0, 4 * (step + 1)));
}

for (const copies of [false, true]) {
  test(`a full list is summarised once and stays so${copies ? ', copied each time' : ''}`, async () => {
    const compactor = new Compactor(OPTIONS);
    const plain = new Compactor(OPTIONS);
    let listed = [];
    let summaries = 0;
    for (const [number, full] of steps().entries()) {
      const given = frozen(copies ? structuredClone(full) : full);
      const result = await (number % 2 ? compactor.compact(given) : compactor.view(given));
      // A host that goes on with the result of each turn gets the same.
      listed = (await plain.compact([...listed, ...full.slice(-4)])).messages;
      assert.deepEqual(result.messages, listed);
      assert.equal(result.changed, result.messages !== given);
      assert.ok(estimateTokens(result.messages).tokens < 7_500);
      if (['summarized', 'reduced'].includes(result.status)) summaries++;
    }
    assert.ok(summaries > 3 && summaries < 30, String(summaries));
  });
}

for (const keeps of [false, true]) {
  test(`a host may say what it has not changed${keeps ? ', of a full list' : ''}`, async () => {
    // Copies are not the same objects: without the number they are compared or read again.
    const [told, plain] = [new Compactor(OPTIONS), new Compactor(OPTIONS)];
    let [listed, unchangedMessages, runs] = [[], 0, 0];
    for (const full of steps()) {
      const given = structuredClone(keeps ? full : [...listed, ...full.slice(-4)]);
      const result = await told.compact(given, { unchangedMessages });
      const expected = await plain.compact(given);
      assert.equal(JSON.stringify(result), JSON.stringify(expected));
      listed = result.messages;
      unchangedMessages = keeps ? full.length : listed.length;
      if (['summarized', 'reduced'].includes(result.status)) runs++;
    }
    assert.ok(runs > 3, String(runs));
  });
}

test('what is said to be unchanged is not looked at', async () => {
  const compactor = new Compactor({ contextWindow: 200_000, dialect: 'openai_chat' });
  const messages = Array.from({ length: 50 }, (_, number) => ({ role: 'user', content: `Step ${number}.` }));
  await compactor.compact(messages);
  const { tokensBefore: before } = await compactor.compact(messages);
  // A number in place of a message would be refused if anything looked at it.
  const broken = [7, ...messages.slice(1)];
  assert.equal((await compactor.compact(broken, { unchangedMessages: 50 })).tokensBefore, before);
  await assert.rejects(compactor.compact(broken), { code: 'INVALID_MESSAGES' });
});

test('messages that stay are the same objects, and the summary too', async () => {
  const compactor = new Compactor(OPTIONS);
  for (const full of steps(40)) {
    await compactor.view(full);
    const [first, second] = [await compactor.view(full), await compactor.view(full)];
    assert.deepEqual([first.status, second.status], ['unchanged', 'unchanged']);
    first.messages.forEach((message, index) => assert.equal(message, second.messages[index]));
    assert.ok(first.messages.filter((message) => full.includes(message)).length > 0);
  }
});

test('another list is taken as it is', async () => {
  const compactor = new Compactor(OPTIONS);
  const full = steps(20, 2000).at(-1);
  assert.equal((await compactor.view(full)).status, 'summarized');
  const edited = structuredClone(full);
  edited[3].parts[0].text += '!';
  for (const other of [edited.slice(0, 8), full.slice(0, 8), full.slice(1, 9), session(1)]) {
    const result = await compactor.view(other);
    assert.deepEqual([result.status, result.changed, result.messages === other], ['unchanged', false, true]);
  }
  assert.ok((await compactor.view(full)).changed);
});

test('what grows during the summary stays at the end', async () => {
  const full = steps(20, 2000).at(-1);
  const late = { role: 'user', parts: [{ text: 'one more thing' }] };
  let calls = 0;
  const compactor = new Compactor({ ...OPTIONS, summarize: () => { calls++; full.push(late); return SNAPSHOT; } });
  const first = await compactor.view(full);
  assert.ok(first.changed);
  assert.equal(first.messages.at(-1), late);
  const second = await compactor.view(full);
  assert.deepEqual([second.messages, calls], [first.messages, 1]);
});

test('what is saved goes on where it was', async () => {
  let compactor = new Compactor(OPTIONS);
  const whole = new Compactor(OPTIONS);
  for (const full of steps(40)) {
    const state = JSON.parse(JSON.stringify(compactor.save()));
    compactor = Compactor.load(state, OPTIONS);
    assert.deepEqual(compactor.save(), state);
    const result = await compactor.compact(structuredClone(full));
    const expected = await whole.compact(full);
    assert.equal(JSON.stringify(result), JSON.stringify(expected));
  }
});

const WRONG = [
  [null, ''], [[], ''], [{}, '/version'], [{ version: 2 }, '/version'], [{ version: 1, else: 1 }, ''], [{ version: 1, memory: 7 }, '/memory'],
  [{ version: 1, memory: { failures: 'three' } }, '/memory/failures'], [{ version: 1, memory: { failed_attempt: 1 } }, '/memory/failed_attempt'],
  [{ version: 1, view: { covered: 2, items: [{ kept: [0, 3] }] } }, '/view/items/0'],
];
test('what was not saved is refused with its place', () => {
  for (const [wrong, path] of WRONG) {
    for (const made of [Compactor, Machine]) assert.throws(() => made.load(wrong, OPTIONS), { code: 'INVALID_STATE', path }, JSON.stringify(wrong));
  }
  assert.deepEqual(Compactor.load({ version: 1 }, OPTIONS).save(), new Compactor(OPTIONS).save());
});
