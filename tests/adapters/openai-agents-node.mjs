// The OpenAI Agents SDK against the watched server: the provider, the filter, the session.
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createAnthropic } from '@ai-sdk/anthropic';
import { Agent, MemorySession, OpenAIProvider, OpenAIResponsesCompactionSession, Runner, tool } from '@openai/agents';
import { aisdk } from '@openai/agents-extensions/ai-sdk';
import { compactInput, CompactingModel, CompactingProvider, CompactingSession, summarizeWith } from 'conspectus/openai-agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { Counted, FAILURES, question, SYSTEM, tell, TURNS, Watched, WINDOW } from './watched.mjs';

const NAME = '@openai/agents';
const openai = (watched, useResponses, maxRetries) => new OpenAIProvider({ openAIClient: new OpenAI({ baseURL: watched.openaiUrl, apiKey: 'key', maxRetries }), useResponses });
/** The providers and models of each wire. */
const WIRES = {
  openai_responses: { model: 'gpt-5', provider: (watched, retries = 0) => openai(watched, true, retries) },
  openai_chat: { model: 'gpt-4.1', provider: (watched, retries = 0) => openai(watched, false, retries) },
  anthropic: { model: 'claude-sonnet-5', provider: (watched) => ({ getModel: (name) => aisdk(createAnthropic({ baseURL: `${watched.url}/v1`, apiKey: 'key' })(name)) }) },
};

const given = (counted, options) => ({ contextWindow: WINDOW, reserveTokens: 2_000, onError: 'raise', onCompact: counted.told, ...options });

function agentOf(watched, wire, { pictures = false, model = WIRES[wire].model } = {}) {
  let reads = 0;
  const execute = async ({ path }) => {
    const text = await watched.tool(path);
    if (!pictures || reads++ % 5) return text;
    return [{ type: 'text', text }, { type: 'image', image: { data: await watched.picture(reads), mediaType: 'image/png' } }];
  };
  const readFile = tool({ name: 'read_file', description: 'Reads a file.', parameters: z.object({ path: z.string() }), execute });
  return new Agent({ name: 'reader', instructions: SYSTEM, model, tools: [readFile], modelSettings: { maxTokens: 2_000, parallelToolCalls: true } });
}

/** Asks until the model was called so often. Without a store, each run begins with what the last one ended with. */
async function session(watched, agent, { provider, turns = TURNS, store, pictures = false, streams = false, filter, context } = {}) {
  const runner = new Runner({ modelProvider: provider, tracingDisabled: true });
  let items = [];
  for (let turn = 0; (await watched.state()).turns < turns; turn++) {
    const shown = pictures ? [{ type: 'input_image', image: `data:image/png;base64,${await watched.picture(turn)}` }] : [];
    const asked = [{ role: 'user', content: [{ type: 'input_text', text: await watched.open(question(turn)) }, ...shown] }];
    const input = store ? asked : [...items, ...asked];
    const before = JSON.stringify(input);
    const options = { maxTurns: 99, context, ...(store && { session: store }), ...(filter && { callModelInputFilter: filter }) };
    const result = streams ? await runner.run(agent, input, { ...options, stream: true }) : await runner.run(agent, input, options);
    if (streams) {
      for await (const event of result) assert.ok(event.type, 'what is streamed');
      await result.completed;
    }
    assert.equal(JSON.stringify(input), before, 'the list of the program has changed');
    // As a program that stores its list.
    if (!store) items = turn % 2 ? result.history : JSON.parse(JSON.stringify(result.history));
  }
  return items;
}

