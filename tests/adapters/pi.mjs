// pi's own agent against the watched server: `compactStream`, `compactContext`, and the extension in
// a session of the coding agent.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '@earendil-works/pi-agent-core';
import * as anthropicApi from '@earendil-works/pi-ai/api/anthropic-messages';
import * as googleApi from '@earendil-works/pi-ai/api/google-generative-ai';
import * as openaiApi from '@earendil-works/pi-ai/api/openai-completions';
import * as responsesApi from '@earendil-works/pi-ai/api/openai-responses';
import { compactContext, compactionExtension, compactStream } from 'conspectus/pi';
import { Counted, FAILURES, PARAMETERS, question, SYSTEM, tell, TURNS, versionOf, Watched, WINDOW } from './watched.mjs';

const AGENT = '@earendil-works/pi-agent-core';
const CODING = '@earendil-works/pi-coding-agent';
const COST = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
const model = (id, api, provider, baseUrl) => ({ id, name: id, api, provider, baseUrl, reasoning: false, input: ['text', 'image'], cost: COST, contextWindow: WINDOW, maxTokens: 2_000 });

/** The model of each wire, and what streams it. */
const MODELS = {
  openai_chat: [openaiApi, (watched) => model('gpt-4.1', 'openai-completions', 'openai', watched.openaiUrl)],
  openai_responses: [responsesApi, (watched) => model('gpt-4.1', 'openai-responses', 'openai', watched.openaiUrl)],
  anthropic: [anthropicApi, (watched) => model('claude-sonnet-5', 'anthropic-messages', 'anthropic', watched.url)],
  gemini: [googleApi, (watched) => model('gemini-3-pro', 'google-generative-ai', 'google', `${watched.url}/v1beta`)],
};

const toolsOf = (watched) => {
  let reads = 0;
  const execute = async (_, { path }) => {
    const text = await watched.tool(path);
    const picture = reads++ % 5 === 0 ? [{ type: 'image', data: await watched.picture(reads), mimeType: 'image/png' }] : [];
    return { content: [{ type: 'text', text }, ...picture], details: {} };
  };
  return [{ name: 'read_file', label: 'Read', description: 'Reads a file.', parameters: PARAMETERS, execute }];
};

const OPTIONS = { reserveTokens: 2_000, onError: 'raise' };

async function session(wire, way, { fails = false, summarize = 'model', stream, context, resumes = false, late = false, counted = new Counted(), seed = 0, other = {}, own } = {}) {
  const watched = await Watched.start({ seed, ...(fails ? { plan: FAILURES } : {}) });
  const [api, make] = MODELS[wire];
  const made = { ...make(watched), ...other };
  const given = { ...OPTIONS, summarize, onCompact: counted.told };
  let streamFn = own || context ? api.streamSimple : (stream ?? compactStream(api.streamSimple, given));
  let told = [];
  const open = (messages) =>
    new Agent({
      onPayload: ({ tools }) => void (told = (tools ?? []).map((each) => each.function?.name)),
      initialState: { model: made, systemPrompt: SYSTEM, tools: toolsOf(watched), ...(messages ? { messages } : {}) },
      streamFn, getApiKey: () => 'key', sessionId: seed === 9 ? undefined : `${wire} ${way} ${seed}`,
      ...(context ? { transformContext: context({ ...given, summarize: 'extractive', contextWindow: WINDOW }) } : {}),
    });
  let agent = open();
  let failed = false;
  for (let turn = 0; (await watched.state()).turns < TURNS; turn++) {
    const before = JSON.stringify(agent.state.messages);
    await agent.prompt(await watched.open(question(turn)));
    assert.ok(JSON.stringify(agent.state.messages).startsWith(before.slice(0, -1)), 'the list of the agent has changed');
    if (agent.state.errorMessage && !own) assert.fail(agent.state.errorMessage);
    if (agent.state.errorMessage) {
      failed = true;
      break;
    }
    // A tool that is told of in the middle of the list must not be lost.
    if (late && turn === 3) agent.state.tools = [...agent.state.tools, { ...agent.state.tools[0], name: 'late', description: 'Does nothing.' }];
    if (resumes && turn === 4) {
      const state = JSON.parse(JSON.stringify(streamFn.save(agent.sessionId)));
      assert.ok(state.view, 'nothing was summarised before the pause');
      streamFn = compactStream(api.streamSimple, given);
      streamFn.load(agent.sessionId, state, made);
      agent = open(JSON.parse(JSON.stringify(agent.state.messages)));
    }
  }
  if (late) assert.deepEqual(told, ['read_file', 'late']);
  return tell(AGENT, wire, way, watched, counted.runs, { failed });
}

