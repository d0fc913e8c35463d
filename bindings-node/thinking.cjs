'use strict';
// How little each model can think, for requests that want a summary and nothing else.

const nameOf = (model) => model.slice(model.lastIndexOf('/') + 1);

// Sources, read 2026-11-25: what SDKs say of `reasoning.effort` (`none` from gpt-5.1 on, `minimal` for
// gpt-5, only `high` for pro), and a table that users tried, up to gpt-5.2 ("compatibility matrix" on
// community.openai.com). Newer models are taken to be as the newest there. Null is not to say
// anything: other models refuse the field. The first row that matches counts.
const EFFORTS = [
  [/^gpt-\d+(\.\d+)?-(chat|pro)/, null],
  [/^gpt-5(\.\d+)?-codex/, 'low'],
  [/^gpt-5(-mini|-nano)?(-20\d\d|$)/, 'minimal'],
  [/^gpt-([6-9]|5\.)/, 'none'],
  [/^o[134](-mini)?(-20\d\d|$)/, 'low'],
];

// Source, read 2026-11-25: what client libraries say of `ThinkingConfig` (2.5: a budget, at least 128
// for Pro; 3: a level, `minimal` for Flash alone). Newer models are taken to be as 3. The first row
// that matches counts; to a model without one nothing is said.
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
