// The functions that a host gives to a compactor (`summarize`, `store`, `restore`, `beforeCompact`): their
// answers are used, and their failures lose nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compactor } from 'conspectus';
import { maskToolOutputs } from 'conspectus/gemini-cli';
import { compressionSettings } from 'conspectus/gencode';
import { referenceImages, resolveSettings } from 'conspectus/qwen-code';
import { frozen } from './builders.mjs';

const SNAPSHOT = '<state_snapshot><overall_goal>Fix the bug</overall_goal><next_step>Test it</next_step></state_snapshot>';
const OUTPUT = 'y'.repeat(6_000);
const call = (id) => ({ role: 'model', parts: [{ functionCall: { id, name: 'read_file', args: { file_path: 'src/a.rs' } } }] });
const result = (id, output) => ({ role: 'user', parts: [{ functionResponse: { id, name: 'read_file', response: { output } } }] });
const text = (role, words) => ({ role, parts: [{ text: words }] });
const MESSAGES = frozen([
  text('user', 'Find the bug. '.repeat(2_000)), call('c1'), result('c1', OUTPUT), text('model', 'Found it.'),
  text('user', 'Go on'), call('c2'), result('c2', OUTPUT), text('model', 'Done.'),
]);
const GEMINI = { preset: { name: 'gemini-cli', clipBudgetTokens: 100, clipMaxChars: 500 } };
const run = (options, functions, turn) => new Compactor({ contextWindow: 10_000, ...options, ...functions }).compact(MESSAGES, { force: true, ...turn });
const summarize = () => SNAPSHOT;
const fail = (message) => () => { throw new Error(message); };

test('outputs are stored and found again', async () => {
  const [files, causes] = [new Map(), []];
  const store = async ({ key, text: whole }) => {
    files.set(`/files/${key}`, whole);
    return `/files/${key}`;
  };
  const { status, messages, stored } = await run(GEMINI, { summarize, store, beforeCompact: ({ trigger }) => void causes.push(trigger) });
  assert.deepEqual([status, causes], ['summarized', ['manual']]);
  assert.deepEqual(stored.map(({ chars }) => chars), [6_000, 6_000]);
  assert.ok(JSON.stringify(messages).includes(stored[0].locator));
  assert.equal(files.get(stored[0].locator), OUTPUT);
});

test('an output that cannot be stored stays', async () => {
  for (const store of [fail('disk full'), undefined, () => undefined]) {
    const { status, messages, stored, log, warnings } = await run(GEMINI, { summarize, store });
    assert.deepEqual([status, stored, log['stored.failures']], ['summarized', [], 2]);
    assert.equal(messages.at(-2), MESSAGES.at(-2));
    assert.ok(warnings.some(({ code }) => code === 'store_failed'));
  }
});

test('a failing check keeps the summary and throws nothing', async () => {
  const asked = [];
  const { status, log } = await run(GEMINI, {
    summarize: ({ purpose }) => {
      asked.push(purpose);
      if (purpose === 'check') throw new Error('429');
      return SNAPSHOT;
    },
  });
  assert.deepEqual([status, asked, log['preset.second_call']], ['summarized', ['summary', 'check'], 'failed']);
});

test('a failing first call reaches the caller', async () => {
  await assert.rejects(run(GEMINI, { summarize: fail('503') }), /503/);
});

test('files are brought back', async () => {
  const wanted = [];
  const answer = { text: SNAPSHOT, inputTokens: 3_000, outputTokens: 60 };
  const restore = (files) => {
    wanted.push(...files);
    return files.map(({ path }) => ({ path, text: 'fn main() {}' }));
  };
  const { status, messages, log, promptTokens } = await run({ preset: { name: 'qwen-code', restore } }, { summarize: () => answer }, { usage: 9_000 });
  assert.deepEqual(wanted, [{ path: 'src/a.rs', maxChars: 20_000 }]);
  assert.deepEqual([status, log['preset.files']], ['summarized', 1]);
  assert.match(JSON.stringify(messages), /fn main/);
  assert.ok(promptTokens < 9_000);
});

test('files that cannot be read are left out', async () => {
  for (const restore of [fail('no'), undefined]) {
    const { status, log } = await run({ preset: { name: 'qwen-code', restore } }, { summarize });
    assert.deepEqual([status, log['preset.files']], ['summarized', undefined]);
  }
});

test('an abort while an output is stored cancels the run', async () => {
  const abort = new AbortController();
  const store = () => new Promise(() => abort.abort());
  const { status, messages } = await run(GEMINI, { summarize, store }, { signal: abort.signal });
  assert.equal(status, 'cancelled');
  assert.equal(messages, MESSAGES);
});

test('masking stores first', async () => {
  const different = frozen([...MESSAGES.slice(0, 6), result('c2', 'z'.repeat(6_000)), MESSAGES[7]]);
  const kept = new Map();
  const store = ({ key, text: whole }) => {
    if (kept.size > 0) throw new Error('full');
    kept.set(key, whole);
    return `/files/${key}`;
  };
  const { messages, details } = await maskToolOutputs(different, { store, protectTokens: 0, minTokens: 0 });
  assert.deepEqual([details.masked, details.candidates], [1, 2]);
  assert.deepEqual([...kept.values()], [OUTPUT]);
  assert.match(JSON.stringify(messages[2]), /\/files\/tool-outputs\/read_file_/);
  assert.equal(messages[6], different[6]);
  assert.equal((await maskToolOutputs(different, { protectTokens: 0, minTokens: 0 })).messages, different);
});

