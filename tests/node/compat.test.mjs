// The compat files, without the packages that they stand in for: `tests/compat` has those.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as gemini from 'conspectus/gemini-cli/compat';
import * as qwen from 'conspectus/qwen-code/compat';

const require = createRequire(import.meta.url);
const WORDS = 'look at the next part of the plan with care, and then at the rest of it';
const SUMMARY = `<state_snapshot><overall_goal>The goal: ${WORDS}.</overall_goal></state_snapshot>`;
const answered = (text) => ({ candidates: [{ content: { parts: [{ text: 'hm', thought: true }, { text }] }, finishReason: 'STOP' }] });
const folder = mkdtempSync(join(tmpdir(), 'compat-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

/** A chat of gemini-cli: requests and answers, or results of so many chars. */
function geminiChat(count = 4, chars = 0) {
  const talk = Array.from({ length: count }, (_, index) => ({ role: index % 2 ? 'model' : 'user', parts: [{ text: `${index}: ${WORDS} `.repeat(30) }] }));
  const results = chars === 0 ? [] : [0, 1].flatMap((index) => [
    { role: 'model', parts: [{ functionCall: { id: `c${index}`, name: 'grep', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { id: `c${index}`, name: 'grep', response: { output: 'a'.repeat(chars) } } }] },
  ]);
  const messages = [...talk, ...(chars === 0 ? [] : [{ role: 'user', parts: [{ text: `now: ${WORDS}` }] }]), ...results];
  return { messages, getHistory: () => messages, getLastPromptTokenCount: () => 600_000 };
}

const geminiConfig = (calls, answer) => ({
  getCompressionThreshold: async () => undefined, getTruncateToolOutputThreshold: () => 40_000, getNextCompressionTruncationId: () => 1,
  storage: { getProjectTempDir: () => folder },
  getBaseLlmClient: () => ({ generateContent: async (request) => (calls.push(request), answer()) }),
});

test('import and require give the same', () => {
  assert.deepEqual({ ...gemini }, require('conspectus/gemini-cli/compat'));
  assert.deepEqual({ ...qwen }, require('conspectus/qwen-code/compat'));
});

test('gemini-cli: with its prompt the model reads the messages themselves, without it our record', async () => {
  for (const getCompressionPrompt of [undefined, () => 'THEIR PROMPT']) {
    const calls = [];
    const chat = geminiChat();
    const service = new gemini.ChatCompressionService({ getCompressionPrompt, onError: 'raise' });
    const { newHistory, info } = await service.compress(chat, 'id', false, 'gemini-2.5-pro', geminiConfig(calls, () => answered(SUMMARY)), false);
    assert.equal(info.compressionStatus, 1);
    assert.ok(info.newTokenCount < info.originalTokenCount);
    assert.match(newHistory[0].parts[0].text, /The goal: look/);
    assert.deepEqual(calls.map(({ promptId }) => promptId), ['id', 'id-verify']);
    assert.equal(calls[0].modelConfigKey.model, 'chat-compression-2.5-pro');
    const isTheirs = getCompressionPrompt !== undefined;
    assert.equal(calls[0].systemInstruction.text === 'THEIR PROMPT', isTheirs);
    assert.deepEqual(calls[0].contents.slice(0, 4).map((content, index) => isDeepStrictEqual(content, chat.messages[index])), isTheirs ? [true, true, true, true] : [false]);
    assert.equal(calls[1].contents.at(-2).parts[0].text, SUMMARY);
  }
});

test('gemini-cli: after a failed attempt no model is asked, and what is cut lies in a file', async () => {
  const calls = [];
  const chat = geminiChat(2, 170_000);
  const { newHistory, info } = await new gemini.ChatCompressionService({ onError: 'raise' }).compress(chat, 'id', false, 'gemini-2.5-pro', geminiConfig(calls, BROKEN), true);
  assert.equal(info.compressionStatus, 6);
  assert.equal(calls.length, 0);
  const [, path] = newHistory.at(-3).parts[0].functionResponse.response.output.match(/Full output: (\S+\.txt)/);
  assert.ok(existsSync(path) && path.startsWith(folder));
  assert.equal(newHistory.at(-1), chat.messages.at(-1));
});

const BROKEN = () => {
  throw new Error('the network is down');
};

test('an error of the model leaves the chat as it is, or is thrown if you say so', async () => {
  const chat = geminiChat();
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const run = (onError) => new gemini.ChatCompressionService({ onError }).compress(chat, 'id', true, 'gemini-2.5-pro', geminiConfig([], BROKEN), false);
  assert.deepEqual(await run(undefined), { newHistory: null, info: { originalTokenCount: 600_000, newTokenCount: 600_000, compressionStatus: 5 } });
  assert.match((await warned).message, /the network is down/);
  await assert.rejects(run('raise'), /the network is down/);
  assert.throws(() => new gemini.ChatCompressionService({ prompt: String }), /no option prompt/);
  assert.throws(() => new qwen.ChatCompressionService({ onError: 'throw' }), /onError/);
});

test('gemini-cli: an abort ends the run and changes nothing', async () => {
  const controller = new AbortController();
  const answer = () => (controller.abort(), new Promise(() => {}));
  const { newHistory, info } = await new gemini.ChatCompressionService({ onError: 'raise' })
    .compress(geminiChat(), 'id', true, 'gemini-2.5-pro', geminiConfig([], answer), false, controller.signal);
  assert.deepEqual([newHistory, info.compressionStatus], [null, 5]);
});

test('gemini-cli: estimates and windows', async () => {
  const nested = [{ functionResponse: { name: 'a', response: {}, parts: [{ text: 'abcdefgh' }] } }];
  assert.deepEqual([0, 3, 4].map((depth) => gemini.estimateTokenCountSync([{ text: 'abcdefgh' }], depth)), [2, 2, 0]);
  assert.deepEqual([0, 2, 3].map((depth) => gemini.estimateTokenCountSync(nested, depth)), [2, 2, 0]);
  assert.equal(gemini.estimateTokenCountSync([{ text: 'abcdefgh' }], 0, 2), 4);
  assert.deepEqual(['gemini-2.5-pro', 'gpt-5', undefined].map(gemini.tokenLimit), Array(3).fill(1_048_576));
  const image = { inlineData: { mimeType: 'image/png', data: 'aaaa' } };
  const asked = [];
  const counter = { countTokens: async (request) => (asked.push(request), { totalTokens: 7 }) };
  assert.equal(await gemini.calculateRequestTokenCount(['abcd', image], counter, 'm'), 7);
  assert.deepEqual(asked, [{ model: 'm', contents: [{ role: 'user', parts: [{ text: 'abcd' }, image] }] }]);
  assert.equal(await gemini.calculateRequestTokenCount([image], { countTokens: BROKEN }, 'm'), 3000);
  assert.throws(() => gemini.findCompressSplitPoint([], 1), { message: 'Fraction must be between 0 and 1' });
});

test('qwen-code: results that the host wants to keep stay, media and all, and do not count among the newest', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'aaaa'.repeat(100) } };
  const history = ['notes.md', 'a.ts', 'b.ts', 'c.ts'].flatMap((file, index) => [
    { role: 'model', parts: [{ functionCall: { id: `c${index}`, name: 'read_file', args: { file_path: file } } }] },
    { role: 'user', parts: [{ functionResponse: { id: `c${index}`, name: 'read_file', response: { output: file.repeat(50) }, ...(index === 0 ? { parts: [image] } : {}) } }] },
  ]).concat([{ role: 'model', parts: [{ text: 'Done.' }] }]);
  const before = structuredClone(history);
  const { history: after, meta } = qwen.microcompactHistory(history, null, { toolResultsNumToKeep: 2 }, { force: true, preserveReadFileResult: (path) => path.endsWith('.md') });
  assert.deepEqual(after.map((message, index) => message === history[index]), [true, true, true, false, true, true, true, true, true]);
  assert.deepEqual([meta.triggerReason, meta.toolsCleared, meta.evictedReadPaths], ['force', 1, ['a.ts']]);
  assert.deepEqual(history, before);
  assert.equal(qwen.microcompactHistory(history, Date.now(), {}).history, history);
  assert.equal(qwen.microcompactHistory(history, Date.now() - 7_200_000, { toolResultsNumToKeep: 2 }).meta.gapMinutes, 120);
});

test('qwen-code: a summary is composed with files of the workspace, and a refusal is none', async () => {
  const history = [
    { role: 'user', parts: [{ text: `Read it: ${WORDS}` }] },
    { role: 'model', parts: [{ functionCall: { id: 'c', name: 'read_file', args: { file_path: import.meta.filename } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'read_file', response: { output: `${WORDS} `.repeat(200) } } }] },
    { role: 'model', parts: [{ text: `Read: ${WORDS}.` }] },
  ];
  const text = async (options) => JSON.stringify(await qwen.composePostCompactHistory(history, SUMMARY, options));
  assert.match(await text({ workspaceRoot: import.meta.dirname }), /compat\.test\.mjs/);
  assert.doesNotMatch(await text({ workspaceRoot: folder }), /compat\.test\.mjs/);
  assert.match(JSON.stringify(await qwen.composePostCompactHistory(history, 'It was read.')), /It was read\./);
  await assert.rejects(qwen.composePostCompactHistory(history, "I'm sorry, but I can't help with that."), /no history was composed/);
});
