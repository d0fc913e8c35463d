// Bad input gives a typed error with a code and a path, and leaves everything as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, ConspectusError, History, repair, summarizeExtractive, validate } from 'conspectus';
import { estimateTokens, findSplitPoint } from 'conspectus/gemini-cli';
import { prune } from 'conspectus/gencode';
import { microcompact, slim } from 'conspectus/qwen-code';
import { Machine, jsonChars } from 'conspectus/sansio';
import { frozen, nest, session } from './builders.mjs';

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
    thrown(() => findSplitPoint([], { fraction }), 'INVALID_CONFIG', '/fraction');
    thrown(() => new History({ keep: { fraction } }), 'INVALID_CONFIG', '/keep/fraction');
    thrown(() => new Compactor({ keep: { fraction } }), 'INVALID_CONFIG', '/keep/fraction');
  }
  assert.match(thrown(() => findSplitPoint([], { fraction: 50 }), 'INVALID_CONFIG', '/fraction').message, /did you mean 0\.5/);
});

test('an unknown option is told its near names, spelled as JavaScript does', () => {
  assert.match(thrown(() => microcompact([], { keepRsults: 3 }), 'INVALID_CONFIG', '/keepRsults').message, /`keepRsults`.*`keepResults`/);
  assert.match(thrown(() => microcompact([], { keep_results: 3 }), 'INVALID_CONFIG', '/keep_results').message, /`keep_results`.*`keepResults`/);
  assert.match(thrown(() => microcompact([], { keepResults: 'many' }), 'INVALID_CONFIG', '/keepResults').message, /keepResults must be/);
  assert.match(thrown(() => microcompact([], { unit: 'part' }), 'INVALID_CONFIG', '/unit').message, /part_json_chars/);
  for (const use of [(options) => new History(options), (options) => new Compactor(options), (options) => new Machine(options)]) {
    assert.match(thrown(() => use({ keep: { tailTokns: 3 } }), 'INVALID_CONFIG', '/keep/tailTokns').message, /`tailTokns`.*`tailTokens`/);
    assert.match(thrown(() => use({ keep: { tail_tokens: 3 } }), 'INVALID_CONFIG', '/keep/tail_tokens').message, /`tail_tokens`.*`tailTokens`/);
    assert.match(thrown(() => use({ keep: { tailTokens: 'many' } }), 'INVALID_CONFIG', '/keep/tailTokens').message, /keep\.tailTokens must be/);
    assert.match(thrown(() => use({ tailTokens: 3 }), 'INVALID_CONFIG', '/tailTokens').message, /`keep\.tailTokens`/);
    assert.match(thrown(() => use({ measure: { unit: 'part' } }), 'INVALID_CONFIG', '/measure/unit').message, /part_json_chars/);
    thrown(() => use({ measure: 'chars' }), 'INVALID_CONFIG', '/measure');
    thrown(() => use({ measure: { charsPerToken: () => 4 } }), 'INVALID_CONFIG', '/measure/charsPerToken');
    thrown(() => use('options'), 'INVALID_CONFIG', '');
    thrown(() => use([1]), 'INVALID_CONFIG', '');
  }
  thrown(() => microcompact([], { nowMs: 'now' }), 'INVALID_CONFIG', '/nowMs');
  thrown(() => microcompact([], { clearableTools: ['a', 3] }), 'INVALID_CONFIG', '/clearableTools/1');
  thrown(() => new Machine({ contextWindow: 1000 }).handleMessages([], { promptTokens: -1 }), 'INVALID_CONFIG', '/promptTokens');
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
      () => jsonChars(value),
      () => estimateTokens(withArguments(value)),
      () => estimateTokens([{ role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: value } } }] }]),
      () => estimateTokens([{ role: 'user', parts: [{ something: value }] }], { dialect: 'gemini' }),
      () => estimateTokens([], { tools: value }),
      () => microcompact(withArguments(value), { force: true }),
      () => summarizeExtractive(withArguments(value)),
      () => new History({ verify: 'hash' }).append({ role: 'user', content: 'x', unread: value }),
      () => new History({ measure: { unit: 'json_chars' } }).append({ role: 'user', content: 'x', unread: value }),
      () => new Machine({ contextWindow: 1000 }).handleMessages(withArguments(value)),
    ];
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
  assert.equal(jsonChars(nest(200)), 402);
});

test('a cycle is refused and the first place where it closes is named', () => {
  const message = { role: 'user', content: 'x' };
  message.self = [1, { again: message }];
  thrown(() => jsonChars([message]), 'CYCLE', '/0/self/1/again');
  const list = [];
  list.push(0, list, list);
  thrown(() => jsonChars(list), 'CYCLE', '/1');
  thrown(() => estimateTokens(withArguments(list)), 'CYCLE', '/0/parts/1/functionCall/args/1');
  thrown(() => estimateTokens([], { tools: list }), 'CYCLE', '/tools/1');
  thrown(() => new History({ measure: { charsPerToken: list } }), 'CYCLE', '/measure/charsPerToken/1');
  const own = { role: 'user', content: 'x' };
  own.me = own;
  thrown(() => estimateTokens([own]), 'CYCLE', '/0/me');
  const history = new History().append({ role: 'user', content: 'x' });
  thrown(() => history.append(own), 'CYCLE', '/1/me');
  thrown(() => history.extend([{ role: 'user', content: 'y' }, own]), 'CYCLE', '/2/me');
  thrown(() => history.sync([{ role: 'user', content: 'x' }, own]), 'CYCLE', '/1/me');
  assert.equal(history.length, 1);
});

