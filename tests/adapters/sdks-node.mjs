// The helpers for the providers' SDKs, with the SDKs themselves against the watched server: 60 turns
// on each wire, streamed and not, with pictures, failures, save and load, and two conversations at
// once.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { Compactor } from 'conspectus';
import * as anthropic from 'conspectus/anthropic';
import * as google from 'conspectus/google';
import * as openai from 'conspectus/openai';
import { FAILURES, PARAMETERS, question, SYSTEM, tell, TURNS, Watched } from './watched.mjs';

const PICTURE_EVERY = 5;
const about = { name: 'read_file', description: 'Reads a file.' };

/** What each wire does its own way: `request`, `call`, `take` what came, and `results` of the calls in it. */
const anthropicWire = {
  package: '@anthropic-ai/sdk', wire: 'anthropic', model: 'claude-sonnet-5', helpers: anthropic,
  tools: [{ ...about, input_schema: PARAMETERS }],
  open: (watched) => new Anthropic({ baseURL: watched.url, apiKey: 'key', maxRetries: 0 }),
  // Long enough to be cached.
  request: { model: 'claude-sonnet-5', max_tokens: 2_000, system: SYSTEM.repeat(60) },
  say: (text) => ({ role: 'user', content: text }),
  call: (client, request, streams) => (streams ? client.messages.stream(request).finalMessage() : client.messages.create(request)),
  usage: (reply) => reply.usage,
  take: (reply) => [{ role: 'assistant', content: reply.content }],
  calls: (reply) => reply.content.filter((block) => block.type === 'tool_use').map((block) => [block, block.input.path]),
  results: (given) => [{ role: 'user', content: given.map(([block, text, data]) => ({
    type: 'tool_result', tool_use_id: block.id,
    content: [{ type: 'text', text }, ...(data ? [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }] : [])],
  })) }],
};

const chatWire = {
  package: 'openai', wire: 'openai_chat', model: 'gpt-4.1', helpers: openai,
  tools: [{ type: 'function', function: { ...about, parameters: PARAMETERS } }],
  open: (watched) => new OpenAI({ baseURL: watched.openaiUrl, apiKey: 'key', maxRetries: 0 }),
  request: { model: 'gpt-4.1', max_completion_tokens: 2_000 },
  begin: [{ role: 'system', content: SYSTEM }],
  say: (text) => ({ role: 'user', content: text }),
  call: (client, request, streams) => {
    if (!streams) return client.chat.completions.create(request);
    return client.chat.completions.stream({ ...request, stream_options: { include_usage: true } }).finalChatCompletion();
  },
  usage: (reply) => reply.usage,
  take: (reply) => {
    const { role, content, tool_calls: calls } = reply.choices[0].message;
    return [{ role, content, ...(calls?.length ? { tool_calls: calls.map(({ id, type, function: { name, arguments: args } }) => ({ id, type, function: { name, arguments: args } })) } : {}) }];
  },
  calls: (reply) => (reply.choices[0].message.tool_calls ?? []).map((call) => [call, JSON.parse(call.function.arguments).path]),
  results: (given) => {
    const shown = given.filter(([, , data]) => data).map(([, , data]) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }));
    const messages = given.map(([call, content]) => ({ role: 'tool', tool_call_id: call.id, content }));
    return shown.length ? [...messages, { role: 'user', content: [{ type: 'text', text: 'The picture of the last tool:' }, ...shown] }] : messages;
  },
};

