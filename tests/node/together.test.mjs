// While a run plans, the event loop goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';

function longList(count = 1500) {
  const messages = [{ role: 'user', content: 'Mend the tests. Never touch the migrations.' }];
  for (let step = 0; messages.length < count; step++) {
    const call = { id: `c${step}`, type: 'function', function: { name: 'read_file', arguments: `{"path": "src/part_${step % 50}.js"}` } };
    messages.push({ role: 'assistant', content: `Step ${step}: I look for what fails.`, tool_calls: [call] });
    messages.push({ role: 'tool', tool_call_id: `c${step}`, content: Array.from({ length: 30 }, (_, line) => `line ${line} of part ${step}: ${line * step}`).join('\n') });
  }
  return messages;
}

const compactor = () => new Compactor({ contextWindow: 60_000, summarize: 'extractive' });

test('the loop goes on while a run plans', async () => {
  let ticks = 0;
  let isOver = false;
  const beat = () => {
    ticks++;
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  for (let run = 0; run < 5; run++) assert.equal((await compactor().compact(longList(), { force: true })).status, 'summarized');
  isOver = true;
  assert.ok(ticks > 0);
});

test('a turn with nothing to do does not leave the loop', async () => {
  const quiet = new Compactor({ contextWindow: 1_000_000 });
  const messages = [...longList(100), { role: 'assistant', content: 'I know what fails.' }];
  await quiet.compact(messages);
  let ticks = 0;
  setImmediate(() => ticks++);
  messages.push({ role: 'user', content: 'Go on.' });
  assert.equal((await quiet.compact(messages)).status, 'unchanged');
  assert.equal(ticks, 0);
});

test('a run is cancelled while it plans', async () => {
  const one = compactor();
  const running = one.compact(longList(), { force: true });
  one.cancel();
  assert.equal((await running).status, 'cancelled');
  assert.equal((await one.compact(longList(), { force: true })).status, 'summarized');
});

test('a signal that is aborted while a run plans ends it', async () => {
  const controller = new AbortController();
  const running = compactor().compact(longList(), { force: true, signal: controller.signal });
  controller.abort();
  assert.equal((await running).status, 'cancelled');
});

test('a compactor that is disposed of while it plans ends', async () => {
  const one = compactor();
  const running = one.compact(longList(), { force: true });
  one.dispose();
  assert.equal((await running).status, 'cancelled');
  await assert.rejects(one.compact(longList()), { code: 'WRONG_ORDER' });
});

test('what is saved meanwhile waits for the plan', async () => {
  const one = compactor();
  const running = one.compact(longList(), { force: true });
  assert.equal(one.save().version, compactor().save().version);
  assert.equal((await running).status, 'summarized');
});

test('a list that grows meanwhile is not lost', async () => {
  const messages = longList();
  const running = compactor().compact(messages, { force: true });
  const late = { role: 'user', content: 'And mend the docs.' };
  messages.push(late);
  const result = await running;
  assert.ok(['summarized', 'conflict'].includes(result.status), result.status);
  assert.equal(result.messages.at(-1), late);
});

test('a second run meanwhile is refused', async () => {
  const one = compactor();
  const running = one.compact(longList(), { force: true });
  await assert.rejects(one.compact(longList(), { force: true }), { code: 'BUSY' });
  assert.equal((await running).status, 'summarized');
});
