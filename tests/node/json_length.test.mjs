// The unit `json_chars` counts as many chars as `JSON.stringify` writes, for thousands of random values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from 'conspectus/gemini-cli';
import { holding, jsonChars, random } from './builders.mjs';

const same = (value) => assert.equal(jsonChars(holding(value)), JSON.stringify(holding(value)).length, String(JSON.stringify(value)).slice(0, 300));

const UNITS = ['a', 'b', ' ', '"', '\\', '/', '\n', '\t', '\b', '\f', '\r', '\v', '\0', '\x1f', '\x7f', 'é', '漢', '\u2028', '😀', '\ud800', '\udfff', '\ud83d', 'data:'];
const KEYS = ['a', 'role', 'text', '__proto__', 'constructor', 'toString', 'length', '', '0', '17', 'k"ey', '漢', '\ud800', 'x'.repeat(70)];

function text(next) {
  const length = [0, 1, 5, 19, 20, 21, 63, 64, 65, 300, 5000][next(11)];
  let result = '';
  while (result.length < length) result += UNITS[next(UNITS.length)];
  return result;
}

function number(next) {
  switch (next(9)) {
    case 0: return next(1000);
    case 1: return -next(1e9);
    case 2: return next(1e6) / 100;
    case 3: return (next(1e9) + 1) * 10 ** (next(640) - 330);
    case 4: return [0, -0, NaN, Infinity, -Infinity, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 2 ** 53, 0.1 + 0.2, 123456789012345680000][next(12)];
    case 5: return next(2 ** 31) * next(2 ** 31);
    case 6: return next(1e9) / 7;
    case 7: return new Float64Array(Uint32Array.of(next(2 ** 32), next(2 ** 32)).buffer)[0];
    default: return next(100) * 17.5;
  }
}

class Point {
  #hidden = 1;
  constructor(x) { this.x = x; this.hide = () => this.#hidden; }
}
class Jsonable {
  constructor(value) { this.value = value; }
  toJSON(key) { return { key, value: this.value }; }
}

function value(next, depth) {
  const kind = next(depth > 8 ? 8 : 17);
  const inner = () => value(next, depth + 1);
  switch (kind) {
    case 0: case 1: return text(next);
    case 2: case 3: return number(next);
    case 4: return next(2) === 0;
    case 5: return null;
    case 6: return [undefined, () => 1, Symbol('s')][next(3)];
    case 7: return [new Number(number(next)), new String(text(next)), new Boolean(next(2)), new Date(next(2e12)), new Date(NaN), new Map([[1, 2]]), new Set([1]), /x/g, new Error('x')][next(9)];
    case 8: return new Point(inner());
    case 9: return new Jsonable(inner());
    case 10: return { before: inner(), toJSON: () => text(next).slice(0, 0) + 'from toJSON', after: 1 };
    case 11: return Object.assign(Object.create(null), { bare: inner() });
    case 12: case 13: return Array.from({ length: next(6) }, inner);
    default: {
      const object = {};
      for (let count = next(7); count > 0; count--) {
        Object.defineProperty(object, KEYS[next(KEYS.length)], { value: inner(), enumerable: next(10) > 0, configurable: true, writable: true });
      }
      if (next(5) === 0) object[Symbol('skipped')] = 1;
      return object;
    }
  }
}

test('six thousand random values are as long as JSON.stringify writes them', () => {
  const next = random(20261121);
  for (let round = 0; round < 6000; round++) same(value(next, 0));
});

test('numbers of every magnitude are as long as JavaScript writes them', () => {
  const next = random(7);
  for (let round = 0; round < 300; round++) same(Array.from({ length: 100 }, () => number(next)));
});

test('objects that give themselves, or strange things, from toJSON are asked once', () => {
  const itself = { a: 1, toJSON() { return this; } };
  const list = [1, 2];
  list.toJSON = () => ({ listed: true });
  const listItself = [1, 2];
  listItself.toJSON = function () { return this; };
  class Again { toJSON() { return new Again(); } }
  for (const odd of [itself, list, listItself, new Again(), { toJSON: () => new Number(5) }, { toJSON: () => undefined }, { toJSON: 'no function' }]) {
    same(odd);
    same([odd]);
    same({ odd });
  }
});

test('what is inherited does not count, and a hidden toJSON does', () => {
  const inherits = Object.assign(Object.create({ inherited: 'longer than the rest' }), { own: 1 });
  const defaults = Object.assign(Object.create({ id: 0 }), { name: 'x' });
  const hidden = Object.defineProperty({ own: 1 }, 'toJSON', { value: () => ({ longer: 'than before' }), enumerable: false });
  const nest = (list) => ({ a: { b: { c: { d: { e: { f: list } } } } } });
  for (const odd of [inherits, defaults, hidden]) {
    same(odd);
    same([odd]);
    same(nest([odd, odd, odd]));
    same(nest([{ own: 1 }, { own: 1 }, odd]));
    same(nest([{ name: 'y', id: 0 }, { name: 'y', id: 0 }, odd]));
  }
});

test('what was put on Object.prototype does not count', () => {
  Object.prototype.leaked = 'x';
  try {
    same({ a: { b: [1, {}] } });
  } finally {
    delete Object.prototype.leaked;
  }
});

test('keys beyond ten thousand start a new table', () => {
  for (let round = 0; round < 3; round++) {
    const wide = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`key ${round} ${index}`, `v${index}`]));
    same(wide);
    same({ role: 'user', wide });
  }
});

test('large tapes are read as small ones are', () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => ({ id: row, name: `row ${row}`, note: row % 3 ? null : 'a "quoted" note' }));
  same({ rows });
  const texts = Array.from({ length: 5_000 }, (_, index) => `${'long enough not to be interned '.repeat(3)}\n${index}`);
  same(texts);
  const messages = texts.map((content) => ({ role: 'user', content }));
  const whole = estimateTokens(messages, { unit: 'json_chars' }).chars;
  assert.equal(whole, messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0));
});
