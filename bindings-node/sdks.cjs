'use strict';
// What the helpers for the SDKs of providers share: the texts of a request for a summary, and fields
// of requests.

const { modelInfo } = require('./operations.cjs');

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The most tokens of the answer, which is no more than the model writes where that is known. */
function mostTokens(request, model) {
  const { outputTokens, outputSource } = modelInfo(model);
  return outputSource === 'fallback' ? request.maxOutputTokens : Math.min(request.maxOutputTokens, outputTokens);
}

/** The request that this one is sent behind; null if it stands alone. */
function behind(request, lastRequest) {
  if (!request.followsConversation) return null;
  if (typeof lastRequest !== 'function') throw new TypeError('with `prefixCached`, the summary request follows the conversation: pass `lastRequest` to `summarizeWith`');
  return { ...lastRequest() };
}

// How messages say that a model wrote them, in each dialect.
const OF_MODELS = new Set(['assistant', 'model', 'ai', 'response', 'AssistantMessage']);
// Where they hold their parts and texts. The first that is there counts.
const HELD = ['parts', 'blocks', 'content', 'text', 'data'];

const isGiven = (value) => value !== undefined && value !== null;

function roleOf(message) {
  const held = isObject(message?.info) ? message.info : message;
  // Instances of LangChain.js tell it by a function.
  return held?.role ?? (typeof held?.getType === 'function' ? held.getType() : (held?.type ?? held?.kind));
}

function textOf(value) {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  const name = isObject(value) ? HELD.find((each) => isGiven(value[each])) : undefined;
  return name === undefined ? '' : textOf(value[name]);
}

/** The plain texts of a request, whatever its dialect, and whether a model said each. */
const said = (request) => request.messages.map((message) => ({ isAnswer: OF_MODELS.has(roleOf(message)), text: textOf(message) }));

/** Fields of a request, below those that the program gives itself. */
function merged(fields, given) {
  const own = isObject(given) ? given : {};
  const both = Object.entries(fields).map(([name, value]) => [name, isObject(value) && name in own ? merged(value, own[name]) : (own[name] ?? value)]);
  return { ...own, ...Object.fromEntries(both) };
}

/** How a function of `summarizeWith` is checked before the first summary. */
function checked(client, model, has, needs) {
  if (!client || !has(client)) throw new TypeError(`the first argument must be ${needs}`);
  if (typeof model !== 'string' || model === '') throw new TypeError('the second argument must be the name of a model');
}

module.exports = { behind, checked, isObject, merged, mostTokens, said };
