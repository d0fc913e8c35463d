// What a result tells of the provider's cache.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';
import { simulate } from 'conspectus/context';

test('a result tells where to mark what is cached', async () => {
  const messages = [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }];
  const result = await new Compactor({ dialect: 'anthropic', contextWindow: 200_000, prices: { preset: 'anthropic-1h' } }).compact(messages);
  assert.deepEqual(result.cacheBreakpoints, [0, 2]);
  assert.equal(result.cacheBreakpoints, result.report.cache.breakpoints);
  assert.equal(result.report.cache.pricesFrom, 'declared');
});

test('a simulation gives a row for each policy', () => {
  const rows = simulate([{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }], { windows: [8_000], priceSets: ['openai'] });
  assert.equal(rows.length, 8);
  assert.equal(rows[0].percentOfNever, 100);
});
