// What a result tells of the provider's cache.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, simulate } from 'conspectus';

test('a result tells where to mark what is cached', async () => {
  const messages = [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }];
  const result = await new Compactor({ dialect: 'anthropic', contextWindow: 200_000, prices: 'anthropic-1h' }).compact(messages);
  assert.deepEqual(result.cacheBreakpoints, [0, 2]);
  assert.equal(result.cacheBreakpoints, result.cacheBreakpoints);
  assert.equal(result.log['cache.price_source'], 'declared');
});

test('a simulation gives a row for each policy', () => {
  const { rows } = simulate([{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }], { windows: [8_000], priceSets: ['openai'] });
  assert.equal(rows.length, 8);
  assert.equal(rows[0].relativeCostPercent, 100);
});

test('a simulation tells how far it is, and what progress throws ends it', () => {
  const messages = [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }];
  const options = { windows: [8_000, 16_000], priceSets: ['openai'], policies: ['never', 'default'] };
  const told = [];
  const { rows } = simulate(messages, { ...options, progress: (done, total) => told.push([done, total]) });
  assert.deepEqual(told, [[1, 4], [2, 4], [3, 4], [4, 4]]);
  assert.deepEqual(rows, simulate(messages, options).rows);
  assert.deepEqual(rows, simulate(messages, { ...options, progress: null }).rows);
  const stop = new Error('enough');
  assert.throws(() => simulate(messages, { ...options, progress: () => { throw stop; } }), stop);
  assert.throws(() => simulate(messages, { ...options, priceSets: ['magic'], progress: () => {} }), { code: 'INVALID_OPTION', path: '/priceSets/0' });
});
