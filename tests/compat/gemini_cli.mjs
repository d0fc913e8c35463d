// Runs the tests that `@google/gemini-cli-core` ships, in copies of the package in which our compat
// file stands for theirs: `node tests/compat/gemini_cli.mjs`. Ends with 1 if a test differs that is
// not listed here with its reason, or if one that is listed does not differ.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder, install, table, versions } from './packages.mjs';

const COMPAT = 'conspectus/gemini-cli/compat';
const SERVICE = 'context/chatCompressionService';
const REPLACED = [SERVICE, 'utils/tokenCalculation', 'core/tokenLimits'];
/** The tests of what is replaced, and of all that calls it. */
const TESTS = [
  ...REPLACED, 'core/client', 'agents/local-executor', 'core/geminiChat', 'core/loggingContentGenerator', 'context/agentHistoryProvider',
  'context/toolOutputMaskingService', 'context/utils/contextTokenCalculator',
];

/** The whole file that a maintainer writes who hands over the prompt, the windows and the files of gemini-cli. */
const HANDED = `
import { ChatCompressionService as Service } from '${COMPAT}';
import { getCompressionPrompt } from '../core/prompts.js';
import { tokenLimit } from '../core/tokenLimits.js';
import * as files from '../utils/fileUtils.js';
export { findCompressSplitPoint, modelStringToModelConfigAlias } from '${COMPAT}';
export class ChatCompressionService extends Service {
  constructor() {
    super({ getCompressionPrompt, tokenLimit, saveTruncatedToolOutput: (...all) => files.saveTruncatedToolOutput(...all) });
  }
}
`;

/** What stands for their files in each copy, and what becomes of their tests. */
const COPIES = {
  theirs: {},
  plain: { files: Object.fromEntries(REPLACED.map((name) => [name, `export * from '${COMPAT}';\n`])) },
  handed: { files: { [SERVICE]: HANDED } },
  fitted: { files: { [SERVICE]: HANDED }, fit: true },
};

const SMALL = 'its messages are smaller than any summary; sizes are compared by one yardstick (G-36)';
const FRAME = 'a line in front of the summary says what it is';
const MARKER = 'the words of the marker are ours, and the cut text stays in the field where it stood (G-15)';
/** Why a test differs, by a piece of its name, and the copies in which it passes. */
const REASONS = [
  { test: /with verification turn/, passes: ['fitted'], why: SMALL },
  { test: /fall back to initial summary/, passes: ['fitted'], why: `${SMALL}; ${FRAME}` },
  { test: /anchored instruction/, passes: [], why: 'the words of the last message are ours' },
  { test: /include the approved plan path/, passes: ['handed', 'fitted'], why: 'it looks for words of their prompt, which is handed over' },
  { test: /force compress even if/, passes: ['fitted'], why: SMALL },
  { test: /FAILED if new token count is inflated/, passes: ['plain', 'handed'], why: 'the number that it puts in place of the count is not asked for' },
  { test: /FAILED_EMPTY_SUMMARY/, passes: ['handed', 'fitted'], why: 'it replaces the window of the model, which is handed over' },
  { test: /truncate older function responses/, passes: ['fitted'], why: MARKER },
  { test: /massive single-line strings/, passes: ['fitted'], why: MARKER },
  { test: /massive single-line raw/, passes: ['fitted'], why: MARKER },
  { test: /fallback to original content/, passes: ['fitted'], why: SMALL },
  { test: /high-fidelity original/, passes: ['fitted'], why: MARKER },
  { test: /original is massive/, passes: ['fitted'], why: MARKER },
];