for (const wire of Object.keys(MODELS)) await session(wire, 'conspectus, failures', { fails: true });
await session('gemini', 'conspectus, gemini-2.5 without pictures', { other: { id: 'gemini-2.5-pro', input: ['text'] } });
await session('openai_chat', 'conspectus, save and load, extractive', { summarize: 'extractive', resumes: true });
await session('openai_chat', 'conspectus, a tool that comes late', { late: true });
await session('openai_chat', 'conspectus, transformContext', { context: compactContext });
await session('anthropic', 'conspectus, transformContext', { context: compactContext });
// Two conversations at once share a stream: by their sessions, and by their messages.
for (const seeds of [[1, 2], [9, 9]]) {
  const counted = new Counted();
  const shared = compactStream(openaiApi.streamSimple, { ...OPTIONS, onCompact: counted.told });
  const way = seeds[0] === 9 ? 'conspectus, two at once, no ids' : 'conspectus, two at once';
  await Promise.all(seeds.map((seed) => session('openai_chat', way, { stream: shared, seed, counted })));
}

// With pictures there is no session of gemini-2.5: pi itself puts one between parallel results, and Gemini refuses that.
{
  const watched = await Watched.start();
  const { id, api, provider, ...made } = { ...MODELS.gemini[1](watched), id: 'gemini-2.5-pro' };
  const toolCall = (of) => ({ type: 'toolCall', id: of, name: 'read_file', arguments: { path: of } });
  const result = (of, ...more) => ({ role: 'toolResult', toolCallId: of, toolName: 'read_file', isError: false, content: [{ type: 'text', text: of }, ...more], timestamp: 0 });
  const picture = { type: 'image', data: await watched.picture(0), mimeType: 'image/png' };
  const answer = { role: 'assistant', content: [toolCall('a'), toolCall('b')], api, provider, model: id, usage: { totalTokens: 1 }, stopReason: 'toolUse', timestamp: 0 };
  const send = async (...results) => {
    const messages = [{ role: 'user', content: 'Read both.', timestamp: 0 }, answer, ...results];
    const { errorMessage } = await googleApi.streamSimple({ id, api, provider, ...made }, { messages }, { apiKey: 'key' }).result();
    return errorMessage ?? 'answered';
  };
  assert.match(await send(result('a', picture), result('b')), /number of function response parts/);
  assert.equal(await send(result('a'), result('b', picture)), 'answered');
  watched.stop();
}

// A prompt that the provider finds too long, though it fits by our numbers.
const long = [...Array.from({ length: 12 }, (_, index) => `Part ${index}. ${'word '.repeat(1_500)}`), 'Go on.'].map((content) => ({ role: 'user', content, timestamp: 0 }));
for (const resends of [true, false]) {
  const watched = await Watched.start({ window: 12_000 });
  const wide = { ...model('gpt-4.1', 'openai-completions', 'openai', watched.openaiUrl), contextWindow: 200_000 };
  const given = { onError: 'raise', contextWindow: 200_000, reserveTokens: 2_000 };
  const wiring = resends ? { streamFn: compactStream(openaiApi.streamSimple, given) } : { streamFn: openaiApi.streamSimple, transformContext: compactContext(given) };
  const agent = new Agent({ initialState: { model: wide, systemPrompt: SYSTEM, tools: toolsOf(watched) }, getApiKey: () => 'key', ...wiring });
  await agent.prompt(long);
  if (!resends) {
    assert.match(agent.state.errorMessage, /context length/);
    await agent.prompt('And now?');
  }
  assert.equal(agent.state.errorMessage, undefined);
  const { length: refused } = (await watched.state()).refused;
  assert.ok(refused > 0, 'the provider refused nothing');
  await agent.prompt('And on.');
  assert.equal((await watched.state()).refused.length, refused, 'the next request did not know the limit');
  watched.stop();
}

