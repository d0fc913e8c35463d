// Each path exports the same from both entry points, snake_case and camelCase map one to one, and
// the types have every name.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import spelling from '../../bindings-node/names.cjs';
import table from '../../bindings-node/table.cjs';
import { names } from 'conspectus/sansio';

const { camel, snake, toCamel } = spelling;
const require = createRequire(import.meta.url);
const folder = new URL('../../bindings-node/', import.meta.url);
const manifest = require('conspectus/package.json');
const pathOf = (room) => (room === '' ? 'conspectus' : `conspectus/${room.replaceAll('_', '-')}`);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');

test('import and require of each path give the same things, and no path is left out', async () => {
  const paths = Object.keys(table.exports).map(pathOf);
  assert.deepEqual(Object.keys(manifest.exports).sort(), ['./package.json', ...paths.map((path) => path.replace('conspectus', '.'))].sort());
  for (const room of Object.keys(table.exports)) {
    const module = await import(pathOf(room));
    assert.deepEqual({ ...module }, require(pathOf(room)), room);
    assert.deepEqual(Object.keys(module).sort(), [...table.exports[room]].sort(), room);
    for (const [name, value] of Object.entries(module)) assert.equal(typeof value, 'function', name);
  }
});

test('the root is small', async () => {
  const expected = [
    'Compactor', 'compact', 'History', 'FolderStore', 'estimateTokens', 'findSplitPoint', 'slim', 'microcompact', 'countTokens', 'validate', 'repair', 'legalCuts',
    'summarizeExtractive', 'ConspectusError', 'clearMedia', 'retire', 'admit', 'expand', 'checkSummary', 'facts',
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
  const { operations, options, presets, dialects, errorCodes, compactor } = names();
  for (const { name, rooms, arguments: list, options: taken } of operations) {
    for (const room of rooms) assert.equal(typeof (await import(pathOf(room)))[name], 'function', name);
    for (const taking of [name, ...taken, ...list.map((argument) => argument.name)]) assert.doesNotMatch(taking, /_/);
  }
  for (const { name, leaf } of [...options, ...compactor.turn]) assert.doesNotMatch(name + leaf, /_/);
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

test('the types have every option in its group, and every export', () => {
  const known = names();
  const memberNames = (name) => members(options, name).map(({ member }) => member);
  for (const { name, group, leaf } of known.options) {
    assert.ok(memberNames(group === '' ? 'CompactorGroups' : group[0].toUpperCase() + group.slice(1)).includes(leaf), leaf);
    assert.ok(memberNames('FlatOptions').includes(name), name);
  }
  assert.deepEqual(memberNames('Turn'), known.compactor.turn.map(({ name }) => name));
  for (const [room, exported] of Object.entries(table.exports)) {
    const declared = read(room === '' ? 'index.d.ts' : `paths/${room.replaceAll('_', '-')}.d.ts`);
    for (const name of exported) assert.match(declared, new RegExp(`^export \\{[^}]*\\b${name}\\b`, 'm'), name);
  }
});

test('results have the keys that their types declare', async () => {
  const root = require('conspectus');
  const { readUsage, mediaTokens } = require('conspectus/tokens');
  const messages = Array.from({ length: 40 }, (_, index) => ({ role: index % 2 ? 'assistant' : 'user', content: 'hello '.repeat(300) }));
  const result = await root.compact(messages, { contextWindow: 5_000 });
  const { report } = result;
  const checks = {
    Result: result, Report: report, SizeReport: report.size, CutReport: report.cut, MemoryReport: report.memory, CacheReport: report.cache,
    Breakdown: report.parts.before, StoredOutputs: report.stored, SystemReport: report.system, Went: report.went[0],
    Estimate: root.estimateTokens(messages), SplitPoint: root.findSplitPoint(messages), LegalCut: root.legalCuts(messages)[0],
    Patched: root.slim(messages), SlimStats: root.slim(messages).report, MicrocompactReport: root.microcompact(messages).report,
    Problem: root.validate([{ role: 'user', content: 'x' }, { role: 'tool', tool_call_id: 'c', content: 'x' }])[0],
    Repair: root.repair([{ role: 'user', content: 'x' }, { role: 'tool', tool_call_id: 'c', content: 'x' }]).report[0],
    Snapshot: root.summarizeExtractive(messages), UsageCounts: readUsage({ prompt_tokens: 5 }), MediaTokens: mediaTokens({ width: 5, height: 5 }),
    Need: require('conspectus/gencode').needsCompression(messages, { contextWindow: 5_000 }),
    PruneReport: require('conspectus/opencode').prune(messages).report,
    Thresholds: require('conspectus/sansio').thresholds({ contextWindow: 5_000 }), ParsedSnapshot: require('conspectus/sansio').parseSnapshot('text'),
    TruncatedText: require('conspectus/context').truncateText('text', { maxChars: 3 }),
    TextPage: require('conspectus/context').pageText('text'), JoinedMemory: require('conspectus/context').joinMemory([]),
    ProcessedImports: require('conspectus/context').processImports('text', { path: '/a' }), EditorContext: require('conspectus/context').editorContext([]),
    Selection: require('conspectus/context').recentTurns(messages).report, CompressionSettings: require('conspectus/gencode').compressionSettings(null),
    LoadedMemory: await require('conspectus/files').loadMemory('/', { markers: [] }),
    MaskReport: (await require('conspectus/gemini-cli').maskToolOutputs(messages)).report, ResolvedSettings: require('conspectus/qwen-code').resolveSettings(null),
    ImageReport: require('conspectus/qwen-code').referenceImages(messages).report, SessionActivity: require('conspectus/gencode').extractActivity(messages),
    SessionStats: require('conspectus/gencode').messagesForModel({ messages }).report,
    Names: names(), OptionRow: names().options[0], ArgumentRow: names().compactor.turn[0],
  };
  for (const [name, value] of Object.entries(checks)) {
    const declared = members(types, name);
    for (const key of Object.keys(value)) assert.ok(declared.some(({ member }) => member === key), `${name}.${key} is not declared`);
    const hasOwnData = ['MediaTokens', 'TruncatedText'].includes(name);
    for (const { member, optional } of declared) assert.ok(member in value || (optional && hasOwnData), `${name}.${member} is not there`);
  }
});

test('each word of a result that the vectors expect, and each reason that the core knows, is declared', () => {
  const union = (name) => new Set([...types.match(new RegExp(`export type ${name} =([^;]*);`))[1].matchAll(/'(\w+)'/g)].map(([, word]) => word));
  const found = { Status: new Set(), ReasonCode: new Set(), SystemStatus: new Set(), ProblemCode: new Set() };
  const vectors = new URL('../vectors/', import.meta.url);
  for (const name of readdirSync(vectors, { recursive: true }).filter((file) => file.endsWith('.json'))) {
    for (const { expect, call } of JSON.parse(readFileSync(new URL(name, vectors), 'utf8')).cases) {
      for (const problem of expect?.problems ?? []) found.ProblemCode.add(problem.code);
      if (call !== 'compactor' || !expect) continue;
      if (expect.status) found.Status.add(expect.status);
      if (expect.details.preset.status) found.SystemStatus.add(expect.details.preset.status);
    }
  }
  const core = new URL('../../core/src/', import.meta.url);
  for (const name of readdirSync(core, { recursive: true }).filter((file) => file.endsWith('.rs'))) {
    for (const [, code] of readFileSync(new URL(name, core), 'utf8').matchAll(/(?:Reason::new\(|Told = \(|Refusal::of\(|const [A-Z_]+: &str = (?="summary_))\s*"(\w+)"/g)) found.ReasonCode.add(code);
  }
  for (const [name, words] of Object.entries(found)) {
    assert.ok(words.size > 2, name);
    for (const word of words) if (word !== undefined) assert.ok(union(name).has(word), `${name} lacks ${word}`);
  }
});

test('the example of each option and of each operation runs', async () => {
  const { Compactor } = require('conspectus');
  const { options: rows, operations } = names();
  for (const { name, group, leaf, example, presets } of rows) {
    if (presets.length === 0) continue;
    const value = { [leaf]: JSON.parse(example) };
    const preset = presets.includes('default') ? 'default' : presets[0];
    // The word for a function of yours is the function.
    if (name === 'summarize' && value[leaf] === 'host') continue;
    new Compactor({ preset, ...(group === '' ? value : { [group]: value }) });
  }
  for (const { name, rooms, input, example, gives } of operations) {
    const operation = (await import(pathOf(rooms[0])))[name];
    const given = Object.fromEntries(Object.entries(JSON.parse(example.options)).map(([key, value]) => [camel(key), value]));
    const result = await (input === null ? operation(given) : operation(JSON.parse(example.input), given));
    if (gives.kind === 'patched' && gives.field !== '') assert.deepEqual(Object.keys(result), ['messages', 'changed', 'report'], name);
    assert.notEqual(result, undefined, name);
  }
});
