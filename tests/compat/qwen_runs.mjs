// Whole runs of qwen-code's `ChatCompressionService`, of the bundle and of ours, on the same chats,
// settings and models.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'conspectus';
import { session } from './sessions.mjs';

const WINDOW = 100_000;
const WAITING = 'Read part1.ts once more, and tell what differs.';
const document = (sections) => `<state_snapshot>${sections}</state_snapshot>`;
export const GOOD = document('<primary_request_and_intent>Mend the parts, such as part3.ts, which reads the table, then it writes the row.</primary_request_and_intent>'
  + '<files_and_code_sections>/project/src/part1.ts was read and it checks the border; /project/src/part3.ts was edited.</files_and_code_sections>'
  + '<current_work>The agent counts the lines and sorts the names, then it opens the file.</current_work>');
const BROKEN = () => {
  throw new Error('the network is down');
};

/** What each case changes: the call, the chat's settings, the model's answer; and why the two differ, if they do. */
const CASES = {
  'at the threshold': { tokens: 80_000 },
  'below the threshold': { tokens: 20_000 },
  'by hand': { tokens: 20_000, call: { force: true, trigger: 'manual' } },
  'three failures before': { tokens: 70_000, call: { consecutiveFailures: 3 } },
  'three failures, at the hard limit': { tokens: 80_000, call: { consecutiveFailures: 3 }, why: 'Q-51: the rescue, which there the caller forces' },
  'three failures, forced': { tokens: 80_000, call: { consecutiveFailures: 3, force: true } },
  'the body was too large': { tokens: 80_000, call: { force: true, trigger: 'auto', requestPayloadTooLarge: true } },
  'a result waits to be sent': { tokens: 80_000, waits: true },
  'no history': { tokens: 0, empty: true },
  'an empty answer': { tokens: 80_000, answer: () => '' },
  'only reasoning': { tokens: 80_000, answer: () => '<analysis>The agent reads the table.' },
  'prose for a document': { tokens: 80_000, answer: () => 'The agent reads the table and mends part3.ts.', why: 'B-7: it names almost nothing of the conversation' },
  'a refusal': { tokens: 80_000, answer: () => "I'm sorry, but I can't help with that.", why: 'B-7: a refusal is no summary' },
  'the model fails': { tokens: 80_000, answer: BROKEN },
};

function chatOf(random, { tokens, waits, empty }) {
  const messages = empty ? [] : session(random, 30, 2000);
  const last = messages.at(-1);
  if (last?.role === 'user') messages.pop();
  let pending;
  if (waits) {
    const call = { functionCall: { id: 'waiting', name: 'read_file', args: { file_path: '/project/src/part1.ts' } } };
    messages.push({ role: 'user', parts: [{ text: WAITING }] }, { role: 'model', parts: [call] });
    pending = { role: 'user', parts: [{ functionResponse: { id: 'waiting', name: 'read_file', response: { output: 'It counts the lines. '.repeat(30) } } }] };
  } else if (!empty) {
    pending = { role: 'user', parts: [{ text: `The last request: ${random.below(1000)} mend part${random.below(12)}.ts.` }] };
  }
  const chat = { getHistoryShallow: () => messages, getHistory: () => messages, getLastPromptTokenCount: () => tokens, getLastOutputTokenCount: () => 0, getGenerationConfig: () => ({}) };
  return { messages, pending, chat };
}

function configOf(folder, answer, calls) {
  const log = { debug() {}, warn() {}, info() {}, error() {} };
  const known = {
    getChatCompression: () => undefined, getAutoCompactThreshold: () => undefined, getModel: () => 'a-model', getHookSystem: () => undefined,
    getContentGeneratorConfig: () => ({ contextWindowSize: WINDOW, authType: 'openai', model: 'a-model' }), getDebugLogger: () => log,
    getTargetDir: () => folder, getApprovalMode: () => 'default', getBackgroundTaskRegistry: () => undefined,
    getBaseLlmClient: () => ({
      generateText: async (request) => {
        calls.push(request);
        return { text: answer(), usage: undefined, hadToolCall: false };
      },
    }),
  };
  // What telemetry asks of it beside.
  return new Proxy(known, { get: (target, name) => target[name] ?? (typeof name === 'string' && /^(get|is)[A-Z]/.test(name) && name !== 'getCompactionModel' ? () => undefined : undefined) });
}

/** One run: the status, whether what is sent next is in order, and how much of it there is. */
async function one(Service, random, told) {
  const folder = mkdtempSync(join(tmpdir(), 'compat-'));
  const { messages, pending, chat } = chatOf(random, told);
  const before = structuredClone(messages);
  const calls = [];
  try {
    const config = configOf(folder, told.answer ?? (() => GOOD), calls);
    const { newHistory, info } = await new Service({ onError: 'raise' }).compress(chat, {
      promptId: 'p', force: false, model: 'a-model', config, consecutiveFailures: 0, originalTokenCount: told.tokens, pendingUserMessage: pending, ...told.call,
    });
    const sent = [...(newHistory ?? messages), ...(pending ? [pending] : [])];
    const isInOrder = sent.length === 0 || validate(sent, { dialect: 'gemini' }).length === 0;
    // What the user asked last, whose work is not done yet.
    const request = told.waits ? WAITING : (pending?.parts[0].text ?? '');
    return {
      status: info.compressionStatus, calls: calls.length, isInOrder, isUntouched: JSON.stringify(messages) === JSON.stringify(before),
      keepsRequest: JSON.stringify(sent).includes(request), share: newHistory ? JSON.stringify(newHistory).length / JSON.stringify(messages).length : 1,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function runs({ theirs, ours }, randomOf, count) {
  let unexplained = 0;
  const rows = [];
  for (const [title, told] of Object.entries(CASES)) {
    const found = { theirs: [], ours: [] };
    for (let index = 0; index < count; index++) {
      found.theirs.push(await one(theirs.ChatCompressionService, randomOf(index), told));
      found.ours.push(await one(ours.ChatCompressionService, randomOf(index), told));
    }
    const same = found.theirs.filter(({ status }, index) => status === found.ours[index].status).length;
    const sum = (list, name) => list.filter((run) => run[name]).length;
    const statuses = (list) => [...new Set(list.map(({ status }) => status))].join(', ');
    const share = (list) => `${((100 * list.reduce((total, run) => total + run.share, 0)) / list.length).toFixed(0)} %`;
    const fine = found.ours.every((run) => run.isInOrder && run.isUntouched && run.keepsRequest);
    if ((same < count) !== Boolean(told.why) || !fine) unexplained++;
    rows.push([title, count, same, ...[found.theirs, found.ours].flatMap((list) => [statuses(list), sum(list, 'isInOrder'), sum(list, 'keepsRequest'), share(list)]), told.why ?? '']);
  }
  const columns = (who) => ['status', 'in order', 'open request kept', 'chars left'].map((name) => `${who}: ${name}`);
  return { head: ['case', 'runs', 'same status', ...columns('theirs'), ...columns('ours'), 'why'], rows, unexplained };
}
