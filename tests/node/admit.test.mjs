// New results are condensed: what changes is a copy, all else is the same object, and a turn
// looks at nothing but the news.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, History, expand } from 'conspectus';

const call = (id) => ({ role: 'assistant', content: [{ type: 'tool_use', id: String(id), name: 'read', input: { path: 'src/a.rs' } }] });
const result = (id, content) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: String(id), content }] });
const listing = (first, count) => Array.from({ length: count }, (_, at) => `${String(first + at).padStart(6)}\tlet value_${first + at} = compute(${first + at});`).join('\n');
/** What each turn adds: the agent reads overlapping pieces of a file. */
const talk = (turns) => Array.from({ length: turns }, (_, turn) => [call(turn), result(turn, listing(20 * turn + 1, 80))]);
const start = () => [{ role: 'user', content: 'Go on.' }];

test('only what is new is a copy', async () => {
  const compactor = new Compactor({ contextWindow: 200_000 });
  let messages = start();
  for (const news of talk(4)) {
    const given = [...messages, ...news];
    const found = await compactor.compact(given);
    assert.deepEqual([found.status, found.code, found.removed[0].kind, found.removed[0].count], ['reduced', 'condensed', 'condensed_tool_results', 1]);
    assert.ok(found.messages.slice(0, -1).every((message, index) => message === given[index]));
    assert.notEqual(found.messages.at(-1), given.at(-1));
    messages = found.messages;
  }
  const again = await compactor.compact(messages);
  assert.ok(again.status === 'unchanged' && again.messages === messages);
});

test('a turn looks at the news alone', async () => {
  let looks = 0;
  const watched = (message) => new Proxy(message, { get: (target, key) => { looks++; return Reflect.get(target, key); } });
  const compactor = new Compactor({ contextWindow: 200_000 });
  let messages = start();
  const [last, ...turns] = talk(60).reverse();
  for (const news of turns.reverse()) messages = (await compactor.compact([...messages, ...news])).messages;
  const list = [...messages.slice(0, -1).map(watched), messages.at(-1)];
  // These are other objects, so they are read once more.
  await compactor.compact(list);
  looks = 0;
  const found = await compactor.compact([...list, ...last], { unchangedMessages: list.length });
  assert.deepEqual([found.status, found.removed[0].count, looks], ['reduced', 1, 0]);
});

test('a full list is shown what was sent', async () => {
  const own = new Compactor({ contextWindow: 200_000 });
  let kept = new Compactor({ contextWindow: 200_000 });
  let [messages, full] = [start(), start()];
  for (const news of talk(4)) {
    const sent = messages;
    messages = (await own.compact([...messages, ...news])).messages;
    full = [...full, ...news];
    const shown = await kept.view(full);
    assert.deepEqual(shown.messages, messages);
    assert.deepEqual(shown.messages.slice(0, sent.length), sent);
    assert.ok(shown.changed);
    kept = Compactor.load(kept.save(), { contextWindow: 200_000 });
  }
});

test('a history admits what is appended', () => {
  const history = new History();
  const messages = talk(3).flat();
  const kept = messages.map((message) => history.condense(message));
  assert.deepEqual(kept.map((message, index) => message === messages[index]), [true, false, true, false, true, false]);
  assert.equal(history.tokens, new History().extend(kept).tokens);
  assert.deepEqual(expand(kept).messages.filter(({ role }) => role === 'user').map(({ content: [{ content }] }) => content.split('\n').length), [80, 80, 80]);
  const off = new History({ condense: 'off' });
  assert.ok(messages.every((message) => off.condense(message) === message));
});
