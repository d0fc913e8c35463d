// What the Node package promises beyond the vectors: identity, errors, the ledger, the driver.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import conspectus from '../../bindings-node/index.cjs';

const { Compactor, ConspectusError, History, applyPatch, estimateTokens, findSplitPoint, jsonChars, microcompact, slim } = conspectus;
const session = () => JSON.parse(readFileSync(new URL('../../examples/sessions/coding.gemini.json', import.meta.url), 'utf8'));
const SNAPSHOT = '<state_snapshot><overall_goal>Fix it</overall_goal></state_snapshot>';
const throwsCode = (code, path) => (error) => {
  assert.ok(error instanceof ConspectusError, String(error));
  assert.equal(error.code, code);
  if (path !== undefined) assert.equal(error.path, path);
  return true;
};

describe('bad input gives a typed error and the process lives on', () => {
  for (const [name, messages, code, path] of [
    ['not a list', {}, 'INVALID_MESSAGES', ''], ['a string', 'hello', 'INVALID_MESSAGES', ''], ['null', null, 'INVALID_MESSAGES', ''],
    ['undefined', undefined, 'INVALID_MESSAGES', ''], ['a null among messages', [{ role: 'user', content: 'a' }, null], 'INVALID_MESSAGES', '/1'],
    ['a BigInt', [{ role: 'user', content: 'a', n: [1n] }], 'UNSUPPORTED_TYPE', '/0/n/0'],
  ]) test(name, () => assert.throws(() => estimateTokens(messages), throwsCode(code, path)));

  test('a hundred thousand levels', () => {
    let deep = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    assert.throws(() => estimateTokens([{ role: 'user', parts: [{ functionResponse: { name: 'x', response: { deep } } }] }]), throwsCode('TOO_DEEP'));
  });
  test('a cycle, also one with many ways into it', () => {
    const response = {};
    for (let way = 0; way < 20; way++) response[`way${way}`] = response;
    const messages = [{ role: 'user', parts: [{ functionResponse: { name: 'x', response } }] }];
    assert.throws(() => estimateTokens(messages), throwsCode('CYCLE', '/0/parts/0/functionResponse/response/way0'));
  });
  for (const fraction of [0, 1, 50, NaN]) {
    test(`fraction ${fraction}`, () => assert.throws(() => findSplitPoint([], { fraction }), throwsCode('INVALID_CONFIG', '/fraction')));
  }
  test('a typo names the option as JavaScript spells it', () => {
    assert.throws(() => microcompact([], { keepRecnt: 1 }), (error) => throwsCode('INVALID_CONFIG', '/keepRecnt')(error) && error.message.includes('`keepRecent`'));
  });
  test('a getter that throws passes through as itself', () => {
    const mine = new RangeError('mine');
    assert.throws(() => estimateTokens([{ role: 'user', get content() { throw mine; } }]), (error) => error === mine);
  });
  test('lone surrogates are measured and kept', () => {
    const messages = [{ role: 'user', content: '\ud800x' }];
    assert.equal(estimateTokens(messages, { messageOverheadTokens: 0 }).chars, 2);
    assert.equal(messages[0].content, '\ud800x');
  });
});

describe('identity', () => {
  test('untouched messages are the same objects, the input is not changed', () => {
    const messages = session();
    const before = JSON.stringify(messages);
    const [slimmed, stats] = slim(messages);
    assert.ok(stats.images > 0);
    assert.equal(JSON.stringify(messages), before);
    assert.ok(slimmed.filter((message, index) => message === messages[index]).length > messages.length - 5);
  });
  test('nothing to do gives the very same array', () => {
    const messages = [{ role: 'user', content: 'a' }];
    assert.equal(slim(messages)[0], messages);
    assert.equal(microcompact(messages, { force: true })[0], messages);
    assert.equal(applyPatch(messages, { ops: [], splices: [] }), messages);
  });
  test('a patch that does not fit is refused and changes nothing', () => {
    const messages = [{ role: 'user', content: 'a' }];
    for (const path of ['/3/content', '/0/nope/deep', '/0/nope']) {
      assert.throws(() => applyPatch(messages, { ops: [{ op: 'replace', path, value: 1 }], splices: [] }), throwsCode('INVALID_PATCH', path));
    }
    assert.deepEqual(messages, [{ role: 'user', content: 'a' }]);
  });
});

describe('jsonChars', () => {
  let state = 7;
  const random = (limit) => { state = (state * 1103515245 + 12345) & 0x7fffffff; return state % limit; };
  const numbers = [0, -0, 1, -17, 0.1, 1e21, 5e-7, 1.5e300, 123456789012345680000, NaN, Infinity, 2 ** 53, 1 / 3, 1e15, 999999999999999.9, 0.05];
  const value = (depth) => {
    switch (random(depth > 4 ? 7 : 11)) {
      case 0: return null;
      case 1: return random(2) === 0;
      case 2: return numbers[random(numbers.length)];
      case 3: return (random(2e9) - 1e9) / 10 ** random(12);
      case 4: return undefined;
      case 5: return Array.from({ length: random(40) }, () => String.fromCharCode(random(10) ? random(0x250) : 0xd7f0 + random(0x830))).join('');
      case 6: return random(9) ? 'plain' : { toJSON: () => [random(9)] };
      case 7: case 8: return Array.from({ length: random(5) }, () => value(depth + 1));
      default: return Object.fromEntries(Array.from({ length: random(5) }, () => [String.fromCharCode(...Array.from({ length: random(5) }, () => random(0x300))), value(depth + 1)]));
    }
  };
  test('equals JSON.stringify on 5,000 random values', () => {
    for (let count = 0; count < 5_000; count++) {
      const wrapped = [value(0)];
      const seed = state;
      const expected = JSON.stringify(wrapped).length;
      state = seed;
      assert.equal(jsonChars(wrapped), expected, JSON.stringify(wrapped).slice(0, 500));
      state = seed;
    }
  });
});

