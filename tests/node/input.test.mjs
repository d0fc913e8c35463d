// Bad input gives a typed error with a code and a path, and leaves everything as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, ConspectusError, History, countTokens, repair, summarizeExtractive, validate } from 'conspectus';
import { Machine } from 'conspectus/sansio';
import { frozen, jsonLength, nest, session } from './builders.mjs';
import operations from '../../bindings-node/operations.cjs';

const { estimateTokens, findSplitPoint, microcompact, prune, slim } = operations;

const OPERATIONS = { estimateTokens, findSplitPoint, slim, microcompact, prune, repair, validate, summarizeExtractive };

const thrown = (use, code, path) => {
  try {
    use();
  } catch (error) {
    assert.ok(error instanceof ConspectusError && error instanceof Error, `${error?.stack}`);
    assert.equal(error.name, 'ConspectusError');
    assert.deepEqual([error.code, error.path], [code, path], error.message);
    return error;
  }
  return assert.fail(`no ${code}`);
};
const withArguments = (args) => [{ role: 'user', parts: [{ text: 'x' }, { functionCall: { name: 'f', args } }] }];

for (const [name, operation] of Object.entries(OPERATIONS)) {
  test(`${name} refuses what is no list`, () => {
    for (const wrong of ['hello', null, undefined, 7, true, NaN, { role: 'user', content: 'x' }, new Uint8Array(3), () => [], Symbol('x'), new Map()]) {
      thrown(() => operation(wrong), 'INVALID_MESSAGES', '');
    }
  });
}

test('a message that is none names its place', () => {
  for (const wrong of [null, undefined, 'text', 7, [], () => {}]) thrown(() => estimateTokens([{ role: 'user', content: 'hi' }, wrong]), 'INVALID_MESSAGES', '/1');
  thrown(() => estimateTokens([{ role: 'user', content: 'hi' }, { role: 3, content: 'x' }]), 'INVALID_MESSAGES', '/1/role');
});

test('a fraction out of range is refused, and a percentage is told what was meant', () => {
  for (const fraction of [0, 1, 50, -1, NaN, Infinity, '0.5', true, [], {}]) {
    thrown(() => findSplitPoint([], { fraction }), 'INVALID_OPTION', '/fraction');
    thrown(() => new History({ keep: { fraction } }), 'INVALID_OPTION', '/keep/fraction');
    thrown(() => new Compactor({ keep: { fraction } }), 'INVALID_OPTION', '/keep/fraction');
  }
  assert.match(thrown(() => findSplitPoint([], { fraction: 50 }), 'INVALID_OPTION', '/fraction').message, /did you mean 0\.5/);
});