test('the same object twice is no cycle', () => {
  const shared = { a: [1, 2] };
  const value = [shared, shared, { x: shared, y: { z: [shared, [[[shared]]]] } }];
  assert.equal(jsonChars(value), JSON.stringify(value).length);
});

test('a BigInt names its place, unless the program taught it JSON', () => {
  thrown(() => estimateTokens(withArguments({ 'a/b': [1, 2n] })), 'UNSUPPORTED_TYPE', '/0/parts/1/functionCall/args/a~1b/1');
  thrown(() => jsonChars({ 'x~y': Object(1n) }), 'UNSUPPORTED_TYPE', '/x~0y');
  thrown(() => jsonChars(1n), 'UNSUPPORTED_TYPE', '');
  BigInt.prototype.toJSON = function () { return `${this}n`; };
  try {
    assert.equal(jsonChars({ a: 12n }), '{"a":"12n"}'.length);
  } finally {
    delete BigInt.prototype.toJSON;
  }
});

test('bytes are media', () => {
  for (const data of [new Uint8Array(3000), Buffer.alloc(3000), new ArrayBuffer(3000), new DataView(new ArrayBuffer(3000))]) {
    const estimate = estimateTokens([{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data } }] }]);
    assert.equal(estimate.media, 1);
    assert.equal(jsonChars(data), 4002);
  }
});

test('what a getter or a proxy throws comes through as it is, and the next call works', () => {
  const trouble = new Error('mine');
  const throwing = () => { throw trouble; };
  const proxies = [new Proxy({}, { get: throwing }), new Proxy({}, { ownKeys: throwing }), new Proxy([1], { get: throwing }), new Proxy({}, { getPrototypeOf: throwing })];
  for (const value of [{ get a() { return throwing(); } }, { toJSON: throwing }, ...proxies]) {
    assert.throws(() => jsonChars([value]), (error) => error === trouble);
    assert.throws(() => new History().append({ role: 'user', content: [value] }), (error) => error === trouble);
  }
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assert.throws(() => jsonChars(proxy), TypeError);
  assert.equal(jsonChars([1]), 3);
});

test('a call from inside a value that is being read is refused', () => {
  thrown(() => jsonChars({ get a() { return jsonChars({ b: 1 }); } }), 'INVALID_STATE', '');
  assert.equal(jsonChars({ a: 1 }), 7);
});

test('inputs are never changed', () => {
  const messages = frozen(session(20, 4000));
  for (const operation of Object.values(OPERATIONS)) operation(messages, { dialect: 'gemini' });
  microcompact(messages, { force: true, keepResults: 1 });
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
    assert.equal(jsonChars(messages), JSON.stringify(messages).length);
    const compactor = new Compactor({ summarize: 'embedded' });
    const result = await compactor.compact([...messages, ...messages, ...messages], { force: true });
    assert.equal(typeof result.status, 'string');
  }
});

test('a failed call leaves ledger and machine as they were', () => {
  const history = new History().append({ role: 'user', content: 'x' });
  const { tokens } = history;
  const bad = { role: 'user', parts: [{ text: 'x', functionCall: { args: 1n } }] };
  thrown(() => history.append(bad), 'UNSUPPORTED_TYPE', '/1/parts/0/functionCall/args');
  thrown(() => history.extend([{ role: 'user', content: 'y' }, bad]), 'UNSUPPORTED_TYPE', '/2/parts/0/functionCall/args');
  thrown(() => history.extend([{ role: 'user', content: 'y' }, null]), 'INVALID_MESSAGES', '/2');
  thrown(() => history.extend('text'), 'INVALID_MESSAGES', '');
  thrown(() => history.sync({ role: 'user' }), 'INVALID_MESSAGES', '');
  assert.deepEqual([history.length, history.tokens], [1, tokens]);
  const machine = new Machine({ contextWindow: 1000 });
  thrown(() => machine.handleMessages([bad]), 'UNSUPPORTED_TYPE', '/0/parts/0/functionCall/args');
  thrown(() => machine.handleMessages([null]), 'INVALID_MESSAGES', '/0');
  assert.equal(machine.state, 'idle');
  assert.equal(machine.pollAction(), null);
});

test('events that do not fit the state are refused', () => {
  const machine = new Machine({ contextWindow: 1000 });
  thrown(() => machine.handleSummary('text'), 'INVALID_STATE', '');
  thrown(() => machine.handleFailure('text'), 'INVALID_STATE', '');
  thrown(() => machine.handleCurrent([]), 'INVALID_STATE', '');
  thrown(() => machine.handleSummary(7), 'INVALID_CONFIG', '/summary');
  thrown(() => new Machine().handleMessages(session(1)), 'INVALID_CONFIG', '/contextWindow');
});
