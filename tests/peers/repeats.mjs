// How often compaction frees almost nothing and is repeated, in the real gemini-cli and in the preset: `node
// tests/peers/repeats.mjs target/peers`. The same sessions go through both at a window of 32,000 tokens; the page of the preset
// has the figures. Ends with 1 if the preset wastes a call. Each round the model calls a tool whose result takes 1,500 tokens; the user speaks every so many rounds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Compactor } from 'conspectus';

const WINDOW = 32_000;
const [ROUNDS, RESULT_TOKENS, AROUND_TOKENS, FREES_LITTLE] = [200, 1_500, 2_000, 0.03];
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: repeats.mjs FOLDER');
const root = `${resolve(folder, 'node_modules')}/@google/gemini-cli-core/dist/src`;
const { ChatCompressionService } = await import(`${root}/context/chatCompressionService.js`);
const { estimateTokenCountSync } = await import(`${root}/utils/tokenCalculation.js`);
const { tokenLimit } = await import(`${root}/core/tokenLimits.js`);
const model = 'gemini-2.5-pro';

const tokens = (list) => estimateTokenCountSync(list.flatMap(({ parts }) => parts)) + AROUND_TOKENS;

/** A document of about 800 tokens that names what the record names. */
function document(record) {
  const names = [...new Set(record.match(/src\/part_\d+\.ts|line \d+/g) ?? [])];
  const told = names.slice(-120).join(', ').slice(0, 3_000);
  return `<state_snapshot><overall_goal>Mend the parts</overall_goal><key_knowledge>${told}</key_knowledge><task_state>1. [TODO] ${names.at(-1)}</task_state></state_snapshot>`;
}

/** What one of the two does in a session in which the user speaks every so many rounds. */
async function through(compress, every) {
  let list = [];
  const told = { compactions: 0, little: 0, calls: 0, wasted: 0, over: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    if (round % every === 0) {
      if (round > 0) list = [...list, { role: 'model', parts: [{ text: `Part ${round} is done.` }] }];
      list = [...list, { role: 'user', parts: [{ text: `Mend src/part_${round}.ts from line ${round} on.` }] }];
    }
    const before = tokens(list);
    const { messages, calls } = await compress(list, before);
    told.calls += calls;
    told.over += tokens(messages) > WINDOW;
    if (calls > 0) {
      const isLittle = before - tokens(messages) < before * FREES_LITTLE;
      told.compactions++;
      told.little += isLittle;
      told.wasted += isLittle ? calls : 0;
    }
    const id = `c${round}`;
    const call = { role: 'model', parts: [{ functionCall: { id, name: 'read_file', args: { path: `src/part_${round}.ts` } } }] };
    const output = `src/part_${round}.ts line ${round}: ${'let it be so; '.repeat(RESULT_TOKENS)}`.slice(0, RESULT_TOKENS * 4);
    list = [...messages, call, { role: 'user', parts: [{ functionResponse: { id, name: 'read_file', response: { output } } }] }];
  }
  return told;
}

function theirs() {
  let [failed, calls] = [false, 0];
  const directory = mkdtempSync(join(tmpdir(), 'repeats-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const answer = async ({ contents }) => {
    calls++;
    return { candidates: [{ content: { role: 'model', parts: [{ text: document(JSON.stringify(contents)) }] } }] };
  };
  const known = {
    // Its window is that of the model: the threshold stands for half of ours.
    getCompressionThreshold: async () => (WINDOW / 2) / tokenLimit(model),
    getBaseLlmClient: () => ({ generateContent: answer }),
    getHookSystem: () => undefined,
    getNextCompressionTruncationId: () => calls,
    getTruncateToolOutputThreshold: () => 40_000,
    getIncludeDirectoryTree: () => false,
    getSessionMemory: () => '',
    storage: { getProjectTempDir: () => directory },
  };
  const nothing = new Proxy(() => nothing, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === Symbol.iterator ? [][Symbol.iterator] : name === 'then' ? undefined : nothing) });
  const config = new Proxy(known, { get: (held, name) => (name in held ? held[name] : name === 'then' ? undefined : nothing) });
  const service = new ChatCompressionService();
  return async (list, usage) => {
    calls = 0;
    const chat = { getHistory: () => list, getLastPromptTokenCount: () => usage };
    const { newHistory, info } = await service.compress(chat, 'p', false, model, config, failed);
    if (info.compressionStatus === 2) failed = true;
    if (info.compressionStatus === 1) failed = false;
    return { messages: newHistory ?? list, calls };
  };
}

function ours() {
  let calls = 0;
  const summarize = ({ messages }) => {
    calls++;
    return document(JSON.stringify(messages));
  };
  const compactor = new Compactor({ preset: 'gemini-cli', contextWindow: WINDOW, summarize, store: ({ key }) => key });
  return async (list, usage) => {
    calls = 0;
    const { messages } = await compactor.compact(list, { usage });
    return { messages, calls };
  };
}

let wastes = 0;
console.log('| the user speaks every | who | compactions | of them free less than 3 % | model calls | of them wasted | prompts over the window |\n| --: | --- | --: | --: | --: | --: | --: |');
for (const every of [3, 6, 12, 25, ROUNDS]) {
  for (const [who, compress] of [['gemini-cli', theirs()], ['the preset', ours()]]) {
    const { compactions, little, calls, wasted, over } = await through(compress, every);
    if (who === 'the preset') wastes += wasted;
    console.log(`| ${every === ROUNDS ? 'once' : `${every} rounds`} | ${who} | ${compactions} | ${little} | ${calls} | ${wasted} | ${over} |`);
  }
}
console.log(`repeats: the preset wastes ${wastes} model calls`);
process.exit(wastes === 0 ? 0 : 1);