test('an unknown option is told its near names, spelled as JavaScript does', () => {
  assert.match(thrown(() => estimateTokens([], { unit: 'part' }), 'INVALID_OPTION', '/unit').message, /part_json_chars/);
  const within = (tail) => ({ preset: { name: 'opencode', ...tail } });
  const takers = [(options) => microcompact([], options), (options) => new History(options), (options) => new Compactor(options), (options) => new Machine(options)];
  for (const use of takers) {
    assert.match(thrown(() => use({ keepToolRsults: 3 }), 'INVALID_OPTION', '/keepToolRsults').message, /`keepToolRsults`.*`keepToolResults`/);
    assert.match(thrown(() => use({ keep_tool_results: 3 }), 'INVALID_OPTION', '/keep_tool_results').message, /`keep_tool_results`.*`keepToolResults`/);
    assert.match(thrown(() => use({ keepToolResults: 'many' }), 'INVALID_OPTION', '/keepToolResults').message, /keepToolResults must be/);
  }
  for (const use of takers.slice(1)) {
    assert.match(thrown(() => use(within({ tailTokns: 3 })), 'INVALID_OPTION', '/preset/tailTokns').message, /`tailTokns`.*`tailTokens`/);
    assert.match(thrown(() => use(within({ tail_tokens: 3 })), 'INVALID_OPTION', '/preset/tail_tokens').message, /`tail_tokens`.*`tailTokens`/);
    assert.match(thrown(() => use(within({ tailTokens: 'many' })), 'INVALID_OPTION', '/preset/tailTokens').message, /preset\.tailTokens must be/);
    assert.match(thrown(() => use({ tailTokens: 3 }), 'INVALID_OPTION', '/tailTokens').message, /`tailTokens`.*(preset: \{ name: |History)/);
    assert.match(thrown(() => use({ keep: { mesages: 3 } }), 'INVALID_OPTION', '/keep/mesages').message, /`mesages`.*`messages`/);
    assert.match(thrown(() => use(within({ unit: 'part' })), 'INVALID_OPTION', '/preset/unit').message, /part_json_chars/);
    thrown(() => use({ keep: 'all' }), 'INVALID_OPTION', '/keep');
    assert.match(thrown(() => use({ preset: 5 }), 'INVALID_OPTION', '/preset').message, /a name, or an object with a `name`, got `5`/);
    thrown(() => use(within({ charsPerToken: () => 4 })), 'INVALID_OPTION', '/preset/charsPerToken');
    thrown(() => use('options'), 'INVALID_OPTION', '');
    thrown(() => use([1]), 'INVALID_OPTION', '');
  }
  assert.match(thrown(() => new Compactor({ prices: { cache_read: 1 } }), 'INVALID_OPTION', '/prices/cache_read').message, /`cache_read`.*`cacheRead`/);
  thrown(() => microcompact([], { nowMs: 'now' }), 'INVALID_OPTION', '/nowMs');
  thrown(() => microcompact([], { clearableTools: ['a', 3] }), 'INVALID_OPTION', '/clearableTools/1');
  thrown(() => new Machine({ contextWindow: 1000 }).handleMessages([], { usage: { choices: [] } }), 'INVALID_OPTION', '/usage');
  const pending = thrown(() => new Machine({ contextWindow: 1000 }).handleMessages([], { usage: Promise.resolve({ input_tokens: 7 }) }), 'INVALID_OPTION', '/usage');
  assert.match(pending.message, /await the reply/);
});

test('names and code in errors are spelled as JavaScript spells them, and what was given stays as it is', () => {
  const said = (use, code, path) => thrown(use, code, path).message;
  assert.match(said(() => new Compactor({ preset: 'gencode', trigger: 0.5 }), 'INVALID_OPTION', '/trigger'), /write preset: \{ name: 'gencode', trigger: \.\.\. \}/);
  assert.match(said(() => new Compactor({ pruneProtect: 5 }), 'INVALID_OPTION', '/pruneProtect'), /write preset: \{ name: 'gencode', pruneProtect: \.\.\. \}/);
  assert.match(said(() => new Compactor({ keep: 5 }), 'INVALID_OPTION', '/keep'), /one of \{ tokens: \.\.\. \}, \{ messages: /);
  assert.match(said(() => new Compactor({ trigger: 'keep_tool_results {"a": 1}' }), 'INVALID_OPTION', '/trigger'), /got `"keep_tool_results \{"a": 1\}"`/);
  assert.match(said(() => microcompact([], { unit: 'chars' }), 'INVALID_OPTION', '/unit'), /`estimateTokens`/);
  assert.match(said(() => new Machine({ contextWindow: 1000 }).handleSummary('text'), 'WRONG_ORDER', ''), /^handleSummary /);
  const counter = { tokenizer: (text) => text.length };
  assert.match(said(() => summarizeExtractive(session(1), counter), 'INVALID_OPTION', '/tokenizer'), /for counting messages, a function/);
});

test('undefined and null count as not given', () => {
  const messages = [{ role: 'user', content: 'x'.repeat(1000) }];
  assert.deepEqual(estimateTokens(messages, { charsPerToken: null, dialect: undefined, preset: null }), estimateTokens(messages));
  assert.deepEqual(estimateTokens(messages, undefined), estimateTokens(messages, null));
});

test('unknown names have their own errors', () => {
  thrown(() => estimateTokens([], { dialect: 'klingon' }), 'UNKNOWN_DIALECT', '/dialect');
  thrown(() => estimateTokens([], { preset: 'klingon' }), 'UNKNOWN_PRESET', '/preset');
});

test('nesting of 100,000 levels is refused without harm', () => {
  const deep = nest(100_000);
  let objects = {};
  for (let level = 0; level < 100_000; level++) objects = { a: objects };
  for (const value of [deep, objects]) {
    const step = value === deep ? '/0' : '/a';
    const uses = [
      () => estimateTokens([], { tools: value }),
    ];
    // In a message it counts to a depth.
    assert.ok(jsonLength(value) > 400);
    estimateTokens(withArguments(value));
    estimateTokens([{ role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: value } } }] }]);
    estimateTokens([{ role: 'user', parts: [{ something: value }] }], { dialect: 'gemini' });
    microcompact(withArguments(value), { force: true });
    summarizeExtractive(withArguments(value));
    new History({ verify: 'hash' }).append({ role: 'user', content: 'x', unread: value });
    new History({ preset: { name: 'opencode', unit: 'json_chars' } }).append({ role: 'user', content: 'x', unread: value });
    new Machine({ contextWindow: 1000 }).handleMessages(withArguments(value));
    for (const use of uses) {
      assert.throws(use, (error) => error instanceof ConspectusError && error.code === 'TOO_DEEP' && error.path.endsWith(step.repeat(100)), String(use));
    }
    // Places that nothing reads, or that are read for their kind only.
    for (const messages of [[{ role: 'user', content: 'x', unread: value }], [{ role: 'user', content: value }], [{ role: 'user', parts: value }], value, [value]]) {
      for (const operation of Object.values(OPERATIONS)) {
        try {
          operation(messages);
        } catch (error) {
          assert.ok(error instanceof ConspectusError, error.stack);
        }
      }
    }
  }
  assert.equal(jsonLength(nest(200)), 402);
});

