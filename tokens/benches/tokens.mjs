// Exact counts of the Node package beside what npm offers, on the sample that `tokens/benches`
// wrote.
//
//     npm install --no-save --prefix target/token-peers ai-tokenizer gpt-tokenizer js-tiktoken tiktoken
//     node tokens/benches/tokens.mjs sample.jsonl target/token-peers
//
// One thread; best of several; all counts are compared. Packages that are not installed are named
// and left out.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { countTokens } from 'conspectus/tokens';

const classes = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

/** Rounds at most, and how long a counter may take in all before it has only two. */
const ROUNDS = 15;
const SECONDS = 0.5;

// Others' packages live in a folder of their own.
const load = createRequire(resolve(process.argv[3] ?? '.', 'x.js'));

/** Each counter counts ordinary text: the spelling of a special token is text. */
const PEERS = {
  'ai-tokenizer': (encoding) => {
    const { Tokenizer } = load('ai-tokenizer');
    const counter = new Tokenizer(load(`ai-tokenizer/encoding/${encoding}`));
    return (text) => counter.count(text);
  },
  'gpt-tokenizer': (encoding) => {
    const { countTokens } = load(`gpt-tokenizer/encoding/${encoding}`);
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  },
  'tiktoken (WASM)': (encoding) => {
    const { get_encoding: get } = load('tiktoken');
    const counter = get(encoding);
    return (text) => counter.encode_ordinary(text).length;
  },
  'js-tiktoken': (encoding) => {
    const { getEncoding } = load('js-tiktoken');
    const counter = getEncoding(encoding);
    // At a hundredth of the others' speed a tenth of the text is enough.
    return Object.assign((text) => counter.encode(text, [], []).length, { share: 0.1 });
  },
};

/**
 * Processor seconds of the fastest call, by counter: what other programs take does not count. They
 * take turns, each as often as its speed allows.
 */
function fastest(calls) {
  const least = calls.map(() => Infinity);
  const spent = calls.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    calls.forEach((call, index) => {
      if (round >= 2 && spent[index] > SECONDS) return;
      const start = process.cpuUsage();
      call();
      const { user, system } = process.cpuUsage(start);
      const seconds = (user + system) / 1e6;
      spent[index] += seconds;
      least[index] = Math.min(least[index], seconds);
    });
  }
  return least;
}

for (const encoding of ['o200k_base', 'cl100k_base']) {
  const counters = { conspectus: (text) => countTokens(text, { encoding }) };
  for (const [name, make] of Object.entries(PEERS)) {
    try {
      counters[name] = make(encoding);
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
      console.log(`${name}: not installed, left out`);
    }
  }
  const names = Object.keys(counters);
  console.log(`\n${encoding}, MB/s from Node\n\n| class | ${names.join(' | ')} | best peer |\n|---|${'--:|'.repeat(names.length + 1)}`);
  const totals = names.map(() => ({ bytes: 0, seconds: 0 }));
  for (const { class: kind, text } of classes) {
    const parts = names.map((name) => (counters[name].share ? text.slice(0, Math.floor(text.length * counters[name].share)) : text));
    names.forEach((name, index) => {
      const [found, expected] = [counters[name](parts[index]), counters.conspectus(parts[index])];
      if (found !== expected) console.log(`${name} differs on ${kind}: ${found}, not ${expected}`);
    });
    const speeds = fastest(names.map((name, index) => () => counters[name](parts[index]))).map((seconds, index) => {
      const bytes = Buffer.byteLength(parts[index]);
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
