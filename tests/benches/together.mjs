// What others wait for while a run plans: the longest time that the event loop stands still, beside
// JSON.stringify of the same list. Read the ratios.
//
//     node tests/benches/together.mjs

import { Compactor } from 'conspectus';

function conversation(count) {
  const messages = [{ role: 'user', content: 'Mend the tests. Never touch the migrations.' }];
  for (let step = 0; messages.length < count; step++) {
    const call = { id: `call_${step}`, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path: `src/part_${step % 50}.js` }) } };
    messages.push({ role: 'assistant', content: `Step ${step}: I read a part and look for what fails.`, tool_calls: [call] });
    const lines = Array.from({ length: 30 }, (_, line) => `line ${line} of part ${step}: value = compute(${line * step}) // no error`);
    messages.push({ role: 'tool', tool_call_id: `call_${step}`, content: lines.join('\n') });
    if (step % 10 === 9) messages.push({ role: 'user', content: `Go on with part ${step}. Its port is ${8000 + step}.` });
  }
  return JSON.parse(JSON.stringify(messages));
}

/** The longest time between two turns of the loop during `work`, and how long all of it took, in milliseconds. */
async function standstill(work) {
  let longest = 0;
  let before = performance.now();
  let isOver = false;
  const beat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  const start = performance.now();
  await work();
  isOver = true;
  beat();
  return [longest, performance.now() - start];
}

const messages = conversation(10_000);
let written = Infinity;
for (let run = 0; run < 5; run++) {
  const start = performance.now();
  JSON.stringify(messages);
  written = Math.min(written, performance.now() - start);
}
let least = [Infinity, 0];
for (let run = 0; run < 3; run++) {
  const compactor = new Compactor({ contextWindow: 200_000, summarize: 'extractive' });
  const [longest, whole] = await standstill(() => compactor.compact(messages, { force: true }));
  if (longest < least[0]) least = [longest, whole];
}
const [longest, whole] = least;
console.log(`compact of ${messages.length} messages takes ${whole.toFixed(0)} ms: the loop stands still for ${longest.toFixed(1)} ms, ${(longest / written).toFixed(2)}x of JSON.stringify (${(longest / whole * 100).toFixed(0)} % of the run)`);
