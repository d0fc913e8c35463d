// Random inputs through the Node package: no death, no hang, no untyped error. `node tests/fuzz/fuzz.mjs [COUNT [FIRST]]`; as fuzz.py, in
// batches of 200 a process, and a batch that ends early is run again one by one.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Compactor, ConspectusError } from 'conspectus';
import { casesOf } from '../conformance/machine.mjs';
import core from '../../bindings-node/core.cjs';

const BATCH = 200;
const LONGEST_MS = 3000;
const vectors = new URL('../vectors/', import.meta.url).pathname;

const corpus = () => readdirSync(vectors, { recursive: true }).filter((name) => name.endsWith('.json')).sort()
  .map((name) => casesOf(JSON.parse(readFileSync(join(vectors, name), 'utf8')))).filter((cases) => cases.length > 0);

/** mulberry32, by Tommy Ettinger: a number from 0 to 1 each time. */
function randomOf(seed) {
  let state = (seed * 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function nested(levels, wrap) {
  let value = 'x';
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

function cycle() {
  const value = { content: [] };
  value.content.push(value, value);
  return value;
}

// What a getter of the host's options throws is the host's own error.
const OWN = new Error('the host\'s own');

const ODD = [
  () => null, () => undefined, () => -1, () => 2 ** 63, () => 10n ** 40n, () => NaN, () => Infinity, () => '\ud800', () => new Uint8Array(3), () => Symbol('x'),
  () => () => 1, () => new Map([[1, 2]]), () => new Date(NaN), () => ({ toJSON() { throw OWN; } }), () => ({ get content() { throw OWN; } }),
  () => nested(257, (value) => [value]), () => nested(3000, (value) => ({ content: value })), () => nested(40, (value) => [value, value]), cycle,
  () => 'error: x\n'.repeat(5000), () => Array(500).fill({ a: 1, b: 'c' }), () => '', () => [], () => ({}),
];

function change(random, value) {
  const at = (list) => Math.floor(random() * list.length);
  if (Array.isArray(value) && value.length > 0 && random() < 0.8) return value.with(at(value), change(random, value[at(value)]));
  if (typeof value === 'object' && value !== null && random() < 0.8 && Object.keys(value).length > 0) {
    const name = Object.keys(value)[at(Object.keys(value))];
    return { ...value, [name]: change(random, value[name]) };
  }
  return ODD[at(ODD)]();
}

async function one(files, number) {
  const random = randomOf(number);
  const of = (list) => list[Math.floor(random() * list.length)];
  const found = of(of(files));
  let { messages, options = {} } = found;
  try {
    // A change of what was changed may meet a getter of the host's already.
    for (let times = Math.floor(random() * 4); times > 0; times--) {
      if (random() < 0.7) messages = change(random, messages);
      else options = change(random, options);
    }
    if (found.call !== 'compactor' && found.call !== 'loops') return void core.call(found.call, messages, options);
    const compactor = new Compactor({ contextWindow: 3000, summarize: () => found.summary ?? 'It went well.' });
    compactor.handleProviderError(random() < 0.5 ? change(random, {}) : { status: 400, message: 'messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: 2' });
    const loaded = Compactor.load(random() < 0.3 ? change(random, compactor.save()) : compactor.save(), { contextWindow: 3000 });
    await loaded.compact(messages);
  } catch (error) {
    if (error !== OWN && error?.message !== OWN.message && !(error instanceof ConspectusError)) throw error;
  }
}

async function batch(first, count) {
  const [files, wrong] = [corpus(), []];
  for (let number = first; number < first + count; number++) {
    const start = process.cpuUsage();
    try {
      await one(files, number);
    } catch (error) {
      wrong.push(`${number}: ${error?.name}: ${String(error?.message).slice(0, 100)}`);
    }
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 > LONGEST_MS) wrong.push(`${number}: ${((user + system) / 1e6).toFixed(1)} s of CPU`);
  }
  return wrong;
}

function inAProcess(first, count) {
  const done = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'batch', first, count], { encoding: 'utf8', timeout: 60_000 + LONGEST_MS * count });
  if (done.status === 0) return JSON.parse(done.stdout.trim().split('\n').at(-1));
  if (count === 1) return [`${first}: the process ended with ${done.status ?? done.signal}`];
  const half = Math.floor(count / 2);
  return [...inAProcess(first, half), ...inAProcess(first + half, count - half)];
}

const given = process.argv.slice(2);
if (given[0] === 'batch') {
  console.log(JSON.stringify(await batch(Number(given[1]), Number(given[2]))));
} else {
  const [count = 20_000, from = 0] = given.map(Number);
  const wrong = [];
  for (let start = from; start < from + count; start += BATCH) wrong.push(...inAProcess(start, Math.min(BATCH, from + count - start)));
  console.log(wrong.slice(0, 50).join('\n'));
  console.log(`fuzz: ${count} inputs through the Node package: ${wrong.length} deaths, hangs or untyped errors`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
