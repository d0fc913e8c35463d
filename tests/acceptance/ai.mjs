// Checks that the AI SDK accepts compacted histories: its `modelMessageSchema` reads each of them.
// What it accepts before, it must accept after. Run by `make acceptance`; `ai` is looked for in the
// folder given by --modules.

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Compactor, repair } from 'conspectus';
import { prune } from 'conspectus/gencode';
import { microcompact, slim } from 'conspectus/qwen-code';
import { names } from 'conspectus/sansio';

const { values } = parseArgs({
  options: { laws: { type: 'string', default: 'target/release/conspectus-laws' }, count: { type: 'string', default: '200' }, modules: { type: 'string', default: '.' } },
});
const { modelMessageSchema } = createRequire(resolve(values.modules, 'index.js'))('ai');

function problem(messages) {
  for (const [index, message] of messages.entries()) {
    const read = modelMessageSchema.safeParse(message);
    if (!read.success) return `/${index}: ${JSON.stringify(read.error.issues).slice(0, 500)}`;
  }
  return null;
}

/** What each operation makes of a history. */
function* outcomes(messages) {
  const dialect = 'ai_sdk';
  yield ['slim', slim(messages, { dialect }).messages];
  yield ['microcompact', microcompact(messages, { dialect, force: true, keepToolResults: 1 }).messages];
  yield ['prune', prune(messages, { dialect, clearMinTokens: 0, clearProtectTokens: 100 }).messages];
  yield ['repair', repair(messages, { dialect }).messages];
}

async function* compacted(messages) {
  for (const { name: preset } of names().presets) {
    const compactor = new Compactor({ dialect: 'ai_sdk', preset, summarize: 'extractive' });
    yield [`compact ${preset}`, (await compactor.compact(messages, { force: true })).messages];
  }
}

const lines = execFileSync(values.laws, ['generate', 'ai_sdk', values.count], { encoding: 'utf8', maxBuffer: 1 << 30 });
const histories = lines.split('\n').filter(Boolean).map((line) => JSON.parse(line).messages);
const accepted = histories.filter((messages) => problem(messages) === null);
let results = 0;
let refused = 0;
function look(name, after) {
  results += 1;
  const reason = problem(after);
  if (reason === null) return;
  refused += 1;
  console.error(`  ai_sdk ${name}: ${reason}`);
}
for (const messages of accepted) {
  for (const [name, after] of outcomes(messages)) look(name, after);
  for await (const [name, after] of compacted(messages)) look(name, after);
}
console.log(`ai_sdk             ${accepted.length} of ${histories.length} histories accepted before; of ${results} results ${refused} refused`);
const tooFew = accepted.length * 2 < histories.length;
if (tooFew) console.log(`  too few to tell: ${problem(histories.find((messages) => problem(messages) !== null))}`);
process.exitCode = refused > 0 || tooFew ? 1 : 0;
