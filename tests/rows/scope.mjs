// What the rows may name: the package, and messages in few words. `scope.py` has the same for Python and says what each is.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Compactor } from 'conspectus';
import * as context from 'conspectus/context';
import * as files from 'conspectus/files';
import * as geminiCli from 'conspectus/gemini-cli';
import * as gencode from 'conspectus/gencode';
import * as opencode from 'conspectus/opencode';
import * as qwenCode from 'conspectus/qwen-code';
import { Machine } from 'conspectus/sansio';
import * as tokens from 'conspectus/tokens';

export { Compactor, context, files, geminiCli, gencode, opencode, qwenCode, tokens };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { LoopDetector } = context;
const range = (from, to) => Array.from({ length: to - from }, (_, index) => from + index);

// Messages in Gemini's shape.
export const u = (text) => ({ role: 'user', parts: [{ text: typeof text === 'string' ? text : 'u'.repeat(text) }] });
export const m = (text) => ({ role: 'model', parts: [{ text: typeof text === 'string' ? text : 'm'.repeat(text) }] });
export const call = (id, name = 'read_file', args = { path: `${id}.py` }) => ({ role: 'model', parts: [{ functionCall: { id, name, args } }] });
export const result = (id, output, name = 'read_file') => (
  { role: 'user', parts: [{ functionResponse: { id, name, response: { output: typeof output === 'string' ? output : 'r'.repeat(output) } } }] });
export const image = (data = 200_000) => ({ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'A'.repeat(data) } }] });

// Messages in gencode's shape.
export const user = (text) => ({ role: 'user', content: text });
export const agent = (text) => ({ role: 'assistant', content: text });
export const used = (id, tool, given) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: tool, input: given }] });
export const gave = (id, output) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'r'.repeat(output) }] });

export const reads = (...sizes) => [u('read'), ...sizes.flatMap((size, index) => [call(`f${index}`), result(`f${index}`, size)]), m('done'), u('next'), m('ok')];
export const ofReads = (...sizes) => sizes.flatMap((size, index) => [used(`c${index}`, 'Read', { file_path: `f${index}.py` }), gave(`c${index}`, size)]);
export const readsOf = (count) => [user('read'), ...ofReads(...Array(count).fill(160_000)), agent('done')];
export const talk = (count) => range(0, count).map((index) => (index % 2 === 0 ? user(`question ${index}${' q'.repeat(100)}`) : agent(`answer ${index}${' a'.repeat(100)}`)));
export const rounds = (count) => range(0, count).flatMap((index) => [u(`u${index}`), call(`c${index}`), result(`c${index}`, 10), m(`m${index}`)]);
export const screenshots = (count) => {
  const picture = { inlineData: { mimeType: 'image/png', data: 'A'.repeat(400) } };
  return range(0, count).flatMap((index) => [
    { role: 'user', parts: [{ text: 'look' }, picture] }, call(`r${index}`), result(`r${index}`, 400), call(`s${index}`, 'mcp__shot', {}),
    { role: 'user', parts: [{ functionResponse: { id: `s${index}`, name: 'mcp__shot', response: { output: 'shot ok' }, parts: [picture] } }] }, m('seen'),
  ]);
};
export const openFiles = (count, selected) => range(0, count).map((index) => (
  { path: `/f${index}`, timestamp: index, ...(index === count - 1 ? { isActive: true, selectedText: 's'.repeat(selected) } : {}) }));
export const sentences = (count) => range(0, count).map((index) => `Sentence ${index} of the plan says ${(index * index * 7919) % 10007} and ${(index * 104729) % 99991}. `);
export const lines = (count, width) => Array(count).fill('x'.repeat(width)).join('\n');
export const log = () => {
  const [before, after] = [range(0, 300), range(300, 598)].map((part) => part.map((index) => `compiling unit ${index} of the project`));
  return [...before, 'error: no such file', 'warning: unused variable', ...after].join('\n');
};
export const chain = (count) => Object.fromEntries(range(1, count + 1).map((index) => [`/app/d${index}.md`, `TEXT${index} @./d${index + 1}.md`]));
export const times = (count, messages) => Array(count).fill(messages).flat();
export const numbered = (count, of) => range(0, count).map(of);
export const session = (chars = 2_000) => [u(chars), m(chars), u(chars), m(chars), u('next'), m('ok')];

