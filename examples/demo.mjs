// Compacts a recorded session offline, through the Node package, and draws what went and why.
//
//     node examples/demo.mjs examples/sessions/coding.anthropic.json

import { readFileSync } from 'node:fs';
import { Compactor } from 'conspectus';

const WINDOW = 32_000; // tokens; a small model's window, so that the session does not fit

const messages = JSON.parse(readFileSync(process.argv[2], 'utf8'));

const compactor = new Compactor({ contextWindow: WINDOW }); // without `summarize` the summary is written here, without a model
const result = await compactor.compact(messages);

const { sizes, cache } = result.details;
const n = (tokens) => tokens.toLocaleString('en-US');
console.log(`Node: ${result.status}, ${sizes.messagesBefore} -> ${sizes.messagesAfter} messages, ${n(result.tokensBefore)} -> ${n(result.tokensAfter)} tokens ` +
  `(trigger ${n(result.triggerTokens)}, target ${n(sizes.targetTokens)}, window ${n(WINDOW)})`);
console.log(`  why: ${result.reason}`);
const widest = Math.max(...Object.values(sizes.byKindBefore));
const bar = (tokens) => '█'.repeat(Math.ceil((tokens * 50) / widest));
for (const [name, before] of Object.entries(sizes.byKindBefore)) {
  const after = sizes.byKindAfter[name];
  if (before || after) {
    console.log(`  ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).padEnd(13)}${n(before).padStart(8)} ${bar(before)}`);
    console.log(`  ${''.padEnd(13)}${n(after).padStart(8)} ${bar(after)}`);
  }
}
for (const { kind, count, tokens } of result.removed) console.log(`  went: ${count} ${kind.replaceAll('_', ' ')}, ${n(tokens)} tokens`);
const old = new Set(messages);
console.log(`  ${result.messages.filter((message) => old.has(message)).length} messages are the very same objects as before; ` +
  `the summary is message ${cache.firstChanged}`);
