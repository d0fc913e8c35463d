// Both entry points export the same names, snake_case and camelCase map one to one, and the types have every name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as module from '../../bindings-node/index.js';
import conspectus from '../../bindings-node/index.cjs';
import { camel, snake, toCamel } from '../../bindings-node/names.cjs';

const types = readFileSync(new URL('../../bindings-node/index.d.ts', import.meta.url), 'utf8');

test('import and require give the same things', () => {
  const { callRaw, ...shown } = conspectus;
  assert.equal(typeof callRaw, 'function'); // for the conformance runner
  assert.deepEqual({ ...module }, shown);
});

test('snake_case and camelCase are one to one', () => {
  for (const name of ['now_ms', 'nowMs', 'keep_recent', 'a__b', '_x', 'x_', 'A', 'already', 'o200k', '__proto__']) assert.equal(camel(snake(name)), name, name);
  assert.equal(camel('last_activity_ms'), 'lastActivityMs');
  assert.equal(snake('lastActivityMs'), 'last_activity_ms');
  assert.deepEqual(toCamel({ a_b: [{ c_d: 'e_f' }] }), { aB: [{ cD: 'e_f' }] });
});

test('every operation of the core is exported, and no option is in snake_case', () => {
  const { operations, options, presets, dialects, errorCodes } = conspectus.names();
  for (const name of Object.keys(operations)) assert.equal(typeof conspectus[name], 'function', name);
  for (const name of [...options, ...Object.values(operations).flat()]) assert.doesNotMatch(name, /_/);
  for (const list of [presets, dialects, errorCodes]) assert.ok(list.length > 2);
});

test('the types have every export and every option', () => {
  for (const name of Object.keys(module)) assert.ok(new RegExp(`^export (function|class) ${name}\\b`, 'm').test(types), name);
  const { operations, options } = conspectus.names();
  for (const name of new Set([...options, ...Object.values(operations).flat()])) assert.ok(new RegExp(`\\b${name}\\??:`).test(types), name);
});