test('a cycle is refused and the first place where it closes is named', () => {
  const message = { role: 'user', content: 'x' };
  message.self = [1, { again: message }];
  thrown(() => estimateTokens([], { tools: [message] }), 'CYCLE', '/tools/0/self/1/again');
  const list = [];
  list.push(0, list, list);
  thrown(() => estimateTokens([], { tools: list }), 'CYCLE', '/tools/1');
  thrown(() => new History({ preset: { name: 'opencode', charsPerToken: list } }), 'CYCLE', '/preset/charsPerToken/1');
});

test('the same object twice is no cycle', () => {
  const shared = { a: [1, 2] };
  const value = [shared, shared, { x: shared, y: { z: [shared, [[[shared]]]] } }];
  assert.equal(jsonLength(value), JSON.stringify(value).length);
});

test('a BigInt names its place, unless the program taught it JSON', () => {
  thrown(() => estimateTokens([], { tools: [{ 'a/b': [1, 2n] }] }), 'UNSUPPORTED_TYPE', '/tools/0/a~1b/1');
  thrown(() => estimateTokens([], { tools: [{ 'x~y': Object(1n) }] }), 'UNSUPPORTED_TYPE', '/tools/0/x~0y');
  BigInt.prototype.toJSON = function () { return `${this}n`; };
  try {
    assert.equal(estimateTokens([{ role: 'user', parts: [{ text: '', x: 12n }] }], { unit: 'chars' }).chars >= 0, true);
  } finally {
    delete BigInt.prototype.toJSON;
  }
});

test('bytes are media', () => {
  for (const data of [new Uint8Array(3000), Buffer.alloc(3000), new ArrayBuffer(3000), new DataView(new ArrayBuffer(3000))]) {
    const estimate = estimateTokens([{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data } }] }]);
    assert.equal(estimate.media, 1);
    assert.equal(jsonLength(data), 4002);
  }
});

test('what a getter or a proxy throws comes through as it is, and the next call works', () => {
  const trouble = new Error('mine');
  const throwing = () => { throw trouble; };
  const proxies = [new Proxy({}, { get: throwing }), new Proxy({}, { ownKeys: throwing }), new Proxy([1], { get: throwing }), new Proxy({}, { getPrototypeOf: throwing })];
  for (const value of [{ get a() { return throwing(); } }, { toJSON: throwing }, ...proxies]) {
    assert.throws(() => estimateTokens([], { tools: [value] }), (error) => error === trouble);
    // In a message it is an odd value, and ends no run.
    jsonLength([value]);
    new History({ dialect: 'anthropic' }).append({ role: 'user', content: [value] });
  }
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.throws(() => estimateTokens([], { tools: proxy }), TypeError);
  jsonLength(proxy);
  assert.equal(jsonLength([1]), 3);
});

test('a call from inside a value that is being read is refused', () => {
  thrown(() => estimateTokens([{ role: 'user', content: [{ get a() { return jsonLength({ b: 1 }); } }] }]), 'WRONG_ORDER', '');
  assert.equal(jsonLength({ a: 1 }), 7);
});

test('inputs are never changed', () => {
  const messages = frozen(session(20, 4000));
  for (const operation of Object.values(OPERATIONS)) operation(messages, { dialect: 'gemini' });
  microcompact(messages, { force: true, keepToolResults: 1 });
  prune(messages, { clearMinTokens: 0, clearProtectTokens: 0 });
  new History().sync(messages);
});

test('lone surrogates are measured and kept', async () => {
  for (const text of ['\ud800', 'x\udfff', 'a\ud83d', '\udc00\ud800', '漢\ud800'.repeat(300), '😀\udc00😀']) {
    assert.equal(estimateTokens([{ role: 'user', parts: [{ text }] }]).chars, text.length);
    const messages = frozen([{ role: 'user', parts: [{ text }, { functionCall: { id: text, name: text, args: { [text]: text } } }] }]);
    for (const unit of ['chars', 'json_chars', 'part_json_chars', 'output_chars', 'content_json_chars']) {
      for (const estimator of ['chars', 'script']) estimateTokens(messages, { unit, estimator });
    }
    assert.equal(jsonLength(messages), JSON.stringify(messages).length);
    const compactor = new Compactor({ summarize: 'extractive' });
    const result = await compactor.compact([...messages, ...messages, ...messages], { force: true });
    assert.equal(typeof result.status, 'string');
  }
});

