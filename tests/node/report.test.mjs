// `renderReport`: the page about a session.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderReport } from 'conspectus';

const session = JSON.parse(readFileSync(new URL('../../examples/sessions/coding.anthropic.json', import.meta.url), 'utf8')).slice(0, 40);

test('a session becomes a page and stays as it is', () => {
  const messages = structuredClone(session);
  const page = renderReport(messages, { contextWindow: 16_000, title: 'my <session>' });
  assert.ok(page.startsWith('<!doctype html>') && !page.includes('<script'));
  assert.ok(page.includes('What happened to my &lt;session&gt;') && page.includes('compactions</b>'));
  assert.deepEqual(messages, session);
});

test('options are those of a compactor, and its functions are not called', () => {
  const plain = renderReport(session, { contextWindow: 200_000 });
  assert.notEqual(renderReport(session, { contextWindow: 200_000, keepToolResults: 1 }), plain);
  assert.ok(renderReport(session, { contextWindow: 200_000, overheadTokens: 20_000 }).includes('20,000 tokens of system prompt and tools'));
  assert.notEqual(renderReport(session, { contextWindow: 200_000, timesMs: session.map((_, place) => 3_600_000 * place) }), plain);
  const never = () => { throw new Error('a replay calls nothing'); };
  assert.equal(renderReport(session, { contextWindow: 200_000, summarize: never, store: never, beforeCompact: never, onCompact: never, checkSummary: never }), plain);
});

test('what is wrong is told', () => {
  for (const [options, code, path] of [
    [undefined, 'INVALID_OPTION', '/contextWindow'],
    [{ model: 'my-own' }, 'WINDOW_UNKNOWN', '/model'],
    [{ contextWindow: 8_000, keepResult: 3 }, 'INVALID_OPTION', '/keepResult'],
    [{ contextWindow: 8_000, timesMs: [1] }, 'INVALID_OPTION', '/timesMs'],
    ['8k', 'INVALID_OPTION', ''],
  ]) assert.throws(() => renderReport(session, options), { code, path });
  assert.throws(() => renderReport({ role: 'user', content: 'Hi' }, { contextWindow: 8_000 }), { code: 'INVALID_MESSAGES' });
});
