'use strict';
// What the adapter of the OpenAI Agents SDK does with a model and its items: usage, summaries, tools,
// and marks for the cache of Anthropic.

const { counted, peer } = require('./adapter.cjs');
const { mostTokens, said } = require('./sdks.cjs');
const { effortOf } = require('./thinking.cjs');

/** The counts of an answer as the Responses API writes them; undefined if none was told. */
function usageOf(usage) {
  if (!counted(usage)) return undefined;
  // A list of an answer, and an object in a stream.
  const cached = [usage.inputTokensDetails].flat().reduce((sum, each) => sum + (each?.cached_tokens ?? 0), 0);
  return { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens, ...(cached ? { input_tokens_details: { cached_tokens: cached } } : {}) };
}

const nameOf = (model) => (typeof model === 'string' ? model : (model?.name ?? model?._model));

/** Asks a model. Outside of a run there is no trace, and the SDK's own models refuse to be asked without one. */
async function asked(model, request) {
  try {
    return await model.getResponse(request);
  } catch (error) {
    if (error?.message !== 'No existing trace found') throw error;
    const { NoopTrace, withTrace } = peer('@openai/agents', () => require('@openai/agents'));
    return withTrace(new NoopTrace(), () => model.getResponse(request));
  }
}

/** Has a model write a summary, under the settings of a request that say where it goes. */
async function writing({ model, settings = {} }, request, context) {
  if (typeof model?.getResponse !== 'function') throw new TypeError("`summarize: 'model'` needs a model object, not a name: give `summarizeWith(model)`");
  const name = String(nameOf(model) ?? '');
  const effort = effortOf(name);
  const { store, retry } = settings;
  const modelSettings = { maxTokens: mostTokens(request, name), ...(store !== undefined && { store }), ...(retry && { retry }), ...(effort && { reasoning: { effort } }) };
  const input = said(request).map(({ isAnswer, text }) => (isAnswer ? { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] } : { role: 'user', content: text }));
  const made = { systemInstructions: request.system, input, modelSettings, tools: [], handoffs: [], outputType: 'text', tracing: false };
  const { output, usage } = await asked(model, { ...made, ...(context?.signal && { signal: context.signal }) });
  const parts = output.flatMap((item) => (item.type === 'message' && Array.isArray(item.content) ? item.content : []));
  const text = parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
  return { text, inputTokens: usage?.inputTokens || undefined, outputTokens: usage?.outputTokens || undefined };
}

/** A function for `summarize` that has a model of the SDK write the summaries. */
function summarizeWith(model) {
  if (typeof model?.getResponse !== 'function') throw new TypeError('the argument must be a model of the Agents SDK');
  return (request, context) => writing({ model }, request, context);
}

/** Tools and handoffs as the provider gets them. */
const toolsOf = ({ tools = [], handoffs = [] }) => [
  ...tools.map(({ type, name, description, parameters }) => ({ type, name, description, parameters })),
  // An agent that is named as it stands is told as a handoff only by the runner.
  ...handoffs.filter((one) => one.toolName).map((one) => ({ type: 'function', name: one.toolName, description: one.toolDescription, parameters: one.inputJsonSchema })),
];

/** Whether items of this model may carry marks for the cache of Anthropic: those of the AI SDK may. */
const bearsMarks = (model, name) => model.constructor?.name === 'AiSdkModel' && /anthropic|claude/i.test(name ?? '');

/** The items with a mark where each prefix ends, on the last of them that can bear one. */
function marked(items, places) {
  const made = [...items];
  for (const place of places) {
    const at = items.findLastIndex(({ type, role }, index) => index < place && (role === 'user' || type === 'function_call_result'));
    if (at < 0) continue;
    const { providerData } = items[at];
    made[at] = { ...items[at], providerData: { ...providerData, anthropic: { ...providerData?.anthropic, cacheControl: { type: 'ephemeral' } } } };
  }
  return made;
}

/** The newest words of the user: the last items in a row that are theirs. */
function newest(items) {
  const end = items.findLastIndex(({ role }) => role === 'user') + 1;
  return new Set(items.slice(items.findLastIndex(({ role }, at) => at < end && role !== 'user') + 1, end));
}

module.exports = { bearsMarks, marked, nameOf, newest, summarizeWith, toolsOf, usageOf, writing };
