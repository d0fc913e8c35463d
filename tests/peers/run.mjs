// Compares our presets with the packages that they reproduce, on random histories: `node
// tests/peers/run.mjs FOLDER [COUNT] [SEED]`. FOLDER is where `make peers` installed them. Ends
// with 1 if any difference has no named reason.
import { resolve } from 'node:path';
import { compare } from './compare.mjs';
import * as context from './context.mjs';
import * as geminiCli from './gemini-cli.mjs';
import * as loops from './loops.mjs';
import * as qwenCode from './qwen-code.mjs';

const [folder, count = '20000', seed = '1'] = process.argv.slice(2);
if (!folder) throw new Error('usage: run.mjs FOLDER [COUNT] [SEED]');
const root = resolve(folder, 'node_modules');
let unexplained = 0;
for (const peer of [geminiCli, context, loops, qwenCode]) {
  for (const [title, one] of Object.entries(await peer.comparisons(root))) {
    unexplained += await compare(title, Number(count), Number(seed), one);
  }
}
console.log(`peers: ${unexplained} unexplained differences`);
process.exit(unexplained === 0 ? 0 : 1);
