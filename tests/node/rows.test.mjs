// Objects with the same keys are laid out as rows of a table. The result equals that of the same
// objects laid out one by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History, summarizeExtractive } from 'conspectus';
import { estimateTokens, maskToolOutputs } from 'conspectus/gemini-cli';
import { microcompact, slim } from 'conspectus/qwen-code';
import { jsonLength, random } from './builders.mjs';
import { rounds } from './needs.mjs';

const KEYS = ['id', 'name', 'data', 'mimeType', 'type', 'text', 'signature', 'image_url', 'path', '漢', 'k"ey', '', '7', 'format', 'error'];
const WORDS = ['', 'plain', 'image', 'image/png', 'QUJD', 'say "no"', 'a\nb', '漢字', '\ud83d', '\ude00', '😀', 'x'.repeat(64), 'x'.repeat(65), 'data:image/png;base64,QUJD', `data:image/png;base64,${'QUJD'.repeat(3000)}`, 'long text '.repeat(50)];

const leaf = (next) => [() => WORDS[next(WORDS.length)], () => next(1000), () => next(1000) * 17.5, () => -1 / 3, () => NaN, () => next(2) > 0, () => null][next(7)]();
/** What makes a list of objects no list of rows. */
const odd = (next, row) => [() => undefined, () => () => 1, () => ({ deeper: [row] }), () => Symbol('s'), () => [1, 'two'], () => new Date(0), () => [{ a: 1 }, { a: 2 }, { a: 3 }]][next(7)]();

function rows(next) {
  const keys = [...new Set(Array.from({ length: next(6) }, () => KEYS[next(KEYS.length)]))];
  const list = Array.from({ length: 3 + next(6) }, () => Object.fromEntries(keys.map((key) => [key, leaf(next)])));
  if (next(3) > 0) return list;
  const at = next(list.length);
  switch (next(7)) {
    case 0: list[at] = Object.fromEntries(Object.entries(list[at]).reverse()); break;
    case 1: list[at].more = leaf(next); break;
    case 2: list[at] = leaf(next); break;
    case 3: delete list[at][keys[next(keys.length || 1)]]; break;
    case 4: list[at] = { toJSON: () => ({ from: 'toJSON' }) }; break;
    case 5: list[at].constructor = 'own'; break;
    default: list[at][keys[next(keys.length || 1)] ?? 'only'] = odd(next, { ...list[at] });
  }
  return list;
}

/** The same to JSON, and no object like another to the tape. */
const apart = (value) => {
  if (Array.isArray(value)) return value.map(apart);
  if (value === null || typeof value !== 'object' || value instanceof Date || typeof value.toJSON === 'function') return value;
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(value).map(([key, child]) => [key, apart(child)])));
};

const nest = (value, levels) => (levels === 0 ? value : { in: nest(value, levels - 1), beside: 1 });

function messages(list) {
  const called = (id) => ({ role: 'model', parts: [{ functionCall: { id, name: 'list', args: { list } } }] });
  const answered = (id, output) => ({ role: 'user', parts: [{ functionResponse: { id, name: 'list', response: { output } } }] });
  return [{ role: 'user', parts: [{ text: 'go' }] }, called('a'), answered('a', list), called('b'), answered('b', { result: list, and: [list, list] }), { role: 'model', parts: [{ text: 'done' }] }];
}

const SETTINGS = [{ unit: 'part_json_chars' }, { unit: 'chars' }, { unit: 'json_chars' }, {}, { tokenizer: 'exact' }, { estimator: 'script' }, { unit: 'part_json_chars', imageTokens: 1 }];

test('rows are measured as the same objects one by one', () => {
  const next = random(20261122);
  for (let round = 0; round < rounds(1500, 100); round++) {
    const list = rows(next);
    const deep = nest(list, 6);
    assert.equal(jsonLength(deep), JSON.stringify(deep).length);
    const [given, other] = [messages(list), messages(apart(list))];
    const settings = SETTINGS[round % SETTINGS.length];
    assert.deepEqual(estimateTokens(given, settings), estimateTokens(other, settings), JSON.stringify(list));
    const { tokenizer, imageTokens, ...own } = settings;
    const counted = (list) => new History({ preset: { name: 'opencode', ...own }, tokenizer, imageTokens }).extend(list).tokens;
    assert.equal(counted(given), counted(other));
    assert.equal(new History({ tokenizer, imageTokens }).extend(given).tokens, new History({ tokenizer, imageTokens }).extend(other).tokens);
  }
});

test('rows are read, cleared and written as the same objects one by one', async () => {
  const next = random(5);
  for (let round = 0; round < rounds(300, 30); round++) {
    const list = rows(next);
    const [given, other] = [messages(list), messages(apart(list))];
    const same = (left, right) => assert.equal(JSON.stringify(left), JSON.stringify(right), JSON.stringify(list));
    same(slim(given), slim(other));
    same(microcompact(given, { keepToolResults: 1 }), microcompact(other, { keepToolResults: 1 }));
    same(summarizeExtractive(given), summarizeExtractive(other));
    const stored = async (messages) => {
      const texts = [];
      const masked = await maskToolOutputs(messages, { protectTokens: 0, minTokens: 1, store: ({ text }) => `/kept/${texts.push(text)}` });
      return { masked, texts };
    };
    same(await stored(given), await stored(other));
  }
});

test('a list of rows is given back as it was after a deviation', () => {
  const list = Array.from({ length: 2_000 }, (_, row) => ({ id: row, name: `row ${row}`, text: row % 7 ? 'short' : 'long text '.repeat(20) }));
  const texts = nest([list, 'between', [...list, { id: 1 }], list], 6);
  assert.equal(jsonLength(texts), JSON.stringify(texts).length);
});
