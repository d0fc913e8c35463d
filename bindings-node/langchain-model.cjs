'use strict';
// What the adapter of LangChain.js does with a model: what it tells of itself, summaries, the limit
// of an answer, tools as the provider gets them, and marks for the cache of Anthropic.

const { peer } = require('./adapter.cjs');

/** The model itself: one that was given by its name is made at the first call. */
const modelOf = async (model) => (typeof model?._getModelInstance === 'function' ? model._getModelInstance() : model);

/** What a model tells of itself. */
function about(model) {
  const { ls_provider: provider, ls_model_name: name = model.model } = model.getLsParams?.({}) ?? {};
  return { name, window: model.profile?.maxInputTokens, isAnthropic: String(provider).startsWith('anthropic') };
}

/** A model with other fields: a call cannot change them. The same model where it cannot be made anew. */
function changed(model, fields) {
  try {
    return new model.constructor({ ...model.lc_kwargs, ...fields });
  } catch {
    return model;
  }
}

/** A model that writes at most so many tokens. One that thinks for a number of tokens wants a limit above them. */
function limited(model, tokens) {
  if (!('maxTokens' in model) || model.thinking?.budget_tokens || model.maxTokens <= tokens) return model;
  return changed(model, { maxTokens: tokens });
}

/** A model that sends these fields too. */
function sending(model, fields) {
  const name = ['invocationKwargs', 'modelKwargs'].find((each) => each in model);
  return name === undefined ? model : changed(model, { [name]: { ...model[name], ...fields } });
}

/** Has a model write a summary. The tags keep its words out of the user's stream. */
async function writing(model, request, context) {
  const writer = limited(await modelOf(model), request.maxOutputTokens);
  const config = { tags: ['nostream', 'langsmith:nostream'], metadata: { lc_source: 'summarization' }, signal: context?.signal };
  const reply = await writer.invoke([{ role: 'system', content: request.system }, ...request.messages], config);
  const { finish_reason: finished, stop_reason: stopped } = reply.response_metadata ?? {};
  return { text: reply.text, inputTokens: reply.usage_metadata?.input_tokens, outputTokens: reply.usage_metadata?.output_tokens, stopReason: finished ?? stopped };
}

const schemas = new WeakMap();

/** Tools as the provider gets them. */
function toolsOf(tools) {
  return tools.map((tool) => {
    if (typeof tool.invoke !== 'function') return tool;
    if (!schemas.has(tool)) schemas.set(tool, { type: 'function', function: { name: tool.name, description: tool.description, parameters: schemaOf(tool.schema) } });
    return schemas.get(tool);
  });
}

function schemaOf(schema) {
  if (schema === undefined || typeof schema.safeParse !== 'function') return schema ?? {};
  try {
    return peer('@langchain/core/utils/json_schema', () => require('@langchain/core/utils/json_schema')).toJsonSchema(schema);
  } catch {
    // It is only counted.
    return {};
  }
}

/** The error of LangChain for what is larger than the window. */
function overflow(reason) {
  const { ContextOverflowError } = peer('@langchain/core/errors', () => require('@langchain/core/errors'));
  return new ContextOverflowError(reason);
}

const typeOf = (message) => message.getType?.() ?? message.type;
const MARK = { type: 'ephemeral' };
const blocksOf = ({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block));
const withContent = (message, content) => Object.assign(Object.create(Object.getPrototypeOf(message)), message, { content });

/** Whether a mark in the message arrives: on a call and on a thought it is lost, and in a result it stands too deep. */
function canBear(message) {
  const last = message.content?.at?.(-1);
  if (last === undefined || last.text === '' || typeOf(message) === 'tool') return false;
  return typeOf(message) !== 'ai' || (!message.tool_calls?.length && (last.type ?? 'text') === 'text');
}

/** The message with a mark on its last block; the same if it cannot bear one. */
function withMark(message) {
  if (!canBear(message)) return message;
  const blocks = blocksOf(message);
  return withContent(message, [...blocks.slice(0, -1), { ...blocks.at(-1), cache_control: MARK }]);
}

/**
 * The request with a mark where each prefix ends: at the end of all messages by a setting, else on the
 * last message before that can bear one. The texts of such messages become blocks with or without a
 * mark: a prefix is found again only if it is written the same way.
 */
function marked(request, places) {
  const { messages, systemMessage } = request;
  const bearing = new Set(places.filter((place) => place < messages.length).map((place) => messages.findLastIndex((message, at) => at < place && canBear(message))));
  const made = messages.map((message, at) => (bearing.has(at) ? withMark(message) : canBear(message) ? withContent(message, blocksOf(message)) : message));
  return {
    ...request,
    messages: made,
    ...(places.includes(0) && systemMessage ? { systemMessage: withMark(systemMessage) } : {}),
    ...(places.includes(messages.length) ? { modelSettings: { ...request.modelSettings, cache_control: MARK } } : {}),
  };
}

module.exports = { about, limited, marked, modelOf, overflow, sending, toolsOf, typeOf, writing };
