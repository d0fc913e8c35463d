// What the package costs beside plain JavaScript, in one process. Read the ratios: the times only
// give the scale.
//
//     node --expose-gc tests/benches/node.mjs
//
// First load: sizes of all messages and the split point. One more turn: one message appended,
// totals and split point. A turn with nothing to do: one message appended, and the compactor finds
// itself below the trigger.
import { Compactor, History } from 'conspectus';

const text = (seed, length) => {
  const words = ['fn', 'let', 'measure', 'window', '(', ')', '{', '}', '"name"', '\n    ', 'history', 'tokens', '::', ';', 'return'];
  let out = '';
  for (let n = seed; out.length < length; n = (n * 1103515245 + 12345) % 2147483648) out += words[n % words.length] + ' ';
  return out.slice(0, length);
};

/** Gemini messages; `structured`: one tool result in five is 100 rows of six fields, the others are strings of 9 KB. */
function history(count, { structured, images }) {
  const messages = [];
  for (let i = 0; i < count; i++) {
    const id = `call_${i - (i % 5 === 2 || i % 5 === 4 ? 1 : 0)}`;
    if (i % 5 === 0) messages.push({ role: 'user', parts: [{ text: text(i, 600) + (i % 10 ? '' : ' 请继续 😀') }] });
    else if (i % 5 === 1 || i % 5 === 3) {
      messages.push({ role: 'model', parts: [{ text: text(i, 300) }, { functionCall: { id, name: 'read_file', args: { path: `src/file${i}.rs`, limit: 100 } } }] });
    } else {
      const rows = structured && i % 25 < 5;
      const output = rows
        ? Array.from({ length: 100 }, (_, row) => ({ id: row, name: `row ${row}`, path: `a/b/${row}.rs`, ok: row % 3 > 0, size: row * 17.5, note: 'plain' }))
        : text(i, 9000);
      messages.push({ role: 'user', parts: [{ functionResponse: { id, name: 'read_file', response: { output } } }] });
    }
  }
  for (let i = 0; i < images; i++) {
    messages.splice(Math.floor((messages.length * i) / images / 5) * 5, 0,
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'QUJD'.repeat(349_525) + i } }] });
  }
  return JSON.parse(JSON.stringify(messages)); // flat strings, as they come from a file or the network
}

// --- the peers, in plain JavaScript --------------------------------------------------------------

const stringifyEach = (messages) => split(messages, (message) => JSON.stringify(message).length);

/** Text lengths, 6,400 a medium, JSON for the rest: what qwen-code's first design does. */
function imageAware(message) {
  let chars = 0;
  for (const part of message.parts) {
    if (typeof part.text === 'string') chars += part.text.length;
    else if (part.inlineData || part.fileData) chars += 6400;
    else chars += JSON.stringify(part).length;
  }
  return chars;
}

/** The same, each message sized once for its lifetime. */
const cache = new WeakMap();
function cached(message) {
  let chars = cache.get(message);
  if (chars === undefined) cache.set(message, (chars = imageAware(message)));
  return chars;
}

function split(messages, measure) {
  const sizes = messages.map(measure);
  const total = sizes.reduce((a, b) => a + b, 0);
  let before = 0;
  let last = 0;
  for (let i = 0; i < messages.length; i++) {
    if (messages[i].role === 'user' && !messages[i].parts.some((part) => part.functionResponse)) {
      if (before >= total * 0.7) return [total, i];
      last = i;
    }
    before += sizes[i];
  }
  return [total, last];
}

/** The incremental handle in plain JavaScript: prefix sums, user turns, binary search. */
class PlainHistory {
  prefix = [0];
  turns = [];
  append(message) {
    if (message.role === 'user' && !message.parts.some((part) => part.functionResponse)) this.turns.push(this.prefix.length - 1);
    this.prefix.push(this.prefix[this.prefix.length - 1] + imageAware(message));
    const total = this.prefix[this.prefix.length - 1];
    let low = 0;
    let high = this.turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.prefix[this.turns[middle]] < total * 0.7) low = middle + 1;
      else high = middle;
    }
    return [total, this.turns[low] ?? this.turns.at(-1) ?? 0];
  }
}