const responsesWire = {
  package: 'openai', wire: 'openai_responses', model: 'gpt-4.1', helpers: openai,
  tools: [{ type: 'function', ...about, strict: false, parameters: PARAMETERS }],
  open: chatWire.open,
  options: { wire: 'responses' },
  request: { model: 'gpt-4.1', instructions: SYSTEM, max_output_tokens: 2_000, store: false, include: ['reasoning.encrypted_content'], input: [] },
  say: (text) => ({ role: 'user', content: text }),
  call: (client, request, streams) => (streams ? client.responses.stream(request).finalResponse() : client.responses.create(request)),
  usage: (reply) => reply.usage,
  take: (reply) => reply.output.map(({ parsed: _, parsed_arguments: __, ...item }) => item),
  calls: (reply) => reply.output.filter((item) => item.type === 'function_call').map((item) => [item, JSON.parse(item.arguments).path]),
  results: (given) => given.map(([item, text, data]) => ({
    type: 'function_call_output', call_id: item.call_id,
    output: data ? [{ type: 'input_text', text }, { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${data}` }] : text,
  })),
};

const geminiWire = {
  package: '@google/genai', wire: 'gemini', model: 'gemini-2.5-pro', helpers: google,
  tools: [{ functionDeclarations: [{ ...about, parametersJsonSchema: PARAMETERS }] }],
  open: (watched) => new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: watched.url } }),
  request: { model: 'gemini-2.5-pro', config: { systemInstruction: SYSTEM } },
  say: (text) => ({ role: 'user', parts: [{ text }] }),
  call: async (client, { ...request }, streams) => {
    request.config = { ...request.config, tools: geminiWire.tools };
    if (!streams) return client.models.generateContent(request);
    const parts = [];
    let last;
    for await (last of await client.models.generateContentStream(request)) parts.push(...(last.candidates?.[0]?.content?.parts ?? []));
    return { candidates: [{ content: { role: 'model', parts } }], usageMetadata: last.usageMetadata };
  },
  usage: (reply) => reply.usageMetadata,
  take: (reply) => [reply.candidates[0].content],
  calls: (reply) => reply.candidates[0].content.parts.filter((part) => part.functionCall).map(({ functionCall }) => [functionCall, functionCall.args.path]),
  results: (given) => [{ role: 'user', parts: given.map(([{ id, name }, output, data]) => ({
    functionResponse: { id, name, response: { output }, ...(data ? { parts: [{ inlineData: { mimeType: 'image/png', data } }] } : {}) },
  })) }],
};

/** A loop of a user, as the page shows it: compact, send, append what came. */
async function session(wire, way, { streams = false, fails = false, marks = true } = {}) {
  const watched = await Watched.start({ ...(fails ? { plan: FAILURES } : {}), window: 24_000 });
  const client = wire.open(watched);
  let [compactions, asked, recovered] = [0, 0, 0];
  const summarize = wire.helpers.summarizeWith(client, wire.model, wire.options);
  const options = {
    model: wire.model, contextWindow: watched.settings.window, reserveTokens: 2_000,
    summarize: (request, context) => {
      asked += 1;
      return summarize(request, context);
    },
    onCompact: (result) => {
      compactions += result.changed ? 1 : 0;
      assert.equal(result.error, null);
    },
  };
  let compactor = new Compactor(options);
  let messages = [...(wire.begin ?? []), wire.say(await watched.open(question(0)))];
  let usage;
  const { tools } = wire;
  const request = wire === geminiWire ? wire.request : { ...wire.request, tools };
  const frozen = JSON.stringify(request);
  const told = { system: request.system ?? request.instructions ?? request.config?.systemInstruction, tools };
  for (let turn = 0; turn < TURNS; turn++) {
    let reply;
    while (reply === undefined) {
      const result = await compactor.compact(messages, { usage, ...told });
      assert.ok(result.canSend, result.reason);
      messages = result.messages;
      const before = JSON.stringify(messages);
      const body = marks ? wire.helpers.buildRequest(request, result) : { ...request, messages };
      assert.equal(JSON.stringify(messages), before);
      reply = await wire.call(client, body, streams).catch(async (error) => {
        const { action, waitMs } = compactor.handleProviderError(error);
        if (action === 'fail') throw error;
        recovered += 1;
        await pause(waitMs);
      });
    }
    usage = wire.usage(reply);
    const calls = wire.calls(reply);
    const given = [];
    for (const [index, [call, path]] of calls.entries()) given.push([call, await watched.tool(path), index === 0 && turn % PICTURE_EVERY === 0 ? await watched.picture(turn) : null]);
    messages = [...messages, ...wire.take(reply), ...(given.length ? wire.results(given) : [wire.say(await watched.open(question(turn + 1)))])];
    if (turn === TURNS / 2) compactor = Compactor.load(JSON.parse(JSON.stringify(compactor.save())), options);
  }
  assert.equal(JSON.stringify(request), frozen, 'the request has changed');
  assert.ok(asked > 0, 'model not called for a summary');
  // Of the three failures, some meet a request for a summary: then another summary stands in.
  const failures = (await watched.state()).log.filter(({ status }) => status !== 200);
  assert.ok(!fails || (failures.length === 3 && recovered > 0), `${recovered} of ${failures.length} recovered`);
  return tell(wire.package, wire.wire, way, watched, compactions);
}

for (const wire of [anthropicWire, chatWire, responsesWire, geminiWire]) {
  await session(wire, 'conspectus');
  await session(wire, 'conspectus, streams, failures', { streams: true, fails: true });
}
await Promise.all([session(anthropicWire, 'conspectus, two at once'), session(chatWire, 'conspectus, two at once', { streams: true })]);
const [{ cost_tokens: bare }, { cost_tokens: cheap }] = [await session(anthropicWire, 'conspectus, no marks', { marks: false }), await session(anthropicWire, 'conspectus, marks')];
assert.ok(cheap < bare * 0.7, `marks save nothing: ${cheap} beside ${bare}`);

// An abort ends the request for a summary.
const watched = await Watched.start();
for (const wire of [anthropicWire, chatWire, responsesWire, geminiWire]) {
  const request = { purpose: 'summary', system: 'Summarise.', messages: [wire.say('A text.')], maxOutputTokens: 500, inputTokens: 10, model: null, followsConversation: false };
  const summarize = wire.helpers.summarizeWith(wire.open(watched), wire.model, wire.options);
  const answer = await summarize(request, {});
  assert.ok(answer.text.startsWith('<state_snapshot>') && answer.inputTokens > 0 && answer.outputTokens > 0 && answer.stopReason, JSON.stringify(answer));
  await assert.rejects(async () => summarize(request, { signal: AbortSignal.abort() }), /abort/i, wire.wire);
}
watched.stop();