test('settings make a compactor', async () => {
  const { options, sources } = resolveSettings({ QWEN_COMPACT_MAX_RECENT_FILES: '0' }, { settings: { autoCompactThreshold: 1 } });
  assert.equal(sources.keepFiles, 'env');
  assert.equal((await run(options, { summarize })).status, 'summarized');
  const read = compressionSettings({ compression: { pruneMinimum: 10 } }).options;
  assert.equal(read.preset.pruneMinimum, 10);
  assert.equal(new Compactor({ contextWindow: 10_000, ...read }).plan([{ role: 'user', content: 'x' }]).status, 'unchanged');
});

const LONG = frozen(Array.from({ length: 12 }, (_, i) => [
  { role: 'user', content: `question ${i}` }, { role: 'assistant', content: `answer ${i} ${'a'.repeat(4_000)}` },
]).flat());
const NOTES = '## Objective\nship\n\n## Next move\ntest\n\n## Done so far\nlogin\n\n## Next steps\ndocs';

test('opencode keeps a tail and tells the agent to go on', async () => {
  const compactor = new Compactor({ preset: 'opencode', contextWindow: 64_000, summarize: () => NOTES });
  const { status, messages } = await compactor.compact(LONG, { usage: 32_000 });
  assert.deepEqual([status, messages.at(-1).role], ['summarized', 'user']);
  assert.equal(messages.at(-2), LONG.at(-1));
  assert.equal(messages.at(-1).role, 'user');
});

test("gencode clears with the host's mark", async () => {
  const calls = ['1', '2', '3'].flatMap((id) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: id } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x'.repeat(160_000) }] },
  ]);
  const list = frozen([{ role: 'user', content: 'go' }, ...calls, { role: 'assistant', content: 'done' }]);
  const compactor = new Compactor({ preset: 'gencode', dialect: 'anthropic', contextWindow: 130_000 });
  const { status, messages } = await compactor.compact(list, { usage: 127_000, prunedAt: { at: 5 } });
  assert.equal(status, 'reduced');
  assert.deepEqual([2, 4, 6].map((index) => messages[index].content[0].prunedAt), [{ at: 5 }, { at: 5 }, undefined]);
});

test('gencode summarises where clearing does not suffice', async () => {
  const compactor = new Compactor({ preset: 'gencode', contextWindow: 20_000, summarize: () => NOTES });
  const { status, messages } = await compactor.compact(LONG, { usage: 19_000 });
  assert.equal(status, 'summarized');
  assert.deepEqual(messages.slice(-10), LONG.slice(-10));
});

test('what no message shows is told again', async () => {
  const runningAgents = [{ id: 'a1', status: 'running', description: 'find it' }];
  const { status, messages } = await run({ preset: 'qwen-code' }, { summarize }, { planMode: true, runningAgents });
  assert.equal(status, 'summarized');
  assert.match(JSON.stringify(messages), /Plan mode is on.*a1: find it/);
});

test('old pictures of a request become lines', () => {
  const picture = { inlineData: { mimeType: 'image/png', data: 'QUFB' } };
  const other = { inlineData: { mimeType: 'image/png', data: 'QkJC' } };
  const list = frozen([{ role: 'user', parts: [other, picture] }, text('model', 'a'), text('user', 'b')]);
  assert.equal(referenceImages(list).messages, list);
  const { messages: sent, details } = referenceImages(list, { maxImages: 1, keepImages: 1 });
  assert.deepEqual([details.referenced, details.attached], [2, 1]);
  assert.equal(sent.at(-1), list.at(-1));
  assert.deepEqual(sent[2].parts.at(-1), picture);
});

test('before_compact may end the run; an answer that nothing hears is refused', async () => {
  const never = () => assert.fail('asked for a summary');
  const { status, changed, messages } = await run(GEMINI, { summarize: never, beforeCompact: async () => ({ cancel: true }) });
  assert.deepEqual([status, changed], ['cancelled', false]);
  assert.equal(messages, MESSAGES);
  assert.equal((await run(GEMINI, { summarize, beforeCompact: () => ({ cancel: false }) })).status, 'summarized');
  for (const answer of [{ contexts: 'more' }, { context: 7 }, { cancel: 1 }]) await assert.rejects(run(GEMINI, { summarize, beforeCompact: () => answer }), /\bbeforeCompact\b.*cancel|cancel.*\bbeforeCompact\b/);
});

test('who looks on is told of the end', async () => {
  const told = [];
  const result = await run(GEMINI, { summarize, onCompact: (one) => { told.push(one); } });
  assert.deepEqual(told.map((one) => JSON.stringify(one)), [JSON.stringify(result)]);
  // The work is done: it is not lost because somebody could not be told.
  const again = await run(GEMINI, { summarize, onCompact: fail('no webhook') });
  assert.deepEqual([again.status, again.messages, again.error.message], [result.status, result.messages, 'no webhook']);
  assert.deepEqual([again.undo(), again.rows().length], [MESSAGES, MESSAGES.length]);
});

test('the summariser is told what before_compact gives', async () => {
  for (const options of [GEMINI, { preset: { name: 'gemini-cli', clipBudgetTokens: 0 } }]) {
    const asked = [];
    const telling = (request) => asked.push(JSON.stringify(request.messages)) && SNAPSHOT;
    assert.equal((await run(options, { summarize: telling, beforeCompact: async () => ({ context: 'The branch is fix-7.' }) })).status, 'summarized');
    assert.ok(asked[0].includes('The branch is fix-7.'));
  }
});
