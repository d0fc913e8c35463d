'use strict';
// For opencode: `compactionPlugin` makes what a request sends smaller if it is time. The session keeps
// everything. What opencode itself does after errors, it goes on doing.

const { Conversations } = require('../../adapter.cjs');
const { warn } = require('../../conversation.cjs');
const { Memory } = require('../../opencode-memory.cjs');

const textOf = (parts) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/**
 * The newest prompt that was answered, and how many messages it held: the results of an answer's calls
 * stand in the answer, and came after it. `full` messages of the session became `sent` when they last
 * became fewer.
 */
function usageOf(messages, { full = 0, sent = 0 } = {}) {
  const index = messages.findLastIndex(({ info: { role, tokens } }) => role === 'assistant' && tokens?.input + tokens?.cache.read > 0);
  if (index < full) return undefined;
  const { input, cache } = messages[index].info.tokens;
  return { tokens: input + cache.read + cache.write, messages: index - full + sent };
}

/** A message by what is sent of it: opencode goes on to note things beside it, and it must be known again. */
const bare = ({ info: { id, role, sessionID }, parts }) => ({ info: { id, role, sessionID }, parts });

/** A message with what opencode notes of each: an older one's own, and for a new one that of the request. */
function noted({ info: { id, role, time }, parts }, full, asked) {
  const known = full.find(({ info }) => info.id === id);
  if (known) return known.parts === parts ? known : { info: known.info, parts };
  const { sessionID, agent, model } = asked;
  const used = { cost: 0, tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } } };
  const own = role === 'user' ? { agent, model } : { agent, mode: agent, ...model, parentID: asked.id, path: { cwd: '', root: '' }, ...used };
  return { info: { id, sessionID, role, time, ...own }, parts: parts.map((part, index) => ({ id: `${id}_${index}`, sessionID, messageID: id, ...part })) };
}

const compactionPlugin = ({ pinned, maxConversations, ...given } = {}) => {
  if (pinned !== undefined && typeof pinned !== 'function') throw new TypeError('pinned must be a function of a message');
  /** The sessions in which summaries are written. */
  const writes = new Set();

  /** Has the model of the session write a summary, in a session of its own that is deleted then. */
  async function writing({ client, model }, request, { signal }) {
    const { data: session } = await client.session.create({ body: { title: 'summary' }, throwOnError: true, signal });
    writes.add(session.id);
    try {
      const parts = request.messages.map((message) => ({ type: 'text', text: textOf(message.parts) }));
      const body = { model, system: request.system, tools: { '*': false }, parts };
      const { data } = await client.session.prompt({ path: { id: session.id }, body, throwOnError: true, signal });
      const { error, tokens, finish } = data.info;
      if (error) throw new Error(error.data?.message ?? error.name);
      return { text: textOf(data.parts), inputTokens: tokens.input + tokens.cache.read + tokens.cache.write, outputTokens: tokens.output, stopReason: finish };
    } finally {
      writes.delete(session.id);
      await client.session.delete({ path: { id: session.id } });
    }
  }

  const all = new Conversations({ dialect: 'opencode', ...given }, { summary: writing, maxConversations });

  /** What a file is needed for. Without it a session goes on too. */
  async function tried(run) {
    try {
      return await run();
    } catch (error) {
      if (given.onError === 'raise') throw error;
      warn(`conspectus cannot keep what it remembers of a session: ${error}`, error);
      return undefined;
    }
  }

  return async ({ client }) => {
    const memory = new Memory(client);
    const windows = new Map();
    /** The window of a model, as opencode's configuration tells it. */
    async function windowOf({ providerID, modelID }) {
      const name = `${providerID}/${modelID}`;
      if (!windows.has(name)) {
        const { data } = await client.config.providers();
        windows.set(name, data?.providers.find(({ id }) => id === providerID)?.models[modelID]?.limit.context);
      }
      return windows.get(name);
    }

    /** The conversation of a session, as an earlier process left it. */
    async function conversationOf(sessionID, model) {
      const told = { model: { client, model }, name: model.modelID, window: await windowOf(model) };
      if (all.at(sessionID)) return all.of(sessionID, told);
      const left = await tried(async () => {
        const { state, ...known } = (await memory.read(sessionID)) ?? {};
        return state && Object.assign(all.of(sessionID, { ...told, state }), known);
      });
      return left ?? all.of(sessionID, told);
    }

    return {
      'experimental.chat.messages.transform': async (_, output) => {
        const full = output.messages;
        const asked = full.findLast(({ info }) => info.role === 'user');
        const { sessionID, model } = asked?.info ?? {};
        if (asked === undefined || writes.has(sessionID)) return;
        const conversation = await conversationOf(sessionID, model);
        const isPinned = pinned && ((message) => pinned(noted(message, full, asked.info)));
        const result = await conversation.view(full.map(bare), { usage: usageOf(full, conversation.since), system: conversation.system, pinned: isPinned });
        conversation.summary = result?.summary ?? conversation.summary;
        if (['reduced', 'summarized', 'repaired'].includes(result?.status)) {
          conversation.since = { full: full.length, sent: result.messages.length };
          const { compactor, since, summary } = conversation;
          await tried(() => memory.write(sessionID, { state: compactor.save(), since, summary }));
        }
        if (result?.changed) full.splice(0, full.length, ...result.messages.map((message) => noted(message, [...full], asked.info)));
      },

      'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
        const conversation = all.at(sessionID);
        if (conversation) conversation.system = system.join('\n');
      },

      // What was summarised before is not to be lost in a compaction of opencode's own.
      'experimental.session.compacting': async ({ sessionID }, { context }) => {
        const { summary } = all.at(sessionID) ?? (await tried(() => memory.read(sessionID))) ?? {};
        if (summary) context.push(summary);
      },

      // opencode itself sends again: what it is told here decides what the next request holds.
      event: async ({ event: { type, properties } }) => {
        if (type === 'session.error' && properties.error) all.at(properties.sessionID)?.pauseMs(properties.error.data ?? properties.error);
        if (type === 'session.deleted') {
          all.forget(properties.info.id);
          await tried(() => memory.drop(properties.info.id));
        }
      },
    };
  };
};

module.exports = { compactionPlugin };
