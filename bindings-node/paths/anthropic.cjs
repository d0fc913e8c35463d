'use strict';
// For programs that call Anthropic's SDK: `summarizeWith` has a client write summaries, `buildRequest`
// makes a request of a result.

const { behind, checked, merged, mostTokens, said } = require('../sdks.cjs');

function summarizeWith(client, model, { lastRequest, fields } = {}) {
  checked(client, model, (it) => typeof it.messages?.stream === 'function', 'a client of @anthropic-ai/sdk');
  const asked = (request) => {
    const talk = said(request).map(({ isAnswer, text }) => ({ role: isAnswer ? 'assistant' : 'user', content: text }));
    const last = behind(request, lastRequest);
    if (last) {
      const { stream: _, ...rest } = last;
      return { ...rest, messages: [...rest.messages, ...talk], ...fields };
    }
    return { model, max_tokens: mostTokens(request, model), system: request.system, thinking: { type: 'disabled' }, messages: talk, ...fields };
  };
  return async (request, context) => {
    // Streamed, since the SDK refuses long requests that are not.
    const reply = await client.messages.stream(asked(request), { signal: context?.signal }).finalMessage();
    const { input_tokens: read, cache_read_input_tokens: cached, cache_creation_input_tokens: written, output_tokens: outputTokens } = reply.usage;
    const text = reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    return { text, inputTokens: read + (cached ?? 0) + (written ?? 0), outputTokens, stopReason: reply.stop_reason ?? undefined };
  };
}

// "Prompt caching" (platform.claude.com, November 2026): at most four marks; none on a thought, nor
// on an empty text.
const MARKS_MAX = 4;
const THOUGHTS = new Set(['thinking', 'redacted_thinking']);

function buildRequest(request, result, { ttl } = {}) {
  const made = { ...request, messages: result.messages };
  if (result.cacheBreakpoints.length) mark(made, [...new Set(result.cacheBreakpoints)].sort((a, b) => a - b).slice(-MARKS_MAX), ttl);
  const { body, headers } = result.requestFields;
  // The names of betas can stand in a request of `client.beta` only. Fields of a beta without its
  // name are refused.
  if (!Array.isArray(request.betas)) return made;
  // They would switch thinking on where there is no thought that could be refused.
  if (!('thinking' in request) && !result.messages.some((message) => blocks(message).some((block) => THOUGHTS.has(block.type)))) return made;
  const betas = (headers?.['anthropic-beta'] ?? '').split(',').filter(Boolean);
  return { ...merged(body ?? {}, made), betas: [...new Set([...request.betas, ...betas])] };
}

const blocks = (message) => listed(message.content);
const listed = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []));

function bare(block) {
  if (!block.cache_control) return block;
  const { cache_control: _, ...rest } = block;
  return rest;
}

/** Marks the messages up to these places, and system text or tools where one is 0. */
function mark(made, places, ttl) {
  const messages = [...made.messages];
  const own = messages.flatMap((message) => blocks(message).map((block) => block.cache_control).filter(Boolean));
  if (made.cache_control) own.push(made.cache_control);
  delete made.cache_control;
  const lives = ttl ?? own.at(-1)?.ttl;
  const cacheControl = { type: 'ephemeral', ...(lives ? { ttl: lives } : {}) };
  for (const [index, message] of messages.entries()) {
    if (own.length && blocks(message).some((block) => block.cache_control)) messages[index] = { ...message, content: blocks(message).map(bare) };
  }
  for (const place of places) if (place > 0) markLast(messages, place - 1, cacheControl);
  made.messages = messages;
  const around = ['tools', 'system'].filter((name) => typeof made[name] === 'string' ? made[name] !== '' : made[name]?.length > 0);
  for (const name of around) made[name] = [...listed(made[name])];
  // The system text stands behind the tools, so a mark on it holds both.
  const end = places[0] === 0 ? around.at(-1) : undefined;
  if (end) made[end][made[end].length - 1] = { ...made[end].at(-1), cache_control: cacheControl };
  // What is left of the four is the program's own. Nothing that lives for an hour may stand behind
  // what lives shorter.
  let room = MARKS_MAX - places.length;
  for (const name of around.reverse()) {
    for (let index = made[name].length - 1; index >= 0; index--) {
      const block = made[name][index];
      if (!block.cache_control || (name === end && index === made[name].length - 1)) continue;
      room -= 1;
      made[name][index] = room < 0 ? bare(block) : lives === '1h' ? { ...block, cache_control: cacheControl } : block;
    }
  }
}

/** Marks the last block that can be, of this message or of the nearest one before. */
function markLast(messages, index, cacheControl) {
  for (let at = Math.min(index, messages.length - 1); at >= 0; at--) {
    const content = [...blocks(messages[at])];
    const last = content.findLastIndex((block) => !THOUGHTS.has(block.type) && block.text !== '');
    if (last < 0) continue;
    content[last] = { ...content[last], cache_control: cacheControl };
    messages[at] = { ...messages[at], content };
    return;
  }
}

module.exports = { summarizeWith, buildRequest };
