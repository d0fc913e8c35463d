'use strict';
// For the OpenAI Agents SDK: `CompactingProvider` and `CompactingModel` compact what a model is asked
// and send it again after a refusal, `compactInput` is a filter that does the first alone, and
// `CompactingSession` makes what is stored smaller.

const { bearsMarks, marked, nameOf, newest, summarizeWith, toolsOf, usageOf } = require('../openai-agents-model.cjs');
const { CompactingSession } = require('../openai-agents-session.cjs');
const { Talks } = require('../openai-agents-talks.cjs');

class CompactingModel {
  #inner;
  #talks;
  #name;

  constructor(inner, { name, ...options } = {}) {
    if (typeof inner?.getResponse !== 'function') throw new TypeError('the first argument must be a model of the Agents SDK');
    this.#inner = inner;
    this.#name = name ?? nameOf(inner);
    this.#talks = new Talks(options);
  }

  get name() {
    return this.#name;
  }

  get supportsPromptModelSelection() {
    return this.#inner.supportsPromptModelSelection ?? false;
  }

  getRetryAdvice(args) {
    return this.#inner.getRetryAdvice?.(args);
  }

  async getResponse(request) {
    const talk = this.#of(request);
    if (talk === undefined) return this.#inner.getResponse(request);
    const known = this.#talks.known(talk, request.input);
    const response = await talk.send(() => this.#prepared(talk, request, known), (made) => this.#inner.getResponse(made), request.signal);
    talk.usage = usageOf(response.usage);
    return response;
  }

  async *getStreamedResponse(request) {
    const talk = this.#of(request);
    if (talk === undefined) return yield* this.#inner.getStreamedResponse(request);
    const known = this.#talks.known(talk, request.input);
    for await (const event of talk.stream(() => this.#prepared(talk, request, known), (made) => this.#inner.getStreamedResponse(made), request.signal)) {
      if (event.type === 'response_done') talk.usage = usageOf(event.response.usage);
      yield event;
    }
  }

  save(key) {
    return this.#talks.all.save(key);
  }

  load(key, state) {
    this.#talks.all.of(key, { state, name: this.#name });
  }

  forget(key) {
    this.#talks.all.forget(key);
  }

  /** The conversation of a request; undefined where there is no list, or the provider keeps it. */
  #of(request) {
    if (typeof request.input === 'string' || request.previousResponseId || request.conversationId) return undefined;
    const model = { name: this.#name, getResponse: (asked) => this.#inner.getResponse(asked) };
    return this.#talks.of(request, request.input, model, request.modelSettings);
  }

  async #prepared(talk, request, { items, inPlace }) {
    const turn = { usage: talk.usage, system: request.systemInstructions, tools: toolsOf(request), pinned: this.#talks.pinned, signal: request.signal };
    const result = await talk.view(items, turn);
    const modelSettings = { ...request.modelSettings, ...talk.limit('maxTokens', request.modelSettings.maxTokens) };
    const body = result?.requestFields.body;
    if (body) modelSettings.providerData = { ...modelSettings.providerData, ...body };
    const input = result ? inPlace(result.messages) : request.input;
    return { ...request, modelSettings, input: result && bearsMarks(this.#inner, this.#name) ? marked(input, result.cacheBreakpoints) : input };
  }
}

class CompactingProvider {
  #inner;
  #options;
  #models = new Map();

  constructor(inner, options = {}) {
    if (typeof inner?.getModel !== 'function') throw new TypeError('the first argument must be a model provider of the Agents SDK');
    new Talks(options);
    this.#inner = inner;
    this.#options = options;
  }

  async getModel(name) {
    if (!this.#models.has(name)) this.#models.set(name, Promise.resolve(this.#inner.getModel(name)).then((model) => new CompactingModel(model, { name, ...this.#options })));
    return this.#models.get(name).catch((error) => {
      this.#models.delete(name);
      throw error;
    });
  }

  async close() {
    await this.#inner.close?.();
  }

  /** By the name of each model: one may have a larger window than another. */
  async save(key) {
    const saved = await Promise.all([...this.#models].map(async ([name, model]) => [name ?? '', (await model).save(key)]));
    return Object.fromEntries(saved.filter(([, state]) => state !== null));
  }

  async load(key, saved) {
    for (const [name, state] of Object.entries(saved)) (await this.getModel(name === '' ? undefined : name)).load(key, state);
  }
}

function compactInput({ ...options } = {}) {
  const talks = new Talks(options);
  const filter = async (data) => {
    const { agent, modelData } = data;
    const talk = talks.of(data, modelData.input, agent.model, agent.modelSettings);
    const { items, inPlace } = talks.known(talk, modelData.input);
    // The SDK stores what a filter returns in place of the items of this turn: without a pin, that would be the summary.
    const asked = newest(items);
    const pinned = (item) => asked.has(item) || (talks.pinned?.(item) ?? false);
    const result = await talk.view(items, { system: modelData.instructions, tools: toolsOf(agent), pinned });
    return result === null ? modelData : { ...modelData, input: inPlace(result.messages) };
  };
  return Object.assign(filter, { preserveInputIdentity: true, ...talks.all.remembering() });
}

module.exports = { compactInput, CompactingModel, CompactingProvider, CompactingSession, summarizeWith };