// An abort ends the wait for another try, and the agent gets the answer of the provider.
{
  const watched = await Watched.start({ plan: '1:429/30' });
  const agent = new Agent({ initialState: { model: MODELS.openai_chat[1](watched) }, getApiKey: () => 'key', streamFn: compactStream(openaiApi.streamSimple) });
  setTimeout(() => agent.abort(), 500);
  const began = Date.now();
  await agent.prompt('Hi');
  assert.ok(agent.state.errorMessage && Date.now() - began < 5_000, 'the agent waited on');
  watched.stop();
}

// The coding agent with the extension, and without: from its bundle, which holds all that it needs.
const coding = await import(new URL(`node_modules/${CODING}/dist/bundle/index.js`, import.meta.url));

async function codingSession(wire, way, { extension = () => [], fails = false, resumes = false } = {}) {
  const counted = new Counted();
  const watched = await Watched.start(fails ? { plan: FAILURES } : {});
  const dir = mkdtempSync(join(tmpdir(), 'pi-'));
  const modelRuntime = await coding.ModelRuntime.create({ authPath: join(dir, 'auth.json'), modelsPath: join(dir, 'models.json') });
  const made = MODELS[wire][1](watched);
  await modelRuntime.setRuntimeApiKey(made.provider, 'key');
  // As ours, pi's own begins at three quarters.
  const compaction = { enabled: true, reserveTokens: WINDOW / 4, keepRecentTokens: WINDOW / 4 };
  const settingsManager = coding.SettingsManager.inMemory({ compaction, retry: { enabled: true, maxRetries: 5, baseDelayMs: 100 } });
  const [read] = toolsOf(watched);
  const faults = [];
  const open = async (sessionManager) => {
    const resourceLoader = new coding.DefaultResourceLoader({ cwd: dir, agentDir: dir, settingsManager, extensionFactories: extension(counted) });
    await resourceLoader.reload();
    const options = { cwd: dir, agentDir: dir, model: made, thinkingLevel: 'off', modelRuntime, resourceLoader, settingsManager, sessionManager, tools: ['read_file'], customTools: [read] };
    const { session } = await coding.createAgentSession(options);
    await session.bindExtensions({ onError: (fault) => faults.push(fault) });
    return session;
  };
  let session = await open(coding.SessionManager.create(dir, dir));
  let failed = false;
  for (let turn = 0; (await watched.state()).turns < TURNS && !failed; turn++) {
    await session.prompt(await watched.open(question(turn)));
    failed = session.messages.at(-1).stopReason === 'error';
    if (resumes && turn === 4) {
      const file = session.sessionFile;
      session.dispose();
      session = await open(coding.SessionManager.open(file));
    }
    if (resumes && turn === 5) {
      const { summary, details } = await session.compact('Tell of main.');
      assert.ok(summary && details.removed.length > 0, 'pi compacted by itself');
    }
  }
  session.dispose();
  rmSync(dir, { recursive: true });
  assert.deepEqual(faults, []);
  return tell(CODING, wire, way, watched, counted.runs, { failed });
}

const extension = (counted) => [compactionExtension({ ...OPTIONS, summarize: 'model', onCompact: counted.told })];
for (const wire of ['openai_chat', 'anthropic']) {
  await codingSession(wire, 'conspectus, extension, failures', { extension, fails: true });
  await codingSession(wire, 'conspectus, extension, /compact and a new process', { extension, resumes: true });
  await codingSession(wire, 'pi, its own compaction');
}
