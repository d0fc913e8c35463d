// The AI SDK's own loop against the watched server: `compactStep`, the middleware, chat lists. Run
// with versions 6 and 7.
import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { compactStep, compactUIMessages, contextOverflowMiddleware, summarizeWith } from 'conspectus/ai-sdk';
import { Counted, FAILURES, PARAMETERS, question, SYSTEM, tell, TURNS, versionOf, Watched, WINDOW } from './watched.mjs';

const { convertToModelMessages, generateText, jsonSchema, pruneMessages, streamText, tool, wrapLanguageModel } = ai;
const IS_6 = versionOf('ai').startsWith('6.');
const stepCount = ai.isStepCount ?? ai.stepCountIs;

/** The models of each wire. */
const MODELS = {
  openai_chat: (watched) => createOpenAI({ baseURL: watched.openaiUrl, apiKey: 'key' }).chat('gpt-4.1'),
  openai_responses: (watched) => createOpenAI({ baseURL: watched.openaiUrl, apiKey: 'key' }).responses('gpt-4.1'),
  anthropic: (watched) => createAnthropic({ baseURL: `${watched.url}/v1`, apiKey: 'key' })('claude-sonnet-5'),
  gemini: (watched) => createGoogleGenerativeAI({ baseURL: `${watched.url}/v1beta`, apiKey: 'key' })('gemini-2.5-pro'),
};

const toolsOf = (watched) => {
  let reads = 0;
  const execute = async ({ path }) => ({ text: await watched.tool(path), picture: reads++ % 5 === 0 ? await watched.picture(reads) : null });
  const toModelOutput = ({ output: { text, picture } }) => {
    return { type: 'content', value: [{ type: 'text', text }, ...(picture ? [{ type: 'image-data', data: picture, mediaType: 'image/png' }] : [])] };
  };
  return { read_file: tool({ description: 'Reads a file.', inputSchema: jsonSchema(PARAMETERS), execute, toModelOutput }) };
};

async function session(wire, way, { streams = false, fails = false, middleware = true, options = {}, own, step, texts = false, resumes = false, counted = new Counted(), seed = 0 } = {}) {
  const watched = await Watched.start({ seed, ...(fails ? { plan: FAILURES } : {}) });
  const bare = MODELS[wire](watched);
  const given = { contextWindow: WINDOW, reserveTokens: 2_000, summarize: 'model', onCompact: counted.told, onError: 'raise', ...options };
  let prepareStep = own ?? step?.(given) ?? compactStep(given);
  const wrapped = () => (middleware && !own ? wrapLanguageModel({ model: bare, middleware: contextOverflowMiddleware(prepareStep) }) : bare);
  let model = wrapped();
  let tools = toolsOf(watched);
  if (texts) tools = { read_file: tool({ description: 'Reads a file.', inputSchema: jsonSchema(PARAMETERS), execute: ({ path }) => watched.tool(path) }) };
  let messages = [];
  let failed = false;
  for (let turn = 0; (await watched.state()).turns < TURNS; turn++) {
    messages.push({ role: 'user', content: await watched.open(question(turn)) });
    const before = JSON.stringify(messages);
    const request = { model, messages, tools, prepareStep, stopWhen: stepCount(20), maxRetries: 0, ...(IS_6 ? { system: SYSTEM } : { instructions: SYSTEM }) };
    if (wire === 'openai_responses') request.providerOptions = { openai: { store: false } };
    try {
      let made;
      if (streams) {
        let error;
        const result = streamText({ ...request, onError: (event) => (error = event.error) });
        await result.consumeStream();
        if (error) throw error;
        made = IS_6 ? (await result.response).messages : await result.responseMessages;
      } else {
        const result = await generateText(request);
        made = IS_6 ? result.response.messages : result.responseMessages;
      }
      assert.equal(JSON.stringify(messages), before, 'the list of the program has changed');
      messages = [...messages, ...made];
    } catch (error) {
      if (!own) throw error;
      failed = true;
      break;
    }
    // As a program that stores its list.
    messages = turn % 2 ? messages : JSON.parse(JSON.stringify(messages));
    if (resumes && turn === 4) {
      const state = JSON.parse(JSON.stringify(prepareStep.save('one')));
      prepareStep = step(given);
      prepareStep.load('one', state, bare);
      model = wrapped();
    }
  }
  const { log } = await watched.state();
  const sum = (name) => log.reduce((total, row) => total + (row[name] ?? 0), 0);
  // Only marks have this provider cache anything.
  if (wire === 'anthropic') assert.ok(sum('cached') > sum('tokens') * 0.3, `${sum('cached')} of ${sum('tokens')} tokens were cached`);
  return tell('ai', wire, way, watched, counted.runs, { failed });
}

