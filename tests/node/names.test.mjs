// Each path exports the same from both entry points, snake_case and camelCase map one to one, and
// the types have every name.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import spelling from '../../bindings-node/names.cjs';
import table from '../../bindings-node/table.cjs';
import { names } from 'conspectus/sansio';

const { camel, snake, toCamel } = spelling;
const require = createRequire(import.meta.url);
const folder = new URL('../../bindings-node/', import.meta.url);
const manifest = require('conspectus/package.json');
const pathOf = (room) => (room === '' ? 'conspectus' : `conspectus/${room.replaceAll('_', '-')}`);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
/** Paths that are written by hand, since their types are a framework's. */
const ADAPTERS = readdirSync(new URL('paths/', folder))
  .filter((name) => name.endsWith('.cjs') && !read(`paths/${name}`).includes('names.py --write'))
  .map((name) => `conspectus/${name.slice(0, -'.cjs'.length)}`);

test('import and require of each path give the same things, and no path is left out', async () => {
  const paths = Object.keys(table.exports).map(pathOf);
  // Files under the names of other systems are written by hand.
  const listed = Object.keys(manifest.exports).filter((path) => !/\/(compat|plugin)$/.test(path));
  const written = [...paths, ...ADAPTERS].map((path) => path.replace('conspectus', '.'));
  assert.deepEqual(listed.sort(), ['./package.json', ...written].sort());
  for (const room of Object.keys(table.exports)) {
    const module = await import(pathOf(room));
    assert.deepEqual({ ...module }, require(pathOf(room)), room);
    assert.deepEqual(Object.keys(module).sort(), [...table.exports[room]].sort(), room);
    for (const [name, value] of Object.entries(module)) assert.equal(typeof value, 'function', name);
  }
});

test('adapters are alike from both entry points, load no framework, and their types have every name', async () => {
  assert.ok(ADAPTERS.length > 0);
  for (const path of ADAPTERS) {
    const module = await import(path);
    assert.deepEqual({ ...module }, require(path), path);
    const declared = read(`paths/${path.slice('conspectus/'.length)}.d.ts`);
    for (const [name, value] of Object.entries(module)) {
      assert.equal(typeof value, 'function', name);
      assert.match(declared, new RegExp(`^export (declare )?(function|class) ${name}\\b`, 'm'), `${path}: ${name}`);
    }
  }
  const loaded = Object.keys(require.cache).filter((file) => file.includes('node_modules'));
  assert.deepEqual(loaded, []);
});

test('the root is small', async () => {
  const expected = [
    'Compactor', 'Result', 'compact', 'History', 'FolderStore', 'countTokens', 'clearToolResults', 'clearMedia', 'clearStale', 'condense', 'expand', 'findCut',
    'validate', 'repair', 'summarizeExtractive', 'checkSummary', 'facts', 'simulate', 'renderReport', 'ConspectusError',
  ];
  assert.deepEqual(Object.keys(require('conspectus')), expected);
});

test('snake_case and camelCase are one to one', () => {
  for (const name of ['now_ms', 'nowMs', 'keep_recent', 'a__b', '_x', 'x_', 'A', 'already', 'o200k', '__proto__']) assert.equal(camel(snake(name)), name, name);
  assert.equal(camel('last_activity_ms'), 'lastActivityMs');
  assert.equal(snake('lastActivityMs'), 'last_activity_ms');
  assert.deepEqual(toCamel({ a_b: [{ c_d: 'e_f' }] }), { aB: [{ cD: 'e_f' }] });
});

test('every operation of the core is exported where the table says, and no name is in snake_case', async () => {
  const { operations, options, settings, presets, dialects, errorCodes, turn } = names();
  for (const { name, rooms, arguments: list, options: taken } of operations) {
    for (const room of rooms) assert.equal(typeof (await import(pathOf(room)))[name], 'function', name);
    for (const taking of [name, ...taken, ...list.map((argument) => argument.name)]) assert.doesNotMatch(taking, /_/);
  }
  for (const { name } of [...options, ...settings, ...turn, ...presets.flatMap((preset) => preset.settings)]) assert.doesNotMatch(name, /_/);
  for (const list of [presets, dialects, errorCodes]) assert.ok(list.length > 2);
});