export const snapshot = (text) => `<state_snapshot><overall_goal>${text}</overall_goal><task_state>${text}</task_state></state_snapshot>`;
export const answers = (...texts) => {
  const model = (request) => texts[Math.min(model.requests.push(request), texts.length) - 1];
  return Object.assign(model, { requests: [] });
};
export const keeper = (fails = false) => {
  const store = (output) => {
    if (fails) throw new Error('the disk is full');
    store.chars.push(output.text.length);
    return `/tmp/${output.key}`;
  };
  return Object.assign(store, { chars: [] });
};
export const filling = async (messages) => {
  const left = async (chars) => {
    const done = await new Compactor({ preset: 'gemini-cli', contextWindow: 200_000, summarize: answers(snapshot(`next ${'q'.repeat(chars)}`)) }).compact(messages, { force: true });
    return done.tokensBefore - done.tokensAfter;
  };
  const middle = 2 * await left(0);
  for (const chars of range(middle - 60, middle + 60)) if (await left(chars) === 0) return snapshot(`next ${'q'.repeat(chars)}`);
  throw new Error('no document fills it');
};
export const failing = () => () => {
  throw new Error('no route to the model');
};
export const noted = (name) => {
  const note = (event) => void note.seen.push(event[name]);
  return Object.assign(note, { seen: [] });
};
export const cancelled = (preset) => {
  const machine = new Machine({ preset, contextWindow: 200_000, summarize: 'host' });
  machine.handleMessages(times(3, session()), { force: true });
  for (let action = machine.pollAction(); action !== null; action = machine.pollAction()) {
    if (action.kind === 'done') return [action.result.status, machine.save().failures ?? 0];
    if (action.kind === 'summarize') machine.cancel();
    else machine.handleBeforeCompact(null);
  }
  throw new Error('the run has no end');
};
const codeOf = (run) => run().then(() => 'none', (error) => error.code);
export const twoAtOnce = async () => {
  const compactor = new Compactor({
    preset: 'gemini-cli', contextWindow: 200_000,
    summarize: async () => {
      code ??= await codeOf(() => compactor.compact(session(), { force: true }));
      return snapshot('next');
    },
  });
  let code;
  await compactor.compact(session(), { force: true });
  return code;
};
export const heard = (pieces) => {
  const detector = new LoopDetector({ preset: 'gemini-cli' });
  return pieces.findIndex((piece) => detector.addText(piece)) + 1;
};
export const heardCalls = (count) => {
  const detector = new LoopDetector({ preset: 'gemini-cli' });
  return range(0, count).findIndex(() => detector.addCall('read_file', { path: 'a.py' })) + 1;
};
export const memoryTree = () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rows-')));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'r/pkg/api/deep'), { recursive: true });
  mkdirSync(join(root, 'r/.git'));
  for (const folder of ['r', 'r/pkg', 'r/pkg/api', 'r/pkg/api/deep']) writeFileSync(join(root, folder, 'GEMINI.md'), `Rules of ${folder}.\n`);
  return root;
};
export const settingsTree = () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rows-')));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const [folder, threshold, command] of [['home', '0.7', 'echo user'], ['work', '0.3', 'echo work']]) {
    mkdirSync(join(root, folder, '.gemini'), { recursive: true });
    const hooks = JSON.stringify({ PreCompress: [{ hooks: [{ type: 'command', command }] }] });
    writeFileSync(join(root, folder, '.gemini/settings.json'), `{"model": {"compressionThreshold": ${threshold}}, // a comment\n"hooks": ${hooks}}`);
  }
  return root;
};
export const statusWith = async (settings, usage) => {
  const compactor = new Compactor({ ...settings.options, contextWindow: 1_048_576, summarize: answers(snapshot('next')) });
  return (await compactor.compact(session(), { usage })).status;
};
const writtenBack = (name, text) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rows-')));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, name), text);
  const run = (...args) => JSON.parse(execFileSync(process.execPath, [join(ROOT, 'bindings-node/bin/conspectus.js'), 'compact', ...args], { stdio: ['ignore', 'pipe', 'ignore'] }));
  const target = run(join(root, name), '--write-back', '--json').output;
  const expected = run(join(root, name), '-o', '-', '--messages-only');
  const unchanged = ['-o', '-', '--messages-only', '--if-needed', '--context-window', '100m', '--repair-history', 'never', '--condense', 'off'];
  return [expected, run(target, ...unchanged), readFileSync(target, 'utf8')];
};
export const resumed = (agent) => {
  const asked = range(0, 20).map((index) => `question ${index}: ${'q '.repeat(200)}`);
  const isUser = (index) => index % 2 === 0;
  const records = agent === 'gemini-cli'
    ? [{ sessionId: 's', projectHash: 'p', startTime: '2026-11-20T10:00:00Z' },
      ...asked.map((text, index) => ({ id: String(index), type: isUser(index) ? 'user' : 'gemini', content: [{ text }] }))]
    : asked.map((text, index) => ({
      uuid: `u${index}`, parentUuid: index > 0 ? `u${index - 1}` : null, sessionId: 's', type: isUser(index) ? 'user' : 'assistant',
      message: { role: isUser(index) ? 'user' : 'model', parts: [{ text }] },
    }));
  const [expected, came] = writtenBack('session.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return alike(expected, came) && came.length < asked.length;
};
export const gencodeSaved = () => {
  const turns = range(0, 40).map((index) => (index % 2 === 0 ? user(`question ${index} ${'q '.repeat(200)}`) : agent(`answer ${index} ${'a '.repeat(200)}`)));
  const metadata = { id: 'a-1', title: 't', createdAt: '', updatedAt: '', provider: 'anthropic', model: 'claude', cwd: '/work', messageCount: 41 };
  const [expected, came, text] = writtenBack('a-1.json', JSON.stringify({ metadata, messages: [{ role: 'system', content: 'You are GenCode.' }, ...turns] }));
  const session = JSON.parse(text);
  const found = gencode.messagesForModel(session);
  return {
    same: [came, session.messages, found.messages].every((list) => alike(expected, list)), messageCount: session.metadata.messageCount,
    fullMessageCount: session.fullMessageCount, active: found.details.activeMessages, summaries: session.summaries.length,
  };
};
export const named = (root, loaded) => loaded.map(({ path }) => path.replace(root, ''));
export const page = (name) => readFileSync(join(ROOT, name), 'utf8');
export const exists = (name) => existsSync(join(ROOT, name));
export const manifests = () => {
  const inside = (folder) => readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name, 'Cargo.toml'));
  const found = [...inside('.'), ...inside('core'), ...inside('bindings-python'), ...inside('bindings-node'), 'Cargo.toml', 'pyproject.toml'];
  return found.filter(exists).map(page).join('\n');
};

