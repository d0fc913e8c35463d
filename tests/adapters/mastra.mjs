// Mastra's agent against the watched server: `ConspectusProcessor` with lists of the program and with
// Mastra's memory, and Mastra's own limiter.
import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { TokenLimiterProcessor } from '@mastra/core/processors';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { z } from 'zod';
import { ConspectusProcessor } from 'conspectus/mastra';
import { Counted, FAILURES, question, SYSTEM, tell, TURNS, Watched, WINDOW } from './watched.mjs';

/** The models of each wire. */
const MODELS = {
  openai_chat: (watched) => createOpenAI({ baseURL: watched.openaiUrl, apiKey: 'key' }).chat('gpt-4.1'),
  openai_responses: (watched) => createOpenAI({ baseURL: watched.openaiUrl, apiKey: 'key' }).responses('gpt-4.1'),
  anthropic: (watched) => createAnthropic({ baseURL: `${watched.url}/v1`, apiKey: 'key' })('claude-sonnet-5'),
};

const toolsOf = (watched) => {
  let reads = 0;
  const execute = async ({ path }) => ({ text: await watched.tool(path), picture: reads++ % 5 === 0 ? await watched.picture(reads) : null });
  const toModelOutput = ({ text, picture }) => ({ type: 'content', value: [{ type: 'text', text }, ...(picture ? [{ type: 'media', data: picture, mediaType: 'image/png' }] : [])] });
  return { read_file: createTool({ id: 'read_file', description: 'Reads a file.', inputSchema: z.object({ path: z.string() }), execute, toModelOutput }) };
};

const OPTIONS = { contextWindow: WINDOW, reserveTokens: 2_000, onError: 'raise' };

async function session(wire, way, { streams = false, fails = false, memory = false, resumes = false, summarize = 'model', processor, counted = new Counted(), seed = 0, own } = {}) {
  const watched = await Watched.start({ seed, ...(fails ? { plan: FAILURES } : {}) });
  const model = MODELS[wire](watched);
  const thread = `thread ${wire} ${way} ${seed}`;
  const store = memory ? new Memory({ storage: new InMemoryStore(), options: { lastMessages: 10_000 } }) : undefined;
  const make = () => new ConspectusProcessor({ ...OPTIONS, summarize, onCompact: counted.told });
  let compaction = own ?? processor ?? make();
  const open = () =>
    new Agent({
      id: 'reader', name: 'reader', instructions: SYSTEM, model, tools: toolsOf(watched), inputProcessors: [compaction],
      // The compactor decides what is sent again.
      ...(own ? {} : { errorProcessors: [compaction] }), maxRetries: 0, ...(store ? { memory: store } : {}),
    });
  let agent = open();
  let messages = [];
  let failed = false;
  for (let turn = 0; (await watched.state()).turns < TURNS && !failed; turn++) {
    const asked = { role: 'user', content: await watched.open(question(turn)) };
    messages.push(asked);
    const options = { maxSteps: 20, ...(store ? { memory: { thread, resource: 'user' } } : {}), ...(wire === 'openai_responses' ? { providerOptions: { openai: { store: false } } } : {}) };
    try {
      const given = store ? [asked] : messages;
      const before = JSON.stringify(given);
      let made;
      if (streams) {
        const output = await agent.stream(given, options);
        await output.consumeStream();
        if (output.error) throw output.error;
        made = (await output.response).uiMessages;
      } else {
        const output = await agent.generate(given, options);
        if (output.error) throw output.error;
        made = output.response.uiMessages;
      }
      assert.equal(JSON.stringify(given), before, 'the list of the program has changed');
      messages = JSON.parse(JSON.stringify([...messages, ...made]));
    } catch (error) {
      if (!own) throw error;
      failed = true;
    }
    if (resumes && turn === 4) {
      const state = JSON.parse(JSON.stringify(compaction.save(thread)));
      assert.ok(state.view, 'nothing was summarised before the pause');
      compaction = make();
      compaction.load(thread, state, model);
      agent = open();
    }
  }
  if (store) {
    // What memory keeps is whole.
    const { messages: kept } = await store.recall({ threadId: thread, resourceId: 'user', perPage: false });
    assert.ok(JSON.stringify(kept).length > 4 * WINDOW * 3.3, 'memory has lost something');
  }
  const { log } = await watched.state();
  const sum = (name) => log.reduce((total, row) => total + (row[name] ?? 0), 0);
  if (wire === 'anthropic' && !own) assert.ok(sum('cached') > sum('tokens') * 0.3, `${sum('cached')} of ${sum('tokens')} tokens were cached`);
  return tell('@mastra/core', wire, way, watched, counted.runs, { failed });
}

for (const wire of Object.keys(MODELS)) {
  await session(wire, 'conspectus');
  await session(wire, 'conspectus, streams, failures', { streams: true, fails: true });
}
await session('openai_chat', 'conspectus, memory, save and load', { memory: true, resumes: true });
await session('anthropic', 'conspectus, memory, streams, extractive', { memory: true, streams: true, summarize: 'extractive' });
// Two conversations at once share a processor: by their threads, and by their messages.
for (const memory of [true, false]) {
  const counted = new Counted();
  const processor = new ConspectusProcessor({ ...OPTIONS, onCompact: counted.told });
  await Promise.all(['openai_chat', 'anthropic'].map((wire, seed) => session(wire, `conspectus, two at once${memory ? ', memory' : ''}`, { memory, processor, counted, seed })));
}
// Mastra's own way, from the same size on.
await session('openai_chat', 'mastra, TokenLimiterProcessor', { own: new TokenLimiterProcessor(WINDOW * 0.75) });

// A prompt that the provider finds too long, though it fits by our numbers.
const watched = await Watched.start({ window: 12_000 });
const compaction = new ConspectusProcessor({ contextWindow: 200_000, onError: 'raise' });
const agent = new Agent({ id: 'reader', name: 'reader', instructions: SYSTEM, model: MODELS.openai_chat(watched), inputProcessors: [compaction], errorProcessors: [compaction], maxRetries: 0 });
const messages = Array.from({ length: 12 }, (_, index) => [{ role: 'user', content: `Part ${index}. ${'word '.repeat(1_500)}` }, { role: 'assistant', content: 'Read.' }]).flat();
const { text } = await agent.generate([...messages, { role: 'user', content: 'Go on.' }]);
assert.ok(text.length > 0);
const { length: refused } = (await watched.state()).refused;
assert.ok(refused > 0, 'the provider refused nothing');
await agent.generate([...messages, { role: 'user', content: 'Go on.' }, { role: 'assistant', content: text }, { role: 'user', content: 'And on.' }]);
assert.equal((await watched.state()).refused.length, refused, 'the next request did not know the limit');
watched.stop();
