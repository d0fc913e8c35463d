// What a compactor and a `History` keep between turns gives the same as reading the whole list
// again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor, History } from 'conspectus';
import { Machine, applyPatch, names } from 'conspectus/sansio';
import { random, session } from './builders.mjs';
import { rounds } from './needs.mjs';
import operations from '../../bindings-node/operations.cjs';

const { estimateTokens } = operations;

const SCRIPTS = Number(process.env.LEDGER_SCRIPTS ?? rounds(60, 8));
const WORDS = ['read', 'the', 'file', 'test', 'fails', '日本語', '\n', 'error:', 'src/a.rs', 'ok'];

const pick = (next, list) => list[next(list.length)];
const text = (next, longest = 40) => Array.from({ length: 1 + next(longest) }, () => pick(next, WORDS)).join(' ');
/** The same length, so that only the name differs. */
const aName = (next) => pick(next, ['read_file', 'list_dirs', 'run_tests']);

const openai = (next, number) => {
  const id = `c${number % 7}`;
  return pick(next, [
    [{ role: 'user', content: text(next) }],
    [{ role: 'assistant', content: text(next) }],
    [
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: aName(next), arguments: '{"path": "a.rs"}' } }] },
      { role: 'tool', tool_call_id: id, content: text(next, 200) },
    ],
  ]);
};
const anthropic = (next, number) => {
  const use = { type: 'tool_use', id: `t${number % 7}`, name: aName(next), input: { path: text(next, 3), limit: number } };
  const result = { type: 'tool_result', tool_use_id: use.id, content: text(next, 200) };
  return pick(next, [
    [{ role: 'user', content: [{ type: 'text', text: text(next) }] }],
    [{ role: 'assistant', content: [{ type: 'thinking', thinking: text(next), signature: 'x' }, use] }],
    [{ role: 'assistant', content: [use] }, { role: 'user', content: [result] }],
  ]);
};
const gemini = (next, number) => {
  const call = { functionCall: { id: `g${number % 7}`, name: aName(next), args: { path: text(next, 3) } } };
  const result = { functionResponse: { id: call.functionCall.id, name: aName(next), response: { output: text(next, 200) } } };
  return pick(next, [
    [{ role: 'user', parts: [{ text: text(next) }] }],
    [{ role: 'model', parts: [{ text: text(next) }, call] }, { role: 'user', parts: [result] }],
  ]);
};
const WIRES = [openai, anthropic, gemini];

/** The list after one thing that a host may do to it. Older messages are never changed in place. */
function edited(next, messages, wires) {
  const place = next(messages.length + 1);
  const news = Array.from({ length: 1 + next(4) }, () => pick(next, wires)(next, next(30))).flat();
  switch (next(9)) {
    case 0: return messages.slice(0, place);
    case 1: return [...messages.slice(0, place), ...news, ...messages.slice(place + 1)];
    case 2: return structuredClone(messages);
    case 3: // The same shape under another name: the sizes are the same.
      return messages.map((message, index) => (index === place ? JSON.parse(JSON.stringify(message).replaceAll('read_file', 'list_dirs')) : message));
    case 4: return [...messages.slice(0, place), ...messages.slice(place + 1)];
    case 5:
      if (typeof messages.at(-1)?.content !== 'string') return messages;
      messages.at(-1).content += ' and more'; // it grows while it is streamed
      return messages;
    case 6: return news;
    default:
      messages.push(...news);
      return messages;
  }
}

/** What a run tells, and the patch if it is to be applied. */
function ended(machine, messages, turn) {
  const actions = [];
  try {
    machine.handleMessages(messages, turn);
  } catch (error) {
    if (error.code === undefined) throw error;
    return [[error.code, error.path], null];
  }
  let patch = null;
  for (let action = machine.pollAction(); action !== null; action = machine.pollAction()) {
    actions.push(action);
    if (action.kind === 'apply') {
      ({ patch } = action);
      machine.handleCurrent(messages);
    } else if (action.kind === 'store_output') machine.handleStored(action.key);
    else if (action.kind === 'read_files') machine.handleRestored([]);
  }
  return [actions, actions.at(-1).applied ? patch : null];
}

for (const { name: preset } of names().presets) {
  test(`a compactor that remembers does what a new one does: ${preset}`, () => {
    for (let seed = 0; seed < SCRIPTS; seed++) {
      const next = random(seed);
      const wires = seed % 3 === 0 ? WIRES : [pick(next, WIRES)];
      const options = { preset, contextWindow: pick(next, [600, 2_000, 8_000]), summarize: 'extractive' };
      const own = preset === 'opencode' ? { maxOutputTokens: 200 } : {};
      if (preset !== 'default' && seed % 4 === 0) own.estimator = ['chars', 'script'][(seed / 4) % 2];
      if (Object.keys(own).length > 0) options.preset = { name: preset, ...own };
      if (preset === 'default' && seed % 4 === 0) options.tokenizer = 'qwen3';
      const kept = new Machine(options);
      let messages = [];
      for (let step = 0; step < 12; step++) {
        messages = edited(next, messages, wires);
        const turn = next(12) === 0 ? { force: true } : {};
        if (next(3) === 0) turn.usage = next(3_000);
        const [expected] = ended(Machine.load(kept.save(), options), messages, turn);
        const [found, patch] = ended(kept, messages, turn);
        assert.deepEqual(found, expected, `seed ${seed}, step ${step}`);
        if (patch !== null && next(4) > 0) messages = applyPatch(messages, patch);
      }
    }
  });
}