async function byProvider(wire, summarize, { streams = false, plan = '' } = {}) {
  const [watched, counted] = [await Watched.start({ plan }), new Counted()];
  const pictures = wire !== 'openai_chat';
  const provider = new CompactingProvider(WIRES[wire].provider(watched), given(counted, { summarize }));
  const items = await session(watched, agentOf(watched, wire, { pictures }), { provider, pictures, streams });
  assert.equal(counted.byModel > 0, summarize === 'model', 'who wrote the summaries');
  assert.ok(items.length > 1.5 * TURNS, 'the program keeps everything');
  const { log } = await watched.state();
  // Only marks have this provider cache anything.
  const sum = (name) => log.reduce((total, row) => total + (row[name] ?? 0), 0);
  if (wire === 'anthropic') assert.ok(sum('cached') > sum('tokens') * 0.3, `${sum('cached')} of ${sum('tokens')} tokens were cached`);
  return tell(NAME, wire, `conspectus, provider, ${summarize}${streams ? ', streams' : ''}${plan ? ', failures' : ''}`, watched, counted.runs);
}

for (const wire of Object.keys(WIRES)) {
  await byProvider(wire, 'model');
  await byProvider(wire, 'model', { streams: true, plan: FAILURES });
  await byProvider(wire, 'extractive', { plan: FAILURES });
}

// The filter, with a session that keeps everything.
for (const summarize of ['extractive', 'model']) {
  const [watched, counted, store] = [await Watched.start(), new Counted(), new MemorySession()];
  const provider = WIRES.openai_responses.provider(watched, 2);
  const filter = compactInput(given(counted, { summarize: summarize === 'model' ? summarizeWith(await provider.getModel('gpt-5')) : summarize, key: ({ context }) => context.thread }));
  await session(watched, agentOf(watched, 'openai_responses'), { provider, store, filter, context: { thread: 'one' } });
  assert.equal(counted.byModel > 0, summarize === 'model', 'who wrote the summaries');
  const items = await store.getItems();
  assert.ok(items.length > 2 * TURNS && !JSON.stringify(items).includes('[summary '), `the store keeps ${items.length} items`);
  assert.ok(filter.save('one'));
  await tell(NAME, 'openai_responses', `conspectus, filter, ${summarize}`, watched, counted.runs);
}

// Two conversations at once share a model, which tells them apart by what they hold, or by a key.
for (const way of ['list', 'key']) {
  const [counted, both, now] = [new Counted(), await Promise.all([1, 2].map((seed) => Watched.start({ seed, plan: FAILURES }))), new AsyncLocalStorage()];
  const models = new Map(await Promise.all(both.map(async (watched) => [watched, await WIRES.openai_chat.provider(watched).getModel('gpt-4.1')])));
  /** Sends each conversation to its own account. */
  const routed = { name: 'gpt-4.1', getResponse: (request) => models.get(now.getStore()).getResponse(request), getStreamedResponse: (request) => models.get(now.getStore()).getStreamedResponse(request) };
  const model = new CompactingModel(routed, given(counted, { summarize: 'model', ...(way === 'key' && { key: () => now.getStore().url }) }));
  await Promise.all(both.map((watched) => now.run(watched, () => session(watched, agentOf(watched, 'openai_chat', { model })))));
  for (const watched of both) await tell(NAME, 'openai_chat', `conspectus, two at once by ${way}, failures`, watched, counted.runs);
}

// A process ends within a conversation, and another one goes on.
{
  const [watched, counted, store] = [await Watched.start(), new Counted(), new MemorySession()];
  let [saved, before] = [undefined, 0];
  for (const turns of [TURNS / 2, TURNS]) {
    const provider = new CompactingProvider(WIRES.openai_responses.provider(watched), given(counted, { key: () => 'one', summarize: 'model' }));
    if (saved) await provider.load('one', JSON.parse(saved));
    before = counted.runs;
    await session(watched, agentOf(watched, 'openai_responses'), { provider, store, turns });
    saved = JSON.stringify(await provider.save('one'));
  }
  assert.ok(saved.includes('"gpt-5"') && before > 0 && counted.runs > before && counted.runs < TURNS / 2, `${counted.runs} compactions`);
  await tell(NAME, 'openai_responses', 'conspectus, provider, saved and resumed', watched, counted.runs);
}

