// Loop detection on a streamed megabyte, ours and that of gemini-cli-core: `node tests/benches/loops.mjs
// FOLDER`, where `make peers` installed the package.
import { resolve } from 'node:path';
import { LoopDetector } from 'conspectus/context';
import { serviceOf } from '../peers/loops.mjs';
import { Random } from '../peers/random.mjs';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: loops.mjs FOLDER');
const make = await serviceOf(resolve(folder, 'node_modules'));

/** Prose with lists and code, in words that seldom repeat. */
function text(chars) {
  const random = new Random(7);
  const word = () => random.next().toString(36).slice(0, 2 + random.below(6));
  const sentence = () => `${Array.from({ length: 6 + random.below(10) }, word).join(' ')}. `;
  let result = '';
  while (result.length < chars) {
    if (random.once(8)) result += `\n- ${sentence()}\n- ${sentence()}\n\n`;
    else if (random.once(20)) result += `\n\`\`\`js\n${Array.from({ length: 8 }, () => `const ${word()} = ${word()}(${word()});\n`).join('')}\`\`\`\n`;
    else result += sentence();
  }
  return result.slice(0, chars);
}

const CHARS = 1_000_000;
const whole = text(CHARS);
const cut = (size) => Array.from({ length: Math.ceil(CHARS / size) }, (_, index) => whole.slice(index * size, (index + 1) * size));

function time(run) {
  const start = process.hrtime.bigint();
  if (run() !== null) throw new Error('an alarm on text that does not repeat');
  return Number(process.hrtime.bigint() - start) / 1e6;
}

console.log('| pieces of | gemini-cli-core | ours, its preset | ours, default | times faster |\n| --- | --- | --- | --- | --- |');
for (const size of [4, 16, 64, 1024]) {
  const pieces = cut(size);
  const theirs = () => {
    const service = make();
    return pieces.find((value) => service.addAndCheck({ type: 'content', value }).count > 0) ?? null;
  };
  const ours = (options) => () => {
    const detector = new LoopDetector(options);
    const alarm = pieces.find((piece) => detector.addText(piece) !== null) ?? null;
    detector.dispose();
    return alarm;
  };
  const best = (run, rounds) => Math.min(...Array.from({ length: rounds }, () => time(run)));
  const [peer, preset, own] = [best(theirs, 2), best(ours({ preset: 'gemini-cli' }), 5), best(ours(), 5)];
  const ratio = (one) => `${Math.round(peer / one)} x`;
  console.log(`| ${size} chars | ${peer.toFixed(0)} ms | ${preset.toFixed(1)} ms | ${own.toFixed(1)} ms | ${ratio(preset)}, ${ratio(own)} |`);
}