test('a long list is known by its lengths until its texts matter', () => {
  let byLengths = 0;
  for (let seed = 0; seed < SCRIPTS; seed++) {
    const next = random(seed);
    const wires = seed % 3 === 0 ? WIRES : [pick(next, WIRES)];
    const options = { contextWindow: pick(next, [500_000, 1_000_000, 4_000_000]), summarize: 'extractive' };
    const long = { role: 'user', content: 'I read the file. '.repeat(8_000) };
    const kept = new Machine(options);
    let messages = [];
    for (let step = 0; step < 8; step++) {
      messages = edited(next, messages, wires);
      const given = [long, ...messages];
      const turn = next(12) === 0 ? { force: true } : {};
      if (next(6) === 0) turn.usage = next(90_000);
      const [expected] = ended(Machine.load(kept.save(), options), given, turn);
      const [found] = ended(kept, given, turn);
      const reports = [found, expected].map((told) => told.at(-1).result);
      if (reports.includes(undefined) || [found, expected].every((told) => told.at(-1).log?.at(-1).attributes['conspectus.from_lengths'] !== true)) {
        assert.deepEqual(found, expected, `seed ${seed}, step ${step}`);
        continue;
      }
      // What was read once is not guessed again. What is done is the same.
      byLengths += 1;
      assert.deepEqual(reports.map((report) => report.status), ['unchanged', 'unchanged'], `seed ${seed}, step ${step}`);
      assert.deepEqual(reports.map((report) => report.log['sizes.messages_before']), [given.length, given.length]);
    }
  }
  assert.ok(byLengths > SCRIPTS, `${byLengths}`);
});

test('a history that is synced is one that was read anew', () => {
  for (let seed = 0; seed < SCRIPTS * 3; seed++) {
    const next = random(seed);
    const wires = seed % 2 === 0 ? WIRES : [pick(next, WIRES)];
    const options = { preset: pick(next, ['default', 'gemini-cli', 'qwen-code']) };
    if (options.preset !== 'default' && seed % 2 === 0) options.preset = { name: options.preset, estimator: pick(next, ['instant', 'chars', 'script']) };
    const history = new History(options);
    let messages = [];
    for (let step = 0; step < 12; step++) {
      messages = edited(next, messages, wires);
      history.sync(messages);
      const fresh = new History(options).extend(messages);
      const told = (one) => [one.countTokens(), one.splitPoint(), one.tokens, one.chars, one.media, one.microcompact(messages, { force: true }).details];
      assert.deepEqual(told(history), told(fresh), `seed ${seed}, step ${step}`);
    }
  }
});

test('where something is wrong the path counts from the start of the list', async () => {
  const messages = session(5);
  const compactor = new Compactor({ contextWindow: 100_000 });
  await compactor.compact(messages);
  for (const [wrong, path, code] of [[7, '/20', 'INVALID_MESSAGES'], [{ role: 5 }, '/20/role', 'INVALID_MESSAGES']]) {
    await assert.rejects(compactor.compact([...messages, wrong]), { code, path });
    assert.equal((await compactor.compact(messages)).log['sizes.messages_before'], 20);
  }
});

test('a tokenizer counts each text once', async () => {
  const asked = [];
  const count = (given) => given.split(/\s+/).length;
  const compactor = new Compactor({ contextWindow: 100_000, tokenizer: (given) => { asked.push(given); return count(given); } });
  let messages = session(5);
  for (let turn = 0; turn < 3; turn++) {
    messages = [...messages, { role: 'user', parts: [{ text: `One more request, ${messages.length}.` }] }];
    const { tokensBefore } = await compactor.compact(messages);
    const fresh = await new Compactor({ contextWindow: 100_000, tokenizer: count }).compact(messages);
    assert.equal(tokensBefore, fresh.tokensBefore);
  }
  assert.equal(asked.length, new Set(asked).size);
});

test('an edit in place is seen before anything is done', async () => {
  const messages = session(20, 2000);
  const compactor = new Compactor({ contextWindow: 100_000 });
  assert.equal((await compactor.compact(messages)).status, 'unchanged');
  for (let index = 2; index < 60; index += 4) messages[index].parts[0].functionResponse.response = { output: 'cleared' };
  const { tokensBefore } = await compactor.compact(messages, { force: true });
  assert.equal(tokensBefore, estimateTokens(messages).tokens);
});

test('what was disposed of says so, and frees its memory at once', () => {
  const history = new History().extend(session(2));
  const machine = new Machine({ contextWindow: 10_000 });
  for (const object of [history, machine, new Compactor({ contextWindow: 10_000 })]) {
    assert.equal(typeof object[Symbol.dispose ?? Symbol.for('nodejs.dispose')], 'function');
    object.dispose();
    object.dispose();
  }
  for (const call of [() => history.append({ role: 'user', content: 'x' }), () => history.sync(session(1)), () => history.countTokens(), () => machine.handleMessages([]), () => machine.state]) {
    assert.throws(call, { code: 'WRONG_ORDER', message: /disposed of/ });
  }
  assert.equal(history.length, 0);
});

test('a disposed compactor refuses to run', async () => {
  const compactor = new Compactor({ contextWindow: 10_000 });
  compactor.dispose();
  await assert.rejects(compactor.compact([]), { code: 'WRONG_ORDER' });
});
