'use strict';
// How little each model can think, for requests that want a summary and nothing else.

const nameOf = (model) => model.slice(model.lastIndexOf('/') + 1);

// "Reasoning" and the pages of the models (developers.openai.com, November 2026). Null is not to say
// anything: other models refuse the field. The first row that matches counts.
const EFFORTS = [
  [/^gpt-\d+(\.\d+)?-(chat|pro)/, null],
  [/^gpt-5(\.\d+)?-codex/, 'low'],
  [/^gpt-5(-mini|-nano)?(-20\d\d|$)/, 'minimal'],
  [/^gpt-([6-9]|5\.)/, 'none'],
  [/^o[134](-mini)?(-20\d\d|$)/, 'low'],
];

// "Thinking" (ai.google.dev, November 2026). The first row that matches counts; to a model without
// one nothing is said.
const CONFIGS = [
  [/^gemini-2\.5-flash/, { thinkingBudget: 0 }],
  [/^gemini-2\.5-pro/, { thinkingBudget: 128 }],
  [/^gemini-[3-9].*flash/, { thinkingLevel: 'MINIMAL' }],
  [/^gemini-[3-9].*pro/, { thinkingLevel: 'LOW' }],
];

const found = (rows, model) => rows.find(([pattern]) => pattern.test(nameOf(model)))?.[1] ?? undefined;

/** The `reasoning_effort` of OpenAI's API. */
const effortOf = (model) => found(EFFORTS, model);

/** The `thinkingConfig` of Google's API. */
const thinkingConfigOf = (model) => found(CONFIGS, model);

module.exports = { effortOf, nameOf, thinkingConfigOf };
