// Each preset compacts real transcripts with a scripted model. The tests need `../shared/data` beside
// the repository.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Compactor, validate } from 'conspectus';
import { names } from 'conspectus/sansio';
import { needs, nightly, SHORT } from './needs.mjs';

const DATA = new URL('../../../shared/data/', import.meta.url);
const FILES = [
  'anthropic-messages/STITCHED-entire-cli-6MB-single-conversation.json.gz',
  'anthropic-messages/pydantic-ai-cassette-requests-51cases.jsonl.gz',
  'gemini-contents/pydantic-ai-cassette-requests-65cases.jsonl.gz',
  'openai-chat/tau-bench-airline-gpt4o-tasks0-29.json.gz',
  'openai-chat/webvoyager-taskESPN--11.json',
];
const MESSAGES_MIN = 8;
const LISTS_MAX = 12;

function read(name) {
  const raw = readFileSync(new URL(name, DATA));
  const text = (name.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
  return name.includes('.jsonl') ? text.split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line)) : [JSON.parse(text)];
}

const isObject = (value) => typeof value === 'object' && value !== null;

/** Lists of messages, wherever they stand. */
function conversations(value) {
  if (!isObject(value)) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap(conversations);
  const isTalk = value.every((item) => isObject(item) && 'role' in item && ('content' in item || 'parts' in item));
  if (isTalk) return value.length >= MESSAGES_MIN ? [value] : [];
  return value.flatMap(conversations);
}

/** The most frequent words of a pattern. */
function most(text, pattern, count) {
  const counts = new Map();
  for (const [word] of text.matchAll(pattern)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, first], [, second]) => second - first).slice(0, count).map(([word]) => word);
}

/** A short document of the form that the request asks for. */
function answer(request) {
  // A summary that says nothing of its record is refused.
  const record = JSON.stringify(request.messages).replaceAll('\\n', ' ').replaceAll('\\"', ' ');
  const names = [...most(record, /[\w-]*(?:[/._]|\d)[\w./-]*\w/g, 40), ...most(record, /\p{L}{2,}/gu, 80)];
  const headings = request.system.match(/^## .+$/gm);
  const asked = request.system || request.messages.at(-1).content;
  const sections = headings ?? [...asked.matchAll(/^<(\w+)>$/gm)].map(([, name]) => name).slice(1);
  const body = (place) => `as before: ${names.filter((_, at) => at % sections.length === place).join(', ')}`;
  if (headings) return sections.map((heading, place) => `${heading}\n${body(place)}`).join('\n');
  return `<state_snapshot>${sections.map((name, place) => `<${name}>${body(place)}</${name}>`).join('')}</state_snapshot>`;
}

const codes = (messages) => new Set(validate(messages).filter(({ severity }) => severity === 'error').map(({ code }) => code));

const RECORDED = needs(existsSync(DATA), `no transcripts at ${DATA.pathname}`);

for (const { name: preset } of names().presets.filter(({ name }) => name !== 'default')) {
  test(`${preset} over real transcripts`, SHORT ? nightly : RECORDED, async () => {
    let compressed = 0;
    for (const name of FILES) {
      const found = read(name).flatMap(conversations);
      assert.ok(found.length > 0, name);
      for (const messages of found.slice(0, LISTS_MAX)) {
        const before = JSON.stringify(messages);
        const compactor = new Compactor({ preset, contextWindow: 1_000_000, summarize: answer, store: preset === 'gemini-cli' ? ({ key }) => key : undefined });
        const result = await compactor.compact(messages, { force: true });
        assert.equal(JSON.stringify(messages), before, 'the input was changed');
        assert.ok(['summarized', 'reduced', 'unchanged'].includes(result.status) || result.code === 'not_smaller', `${name}: ${result.reason}`);
        if (result.status === 'summarized') {
          compressed++;
          assert.ok(result.tokensAfter < result.tokensBefore);
          if (result.log['sizes.messages_before'] > result.log['cut.index']) assert.equal(result.messages.at(-1), messages.at(-1));
        } else if (result.status !== 'reduced') {
          assert.equal(result.messages, messages);
        }
        for (const code of codes(result.messages)) assert.ok(codes(messages).has(code), `${name}: ${code}`);
        // What came out can be looked at again.
        const again = await compactor.compact(result.messages, { usage: 1_000 });
        assert.equal(again.status, 'unchanged');
        assert.equal(again.messages, result.messages);
      }
    }
    assert.ok(compressed >= FILES.length, `only ${compressed} runs were compressed`);
  });
}