describe('History', () => {
  test('append by append equals all at once, and the operations', () => {
    const messages = session();
    const one = new History();
    for (const message of messages) one.append(message);
    const all = new History().extend(messages);
    const estimate = estimateTokens(messages);
    for (const ledger of [one, all]) {
      assert.deepEqual([ledger.length, ledger.tokens, ledger.chars, ledger.media], [messages.length, estimate.tokens, estimate.chars, estimate.media]);
      assert.deepEqual(ledger.splitPoint(), findSplitPoint(messages));
    }
  });
  test('sync reads what is new, what grew at the end, and what was replaced', () => {
    const messages = session();
    const ledger = new History().sync(messages.slice(0, 10));
    assert.equal(ledger.sync(messages).tokens, estimateTokens(messages).tokens);
    messages[messages.length - 1] = { role: 'user', parts: [{ text: 'grown '.repeat(100) }] };
    assert.equal(ledger.sync(messages).tokens, estimateTokens(messages).tokens);
    messages[3] = { role: 'model', parts: [{ text: 'other' }] };
    assert.equal(ledger.sync(messages).tokens, estimateTokens(messages).tokens);
    assert.equal(ledger.sync(messages.slice(0, 5)).length, 5);
  });
  test('an old message edited in place is seen with verify: hash', () => {
    const messages = session();
    const ledger = new History({ verify: 'hash' }).sync(messages);
    messages[0].parts[0].text = 'changed '.repeat(50);
    assert.equal(ledger.sync(messages).tokens, estimateTokens(messages).tokens);
  });
  test('a bad message leaves the ledger as it was', () => {
    const ledger = new History().append({ role: 'user', content: 'abcd' });
    assert.throws(() => ledger.extend([{ role: 'user', content: 'x' }, 7]), throwsCode('INVALID_MESSAGES', '/2'));
    assert.equal(ledger.length, 1);
  });
});

describe('Compactor', () => {
  const options = { contextWindow: 32_000, prune: false };
  test('asks for a summary and puts it in place', async () => {
    const messages = session();
    let asked;
    const result = await new Compactor(options).compact(messages, { summarize: async (request) => { asked = request; return SNAPSHOT; } });
    assert.equal(result.status, 'compressed');
    assert.ok(asked.system.includes('record') && asked.maxOutputTokens > 0 && !JSON.stringify(asked.messages).includes('iVBORw0KGgo'));
    assert.ok(result.report.tokensAfter < result.report.tokensBefore && result.messages.length < messages.length);
    assert.equal(result.messages.at(-1), messages.at(-1));
  });
  test('what summarize throws comes out as itself, and the machine is ready again', async () => {
    const messages = session();
    const mine = new Error('429');
    const compactor = new Compactor(options);
    await assert.rejects(compactor.compact(messages, { summarize: () => { throw mine; } }), (error) => error === mine);
    assert.equal((await compactor.compact(messages, { summarize: () => SNAPSHOT })).status, 'compressed');
  });
  test('an abort while the summary is awaited changes nothing', async () => {
    const messages = session();
    const controller = new AbortController();
    const result = await new Compactor(options).compact(messages, { signal: controller.signal, summarize: async () => { controller.abort(); return SNAPSHOT; } });
    assert.deepEqual([result.status, result.messages], ['cancelled', messages]);
  });
  test('messages that come meanwhile stay; an edited past is stale', async () => {
    const messages = session();
    const late = { role: 'model', parts: [{ text: 'late' }] };
    const grown = await new Compactor(options).compact(messages, { summarize: () => { messages.push(late); return SNAPSHOT; } });
    assert.deepEqual([grown.status, grown.messages.at(-1)], ['compressed', late]);
    const edited = await new Compactor(options).compact(messages, { summarize: () => { messages[2] = late; return SNAPSHOT; } });
    assert.deepEqual([edited.status, edited.messages], ['stale', messages]);
  });
  test('below the trigger the very same array comes back', async () => {
    const messages = session();
    const result = await new Compactor({ contextWindow: 1_000_000 }).compact(messages);
    assert.deepEqual([result.status, result.messages === messages], ['noop', true]);
  });
});

test('ESM and CommonJS give the same objects', async () => {
  const esm = await import('conspectus');
  const cjs = createRequire(import.meta.url)('conspectus');
  assert.equal(esm.Compactor, cjs.Compactor);
  assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).filter((name) => name !== 'default' && name !== 'module.exports').sort());
});