/** The members of an interface, comments left out, with those of the interfaces that it extends. */
function members(source, name) {
  const text = source.replace(/\/\*\*[^]*?\*\//g, '');
  const found = text.match(new RegExp(`export interface ${name}\\b([^{]*)\\{([^]*?)\\n?\\}\\n`)) ?? assert.fail(`no interface ${name}`);
  const own = [...found[2].matchAll(/^  (\w+)(\??): (.*?);?$/gm)].map(([, member, optional, type]) => ({ member, optional: optional === '?', type }));
  const base = found[1].match(/extends (\w+) /)?.[1];
  return base ? [...members(source, base), ...own] : own;
}
const types = read('types.d.ts');
const options = read('options.d.ts');

test('the types have every option, what each preset takes, and every export', () => {
  const known = names();
  const memberNames = (name) => members(options, name).map(({ member }) => member);
  for (const { name } of known.options) assert.ok(memberNames('CompactorOptions').includes(name), name);
  for (const { name, functions } of [...known.options, ...known.settings]) {
    if (functions?.length > 0) assert.ok(memberNames('FlatOptions').includes(name), name);
  }
  for (const { name, settings, functions: called } of known.presets) {
    if (name === 'default') continue;
    const type = `${name.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}Options`;
    const own = called.filter((one) => one !== 'store');
    assert.deepEqual(memberNames(type), ['name', ...settings.map((setting) => setting.name), ...own], name);
  }
  assert.deepEqual(memberNames('CompactArgs').filter((name) => known.turn.some((row) => row.name === name)), known.turn.map(({ name }) => name));
  for (const [room, exported] of Object.entries(table.exports)) {
    const declared = read(room === '' ? 'index.d.ts' : `paths/${room.replaceAll('_', '-')}.d.ts`);
    for (const name of exported) assert.match(declared, new RegExp(`^export \\{[^}]*\\b${name}\\b`, 'm'), name);
  }
});

test('a result has the fields that its type declares', async () => {
  const { Result, compact } = require('conspectus');
  const messages = Array.from({ length: 40 }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content: 'hello '.repeat(300) }));
  const result = await compact(messages, { contextWindow: 5_000 });
  assert.deepEqual(Object.keys(result), [...read('results.d.ts').match(/interface ResultFields<[^]*?\n\}/)[0].matchAll(/readonly (\w+):/g)].map(([, member]) => member));
  const stored = JSON.parse(JSON.stringify(result));
  assert.deepEqual(Result.from(stored).undo(), messages);
  assert.deepEqual(JSON.parse(JSON.stringify(Result.from(stored))), stored);
  assert.throws(() => Result.from(stored).rows(), /no rows/);
  assert.match(inspect(result), /^<Result summarized: [0-9,]+ -> [0-9,]+ tokens, next prompt [0-9]+ % of 5,000>$/);
  assert.equal(String(result), inspect(result));
  assert.deepEqual(new Set(result.rows().flatMap((row) => row.callIds)), new Set());
});

test('the line says who stood in for the model', async () => {
  const { Compactor, Result } = require('conspectus');
  const messages = Array.from({ length: 40 }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content: 'hello '.repeat(300) }));
  const result = await new Compactor({ contextWindow: 5_000, summarize: async () => 'I refuse.' }).compact(messages);
  assert.match(String(result), / tokens by extractive \(\w+\), next prompt /);
  assert.ok(String(result).includes(`(${result.fallback.code})`));
  assert.equal(String(Result.from(JSON.parse(JSON.stringify(result)))), String(result));
});

test('what a user looks at is one line', async () => {
  const { Compactor, History, clearMedia, facts, findCut, simulate, summarizeExtractive } = require('conspectus');
  const messages = Array.from({ length: 40 }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content: 'hello '.repeat(300) }));
  const compactor = new Compactor({ contextWindow: 5_000 });
  const history = new History().extend(messages);
  const plan = compactor.plan(messages);
  assert.equal(inspect(compactor), '<Compactor idle>');
  assert.equal(inspect(history), `<History 40 messages, ${history.tokens.toLocaleString('en')} tokens>`);
  const [before, after] = [plan.tokensBefore, plan.tokensAfter].map((tokens) => tokens.toLocaleString('en'));
  assert.equal(inspect(plan), `<Plan summarized: ${before} -> ${after} tokens, next prompt ${Math.round(plan.promptTokens / 50)} % of 5,000>`);
  const values = [compactor, history, plan, await compactor.compact(messages), clearMedia(messages), facts(messages), findCut(messages), simulate(messages, { contextWindow: 5_000, prices: 'openai' }), summarizeExtractive(messages)];
  for (const value of values) assert.equal(String(value), value === plan ? plan.text : inspect(value));
  for (const value of values) assert.match(inspect(value), new RegExp(`^<${value.constructor.name} [^\\n]{1,90}>$`));
  // Also inside something else.
  assert.equal(inspect({ compactor }), '{ compactor: <Compactor done> }');
});

