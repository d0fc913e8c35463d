// The exact counters of the package: ids and counts agree, limits hold, wrong arguments are named,
// and the event loop goes on meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConspectusError } from 'conspectus';
import { countTexts, countTextsAsync, decode, encode, truncate } from 'conspectus/tokens';

test('encode, count and decode agree', () => {
  for (const text of ['', 'hello world', '漢字 and émigré 😀', 'def f(x):\n\treturn x + 1\n'.repeat(50)]) {
    const ids = encode(text);
    assert.deepEqual(countTexts([text]), [ids.length]);
    assert.equal(decode(ids), text);
    assert.deepEqual(encode(text, { model: 'gpt-4' }), encode(text, { encoding: 'cl100k_base' }));
  }
});

test('counting stops at the limit', () => {
  assert.deepEqual([countTexts(['one two three', 'one'], { atMost: 3 }), countTexts(['one two three', 'one'], { atMost: 2, model: 'gpt-4' })], [[3, 1], [null, 1]]);
});

test('truncation keeps the beginning', () => {
  assert.equal(truncate('one two three', { maxTokens: 2 }), 'one two');
  assert.equal(truncate('one', { maxTokens: 0 }), '');
});

test('wrong arguments are named', () => {
  const refused = (code, path) => (error) => error instanceof ConspectusError && error.code === code && error.path === path;
  assert.throws(() => countTexts([7]), refused('INVALID_MESSAGES', '/0'));
  assert.throws(() => countTexts(['x'], { encoding: 'klingon' }), refused('INVALID_OPTION', '/encoding'));
  assert.throws(() => decode(['a']), refused('INVALID_OPTION', '/0'));
});

test('batches count as single texts do, here and on another thread', async () => {
  const texts = ['hello world', '', '漢字 \ud800 half', 'x'.repeat(10_000)];
  const counts = texts.map((text) => countTexts([text], { encoding: 'cl100k_base' })[0]);
  assert.deepEqual(countTexts(texts, { encoding: 'cl100k_base' }), counts);
  assert.deepEqual(await countTextsAsync(texts, { encoding: 'cl100k_base' }), counts);
  await assert.rejects(countTextsAsync(['x'], { encoding: 'o200k' }), (error) => error instanceof ConspectusError && error.path === '/encoding');
  await assert.rejects(countTextsAsync(['x', 7]), (error) => error instanceof ConspectusError && error.path === '/1');
});

test('the event loop goes on while a long text is counted', async () => {
  let done = false;
  let turns = 0;
  const counting = countTextsAsync(['retry loop '.repeat(2_000_000)]).then(() => { done = true; });
  while (!done) {
    turns += 1;
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  await counting;
  // A promise that is settled at once takes one turn.
  assert.ok(turns > 1, `${turns} turns`);
});