for (const wire of Object.keys(MODELS)) {
  await session(wire, 'conspectus');
  await session(wire, 'conspectus, streams, failures', { streams: true, fails: true });
}
const keyed = (given) => compactStep({ ...given, key: () => 'one' });
await session('openai_chat', 'conspectus, save and load, extractive', { step: keyed, resumes: true, options: { summarize: 'extractive' } });
await session('openai_chat', 'conspectus, no middleware', { middleware: false, texts: true });
// Two conversations at once share a step, which tells them apart by their messages.
const counted = new Counted();
const shared = compactStep({ contextWindow: WINDOW, reserveTokens: 2_000, onError: 'raise', onCompact: counted.told });
await Promise.all(['openai_chat', 'anthropic'].map((wire, seed) => session(wire, 'conspectus, two at once', { step: () => shared, counted, seed })));
// The SDK's own way.
await session('openai_chat', 'ai, pruneMessages', { own: ({ messages }) => ({ messages: pruneMessages({ messages, toolCalls: 'before-last-2-messages', emptyMessages: 'remove' }) }) });

// What a chat interface keeps: the list of the client stays, what is sent is smaller and converts.
const chats = compactUIMessages({ contextWindow: 8_000, onError: 'raise' });
const list = [];
let sizes = [];
for (let turn = 0; turn < 20; turn++) {
  list.push({ id: `u${turn}`, role: 'user', parts: [{ type: 'text', text: `${question(turn)} (request ${turn})` }] });
  const before = JSON.stringify(list);
  const sent = await chats(JSON.parse(before), { id: 'chat' });
  assert.equal(JSON.stringify(list), before);
  const converted = JSON.stringify(await convertToModelMessages(sent));
  assert.ok(converted.includes(`(request ${turn})`), 'the open request is gone');
  sizes.push(converted.length);
  const output = `${turn} `.repeat(2_000);
  list.push({ id: `a${turn}`, role: 'assistant', parts: [{ type: 'tool-read_file', toolCallId: `c${turn}`, state: 'output-available', input: { path: `${turn}.txt` }, output }, { type: 'text', text: `Read ${turn}.` }] });
}
assert.ok(Math.max(...sizes) < 40_000 && JSON.stringify(list).length > 80_000, JSON.stringify(sizes));
assert.ok(chats.save('chat'));

// A summary by a model object, and its end by a signal.
const watched = await Watched.start();
for (const [wire, make] of Object.entries(MODELS)) {
  const request = { purpose: 'summary', system: 'Summarise.', messages: [{ role: 'user', content: 'A text.' }], maxOutputTokens: 500, inputTokens: 10, model: null, followsConversation: false };
  const answer = await summarizeWith(make(watched))(request, {});
  assert.ok(answer.text.includes('<state_snapshot>') && answer.inputTokens > 0 && answer.outputTokens > 0 && answer.stopReason, `${wire}: ${JSON.stringify(answer)}`);
  await assert.rejects(async () => summarizeWith(make(watched))(request, { signal: AbortSignal.abort() }), /abort/i, wire);
}

// A prompt that the provider finds too long, though it fits by our numbers: the middleware sends a smaller one.
const small = await Watched.start({ window: 12_000 });
const step = compactStep({ contextWindow: 200_000, onError: 'raise' });
const base = MODELS.openai_chat(small);
const model = wrapLanguageModel({ model: base, middleware: contextOverflowMiddleware(step) });
const messages = Array.from({ length: 12 }, (_, index) => [{ role: 'user', content: `Part ${index}. ${'word '.repeat(1_500)}` }, { role: 'assistant', content: 'Read.' }]).flat();
const { text } = await generateText({ model, messages: [...messages, { role: 'user', content: 'Go on.' }], prepareStep: step, maxRetries: 0 });
assert.ok(text.length > 0);
const { length: refused } = (await small.state()).refused;
assert.ok(refused > 0, 'the provider refused nothing');
await generateText({ model, messages: [...messages, { role: 'user', content: 'Go on.' }, { role: 'assistant', content: text }, { role: 'user', content: 'And on.' }], prepareStep: step, maxRetries: 0 });
assert.equal((await small.state()).refused.length, refused, 'the next step did not know the limit');
small.stop();
watched.stop();
