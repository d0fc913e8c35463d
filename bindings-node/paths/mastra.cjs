'use strict';
// For Mastra: `ConspectusProcessor` makes each request smaller if it is time, as an input processor,
// and has refused ones sent again, as an error processor. The messages that Mastra keeps are not touched.

const { setTimeout: pause } = require('node:timers/promises');
const { Conversations, counted } = require('../adapter.cjs');
const { asPrompt, markedAt, usageOf, writing } = require('../ai-sdk-model.cjs');

/** Where a request keeps the id of its conversation for the steps that follow. */
const STATE = 'conspectus';
const bodyOf = (request) => (typeof request?.body === 'string' ? JSON.parse(request.body) : request?.body);

/** Without Mastra's own notes, which no provider reads: times in them differ from run to run, so no list would go on. */
function bare({ providerOptions = {}, ...rest }) {
  const { mastra, ...others } = providerOptions;
  return Object.keys(others).length ? { ...rest, providerOptions: others } : rest;
}
const plain = (message) => bare(Array.isArray(message.content) ? { ...message, content: message.content.map(bare) } : message);

class ConspectusProcessor {
  id = 'conspectus';
  name = 'conspectus';
  #all;
  #pinned;
  #answers = new WeakMap();

  constructor({ pinned, maxConversations, ...given } = {}) {
    if (pinned !== undefined && typeof pinned !== 'function') throw new TypeError('pinned must be a function of a message');
    this.#all = new Conversations({ dialect: 'ai_sdk', ...given }, { summary: writing, maxConversations });
    // What processors and memory add stands in system messages.
    this.#pinned = (message) => message.role === 'system' || (pinned?.(message) ?? false);
  }

  /** The id of a request's conversation: that of its thread, else that of the list which the run began with. */
  #idOf(prompt, state, requestContext) {
    state[STATE] ??= requestContext?.get('MastraMemory')?.thread?.id ?? this.#all.idOf(prompt);
    this.#all.note(state[STATE], prompt);
    return state[STATE];
  }

  #of({ state }) {
    return state[STATE] === undefined ? undefined : this.#all.of(state[STATE]);
  }

  async processLLMRequest({ prompt, model, state, requestContext, abortSignal }) {
    const full = prompt.map(plain);
    const conversation = this.#all.of(this.#idOf(full, state, requestContext), { model, name: model.modelId });
    const { usage, tools } = conversation;
    conversation.usage = undefined;
    const result = await conversation.view(full, { usage, tools, pinned: this.#pinned, signal: abortSignal });
    if (result === null) return undefined;
    return { prompt: markedAt({ ...result, messages: result.messages.map(asPrompt) }, model.provider, model.modelId) };
  }

  /** What the provider tells with its answer, and which tools the request had: no other hook is told both. */
  async processLLMResponse({ chunks, request, fromCache, state }) {
    const conversation = this.#of({ state });
    if (!conversation || fromCache) return;
    const finish = chunks.findLast(({ type }) => type === 'finish' || type === 'step-finish');
    conversation.usage = counted(usageOf(finish?.payload?.output?.usage));
    conversation.tools = bodyOf(request)?.tools ?? conversation.tools;
  }

  /** A limit of answers that a refusal has told. */
  processInputStep({ state, modelSettings }) {
    const conversation = this.#of({ state });
    if (conversation?.maxOutputTokens === undefined) return undefined;
    return { modelSettings: { ...modelSettings, ...conversation.limit('maxOutputTokens', modelSettings?.maxOutputTokens) } };
  }

  /** Whether to send again. It is asked once for each list of processors that this one stands in. */
  async processAPIError({ error, state, abortSignal }) {
    const known = Object(error);
    if (!this.#answers.has(known)) this.#answers.set(known, this.#sendsAgain(error, state, abortSignal));
    return { retry: await this.#answers.get(known) };
  }

  async #sendsAgain(error, state, signal) {
    const ms = this.#of({ state })?.pauseMs(error, signal) ?? null;
    return ms !== null && pause(ms, true, { signal }).catch(() => false);
  }

  save(id) {
    return this.#all.save(id);
  }

  load(id, state, model) {
    this.#all.of(id, { state, name: model?.modelId ?? model });
  }

  forget(id) {
    this.#all.forget(id);
  }
}

module.exports = { ConspectusProcessor };