export const said = (messages) => {
  if (typeof messages === 'string') return messages;
  if (Array.isArray(messages)) return messages.map(said).join('\n');
  const holders = ['text', 'content', 'parts', 'output', 'response', 'functionResponse'];
  return messages === null || typeof messages !== 'object' ? '' : Object.entries(messages).filter(([key]) => holders.includes(key)).map(([, value]) => said(value)).join('\n');
};
export const roles = (messages) => messages.map(({ role }) => role[0]).join('');
export const tags = (text) => [...text.matchAll(/^<(\w+)>$/gm)].map(([, name]) => name).filter((name) => !['state_snapshot', 'scratchpad', 'analysis'].includes(name));
export const fields = (value) => Object.keys(value).length;
export const count = (part, text) => text.split(part).length - 1;
export const dumped = (value) => JSON.stringify(value);
export const alike = (one, other) => dumped(one) === dumped(other);
export const tokensOf = (request) => request.maxOutputTokens;

/** Whether that came; of an object the fields that are expected. Ratios count to three digits. */
export const equal = (expected, came) => {
  if (Array.isArray(expected)) return Array.isArray(came) && came.length === expected.length && expected.every((value, index) => equal(value, came[index]));
  if (expected !== null && typeof expected === 'object') {
    return came !== null && typeof came === 'object' && Object.entries(expected).every(([name, value]) => name in came && equal(value, came[name]));
  }
  return typeof expected === 'number' && !Number.isInteger(expected) ? Math.abs(came - expected) < 0.0005 : Object.is(expected, came);
};