test('a failed call leaves ledger and machine as they were', () => {
  const history = new History().append({ role: 'user', content: 'x' });
  const { tokens } = history;
  const bad = { role: 5, parts: [{ text: 'x' }] };
  thrown(() => history.append(bad), 'INVALID_MESSAGES', '/1/role');
  thrown(() => history.extend([{ role: 'user', content: 'y' }, bad]), 'INVALID_MESSAGES', '/2/role');
  thrown(() => history.extend([{ role: 'user', content: 'y' }, null]), 'INVALID_MESSAGES', '/2');
  thrown(() => history.extend('text'), 'INVALID_MESSAGES', '');
  thrown(() => history.sync({ role: 'user' }), 'INVALID_MESSAGES', '');
  assert.deepEqual([history.length, history.tokens], [1, tokens]);
  const machine = new Machine({ contextWindow: 1000 });
  thrown(() => machine.handleMessages([bad]), 'INVALID_MESSAGES', '/0/role');
  thrown(() => machine.handleMessages([null]), 'INVALID_MESSAGES', '/0');
  assert.equal(machine.state, 'idle');
  assert.equal(machine.pollAction(), null);
});

test('events that do not fit the state are refused', () => {
  const machine = new Machine({ contextWindow: 1000 });
  thrown(() => machine.handleSummary('text'), 'WRONG_ORDER', '');
  thrown(() => machine.handleFailure('text'), 'WRONG_ORDER', '');
  thrown(() => machine.handleCurrent([]), 'WRONG_ORDER', '');
  thrown(() => machine.handleSummary(7), 'INVALID_OPTION', '/summary');
  thrown(() => new Machine().handleMessages(session(1)), 'WINDOW_UNKNOWN', '/contextWindow');
});

test('a model alone is told how it is written', () => {
  assert.throws(() => new Compactor('gpt-5'), /use new Compactor\(\{ model: 'gpt-5' \}\)/);
});

test('a list that cannot be read is not printed', () => {
  // Its items may be lists that hold the same list twice, forty levels deep: 2^40 words.
  let value = 'x';
  let printed = 0;
  for (let level = 0; level < 70; level++) {
    value = level < 40 ? [value, value] : [value];
    value.toString = () => String(++printed);
  }
  for (const operation of Object.values(OPERATIONS)) {
    try {
      operation([{ role: 'user', content: 'x', unread: value }, value]);
    } catch (error) {
      assert.ok(error instanceof ConspectusError, `${error?.stack}`);
    }
  }
  assert.equal(printed, 0);
});

test('objects with the names of the one before are read as they are', () => {
  let seed = 1;
  const below = (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  const names = [['a', 'b'], ['a', 'b', 'c'], ['b', 'a'], ['ü', '漢'], []];
  const leaves = [0.5, -0, 12, true, null, undefined, '', 'x'.repeat(30), 'é', '漢字 😀'];
  const value = (depth) => {
    if (depth === 0 || below(3) === 0) return leaves[below(leaves.length)];
    if (below(3) === 0) return Array.from({ length: below(4) }, () => value(depth - 1));
    return Object.fromEntries(names[below(names.length)].map((name) => [name, value(depth - 1)]));
  };
  for (let round = 0; round < 2_000; round++) {
    const given = [value(4), value(4)];
    assert.equal(jsonLength(given), JSON.stringify(given).length, JSON.stringify(given));
  }
  // What is taken back takes the names with it.
  const cycle = [];
  cycle.push(cycle);
  const message = (more) => [{ role: 'user', ...more, content: [{ type: 'text', text: 'Mend the tests.' }] }];
  const tokens = (more) => countTokens(message(more), { dialect: 'anthropic' }).tokens;
  assert.equal(tokens({ extra: { type: 'text', text: cycle } }), tokens({ extra: null }));
});

test('a long list that is read in another thread fails as a short one does', async () => {
  const long = { role: 'user', content: 'word '.repeat(100_000) };
  const compactor = new Compactor({ contextWindow: 200_000 });
  await assert.rejects(compactor.compact([long, 5]), ({ code, path }) => code === 'INVALID_MESSAGES' && path === '/1');
  assert.equal((await compactor.compact([long], { force: true })).messages.length, 1);
});

test('an object that is asked while a long list is read takes nothing of it', () => {
  const other = new Compactor({ contextWindow: 200_000 });
  const text = 'word '.repeat(30_000);
  const list = (last) => [{ role: 'user', content: text }, { role: 'assistant', content: text }, last];
  const asking = { role: 'user', get content() { other.cancel(); return 'Go on.'; } };
  assert.equal(countTokens(list(asking), { dialect: 'openai_chat' }).tokens, countTokens(list({ role: 'user', content: 'Go on.' }), { dialect: 'openai_chat' }).tokens);
});
