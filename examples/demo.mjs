// Compacts a recorded session offline, through the Node package, and draws what went and why.
//
//     node examples/demo.mjs examples/sessions/coding.anthropic.json

import { readFileSync } from 'node:fs';
import { Compactor } from 'conspectus';

const WINDOW = 32_000; // tokens; a small model's window, so that the session does not fit

const messages = JSON.parse(readFileSync(process.argv[2], 'utf8'));

const compactor = new Compactor({ contextWindow: WINDOW }); // without `summarize` the summary is written here, without a model
const result = await compactor.compact(messages);

const { report } = result;
const { size, parts } = report;
const n = (tokens) => tokens.toLocaleString('en-US');
console.log(`Node: ${result.status}, ${size.messagesBefore} -> ${size.messagesAfter} messages, ${n(size.before)} -> ${n(size.after)} tokens ` +
  `(trigger ${n(size.trigger)}, target ${n(size.target)}, window ${n(WINDOW)})`);
console.log(`  why: ${report.reason.text}`);
const widest = Math.max(...Object.values(parts.before));
const bar = (tokens) => '█'.repeat(Math.ceil((tokens * 50) / widest));
for (const [name, before] of Object.entries(parts.before)) {
  const after = parts.after[name];
  if (before || after) {
    console.log(`  ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).padEnd(13)}${n(before).padStart(8)} ${bar(before)}`);
    console.log(`  ${''.padEnd(13)}${n(after).padStart(8)} ${bar(after)}`);
  }
}
for (const line of report.went) console.log(`  went: ${line.count} ${line.why}, ${n(line.tokens)} tokens`);
const old = new Set(messages);
console.log(`  ${result.messages.filter((message) => old.has(message)).length} messages are the very same objects as before; ` +
  `the summary is message ${report.cache.firstChangedMessage}`);