// --- timing --------------------------------------------------------------------------------------

/**
 * Best of many runs, in milliseconds. Candidates take turns, so that a slow spell hits all of them.
 * Runs of microseconds are repeated in bursts of 0.3 ms or more, which the clock can resolve, and
 * each turn begins with runs that are not timed, so that none pays for the caches that the one
 * before it filled.
 */
function race(candidates, budgetMs) {
  const names = Object.keys(candidates);
  const best = Object.fromEntries(names.map((name) => [name, Infinity]));
  const repeats = {};
  const warmups = {};
  for (const name of names) {
    for (let run = 0; run < 3; run++) candidates[name]();
    const start = performance.now();
    candidates[name]();
    const taken = performance.now() - start;
    repeats[name] = Math.max(1, Math.ceil(0.3 / Math.max(taken, 1e-4)));
    warmups[name] = taken < 5 ? 3 : 0; // longer runs fill the caches with what is their own
  }
  const end = performance.now() + budgetMs * Number(process.env.BENCH_SCALE ?? 1);
  for (let round = 0; round < 5 || performance.now() < end; round++) {
    for (const name of names) {
      const run = candidates[name];
      for (let warm = 0; warm < warmups[name]; warm++) run();
      const start = performance.now();
      for (let repeat = 0; repeat < repeats[name]; repeat++) run();
      best[name] = Math.min(best[name], (performance.now() - start) / repeats[name]);
    }
  }
  return best;
}

