// Every demand of the documents that conspectus began with holds in the shortest documented form (`tests/rows`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, run } from '../rows/rows.mjs';
import { nightly, SHORT } from './needs.mjs';

for (const row of all.filter(({ later }) => !later)) {
  test(`${row.id}: ${row.demand}`, row.slow && SHORT ? nightly : {}, async () => {
    const told = await run(row);
    assert.deepEqual(told.filter(({ verdict }) => verdict === 'wrong'), []);
    assert.ok(told.some(({ verdict }) => verdict) || row.id === 'M42');
  });
}
