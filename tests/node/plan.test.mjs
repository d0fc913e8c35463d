// Plans: a compactor that knows the list makes the same as one that does not, and the text says
// what a change costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';

const turnOf = (turn) => [
  { role: 'assistant', content: null, tool_calls: [{ id: `${turn}`, type: 'function', function: { name: 'read', arguments: `{"path": "${turn}.py"}` } }] },
  { role: 'tool', tool_call_id: `${turn}`, content: `line ${turn}\n`.repeat(200) },
];
const session = (turns) => [{ role: 'user', content: 'Fix it.' }, ...Array.from({ length: turns }, (_, turn) => turnOf(turn)).flat()];

test('a plan after a turn is the plan of a compactor that reads everything', async () => {
  const options = { contextWindow: 100_000, prices: 'anthropic-5m', condense: 'safe' };
  const warm = new Compactor(options);
  const statuses = new Set();
  let messages = session(40);
  for (let turn = 40; turn < 140; turn++) {
    await warm.compact(messages);
    const cold = Compactor.load(warm.save(), options);
    messages = [...messages, ...turnOf(turn)];
    const plan = warm.plan(messages);
    statuses.add(plan.status);
    assert.deepEqual(plan, cold.plan(messages));
  }
  assert.ok(statuses.has('unchanged') && statuses.size > 1);
});

test('a plan says what it costs and saves', () => {
  const plan = new Compactor({ contextWindow: 10_000, prices: 'anthropic-5m' }).plan(session(60));
  const { 'cache.cost_now': costNow, 'cache.saves_per_call': savesPerCall } = plan.log;
  assert.equal(plan.breakEvenCalls, Math.ceil(costNow / savesPerCall));
  assert.ok(String(plan).includes(`now costs as much as ${Math.round(costNow)} input tokens`));
});

test('a plan tells what would become of each message', async () => {
  for (const contextWindow of [10_000, 40_000]) {
    const messages = session(60);
    const compactor = new Compactor({ contextWindow });
    const planned = compactor.plan(messages).rows();
    const done = (await compactor.compact(messages)).rows();
    assert.equal(planned.length, messages.length);
    const told = ({ index, role, tool, tokensBefore, action }) => ({ index, role, tool, tokensBefore, action });
    assert.deepEqual(planned.map(told), done.map(told));
    assert.ok(done.some(({ action }) => action !== 'kept'));
  }
});
