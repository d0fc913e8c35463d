'use strict';
// For pi: `compactStream` is a `streamFn` that sends smaller lists, and refused requests again;
// `compactContext` is a `transformContext`; `compactionExtension` is for the coding agent.

const { Conversations } = require('../adapter.cjs');
const { extended, usageOf, written } = require('../pi-extension.cjs');

const isSystem = (message) => message.role === 'system';

/** What the list tells of its own request: system text and tools stand in system messages, usage in answers. */
function turnOf(messages) {
  const tools = new Map();
  const sections = new Map();
  for (const { sections: named, toolsAdded = [], toolsRemoved = [] } of messages.filter(isSystem)) {
    for (const [name, text] of Object.entries(named ?? {})) sections.set(name, text ?? '');
    for (const { name } of toolsRemoved) tools.delete(name);
    for (const tool of toolsAdded) tools.set(tool.name, tool);
  }
  return { usage: usageOf(messages), system: [...sections.values()].join('\n') || undefined, tools: tools.size ? [...tools.values()] : undefined };
}

/** Later system messages change prompt and tools, so none may go into a summary. */
const pinning = (pinned) => (message) => isSystem(message) || (pinned?.(message) ?? false);

/** Has the model of a request answer one for a summary. */
function writing({ streamFn, model, options: { apiKey, headers, env, identity } }, request, { signal }) {
  return written(model, request, signal, async (asked, context, options) => (await streamFn(asked, context, { apiKey, headers, env, identity, ...options })).result());
}

/** A stream in which the provider refused the request before it answered anything. */
class Refused extends Error {
  constructor(message, stream) {
    super(message);
    this.stream = stream;
  }
}

/** The stream once its answer has begun: what was read of it comes first. */
async function begun(stream) {
  const events = stream[Symbol.asyncIterator]();
  const first = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) break;
    first.push(value);
    if (value.type !== 'start') break;
  }
  async function* all() {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => events };
  }
  const whole = Object.create(stream, { [Symbol.asyncIterator]: { value: all }, result: { value: () => stream.result() } });
  const last = first.at(-1);
  if (last?.type === 'error' && last.reason === 'error') throw new Refused(last.error.errorMessage ?? 'error', whole);
  return whole;
}

function compactStream(streamFn, { pinned, maxConversations, ...given } = {}) {
  if (typeof streamFn !== 'function') throw new TypeError('the first argument must be a function that streams, such as `models.streamSimple`');
  const all = new Conversations({ dialect: 'pi', ...given }, { summary: writing, maxConversations });
  const stream = async (model, context, options = {}) => {
    const full = context.messages;
    const { signal, sessionId = all.idOf(full) } = options;
    const conversation = all.of(sessionId, { model: { streamFn, model, options }, name: model.id, window: model.contextWindow });
    let refused;
    const prepare = async () => {
      const result = await conversation.view(full, { ...turnOf(full), pinned: pinning(pinned), signal });
      const limit = conversation.limit('maxTokens', options.maxTokens ?? model.maxTokens);
      return [model, { ...context, messages: result?.messages ?? full }, { ...options, ...limit }];
    };
    const call = async (request) => {
      try {
        return await begun(await streamFn(...request));
      } catch (error) {
        if (error instanceof Refused) refused = error;
        throw error;
      }
    };
    try {
      return await conversation.send(prepare, call, signal);
    } catch (error) {
      // A `streamFn` tells in its stream why there is no answer.
      if (refused && (error === refused || signal?.aborted)) return refused.stream;
      throw error;
    }
  };
  return Object.assign(stream, all.remembering((model) => ({ name: model?.id ?? model, window: model?.contextWindow })));
}

function compactContext({ pinned, ...given } = {}) {
  const all = new Conversations({ dialect: 'pi', ...given });
  const told = new WeakSet();
  const transform = async (messages, signal) => {
    const conversation = all.of('');
    const failed = messages.findLast(({ role }) => role === 'assistant');
    if (failed?.stopReason === 'error' && !told.has(failed)) {
      told.add(failed);
      conversation.pauseMs(new Error(failed.errorMessage));
    }
    const result = await conversation.view(messages, { ...turnOf(messages), pinned: pinning(pinned), signal });
    return result?.messages ?? messages;
  };
  return Object.assign(transform, { save: () => all.save(''), load: (state) => void all.of('', { state }) });
}

module.exports = { compactStream, compactContext, compactionExtension: extended };
