'use strict';
// For programs that call OpenAI's SDK, with OpenAI or with a server that speaks as it:
// `summarizeWith` has a client write summaries, `buildRequest` makes a request of a result.

const { behind, checked, merged, mostTokens, said } = require('../sdks.cjs');
const { effortOf, nameOf } = require('../thinking.cjs');

const OURS = /^(gpt-[5-9]|o\d)/;

function summarizeWith(client, model, { wire = 'chat', lastRequest, fields } = {}) {
  checked(client, model, (it) => typeof it.chat?.completions?.create === 'function', 'a client of openai');
  if (!['chat', 'responses'].includes(wire)) throw new TypeError(`wire must be 'chat' or 'responses', not ${JSON.stringify(wire)}`);
  const effort = effortOf(model);
  const asked = (request) => {
    const talk = said(request).map(({ isAnswer, text }) => ({ role: isAnswer ? 'assistant' : 'user', content: text }));
    const last = behind(request, lastRequest);
    if (last) {
      const { stream: _, stream_options: __, ...rest } = last;
      const where = wire === 'chat' ? 'messages' : 'input';
      return { ...rest, [where]: [...rest[where], ...talk], ...fields };
    }
    const most = mostTokens(request, model);
    if (wire === 'responses') {
      return { model, instructions: request.system, input: talk, max_output_tokens: most, store: false, ...(effort && { reasoning: { effort } }), ...fields };
    }
    // Other servers know the older name only.
    const limit = isOpenai(client) || OURS.test(nameOf(model)) ? 'max_completion_tokens' : 'max_tokens';
    return { model, messages: [{ role: 'system', content: request.system }, ...talk], [limit]: most, ...(effort && { reasoning_effort: effort }), ...fields };
  };
  return async (request, context) => {
    const signal = context?.signal;
    if (wire === 'responses') return ofResponses(await client.responses.create(asked(request), { signal }));
    return ofChat(await client.chat.completions.create(asked(request), { signal }));
  };
}

function isOpenai(client) {
  const host = URL.canParse(client.baseURL) ? new URL(client.baseURL).hostname : '';
  return /(^|\.)(api\.openai\.com|azure\.com)$/.test(host);
}

function ofChat({ choices: [choice] = [], usage }) {
  return { text: choice?.message.content ?? '', ...counts(usage, 'prompt', 'completion'), stopReason: choice?.finish_reason ?? undefined };
}

function ofResponses({ output_text: text, usage, status, incomplete_details: cut }) {
  return { text, ...counts(usage, 'input', 'output'), stopReason: cut?.reason ?? status };
}

/** The tokens of the prompt, and those of the answer without what was thought. */
function counts(usage, asked, written) {
  if (!usage) return {};
  const thought = usage[`${written}_tokens_details`]?.reasoning_tokens ?? 0;
  return { inputTokens: usage[`${asked}_tokens`], outputTokens: usage[`${written}_tokens`] - thought };
}

function buildRequest(request, result) {
  const isResponses = 'input' in request || (!('messages' in request) && result.log['run.dialect'] === 'openai_responses');
  const made = { ...request, [isResponses ? 'input' : 'messages']: result.messages };
  return result.requestFields.body ? merged(result.requestFields.body, made) : made;
}

module.exports = { summarizeWith, buildRequest };
