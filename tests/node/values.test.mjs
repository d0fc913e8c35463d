// Values on their way into the core count as what JSON.stringify writes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from 'conspectus/gemini-cli';
import { jsonLength } from './builders.mjs';

const same = (value) => assert.equal(jsonLength(value), JSON.stringify(value).length, String(JSON.stringify(value)).slice(0, 300));

const WORDS = ['', 'plain', 'é', '漢字 😀', '\ud800', 'x'.repeat(24), 'x'.repeat(25), 'é'.repeat(25), 'long\n'.repeat(2_000), `${'long '.repeat(2_000)}漢`, '漢'.repeat(30_000)];

test('texts are kept whatever their chars and their length are', () => {
  for (const word of WORDS) {
    same(word);
    same({ [word]: [word, { [word]: 1 }] });
  }
  same(WORDS);
});

test('objects in several places, lists with gaps or fields, and proxies count as JSON does', () => {
  const shared = { a: ['é', { b: 1 }] };
  const gaps = ['a', , 'b'];
  gaps.length = 7;
  const named = Object.assign(['x', 1], { index: 3, groups: undefined });
  for (const odd of [[shared, { shared }, [shared, shared]], gaps, named, new Proxy({ a: 1, b: [2] }, {}), new Proxy(['a', { b: 1 }], {}), { [2 ** 31]: 1, 3: 2 }]) {
    same(odd);
    same([{ odd }]);
  }
});

test('many messages hold more values than one may', () => {
  const messages = Array.from({ length: 240 }, () => ({ role: 'user', content: 'x', input: Array.from({ length: 5_000 }, (_, index) => [index % 7]) }));
  const whole = estimateTokens(messages, { unit: 'json_chars', dialect: 'openai_chat' }).chars;
  assert.equal(whole, messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0));
});

test('a message with more values than one may hold is read up to there', () => {
  const table = Array.from({ length: 60_000 }, (_, row) => Array(10).fill(row % 7));
  const { chars } = estimateTokens([{ role: 'user', content: 'x', input: table, output: table }], { unit: 'json_chars', dialect: 'openai_chat' });
  assert.ok(chars > 1_000_000);
});