const show = (ms) => (ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(1)} us`);
const table = (title, best, base) => {
  console.log(`\n${title}`);
  for (const [name, ms] of Object.entries(best)) {
    const ratio = best[base] / ms;
    const verdict = name === base ? '' : ratio >= 1 ? `${ratio.toFixed(ratio < 100 ? 1 : 0)}x faster` : `${(1 / ratio).toFixed(1)}x SLOWER`;
    console.log(`  ${name.padEnd(58)}${show(ms).padStart(12)}   ${verdict}`);
  }
};

/** A preset that counts lengths alone, in a unit. */
const lengths = (unit) => ({ preset: { name: 'qwen-code-seed', unit } });

const load = (messages, unit) => () => {
  const ledger = new History({ ...(unit && lengths(unit)), dialect: 'gemini' });
  ledger.extend(messages);
  return ledger.tokens + ledger.splitIndex;
};

console.log(`node ${process.version}, ${process.arch}; ratios against the image-aware walk`);
for (const [name, options] of [['string results', {}], ['structured results', { structured: true }], ['structured, 20 images of 1 MB', { structured: true, images: 20 }]]) {
  for (const count of [60, 1_000, 10_000]) {
    const messages = history(count, { images: 0, ...options });
    const exact = new History(lengths('part_json_chars')).extend(messages).chars;
    const walked = messages.reduce((sum, message) => sum + imageAware(message), 0);
    if (exact !== walked) throw new Error(`sizes differ: ${exact} and ${walked}`);
    table(`first load, ${messages.length} messages, ${name}`, race({
      'JSON.stringify per message': () => stringifyEach(messages),
      'image-aware walk': () => split(messages, imageAware),
      'conspectus, exact (part_json_chars)': load(messages, 'part_json_chars'),
      'conspectus, chars (lengths alone)': load(messages, 'chars'),
      'conspectus, default (reads the text)': load(messages),
    }, count === 10_000 ? 4_000 : 1_000), 'image-aware walk');
  }
}

console.log('\none more turn: append, totals, split');
for (const count of [100, 1_000, 10_000, 100_000]) {
  const messages = history(count > 10_000 ? 1_000 : count, { structured: true, images: 0 });
  const all = count > 10_000 ? Array.from({ length: count }, (_, index) => messages[index % 1_000]) : messages;
  const extra = history(15, { structured: false, images: 0 }).slice(10);
  const native = new History({ dialect: 'gemini' }).extend(all);
  const plain = new PlainHistory();
  for (const message of all) plain.append(message);
  all.forEach(cached);
  const turn = (append) => () => { for (let i = 0; i < 5; i++) append(extra[i]); };
  const best = race({
    'image-aware walk of everything': count > 10_000 ? () => split(all, imageAware) : () => split(all, imageAware),
    'walk with cached lengths': () => split(all, cached),
    'the same handle in plain JavaScript (per message)': turn((message) => plain.append(message)),
    'conspectus History.append (per message)': turn((message) => { native.append(message); return native.splitIndex; }),
    'conspectus History.sync (whole list again)': () => native.sync(all),
  }, 1_500);
  best['the same handle in plain JavaScript (per message)'] /= 5;
  best['conspectus History.append (per message)'] /= 5;
  table(`${count} messages`, best, 'image-aware walk of everything');
}

console.log('\na turn of the compactor with nothing to do');
/** `count` messages, an answer and a last message of the user. Every call has an id of its own; the texts come again after 1,000 messages. */
function long(count) {
  const messages = history(Math.min(count, 1_000), { structured: true, images: 0 });
  const again = (value, round) => value && { ...value, id: `${value.id}-${round}` };
  const part = (given, round) => {
    if (given.functionCall) return { functionCall: again(given.functionCall, round) };
    return given.functionResponse ? { functionResponse: again(given.functionResponse, round) } : given;
  };
  const all = Array.from({ length: count }, (_, index) => {
    const { role, parts } = messages[index % messages.length];
    return { role, parts: parts.map((given) => part(given, Math.floor(index / messages.length))) };
  });
  return [...all, { role: 'model', parts: [{ text: 'Done.' }] }, { role: 'user', parts: [{ text: 'Go on.' }] }];
}

for (const count of [100, 1_000, 10_000, 100_000]) {
  const all = long(count);
  const extra = { role: 'model', parts: [{ text: 'I read a file.' }] };
  const options = { contextWindow: 1e12, dialect: 'gemini' };
  const usage = { usage: 1_000_000 };
  /** Least of some runs, in milliseconds; promises cannot take part in `race`. */
  const least = async (run, runs) => {
    let best = Infinity;
    for (let turn = 0; turn < runs; turn++) {
      const start = performance.now();
      await run();
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const few = count > 10_000 ? 3 : count > 1_000 ? 20 : 200;
  const rows = {
    'JSON.stringify of everything': await least(() => stringifyEach(all), few),
    'image-aware walk of everything': await least(() => split(all, imageAware), few),
    'conspectus, first load, lengths tell enough': await least(() => new Compactor(options).compact(all), few),
    'conspectus, first load, texts are read': await least(() => new Compactor(options).compact(all, usage), few),
    'conspectus, a plan that knows nothing': await least(() => new Compactor(options).plan(all), few),
  };
  // As the README says: the list goes on with what a run gave.
  const compactor = new Compactor(options);
  let mine = (await compactor.compact([...all], usage)).messages;
  const turn = async (...news) => {
    mine.push(...news);
    mine = (await compactor.compact(mine)).messages;
  };
  rows["conspectus, the compactor's next turn"] = await least(() => turn(extra), 200);
  // The host says how many messages it has not changed: they are not compared.
  const certain = async (...news) => {
    const unchangedMessages = mine.length;
    mine.push(...news);
    mine = (await compactor.compact(mine, { unchangedMessages })).messages;
  };
  rows['  and the host says what is unchanged'] = await least(() => certain(extra), 200);
  // The last message may have grown, so it is read again: its result answers a call that is known.
  const asked = (id) => ({ role: 'model', parts: [{ functionCall: { id, name: 'read_file', args: { path: 'src/a.py' } } }] });
  const told = (id) => ({ role: 'user', parts: [{ functionResponse: { id, name: 'read_file', response: { output: 'import os' } } }] });
  rows['  after a tool result'] = await least((id = `fresh-${mine.length}`) => turn(asked(id), told(id)), 200);
  rows['  after a tool result, and the host says so'] = await least((id = `certain-${mine.length}`) => certain(asked(id), told(id)), 200);
  rows['conspectus, a plan after a turn'] = await least(() => compactor.plan(mine), few);
  table(`${count} messages`, rows, 'image-aware walk of everything');
}

console.log('\na turn of a host that copies its list; its texts are read, since it tells its usage');
for (const count of [100, 1_000, 10_000]) {
  const all = long(count);
  const text = JSON.stringify(all);
  const copies = [JSON.parse(text), JSON.parse(text)];
  const options = { contextWindow: 1e12, dialect: 'gemini' };
  const usage = { usage: 1_000_000 };
  const compactor = new Compactor(options);
  // The first copy shows that the host copies.
  for (const messages of [all, ...copies]) await compactor.compact(messages, usage);
  const least = async (run) => {
    let best = Infinity;
    for (let turn = 0; turn < (count > 1_000 ? 10 : 100); turn++) {
      const start = performance.now();
      await run(turn);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  table(`${count} messages`, {
    'JSON.stringify of everything': await least(() => JSON.stringify(all)),
    'conspectus, a copy of the list': await least((turn) => compactor.compact(copies[turn % 2], usage)),
    'conspectus, the same list': await least(() => compactor.compact(copies[1], usage)),
    'conspectus, a compactor that knows nothing': await least(() => new Compactor(options).compact(all, usage)),
  }, 'JSON.stringify of everything');
}

console.log('\nsave and load at each step, after many compactions of a full list');
{
  const options = { contextWindow: 100_000, dialect: 'gemini' };
  const compactor = new Compactor(options);
  const all = history(5_000, { structured: false, images: 0 });
  for (let count = 20; count <= all.length; count += 20) await compactor.compact(all.slice(0, count));
  const state = compactor.save();
  const made = state.view.items.reduce((sum, item) => sum + (item.made ? JSON.stringify(item.made).length : 0), 0);
  table(`${all.length} messages: a state of ${JSON.stringify(state).length - made} chars, and ${made} of the summary that stands in the list`, race({
    'JSON.stringify of everything': () => JSON.stringify(all),
    'conspectus, save': () => compactor.save(),
    'conspectus, load': () => Compactor.load(state, options),
  }, 2_000), 'JSON.stringify of everything');
}

console.log('\na plan of a run that acts: the report tells of a prompt above the trigger');
for (const count of [100, 1_000, 5_000]) {
  const all = history(count, { structured: true, images: 0 });
  const measured = new History();
  measured.extend(all);
  const contextWindow = Math.floor(measured.tokens * 1.4);
  const turn = { usage: Math.floor(contextWindow * 0.9) };
  const least = (run, runs) => Math.min(...Array.from({ length: runs }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  }));
  const rows = { 'JSON.stringify of everything': least(() => stringifyEach(all), 5) };
  const kinds = {
    'clears old results': {},
    'summarises without a model': { clearWhen: 'never' },
    'asks a model': { clearWhen: 'never', summarize: async () => '' },
  };
  for (const [kind, options] of Object.entries(kinds)) {
    const given = { contextWindow, dialect: 'gemini', ...options };
    const compactor = new Compactor(given);
    await compactor.compact(all);
    rows[`it ${kind}`] = least(() => new Compactor(given).plan(all, turn), 5);
    rows[`  after a turn, ${kind}`] = least(() => compactor.plan(all, turn), 5);
  }
  table(`${count} messages`, rows, 'JSON.stringify of everything');
}
