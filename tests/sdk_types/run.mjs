// Messages made of the types that packages declare, in Node. Run by `make sdk-types`, which
// installs what it needs into `target/sdk-types`.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Checker, line } from './check.mjs';
import { Grower } from './grow.mjs';
import { all } from './sdks.mjs';

const { values } = parseArgs({
  options: {
    modules: { type: 'string', default: 'target/sdk-types/node' },
    sdk: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    cases: { type: 'string', default: '600' },
    shown: { type: 'string', default: '30' },
  },
});
const modules = resolve(values.modules);
const SEED = 20261124;

/** At most so many, the same ones each time: half are those with the shortest way through the types,
 * which are all members of the outer unions, the rest is chosen evenly. */
function some(cases, most) {
  if (cases.length <= most) return cases;
  // Mulberry32, by Tommy Ettinger (public domain, 2017).
  let state = SEED;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const steps = (label) => label.split(/[.[{|]/).length;
  const near = cases.map(([label], at) => [steps(label), at]).sort(([one], [other]) => one - other).map(([, at]) => at);
  const far = near.splice(most / 2).map((at) => [random(), at]).sort(([one], [other]) => one - other).map(([, at]) => at);
  return [...near, ...far.slice(0, most - near.length)].sort((one, other) => one - other).map((at) => cases[at]);
}

function casesOf(sdk, grower) {
  const found = [];
  for (const name of Object.keys(sdk.types)) {
    for (const [label, given] of grower.of(name)) {
      let message = given;
      try {
        message = sdk.make?.(given, name) ?? given;
      } catch {
        continue;
      }
      found.push([`${name} ${label}`, message]);
      // JSON does not keep bytes.
      if (sdk.stored && !label.includes('bytes')) found.push([`${name} ${label} stored`, sdk.stored(message)]);
    }
  }
  return some(found, Number(values.cases)).filter(([label]) => label.includes(values.only));
}

function show(told) {
  for (const [wrong, found] of [...told].sort(([, one], [, other]) => other.length - one.length).slice(0, Number(values.shown))) {
    const operations = [...new Set(found.map(([operation]) => operation))].join(', ');
    const [, label, message] = found.reduce((one, other) => (line(one[2]).length <= line(other[2]).length ? one : other));
    console.log(`  ${operations}: ${wrong}; ${found.length} times, such as ${label}\n    ${line(message)}`);
  }
}

async function run(sdk, grower) {
  const began = Date.now();
  const cases = casesOf(sdk, grower);
  const checker = new Checker(sdk);
  const told = new Map();
  let failed = 0;
  for (const [label, message] of cases) {
    const faults = await checker.faults(message, sdk.neighbours());
    failed += Number(faults.length > 0);
    for (const [operation, wrong] of faults) told.set(wrong, [...(told.get(wrong) ?? []), [operation, label, message]]);
  }
  show(told);
  const { version } = JSON.parse(readFileSync(join(modules, 'node_modules', sdk.package, 'package.json'), 'utf8'));
  return [sdk.package, version, Object.keys(sdk.types).length, cases.length, checker.unsized, failed, `${Math.round((Date.now() - began) / 1000)} s`];
}

// What SDKs warn of is not of interest here.
for (const name of ['warn', 'error', 'info', 'debug']) console[name] = () => {};
process.on('unhandledRejection', () => {});
globalThis.AI_SDK_LOG_WARNINGS = false;
const found = await all(modules);
// All of them are declared, whichever is looked at: the types of one name those that another brings,
// such as those of Node.
const grower = new Grower(modules, Object.assign({}, ...found.map((sdk) => sdk.types)));
const sdks = found.filter((sdk) => sdk.package.includes(values.sdk));
const rows = [['SDK', 'version', 'types', 'cases', 'no size', 'failed', 'time']];
for (const sdk of sdks) {
  rows.push(await run(sdk, grower));
  console.log(rows.at(-1).join(' '));
}
console.log();
for (const [name, version, ...rest] of rows) console.log(name.padEnd(22) + version.padEnd(10) + rest.map((cell) => String(cell).padStart(9)).join(''));
process.exitCode = rows.slice(1).some((row) => row[5] > 0) ? 1 : 0;
