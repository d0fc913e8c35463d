'use strict';
// The extension for pi's coding agent: what a request sends, and what a compaction of pi's own keeps.

const { Conversations, counted } = require('./adapter.cjs');

/** The type of the entries in which a session keeps what its compactor remembers. */
const ENTRY = 'conspectus';
const textOf = ({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n'));

/** The usage of the newest answer. */
const usageOf = (messages) => counted(messages.findLast(({ role }) => role === 'assistant')?.usage);

/** A summary that a model writes, asked by `call`. */
async function written(model, request, signal, call) {
  const system = { role: 'system', content: request.system, timestamp: 0 };
  const maxTokens = Math.min(request.maxOutputTokens, model.maxTokens || request.maxOutputTokens);
  const { content, usage, stopReason, errorMessage } = await call(model, { messages: [system, ...request.messages] }, { maxTokens, signal, cacheRetention: 'none' });
  if (stopReason === 'error' || stopReason === 'aborted') throw new Error(errorMessage ?? stopReason);
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return { text, inputTokens: usage.input + usage.cacheRead + usage.cacheWrite, outputTokens: usage.output, stopReason };
}

const isTalk = ({ role }) => role !== 'system';

/** The messages with the earlier summary as we made it: pi keeps it as one text, and the request of the user is in it. */
function unfolded(messages, sessionManager) {
  const made = sessionManager.getBranch().findLast(({ type }) => type === 'compaction');
  return messages.flatMap((message) => {
    if (message.role !== 'compactionSummary') return [message];
    if (made?.summary === message.summary && made.details?.conspectus) return made.details.conspectus;
    return [{ role: 'user', content: message.summary, timestamp: message.timestamp }];
  });
}

function extended({ pinned, ...given } = {}) {
  /** Has the model of the session answer, by the keys that pi has for it. */
  const writing = ({ registry, model }, request, { signal }) => written(model, request, signal, (...asked) => registry.complete(...asked));
  const all = new Conversations({ dialect: 'pi', onError: 'sendUnchanged', ...given }, { summary: writing });
  // For a compaction of pi's own, which keeps messages as they are: nothing but a summary helps.
  const once = new Conversations({ dialect: 'pi', onError: 'sendUnchanged', ...given, clearWhen: 'never', condense: 'off', thinking: 'free' }, { summary: writing });

  return (pi) => {
    const of = (conversations, { sessionManager, modelRegistry: registry, model }, state) =>
      conversations.of(sessionManager.getSessionId(), { model: { registry, model }, name: model?.id, window: model?.contextWindow, state });
    const turn = (ctx) => {
      const active = new Set(pi.getActiveTools());
      const tools = pi.getAllTools().filter(({ name }) => active.has(name)).map(({ name, description, parameters }) => ({ name, description, parameters }));
      return { system: ctx.getSystemPrompt(), tools, pinned };
    };

    pi.on('session_start', (_, ctx) => {
      const kept = ctx.sessionManager.getBranch().findLast(({ type, customType }) => type === 'custom' && customType === ENTRY);
      if (kept) of(all, ctx, kept.data);
    });
    pi.on('session_shutdown', (_, { sessionManager }) => all.forget(sessionManager.getSessionId()));

    pi.on('context', async ({ messages }, ctx) => {
      const conversation = of(all, ctx);
      const result = await conversation.view(unfolded(messages, ctx.sessionManager), { ...turn(ctx), usage: usageOf(messages), signal: ctx.signal });
      if (result?.status === 'reduced' || result?.status === 'summarized') pi.appendEntry(ENTRY, conversation.compactor.save());
      return result ? { messages: result.messages } : undefined;
    });

    // pi itself sends again: what it is told here decides what the next request holds.
    pi.on('message_end', ({ message }, ctx) => {
      if (message.role === 'assistant' && message.stopReason === 'error') of(all, ctx).pauseMs(new Error(message.errorMessage));
    });

    pi.on('session_before_compact', async ({ preparation, customInstructions, reason, signal }, ctx) => {
      const entries = ctx.sessionManager.buildSessionProjection().entries.map(({ sourceEntry: { id }, messages }) => ({ id, messages: messages.filter(isTalk) }));
      const full = unfolded(entries.flatMap(({ messages }) => messages), ctx.sessionManager);
      const compactor = of(once, ctx);
      once.forget(ctx.sessionManager.getSessionId());
      const result = await compactor.compact(full, { ...turn(ctx), force: true, instructions: customInstructions, signal });
      // Each request is made to fit by itself, so pi may go on without.
      const without = reason === 'threshold' ? { cancel: true } : undefined;
      if (result?.status !== 'summarized') return without;
      // pi keeps what stands from one entry on. What we keep before it stands in the summary.
      const { messages, removed, tokensAfter } = result;
      const away = full.length - messages.length;
      let start = messages.length;
      while (start > 0 && messages[start - 1] === full[away + start - 1]) start--;
      const entry = entries.find((each) => each.messages[0] === messages[start]);
      const lead = messages.slice(0, start);
      if (!entry || lead.some(({ role }) => role === 'toolResult')) return without;
      const summary = lead.filter(({ role }) => role === 'user').map(textOf).join('\n\n');
      return { compaction: { summary, firstKeptEntryId: entry.id, tokensBefore: preparation.tokensBefore, details: { conspectus: lead, removed, tokensAfter } } };
    });
  };
}

module.exports = { extended, usageOf, written };