// The session becomes smaller after each run; the provider looks after what comes within one.
{
  const [watched, counted, inner] = [await Watched.start(), new Counted(), new MemorySession()];
  const provider = WIRES.openai_responses.provider(watched);
  const store = new CompactingSession(inner, given(counted, { summarize: summarizeWith(await provider.getModel('gpt-5')), trigger: { tokens: 6_000 } }));
  const compacting = new CompactingProvider(provider, given(counted, { summarize: 'model' }));
  await session(watched, agentOf(watched, 'openai_responses'), { provider: compacting, store });
  const items = await inner.getItems();
  assert.ok(JSON.stringify(items).includes('[summary ') && JSON.stringify(items).length < 5 * WINDOW, `the store keeps ${items.length} items`);
  await tell(NAME, 'openai_responses', 'conspectus, session and provider', watched, counted.runs);
}

// A prompt that the provider finds too long, though it fits by our numbers, is compacted and sent again.
for (const [wire, { model, provider }] of Object.entries(WIRES)) {
  const small = await Watched.start({ window: 12_000, tool: null });
  const runner = new Runner({ modelProvider: new CompactingProvider(provider(small), { contextWindow: 200_000, onError: 'raise' }), tracingDisabled: true });
  const agent = new Agent({ name: 'reader', model });
  const parts = Array.from({ length: 12 }, (_, index) => [
    { role: 'user', content: `Part ${index}. ${'word '.repeat(1_500)}` }, { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Read.' }] },
  ]).flat();
  const { history } = await runner.run(agent, [...parts, { role: 'user', content: 'Go on.' }]);
  const { length: refused } = (await small.state()).refused;
  assert.ok(refused > 0, 'the provider refused nothing');
  await runner.run(agent, [...history, { role: 'user', content: 'And on.' }]);
  assert.equal((await small.state()).refused.length, refused, 'the next run did not know the limit');
  small.stop();
}

// A summary by a model object, and its end by a signal.
for (const [wire, { model, provider }] of Object.entries(WIRES)) {
  const watched = await Watched.start();
  const request = { purpose: 'summary', system: 'Summarise.', messages: [{ role: 'user', content: 'A text.' }], maxOutputTokens: 500, inputTokens: 10, model: null, followsConversation: false };
  const summarize = summarizeWith(await provider(watched).getModel(model));
  const answer = await summarize(request, {});
  assert.ok(answer.text.includes('snapshot') && answer.inputTokens > 0 && answer.outputTokens > 0, `${wire}: ${JSON.stringify(answer)}`);
  await assert.rejects(async () => summarize(request, { signal: AbortSignal.abort() }), /abort/i, wire);
  watched.stop();
}

// The SDK's own: the provider compacts what is stored; the last items by hand.
for (const way of ['OpenAIResponsesCompactionSession', 'a session by hand']) {
  const watched = await Watched.start();
  const provider = WIRES.openai_responses.provider(watched, 2);
  let runs = 0;
  const client = new OpenAI({ baseURL: watched.openaiUrl, apiKey: 'key' });
  const isTime = ({ sessionItems }) => {
    const isFull = JSON.stringify(sessionItems).length / 3.3 > 0.75 * WINDOW;
    runs += isFull ? 1 : 0;
    return isFull;
  };
  const store = way.startsWith('a') ? new MemorySession() : new OpenAIResponsesCompactionSession({ client, model: 'gpt-5', compactionMode: 'input', shouldTriggerCompaction: isTime });
  const last = ({ modelData }) => {
    runs += modelData.input.length > 20 ? 1 : 0;
    return { ...modelData, input: modelData.input.slice(-20) };
  };
  const failed = await session(watched, agentOf(watched, 'openai_responses'), { provider, store, ...(way.startsWith('a') && { filter: last }) }).then(() => false, () => true);
  await tell(NAME, 'openai_responses', way.startsWith('a') ? 'agents, the last 20 items' : `agents, ${way}`, watched, runs, { failed });
}
