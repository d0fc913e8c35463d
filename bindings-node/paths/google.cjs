'use strict';
// For programs that call Google's Gen AI SDK: `summarizeWith` has a client write summaries, `marked`
// makes a request of a result.

const { behind, checked, merged, mostTokens, said } = require('../sdks.cjs');

// How little each model can think: "thinking" (ai.google.dev, November 2026). The first row that
// matches counts; to a model without one nothing is said.
const THINKING = [
  [/^gemini-2\.5-flash/, { thinkingBudget: 0 }],
  [/^gemini-2\.5-pro/, { thinkingBudget: 128 }],
  [/^gemini-[3-9].*flash/, { thinkingLevel: 'MINIMAL' }],
  [/^gemini-[3-9].*pro/, { thinkingLevel: 'LOW' }],
];

function summarizeWith(client, model, { lastRequest, config } = {}) {
  checked(client, model, (it) => typeof it.models?.generateContent === 'function', 'a `GoogleGenAI` of @google/genai');
  const thinkingConfig = THINKING.find(([pattern]) => pattern.test(model.slice(model.lastIndexOf('/') + 1)))?.[1];
  const asked = (request, signal) => {
    const talk = said(request).map(({ isAnswer, text }) => ({ role: isAnswer ? 'model' : 'user', parts: [{ text }] }));
    const abort = signal && { abortSignal: signal };
    const last = behind(request, lastRequest);
    if (last) return { ...last, contents: [...last.contents, ...talk], config: { ...last.config, ...config, ...abort } };
    const own = { systemInstruction: request.system, maxOutputTokens: mostTokens(request, model), ...(thinkingConfig && { thinkingConfig }) };
    return { model, contents: talk, config: { ...own, ...config, ...abort } };
  };
  return async (request, context) => {
    const { candidates, usageMetadata: usage } = await client.models.generateContent(asked(request, context?.signal));
    const [candidate] = candidates ?? [];
    const text = (candidate?.content?.parts ?? []).map((part) => (part.text && !part.thought ? part.text : '')).join('');
    return { text, inputTokens: usage?.promptTokenCount, outputTokens: usage?.candidatesTokenCount, stopReason: candidate?.finishReason };
  };
}

function marked(request, result) {
  const made = { ...request, contents: result.messages };
  const { body } = result.requestFields;
  if (!body) return made;
  const { httpOptions } = request.config ?? {};
  return { ...made, config: { ...request.config, httpOptions: { ...httpOptions, extraBody: merged(body, httpOptions?.extraBody) } } };
}

module.exports = { summarizeWith, marked };