/** Their test with messages that hold more than a word, and our words and places of what was cut. */
function fitted(text) {
  const begin = text.indexOf("describe('ChatCompressionService'");
  const helpers = `
const LONG = (text) => text + ' and then look at the next part of the plan with care'.repeat(40);
`;
  const tests = text.slice(begin)
    .replace(/text: '((?:old )?(?:msg|resp) ?\d?|preserved msg)'/g, "text: LONG('$1')")
    .replace(/toBe\('((?:Initial|Verified) Summary)'\)/g, "toContain('$1')")
    .replace(/(\w[\w?.[\]]*\.response)\?\.\['output'\]/g, '($1?.content ?? $1?.output)')
    .replace(/'Output too large\.'/g, "'Output cut: its first'")
    .replace(/'Showing first 8,000 and last 32,000 characters'/g, "'its first 8000 and last 32000 chars'");
  return text.slice(0, begin) + helpers + tests;
}

/** The tests of one copy: file, name and whether it passed. */
function run(name, modules) {
  const copy = join(folder, `gemini-cli-${name}`);
  const { files = {}, fit } = COPIES[name];
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(modules, '@google/gemini-cli-core'), copy, { recursive: true, filter: (path) => !path.endsWith('.map') });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, 'dist/src', `${file}.js`), text);
  if (fit) {
    const test = join(copy, 'dist/src', `${SERVICE}.test.js`);
    writeFileSync(test, fitted(readFileSync(test, 'utf8')));
  }
  const config = { exclude: [], globals: true, silent: true, include: (files[SERVICE] === HANDED ? [SERVICE] : TESTS).map((file) => `dist/src/${file}.test.js`), reporters: ['json'], outputFile: 'results.json' };
  // Our package is loaded as it is, not as a part of theirs.
  writeFileSync(join(copy, 'vitest.config.mjs'), `export default { test: { ...${JSON.stringify(config)}, server: { deps: { external: [/bindings-node/] } } } };\n`);
  spawnSync(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run'], { cwd: copy, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(join(copy, 'results.json'), 'utf8'));
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults.filter(({ status }) => ['passed', 'failed'].includes(status)).map(({ fullName, status, failureMessages }) => ({
      file: path.replace(/^.*dist\/src\/|\.test\.js$/g, ''), name: fullName, passed: status === 'passed', message: failureMessages?.[0]?.split('\n')[0],
    })));
}

const modules = install();
const results = Object.fromEntries(Object.keys(COPIES).map((name) => [name, run(name, modules)]));
const passed = (list) => (list.length === 0 ? '' : `${list.filter((one) => one.passed).length} of ${list.length}`);
console.log(`@google/gemini-cli-core ${versions['@google/gemini-cli-core']}: tests that pass`);
table(['tests', ...Object.keys(COPIES)], [...TESTS, 'all'].map((file) =>
  [file, ...Object.values(results).map((list) => passed(list.filter((one) => file === 'all' || one.file === file)))]));

const copies = Object.keys(COPIES).slice(1);
const faults = results.theirs.filter((one) => !one.passed).map(({ name }) => `theirs: ${name}`);
const differing = [...new Set(copies.flatMap((copy) => results[copy].filter((one) => !one.passed).map(({ name }) => name)))];
const rows = differing.map((name) => {
  const reason = REASONS.find(({ test }) => test.test(name));
  const outcomes = copies.map((copy) => results[copy].find((one) => one.name === name)?.passed);
  const asTold = reason && outcomes.every((outcome, index) => outcome === reason.passes.includes(copies[index]));
  if (!asTold) faults.push(`${name}: ${copies.map((copy) => results[copy].find((one) => one.name === name)?.message ?? 'passes').join(' / ')}`);
  return [name.replace(/^ChatCompressionService /, ''), ...outcomes.map((outcome) => (outcome ? 'passes' : 'differs')), reason?.why ?? 'NO REASON'];
});
faults.push(...REASONS.filter(({ test }) => !differing.some((name) => test.test(name))).map(({ test }) => `does not differ: ${test}`));
console.log();
table(['what differs', ...copies, 'why'], rows);
for (const fault of faults) console.log(`not as told: ${fault}`);
console.log(`\ncompat gemini-cli: ${rows.length} tests differ, ${faults.length} not as told`);
process.exit(faults.length === 0 ? 0 : 1);
