// Agents of LangChain.js against the watched server: the middleware in both modes, and the edit.
import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { compactionMiddleware, conspectusEdit } from 'conspectus/langchain';
import { AIMessage, contextEditingMiddleware, createAgent, HumanMessage, summarizationMiddleware, tool } from 'langchain';
import { z } from 'zod';
import { Counted, FAILURES, question, SYSTEM, tell, TURNS, Watched, WINDOW } from './watched.mjs';

const NAME = 'langchain';
const openai = (watched, fields) => new ChatOpenAI({ model: 'gpt-4.1', apiKey: 'key', maxRetries: 0, configuration: { baseURL: watched.openaiUrl }, useResponsesApi: false, ...fields });
const WIRES = {
  openai_chat: (watched, fields) => openai(watched, fields),
  openai_responses: (watched, fields) => openai(watched, { model: 'gpt-5', useResponsesApi: true, zdrEnabled: true, ...fields }),
  anthropic: (watched, fields) => new ChatAnthropic({ model: 'claude-sonnet-4-5', apiKey: 'key', anthropicApiUrl: watched.url, maxRetries: 0, maxTokens: 2_000, ...fields }),
};

/** The tool; every fifth reading gives a picture too, where the wire takes one in a result. */
function toolsOf(watched, pictures) {
  let reads = 0;
  const read = async ({ path }) => {
    const text = await watched.tool(path);
    if (!pictures || reads++ % 5) return text;
    return [{ type: 'text', text }, { type: 'image_url', image_url: { url: `data:image/png;base64,${await watched.picture(reads)}` } }];
  };
  return [tool(read, { name: 'read_file', description: 'Reads a file.', schema: z.object({ path: z.string() }) })];
}

const given = (counted, options) => ({ contextWindow: WINDOW, reserveTokens: 2_000, onError: 'raise', onCompact: counted.told, ...options });
const agentOf = (watched, wire, middleware, { checkpointer = new MemorySaver(), pictures = false, fields } = {}) =>
  createAgent({ model: WIRES[wire](watched, fields), tools: toolsOf(watched, pictures), systemPrompt: SYSTEM, middleware: [middleware].flat(), checkpointer });

/** Asks until the model was called so often; the state at the end. */
async function session(watched, agent, { turns = TURNS, thread = 'one', streams = false } = {}) {
  const config = { configurable: { thread_id: thread }, recursionLimit: 200 };
  for (let turn = 0; (await watched.state()).turns < turns; turn++) {
    const url = `data:image/png;base64,${await watched.picture(turn)}`;
    const content = [{ type: 'text', text: await watched.open(question(turn)) }, { type: 'image_url', image_url: { url } }];
    const input = { messages: [new HumanMessage({ content })] };
    if (!streams) {
      const { messages, ...rest } = await agent.invoke(input, config);
      assert.ok(messages.at(-1) instanceof AIMessage && !('_conspectus' in rest), 'what an agent gives');
      continue;
    }
    for await (const [kind, told] of await agent.stream(input, { ...config, streamMode: ['messages', 'updates'] })) {
      if (kind === 'messages') assert.ok(told[1].lc_source !== 'summarization' && told[0].getType() !== 'human', `words of a summary reached the user: ${told[0].text}`);
      else for (const update of Object.values(told)) assert.ok(!Array.isArray(update), 'a node gives one update');
    }
  }
  return (await agent.getState(config)).values;
}

async function ours(wire, mode, summarize, { streams = false, plan = '' } = {}) {
  const [watched, counted] = [await Watched.start({ plan }), new Counted()];
  const agent = agentOf(watched, wire, compactionMiddleware(given(counted, { mode, summarize })), { pictures: wire === 'anthropic' });
  const { messages } = await session(watched, agent, { streams });
  const { log } = await watched.state();
  assert.equal(counted.byModel > 0, summarize === 'model', 'who wrote the summaries');
  assert.equal(messages.length > 1.5 * TURNS, mode === 'view', `the state keeps ${messages.length} messages`);
  // Only marks have this provider cache anything.
  const sum = (name) => log.reduce((total, row) => total + (row[name] ?? 0), 0);
  if (wire === 'anthropic') assert.ok(sum('cached') > sum('tokens') * 0.3, `${sum('cached')} of ${sum('tokens')} tokens were cached`);
  return tell(NAME, wire, `conspectus, ${mode}, ${summarize}${streams ? ', streams' : ''}${plan ? ', failures' : ''}`, watched, counted.runs);
}

for (const wire of Object.keys(WIRES)) {
  await ours(wire, 'state', 'model');
  await ours(wire, 'view', 'model', { streams: true, plan: FAILURES });
  await ours(wire, 'state', 'extractive', { streams: true, plan: FAILURES });
}

// Two threads at once, with one middleware.
{
  const [counted, both] = [new Counted(), await Promise.all([1, 2].map((seed) => Watched.start({ seed, plan: FAILURES })))];
  for (const mode of ['state', 'view']) {
    const shared = compactionMiddleware(given(counted, { mode, summarize: 'model' }));
    const turns = mode === 'state' ? TURNS / 2 : TURNS;
    await Promise.all(both.map((watched) => session(watched, agentOf(watched, 'openai_chat', shared), { turns, thread: mode })));
  }
  for (const watched of both) await tell(NAME, 'openai_chat', 'conspectus, two at once, failures', watched, counted.runs);
}

