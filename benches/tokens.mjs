// Exact counts of the Node package beside what npm offers, on the sample that `benches/tokens` wrote.
//
//     npm install --no-save gpt-tokenizer js-tiktoken tiktoken
//     node benches/tokens.mjs sample.jsonl
//
// One thread; best of two; all counts are compared. Packages that are not installed are named and left out.
import { readFileSync } from 'node:fs';
import conspectus from '../bindings-node/index.cjs';

const classes = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

/** Each counter counts ordinary text: the spelling of a special token is text. */
const PEERS = {
  'gpt-tokenizer': async (encoding) => {
    const { countTokens } = await import(`gpt-tokenizer/encoding/${encoding}`);
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  },
  'tiktoken (WASM)': async (encoding) => {
    const { get_encoding: get } = await import('tiktoken');
    const counter = get(encoding);
    return (text) => counter.encode_ordinary(text).length;
  },
  'js-tiktoken': async (encoding) => {
    const { getEncoding } = await import('js-tiktoken');
    const counter = getEncoding(encoding);
    // At a hundredth of the others' speed a tenth of the text is enough.
    return Object.assign((text) => counter.encode(text, [], []).length, { share: 0.1 });
  },
};

function best(rounds, call) {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    call();
    least = Math.min(least, performance.now() - start);
  }
  return least / 1000;
}

for (const encoding of ['o200k_base', 'cl100k_base']) {
  const counters = { conspectus: (text) => conspectus.countTokens(text, { encoding }) };
  for (const [name, load] of Object.entries(PEERS)) {
    try {
      counters[name] = await load(encoding);
    } catch (error) {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
      console.log(`${name}: not installed, left out`);
    }
  }
  const names = Object.keys(counters);
  console.log(`\n${encoding}, MB/s from Node\n\n| class | ${names.join(' | ')} | best peer |\n|---|${'--:|'.repeat(names.length + 1)}`);
  const totals = names.map(() => ({ bytes: 0, seconds: 0 }));
  for (const { class: kind, text } of classes) {
    const speeds = names.map((name, index) => {
      const count = counters[name];
      const part = count.share ? text.slice(0, Math.floor(text.length * count.share)) : text;
      const found = count(part);
      const expected = counters.conspectus(part);
      if (found !== expected) console.log(`${name} differs on ${kind}: ${found}, not ${expected}`);
      const seconds = best(count.share ? 1 : 2, () => count(part));
      const bytes = Buffer.byteLength(part);
      totals[index].bytes += bytes;
      totals[index].seconds += seconds;
      return bytes / seconds / 1e6;
    });
    print(kind, speeds);
  }
  print('**total**', totals.map(({ bytes, seconds }) => bytes / seconds / 1e6));
}

function print(name, [mine, ...others]) {
  const ratio = others.length > 0 ? (mine / Math.max(...others)).toFixed(1) : '-';
  console.log(`| ${name} | ${[mine, ...others].map((speed) => speed.toFixed(1)).join(' | ')} | ${ratio} |`);
}