test('the tables of names have the fields that their types declare', () => {
  const found = names();
  const checks = {
    Names: [found], OptionRow: [...found.options, ...found.settings], ArgumentRow: [...found.turn, ...found.operations.flatMap((row) => row.arguments)],
    OperationRow: found.operations, PresetRow: found.presets, ShapeRow: found.shapes, WordsRow: found.words,
  };
  for (const [name, values] of Object.entries(checks)) {
    const declared = members(types, name);
    for (const value of values) {
      for (const key of Object.keys(value)) assert.ok(declared.some(({ member }) => member === key), `${name}.${key} is not declared`);
      for (const { member, optional } of declared) assert.ok(optional || member in value, `${name}.${member} is not there`);
    }
  }
});

test('the options of the wrapper are those of the page', () => {
  const { options } = require('../../bindings-node/table.cjs');
  assert.deepEqual([...options].sort(), names().options.map(({ name }) => name).sort());
});

/** Some operations write a file: the test is in a folder of its own. */
const apart = (t) => {
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'names-'))];
  process.chdir(folder);
  t.after(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });
};

test('a function from the path of a preset acts as the preset', async (t) => {
  apart(t);
  const all = require('../../bindings-node/operations.cjs');
  for (const { name, rooms, input, example } of names().operations) {
    const { preset: _, ...given } = Object.fromEntries(Object.entries(JSON.parse(example.options)).map(([key, value]) => [camel(key), value]));
    for (const room of rooms.filter((one) => ['gemini_cli', 'qwen_code', 'gencode', 'opencode'].includes(one))) {
      const [here, elsewhere] = [(await import(pathOf(room)))[name], all[name]];
      const run = (operation, preset) => (input === null ? operation({ ...given, ...preset }) : operation(JSON.parse(example.input), { ...given, ...preset }));
      assert.deepEqual(await run(here), await run(elsewhere, { preset: room.replace('_', '-') }), `${room}.${name}`);
      await assert.rejects(async () => run(here, { preset: room === 'opencode' ? 'gencode' : 'opencode' }), { code: 'INVALID_OPTION', path: '/preset' }, name);
    }
  }
});

/** The rows of a value, whose fields have names of ours. */
const inCamel = (rows) => Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, Object.fromEntries(Object.entries(row).map(([field, value]) => [camel(field), value]))]));

test('the example of each option and of each operation runs', async (t) => {
  apart(t);
  const { Compactor } = require('conspectus');
  const { options: rows, settings, presets, operations } = names();
  const examples = new Map([...rows, ...settings].filter(({ example }) => example !== undefined).map(({ name, domain, example }) => [name, domain.kind === 'rows' ? inCamel(JSON.parse(example)) : JSON.parse(example)]));
  for (const { name } of rows) if (examples.has(name)) new Compactor({ [name]: examples.get(name) });
  for (const { name: preset, settings: taken } of presets) {
    for (const { name, field } of taken) new Compactor({ preset: { name: preset, [name]: examples.get(field) } });
  }
  for (const { name, rooms, input, example, gives } of operations) {
    const operation = (await import(pathOf(rooms[0])))[name];
    const given = Object.fromEntries(Object.entries(JSON.parse(example.options)).map(([key, value]) => [camel(key), value]));
    const result = await (input === null ? operation(given) : operation(JSON.parse(example.input), given));
    if (gives.kind === 'edited') assert.deepEqual(Object.keys(result), ['messages', 'changed', 'removed', 'tokensBefore', 'tokensAfter', 'details'], name);
    assert.notEqual(result, undefined, name);
  }
});
