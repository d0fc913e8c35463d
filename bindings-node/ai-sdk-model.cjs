'use strict';
// What the adapter of the AI SDK does with a model: summaries, and a middleware that sends refused
// requests again. It calls the model object as the SDK does, so the SDK is not loaded.

const { isObject, mostTokens, said } = require('./sdks.cjs');
const { effortOf, thinkingConfigOf } = require('./thinking.cjs');

/** The model object of a name, by the provider that the program has set, else by the SDK's gateway. */
async function modelOf(model) {
  if (typeof model !== 'string') return model;
  const provider = globalThis.AI_SDK_DEFAULT_PROVIDER ?? (await import('ai')).gateway;
  return provider.languageModel(model);
}

/** What keeps a model from thinking. From version 4 of the interface on, the SDK has a field for it. */
function unthinking({ modelId = '', specificationVersion }) {
  const effort = effortOf(modelId);
  if (specificationVersion === 'v4') return { reasoning: effort ?? 'none' };
  const thinkingConfig = thinkingConfigOf(modelId);
  // Each provider reads what is under its name.
  return { providerOptions: { anthropic: { thinking: { type: 'disabled' } }, ...(effort && { openai: { reasoningEffort: effort } }), ...(thinkingConfig && { google: { thinkingConfig } }) } };
}

/** The counts of an answer, flat; undefined if none was told. Version 2 of the interface has them flat. */
function usageOf(usage) {
  const total = (count) => (isObject(count) ? count.total : count);
  const [inputTokens, outputTokens] = [total(usage?.inputTokens), total(usage?.outputTokens)];
  return inputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

/** A function for `summarize` that has a model write the summaries. */
function summarizeWith(model, { fields } = {}) {
  if (typeof model !== 'string' && typeof model?.doGenerate !== 'function') throw new TypeError('the first argument must be a language model of the AI SDK, or its name');
  return async (request, context) => {
    const writer = await modelOf(model);
    const talk = said(request).map(({ isAnswer, text }) => ({ role: isAnswer ? 'assistant' : 'user', content: [{ type: 'text', text }] }));
    const prompt = [{ role: 'system', content: request.system }, ...talk];
    const asked = { prompt, maxOutputTokens: mostTokens(request, writer.modelId ?? ''), ...unthinking(writer), ...fields };
    const reply = await writer.doGenerate({ ...asked, abortSignal: context?.signal });
    const text = reply.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const { finishReason: reason } = reply;
    return { text, ...usageOf(reply.usage), stopReason: isObject(reason) ? (reason.raw ?? reason.unified) : reason };
  };
}

/** The same for the model of a request. */
const writing = (model, request, context) => summarizeWith(model)(request, context);

/** Parts of which the provider takes no mark. */
const UNMARKED = /^(reasoning|tool-approval)/;
const MARK = { cacheControl: { type: 'ephemeral' } };
const withMark = (value) => ({ ...value, providerOptions: { ...value.providerOptions, anthropic: { ...value.providerOptions?.anthropic, ...MARK } } });

/** A message with the provider's mark at its last part that may have one; the very same if none may. */
function marked(message) {
  const { content } = message;
  const isList = Array.isArray(content);
  const last = isList ? content.findLastIndex(({ type, text }) => !UNMARKED.test(type) && text !== '') : 0;
  if (last < 0) return message;
  return isList ? { ...message, content: content.with(last, withMark(content[last])) } : withMark(message);
}

/** The messages of a result, with marks where its prefixes end if the model's provider caches what is marked. */
function markedAt({ messages, cacheBreakpoints }, provider, name, mark = marked) {
  const made = [...messages];
  if (/anthropic|claude/i.test(`${provider} ${name}`)) for (const place of cacheBreakpoints) if (place > 0) made[place - 1] = mark(made[place - 1]);
  return made;
}

/** A message as a prompt holds it: a new one may have a text for its content, as programs write them. */
const asPrompt = (message) => (typeof message.content === 'string' && message.role !== 'system' ? { ...message, content: [{ type: 'text', text: message.content }] } : message);

// What a stream says before anything of the answer.
const BEFORE = new Set(['stream-start', 'response-metadata', 'raw']);

/** The parts of a stream once its answer has begun; throws what the provider says in place of one. */
async function begun(stream, told) {
  const reader = stream.getReader();
  const first = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.type === 'error') throw value.error;
    first.push(value);
    if (!BEFORE.has(value.type)) break;
  }
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first.length ? { value: first.shift() } : await reader.read();
      if (done) return controller.close();
      if (value.type === 'finish') told(value.usage);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const NAME = 'conspectus';

/** The fields by which a step tells the middleware its conversation. */
const tagged = (id) => ({ [NAME]: { conversation: id } });

/** A middleware of which `conversationOf(id, model)` gives the conversation of the steps, and one for prompts; undefined if there is none. */
function middleware(conversationOf) {
  async function sent({ params, model }, call) {
    const { [NAME]: ours, ...providerOptions } = params.providerOptions ?? {};
    let request = { ...params, providerOptions };
    const found = conversationOf(ours?.conversation, model);
    if (found === undefined) return call(request, () => {});
    const { steps, prompts } = found;
    // The steps do not see them.
    steps.tools = params.tools;
    steps.system = params.prompt.filter((message) => message.role === 'system').map((message) => message.content).join('\n') || undefined;
    let isRefused = false;
    const prepare = async () => {
      if (!isRefused) return request;
      const result = await prompts.compact(request.prompt, { tools: params.tools, signal: params.abortSignal });
      // What is reported then is not the size of the list that the steps have.
      steps.wasShorter ||= result?.changed ?? false;
      return (request = { ...request, ...prompts.limit('maxOutputTokens', params.maxOutputTokens), prompt: result?.messages ?? request.prompt });
    };
    const attempt = async (prepared) => {
      try {
        return await call({ ...prepared, prompt: prepared.prompt.map(asPrompt) }, (usage) => (steps.usage = steps.wasShorter ? undefined : usageOf(usage)));
      } catch (error) {
        isRefused = true;
        // The next step compacts the list itself.
        if (!params.abortSignal?.aborted) steps.pauseMs(error);
        throw error;
      }
    };
    return prompts.send(prepare, attempt, params.abortSignal);
  }
  return {
    specificationVersion: 'v3',
    wrapGenerate: (given) =>
      sent(given, async (request, told) => {
        const reply = await given.model.doGenerate(request);
        told(reply.usage);
        return reply;
      }),
    wrapStream: (given) =>
      sent(given, async (request, told) => {
        const reply = await given.model.doStream(request);
        return { ...reply, stream: await begun(reply.stream, told) };
      }),
  };
}

module.exports = { asPrompt, marked, markedAt, middleware, summarizeWith, tagged, usageOf, writing };