// A process ends within a thread, and another one goes on from the checkpoint.
for (const mode of ['state', 'view']) {
  const [watched, checkpointer, counted] = [await Watched.start(), new MemorySaver(), new Counted()];
  let before;
  for (const turns of [TURNS / 2, TURNS]) {
    before = counted.runs;
    const agent = agentOf(watched, 'anthropic', compactionMiddleware(given(counted, { mode, summarize: 'model' })), { checkpointer });
    assert.ok((await session(watched, agent, { turns }))._conspectus.memory);
  }
  // What was compacted before stays so: it is not done again at once.
  assert.ok(before < counted.runs && counted.runs < TURNS / 2, `${counted.runs} compactions`);
  await tell(NAME, 'anthropic', `conspectus, ${mode}, saved and resumed`, watched, counted.runs);
}

// Runs that go on from one step at the same time, and one that goes on from it later.
for (const mode of ['state', 'view']) {
  const [watched, counted] = [await Watched.start(), new Counted()];
  const agent = agentOf(watched, 'openai_chat', compactionMiddleware(given(counted, { mode, summarize: 'model' })));
  await session(watched, agent, { turns: TURNS / 3 });
  const { config } = await agent.getState({ configurable: { thread_id: 'one' } });
  const fork = async (text) => agent.invoke({ messages: [new HumanMessage(text)] }, { ...config, recursionLimit: 200 });
  for (const runs of [['Go on.', 'Go on, please.'], ['Go on again.']]) for (const { messages } of await Promise.all(runs.map(fork))) assert.ok(messages.at(-1).text);
  assert.deepEqual((await watched.state()).refused, []);
  assert.ok(counted.runs > 0);
  watched.stop();
}

// The options of LangChain's own; what is pinned stays; another model writes.
{
  const [watched, writer, counted] = [await Watched.start(), await Watched.start(), new Counted()];
  const pin = 'Rule 7 holds for ever.';
  const swap = compactionMiddleware(given(counted, { model: openai(writer), trigger: { fraction: 0.8 }, keep: { messages: 6 }, pinned: ({ content }) => content === pin }));
  const agent = agentOf(watched, 'openai_responses', swap);
  await agent.invoke({ messages: [new HumanMessage('Which rules hold?'), new AIMessage(pin), new HumanMessage(await watched.open('Begin.'))] }, { configurable: { thread_id: 'one' }, recursionLimit: 200 });
  const { messages } = await session(watched, agent);
  assert.equal(messages.filter(({ content }) => content === pin).length, 1, 'what is pinned stays');
  assert.ok((await writer.state()).log.length > 0 && counted.byModel > 0, 'another model writes');
  writer.stop();
  await tell(NAME, 'openai_responses', 'conspectus, another model, pinned', watched, counted.runs);
}

// The edit, beside LangChain's own middleware.
{
  const [watched, counted] = [await Watched.start(), new Counted()];
  await session(watched, agentOf(watched, 'openai_chat', contextEditingMiddleware({ edits: [conspectusEdit(given(counted, { summarize: 'model' }))] }), { fields: { maxRetries: 2 } }));
  await tell(NAME, 'openai_chat', 'conspectus, edit', watched, counted.runs);
}

// A prompt that the provider finds too long, though it fits by our numbers, is compacted and sent again.
for (const wire of Object.keys(WIRES)) {
  const small = await Watched.start({ window: 12_000, tool: null });
  const agent = createAgent({ model: WIRES[wire](small), middleware: [compactionMiddleware({ contextWindow: 200_000, onError: 'raise' })], checkpointer: new MemorySaver() });
  const parts = Array.from({ length: 12 }, (_, index) => [new HumanMessage(`Part ${index}. ${'word '.repeat(1_500)}`), new AIMessage('Read.')]).flat();
  const config = { configurable: { thread_id: 'one' } };
  await agent.invoke({ messages: [...parts, new HumanMessage('Go on.')] }, config);
  const { length: refused } = (await small.state()).refused;
  assert.ok(refused > 0, 'the provider refused nothing');
  await agent.invoke({ messages: [new HumanMessage('And on.')] }, config);
  assert.equal((await small.state()).refused.length, refused, 'the next call did not know the limit');
  small.stop();
}

// What cannot fit is the framework's own error, and is not sent.
{
  const watched = await Watched.start();
  const agent = agentOf(watched, 'openai_chat', compactionMiddleware(given(new Counted(), {})));
  const { cause } = await agent.invoke({ messages: [new HumanMessage('one word '.repeat(WINDOW))] }, { configurable: { thread_id: 'one' } }).then(assert.fail, (error) => error);
  assert.equal(cause.name, 'ContextOverflowError');
  assert.equal((await watched.state()).turns, 0);
  watched.stop();
}

// The framework's own.
for (const wire of ['openai_chat', 'anthropic']) {
  const watched = await Watched.start();
  let runs = 0;
  const own = summarizationMiddleware({ model: WIRES[wire](watched), trigger: { tokens: 15_000 }, keep: { messages: 6 } });
  const { beforeModel } = own;
  own.beforeModel = async (...told) => {
    const update = await beforeModel(...told);
    runs += update ? 1 : 0;
    return update;
  };
  const failed = await session(watched, agentOf(watched, wire, own, { fields: { maxRetries: 2 } })).then(() => false, () => true);
  await tell(NAME, wire, 'langchain, summarizationMiddleware', watched, runs, { failed });
}
