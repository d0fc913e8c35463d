'use strict';
// For agents of LangChain.js: `compactionMiddleware` stands where `summarizationMiddleware` stands,
// `conspectusEdit` is an edit for `contextEditingMiddleware`.

const { randomUUID } = require('node:crypto');
const { Conversations, counted, peer } = require('../adapter.cjs');
const { fail } = require('../core.cjs');
const { about, limited, marked, modelOf, overflow, sending, toolsOf, typeOf, writing } = require('../langchain-model.cjs');

const EVERYTHING = { type: 'remove', id: '__remove_all__' };
const MODES = ['state', 'view'];

/** The conversations under options that may be written as LangChain writes them. */
function conversations({ model, trigger, maxConversations, ...options }) {
  const writer = typeof model?.invoke === 'function' ? model : undefined;
  if (writer) options.summarize ??= 'model';
  else if (model !== undefined) options.model = model;
  if (trigger !== undefined) options.trigger = trigger?.fraction ?? trigger;
  return new Conversations(options, { summary: (asked, request, context) => writing(writer ?? asked, request, context), maxConversations });
}

/** What the newest answer says of the size of its request. */
const usageOf = (messages) => counted(messages.findLast((message) => typeOf(message) === 'ai')?.usage_metadata);

/** What another middleware threw, without what LangChain wraps it in. */
function thrown(error) {
  while (error?.['~brand'] === 'MiddlewareError' && error.cause) error = error.cause;
  return error;
}

/** The request with what the result says: messages, marks, limits and fields. */
function changedBy(result, request, model, { maxOutputTokens: most }) {
  let made = most === undefined ? request : { ...request, model: limited(model, most) };
  if (result === null) return made;
  if (!result.canSend) throw overflow(result.reason);
  made = { ...made, messages: result.messages };
  if (!about(model).isAnthropic) return made;
  // A mark of LangChain's own middleware says where, and there may be four.
  if (result.cacheBreakpoints.length && !request.modelSettings?.cache_control) made = marked(made, result.cacheBreakpoints);
  const { body, headers } = result.requestFields;
  if (body) made.model = sending(most === undefined ? model : made.model, body);
  if (headers) made.modelSettings = { ...made.modelSettings, headers: { ...made.modelSettings?.headers, ...headers } };
  return made;
}

/** The messages for the state. A new one has the id of one that went: what has an id of its own would be streamed to the user. */
function inState(sent, given) {
  const staying = new Set(sent.map(({ id }) => id));
  const free = given.map(({ id }) => id).filter((id) => id !== undefined && !staying.has(id));
  const known = new Set(given.map(({ id }) => id));
  return sent.map((message) => {
    if (known.has(message.id) || free.length === 0) return message;
    const id = free.shift();
    return Object.assign(Object.create(Object.getPrototypeOf(message)), message, { id, lc_kwargs: { ...message.lc_kwargs, id } });
  });
}

function compactionMiddleware({ mode = 'state', pinned, ...options } = {}) {
  if (!MODES.includes(mode)) throw fail('INVALID_OPTION', '/mode', `mode must be 'state' or 'view', not ${JSON.stringify(mode)}`);
  if (pinned !== undefined && typeof pinned !== 'function') throw fail('INVALID_OPTION', '/pinned', 'pinned must be a function of a message');
  const all = conversations(options);
  /** What the last call of each conversation was given, and what was sent instead. */
  const calls = new WeakMap();
  const z = peer('zod', () => require('zod'));

  async function wrapModelCall(request, handler) {
    const { messages, systemMessage, tools, state, runtime } = request;
    const model = await modelOf(request.model);
    const { id, memory } = state._conspectus ?? { id: messages };
    // Two runs may go on from one step at the same time.
    const key = all.isBusy(id) ? {} : id;
    const conversation = all.of(key, { model, ...about(model), state: all.at(key) ? undefined : memory });
    const turn = { usage: usageOf(messages), system: systemMessage?.text || undefined, tools: toolsOf(tools ?? []), pinned, signal: runtime?.signal };
    const prepare = async () => {
      const result = await conversation.view(messages, turn);
      calls.set(conversation, { given: messages, sent: result?.changed ? result.messages : undefined });
      return changedBy(result, request, model, conversation);
    };
    const call = async (prepared) => {
      try {
        return await handler(prepared);
      } catch (error) {
        throw thrown(error);
      }
    };
    return conversation.send(prepare, call, runtime?.signal);
  }

  /**
   * Remembers, and in `state` puts what was sent into the state. Before the call this could not be: the
   * model is not known there, and no refusal is seen. The id is another one after each step, since a
   * thread may go on from any of them.
   */
  function afterModel({ _conspectus: told, messages: now }) {
    if (told === undefined || !all.at(told.id)) return undefined;
    const conversation = all.of(told.id);
    const { given = [], sent } = calls.get(conversation) ?? {};
    calls.delete(conversation);
    const id = randomUUID();
    all.rename(told.id, id);
    const update = { _conspectus: { id, memory: conversation.compactor.save() } };
    // What another middleware changed for one call only does not go into the state.
    const isSame = sent !== undefined && now.length >= given.length && given.every((message, at) => message === now[at]);
    return mode === 'state' && isSame ? { ...update, messages: [EVERYTHING, ...inState(sent, given), ...now.slice(given.length)] } : update;
  }

  return {
    [Symbol.for('AgentMiddleware')]: true,
    name: 'ConspectusMiddleware',
    stateSchema: z.object({ _conspectus: z.any().optional() }),
    beforeAgent: ({ _conspectus: told }) => (told === undefined ? { _conspectus: { id: randomUUID() } } : undefined),
    wrapModelCall,
    afterModel,
  };
}

function conspectusEdit({ pinned, ...options } = {}) {
  const all = conversations(options);
  /** Conversations by the id of their first message. */
  const first = new Map();
  const apply = async ({ messages, model: given, countTokens }) => {
    const model = given && (await modelOf(given));
    const id = first.get(messages[0]?.id) ?? randomUUID();
    const result = await all.of(id, model && { model, ...about(model) }).compact([...messages], { usage: usageOf(messages), pinned });
    if (result?.changed) messages.splice(0, messages.length, ...result.messages);
    first.delete(messages[0]?.id);
    first.set(messages[0]?.id, id);
    if (first.size > 1_000) first.delete(first.keys().next().value);
    return countTokens(messages);
  };
  return { apply };
}

module.exports = { compactionMiddleware, conspectusEdit };
